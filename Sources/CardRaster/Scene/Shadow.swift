/// A blurred, coloured copy of a shape, drawn behind it.
public struct Shadow: Hashable, Sendable {
  /// Its colour; the opacity is in the colour's alpha.
  public var color: Color
  /// The standard deviation of the Gaussian, in points (CALayer's `shadowRadius`; half of CSS's blur radius).
  public var radius: Double
  /// The offset from the shape, in points.
  public var offset: Point

  /// Makes a shadow.
  public init(color: Color, radius: Double, offset: Point) {
    self.color = color
    self.radius = radius
    self.offset = offset
  }
}
