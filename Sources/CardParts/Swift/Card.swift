/// A card: parts from top to bottom, in a frame that traits change.
///
/// ```swift
/// Card("hello") {
///   CardPartTitleView("Hello, world!")
///   CardPartTextView("CardParts is awesome!")
/// }
/// .rounded(CardRounded(cornerRadius: 10))
/// ```
public struct Card: DeckRepeatable {
  /// What the card says.
  public var node: DeckNode

  /// Makes a card of its parts.
  ///
  /// - Parameters:
  ///   - id: a name for selecting the card and for file names.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in it, for messages.
  ///   - parts: the parts of the state `none`, top to bottom.
  public init(
    _ id: DeckText? = nil, file: String = #fileID, line: Int = #line,
    @CardPartBuilder parts: () throws -> [any CardPartView]
  ) rethrows {
    node = DeckNode(file, line)
    node.set("id", id)
    try node.set("parts", parts)
  }

  /// Makes a card whose parts depend on its state; ``states(_:)`` gives them.
  public init(_ id: DeckText? = nil, file: String = #fileID, line: Int = #line) {
    node = DeckNode(file, line)
    node.set("id", id)
  }

  /// The parts of further states, such as `loading`, `empty` or `hasData`.
  public func states(@DeckListBuilder<CardState> _ states: () throws -> [CardState]) rethrows -> Card {
    var object = DeckNode.empty
    object.content = .object(try states().map { DeckNode.Member(key: $0.name, node: $0.node) })
    return setting("states", object)
  }

  /// A theme for this card.
  public func theme(_ theme: CardTheme) -> Card { setting("theme", theme.node) }

  /// The card with one more trait; a second one of the same name takes the place of the first.
  func trait(_ name: String, _ value: DeckNode) -> Card {
    var traits = DeckNode.empty
    if case .object(let members) = node.content, let known = members.first(where: { $0.key == "traits" }) {
      traits = known.node
    }
    traits.set(name, value)
    return setting("traits", traits)
  }

  /// A trait of a kind that the program itself brings; see ``CustomTrait``.
  ///
  /// - Parameters:
  ///   - kind: the trait.
  ///   - values: its properties by name.
  public func trait(_ kind: any CustomTrait.Type, _ values: DeckValue = [:]) -> Card {
    trait(kind.name, values)
  }

  func trait(_ name: String, _ value: some DeckConvertible) -> Card { trait(name, value.deckNode) }

  func trait(_ name: String, _ value: some DeckElement) -> Card { trait(name, value.node) }

  func trait(_ name: String, _ values: [some DeckElement]) -> Card {
    trait(name, DeckNode(list: values.map(\.node)))
  }
}

/// What a card shows in one of its states.
public struct CardState: DeckElement {
  /// The state's name: `none`, `loading`, `empty`, `hasData` or one of your own.
  public let name: String
  /// What the state says.
  public var node: DeckNode

  /// Makes a state of its parts.
  ///
  /// - Parameters:
  ///   - name: `none`, `loading`, `empty`, `hasData` or one of your own.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in it, for messages.
  ///   - parts: the parts, top to bottom.
  public init(
    _ name: String, file: String = #fileID, line: Int = #line,
    @CardPartBuilder parts: () throws -> [any CardPartView]
  ) rethrows {
    self.name = name
    node = DeckNode(file, line)
    node.set("parts", DeckNode(list: try parts().map(\.node)))
  }
}
