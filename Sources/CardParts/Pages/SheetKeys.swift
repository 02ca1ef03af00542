import CardRaster
import CardScreens

extension SheetLayout: CardsLayoutKind {
  static let name = sheetType
  static let summary: String? = "Cards over a map, the last one at the top."
  static let fields = FieldTable<DeckLayout>(needs: [["type"]]) {
    type("The last of the deck's cards over a map, in one of three positions.")
    DeckLayout.backdropField
    MapSheet.fields.fields.map { $0.lifted(\.[LayoutKey<MapSheet>()]) }
    DeckLayout.statusBarField
    parts("topMapToolBarItems", \.topMapToolBarItems, "Buttons in a column at the upper edge of the map.")
    parts("bottomMapToolBarItems", \.bottomMapToolBarItems, "Buttons in a row above the card.")
    parts(
      "headerAccessory", \.headerAccessory, "Parts over each other in the header, each at its `anchor`.")
    parts(
      "infoView", \.infoView, "Parts over each other at the upper edge of the map; not with `tgcard2019`.")
    parts(
      "stickyBar", \.stickyBar,
      "Layers in a bar at the top of the screen; everything else is below it; only with `tgcard2019`."
    )
  }

  private static func parts(
    _ name: String, _ keyPath: any WritableKeyPath<MapSheet, [AnyPart]> & Sendable, _ summary: String
  ) -> Field<DeckLayout> {
    Field(name, keyPath, .layerParts, summary, isBound: false).lifted(\.[LayoutKey<MapSheet>()])
  }

  static var ownValues: (any LayoutValues)? { MapSheet() }
  static let cardFields = [cardField]
  private static let cardField = Field<CardValues>(
    "sheet", .sheetCard, "Properties of the card in the layout `sheet`.",
    get: { $0.own["sheet"] as? SheetCard }, set: { $0.own["sheet"] = $1 })

  static func setting(_ layout: DeckLayout) -> CardFrame.Setting {
    let sheet = layout.own(MapSheet.self)
    return .mapSheet(sheet.compatibility, isSidebar: sheet.mode == .sidebar)
  }

  static func validate(_ card: ResolvedCard, _ node: JSONNode, _ layout: DeckLayout, _ context: ReadContext) {
    if let given = node["sheet"] {
      card.sheet?.validateProperties(
        context.withoutNulls(given), card.path.key("sheet"), layout.own(MapSheet.self).compatibility, context)
    }
    if let traits = node["traits"] {
      checkTraits(traits, card.path.key("traits"), hasPages: !card.sheetPages.isEmpty, context)
    }
    if !card.parts.isEmpty { checkParts(of: card, node, context) }
  }

  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox {
    try SheetLayout(cards, on: page).layoutSheet()
  }

  static func colorsBehindStatusBar(_ cards: [ResolvedCard], on page: PageLayout) -> [Color] {
    SheetLayout(cards, on: page).colorsBehindStatusBar
  }

  private init(_ cards: [ResolvedCard], on page: PageLayout) {
    let sheet = page.deck.layout.own(MapSheet.self)
    let cards = cards.map { card in
      return changing(card) { $0.theme.alignParts(toTitleAt: sheet.compatibility.titleMargin) }
    }
    self.init(
      sheet: sheet, layoutBackdrop: page.deck.layout.backdrop,
      cards: cards.map { (card: $0, context: page.context($0)) }, theme: page.deck.theme, screen: page.screen,
      context: page.context(at: JSONPath.root.key("layout")))
    guard page.deck.theme.compatibility.name == .none else { return }
    isPicture = page.deck.canvas.preset?.growth ?? 1 > 1
    if page.deck.brand?.accent != nil {
      let theme = page.deck.theme
      brandAccent = theme.base.accentColor.standingOut(
        from: [theme.cardBackgroundColor], by: Accents.shapes)
    }
  }

  /// Rejects traits that have no effect on a card of a sheet.
  private static func checkTraits(
    _ traits: JSONNode, _ path: JSONPath, hasPages: Bool, _ context: ReadContext
  ) {
    guard let filled = context.given(traits, path) else { return }
    context.refuse(
      ["customMargin"], of: filled, path, "in layout 'sheet', because a card is as wide as its screen")
    context.refuse(
      ["notches", "mask"], of: filled, path, "in layout 'sheet', because a card extends beyond its screen")
    guard hasPages else { return }
    let others = ["hidden", "longPress", "customMargin", "notches", "mask"]
    context.refuse(
      TraitRegistry.entries.map(\.name).filter { !others.contains($0) }, of: filled, path,
      "on a card with 'pages', which does not have its own frame", hint: "give it to the pages")
  }

  /// Rejects parts of a card that shows rows or pages instead.
  private static func checkParts(of card: ResolvedCard, _ node: JSONNode, _ context: ReadContext) {
    let hasPages = !card.sheetPages.isEmpty
    let key = hasPages ? "pages" : node["sheet"]?["rows"] != nil ? "rows" : "sections"
    guard hasPages || card.sheet?.table.isEmpty == false else { return }
    let name = node["parts"] == nil ? "states" : "parts"
    context.error(
      node[name] ?? node, card.path.key(name), "'\(name)' has no effect with '\(key)' of 'sheet'")
  }
}

extension MapSheet: LayoutValues {}
extension ResolvedTheme {
  /// Replaces the side margins of a modern theme, so that parts have the same edge as the title of the sheet.
  ///
  /// Margins that the deck sets are kept.
  fileprivate mutating func alignParts(toTitleAt margin: Double) {
    guard compatibility.name == .none, base.growth == 1 else { return }
    for path in [
      \ResolvedTheme.cardPartMargins, \.titleViewMargins, \.tableViewMargins, \.horizontalSeparatorMargins,
    ] {
      if self[keyPath: path].left == base.margin { self[keyPath: path].left = margin }
      if self[keyPath: path].right == base.margin { self[keyPath: path].right = margin }
    }
  }
}

extension SheetCard: HoldsParts {}

extension ResolvedCard {
  /// The card's properties in the layout `sheet`.
  var sheet: SheetCard? { own as? SheetCard }
}

extension SheetCard {
  static let fields = FieldTable<SheetCard> {
    Field("title", \.title, .text, "The card's title.")
    Field("subtitle", \.subtitle, .text, "A line below the title.")
    Field(
      "titleStyle", \.titleStyle, .word,
      "The title at the top of the card; `custom` titles are given by `titleContent`.")
    Field(
      "titleContent", \.titleContent, .layerParts,
      "Layers instead of title and subtitle, each at its `anchor`.")
    Field(
      "accessory", \.accessory, .layerParts, "Parts over each other below the title, each at its `anchor`.")
    Field(
      "showCloseButton", \.showCloseButton, .boolean, "Whether a button closes the card.",
      default: "for all cards but the first")
    Field(
      "mapContent", \.mapContent, .boolean,
      "Whether the card shows something on the map; otherwise it is always extended and has no handle.",
      default: "whether there is a `backdrop`")
    Field(
      "backdrop", \.backdrop, .layerParts,
      "Parts that fill the screen behind this card, such as its own map.",
      default: "the `backdrop` of the layout")
    Field(
      "initialPosition", \.initialPosition, .word, "The position in which the card appears.",
      default: "`peaking`")
    Field(
      "lastPosition", \.lastPosition, .word, "The card's position before another card covered it.",
      default: "its `initialPosition`")
    Field(
      "titleTextColor", \.titleTextColor, .color, "The colour of the title.",
      default: "the theme's `primaryTextColor`")
    Field(
      "subtitleTextColor", \.subtitleTextColor, .color, "The colour of the subtitle.",
      default: "the theme's `secondaryTextColor`")
    Field(
      "titleFont", \.titleFont, .font, "The font of the title.",
      default: "bold, 17 points; 34 with `tgcard2026`")
    Field("subtitleFont", \.subtitleFont, .font, "The font of the subtitle.", default: "15 points")
    Field(
      "backgroundColor", \.backgroundColor, .paint, "The background of the card.",
      default: "the theme's `cardBackgroundColor`")
    Field(
      "grabHandleColor", \.grabHandleColor, .color, "The handle's colour.", default: "that of the version")
    Field(
      "closeButtonCrossColor", \.closeButtonCrossColor, .color, "The colour of the close button's cross.",
      default: "that of the version")
    Field(
      "closeButtonBackgroundColor", \.closeButtonBackgroundColor, .color,
      "The colour of the circle behind the close button's cross.", default: "that of the version")
    Field("tableStyle", \.tableStyle, .word, "The style of the rows.")
    Field(
      "rows", \.rows, .list(.text, 0...Limits.nodes), "The texts of each row, for a card that is a table.")
    Field(
      "sections", \.sections,
      .list(
        .object("sheetSection", "A section of a table.", SheetSection.fields) {
          SheetSection()
        },
        0...1000), "The rows in sections, instead of `rows`.")
    Field(
      "selectedRow", \.selectedRow, .integer(0...100_000), "The number of the row that is selected, from 0.")
    Field(
      "floatingButton", \.floatingButton,
      .object(
        "sheetFloatingButton", "A round button over the lower corner of a card.", SheetFloatingButton.fields
      ) { SheetFloatingButton() },
      "A round button over the lower corner of the card; only with `tgcard2019`.")
    Field(
      "floatingToolBar", \.floatingToolBar, .layerParts,
      "Buttons in a row at the lower edge of the screen; only with `tgcard2026`.")
    Field(
      "floatingToolBarAlignment", \.floatingToolBarAlignment, .word, "The position of that row.")
    Field(
      "bottomView", \.bottomView, .layerParts,
      "Layers along the card's bottom edge that do not scroll; only with `tgcard2019`.")
    Field(
      "bottomViewHeight", \.bottomViewHeight, .length, "The height of those layers.",
      default: "what its parts need, or 60")
    Field(
      "pages", readElsewhere: "list of cards", .list(.reference(.card), 0...100),
      "Cards next to each other instead of the card's own parts; one of them is visible.", isBound: false)
    Field("currentPage", \.currentPage, .integer(0...99), "The number of the visible page, from 0.")
    Field(
      "pageOffset", \.pageOffset, .number(-1...1),
      "How far a finger has dragged the pages; 1 is the next page.")
  }

  /// Rejects keys that have no effect because of others.
  func validateProperties(
    _ node: JSONNode, _ path: JSONPath, _ compatibility: SheetCompatibility, _ context: ReadContext
  ) {
    func refuse(_ keys: [String], _ reason: String) { context.refuse(keys, of: node, path, reason) }
    refuse(compatibility.unsupportedCardKeys, "with compatibility '\(compatibility.name.rawValue)'")
    let isCustom = titleStyle == .custom || titleStyle == .customExtended
    if titleStyle != .standard {
      let keys = ["title", "subtitle", "titleFont", "subtitleFont", "titleTextColor", "subtitleTextColor"]
      refuse(keys + ["accessory", "showCloseButton"], "with titleStyle '\(titleStyle.rawValue)'")
    }
    if !isCustom { refuse(["titleContent"], "with titleStyle '\(titleStyle.rawValue)'") }
    if isCustom, titleContent.isEmpty {
      context.error(node, path, "titleStyle '\(titleStyle.rawValue)' needs 'titleContent'")
    }
    if node["pages"] == nil {
      refuse(["currentPage", "pageOffset"], "without 'pages'")
    } else {
      refuse(
        ["title", "subtitle", "titleStyle", "titleContent", "accessory", "titleFont", "subtitleFont", "rows"]
          + [
            "sections", "floatingButton", "bottomView", "closeButtonCrossColor", "closeButtonBackgroundColor",
          ],
        "with 'pages', each of which has its own")
    }
    if table.isEmpty { refuse(["tableStyle", "selectedRow"], "without 'rows' or 'sections'") }
    if !rows.isEmpty { refuse(["sections"], "with 'rows'") }
    if bottomView.isEmpty { refuse(["bottomViewHeight"], "without 'bottomView'") }
    if floatingToolBar.isEmpty { refuse(["floatingToolBarAlignment"], "without 'floatingToolBar'") }
  }
}

extension ValueKind where Value == SheetCard {
  /// The properties of a card in the layout `sheet`.
  static var sheetCard: Self {
    .object("sheetCard", "Properties of a card in the layout `sheet`.", SheetCard.fields) {
      SheetCard()
    }
    .refined("[sheet card](#sheet)")
  }
}
