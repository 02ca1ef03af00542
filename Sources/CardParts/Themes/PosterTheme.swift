import CardRaster

extension ThemePreset {
  /// Large type on strong colour: for pictures that are seen in a feed for a second.
  static let poster = ThemePreset(
    "poster", summary: "For social pictures: heavy type, a strong violet page, no shadow, very round.",
    base: { appearance in
      var base = ResolvedTheme.Base.todays(appearance)
      (base.textSize, base.margin, base.cornerRadius) = (17, 24, 24)
      if appearance == .light {
        base.primaryTextColor = Color(rgb: 0x17102E)
        base.secondaryTextColor = Color(rgb: 0x40365F)
        base.tertiaryTextColor = Color(rgb: 0x5C5280)
        base.lineColor = Color(rgb: 0xE2DBF7)
        base.pageColor = Color(rgb: 0xD9CCFF)
        base.accentColor = Color(rgb: 0x5B21D6)
      } else {
        base.primaryTextColor = Color(rgb: 0xFFFFFF)
        base.secondaryTextColor = Color(rgb: 0xD8CFF5)
        base.tertiaryTextColor = Color(rgb: 0xB3A6DC)
        base.lineColor = Color(rgb: 0x3F3169)
        base.surfaceColor = Color(rgb: 0x241A45)
        base.pageColor = Color(rgb: 0x120B2A)
        base.accentColor = Color(rgb: 0xFFD84D)
      }
      base.dataColor = base.accentColor
      return base
    }, growsWithCanvas: true
  ) { theme in
    theme.becomeTodays()
    theme.headerTextFont.weight = 900
    theme.headerTextFont.size *= 1.3
    theme.headerAttributedTextFont = theme.headerTextFont
    theme.titleTextFont.weight = 700
    theme.titleAttributedTextFont = theme.titleTextFont
    theme.titleFont.weight = 800
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
