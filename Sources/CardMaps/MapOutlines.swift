import CardRaster

/// Outlines in the unit square of the world: coasts, lakes and borders.
struct MapOutlines: Sendable {
  /// One outline: a range of points with its bounding box.
  private struct Outline {
    var range: Range<Int>
    var low: Point
    var high: Point
  }

  private var points: [Point] = []
  private var outlines: [Outline] = []

  /// The units per side of the world's square in the file.
  static let unitsPerSide = 65_536.0

  /// Reads the outlines of a layer.
  ///
  /// The file contains their number, the number of their points, and bytes: for each outline the number of its
  /// points and the differences of their coordinates, as numbers of seven bits per byte.
  init(_ reader: inout ByteReader) {
    let (outlineCount, allPoints) = (reader.number(), reader.number())
    let bytes = reader.counted()
    points.reserveCapacity(bytes.count / 2)
    let side = 0...Int(MapOutlines.unitsPerSide)
    var value = 0
    var shift = 0
    var left = 0
    var isX = true
    var (x, y) = (0, 0)
    var start = 0
    for byte in bytes {
      value |= Int(byte & 127) << shift
      shift += 7
      guard byte < 128 else {
        guard shift <= 28 else { break }
        continue
      }
      let whole = value
      (value, shift) = (0, 0)
      if left == 0 {
        left = whole
        start = points.count
        continue
      }
      let delta = whole & 1 == 0 ? whole >> 1 : -((whole + 1) >> 1)
      if isX { x += delta } else { y += delta }
      isX.toggle()
      guard isX else { continue }
      guard side.contains(x), side.contains(y) else { break }
      points.append(Point(x: Double(x) / MapOutlines.unitsPerSide, y: Double(y) / MapOutlines.unitsPerSide))
      left -= 1
      if left == 0 { finish(from: start) }
    }
    let isWhole = left == 0 && shift == 0
    if !isWhole || outlines.count != outlineCount || points.count != allPoints { reader.fail() }
  }

  private mutating func finish(from start: Int) {
    var (low, high) = (points[start], points[start])
    for point in points[start...] {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    outlines.append(Outline(range: start..<points.count, low: low, high: high))
  }

  var count: Int { outlines.count }
  var pointCount: Int { points.count }
}

extension MapOutlines {
  /// The margin around the map to which outlines extend, in points.
  ///
  /// It hides their clipped edges.
  static let margin = 6.0
  /// The maximum number of points in a path; it is half of the limit, so that another outline always fits.
  static let most = Limits.pathPoints / 2

  /// The areas inside the outlines, as paths in map coordinates.
  func areas(in viewport: MapViewport, scale: Double) -> [Path] {
    var result = PathPile(most: MapOutlines.most)
    visit(viewport, scale) { points in
      let clipped = MapOutlines.clip(points.map(\.place), to: viewport.size)
      if clipped.count > 2 { result.addOutline(clipped, closed: true) }
    }
    return result.paths
  }

  /// The outlines as lines.
  ///
  /// - Parameter closed: Whether outlines are closed. The edge of the world is not drawn as a line.
  func lines(in viewport: MapViewport, scale: Double, closed: Bool) -> [Path] {
    var result = PathPile(most: MapOutlines.most)
    let low = Point(x: -MapOutlines.margin, y: -MapOutlines.margin)
    let high = Point(
      x: viewport.size.width + MapOutlines.margin, y: viewport.size.height + MapOutlines.margin)
    visit(viewport, scale) { points in
      var line: [Point] = []
      let pairs = zip(points, closed ? points.dropFirst() + points.prefix(1) : points.dropFirst()[...])
      for (from, to) in pairs {
        let onEdge = from.isOnEdge && to.isOnEdge
        guard !onEdge, let (a, b) = MapOutlines.cut(from.place, to.place, low, high) else {
          result.addOutline(line, closed: false)
          line = []
          continue
        }
        if line.last != a {
          result.addOutline(line, closed: false)
          line = [a]
        }
        line.append(b)
      }
      result.addOutline(line, closed: false)
    }
    return result.paths
  }

  /// Whether a line crosses a rectangle of the unit square of the world, in one of its copies.
  func crosses(_ low: Point, _ high: Point, turn: Double) -> Bool {
    let (low, high) = (Point(x: low.x - turn, y: low.y), Point(x: high.x - turn, y: high.y))
    return outlines.contains { outline in
      guard outline.high.x >= low.x, outline.low.x <= high.x, outline.high.y >= low.y, outline.low.y <= high.y
      else { return false }
      let line = points[outline.range]
      return zip(line, line.dropFirst()).contains { from, to in
        !(from.isOnEdge && to.isOnEdge) && MapOutlines.cut(from, to, low, high) != nil
      }
    }
  }

  /// Whether a line crosses a straight line between two points of the unit square of the world.
  func separates(_ a: Point, _ b: Point) -> Bool { crossings(from: a, to: b, most: 1) > 0 }

  /// The number of times that a straight line crosses the outlines, counted up to a number.
  func crossings(from a: Point, to b: Point, most: Int) -> Int {
    let (low, high) = (
      Point(x: min(a.x, b.x), y: min(a.y, b.y)), Point(x: max(a.x, b.x), y: max(a.y, b.y))
    )
    /// The side of a line on which a point is, by sign.
    func side(_ point: Point, _ from: Point, _ to: Point) -> Double {
      (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
    }
    var count = 0
    for outline in outlines
    where outline.high.x >= low.x && outline.low.x <= high.x && outline.high.y >= low.y
      && outline.low.y <= high.y
    {
      let line = points[outline.range]
      for (from, to) in zip(line, line.dropFirst())
      where side(from, a, b) * side(to, a, b) < 0 && side(a, from, to) * side(b, from, to) < 0 {
        count += 1
        if count == most { return count }
      }
    }
    return count
  }

  /// A point in map coordinates.
  private struct Placed {
    var place: Point
    /// Whether the point is on the edge of the world.
    var isOnEdge: Bool
  }

  /// Passes on the visible outlines, without points too close together to be distinguished.
  private func visit(_ viewport: MapViewport, _ scale: Double, _ body: ([Placed]) -> Void) {
    let apart = 0.7 / scale
    let reach = MapOutlines.margin / viewport.worldSide
    for outline in outlines {
      guard outline.high.y >= viewport.top - reach, outline.low.y <= viewport.bottom + reach else { continue }
      for copy in viewport.allCopies {
        let turn = Double(copy)
        guard outline.high.x + turn >= viewport.left - reach, outline.low.x + turn <= viewport.right + reach
        else { continue }
        let wide = max(outline.high.x - outline.low.x, outline.high.y - outline.low.y) * viewport.worldSide
        guard wide >= apart else { continue }
        var distance = apart
        var thinned = thin(outline, viewport, copy, distance)
        while thinned.count > MapOutlines.most - 8, distance < 1_000 {
          distance *= 1.5
          thinned = thin(outline, viewport, copy, distance)
        }
        body(thinned)
      }
    }
  }

  private func thin(_ outline: Outline, _ viewport: MapViewport, _ copy: Int, _ distance: Double) -> [Placed]
  {
    var result: [Placed] = []
    let square = distance * distance
    let end = outline.range.upperBound - 1
    var last = Point.zero
    var lastSides = Sides()
    var next = viewport.point(points[outline.range.lowerBound], copy: copy)
    var nextSides = Sides(of: next, viewport.size)
    for index in outline.range {
      let source = points[index]
      var place = next
      let sides = nextSides
      if index != end {
        next = viewport.point(points[index + 1], copy: copy)
        nextSides = Sides(of: next, viewport.size)
      }
      if index != end, !result.isEmpty {
        let (dx, dy) = (place.x - last.x, place.y - last.y)
        if dx * dx + dy * dy < square { continue }
        // Three points beyond the same edge: the middle one has no visible effect.
        if !lastSides.isDisjoint(with: sides.intersection(nextSides)) { continue }
      }
      (last, lastSides) = (place, sides)
      // Two copies of the world overlap by one point. Otherwise a line of water would be visible between
      // them.
      if source.x <= 0 { place.x -= 0.5 }
      if source.x >= 1 { place.x += 0.5 }
      result.append(Placed(place: place, isOnEdge: source.isOnEdge))
    }
    return result
  }

  /// The edges of a map beyond which a point is.
  private struct Sides: OptionSet {
    var rawValue = 0

    init(rawValue: Int = 0) { self.rawValue = rawValue }

    init(of point: Point, _ size: Size) {
      let reach = margin + 2
      rawValue =
        (point.x < -reach ? 1 : point.x > size.width + reach ? 2 : 0)
        | (point.y < -reach ? 4 : point.y > size.height + reach ? 8 : 0)
    }
  }

  /// The part of a polygon inside the map and its margin (Sutherland–Hodgman).
  static func clip(_ polygon: [Point], to size: Size) -> [Point] {
    var points = polygon
    let right = size.width + margin
    let bottom = size.height + margin
    cut(&points, { $0.x >= -margin }) { a, b in
      Point(x: -margin, y: a.y + (b.y - a.y) * (-margin - a.x) / (b.x - a.x))
    }
    cut(&points, { $0.x <= right }) { a, b in
      Point(x: right, y: a.y + (b.y - a.y) * (right - a.x) / (b.x - a.x))
    }
    cut(&points, { $0.y >= -margin }) { a, b in
      Point(x: a.x + (b.x - a.x) * (-margin - a.y) / (b.y - a.y), y: -margin)
    }
    cut(&points, { $0.y <= bottom }) { a, b in
      Point(x: a.x + (b.x - a.x) * (bottom - a.y) / (b.y - a.y), y: bottom)
    }
    return points
  }

  private static func cut(
    _ points: inout [Point], _ isInside: (Point) -> Bool, _ crossing: (Point, Point) -> Point
  ) {
    guard var last = points.last, !points.allSatisfy(isInside) else { return }
    var result: [Point] = []
    for point in points {
      if isInside(point) != isInside(last) { result.append(crossing(last, point)) }
      if isInside(point) { result.append(point) }
      last = point
    }
    points = result
  }

  /// The part of a line inside a rectangle (Liang–Barsky).
  static func cut(_ a: Point, _ b: Point, _ low: Point, _ high: Point) -> (Point, Point)? {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    var (start, end) = (0.0, 1.0)
    for (p, q) in [(-dx, a.x - low.x), (dx, high.x - a.x), (-dy, a.y - low.y), (dy, high.y - a.y)] {
      if p == 0 {
        if q < 0 { return nil }
      } else if p < 0 {
        start = max(start, q / p)
      } else {
        end = min(end, q / p)
      }
    }
    guard start < end else { return nil }
    return (
      start > 0 ? Point(x: a.x + dx * start, y: a.y + dy * start) : a,
      end < 1 ? Point(x: a.x + dx * end, y: a.y + dy * end) : b
    )
  }
}

extension Point {
  /// Whether a point of the unit square of the world is on its edge.
  fileprivate var isOnEdge: Bool { x <= 0 || x >= 1 || y <= 0 || y >= 1 }
}

/// Collects outlines in paths of limited length.
struct PathPile {
  let most: Int
  private(set) var paths: [Path] = []
  private var count = 0

  init(most: Int) { self.most = most }

  mutating func addOutline(_ points: [Point], closed: Bool) { addOutlines([points], closed: closed) }

  /// Adds outlines to one path, so that holes stay open.
  mutating func addOutlines(_ outlines: [[Point]], closed: Bool) {
    let outlines = outlines.filter { $0.count > 1 }
    guard !outlines.isEmpty else { return }
    let steps = outlines.reduce(0) { $0 + $1.count + 2 }
    if paths.isEmpty || count + steps > most {
      paths.append(Path())
      count = 0
    }
    count += steps
    for points in outlines {
      paths[paths.count - 1].move(to: points[0])
      for point in points.dropFirst() { paths[paths.count - 1].line(to: point) }
      if closed { paths[paths.count - 1].close() }
    }
  }
}
