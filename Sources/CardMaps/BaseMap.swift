import BundledFonts
import CardModel
import CardRaster

/// The bundled world map: land, lakes, borders and names from Natural Earth (public domain), and translations of the
/// names from the Unicode CLDR.
struct BaseMap: Sendable {
  /// The map, read from its file when the first map is drawn.
  static let shared = Result { () throws(RasterError) in
    let path = (BundledFonts.directory() ?? "") + "/Map/world.map"
    return try BaseMap(try FileReading.read(path: path, limit: Limits.patternBytes), path: path)
  }

  let land: MapOutlines
  let lakes: MapOutlines
  let islands: MapOutlines
  let borders: MapOutlines
  /// The names in English, the most important first.
  let names: [Name]
  /// The names in other languages, by the code of the language: a line for each name, empty where it is the same.
  private let translations: [String: String]

  /// A country or a city.
  struct Name: Hashable, Sendable {
    var text: String
    /// The position in the unit square of the world.
    var place: Point
    var isCountry: Bool
    /// The zoom level from which the name is shown.
    var zoom: Double

    /// Whether the name is shown at a zoom level; countries are larger than the map at high ones.
    func isVisible(at level: Double) -> Bool { zoom <= level + 0.2 && (!isCountry || level < 7.5) }
  }

  /// Reads the bytes of a map file; `Fonts/Files/Map/README.md` describes them.
  ///
  /// - Throws: `RasterError.file` if they are not a complete map.
  init(_ bytes: [UInt8], path: String) throws(RasterError) {
    guard let map = ByteReader.value(of: bytes, { BaseMap(&$0) }) else {
      throw .file(path: path, reason: "it is damaged, or belongs to another version of cardshot")
    }
    self = map
  }

  private init(_ reader: inout ByteReader) {
    if !reader.take(8).elementsEqual("basemap2".utf8) { reader.fail() }
    land = MapOutlines(&reader)
    lakes = MapOutlines(&reader)
    islands = MapOutlines(&reader)
    borders = MapOutlines(&reader)
    names = reader.list { reader in
      let text = reader.text()
      let place = Point(
        x: Double(reader.number()) / MapOutlines.unitsPerSide,
        y: Double(reader.number()) / MapOutlines.unitsPerSide)
      return Name(text: text, place: place, isCountry: reader.flag(), zoom: reader.real())
    }
    let lists = reader.list { reader in (reader.text(), reader.text()) }
    translations = Dictionary(lists) { first, _ in first }
    if !reader.rest().isEmpty { reader.fail() }
  }

  /// The names in the language of a locale, or in English, without cities that are the titles of pins in any language.
  func names(in locale: DeckLocale, without pins: [MapAnnotation]) -> [Name] {
    let language = String(locale.identifier.prefix { $0 != "_" })
    let own = (translations[locale.identifier] ?? translations[language]).map(BaseMap.lines)
    let titles = Set(pins.map(\.title).filter { !$0.isEmpty })
    let pinned: Set<Int> = titles.reduce(into: []) { $0.formUnion(BaseMap.numbers[Substring($1)] ?? []) }
    return names.enumerated().compactMap { number, name in
      if !name.isCountry, pinned.contains(number) { return nil }
      guard let line = own?[number], !line.isEmpty else { return name }
      return changing(name) { $0.text = String(line) }
    }
  }

  /// The numbers of the names in `names` that a text is in any language; the first map with a titled pin fills it.
  private static let numbers: [Substring: [Int]] = {
    guard let map = try? shared.get() else { return [:] }
    var numbers: [Substring: [Int]] = [:]
    for list in [map.names.map { $0.text[...] }] + map.translations.values.map(lines) {
      for (number, text) in list.enumerated() where !text.isEmpty {
        numbers[text, default: []].append(number)
      }
    }
    return numbers
  }()

  private static func lines(_ words: String) -> [Substring] {
    words.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The names without the cities and small countries beyond the borders of the country that contains all places; all names
  /// if the places are in several countries, or if too few would remain in view.
  ///
  /// A place is beyond the borders if a straight line from each of the places crosses one.
  func names(_ names: [Name], aroundCountryOf places: [Point], in viewport: MapViewport) -> [Name] {
    guard (2...BaseMap.mostPlaces).contains(places.count) else { return names }
    // Lines across a neighbour's territory are replaced by ways over other places.
    var (reached, rest) = (places.prefix(1), places.dropFirst())
    while let next = rest.firstIndex(where: { place in
      reached.contains { !borders.separates($0, place) }
    }) {
      reached.append(rest.remove(at: next))
    }
    guard rest.isEmpty else { return names }
    let frame = Rect(origin: .zero, size: viewport.size)
    let seen = names.filter { name in
      name.isVisible(at: viewport.zoom)
        && viewport.allCopies.contains { frame.holds(viewport.point(name.place, copy: $0)) }
    }
    let kept = seen.filter { name in
      name.isCountry
        ? name.zoom < BaseMap.smallCountries : places.contains { !borders.separates($0, name.place) }
    }
    return kept.count < 2 ? names : kept
  }

  /// The countries of places: their names are the nearest ones without a border in between.
  func countries(_ names: [Name], of places: [Point]) -> Set<String> {
    guard places.count <= BaseMap.mostPlaces else { return [] }
    let countries = names.filter(\.isCountry)
    return Set(
      places.compactMap { place in
        countries.map { ($0.place.distance(to: place), $0) }.sorted { $0.0 < $1.0 }.prefix(8)
          .first { !borders.separates(place, $0.1.place) }?.1.text
      })
  }

  /// Whether a frame on the map at a distance from a place on land is in the same country, or in the sea next to it.
  func belongs(_ frame: Rect, to place: Point, at way: Point, in viewport: MapViewport) -> Bool {
    let other = place + way * (1 / viewport.worldSide)
    guard !borders.separates(place, other) else { return false }
    // Behind two coasts may be another country; three are those of a bay and the sea.
    let coasts = land.crossings(from: place, to: other, most: 4)
    return coasts == 0 || [1, 3].contains(coasts) && !hasLines(in: frame, of: viewport)
  }

  /// The number of places for which borders are searched.
  private static let mostPlaces = 20
  /// The zoom level from which small countries have names.
  private static let smallCountries = 5.0

  /// Water, land, grid, lakes and borders of a part of the world.
  func items(in viewport: MapViewport, palette: MapPalette, scale: Double, hasGrid: Bool = true)
    -> [DisplayItem]
  {
    let frame = Rect(origin: .zero, size: viewport.size)
    // At low zoom levels lines are close together, so they are thinner.
    let zoom = viewport.zoom
    let thickness = zoom < 2.5 ? 0.4 : zoom < 4 ? 0.6 : 1
    let coast = Stroke(width: 0.75 * thickness, cap: .round)
    func fill(_ outlines: MapOutlines, _ color: Color) -> [DisplayItem] {
      outlines.areas(in: viewport, scale: scale).map { .fill(.path($0), .solid(color), bounds: frame) }
    }
    func lines(_ outlines: MapOutlines, _ stroke: Stroke, _ color: Color, closed: Bool = true)
      -> [DisplayItem]
    {
      outlines.lines(in: viewport, scale: scale, closed: closed).map { .stroke($0, stroke, color) }
    }
    var result: [DisplayItem] = [.rect(frame, palette.areas.water)]
    result += fill(land, palette.areas.land)
    if hasGrid { result += grid(in: viewport, palette: palette) }
    result += fill(lakes, palette.areas.water)
    result += fill(islands, palette.areas.land)
    for outlines in [land, lakes, islands] { result += lines(outlines, coast, palette.lines.coast) }
    result += lines(borders, Stroke(width: thickness, cap: .round), palette.lines.border, closed: false)
    return result
  }

  /// The same with the world drawn once: a map that is wider has water on both sides.
  func itemsOnce(in viewport: MapViewport, palette: MapPalette, scale: Double, hasGrid: Bool = true)
    -> [DisplayItem]
  {
    let items = items(in: viewport, palette: palette, scale: scale, hasGrid: hasGrid)
    return items.prefix(1) + viewport.once(Array(items.dropFirst()))
  }

  /// The smallest span around a place with three names and a coast or a border in view.
  ///
  /// Otherwise, and if it is much larger, the smallest span with a name and a coast, a border or another name;
  /// then the smallest span with one of them, or nil.
  ///
  /// - Parameter pins: The frames of pins, which hide what is below them.
  func leastSpan(
    around middle: Coordinate, _ size: Size, _ covered: Insets, _ pins: [(place: Coordinate, frame: Rect)],
    showsNames: Bool
  ) -> CoordinateSpan? {
    let whole = Rect(origin: .zero, size: size).inset(by: covered)
    let frame = whole.inset(
      by: Insets(
        top: whole.height * 0.1, left: whole.width * 0.1, bottom: whole.height * 0.1,
        right: whole.width * 0.1))
    var fallback: CoordinateSpan?
    var poor: CoordinateSpan?
    for degrees in BaseMap.spans {
      if let poor, degrees > BaseMap.mostEnlarged * poor.latitudeDelta { return poor }
      let span = CoordinateSpan(latitudeDelta: degrees, longitudeDelta: degrees)
      let viewport = MapViewport(around: middle, span: span, size: size, covered: covered)
      let count = showsNames ? nameCount(in: frame, of: viewport, pins) : 0
      let hasLines = hasLines(in: frame, of: viewport)
      if hasLines, count > 2 || !showsNames { return span }
      if poor == nil, count > 1 || (hasLines && count > 0) { poor = span }
      if fallback == nil, count > 0 || hasLines { fallback = span }
    }
    return poor ?? fallback
  }

  /// The number of names in a frame that no pin hides.
  func nameCount(in frame: Rect, of viewport: MapViewport, _ pins: [(place: Coordinate, frame: Rect)]) -> Int
  {
    let frames = pins.map { $0.frame.moved(by: viewport.point($0.place)).inset(by: -4) }
    return names.count { name in
      guard name.isVisible(at: viewport.zoom) else { return false }
      return viewport.allCopies.contains { copy in
        let point = viewport.point(name.place, copy: copy)
        return frame.holds(point) && !frames.contains { $0.holds(point) }
      }
    }
  }

  /// The largest factor by which a span grows for more names.
  private static let mostEnlarged = 8.0

  /// The spans to try, in degrees.
  private static let spans = [1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96.0]

  /// Whether a coast or a border is in a frame of a map.
  func hasLines(in frame: Rect, of viewport: MapViewport) -> Bool {
    guard frame.width > 0, frame.height > 0 else { return false }
    func place(_ x: Double, _ y: Double) -> Point {
      Point(x: viewport.left + x / viewport.worldSide, y: viewport.top + y / viewport.worldSide)
    }
    let (low, high) = (place(frame.minX, frame.minY), place(frame.maxX, frame.maxY))
    return [land, lakes, islands, borders].contains { outlines in
      viewport.allCopies.contains { outlines.crosses(low, high, turn: Double($0)) }
    }
  }

  /// Lines of equal longitude and latitude, about 80 points apart.
  private func grid(in viewport: MapViewport, palette: MapPalette) -> [DisplayItem] {
    let least = 64 / viewport.worldSide * 360
    guard let step = BaseMap.steps.first(where: { $0 >= least }) else { return [] }
    let stroke = Stroke(width: 0.5)
    var path = Path()
    let (west, east) = ((viewport.left - 0.5) * 360, (viewport.right - 0.5) * 360)
    var number = (west / step).rounded(.up)
    while number * step <= east {
      let x = (WebMercator.x(longitude: number * step) - viewport.left) * viewport.worldSide
      path.move(to: Point(x: x, y: 0))
      path.line(to: Point(x: x, y: viewport.size.height))
      number += 1
    }
    let north = WebMercator.latitude(y: viewport.top)
    number = (WebMercator.latitude(y: viewport.bottom) / step).rounded(.up)
    while number * step <= north {
      let y = (WebMercator.y(latitude: number * step) - viewport.top) * viewport.worldSide
      path.move(to: Point(x: 0, y: y))
      path.line(to: Point(x: viewport.size.width, y: y))
      number += 1
    }
    return path.isEmpty ? [] : [.stroke(path, stroke, palette.lines.grid)]
  }

  /// The possible distances between grid lines, in degrees.
  private static let steps = [
    0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15,
    30, 60,
  ]
}

extension Rect {
  fileprivate func holds(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
}
