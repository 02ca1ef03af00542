/// Distances from the four edges of a rectangle inwards, in points.
public struct Insets: Hashable, Sendable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the left edge.
  public var left: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the right edge.
  public var right: Double

  /// Zero at every edge.
  public static let zero = Insets(0)

  /// Makes insets in UIKit's order.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Makes the same inset at every edge.
  public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// The sum of left and right.
  public var horizontal: Double { left + right }
  /// The sum of top and bottom.
  public var vertical: Double { top + bottom }
}
