/// How a line is drawn: thickness, dashes and ends.
public struct Stroke: Hashable, Sendable {
  /// The shape of a line's ends.
  public enum Cap: Hashable, Sendable {
    /// Cut off at the end.
    case butt
    /// A half circle.
    case round
  }

  /// Thickness in points, centred on the path.
  public var width: Double
  /// Lengths on and off in turn, in points; empty for a solid line.
  public var dashes: [Double]
  /// The ends; joins are round with round ends and mitred otherwise.
  public var cap: Cap

  /// Makes a stroke.
  public init(width: Double, dashes: [Double] = [], cap: Cap = .butt) {
    self.width = width
    self.dashes = dashes
    self.cap = cap
  }
}
