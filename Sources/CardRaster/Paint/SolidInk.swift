/// A solid colour as cairo draws it through coverage, to the last bit.
struct SolidInk {
  private let pixel: PremultipliedPixel
  private let isOpaque: Bool

  init(_ color: Color) {
    let alpha = Double(color.alpha) / 255
    // As `_cairo_color_double_to_short` rounds; of that pixman takes the upper half.
    func channel(_ value: Double) -> UInt32 { UInt32(value * 65_535 + 0.5) >> 8 }
    pixel = PremultipliedPixel(
      rawValue: channel(alpha) << 24 | channel(Double(color.red) / 255 * alpha) << 16
        | channel(Double(color.green) / 255 * alpha) << 8 | channel(Double(color.blue) / 255 * alpha))
    isOpaque = color.isOpaque
  }

  /// A pixel after the colour was drawn over it.
  func over(_ below: UInt32, coverage: UInt8) -> UInt32 {
    guard isOpaque else {
      // Pixman's way (`over_n_8_8888`).
      return pixel.scaled(by: UInt32(coverage)).over(PremultipliedPixel(rawValue: below)).rawValue
    }
    if coverage == 255 { return pixel.rawValue }
    return Self.share(UInt32(coverage), of: pixel.rawValue) &+ Self.share(UInt32(255 - coverage), of: below)
  }

  /// All four channels times a share of 255, halves rounded down, which is cairo's own way (`lerp8x4`) and not pixman's.
  private static func share(_ share: UInt32, of pixel: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let even = (pixel & mask) &* share &+ 0x007F_007F
    let odd = (pixel >> 8 & mask) &* share &+ 0x007F_007F
    return (even &+ (even >> 8 & mask)) >> 8 & mask | (odd &+ (odd >> 8 & mask)) & ~mask
  }
}
