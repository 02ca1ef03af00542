import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// A long deck drawn card by card gives the same files as the whole deck.
@Suite struct CardBatchTests {
  /// A deck of cards made by `forEach`, some hidden, some with warnings, with a shadow, a gradient and texts.
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

  /// The files of the whole deck.
  private func whole(_ bytes: [UInt8]) async throws -> Drawn {
    let deck = try DeckRenderer.layOut(
      bytes, file: "deck.json", folder: ".", onePageEach: true, catalog: try Goldens.catalog())
    var drawn = Drawn(labels: deck.pages.map(\.label), warnings: deck.warnings)
    try await deck.paint(as: .png) { drawn.files.append($1) }
    return drawn
  }

  /// The files of the cards drawn one by one; nil if the deck has to be drawn as a whole.
  private func batch(
    _ bytes: [UInt8], workers: Int, _ options: DeckOptions = DeckOptions()
  ) async throws -> Drawn? {
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.load(bytes, file: "deck.json", folder: ".")
    guard let batch = CardBatch(deck, options: options, catalog: pipeline.catalog) else { return nil }
    var drawn = Drawn()
    let isDrawn = try await batch.draw(
      as: .png, settings: OutputFormat.Settings(), workers: workers, in: pipeline,
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

  @Test func drawingCardByCardGivesTheSame() async throws {
    let bytes = CardBatchTests.deck(17)
    let expected = try await whole(bytes)
    #expect(expected.files.count == 14)
    // Shares above 1 cause a warning each.
    #expect(expected.warnings.count == 2)
    for workers in [1, 2, 3, 40] {
      #expect(try await batch(bytes, workers: workers) == expected, "\(workers) workers")
    }
  }

  @Test func cardsThatWereNotKeptAreMadeAgain() async throws {
    let count = CardBatch.kept + 9
    let bytes = CardBatchTests.deck(count)
    let drawn = try #require(try await batch(bytes, workers: 2))
    #expect(drawn == (try await whole(bytes)))
  }

  @Test(arguments: [
    // An error in one card, an error of the deck, a layout with one picture for all cards.
    #","extra":1"#, #","canvas":{"widht":1}"#, #","layout":{"type":"bottomSheet"}"#,
  ]) func decksWithErrorsAreDrawnAsAWhole(keys: String) async throws {
    let good = String(decoding: CardBatchTests.deck(9), as: UTF8.self)
    #expect(try await batch(Array((good.dropLast() + keys + "}").utf8), workers: 2) == nil)
    let broken = good.replacing("\"percent\":", with: "\"precent\":")
    #expect(try await batch(Array(broken.utf8), workers: 2) == nil)
  }

  @Test func duplicateIDsAreTheSameError() async throws {
    let again = ["r1", "r2"].map { #",{"id":"\#($0)","parts":[{"type":"text","text":"x"}]}"# }
    let bytes = CardBatchTests.deck(9, extra: again.joined())
    let error = await #expect(throws: DeckError.self) { try await batch(bytes, workers: 2) }
    #expect(error?.issues.contains { $0.message == "two cards have the id 'r1'" } == true)
    let other = await #expect(throws: DeckError.self) { try await whole(bytes) }
    #expect(error == other)
  }

  @Test func fewCardsAndSelectedCardsAreDrawnAsAWhole() async throws {
    #expect(try await batch(CardBatchTests.deck(CardBatch.least - 1), workers: 2) == nil)
    var options = DeckOptions()
    options.cards = ["r1"]
    #expect(try await batch(CardBatchTests.deck(20), workers: 2, options) == nil)
    var states = DeckOptions()
    states.drawsAllStates = true
    #expect(try await batch(CardBatchTests.deck(20), workers: 2, states) == nil)
  }

  private struct Refusal: Error {}

  /// Draws a deck as the program does; returns the number of delivered files.
  private func draw(
    _ bytes: [UInt8], as format: OutputFormat, begin: (DeckSummary) throws -> Void = { _ in },
    deliver: (Int) throws -> Void = { _ in }
  ) async throws -> Int {
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.load(bytes, file: "deck.json", folder: ".")
    var count = 0
    try await pipeline.draw(deck, onePageEach: true, as: format, workers: 3, begin: begin) { number, _ in
      count += 1
      try deliver(number)
    }
    return count
  }

  @Test func aFormatThatCannotContainThePicturesIsTheSameError() async throws {
    let clear = Array(
      String(decoding: CardBatchTests.deck(9), as: UTF8.self)
        .replacing(
          ##""background":{"gradient":{"colors":["#F00","#00F"],"angle":45}}"##,
          with: ##""background":"clear""##
        ).utf8)
    let error = await #expect(throws: DeckError.self) { try await draw(clear, as: .jpeg) }
    let laidOut = try DeckRenderer.layOut(
      clear, file: "deck.json", folder: ".", onePageEach: true, catalog: try Goldens.catalog())
    #expect(error?.issues == laidOut.obstacles(to: .jpeg))
    #expect(error?.issues.count == 1)
    #expect(try await draw(clear, as: .png) == 7)
  }

  @Test func rejectingTheBeginningDeliversNoFile() async throws {
    let bytes = CardBatchTests.deck(30)
    var delivered: [Int] = []
    await #expect(throws: Refusal.self) {
      try await draw(bytes, as: .png, begin: { _ in throw Refusal() }, deliver: { delivered.append($0) })
    }
    #expect(delivered == [])
    await #expect(throws: Refusal.self) {
      try await draw(
        bytes, as: .png,
        deliver: {
          delivered.append($0)
          if $0 == 2 { throw Refusal() }
        })
    }
    #expect(delivered == [0, 1, 2])
  }
}
