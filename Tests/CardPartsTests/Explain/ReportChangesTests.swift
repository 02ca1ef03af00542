import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Descriptions of the difference between two reports, whose parts move from page to page.
@Suite struct ReportChangesTests {
  private func text(_ words: String, _ more: String = "") -> String {
    #"{"type":"text","text":"\#(words)","height":30,"margins":0\#(more)}"#
  }

  private func card(_ parts: [String], _ more: String = "") -> String {
    #"{"parts":[\#(parts.joined(separator: ","))]\#(more)}"#
  }

  /// A report whose pages have room for four parts.
  private func deck(_ cards: [String], page: String = "") -> String {
    #"{"theme":{"base":"turbo","cardCellMargins":0,"cardsLineSpacing":0},"#
      + #""page":{"width":200,"height":160,"margins":20\#(page)},"cards":[\#(cards.joined(separator: ","))]}"#
  }

  private func changes(_ old: String, _ new: String) throws -> [[String]] {
    let decks = try [old, new].map { try LaidOut(deck: $0).deck.pages.map { LayoutSnapshot($0) } }
    return LayoutSnapshot.changes(ofReport: decks[0], to: decks[1]).map { $0.map(\.sentence) }
  }

  private static let words = ["One", "Two", "Three", "Four", "Five", "Six"]

  @Test func theSameReportIsTheSame() throws {
    let deck = deck([card(Self.words.map { text($0) })])
    #expect(try changes(deck, deck) == [[], []])
  }

  @Test func aPartBelowABreakMovedToTheNextPage() throws {
    let old = Self.words.map { text($0) }
    var new = old
    new[2] = text("Three", #","breakBefore":"page""#)
    let told = try changes(deck([card(old)]), deck([card(new)]))
    #expect(
      told == [
        [
          "text 'Three' and text 'Four' moved from page 1 to page 2: breakBefore of text 'Three' auto → page"
        ], ["2 parts moved 60 pt down"],
      ], "\(told)")
  }

  @Test func aRemovedBreakMovesPartsBack() throws {
    let new = Self.words.prefix(4).map { text($0) }
    var old = new
    old[2] = text("Three", #","breakBefore":"page""#)
    let told = try changes(deck([card(old)]), deck([card(new)]))
    #expect(
      told == [
        ["the page follows from what changed on page 2"],
        [
          "page 2 is gone",
          "text 'Three' and text 'Four' moved from page 2 to page 1: breakBefore of text 'Three' page → auto",
        ],
      ], "\(told)")
  }

  @Test func partsWithoutRoomMoveToTheNextPage() throws {
    let old = Self.words.map { text($0) }
    let new = [text("New")] + old
    let told = try changes(deck([card(old)]), deck([card(new)]))
    #expect(told[0].first == "text 'New' is new in card 1", "\(told)")
    #expect(
      told[0].contains("text 'Four' moved from page 1 to page 2: page 1 has no more room"), "\(told)")
    #expect(!told.joined().contains { $0.contains("gone") || $0.contains("→") })
  }

  @Test func groupsThatMoveTogetherAreNamed() throws {
    func stack(_ more: String) -> String {
      #"{"type":"stack","id":"group","axis":"vertical","margins":0,"arrangedSubviews":[\#(text("Three")),\#(text("Four")),\#(text("Five"))]\#(more)}"#
    }
    let (first, last) = ([text("One"), text("Two")], [text("Six")])
    let told = try changes(
      deck([card(first + [stack("")] + last)]),
      deck([card(first + [stack(#","breakInside":"avoid""#)] + last)]))
    let moved = told.joined().filter { $0.contains("moved from page 1 to page 2") }
    #expect(moved.count == 1, "\(told)")
    #expect(moved.first?.contains("breakInside of stack with the id 'group' auto → avoid") == true, "\(told)")
  }

  @Test func cardsMoveAsAWhole() throws {
    let old = ["One", "Two", "Three"].map { card([text($0)]) }
    var new = old
    new[1] = card([text("Two")], #","breakBefore":"page""#)
    let told = try changes(deck(old), deck(new))
    #expect(
      told == [
        ["card 2 and card 3 moved from page 1 to page 2: breakBefore of card 2 auto → page"],
        ["page 2 is new"],
      ], "\(told)")
  }

  @Test func aChangedPaperSizeIsTheCause() throws {
    let cards = [card(Self.words.map { text($0) })]
    let old = deck(cards)
    let told = try changes(old, old.replacing(#""margins":20}"#, with: #""margins":30}"#))
    #expect(told[0].first == "margins of the page 20 → 30", "\(told)")
    #expect(told.joined().contains { $0.hasSuffix("moved from page 1 to page 2: page 1 has no more room") })
  }

  @Test func linesThatContinueOnAPageAreDescribedOnce() throws {
    let words = Array(repeating: "Many words that go on", count: 12).joined(separator: " ")
    let long = #"{"type":"text","id":"long","text":"\#(words)","margins":0}"#
    let told = try changes(
      deck([card([text("A"), long])]), deck([card([text("A"), text("B"), text("C"), long])]))
    #expect(!told.joined().contains { $0.contains("wraps") || $0.contains("drawn differently") }, "\(told)")
    #expect(told.joined().contains { $0.contains("'long'") || $0.contains("page") }, "\(told)")
  }

  @Test func headersAndRepeatedHeadsStayWhereTheyAre() throws {
    func report(_ rows: Int) -> String {
      let all = (1...rows).map { #"{"leftTitleText":"Row \#($0)"}"# }.joined(separator: ",")
      let table =
        #"{"type":"table","rowHeight":20,"margins":0,"tableHeaderView":[{"type":"text","text":"Head","margins":0}],"rows":[\#(all)]}"#
      return deck([card([table])], page: #","footer":[{"type":"text","text":"Foot {{ page }}","margins":0}]"#)
    }
    let told = try changes(report(5), report(8))
    #expect(!told.joined().contains { $0.contains("Head") || $0.contains("Foot") }, "\(told)")
    #expect(told.joined().contains { $0.contains("3 rows, the first row 'Row 6', are new") }, "\(told)")
    #expect(told.last?.first == "page \(told.count) is new", "\(told)")
  }

  @Test func theSwiftAPIGivesTheSameChanges() throws {
    let old = Self.words.map { text($0) }
    var new = old
    new[2] = text("Three", #","breakBefore":"page""#)
    let (first, second) = (try LaidOut(deck: deck([card(old)])), try LaidOut(deck: deck([card(new)])))
    let difference = DeckDifference(first.deck, second.deck)
    #expect(difference.pages.map(\.kind) == [.both, .both])
    #expect(difference.descriptions.contains { $0.contains("moved from page 1 to page 2") })
    #expect(DeckDifference(second.deck, second.deck).isEmpty)
  }
}
