import CardModel
import CardRaster

/// A sequence of colours for numbers.
///
/// Sources: ColorBrewer (Apache-style licence) and viridis (CC0).
enum ChartScheme: String, Hashable, Sendable, CaseIterable {
  case viridis, blues, yellowgreenblue, redblue, purpleorange

  private var stops: [UInt32] {
    switch self {
    case .viridis:
      [0x440154, 0x482878, 0x3E4A89, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C, 0xFDE725]
    case .blues: [0xF7FBFF, 0xDEEBF7, 0xC6DBEF, 0x9ECAE1, 0x6BAED6, 0x4292C6, 0x2171B5, 0x08519C, 0x08306B]
    case .yellowgreenblue:
      [0xFFFFD9, 0xEDF8B1, 0xC7E9B4, 0x7FCDBB, 0x41B6C4, 0x1D91C0, 0x225EA8, 0x253494, 0x081D58]
    case .redblue: [0xB2182B, 0xD6604D, 0xF4A582, 0xFDDBC7, 0xF7F7F7, 0xD1E5F0, 0x92C5DE, 0x4393C3, 0x2166AC]
    case .purpleorange:
      [0xB35806, 0xE08214, 0xFDB863, 0xFEE0B6, 0xF7F7F7, 0xD8DAEB, 0xB2ABD2, 0x8073AC, 0x542788]
    }
  }

  /// Whether the scheme diverges from a middle colour.
  var isDiverging: Bool { self == .redblue || self == .purpleorange }

  /// The colour at a share of 0…1, mixed in OKLab.
  ///
  /// `blues` starts at 0.15, so that the lowest cell is visible, and is reversed in dark mode.
  func color(at share: Double, _ appearance: Appearance) -> Color {
    var place = min(1, max(0, share))
    if self == .blues {
      place = 0.15 + 0.85 * place
      if appearance == .dark { place = 1.1 - place }
    }
    return ChartScheme.mix(stops.map { Color(rgb: $0) }, at: min(1, max(0, place)))
  }

  /// The mix of two colours in OKLab, which looks even; 0 is the first colour, 1 the second.
  static func mixed(_ first: Color, _ second: Color, share: Double) -> Color {
    OKLab(first).mixed(with: OKLab(second), share: share).clipped
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
}
