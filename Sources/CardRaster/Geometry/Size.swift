/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// Extent to the right.
  public var width: Double
  /// Extent downward.
  public var height: Double

  /// Nothing in both directions.
  public static let zero = Size(width: 0, height: 0)

  /// Makes a size of its two extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether nothing can be drawn in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}
