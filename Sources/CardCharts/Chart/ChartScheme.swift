import CardModel
import CardRaster

/// A sequence of colours for numbers.
///
/// Sources: ColorBrewer (Apache-style licence) and viridis (CC0).
enum ChartScheme: String, Hashable, Sendable, CaseIterable {
  case viridis, blues, yellowgreenblue, redblue, purpleorange
  case greens, greys, oranges, purples, reds, bluegreen, bluepurple, greenblue, orangered, purpleblue
  case purplebluegreen, purplered, redpurple, yellowgreen, yelloworangebrown, yelloworangered
  case brownbluegreen, purplegreen, pinkyellowgreen, redgrey, redyellowblue, redyellowgreen, spectral
  case magma, inferno, plasma, cividis, turbo

  private static let texts: [ChartScheme: String] = [
    .viridis: "440154 482878 3E4A89 31688E 26828E 1F9E89 35B779 6DCD59 B4DE2C FDE725",
    .blues: "F7FBFF DEEBF7 C6DBEF 9ECAE1 6BAED6 4292C6 2171B5 08519C 08306B",
    .yellowgreenblue: "FFFFD9 EDF8B1 C7E9B4 7FCDBB 41B6C4 1D91C0 225EA8 253494 081D58",
    .redblue: "B2182B D6604D F4A582 FDDBC7 F7F7F7 D1E5F0 92C5DE 4393C3 2166AC",
    .purpleorange: "B35806 E08214 FDB863 FEE0B6 F7F7F7 D8DAEB B2ABD2 8073AC 542788",
    .greens: "F7FCF5 E5F5E0 C7E9C0 A1D99B 74C476 41AB5D 238B45 006D2C 00441B",
    .greys: "FFFFFF F0F0F0 D9D9D9 BDBDBD 969696 737373 525252 252525 000000",
    .oranges: "FFF5EB FEE6CE FDD0A2 FDAE6B FD8D3C F16913 D94801 A63603 7F2704",
    .purples: "FCFBFD EFEDF5 DADAEB BCBDDC 9E9AC8 807DBA 6A51A3 54278F 3F007D",
    .reds: "FFF5F0 FEE0D2 FCBBA1 FC9272 FB6A4A EF3B2C CB181D A50F15 67000D",
    .bluegreen: "F7FCFD E5F5F9 CCECE6 99D8C9 66C2A4 41AE76 238B45 006D2C 00441B",
    .bluepurple: "F7FCFD E0ECF4 BFD3E6 9EBCDA 8C96C6 8C6BB1 88419D 810F7C 4D004B",
    .greenblue: "F7FCF0 E0F3DB CCEBC5 A8DDB5 7BCCC4 4EB3D3 2B8CBE 0868AC 084081",
    .orangered: "FFF7EC FEE8C8 FDD49E FDBB84 FC8D59 EF6548 D7301F B30000 7F0000",
    .purpleblue: "FFF7FB ECE7F2 D0D1E6 A6BDDB 74A9CF 3690C0 0570B0 045A8D 023858",
    .purplebluegreen: "FFF7FB ECE2F0 D0D1E6 A6BDDB 67A9CF 3690C0 02818A 016C59 014636",
    .purplered: "F7F4F9 E7E1EF D4B9DA C994C7 DF65B0 E7298A CE1256 980043 67001F",
    .redpurple: "FFF7F3 FDE0DD FCC5C0 FA9FB5 F768A1 DD3497 AE017E 7A0177 49006A",
    .yellowgreen: "FFFFE5 F7FCB9 D9F0A3 ADDD8E 78C679 41AB5D 238443 006837 004529",
    .yelloworangebrown: "FFFFE5 FFF7BC FEE391 FEC44F FE9929 EC7014 CC4C02 993404 662506",
    .yelloworangered: "FFFFCC FFEDA0 FED976 FEB24C FD8D3C FC4E2A E31A1C BD0026 800026",
    .brownbluegreen: "8C510A BF812D DFC27D F6E8C3 F5F5F5 C7EAE5 80CDC1 35978F 01665E",
    .purplegreen: "762A83 9970AB C2A5CF E7D4E8 F7F7F7 D9F0D3 A6DBA0 5AAE61 1B7837",
    .pinkyellowgreen: "C51B7D DE77AE F1B6DA FDE0EF F7F7F7 E6F5D0 B8E186 7FBC41 4D9221",
    .redgrey: "B2182B D6604D F4A582 FDDBC7 FFFFFF E0E0E0 BABABA 878787 4D4D4D",
    .redyellowblue: "D73027 F46D43 FDAE61 FEE090 FFFFBF E0F3F8 ABD9E9 74ADD1 4575B4",
    .redyellowgreen: "D73027 F46D43 FDAE61 FEE08B FFFFBF D9EF8B A6D96A 66BD63 1A9850",
    .spectral: "D53E4F F46D43 FDAE61 FEE08B FFFFBF E6F598 ABDDA4 66C2A5 3288BD",
    .magma: "000004 180F3E 451077 721F81 9F2F7F CD4071 F1605D FD9567 FEC98D FCFDBF",
    .inferno: "000004 1B0C42 4B0C6B 781C6D A52C60 CF4446 ED6925 FB9A06 F7D03C FCFFA4",
    .plasma: "0D0887 47039F 7301A8 9C179E BD3786 D8576B ED7953 FA9E3B FDC926 F0F921",
    .cividis: "00204D 00336F 39486B 575C6D 707173 8A8779 A69D75 C4B56C E4CF5B FFEA46",
    .turbo: "23171B 4A58DD 2F9DF5 27D7C4 4DF884 95FB51 DEDD32 FFA423 F65F18 900C00",
  ]

  private static let all = texts.mapValues { text in
    text.split(separator: " ").compactMap { UInt32($0, radix: 16) }
  }

  /// The sequential schemes that begin almost white.
  private static let pale = Set(
    allCases.filter { scheme in
      !scheme.isDiverging && scheme.stops.first.map { Color(rgb: $0).luminance > 0.85 } == true
    })

  private var stops: [UInt32] { Self.all[self] ?? [] }

  /// Whether the scheme diverges from a middle colour.
  var isDiverging: Bool {
    let middle: Set<ChartScheme> = [
      .redblue, .purpleorange, .brownbluegreen, .purplegreen, .pinkyellowgreen, .redgrey, .redyellowblue,
      .redyellowgreen, .spectral,
    ]
    return middle.contains(self)
  }

  /// The colour at a share of 0…1, mixed in OKLab.
  ///
  /// Schemes that begin almost white start at 0.15, so that the lowest cell is visible, and are reversed in dark
  /// mode. Diverging schemes differ visibly from the surface in their middle.
  func color(at share: Double, _ appearance: Appearance, on surface: Color) -> Color {
    var place = min(1, max(0, share))
    if Self.pale.contains(self) {
      place = 0.15 + 0.85 * place
      if appearance == .dark { place = 1.1 - place }
    }
    let color = ChartScheme.mix(stops.map { Color(rgb: $0) }, at: min(1, max(0, place)))
    return isDiverging ? ChartContrast.visible(color, on: surface) : color
  }

  /// The mix of two colours in OKLab, which looks even; 0 is the first colour, 1 the second.
  static func mixed(_ first: Color, _ second: Color, share: Double) -> Color {
    OKLab(first).mixed(with: OKLab(second), share: share).clipped
  }

  /// Nine shades of a colour with evenly rising differences from a surface.
  ///
  /// Beyond the colour they are darker on a light surface, and lighter on a dark one. Orange stays light enough not to be
  /// brown.
  static func shades(of color: Color, on surface: Color) -> [Color] {
    let (own, isDark) = (OKLab(color), surface.luminance < 0.18)
    let first = OKLab(mixed(surface, color, share: isDark ? 0.22 : 0.15))
    let isWarm = own.a > 0 && own.b > 0.5 * own.a && own.chroma > 0.08
    let last = isDark ? max(0.85, own.lightness) : min(isWarm ? 0.54 : 0.42, own.lightness)
    return (0...8).map { step in
      let lightness = first.lightness + (last - first.lightness) * Double(step) / 8
      let share = (lightness - first.lightness) / (own.lightness - first.lightness)
      return (0..<1).contains(share)
        ? first.mixed(with: own, share: share).clipped : own.with(lightness: lightness).color
    }
  }

  /// The mean of colours in OKLab.
  static func mean(_ colors: [Color]) -> Color {
    guard let first = colors.first else { return .white }
    return colors.dropFirst().enumerated().reduce(first) { mean, next in
      mixed(mean, next.element, share: 1 / Double(next.offset + 2))
    }
  }

  /// A colour from a list of evenly spaced colours.
  static func mix(_ colors: [Color], at share: Double) -> Color {
    guard let last = colors.last, colors.count > 1 else { return colors.first ?? .black }
    let place = share * Double(colors.count - 1)
    let index = max(0, Int(clamping: place.rounded(.down)))
    guard index < colors.count - 1 else { return last }
    return mixed(colors[index], colors[index + 1], share: place - Double(index))
  }
}

/// The contrast of colours, by WCAG 2.1.
enum ChartContrast {
  /// The text colour with the better contrast on a colour: dark or white.
  static func ink(on color: Color) -> Color {
    let dark = Color(rgb: 0x111111)
    return dark.contrast(with: color) >= Color.white.contrast(with: color) ? dark : .white
  }

  /// A colour of an area, mixed with the ink until its distance to the surface is at least 0.06 in OKLab.
  static func visible(_ color: Color, on surface: Color) -> Color {
    let (ground, ink) = (OKLab(surface), ink(on: surface))
    var result = color
    for step in 1...20 where OKLab(result).distance(to: ground) < 0.06 {
      result = ChartScheme.mixed(color, ink, share: 0.02 * Double(step))
    }
    return result
  }
}
