/// An outline of straight lines and cubic curves, in points, y down.
public struct Path: Hashable, Sendable {
  /// One step of an outline.
  public enum Element: Hashable, Sendable {
    /// Starts a new subpath.
    case move(Point)
    /// A straight line from the current point.
    case line(Point)
    /// A cubic curve from the current point with two control points.
    case curve(Point, Point, Point)
    /// A straight line back to the start.
    case close
  }

  /// The kind of a step.
  ///
  /// Points are stored separately, as an `Element` has room for three and most steps need one.
  private enum Verb: UInt8 {
    case move, line, curve, close
  }

  /// The steps in order.
  private var verbs: [Verb] = []
  /// The points of all steps in order.
  private var points: [Point] = []

  /// The steps in order; each subpath starts with `move`.
  ///
  /// The array is built on each access.
  public var elements: [Element] { Array(steps) }

  /// Makes an empty path.
  public init() {}

  /// Makes an empty path with capacity for some steps and their points.
  package init(steps: Int, points: Int) {
    verbs.reserveCapacity(steps)
    self.points.reserveCapacity(points)
  }

  /// Starts a new subpath.
  public mutating func move(to p: Point) {
    verbs.append(.move)
    points.append(p)
  }
  /// Adds a straight line.
  public mutating func line(to p: Point) {
    verbs.append(.line)
    points.append(p)
  }
  /// Adds a cubic Bézier curve.
  public mutating func curve(_ c1: Point, _ c2: Point, to p: Point) {
    verbs.append(.curve)
    points.append(c1)
    points.append(c2)
    points.append(p)
  }
  /// Closes the subpath.
  public mutating func close() { verbs.append(.close) }

  /// The path after a transform.
  public func transformed(by t: Transform) -> Path {
    var result = Path()
    result.verbs = verbs
    result.points = points.map { t.apply($0) }
    return result
  }

  /// The smallest upright rectangle around all transformed points; nil for an empty path.
  ///
  /// Control points are included, so a curve never leaves it. Nil for an empty path.
  func bounds(under map: Transform) -> Rect? {
    var extent = Extent()
    for point in points { extent.include(map.apply(point)) }
    return extent.rect
  }
}

extension Path {
  /// A single closed outline in the opposite direction: within a larger path it is a hole.
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

  /// The number of steps.
  package var stepCount: Int { verbs.count }

  /// Whether the path is empty.
  package var isEmpty: Bool { verbs.isEmpty }

  /// Whether any step is a curve.
  var hasCurves: Bool { verbs.contains(.curve) }

  /// The steps as a sequence, without building an array.
  package var steps: Steps { Steps(self) }

  /// Iterates over the steps of a path.
  package struct Steps: Sequence, IteratorProtocol {
    private let path: Path
    private var step = 0
    private var point = 0

    fileprivate init(_ path: Path) { self.path = path }

    /// The number of steps left.
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
  /// The distance of a quarter circle's control points from its ends, in radii.
  ///
  /// The classical value 4/3·(√2 − 1); the curve deviates from the circle by at most 0.03 % of the radius.
  public static let circleConstant = 0.552_284_749_830_793_4

  /// A closed polygon through the points.
  public static func polygon(_ points: [Point]) -> Path {
    var path = Path(steps: points.count + 1, points: points.count)
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }
}

/// The joins between segments.
extension Path {
  /// The cosines of the sharpest and the flattest join between two segments.
  ///
  /// The segments are those after a transform to pixels. A cosine of 1 is straight, −1 is a full reversal.
  /// Points are rounded to 1/256 of a pixel, as cairo rounds them, since this turns short segments. Nil for a
  /// path without joins.
  func turns(under map: Transform) -> ClosedRange<Double>? {
    var walk = JoinWalk(map: map)
    for element in steps {
      switch element {
      case .move(let p): walk.move(to: p)
      case .line(let p): walk.line(to: p)
      case .curve(let a, let b, let p): walk.curve(a, b, to: p)
      case .close: walk.close()
      }
    }
    return walk.turns
  }
}

/// Walks along a path and measures the turns between its segments.
private struct JoinWalk {
  let map: Transform
  var turns: ClosedRange<Double>?
  private var start = Point.zero
  private var here = Point.zero
  /// Directions at the start of the subpath and at the current point; nil before its first segment.
  private var first: Point?
  private var last: Point?

  init(map: Transform) { self.map = map }

  mutating func move(to point: Point) {
    start = onGrid(point)
    here = start
    (first, last) = (nil, nil)
  }

  mutating func line(to point: Point) { go(straightTo: onGrid(point)) }

  mutating func curve(_ a: Point, _ b: Point, to end: Point) {
    let (a, b, end) = (onGrid(a), onGrid(b), onGrid(end))
    let begin = Self.direction(from: here, to: [a, b, end])
    let finish = Self.direction(from: end, to: [b, a])
    // A curve without one of these two directions is a straight line.
    guard let begin, let finish, !(a == here && b == end) else { return go(straightTo: end) }
    turn(to: begin)
    last = .zero - finish
    here = end
  }

  mutating func close() {
    go(straightTo: start)
    if let first { turn(to: first) }
    (first, last) = (nil, nil)
  }

  private mutating func go(straightTo end: Point) {
    guard let direction = Self.direction(from: here, to: [end]) else { return }
    turn(to: direction)
    here = end
  }

  private mutating func turn(to next: Point) {
    if let last {
      let product = (last.x * last.x + last.y * last.y) * (next.x * next.x + next.y * next.y)
      let cosine = (last.x * next.x + last.y * next.y) / product.squareRoot()
      turns = min(cosine, turns?.lowerBound ?? cosine)...max(cosine, turns?.upperBound ?? cosine)
    } else {
      first = next
    }
    last = next
  }

  private func onGrid(_ point: Point) -> Point {
    let point = map.apply(point)
    return Point(
      x: (point.x * 256).rounded(.toNearestOrEven), y: (point.y * 256).rounded(.toNearestOrEven))
  }

  /// The direction from a point to the first of others that differs from it.
  private static func direction(from point: Point, to others: [Point]) -> Point? {
    others.first { $0 != point }.map { $0 - point }
  }
}

/// The bounding rectangle of points added one by one.
struct Extent {
  private var least = Point(x: Double.infinity, y: Double.infinity)
  private var most = Point(x: -Double.infinity, y: -Double.infinity)
  private var isEndless = false

  /// Adds a point; a point that is not a number makes the rectangle infinite.
  mutating func include(_ point: Point) {
    guard point.x.isFinite, point.y.isFinite else { return isEndless = true }
    least = Point(x: min(least.x, point.x), y: min(least.y, point.y))
    most = Point(x: max(most.x, point.x), y: max(most.y, point.y))
  }

  /// The rectangle; nil if no point was added.
  var rect: Rect? {
    if isEndless { return Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9) }
    guard least.x <= most.x else { return nil }
    return Rect(x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y)
  }
}
