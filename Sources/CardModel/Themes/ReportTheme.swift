import CardRaster

extension ThemePreset {
  /// Dense and quiet, for numbers on paper and in emails.
  ///
  /// Cards have a hairline instead of a shadow, because printers render shadows poorly.
  static let report = ThemePreset(
    "report", summary: "For reports: small type, hairlines instead of shadows, slate and a dark blue.",
    base: {
      .modern(
        $0,
        light: ThemeTokens(
          text: (0x111827, 0x374151, 0x5B6472), line: 0xD8DDE3, surface: 0xFFFFFF,
          page: 0xFFFFFF, accent: 0x1F4E79),
        dark: ThemeTokens(
          text: (0xF1F4F8, 0xC5CDD8, 0x9AA5B4), line: 0x343C47, surface: 0x171C23,
          page: 0x0F1318, accent: 0x5B9BD5),
        textSize: 13.5, margin: 16, cornerRadius: 6)
    }, growsWithCanvas: true
  ) { theme in
    theme.applyModernDefaults()
    theme.headerTextFont.weight = 600
    theme.headerAttributedTextFont = theme.headerTextFont
    theme.cardShadow = false
    theme.cardShadows = []
    theme.cardBorderWidth = theme.base.growth
    theme.cardCornerCurve = .circular
    theme.buttonBorderColor = theme.accentTextColor
    theme.cardsLineSpacing = 3 * theme.base.spacing
    theme.barHeight = 1.5 * theme.base.spacing
    theme.rowPadding = 1.5 * theme.base.spacing
    theme.cardCellMargins = Insets(
      top: 3 * theme.base.spacing, left: 0, bottom: 3 * theme.base.spacing, right: 0)
  }
}
