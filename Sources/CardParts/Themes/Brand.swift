import CardRaster

/// What a company's look comes down to; a theme derives the rest of it.
struct Brand: Hashable, Sendable {
  /// The colour that one knows the company by.
  var accent: Color?
  /// The family of all fonts.
  var font: String?
  /// The family of headings and titles.
  var headingFont: String?
  /// The corner radius of cards, in points.
  var radius: Double?

  /// Puts the brand in the place of a theme's own tokens.
  ///
  /// - Parameter isFilled: whether the theme has the accent behind words; else it is that of the words themselves.
  func apply(to base: inout ResolvedTheme.Base, for appearance: Appearance, isFilled: Bool) {
    if let font { (base.fontFamily, base.headingFontFamily) = (font, nil) }
    if let headingFont { base.headingFontFamily = headingFont }
    if let radius { base.cornerRadius = radius }
    guard let accent else { return }
    let shown = appearance == .dark ? Brand.dark(accent, on: base.surfaceColor) : accent
    base.dataColor = shown.standingOut(from: [base.surfaceColor], by: Accents.shapes)
    base.accentColor =
      isFilled
      ? shown
      : shown.standingOut(from: [base.surfaceColor, base.pageColor], by: Accents.words)
  }

  /// Whether an accent can be told from the cards of a theme.
  static func isSeen(_ accent: Color, on surface: Color) -> Bool {
    OKLab(accent).distance(to: OKLab(surface)) >= 0.08
  }

  /// The accent on dark cards: as light as shapes need to be seen there; black becomes white.
  private static func dark(_ accent: Color, on surface: Color) -> Color {
    let own = OKLab(accent)
    if own.chroma < 0.03, own.lightness < 0.45 {
      return own.with(lightness: min(0.97, 1.1 - own.lightness)).color
    }
    return accent.standingOut(from: [surface], by: Accents.shapes)
  }
}

/// What a deck says that all of its themes follow.
struct ThemeSetting: Hashable, Sendable {
  var brand: Brand?
  /// How much larger today's themes are than on a screen in the hand.
  var growth = 1.0
  /// Whether the deck says from which side it is read; else each card does by its own locale.
  var isDirected = false
}
