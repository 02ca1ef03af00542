public import CardRaster

/// The style of a deck: fonts, colours, margins and switches, with CardParts' names.
///
/// Every property is derived from the few values of `Base`, so that a theme that sets nothing else still
/// draws every part. Values that a theme or a deck sets by name win.
public struct ResolvedTheme: Hashable, Sendable {
  /// The values from which the others are derived.
  public internal(set) var base: Base
  /// The appearance for which the theme was resolved.
  public let appearance: Appearance
  /// The defaults of parts that are not values of the theme.
  package var compatibility: Compatibility

  /// The font of small text.
  public var smallTextFont: Font
  /// The font of normal text.
  public var normalTextFont: Font
  /// The font of title text.
  public var titleTextFont: Font
  /// The font of header text.
  public var headerTextFont: Font
  /// The font of detail text.
  public var detailTextFont: Font
  /// The font of small attributed text.
  public var smallAttributedTextFont: Font
  /// The font of normal attributed text.
  public var normalAttributedTextFont: Font
  /// The font of title attributed text.
  public var titleAttributedTextFont: Font
  /// The font of header attributed text.
  public var headerAttributedTextFont: Font
  /// The font of detail attributed text.
  public var detailAttributedTextFont: Font
  /// The font of the title part.
  public var titleFont: Font
  /// The font of button titles.
  public var buttonTitleFont: Font
  /// The font of the left title of a row.
  public var leftTitleFont: Font
  /// The font of the left description of a row.
  public var leftDescriptionFont: Font
  /// The font of the right title of a row.
  public var rightTitleFont: Font
  /// The font of the right description of a row.
  public var rightDescriptionFont: Font
  /// The font of pill labels.
  public var pillLabelFont: Font
  /// The font of a progress bar's marker title.
  public var markerTitleFont: Font
  /// The font of the values of progress bars and histograms.
  public var barValueFont: Font
  /// The font of the values next to the thumbs of a slider.
  public var sliderValueFont: Font
  /// The colour of small text.
  public var smallTextColor: Color
  /// The colour of normal text.
  public var normalTextColor: Color
  /// The colour of title text.
  public var titleTextColor: Color
  /// The colour of header text.
  public var headerTextColor: Color
  /// The colour of detail text.
  public var detailTextColor: Color
  /// The colour of small attributed text.
  public var smallAttributedTextColor: Color
  /// The colour of normal attributed text.
  public var normalAttributedTextColor: Color
  /// The colour of title attributed text.
  public var titleAttributedTextColor: Color
  /// The colour of header attributed text.
  public var headerAttributedTextColor: Color
  /// The colour of detail attributed text.
  public var detailAttributedTextColor: Color
  /// The colour of the title part.
  public var titleColor: Color
  /// The colour of button titles.
  public var buttonTitleColor: Color
  /// The colour of the left title of a row.
  public var leftTitleColor: Color
  /// The colour of the left description of a row.
  public var leftDescriptionColor: Color
  /// The colour of the right title of a row.
  public var rightTitleColor: Color
  /// The colour of the right description of a row.
  public var rightDescriptionColor: Color
  /// The colour of pill labels.
  public var pillLabelTextColor: Color
  /// The colour of a progress bar's marker.
  public var markerColor: Color
  /// The colour of a progress bar's marker title.
  public var markerTitleColor: Color
  /// The colour of the values of progress bars and histograms.
  public var barValueColor: Color
  /// The colour of separators and the lines of tables.
  public var separatorColor: Color
  /// The colour of a bar's track.
  public var barBackgroundColor: Color
  /// The colour of bars.
  public var barColor: Color
  /// The colour of a bar's today line.
  public var todayLineColor: Color
  /// The colour of sliders: the track up to the thumb, or between thumbs.
  public var controlTintColor: Color
  /// The colour of the rest of a slider's track.
  public var sliderTrackColor: Color
  /// The colour of the values next to the thumbs of a slider.
  public var sliderValueColor: Color
  /// The colour of a switch that is on.
  public var switchOnColor: Color
  /// The colour of a switch that is off.
  public var switchTrackColor: Color
  /// The colour of a histogram's lines.
  public var histogramLineColor: Color
  /// The colours of the series of charts, in order.
  public var chartColors: [Color]
  /// The colour of the "other" category in charts.
  public var chartOtherColor: Color
  /// The colour of rising values in charts.
  public var chartUpColor: Color
  /// The colour of falling values in charts.
  public var chartDownColor: Color
  /// The colour of chart labels.
  public var chartLabelColor: Color
  /// The colour of chart grid lines.
  public var chartGridColor: Color
  /// The colour of the zero line of charts.
  public var chartAxisColor: Color
  /// The colour of rules in charts.
  public var chartRuleColor: Color
  /// The colour of bands in charts.
  public var chartBandColor: Color
  /// The font of chart labels.
  public var chartLabelFont: Font
  /// The font of chart titles.
  public var chartTitleFont: Font
  /// The colour of cards.
  public var cardBackgroundColor: Color
  /// The colour of a card's border.
  public var cardBorderColor: Color
  /// The colour of a card's shadow.
  public var cardShadowColor: Color
  /// The colour of the page behind the cards.
  public var pageBackgroundColor: Color
  /// The colour of rows displayed as hidden.
  public var hiddenTextColor: Color
  /// The background colour of rows displayed as hidden.
  public var hiddenRowColor: Color
  /// The colour of chevrons and edit buttons of rows, titles and cards.
  public var accessoryColor: Color
  /// The colour of links in text.
  public var linkColor: Color
  /// The accent colour of texts, with enough contrast on cards and on the accent tint.
  public var accentTextColor: Color
  /// The colour of texts on the accent colour.
  public var onAccentColor: Color
  /// The accent colour as a faint background.
  public var accentTintColor: Color
  /// The colour of positive texts.
  public var positiveColor: Color
  /// The colour of negative texts.
  public var negativeColor: Color
  /// The colour of cautionary texts.
  public var cautionColor: Color
  /// The colour of filled buttons.
  public var buttonFillColor: Color
  /// The colour of the titles of filled buttons.
  public var buttonFillTitleColor: Color
  /// The border colour of outlined buttons.
  public var buttonBorderColor: Color
  /// The colour of pill labels without their own background.
  public var pillLabelBackgroundColor: Color
  /// Space above the first card, in points.
  public var cardsViewContentInsetTop: Double
  /// Space between two cards, in points.
  public var cardsLineSpacing: Double
  /// The width of a card's border, in points.
  public var cardBorderWidth: Double
  /// The height of bars, in points.
  public var barHeight: Double
  /// The corner radius of buttons, in points.
  public var buttonCornerRadius: Double
  /// The default style of buttons.
  package var buttonStyle: ButtonStyle
  /// Space between the edges of filled and outlined buttons and their titles, in points.
  public var buttonInsets: Insets
  /// The corner radius of cards in lists and grids, in points.
  public var cardCornerRadius: Double
  /// The corner curve of cards.
  public var cardCornerCurve: CornerCurve
  /// Space between the picture's edges and the cards of lists and grids, in points.
  public var pageMargins: Insets
  /// Space above and below the texts of a title-description, in points.
  public var rowPadding: Double
  /// The margins of cards, in points: left and right outside the card, top and bottom inside.
  public var cardCellMargins: Insets
  /// The margins of parts, in points.
  public var cardPartMargins: Insets
  /// The margins of the title part, in points.
  public var titleViewMargins: Insets
  /// The margins of tables and collections, in points.
  public var tableViewMargins: Insets
  /// The margins of separators, in points.
  public var horizontalSeparatorMargins: Insets
  /// Whether cards without a `shadow` trait have the theme's shadow.
  public var cardShadow: Bool
  /// The layers of the theme's shadow, the first on top; empty for CardParts' faint shadow.
  package var cardShadows: [ShadowLayer]
  /// Whether bars have round ends.
  public var roundedCorners: Bool
  /// Whether large text has tighter lines: the line height decreases to 1.1 em between 14 and 28 points.
  public var tightLargeText: Bool
  /// Whether a full-screen card has the colour of the page instead of that of cards.
  public var fillsScreenWithPage = false
  /// Whether bars show a line at the current day of the month.
  public var showTodayLine: Bool
  /// The corner radius of bars in points if `roundedCorners` is true; nil for half the height.
  public var barCornerRadius: Double?
  /// The position of a title-description's right column.
  package var secondaryTitlePosition: SecondaryPosition

  /// The text styles that the theme defines, sorted by name.
  package var textStyles: [NamedTextStyle] = []
  /// The layout direction; it is set by the deck, not by a theme.
  package var direction = LayoutDirection.leftToRight
  /// The colours behind the parts to which the theme is adapted; empty for its own surfaces.
  package internal(set) var grounds: [Color] = []
  /// The theme before it was adapted; empty unless it is.
  var unadapted: [ResolvedTheme] = []
}

extension ResolvedTheme {
  /// The values from which all others are derived.
  public struct Base: Hashable, Sendable {
    /// The font family of all texts.
    public var fontFamily = "Inter"
    /// The font family of headings and titles; nil for `fontFamily`.
    public var headingFontFamily: String?
    /// The text colour of titles and headers.
    public var primaryTextColor = Color(rgb: 0x111111)
    /// The text colour of body text.
    public var secondaryTextColor = Color(rgb: 0x888888)
    /// The text colour of descriptions.
    public var tertiaryTextColor = Color(rgb: 0xA9A9A9)
    /// The colour of interactive elements.
    public var accentColor = Color(rgb: 0x45CAE6)
    /// The colour of bars and charts.
    public var dataColor = Color(rgb: 0x05A4B5)
    /// The colour of separators and tracks.
    public var lineColor = Color(rgb: 0xDDDDDD)
    /// The colour of cards.
    public var surfaceColor = Color.white
    /// The colour behind the cards.
    public var pageColor = Color(rgb: 0xF5F5F5)
    /// The distance of parts from the card's left and right edges, in points.
    public var margin = 28.0
    /// Whether letter spacing depends on the font size, for families with a tracking table (`Font.tracking`).
    public var automaticLetterSpacing = false
    /// The size of normal text in points; all other sizes scale with it.
    public var textSize = 14.0
    /// The scale of headings relative to their step of the type scale.
    public var headingScale = 1.0
    /// The unit of distances in points: gaps and lengths that the theme does not set are multiples of it.
    public var spacing = 4.0
    /// The corner radius of cards in points; buttons have three quarters of it.
    public var cornerRadius = 0.0
    /// The scale of sizes and distances relative to a screen held in the hand.
    ///
    /// It is larger for a canvas viewed from a distance.
    package var growth = 1.0
    /// The same before it is reduced for content that is too tall.
    package var canvasGrowth = 1.0
    /// The data colour of the light appearance.
    package var lightDataColor = Color(rgb: 0x05A4B5)
    /// The colour of cards in the light appearance.
    package var lightSurfaceColor = Color.white

    /// Creates the values of the library's default theme.
    public init() {}

    /// Creates the values of the library's default theme for an appearance.
    ///
    /// The dark colours keep the contrast steps of the light ones: text has a contrast of at least 4.5:1 on
    /// cards, and cards differ from the page as much as in light mode.
    init(_ appearance: Appearance) {
      guard appearance == .dark else { return }
      primaryTextColor = Color(rgb: 0xF5F5F7)
      secondaryTextColor = Color(rgb: 0xAEAEB2)
      tertiaryTextColor = Color(rgb: 0x98989D)
      dataColor = Color(rgb: 0x1FB6C7)
      lineColor = Color(rgb: 0x3A3A3C)
      surfaceColor = Color(rgb: 0x1C1C1E)
      pageColor = .black
    }
  }
}

/// Derivation of a theme from its base values.
extension ResolvedTheme {
  /// Derives every property, with CardParts' values.
  public init(_ base: Base, for appearance: Appearance = .light) {
    self.base = base
    self.appearance = appearance
    compatibility = .cardParts
    let isDark = appearance == .dark
    let unit = base.spacing / 4
    func font(_ size: Double, _ weight: Int = 400) -> Font {
      Font(
        base.fontFamily, size: size * base.textSize / 14, weight: weight,
        isTracked: base.automaticLetterSpacing)
    }
    func heading(_ size: Double, _ weight: Int) -> Font {
      var font = font(size, weight)
      if let family = base.headingFontFamily { font.family = family }
      return font
    }
    smallTextFont = font(10)
    normalTextFont = font(14)
    titleTextFont = heading(16, 500)
    headerTextFont = heading(36 * base.headingScale, 900)
    detailTextFont = font(12)
    smallAttributedTextFont = smallTextFont
    normalAttributedTextFont = normalTextFont
    titleAttributedTextFont = titleTextFont
    headerAttributedTextFont = headerTextFont
    detailAttributedTextFont = detailTextFont
    titleFont = titleTextFont
    buttonTitleFont = font(17)
    leftTitleFont = font(17)
    leftDescriptionFont = font(12)
    rightTitleFont = font(17)
    rightDescriptionFont = font(12)
    rightTitleFont.hasTabularFigures = true
    rightDescriptionFont.hasTabularFigures = true
    pillLabelFont = font(17)
    markerTitleFont = font(24, 500)
    barValueFont = font(12)
    sliderValueFont = font(17)
    sliderValueFont.hasTabularFigures = true

    smallTextColor = base.secondaryTextColor
    normalTextColor = base.secondaryTextColor
    titleTextColor = base.primaryTextColor
    headerTextColor = base.primaryTextColor
    detailTextColor = base.secondaryTextColor
    smallAttributedTextColor = base.secondaryTextColor
    normalAttributedTextColor = base.secondaryTextColor
    titleAttributedTextColor = base.primaryTextColor
    headerAttributedTextColor = base.primaryTextColor
    detailAttributedTextColor = base.secondaryTextColor
    titleColor = base.primaryTextColor
    buttonTitleColor = base.accentColor
    leftTitleColor = base.primaryTextColor
    leftDescriptionColor = base.tertiaryTextColor
    rightTitleColor = base.primaryTextColor
    rightDescriptionColor = base.tertiaryTextColor
    pillLabelTextColor = base.primaryTextColor
    markerColor = base.primaryTextColor
    markerTitleColor = base.primaryTextColor
    barValueColor = base.secondaryTextColor
    separatorColor = base.lineColor
    barBackgroundColor = base.lineColor
    barColor = base.dataColor
    todayLineColor = Color(rgb: isDark ? 0x8E8E93 : 0xB2B2B2)
    controlTintColor = base.accentColor
    sliderTrackColor = base.lineColor
    sliderValueColor = base.primaryTextColor
    // The green of iOS. Its grey #E9E9EA is a third of the way from the line colour to white.
    switchOnColor = Color(rgb: isDark ? 0x30D158 : 0x34C759)
    switchTrackColor = base.lineColor.blended(with: base.surfaceColor, share: 0.35)
    histogramLineColor = base.lineColor.blended(with: base.secondaryTextColor, share: 0.5)
    chartColors = ChartPalette.colors(appearance, first: base.dataColor)
    chartOtherColor = Color(rgb: isDark ? 0x7C7C80 : 0x8A8F98)
    chartUpColor = ChartPalette.standard(appearance)[1]
    chartDownColor = ChartPalette.standard(appearance)[2]
    chartLabelColor = Color(rgb: isDark ? 0xAEAEB2 : 0x6B6B6B)
    chartGridColor = base.lineColor
    chartAxisColor = Color(rgb: 0x8E8E93)
    chartRuleColor = base.primaryTextColor
    chartBandColor = base.secondaryTextColor.multiplyingAlpha(by: 0.14)
    chartLabelFont = font(11)
    chartLabelFont.hasTabularFigures = true
    chartTitleFont = font(15, 500)
    cardBackgroundColor = base.surfaceColor
    // CardParts' #E7E7E7 is three tenths of the way from its line colour to white.
    cardBorderColor = base.lineColor.blended(with: base.surfaceColor, share: 0.3)
    // A shadow must be darker than its background, or it looks like a glow.
    cardShadowColor = isDark ? .black : cardBorderColor
    pageBackgroundColor = base.pageColor
    hiddenTextColor = Color(rgb: 0x999999).multiplyingAlpha(by: 0.6)
    hiddenRowColor = base.pageColor
    accessoryColor = Color(rgb: isDark ? 0x7C7C80 : 0xB9BCC2)
    linkColor = Color(rgb: isDark ? 0x409CFF : 0x007AFF)
    let accents = Accents(base)
    accentTextColor = base.accentColor
    onAccentColor = Accents.title(on: base.accentColor, least: Accents.words)
    accentTintColor = base.surfaceColor.blended(
      with: base.accentColor, share: base.surfaceColor.luminance < 0.18 ? 0.2 : 0.1)
    (positiveColor, negativeColor, cautionColor) = (accents.positive, accents.negative, accents.caution)
    buttonFillColor = base.accentColor
    buttonFillTitleColor = onAccentColor
    buttonBorderColor = base.lineColor
    pillLabelBackgroundColor = .clear

    cardsViewContentInsetTop = 0
    cardsLineSpacing = 12 * unit
    cardBorderWidth = 0.5
    barHeight = 20 * unit
    buttonCornerRadius = base.cornerRadius * 0.75
    buttonStyle = .plain
    buttonInsets = Insets(top: 12 * unit, left: 20 * unit, bottom: 12 * unit, right: 20 * unit)
    cardCornerRadius = base.cornerRadius
    cardCornerCurve = .circular
    pageMargins = .zero
    rowPadding = 12 * unit
    cardCellMargins = .zero
    cardPartMargins = Insets(top: 5 * unit, left: base.margin, bottom: 5 * unit, right: base.margin)
    titleViewMargins = Insets(top: 5 * unit, left: base.margin, bottom: 10 * unit, right: base.margin)
    tableViewMargins = Insets(top: 0, left: base.margin, bottom: 0, right: base.margin)
    horizontalSeparatorMargins = Insets(top: 5 * unit, left: 0, bottom: 5 * unit, right: 0)
    cardShadow = false
    cardShadows = []
    roundedCorners = true
    tightLargeText = false
    showTodayLine = false
    barCornerRadius = nil
    secondaryTitlePosition = .center(amount: 0)
  }
}
