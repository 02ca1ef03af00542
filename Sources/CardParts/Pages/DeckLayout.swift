import CardRaster
import CardScreens

/// The placement of cards on the canvas: the kind of layout and the values of its keys.
package struct DeckLayout: Sendable {
  var kind: any CardsLayoutKind.Type = ListLayout.self
  var columns = 2
  /// Whether the parts of the cards of a row of a grid are aligned.
  var subgrid = false
  var spacing: Double?
  /// Replaces the margins of the theme.
  var cardCellMargins: Insets?
  var contentAlignment = ContentAlignment.center
  /// The status bar at the top of the screen; nil for none.
  var statusBar: StatusBar?
  /// The layers that fill the screen behind the cards.
  var backdrop: [AnyPart] = []
  /// The values of the keys that only this kind of layout has.
  var own: (any LayoutValues)?

  /// All parts that are not on a card.
  var parts: [AnyPart] { backdrop + (own?.parts ?? []) }

  /// The schema of layouts that can be written as a word.
  static let object = ObjectSchema("layout", "How cards are placed.", fields) { DeckLayout() }

  /// The properties of layouts that can be written as a word.
  static let fields = FieldTable<DeckLayout> {
    Field(
      "type", \.kind, .layoutKind,
      "A list of cards, a grid, one card that fills the canvas, a sheet over a list, a stack of cards, or cards over a map."
    )
    LayoutRegistry.kinds.filter { !$0.isScreen }.flatMap { $0.fields.fields }.reduce(into: []) {
      (all: inout [Field<DeckLayout>], field) in
      all.removeAll { $0.name == field.name }
      all.append(field)
    }
  }

  /// The properties of layouts with cards one after the other.
  static let listFields: [Field<DeckLayout>] = [
    Field(
      "spacing", \.spacing, .length, "The space between cards.", default: "the theme's `cardsLineSpacing`"),
    Field(
      "cardCellMargins", \.cardCellMargins, .insets,
      "Left and right: outside the cards; top and bottom: inside them. Takes precedence over every theme.",
      default: "the theme's; in a grid only its top and bottom"),
  ]

  /// The key of the system's status bar at the top of a screen.
  static let statusBarField = Field<DeckLayout>(
    "statusBar", \.statusBar, .statusBar,
    "Time, network and battery at the top of the screen, over everything.")

  /// The key of the backdrop, for layouts that show the screen of an app.
  static let backdropField = Field<DeckLayout>(
    "backdrop", \.backdrop, .layerParts,
    "Layers that fill the screen behind the cards, each at its `anchor`.", isBound: false)
}

extension ValueKind where Value == any CardsLayoutKind.Type {
  /// The name of a layout.
  static var layoutKind: Self {
    ValueKind<String>.word(of: LayoutRegistry.kinds.map { $0.name }).compactMap(
      { name in LayoutRegistry.kinds.first { $0.name == name } }, back: { $0.name })
  }
}

extension ValueKind where Value == DeckLayout {
  /// The name of a layout, or an object with `type`.
  static var deckLayout: Self {
    ValueKind(
      "layout",
      schema: .any(
        [.word(LayoutRegistry.kinds.filter { !$0.hasContent }.map { $0.name }), .object(DeckLayout.object)]
          + LayoutRegistry.kinds.compactMap { kind in
            kind.summary.map { .object(ObjectSchema(kind.name, $0, kind.fields) { DeckLayout() }) }
          })
    ) { node, path, context in
      var layout = DeckLayout()
      let isWord = if case .string = node.value { true } else { false }
      let type = isWord ? node : node["type"]
      let given = type.flatMap {
        ValueKind<any CardsLayoutKind.Type>.layoutKind.readOptional(
          $0, isWord ? path : path.key("type"), context)
      }
      if isWord, given == nil { return nil }
      let kind = given ?? layout.kind
      layout.kind = kind
      layout.own = kind.ownValues
      if isWord, kind.hasContent {
        context.error(
          node, path, "layout '\(kind.name)' needs 'content'",
          hint: "write { \"type\": \"\(kind.name)\", \"content\": { \"parts\": [ … ] } }")
      } else if !isWord, kind.isScreen {
        kind.fields.read(node, path, context, into: &layout, what: "layout '\(kind.name)'")
        layout.own?.validateProperties(context.withoutNulls(node), path, context)
      } else if !isWord {
        readShared(node, path, context, into: &layout)
      }
      return layout
    }
  }

  /// Reads a layout that can also be written as a word, and reports the keys of other layouts.
  private static func readShared(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, into layout: inout DeckLayout
  ) {
    // With an unknown type all of the keys would be reported.
    let screens = LayoutRegistry.kinds.filter { $0.isScreen }
    DeckLayout.fields.read(
      node, path, context, into: &layout, others: screens.flatMap { $0.fields.keys.allNames },
      what: "a layout")
    let node = context.withoutNulls(node)
    guard case .object(let members) = node.value else { return }
    for key in members.map(\.key) where key != "type" && layout.kind.fields[key] == nil {
      let owners = LayoutRegistry.kinds.filter { $0.fields.keys.allNames.contains(key) }
      guard let first = owners.first else { continue }
      context.refuse(
        [key], of: node, path, "on layout '\(layout.kind.name)'",
        owners: owners.filter { $0.isScreen == first.isScreen }.map { $0.name })
    }
  }
}
