/// A colour in sRGB with straight alpha, eight bits per channel.
public struct Color: Hashable, Sendable {
  /// Red, 0…255.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8
  /// Opacity, 0…255; not premultiplied.
  public var alpha: UInt8

  /// Opaque black.
  public static let black = Color(rgb: 0x000000)
  /// Opaque white.
  public static let white = Color(rgb: 0xFFFFFF)
  /// Fully transparent.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Makes a colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes an opaque colour from `0xRRGGBB`.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// The same colour with its opacity multiplied by a factor of 0…1.
  public func multiplyingAlpha(by factor: Double) -> Color {
    changing(self) { $0.alpha = UInt8((Double(alpha) * min(1, max(0, factor))).rounded()) }
  }

  /// Whether its alpha is 255.
  public var isOpaque: Bool { alpha == 255 }
  /// The same colour, opaque.
  package var opaque: Color { Color(red: red, green: green, blue: blue) }
  /// Whether its alpha is 0.
  public var isClear: Bool { alpha == 0 }

  /// `#RRGGBB`, or `#RRGGBBAA` if the colour is not opaque.
  public var hexText: String {
    let digits = Array("0123456789ABCDEF")
    var text = "#"
    for channel in alpha == 255 ? [red, green, blue] : [red, green, blue, alpha] {
      text.append(digits[Int(channel >> 4)])
      text.append(digits[Int(channel & 15)])
    }
    return text
  }
}

/// Luminance and contrast, as defined in WCAG 2.2 ("relative luminance" and "contrast ratio").
extension Color {
  /// The linear light of each channel value, 0…1 (IEC 61966-2-1).
  ///
  /// x^2.4 is computed as the fifth root of x², times x².
  static let light: [Double] = (0...255).map { light(Double($0) / 255) }

  /// The linear light of a channel value, 0…1.
  static func light(_ value: Double) -> Double {
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    return base * base * Roots.fifth(base * base)
  }

  /// The relative luminance of the colour, 0…1; alpha is ignored.
  package var luminance: Double {
    let light = Color.light
    return 0.2126 * light[Int(red)] + 0.7152 * light[Int(green)] + 0.0722 * light[Int(blue)]
  }

  /// The contrast ratio with another opaque colour, 1…21.
  package func contrast(with other: Color) -> Double {
    let (a, b) = (luminance + 0.05, other.luminance + 0.05)
    return max(a, b) / min(a, b)
  }

  /// The result of compositing the colour over another one.
  public func over(_ backdrop: Color) -> Color {
    guard !isOpaque else { return self }
    let (share, rest) = (Double(alpha) / 255, Double(backdrop.alpha) / 255 * Double(255 - alpha) / 255)
    let whole = share + rest
    guard whole > 0 else { return .clear }
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(((Double(a) * share + Double(b) * rest) / whole).rounded())
    }
    return Color(
      red: mix(red, backdrop.red), green: mix(green, backdrop.green), blue: mix(blue, backdrop.blue),
      alpha: UInt8((whole * 255).rounded()))
  }

  /// The colour blended towards another one; alpha stays that of this colour.
  public func blended(with other: Color, share: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      let way: Double = Double(b) - Double(a)
      return UInt8((Double(a) + way * share).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }

  /// The nearest colour of the same hue whose contrast with all backdrops is at least a ratio.
  ///
  /// Only the OKLab lightness changes, away from the backdrops. The colour keeps as much chroma as sRGB has
  /// at that lightness.
  /// If no lightness reaches the ratio, the result is black or white, whichever has the higher contrast.
  package func standingOut(from backdrops: [Color], by ratio: Double) -> Color {
    func least(_ color: Color) -> Double { backdrops.map { color.contrast(with: $0) }.min() ?? 21 }
    guard least(self) < ratio else { return self }
    let end = least(.black) > least(.white) ? Color.black : Color.white
    guard least(end) >= ratio else { return end }
    let own = OKLab(self)
    // Bisection: the contrast only grows towards the end.
    var (near, far) = (own.lightness, end == .black ? 0.0 : 1.0)
    var found = end
    for _ in 0..<24 {
      let middle = (near + far) / 2
      let color = own.with(lightness: middle).color
      if least(color) >= ratio { (far, found) = (middle, color) } else { near = middle }
    }
    return found
  }
}

extension Color {
  /// The names that `init(css:)` accepts, in lower case.
  package static let names = cssNames.map(\.name) + ["transparent", "clear"]

  /// The colour of a CSS name in lower case, or nil.
  static func named(_ name: String) -> Color? {
    if name == "transparent" || name == "clear" { return .clear }
    var range = cssNames[...]
    while !range.isEmpty {
      let middle = range.startIndex + range.count / 2
      let entry = range[middle]
      if entry.name == name { return Color(rgb: entry.rgb) }
      range = entry.name < name ? range[(middle + 1)...] : range[..<middle]
    }
    return nil
  }

  /// The names of CSS Color Module Level 4, section 6.1, in alphabetical order.
  static let cssNames: [(name: String, rgb: UInt32)] = [
    ("aliceblue", 0xF0F8FF), ("antiquewhite", 0xFAEBD7), ("aqua", 0x00FFFF), ("aquamarine", 0x7FFFD4),
    ("azure", 0xF0FFFF), ("beige", 0xF5F5DC), ("bisque", 0xFFE4C4), ("black", 0x000000),
    ("blanchedalmond", 0xFFEBCD), ("blue", 0x0000FF), ("blueviolet", 0x8A2BE2), ("brown", 0xA52A2A),
    ("burlywood", 0xDEB887), ("cadetblue", 0x5F9EA0), ("chartreuse", 0x7FFF00), ("chocolate", 0xD2691E),
    ("coral", 0xFF7F50), ("cornflowerblue", 0x6495ED), ("cornsilk", 0xFFF8DC), ("crimson", 0xDC143C),
    ("cyan", 0x00FFFF), ("darkblue", 0x00008B), ("darkcyan", 0x008B8B), ("darkgoldenrod", 0xB8860B),
    ("darkgray", 0xA9A9A9), ("darkgreen", 0x006400), ("darkgrey", 0xA9A9A9), ("darkkhaki", 0xBDB76B),
    ("darkmagenta", 0x8B008B), ("darkolivegreen", 0x556B2F), ("darkorange", 0xFF8C00),
    ("darkorchid", 0x9932CC),
    ("darkred", 0x8B0000), ("darksalmon", 0xE9967A), ("darkseagreen", 0x8FBC8F), ("darkslateblue", 0x483D8B),
    ("darkslategray", 0x2F4F4F), ("darkslategrey", 0x2F4F4F), ("darkturquoise", 0x00CED1),
    ("darkviolet", 0x9400D3), ("deeppink", 0xFF1493), ("deepskyblue", 0x00BFFF), ("dimgray", 0x696969),
    ("dimgrey", 0x696969), ("dodgerblue", 0x1E90FF), ("firebrick", 0xB22222), ("floralwhite", 0xFFFAF0),
    ("forestgreen", 0x228B22), ("fuchsia", 0xFF00FF), ("gainsboro", 0xDCDCDC), ("ghostwhite", 0xF8F8FF),
    ("gold", 0xFFD700), ("goldenrod", 0xDAA520), ("gray", 0x808080), ("green", 0x008000),
    ("greenyellow", 0xADFF2F), ("grey", 0x808080), ("honeydew", 0xF0FFF0), ("hotpink", 0xFF69B4),
    ("indianred", 0xCD5C5C), ("indigo", 0x4B0082), ("ivory", 0xFFFFF0), ("khaki", 0xF0E68C),
    ("lavender", 0xE6E6FA), ("lavenderblush", 0xFFF0F5), ("lawngreen", 0x7CFC00), ("lemonchiffon", 0xFFFACD),
    ("lightblue", 0xADD8E6), ("lightcoral", 0xF08080), ("lightcyan", 0xE0FFFF),
    ("lightgoldenrodyellow", 0xFAFAD2), ("lightgray", 0xD3D3D3), ("lightgreen", 0x90EE90),
    ("lightgrey", 0xD3D3D3), ("lightpink", 0xFFB6C1), ("lightsalmon", 0xFFA07A), ("lightseagreen", 0x20B2AA),
    ("lightskyblue", 0x87CEFA), ("lightslategray", 0x778899), ("lightslategrey", 0x778899),
    ("lightsteelblue", 0xB0C4DE), ("lightyellow", 0xFFFFE0), ("lime", 0x00FF00), ("limegreen", 0x32CD32),
    ("linen", 0xFAF0E6), ("magenta", 0xFF00FF), ("maroon", 0x800000), ("mediumaquamarine", 0x66CDAA),
    ("mediumblue", 0x0000CD), ("mediumorchid", 0xBA55D3), ("mediumpurple", 0x9370DB),
    ("mediumseagreen", 0x3CB371), ("mediumslateblue", 0x7B68EE), ("mediumspringgreen", 0x00FA9A),
    ("mediumturquoise", 0x48D1CC), ("mediumvioletred", 0xC71585), ("midnightblue", 0x191970),
    ("mintcream", 0xF5FFFA), ("mistyrose", 0xFFE4E1), ("moccasin", 0xFFE4B5), ("navajowhite", 0xFFDEAD),
    ("navy", 0x000080), ("oldlace", 0xFDF5E6), ("olive", 0x808000), ("olivedrab", 0x6B8E23),
    ("orange", 0xFFA500), ("orangered", 0xFF4500), ("orchid", 0xDA70D6), ("palegoldenrod", 0xEEE8AA),
    ("palegreen", 0x98FB98), ("paleturquoise", 0xAFEEEE), ("palevioletred", 0xDB7093),
    ("papayawhip", 0xFFEFD5),
    ("peachpuff", 0xFFDAB9), ("peru", 0xCD853F), ("pink", 0xFFC0CB), ("plum", 0xDDA0DD),
    ("powderblue", 0xB0E0E6), ("purple", 0x800080), ("rebeccapurple", 0x663399), ("red", 0xFF0000),
    ("rosybrown", 0xBC8F8F), ("royalblue", 0x4169E1), ("saddlebrown", 0x8B4513), ("salmon", 0xFA8072),
    ("sandybrown", 0xF4A460), ("seagreen", 0x2E8B57), ("seashell", 0xFFF5EE), ("sienna", 0xA0522D),
    ("silver", 0xC0C0C0), ("skyblue", 0x87CEEB), ("slateblue", 0x6A5ACD), ("slategray", 0x708090),
    ("slategrey", 0x708090), ("snow", 0xFFFAFA), ("springgreen", 0x00FF7F), ("steelblue", 0x4682B4),
    ("tan", 0xD2B48C), ("teal", 0x008080), ("thistle", 0xD8BFD8), ("tomato", 0xFF6347),
    ("turquoise", 0x40E0D0), ("violet", 0xEE82EE), ("wheat", 0xF5DEB3), ("white", 0xFFFFFF),
    ("whitesmoke", 0xF5F5F5), ("yellow", 0xFFFF00), ("yellowgreen", 0x9ACD32),
  ]
}

extension Color {
  /// Parses a CSS colour; returns nil for anything else.
  ///
  /// Supported are `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, the 148 names of CSS Color 4, `transparent` and
  /// `clear`, and `rgb()`, `rgba()`, `hsl()` and `hsla()` with commas or with spaces and a slash. Channels
  /// are numbers of 0…255 or percentages. Opacity is a number of 0…1 or a percentage. Hue is a number of
  /// degrees or an angle in `deg`, `grad`, `rad` or `turn`. Out-of-range values are clamped and the hue wraps
  /// around, as CSS defines. Case and surrounding white space are ignored. The source is CSS Color Module
  /// Level 4, sections 4 to 7; the keyword `none` and exponents are not supported.
  public init?(css text: String) {
    var scanner = ColorScanner(text)
    guard let color = scanner.color() else { return nil }
    self = color
  }

  /// The colour name within two edits of a misspelt one, or nil.
  public static func nearestName(to text: String) -> String? {
    Spelling.nearest(to: text, in: names, within: 2)
  }
}

/// Parses one colour from lower-case ASCII bytes; each method starts where the last one ended.
private struct ColorScanner {
  private let bytes: [UInt8]
  private var at = 0

  /// A number and its unit.
  private enum Value {
    case number(Double)
    case percentage(Double)
    case angle(Double)
  }

  init(_ text: String) {
    var trimmed = text.utf8[...]
    while let first = trimmed.first, Self.isSpace(first) { trimmed.removeFirst() }
    while let last = trimmed.last, Self.isSpace(last) { trimmed.removeLast() }
    bytes = trimmed.map { (65...90).contains($0) ? $0 + 32 : $0 }
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

  /// The arguments after the opening bracket, up to the end of the text.
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

  /// Channels of 0…1; the old syntax, with commas, requires all numbers or all percentages.
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

  /// Channels of 0…1; the old syntax requires percentages after the hue.
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
    // A share such as 0.35 has no exact double; the small term makes its half round up as on paper.
    UInt8((min(1, max(0, share)) * 255 + 1e-9).rounded())
  }

  private mutating func separator(_ hasCommas: Bool) -> Bool {
    let isSpaced = skipSpace()
    guard hasCommas else { return isSpaced || bytes[at - 1] == UInt8(ascii: "%") }
    guard take(",") else { return false }
    skipSpace()
    return true
  }

  /// `+1`, `-.5`, `12.25`, optionally followed by `%` or an angle unit.
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

extension Bitmap {
  /// The colour of a pixel, whose red, green and blue are not premultiplied.
  public subscript(x: Int, y: Int) -> Color {
    let start = 4 * (y * width + x)
    return Color(
      red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2], alpha: pixels[start + 3])
  }
}
