import CardRaster

extension ThemePreset {
  /// Separate cards with a faint shadow, margins of 15 points, and straight bars with a today line.
  static let mint = ThemePreset(
    "mint", summary: "Separate cards with a faint shadow, narrow margins.",
    base: { appearance in
      var base = ResolvedTheme.Base(appearance)
      base.margin = 15
      return base
    }
  ) { theme in
    theme.cardShadow = true
    theme.cardCellMargins = Insets(top: 9, left: 12, bottom: 12, right: 12)
    theme.normalAttributedTextFont.size = 12
    theme.horizontalSeparatorMargins = Insets(
      top: 5, left: theme.base.margin, bottom: 5, right: theme.base.margin)
    theme.tableViewMargins = Insets(
      top: 0, left: theme.base.margin - 1, bottom: 0, right: theme.base.margin - 1)
    theme.barHeight = 13.5
    theme.roundedCorners = false
    theme.showTodayLine = true
    theme.secondaryTitlePosition = .right
  }
}
