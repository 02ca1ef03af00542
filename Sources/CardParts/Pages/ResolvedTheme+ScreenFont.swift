import CardRaster

extension ResolvedTheme {
  /// The font of system texts on a screen: titles of sheets, rows and the status bar.
  func screenFont(_ size: Double, weight: Int = 400) -> Font {
    Font(normalTextFont.family, size: size, weight: weight, isTracked: base.automaticLetterSpacing)
  }
}
