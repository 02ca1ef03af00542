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

  @Test("Cells of a table are texts with bindings, data, and numbers")
  func cells() throws {
    let (word, count) = ("{{ token }}", 1234)
    let svg = try Deck {
      Card {
        CardPartTableView {
          CardPartTableRow(cells: ["{{ user.name }}", "\(word)", 1.5, -2000, CardTableCell(count)])
        }
      }
    }
    .data(["token": "SECRET", "user": ["name": "Ann"]]).render(to: .svg(keepsText: true))
    for text in ["Ann", "{{ token }}", "1.5", "−2,000", "1,234"] { #expect(svg.contains(text), "\(text)") }
    #expect(!svg.contains("SECRET"))
  }

  private struct Row: Encodable {
    var name: String
    var n = 1.0
  }

  @Test("Data stays data in charts, components, pictures, colours, and parts inside of parts")
  func places() throws {
    let data = "{{ token }}"
    let rows = try DeckValue(encoding: [Row(name: data)])
    let deck = Deck {
      Card("a") {
        CardPartChartView(.bar, data: rows, x: "name", y: "n")
        CardPartChartView(.bar, data: [["name": "\(data)", "n": 2]], x: "name", y: "n")
        CardComponent("c").parameter("x", DeckValue(data))
        CardPartTableView().property(
          "rows", [["leftTitleText": "\(data)", "rightTitleText": DeckValue(data)]])
        CardPartTextView("x").property("text", "\(data) {{ token }}")
        CardPartCenteredView(leftView: CardPartTextView(data), centeredView: CardPartVerticalSeparatorView())
        CardPartTableView {
          CardPartTableRow(leftTitleText: "\(data)", rightTopButton: CardPartButtonView(data))
        }
      }
    }
    .component("c", parameters: ["x": nil, "y": DeckValue(data)]) { CardPartTextView("<{{ x }} {{ y }}>") }
    .data(["token": "SECRET"])
    let drawn = try deck.render(to: .svg(keepsText: true))
    #expect(!drawn.contains("SECRET"))
    #expect(drawn.contains("{{ token }}"))
    for fault in [
      Deck { Card { CardPartImageView(data) } }, Deck { Card { CardPartImageView("\(data).png") } },
      Deck { Card { CardPartTextView("x").textColor(CardColor(data)).font(CardFont(data)) } },
      Deck { Card { CardPartTextView("x").font(CardFont(family: data)) } },
      Deck { Card { CardPartAttributedTextView("x").dataDetectorTypes([data]) } },
    ] {
      let words = fault.data(["token": "SECRET"]).issues().map(\.text).joined()
      #expect(words.contains("{{ token }}"), "\(words)")
      #expect(!words.contains("SECRET"), "\(words)")
    }
  }

  @Test("Only a template or a binding by name is a binding, and interpolated values in it are data")
  func templates() throws {
    let data = "{{ token }}"
    func drawn(_ part: CardPartTextView) throws -> String {
      try Deck { Card { part } }.data(["token": "SECRET"]).render(to: .svg(keepsText: true))
    }
    let part = CardPartTextView("")
    let template = try drawn(part.property("text", .template("{{ token }} \(data)")))
    #expect(template.contains("SECRET {{ token }}"))
    #expect(try drawn(part.property("text", .binding("token"))).contains("SECRET"))
    #expect(try !drawn(part.property("text", "{{ token }}")).contains("SECRET"))
    let list: DeckValue = [.template("{{ a }}"), "{{ b }}", ["k": .template("{{ c }}")]]
    #expect(list.json.text == #"["{{ a }}","{{ b }}",{"k":"{{ c }}"}]"#, "as data all of them are texts")
  }

  @Test("Variables of Swift's types are data, in properties, charts, loops and texts")
  func variables() throws {
    let (hostile, path, numbers, count) = ("{{ secret }}", "a.png", [1.5, 2], 3)
    func json(_ part: some CardPartView) -> String { Deck { Card { part } }.json }
    let text = CardPartTextView("x")
    #expect(json(text.link(hostile).alt(hostile)) == json(text.link("\(hostile)").alt("\(hostile)")))
    #expect(json(text.property("text", hostile)) == json(text.property("text", DeckValue(hostile))))
    #expect(json(text.property("maxLines", count)) == json(text.property("maxLines", 3)))
    #expect(json(text.forEach([hostile])) == json(text.forEach([DeckValue(hostile)])))
    let button = CardPartButtonView("x")
    #expect(json(button.image(path)) == json(button.image("a.png")))
    let component = CardComponent("c")
    #expect(json(component.parameter("n", [count])) == json(component.parameter("n", [3])))
    #expect(
      json(CardPartChartView(.bar, data: numbers, y: "value"))
        == json(CardPartChartView(.bar, data: [1.5, 2], y: "value")))
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
