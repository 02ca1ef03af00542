import CardRaster

/// The colours of the system that sheets are drawn with, in both appearances.
struct SheetColors {
  let isDark: Bool

  init(_ theme: ResolvedTheme) { isDark = theme.appearance == .dark }

  private func pick(_ light: Color, _ dark: Color) -> Color { isDark ? dark : light }

  var secondaryLabel: Color {
    pick(
      Color(rgb: 0x3C3C43).multiplyingAlpha(by: 0.6), Color(rgb: 0xEBEBF5).multiplyingAlpha(by: 0.6))
  }
  var opaqueSeparator: Color { pick(Color(rgb: 0xC6C6C8), Color(rgb: 0x38383A)) }
  var separator: Color {
    pick(
      Color(rgb: 0x3C3C43).multiplyingAlpha(by: 0.29), Color(rgb: 0x545458).multiplyingAlpha(by: 0.6))
  }
  var grouped: Color { pick(Color(rgb: 0xF2F2F7), Color(rgb: 0x2C2C2E)) }
  var selection: Color { pick(Color(rgb: 0xD1D1D6), Color(rgb: 0x3A3A3C)) }
  var blue: Color { pick(Color(rgb: 0x007AFF), Color(rgb: 0x0A84FF)) }
  var red: Color { pick(Color(rgb: 0xFF3B30), Color(rgb: 0xFF453A)) }

  func handle(_ profile: SheetProfile) -> Color { profile.isOld ? Color(rgb: 0xC1C1C1) : secondaryLabel }

  func rule(_ profile: SheetProfile) -> Color { profile.isOld ? Color(rgb: 0xD1D1D4) : opaqueSeparator }
}
