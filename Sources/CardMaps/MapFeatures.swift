import CardModel
import CardRaster

/// The class of an area on a street map, in painting order.
enum AreaClass: Int, Sendable, CaseIterable {
  case field, developed, institution, green, wood, sport, sand, ice, water, plaza, building
}

/// The class of a line on a street map; of two roads the later one is painted over the other.
enum LineClass: Int, Sendable, CaseIterable {
  case stream, river, coast, border, ferry, pier
  case path, track, service, street, pedestrian, tertiary, secondary, primary, trunk, motorway
  case tram, rail

  var isRoad: Bool { rawValue >= LineClass.path.rawValue && rawValue <= LineClass.motorway.rawValue }
}

/// The class of a named point on a street map, the most important first.
enum PlaceClass: Int, Sendable, CaseIterable {
  case city, town, village, suburb, station, neighbourhood, hamlet
}

/// The features of a GeoJSON file with OpenStreetMap's tags: areas, lines and named points.
///
/// A feature without a class, such as a bench, is left out.
final class MapFeatures: Sendable {
  /// The attribution that OpenStreetMap's licence requires.
  static let attribution = "© OpenStreetMap contributors"

  /// A name in several languages.
  struct Name: Hashable, Sendable {
    var text: String
    /// The names by the codes of their languages.
    var translations: [String: String] = [:]

    func text(in language: String) -> String { translations[language] ?? text }
  }

  /// The smallest rectangle around points of the unit square of the world.
  struct Bounds: Sendable {
    var low: Point
    var high: Point

    init(_ points: [Point]) {
      (low, high) = (points.first ?? .zero, points.first ?? .zero)
      for point in points {
        low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
        high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
      }
    }
  }

  struct Area: Sendable {
    var kind: AreaClass
    /// The outer ring and the holes, without the repeated last point.
    var rings: [[Point]]
    var name: Name?
    var bounds: Bounds
  }

  struct Line: Sendable {
    var kind: LineClass
    var points: [Point]
    var name: Name?
    var bounds: Bounds
    /// -1 for tunnels, 0 on the ground, higher for bridges.
    var level = 0
    /// Whether it is a ramp or a siding, which is narrower.
    var isMinor = false
  }

  struct Place: Sendable {
    var kind: PlaceClass
    var point: Point
    var name: Name
  }

  let name: String
  let areas: [Area]
  let lines: [Line]
  let places: [Place]

  fileprivate init(name: String, areas: [Area], lines: [Line], places: [Place]) {
    (self.name, self.areas, self.lines, self.places) = (name, areas, lines, places)
  }

  /// Reads a GeoJSON file.
  ///
  /// - Throws: A `DeckIssue` with its position in that file.
  static func read(
    _ bytes: [UInt8], name: String, mostFeatures: Int = Limits.mapFeatures, mostPoints: Int = Limits.mapPoints
  ) throws(DeckIssue) -> MapFeatures {
    let reader = FeatureReader(file: name, mostFeatures, mostPoints)
    let document = try JSONScanner.scan(
      bytes, file: name, most: Limits.mapFeatureBytes, elementsOf: "features"
    ) { node throws(DeckIssue) in try reader.readFeature(node) }
    guard document["type"]?.plainText == "FeatureCollection", case .array = document["features"]?.value else {
      let isOverpass = document["elements"] != nil
      throw DeckIssue(
        .error, file: name, place: document.place,
        message: "expected a GeoJSON object of type 'FeatureCollection' with 'features'",
        hint: isOverpass ? "this is Overpass's own format: export it as GeoJSON" : nil)
    }
    return reader.features
  }
}

/// Collects the features of a file.
private final class FeatureReader {
  let file: String
  private let mostFeatures: Int
  private let mostPoints: Int
  private var areas: [MapFeatures.Area] = []
  private var lines: [MapFeatures.Line] = []
  private var places: [MapFeatures.Place] = []
  private var count = 0
  private var pointCount = 0

  init(file: String, _ mostFeatures: Int, _ mostPoints: Int) {
    (self.file, self.mostFeatures, self.mostPoints) = (file, mostFeatures, mostPoints)
  }

  var features: MapFeatures { MapFeatures(name: file, areas: areas, lines: lines, places: places) }

  func readFeature(_ node: JSONNode) throws(DeckIssue) {
    let path = JSONPath.root.key("features").index(count)
    count += 1
    if count > mostFeatures {
      throw failure(node, path, "more features than the limit of \(mostFeatures)", code: .limit)
    }
    guard node["type"]?.plainText == "Feature" else {
      throw failure(node, path, "expected a GeoJSON object of type 'Feature', found \(node.briefText)")
    }
    // A feature may have no place.
    guard let geometry = node["geometry"] else { return }
    try read(geometry, path.key("geometry"), FeatureTags(node["properties"]))
  }

  private func read(_ geometry: JSONNode, _ path: JSONPath, _ tags: FeatureTags) throws(DeckIssue) {
    let kind = geometry["type"]?.plainText
    if kind == "GeometryCollection" {
      let parts = geometry["geometries"] ?? JSONNode(.null)
      for (part, place) in try list(parts, path.key("geometries")) { try read(part, place, tags) }
      return
    }
    let place = path.key("coordinates")
    let coordinates = geometry["coordinates"] ?? JSONNode(.null, place: geometry.place)
    switch kind {
    case "Point": add(try point(coordinates, place), tags)
    case "MultiPoint": for point in try points(coordinates, place) { add(point, tags) }
    case "LineString": add(line: try points(coordinates, place), tags)
    case "MultiLineString":
      for (node, place) in try list(coordinates, place) { add(line: try points(node, place), tags) }
    case "Polygon": add(rings: try rings(coordinates, place), tags)
    case "MultiPolygon":
      for (node, place) in try list(coordinates, place) { add(rings: try rings(node, place), tags) }
    default:
      let found = geometry["type"] ?? geometry
      throw failure(
        found, geometry["type"] == nil ? path : path.key("type"),
        "expected the type of a GeoJSON geometry, such as 'LineString', found \(found.briefText)")
    }
  }

  private func add(_ point: Point, _ tags: FeatureTags) {
    guard let kind = tags.place, let name = tags.name else { return }
    places.append(MapFeatures.Place(kind: kind, point: point, name: name))
  }

  private func add(line points: [Point], _ tags: FeatureTags) {
    guard points.count > 1, let kind = tags.line else { return }
    lines.append(
      MapFeatures.Line(
        kind: kind, points: points, name: tags.name, bounds: MapFeatures.Bounds(points), level: tags.level,
        isMinor: tags.isMinor))
  }

  private func add(rings: [[Point]], _ tags: FeatureTags) {
    guard let outer = rings.first, outer.count > 2 else { return }
    guard let kind = tags.area else {
      // Closed streets and coasts are in the file as lines, too.
      if tags.line == .border { for ring in rings { add(line: ring + [ring[0]], tags) } }
      return
    }
    areas.append(
      MapFeatures.Area(kind: kind, rings: rings, name: tags.name, bounds: MapFeatures.Bounds(outer)))
  }

  private func rings(_ node: JSONNode, _ path: JSONPath) throws(DeckIssue) -> [[Point]] {
    var result: [[Point]] = []
    for (ring, place) in try list(node, path) {
      var points = try points(ring, place)
      if points.count > 1, points.first == points.last { points.removeLast() }
      if points.count > 2 { result.append(points) }
    }
    return result
  }

  private func points(_ node: JSONNode, _ path: JSONPath) throws(DeckIssue) -> [Point] {
    guard case .array(let nodes) = node.value else { throw notAList(node, path) }
    var result: [Point] = []
    result.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      let next = try point(node, path, index)
      if next != result.last { result.append(next) }
    }
    return result
  }

  private func list(_ node: JSONNode, _ path: JSONPath) throws(DeckIssue) -> [(JSONNode, JSONPath)] {
    guard case .array(let nodes) = node.value else { throw notAList(node, path) }
    return nodes.enumerated().map { ($0.element, path.index($0.offset)) }
  }

  /// The place of a longitude and a latitude in the unit square of the world.
  ///
  /// - Parameter index: The index in the list at the path, if the place is in one.
  private func point(_ node: JSONNode, _ path: JSONPath, _ index: Int? = nil) throws(DeckIssue) -> Point {
    pointCount += 1
    if pointCount > mostPoints {
      throw failure(node, path, "more points than the limit of \(mostPoints)", code: .limit)
    }
    guard case .array(let numbers) = node.value, numbers.count > 1, let longitude = numbers[0].number,
      let latitude = numbers[1].number, abs(longitude) <= 180, abs(latitude) <= 90
    else {
      throw failure(
        node, index.map { path.index($0) } ?? path,
        "expected a longitude and a latitude in degrees, found \(node.briefText)",
        hint: "use the coordinates of WGS 84 (EPSG:4326), longitude first")
    }
    return Point(x: WebMercator.x(longitude: longitude), y: WebMercator.y(latitude: latitude))
  }

  private func notAList(_ node: JSONNode, _ path: JSONPath) -> DeckIssue {
    failure(node, path, "expected a list of coordinates, found \(node.briefText)")
  }

  private func failure(
    _ node: JSONNode, _ path: JSONPath, _ message: String, hint: String? = nil, code: DeckIssue.Code? = nil
  ) -> DeckIssue {
    DeckIssue(.error, file: file, place: node.place, path: path, message: message, hint: hint, code: code)
  }
}

/// The tags of a feature, and its class.
private struct FeatureTags {
  private var values: [String: String] = [:]
  private var names: [String: String] = [:]

  private static let keys: Set<String> = [
    "admin_level", "aeroway", "amenity", "area", "boundary", "bridge", "building", "highway", "landuse",
    "layer", "leisure", "man_made", "name", "natural", "place", "public_transport", "railway", "route",
    "service", "tunnel", "water", "waterway",
  ]

  init(_ properties: JSONNode?) {
    guard case .object(let members) = properties?.value else { return }
    for member in members {
      if member.key == "other_tags", let text = member.value.plainText {
        // GDAL writes further tags as one text: "bridge"=>"yes","layer"=>"1".
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        for index in stride(from: 1, to: parts.count - 2, by: 4) where parts[index + 1] == "=>" {
          set(String(parts[index]), String(parts[index + 2]))
        }
        continue
      }
      switch member.value.value {
      case .string(let text): set(member.key, text)
      case .number(let number): set(member.key, number.text)
      case .bool(let flag): set(member.key, flag ? "yes" : "no")
      case .array, .object, .null: break
      }
    }
  }

  private mutating func set(_ key: String, _ value: String) {
    if FeatureTags.keys.contains(key) {
      values[key] = value
    } else if key.hasPrefix("name:") {
      names[String(key.dropFirst("name:".count))] = value
    }
  }

  private func has(_ key: String) -> Bool { values[key].map { $0 != "no" } ?? false }

  /// A name longer than any street's is not drawn.
  private static let longestName = 200

  var name: MapFeatures.Name? {
    guard let name = values["name"], !name.isEmpty, name.utf8.count <= FeatureTags.longestName else {
      return nil
    }
    return MapFeatures.Name(
      text: name, translations: names.filter { $0.value.utf8.count <= FeatureTags.longestName })
  }

  var level: Int {
    if has("tunnel") { return -1 }
    let layer = values["layer"].flatMap { Int($0) } ?? 0
    return has("bridge") ? min(max(layer, 1), StreetMap.highestLevel) : 0
  }

  var isMinor: Bool {
    if values["highway"]?.hasSuffix("_link") == true { return true }
    return has("railway") && ["siding", "spur", "yard", "crossover"].contains(values["service"])
  }

  var place: PlaceClass? {
    if ["station", "halt"].contains(values["railway"]) { return .station }
    switch values["place"] {
    case "city": return .city
    case "town": return .town
    case "village": return .village
    case "suburb", "borough", "quarter": return .suburb
    case "neighbourhood": return .neighbourhood
    case "hamlet", "island", "islet", "locality": return .hamlet
    default: return nil
    }
  }

  var area: AreaClass? {
    if has("building") { return .building }
    switch values["natural"] {
    case "water", "bay", "strait": return .water
    case "wood": return .wood
    case "grassland", "heath", "scrub", "wetland": return .green
    case "beach", "sand", "dune", "shoal": return .sand
    case "glacier": return .ice
    default: break
    }
    if ["riverbank", "dock", "canal"].contains(values["waterway"]) { return .water }
    if ["pier", "bridge", "breakwater", "quay"].contains(values["man_made"]) { return .plaza }
    if has("highway") { return has("area") ? .plaza : nil }
    if values["place"] == "square" || values["railway"] == "platform"
      || values["public_transport"] == "platform"
    {
      return .plaza
    }
    switch values["leisure"] {
    case "park", "garden", "golf_course", "common", "nature_reserve", "playground", "dog_park": return .green
    case "pitch", "track", "stadium", "sports_centre": return .sport
    case "swimming_pool": return .water
    default: break
    }
    switch values["landuse"] {
    case "reservoir", "basin": return .water
    case "forest": return .wood
    case "grass", "meadow", "village_green", "recreation_ground", "cemetery", "allotments", "orchard",
      "vineyard", "flowerbed", "plant_nursery", "greenfield":
      return .green
    case "farmland", "farmyard": return .field
    case "residential", "commercial", "retail", "industrial", "railway", "construction", "garages", "harbour",
      "brownfield", "depot":
      return .developed
    default: break
    }
    switch values["amenity"] {
    case "school", "university", "college", "hospital", "kindergarten", "parking": return .institution
    case "grave_yard": return .green
    default: break
    }
    return has("aeroway") ? .institution : nil
  }

  var line: LineClass? {
    if let highway = values["highway"] { return FeatureTags.roads[highway] }
    switch values["railway"] {
    case "rail", "light_rail", "narrow_gauge", "monorail", "funicular": return level < 0 ? nil : .rail
    // Underground railways are not visible from above.
    case "subway": return level < 0 ? nil : .rail
    case "tram": return .tram
    default: break
    }
    switch values["waterway"] {
    case "river", "canal": return level < 0 ? nil : .river
    case "stream", "ditch", "drain": return level < 0 ? nil : .stream
    default: break
    }
    if values["natural"] == "coastline" { return .coast }
    if values["route"] == "ferry" { return .ferry }
    if ["pier", "breakwater", "groyne"].contains(values["man_made"]) { return .pier }
    if values["boundary"] == "administrative", let level = values["admin_level"].flatMap({ Int($0) }) {
      return level <= 6 ? .border : nil
    }
    return nil
  }

  private static let roads: [String: LineClass] = [
    "motorway": .motorway, "motorway_link": .motorway, "trunk": .trunk, "trunk_link": .trunk,
    "primary": .primary, "primary_link": .primary, "secondary": .secondary, "secondary_link": .secondary,
    "tertiary": .tertiary, "tertiary_link": .tertiary, "unclassified": .street, "residential": .street,
    "living_street": .street, "road": .street, "pedestrian": .pedestrian, "service": .service,
    "busway": .service, "track": .track, "footway": .path, "path": .path, "steps": .path, "cycleway": .path,
    "bridleway": .path,
  ]
}

extension ValueKind where Value == MapFeatures {
  /// The path of a GeoJSON file.
  static var features: Self {
    ValueKind("path of a GeoJSON file", schema: .string, show: { "\"\($0.name)\"" }) { node, path, context in
      guard case .string(let name) = node.value else {
        context.mismatch(node, path, expected: "the path of a GeoJSON file such as \"town.geojson\"")
        return nil
      }
      guard context.allowsFile(node, path) else { return nil }
      let result = context.assets.parsed(name, limit: Limits.mapFeatureBytes) { bytes throws(DeckIssue) in
        try MapFeatures.read(bytes, name: name)
      }
      switch result {
      case .success(let features): return features
      case .failure(let issue):
        if let error = issue.underlying { context.error(node, path, error) } else { context.log.add(issue) }
        return nil
      }
    }
  }
}
