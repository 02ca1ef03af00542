import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// A long deck that is drawn card by card has the same result as when it is drawn as a whole.
@Suite struct RenderSessionTests {
  /// A deck of cards from `forEach`: some are hidden, some have warnings.
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

  /// Draws the whole deck at once.
  private func whole(_ bytes: [UInt8]) async throws -> Drawn {
    let deck = try DeckRenderer.laidOut(
      bytes, file: "deck.json", folder: ".", onePageEach: true, catalog: try Goldens.catalog())
    var drawn = Drawn(labels: deck.pages.map(\.label), warnings: deck.warnings)
    try await deck.paint(as: .png) { drawn.files.append($1) }
    return drawn
  }

  /// Draws the cards one by one; nil if the deck must be laid out as a whole.
  private func batch(
    _ bytes: [UInt8], workers: Int, _ options: DeckOptions = DeckOptions()
  ) async throws -> Drawn? {
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.load(bytes, file: "deck.json", folder: ".")
    guard let session = StreamingRenderer(deck, options: options) else { return nil }
    var drawn = Drawn()
    try await session.draw(
      as: .png, settings: OutputFormat.Settings(), workers: workers, in: pipeline,
      begin: { summary, _ in
        drawn.labels = summary.labels
        drawn.warnings = summary.warnings
      },
      deliver: {
        #expect($0.picture == drawn.files.count)
        drawn.files.append($0.bytes)
      })
    return drawn
  }

  @Test func bothWaysGiveTheSame() async throws {
    let bytes = RenderSessionTests.deck(17)
    let expected = try await whole(bytes)
    #expect(expected.files.count == 14)
    // Each share above 1 causes a warning.
    #expect(expected.warnings.count == 2)
    for workers in [1, 2, 3, 40] {
      #expect(try await batch(bytes, workers: workers) == expected, "\(workers) workers")
    }
  }

  @Test func cardsThatWereNotKeptAreMadeOnceMore() async throws {
    let count = StreamingRenderer.kept + 9
    let bytes = RenderSessionTests.deck(count)
    let drawn = try #require(try await batch(bytes, workers: 2))
    #expect(drawn == (try await whole(bytes)))
  }

  private struct Memory: ExportSink {
    var drawn = Drawn()

    mutating func begin(_ summary: DeckSummary) -> [String] {
      (drawn.labels, drawn.warnings) = (summary.labels, summary.warnings)
      return []
    }
    mutating func receive(_ file: ExportedFile) { drawn.files.append(file.bytes) }
    func advance() {}
  }

  /// Cards that were checked before are not checked again.
  @Test func checkedCardsGiveTheSame() async throws {
    let bytes = RenderSessionTests.deck(StreamingRenderer.kept + 9)
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.load(bytes, file: "deck.json", folder: ".")
    var session = RenderSession(deck, onePageEach: true, ExportRequest(.png), workers: 2)
    var sink = Memory()
    try await session.check(in: pipeline, for: &sink)
    #expect(sink.drawn.files.isEmpty && !sink.drawn.labels.isEmpty)
    try await session.export(in: pipeline, to: &sink)
    #expect(sink.drawn == (try await whole(bytes)))
  }

  /// A text in the deck of nine cards, and its replacement that makes the deck invalid.
  private static let mistakes: [(String, String)] = [
    // Errors in one card, in every card, in the deck and in the canvas, and more errors than are reported.
    (#""cards":["#, #""cards":[{"id":"x","parts":[{"type":"text"}]},"#), ("\"percent\":", "\"precent\":"),
    ("\"data\":", "\"extra\":1,\"data\":"), ("\"width\":120", "\"widht\":120"),
    (#""cards":["#, #""cards":["# + String(repeating: #"{"parts":[{"type":"nothing"}]},"#, count: 150)),
    // Pictures that are empty or too large, after cards with warnings; and a deck with no picture.
    (#"]}]}"#, #"]},{"parts":[]},{"parts":[],"height":-1}]}"#),
    (#"]}]}"#, #"]},{"height":90000,"parts":[{"type":"text","text":"x"}]},{"extra":1,"parts":[]}]}"#),
    (#"]}]}"#, #"]},{"height":90000,"parts":[{"type":"text","text":"x"}]}]}"#),
    (#""hidden":"{{ row.hide }}""#, #""hidden":true"#),
    // Two cards with the same id.
    (#"]}]}"#, #"]},{"id":"r1","parts":[{"type":"text","text":"x"}]},{"id":"r2","parts":[]}]}"#),
  ]

  @Test(arguments: mistakes.indices)
  func mistakesAreReportedAsThoseOfTheWholeDeck(number: Int) async throws {
    let (old, new) = Self.mistakes[number]
    let good = String(decoding: Self.deck(9), as: UTF8.self)
    let range = try #require(good.ranges(of: old).last)
    let bytes = Array(good.replacingCharacters(in: range, with: new).utf8)
    let expected = await #expect(throws: DeckError.self) { try await whole(bytes) }
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.load(bytes, file: "deck.json", folder: ".")
    for workers in [1, 3] {
      let error = await #expect(throws: DeckError.self) {
        try await pipeline.draw(
          deck, onePageEach: true, as: .png, workers: workers)
      }
      #expect(error?.issues == expected?.issues)
    }
  }

  @Test func aScreenIsReadAsAWhole() async throws {
    let good = String(decoding: RenderSessionTests.deck(9), as: UTF8.self)
    let bytes = Array((good.dropLast() + #","layout":{"type":"bottomSheet"}}"#).utf8)
    #expect(try await batch(bytes, workers: 2) == nil)
  }

  @Test func fewCardsAndChoicesAmongThemAreLeftToTheWholeDeck() async throws {
    #expect(try await batch(RenderSessionTests.deck(StreamingRenderer.least - 1), workers: 2) == nil)
    var options = DeckOptions()
    options.cards = ["r1"]
    #expect(try await batch(RenderSessionTests.deck(20), workers: 2, options) == nil)
    var states = DeckOptions()
    states.drawsAllStates = true
    #expect(try await batch(RenderSessionTests.deck(20), workers: 2, states) == nil)
  }

  private struct Refusal: Error {}

  /// Draws a deck as the program does, and returns the number of delivered files.
  private func draw(
    _ bytes: [UInt8], as format: OutputFormat, begin: @escaping (DeckSummary) throws -> Void = { _ in },
    deliver: @escaping (Int) throws -> Void = { _ in }
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
      String(decoding: RenderSessionTests.deck(9), as: UTF8.self)
        .replacing(
          ##""background":{"gradient":{"colors":["#F00","#00F"],"angle":45}}"##,
          with: ##""background":"clear""##
        ).utf8)
    let error = await #expect(throws: DeckError.self) { try await draw(clear, as: .jpeg) }
    let laidOut = try DeckRenderer.laidOut(
      clear, file: "deck.json", folder: ".", onePageEach: true, catalog: try Goldens.catalog())
    #expect(error?.issues == laidOut.unsupportedReasons(for: .jpeg))
    #expect(error?.issues.count == 1)
    #expect(try await draw(clear, as: .png) == 7)
  }

  @Test func whoRefusesADeckGetsNoFile() async throws {
    let bytes = RenderSessionTests.deck(30)
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
