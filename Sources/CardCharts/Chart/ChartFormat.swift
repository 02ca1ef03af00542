import CardModel
import CardRaster

/// Formats the numbers of a chart in a locale.
struct ChartFormat {
  /// A style of numbers.
  enum Style: Hashable {
    case plain(decimals: Int, isGrouped: Bool)
    case compact(form: DeckLocale.ShortForm?, decimals: Int)
    case percent(decimals: Int)
    /// Scientific notation with a common power, or each number's own.
    case scientific(power: Int?, decimals: Int)
    case formatter([FormatterCall])
    case d3(D3NumberFormat)
    /// Seconds since 1970 as a full date, or in the deck's `format`.
    case moment(String?, TimeUnit?)
  }

  @CopyOnWriteBox private(set) var locale: DeckLocale
  var style: Style
  var unit = ChartUnit.Affixes()
  /// Whether numbers are written without their sign.
  var isAbsolute = false

  /// The style of a deck's `format`; nil for a date format.
  ///
  /// - Throws: an error if the format is invalid.
  static func style(_ format: String) throws(BindingError) -> Style? {
    if isAbsolute(format) {
      return try rest(ofAbsolute: format).map { rest throws(BindingError) in try style(rest) }
        ?? .plain(decimals: 0, isGrouped: true)
    }
    if let calls = try formatter(format) { return writesMoments(calls) ? nil : .formatter(calls) }
    if D3TimeFormat.isMeant(format) {
      _ = try D3TimeFormat(format)
      return nil
    }
    return .d3(try D3NumberFormat(format))
  }

  /// Whether the formatters format a date.
  static func writesMoments(_ calls: [FormatterCall]) -> Bool {
    calls.contains { $0.name == Formatters.date.rawValue }
  }

  /// Whether a format is `abs`, alone or before another one: `abs | percent`.
  static func isAbsolute(_ format: String) -> Bool {
    let words = format.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return words.first?.filter { $0 != " " } == "abs"
  }

  /// The format after `abs`; nil if there is none.
  private static func rest(ofAbsolute format: String) -> String? {
    let words = format.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count > 1 else { return nil }
    return String(words[1].drop { $0 == " " })
  }

  /// The calls of a format that uses binding formatters; nil for other formats.
  static func formatter(_ format: String) throws(BindingError) -> [FormatterCall]? {
    let name = String(format.prefix { $0.isLetter })
    guard Formatters(rawValue: name) != nil else { return nil }
    let pieces = try BindingParser.pieces(of: "{{ value | \(format) }}")
    guard pieces.count == 1, case .binding(let expression) = pieces[0] else { return nil }
    return expression.callsOfPath
  }

  /// The format of an axis, with the same number of decimals for all values.
  ///
  /// Short forms are used if the largest value is at least 10,000.
  static func axis(
    _ dimension: ChartDimension, step: Double, largest: Double, _ locale: DeckLocale
  ) -> ChartFormat {
    let hasUnit = dimension.unit?.onAxis == .all
    func decimals(_ step: Double) -> Int {
      guard step > 0 else { return 0 }
      var count = max(0, -RealMath.exponent10(step * (1 + 1e-9)))
      // Steps such as 2.5 and 25 need one more decimal than their magnitude suggests.
      while count < 10, abs(step * RealMath.pow10(count) - (step * RealMath.pow10(count)).rounded()) > 1e-6 {
        count += 1
      }
      return count
    }
    func shortForm(from least: Double) -> Style? {
      guard largest >= least else { return nil }
      return locale.shortForms.last { largest >= Rounded.power10($0.least) }.map {
        .compact(form: $0, decimals: decimals(step / Rounded.power10($0.power)))
      }
    }
    let result = make(
      dimension, locale, hasUnit: hasUnit, fitted: { $0.fitted(step: step, largest: largest) }
    ) { dimension in
      if dimension.isShare { return .percent(decimals: max(0, decimals(step) - 2)) }
      if largest > 0, largest < leastPlain {
        let power = exponent(largest)
        return .scientific(power: power, decimals: max(0, decimals(step) + power))
      }
      return shortForm(from: 10_000) ?? .plain(decimals: decimals(step), isGrouped: !dimension.isOfYears)
    }
    // Amounts from a million are short too, with the symbol of the currency where the locale has it.
    guard case .formatter(let calls) = result.style, calls.count == 1, let style = shortForm(from: 1e6),
      calls[0].name == Formatters.currency.rawValue, let sample = try? applied(calls, to: 1, locale),
      let first = sample.firstIndex(where: \.isNumber), let last = sample.lastIndex(where: \.isNumber)
    else { return result }
    return changing(result) { format in
      format.style = style
      format.unit = .init(
        before: String(sample[..<first]), after: String(sample[sample.index(after: last)...]))
    }
  }

  /// The format of single values: up to two decimals, or enough to distinguish small values.
  static func values(_ values: [Double], _ dimension: ChartDimension, _ locale: DeckLocale) -> ChartFormat {
    if dimension.type == .temporal {
      return ChartFormat(locale: locale, style: .moment(dimension.format, dimension.timeUnit))
    }
    return make(dimension, locale, hasUnit: dimension.unit?.at != .top, fitted: { $0.fitted() }) {
      dimension in
      if dimension.isShare { return .percent(decimals: 0) }
      let largest = values.map(\.magnitude).max() ?? 0
      if largest >= 1e6 {
        let hasDecimals = values.prefix(2_000).contains { locale.compactText($0).contains(locale.decimal) }
        return .compact(form: nil, decimals: hasDecimals ? -2 : -1)
      }
      // Two significant digits of the largest value, and the first digit in which values differ.
      let standard = largest >= 1_000 ? (largest >= 10_000 ? 0 : 1) : max(2, 1 - exponent(largest))
      let exact = max(standard, -exponent((values.max() ?? 0) - (values.min() ?? 0)))
      if largest > 0, largest < leastPlain {
        return .scientific(power: nil, decimals: min(15, max(1, exact + exponent(largest))))
      }
      let most = min(10, exact)
      var count = 0
      for value in values.prefix(2_000) where count < most {
        count = max(count, min(most, decimals(of: value)))
      }
      return .plain(decimals: count, isGrouped: !dimension.isOfYears)
    }
  }

  /// The deck's format adapted to the numbers, or the default format.
  private static func make(
    _ dimension: ChartDimension, _ locale: DeckLocale, hasUnit: Bool,
    fitted: (D3NumberFormat) -> D3NumberFormat,
    standard: (ChartDimension) -> Style
  ) -> ChartFormat {
    var (dimension, isAbsolute) = (dimension, false)
    while let format = dimension.format, self.isAbsolute(format) {
      (dimension.format, isAbsolute) = (rest(ofAbsolute: format), true)
    }
    var given = dimension.format.flatMap { try? style($0) }
    if case .d3(let format)? = given { given = .d3(fitted(format)) }
    let unit = dimension.unit.map { hasUnit ? $0.affixes(locale) : .init() } ?? .init()
    return ChartFormat(
      locale: locale, style: given ?? standard(dimension), unit: unit, isAbsolute: isAbsolute)
  }

  /// The smallest number that is not written in scientific notation.
  static let leastPlain = 1e-6

  /// The exponent of a number's first digit; 0 for zero.
  private static func exponent(_ value: Double) -> Int {
    value > 0 && value.isFinite ? RealMath.exponent10(value * (1 + 1e-9)) : 0
  }

  /// The number of decimals of a number, up to ten.
  static func decimals(of value: Double) -> Int {
    var count = 0
    while count < 10 {
      let shifted = value.magnitude * RealMath.pow10(count)
      if abs(shifted - shifted.rounded()) <= shifted * 1e-9 { break }
      count += 1
    }
    return count
  }

  /// The same format with one more decimal; nil if there is none.
  var finer: ChartFormat? {
    var result = self
    switch style {
    case .plain(let decimals, let isGrouped) where decimals < 10:
      result.style = .plain(decimals: decimals + 1, isGrouped: isGrouped)
    case .percent(let decimals) where decimals < 10: result.style = .percent(decimals: decimals + 1)
    case .compact(let form, let decimals) where decimals < 10:
      result.style = .compact(form: form, decimals: max(1, decimals + 1))
    case .formatter(var calls):
      let names = [Formatters.number, .currency, .percent, .compact].map(\.rawValue)
      guard let last = calls.lastIndex(where: { names.contains($0.name) }) else { return nil }
      var arguments = calls[last].arguments
      var decimals: Int?
      if case .number(let given)? = arguments.last?.value {
        decimals = Int(clamping: given.value)
        arguments.removeLast()
      }
      guard decimals ?? 0 < 10 else { return nil }
      let least: Int
      switch calls[last].name {
      case Formatters.currency.rawValue:
        var code = locale.currency
        if case .string(let given)? = arguments.first?.value { code = given }
        // No amount has one decimal if the currency has two.
        least = Currencies.digits(code) + (decimals == nil ? 1 : 0)
      case Formatters.number.rawValue: least = decimals == nil ? 4 : 0
      default: least = 1
      }
      calls[last].arguments = arguments + [.of(Double(max(least, (decimals ?? 0) + 1)))]
      result.style = .formatter(calls)
    case .d3(let format):
      guard let finer = format.finer else { return nil }
      result.style = .d3(finer)
    default: return nil
    }
    return result
  }

  /// A text that different numbers have in common; nil if there is none.
  ///
  /// With `isAbsolute`, equal texts for numbers with opposite signs are intended.
  static func repeated(_ numbers: [Double], _ texts: [String], isAbsolute: Bool) -> String? {
    var known: [String: Double] = [:]
    return zip(numbers, texts).first { number, text in
      let value = isAbsolute ? number.magnitude : number
      return known.updateValue(value, forKey: text) ?? value != value
    }?.1
  }

  /// Formats numbers, with more digits if different numbers would have the same text.
  ///
  /// - Returns: the texts, and a text that different numbers still have in common.
  static func texts(_ numbers: [Double], _ formats: [ChartFormat]) -> (texts: [String], repeated: String?) {
    let isAbsolute = formats.contains(where: \.isAbsolute)
    func written(_ formats: [ChartFormat]) -> (texts: [String], repeated: String?) {
      let texts = zip(numbers, formats).map { $1.format($0) }
      return (texts, repeated(numbers, texts, isAbsolute: isAbsolute))
    }
    let first = written(formats)
    var (found, finer) = (first, formats)
    for _ in 0..<12 where found.repeated != nil {
      finer = finer.map { $0.finer ?? $0 }
      found = written(finer)
    }
    return found.repeated == nil ? found : first
  }

  /// The total of all percentages in a channel; nil for other numbers.
  static func wholeOfPercentages(_ channel: ChartChannel) -> Double? {
    wholeOfPercentages(unit: channel.unit, format: channel.axis.format ?? channel.format)
  }

  static func wholeOfPercentages(unit: ChartUnit?, format: String?) -> Double? {
    if unit?.unit.trimmingPrefix(" ") == "%" { return 100 }
    guard let format, let style = try? style(format) else { return nil }
    switch style {
    case .formatter(let calls): return calls.contains { $0.name == Formatters.percent.rawValue } ? 1 : nil
    case .d3(let format): return format.isPercent ? 1 : nil
    default: return nil
    }
  }

  /// A number as text; its minus sign is U+2212.
  func format(_ value: Double) -> String {
    let value = isAbsolute ? value.magnitude : value
    let text: String
    switch style {
    case .plain(let decimals, let isGrouped):
      text = plainText(value, decimals, group: isGrouped ? locale.group : "")
    case .scientific(let power, let decimals):
      text = locale.scientificText(JSONDecimal(value), digits: decimals, power: power)
    case .compact(nil, let decimals):
      text = locale.compactText(value, digits: decimals < 0 ? nil : decimals, isFixed: decimals == -2)
    case .compact(let form?, let decimals):
      let number = Rounded(value / Rounded.power10(form.power), digits: decimals...max(0, decimals))
      let digits = locale.decimalText(number, group: locale.group)
      text = value == 0 ? locale.withOwnDigits("0") : digits + form.suffix
    case .percent(let decimals): text = locale.shareText(JSONNumber(value), digits: decimals)
    case .formatter(let calls):
      text = (try? Self.applied(calls, to: value, locale)) ?? JSONNumber.format(value)
    // The sign of an exponent is written like in d3.
    case .d3(let format): return unit.around(format.format(value, locale))
    case .moment(let format, let unit): return ChartTimeFormat(format, locale).full(value, unit)
    }
    let hasMinus = text.utf8.contains(UInt8(ascii: "-"))
    return unit.around(hasMinus ? text.replacing("-", with: "\u{2212}") : text)
  }

  /// A number with the given decimals.
  ///
  /// It gets two significant digits if rounding would change it by a tenth or more.
  private func plainText(_ value: Double, _ decimals: Int, group: String) -> String {
    if value == 0 { return locale.withOwnDigits("0") }
    if decimals < 15 {
      let power = RealMath.pow10(decimals)
      let written = (value.magnitude * power).rounded() / power
      if abs(written - value.magnitude) > 0.1 * value.magnitude {
        return locale.significantText(JSONDecimal(value), digits: 2, group: group)
      }
    }
    return locale.decimalText(Rounded(value, digits: decimals...decimals), group: group)
  }

  /// Applies binding formatters to a number.
  static func applied(
    _ calls: [FormatterCall], to value: Double, _ locale: DeckLocale
  ) throws(BindingError) -> String {
    var node = JSONNode.of(value)
    var locale = locale
    for call in calls {
      guard let formatter = Formatters(rawValue: call.name) else { throw Formatters.unknown(call.name, []) }
      if formatter == .locale { locale = try Formatters.locale(call) }
      node = try Formatters.apply(formatter, call, to: node, locale: locale, budget: DeckBudget())
    }
    return ChartValue(node)?.name ?? ""
  }
}
