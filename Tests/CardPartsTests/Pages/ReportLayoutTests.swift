import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// Cards on the pages of a report.
@Suite struct ReportLayoutTests {
  private func text(_ words: String, _ more: String = "") -> String {
    #"{"type":"text","text":"\#(words)","margins":0\#(more)}"#
  }

  private func block(_ id: String, _ height: Double, _ more: String = "") -> String {
    #"{"type":"spacer","id":"\#(id)","height":\#(height),"margins":0\#(more)}"#
  }

  private func report(_ cards: [String], page: String = "", more: String = "") throws -> LaidOutDeck {
    let deck =
      #"{"theme":{"base":"turbo","cardCellMargins":0,"cardsLineSpacing":10},"#
      + #""page":{"width":200,"height":200,"margins":20\#(page)}\#(more),"cards":[\#(cards.joined(separator: ","))]}"#
    return try LaidOut(deck: deck).deck
  }

  private func card(_ parts: [String], _ more: String = "") -> String {
    #"{"parts":[\#(parts.joined(separator: ","))]\#(more)}"#
  }

  /// The ids of the parts on each page.
  private func ids(_ deck: LaidOutDeck) -> [[String]] {
    deck.pages.indices.map { page in
      deck.elements.filter { $0.page == page && $0.type == "spacer" }.compactMap(\.id)
    }
  }

  @Test func cardsWithoutRoomMoveToTheNextPage() throws {
    let deck = try report(["a", "b", "c"].map { card([block($0, 70)]) })
    #expect(ids(deck) == [["a", "b"], ["c"]])
    #expect(deck.pages.map(\.name) == ["page-1", "page-2"])
    for page in deck.pages { #expect(page.display.size == Size(width: 200, height: 200)) }
    #expect(deck.frame(ofID: "b") == Rect(x: 20, y: 100, width: 160, height: 70))
    let last = try #require(deck.elements.first { $0.id == "c" })
    #expect(last.frame == Rect(x: 20, y: 20, width: 160, height: 70))
  }

  @Test func aCardIsDividedBetweenItsPartsAndFramedOnEachPage() throws {
    let deck = try report([card(["a", "b", "c"].map { block($0, 70) })])
    #expect(ids(deck) == [["a", "b"], ["c"]])
    let cards = deck.elements.filter { $0.type == "card" }.map(\.frame.size.height)
    #expect(cards == [140, 70])
  }

  @Test(arguments: [
    (#","breakBefore":"page""#, [["a"], ["b", "c"]]), (#","breakAfter":"page""#, [["a", "b"], ["c"]]),
  ]) func breaksAreRespected(_ more: String, _ expected: [[String]]) throws {
    #expect(ids(try report([card([block("a", 20), block("b", 20, more), block("c", 20)])])) == expected)
    #expect(
      ids(
        try report([card([block("a", 20)]), card([block("b", 20)], more), card([block("c", 20)])]))
        == expected)
  }

  @Test func groupsStayTogether() throws {
    let parts = [block("a", 70), block("b", 70, #","breakAfter":"avoid""#), block("c", 60)]
    #expect(ids(try report([card(parts)])) == [["a"], ["b", "c"]])
    let cards = [
      card([block("a", 70)]), card([block("b", 70)], #","breakAfter":"avoid""#), card([block("c", 60)]),
    ]
    #expect(ids(try report(cards)) == [["a"], ["b", "c"]])
    let whole = card([block("b", 50), block("c", 50)], #","breakInside":"avoid""#)
    #expect(ids(try report([card([block("a", 70)]), whole])) == [["a"], ["b", "c"]])
    // A title stays on one page with the part below it.
    let title = #"{"type":"title","id":"t","title":"T","margins":0}"#
    let deck = try report([card([block("a", 120), title, block("b", 60)])])
    #expect(deck.elements.first { $0.id == "t" }?.page == 1)
  }

  @Test func linesOfATextAreDividedWithAtLeastTwoPerPage() throws {
    let words = Array(repeating: "Many words that go on", count: 30).joined(separator: " ")
    let deck = try report([card([text(words)])])
    let lines = deck.pages.map { page in page.display.dump.components(separatedBy: "glyphs").count - 1 }
    #expect(lines.count > 1 && lines.allSatisfy { $0 >= 2 })
    let whole = deck.pages.flatMap { PageWords.of($0.box) }.joined(separator: " ")
    #expect(whole.split(separator: " ").count == words.split(separator: " ").count)
  }

  @Test func theHeadOfATableIsRepeatedAndItsRowsStayWhole() throws {
    let rows = (1...12).map { #"{"leftTitleText":"Row \#($0)","id":"r\#($0)"}"# }.joined(separator: ",")
    func table(_ more: String) -> String {
      #"{"type":"table","rowHeight":30,"margins":0,"tableHeaderView":[{"type":"text","id":"head","text":"Head"}],"rows":[\#(rows)]\#(more)}"#
    }
    let deck = try report([card([table("")])])
    #expect(deck.pages.count > 2)
    let heads = deck.elements.filter { $0.id == "head" }
    #expect(heads.map(\.page) == Array(deck.pages.indices))
    #expect(Set(heads.map(\.frame.minY)).count == 1)
    #expect(deck.elements.filter { $0.type == "row" }.compactMap(\.id) == (1...12).map { "r\($0)" })
    for frame in deck.elements where frame.type == "row" { #expect(frame.frame.maxY <= 180.5) }
    let plain = try report([card([table(#","repeatsHeader":false"#)])])
    #expect(plain.elements.filter { $0.id == "head" }.map(\.page) == [0])
  }

  @Test func contentAfterARepeatedHeaderMovesDown() throws {
    let rows = (1...9).map { #"{"leftTitleText":"Row \#($0)","id":"r\#($0)"}"# }.joined(separator: ",")
    let table =
      #"{"type":"table","rowHeight":30,"margins":0,"tableHeaderView":[{"type":"spacer","height":20}],"rows":[\#(rows)]}"#
    let deck = try report([card([table, block("below", 10)]), card([block("next", 10)])])
    let placed = deck.elements.filter { $0.type == "row" || ["below", "next"].contains($0.id) }
    #expect(placed.compactMap(\.id) == (1...9).map { "r\($0)" } + ["below", "next"])
    #expect(deck.pages.count > 2)
    for (upper, lower) in zip(placed, placed.dropFirst()) where upper.page == lower.page {
      #expect(lower.frame.minY >= upper.frame.maxY - 0.01)
    }
    for one in placed { #expect(one.frame.minY >= 20 && one.frame.maxY <= 180) }
  }

  @Test func aSectionOfATableIsNotSeparatedFromItsHeader() throws {
    let rows = (1...3).map { #"{"leftTitleText":"Row \#($0)"}"# }.joined(separator: ",")
    let table =
      #"{"type":"table","rowHeight":30,"margins":0,"sections":[{"header":"One","rows":[\#(rows)]},{"header":"Two","rows":[\#(rows)]}]}"#
    for top in stride(from: 0.0, through: 60, by: 10) {
      let deck = try report([card([block("a", top), table])])
      for page in deck.pages.indices {
        let last = deck.elements.last { $0.page == page && ["row", "sectionHeader"].contains($0.type) }
        #expect(last?.type != "sectionHeader", "page \(page) below \(top) points")
      }
    }
  }

  @Test func breaksOfTheFirstAndTheLastPartAreThoseOfTheCard() throws {
    let before = #","breakBefore":"page""#
    let after = #","breakAfter":"page""#
    #expect(
      ids(try report([card([block("a", 20)]), card([block("b", 20, before), block("c", 20)])]))
        == [["a"], ["b", "c"]])
    #expect(
      ids(try report([card([block("a", 20), block("b", 20, after)]), card([block("c", 20)])]))
        == [["a", "b"], ["c"]])
    // A title stays on one page with the card below it.
    let title = card([#"{"type":"title","id":"t","title":"T","margins":0}"#])
    let deck = try report([card([block("a", 110)]), title, card([block("b", 60)])])
    #expect(deck.elements.first { $0.id == "t" }?.page == 1)
  }

  @Test func aBreakWithoutEffectCausesAWarning() throws {
    let part = block("b", 20, #","breakBefore":"page""#)
    let stack = #"{"type":"stack","arrangedSubviews":[\#(block("a", 20, #","width":9"#)),\#(part)]}"#
    for deck in [
      try report([card([stack])]), try report([card([block("a", 20), part], #","height":60"#)]),
      try report([card([block("a", 20), part])], more: #","layout":"grid""#),
    ] {
      #expect(deck.pages.count == 1)
      #expect(deck.warnings.count == 1 && deck.warnings[0].text.contains("stays on one page"))
      #expect(deck.warnings[0].path.text.hasSuffix("[1].breakBefore"))
    }
    let avoided = block("b", 20, #","breakBefore":"avoid""#)
    let quiet = #"{"type":"stack","arrangedSubviews":[\#(block("a", 20)),\#(avoided)]}"#
    #expect(try report([card([quiet])]).warnings.isEmpty)
  }

  @Test(arguments: ["plain", "grouped", "insetGrouped"]) func linesStayWithTheRowsAboveThem(
    _ style: String
  ) throws {
    let rows = (1...14).map { #"{"leftTitleText":"Row \#($0)"}"# }.joined(separator: ",")
    let deck = try report([
      card([#"{"type":"table","style":"\#(style)","margins":0,"rows":[\#(rows)]}"#])
    ])
    #expect(deck.warnings.isEmpty && deck.pages.count > 2)
    for page in deck.pages.indices {
      let rows = deck.elements.filter { $0.page == page && $0.type == "row" }.map(\.frame)
      #expect(!rows.isEmpty)
      let lines = Self.lines(deck.pages[page].box, at: .zero).filter { $0 < 181 }
      for row in rows.dropLast() {
        #expect(lines.contains { abs($0 - row.maxY) < 1.5 }, "\(row.maxY) in \(lines) on page \(page)")
      }
      for line in lines { #expect(rows.contains { abs($0.maxY - line) < 1.5 || $0.minY >= line - 1.5 }) }
    }
  }

  /// The positions of hairlines.
  private static func lines(_ box: LayoutBox, at origin: Point) -> [Double] {
    box.content.flatMap { entry -> [Double] in
      switch entry {
      case .box(let child, let point): lines(child, at: origin + point)
      case .item(let item): item.outline.map { $0.size.height <= 1 ? [origin.y + $0.maxY] : [] } ?? []
      case .text, .confetti: []
      }
    }
  }

  @Test func piecesKeepTheDistanceFromTheirEdges() throws {
    let inner = #"{"type":"spacer","height":60,"margins":[15,0,25,0]"#
    let parts = ["a", "b", "c"].map { inner + #","id":"\#($0)"}"# }
    let deck = try report([card(parts)])
    // Two parts, their margins and the margins between them do not fit into 160 points.
    #expect(ids(deck) == [["a"], ["b"], ["c"]])
    for page in deck.pages.indices {
      let frames = deck.elements.filter { $0.page == page }
      let card = try #require(frames.first { $0.type == "card" }?.frame)
      let part = try #require(frames.first { $0.type == "spacer" }?.frame)
      #expect(part.minY - card.minY >= 15 && card.maxY - part.maxY >= 25)
    }
    let words = Array(repeating: "Many words that go on", count: 30).joined(separator: " ")
    let long = try report([card([#"{"type":"text","text":"\#(words)","margins":[10,0]}"#])])
    #expect(long.pages.count > 1)
    for page in long.pages.indices {
      let frames = long.elements.filter { $0.page == page }
      let card = try #require(frames.first { $0.type == "card" }?.frame)
      let part = try #require(frames.first { $0.type == "text" }?.frame)
      #expect(abs(part.minY - card.minY - 10) < 0.01 && abs(card.maxY - part.maxY - 10) < 0.01)
      #expect(card.maxY <= 180)
    }
  }

  @Test func onlyPartsThatAreTooTallAreClipped() throws {
    let deck = try report([card([block("a", 300), block("b", 20), block("c", 20)])])
    #expect(ids(deck) == [["a"], ["b", "c"]])
    #expect(deck.warnings.count == 1 && deck.warnings[0].text.contains("140 points taller than the page"))
    #expect(deck.elements.first { $0.id == "b" }?.frame.minY == 20)
  }

  @Test func headerAndFooterShowTheirPage() throws {
    let running =
      #","header":[{"if":"{{ page > 1 }}","type":"text","text":"Report"}],"footer":[{"type":"text","text":"{{ page }} of {{ pages }}"}]"#
    let deck = try report((1...5).map { card([block("b\($0)", 70)]) }, page: running)
    let count = deck.pages.count
    for (number, page) in deck.pages.enumerated() {
      let words = PageWords.of(page.box)
      #expect(words.contains("\(number + 1) of \(count)"))
      #expect(words.contains("Report") == (number > 0))
    }
    #expect(ids(deck).flatMap { $0 } == (1...5).map { "b\($0)" })
  }

  @Test func rowsOfAGridStayWhole() throws {
    let cards = ["a", "b", "c", "d"].map { card([block($0, 90)]) }
    let deck = try report(cards, more: #","layout":{"type":"grid","columns":2,"spacing":10}"#)
    #expect(ids(deck) == [["a", "b"], ["c", "d"]])
    #expect(deck.frame(ofID: "b") == Rect(x: 105, y: 20, width: 75, height: 90))
    let tall = try report(
      [card([block("a", 90), block("b", 90), block("c", 90)])],
      more: #","layout":{"type":"grid","columns":2}"#)
    #expect(tall.warnings.first?.hint?.contains("with the layout 'list'") == true, "\(tall.warnings)")
  }

  @Test func partsTallerThanAPageAreClippedWithAWarning() throws {
    let deck = try report([card([block("a", 300)]), card([block("b", 20)])])
    #expect(ids(deck) == [["a"], ["b"]])
    #expect(deck.warnings.count == 1 && deck.warnings[0].text.contains("140 points taller than the page"))
  }

  @Test func paperSizesHaveTheirDimensions() throws {
    let papers = [("A4", Size(width: 595, height: 842)), ("Letter", Size(width: 612, height: 792))]
    for (size, expected) in papers {
      let deck = try LaidOut(
        deck: #"{"page":{"size":"\#(size)","orientation":"landscape"},"cards":[{"parts":[]}]}"#
      ).deck
      #expect(deck.pages[0].display.size == Size(width: expected.height, height: expected.width))
    }
  }

  @Test func tooManyPagesAreRefused() throws {
    let deck =
      #"{"page":{"width":100,"height":100,"margins":10},"cards":[{"forEach":"{{ list }}","breakAfter":"page","parts":[]}],"#
      + #""data":{"list":[\#(Array(repeating: "1", count: Limits.reportPages + 1).joined(separator: ","))]}}"#
    let issues = try LaidOut.issues(of: deck)
    #expect(issues.count == 1 && issues[0].contains("\(NumberText.format(Double(Limits.reportPages)))"))
  }
}

/// The texts on a page.
private enum PageWords {
  static func of(_ box: LayoutBox) -> [String] {
    box.content.flatMap { entry -> [String] in
      switch entry {
      case .box(let child, _): of(child)
      case .text(let text, _): [text.lines.map(\.text).joined(separator: " ")]
      case .item, .confetti: []
      }
    }
  }
}
