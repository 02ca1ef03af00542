import CardRaster

extension ThemePreset {
  /// Dense and quiet: for figures that are read on paper and in mail.
  ///
  /// Cards have a hairline in the place of a shadow, which a printer would make grey dust of.
  static let report = ThemePreset(
    "report", summary: "For reports: small type, hairlines instead of shadows, slate and a dark blue.",
    base: { appearance in
      var base = ResolvedTheme.Base.todays(appearance)
      (base.textSize, base.margin, base.cornerRadius) = (13.5, 16, 6)
      if appearance == .light {
        base.primaryTextColor = Color(rgb: 0x111827)
        base.secondaryTextColor = Color(rgb: 0x374151)
        base.tertiaryTextColor = Color(rgb: 0x5B6472)
        base.lineColor = Color(rgb: 0xD8DDE3)
        base.pageColor = .white
        base.accentColor = Color(rgb: 0x1F4E79)
      } else {
        base.primaryTextColor = Color(rgb: 0xF1F4F8)
        base.secondaryTextColor = Color(rgb: 0xC5CDD8)
        base.tertiaryTextColor = Color(rgb: 0x9AA5B4)
        base.lineColor = Color(rgb: 0x343C47)
        base.surfaceColor = Color(rgb: 0x171C23)
        base.pageColor = Color(rgb: 0x0F1318)
        base.accentColor = Color(rgb: 0x5B9BD5)
      }
      base.dataColor = base.accentColor
      return base
    }, growsWithCanvas: true
  ) { theme in
    theme.becomeTodays()
    theme.headerTextFont.weight = 600
    theme.headerAttributedTextFont = theme.headerTextFont
    theme.cardShadow = false
    theme.cardShadows = []
    theme.cardBorderWidth = theme.base.growth
    theme.cardCornerCurve = .circular
    theme.buttonStyle = .outlined
    theme.cardsLineSpacing = 3 * theme.base.spacing
    theme.barHeight = 1.5 * theme.base.spacing
    theme.rowPadding = 1.5 * theme.base.spacing
    theme.cardCellMargins = Insets(
      top: 3 * theme.base.spacing, left: 0, bottom: 3 * theme.base.spacing, right: 0)
  }
}
