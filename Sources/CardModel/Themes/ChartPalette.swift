package import CardRaster

/// The colours of series.
///
/// Any two can be distinguished with protanopia, deuteranopia and tritanopia, and all have a contrast of at
/// least 3:1 with the surface.
package enum ChartPalette {
  private static let light: [Color] = [
    0x05A4B5, 0x1844B9, 0xBD871C, 0x8F68EB, 0xB71C0E, 0x713C6D,
  ].map { Color(rgb: $0) }
  private static let dark: [Color] = [
    0x1FB6C7, 0x3772AC, 0xD98A2E, 0xA071FC, 0xA4515A, 0xFACCFC,
  ].map { Color(rgb: $0) }

  package static func standard(_ appearance: Appearance) -> [Color] { appearance == .dark ? dark : light }

  /// The palette starting with a given colour, without those that look like it.
  static func colors(_ appearance: Appearance, first: Color) -> [Color] {
    let standard = standard(appearance)
    guard first != standard.first else { return standard }
    return [first] + standard.dropFirst().filter { !isAlike($0, first) }
  }

  /// Whether the weighted distance of two colours is less than a sixth of that between black and white.
  private static func isAlike(_ a: Color, _ b: Color) -> Bool {
    func part(_ x: UInt8, _ y: UInt8, _ weight: Double) -> Double {
      let way = Double(x) - Double(y)
      return weight * way * way
    }
    let sum = part(a.red, b.red, 0.3) + part(a.green, b.green, 0.59) + part(a.blue, b.blue, 0.11)
    return sum < 1_800
  }
}
