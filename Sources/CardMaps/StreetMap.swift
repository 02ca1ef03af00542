import CardModel
import CardRaster

/// Draws the features in view as a street map.
///
/// Every width depends on the zoom level only. Areas are below lines; tunnels are below the roads on the
/// ground, and bridges above them. Each class is one outline, so that crossings have no seams.
struct StreetMap {
  let features: MapFeatures
  let viewport: MapViewport
  let palette: MapPalette.Streets
  /// The number of pixels per point.
  let scale: Double

  /// The highest level of bridges; more are not distinguishable.
  static let highestLevel = 3

  private let zoom: Double
  private let frame: Rect
  private let areas: [MapFeatures.Area]
  /// The lines in view, without minor ones that are too narrow at this zoom level.
  let lines: [MapFeatures.Line]

  init(_ features: MapFeatures, _ viewport: MapViewport, _ palette: MapPalette.Streets, scale: Double) {
    (self.features, self.viewport, self.palette, self.scale) = (features, viewport, palette, scale)
    let zoom = viewport.zoom
    self.zoom = zoom
    frame = Rect(origin: .zero, size: viewport.size)
    areas = features.areas.filter { $0.kind.firstZoom <= zoom && viewport.shows($0.bounds) }
    lines = features.lines.filter { $0.kind.firstZoom <= zoom && viewport.shows($0.bounds) }
  }

  /// Whether nothing of the file is in view.
  var isEmpty: Bool {
    areas.isEmpty && lines.isEmpty
      && !features.places.contains { viewport.shows(MapFeatures.Bounds([$0.point])) }
  }

  func items() -> [DisplayItem] {
    var result: [DisplayItem] = [.rect(frame, palette.land)]
    result += fill([seaOutlines()], palette.water)
    for kind in AreaClass.allCases where kind != .building { result += fill(kind) }
    for kind in [LineClass.stream, .river] {
      result += stroke(kind, width: kind.width(zoom), palette.water)
    }
    let buildings = fill(.building)
    result += buildings
    if zoom >= 15.5 {
      result += buildings.compactMap { item in
        guard case .fill(.path(let path), _, _) = item else { return nil }
        return .stroke(path, Stroke(width: 0.5, cap: .round), palette.buildingEdge)
      }
    }
    result += stroke(.ferry, width: 1, palette.ferry, dashes: [4, 3])
    for (width, color) in [
      (LineClass.pier.width(zoom) + 1.2, palette.road.edge), (LineClass.pier.width(zoom), palette.road.fill),
    ] {
      result += stroke(.pier, width: width, color)
    }
    for level in -1...StreetMap.highestLevel { result += roads(level) }
    result += stroke(.border, width: 1.2, palette.border, dashes: [5, 2.5, 1, 2.5])
    return result
  }

  // MARK: Areas

  private func fill(_ kind: AreaClass) -> [DisplayItem] {
    guard let color = palette.areas[kind] else { return [] }
    return fill(areas.lazy.filter { $0.kind == kind }.map { outlines(of: $0) }, color)
  }

  /// Fills areas, each given by its rings.
  private func fill(_ areas: some Sequence<[[Point]]>, _ color: Color) -> [DisplayItem] {
    var pile = PathPile(most: MapOutlines.most)
    for rings in areas { pile.addOutlines(rings, closed: true) }
    return pile.paths.map { .fill(.path($0), .solid(color), bounds: frame) }
  }

  /// The areas of a class that has names, with their visible outlines.
  func namedAreaOutlines(_ isNamed: (AreaClass) -> Bool)
    -> [(name: MapFeatures.Name, kind: AreaClass, rings: [[Point]])]
  {
    areas.compactMap { area in
      isNamed(area.kind) ? area.name.map { ($0, area.kind, outlines(of: area)) } : nil
    }
  }

  /// The visible part of an area in map coordinates; holes turn the other way than outer rings.
  private func outlines(of area: MapFeatures.Area) -> [[Point]] {
    let copy = viewport.copy(of: area.bounds)
    let rings = area.rings.map { ring in
      MapOutlines.clip(ring.map { viewport.point($0, copy: copy) }, to: viewport.size)
    }
    // A path has a limited number of points, and an area with its holes is one path.
    var apart = 0.5 / scale
    var result = outlines(of: rings, apart: apart)
    while result.reduce(0, { $0 + $1.count + 2 }) > Limits.pathPoints, apart < 1_000 {
      apart *= 1.5
      result = outlines(of: rings, apart: apart)
    }
    return result
  }

  private func outlines(of rings: [[Point]], apart: Double) -> [[Point]] {
    rings.enumerated().compactMap { index, ring in
      let points = StreetMap.thin(ring, apart: apart)
      // Areas smaller than half a pixel are not visible.
      let size = StreetMap.area(points)
      guard points.count > 2, abs(size) > 2 * apart * apart else { return nil }
      return (size > 0) == (index == 0) ? points : points.reversed()
    }
  }

  /// The area of a ring; negative if it runs counterclockwise on the screen.
  static func area(_ ring: [Point]) -> Double {
    guard var last = ring.last else { return 0 }
    var sum = 0.0
    for point in ring {
      sum += last.x * point.y - point.x * last.y
      last = point
    }
    return sum / 2
  }

  /// Leaves out points that are too close to the one before.
  private static func thin(_ points: [Point], apart: Double) -> [Point] {
    var result: [Point] = []
    result.reserveCapacity(points.count)
    for (index, point) in points.enumerated() {
      if let last = result.last, index < points.count - 1 {
        let way = point - last
        if way.x * way.x + way.y * way.y < apart * apart { continue }
      }
      result.append(point)
    }
    return result
  }

  // MARK: Lines

  /// The pieces of a line inside the map, in map coordinates.
  ///
  /// - Parameter margin: How far they extend beyond its edges, so that ends and edges are not visible.
  func pieces(of points: [Point], _ bounds: MapFeatures.Bounds, margin: Double) -> [[Point]] {
    let copy = viewport.copy(of: bounds)
    let low = Point(x: -margin, y: -margin)
    let high = Point(x: viewport.size.width + margin, y: viewport.size.height + margin)
    var result: [[Point]] = []
    var piece: [Point] = []
    let all = points.map { viewport.point($0, copy: copy) }
    var apart = 0.5 / scale
    var places = StreetMap.thin(all, apart: apart)
    while places.count > MapOutlines.most - 8, apart < 1_000 {
      apart *= 1.5
      places = StreetMap.thin(all, apart: apart)
    }
    for (from, to) in zip(places, places.dropFirst()) {
      guard let (a, b) = MapOutlines.cut(from, to, low, high) else { continue }
      if piece.last != a {
        if piece.count > 1 { result.append(piece) }
        piece = [a]
      }
      piece.append(b)
    }
    if piece.count > 1 { result.append(piece) }
    return result
  }

  /// The lines that fulfil a condition, as few outlines.
  private func outlines(margin: Double, where isIncluded: (MapFeatures.Line) -> Bool) -> [Path] {
    var pile = PathPile(most: MapOutlines.most)
    for line in lines where isIncluded(line) {
      for piece in pieces(of: line.points, line.bounds, margin: margin) {
        let isRing = piece.first == piece.last
        pile.addOutline(isRing ? Array(piece.dropLast()) : piece, closed: isRing)
      }
    }
    return pile.paths
  }

  private func stroke(_ kind: LineClass, width: Double, _ color: Color, dashes: [Double] = [])
    -> [DisplayItem]
  {
    let stroke = Stroke(width: width, dashes: dashes, cap: dashes.isEmpty ? .round : .butt)
    return outlines(margin: width) { $0.kind == kind }.map { .stroke($0, stroke.fitting($0), color) }
  }

  /// The roads and railways of a level: first all edges, then all surfaces, so that crossings are open.
  private func roads(_ level: Int) -> [DisplayItem] {
    var edges: [DisplayItem] = []
    var surfaces: [DisplayItem] = []
    let isTunnel = level < 0
    for kind in LineClass.allCases where kind.isRoad {
      for isMinor in [true, false] {
        let width = kind.width(zoom) * (isMinor ? 0.65 : 1)
        let paths = outlines(margin: width + 2) {
          $0.kind == kind && $0.level == level && $0.isMinor == isMinor
        }
        let colors = palette.road(kind)
        for path in paths {
          if kind == .path || kind == .track {
            let dashes = kind == .path ? [width * 2.2, width * 1.6] : [width * 4, width * 1.6]
            if level > 0 {
              edges.append(.stroke(path, Stroke(width: width + 3, cap: .butt), colors.edge))
              edges.append(.stroke(path, Stroke(width: width + 2, cap: .butt), colors.fill))
            }
            surfaces.append(.stroke(path, Stroke(width: width, dashes: dashes).fitting(path), palette.path))
            continue
          }
          if width >= 1.5 {
            // The edges of tunnels are dashed, those of bridges end with the bridge.
            let edge = Stroke(
              width: width + 2 * min(1, 0.4 + width * 0.06), dashes: isTunnel ? [3, 2] : [],
              cap: level == 0 ? .round : .butt)
            edges.append(.stroke(path, edge.fitting(path), colors.edge))
          }
          let surface = isTunnel ? colors.fill.blended(with: palette.land, share: 0.6) : colors.fill
          surfaces.append(.stroke(path, Stroke(width: width, cap: .round), surface))
        }
      }
    }
    return edges + surfaces + railways(level)
  }

  private func railways(_ level: Int) -> [DisplayItem] {
    var result: [DisplayItem] = []
    for kind in [LineClass.tram, .rail] {
      for isMinor in [true, false] where zoom >= 14 || !isMinor {
        let width = kind.width(zoom) * (isMinor ? 0.6 : 1)
        for path in outlines(
          margin: width + 2, where: { $0.kind == kind && $0.level == level && $0.isMinor == isMinor })
        {
          if level > 0 {
            result.append(.stroke(path, Stroke(width: width + 5), palette.road.edge))
            result.append(.stroke(path, Stroke(width: width + 3.5), palette.land))
          }
          result.append(.stroke(path, Stroke(width: width, cap: level == 0 ? .round : .butt), palette.rail))
          if kind == .rail, !isMinor, zoom >= 14 {
            // Sleepers.
            let ties = Stroke(width: width + 3, dashes: [1, 6]).fitting(path)
            result.append(.stroke(path, ties, palette.rail))
          }
        }
      }
    }
    return result
  }

  // MARK: The sea

  /// The outlines of the sea, which is to the right of coastlines.
  private func seaOutlines() -> [[Point]] {
    var result: [[Point]] = []
    var open: [[Point]] = []
    let coasts = lines.filter { $0.kind == .coast }
    for chain in StreetMap.joined(coasts.map(\.points)) {
      for piece in pieces(of: chain, MapFeatures.Bounds(chain), margin: MapOutlines.margin) {
        if piece.first == piece.last { result.append(Array(piece.dropLast())) } else { open.append(piece) }
      }
    }
    let edge = MapEdge(size: viewport.size, margin: MapOutlines.margin)
    if open.isEmpty {
      // With islands only, everything around them is the sea.
      let isIsland = result.contains { StreetMap.area($0) < 0 }
      return isIsland ? [edge.corners] + result : result
    }
    // From the end of each coast, the sea follows the edge of the map clockwise to the start of the next one.
    var starts = open.enumerated().map { (index: $0.offset, turn: edge.turn(of: $0.element[0])) }
    starts.sort { ($0.turn, $0.index) < ($1.turn, $1.index) }
    var isDone = open.map { _ in false }
    for first in open.indices where !isDone[first] {
      var outline: [Point] = []
      var next = first
      repeat {
        isDone[next] = true
        outline += open[next]
        let end = edge.turn(of: open[next][open[next].count - 1])
        let following = starts.first { $0.turn >= end } ?? starts[0]
        outline += edge.corners(from: end, to: following.turn)
        next = following.index
      } while !isDone[next]
      result.append(outline)
    }
    return result
  }

  /// Joins lines whose ends meet: the end of one is the start of the next.
  ///
  /// - Parameter reverses: Whether lines may be reversed for it.
  static func joined(_ lines: [[Point]], reverses: Bool = false) -> [[Point]] {
    var starts: [Point: [Int]] = [:]
    for (index, line) in lines.enumerated() {
      starts[line[0], default: []].append(index)
      if reverses { starts[line[line.count - 1], default: []].append(index) }
    }
    var isUsed = lines.map { _ in false }
    func next(at end: Point) -> [Point]? {
      guard let index = starts[end]?.first(where: { !isUsed[$0] }) else { return nil }
      isUsed[index] = true
      return lines[index][0] == end ? lines[index] : lines[index].reversed()
    }
    var result: [[Point]] = []
    for (index, line) in lines.enumerated() where !isUsed[index] {
      isUsed[index] = true
      var chain = line
      while let more = next(at: chain[chain.count - 1]) { chain += more.dropFirst() }
      if reverses {
        chain.reverse()
        while let more = next(at: chain[chain.count - 1]) { chain += more.dropFirst() }
      } else if let before = result.firstIndex(where: { $0[0] == chain[chain.count - 1] }) {
        // The rest of a chain that was started in its middle.
        chain += result.remove(at: before).dropFirst()
      }
      result.append(chain)
    }
    return result
  }
}

/// The rectangle at which outlines are clipped, as a closed line that runs clockwise.
private struct MapEdge {
  let low: Point
  let high: Point

  init(size: Size, margin: Double) {
    low = Point(x: -margin, y: -margin)
    high = Point(x: size.width + margin, y: size.height + margin)
  }

  /// Clockwise from the top left.
  var corners: [Point] { [low, Point(x: high.x, y: low.y), high, Point(x: low.x, y: high.y)] }

  /// The position of the closest point of the edge: 0 to 4, one per side.
  func turn(of point: Point) -> Double {
    let (x, y) = ((point.x - low.x) / (high.x - low.x), (point.y - low.y) / (high.y - low.y))
    let sides = [(y, x), (1 - x, 1 + y), (1 - y, 3 - x), (x, 4 - y)]
    return sides.min { abs($0.0) < abs($1.0) }?.1 ?? 0
  }

  /// The corners on the way clockwise between two positions.
  func corners(from start: Double, to end: Double) -> [Point] {
    let end = end < start ? end + 4 : end
    var result: [Point] = []
    var corner = start.rounded(.down) + 1
    while corner <= end {
      result.append(corners[Int(corner) % 4])
      corner += 1
    }
    return result
  }
}

extension MapViewport {
  /// The turns around the Earth that bring a rectangle closest to the centre.
  func copy(of bounds: MapFeatures.Bounds) -> Int {
    Int((center.x - (bounds.low.x + bounds.high.x) / 2).rounded())
  }

  func shows(_ bounds: MapFeatures.Bounds) -> Bool {
    let turn = Double(copy(of: bounds))
    return bounds.high.x + turn >= left && bounds.low.x + turn <= right && bounds.high.y >= top
      && bounds.low.y <= bottom
  }
}

extension AreaClass {
  /// The zoom level of web maps from which the class is drawn.
  fileprivate var firstZoom: Double {
    switch self {
    case .water, .sand, .ice, .wood: 0
    case .green, .developed, .field: 10
    case .institution, .sport: 13
    case .plaza: 14
    case .building: 15
    }
  }
}

extension LineClass {
  /// The zoom level of web maps from which the class is drawn.
  var firstZoom: Double {
    switch self {
    case .coast, .river, .border: 0
    case .motorway, .trunk: 5
    case .primary: 8
    case .ferry, .rail: 10
    case .secondary: 10
    case .tertiary: 11.5
    case .street, .stream, .pier: 12.5
    case .pedestrian, .tram: 13.5
    case .service: 14.5
    case .path, .track: 15
    }
  }

  /// The width at zoom level 16, in points.
  private var usualWidth: Double {
    switch self {
    case .motorway: 11
    case .trunk, .primary: 10.5
    case .secondary: 9.5
    case .tertiary: 8.5
    case .street: 6.5
    case .pedestrian: 5
    case .service: 3.5
    case .track, .path: 1.3
    case .river: 9
    case .stream: 2.5
    case .pier: 3
    case .rail: 1.6
    case .tram: 1
    case .coast, .border, .ferry: 1
    }
  }

  /// The width at a zoom level, in points.
  ///
  /// Streets grow less than the map, so that they are visible on a small one and leave space on a large one.
  func width(_ zoom: Double) -> Double {
    let power: Double
    switch self {
    case .rail, .tram, .path, .track: power = zoom < 16 ? 0.3 : 0.4
    default: power = zoom < 16 ? 0.62 : 0.75
    }
    let width = usualWidth * RealMath.power(2, (zoom - 16) * power)
    return max(self >= .primary ? 1 : 0.6, width)
  }

  fileprivate static func >= (a: LineClass, b: LineClass) -> Bool { a.rawValue >= b.rawValue }
}
