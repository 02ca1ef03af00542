import CardRaster

/// The built-in world map: land, lakes, borders and names, from Natural Earth.
struct BaseMap: Sendable {
  /// The attribution, drawn on every map that uses the base map.
  static let attribution = "Natural Earth"
  /// The map, decompressed on first use.
  static let shared = BaseMap()

  let land = MapOutlines(packed: BaseMapData.land)
  let lakes = MapOutlines(packed: BaseMapData.lakes)
  let islands = MapOutlines(packed: BaseMapData.islands)
  let borders = MapOutlines(packed: BaseMapData.borders)
  /// The names, the most important first.
  let names = BaseMap.readNames()

  /// A country or a city.
  struct Name: Hashable, Sendable {
    var text: String
    /// The position in the unit square of the world.
    var place: Point
    var isCountry: Bool
    /// The zoom level from which the name is shown.
    var zoom: Double
  }

  private static func readNames() -> [Name] {
    func rows(_ text: String) -> [[Substring]] {
      text.split(separator: "\n").map { $0.split(separator: "\t") }
    }
    func place(_ row: [Substring]) -> Point {
      Point(
        x: (Double(String(row[1])) ?? 0) / MapOutlines.unitsPerSide,
        y: (Double(String(row[2])) ?? 0) / MapOutlines.unitsPerSide)
    }
    let countries = rows(BaseMapData.countries).map {
      Name(text: String($0[0]), place: place($0), isCountry: true, zoom: Double(String($0[3])) ?? 5)
    }
    let cities = rows(BaseMapData.cities).enumerated().map { rank, row in
      Name(
        text: String(row[0]), place: place(row), isCountry: false,
        zoom: rank < 12 ? 2.6 : rank < 36 ? 3.4 : rank < 80 ? 4.2 : 5)
    }
    return countries + cities
  }

  /// Water, land, grid, lakes and borders of a part of the world.
  func items(in viewport: MapViewport, palette: MapPalette, scale: Double) -> [DisplayItem] {
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
    result += grid(in: viewport, palette: palette)
    result += fill(lakes, palette.areas.water)
    result += fill(islands, palette.areas.land)
    for outlines in [land, lakes, islands] { result += lines(outlines, coast, palette.lines.coast) }
    result += lines(borders, Stroke(width: thickness, cap: .round), palette.lines.border, closed: false)
    return result
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
