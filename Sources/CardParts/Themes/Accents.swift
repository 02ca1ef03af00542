import CardRaster

/// The colours that follow from an accent, each with the contrast that words need.
struct Accents {
  /// The accent of words, on cards, on the page and on the faint accent.
  let text: Color
  /// Words on the accent.
  let onAccent: Color
  /// The accent as faint as a background.
  let tint: Color
  /// Words of good, of bad, and of care.
  let positive: Color, negative: Color, caution: Color

  /// What words need by WCAG's level AA.
  static let words = 4.5
  /// What shapes need that tell something.
  static let shapes = 3.0

  /// A colour of words where a ground lets it be read, else white or black.
  static func words(_ color: Color, on ground: Color) -> Color {
    if color.contrast(with: ground) >= words { return color }
    return Color.white.contrast(with: ground) >= words ? .white : Color(rgb: 0x111111)
  }

  init(_ base: ResolvedTheme.Base) {
    let isDark = base.surfaceColor.luminance < 0.18
    tint = base.surfaceColor.blended(with: base.accentColor, share: isDark ? 0.2 : 0.1)
    let grounds = [base.surfaceColor, base.pageColor, tint]
    text = base.accentColor.standingOut(from: grounds, by: Accents.words)
    // White looks right on strong colours; else ink of the accent's own hue, which never falls below 4.5 in full black.
    onAccent =
      Color.white.contrast(with: base.accentColor) >= Accents.words
      ? .white
      : OKLab(base.accentColor).with(lightness: 0.2).color
        .standingOut(from: [base.accentColor], by: Accents.words)
    func words(_ light: UInt32, _ dark: UInt32) -> Color {
      Color(rgb: isDark ? dark : light).standingOut(
        from: [base.surfaceColor, base.pageColor], by: Accents.words)
    }
    positive = words(0x1A7F45, 0x4CC38A)
    negative = words(0xC4302B, 0xFF8A80)
    caution = words(0x946000, 0xE2B04A)
  }
}
