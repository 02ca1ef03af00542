package import CardRaster

/// The colours derived from an accent, each with the contrast that text needs.
package struct Accents {
  /// The accent as a text colour on cards, on the page and on the tint.
  let text: Color
  /// The accent as a faint background.
  let tint: Color
  /// The text colours for positive, negative and cautionary texts.
  let positive: Color, negative: Color, caution: Color

  /// The minimum contrast of tints, below which they cannot be seen.
  private static let leastTint = 1.1
  /// The minimum contrast of text by WCAG level AA.
  package static let words = 4.5
  /// The minimum contrast of meaningful shapes, and of large text.
  package static let shapes = 3.0

  /// The colour if it is legible on the background, otherwise white or near-black.
  package static func words(_ color: Color, on ground: Color) -> Color {
    if color.contrast(with: ground) >= words { return color }
    return Color.white.contrast(with: ground) >= words ? .white : Color(rgb: 0x111111)
  }

  /// The colour of a bold title on a fill, such as that of a button: white with a contrast of 3:1, as on the
  /// buttons of most brands, otherwise dark.
  ///
  /// White on a medium grey would look disabled, so it needs 4.5:1 there.
  package static func title(on fill: Color, least: Double = shapes) -> Color {
    if Color.white.contrast(with: fill) >= (isSaturated(fill) ? least : words) { return .white }
    return OKLab(fill).with(lightness: 0.2).color.standingOut(from: [fill], by: words)
  }

  /// The colour of a bold title if it is legible on a fill, otherwise white or dark.
  package static func title(_ color: Color, on fill: Color) -> Color {
    color.contrast(with: fill) >= words ? color : title(on: fill)
  }

  /// An accent as a fill: up to 3 % darker if white titles are legible on it then.
  package static func fill(_ accent: Color) -> Color {
    let darker = accent.standingOut(from: [.white], by: shapes)
    let isNear = OKLab(accent).lightness - OKLab(darker).lightness <= 0.03
    return isNear && isSaturated(accent) ? darker : accent
  }

  /// Whether an accent can tint backgrounds: over a colour of another hue it would look like mud.
  static func tints(_ accent: Color, _ grounds: [Color]) -> Bool {
    let own = OKLab(accent)
    return grounds.map { OKLab($0) }.allSatisfy { ground in
      ground.chroma < 0.05 || ground.a * own.a + ground.b * own.b > 0.8 * ground.chroma * own.chroma
    }
  }

  private static func isSaturated(_ color: Color) -> Bool { OKLab(color).chroma >= 0.04 }

  init(_ base: ResolvedTheme.Base) {
    let isDark = base.surfaceColor.luminance < 0.18
    let fits = Self.tints(base.accentColor, [base.surfaceColor])
    let accent = OKLab(base.accentColor)
    // Dark yellow and orange would be brown.
    let calm =
      isDark && accent.b > abs(accent.a)
      ? OKLab(lightness: accent.lightness, a: accent.a / 2, b: accent.b / 2).color : base.accentColor
    // Of a light accent, such as yellow, more is needed on white.
    let tints = stride(from: !fits ? 0.12 : isDark ? 0.2 : 0.1, through: 0.5, by: 0.02).map {
      base.surfaceColor.blended(with: fits ? calm : base.primaryTextColor, share: $0)
    }
    tint = tints.first { $0.contrast(with: base.surfaceColor) >= Self.leastTint } ?? tints[tints.count - 1]
    let grounds = [base.surfaceColor, base.pageColor, tint]
    text = base.accentColor.standingOut(from: grounds, by: Accents.words)
    func words(_ light: UInt32, _ dark: UInt32) -> Color {
      Color(rgb: isDark ? dark : light).standingOut(
        from: [base.surfaceColor, base.pageColor], by: Accents.words)
    }
    positive = words(0x1A7F45, 0x4CC38A)
    negative = words(0xC4302B, 0xFF8A80)
    caution = words(0x946000, 0xE2B04A)
  }
}

/// Themes on other backgrounds than their own.
extension ResolvedTheme {
  /// The theme as it is for its own surfaces, for parts that draw one.
  package var onSurface: ResolvedTheme { unadapted.first ?? self }

  /// The accent of a full-screen card: that for texts on the theme's own surfaces, if it is legible.
  package var screenAccent: Color {
    let own = onSurface.accentTextColor
    return grounds.allSatisfy { own.contrast(with: $0) >= Accents.words } ? own : accentTextColor
  }

  /// The background of fields: the colour of cards, or a shade of the colours behind the parts.
  package var fieldColor: Color {
    grounds.isEmpty ? base.surfaceColor : base.primaryTextColor.multiplyingAlpha(by: 0.08)
  }

  /// The theme for parts on a background that is not one of its own surfaces.
  ///
  /// Of the colours that the theme derives, texts keep a contrast of 4.5:1; tints, tracks and lines become
  /// translucent; an accent that cannot be seen becomes the colour of texts. Colours that a theme or a deck
  /// sets by name stay.
  ///
  /// - Parameter grounds: The opaque colours behind the parts, such as the stops of a gradient.
  package func adapted(to grounds: [Color]) -> ResolvedTheme {
    let own = onSurface
    func isNear(_ color: Color) -> Bool {
      OKLab(color).distance(to: OKLab(own.base.surfaceColor)) < Self.leastGroundDistance
    }
    guard compatibility.ensuresContrast, !grounds.allSatisfy(isNear) else { return with(directionOf: own) }
    if grounds == self.grounds { return self }
    var theme = with(directionOf: own)
    theme.unadapted = [theme]
    theme.grounds = grounds
    theme.replaceColors(Adaptation(own.base, grounds))
    return theme
  }

  /// The most translucent black or white over a background on which texts have a contrast of 4.5:1; nil if
  /// they have it without.
  package func scrim(over grounds: [Color]) -> Color? {
    func isLegible(_ ink: Color, below scrim: Color) -> Bool {
      grounds.allSatisfy { ink.contrast(with: scrim.over($0)) >= Accents.words }
    }
    let inks = [onSurface.base.primaryTextColor, .white, Color(rgb: 0x111111)]
    guard compatibility.ensuresContrast, !inks.contains(where: { isLegible($0, below: .clear) }) else {
      return nil
    }
    func scrim(_ color: Color, below ink: Color) -> Color {
      (1...19).lazy.map { color.multiplyingAlpha(by: Double($0) / 20) }.first { isLegible(ink, below: $0) }
        ?? color
    }
    let (dark, light) = (scrim(.black, below: inks[1]), scrim(.white, below: inks[2]))
    // Photos below black look natural, and those below white faded.
    return Int(dark.alpha) <= Int(light.alpha) + 25 ? dark : light
  }

  /// Scales everything but the side margins of parts, on the theme's surfaces too.
  ///
  /// - Parameter headers: The additional scale of the fonts of headers.
  package mutating func scale(by factor: Double, headers: Double) {
    for font in Self.fonts { self[keyPath: font.keyPath].size *= factor }
    headerTextFont.size *= headers
    headerAttributedTextFont.size *= headers
    for path in [\ResolvedTheme.base.textSize, \.base.spacing, \.base.growth, \.barHeight, \.rowPadding] {
      self[keyPath: path] *= factor
    }
    buttonCornerRadius *= factor
    buttonInsets.left *= factor
    buttonInsets.right *= factor
    for path in [
      \ResolvedTheme.buttonInsets, \.cardPartMargins, \.titleViewMargins, \.tableViewMargins,
      \.horizontalSeparatorMargins,
    ] {
      self[keyPath: path].top *= factor
      self[keyPath: path].bottom *= factor
    }
    for index in unadapted.indices { unadapted[index].scale(by: factor, headers: headers) }
  }

  /// The colours of the series of charts, which can be seen on the background of the parts.
  package var seriesColors: [Color] {
    let own = onSurface
    guard let ground = grounds.first,
      chartColors.contains(where: { color in grounds.contains { color.contrast(with: $0) < 2 } }),
      chartColors == own.base.seriesColors
    else { return chartColors }
    let first = Self.isSeen(own.base.dataColor, on: grounds) ? own.base.dataColor : base.primaryTextColor
    return ChartPalette.derived(from: first, on: ground)
  }

  /// Whether the colours behind the parts are similar, so that one colour fits all of them.
  package var isOnEvenGround: Bool {
    grounds.allSatisfy { OKLab($0).distance(to: OKLab(grounds[0])) < 0.1 }
  }

  /// Whether a filled shape of a colour is distinct from all backgrounds.
  private static func isSeen(_ color: Color, on grounds: [Color]) -> Bool {
    grounds.allSatisfy { color.contrast(with: $0) >= 1.8 && OKLab($0).distance(to: OKLab(color)) >= 0.16 }
  }

  /// The smallest OKLab distance at which a background counts as another one than that of cards.
  private static let leastGroundDistance = 0.04

  /// Another version of the theme with this direction.
  private func with(directionOf own: ResolvedTheme) -> ResolvedTheme {
    guard own.direction != direction else { return own }
    return changing(own) { $0.direction = direction }
  }

  private mutating func replaceColors(_ new: Adaptation) {
    let (base, accents) = (base, Accents(base))
    let replacements = [
      (base.primaryTextColor, new.primary), (base.secondaryTextColor, new.secondary),
      (base.tertiaryTextColor, new.tertiary), (base.lineColor, new.line), (base.quietEdgeColor, new.edge),
      (accents.tint, new.tint), (accents.text, new.accentText),
      (accents.positive, new.words(accents.positive)), (accents.negative, new.words(accents.negative)),
      (accents.caution, new.words(accents.caution)), (hiddenRowColor, new.line),
      (switchTrackColor, new.track),
      (accessoryColor, new.edge), (chartAxisColor, new.edge), (chartLabelColor, new.tertiary),
    ]
    let kept: Set = [
      "onAccentColor", "buttonFillColor", "buttonFillTitleColor", "controlTintColor", "switchOnColor",
      "barColor",
      "cardBackgroundColor", "pageBackgroundColor", "cardBorderColor", "cardShadowColor",
    ]
    for (name, path, _) in Self.partColors + Self.deckColors where !kept.contains(name) {
      let color = self[keyPath: path]
      if let (_, new) = replacements.first(where: { $0.0 == color }) { self[keyPath: path] = new }
    }
    if chartBandColor == base.secondaryTextColor.multiplyingAlpha(by: 0.14) {
      chartBandColor = new.ink.multiplyingAlpha(by: 0.14)
    }
    if !new.showsAccent {
      let fill = Accents.fill(base.accentColor)
      if buttonFillColor == fill, buttonFillTitleColor == Accents.title(on: fill) {
        (buttonFillColor, buttonFillTitleColor) = (new.ink, Accents.words(base.accentColor, on: new.ink))
      }
      if switchOnColor == base.accentColor { switchOnColor = new.ink.multiplyingAlpha(by: 0.55) }
      for path in [\ResolvedTheme.controlTintColor, \.barColor]
      where [base.accentColor, base.dataColor].contains(self[keyPath: path]) { self[keyPath: path] = new.ink }
    }
    self.base.primaryTextColor = new.primary
    self.base.secondaryTextColor = new.secondary
    self.base.tertiaryTextColor = new.tertiary
    self.base.lineColor = new.line
  }

  /// The colours for parts on a background.
  private struct Adaptation {
    let grounds: [Color]
    /// The colour of texts without transparency.
    let ink: Color
    let primary, secondary, tertiary, accentText: Color
    /// Separators and tracks, and the edges of controls.
    let line, track, edge: Color
    /// The accent as a faint background.
    let tint: Color
    /// Whether the accent can be distinguished from the background.
    let showsAccent: Bool

    init(_ base: Base, _ grounds: [Color]) {
      func least(_ color: Color) -> Double {
        grounds.map { color.over($0).contrast(with: $0) }.min() ?? 21
      }
      self.grounds = grounds
      let isOwn = least(base.primaryTextColor) >= Accents.words
      let ink =
        isOwn
        ? base.primaryTextColor
        : least(.white) > least(Color(rgb: 0x111111)) ? .white : Color(rgb: 0x111111)
      func words(_ color: Color, _ share: Double) -> Color {
        if isOwn { return color.standingOut(from: grounds, by: Accents.words) }
        let soft = ink.multiplyingAlpha(by: share)
        return least(soft) >= Accents.words ? soft : ink
      }
      let accent = base.accentColor
      showsAccent = ResolvedTheme.isSeen(accent, on: grounds)
      let fits = Accents.tints(accent, grounds)
      let isDark = grounds.allSatisfy { $0.luminance < 0.18 }
      let tint = (showsAccent && fits ? accent : ink).multiplyingAlpha(
        by: !fits ? 0.12 : isDark ? 0.24 : 0.16)
      self.ink = ink
      primary = ink
      secondary = words(base.secondaryTextColor, 0.86)
      tertiary = words(base.tertiaryTextColor, 0.74)
      accentText =
        showsAccent
        ? accent.standingOut(from: grounds + grounds.map { tint.over($0) }, by: Accents.words) : ink
      (line, track, edge) = (
        ink.multiplyingAlpha(by: 0.16), ink.multiplyingAlpha(by: 0.28), ink.multiplyingAlpha(by: 0.45)
      )
      self.tint = tint
    }

    func words(_ color: Color) -> Color { color.standingOut(from: grounds, by: Accents.words) }
  }
}

extension Paint {
  /// The opaque colours that the paint shows over others, such as those of all stops of a gradient.
  package func colors(over grounds: [Color]) -> [Color] {
    func over(_ color: Color) -> [Color] {
      color.isOpaque ? [color] : grounds.map { color.over($0) }
    }
    switch self {
    case .solid(let color): return over(color)
    case .gradient(let gradient): return gradient.stops.flatMap { over($0.color) }
    case .pattern: return grounds
    case .layers(let layers):
      return layers.reduce(grounds) { grounds, layer in
        let colors = layer.colors(over: grounds)
        guard colors.count > 8 else { return colors }
        // The darkest and the lightest decide about contrast.
        let sorted = colors.map { ($0, $0.luminance) }.sorted { $0.1 < $1.1 }.map(\.0)
        return [sorted[0], sorted[colors.count - 1]]
      }
    }
  }
}
