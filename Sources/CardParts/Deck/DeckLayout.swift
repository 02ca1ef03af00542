import CardRaster
import CardScreens

/// The placement of cards on the canvas.
package struct DeckLayout: Sendable, Hashable {
  enum Kind: String, Sendable, CaseIterable {
    case list, grid, fullScreen, bottomSheet, swipeStack, sheet
  }

  /// The vertical alignment of the parts of a full-screen card.
  enum ContentAlignment: String, Sendable, CaseIterable {
    case top, center, bottom

    /// The fraction of the remaining space that is above the parts.
    var shareAbove: Double {
      switch self {
      case .top: 0
      case .center: 0.5
      case .bottom: 1
      }
    }
  }

  var kind = Kind.list
  var columns = 2
  var spacing: Double?
  /// Replaces the margins of the theme.
  var cardCellMargins: Insets?
  var contentAlignment = ContentAlignment.center
  var sheet = BottomSheet()
  var swipe = SwipeStack()
  var mapSheet = MapSheet()
  /// The status bar at the top of the screen; nil for none.
  var statusBar: StatusBar?

  static let object = ObjectSchema(
    "layout", "How cards are placed.", fields
  ) { DeckLayout() }

  static let sheetObject = ObjectSchema(
    "bottomSheet", "A sheet over the cards.", sheetFields
  ) { DeckLayout() }

  static let swipeObject = ObjectSchema(
    "swipeStack", "A stack of cards whose top card is swiped away.", swipeFields
  ) { DeckLayout() }

  static let mapSheetObject = ObjectSchema(
    "sheet", "Cards over a map, the last one at the top.", mapSheetFields
  ) { DeckLayout() }

  /// The properties of lists, grids and full-screen cards.
  static let fields = FieldTable<DeckLayout> {
    Field(
      "type", \.kind, .word,
      "A list of cards, a grid, one card that fills the canvas, a sheet over a list, a stack of cards, or cards over a map."
    )
    Field("columns", \.columns, .integer(1...100), "The number of columns of a grid.")
    listFields
    Field(
      "contentAlignment", \.contentAlignment, .word,
      "The vertical alignment of the parts of a full-screen card.")
  }

  /// The properties of layouts with cards one after the other.
  private static let listFields: [Field<DeckLayout>] = [
    Field(
      "spacing", \.spacing, .length, "The space between cards.", default: "the theme's `cardsLineSpacing`"),
    Field(
      "cardCellMargins", \.cardCellMargins, .insets,
      "Left and right: outside the cards; top and bottom: inside them. Takes precedence over every theme.",
      default: "the theme's; in a grid only its top and bottom"),
  ]

  /// The properties of the layout `bottomSheet`.
  static let sheetFields = FieldTable<DeckLayout>(needs: [["type"], ["content"]]) {
    type(.bottomSheet, "A sheet that covers the lower part of the deck's cards, which are a list.")
    Field(
      "content", readElsewhere: "card", .reference(.card), "The card that is the sheet's content.",
      isBound: false)
    BottomSheet.fields.fields.map { $0.lifted(\.sheet) }
    statusBarField
    listFields
  }

  /// The properties of the layout `swipeStack`.
  static let swipeFields = FieldTable<DeckLayout>(needs: [["type"]]) {
    type(.swipeStack, "The deck's cards in a stack whose top card is dragged and swiped away.")
    backdrop
    SwipeStack.fields.fields.map { $0.lifted(\.swipe) }
    statusBarField
  }

  /// The properties of the layout `sheet`.
  static let mapSheetFields = FieldTable<DeckLayout>(needs: [["type"]]) {
    type(.sheet, "The last of the deck's cards over a map, in one of three positions.")
    backdrop
    MapSheet.fields.fields.map { $0.lifted(\.mapSheet) }
    statusBarField
    parts("topMapToolBarItems", "Buttons in a column at the upper edge of the map.")
    parts("bottomMapToolBarItems", "Buttons in a row above the card.")
    parts("headerAccessory", "Parts over each other in the header, each at its `anchor`.")
    parts("infoView", "Parts over each other at the upper edge of the map; not with `tgcard2019`.")
    parts(
      "stickyBar",
      "Layers in a bar at the top of the screen; everything else is below it; only with `tgcard2019`."
    )
  }

  /// The key with the kind of layout.
  private static func type(_ kind: Kind, _ summary: String) -> Field<DeckLayout> {
    Field("type", readElsewhere: "`\(kind.rawValue)`", .word([kind.rawValue]), summary)
  }

  private static func parts(_ name: String, _ summary: String) -> Field<DeckLayout> {
    Field(
      name, readElsewhere: "parts", .list(.reference(.layerPart), 0...Limits.nodes), summary, isBound: false)
  }

  /// The key of the system's status bar at the top of a screen.
  private static let statusBarField = Field<DeckLayout>(
    "statusBar", \.statusBar, .statusBar,
    "Time, network and battery at the top of the screen, over everything.")

  /// The key of the backdrop, for layouts that show the screen of an app.
  private static let backdrop = Field<DeckLayout>(
    "backdrop", readElsewhere: "parts", .list(.reference(.layerPart), 0...Limits.nodes),
    "Layers that fill the screen behind the cards, each at its `anchor`.", isBound: false)
}

extension DeckLayout.Kind {
  /// The properties of a layout of this kind.
  var fields: FieldTable<DeckLayout> {
    switch self {
    case .list, .grid, .fullScreen: DeckLayout.fields
    case .bottomSheet: DeckLayout.sheetFields
    case .swipeStack: DeckLayout.swipeFields
    case .sheet: DeckLayout.mapSheetFields
    }
  }

  /// Whether a layout of this kind is an object and shows a whole screen.
  var isScreen: Bool {
    switch self {
    case .list, .grid, .fullScreen: false
    case .bottomSheet, .swipeStack, .sheet: true
    }
  }

  /// Whether cards in this kind of layout may have the key `swipe` or `sheet`.
  func takes(_ key: String) -> Bool { key == "swipe" ? self == .swipeStack : self == .sheet }
}

extension ValueKind where Value == DeckLayout {
  /// The name of a layout, or an object with `type`.
  static var deckLayout: Self {
    ValueKind(
      "layout",
      schema: .any([
        .word(DeckLayout.Kind.allCases.filter { $0 != .bottomSheet }.map(\.rawValue)),
        .object(DeckLayout.object),
        .object(DeckLayout.sheetObject),
        .object(DeckLayout.swipeObject),
        .object(DeckLayout.mapSheetObject),
      ])
    ) { node, path, context in
      var layout = DeckLayout()
      if case .string = node.value {
        guard let kind = ValueKind<DeckLayout.Kind>.word.parse(node, path, context) else { return nil }
        layout.kind = kind
      } else if let type = node["type"],
        let kind = ValueKind<DeckLayout.Kind>.word.readOptional(type, path.key("type"), context)
      {
        layout.kind = kind
      }
      if layout.kind == .bottomSheet {
        readSheet(node, path, context, into: &layout)
      } else if case .string = node.value {
        return layout
      } else if layout.kind == .swipeStack {
        DeckLayout.swipeFields.read(
          node, path, context, into: &layout, what: "layout 'swipeStack'")
        layout.swipe.validateProperties(context.withoutNulls(node), path, context)
      } else if layout.kind == .sheet {
        DeckLayout.mapSheetFields.read(
          node, path, context, into: &layout, what: "layout 'sheet'")
        layout.mapSheet.validateProperties(context.withoutNulls(node), path, context)
      } else {
        readList(node, path, context, into: &layout)
      }
      return layout
    }
  }

  private static func readList(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, into layout: inout DeckLayout
  ) {
    // With an unknown type all of the keys would be reported.
    let (shared, common) = (["backdrop", "compatibility", "profile"], ["statusBar"])
    func keys(_ fields: FieldTable<DeckLayout>, but left: [String]) -> [String] {
      fields.names.filter { DeckLayout.fields[$0] == nil && !left.contains($0) }
    }
    let sheetKeys = keys(DeckLayout.sheetFields, but: common)
    let swipeKeys = keys(DeckLayout.swipeFields, but: shared + common)
    let mapSheetKeys = keys(DeckLayout.mapSheetFields, but: shared + common)
    DeckLayout.fields.read(
      node, path, context, into: &layout, others: sheetKeys + swipeKeys + mapSheetKeys + shared + common,
      what: "a layout")
    let node = context.withoutNulls(node)
    let owners: [(keys: [String], kinds: [DeckLayout.Kind])] = [
      (["columns"], [.grid]), (["contentAlignment"], [.fullScreen]),
      (["spacing", "cardCellMargins"], [.list, .grid]), (sheetKeys, [.bottomSheet]),
      (swipeKeys, [.swipeStack]), (shared, [.swipeStack, .sheet]),
      (common, [.bottomSheet, .swipeStack, .sheet]),
      (mapSheetKeys.filter { !sheetKeys.contains($0) }, [.sheet]),
    ]
    for (keys, kinds) in owners where !kinds.contains(layout.kind) {
      context.refuse(
        keys, of: node, path, "on layout '\(layout.kind.rawValue)'", owners: kinds.map(\.rawValue))
    }
  }

  private static func readSheet(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, into layout: inout DeckLayout
  ) {
    guard case .object = node.value else {
      context.error(
        node, path, "layout 'bottomSheet' needs 'content'",
        hint: "write { \"type\": \"bottomSheet\", \"content\": { \"parts\": [ … ] } }")
      return
    }
    DeckLayout.sheetFields.read(
      node, path, context, into: &layout, what: "layout 'bottomSheet'")
    layout.sheet.validateProperties(context.withoutNulls(node), path, context)
  }
}
