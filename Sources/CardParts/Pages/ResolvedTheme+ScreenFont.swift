import CardRaster

extension ResolvedTheme {
  /// What a screen's own words are lettered with: titles of sheets, rows, the status bar.
  func screenFont(_ size: Double, weight: Int = 400) -> Font {
    Font(normalTextFont.family, size: size, weight: weight, isTracked: base.automaticLetterSpacing)
  }
}
