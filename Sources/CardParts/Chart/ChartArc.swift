import CardRaster

/// The outline of a piece of a ring.
enum ChartArc {
  /// A piece of a ring between two angles, in degrees clockwise from 12 o'clock.
  ///
  /// - Parameter gap: what is left free between neighbours, in degrees at the outer edge; the gap is equally wide at
  ///   the inner one.
  static func path(
    center: Point, inner: Double, outer: Double, from start: Double, to end: Double, gap: Double = 0
  ) -> Path {
    var path = Path()
    guard outer > 0, end > start else { return path }
    let isWhole = end - start >= 359.999
    let half = isWhole ? 0 : min(gap / 2, (end - start) / 2.5)
    let innerHalf = inner > 0 ? min(half * outer / inner, (end - start) / 2.2) : 0
    arc(center, outer, start + half, end - half, moves: true, to: &path)
    if inner > 0 {
      if isWhole {
        path.close()
        arc(center, inner, end, start, moves: true, to: &path)
      } else {
        arc(center, inner, end - innerHalf, start + innerHalf, moves: false, to: &path)
      }
    } else if !isWhole {
      path.line(to: center)
    }
    path.close()
    return path
  }

  /// What pieces of rings between two angles take around their middle, which is part of it, in radii.
  static func extent(from start: Double, to end: Double) -> Rect {
    guard end - start < 359.999 else { return Rect(x: -1, y: -1, width: 2, height: 2) }
    var angles = [start, end]
    for turn in -8...8 where Double(turn) * 90 > start && Double(turn) * 90 < end {
      angles.append(Double(turn) * 90)
    }
    let points = angles.map { point(.zero, 1, $0) } + [.zero]
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  static func point(_ center: Point, _ radius: Double, _ degrees: Double) -> Point {
    let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
    return Point(x: center.x + radius * sine, y: center.y - radius * cosine)
  }

  /// Adds an arc in pieces of at most 45 degrees, which a cubic curve meets to a millionth of the radius.
  private static func arc(
    _ center: Point, _ radius: Double, _ start: Double, _ end: Double, moves: Bool, to path: inout Path
  ) {
    let pieces = max(1, Int(clamping: (abs(end - start) / 45).rounded(.up)))
    let first = point(center, radius, start)
    if moves { path.move(to: first) } else { path.line(to: first) }
    let step = (end - start) / Double(pieces)
    let half = Angle.sineAndCosine(degrees: step / 2)
    // 4/3 tan(step / 4), by way of tan(a) = sin(2a) / (1 + cos(2a)).
    let handle = 4.0 / 3 * half.sine / (1 + half.cosine) * radius
    for piece in 0..<pieces {
      let (a, b) = (start + step * Double(piece), start + step * Double(piece + 1))
      let (p, q) = (point(center, radius, a), point(center, radius, b))
      let (sa, ca) = Angle.sineAndCosine(degrees: a)
      let (sb, cb) = Angle.sineAndCosine(degrees: b)
      path.curve(
        Point(x: p.x + handle * ca, y: p.y + handle * sa), Point(x: q.x - handle * cb, y: q.y - handle * sb),
        to: q)
    }
  }
}
