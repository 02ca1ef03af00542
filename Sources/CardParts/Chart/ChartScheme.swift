import CardRaster

/// A row of colours for numbers.
///
/// Sources: ColorBrewer (Apache-style licence) and viridis (CC0).
enum ChartScheme: String, Hashable, Sendable, CaseIterable {
  case viridis, blues, yellowgreenblue, redblue, purpleorange

  private var stops: [UInt32] {
    switch self {
    case .viridis:
      [
        0x440154, 0x482878, 0x3E4A89, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C, 0xFDE725,
      ]
    case .blues:
      [0xF7FBFF, 0xDEEBF7, 0xC6DBEF, 0x9ECAE1, 0x6BAED6, 0x4292C6, 0x2171B5, 0x08519C, 0x08306B]
    case .yellowgreenblue:
      [0xFFFFD9, 0xEDF8B1, 0xC7E9B4, 0x7FCDBB, 0x41B6C4, 0x1D91C0, 0x225EA8, 0x253494, 0x081D58]
    case .redblue:
      [0xB2182B, 0xD6604D, 0xF4A582, 0xFDDBC7, 0xF7F7F7, 0xD1E5F0, 0x92C5DE, 0x4393C3, 0x2166AC]
    case .purpleorange:
      [0xB35806, 0xE08214, 0xFDB863, 0xFEE0B6, 0xF7F7F7, 0xD8DAEB, 0xB2ABD2, 0x8073AC, 0x542788]
    }
  }

  /// Whether it has two arms around a middle.
  var isDiverging: Bool { self == .redblue || self == .purpleorange }

  /// The colour at a share of 0…1, mixed in OKLab.
  ///
  /// `blues` begins at 0.15, so that the lowest cell is seen, and runs the other way in the dark.
  func color(at share: Double, _ appearance: Appearance) -> Color {
    var place = min(1, max(0, share))
    if self == .blues {
      place = 0.15 + 0.85 * place
      if appearance == .dark { place = 1.1 - place }
    }
    return ChartScheme.mix(stops.map { Color(rgb: $0) }, at: min(1, max(0, place)))
  }

  /// A colour between others that are evenly spaced.
  static func mix(_ colors: [Color], at share: Double) -> Color {
    guard let last = colors.last, colors.count > 1 else { return colors.first ?? .black }
    let place = share * Double(colors.count - 1)
    let index = Int(place.rounded(.down))
    guard index < colors.count - 1 else { return last }
    let (a, b) = (OklabColor(colors[index]), OklabColor(colors[index + 1]))
    return a.mixed(with: b, share: place - Double(index)).color
  }
}

/// A colour by lightness and two opponent axes, in which steps look even (Björn Ottosson's OKLab).
struct OklabColor: Hashable, Sendable {
  var lightness: Double
  var a: Double
  var b: Double

  init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  init(_ color: Color) {
    let (r, g, blue) = (
      Self.linear(color.red), Self.linear(color.green), Self.linear(color.blue)
    )
    let l = Self.cubeRoot(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * blue)
    let m = Self.cubeRoot(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * blue)
    let s = Self.cubeRoot(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * blue)
    lightness = 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s
    a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s
    b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s
  }

  /// The colour in sRGB, each channel cut to its range.
  var color: Color {
    let l = lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b
    let m = lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b
    let s = lightness - 0.089_484_177_5 * a - 1.291_485_548 * b
    let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
    return Color(
      red: Self.channel(4.076_741_662_1 * l3 - 3.307_711_591_3 * m3 + 0.230_969_929_2 * s3),
      green: Self.channel(-1.268_438_004_6 * l3 + 2.609_757_401_1 * m3 - 0.341_319_396_5 * s3),
      blue: Self.channel(-0.004_196_086_3 * l3 - 0.703_418_614_7 * m3 + 1.707_614_701 * s3))
  }

  func mixed(with other: OklabColor, share: Double) -> OklabColor {
    OklabColor(
      lightness: lightness + (other.lightness - lightness) * share, a: a + (other.a - a) * share,
      b: b + (other.b - b) * share)
  }

  /// The distance of two colours, times 100.
  func distance(to other: OklabColor) -> Double {
    let (x, y, z) = (lightness - other.lightness, a - other.a, b - other.b)
    return 100 * (x * x + y * y + z * z).squareRoot()
  }

  private static func cubeRoot(_ value: Double) -> Double {
    value <= 0 ? 0 : RealMath.power(value, 1.0 / 3)
  }

  /// A channel of sRGB without its curve.
  static func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : RealMath.power((value + 0.055) / 1.055, 2.4)
  }

  private static func channel(_ value: Double) -> UInt8 {
    let curved = value <= 0.003_130_8 ? 12.92 * value : 1.055 * RealMath.power(value, 1 / 2.4) - 0.055
    return UInt8((min(1, max(0, curved)) * 255).rounded())
  }
}

/// How well colours are told apart, by WCAG 2.1.
enum ChartContrast {
  /// The relative luminance of a colour.
  static func luminance(_ color: Color) -> Double {
    0.2126 * OklabColor.linear(color.red) + 0.7152 * OklabColor.linear(color.green)
      + 0.0722 * OklabColor.linear(color.blue)
  }

  /// The ratio of two colours, 1…21.
  static func ratio(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  /// The ink that is read better on a colour: dark or white.
  static func ink(on color: Color) -> Color {
    let dark = Color(rgb: 0x111111)
    return ratio(dark, color) >= ratio(.white, color) ? dark : .white
  }
}
