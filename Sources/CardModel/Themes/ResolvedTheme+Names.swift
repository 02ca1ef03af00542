package import CardRaster

extension ResolvedTheme {
  /// The fonts by the names that a deck may use.
  package static let fonts: [(name: String, keyPath: any WritableKeyPath<ResolvedTheme, Font> & Sendable)] = [
    ("smallTextFont", \.smallTextFont),
    ("normalTextFont", \.normalTextFont),
    ("titleTextFont", \.titleTextFont),
    ("headerTextFont", \.headerTextFont),
    ("detailTextFont", \.detailTextFont),
    ("smallAttributedTextFont", \.smallAttributedTextFont),
    ("normalAttributedTextFont", \.normalAttributedTextFont),
    ("titleAttributedTextFont", \.titleAttributedTextFont),
    ("headerAttributedTextFont", \.headerAttributedTextFont),
    ("detailAttributedTextFont", \.detailAttributedTextFont),
    ("titleFont", \.titleFont),
    ("buttonTitleFont", \.buttonTitleFont),
    ("leftTitleFont", \.leftTitleFont),
    ("leftDescriptionFont", \.leftDescriptionFont),
    ("rightTitleFont", \.rightTitleFont),
    ("rightDescriptionFont", \.rightDescriptionFont),
    ("pillLabelFont", \.pillLabelFont),
    ("markerTitleFont", \.markerTitleFont),
    ("barValueFont", \.barValueFont),
    ("sliderValueFont", \.sliderValueFont),
    ("chartLabelFont", \.chartLabelFont),
    ("chartTitleFont", \.chartTitleFont),
  ]

  /// A colour defined by the theme: name, key path, and description for the manual.
  package typealias OwnColor = (
    name: String, keyPath: any WritableKeyPath<ResolvedTheme, Color> & Sendable, summary: String
  )

  /// The colours of texts and parts.
  package static let partColors: [OwnColor] = [
    ("smallTextColor", \.smallTextColor, "The colour of small text."),
    ("normalTextColor", \.normalTextColor, "The colour of normal text."),
    ("titleTextColor", \.titleTextColor, "The colour of title text."),
    ("headerTextColor", \.headerTextColor, "The colour of header text."),
    ("detailTextColor", \.detailTextColor, "The colour of detail text."),
    ("smallAttributedTextColor", \.smallAttributedTextColor, "The colour of small attributed text."),
    ("normalAttributedTextColor", \.normalAttributedTextColor, "The colour of normal attributed text."),
    ("titleAttributedTextColor", \.titleAttributedTextColor, "The colour of title attributed text."),
    ("headerAttributedTextColor", \.headerAttributedTextColor, "The colour of header attributed text."),
    ("detailAttributedTextColor", \.detailAttributedTextColor, "The colour of detail attributed text."),
    ("titleColor", \.titleColor, "The colour of the title part."),
    ("buttonTitleColor", \.buttonTitleColor, "The colour of button titles."),
    ("leftTitleColor", \.leftTitleColor, "The colour of the left title of a row."),
    ("leftDescriptionColor", \.leftDescriptionColor, "The colour of the left description of a row."),
    ("rightTitleColor", \.rightTitleColor, "The colour of the right title of a row."),
    ("rightDescriptionColor", \.rightDescriptionColor, "The colour of the right description of a row."),
    ("pillLabelTextColor", \.pillLabelTextColor, "The colour of pill labels."),
    ("markerColor", \.markerColor, "The colour of a progress bar's marker."),
    ("markerTitleColor", \.markerTitleColor, "The colour of a progress bar's marker title."),
    ("barValueColor", \.barValueColor, "The colour of the values of progress bars and histograms."),
    ("separatorColor", \.separatorColor, "The colour of separators and the lines of tables."),
    ("barBackgroundColor", \.barBackgroundColor, "The colour of a bar's track."),
    ("barColor", \.barColor, "The colour of bars."),
    ("todayLineColor", \.todayLineColor, "The colour of a bar's today line."),
    (
      "controlTintColor", \.controlTintColor,
      "The colour of sliders: the track up to the thumb, or between thumbs."
    ),
    ("sliderTrackColor", \.sliderTrackColor, "The colour of the rest of a slider's track."),
    ("sliderValueColor", \.sliderValueColor, "The colour of the values at the thumbs of a slider."),
    ("switchOnColor", \.switchOnColor, "The colour of a switch that is on."),
    ("switchTrackColor", \.switchTrackColor, "The colour of a switch that is off."),
    ("histogramLineColor", \.histogramLineColor, "The colour of a histogram's lines."),
  ]

  /// The colours of charts, cards and pages, and the accent colours.
  ///
  /// The colours of positive and negative values are included.
  package static let deckColors: [OwnColor] = [
    ("chartOtherColor", \.chartOtherColor, "The colour of the category \"Other\" in charts."),
    ("chartUpColor", \.chartUpColor, "The colour of rising values in charts."),
    ("chartDownColor", \.chartDownColor, "The colour of falling values in charts."),
    ("chartLabelColor", \.chartLabelColor, "The colour of the labels of charts."),
    ("chartGridColor", \.chartGridColor, "The colour of the grid of charts."),
    ("chartAxisColor", \.chartAxisColor, "The colour of the line at 0 of charts."),
    ("chartRuleColor", \.chartRuleColor, "The colour of the rules of charts."),
    ("chartBandColor", \.chartBandColor, "The colour of the bands of charts."),
    ("cardBackgroundColor", \.cardBackgroundColor, "The colour of cards."),
    ("cardBorderColor", \.cardBorderColor, "The colour of a card's border."),
    ("cardShadowColor", \.cardShadowColor, "The colour of a card's shadow."),
    ("pageBackgroundColor", \.pageBackgroundColor, "The colour of the page behind the cards."),
    ("hiddenTextColor", \.hiddenTextColor, "The colour of rows displayed as hidden."),
    ("hiddenRowColor", \.hiddenRowColor, "The colour of the background of rows displayed as hidden."),
    ("accessoryColor", \.accessoryColor, "The colour of the chevrons and pencils of rows, titles and cards."),
    ("linkColor", \.linkColor, "The colour of links in text."),
    (
      "accentTextColor", \.accentTextColor,
      "The accent colour of text, with enough contrast on cards and on the faint accent."
    ),
    ("onAccentColor", \.onAccentColor, "The colour of words on the accent colour."),
    ("accentTintColor", \.accentTintColor, "The accent colour as faint as a background."),
    ("positiveColor", \.positiveColor, "The colour of text for success."),
    ("negativeColor", \.negativeColor, "The colour of text for errors."),
    ("cautionColor", \.cautionColor, "The colour of text for warnings."),
    ("buttonFillColor", \.buttonFillColor, "The colour of filled buttons."),
    ("buttonFillTitleColor", \.buttonFillTitleColor, "The colour of the titles of filled buttons."),
    ("buttonBorderColor", \.buttonBorderColor, "The colour of the edge of outlined buttons."),
    (
      "pillLabelBackgroundColor", \.pillLabelBackgroundColor,
      "The colour of pill labels that have no background of their own."
    ),
  ]

  /// The colours by the names that a deck may use.
  package static let colors: [(name: String, keyPath: any KeyPath<ResolvedTheme, Color> & Sendable)] =
    (partColors + deckColors).map { ($0.name, $0.keyPath) } + baseColors

  private static let baseColors: [(name: String, keyPath: any KeyPath<ResolvedTheme, Color> & Sendable)] = [
    ("primaryTextColor", \.base.primaryTextColor),
    ("secondaryTextColor", \.base.secondaryTextColor),
    ("tertiaryTextColor", \.base.tertiaryTextColor),
    ("accentColor", \.base.accentColor),
    ("dataColor", \.base.dataColor),
    ("lineColor", \.base.lineColor),
    ("surfaceColor", \.base.surfaceColor),
    ("pageColor", \.base.pageColor),
  ]
}

extension ResolvedTheme {
  /// The five text styles, each with a font and a colour.
  package enum TextStyle: String, Sendable, CaseIterable {
    case small, normal, title, header, detail

    func fontAndColor(in theme: ResolvedTheme) -> (Font, Color) {
      switch self {
      case .small: (theme.smallTextFont, theme.smallTextColor)
      case .normal: (theme.normalTextFont, theme.normalTextColor)
      case .title: (theme.titleTextFont, theme.titleTextColor)
      case .header: (theme.headerTextFont, theme.headerTextColor)
      case .detail: (theme.detailTextFont, theme.detailTextColor)
      }
    }

    /// The theme's font and colour for attributed text.
    func attributedFontAndColor(in theme: ResolvedTheme) -> (Font, Color) {
      switch self {
      case .small: (theme.smallAttributedTextFont, theme.smallAttributedTextColor)
      case .normal: (theme.normalAttributedTextFont, theme.normalAttributedTextColor)
      case .title: (theme.titleAttributedTextFont, theme.titleAttributedTextColor)
      case .header: (theme.headerAttributedTextFont, theme.headerAttributedTextColor)
      case .detail: (theme.detailAttributedTextFont, theme.detailAttributedTextColor)
      }
    }
  }
}

extension ResolvedTheme {
  /// Replaces CardParts' values with modern ones.
  ///
  /// These are few font sizes, text contrast of at least 4.5:1, cards with a soft shadow and without border,
  /// and filled buttons.
  mutating func applyModernDefaults() {
    compatibility = .none
    setModernFonts()
    setModernColors()
    setModernLengths()
  }

  private mutating func setModernFonts() {
    let step = base.textSize / 15
    func font(_ size: Double, _ weight: Int = 400, isHeading: Bool = false, isTabular: Bool = false) -> Font {
      let family = isHeading ? base.headingFontFamily ?? base.fontFamily : base.fontFamily
      var font = Font(
        family, size: (size * step * 2).rounded() / 2, weight: weight,
        isTracked: base.automaticLetterSpacing)
      font.hasTabularFigures = isTabular
      return font
    }
    smallTextFont = font(12)
    normalTextFont = font(15)
    titleTextFont = font(17, 600, isHeading: true)
    headerTextFont = font(28 * base.headingScale, 700, isHeading: true)
    detailTextFont = font(13)
    smallAttributedTextFont = smallTextFont
    normalAttributedTextFont = normalTextFont
    titleAttributedTextFont = titleTextFont
    headerAttributedTextFont = headerTextFont
    detailAttributedTextFont = detailTextFont
    (titleFont, chartTitleFont) = (titleTextFont, titleTextFont)
    buttonTitleFont = font(16, 600)
    leftTitleFont = font(16, 500)
    leftDescriptionFont = font(13)
    rightTitleFont = font(16, 500, isTabular: true)
    rightDescriptionFont = font(13, isTabular: true)
    pillLabelFont = font(13, 600)
    markerTitleFont = font(16, 600)
    barValueFont = font(12)
    sliderValueFont = font(14, 500, isTabular: true)
  }

  private mutating func setModernColors() {
    let accents = Accents(base)
    let isDark = appearance == .dark
    chartColors = base.seriesColors
    (chartUpColor, chartDownColor) = ChartPalette.changes(chartColors, on: base.surfaceColor)
    (smallTextColor, detailTextColor) = (base.tertiaryTextColor, base.tertiaryTextColor)
    (smallAttributedTextColor, detailAttributedTextColor) = (base.tertiaryTextColor, base.tertiaryTextColor)
    (accentTextColor, accentTintColor) = (accents.text, accents.tint)
    buttonTitleColor = accents.text
    onAccentColor = Accents.title(on: base.accentColor)
    buttonFillColor = Accents.fill(base.accentColor)
    buttonFillTitleColor = Accents.title(on: buttonFillColor)
    linkColor = accents.text
    pillLabelTextColor = accents.text
    pillLabelBackgroundColor = accents.tint
    buttonBorderColor = base.quietEdgeColor
    // Tracks are visible, but less prominent than the thumb or bar on them.
    barBackgroundColor = base.lineColor
    controlTintColor = base.accentColor
    switchOnColor = base.accentColor
    switchTrackColor = base.lineColor.blended(with: base.tertiaryTextColor, share: 0.3)
    todayLineColor = base.tertiaryTextColor
    histogramLineColor = base.lineColor
    accessoryColor = base.tertiaryTextColor.blended(with: base.surfaceColor, share: isDark ? 0.2 : 0.25)
    cardBorderColor = base.lineColor
    cardShadowColor = isDark ? .black : Color(rgb: 0x1B2440)
    hiddenTextColor = base.tertiaryTextColor.multiplyingAlpha(by: 0.7)
    hiddenRowColor = base.surfaceColor.blended(with: base.pageColor, share: 0.6)
  }

  private mutating func setModernLengths() {
    let unit = base.spacing
    let side = base.margin
    cardsLineSpacing = 4 * unit
    cardBorderWidth = 0
    barHeight = 2 * unit
    cardCornerCurve = .continuous
    pageMargins = Insets(4 * unit)
    rowPadding = unit
    cardCellMargins = Insets(top: 4 * unit, left: 0, bottom: 4 * unit, right: 0)
    cardPartMargins = Insets(top: 1.5 * unit, left: side, bottom: 1.5 * unit, right: side)
    titleViewMargins = Insets(top: unit, left: side, bottom: 2 * unit, right: side)
    horizontalSeparatorMargins = Insets(top: 2 * unit, left: side, bottom: 2 * unit, right: side)
    buttonStyle = .filled
    buttonInsets = Insets(top: 3 * unit, left: 5 * unit, bottom: 3 * unit, right: 5 * unit)
    cardShadow = true
    cardShadows = [
      ShadowLayer(radius: unit / 4, opacity: 0.06, offset: Point(x: 0, y: unit / 4)),
      ShadowLayer(radius: 1.5 * unit, opacity: 0.07, offset: Point(x: 0, y: unit)),
    ]
    tightLargeText = true
    secondaryTitlePosition = .right
  }
}

/// The colours from which all others of a theme are derived, in one appearance, as 0xRRGGBB.
struct ThemeTokens: Sendable {
  /// The text colours of titles and headers, of body text, and of descriptions.
  var text: (primary: UInt32, secondary: UInt32, tertiary: UInt32)
  /// The colour of separators and tracks.
  var line: UInt32
  /// The colour of cards.
  var surface: UInt32
  /// The colour behind the cards.
  var page: UInt32
  /// The colour of interactive elements, bars and charts.
  var accent: UInt32

  /// Cool greys and a clear blue.
  static let light = ThemeTokens(
    text: (0x14171F, 0x4A5160, 0x636B7A), line: 0xE3E6EC, surface: 0xFFFFFF,
    page: 0xF3F4F7, accent: 0x2F55E8)

  static let dark = ThemeTokens(
    text: (0xF4F5F8, 0xC3C8D2, 0x9AA1AF), line: 0x2F343F, surface: 0x1A1D24,
    page: 0x0B0D11, accent: 0x3D62F5)
}

extension ResolvedTheme.Base {
  /// The base values of a modern theme.
  ///
  /// - Parameters:
  ///   - textSize: The size of normal text, in points.
  ///   - margin: The distance of parts from the card's left and right edges, in points.
  ///   - cornerRadius: The corner radius of cards, in points.
  static func modern(
    _ appearance: Appearance, light: ThemeTokens = .light, dark: ThemeTokens = .dark, textSize: Double = 15,
    margin: Double = 20, cornerRadius: Double = 16
  ) -> ResolvedTheme.Base {
    var base = ResolvedTheme.Base()
    (base.textSize, base.margin, base.spacing, base.cornerRadius) = (textSize, margin, 4, cornerRadius)
    base.automaticLetterSpacing = true
    let tokens = appearance == .light ? light : dark
    base.primaryTextColor = Color(rgb: tokens.text.primary)
    base.secondaryTextColor = Color(rgb: tokens.text.secondary)
    base.tertiaryTextColor = Color(rgb: tokens.text.tertiary)
    base.lineColor = Color(rgb: tokens.line)
    base.surfaceColor = Color(rgb: tokens.surface)
    base.pageColor = Color(rgb: tokens.page)
    base.dataColor = Color(rgb: tokens.accent)
    base.accentColor = Accents.fill(base.dataColor)
    (base.lightDataColor, base.lightSurfaceColor) = (Color(rgb: light.accent), Color(rgb: light.surface))
    return base
  }

  /// The colours of the series of charts: those of a dark theme have the hues of the light one.
  var seriesColors: [Color] {
    let light = ChartPalette.derived(from: lightDataColor, on: lightSurfaceColor)
    return ChartPalette.derived(from: dataColor, on: surfaceColor, like: light)
  }

  /// The same values for a canvas that is viewed from a distance, with more space around larger headings.
  ///
  /// - Parameter margin: The smallest side margin, in points.
  package func growing(by factor: Double, margin: Double) -> ResolvedTheme.Base {
    guard factor > 1 else { return self }
    var base = self
    base.textSize *= factor
    base.headingScale *= 1.25
    base.margin = max(factor * 1.5 * base.margin, margin)
    base.spacing *= factor
    base.cornerRadius *= factor
    (base.growth, base.canvasGrowth) = (factor, factor)
    return base
  }
}

extension ResolvedTheme.Base {
  /// The unobtrusive edge colour of interactive elements, slightly stronger than other lines.
  package var quietEdgeColor: Color { lineColor.blended(with: tertiaryTextColor, share: 0.35) }
}
