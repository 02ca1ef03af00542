import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Which states of a card are drawn, and the targets of taps in each.
@Suite struct StatesTests {
  private static let card =
    #"{"id":"a","link":"https://x.org/card","states":{"empty":[{"type":"text","text":"Nothing"}],"loading":{"link":"https://x.org/wait","alt":"Wait","parts":[{"type":"text","text":"Loading"}]},"myCustomState":[{"type":"text","text":"Mine"}]}}"#
  private static let plain = #"{"id":"b","parts":[{"type":"text","text":"Plain"}]}"#
  private static let both =
    #"{"id":"c","parts":[{"type":"text","text":"None"}],"states":{"hasData":[{"type":"text","text":"Data"}]}}"#

  private func pages(_ cards: [String], _ change: (inout DeckOptions) -> Void) throws -> [DeckPage] {
    var options = DeckOptions()
    change(&options)
    return try DeckRenderer.laidOut(
      Array(#"{"theme":"turbo","cards":[\#(cards.joined(separator: ","))]}"#.utf8), file: "d.json",
      folder: ".",
      options: options, onePageEach: true, catalog: Goldens.catalog()
    ).pages
  }

  @Test func everyStateOfEachCardIsAPageInTheDecksOrder() throws {
    let pages = try pages([Self.card, Self.plain, Self.both]) { $0.drawsAllStates = true }
    #expect(pages.map(\.name) == ["a", "a", "a", "b", "c", "c"])
    #expect(pages.map(\.state) == ["empty", "loading", "myCustomState", "none", "none", "hasData"])
    #expect(pages.map(\.number) == [1, 1, 1, 2, 3, 3])
    #expect(pages.map(\.display.title) == ["Nothing", "Wait", "Mine", "Plain", "None", "Data"])
    let inspected = pages.map(Inspection().page)
    #expect(inspected.map { $0["state"]?.plain } == pages.map(\.state))
    #expect(inspected.map { $0["card"]?.plain } == pages.map(\.name))
  }

  @Test func oneStateIsDrawnByDefault() throws {
    func states(_ state: String?) throws -> [String?] {
      try pages([Self.card, Self.plain, Self.both]) { $0.state = state }.map(\.state)
    }
    #expect(try states(nil) == ["empty", "none", "none"])
    #expect(try states("loading") == ["loading", "none", "none"])
    #expect(try states("hasData") == ["empty", "none", "hasData"])
    #expect(
      try LaidOut.issues(
        of: #"{"theme":"turbo","cards":[\#(Self.card)]}"#,
        options: {
          var options = DeckOptions()
          options.state = "loadng"
          return options
        }())
        == ["--state: error: no card has the state 'loadng'; did you mean 'loading'?"])
  }

  @Test func selectedCardsKeepAllOfTheirStates() throws {
    let pages = try pages([Self.card, Self.both]) {
      $0.drawsAllStates = true
      $0.cards = ["c"]
    }
    #expect(pages.map(\.name) == ["c", "c"])
    #expect(pages.map(\.number) == [1, 1])
  }

  @Test func tapsAndAlternativesAreThoseOfTheState() throws {
    let pages = try pages([Self.card]) { $0.drawsAllStates = true }.map(Inspection().page)
    let regions = pages.map { $0["regions"]?.element(0) }
    #expect(
      regions.map { $0?["link"]?.plain } == [
        "https://x.org/card", "https://x.org/wait", "https://x.org/card",
      ])
    #expect(regions.map { $0?["alt"]?.plain } == ["Nothing", "Wait", "Mine"])
    #expect(regions.map { $0?["kind"]?.plain } == ["link", "link", "link"])
  }

  @Test func errorsInEveryStateAreFoundIfAllAreDrawn() throws {
    let deck = #"{"theme":"turbo","cards":[{"states":{"x":[{"type":"txet"}],"y":[{"type":"brr"}]}}]}"#
    var options = DeckOptions()
    options.drawsAllStates = true
    #expect(try LaidOut.issues(of: deck, options: options).count == 2)
  }

  @Test func aStateIsCalledByAName() throws {
    let issues = try LaidOut.issues(of: #"{"theme":"turbo","cards":[{"states":{"../up":[]}}]}"#)
    #expect(issues.first?.contains("'../up' is not a name at cards[0].states") == true, "\(issues)")
  }

  @Test func aLongPressIsARegionAndNotDrawn() throws {
    func laidOut(_ traits: String) throws -> LaidOut {
      try LaidOut(
        deck:
          #"{"theme":"turbo","cards":[{"id":"a","link":"https://x.org","traits":{\#(traits)},"parts":[{"type":"text","text":"a"}]}]}"#
      )
    }
    let press = #""longPress":{"link":"https://x.org/more","alt":"More"}"#
    let (with, without) = (try laidOut(press), try laidOut(""))
    #expect(with.dump == without.dump)
    let regions = try #require(with.inspected()["regions"])
    #expect(regions.element(0)?["kind"]?.plain == "link")
    let region = try #require(regions.element(1))
    #expect(region["kind"]?.plain == "longPress")
    #expect(region["link"]?.plain == "https://x.org/more")
    #expect(region["alt"]?.plain == "More")
    #expect(region["id"]?.plain == "a")
    #expect(region["minimumPressDuration"]?.number == 1)
    #expect(try LaidOut.frame(of: region) == LaidOut.frame(of: with.card()))
    #expect(
      try LaidOut.issues(of: #"{"theme":"turbo","cards":[{"traits":{"longPress":{}},"parts":[]}]}"#).first?
        .contains(
          "longPress needs 'link'") == true)
  }
}
