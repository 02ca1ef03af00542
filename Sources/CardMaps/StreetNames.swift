import CardModel
import CardRaster

/// Names on a street map: streets of pins and places first, then streets along their straight parts, then waters and
/// parks.
extension MapLabels {
  mutating func names(
    of map: StreetMap, palette: MapPalette.Streets.Names, pins: [MapAnnotation], _ context: LayoutContext
  ) throws(RasterError) -> [DisplayItem] {
    var style = NameStyle(
      family: context.theme.detailTextFont.family, palette: palette, zoom: map.viewport.zoom,
      language: String(context.locale.identifier.prefix { $0 != "_" }), known: Set(pins.map(\.title)))
    let points = pins.count <= 8 ? pins.map { map.viewport.point($0.coordinate) } : []
    let streets = map.streets(at: points, style.language).filter { !style.known.contains($0.name) }
    var result = try streetNames(streets, &style, deviation: 0.4, context)
    result += try placeNames(of: map, style, context)
    result += try areaNames(of: map, &style, context, isLarge: true)
    let names = style.known.union(streets.map(\.name))
    result += try streetNames(
      map.namedLines(style.language).filter { !names.contains($0.name) && !style.known.contains($0.name) },
      &style,
      deviation: 0.22, context)
    result += try areaNames(of: map, &style, context, isLarge: false)
    return result
  }

  /// Fonts, colours and language of the names of a map.
  private struct NameStyle {
    var family: String
    var palette: MapPalette.Streets.Names
    var zoom: Double
    var language: String
    /// The titles of pins and the names of waters, which are not written a second time: a river can be a line and an area.
    var known: Set<String>

    func font(_ size: Double, _ weight: Int) -> Font { Font(family, size: size, weight: weight) }
  }

  // MARK: Places

  private mutating func placeNames(of map: StreetMap, _ style: NameStyle, _ context: LayoutContext)
    throws(RasterError) -> [DisplayItem]
  {
    var result: [DisplayItem] = []
    for kind in PlaceClass.allCases where kind.zooms.contains(style.zoom) {
      for place in map.features.places
      where place.kind == kind && !style.known.contains(place.name.text(in: style.language)) {
        let bounds = MapFeatures.Bounds([place.point])
        guard map.viewport.shows(bounds) else { continue }
        let point = map.viewport.point(place.point, copy: map.viewport.copy(of: bounds))
        let look = kind.font(style.zoom)
        let isStation = kind == .station
        let text = try paragraph(
          place.name.text(in: style.language), style.font(look.size, look.weight),
          isStation ? style.palette.water : style.palette.place, context)
        let size = Size(width: text.naturalWidth, height: text.size.height)
        let above = Rect(
          origin: Point(x: point.x - size.width / 2, y: point.y - size.height / 2), size: size)
        let frame = isStation ? above.moved(by: Point(x: 0, y: size.height / 2 + 5)) : above
        guard isFree(frame.inset(by: -2)) else { continue }
        keepFree(frame.inset(by: -4))
        if isStation {
          let dot = Rect(x: point.x - 3.5, y: point.y - 3.5, width: 7, height: 7)
          keepFree(dot)
          result.append(
            .roundedRect(
              RoundedRect(rect: dot.inset(by: -1.2), radii: CornerRadii(3)), .solid(style.palette.halo)))
          result.append(
            .roundedRect(RoundedRect(rect: dot, radii: CornerRadii(2)), .solid(style.palette.water)))
        }
        result += MapLabels.letters(of: text, at: frame.origin, halo: style.palette.halo)
      }
    }
    return result
  }

  /// Centred lines of limited width.
  private func paragraph(_ words: String, _ font: Font, _ color: Color, _ context: LayoutContext)
    throws(RasterError) -> ShapedText
  {
    var style = ParagraphStyle()
    style.maxLines = 3
    style.alignment = .left
    let widest = 9 * font.size
    let text = try context.shape([TextSpan(words, font: font, color: color)], style, width: widest)
    guard text.lines.count > 1 else { return text }
    style.alignment = .center
    return try context.shape(
      [TextSpan(words, font: font, color: color)], style, width: text.naturalWidth.rounded(.up) + 0.5)
  }

  // MARK: Waters and parks

  /// The names of areas, each once, where the area is widest.
  ///
  /// - Parameter isLarge: Whether only names of areas that are a large part of the map are placed, or the
  ///   others.
  private mutating func areaNames(
    of map: StreetMap, _ style: inout NameStyle, _ context: LayoutContext, isLarge: Bool
  ) throws(RasterError) -> [DisplayItem] {
    var result: [DisplayItem] = []
    var known = style.known
    let areas = map.namedAreas
    for (name, kind, rings) in areas {
      let words = name.text(in: style.language)
      let surface = rings.reduce(0) { $0 + StreetMap.area($1) }
      guard (surface > size.width * size.height / 12) == isLarge, !known.contains(words) else { continue }
      let isWater = kind == .water
      let font = style.font(isLarge ? 12 : 10.5, 500)
      // Most names do not fit; shaping is slow.
      guard surface > Double(words.utf8.count) * font.size * font.size * 0.5 else { continue }
      let text = try paragraph(
        words, font,
        isWater ? style.palette.water : kind == .institution ? style.palette.street : style.palette.green,
        context)
      let size = Size(width: text.naturalWidth, height: text.size.height)
      // A named pond in a park is a hole for the name of the park, if there is room around it.
      let ponds = areas.filter { $0.kind != kind && StreetMap.holds(rings, $0.rings) }.flatMap(\.rings)
      var places = map.widestPlaces(of: rings + ponds, for: size)
      if !ponds.isEmpty { places += map.widestPlaces(of: rings, for: size) }
      for middle in places {
        let frame = Rect(
          origin: Point(x: middle.x - size.width / 2, y: middle.y - size.height / 2), size: size)
        guard isFree(frame.inset(by: -1)) else { continue }
        keepFree(frame.inset(by: -3))
        known.insert(words)
        if isWater { style.known.insert(words) }
        result += MapLabels.letters(of: text, at: frame.origin, halo: style.palette.halo)
        break
      }
    }
    return result
  }

  // MARK: Streets

  /// The distance between two names of a street, in points.
  private static let repetition = 260.0

  /// - Parameter deviation: how far a line may be from a straight one, as a share of the size of its name.
  private mutating func streetNames(
    _ streets: [StreetMap.NamedLine], _ style: inout NameStyle, deviation: Double, _ context: LayoutContext
  ) throws(RasterError) -> [DisplayItem] {
    var result: [DisplayItem] = []
    for street in streets {
      let isWater = street.kind == .river || street.kind == .stream
      let look = street.kind.font(style.zoom)
      let font = style.font(look.size, look.weight)
      let guess = Double(street.name.utf8.count) * font.size * 0.3
      let pieces = street.pieces.map(Polyline.init).filter { $0.length > guess }
      guard !pieces.isEmpty else { continue }
      let text = try context.line(
        street.name, font, isWater ? style.palette.water : style.palette.street, alignment: .left)
      let width = text.naturalWidth
      var placed: [Point] = []
      for piece in pieces.sorted(by: { $0.length > $1.length }) {
        for base in piece.straightParts(length: width + font.size, deviation: font.size * deviation) {
          let middle = (base.start + base.end) * 0.5
          guard !placed.contains(where: { $0.distance(to: middle) < MapLabels.repetition }) else { continue }
          guard let label = placeLine(from: base.start, to: base.end, text) else { continue }
          placed.append(middle)
          if isWater { style.known.insert(street.name) }
          result.append(
            .group(
              DisplayItem.Group(
                MapLabels.letters(
                  of: text, at: Point(x: -width / 2, y: -text.size.height / 2), halo: style.palette.halo),
                transform: label)))
        }
      }
    }
    return result
  }

  /// Reserves the area of a text along a line, and returns the transform of its centre; nil without space.
  private mutating func placeLine(from start: Point, to end: Point, _ text: ShapedText) -> Transform? {
    var way = end - start
    // Text runs to the right, or else upwards.
    if way.x < -0.05 * abs(way.y) || (way.x < 0.05 * abs(way.y) && way.y > 0) { way = way * -1 }
    let length = start.distance(to: end)
    let (cosine, sine) = (way.x / length, way.y / length)
    let middle = (start + end) * 0.5
    let (half, thick) = (text.naturalWidth / 2, text.size.height)
    // Squares along the text approximate its area.
    let count = max(1, Int((2 * half / (thick * 0.7)).rounded(.up)))
    let side = thick * 0.8
    let boxes = (0...count).map { index in
      let t = -half + 2 * half * Double(index) / Double(count)
      return Rect(
        x: middle.x + t * cosine - side / 2, y: middle.y + t * sine - side / 2, width: side, height: side)
    }
    guard boxes.allSatisfy({ isFree($0) }) else { return nil }
    for box in boxes { keepFree(box.inset(by: -4)) }
    return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: middle.x, ty: middle.y)
  }
}

/// A line through points, with the distances of the points from its start.
private struct Polyline {
  private let points: [Point]
  private let distances: [Double]

  init(_ points: [Point]) {
    self.points = points
    var sum = 0.0
    var distances = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      sum += a.distance(to: b)
      distances.append(sum)
    }
    self.distances = distances
  }

  var length: Double { distances[distances.count - 1] }

  /// The parts of a length that are nearly straight, those in the middle first.
  func straightParts(length: Double, deviation: Double) -> [(start: Point, end: Point)] {
    let rest = self.length - length
    guard rest >= 0 else { return [] }
    let steps = min(200, Int(rest / 12))
    let starts = (0...steps).map { steps == 0 ? rest / 2 : rest * Double($0) / Double(steps) }
    let sorted = starts.sorted { (abs($0 - rest / 2), $0) < (abs($1 - rest / 2), $1) }
    return sorted.compactMap { straightPart(from: $0, to: $0 + length, deviation) }
  }

  private func straightPart(from: Double, to: Double, _ deviation: Double) -> (start: Point, end: Point)? {
    let (first, last) = (index(at: from), index(at: to))
    let (start, end) = (point(at: from, after: first), point(at: to, after: last))
    let length = start.distance(to: end)
    guard length > (to - from) * 0.96 else { return nil }
    for point in points[(first + 1)..<max(first + 1, last + 1)] {
      let way = point - start
      let away = (way.x * (end.y - start.y) - way.y * (end.x - start.x)) / length
      if abs(away) > deviation { return nil }
    }
    return (start, end)
  }

  /// The index of the last point before a distance from the start.
  private func index(at distance: Double) -> Int {
    var (low, high) = (0, distances.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if distances[middle] <= distance { low = middle } else { high = middle }
    }
    return low
  }

  private func point(at distance: Double, after index: Int) -> Point {
    let step = distances[index + 1] - distances[index]
    let share = step > 0 ? (distance - distances[index]) / step : 0
    return points[index] + (points[index + 1] - points[index]) * share
  }
}

extension Point {
  func distance(to other: Point) -> Double {
    let way = other - self
    return (way.x * way.x + way.y * way.y).squareRoot()
  }

  /// The distance from a straight line between two points.
  fileprivate func distance(from start: Point, to end: Point) -> Double {
    let (line, way) = (end - start, self - start)
    let square = line.x * line.x + line.y * line.y
    let share = square > 0 ? max(0, min(1, (way.x * line.x + way.y * line.y) / square)) : 0
    return distance(to: start + line * share)
  }
}

extension StreetMap {
  /// A street or river with all its pieces in view.
  struct NamedLine {
    var name: String
    var kind: LineClass
    var pieces: [[Point]]
  }

  /// The nearest street of each pin, also if streets of its kind have no names at this zoom level yet.
  func streets(at pins: [Point], _ language: String) -> [NamedLine] {
    guard !pins.isEmpty else { return [] }
    let lines = namedLines(language, deeper: 2).filter { $0.kind != .river && $0.kind != .stream }
    var result: [NamedLine] = []
    for pin in pins {
      let distances = lines.map { line in
        line.pieces.flatMap { zip($0, $0.dropFirst()) }.map { pin.distance(from: $0, to: $1) }.min()
          ?? .infinity
      }
      guard let least = distances.min(), least <= 30, let nearest = distances.firstIndex(of: least),
        !result.contains(where: { $0.name == lines[nearest].name })
      else { continue }
      result.append(lines[nearest])
    }
    return result
  }

  /// The lines with names, joined at their ends, the most important first.
  ///
  /// - Parameter deeper: the number of zoom levels by which names appear earlier.
  func namedLines(_ language: String, deeper: Double = 0) -> [NamedLine] {
    var order: [String] = []
    var groups: [String: (kind: LineClass, lines: [[Point]])] = [:]
    for line in lines where line.kind.firstZoomOfName <= viewport.zoom + deeper && line.level >= 0 {
      guard let name = line.name?.text(in: language) else { continue }
      if groups[name] == nil { order.append(name) }
      groups[name, default: (line.kind, [])].lines.append(line.points)
      if let kind = groups[name]?.kind, line.kind.rawValue > kind.rawValue { groups[name]?.kind = line.kind }
    }
    let result = order.compactMap { name in
      groups[name].map { group in
        NamedLine(
          name: name, kind: group.kind,
          pieces: StreetMap.joined(group.lines, reverses: true).flatMap {
            pieces(of: $0, MapFeatures.Bounds($0), margin: 0)
          })
      }
    }
    return result.sorted { ($1.kind.rawValue, $0.name) < ($0.kind.rawValue, $1.name) }
  }

  /// The areas with names and their visible outlines, the largest first.
  var namedAreas: [(name: MapFeatures.Name, kind: AreaClass, rings: [[Point]])] {
    let found = namedAreaOutlines(\.isNamed).map { ($0, $0.rings.first.map { abs(StreetMap.area($0)) } ?? 0) }
    return found.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(
      \.element.0)
  }

  /// Places inside rings for a text, the best first: in wide and central parts.
  func widestPlaces(of rings: [[Point]], for text: Size) -> [Point] {
    let ys = rings.joined().map(\.y)
    guard let low = ys.min(), let high = ys.max(), high - low >= text.height else { return [] }
    let rows = 12
    var result: [(place: Point, score: Double)] = []
    for row in 1..<rows {
      let y = low + (high - low) * Double(row) / Double(rows)
      // The parts of the row inside the rings begin and end at crossings.
      for part in StreetMap.insides(of: rings, y: y) where part.upperBound - part.lowerBound >= text.width {
        let (above, below) = (y - text.height / 2, y + text.height / 2)
        let middle = (part.lowerBound + part.upperBound) / 2
        let frame = (middle - text.width * 0.45)...(middle + text.width * 0.45)
        // The text's corners are inside, too.
        guard
          [above, below].allSatisfy({ y in
            StreetMap.insides(of: rings, y: y).contains {
              $0.lowerBound <= frame.lowerBound && $0.upperBound >= frame.upperBound
            }
          })
        else { continue }
        let fromMiddle = abs(y - (low + high) / 2) / (high - low)
        result.append((Point(x: middle, y: y), (part.upperBound - part.lowerBound) * (1 - fromMiddle)))
      }
    }
    return result.sorted { ($1.score, $0.place.y) < ($0.score, $1.place.y) }.map(\.place)
  }

  /// Whether all corners of other rings are inside rings.
  fileprivate static func holds(_ rings: [[Point]], _ others: [[Point]]) -> Bool {
    others.joined().allSatisfy { point in
      insides(of: rings, y: point.y).contains { $0.contains(point.x) }
    }
  }

  /// The parts of a horizontal line that are inside rings.
  private static func insides(of rings: [[Point]], y: Double) -> [ClosedRange<Double>] {
    var crossings: [Double] = []
    for ring in rings {
      guard var last = ring.last else { continue }
      for point in ring {
        if (point.y > y) != (last.y > y) {
          crossings.append(last.x + (point.x - last.x) * (y - last.y) / (point.y - last.y))
        }
        last = point
      }
    }
    crossings.sort()
    return stride(from: 0, to: crossings.count - 1, by: 2).map { crossings[$0]...crossings[$0 + 1] }
  }
}

extension AreaClass {
  fileprivate var isNamed: Bool {
    switch self {
    case .green, .wood, .water, .institution, .sport: true
    case .field, .developed, .sand, .ice, .plaza, .building: false
    }
  }
}

extension LineClass {
  /// The zoom level of web maps from which names are drawn; ferries, borders and railways have none.
  fileprivate var firstZoomOfName: Double {
    switch self {
    case .motorway, .trunk, .primary, .river: 12
    case .secondary: 13
    case .tertiary: 13.5
    case .street: 14.5
    case .pedestrian: 15
    case .stream, .pier: 16
    case .service, .path, .track: 16.5
    case .coast, .border, .ferry, .tram, .rail: .infinity
    }
  }

  fileprivate func font(_ zoom: Double) -> (size: Double, weight: Int) {
    let size =
      switch self {
      case .motorway, .trunk, .primary, .secondary: 10.5
      case .river, .tertiary: 10.0
      default: 9.5
      }
    return (size + min(2, max(0, (zoom - 16) * 0.75)), rawValue >= LineClass.secondary.rawValue ? 600 : 500)
  }
}

extension PlaceClass {
  /// The zoom levels of web maps at which names are drawn.
  fileprivate var zooms: ClosedRange<Double> {
    switch self {
    case .city: 4...13.5
    case .town: 8...14.5
    case .village: 10.5...15.5
    case .suburb: 11...16.5
    case .station: 13.5...22
    case .neighbourhood: 13.5...18
    case .hamlet: 13...18
    }
  }

  fileprivate func font(_ zoom: Double) -> (size: Double, weight: Int) {
    switch self {
    case .city: (15, 600)
    case .town: (14, 600)
    case .village: (12, 600)
    case .suburb: (12.5, 600)
    case .station: (10, 600)
    case .neighbourhood, .hamlet: (11, 600)
    }
  }
}
