extension Color {
  /// Reads a colour as CSS writes it, or gives nil for anything else.
  ///
  /// Read are `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, the 148 names of CSS Color 4, `transparent` and `clear`,
  /// and `rgb()`, `rgba()`, `hsl()` and `hsla()` with commas or with spaces and a slash. Channels are numbers of
  /// 0…255 or percentages, opacity is a number of 0…1 or a percentage, hue a number of degrees or an angle
  /// in `deg`, `grad`, `rad` or `turn`. Values out of range are clamped and the hue goes round, as CSS says. Case and
  /// white space around the parts do not count. The source is CSS Color Module Level 4, sections 4 to 7; its
  /// word `none` and exponents are not read.
  public init?(css text: String) {
    var scanner = ColorScanner(text)
    guard let color = scanner.color() else { return nil }
    self = color
  }

  /// The colour name that differs from a misspelt one by at most two edits, or nil.
  public static func nearestName(to text: String) -> String? {
    Spelling.nearest(to: text, in: names, within: 2)
  }
}

/// Reads one colour from lower-case ASCII bytes; each function stands where the last one ended.
private struct ColorScanner {
  private let bytes: [UInt8]
  private var at = 0

  /// A number with what stood behind it.
  private enum Value {
    case number(Double)
    case percentage(Double)
    case angle(Double)
  }

  init(_ text: String) {
    var bytes = text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    bytes.removeFirst(bytes.prefix(while: Self.isSpace).count)
    bytes.removeLast(bytes.reversed().prefix(while: Self.isSpace).count)
    self.bytes = bytes
  }

  mutating func color() -> Color? {
    if bytes.first == UInt8(ascii: "#") { return hex(bytes.dropFirst()) }
    let word = word()
    if at == bytes.count { return Color.named(word) }
    guard take("(") else { return nil }
    switch word {
    case "rgb", "rgba": return function(isHue: false)
    case "hsl", "hsla": return function(isHue: true)
    default: return nil
    }
  }

  private func hex(_ digits: ArraySlice<UInt8>) -> Color? {
    var values: [UInt8] = []
    for byte in digits {
      switch byte {
      case 48...57: values.append(byte - 48)
      case 97...102: values.append(byte - 87)
      default: return nil
      }
    }
    switch values.count {
    case 3, 4:
      return Color(
        red: values[0] * 17, green: values[1] * 17, blue: values[2] * 17,
        alpha: values.count == 4 ? values[3] * 17 : 255)
    case 6, 8:
      func pair(_ index: Int) -> UInt8 { values[index] << 4 | values[index + 1] }
      return Color(
        red: pair(0), green: pair(2), blue: pair(4), alpha: values.count == 8 ? pair(6) : 255)
    default: return nil
    }
  }

  /// What follows the opening bracket, to the end of the text.
  private mutating func function(isHue: Bool) -> Color? {
    skipSpace()
    guard let first = value() else { return nil }
    skipSpace()
    let hasCommas = take(",")
    skipSpace()
    guard let second = value() else { return nil }
    guard separator(hasCommas), let third = value() else { return nil }
    skipSpace()
    var alpha = 1.0
    if take(hasCommas ? "," : "/") {
      skipSpace()
      switch value() {
      case .number(let share): alpha = share
      case .percentage(let share): alpha = share / 100
      default: return nil
      }
      skipSpace()
    }
    guard take(")"), at == bytes.count else { return nil }
    let channels = isHue ? hsl(first, second, third, hasCommas) : rgb(first, second, third, hasCommas)
    guard let channels else { return nil }
    return Color(
      red: Self.byte(channels.0), green: Self.byte(channels.1), blue: Self.byte(channels.2),
      alpha: Self.byte(alpha))
  }

  /// Channels of 0…1; the old syntax, with commas, wants all numbers or all percentages.
  private func rgb(_ a: Value, _ b: Value, _ c: Value, _ hasCommas: Bool) -> (Double, Double, Double)? {
    var shares: [Double] = []
    var percentages = 0
    for value in [a, b, c] {
      switch value {
      case .number(let number): shares.append(number / 255)
      case .percentage(let number):
        shares.append(number / 100)
        percentages += 1
      case .angle: return nil
      }
    }
    if hasCommas, percentages == 1 || percentages == 2 { return nil }
    return (shares[0], shares[1], shares[2])
  }

  /// Channels of 0…1; the old syntax wants percentages behind the hue.
  private func hsl(_ a: Value, _ b: Value, _ c: Value, _ hasCommas: Bool) -> (Double, Double, Double)? {
    func share(_ value: Value) -> Double? {
      switch value {
      case .percentage(let number): min(1, max(0, number / 100))
      case .number(let number): hasCommas ? nil : min(1, max(0, number / 100))
      case .angle: nil
      }
    }
    guard let saturation = share(b), let lightness = share(c) else { return nil }
    var hue: Double
    switch a {
    case .number(let degrees), .angle(let degrees): hue = degrees.truncatingRemainder(dividingBy: 360)
    case .percentage: return nil
    }
    if hue < 0 { hue += 360 }
    func channel(_ offset: Double) -> Double {
      let k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let amplitude = saturation * min(lightness, 1 - lightness)
      return lightness - amplitude * max(-1, min(k - 3, min(9 - k, 1)))
    }
    return (channel(0), channel(8), channel(4))
  }

  private static func byte(_ share: Double) -> UInt8 {
    // A share such as 0.35 has no exact double; the small term lets its half round up as on paper.
    UInt8((min(1, max(0, share)) * 255 + 1e-9).rounded())
  }

  private mutating func separator(_ hasCommas: Bool) -> Bool {
    let isSpaced = skipSpace()
    guard hasCommas else { return isSpaced || bytes[at - 1] == UInt8(ascii: "%") }
    guard take(",") else { return false }
    skipSpace()
    return true
  }

  /// `+1`, `-.5`, `12.25`, with `%` or a unit of angle behind it.
  private mutating func value() -> Value? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    var number = 0.0
    var place = 1.0
    let start = at
    while let digit = digit() { number = number * 10 + digit }
    var digits = at - start
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      let start = at
      while let digit = digit() {
        number = number * 10 + digit
        place *= 10
      }
      guard at > start else { return nil }
      digits += at - start
    }
    guard digits > 0, digits <= 15 else { return nil }
    number = (isNegative ? -number : number) / place
    if take("%") { return .percentage(number) }
    switch word() {
    case "": return .number(number)
    case "deg": return .angle(number)
    case "grad": return .angle(number * 0.9)
    case "rad": return .angle(number * 180 / Double.pi)
    case "turn": return .angle(number * 360)
    default: return nil
    }
  }

  private mutating func digit() -> Double? {
    guard at < bytes.count, (48...57).contains(bytes[at]) else { return nil }
    at += 1
    return Double(bytes[at - 1] - 48)
  }

  private mutating func word() -> String {
    let letters = bytes[at...].prefix { (97...122).contains($0) }
    at += letters.count
    return String(decoding: letters, as: UTF8.self)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let count = bytes[at...].prefix(while: Self.isSpace).count
    at += count
    return count > 0
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 12, 13, 32].contains(byte) }
}
