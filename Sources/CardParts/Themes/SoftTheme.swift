import CardRaster

extension ThemePreset {
  /// The theme of decks that name none: round white cards on a soft shadow, filled buttons.
  static let soft = ThemePreset(
    "soft",
    summary: "The default: round cards on a soft shadow, filled buttons, quiet greys and a clear blue.",
    base: { ResolvedTheme.Base.todays($0) }, growsWithCanvas: true
  ) { $0.becomeTodays() }
}
