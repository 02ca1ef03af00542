/// An element of a deck: a card, a part, a row, or a value with properties.
///
/// Elements are values: each modifier returns a changed copy.
public protocol DeckElement: Sendable, Hashable {
  /// The JSON of the element.
  var node: DeckNode { get set }
}

/// An element that can depend on data or be repeated for each entry of a list.
///
/// Such elements are cards, parts, rows and items.
public protocol DeckRepeatable: DeckElement {}

/// A part of a card.
///
/// Every part has the properties below; the properties of a specific part are documented with its type.
public protocol CardPartView: DeckRepeatable {}

extension DeckElement {
  // Equality and hashing use the node. Defined once here, they are not compiled for each of a hundred types.

  /// Whether two elements have the same JSON.
  public static func == (a: Self, b: Self) -> Bool { a.node == b.node }

  /// Hashes the JSON of the element.
  public func hash(into hasher: inout Hasher) { hasher.combine(node) }

  /// Sets a property to any value, by its name in JSON.
  ///
  /// Use it for properties without a typed modifier, such as those of a ``CustomPart``. Braces in its strings
  /// are drawn; ``DeckValue/template(_:)`` is a text with bindings.
  public func property(_ name: String, _ value: DeckValue) -> Self { setting(name, value) }

  /// Binds a property to a value in the deck's data, by its name in JSON.
  public func property(_ name: String, _ binding: DeckBinding) -> Self { setting(name, binding) }

  /// Sets a property.
  ///
  /// Not inlined: more than a thousand modifiers call it, and the copies were a third of the compiled code of
  /// decks in Swift.
  @inline(never) func setting(_ key: String, _ value: any DeckConvertible) -> Self {
    changing(self) { $0.node.set(key, value) }
  }

  func setting(_ key: String, _ element: some DeckElement) -> Self { setting(key, element.node) }

  /// Sets a gradient instead of a colour.
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
    changing(self) { $0.node.set(key, node) }
  }
}

extension DeckRepeatable {
  /// Includes the element only if a value in the data is true.
  ///
  /// - Parameter path: the path of the value, as in ``DeckBinding/binding(_:)``; a leading `!` negates it.
  public func `if`(_ path: String) -> Self { setting("if", DeckBinding(path)) }

  /// Repeats the element for each entry of a list in the data.
  ///
  /// A table with a `cell` and a collection with an `item` stay one part and repeat the cell or the item.
  ///
  /// - Parameters:
  ///   - path: the path of the list, as in ``DeckBinding/binding(_:)``.
  ///   - name: the name of the entry in bindings.
  public func forEach(_ path: String, as name: String = "item") -> Self {
    setting("forEach", DeckBinding(path)).setting("as", name)
  }

  /// Repeats the element for each entry of a list.
  ///
  /// - Parameters:
  ///   - values: the list.
  ///   - name: the name of the entry in bindings.
  public func forEach(_ values: [DeckValue], as name: String = "item") -> Self {
    setting("forEach", values).setting("as", name)
  }
}

/// A binding to a value in the deck's data.
///
/// Every property accepts one: `.percent(.binding("goal.share"))`. Texts can also contain bindings, as in
/// JSON: `CardPartTextView("Hello {{ user.name | upper }}")`; see ``DeckText``.
public struct DeckBinding: Hashable, Sendable {
  /// The binding with its braces.
  public let text: String

  /// Creates a binding to a value in the data.
  ///
  /// - Parameter path: the path of the value with formatters, such as `user.name | upper`; the braces around
  ///   it are optional.
  public static func binding(_ path: String) -> DeckBinding { DeckBinding(path) }

  /// Creates a binding to a value in the data.
  ///
  /// - Parameter path: the path of the value with formatters, such as `user.name | upper`; the braces around
  ///   it are optional.
  public init(_ path: String) {
    text = Binding.hasBinding(path) ? path : "{{ \(path) }}"
  }
}

extension DeckBinding: DeckConvertible {
  var deckNode: DeckNode { DeckNode(.of(text)) }
}
