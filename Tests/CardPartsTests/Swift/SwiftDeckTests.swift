// Without @testable: any program can use the API that these tests use.
import CardParts
import CardRaster
import TestSupport
import Testing

@Suite("A deck written in Swift is equal to the deck written in JSON")
struct SwiftDeckTests {
  /// Expects that a deck in Swift and a JSON text draw the same picture.
  ///
  /// They must do so also after the deck is converted to JSON.
  private func expectTwins(
    _ deck: Deck, _ json: String, options: DeckOptions = DeckOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let twin = try Deck(json: json, folder: deck.folder)
    let written = try Deck(json: deck.json, folder: deck.folder)
    let png = try deck.render(to: .png, options: options)
    #expect(try twin.render(to: .png, options: options) == png, sourceLocation: sourceLocation)
    #expect(try written.render(to: .png, options: options) == png, sourceLocation: sourceLocation)
    let svg = try deck.render(to: .svg, options: options)
    #expect(try twin.render(to: .svg, options: options) == svg, sourceLocation: sourceLocation)
  }

  @Test("Text")
  func text() throws {
    try expectTwins(
      Deck {
        Card("a") {
          CardPartTitleView("Advice").style(.titleWithMenu).menuTitle("Hide").menuOptions(["Hide"])
          CardPartTextView("A rainy-day fund").style(.header).textColor("#111111").textAlignment(.center)
            .font("Inter Bold 20").maxLines(2).margins(CardInsets(vertical: 4, horizontal: 20))
          CardPartTextView()
            .attributedText([
              CardPartTextRun(text: "bold", font: CardFont(weight: .bold)),
              CardPartTextRun(text: " and plain", color: .rgb(10, 20, 30)),
            ])
          CardPartPillLabel("NEW").backgroundColor(.accentColor).textColor(.white)
          CardPartTitleDescriptionView().leftTitleText("Left").rightTitleText("Right")
        }
      },
      ##"""
      { "cards": [ { "id": "a", "parts": [
        { "type": "title", "title": "Advice", "style": "titleWithMenu", "menuTitle": "Hide", "menuOptions": ["Hide"] },
        { "type": "text", "text": "A rainy-day fund", "style": "header", "textColor": "#111111",
          "textAlignment": "center", "font": "Inter Bold 20", "maxLines": 2, "margins": [4, 20] },
        { "type": "text", "attributedText": [
          { "text": "bold", "font": { "weight": 700 } }, { "text": " and plain", "color": "rgb(10, 20, 30)" } ] },
        { "type": "pillLabel", "labelText": "NEW", "backgroundColor": "accentColor", "textColor": "white" },
        { "type": "titleDescription", "leftTitleText": "Left", "rightTitleText": "Right" } ] } ] }
      """##)
  }

  @Test("Containers, pictures and controls")
  func containers() throws {
    let square = """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8'/></svg>
      """
    try expectTwins(
      Deck {
        Card("a") {
          CardPartStackView(axis: .horizontal, distribution: .equalSpacing, spacing: 8, layoutMargins: 10) {
            CardPartButtonView("Apply").link("https://example.com/")
            CardPartVerticalSeparatorView()
            CardPartButtonView("Hide")
          }
          .backgroundColor(CardGradient(kind: .linear, colors: [.white, "#DDD"]))
          CardPartImageView(CardImage(bytes: Array(square.utf8))).width(20).height(20).cornerRadius(4)
          CardPartTableView(rowHeight: 50) {
            for name in ["One", "Two"] {
              CardPartTableRow(leftTitleText: "\(name)").accessory(.disclosureIndicator)
            }
            CardPartTableRow { CardPartTextView("parts of its own") }
          }
          CardPartCollectionView(itemSize: Size(width: 60, height: 30), scrollDirection: .horizontal) {
            CardPartCollectionItem(backgroundColor: "#E4F4F6") { CardPartTextView("1") }.cornerRadius(8)
            CardPartCollectionItem { CardPartTextView("2") }
          }
          CardPartSeparatorView()
          CardPartSpacerView().height(6)
          CardPartBarView(0.4)
        }
      },
      ##"""
      { "cards": [ { "id": "a", "parts": [
        { "type": "stack", "axis": "horizontal", "distribution": "equalSpacing", "spacing": 8, "layoutMargins": 10,
          "backgroundColor": { "gradient": { "colors": ["white", "#DDDDDD"] } },
          "arrangedSubviews": [
            { "type": "button", "buttonTitle": "Apply", "link": "https://example.com/" },
            { "type": "verticalSeparator" }, { "type": "button", "buttonTitle": "Hide" } ] },
        { "type": "image", "width": 20, "height": 20, "cornerRadius": 4,
          "image": "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8'/></svg>" },
        { "type": "table", "rowHeight": 50, "rows": [
          { "leftTitleText": "One", "accessory": "disclosureIndicator" },
          { "leftTitleText": "Two", "accessory": "disclosureIndicator" },
          { "cardParts": [ { "type": "text", "text": "parts of its own" } ] } ] },
        { "type": "collection", "itemSize": [60, 30], "scrollDirection": "horizontal", "items": [
          { "backgroundColor": "#E4F4F6", "cornerRadius": 8, "cardParts": [ { "type": "text", "text": "1" } ] },
          [ { "type": "text", "text": "2" } ] ] },
        { "type": "separator" }, { "type": "spacer", "height": 6 }, { "type": "bar", "percent": 0.4 } ] } ] }
      """##)
  }

  @Test("Traits, themes, canvas and layout")
  func frames() throws {
    try expectTwins(
      Deck {
        for number in 1...3 {
          Card("card-\(number)") { CardPartTextView("Card \(number)") }
            .rounded(CardRounded(cornerRadius: 10))
            .border(CardBorder(width: 2, color: "#555"))
            .shadow([CardShadow(color: .black, radius: 4, opacity: 0.3, offset: Point(x: 0, y: 2))])
        }
        Card("last") { CardPartTextView("Last") }.theme(.turbo).gradient(
          CardGradient(colors: ["#B598EB", "#1ED3D4"], angle: 45)
        ).noTopBottomMargins().customMargin(20)
      }
      .theme(CardTheme.mint.accentColor("#0E7490"))
      .canvas(
        DeckCanvas(width: 400, scale: 2, padding: 10).background(CardGradient(colors: [.white, "#EEE"]))
      )
      .layout(CardsLayout(type: .grid, columns: 2, spacing: 12)),
      ##"""
      { "version": 1, "theme": { "base": "mint", "accentColor": "#0E7490" },
        "canvas": { "width": 400, "scale": 2, "padding": 10,
          "background": { "gradient": { "colors": ["white", "#EEE"] } } },
        "layout": { "type": "grid", "columns": 2, "spacing": 12 },
        "cards": [
          { "forEach": [1, 2, 3], "id": "card-{{ item }}", "parts": [ { "type": "text", "text": "Card {{ item }}" } ],
            "traits": { "rounded": { "cornerRadius": 10 }, "border": { "width": 2, "color": "#555" },
              "shadow": { "color": "#000", "radius": 4, "opacity": 0.3, "offset": [0, 2] } } },
          { "id": "last", "theme": "turbo", "parts": [ { "type": "text", "text": "Last" } ],
            "traits": { "gradient": { "colors": ["#B598EB", "#1ED3D4"], "angle": 45 },
              "noTopBottomMargins": true, "customMargin": 20 } } ] }
      """##)
  }

  @Test("Data, bindings, conditions and repetition")
  func bindings() throws {
    struct User: Encodable {
      var name: String
      var share: Float
      var tags: [String]
      var isNew: Bool
    }
    try expectTwins(
      try Deck {
        Card("a") {
          CardPartTextView("Hello {{ user.name | upper }}")
          CardPartTextView().text(.binding("user.name"))
          CardPartTextView("welcome").if("user.isNew")
          CardPartTextView("again").if("!user.isNew")
          CardPartBarView(.binding("user.share"))
          CardPartTextView("{{ tag }} {{ index }}").forEach("user.tags", as: "tag")
          CardPartTextView("{{ item.a }}").forEach([["a": 1], ["a": 2.5]])
          CardPartTableView().cell(CardPartTableRow(leftTitleText: "{{ tag }}")).forEach(
            "user.tags", as: "tag")
        }
        Card("b") { CardPartTextView("B") }.forEach("none", as: "x")
      }
      .locale("de_DE").date("2026-11-21").seed(7)
      .data([
        "none": [],
        "user": DeckValue(encoding: User(name: "Ann", share: 0.1, tags: ["x", "y"], isNew: true)),
      ]),
      """
      { "data": { "user": { "name": "Ann", "share": 0.1, "tags": ["x", "y"], "isNew": true } },
        "locale": "de_DE", "date": "2026-11-21", "seed": 7,
        "cards": [ { "id": "a", "parts": [
        { "type": "text", "text": "Hello {{ user.name | upper }}" }, { "type": "text", "text": "{{ user.name }}" },
        { "type": "text", "text": "welcome" },
        { "type": "bar", "percent": "{{ user.share }}" },
        { "type": "text", "text": "x 0" }, { "type": "text", "text": "y 1" },
        { "type": "text", "text": "1" }, { "type": "text", "text": "2.5" },
        { "type": "table", "rows": [ { "leftTitleText": "x" }, { "leftTitleText": "y" } ] } ] } ] }
      """)
  }

  @Test("States")
  func states() throws {
    let deck = Deck {
      Card("a").states {
        CardState("empty") { CardPartTextView("Nothing yet") }
        CardState("hasData") { CardPartTextView("Data") }.alt("data")
      }
    }
    let json = """
      { "cards": [ { "id": "a", "states": { "empty": [ { "type": "text", "text": "Nothing yet" } ],
        "hasData": { "alt": "data", "parts": [ { "type": "text", "text": "Data" } ] } } } ] }
      """
    try expectTwins(deck, json)
    var options = DeckOptions()
    options.state = "empty"
    try expectTwins(deck, json, options: options)
  }

  @Test(
    "Interpolated texts are drawn unchanged",
    arguments: ["{{ a }}", "{{{", #"\{{"#, #"a\\\{{b}}"#, #"\"#, "{ {"])
  func verbatim(_ text: String) throws {
    let data = Deck { Card { CardPartTextView("{{ text }}") } }.data(["text": DeckValue(text)])
    let verbatim = Deck { Card { CardPartTextView("\(text)") } }
    #expect(try verbatim.render(to: .svg) == data.render(to: .svg))
  }

  @Test("A picture in memory is drawn like its file")
  func bitmaps() throws {
    let bitmap = try Deck { Card { CardPartTextView("inside") } }.render(to: .bitmap)
    func deck(_ image: CardImage) -> Deck { Deck { Card { CardPartImageView(image).width(80).height(40) } } }
    let ofBytes = try deck(CardImage(bytes: PNGEncoder.encode(bitmap, scale: 1))).render(to: .png)
    #expect(try deck(CardImage(bitmap)).render(to: .png) == ofBytes)
    #expect(try Deck { Card { CardPartSpacerView().width(80).height(40) } }.render(to: .png) != ofBytes)
  }

  @Test("Builders accept loops, branches, lists and optional values")
  func builders() throws {
    func many(_ isLong: Bool) -> [any CardPartView] {
      isLong ? [CardPartTextView("1"), CardPartSeparatorView()] : []
    }
    let absent: (any CardPartView)? = nil
    func deck(_ flag: Bool, _ choice: Int) -> Deck {
      Deck {
        Card("a") {
          if flag { CardPartTextView("yes") } else { CardPartTitleView("no") }
          if flag { CardPartSeparatorView() }
          switch choice {
          case 0: CardPartTextView("zero")
          default: many(true)
          }
          absent
          for number in 0..<choice { CardPartTextView("\(number)") }
        }
      }
    }
    func types(_ deck: Deck) -> [String] {
      guard case .array(let cards)? = deck.root["cards"]?.value,
        case .array(let parts)? = cards.first?["parts"]?.value
      else { return [] }
      return parts.compactMap { part in
        if case .string(let type)? = part["type"]?.value { return type }
        return nil
      }
    }
    #expect(types(deck(true, 0)) == ["text", "separator", "text"])
    #expect(types(deck(false, 2)) == ["title", "text", "separator", "text", "text"])
  }

  @Test("The JSON of a deck is always the same text, with its keys in the order of the manual")
  func jsonIsStable() throws {
    let deck = Deck { Card("a") { CardPartTextView("Hi").textColor(.titleColor).textColor("#111") } }
      .data(["b": 1, "a": nil]).theme(.mint)
    #expect(
      deck.json == """
        {
          "version": 1,
          "theme": "mint",
          "cards": [
            {
              "id": "a",
              "parts": [
                {
                  "type": "text",
                  "text": "Hi",
                  "textColor": "#111"
                }
              ]
            }
          ],
          "data": {
            "b": 1,
            "a": null
          }
        }

        """)
    #expect(try Deck(json: deck.json).json == deck.json)
  }

  @Test("An error names the line of the Swift source and the path of the value")
  func mistakesHavePlaces() throws {
    let line = #line + 3
    let deck = Deck {
      Card("a") {
        CardPartTextView("Hi")
          .textColor("#12345")
        CardPartStackView {
          CardPartTextView("inner").property("txet", "x")
        }
      }
      Card("a") { CardPartSeparatorView() }
    }
    .property("thme", "mint")
    let error = #expect(throws: DeckError.self) { try deck.render(to: .bitmap) }
    let file = #fileID
    #expect(
      error?.issues.map(\.text) == [
        "\(file):\(line - 2): error: unknown key 'thme' of the deck; did you mean 'theme'?",
        "\(file):\(line): error: '#12345' is not a colour at cards[0].parts[0].textColor; "
          + "write #RRGGBB, rgb(…), hsl(…) or a CSS name",
        "\(file):\(line + 3): error: unknown key 'txet' of part 'text' at cards[0].parts[1].arrangedSubviews[0]; "
          + "did you mean 'text'?",
        "\(file):\(line + 6): error: two cards have the id 'a' at cards[1].id; the first is at line \(line - 1)",
      ])
  }

  @Test("Duplicate keys and values nested too deeply are rejected, as in JSON")
  func treesAreChecked() throws {
    var deep = DeckValue(1)
    for _ in 0...Limits.jsonDepth { deep = [deep] }
    for (data, message) in [
      (["a": 1, "a": 2] as DeckValue, "the key 'a' is given twice"),
      (["nan": DeckValue(Double.nan)] as DeckValue, "a number must be finite, found nan"),
      (["deep": deep] as DeckValue, "values are nested deeper than the limit of \(Limits.jsonDepth)"),
    ] {
      let deck = Deck { Card { CardPartTextView("x") } }.data(data)
      #expect(deck.issues().contains { $0.message == message })
      #expect(throws: DeckError.self) { try deck.render(to: .png) }
    }
  }

  @Test("Warnings are delivered and are among the issues")
  func warningsAreHandedOver() throws {
    let deck = Deck {
      Card { CardPartTextView("far too long for one line of this card").maxLines(1).width(60) }
    }
    var warnings: [DeckIssue] = []
    _ = try deck.render(to: .bitmap) { warnings.append($0) }
    #expect(!warnings.isEmpty)
    #expect(deck.issues() == warnings)
    #expect(warnings.first?.text.hasPrefix("\(#fileID):") == true)
  }

  @Test("Targets are pixels, files and documents, with one picture or one per card")
  func targets() throws {
    let deck = Deck {
      Card("a") { CardPartTextView("A") }
      Card("b") { CardPartTextView("B") }
    }
    var options = DeckOptions()
    options.scale = 2
    let bitmap = try deck.render(to: .bitmap, options: options)
    #expect(bitmap.width == 750)
    guard
      case .bitmap(let decoded) = try ImageDecoding.decode(deck.render(to: .png, options: options), name: "x")
        .content
    else {
      Issue.record("no pixels")
      return
    }
    #expect(decoded == bitmap)
    #expect(try deck.render(to: .png(.fast)).starts(with: [0x89, 0x50]))
    #expect(try deck.render(to: .svg(keepsText: true)).contains("<text"))
    #expect(try deck.render(to: .file(.svg)) == Array(deck.render(to: .svg).utf8))
    let pages = try deck.renderPages(to: .png)
    #expect(pages.map(\.name) == ["a", "b"])
    options = DeckOptions()
    options.cards = ["b"]
    #expect(try deck.render(to: .png, options: options) == pages.last?.data)
  }

  @Test("A renderer gives the same bytes as a single call, from any task")
  func rendererGivesTheSameBytes() async throws {
    let decks = (0..<6).map { number in
      Deck { Card { CardPartTextView("Deck number \(number) مرحبا 你好").style(.title) } }
    }
    let single = try decks.map { try $0.render(to: .png) }
    let renderer = DeckRenderer()
    for (deck, png) in zip(decks, single) { #expect(try await renderer.render(deck, to: .png) == png) }
    let parallel = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for (number, deck) in decks.enumerated() {
        group.addTask { (number, try deck.render(to: .png)) }
      }
      return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
    }
    #expect(single.indices.allSatisfy { parallel[$0] == single[$0] })
    #expect(try await renderer.renderPages(decks[0], to: .svg).map(\.name) == ["1"])
  }

  @Test("Encodable values become data")
  func encodableBecomesData() throws {
    enum Kind: String, Encodable { case small }
    struct Inner: Encodable {
      var kind = Kind.small
      var nothing: Int?
      var pairs = [[1, 2], [3]]
    }
    class Base: Encodable { var id = 1 }
    final class Derived: Base {
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try super.encode(to: container.superEncoder())
        try container.encode(Float(0.1), forKey: .share)
        try container.encodeNil(forKey: .none)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode("x")
        var object = list.nestedContainer(keyedBy: Key.self)
        try object.encode(["b": 2, "a": 1, "c": 3], forKey: .share)
      }
      enum Key: CodingKey { case share, none, list }
    }
    #expect(try DeckValue(encoding: Inner()).json.text == #"{"kind":"small","pairs":[[1,2],[3]]}"#)
    #expect(
      try DeckValue(encoding: Derived()).json.text
        == #"{"super":{"id":1},"share":0.1,"none":null,"list":["x",{"share":{"a":1,"b":2,"c":3}}]}"#)
    #expect(try DeckValue(encoding: 5).json.text == "5")
    #expect(try DeckValue(encoding: [Double]()).json.text == "[]")
  }

  @Test("Sets, and dictionaries whose keys are not texts, have a fixed order")
  func unorderedBecomesOrdered() throws {
    enum Day: String, Encodable { case mon, tue, wed, thu, fri }
    let days: Set = ["mon", "tue", "wed", "thu", "fri", "sat"]
    #expect(
      try DeckValue(encoding: days).json.text == #"["fri","mon","sat","thu","tue","wed"]"#)
    let hours: [Day: Int] = [.mon: 1, .tue: 2, .wed: 3, .thu: 4, .fri: 5]
    #expect(
      try DeckValue(encoding: hours).json.text == #"["fri",5,"mon",1,"thu",4,"tue",2,"wed",3]"#)
    #expect(try DeckValue(encoding: ["a": Set([3, 1, 2])]).json.text == #"{"a":[1,2,3]}"#)
  }

  @Test("A number that JSON cannot represent is rejected", arguments: [Double.nan, .infinity, -.infinity])
  func numbersAreFinite(_ number: Double) {
    struct Share: Encodable { var share: Double }
    #expect(throws: EncodingError.self) { try DeckValue(encoding: Share(share: number)) }
    #expect(throws: EncodingError.self) { try DeckValue(encoding: [Float(number)]) }
  }

  @Test("Braces in the values of a repetition are drawn unchanged")
  func bracesOfRepetitionsAreData() throws {
    let user: DeckValue = "{{ token }}"
    let deck = Deck {
      Card {
        CardPartTextView("{{ item }}").forEach([user])
        CardPartTextView("{{ item.name }}").forEach([["name": #"\{{ token }} \\"#]])
      }
    }
    .data(["token": "SECRET"])
    let svg = try deck.render(to: .svg(keepsText: true))
    #expect(!svg.contains("SECRET"))
    #expect(svg.contains("{{ token }}"))
    #expect(svg.contains(#"\{{ token }} \\"#))
  }

  @Test("A deck is read from a file, with pictures relative to it")
  func fileIsRead() throws {
    let deck = try Deck(contentsOf: DocsFolder.root + "/Examples/launch-og.json")
    #expect(try deck.render(to: .bitmap).width == 1200)
    #expect(throws: DeckError.self) { try Deck(contentsOf: "/nowhere/deck.json") }
    let changed = deck.theme(.mint).canvas(DeckCanvas(width: 600, height: 630))
    #expect(try changed.render(to: .bitmap).width == 600)
  }
}
