/// How far apart two pixels are.
struct ColorDifference {
  /// A number that grows with the distance; `ColorDistance.distance(of:)` knows the distance.
  var extent: Double
  /// Whether it is more than is let pass.
  var exceeds: Bool
  /// Whether the second pixel is the darker one.
  var isDarker: Bool
}
