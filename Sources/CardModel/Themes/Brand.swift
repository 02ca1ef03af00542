package import CardRaster

/// The design tokens of a brand; a theme derives the rest from them.
package struct Brand: Hashable, Sendable {
  /// The brand colour.
  package var accent: Color?
  package var font: String?
  /// The font family of headings and titles.
  package var headingFont: String?
  /// The corner radius of cards, in points.
  package var radius: Double?

  package init() {}

  /// Replaces the theme's own tokens with those of the brand.
  ///
  /// - Parameter isFilled: Whether the theme uses the accent as a background of texts. Otherwise it is a text
  ///   colour.
  package func apply(to base: inout ResolvedTheme.Base, for appearance: Appearance, isFilled: Bool) {
    if let font { (base.fontFamily, base.headingFontFamily) = (font, nil) }
    if let headingFont { base.headingFontFamily = headingFont }
    if let radius { base.cornerRadius = radius }
    guard let accent else { return }
    base.tint(with: OKLab(accent))
    let shown = appearance == .dark ? Brand.dark(accent, on: base.surfaceColor) : accent
    base.dataColor = Brand.data(shown, on: base.surfaceColor)
    base.lightDataColor = Brand.data(accent, on: base.lightSurfaceColor)
    base.accentColor =
      isFilled
      ? Accents.fill(shown)
      : shown.standingOut(from: [base.surfaceColor, base.pageColor], by: Accents.words)
  }

  /// The colour of shapes in charts.
  ///
  /// Darker shades of yellow would be brown or olive, so they are orange.
  private static func data(_ accent: Color, on surface: Color) -> Color {
    let shape = accent.standingOut(from: [surface], by: Accents.shapes)
    let (own, new) = (OKLab(accent), OKLab(shape))
    let isYellow = own.chroma > 0.08 && own.a < 0.78 * own.b && own.a > -0.45 * own.b
    guard isYellow, new.lightness < own.lightness else { return shape }
    let orange = OKLab(lightness: min(own.lightness, 0.72), a: 0.123, b: 0.157).color
    return orange.standingOut(from: [surface], by: Accents.shapes)
  }

  /// Whether an accent can be distinguished from the theme's cards.
  package static func isSeen(_ accent: Color, on surface: Color) -> Bool {
    OKLab(accent).distance(to: OKLab(surface)) >= 0.08
  }

  /// The accent on dark cards, lightened to the contrast that shapes need; black becomes white.
  private static func dark(_ accent: Color, on surface: Color) -> Color {
    let own = OKLab(accent)
    if own.chroma < 0.03, own.lightness < 0.45 {
      return own.with(lightness: min(0.97, 1.1 - own.lightness)).color
    }
    return accent.standingOut(from: [surface], by: Accents.shapes)
  }
}

extension ResolvedTheme.Base {
  /// Gives a theme whose page is coloured the hue of a brand, at about the same lightness.
  fileprivate mutating func tint(with accent: OKLab) {
    guard OKLab(pageColor).chroma > 0.03 else { return }
    for path in [
      \ResolvedTheme.Base.pageColor, \.lineColor, \.surfaceColor, \.primaryTextColor, \.secondaryTextColor,
      \.tertiaryTextColor, \.lightSurfaceColor,
    ] {
      let own = OKLab(self[keyPath: path])
      let share = accent.chroma < 0.03 ? 1 : own.chroma / accent.chroma
      let color = OKLab(lightness: own.lightness, a: accent.a * share, b: accent.b * share)
      let isGround = path == \.pageColor || (path == \.surfaceColor && own.lightness < 0.5)
      self[keyPath: path] = (isGround ? color.cleared(of: accent) : color).color
    }
  }
}

extension OKLab {
  /// The colour of a page without looking like mud: light grey and yellow are lighter than other hues, and
  /// dark yellow is darker.
  ///
  /// - Parameter accent: the colour of the brand.
  fileprivate func cleared(of accent: OKLab) -> OKLab {
    if accent.chroma < 0.03 { return lightness > 0.5 ? with(lightness: max(lightness, 0.94)) : self }
    // The share of yellow in the hue, from 0 to 1.
    let yellow = max(0, -0.15 * accent.a + 0.99 * accent.b) / accent.chroma
    let strength = yellow * yellow * yellow
    if lightness < 0.5 { return with(lightness: lightness * (1 - 0.3 * strength)) }
    return OKLab(
      lightness: lightness + (0.95 - lightness) * strength, a: a * (1 + 0.25 * strength),
      b: b * (1 + 0.25 * strength))
  }
}

/// The settings of a deck that all of its themes follow.
package struct ThemeSetting: Hashable, Sendable {
  package var brand: Brand?
  /// The scale of modern themes relative to a screen held in the hand.
  package var growth = 1.0
  /// The smallest side margin of the parts of modern themes, in points.
  package var margin = 0.0
  /// Whether the deck sets the layout direction; otherwise each card uses the direction of its locale.
  package var isDirected = false

  package init(brand: Brand? = nil, growth: Double = 1, margin: Double = 0, isDirected: Bool = false) {
    self.brand = brand
    (self.growth, self.margin) = (growth, margin)
    self.isDirected = isDirected
  }
}
