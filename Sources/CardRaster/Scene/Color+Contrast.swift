/// How well colours stand out from each other.
///
/// The source is WCAG 2.2, "relative luminance" and "contrast ratio".
extension Color {
  /// The light that a channel of each value gives, 0…1 (IEC 61966-2-1); x^2.4 is the fifth root of x², times x².
  static let light: [Double] = (0...255).map { light(Double($0) / 255) }

  /// The light of a value of 0…1.
  static func light(_ value: Double) -> Double {
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    return base * base * Roots.fifth(base * base)
  }

  /// The light of the colour to the eye, 0…1, whatever its opacity.
  package var luminance: Double {
    let light = Color.light
    return 0.2126 * light[Int(red)] + 0.7152 * light[Int(green)] + 0.0722 * light[Int(blue)]
  }

  /// The contrast with another opaque colour: from 1 to 21.
  package func contrast(with other: Color) -> Double {
    let (a, b) = (luminance + 0.05, other.luminance + 0.05)
    return max(a, b) / min(a, b)
  }

  /// What is seen of the colour over another one.
  package func over(_ backdrop: Color) -> Color {
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

  /// The colour some way towards another one, opaque or not as this one is.
  package func blended(with other: Color, share: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      let way: Double = Double(b) - Double(a)
      return UInt8((Double(a) + way * share).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }

  /// The nearest colour of the same hue that stands out from some backdrops by a ratio.
  ///
  /// Only the lightness in OKLab changes, away from the backdrops, and as much colour as the screen has at it is kept.
  /// Where no lightness does, it is the better of black and white.
  package func standingOut(from backdrops: [Color], by ratio: Double) -> Color {
    func least(_ color: Color) -> Double { backdrops.map { color.contrast(with: $0) }.min() ?? 21 }
    guard least(self) < ratio else { return self }
    let end = least(.black) > least(.white) ? Color.black : Color.white
    guard least(end) >= ratio else { return end }
    let own = OKLab(self)
    // Halving: the contrast only grows on the way to the end.
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
