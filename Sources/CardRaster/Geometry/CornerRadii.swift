/// The radii of a rectangle's four corners, in points.
public struct CornerRadii: Hashable, Sendable {
  /// The corner at the top left.
  public var topLeft: Double
  /// The corner at the top right.
  public var topRight: Double
  /// The corner at the bottom right.
  public var bottomRight: Double
  /// The corner at the bottom left.
  public var bottomLeft: Double

  /// Square corners.
  public static let zero = CornerRadii(0)

  /// Makes the four radii, clockwise from the top left.
  public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Makes four equal radii.
  public init(_ all: Double) {
    self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all)
  }

  /// Whether all four corners are square.
  public var isZero: Bool { self == .zero }

  /// The largest of the four.
  public var largest: Double { max(max(topLeft, topRight), max(bottomRight, bottomLeft)) }

  /// The radii scaled to fit a rectangle: all by the same factor, so that no two neighbours overlap.
  ///
  /// The rule is that of CSS Backgrounds 3, section 5.5 "Overlapping Curves".
  public func clamped(to size: Size) -> CornerRadii {
    var factor = 1.0
    for (sum, side) in [
      (topLeft + topRight, size.width), (bottomLeft + bottomRight, size.width),
      (topLeft + bottomLeft, size.height), (topRight + bottomRight, size.height),
    ] where sum > side { factor = min(factor, max(0, side) / sum) }
    guard factor < 1 else { return self }
    return CornerRadii(
      topLeft: topLeft * factor, topRight: topRight * factor,
      bottomRight: bottomRight * factor, bottomLeft: bottomLeft * factor)
  }

  /// The radii of an outline inset by `amount`; a radius is at least 0.
  public func inset(by amount: Double) -> CornerRadii {
    CornerRadii(
      topLeft: max(0, topLeft - amount), topRight: max(0, topRight - amount),
      bottomRight: max(0, bottomRight - amount), bottomLeft: max(0, bottomLeft - amount))
  }
}
