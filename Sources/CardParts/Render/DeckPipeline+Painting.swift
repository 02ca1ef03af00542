package import CardRaster

/// Decks as files, painted by several workers.
extension DeckPipeline {
  /// Draws a deck: lays it out, paints and packs its pictures on several workers, and hands the files over in order.
  ///
  /// A long deck whose cards are pictures of their own goes through card by card; the bytes do not depend on that.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - options: what is drawn in another way than the deck says.
  ///   - onePageEach: whether each card becomes a picture of its own; so it does when all states are drawn.
  ///   - format: what the files are.
  ///   - settings: how they are packed.
  ///   - workers: how many threads draw; at least 1.
  ///   - begin: takes what is known of all pictures before the first is painted; to throw here refuses the deck.
  ///   - deliver: takes the number of a picture and its file; called on the caller's task.
  /// - Throws: a `DeckError` with every problem of the deck; what `OutputFormat.encode`, `begin` or `deliver` throws.
  package nonisolated(nonsending) func draw(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool, as format: OutputFormat,
    settings: OutputFormat.Settings = OutputFormat.Settings(), workers: Int = 1,
    begin: (DeckSummary) throws -> Void, deliver: (Int, [UInt8]) throws -> Void
  ) async throws {
    func start(_ summary: DeckSummary) throws {
      try begin(summary)
      if let error = DeckError(summary.obstacles(to: format)) { throw error }
    }
    if onePageEach, let batch = CardBatch(deck, options: options, catalog: catalog),
      try await batch.draw(
        as: format, settings: settings, workers: workers, in: self, begin: start, deliver: deliver)
    {
      return
    }
    let laidOut = try layOut(deck, options: options, onePageEach: onePageEach)
    try start(laidOut.summary)
    try await paint(laidOut, as: format, settings: settings, workers: workers, deliver: deliver)
  }

  /// Paints and packs the pages of a deck on several workers; see `LaidOutDeck.paint`.
  ///
  /// A single worker paints with the fonts of this pipeline. Where there are fewer pages than workers, those that are
  /// idle help with a page.
  package nonisolated(nonsending) func paint(
    _ deck: LaidOutDeck, as format: OutputFormat, settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1, deliver: (Int, [UInt8]) throws -> Void
  ) async throws {
    let fonts = deck.fonts
    let threads = PictureThreads(of: workers, pictures: deck.pages.count)
    try await eachPage(of: deck, workers: workers) { display, painter throws(RasterError) in
      try painter.pipeline.encode(
        display, fonts: fonts, as: format, settings: settings, in: painter.series, threads: threads)
    } deliver: {
      try deliver($0, $1)
    }
  }

  /// Paints the pages of a deck on several workers, and hands over in order what becomes of them.
  nonisolated(nonsending) func eachPage<Output: Sendable>(
    of deck: LaidOutDeck, workers: Int,
    _ paint: @escaping @Sendable (DisplayList, PagePainter) throws(RasterError) -> Output,
    deliver: (Int, Output) throws -> Void
  ) async throws {
    let (source, pages, fonts) = (deck.source, deck.pages, deck.fonts)
    let workers = min(workers, pages.count)
    let isSeries = pages.count > workers
    try await WorkerPool.with(
      workers, own: PagePainter(self, isSeries: isSeries),
      make: { PagePainter(DeckPipeline(fonts), isSeries: isSeries) }
    ) { pool in
      try await pool.inOrder(pages.count) { number, painter in
        let page = pages[number]
        return try source.painting(page.display, of: page.box) { (display) throws(RasterError) in
          try paint(display, painter)
        }
      } deliver: {
        try deliver($0, $1)
      }
    }
  }
}

/// What a worker paints pages with, one after another.
final class PagePainter {
  let pipeline: DeckPipeline
  /// What stays from page to page: moments of a card are much alike, and so are its states; nil for one page.
  let series: PictureSeries?

  init(_ pipeline: DeckPipeline, isSeries: Bool) {
    self.pipeline = pipeline
    series = isSeries ? PictureSeries() : nil
  }
}
