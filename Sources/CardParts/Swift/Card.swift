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
  /// The JSON of the card.
  public var node: DeckNode

  /// Creates a card from its parts.
  ///
  /// - Parameters:
  ///   - id: a name for selecting the card and for file names.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in the file, for messages.
  ///   - parts: the parts of the state `none`, from top to bottom.
  public init(
    _ id: DeckText? = nil, file: String = #fileID, line: Int = #line,
    @CardPartBuilder parts: () throws -> [any CardPartView]
  ) rethrows {
    node = DeckNode(file, line)
    node.set("id", id)
    try node.set("parts", parts)
  }

  /// Creates a card whose parts depend on its state; ``states(_:)`` sets them.
  public init(_ id: DeckText? = nil, file: String = #fileID, line: Int = #line) {
    node = DeckNode(file, line)
    node.set("id", id)
  }

  /// Sets the parts of further states, such as `loading`, `empty` or `hasData`.
  public func states(@DeckListBuilder<CardState> _ states: () throws -> [CardState]) rethrows -> Card {
    var object = DeckNode.empty
    object.content = .object(try states().map { DeckNode.Member(key: $0.name, node: $0.node) })
    return setting("states", object)
  }

  /// Sets a theme for this card.
  public func theme(_ theme: CardTheme) -> Card { setting("theme", theme.node) }

  /// Returns the card with one more trait, which replaces an earlier one of the same name.
  func trait(_ name: String, _ value: DeckNode) -> Card {
    var traits = DeckNode.empty
    if case .object(let members) = node.content, let known = members.first(where: { $0.key == "traits" }) {
      traits = known.node
    }
    traits.set(name, value)
    return setting("traits", traits)
  }

  /// Adds a custom trait; see ``CustomTrait``.
  ///
  /// - Parameters:
  ///   - kind: the type of the trait.
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

/// The parts of a card in one of its states.
public struct CardState: DeckElement {
  /// The state's name: `none`, `loading`, `empty`, `hasData` or one of your own.
  public let name: String
  /// The JSON of the state.
  public var node: DeckNode

  /// Creates a state from its parts.
  ///
  /// - Parameters:
  ///   - name: `none`, `loading`, `empty`, `hasData` or one of your own.
  ///   - file: the Swift file, for messages.
  ///   - line: the line in the file, for messages.
  ///   - parts: the parts, from top to bottom.
  public init(
    _ name: String, file: String = #fileID, line: Int = #line,
    @CardPartBuilder parts: () throws -> [any CardPartView]
  ) rethrows {
    self.name = name
    node = DeckNode(file, line)
    node.set("parts", DeckNode(list: try parts().map(\.node)))
  }
}
