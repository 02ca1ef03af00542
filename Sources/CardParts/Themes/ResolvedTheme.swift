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
