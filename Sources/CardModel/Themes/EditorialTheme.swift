import CardRaster

extension ThemePreset {
  /// Paper, ink and serif headings, for articles, invitations and notes.
  ///
  /// The page has the colour of the cards. Elements are separated by hairlines, without shadows.
  static let editorial = ThemePreset(
    "editorial", summary: "Paper and ink: serif headings, hairlines, a warm red, hardly round.",
    base: {
      .modern(
        $0,
        light: ThemeTokens(
          text: (0x1E1A16, 0x4E463D, 0x6E6458), line: 0xE2D9C9, surface: 0xFFFDF8,
          page: 0xF6F1E7, accent: 0x9C3B24),
        dark: ThemeTokens(
          text: (0xF7F1E6, 0xCFC5B6, 0xA89D8D), line: 0x3D362D, surface: 0x1F1B17,
          page: 0x14110E, accent: 0xE5805E),
        textSize: 16, margin: 24, cornerRadius: 4)
    },
    headingFamilies: [
      "Source Serif 4", "Source Serif 4 Display", "Source Serif Pro", "Newsreader", "Literata", "Lora",
      "EB Garamond", "Noto Serif",
    ], growsWithCanvas: true
  ) { theme in
    theme.applyModernDefaults()
    theme.headerTextFont.size *= 1.15
    theme.headerAttributedTextFont = theme.headerTextFont
    theme.compatibility.screenRule = theme.base.spacing / 2
    theme.cardShadow = false
    theme.cardShadows = []
    theme.cardBorderWidth = theme.base.growth
    theme.cardCornerCurve = .circular
    theme.buttonBorderColor = theme.accentTextColor
    theme.barHeight = theme.base.spacing
    theme.cardCellMargins = Insets(
      top: 5 * theme.base.spacing, left: 0, bottom: 5 * theme.base.spacing, right: 0)
  }
}
