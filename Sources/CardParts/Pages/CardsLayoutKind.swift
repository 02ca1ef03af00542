import CardRaster

/// A kind of layout: its keys, those of its cards, and the placement of cards on a canvas.
protocol CardsLayoutKind: SendableMetatype {
  /// The `type` in a deck.
  static var name: String { get }
  /// The description of a layout that shows a whole screen and is an object of its own in the schema.
  ///
  /// Other layouts can be written as a word, and share one object in the schema.
  static var summary: String? { get }
  static var fields: FieldTable<DeckLayout> { get }
  /// New values of the keys that only this layout has.
  static var ownValues: (any LayoutValues)? { get }
  /// The keys of a card that only this layout has.
  static var cardFields: [Field<CardValues>] { get }

  /// Whether the key `content` is a card in front of the deck's cards.
  static var hasContent: Bool { get }
  /// Whether a picture shows one card, which fills the canvas.
  static var showsOneCard: Bool { get }
  /// Whether the cards follow each other, so that they can be distributed over the pages of a report.
  static var flows: Bool { get }

  /// The frames of the cards before traits are applied.
  static func setting(_ layout: DeckLayout) -> CardFrame.Setting
  /// Reports keys of a card that have no effect in the layout.
  ///
  /// - Parameter node: The card without nulls.
  static func validate(_ card: ResolvedCard, _ node: JSONNode, _ layout: DeckLayout, _ context: ReadContext)

  /// The cards on the canvas of a page.
  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox
  /// The colours behind the status bar; empty for those of the picture.
  static func colorsBehindStatusBar(_ cards: [ResolvedCard], on page: PageLayout) -> [Color]
}

extension CardsLayoutKind {
  static var summary: String? { nil }
  static var isScreen: Bool { summary != nil }
  static var ownValues: (any LayoutValues)? { nil }
  static var cardFields: [Field<CardValues>] { [] }
  static var hasContent: Bool { false }
  static var showsOneCard: Bool { false }
  static var flows: Bool { false }

  static func setting(_ layout: DeckLayout) -> CardFrame.Setting { .list }
  static func validate(_ card: ResolvedCard, _ node: JSONNode, _ layout: DeckLayout, _ context: ReadContext) {
  }
  static func colorsBehindStatusBar(_ cards: [ResolvedCard], on page: PageLayout) -> [Color] { [] }

  /// The key with the name of a layout that is an object of its own.
  static func type(_ summary: String) -> Field<DeckLayout> {
    Field("type", readElsewhere: "`\(name)`", .word([name]), summary)
  }
}

/// Values that may contain parts.
protocol HoldsParts: Sendable {
  var parts: [AnyPart] { get }
}

/// The values of the keys that only one kind of layout has.
protocol LayoutValues: HoldsParts {
  /// Reports properties that have no effect in combination with others.
  func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext)
  var safeAreaInsets: Insets { get }
  /// The ids of cards under each key.
  var references: [(key: String, ids: [String])] { get }
  init()
}

extension LayoutValues {
  var parts: [AnyPart] { [] }
  var safeAreaInsets: Insets { .zero }
  var references: [(key: String, ids: [String])] { [] }
}

/// The key path of the values of one kind of layout.
struct LayoutKey<Values: LayoutValues>: Hashable {}

extension DeckLayout {
  /// The values of the keys that only one kind of layout has.
  func own<Values: LayoutValues>(_: Values.Type) -> Values { own as? Values ?? Values() }

  subscript<Values: LayoutValues>(key: LayoutKey<Values>) -> Values {
    get { own(Values.self) }
    set { own = newValue }
  }
}

/// All kinds of layouts, in the order of the manual.
enum LayoutRegistry {
  static let kinds: [any CardsLayoutKind.Type] = [
    ListLayout.self,
    GridLayout.self,
    FullScreenLayout.self,
    BottomSheetLayout.self,
    SwipeStackLayout.self,
    SheetLayout.self,
  ]
}
