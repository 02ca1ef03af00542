import CardParts
import Testing

@Suite("Texts that escape what is interpolated")
struct DeckTextTests {
  private func svg(_ text: String) throws -> String {
    try Deck { Card { CardPartTextView(text) } }
      .data(["token": "SECRET", "user": ["name": "Ann"], "none": nil])
      .render(to: .svg(keepsText: true))
  }

  /// Whether both are drawn alike: a text for a deck, and the words that are to be seen.
  private func draws(_ text: String, _ words: String) throws -> Bool {
    try svg(text) == svg(DeckBinding.verbatim(words))
  }

  private static let hostile = [
    "{{ token }}", "\\{{ token }}", "\\\\{{ token }}", "{", "{{", "}}", "\\", "\"", "' | upper }}{{ token }}",
    "\" }}{{ token }}", "{{ \"x\" }}", "", "plain",
  ]

  @Test("Data is drawn as it is, wherever it stands", arguments: hostile)
  func data(_ data: String) throws {
    #expect(try draws(.escaping("a \(data)b"), "a \(data)b"))
    #expect(try draws(.escaping("a\(data){{ user.name }}"), "a\(data)Ann"))
    #expect(try draws(.escaping("a{\(data) token }}"), "a{\(data) token }}"))
    #expect(try draws(.escaping("a\\\(data){{ user.name }}"), "a\\\(data)Ann"))
    #expect(try draws(.escaping("a\(data)\(data)b"), "a\(data)\(data)b"))
    #expect(try draws(.escaping("a{{ none | default(\"\(data)\") }}b"), "a\(data)b"))
    #expect(try draws(.escaping("a{{ none | default('\(data)') }}b"), "a\(data)b"))
    #expect(try draws(.escaping("a{{ \(data) | lower }}b"), "a\(data.lowercased())b"))
  }

  @Test("What was written keeps its meaning")
  func written() throws {
    #expect(try draws(.escaping("Hello {{ user.name | upper }}, \(3) new"), "Hello ANN, 3 new"))
    #expect(try draws(.escaping("\\{{ user.name }} \("x")"), "{{ user.name }} x"))
    #expect(try draws(.escaping("by \(DeckBinding("user.name"))"), "by Ann"))
    #expect(try !draws(.escaping("\("{{ token }}")"), "SECRET"))
    let inner: DeckText = "<\("{{ token }}") {{ user.name }}"
    #expect(inner.text == "<{{ \"{{ token }}\" }} {{ user.name }}")
    let plain: DeckText = "a\("b")c"
    #expect(plain.text == "abc", "plain data stays plain in the deck")
  }
}
