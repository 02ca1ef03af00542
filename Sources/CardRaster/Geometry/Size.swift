/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// Horizontal extent.
  public var width: Double
  /// Vertical extent.
  public var height: Double

  /// Zero in both directions.
  public static let zero = Size(width: 0, height: 0)

  /// Makes a size from its two extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether the width or height is zero or negative.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}
