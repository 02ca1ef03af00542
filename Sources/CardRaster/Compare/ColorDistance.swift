/// A way to measure two pixels, which are words of a `Bitmap`: red in the lowest byte, alpha in the highest.
protocol ColorDistance {
  /// Distances up to this are let pass.
  var threshold: Double { get }

  /// Upper bounds of the distance of two opaque pixels that differ by one in one channel.
  ///
  /// Distances obey the triangle inequality, so pixels that differ by n in all are at most n steps apart.
  static var steps: ColorSteps { get }

  /// Measures two pixels that are not equal; `index` is their number in the picture.
  mutating func measure(_ expected: UInt32, _ actual: UInt32, at index: Int) -> ColorDifference

  /// The distance that an extent stands for, 1 for black and white.
  static func distance(of extent: Double) -> Double

  /// How much brighter a pixel is, in luma, than a neighbour that it differs from; either may be transparent.
  ///
  /// 0 only where they look alike. `index` is the number of the pixel in the picture.
  func brightness(of pixel: UInt32, over neighbor: UInt32, at index: Int) -> Double
}
