import CardParts
import TestSupport
import Testing

@Suite("Spellings of CardParts' README in Swift")
struct CardPartsSpellingsTests {
  private func text(_ part: some CardPartView) -> String {
    Deck { Card { part } }.json.filter { !$0.isWhitespace }
  }

  @Test("Parts with the arguments of CardParts make the JSON of the parts with own arguments")
  func parts() {
    #expect(text(CardPartTextView(type: .normal)) == text(CardPartTextView(style: .normal)))
    #expect(text(CardPartTitleView(type: .titleOnly)) == text(CardPartTitleView(style: .titleOnly)))
    #expect(text(CardPartConfettiView().type(.diamond)) == text(CardPartConfettiView(style: .diamond)))
    #expect(text(CardPartSpacerView(height: 30)) == text(CardPartSpacerView().height(30)))
    #expect(text(CardPartTextField(format: .phone)).contains(#""format":"phone""#))
    #expect(text(CardPartTextField(format: .currency(maxLength: 6))).contains(#""maxLength":6"#))
    #expect(
      text(CardPartMultiSliderView(value: [10, 40])) == text(CardPartMultiSliderView().value([10.0, 40.0])))
    #expect(
      text(
        CardPartMapView(
          type: .standard, location: CardPartCoordinate(latitude: 37, longitude: -122),
          span: CardPartCoordinateSpan(latitudeDelta: 1, longitudeDelta: 1))
      ).contains(#""latitude":37"#))
    #expect(
      text(CardPartOrientedView(cardParts: [CardPartTextView("a")], orientation: .top))
        .contains(#""orientation":"top""#))
    let page = CardPartStackView(axis: .vertical) { CardPartTextView("a") }
    #expect(
      text(CardPartPagedView(withPages: [page, page], andHeight: 90)).contains(#""pageHeight":90"#))
    #expect(text(CardPartStackView()).contains(#""arrangedSubviews":[]"#))
    #expect(
      text(CardPartHistogramView().histogramLines(.lines(bottom: true))).contains(#"{"bottom":true"#))
    #expect(
      text(
        CardPartProgressBarView(
          barValues: ["300", "850"], barColors: [.red, .green], marker: nil, currentValue: 720)
      ).contains(#""currentValue":720"#))
    #expect(text(CardPartSwitchView(true)).contains(#""isOn":true"#))
    let name = "photo.png"
    #expect(text(CardPartImageView(name)).contains(#""image":"photo.png""#))
    #expect(
      text(CardPartTitleDescriptionView().secondaryPosition(.center(amount: 0))).contains(#""center":0"#))
  }

  @Test("Parts and cards go where the format has parts and cards, with their lines")
  func nested() throws {
    let centered = CardPartCenteredView(
      leftView: CardPartTextView("left"), centeredView: CardPartVerticalSeparatorView(),
      rightView: CardPartStackView(axis: .vertical) { CardPartTextView("right") })
    #expect(Deck { Card { centered } }.issues().isEmpty)
    let wrong = Deck {
      Card { CardPartCenteredView(centeredView: CardPartTextView("x").textColor("#12345")) }
    }
    #expect(try #require(wrong.issues().first).place?.line == #line - 2)
    let row = CardPartTableRow(leftTitleText: "a", rightTopButton: CardPartButtonView("Go"))
    #expect(Deck { Card { CardPartTableView { row } } }.issues().isEmpty)
  }

  @Test("A layout knows its own type")
  func layouts() {
    let card = Card { CardPartTextView("Hi") }
    for deck in [
      Deck { card }.layout(CardSwipeStack(numberOfVisibleCards: 3)),
      Deck { card }.layout(CardSheet(position: .peaking)),
      Deck { card }.layout(CardBottomSheet().content(Card { CardPartTextView("in the sheet") })),
      Deck { card }.layout(.grid, columns: 2, spacing: 8), Deck { card }.layout(.fullScreen),
    ] {
      #expect(!deck.issues().contains { $0.severity == .error }, "\(deck.issues())")
      #expect(!deck.issues().contains { $0.message.contains("has no effect on layout") })
    }
  }

  @Test("Traits, states and short forms")
  func cards() {
    let card = Card { CardPartTextView("Hi") }
    let decks = [
      Deck { card.editable() }, Deck { card.editable(CardEditable()) },
      Deck { card.rounded(cornerRadius: 8) },
      Deck { card }.canvas(width: 260, scale: 2),
      Deck {
        Card("a").states {
          CardState(.loading) { CardPartTextView("…") }
          CardState(.custom("mine")) { CardPartTextView("mine") }
        }
      },
    ]
    for deck in decks { #expect(!deck.issues().contains { $0.severity == .error }, "\(deck.issues())") }
  }

  @Test("Numbers keep all digits: 64-bit identifiers, in data and as values of properties")
  func identifiers() throws {
    struct Invoice: Encodable { var id: Int64 }
    let number: Int64 = 9_007_199_254_740_993
    let deck = Deck { Card { CardPartTextView("Invoice {{ id }}") } }
    let drawn = try deck.data(encoding: Invoice(id: number)).render(to: .svg(keepsText: true))
    #expect(drawn.contains("9007199254740993"))
    let json = try Deck(
      json: #"{"data":{"id":1234567890123456789},"cards":[{"parts":[{"type":"text","text":"{{ id }}"}]}]}"#)
    #expect(try json.render(to: .svg(keepsText: true)).contains("1234567890123456789"))
    #expect(DeckValue(number).json.text == "9007199254740993")
  }

  @Test("A deck from JSON reads no file unless it has a folder")
  func files() throws {
    let folder = try TemporaryFolder()
    try FileWriting.write(
      try PNGEncoder.encode(Deck { Card { CardPartTextView("Hi") } }.render(to: .bitmap), scale: 1),
      to: folder.path + "/spark.png")
    let json = #"{"cards":[{"parts":[{"type":"image","image":"spark.png"}]}]}"#
    #expect(try Deck(json: json, folder: folder.path).issues().isEmpty)
    let issue = try #require(try Deck(json: json).issues().first)
    #expect(issue.severity == .error && issue.option == "folder")
    #expect(throws: DeckError.self) { try Deck(json: #"{"extends":"base.json","cards":[]}"#) }
    #expect(!(try Deck(json: #"{"theme":"theme.json","cards":[{"parts":[]}]}"#).issues().isEmpty))
  }
}
