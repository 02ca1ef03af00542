import CardRaster

extension ThemePreset {
  /// CardParts' default: cards from edge to edge, no shadow, 28 points of margin.
  ///
  /// All of its figures are what `ResolvedTheme` derives from the base values.
  static let turbo = ThemePreset(
    "turbo", summary: "Cards from edge to edge, no shadow, wide margins.", base: { ResolvedTheme.Base($0) })
}
