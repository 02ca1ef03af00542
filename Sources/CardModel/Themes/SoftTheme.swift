import CardRaster

extension ThemePreset {
  /// The default theme: rounded white cards with a soft shadow, and filled buttons.
  static let soft = ThemePreset(
    "soft",
    summary: "The default: round cards on a soft shadow, filled buttons, quiet greys and a clear blue.",
    base: { ResolvedTheme.Base.modern($0) }, growsWithCanvas: true
  ) { $0.applyModernDefaults() }
}
