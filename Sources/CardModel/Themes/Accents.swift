package import CardRaster

/// The colours derived from an accent, each with the contrast that text needs.
package struct Accents {
  /// The accent as a text colour on cards, on the page and on the tint.
  let text: Color
  /// The text colour on the accent.
  let onAccent: Color
  /// The accent as a faint background.
  let tint: Color
  /// The text colours for positive, negative and cautionary texts.
  let positive: Color, negative: Color, caution: Color

  /// The minimum contrast of text by WCAG level AA.
  static let words = 4.5
  /// The minimum contrast of meaningful shapes.
  static let shapes = 3.0

  /// The colour if it is legible on the background, otherwise white or near-black.
  package static func words(_ color: Color, on ground: Color) -> Color {
    if color.contrast(with: ground) >= words { return color }
    return Color.white.contrast(with: ground) >= words ? .white : Color(rgb: 0x111111)
  }

  init(_ base: ResolvedTheme.Base) {
    let isDark = base.surfaceColor.luminance < 0.18
    tint = base.surfaceColor.blended(with: base.accentColor, share: isDark ? 0.2 : 0.1)
    let grounds = [base.surfaceColor, base.pageColor, tint]
    text = base.accentColor.standingOut(from: grounds, by: Accents.words)
    // White looks right on strong colours. Otherwise a dark shade of the accent's hue is used; black always
    // has a contrast of at least 4.5.
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
