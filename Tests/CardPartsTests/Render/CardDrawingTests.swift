import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// The line for long decks gives what the ordinary one gives.
@Suite struct CardDrawingTests {
  /// A deck of cards made by `forEach`, some hidden, some with doubts, with a shadow, a gradient and texts.
  private static func deck(_ count: Int, extra: String = "") -> [UInt8] {
    let rows = (0..<count).map {
      ##"{"id":"r\##($0)","n":\##($0),"share":\##(Double($0 % 13) / 10),"hide":\##($0 % 5 == 3)}"##
    }
    let text =
      ##"{"canvas":{"width":120,"background":{"gradient":{"colors":["#F00","#00F"],"angle":45}}},"data":{"rows":["##
      + rows.joined(separator: ",")
      + ##"]},"cards":[{"forEach":"{{ rows }}","as":"row","id":"{{ row.id }}","traits":{"shadow":{"radius":6},"hidden":"{{ row.hide }}","rounded":{"cornerRadius":6}},"parts":[{"type":"text","text":"Row {{ row.n | number }}"},{"type":"bar","percent":"{{ row.share }}"}]}\##(extra)]}"##
    return Array(text.utf8)
  }

  private struct Drawn: Equatable {
    var labels: [PageLabel] = []
    var warnings: [DeckIssue] = []
    var files: [[UInt8]] = []
  }

  /// What the ordinary line gives.
  private func ordinary(_ bytes: [UInt8]) async throws -> Drawn {
    let deck = try DeckRenderer.layOut(
      bytes, file: "deck.json", folder: ".", onePageEach: true, catalog: try Goldens.catalog())
    var drawn = Drawn(labels: deck.pages.map(\.label), warnings: deck.warnings)
    try await deck.paint(as: .png) { drawn.files.append($1) }
    return drawn
  }

  /// What the line for long decks gives; nil when it leaves the deck to the other one.
  private func long(
    _ bytes: [UInt8], workers: Int, as format: OutputFormat = .png, _ options: DeckOptions = DeckOptions()
  ) async throws -> Drawn? {
    let deck = try DeckLoader.load(bytes, file: "deck.json", folder: ".")
    guard let drawing = CardDrawing(deck, options: options, catalog: try Goldens.catalog()) else {
      return nil
    }
    var drawn = Drawn()
    let isDrawn = try await drawing.draw(
      as: format, workers: workers,
      begin: {
        drawn.labels = $0.labels
        drawn.warnings = $0.warnings
      },
      deliver: {
        #expect($0 == drawn.files.count)
        drawn.files.append($1)
      })
    if !isDrawn { #expect(drawn == Drawn()) }
    return isDrawn ? drawn : nil
  }

  @Test func bothLinesGiveTheSame() async throws {
    let bytes = CardDrawingTests.deck(17)
    let expected = try await ordinary(bytes)
    #expect(expected.files.count == 14)
    // Shares above 1 are doubtful, and each of them is told.
    #expect(expected.warnings.count == 2)
    for workers in [1, 2, 3, 40] {
      #expect(try await long(bytes, workers: workers) == expected, "\(workers) workers")
    }
  }

  @Test func cardsThatWereNotKeptAreMadeOnceMore() async throws {
    let count = CardDrawing.kept + 9
    let bytes = CardDrawingTests.deck(count)
    let drawn = try #require(try await long(bytes, workers: 2))
    #expect(drawn == (try await ordinary(bytes)))
  }

  @Test(arguments: [
    // A mistake in one card, two equal ids, a mistake of the deck, a layout with one picture for all.
    (#","extra":1"#, ""), ("", #",{"id":"r1","parts":[]}"#), (#","canvas":{"widht":1}"#, ""),
    (#","layout":{"type":"bottomSheet"}"#, ""),
  ]) func whatIsWrongIsLeftToTheOtherLine(keys: String, card: String) async throws {
    let good = String(decoding: CardDrawingTests.deck(9, extra: card), as: UTF8.self)
    let bytes = Array((good.dropLast() + keys + "}").utf8)
    #expect(try await long(bytes, workers: 2) == nil)
    let broken = good.replacing("\"percent\":", with: "\"precent\":")
    #expect(try await long(Array(broken.utf8), workers: 2) == nil)
  }

  @Test func fewCardsAndChoicesAmongThemAreLeftToTheOtherLine() async throws {
    #expect(try await long(CardDrawingTests.deck(CardDrawing.least - 1), workers: 2) == nil)
    var options = DeckOptions()
    options.cards = ["r1"]
    #expect(try await long(CardDrawingTests.deck(20), workers: 2, as: .png, options) == nil)
    var states = DeckOptions()
    states.drawsAllStates = true
    #expect(try await long(CardDrawingTests.deck(20), workers: 2, as: .png, states) == nil)
  }

  @Test func aFormatWithoutTransparencyIsLeftToTheOtherLine() async throws {
    let clear = String(decoding: CardDrawingTests.deck(9), as: UTF8.self)
      .replacing(
        ##""background":{"gradient":{"colors":["#F00","#00F"],"angle":45}}"##,
        with: ##""background":"clear""##)
    #expect(try await long(Array(clear.utf8), workers: 2, as: .jpeg) == nil)
    #expect(try await long(Array(clear.utf8), workers: 2, as: .png) != nil)
  }

  private struct Refusal: Error {}

  /// Whoever gives up must not leave workers waiting for their turn.
  @Test(.timeLimit(.minutes(1))) func aFailureEndsAllWorkers() async throws {
    let bytes = CardDrawingTests.deck(30)
    let deck = try DeckLoader.load(bytes, file: "deck.json", folder: ".")
    let drawing = try #require(CardDrawing(deck, options: DeckOptions(), catalog: try Goldens.catalog()))
    await #expect(throws: Refusal.self) {
      _ = try await drawing.draw(as: .png, workers: 3, begin: { _ in throw Refusal() }, deliver: { _, _ in })
    }
    await #expect(throws: Refusal.self) {
      _ = try await drawing.draw(
        as: .png, workers: 3, begin: { _ in }, deliver: { number, _ in if number == 2 { throw Refusal() } })
    }
    let laidOut = try DeckRenderer.layOut(
      bytes, file: "deck.json", folder: ".", onePageEach: true, catalog: try Goldens.catalog())
    await #expect(throws: Refusal.self) {
      try await laidOut.paint(as: .png, workers: 3) { number, _ in if number == 1 { throw Refusal() } }
    }
  }
}
