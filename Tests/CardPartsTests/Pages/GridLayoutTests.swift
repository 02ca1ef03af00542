import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Cards in columns.
@Suite struct GridLayoutTests {
  /// The page of five cards, and the number of layouts of parts for it.
  private func page(_ layout: String) throws -> (box: LayoutBox, layouts: Int) {
    let cards = (1...5).map { number in
      let parts = (0..<number).map { #"{"type":"text","text":"\#($0) of \#(number)"}"# }
      return #"{"parts":[\#(parts.joined(separator: ","))]}"#
    }
    let text =
      #"{"theme":"turbo","layout":\#(layout),"canvas":{"width":400},"cards":[\#(cards.joined(separator: ","))]}"#
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.resolve(try pipeline.load(Array(text.utf8), file: "d.json", folder: "."))
    let layout = PageLayout(deck: deck, fonts: try pipeline.fonts(deck.fonts))
    return (try layout.page(deck.cards), layout.trace.layouts)
  }

  /// A deck with texts of some lines in each card, given as the number of lines and other keys.
  private func deck(_ layout: String, _ cards: [(lines: Int, keys: String)]) -> String {
    let cards = cards.map { lines, keys in
      let text = Array(repeating: "x", count: lines).joined(separator: "\\n")
      return
        #"{\#(keys)"parts":[{"type":"text","text":"\#(text)"},{"type":"text","text":"last"}]}"#
    }
    return
      #"{"layout":{"type":"grid","columns":3,"spacing":10\#(layout)},"canvas":{"width":320,"padding":0},"cards":[\#(cards.joined(separator: ","))]}"#
  }

  @Test("A card spans columns, and starts the next row if it does not fit") func spans() throws {
    let cards = [1, 2, 2, 1, 3].map { (lines: 1, keys: #""columnSpan":\#($0),"#) }
    let laidOut = try LaidOut(deck: deck("", cards))
    let frames = try (0..<5).map { try LaidOut.frame(of: laidOut.card($0)) }
    #expect(frames.map(\.width) == [100, 210, 210, 100, 320])
    #expect(frames.map(\.minX) == [0, 110, 0, 220, 0])
    #expect(frames[0].minY == frames[1].minY && frames[2].minY == frames[3].minY)
    #expect(frames[2].minY == frames[1].maxY + 10 && frames[4].minY == frames[2].maxY + 10)
    let three = try LaidOut(deck: deck("", [(1, ""), (1, #""columnSpan":3,"#)]))
    #expect(try LaidOut.frame(of: three.card(1)).minY == frames[0].maxY + 10)
    #expect(try three.card(1)["columnSpan"]?.number == 3 && three.card()["columnSpan"] == nil)
  }

  @Test("A card cannot span more columns than there are, nor columns of a list") func wideSpans() throws {
    let issues = try LaidOut.issues(of: deck("", [(1, #""columnSpan":4,"#)]))
    #expect(
      issues.count == 1 && issues[0].contains("the card spans 4 columns, but the grid has 3"), "\(issues)")
    #expect(issues[0].contains("write at most 3"))
    let list = try LaidOut.issues(of: #"{"cards":[{"columnSpan":2,"parts":[{"type":"text","text":"a"}]}]}"#)
    #expect(list.count == 1 && list[0].contains("'columnSpan' has no effect in layout 'list'"), "\(list)")
  }

  @Test("With 'subgrid' the parts of a row's cards are aligned") func subgrid() throws {
    func tops(_ layout: String) throws -> [Double] {
      let laidOut = try LaidOut(deck: deck(layout, [(1, ""), (4, ""), (2, #""columnSpan":2,"#), (1, "")]))
      return try (0..<4).map {
        try LaidOut.frame(of: #require(laidOut.card($0)["parts"]?.element(1))).minY
      }
    }
    let (plain, aligned) = (try tops(""), try tops(#","subgrid":true"#))
    #expect(plain[0] < plain[1] && plain[2] > plain[3])
    #expect(aligned[0] == aligned[1] && aligned[1] == plain[1])
    #expect(aligned[2] == aligned[3] && aligned[2] == plain[2])
    // A hidden part takes no place, and a part that takes any height fills the rest.
    let laidOut = try LaidOut(
      deck:
        #"{"layout":{"type":"grid","subgrid":true},"canvas":{"width":320},"cards":[{"parts":[{"type":"text","text":"a","isHidden":true},{"type":"title","title":"b"},{"type":"image","image":"\#(Explained.picture(1))","height":90}]},{"parts":[{"type":"text","text":"a\nb\nc"},{"type":"spacer"}]}]}"#
    )
    let cards = try (0..<2).map { try LaidOut.frame(of: laidOut.card($0)) }
    #expect(cards[0].height == cards[1].height && laidOut.warnings == [])
  }

  @Test("A card spans rows, and cards are placed beside it") func rowSpans() throws {
    let cards = [
      (1, #""rowSpan":2,"#), (1, ""), (1, ""), (3, #""columnSpan":2,"#), (1, #""columnSpan":2,"rowSpan":2,"#),
      (1, ""), (1, ""),
    ]
    let laidOut = try LaidOut(deck: deck("", cards))
    let frames = try (0..<7).map { try LaidOut.frame(of: laidOut.card($0)) }
    #expect(frames.map(\.minX) == [0, 110, 220, 110, 0, 220, 220])
    #expect(frames[1].minY == 0 && isNear(frames[3].minY, frames[1].maxY + 10))
    #expect(isNear(frames[0].maxY, frames[3].maxY) && isNear(frames[1].height, frames[2].height))
    #expect(isNear(frames[4].minY, frames[0].maxY + 10) && frames[5].minY == frames[4].minY)
    #expect(isNear(frames[6].minY, frames[5].maxY + 10) && isNear(frames[6].maxY, frames[4].maxY))
    #expect(try laidOut.card(0)["rowSpan"]?.number == 2 && laidOut.card(1)["rowSpan"] == nil)
  }

  @Test("A tall card over rows makes them equally taller, and holes are not filled") func tallSpans() throws {
    let laidOut = try LaidOut(
      deck: deck("", [(20, #""rowSpan":2,"#), (1, ""), (1, #""columnSpan":2,"#), (1, "")]))
    let frames = try (0..<4).map { try LaidOut.frame(of: laidOut.card($0)) }
    #expect(isNear(frames[1].height, frames[2].height) && frames[2].minX == 110)
    #expect(isNear(frames[0].height, frames[1].height + frames[2].height + 10))
    #expect(
      frames[3].minX == 0 && isNear(frames[3].minY, frames[0].maxY + 10), "the cell right of card 2 is empty")
    let aligned = try LaidOut(
      deck: deck(#","subgrid":true"#, [(9, #""rowSpan":2,"#), (1, ""), (3, ""), (1, ""), (2, "")]))
    let tops = try (0..<5).map { try LaidOut.frame(of: #require(aligned.card($0)["parts"]?.element(1))).minY }
    #expect(tops[1] == tops[2] && tops[3] == tops[4])
  }

  @Test("A report keeps rows with a card in common on one page") func reportRowSpans() throws {
    let cards = (0..<25).map { (lines: 8, keys: $0 % 5 == 0 ? #""rowSpan":2,"# : "") }
    let text = deck("", cards).replacing(
      #""canvas":{"width":320,"padding":0}"#, with: #""page":{"size":"A5"}"#)
    let laidOut = try LaidOut(deck: text)
    #expect(laidOut.deck.pages.count > 1 && laidOut.warnings == [])
  }

  @Test("A badge over the edge of a card moves no line") func badges() throws {
    func tops(_ badge: String) throws -> (LaidOut, [Double]) {
      let laidOut = try LaidOut(
        deck:
          #"{"layout":{"type":"grid","subgrid":true,"spacing":10},"canvas":{"width":320,"padding":20},"cards":[{"parts":[{"type":"title","title":"a"},{"type":"text","text":"b"}]},{"traits":{"rounded":{}},"parts":[\#(badge){"type":"title","title":"a"},{"type":"text","text":"b"}]}]}"#
      )
      let cards = try (0..<2).map { try LaidOut.frame(of: laidOut.card($0)) }
      return (laidOut, cards.map(\.height))
    }
    let badge =
      #"{"type":"pillLabel","id":"badge","labelText":"Popular","anchor":"top","margins":[-12,0,0,0]},"#
    let (with, heights) = try tops(badge)
    let (_, plain) = try tops("")
    #expect(heights == plain && with.warnings == [])
    let card = try LaidOut.frame(of: with.card(1))
    let frames = Inspection().frames(in: try #require(with.deck.pages.first))
    let frame = try #require(frames.first { $0.id == "badge" }?.frame)
    #expect(isNear(frame.minY, card.minY - 12) && isNear(frame.midX, card.midX), "\(frame) \(card)")
    let idle = try LaidOut(
      part: #"{"type":"table","rows":[{"cardParts":[{"type":"text","text":"a","anchor":"top"}]}]}"#)
    #expect(
      idle.warnings.count == 1 && idle.warnings[0].contains("can only be anchored in a card"),
      "\(idle.warnings)")
  }

  @Test("Changed spans are the cause of moved cards") func changedSpans() throws {
    let old = deck("", [(1, ""), (1, ""), (1, "")])
    let new = deck("", [(1, ""), (1, #""columnSpan":2,"#), (1, "")])
    let sentences = try Explained(old, new).sentences
    #expect(sentences.contains { $0.contains("columnSpan") }, "\(sentences)")
  }

  @Test("Tables in several cards have equal columns if each has a width or a weight") func tables() throws {
    func card(_ name: String) -> String {
      #"{"parts":[{"type":"table","columns":[{"title":"Name","weight":2},{"title":"Due","width":60,"textAlignment":"right"},{"title":"Note","weight":1}],"rows":[["\#(name)","12","\#(name) \#(name)"]]}]}"#
    }
    let laidOut = try LaidOut(
      deck: #"{"canvas":{"width":400},"cards":[\#(card("A")),\#(card("Anna and Bert"))]}"#)
    let places = laidOut.glyphRuns.filter { $0.font.size < 15 }.map(\.origin.x)
    let half = places.count / 2
    #expect(half >= 3 && places.prefix(3) == places[half..<(half + 3)], "\(places)")
  }

  @Test("A report keeps rows with wide cards") func report() throws {
    let cards = (0..<9).map { (lines: 12, keys: $0 % 2 == 0 ? #""columnSpan":2,"# : "") }
    let deck = deck("", cards).replacing(
      #""canvas":{"width":320,"padding":0}"#, with: #""page":{"size":"A5"}"#)
    let laidOut = try LaidOut(deck: deck)
    #expect(laidOut.deck.pages.count > 1 && laidOut.warnings == [])
  }

  @Test func equalizingARowLaysOutNoPartTwice() throws {
    let (grid, list) = (try page(#"{"type":"grid","columns":2}"#), try page(#""list""#))
    #expect(grid.layouts == list.layouts)
    #expect(list.layouts == 1 + 2 + 3 + 4 + 5)
    var heights: [Double] = []
    for case .box(let card, _) in grid.box.content { heights.append(card.size.height) }
    #expect(heights.count == 5)
    #expect(heights[0] == heights[1] && heights[2] == heights[3])
    #expect(heights[1] < heights[3] && heights[3] < heights[4])
  }
}
