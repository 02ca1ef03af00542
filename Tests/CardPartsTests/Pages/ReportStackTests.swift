import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Vertical stacks and other containers that continue on the next page of a report.
@Suite struct ReportStackTests {
  private func block(_ id: String, _ height: Double, _ more: String = "") -> String {
    #"{"type":"spacer","id":"\#(id)","height":\#(height),"margins":0\#(more)}"#
  }

  private func stack(_ parts: [String], _ more: String = "") -> String {
    #"{"type":"stack","id":"stack","axis":"vertical","margins":0,"arrangedSubviews":[\#(parts.joined(separator: ","))]\#(more)}"#
  }

  /// A report whose pages have 160 points for one card.
  private func report(_ parts: [String], _ more: String = "") throws -> LaidOutDeck {
    try LaidOut(
      deck: #"{"theme":{"base":"turbo","cardCellMargins":0,"cardsLineSpacing":10},"#
        + #""page":{"width":200,"height":200,"margins":20}\#(more),"cards":[{"parts":[\#(parts.joined(separator: ","))]}]}"#
    ).deck
  }

  private func ids(_ deck: LaidOutDeck) -> [[String]] {
    deck.pages.indices.map { page in
      deck.elements.filter { $0.page == page && $0.type == "spacer" }.compactMap(\.id)
    }
  }

  private func pieces(_ deck: LaidOutDeck, _ id: String = "stack") -> [Rect] {
    deck.elements.filter { $0.id == id }.map(\.frame)
  }

  @Test func aColumnIsDividedBetweenItsParts() throws {
    let deck = try report([stack(["a", "b", "c", "d", "e"].map { block($0, 60) }, #","spacing":10"#)])
    #expect(ids(deck) == [["a", "b"], ["c", "d"], ["e"]])
    #expect(deck.warnings.isEmpty)
    // A page break removes the spacing between two parts.
    #expect(pieces(deck).map(\.size.height) == [130, 130, 60])
    #expect(pieces(deck).map(\.minY) == [20, 20, 20])
    #expect(deck.elements.first { $0.id == "c" }?.frame.minY == 20)
  }

  @Test func eachPieceHasTheWholeFrame() throws {
    let parts = ["a", "b", "c"].map { block($0, 50) }
    let look =
      ##","spacing":30,"layoutMargins":[5,0,15,0],"cornerRadius":8,"backgroundColor":"#123456","border":{"width":2}"##
    let deck = try report([stack(parts, look)])
    #expect(ids(deck) == [["a", "b"], ["c"]])
    #expect(pieces(deck).map(\.size.height) == [150, 70])
    #expect(deck.elements.first { $0.id == "c" }?.frame.minY == 25)
    for page in deck.pages {
      let dump = page.display.dump
      #expect(dump.contains("#123456") && dump.contains("ring"), "\(dump)")
    }
  }

  @Test func eachPieceContainsThePicture() throws {
    let picture =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='80' height='40'%3E%3Crect width='80' height='40' fill='red'/%3E%3C/svg%3E"
    let look = #","backgroundImage":"\#(picture)""#
    let deck = try report([stack(["a", "b", "c"].map { block($0, 60) }, look)])
    #expect(pieces(deck).map(\.size.height) == [120, 60])
    let pictures = try deck.pages.map { page in try #require(Self.picture(in: page.box)) }
    #expect(pictures[0] == Rect(x: -40, y: 0, width: 240, height: 120))
    #expect(pictures[1] == Rect(x: 0, y: -10, width: 160, height: 80))
  }

  private static func picture(in box: LayoutBox) -> Rect? {
    if let picture = box.decoration?.picture { return picture.item.frame }
    for case .box(let child, _) in box.content { if let found = picture(in: child) { return found } }
    return nil
  }

  @Test func columnsInsideOfColumnsAreDividedToo() throws {
    let inner = stack([block("b", 60), block("c", 60)], #","layoutMargins":10"#).replacing(
      "\"stack\",\"axis", with: "\"inner\",\"axis")
    let deck = try report([stack([block("a", 50), inner, block("d", 20)], #","layoutMargins":10"#)])
    #expect(ids(deck) == [["a", "b"], ["c", "d"]])
    #expect(pieces(deck).map(\.size.height) == [150, 120])
    #expect(pieces(deck, "inner").map(\.size.height) == [80, 80])
    for page in deck.pages.indices {
      let card = try #require(deck.elements.first { $0.page == page && $0.type == "card" }?.frame)
      #expect(card.maxY <= 180 && card.minY == 20)
    }
  }

  @Test func aPieceThatWouldNotFitWithItsFrameIsSmaller() throws {
    let look = #","layoutMargins":[0,0,50,0]"#
    let deck = try report([stack(["a", "b", "c"].map { block($0, 60) }, look)])
    #expect(ids(deck) == [["a"], ["b"], ["c"]])
    for frame in pieces(deck) { #expect(frame.maxY <= 180) }
  }

  @Test func breaksWorkInAColumn() throws {
    let parts = [block("a", 20), block("b", 20, #","breakBefore":"page""#), block("c", 20)]
    let forced = try report([stack(parts)])
    #expect(ids(forced) == [["a"], ["b", "c"]])
    #expect(forced.warnings.isEmpty)
    let kept = stack([block("b", 60), block("c", 60)], #","breakInside":"avoid""#)
    #expect(ids(try report([block("a", 70), kept])) == [["a"], ["b", "c"]])
    let high = stack([block("b", 60), block("c", 60)], #","height":120"#)
    #expect(ids(try report([block("a", 70), high])) == [["a"], ["b", "c"]])
    let turned = stack([block("b", 60), block("c", 60)], #","rotate":5"#)
    #expect(ids(try report([block("a", 70), turned])) == [["a"], ["b", "c"]])
    let faded = stack([block("b", 60), block("c", 60)], #","alpha":0.5"#)
    #expect(ids(try report([block("a", 70), faded])) == [["a", "b"], ["c"]])
  }

  @Test func aComponentAndAnOrientedPartAreDivided() throws {
    let parts = ["b", "c"].map { block($0, 60) }.joined(separator: ",")
    let component = #","components":{"pair":{"parts":[\#(parts)]}}"#
    #expect(
      ids(try report([block("a", 70), #"{"type":"pair","margins":0}"#], component)) == [["a", "b"], ["c"]])
    let oriented = #"{"type":"oriented","margins":0,"cardParts":[\#(parts)]}"#
    #expect(ids(try report([block("a", 70), oriented])) == [["a", "b"], ["c"]])
  }

  @Test func theLinesOfACollectionStayWhole() throws {
    let items = (1...6).map { #"{"cardParts":[\#(block("i\($0)", 40))]}"# }.joined(separator: ",")
    let all =
      #"{"type":"collection","margins":0,"itemSize":[70,50],"minimumLineSpacing":20,"sections":[{"header":"Head","items":[\#(items)]}]}"#
    let deck = try report([block("a", 20), all])
    #expect(ids(deck) == [["a", "i1", "i2"], ["i3", "i4", "i5", "i6"]])
    #expect(deck.elements.first { $0.id == "i3" }?.frame.minY == 20)
    // A header stays on one page with its first row.
    let late = try report([block("a", 90), all])
    #expect(late.elements.first { $0.type == "sectionHeader" }?.page == 1)
    #expect(late.elements.first { $0.id == "i1" }?.page == 1)
  }
}
