import CardRaster

extension ResolvedTheme {
  /// The fonts by name, as a deck may use them.
  static let fonts: [(name: String, keyPath: any WritableKeyPath<ResolvedTheme, Font> & Sendable)] = [
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

  /// A colour of a theme's own: its name, its place, and what the manual says of it.
  typealias OwnColor = (
    name: String, keyPath: any WritableKeyPath<ResolvedTheme, Color> & Sendable, summary: String
  )

  /// The colours of words and of what parts draw.
  static let partColors: [OwnColor] = [
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
    ("sliderValueColor", \.sliderValueColor, "The colour of the values beside the thumbs of a slider."),
    ("switchOnColor", \.switchOnColor, "The colour of a switch that is on."),
    ("switchTrackColor", \.switchTrackColor, "The colour of a switch that is off."),
    ("histogramLineColor", \.histogramLineColor, "The colour of a histogram's lines."),
  ]

  /// The colours of charts, cards and pages, of what is accented, and of what is good or bad.
  static let deckColors: [OwnColor] = [
    ("chartOtherColor", \.chartOtherColor, "The colour of what is summed up as \"other\" in charts."),
    ("chartUpColor", \.chartUpColor, "The colour of what rises in charts."),
    ("chartDownColor", \.chartDownColor, "The colour of what falls in charts."),
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
      "The accent colour of words: it stands out from cards and from the faint accent."
    ),
    ("onAccentColor", \.onAccentColor, "The colour of words on the accent colour."),
    ("accentTintColor", \.accentTintColor, "The accent colour as faint as a background."),
    ("positiveColor", \.positiveColor, "The colour of words that tell of something good."),
    ("negativeColor", \.negativeColor, "The colour of words that tell of something bad."),
    ("cautionColor", \.cautionColor, "The colour of words that ask for care."),
    ("buttonFillColor", \.buttonFillColor, "The colour of filled buttons."),
    ("buttonFillTitleColor", \.buttonFillTitleColor, "The colour of the titles of filled buttons."),
    ("buttonBorderColor", \.buttonBorderColor, "The colour of the edge of outlined buttons."),
    (
      "pillLabelBackgroundColor", \.pillLabelBackgroundColor,
      "The colour of pill labels that have no background of their own."
    ),
  ]

  /// The colours by name, as a deck may use them.
  static let colors: [(name: String, keyPath: any KeyPath<ResolvedTheme, Color> & Sendable)] =
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
