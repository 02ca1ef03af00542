public import CardRaster

extension Deck {
  /// Draws a moving picture of the deck.
  ///
  /// Confetti moves, and bars and histograms that are `animated`. The bytes do not depend on the number of workers.
  ///
  /// - Parameters:
  ///   - format: the kind of file: `.gif`, `.png`, `.webp`, or a video, `.mp4` or `.webm`, where ffmpeg is installed.
  ///   - timing: when its frames are.
  ///   - loops: how often it is played; 0 for ever, and for videos, whose players decide.
  ///   - poster: the number of the frame that viewers show which do not play it, from 0; nil for the first, and for videos.
  ///   - options: what is decided over the deck.
  ///   - settings: how the file is packed.
  ///   - workers: how many frames are painted at once; at least 1.
  ///   - onWarning: takes what is doubtful; without it they are written to standard error.
  /// - Throws: a `DeckError` with every mistake of the deck; `CancellationError`; what `MovingFormat.encode` throws.
  public nonisolated(nonsending) func renderMoving(
    to format: MovingFormat, _ timing: FrameTiming, loops: Int = 0, poster: Int? = nil,
    options: DeckOptions = DeckOptions(), settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1, onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) async throws -> [UInt8] {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.layOut(self, options: options)
    for warning in laidOut.warnings { onWarning(warning) }
    guard let page = laidOut.pages.first else { throw DeckError.nothingToDraw(in: self) }
    return try await pipeline.encode(
      page, of: laidOut, as: format, PictureOrder.Movement(timing: timing, loops: loops, poster: poster),
      settings: settings, workers: workers)
  }

  /// Draws each card as a page of one PDF document.
  ///
  /// - Parameters:
  ///   - options: what is decided over the deck.
  ///   - onWarning: takes what is doubtful; without it they are written to standard error.
  /// - Throws: every mistake of the deck, each with its place.
  public func renderDocument(
    options: DeckOptions = DeckOptions(), onWarning: (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) throws(DeckError) -> [UInt8] {
    let pipeline = try DeckPipeline()
    let laidOut = try pipeline.layOut(self, options: options, onePageEach: true)
    for warning in laidOut.warnings { onWarning(warning) }
    return try painting(laidOut.pages.map(\.display), of: laidOut.pages.map(\.box)) {
      (displays) throws(RasterError) in
      try pipeline.encode(pages: displays, fonts: laidOut.fonts, as: .pdf)
    }
  }
}

extension DeckError {
  /// The error for a deck without a picture.
  static func nothingToDraw(in deck: Deck) -> DeckError {
    DeckError(
      DeckIssue(
        .error, file: deck.file, place: nil, path: .root, message: "there is no card to draw",
        code: .nothingToDraw))
  }
}
