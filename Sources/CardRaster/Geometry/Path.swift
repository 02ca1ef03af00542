/// An outline of straight lines and cubic curves, in points, y down.
public struct Path: Hashable, Sendable {
  /// One step of an outline.
  public enum Element: Hashable, Sendable {
    /// Starts a new outline.
    case move(Point)
    /// A straight line from the current point.
    case line(Point)
    /// A cubic curve from the current point with two control points.
    case curve(Point, Point, Point)
    /// A straight line back to the start.
    case close
  }

  /// What a step is; its points stand apart, as an `Element` has room for three of them and most need one.
  private enum Verb: UInt8 {
    case move, line, curve, close
  }

  /// The steps in order.
  private var verbs: [Verb] = []
  /// The points of all steps in order.
  private var points: [Point] = []

  /// The steps in order; each outline starts with `move`.
  ///
  /// They are put together when they are asked for.
  public var elements: [Element] { Array(steps) }

  /// Makes an empty path.
  public init() {}

  /// Makes an empty path with room for some steps and their points.
  package init(steps: Int, points: Int) {
    verbs.reserveCapacity(steps)
    self.points.reserveCapacity(points)
  }

  /// Starts a new outline.
  public mutating func move(to p: Point) {
    verbs.append(.move)
    points.append(p)
  }
  /// Adds a straight line.
  public mutating func line(to p: Point) {
    verbs.append(.line)
    points.append(p)
  }
  /// Adds a cubic curve.
  public mutating func curve(_ c1: Point, _ c2: Point, to p: Point) {
    verbs.append(.curve)
    points.append(c1)
    points.append(c2)
    points.append(p)
  }
  /// Closes the outline.
  public mutating func close() { verbs.append(.close) }

  /// The path after a map.
  public func transformed(by t: Transform) -> Path {
    var result = Path()
    result.verbs = verbs
    result.points = points.map { t.apply($0) }
    return result
  }

  /// The smallest upright rectangle around all points after a map, control points included, which a curve never leaves.
  ///
  /// Nil when there are no points.
  func bounds(under map: Transform) -> Rect? {
    var extent = Extent()
    for point in points { extent.add(map.apply(point)) }
    return extent.rect
  }
}

extension Path {
  /// A single closed outline in the other direction: as a part of a larger path it is a hole.
  package var reversed: Path {
    var path = Path(steps: verbs.count, points: points.count)
    guard let last = points.last else { return path }
    path.move(to: last)
    var place = points.count - 1
    for verb in verbs.dropFirst().reversed() {
      switch verb {
      case .line:
        path.line(to: points[place - 1])
        place -= 1
      case .curve:
        path.curve(points[place - 1], points[place - 2], to: points[place - 3])
        place -= 3
      case .move, .close: break
      }
    }
    path.close()
    return path
  }

  /// Adds the outlines of another path.
  package mutating func append(_ other: Path) {
    verbs += other.verbs
    points += other.points
  }

  /// How many steps there are.
  package var stepCount: Int { verbs.count }

  /// Whether there are no steps.
  package var isEmpty: Bool { verbs.isEmpty }

  /// Whether a step is a curve.
  var hasCurves: Bool { verbs.contains(.curve) }

  /// The steps one after another, without a list of them.
  package var steps: Steps { Steps(self) }

  /// Goes along the steps of a path.
  package struct Steps: Sequence, IteratorProtocol {
    private let path: Path
    private var step = 0
    private var point = 0

    fileprivate init(_ path: Path) { self.path = path }

    /// How many steps are left.
    package var underestimatedCount: Int { path.verbs.count - step }

    /// The next step; nil at the end.
    package mutating func next() -> Element? {
      guard step < path.verbs.count else { return nil }
      let verb = path.verbs[step]
      step += 1
      switch verb {
      case .move:
        point += 1
        return .move(path.points[point - 1])
      case .line:
        point += 1
        return .line(path.points[point - 1])
      case .curve:
        point += 3
        return .curve(path.points[point - 3], path.points[point - 2], path.points[point - 1])
      case .close: return .close
      }
    }
  }
}

extension Path {
  /// How far the control points of a quarter circle lie from its ends, in radii.
  ///
  /// The classical value 4/3·(√2 − 1); the curve leaves the circle by at most 0.03 % of the radius.
  public static let circleConstant = 0.552_284_749_830_793_4

  /// A polygon through the points, closed.
  public static func polygon(_ points: [Point]) -> Path {
    var path = Path(steps: points.count + 1, points: points.count)
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }
}
