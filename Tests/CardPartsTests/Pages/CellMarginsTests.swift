import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The margins around and inside the cards of a list and a grid, and the frame of a full-screen card.
@Suite struct CellMarginsTests {
  private static let spacer = #"{"parts":[{"type":"spacer","height":30}]}"#

  private func frames(_ layout: String, theme: String = #""mint""#, cards: [String]? = nil) throws -> [Rect] {
    let cards = cards ?? [Self.spacer, Self.spacer]
    let laidOut = try LaidOut(
      deck: #"{"theme":\#(theme),"layout":\#(layout),"cards":[\#(cards.joined(separator: ","))]}"#)
    return try cards.indices.map { try LaidOut.frame(of: laidOut.card($0)) }
  }

  @Test func allFourSidesOfAnOverrideApplyInAList() throws {
    let frames = try frames(#"{"type":"list","cardCellMargins":[3,20,7,40]}"#)
    #expect(frames[0] == Rect(x: 20, y: 0, width: 315, height: 40))
    #expect(frames[1].minY == 40 + 12)
  }

  @Test func unequalMarginsOfAThemeMoveTheCard() throws {
    let frames = try frames(#""list""#, theme: #"{"base":"mint","cardCellMargins":[0,50,0,10]}"#)
    #expect(frames[0] == Rect(x: 50, y: 0, width: 315, height: 30))
  }

  @Test func anOverrideTakesPrecedenceOverTheThemesOfCards() throws {
    let own = #"{"theme":{"base":"mint","cardCellMargins":33},"parts":[]}"#
    let frames = try frames(#"{"type":"list","cardCellMargins":[1,2]}"#, cards: [own])
    #expect(frames[0] == Rect(x: 2, y: 0, width: 371, height: 2))
  }

  @Test func aCustomMarginTakesPrecedenceOnlyAtTheSides() throws {
    let own = #"{"traits":{"customMargin":50},"parts":[]}"#
    let frames = try frames(#"{"type":"list","cardCellMargins":[4,20,5,40]}"#, cards: [own])
    #expect(frames[0] == Rect(x: 50, y: 0, width: 275, height: 9))
  }

  @Test func inAGridAnOverrideAppliesInEveryColumn() throws {
    let plain = try frames(#"{"type":"grid","spacing":15}"#)
    #expect(plain == [Rect(x: 0, y: 0, width: 180, height: 51), Rect(x: 195, y: 0, width: 180, height: 51)])
    let inset = try frames(#"{"type":"grid","spacing":15,"cardCellMargins":[1,10,2,20]}"#)
    #expect(inset == [Rect(x: 10, y: 0, width: 150, height: 33), Rect(x: 205, y: 0, width: 150, height: 33)])
  }

  @Test func anOverrideAppliesToTheListBehindASheet() throws {
    let frames = try frames(
      #"{"type":"bottomSheet","cardCellMargins":[3,20,7,40],"spacing":1,"content":{"parts":[]}}"#)
    #expect(frames[0] == Rect(x: 20, y: 0, width: 315, height: 40))
    #expect(frames[1].minY == 41)
  }

  @Test func aFullScreenCardHasOnlyTheFrameOfItsTraits() throws {
    func dump(_ traits: String) throws -> String {
      try LaidOut(
        deck:
          #"{"theme":"mint","layout":"fullScreen","canvas":{"height":200},"cards":[{"traits":{\#(traits)},"parts":[{"type":"spacer","height":30}]}]}"#
      ).deck.resolved.dump
    }
    let plain = try dump("")
    #expect(plain.contains("padding 0 0"))
    #expect(plain.contains("background #FFFFFF"))
    #expect(!plain.contains("border") && !plain.contains("shadow"))
    let framed = try dump(##""border":{"width":2,"color":"#123456"},"shadow":{"radius":3}"##)
    #expect(framed.contains("border #123456 2 pt") && framed.contains("shadow "))
  }

  @Test func aFullScreenCardFillsTheCanvasInsideItsPadding() throws {
    func parts(_ alignment: String) throws -> (card: Rect, part: Rect) {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"mint","layout":{"type":"fullScreen","contentAlignment":"\#(alignment)"},"canvas":{"width":200,"height":300,"padding":[10,20,30,40]},"cards":[{"parts":[{"type":"spacer","height":50,"margins":0}]}]}"#
      )
      return (try LaidOut.frame(of: laidOut.card()), try laidOut.frame(0))
    }
    #expect(try parts("top").card == Rect(x: 20, y: 10, width: 140, height: 260))
    #expect(try parts("top").part.minY == 10)
    #expect(try parts("center").part.minY == 10 + 105)
    #expect(try parts("bottom").part.maxY == 270)
  }

  @Test func theVisibilityOfACardWithoutHeightIsZero() throws {
    let deck = #"{"theme":"turbo","cards":[{"parts":[]},{"parts":[{"type":"spacer","height":60}]}]}"#
    let page = try LaidOut(deck: deck).inspected(Inspection.Viewport(top: 0, height: 42))
    let cards = try [0, 1].map { try #require(page["cards"]?.element($0)) }
    #expect(cards.map { $0["cardVisibilityRatio"]?.number } == [0, 0.5])
    #expect(cards.map { $0["containerCoverageRatio"]?.number } == [0, 0.714])
  }
}
