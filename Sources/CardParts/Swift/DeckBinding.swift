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
