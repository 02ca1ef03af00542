import CardRaster

struct MapPalette: Hashable, Sendable {
  struct Areas: Hashable, Sendable {
    var water: Color
    var land: Color
  }

  struct Lines: Hashable, Sendable {
    var coast: Color
    var border: Color
    var grid: Color
  }

  /// The colours of the names of countries and cities.
  struct Names: Hashable, Sendable {
    var country: Color
    var city: Color
    /// The halo around letters.
    var halo: Color
  }

  var areas: Areas
  var lines: Lines
  var names: Names
  /// The overlay on tiles.
  var veil: Color?
  /// The replacement for a missing tile.
  var missing: Color
  /// The colours of texts on a map that is drawn.
  var words = Words.light

  /// The colours of texts on a map: titles of pins, the scale, and the attribution.
  struct Words: Hashable, Sendable {
    var title: Color
    var subtitle: Color
    /// The colour of the scale and the attribution.
    var note: Color
    /// The halo around the letters of pins and of the scale.
    var halo: Color
    /// The background of the attribution.
    var plate: Color

    static let light = Words(
      title: Color(rgb: 0x2B2D2F), subtitle: Color(rgb: 0x5C6064), note: Color(rgb: 0x4A4D50), halo: .white,
      plate: Color(red: 255, green: 255, blue: 255, alpha: 178))

    static let dark = Words(
      title: Color(rgb: 0xF0F2F5), subtitle: Color(rgb: 0xB9C0CA), note: Color(rgb: 0xC9CFD8),
      halo: Color(rgb: 0x171B22), plate: Color(red: 23, green: 27, blue: 34, alpha: 178))
  }

  static let standard = MapPalette(
    areas: Areas(water: Color(rgb: 0xC9E3F1), land: Color(rgb: 0xF6F3EC)),
    lines: Lines(
      coast: Color(rgb: 0xA9CCE0), border: Color(rgb: 0xCFC6B8),
      grid: Color(red: 60, green: 80, blue: 100, alpha: 40)),
    names: Names(
      country: Color(rgb: 0x8A8378), city: Color(rgb: 0x4F4B45), halo: Color(rgb: 0xFDFCF9)), veil: nil,
    missing: Color(rgb: 0xE9E6DF))

  static let muted = MapPalette(
    areas: Areas(water: Color(rgb: 0xDCE1E5), land: Color(rgb: 0xF5F5F4)),
    lines: Lines(
      coast: Color(rgb: 0xC5CCD2), border: Color(rgb: 0xD4D4D2),
      grid: Color(red: 60, green: 70, blue: 80, alpha: 34)),
    names: Names(
      country: Color(rgb: 0x9A9C9E), city: Color(rgb: 0x6F7275), halo: Color(rgb: 0xFBFBFB)),
    veil: Color(red: 245, green: 245, blue: 244, alpha: 128), missing: Color(rgb: 0xEAEAE9))

  /// Dark mode: land is lighter than water, and names are lighter than both.
  static let standardDark = MapPalette(
    areas: Areas(water: Color(rgb: 0x12202B), land: Color(rgb: 0x252B33)),
    lines: Lines(
      coast: Color(rgb: 0x33495A), border: Color(rgb: 0x4A5360),
      grid: Color(red: 200, green: 215, blue: 230, alpha: 22)),
    names: Names(
      country: Color(rgb: 0x98A2B0), city: Color(rgb: 0xCDD4DD), halo: Color(rgb: 0x1C2129)), veil: nil,
    missing: Color(rgb: 0x20262E), words: .dark)

  static let mutedDark = MapPalette(
    areas: Areas(water: Color(rgb: 0x171A1E), land: Color(rgb: 0x24272B)),
    lines: Lines(
      coast: Color(rgb: 0x363B41), border: Color(rgb: 0x3E4349),
      grid: Color(red: 210, green: 215, blue: 220, alpha: 18)),
    names: Names(
      country: Color(rgb: 0x868C94), city: Color(rgb: 0xAEB4BC), halo: Color(rgb: 0x1D2024)),
    veil: Color(red: 20, green: 23, blue: 28, alpha: 110), missing: Color(rgb: 0x202327), words: .dark)

  static let satellite = MapPalette(
    areas: Areas(water: Color(rgb: 0x1E3A52), land: Color(rgb: 0x3A4A38)),
    lines: Lines(
      coast: Color(rgb: 0x1E3A52), border: Color(rgb: 0xFFFFFF), grid: .clear),
    names: Names(
      country: .white, city: .white, halo: Color(rgb: 0x1D2A33)),
    veil: nil, missing: Color(rgb: 0x2B3A42))
}
