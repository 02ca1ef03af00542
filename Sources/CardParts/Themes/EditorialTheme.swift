import CardRaster

extension ThemePreset {
  /// Paper, ink and a serif: for articles, invitations and notes.
  ///
  /// Its page is the card: there is no shadow, and hairlines part what belongs apart.
  static let editorial = ThemePreset(
    "editorial", summary: "Paper and ink: serif headings, hairlines, a warm red, hardly round.",
    base: { appearance in
      var base = ResolvedTheme.Base.todays(appearance)
      (base.textSize, base.margin, base.cornerRadius) = (16, 24, 4)
      if appearance == .light {
        base.primaryTextColor = Color(rgb: 0x1E1A16)
        base.secondaryTextColor = Color(rgb: 0x4E463D)
        base.tertiaryTextColor = Color(rgb: 0x6E6458)
        base.lineColor = Color(rgb: 0xE2D9C9)
        base.surfaceColor = Color(rgb: 0xFFFDF8)
        base.pageColor = Color(rgb: 0xF6F1E7)
        base.accentColor = Color(rgb: 0x9C3B24)
      } else {
        base.primaryTextColor = Color(rgb: 0xF7F1E6)
        base.secondaryTextColor = Color(rgb: 0xCFC5B6)
        base.tertiaryTextColor = Color(rgb: 0xA89D8D)
        base.lineColor = Color(rgb: 0x3D362D)
        base.surfaceColor = Color(rgb: 0x1F1B17)
        base.pageColor = Color(rgb: 0x14110E)
        base.accentColor = Color(rgb: 0xE5805E)
      }
      base.dataColor = base.accentColor
      return base
    },
    headingFamilies: [
      "Source Serif 4", "Source Serif 4 Display", "Source Serif Pro", "Newsreader", "Literata", "Lora",
      "EB Garamond", "Noto Serif",
    ], growsWithCanvas: true
  ) { theme in
    theme.becomeTodays()
    theme.headerTextFont.size *= 1.15
    theme.headerAttributedTextFont = theme.headerTextFont
    theme.titleFont.size *= 1.1
    theme.cardShadow = false
    theme.cardShadows = []
    theme.cardBorderWidth = theme.base.growth
    theme.cardCornerCurve = .circular
    theme.buttonStyle = .outlined
    theme.buttonBorderColor = theme.accentTextColor
    theme.barHeight = theme.base.spacing
    theme.cardCellMargins = Insets(
      top: 5 * theme.base.spacing, left: 0, bottom: 5 * theme.base.spacing, right: 0)
  }
}
