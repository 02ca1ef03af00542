/// A binding in the place of a value: what is drawn is looked up in the deck's data.
///
/// Every property takes one: `.percent(.binding("goal.share"))`. Texts may also hold bindings among other words, as in
/// JSON: `CardPartTextView("Hello {{ user.name | upper }}")`.
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

  /// A text whose braces are drawn as they are, whatever it holds: for texts that come from elsewhere.
  public static func verbatim(_ text: String) -> String {
    var result = ""
    var backslashes = 0
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      if scalar == "{", next == "{" {
        // Backslashes before braces count: each is doubled, and one more takes the braces' meaning away.
        result += String(repeating: "\\", count: backslashes + 1) + "{{"
        next = scalars.next()
        backslashes = 0
        continue
      }
      backslashes = scalar == "\\" ? backslashes + 1 : 0
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

extension DeckBinding: DeckConvertible {
  var deckNode: DeckNode { DeckNode(.of(text)) }
}
