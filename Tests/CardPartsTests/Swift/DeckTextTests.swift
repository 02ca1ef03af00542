import CardParts
import Testing

@Suite("Texts escape interpolated values")
struct DeckTextTests {
  private func svg(_ text: DeckText, words: String = "") throws -> String {
    try Deck { Card { CardPartTextView(text) } }
      .data(["token": "SECRET", "user": ["name": "Ann"], "none": nil, "words": DeckValue(words)])
      .render(to: .svg(keepsText: true))
  }

  /// Whether a text for a deck draws the given words.
  private func draws(_ text: DeckText, _ words: String) throws -> Bool {
    try svg(text) == svg("{{ words }}", words: words)
  }

  private static let hostile = [
    "{{ token }}", "\\{{ token }}", "\\\\{{ token }}", "{", "{{", "}}", "\\", "\"", "' | upper }}{{ token }}",
    "\" }}{{ token }}", "{{ \"x\" }}", "", "plain",
  ]

  @Test("Interpolated data is drawn unchanged, wherever it is in the text", arguments: hostile)
  func data(_ data: String) throws {
    #expect(try draws("a \(data)b", "a \(data)b"))
    #expect(try draws("a\(data){{ user.name }}", "a\(data)Ann"))
    #expect(try draws("a{\(data) token }}", "a{\(data) token }}"))
    #expect(try draws("a\\\(data){{ user.name }}", "a\\\(data)Ann"))
    #expect(try draws("a\(data)\(data)b", "a\(data)\(data)b"))
    #expect(try draws("a{{ none | default(\"\(data)\") }}b", "a\(data)b"))
    #expect(try draws("a{{ none | default('\(data)') }}b", "a\(data)b"))
    #expect(try draws("a{{ \(data) | lower }}b", "a\(data.lowercased())b"))
  }

  @Test("Data stays data in every text property, in lists and in the names of cards")
  func everywhere() throws {
    let data = "{{ token }}"
    func deck(named name: DeckText) -> Deck {
      Deck {
        Card(name) {
          CardPartButtonView("\(data)").link("https://example.org/?\("{{token}}")").alt("\(data)")
          CardPartTableView { CardPartTableRow(leftTitleText: "\(data)", rightTitleText: "{{ user.name }}") }
          CardPartTitleView("\(data)").style(.titleWithMenu).menuTitle("Hide").menuOptions(["\(data)"])
          CardPartChartView(.bar, data: [["day": 1, "n": 2]], x: "day", y: "n").title("\(data)")
        }
      }
      .data(["token": "SECRET", "user": ["name": "Ann"]])
    }
    let drawn = try deck(named: "a").render(to: .svg(keepsText: true))
    #expect(drawn.contains("Ann"))
    #expect(!drawn.contains("SECRET"))
    let issues = deck(named: "x/\(data)").issues().map(\.message).joined()
    #expect(issues.contains("x/{{ token }}"), "the invalid name is quoted unchanged: \(issues)")
  }

  @Test("A trusted text may come from a variable")
  func template() throws {
    let translated = "Hallo {{ user.name }}"
    #expect(try draws(DeckText(template: translated), "Hallo Ann"))
    #expect(try draws("\(translated)", translated))
    #expect(try draws("\(DeckText(template: translated))!", "Hallo Ann!"))
  }

  @Test("The literal part of a text keeps its meaning")
  func written() throws {
    #expect(try draws("Hello {{ user.name | upper }}, \(3) new", "Hello ANN, 3 new"))
    #expect(try draws("\\{{ user.name }} \("x")", "{{ user.name }} x"))
    #expect(try draws("by \(DeckBinding("user.name"))", "by Ann"))
    #expect(try !draws("\("{{ token }}")", "SECRET"))
    let inner: DeckText = "<\("{{ token }}") {{ user.name }}"
    #expect(inner.text == "<{{ \"{{ token }}\" }} {{ user.name }}")
    let plain: DeckText = "a\("b")c"
    #expect(plain.text == "abc", "plain data stays plain in the deck")
  }
}
