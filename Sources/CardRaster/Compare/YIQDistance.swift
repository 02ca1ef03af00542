/// Distance in YIQ, where black to white is 1 but for rounding.
///
/// Source: Y. Kotsarenko, F. Ramos, Measuring perceived color difference using YIQ NTSC transmission color space in
/// mobile applications (2010).
struct YIQDistance: ColorDistance {
  let threshold: Double
  private let background: Comparison.Settings.Background
  private let mostSquared: Double

  /// The largest squared distance that two colours have.
  private static let scale = 35215.0

  init(threshold: Double, background: Comparison.Settings.Background) {
    self.threshold = threshold
    self.background = background
    mostSquared = YIQDistance.scale * threshold * threshold
  }

  /// A step of green is the longest: the root of 0.24983 / 35215.
  static let steps = ColorSteps(dark: 0.00267, middle: 0.00267, bright: 0.00267)

  @inline(__always)
  func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference {
    let (a, b) = (StraightPixel(expected), StraightPixel(actual))
    let d =
      a.isOpaque && b.isOpaque
      ? SIMD3(Double(a.red - b.red), Double(a.green - b.green), Double(a.blue - b.blue))
      : a.difference(to: b, over: Backdrop(background, at: index))
    let y = Luma.of(red: d.x, green: d.y, blue: d.z)
    let i = d.x * 0.59597799 - d.y * 0.27417610 - d.z * 0.32180189
    let q = d.x * 0.21147017 - d.y * 0.52261711 + d.z * 0.31114694
    let squared = 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
    return ColorDifference(
      extent: squared, exceeds: squared > mostSquared, isDarker: y > 0)
  }

  static func distance(of extent: Double) -> Double { (extent / YIQDistance.scale).squareRoot() }

  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double {
    let (a, b) = (StraightPixel(pixel), StraightPixel(neighbor))
    if a.isOpaque, b.isOpaque { return a.luma(minus: b) }
    return a.luma(minus: b, over: Backdrop(background, at: index))
  }
}
