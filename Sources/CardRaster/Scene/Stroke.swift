/// The style of a line: width, dashes and caps.
public struct Stroke: Hashable, Sendable {
  /// The shape of the ends of a line.
  public enum Cap: Hashable, Sendable {
    /// Ends at the last point.
    case butt
    /// Ends with a half circle.
    case round
  }

  /// Width in points, centred on the path.
  public var width: Double
  /// Alternating dash and gap lengths, in points; empty for a solid line.
  public var dashes: [Double]
  /// The cap; joins are round with round caps and mitred otherwise.
  public var cap: Cap

  /// Makes a stroke.
  public init(width: Double, dashes: [Double] = [], cap: Cap = .butt) {
    self.width = width
    self.dashes = dashes
    self.cap = cap
  }
}

extension Stroke {
  /// The stroke for a path, with longer dashes if there would be more dashes than a painter draws.
  package func fitting(_ path: Path) -> Stroke {
    let period = dashes.reduce(0, +)
    guard period > 0 else { return self }
    let count = path.length / period * Double(dashes.count)
    // One less, so that a rounding error cannot exceed the limit.
    let most = Double(Limits.pathPoints - 1)
    guard count > most, count.isFinite else { return self }
    var result = self
    result.dashes = dashes.map { $0 * count / most }
    return result
  }
}
