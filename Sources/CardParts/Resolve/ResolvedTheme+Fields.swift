import CardRaster

extension ResolvedTheme {
  /// The properties in a theme file or a deck's `theme` object, except for base values.
  static let fields = FieldTable<ResolvedTheme> {
    fonts.map { .font($0.name, $0.keyPath) }
    partColors.map { .color($0) }
    Field(
      "chartColors", \.chartColors, .list(.color, 1...Limits.chartSeries),
      "The colours of the series of charts, in order.")
    deckColors.map { .color($0) }
    Field(
      "textStyles", \.textStyles, .textStyles,
      "Text styles by name, for `style` of a text.", default: "none")
    Field("cardsViewContentInsetTop", \.cardsViewContentInsetTop, .length, "Space above the first card.")
    Field("cardsLineSpacing", \.cardsLineSpacing, .length, "Space between two cards.")
    Field("cardBorderWidth", \.cardBorderWidth, .length, "A card's border.")
    Field("barHeight", \.barHeight, .length, "Height of bars.")
    Field("buttonCornerRadius", \.buttonCornerRadius, .length, "Corner radius of buttons.")
    Field("buttonStyle", \.buttonStyle, .word, "The style of buttons without a `style`.")
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
      "Whether cards without a `shadow` trait have the theme's shadow.")
    Field(
      "cardShadows", \.cardShadows, .list(.shadowLayer, 0...ShadowSpec.most),
      "The layers of that shadow, the first at the top; without layers, the faint shadow of CardParts.")
    Field(
      "compatibility", .word,
      "The library whose defaults parts have: `cardParts`, or `none` for modern defaults, such as centred titles of buttons, separators between rows only, groups of rows inside the card, histograms that fill their width, and gradients from corner to corner.",
      get: { $0.compatibility.name }, set: { $0.compatibility = .named($1) }
    ).formerly("partDefaults", words: ["today": "none"])
    Field(
      "tightLargeText", \.tightLargeText, .boolean,
      "Whether the line height of large text is smaller: from 14 to 28 points it falls to 1.1 em.")
    Field("roundedCorners", \.roundedCorners, .boolean, "Whether bars have round ends.")
    Field(
      "fillsScreenWithPage", \.fillsScreenWithPage, .boolean,
      "Whether a full-screen card has the colour of the page instead of that of cards.")
    Field("showTodayLine", \.showTodayLine, .boolean, "Whether bars show a line at the day of the month.")
    Field(
      "barCornerRadius", \.barCornerRadius, .length, "The corner radius of bars with round ends.",
      default: "half the height")
    Field(
      "secondaryTitlePosition", \.secondaryTitlePosition, .secondaryPosition,
      "The alignment of the right column of a title-description.")
  }
}

extension ResolvedTheme.Base {
  /// The base values in a theme file or a deck's `theme` object.
  static let fields = FieldTable<ResolvedTheme.Base> {
    Field("fontFamily", \.fontFamily, .fontFamily, "The family of all fonts.")
    Field(
      "headingFontFamily", \.headingFontFamily, .fontFamily, "The family of headings and titles.",
      default: "`fontFamily`")
    Field("primaryTextColor", \.primaryTextColor, .color, "Titles and headers.")
    Field("secondaryTextColor", \.secondaryTextColor, .color, "Body text.")
    Field("tertiaryTextColor", \.tertiaryTextColor, .color, "Descriptions.")
    Field("accentColor", \.accentColor, .color, "The colour of elements that can be tapped.")
    Field("dataColor", \.dataColor, .color, "Bars and charts.")
    Field("lineColor", \.lineColor, .color, "Separators and tracks.")
    Field("surfaceColor", \.surfaceColor, .color, "Cards.")
    Field("pageColor", \.pageColor, .color, "Behind the cards.")
    Field(
      "automaticLetterSpacing", \.automaticLetterSpacing, .boolean,
      "Whether letter spacing adapts to the size: closer in large text, wider in small text.")
    Field("margin", \.margin, .length, "The distance of parts from the card's left and right edge.")
    Field(
      "textSize", \.textSize, .number(1...Limits.fontSize),
      "The size of normal text; all other sizes keep their ratio to it.")
    Field(
      "headingScale", \.headingScale, .number(0.1...10),
      "How much larger headers are than their step of the type scale.")
    Field(
      "spacing", \.spacing, .length,
      "The unit of distances: gaps and lengths without a value of their own are multiples of it.")
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
      name, .font, "The font of the element in its name.", get: { FontSpec($0[keyPath: keyPath]) },
      set: { theme, spec in theme[keyPath: keyPath] = spec.over(theme[keyPath: keyPath]) })
  }

  fileprivate static func color(_ color: ResolvedTheme.OwnColor) -> Field {
    Field(color.name, color.keyPath, .color, color.summary)
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
        case .center(let amount): amount == 0 ? "`center`" : "`{ \"center\": \(NumberText.format(amount)) }`"
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
        return context.mismatch(node, path, expected: "'right', 'center' or { \"center\": points }")
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
    Field("center", \.center, .number(), "The distance of the column's start from the middle, to the right.")
  }
}

extension ShadowLayer {
  static let fields = FieldTable<ShadowLayer> {
    Field("radius", \.radius, .blurRadius, "The blur: the standard deviation of a Gaussian.")
    Field("opacity", \.opacity, .fraction, "The opacity of `cardShadowColor`.")
    Field("offset", \.offset, .offset, "The offset from the card, to the right and down.")
  }
}

extension ValueKind where Value == ShadowLayer {
  /// A layer of the shadow of cards.
  static var shadowLayer: Self {
    .object("shadowLayer", "A layer of the shadow of cards.", ShadowLayer.fields) { ShadowLayer() }
  }
}
