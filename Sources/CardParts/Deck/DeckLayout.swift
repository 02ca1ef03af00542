import CardRaster

/// How cards are placed on the canvas.
public struct DeckLayout: Sendable, Hashable {
  /// The kinds of placement.
  enum Kind: String, Sendable, CaseIterable {
    case list, grid, fullScreen, bottomSheet
  }

  /// Where the parts of a full-screen card stand.
  enum ContentAlignment: String, Sendable, CaseIterable {
    case top, center, bottom
  }

  var kind = Kind.list
  var columns = 2
  var spacing: Double?
  /// In the place of the themes' own.
  var cardCellMargins: Insets?
  var contentAlignment = ContentAlignment.center
  var sheet = BottomSheet()

  static let object = ObjectSchema(
    "layout", "How cards are placed.", fields
  ) { DeckLayout() }

  static let sheetObject = ObjectSchema(
    "bottomSheet", "A sheet over the cards.", sheetFields
  ) { DeckLayout() }

  /// The properties of all layouts but `bottomSheet`.
  static let fields = FieldTable<DeckLayout> {
    Field(
      "type", \.kind, .word,
      "Cards below each other, in columns, one that fills the canvas, or a sheet over a list.")
    Field("columns", \.columns, .integer(1...100), "The number of columns of a grid.")
    listFields
    Field("contentAlignment", \.contentAlignment, .word, "Where the parts of a full-screen card stand.")
  }

  /// The properties of layouts in which cards follow each other.
  private static let listFields: [Field<DeckLayout>] = [
    Field(
      "spacing", \.spacing, .length, "The space between cards.", default: "the theme's `cardsLineSpacing`"),
    Field(
      "cardCellMargins", \.cardCellMargins, .insets,
      "Left and right: outside the cards; top and bottom: inside them. Wins over every theme.",
      default: "the theme's; in a grid only its top and bottom"),
  ]

  /// The properties of the layout `bottomSheet`.
  static let sheetFields = FieldTable<DeckLayout>(needs: [["type"], ["content"]]) {
    Field(
      "type", readElsewhere: "`bottomSheet`", .word([Kind.bottomSheet.rawValue]),
      "A sheet that has come up from below, over the deck's cards as a list.")
    Field(
      "content", readElsewhere: "card", .reference(.card), "The card that is the sheet's content; needed.",
      isBound: false)
    BottomSheet.fields.fields.map { $0.lifted(\.sheet) }
    listFields
  }

}

extension ValueKind where Value == DeckLayout {
  /// A layout's name, or an object with `type`.
  static var deckLayout: Self {
    ValueKind(
      "layout",
      schema: .any([
        .word(DeckLayout.Kind.allCases.filter { $0 != .bottomSheet }.map(\.rawValue)),
        .object(DeckLayout.object),
        .object(DeckLayout.sheetObject),
      ])
    ) { node, path, context in
      var layout = DeckLayout()
      if case .string = node.value {
        guard let kind = ValueKind<DeckLayout.Kind>.word.parse(node, path, context) else { return nil }
        layout.kind = kind
      } else if let type = node["type"],
        let kind = ValueKind<DeckLayout.Kind>.word.read(type, path.key("type"), context)
      {
        layout.kind = kind
      }
      if layout.kind == .bottomSheet {
        readSheet(node, path, context, into: &layout)
      } else if case .string = node.value {
        return layout
      } else {
        readList(node, path, context, into: &layout)
      }
      return layout
    }
  }

  private static func readList(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, into layout: inout DeckLayout
  ) {
    // A layout of an unknown type would blame all of its keys.
    let sheetKeys = DeckLayout.sheetFields.names.filter { DeckLayout.fields[$0] == nil }
    DeckLayout.fields.read(node, path, context, into: &layout, others: sheetKeys, what: "a layout")
    let owners: [(keys: [String], kinds: [DeckLayout.Kind])] = [
      (["columns"], [.grid]), (["contentAlignment"], [.fullScreen]),
      (["spacing", "cardCellMargins"], [.list, .grid]), (sheetKeys, [.bottomSheet]),
    ]
    for (keys, kinds) in owners where !kinds.contains(layout.kind) {
      for key in keys {
        guard let value = node[key] else { continue }
        context.error(
          value, path.key(key), "'\(key)' has no effect on layout '\(layout.kind.rawValue)'",
          hint: "it belongs to " + kinds.map { "'\($0.rawValue)'" }.joined(separator: " and "))
      }
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
    DeckLayout.sheetFields.read(node, path, context, into: &layout, what: "layout 'bottomSheet'")
    layout.sheet.check(node, path, context)
  }
}
