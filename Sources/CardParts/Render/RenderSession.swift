import CardRaster

/// Receives the files of a deck in order, as they are finished.
package protocol ExportSink {
  /// Receives the labels and warnings of all pictures before the first is painted; an error rejects the deck.
  ///
  /// - Returns: the name of each picture in messages.
  mutating func begin(_ summary: DeckSummary) throws -> [String]
  /// Receives a finished file.
  mutating func receive(_ file: ExportedFile) throws
  /// Called after each painted frame of an animation.
  mutating func advance() throws
}

/// Checks a deck, exports its pictures on several workers, and delivers the files to a sink.
///
/// No file is delivered if the deck has an error.
package struct RenderSession {
  /// The way in which files contain pictures.
  package enum Arrangement {
    /// One file per picture.
    case pictures
    /// One file per picture, with its page, and files with further options, such as a dark picture.
    case versions([DeckOptions])
    /// One file with all pictures.
    case document
    /// One file per frame.
    case frames
  }

  private let deck: Deck
  package let options: DeckOptions
  private let onePageEach: Bool
  package let request: ExportRequest
  package let arrangement: Arrangement
  /// Whether a warning is an error.
  package let isStrict: Bool
  private let workers: Int
  /// The results of `check`.
  private var (laidOut, checkedCards): (LaidOutDeck?, StreamingRenderer.Checked?)

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - options: settings that override those of the deck.
  ///   - onePageEach: whether each card becomes a picture; always true when all states are drawn.
  ///   - request: the files to make.
  ///   - arrangement: the way in which files contain pictures.
  ///   - isStrict: whether a warning is an error.
  ///   - workers: the number of threads that draw; at least 1.
  package init(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool, _ request: ExportRequest,
    _ arrangement: Arrangement = .pictures, isStrict: Bool = false, workers: Int = 1
  ) {
    (self.deck, self.options, self.onePageEach) = (deck, options, onePageEach)
    (self.request, self.arrangement, self.isStrict, self.workers) = (request, arrangement, isStrict, workers)
  }

  /// Exports the deck; the bytes do not depend on the number of workers.
  ///
  /// A long deck with one picture per card is processed card by card.
  ///
  /// - Throws: a `DeckError` with every problem of the deck; errors of `OutputFormat.encode` and of the sink.
  package nonisolated(nonsending) func export(
    in pipeline: DeckPipeline, to sink: inout some ExportSink
  ) async throws {
    if let cards {
      return try await cards.draw(
        as: request.format, settings: request.settings, workers: workers, in: pipeline, known: checkedCards,
        begin: { summary, _ in _ = try begin(summary, &sink) }, deliver: { try sink.receive($0) })
    }
    let (format, opened) = (request.format, try open(in: pipeline, for: &sink))
    var versions = [opened.deck]
    let pages = opened.deck.pages
    switch arrangement {
    case .document:
      try sink.receive(ExportedFile(pipeline.document(versions[0], as: format), format, pages[0].display))
    case .frames:
      let times = request.movement?.timing.times ?? []
      for (number, page) in pages.enumerated() {
        let frames = versions[0].moments(of: page, at: times)
        try await pipeline.paint(frames, as: format, settings: request.settings, workers: workers) {
          try sink.receive(ExportedFile($1, format, page.display, picture: number, frame: $0))
        }
      }
    case .pictures where isPlain:
      let deck = request.moment.map { versions[0].atMoment($0) } ?? versions[0]
      try await pipeline.paint(deck, as: format, settings: request.settings, workers: workers) {
        try sink.receive(ExportedFile($1, format, pages[$0].display, picture: $0))
      }
    case .pictures: try await exportPages(of: versions, opened.names, in: pipeline, to: &sink)
    case .versions(let others):
      for options in others {
        let other = try pipeline.laidOut(deck, options: options, onePageEach: onePageEach)
        if let error = DeckError(other.unsupportedReasons(for: format)) { throw error }
        versions.append(other)
      }
      try await exportPages(of: versions, opened.names, in: pipeline, to: &sink)
    }
  }

  /// Exports the versions of each page, one page after the other.
  private nonisolated(nonsending) func exportPages(
    of versions: [LaidOutDeck], _ names: [String], in pipeline: DeckPipeline, to sink: inout some ExportSink
  ) async throws {
    var scaled = versions.map { _ in [Double: LaidOutDeck]() }
    for number in versions[0].pages.indices {
      for (version, deck) in versions.enumerated() {
        var file = try await pipeline.picture(
          number, of: deck, request, name: names[number], workers: workers, scaled: &scaled[version],
          onFrame: { try sink.advance() })
        (file.picture, file.page) = (number, (deck.pages[number], deck))
        try sink.receive(file)
      }
    }
  }

  private func begin(_ summary: DeckSummary, _ sink: inout some ExportSink) throws -> [String] {
    if isStrict, let error = DeckError(strict: summary.warnings) { throw error }
    if let error = DeckError(summary.unsupportedReasons(for: request.format)) { throw error }
    return try sink.begin(summary)
  }

  /// Finds the errors of the deck, including those of the sink's `begin`, without painting it.
  package nonisolated(nonsending) mutating func check(
    in pipeline: DeckPipeline, for sink: inout some ExportSink
  ) async throws {
    guard let cards else {
      return laidOut = try open(in: pipeline, for: &sink).deck
    }
    do {
      try await cards.draw(
        as: request.format, settings: request.settings, workers: workers, in: pipeline,
        begin: { summary, checked in
          _ = try begin(summary, &sink)
          checkedCards = checked
          throw Checked()
        }, deliver: { _ in })
    } catch is Checked {}
  }

  /// Thrown when all cards are checked.
  private struct Checked: Error {}

  private var isPlain: Bool { request.movement == nil && request.budget == nil }

  /// The cards of a long deck that is processed card by card.
  private var cards: StreamingRenderer? {
    guard case .pictures = arrangement, isPlain, request.moment == nil, onePageEach else { return nil }
    return StreamingRenderer(deck, options: options)
  }

  /// Lays out and checks the deck; returns the names of its pictures in messages too.
  private func open(
    in pipeline: DeckPipeline, for sink: inout some ExportSink
  ) throws -> (deck: LaidOutDeck, names: [String]) {
    let isSequence = if case .frames = arrangement { true } else { false }
    var laidOut = try self.laidOut ?? pipeline.laidOut(deck, options: options, onePageEach: onePageEach)
    if self.laidOut == nil { laidOut.warnings += laidOut.warnings(about: request, isOneFile: !isSequence) }
    let names = try begin(laidOut.summary, &sink)
    if let movement = request.movement, request.budget == nil {
      let isVideo = MovingFormat(rawValue: request.format.rawValue)?.video != nil
      try laidOut.checkFrames(movement.timing, keepsPixels: !isSequence && !isVideo)
    }
    return (laidOut, names)
  }
}
