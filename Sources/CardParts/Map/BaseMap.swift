import CardRaster

/// The map of the world that travels with the program: land, lakes, borders and names, from Natural Earth.
struct BaseMap: Sendable {
  /// Who made it; drawn on every map that shows it.
  static let attribution = "Natural Earth"
  /// The map; unpacked when it is first asked for.
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
    /// On the square of the world.
    var place: Point
    var isCountry: Bool
    /// The level of zoom from which on it is named.
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
    // Far away all lines lie close together.
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
    var result: [DisplayItem] = [.rect(frame, palette.water)]
    result += fill(land, palette.land)
    result += grid(in: viewport, palette: palette)
    result += fill(lakes, palette.water)
    result += fill(islands, palette.land)
    for outlines in [land, lakes, islands] { result += lines(outlines, coast, palette.coast) }
    result += lines(borders, Stroke(width: thickness, cap: .round), palette.border, closed: false)
    return result
  }

  /// Lines of equal longitude and latitude, some 80 points apart.
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
    return path.elements.isEmpty ? [] : [.stroke(path, stroke, palette.grid)]
  }

  /// The distances between grid lines in degrees.
  private static let steps = [
    0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15,
    30, 60,
  ]
}

/// The colours of a map.
struct MapPalette: Hashable, Sendable {
  var water: Color
  var land: Color
  var coast: Color
  var border: Color
  var grid: Color
  var country: Color
  var city: Color
  /// Around letters.
  var halo: Color
  /// Over tiles.
  var veil: Color?
  /// In the place of a tile that is not there.
  var missing: Color

  static let standard = MapPalette(
    water: Color(rgb: 0xC9E3F1), land: Color(rgb: 0xF6F3EC), coast: Color(rgb: 0xA9CCE0),
    border: Color(rgb: 0xCFC6B8), grid: Color(red: 60, green: 80, blue: 100, alpha: 40),
    country: Color(rgb: 0x8A8378), city: Color(rgb: 0x4F4B45), halo: Color(rgb: 0xFDFCF9), veil: nil,
    missing: Color(rgb: 0xE9E6DF))

  static let muted = MapPalette(
    water: Color(rgb: 0xDCE1E5), land: Color(rgb: 0xF5F5F4), coast: Color(rgb: 0xC5CCD2),
    border: Color(rgb: 0xD4D4D2), grid: Color(red: 60, green: 70, blue: 80, alpha: 34),
    country: Color(rgb: 0x9A9C9E), city: Color(rgb: 0x6F7275), halo: Color(rgb: 0xFBFBFB),
    veil: Color(red: 245, green: 245, blue: 244, alpha: 128), missing: Color(rgb: 0xEAEAE9))

  static let satellite = MapPalette(
    water: Color(rgb: 0x1E3A52), land: Color(rgb: 0x3A4A38), coast: Color(rgb: 0x1E3A52),
    border: Color(rgb: 0xFFFFFF), grid: .clear, country: .white, city: .white, halo: Color(rgb: 0x1D2A33),
    veil: nil, missing: Color(rgb: 0x2B3A42))
}
