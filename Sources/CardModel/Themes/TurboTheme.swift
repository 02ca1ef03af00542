import CardRaster

extension ThemePreset {
  /// The default of CardParts: cards from edge to edge, no shadow, margins of 28 points.
  ///
  /// All of its values are derived from the base values.
  static let turbo = ThemePreset(
    "turbo", summary: "Cards from edge to edge, no shadow, wide margins.", base: { ResolvedTheme.Base($0) })
}
