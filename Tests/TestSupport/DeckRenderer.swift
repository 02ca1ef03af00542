package import CardParts
package import CardRaster

/// Turns the bytes of a deck into display lists in one call, for tests that draw one deck.
package enum DeckRenderer {
  /// Loads, resolves, lays out and flattens a deck.
  ///
  /// - Parameters:
  ///   - bytes: the deck's JSON.
  ///   - file: the name of the deck in messages.
  ///   - folder: the folder of the deck's files.
  ///   - options: settings that override those of the deck.
  ///   - onePageEach: whether each card becomes a picture; always the case when all states are drawn.
  ///   - catalog: the bundled fonts.
  /// - Throws: a `DeckError` with every problem of the deck.
  package static func laidOut(
    _ bytes: [UInt8], file: String, folder: String, options: DeckOptions = DeckOptions(),
    onePageEach: Bool = false,
    catalog: FontCatalog
  ) throws(DeckError) -> LaidOutDeck {
    let pipeline = DeckPipeline(catalog)
    let deck = try pipeline.load(bytes, file: file, folder: folder)
    return try pipeline.laidOut(deck, options: options, onePageEach: onePageEach)
  }

  /// Resolves, lays out and flattens a loaded deck.
  package static func laidOut(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false, catalog: FontCatalog
  ) throws(DeckError) -> LaidOutDeck {
    try DeckPipeline(catalog).laidOut(deck, options: options, onePageEach: onePageEach)
  }
}

extension DeckPipeline {
  /// Draws a deck as the program does, with closures instead of a sink.
  package nonisolated(nonsending) func draw(
    _ deck: Deck, onePageEach: Bool, as format: OutputFormat, workers: Int = 1,
    begin: @escaping (DeckSummary) throws -> Void = { _ in },
    deliver: @escaping (Int, [UInt8]) throws -> Void = { _, _ in }
  ) async throws {
    var sink = ClosureSink(onBegin: begin, onFile: deliver)
    try await RenderSession(deck, onePageEach: onePageEach, ExportRequest(format), workers: workers)
      .export(in: self, to: &sink)
  }
}

private struct ClosureSink: ExportSink {
  let onBegin: (DeckSummary) throws -> Void
  let onFile: (Int, [UInt8]) throws -> Void

  func begin(_ summary: DeckSummary) throws -> [String] {
    try onBegin(summary)
    return summary.labels.map(\.name)
  }

  func receive(_ file: ExportedFile) throws { try onFile(file.picture, file.bytes) }

  func advance() {}
}
