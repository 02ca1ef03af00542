import CardModel
import CardRaster

/// A number format of d3-format: `[[fill]align][sign][symbol][0][width][,][.precision][~][type]`.
///
/// Based on the documentation and the tests of d3-format 3. The decimal separator, groups, currency symbol
/// and percent sign are those of the locale. The prefixes of `s` are SI prefixes in every locale.
struct D3NumberFormat: Hashable {
  /// The notation of numbers.
  enum Kind: Character, Hashable, CaseIterable {
    case exponent = "e"
    case fixed = "f"
    case general = "g"
    case rounded = "r"
    case prefixed = "s"
    case percent = "%"
    case roundedPercent = "p"
    case whole = "d"
    case binary = "b"
    case octal = "o"
    case hexadecimal = "x"
    case capitalHexadecimal = "X"

    /// The base of integers; nil for decimal types.
    var radix: Int? { [.binary: 2, .octal: 8, .hexadecimal: 16, .capitalHexadecimal: 16][self] }
  }

  private var fill: Character = " "
  private var align: Character = ">"
  private var sign: Character = "-"
  private var symbol: Character?
  private var isZeroFilled = false
  private var width = 0
  private var isGrouped = false
  private var precision: Int?
  private var isTrimmed = false
  private var kind = Kind.general
  /// The power of ten of a common prefix; nil if each number has its own.
  private var commonPower: Int?

  /// The maximum width and number of digits; d3 itself is limited to 20 digits.
  private static let most = (width: 100, digits: 20)

  /// Parses a format.
  ///
  /// - Throws: an error that names the invalid part and the valid ones.
  init(_ text: String) throws(BindingError) {
    if let other = Self.spreadsheet(text) { throw Self.error(text, "the d3 form is \(other)") }
    if !text.isEmpty, text.allSatisfy(\.isNumber) {
      throw Self.error(text, "use .2f for two decimals, d for whole numbers")
    }
    var rest = Array(text)[...]
    func take(_ characters: String) -> Character? {
      guard let first = rest.first, characters.contains(first) else { return nil }
      rest = rest.dropFirst()
      return first
    }
    func number() -> Int? {
      var digits = ""
      while let digit = take("0123456789") { digits.append(digit) }
      // Nine digits are enough to exceed any limit.
      return digits.isEmpty ? nil : Int(digits.prefix(9))
    }
    if let fill = rest.first, let align = rest.dropFirst().first, "<>=^".contains(align) {
      (self.fill, self.align) = (fill, align)
      rest = rest.dropFirst(2)
    } else if let align = take("<>=^") {
      self.align = align
    }
    sign = take("+-( ") ?? "-"
    symbol = take("$#")
    isZeroFilled = take("0") != nil || (fill == "0" && align == "=")
    width = number() ?? 0
    isGrouped = take(",") != nil
    if take(".") != nil {
      guard let count = number() else { throw Self.error(text, "a number must follow the point: .2f") }
      precision = count
    }
    isTrimmed = take("~") != nil
    guard width <= Self.most.width, precision ?? 0 <= Self.most.digits else {
      throw Self.error(
        text, "the maximum is \(Self.most.width) for a width, and \(Self.most.digits) for digits")
    }
    let type = rest.popFirst()
    guard !text.isEmpty, rest.isEmpty else { throw Self.error(text, nil) }
    switch type {
    case nil:
      // The same as `.12~g`.
      precision = precision ?? 12
      isTrimmed = true
    case "n": isGrouped = true
    case let letter?:
      guard let kind = Kind(rawValue: letter) else {
        let types = Kind.allCases.map { String($0.rawValue) }.joined(separator: " ")
        throw Self.error(text, "'\(letter)' is not a number type; the types are \(types) n")
      }
      self.kind = kind
    }
  }

  private static func error(_ text: String, _ hint: String?) -> BindingError {
    let name = String(text.prefix { $0.isLetter })
    let near = name.count < 3 ? nil : Spelling.nearest(to: name, in: Formatters.allCases.map(\.rawValue))
    return BindingError(
      message: "\(DeckIssue.quoted(text)) is not a format",
      hint: near.map { "did you mean '\($0)'?" } ?? hint
        ?? "write a formatter such as currency(0), compact or date('MMM yy'), or a d3 format such as ,.1f or %b %Y"
    )
  }

  /// The d3 format for a spreadsheet pattern such as `#,##0.00`; nil for other texts.
  private static func spreadsheet(_ text: String) -> String? {
    guard let first = text.first, "0#".contains(first), text.allSatisfy({ "0#,.".contains($0) }) else {
      return nil
    }
    let decimals = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
    return (text.contains(",") ? "," : "") + ".\(min(most.digits, decimals.count))f"
  }
}

/// The default precision.
extension D3NumberFormat {
  /// The format for the numbers of an axis: the precision of its step and a common prefix, like Vega.
  func fitted(step: Double, largest: Double) -> D3NumberFormat {
    guard precision == nil, step > 0, step.isFinite else { return self }
    // The position of the last digit of the step that is not 0; steps have rounding errors.
    let parts = Self.parts(step, 12)
    let place = parts.exponent - (parts.digits.lastIndex { $0 != 0 } ?? 0)
    let top = largest > 0 ? Self.parts(largest, 12).exponent : 0
    var result = self
    switch kind {
    case .fixed: result.precision = min(Self.most.digits, max(0, -place))
    case .percent: result.precision = min(Self.most.digits, max(0, -place - 2))
    case .prefixed:
      let power = Self.prefixPower(top)
      result.commonPower = power
      result.precision = min(Self.most.digits, max(0, power - place))
    case .exponent: result.precision = min(Self.most.digits, max(0, top - place))
    case .rounded, .roundedPercent: result.precision = min(Self.most.digits, max(0, top - place) + 1)
    default: return fitted()
    }
    return result
  }

  var isPercent: Bool { kind == .percent || kind == .roundedPercent }

  /// The format with one more digit; nil if there is none.
  var finer: D3NumberFormat? {
    guard precision ?? 0 < Self.most.digits, kind.radix == nil else { return nil }
    var result = self
    if kind == .whole { result.kind = .fixed }
    result.precision = (precision ?? 0) + 1
    return result
  }

  /// The format for single numbers: their own digits, up to d3's default of six.
  func fitted() -> D3NumberFormat {
    guard precision == nil else { return self }
    var result = self
    result.isTrimmed = true
    return result
  }
}

extension D3NumberFormat {
  /// The digits of a number before formatting.
  private struct Body {
    var whole: String
    var fraction = ""
    /// The exponent or the SI prefix.
    var tail = ""

    /// Creates a body from digits, the first of them at a power of ten.
    init(_ digits: [UInt8], _ exponent: Int) {
      let zeros = { (count: Int) in String(repeating: "0", count: max(0, count)) }
      if exponent < 0 {
        (whole, fraction) = ("0", zeros(-exponent - 1) + DeckLocale.joined(digits[...]))
      } else {
        let count = exponent + 1
        whole = DeckLocale.joined(digits.prefix(count)) + zeros(count - digits.count)
        fraction = DeckLocale.joined(digits.dropFirst(count))
      }
    }

    init(_ rounded: Rounded) {
      (whole, fraction) = (DeckLocale.joined(rounded.whole[...]), DeckLocale.joined(rounded.fraction[...]))
    }

    init(whole: String) { self.whole = whole }

    var isZero: Bool { whole.allSatisfy { $0 == "0" } && fraction.allSatisfy { $0 == "0" } }
  }

  /// A number as text; its minus sign is U+2212.
  func format(_ value: Double, _ locale: DeckLocale) -> String {
    guard value.isFinite else { return JSONNumber.format(value) }
    var body = body(value.magnitude)
    if isTrimmed { while body.fraction.last == "0" { body.fraction.removeLast() } }
    // A number rounded to 0 has no sign.
    let isNegative = value < 0 && (sign == "+" || !body.isZero)
    var prefix = isNegative ? sign == "(" ? "(" : "\u{2212}" : "+ ".contains(sign) ? String(sign) : ""
    var suffix = body.fraction.isEmpty ? "" : locale.decimal + body.fraction
    suffix += body.tail
    if symbol == "#", let radix = kind.radix { prefix += radix == 2 ? "0b" : radix == 8 ? "0o" : "0x" }
    var around: [String] = []
    if isPercent { around.append(locale.percent) }
    if symbol == "$" { around.append(locale.currencyPattern.replacing("¤", with: locale.currencySymbol)) }
    for pattern in around {
      let sides = pattern.split(separator: "#", omittingEmptySubsequences: false)
      prefix += sides.first ?? ""
      suffix += sides.count > 1 ? sides[1] : ""
    }
    if isNegative, sign == "(" { suffix += ")" }
    return locale.withOwnDigits(padded(prefix, body.whole, suffix, locale))
  }

  private func padded(_ prefix: String, _ whole: String, _ suffix: String, _ locale: DeckLocale) -> String {
    var digits = whole
    if isGrouped, !isZeroFilled {
      digits =
        kind.radix == nil
        ? locale.decimalText(Rounded(whole: whole), group: locale.group) : Self.grouped(whole, nil, locale)
    }
    let missing = max(0, width - prefix.count - digits.count - suffix.count)
    if isZeroFilled {
      digits = String(repeating: "0", count: missing) + digits
      if isGrouped { digits = Self.grouped(digits, missing > 0 ? width - suffix.count : nil, locale) }
      return prefix + digits + suffix
    }
    let padding = String(repeating: fill, count: missing)
    switch align {
    case "<": return prefix + digits + suffix + padding
    case "=": return prefix + padding + digits + suffix
    case "^":
      return String(padding.prefix(missing / 2)) + prefix + digits + suffix
        + String(padding.dropFirst(missing / 2))
    default: return padding + prefix + digits + suffix
    }
  }

  /// The digits in groups from the right; leading zeros are limited by the width.
  private static func grouped(_ digits: String, _ width: Int?, _ locale: DeckLocale) -> String {
    var rest = Substring(digits)
    var parts: [Substring] = []
    var (size, length) = (3, 0)
    while !rest.isEmpty {
      if let width, length + size + 1 > width { size = max(1, width - length) }
      parts.append(rest.suffix(size))
      rest = rest.dropLast(size)
      length += size + 1
      if let width, length > width { break }
      size = locale.isLakh ? 2 : 3
    }
    return parts.reversed().joined(separator: locale.group)
  }

  private func body(_ value: Double) -> Body {
    let digits = precision ?? 6
    let significant = max(1, digits)
    switch kind {
    case .fixed: return Body(Rounded(value, digits: digits...digits))
    case .percent: return Body(Rounded(value, digits: digits...digits, shift: 2))
    case .whole: return Body(Rounded(value, digits: 0...0))
    case .exponent: return exponential(value, digits + 1)
    case .general:
      let parts = Self.parts(value, significant)
      let isLong = parts.exponent < -6 || parts.exponent >= significant
      return isLong ? exponential(value, significant) : Body(parts.digits, parts.exponent)
    case .rounded:
      let parts = Self.parts(value, significant)
      return Body(parts.digits, parts.exponent)
    case .roundedPercent:
      let parts = Self.parts(value, significant)
      return Body(parts.digits, value == 0 ? 0 : parts.exponent + 2)
    case .prefixed: return prefixed(value, significant)
    case .binary, .octal, .hexadecimal, .capitalHexadecimal:
      guard let whole = UInt64(exactly: value.rounded()) else { return Body(Rounded(value, digits: 0...0)) }
      return Body(whole: String(whole, radix: kind.radix ?? 10, uppercase: kind == .capitalHexadecimal))
    }
  }

  private func exponential(_ value: Double, _ count: Int) -> Body {
    let parts = Self.parts(value, count)
    var body = Body(parts.digits, 0)
    body.tail = "e" + (parts.exponent < 0 ? "-" : "+") + "\(abs(parts.exponent))"
    return body
  }

  /// A number with an SI prefix.
  private func prefixed(_ value: Double, _ count: Int) -> Body {
    if let power = commonPower {
      let digits = precision ?? 6
      var body = Body(Rounded(value, digits: digits...digits, shift: -power))
      if value != 0 { body.tail = Self.prefix(power) }
      return body
    }
    var parts = Self.parts(value, count)
    let power = Self.prefixPower(parts.exponent)
    // Numbers below the smallest prefix have fewer digits.
    if parts.exponent < power { parts = Self.parts(value, max(1, count + parts.exponent - power)) }
    var body = Body(parts.digits, parts.exponent - power)
    body.tail = Self.prefix(power)
    return body
  }

  /// The power of the prefix for a number whose first digit is at a power of ten.
  private static func prefixPower(_ exponent: Int) -> Int {
    max(-24, min(24, Int((Double(exponent) / 3).rounded(.down)) * 3))
  }

  private static let prefixes = [
    "y", "z", "a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y",
  ]

  private static func prefix(_ power: Int) -> String { prefixes[power / 3 + 8] }

  /// The significant digits of a number, and the power of ten of the first one; zeros for 0.
  private static func parts(_ value: Double, _ count: Int) -> (digits: [UInt8], exponent: Int) {
    let exact = JSONDecimal(value)
    guard !exact.digits.isEmpty else { return (Array(repeating: 0, count: count), 0) }
    let exponent = exact.point - 1
    let rounded = Rounded(exact, digits: count - 1...count - 1, shift: -exponent)
    // 9.99 may become 10.0, which has one more digit.
    let digits = (rounded.whole + rounded.fraction).prefix(count)
    return (Array(digits), exponent + rounded.whole.count - 1)
  }
}
