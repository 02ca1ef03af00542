import CardRaster

/// The path of a line through points.
enum ChartCurve {
  /// The number of points from which lines of modern themes are curves.
  static let leastPoints = 5

  /// Whether many values rise and fall too often for a curve.
  static func isNoisy(_ values: [Double]) -> Bool {
    guard values.count >= 30 else { return false }
    let turns = zip(values, zip(values.dropFirst(), values.dropFirst(2))).count { a, next in
      (next.0 - a) * (next.1 - next.0) < 0
    }
    return 5 * turns > values.count
  }

  /// Adds a line through points with ascending x; without `moves`, the path is already at the first one.
  static func addLine(_ points: [Point], _ form: ChartInterpolation, to path: inout Path, moves: Bool) {
    guard let first = points.first else { return }
    if moves { path.move(to: first) } else { path.line(to: first) }
    switch form {
    case .linear: for point in points.dropFirst() { path.line(to: point) }
    case .step, .stepBefore, .stepAfter: addSteps(points, form, to: &path)
    case .monotone: addMonotone(points, to: &path)
    case .catmullRom: addCatmullRom(points, to: &path)
    }
  }

  private static func addSteps(_ points: [Point], _ form: ChartInterpolation, to path: inout Path) {
    for case let point? in corners(points, form).dropFirst() { path.line(to: point) }
  }

  /// The points of a line with the corners of its steps; nil for a gap.
  static func corners(_ points: [Point?], _ form: ChartInterpolation) -> [Point?] {
    guard form.stepsPerPoint > 1 else { return points }
    return points.prefix(1)
      + zip(points, points.dropFirst()).flatMap { a, b -> [Point?] in
        guard let a, let b else { return [b] }
        let turn = form == .step ? (a.x + b.x) / 2 : form == .stepBefore ? a.x : b.x
        return [Point(x: turn, y: a.y), Point(x: turn, y: b.y), b]
      }
  }

  /// A monotone curve that does not overshoot its points (Steffen 1990).
  private static func addMonotone(_ points: [Point], to path: inout Path) {
    guard points.count > 2 else {
      for point in points.dropFirst() { path.line(to: point) }
      return
    }
    func slope(_ number: Int) -> Double {
      let width = points[number + 1].x - points[number].x
      return width == 0 ? 0 : (points[number + 1].y - points[number].y) / width
    }
    var slopes = Array(repeating: 0.0, count: points.count)
    for number in 1..<points.count - 1 {
      let (h0, h1) = (points[number].x - points[number - 1].x, points[number + 1].x - points[number].x)
      let (s0, s1) = (slope(number - 1), slope(number))
      let mean = h0 + h1 == 0 ? 0 : (s0 * h1 + s1 * h0) / (h0 + h1)
      let sign = (s0 < 0 ? -1.0 : 1) + (s1 < 0 ? -1.0 : 1)
      slopes[number] = sign * min(s0.magnitude, s1.magnitude, mean.magnitude / 2)
    }
    let last = points.count - 1
    slopes[0] = (3 * slope(0) - slopes[1]) / 2
    slopes[last] = (3 * slope(last - 1) - slopes[last - 1]) / 2
    for number in 0..<last {
      let (a, b) = (points[number], points[number + 1])
      let third = (b.x - a.x) / 3
      path.curve(
        Point(x: a.x + third, y: a.y + third * slopes[number]),
        Point(x: b.x - third, y: b.y - third * slopes[number + 1]), to: b)
    }
  }

  /// A centripetal Catmull–Rom curve (α = ½).
  private static func addCatmullRom(_ points: [Point], to path: inout Path) {
    for number in 0..<max(0, points.count - 1) {
      let p1 = points[number]
      let p2 = points[number + 1]
      let p0 = number > 0 ? points[number - 1] : p1
      let p3 = number + 2 < points.count ? points[number + 2] : p2
      func knot(_ a: Point, _ b: Point) -> Double {
        let (x, y) = (b.x - a.x, b.y - a.y)
        return (x * x + y * y).squareRoot().squareRoot()
      }
      let (d1, d2, d3) = (knot(p0, p1), knot(p1, p2), knot(p2, p3))
      func control(_ near: Point, _ far: Point, _ opposite: Point, _ d: Double, _ side: Double) -> Point {
        guard side > 1e-9, d > 1e-9 else { return near }
        let a = 2 * side * side + 3 * side * d + d * d
        let n = 3 * side * (side + d)
        return Point(
          x: (near.x * a - opposite.x * d * d + far.x * side * side) / n,
          y: (near.y * a - opposite.y * d * d + far.y * side * side) / n)
      }
      path.curve(control(p1, p2, p0, d2, d1), control(p2, p1, p3, d2, d3), to: p2)
    }
  }

  /// Reduces a line to the visible points (M4): the first, last, lowest and highest of each column, by index.
  ///
  /// The result looks the same, and extremes are always kept. For a line that runs back and forth, with many
  /// such points in a column, every second or third is kept.
  ///
  /// - Parameters:
  /// - columns: the number of columns.
  /// - most: the approximate maximum number of points.
  static func kept(_ points: [Point], columns: Int, most: Int) -> [Int] {
    guard points.count > min(2_000, most), most > 0 else { return Array(points.indices) }
    let kept = extremes(of: points, columns: columns)
    let every = (kept.count + most - 1) / most
    return every > 1 ? kept.indices.filter { $0 % every == 0 }.map { kept[$0] } : kept
  }

  /// The indices of the first, last, lowest and highest point of each column.
  private static func extremes(of points: [Point], columns: Int) -> [Int] {
    guard let first = points.first, let last = points.last, columns > 0,
      last.x != first.x || points.allSatisfy({ $0.x == first.x })
    else { return Array(points.indices) }
    var result: [Int] = []
    result.reserveCapacity(4 * columns)
    let scale = last.x == first.x ? 0 : Double(columns) / (last.x - first.x)
    func column(_ point: Point) -> Int {
      max(0, min(columns - 1, Int(clamping: (point.x - first.x) * scale)))
    }
    var start = 0
    while start < points.count {
      let number = column(points[start])
      var end = start
      var (low, high) = (start, start)
      while end < points.count, column(points[end]) == number {
        if points[end].y > points[low].y { low = end }
        if points[end].y < points[high].y { high = end }
        end += 1
      }
      for place in [start, min(low, high), max(low, high), end - 1] where place > result.last ?? -1 {
        result.append(place)
      }
      start = end
    }
    return result
  }
}

/// Positions labels without overlaps.
enum ChartSpread {
  /// The centres of labels, in order and between two ends, near the wanted positions and without overlaps.
  ///
  /// The result minimises the squared distances by isotonic regression (pool adjacent violators).
  static func centers(_ wanted: [Double], heights: [Double], from low: Double, to high: Double) -> [Double] {
    let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    var offsets: [Double] = []
    var sum = 0.0
    for number in order {
      offsets.append(sum + heights[number] / 2)
      sum += heights[number]
    }
    var pools: [(mean: Double, count: Int)] = []
    for (place, number) in order.enumerated() {
      var pool = (mean: wanted[number] - offsets[place], count: 1)
      while let last = pools.last, last.mean > pool.mean {
        let count = last.count + pool.count
        pool = ((last.mean * Double(last.count) + pool.mean * Double(pool.count)) / Double(count), count)
        pools.removeLast()
      }
      pools.append(pool)
    }
    let origins = pools.flatMap { pool in
      repeatElement(max(low, min(high - sum, pool.mean)), count: pool.count)
    }
    var result = wanted
    for (place, number) in order.enumerated() { result[number] = origins[place] + offsets[place] }
    return result
  }
}
