public import CardRaster

/// The look of a deck: fonts, colours, margins and switches, by CardParts' names.
///
/// Every field is derived from the few values of `Base`, so that a theme that gives nothing else still draws every
/// part. What a theme or a deck gives by name wins.
public struct ResolvedTheme: Hashable, Sendable {
  /// The values that the others were derived from.
  public let base: Base
  /// What it was made for.
  public let appearance: Appearance
  /// What parts do where a deck says nothing.
  package var partDefaults: PartDefaults

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
  /// The font of the values beside the thumbs of a slider.
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
  /// The colour of the values beside the thumbs of a slider.
  public var sliderValueColor: Color
  /// The colour of a switch that is on.
  public var switchOnColor: Color
  /// The colour of a switch that is off.
  public var switchTrackColor: Color
  /// The colour of a histogram's lines.
  public var histogramLineColor: Color
  /// The colours of the series of charts, in order.
  public var chartColors: [Color]
  /// The colour of what is summed up as "other" in charts.
  public var chartOtherColor: Color
  /// The colour of what rises in charts.
  public var chartUpColor: Color
  /// The colour of what falls in charts.
  public var chartDownColor: Color
  /// The colour of the labels of charts.
  public var chartLabelColor: Color
  /// The colour of the grid of charts.
  public var chartGridColor: Color
  /// The colour of the line at 0 of charts.
  public var chartAxisColor: Color
  /// The colour of the rules of charts.
  public var chartRuleColor: Color
  /// The colour of the bands of charts.
  public var chartBandColor: Color
  /// The font of the labels of charts.
  public var chartLabelFont: Font
  /// The font of the titles of charts.
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
  /// The colour of the background of rows displayed as hidden.
  public var hiddenRowColor: Color
  /// The colour of the chevrons and pencils of rows, titles and cards.
  public var accessoryColor: Color
  /// The colour of links in text.
  public var linkColor: Color
  /// The accent colour of words: it stands out from cards and from the faint accent.
  public var accentTextColor: Color
  /// The colour of words on the accent colour.
  public var onAccentColor: Color
  /// The accent colour as faint as a background.
  public var accentTintColor: Color
  /// The colour of words that tell of something good.
  public var positiveColor: Color
  /// The colour of words that tell of something bad.
  public var negativeColor: Color
  /// The colour of words that ask for care.
  public var cautionColor: Color
  /// The colour of filled buttons.
  public var buttonFillColor: Color
  /// The colour of the titles of filled buttons.
  public var buttonFillTitleColor: Color
  /// The colour of the edge of outlined buttons.
  public var buttonBorderColor: Color
  /// The colour of pill labels that have no background of their own.
  public var pillLabelBackgroundColor: Color
  /// Space above the first card.
  ///
  /// In points.
  public var cardsViewContentInsetTop: Double
  /// Space between two cards.
  ///
  /// In points.
  public var cardsLineSpacing: Double
  /// A card's border.
  ///
  /// In points.
  public var cardBorderWidth: Double
  /// Height of bars.
  ///
  /// In points.
  public var barHeight: Double
  /// Corner radius of buttons.
  ///
  /// In points.
  public var buttonCornerRadius: Double
  /// How buttons look that say nothing.
  package var buttonStyle: ButtonStyle
  /// Space between the edges of filled and outlined buttons and their titles.
  ///
  /// In points.
  public var buttonInsets: Insets
  /// Corner radius of cards in lists and grids.
  ///
  /// In points.
  public var cardCornerRadius: Double
  /// The form of these corners.
  public var cardCornerCurve: CornerCurve
  /// Space between the picture's edges and the cards of lists and grids.
  ///
  /// In points.
  public var pageMargins: Insets
  /// Space above and below the texts of a title-description.
  ///
  /// In points.
  public var rowPadding: Double
  /// Left and right: outside the card; top and bottom: inside it.
  ///
  /// In points.
  public var cardCellMargins: Insets
  /// Margins of parts.
  ///
  /// In points.
  public var cardPartMargins: Insets
  /// Margins of the title part.
  ///
  /// In points.
  public var titleViewMargins: Insets
  /// Margins of tables and collections.
  ///
  /// In points.
  public var tableViewMargins: Insets
  /// Margins of separators.
  ///
  /// In points.
  public var horizontalSeparatorMargins: Insets
  /// Whether cards without a `shadow` trait have that of the theme.
  public var cardShadow: Bool
  /// The layers of that shadow, the first at the top; empty for CardParts' faint one.
  package var cardShadows: [ShadowLayer]
  /// Whether bars have round ends.
  public var roundedCorners: Bool
  /// Whether the lines of large text stand closer together: from 14 to 28 points the pitch falls to 1.1 em.
  public var tightLargeText: Bool
  /// Whether bars show a line at the day of the month.
  public var showTodayLine: Bool
  /// The corner radius of bars where `roundedCorners` is set, in points; nil for half the height.
  public var barCornerRadius: Double?
  /// Where a title-description's right column stands.
  package var secondaryTitlePosition: SecondaryPosition

  /// Looks of text by names of their own, sorted by them.
  var textStyles: [NamedTextStyle] = []
  /// From which side a deck in this theme is read; the deck says it, and no theme.
  var direction = LayoutDirection.leftToRight
}

extension ResolvedTheme {
  /// The values that all others are derived from.
  public struct Base: Hashable, Sendable {
    /// The family of all fonts.
    public var fontFamily = "Inter"
    /// The family of headings and titles; nil for that of all fonts.
    public var headingFontFamily: String?
    /// Titles and headers.
    public var primaryTextColor = Color(rgb: 0x111111)
    /// Body text.
    public var secondaryTextColor = Color(rgb: 0x888888)
    /// Descriptions.
    public var tertiaryTextColor = Color(rgb: 0xA9A9A9)
    /// What can be tapped.
    public var accentColor = Color(rgb: 0x45CAE6)
    /// Bars and charts.
    public var dataColor = Color(rgb: 0x05A4B5)
    /// Separators and tracks.
    public var lineColor = Color(rgb: 0xDDDDDD)
    /// Cards.
    public var surfaceColor = Color.white
    /// Behind the cards.
    public var pageColor = Color(rgb: 0xF5F5F5)
    /// The distance of parts from the card's left and right edge, in points.
    public var margin = 28.0
    /// Whether letters stand as far apart as their size wants, in families with a rule (`Font.tracking`).
    public var automaticLetterSpacing = false
    /// The size of normal text in points; all other sizes keep their steps to it.
    public var textSize = 14.0
    /// How much larger headers are than their step of the type scale.
    public var headingScale = 1.0
    /// The unit of distances in points: gaps and lengths that the theme does not say otherwise are multiples of it.
    public var spacing = 4.0
    /// The corner radius of cards in points; buttons have three quarters of it.
    public var cornerRadius = 0.0
    /// How much larger sizes and distances are than on a screen in the hand, as the canvas is looked at from afar.
    package var growth = 1.0

    /// The values of the library's default theme.
    public init() {}

    /// The values of the library's default theme for an appearance.
    ///
    /// The dark colours keep the steps between the light ones: words stand out from the cards by at least 4.5 to 1, cards
    /// from the page behind them by as much as they do in the light.
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

/// All that follows from the few values of a base.
extension ResolvedTheme {
  /// Derives every field, with CardParts' figures.
  public init(_ base: Base, for appearance: Appearance = .light) {
    self.base = base
    self.appearance = appearance
    partDefaults = .cardParts
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
    // iOS' green; its grey #E9E9EA lies a third of the way from the line colour to white.
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
    // CardParts' #E7E7E7 lies three tenths of the way from its line colour to white.
    cardBorderColor = base.lineColor.blended(with: base.surfaceColor, share: 0.3)
    // A shadow is darker than what it falls on, or it would be a glow.
    cardShadowColor = isDark ? .black : cardBorderColor
    pageBackgroundColor = base.pageColor
    hiddenTextColor = Color(rgb: 0x999999).multiplyingAlpha(by: 0.6)
    hiddenRowColor = base.pageColor
    accessoryColor = Color(rgb: isDark ? 0x7C7C80 : 0xB9BCC2)
    linkColor = Color(rgb: isDark ? 0x409CFF : 0x007AFF)
    let accents = Accents(base)
    accentTextColor = base.accentColor
    onAccentColor = accents.onAccent
    accentTintColor = accents.tint
    (positiveColor, negativeColor, cautionColor) = (accents.positive, accents.negative, accents.caution)
    buttonFillColor = base.accentColor
    buttonFillTitleColor = accents.onAccent
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
