import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The default look of the modern themes (all except CardParts' own).
@Suite struct TodaysLookTests {
  private static let own = ["soft", "editorial", "poster", "report"]

  private static func deck(_ parts: String, theme: String, canvas: String = #""width":300"#) -> String {
    #"{"theme":"\#(theme)","canvas":{\#(canvas)},"cards":[{"parts":[\#(parts)]}]}"#
  }

  @Test(arguments: own) func wordsOfAllPartsStartAtOneEdge(theme: String) throws {
    let parts = [
      #"{"type":"text","text":"A"}"#, #"{"type":"title","title":"A"}"#,
      #"{"type":"titleDescription","leftTitleText":"A"}"#,
      #"{"type":"table","rows":[{"leftTitleText":"A"}]}"#, #"{"type":"button","buttonTitle":"A"}"#,
      #"{"type":"iconLabel","text":"A","icon":"icon:check"}"#,
      #"{"type":"collection","itemSize":[20,20],"items":[{"cardParts":[{"type":"text","text":"A"}]}]}"#,
      #"{"type":"bar","percent":0.5}"#,
    ]
    let laidOut = try LaidOut(deck: Self.deck(parts.joined(separator: ","), theme: theme))
    let edges = Set(try parts.indices.map { try laidOut.frame($0).minX })
    #expect(edges.count == 1, "\(edges)")
    func lineEdge(_ part: String) throws -> Double {
      try LaidOut(deck: Self.deck(part, theme: theme)).line().minX
    }
    let bare = try lineEdge(#"{"type":"text","text":"A"}"#)
    #expect(try isNear(lineEdge(#"{"type":"iconLabel","text":"A"}"#), bare, within: 0.6))
    #expect(try lineEdge(##"{"type":"iconLabel","text":"A","backgroundColor":"#EEEEEE"}"##) >= bare + 9)
    #expect(try lineEdge(#"{"type":"iconLabel","text":"A","padding":4}"#) >= bare + 3)
  }

  @Test func withAPaddingThePictureIncludesTheWholeShadow() throws {
    func below(_ padding: Int) throws -> Double {
      let laidOut = try LaidOut(
        deck:
          #"{"theme":"mint","canvas":{"width":300,"padding":\#(padding)},"cards":[{"traits":{"shadow":{"radius":18,"offset":[0,10]}},"parts":[{"type":"text","text":"A"}]}]}"#
      )
      let page = try #require(laidOut.deck.pages.first)
      return page.box.size.height - (try LaidOut.frame(of: laidOut.card()).maxY)
    }
    // The height of a picture is a whole number of points.
    #expect(try (64..<65).contains(below(0)))
    #expect(try (46..<47).contains(below(40)))
    #expect(try (60..<61).contains(below(60)))
  }

  @Test(arguments: own) func aPillIsNeverStretched(theme: String) throws {
    let pill = #"{"type":"pillLabel","labelText":"NEW"}"#
    let words = #"{"type":"text","text":"One\nTwo\nThree"}"#
    func row(_ parts: String..., more: String = "") throws -> LaidOut {
      try LaidOut(
        deck: Self.deck(
          #"{"type":"stack",\#(more)"arrangedSubviews":[\#(parts.joined(separator: ","))]}"#, theme: theme,
          canvas: #""width":400"#))
    }
    let alone = try LaidOut(deck: Self.deck(pill, theme: theme, canvas: #""width":400"#)).frame(0).size
    let beside = try row(words, pill)
    #expect(try beside.frame(0, 1).size == alone)
    #expect(try isNear(beside.frame(0, 1).maxX, beside.frame(0).maxX), "the text gets the remaining space")
    #expect(try isNear(beside.frame(0, 1).midY, beside.frame(0).midY))
    #expect(try row(pill, pill).frame(0, 1).size == alone)
    #expect(try row(pill, pill, more: #""distribution":"fillProportionally","#).frame(0, 0).size == alone)
    #expect(try row(words, pill, more: #""axis":"vertical","#).frame(0, 1).size == alone)
    // CardParts' own themes stretch it, as UIKit does.
    let classic = try LaidOut(
      part: #"{"type":"stack","arrangedSubviews":[{"type":"text","text":"a"},\#(pill)]}"#)
    #expect(try classic.frame(0, 1).width > 200)
  }

  @Test(arguments: own) func confettiFallsBehindItsCardsPartsUnlessItIsAlone(theme: String) throws {
    let words = #"{"type":"text","text":"Well done"}"#
    func height(_ parts: String...) throws -> Double {
      try LaidOut.frame(of: LaidOut(deck: Self.deck(parts.joined(separator: ","), theme: theme)).card())
        .height
    }
    let bare = try height(words)
    #expect(try height(words, #"{"type":"confetti"}"#) == bare)
    #expect(try height(#"{"type":"confetti"}"#, #"{"type":"confetti"}"#, words) == bare)
    #expect(try height(words, #"{"type":"confetti","overlay":"none"}"#) >= bare + 200)
    #expect(try height(words, #"{"type":"confetti","height":90}"#) >= bare + 90)
    #expect(try height(#"{"type":"confetti"}"#) >= 200)
    #expect(try height(#"{"type":"confetti"}"#, #"{"type":"confetti"}"#) >= 400)
    #expect(try height(#"{"type":"confetti"}"#, #"{"type":"text","text":"a","isHidden":true}"#) >= 200)
    let mint = try LaidOut(deck: Self.deck(#"\#(words),{"type":"confetti"}"#, theme: "mint"))
    #expect(try mint.frame(1).height == 200)
  }

  @Test(arguments: own) func aTextFieldHasAFrame(theme: String) throws {
    func dump(_ more: String) throws -> String {
      try LaidOut(deck: Self.deck(#"{"type":"textField","text":"a"\#(more)}"#, theme: theme)).dump
    }
    let framed = try dump("")
    #expect(framed == (try dump(#","borderStyle":"roundedRect""#)))
    #expect(framed != (try dump(#","borderStyle":"none""#)))
  }
}
