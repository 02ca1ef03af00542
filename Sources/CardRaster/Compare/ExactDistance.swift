/// Every bit counts.
struct ExactDistance: ColorDistance {
  let threshold = 0.0
  static let steps = ColorSteps(dark: 1, middle: 1, bright: 1)

  @inline(__always)
  func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference {
    let (a, b) = (StraightPixel(expected), StraightPixel(actual))
    let channels = max(
      max(abs(a.red - b.red), abs(a.green - b.green)), max(abs(a.blue - b.blue), abs(a.alpha - b.alpha)))
    return ColorDifference(
      extent: Double(channels), exceeds: channels > 0,
      isDarker: Luma.units(of: expected) > Luma.units(of: actual))
  }

  static func distance(of extent: Double) -> Double { extent / 255 }

  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double {
    Double(Luma.units(of: pixel) - Luma.units(of: neighbor)) / Luma.unitsInOne
  }
}
