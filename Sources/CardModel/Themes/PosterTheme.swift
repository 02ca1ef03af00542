import CardRaster

extension ThemePreset {
  /// Large type on strong colours, for pictures that are seen in a feed for a second.
  static let poster = ThemePreset(
    "poster", summary: "For social pictures: heavy type, a strong violet page, no shadow, very round.",
    base: {
      .modern(
        $0,
        light: ThemeTokens(
          text: (0x17102E, 0x40365F, 0x5C5280), line: 0xE2DBF7, surface: 0xFFFFFF,
          page: 0xD9CCFF, accent: 0x5B21D6),
        dark: ThemeTokens(
          text: (0xFFFFFF, 0xD8CFF5, 0xB3A6DC), line: 0x52467A, surface: 0x33294F,
          page: 0x251C43, accent: 0xFFD84D),
        textSize: 17, margin: 24, cornerRadius: 24)
    }, growsWithCanvas: true
  ) { theme in
    theme.applyModernDefaults()
    theme.fillsScreenWithPage = true
    theme.compatibility.screenRule = 1.5 * theme.base.spacing
    theme.headerTextFont.weight = 900
    theme.headerTextFont.size *= 1.3
    theme.headerAttributedTextFont = theme.headerTextFont
    theme.titleTextFont.weight = 700
    theme.titleAttributedTextFont = theme.titleTextFont
    theme.titleFont.weight = 800
    theme.chartTitleFont.weight = 700
    theme.buttonTitleFont.weight = 700
    theme.cardShadow = false
    theme.cardShadows = []
    theme.buttonCornerRadius = theme.base.cornerRadius
    theme.barHeight = 3 * theme.base.spacing
    theme.buttonInsets = Insets(
      top: 3.5 * theme.base.spacing, left: 6 * theme.base.spacing, bottom: 3.5 * theme.base.spacing,
      right: 6 * theme.base.spacing)
    theme.cardCellMargins = Insets(
      top: 5 * theme.base.spacing, left: 0, bottom: 5 * theme.base.spacing, right: 0)
  }
}
