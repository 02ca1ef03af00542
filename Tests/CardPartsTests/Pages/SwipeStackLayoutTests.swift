import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// The boxes of a swipe stack, its output in `inspect`, and its animations.
@Suite struct SwipeStackLayoutTests {
  private static func deck(_ layout: String, cards: Int = 3, swipe: String = "", more: String = "") -> String
  {
    let list = (1...cards).map {
      #"{"id":"c\#($0)","parts":[{"type":"text","text":"Card \#($0)"}]\#(swipe.isEmpty ? "" : #","swipe":{\#(swipe)}"#)}"#
    }
    return
      #"{\#(more)"canvas":{"width":414,"height":736},"layout":{"type":"swipeStack","frame":[0,64,414,560]\#(layout.isEmpty ? "" : ",")\#(layout)},"cards":[\#(list.joined(separator: ","))]}"#
  }

  private static func stack(_ json: String) throws -> JSONNode {
    try #require(try LaidOut(deck: json).inspected()["swipeStack"])
  }

  private static func ids(_ stack: JSONNode) -> [String] {
    stack["parts"]?.elements.compactMap { $0["id"]?.text } ?? []
  }

  @Test func cardsAreStackedWithTheTopOneLast() throws {
    let stack = try Self.stack(Self.deck(""))
    #expect(Self.ids(stack) == [#""c2""#, #""c1""#])
    let top = try #require(stack["parts"]?.elements.last)
    #expect(try LaidOut.frame(of: top) == Rect(x: 10, y: 74, width: 394, height: 540))
    #expect(top["index"]?.number == 0)
    #expect(stack["remaining"]?.number == 3)
  }

  @Test func aDragIsReported() throws {
    let stack = try Self.stack(Self.deck(#""drag":{"translation":[80,-20],"touchPoint":[150,120]}"#))
    #expect(stack["activeDirection"]?.text == #""right""#)
    #expect(stack["dragPercentage"]?.number == 0.386)
    #expect(stack["overlayAlpha"]?.number == 0.664)
    #expect(stack["wouldSwipe"]?.text == "false")
    #expect(stack["tapCorner"]?.text == #""topLeft""#)
    let top = try #require(stack["parts"]?.elements.last)
    #expect(top["frame"]?["x"]?.number == 90)
    #expect(top["rotation"]?.number == 3.478)
  }

  @Test func aSwipeMovesAndEndsAsIfTheCardWereGone() throws {
    let swipe = try LaidOut(deck: Self.deck(#""animation":{"kind":"swipe","direction":"left"}"#))
    let page = swipe.deck.pages[0]
    #expect(page.restsAt == 0.6)
    #expect(Self.ids(try #require(try swipe.inspected()["swipeStack"])) == [#""c3""#, #""c2""#])
    let gone = try LaidOut(deck: Self.deck(#""swiped":[{"card":"c1","direction":"left"}]"#)).deck
    let pipeline = DeckPipeline(gone.fonts)
    let end = try pipeline.bitmap(page.display(at: 2), fonts: gone.fonts)
    let still = try pipeline.bitmap(gone.pages[0].display, fonts: gone.fonts)
    #expect(try Comparison(expected: still, actual: end).isSame)
    let start = try pipeline.bitmap(page.display(at: 0), fonts: gone.fonts)
    #expect(try !Comparison(expected: still, actual: start).isSame)
  }

  @Test func leftIsLeftInARightToLeftDeckToo() throws {
    for more in ["", #""locale":"he_IL","#] {
      let stack = try Self.stack(
        Self.deck(#""cardStackInsets":[10,20,30,40],"drag":{"translation":[50,0]}"#, more: more))
      let top = try #require(stack["parts"]?.elements.last)
      // In insets given as a list, left and right are sides of the picture.
      #expect(top["frame"]?["x"]?.number == 70)
    }
  }

  @Test(arguments: [("mgswipecards", "resetDuration"), ("shuffle", "resetAnimationSpringSpeed")])
  func timesOfTheOtherLibraryAreErrorsOnACard(compatibility: String, key: String) throws {
    let issues = try LaidOut.issues(
      of: Self.deck(#""compatibility":"\#(compatibility)""#, swipe: #""\#(key)":1"#))
    #expect(
      issues.contains { $0.contains("'\(key)' has no effect with compatibility '\(compatibility)'") },
      "\(issues)")
  }

  @Test func opaqueFootersTakeSpaceFromPartsAndOverlays() throws {
    func last(_ swipe: String) throws -> Rect {
      let json = Self.deck("", swipe: swipe).replacing(
        #""parts":[{"type":"text""#, with: #""parts":[{"type":"spacer"},{"type":"text""#)
      let card = try #require(try Self.stack(json)["parts"]?.elements.last)
      let text = try #require(
        card["parts"]?.elements.first {
          $0["path"]?.plain == "cards[0].parts[1]" && $0["type"]?.text == #""text""#
        })
      return try LaidOut.frame(of: text)
    }
    let footer = #""footer":[{"type":"spacer"}],"footerHeight":80"#
    let (solid, clear) = (try last(footer), try last(footer + #","isFooterTransparent":true"#))
    #expect(isNear(clear.minY - solid.minY, 80))
  }

  @Test(arguments: [
    (#""swiped":[{"card":"x","direction":"left"}]"#, "no card has the id 'x'"),
    (#""order":["c1","c1"]"#, "named twice"),
    (#""inserted":[{"card":"c1"}]"#, "with compatibility 'mgswipecards'"),
    (#""compatibility":"shuffle","order":["c1"],"deleted":["c1"]"#, "named twice"),
    (#""compatibility":"shuffle","deleted":["x"]"#, "no card has the id 'x'"),
    (#""compatibility":"shuffle","inserted":[{"card":"c1","position":3}]"#, "only 2 cards remain"),
    (#""minimumSwipeDistance":9"#, "'minimumSwipeDistance' has no effect with compatibility 'mgswipecards'"),
    (
      #""compatibility":"shuffle","minimumSwipeMargin":9"#,
      "'minimumSwipeMargin' has no effect with compatibility 'shuffle'"
    ),
    (#""animation":{"kind":"cancel"}"#, "it needs 'drag'"),
    (#""animation":{"kind":"swipe"}"#, "a swipe needs 'direction'"),
    (#""animation":{"kind":"undo"}"#, "nothing can be undone"),
    (#""animation":{"kind":"shift","direction":"up"}"#, "'direction' has no effect on 'shift'"),
    (#""animation":{"kind":"shift","time":1,"progress":1}"#, "both set the moment"),
    (#""drag":{"translation":[9,9]},"animation":{"kind":"shift"}"#, "'drag' has no effect with 'shift'"),
    (#""drag":{"translation":[9,9]},"animation":{"kind":"swipe","forced":false}"#, "too short and too slow"),
    (#""drag":{"translation":[300,9]},"animation":{"kind":"cancel"}"#, "would swipe the card"),
    (#""frame":[0,0,10,10]"#, "leave no room for a card"), (#""screen":[0,9]"#, "smaller than a point"),
  ]) func errorsAndWarningsAreReported(layout: String, words: String) throws {
    let json = Self.deck(layout)
    let single = layout.hasPrefix(#""frame""#) ? json.replacing(#""frame":[0,64,414,560],"#, with: "") : json
    let issues = try LaidOut.issues(of: single)
    #expect(issues.contains { $0.contains(words) }, "\(issues)")
  }

  @Test func aCardAloneIsDrawnOnTheStack() throws {
    var options = DeckOptions()
    options.cards = ["c3"]
    let stack = try #require(try LaidOut(deck: Self.deck(""), options: options).inspected()["swipeStack"])
    #expect(Self.ids(stack) == [#""c3""#])
  }
}

extension JSONNode {
  /// The values of a list.
  fileprivate var elements: [JSONNode] { if case .array(let nodes) = value { nodes } else { [] } }
}
