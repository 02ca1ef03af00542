import CardModel
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
  /// The colours of a map with streets.
  var streets = Streets.standard

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
      country: Color(rgb: 0x736C62), city: Color(rgb: 0x4F4B45), halo: Color(rgb: 0xFDFCF9)), veil: nil,
    missing: Color(rgb: 0xE9E6DF))

  static let muted = MapPalette(
    areas: Areas(water: Color(rgb: 0xDCE1E5), land: Color(rgb: 0xF5F5F4)),
    lines: Lines(
      coast: Color(rgb: 0xC5CCD2), border: Color(rgb: 0xD4D4D2),
      grid: Color(red: 60, green: 70, blue: 80, alpha: 34)),
    names: Names(
      country: Color(rgb: 0x6D6F72), city: Color(rgb: 0x55585B), halo: Color(rgb: 0xFBFBFB)),
    veil: Color(red: 245, green: 245, blue: 244, alpha: 128), missing: Color(rgb: 0xEAEAE9), streets: .muted)

  /// Dark mode: land is lighter than water, and names are lighter than both.
  static let standardDark = MapPalette(
    areas: Areas(water: Color(rgb: 0x0D1B2E), land: Color(rgb: 0x363A42)),
    lines: Lines(
      coast: Color(rgb: 0x3C5168), border: Color(rgb: 0x5C6472),
      grid: Color(red: 200, green: 215, blue: 230, alpha: 22)),
    names: Names(
      country: Color(rgb: 0xA6AFBC), city: Color(rgb: 0xD6DCE4), halo: Color(rgb: 0x1F242C)), veil: nil,
    missing: Color(rgb: 0x20262E), words: .dark, streets: .dark)

  static let mutedDark = MapPalette(
    areas: Areas(water: Color(rgb: 0x0F1419), land: Color(rgb: 0x33363B)),
    lines: Lines(
      coast: Color(rgb: 0x3F454C), border: Color(rgb: 0x4B5057),
      grid: Color(red: 210, green: 215, blue: 220, alpha: 18)),
    names: Names(
      country: Color(rgb: 0x9A9FA7), city: Color(rgb: 0xBEC4CC), halo: Color(rgb: 0x1D2024)),
    veil: Color(red: 20, green: 23, blue: 28, alpha: 110), missing: Color(rgb: 0x202327), words: .dark,
    streets: .mutedDark)

  static let satellite = MapPalette(
    areas: Areas(water: Color(rgb: 0x1E3A52), land: Color(rgb: 0x3A4A38)),
    lines: Lines(
      coast: Color(rgb: 0x1E3A52), border: Color(rgb: 0xFFFFFF), grid: .clear),
    names: Names(
      country: .white, city: .white, halo: Color(rgb: 0x1D2A33)),
    veil: nil, missing: Color(rgb: 0x2B3A42))
}

extension MapPalette {
  /// The same palette, whose land has the hue of a background; all differences between its colours stay.
  func tinted(like background: Color) -> MapPalette {
    let (own, new) = (OKLab(areas.land), OKLab(background))
    func tint(_ color: inout Color) {
      let lab = OKLab(color)
      let alpha = color.alpha
      color = OKLab(lightness: lab.lightness, a: lab.a + new.a - own.a, b: lab.b + new.b - own.b).color
      color.alpha = alpha
    }
    var result = self
    for path in [
      \MapPalette.areas.water, \.areas.land, \.lines.coast, \.lines.border, \.lines.grid, \.names.country,
      \.names.city, \.names.halo, \.missing, \.words.halo, \.words.plate, \.streets.land,
      \.streets.buildingEdge, \.streets.road.fill, \.streets.road.edge, \.streets.major.fill,
      \.streets.major.edge, \.streets.motorway.fill, \.streets.motorway.edge, \.streets.path, \.streets.rail,
      \.streets.ferry, \.streets.border, \.streets.names.halo,
    ] {
      tint(&result[keyPath: path])
    }
    for kind in AreaClass.allCases {
      if result.streets.areas[kind] != nil { tint(&result.streets.areas[kind, default: .clear]) }
    }
    guard words == .dark else { return result }
    // The edge of dark water is visible on a dark card.
    func darken(_ color: inout Color) {
      while color.contrast(with: background) < 1.15, OKLab(color).lightness > 0.02 {
        let lab = OKLab(color)
        color = OKLab(lightness: lab.lightness - 0.01, a: lab.a, b: lab.b).color
      }
    }
    darken(&result.areas.water)
    darken(&result.streets.areas[.water, default: result.areas.water])
    return result
  }

  /// The colour of pins and of a route: an accent that stands out from land and water.
  func legible(_ accent: Color, isOnStreets: Bool) -> Color {
    accent.standingOut(
      from: isOnStreets ? [streets.land, streets.water] : [areas.land, areas.water], by: Accents.shapes)
  }

  /// The outline of a pin or a route: that of the map's words, or the opposite one if the colour is alike.
  func outline(of color: Color) -> Color {
    let opposite = words == .light ? Words.dark.halo : .white
    return color.contrast(with: words.halo) < 1.5 ? opposite : words.halo
  }
}

/// The colours of a map with streets.
extension MapPalette {
  struct Streets: Hashable, Sendable {
    /// The colour of a line and of its edges.
    struct Road: Hashable, Sendable {
      var fill: Color
      var edge: Color
    }

    /// The colours of names.
    struct Names: Hashable, Sendable {
      var place: Color
      var street: Color
      var water: Color
      var green: Color
      var halo: Color
    }

    var land: Color
    var areas: [AreaClass: Color]
    var buildingEdge: Color
    var road: Road
    var major: Road
    var motorway: Road
    /// Footpaths.
    var path: Color
    var rail: Color
    var ferry: Color
    var border: Color
    var names: Names

    var water: Color { areas[.water] ?? land }

    func road(_ kind: LineClass) -> Road {
      switch kind {
      case .motorway, .trunk: motorway
      case .primary, .secondary: major
      default: road
      }
    }
  }
}

extension MapPalette.Streets {
  private init(
    land: UInt32, areas: [AreaClass: UInt32], buildingEdge: UInt32, road: (UInt32, UInt32),
    major: (UInt32, UInt32), motorway: (UInt32, UInt32), path: UInt32, rail: UInt32, ferry: UInt32,
    border: UInt32, names: Names
  ) {
    func pair(_ colors: (UInt32, UInt32)) -> Road {
      Road(fill: Color(rgb: colors.0), edge: Color(rgb: colors.1))
    }
    self.init(
      land: Color(rgb: land), areas: areas.mapValues { Color(rgb: $0) },
      buildingEdge: Color(rgb: buildingEdge), road: pair(road), major: pair(major), motorway: pair(motorway),
      path: Color(rgb: path), rail: Color(rgb: rail), ferry: Color(rgb: ferry), border: Color(rgb: border),
      names: names)
  }

  static let standard = Self(
    land: 0xF5F3EE,
    areas: [
      .field: 0xF1F0E2, .developed: 0xEFEDE7, .institution: 0xF0E9DD, .green: 0xCDEAC0, .wood: 0xB9DFAC,
      .sport: 0xBFE5B9, .sand: 0xF6ECCD, .ice: 0xFFFFFF, .water: 0xA6D8F2, .plaza: 0xFCFBF8,
      .building: 0xE5E1D8,
    ], buildingEdge: 0xD6D1C6, road: (0xFFFFFF, 0xD9D5CB), major: (0xFFEDB5, 0xE3C67C),
    motorway: (0xFFD285, 0xDDA44E), path: 0xBDB3A3, rail: 0xB4B6BB, ferry: 0x6FADD6, border: 0xB3A1C4,
    names: Names(
      place: Color(rgb: 0x35332F), street: Color(rgb: 0x5B5852), water: Color(rgb: 0x2F7199),
      green: Color(rgb: 0x377A3E), halo: Color(rgb: 0xFDFCF9)))

  static let muted = Self(
    land: 0xF4F4F3,
    areas: [
      .field: 0xF0F0EE, .developed: 0xEEEEED, .institution: 0xEDEDEB, .green: 0xE2E9DF, .wood: 0xD9E3D6,
      .sport: 0xDDE6DB, .sand: 0xF0EEE6, .ice: 0xFFFFFF, .water: 0xCEDAE2, .plaza: 0xFAFAFA,
      .building: 0xE4E4E3,
    ], buildingEdge: 0xD8D8D7, road: (0xFFFFFF, 0xDADADA), major: (0xFFFFFF, 0xCFCFCF),
    motorway: (0xF3F3F1, 0xBFBFBD), path: 0xC4C4C2, rail: 0xC0C2C5, ferry: 0x9DB4C4, border: 0xBDB6C6,
    names: Names(
      place: Color(rgb: 0x4F5154), street: Color(rgb: 0x6B6E72), water: Color(rgb: 0x5E7789),
      green: Color(rgb: 0x5D7560), halo: Color(rgb: 0xFBFBFB)))

  static let dark = Self(
    land: 0x393D44,
    areas: [
      .field: 0x3B4042, .developed: 0x3C4048, .institution: 0x40424A, .green: 0x315336, .wood: 0x163417,
      .sport: 0x3B604A, .sand: 0x4C4A41, .ice: 0x505862, .water: 0x0A1E3E, .plaza: 0x494E56,
      .building: 0x464B54,
    ], buildingEdge: 0x525862, road: (0x5C616B, 0x292D35), major: (0x7E7A73, 0x292D35),
    motorway: (0xA18653, 0x2D2D2F), path: 0x78808D, rail: 0x656E7A, ferry: 0x3F6F94, border: 0x6C6280,
    names: Names(
      place: Color(rgb: 0xE6EAF0), street: Color(rgb: 0xB9C1CC), water: Color(rgb: 0x7FB3D9),
      green: Color(rgb: 0x86BD8C), halo: Color(rgb: 0x1A1F26)))

  static let mutedDark = Self(
    land: 0x2E3034,
    areas: [
      .field: 0x2F3235, .developed: 0x303337, .institution: 0x33363A, .green: 0x2C3C2C, .wood: 0x1F2B1E,
      .sport: 0x30402F, .sand: 0x3B3A36, .ice: 0x43484E, .water: 0x121C2A, .plaza: 0x383B40,
      .building: 0x393C41,
    ], buildingEdge: 0x43474C, road: (0x4B4D52, 0x222427), major: (0x5B5E63, 0x222427),
    motorway: (0x696C72, 0x222427), path: 0x5E6369, rail: 0x565B62, ferry: 0x4D6170, border: 0x5C5865,
    names: Names(
      place: Color(rgb: 0xCDD1D6), street: Color(rgb: 0x9FA5AC), water: Color(rgb: 0x8099AC),
      green: Color(rgb: 0x869C89), halo: Color(rgb: 0x1B1E21)))
}
