import CardRaster

extension ResolvedTheme {
  /// The properties that a theme file or a deck's `theme` object may give, but for the base values.
  static let fields = FieldTable<ResolvedTheme> {
    fonts.map { .font($0.name, $0.keyPath) }
    Field("smallTextColor", \.smallTextColor, .color, "The colour of small text.")
    Field("normalTextColor", \.normalTextColor, .color, "The colour of normal text.")
    Field("titleTextColor", \.titleTextColor, .color, "The colour of title text.")
    Field("headerTextColor", \.headerTextColor, .color, "The colour of header text.")
    Field("detailTextColor", \.detailTextColor, .color, "The colour of detail text.")
    Field(
      "smallAttributedTextColor", \.smallAttributedTextColor, .color, "The colour of small attributed text.")
    Field(
      "normalAttributedTextColor", \.normalAttributedTextColor, .color,
      "The colour of normal attributed text.")
    Field(
      "titleAttributedTextColor", \.titleAttributedTextColor, .color, "The colour of title attributed text.")
    Field(
      "headerAttributedTextColor", \.headerAttributedTextColor, .color,
      "The colour of header attributed text.")
    Field(
      "detailAttributedTextColor", \.detailAttributedTextColor, .color,
      "The colour of detail attributed text.")
    Field("titleColor", \.titleColor, .color, "The colour of the title part.")
    Field("buttonTitleColor", \.buttonTitleColor, .color, "The colour of button titles.")
    Field("leftTitleColor", \.leftTitleColor, .color, "The colour of the left title of a row.")
    Field(
      "leftDescriptionColor", \.leftDescriptionColor, .color, "The colour of the left description of a row.")
    Field("rightTitleColor", \.rightTitleColor, .color, "The colour of the right title of a row.")
    Field(
      "rightDescriptionColor", \.rightDescriptionColor, .color,
      "The colour of the right description of a row.")
    Field("pillLabelTextColor", \.pillLabelTextColor, .color, "The colour of pill labels.")
    Field("markerColor", \.markerColor, .color, "The colour of a progress bar's marker.")
    Field("markerTitleColor", \.markerTitleColor, .color, "The colour of a progress bar's marker title.")
    Field(
      "barValueColor", \.barValueColor, .color, "The colour of the values of progress bars and histograms.")
    Field("separatorColor", \.separatorColor, .color, "The colour of separators and the lines of tables.")
    Field("barBackgroundColor", \.barBackgroundColor, .color, "The colour of a bar's track.")
    Field("barColor", \.barColor, .color, "The colour of bars.")
    Field("todayLineColor", \.todayLineColor, .color, "The colour of a bar's today line.")
    Field(
      "controlTintColor", \.controlTintColor, .color,
      "The colour of sliders: the track up to the thumb, or between thumbs.")
    Field(
      "sliderTrackColor", \.sliderTrackColor, .color, "The colour of the rest of a slider's track.")
    Field(
      "sliderValueColor", \.sliderValueColor, .color,
      "The colour of the values beside the thumbs of a slider.")
    Field("switchOnColor", \.switchOnColor, .color, "The colour of a switch that is on.")
    Field("switchTrackColor", \.switchTrackColor, .color, "The colour of a switch that is off.")
    Field("histogramLineColor", \.histogramLineColor, .color, "The colour of a histogram's lines.")
    Field(
      "chartColors", \.chartColors, .list(.color, 1...Limits.chartSeries),
      "The colours of the series of charts, in order.")
    Field(
      "chartOtherColor", \.chartOtherColor, .color,
      "The colour of what is summed up as \"other\" in charts.")
    Field("chartUpColor", \.chartUpColor, .color, "The colour of what rises in charts.")
    Field("chartDownColor", \.chartDownColor, .color, "The colour of what falls in charts.")
    Field("chartLabelColor", \.chartLabelColor, .color, "The colour of the labels of charts.")
    Field("chartGridColor", \.chartGridColor, .color, "The colour of the grid of charts.")
    Field("chartAxisColor", \.chartAxisColor, .color, "The colour of the line at 0 of charts.")
    Field("chartRuleColor", \.chartRuleColor, .color, "The colour of the rules of charts.")
    Field("chartBandColor", \.chartBandColor, .color, "The colour of the bands of charts.")
    Field("cardBackgroundColor", \.cardBackgroundColor, .color, "The colour of cards.")
    Field("cardBorderColor", \.cardBorderColor, .color, "The colour of a card's border.")
    Field("cardShadowColor", \.cardShadowColor, .color, "The colour of a card's shadow.")
    Field("pageBackgroundColor", \.pageBackgroundColor, .color, "The colour of the page behind the cards.")
    Field("hiddenTextColor", \.hiddenTextColor, .color, "The colour of rows displayed as hidden.")
    Field(
      "hiddenRowColor", \.hiddenRowColor, .color, "The colour of the background of rows displayed as hidden.")
    Field(
      "accessoryColor", \.accessoryColor, .color,
      "The colour of the chevrons and pencils of rows, titles and cards.")
    Field("linkColor", \.linkColor, .color, "The colour of links in text.")
    Field(
      "accentTextColor", \.accentTextColor, .color,
      "The accent colour of words: it stands out from cards and from the faint accent.")
    Field("onAccentColor", \.onAccentColor, .color, "The colour of words on the accent colour.")
    Field("accentTintColor", \.accentTintColor, .color, "The accent colour as faint as a background.")
    Field("positiveColor", \.positiveColor, .color, "The colour of words that tell of something good.")
    Field("negativeColor", \.negativeColor, .color, "The colour of words that tell of something bad.")
    Field("cautionColor", \.cautionColor, .color, "The colour of words that ask for care.")
    Field("buttonFillColor", \.buttonFillColor, .color, "The colour of filled buttons.")
    Field(
      "buttonFillTitleColor", \.buttonFillTitleColor, .color, "The colour of the titles of filled buttons.")
    Field("buttonBorderColor", \.buttonBorderColor, .color, "The colour of the edge of outlined buttons.")
    Field(
      "pillLabelBackgroundColor", \.pillLabelBackgroundColor, .color,
      "The colour of pill labels that have no background of their own.")
    Field(
      "textStyles", \.textStyles, .textStyles,
      "Looks of text by names of their own, which `style` of a text may say.", default: "none")
    Field("cardsViewContentInsetTop", \.cardsViewContentInsetTop, .length, "Space above the first card.")
    Field("cardsLineSpacing", \.cardsLineSpacing, .length, "Space between two cards.")
    Field("cardBorderWidth", \.cardBorderWidth, .length, "A card's border.")
    Field("barHeight", \.barHeight, .length, "Height of bars.")
    Field("buttonCornerRadius", \.buttonCornerRadius, .length, "Corner radius of buttons.")
    Field("buttonStyle", \.buttonStyle, .word, "How buttons look that say nothing.")
    Field(
      "buttonInsets", \.buttonInsets, .insets,
      "Space between the edges of filled and outlined buttons and their titles.")
    Field(
      "cardCornerRadius", \.cardCornerRadius, .length, "Corner radius of cards in lists and grids.")
    Field("cardCornerCurve", \.cardCornerCurve, .word, "The form of these corners.")
    Field(
      "pageMargins", \.pageMargins, .insets,
      "Space between the picture's edges and the cards of lists and grids, where the canvas has no `padding`."
    )
    Field("rowPadding", \.rowPadding, .length, "Space above and below the texts of a title-description.")
    Field(
      "cardCellMargins", \.cardCellMargins, .insets,
      "Left and right: outside the card; top and bottom: inside it.")
    Field("cardPartMargins", \.cardPartMargins, .insets, "Margins of parts.")
    Field("titleViewMargins", \.titleViewMargins, .insets, "Margins of the title part.")
    Field("tableViewMargins", \.tableViewMargins, .insets, "Margins of tables and collections.")
    Field("horizontalSeparatorMargins", \.horizontalSeparatorMargins, .insets, "Margins of separators.")
    Field(
      "cardShadow", \.cardShadow, .boolean,
      "Whether cards without a `shadow` trait have that of the theme.")
    Field(
      "cardShadows", \.cardShadows, .list(.shadowLayer, 0...ShadowSpec.most),
      "The layers of that shadow, the first at the top; CardParts' faint one without any.")
    Field(
      "partDefaults", \.partDefaults, .word,
      "Whose defaults parts have where nothing is said: `cardParts` for CardParts' own, `today` for titles of buttons in the middle, lines between rows only, gradients from corner to corner."
    )
    Field(
      "tightLargeText", \.tightLargeText, .boolean,
      "Whether lines of large text stand closer together: from 14 to 28 points the pitch falls to 1.1 em.")
    Field("roundedCorners", \.roundedCorners, .boolean, "Whether bars have round ends.")
    Field("showTodayLine", \.showTodayLine, .boolean, "Whether bars show a line at the day of the month.")
    Field(
      "barCornerRadius", \.barCornerRadius, .length, "The corner radius of bars with round ends.",
      default: "half the height")
    Field(
      "secondaryTitlePosition", \.secondaryTitlePosition, .secondaryPosition,
      "Where the right column of a title-description stands.")
  }
}

extension ResolvedTheme.Base {
  /// The base values that a theme file or a deck's `theme` object may give.
  static let fields = FieldTable<ResolvedTheme.Base> {
    Field("fontFamily", \.fontFamily, .fontFamily, "The family of all fonts.")
    Field(
      "headingFontFamily", \.headingFontFamily, .fontFamily, "The family of headings and titles.",
      default: "`fontFamily`")
    Field("primaryTextColor", \.primaryTextColor, .color, "Titles and headers.")
    Field("secondaryTextColor", \.secondaryTextColor, .color, "Body text.")
    Field("tertiaryTextColor", \.tertiaryTextColor, .color, "Descriptions.")
    Field("accentColor", \.accentColor, .color, "What can be tapped.")
    Field("dataColor", \.dataColor, .color, "Bars and charts.")
    Field("lineColor", \.lineColor, .color, "Separators and tracks.")
    Field("surfaceColor", \.surfaceColor, .color, "Cards.")
    Field("pageColor", \.pageColor, .color, "Behind the cards.")
    Field(
      "automaticLetterSpacing", \.automaticLetterSpacing, .boolean,
      "Whether letters stand as far apart as their size wants: closer in large text, wider in small one.")
    Field("margin", \.margin, .length, "The distance of parts from the card's left and right edge.")
    Field(
      "textSize", \.textSize, .number(1...Limits.fontSize),
      "The size of normal text; all other sizes keep their steps to it.")
    Field(
      "headingScale", \.headingScale, .number(0.1...10),
      "How much larger headers are than their step of the type scale.")
    Field(
      "spacing", \.spacing, .length,
      "The unit of distances: gaps and lengths that the theme does not say otherwise are multiples of it.")
    Field(
      "cornerRadius", \.cornerRadius, .length,
      "The corner radius of cards; buttons have three quarters of it.")
  }
}

extension Field where Root == ResolvedTheme {
  fileprivate static func font(_ name: String, _ keyPath: any WritableKeyPath<ResolvedTheme, Font> & Sendable)
    -> Field
  {
    Field(
      name, .font, "The font of what its name says.", get: { FontSpec($0[keyPath: keyPath]) },
      set: { theme, spec in theme[keyPath: keyPath] = spec.over(theme[keyPath: keyPath]) })
  }
}

extension ValueKind where Value == SecondaryPosition {
  /// `right`, `center`, or `{ "center": amount }`.
  static var secondaryPosition: Self {
    ValueKind(
      "`right`, `center`, `{ \"center\": points }`",
      schema: .any([.word(["right", "center"]), .object(CenterPosition.object)]),
      show: { position in
        switch position {
        case .right: "`right`"
        case .center(let amount): amount == 0 ? "`center`" : "`{ \"center\": \(NumberText.text(amount)) }`"
        }
      }
    ) { node, path, context in
      switch node.value {
      case .string("right"): return .right
      case .string("center"): return .center(amount: 0)
      case .object:
        var amount = CenterPosition()
        CenterPosition.fields.read(node, path, context, into: &amount, what: "a position")
        return .center(amount: amount.center)
      default:
        context.mismatch(node, path, expected: "'right', 'center' or { \"center\": points }")
        return nil
      }
    }
  }
}

/// The object form of a column's position.
struct CenterPosition: Sendable {
  var center = 0.0

  static let object = ObjectSchema(
    "centerPosition", "A column that starts near the middle.", fields
  ) { CenterPosition() }

  static let fields = FieldTable<CenterPosition> {
    Field("center", \.center, .number(), "How far the column starts to the right of the middle.")
  }
}

extension ShadowLayer {
  static let fields = FieldTable<ShadowLayer> {
    Field("radius", \.radius, .blurRadius, "The blur: the standard deviation of a Gaussian.")
    Field("opacity", \.opacity, .fraction, "How much of `cardShadowColor` there is.")
    Field("offset", \.offset, .offset, "How far it lies to the right of the card and below it.")
  }
}

extension ValueKind where Value == ShadowLayer {
  /// A layer of the shadow of cards.
  static var shadowLayer: Self {
    .object("shadowLayer", "A layer of the shadow of cards.", ShadowLayer.fields) { ShadowLayer() }
  }
}
