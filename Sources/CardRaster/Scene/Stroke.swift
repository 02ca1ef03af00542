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

extension Stroke {
  /// The stroke for a path, with longer dashes where there would be more of them than a painter draws.
  package func fitting(_ path: Path) -> Stroke {
    let period = dashes.reduce(0, +)
    guard period > 0 else { return self }
    let count = path.length / period * Double(dashes.count)
    // One less, so that no rounding error makes one too many.
    let most = Double(Limits.pathPoints - 1)
    guard count > most, count.isFinite else { return self }
    var result = self
    result.dashes = dashes.map { $0 * count / most }
    return result
  }
}
