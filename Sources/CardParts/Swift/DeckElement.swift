/// Something that a deck is made of: a card, a part, a row, or a value with properties of its own.
///
/// Elements are values: each modifier gives a changed copy.
public protocol DeckElement: Sendable, Hashable {
  /// What the element says.
  var node: DeckNode { get set }
}

/// An element that may depend on data, or be repeated for each entry of a list: a card, a part, a row, an item.
public protocol DeckRepeatable: DeckElement {}

/// A part of a card.
///
/// Every part has the properties below; its own ones are with its type.
public protocol CardPartView: DeckRepeatable {}

extension DeckElement {
  // What an element is, is its node: said here once, it is not compiled for each of a hundred types.

  /// Whether two elements say the same.
  public static func == (a: Self, b: Self) -> Bool { a.node == b.node }

  /// Hashes what the element says.
  public func hash(into hasher: inout Hasher) { hasher.combine(node) }

  /// Gives a property any value, by the name that it has in JSON.
  ///
  /// What the typed properties cannot say, such as a binding within a list, can be said this way. Texts in the value may hold
  /// bindings.
  public func property(_ name: String, _ value: DeckValue) -> Self { setting(name, value) }

  /// Gives a property a value.
  ///
  /// Not inlined: more than a thousand modifiers call it, and a copy in each was a third of what decks in Swift compile to.
  @inline(never) func setting(_ key: String, _ value: any DeckConvertible) -> Self {
    var copy = self
    copy.node.set(key, value)
    return copy
  }

  func setting(_ key: String, _ element: some DeckElement) -> Self { setting(key, element.node) }

  /// A blend in the place of a colour.
  func setting(_ key: String, _ gradient: CardGradient) -> Self {
    var paint = DeckNode.empty
    paint.set("gradient", gradient.node)
    return setting(key, paint)
  }

  func setting(_ key: String, _ elements: [some DeckElement]) -> Self {
    setting(key, DeckNode(list: elements.map(\.node)))
  }

  func setting(_ key: String, _ elements: () throws -> [some DeckElement]) rethrows -> Self {
    var copy = self
    try copy.node.set(key, elements)
    return copy
  }

  func setting(_ key: String, _ parts: () throws -> [any CardPartView]) rethrows -> Self {
    var copy = self
    try copy.node.set(key, parts)
    return copy
  }

  @inline(never) func setting(_ key: String, _ node: DeckNode) -> Self {
    var copy = self
    copy.node.set(key, node)
    return copy
  }
}

extension DeckRepeatable {
  /// There only when a value of the data is true.
  ///
  /// - Parameter path: the way to the value, as in ``DeckBinding/binding(_:)``; `!` turns it around.
  public func `if`(_ path: String) -> Self { setting("if", DeckBinding(path)) }

  /// Repeated for each entry of a list of the data.
  ///
  /// A table with a `cell` and a collection with an `item` stay one part and repeat these.
  ///
  /// - Parameters:
  ///   - path: the way to the list, as in ``DeckBinding/binding(_:)``.
  ///   - name: what bindings inside call the entry.
  public func forEach(_ path: String, as name: String = "item") -> Self {
    setting("forEach", DeckBinding(path)).setting("as", name)
  }

  /// Repeated for each entry of a list, whose texts are drawn as they are: braces in them are no bindings.
  ///
  /// - Parameters:
  ///   - values: the list.
  ///   - name: what bindings inside call the entry.
  public func forEach(_ values: [DeckValue], as name: String = "item") -> Self {
    setting("forEach", values.map(\.verbatim)).setting("as", name)
  }
}

/// A binding in the place of a value: what is drawn is looked up in the deck's data.
///
/// Every property takes one: `.percent(.binding("goal.share"))`. Texts may also hold bindings among other words, as in
/// JSON: `CardPartTextView("Hello {{ user.name | upper }}")`; see ``DeckText``.
public struct DeckBinding: Hashable, Sendable {
  /// The binding with its braces.
  public let text: String

  /// Looks up a value of the data.
  ///
  /// - Parameter path: the way to it with formatters, such as `user.name | upper`; the braces around it may be left out.
  public static func binding(_ path: String) -> DeckBinding { DeckBinding(path) }

  /// Looks up a value of the data.
  ///
  /// - Parameter path: the way to it with formatters, such as `user.name | upper`; the braces around it may be left out.
  public init(_ path: String) {
    text = Binding.hasBinding(path) ? path : "{{ \(path) }}"
  }
}

extension DeckBinding: DeckConvertible {
  var deckNode: DeckNode { DeckNode(.of(text)) }
}
