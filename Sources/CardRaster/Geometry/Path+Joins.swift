/// How the pieces of outlines meet.
extension Path {
  /// The cosines of the least and the most even way in which two pieces meet after a map to pixels: 1 is straight on, −1 is
  /// back where they came from.
  ///
  /// Points are rounded to parts of 256 of a pixel, as cairo rounds them, since this turns short pieces. Nil when no two
  /// pieces meet.
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

/// Goes along a path and looks at the turns between its pieces.
private struct JoinWalk {
  let map: Transform
  var turns: ClosedRange<Double>?
  private var start = Point.zero
  private var here = Point.zero
  /// Directions at the begin of the outline and here; nil before its first piece.
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
    // A curve without one of the two is a straight line.
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

  /// The way from a point to the first of others that lies elsewhere.
  private static func direction(from point: Point, to others: [Point]) -> Point? {
    others.first { $0 != point }.map { $0 - point }
  }
}
