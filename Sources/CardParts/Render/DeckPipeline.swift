public import CardRaster

/// The pipeline of one worker, from a deck's text to the bytes of its pictures: a stage at a time, or in one go.
///
/// Fonts are opened with the first deck and stay open for those that follow; files of a deck's own are opened anew for each
/// deck. What is drawn depends on the deck and the options alone, not on what was drawn before.
public final class DeckPipeline {
  /// The fonts that every deck may use.
  let catalog: FontCatalog
  /// Fonts that stay open from one deck to the next.
  private var lasting: OpenFonts?
  /// Fonts that are open for one deck: its own files may be others when it is drawn again.
  private var passing: OpenFonts?

  private struct OpenFonts {
    let catalog: FontCatalog
    let shelf: FontShelf
  }

  /// Makes a pipeline; nothing is opened yet.
  ///
  /// - Parameter catalog: the bundled fonts.
  public init(_ catalog: FontCatalog) { self.catalog = catalog }

  /// Makes a pipeline with the fonts that travel with the program.
  ///
  /// - Throws: a `DeckError` when they are not there.
  public convenience init() throws(DeckError) { self.init(try FontCatalog.bundled()) }

  /// The fonts of a catalog, which are opened unless they are open.
  ///
  /// - Parameter onlyPaints: whether nothing is laid out with them: then each font is opened when a glyph needs it.
  func fonts(_ catalog: FontCatalog, onlyPaints: Bool = false) throws(RasterError) -> FontShelf {
    for open in [lasting, passing] {
      if let open, open.catalog == catalog { return open.shelf }
    }
    let shelf: FontShelf
    if onlyPaints {
      shelf = FontShelf(try FontLibrary(painting: catalog))
    } else {
      shelf = FontShelf(try FontLibrary(catalog))
    }
    let open = OpenFonts(catalog: catalog, shelf: shelf)
    if catalog.hasAddedFiles { passing = open } else { lasting = open }
    return shelf
  }

  /// The fonts of a deck that comes into the pipeline.
  func fonts(opening catalog: FontCatalog, of deck: Deck) throws(DeckError) -> FontShelf {
    passing = nil
    do throws(RasterError) {
      let shelf = try fonts(catalog)
      shelf.library.beginDeck()
      return shelf
    } catch {
      var issue = DeckIssue(error, file: deck.file)
      // A deck that brings no fonts cannot be why they cannot be opened.
      if !catalog.hasAddedFiles { issue.code = .missingFonts }
      throw DeckError(issue)
    }
  }
}

/// The stages.
extension DeckPipeline {
  /// The first stage: from text to a deck.
  ///
  /// - Throws: a `DeckError` with every problem that can be told before bindings are filled in.
  public func load(_ bytes: [UInt8], file: String, folder: String) throws(DeckError) -> Deck {
    try DeckLoader.load(bytes, file: file, folder: folder)
  }

  /// The second stage: bindings, repetition, states, themes and files.
  ///
  /// - Throws: a `DeckError` with every problem that can be told before anything is laid out.
  public func resolve(_ deck: Deck, options: DeckOptions = DeckOptions()) throws(DeckError) -> ResolvedDeck {
    let environment = try DeckEnvironment(deck, options, self)
    let resolved = environment.resolve()
    try environment.check()
    return resolved
  }

  /// The third stage: the frames of everything, a box for each picture.
  ///
  /// - Throws: a `DeckError` with the first thing that cannot be laid out.
  public func boxes(of deck: ResolvedDeck, onePageEach: Bool = false) throws(DeckError) -> [LayoutBox] {
    var boxes: [LayoutBox] = []
    do throws(RasterError) {
      let layout = PageLayout(deck: deck, fonts: try fonts(deck.fonts))
      if let report = deck.report { return try layout.report(deck.cards, report) }
      for group in deck.pages(onePageEach: onePageEach) {
        if Task.isCancelled { break }
        boxes.append(try layout.page(group.cards, content: group.content))
      }
    } catch {
      throw DeckError(error, file: deck.file)
    }
    try DeckError.checkCancellation(deck.file)
    return boxes
  }

  /// The fourth stage: what is drawn, in order.
  public func flatten(_ box: LayoutBox, of deck: ResolvedDeck) -> DisplayList {
    var list = Flattening.flatten(box, scale: deck.canvas.scale, title: TextAlternative.of(box))
    list.document = deck.document
    if deck.document.title == nil, list.title.utf8.count > TextAlternative.mostOfTitle {
      list.document.title = list.title.shortened(to: TextAlternative.mostOfTitle)
    }
    return list
  }

  /// The fifth stage: pixels.
  ///
  /// - Throws: what `BitmapPainter.picture` throws.
  public func paint(_ list: DisplayList, fonts catalog: FontCatalog) throws(RasterError) -> PaintedPicture {
    try paint(list, fonts: catalog, threads: .one)
  }

  /// The same, painted by several threads.
  package func paint(
    _ list: DisplayList, fonts catalog: FontCatalog, threads: PictureThreads
  ) throws(RasterError) -> PaintedPicture {
    try BitmapPainter.picture(list, fonts: fonts(catalog, onlyPaints: true).library, threads: threads)
  }

  /// The fifth stage, for those who look at pixels.
  ///
  /// - Throws: what `BitmapPainter.bitmap` throws.
  public func bitmap(_ list: DisplayList, fonts catalog: FontCatalog) throws(RasterError) -> Bitmap {
    try BitmapPainter.bitmap(list, fonts: fonts(catalog, onlyPaints: true).library)
  }

  /// The fifth stage for one of several pictures that differ little; the pixels are the same.
  func bitmap(
    _ list: DisplayList, fonts catalog: FontCatalog, in series: PictureSeries?
  ) throws(RasterError) -> Bitmap {
    guard let series else { return try bitmap(list, fonts: catalog) }
    return try series.bitmap(list, fonts: fonts(catalog, onlyPaints: true).library)
  }

  /// Some pixels of the fifth stage.
  func part(
    of list: DisplayList, around rect: Rect, fonts catalog: FontCatalog
  ) throws(RasterError) -> PaintedPart {
    try BitmapPainter.part(of: list, around: rect, fonts: fonts(catalog, onlyPaints: true).library)
  }

  /// The last two stages: a file of any format.
  ///
  /// - Throws: what `OutputFormat.encode` throws.
  public func encode(
    _ list: DisplayList, fonts catalog: FontCatalog, as format: OutputFormat,
    settings: OutputFormat.Settings = OutputFormat.Settings()
  ) throws(RasterError) -> [UInt8] {
    try format.encode(list, settings: settings, fonts: fonts(catalog, onlyPaints: true).library)
  }

  /// The last two stages for one of several pictures that differ little; the bytes are the same.
  ///
  /// - Parameter threads: who draws a picture that belongs to no series.
  func encode(
    _ list: DisplayList, fonts catalog: FontCatalog, as format: OutputFormat,
    settings: OutputFormat.Settings, in series: PictureSeries?, threads: PictureThreads = .one
  ) throws(RasterError) -> [UInt8] {
    // Fonts of a deck's own may be others the next time, and have the same names.
    guard let series, !catalog.hasAddedFiles else {
      let fonts = try fonts(catalog, onlyPaints: true)
      return try format.encode(list, settings: settings, fonts: fonts.library, threads: threads)
    }
    let fonts = try fonts(catalog, onlyPaints: true)
    return try series.encode(list, as: format, settings: settings, fonts: fonts.library)
  }

  /// The last two stages for pages that go into one file.
  ///
  /// - Throws: what `OutputFormat.encode(pages:settings:fonts:)` throws.
  public func encode(
    pages: [DisplayList], fonts catalog: FontCatalog, as format: OutputFormat,
    settings: OutputFormat.Settings = OutputFormat.Settings()
  ) throws(RasterError) -> [UInt8] {
    try format.encode(pages: pages, settings: settings, fonts: fonts(catalog, onlyPaints: true).library)
  }
}

/// Pages of a deck; an error of the painter gets the place of what it could not paint.
extension DeckPipeline {
  /// The pixels of a page.
  package func bitmap(of page: DeckPage, in deck: LaidOutDeck) throws(DeckError) -> Bitmap {
    try deck.source.painting(page.display, of: page.box) { (display) throws(RasterError) in
      try bitmap(display, fonts: deck.fonts)
    }
  }

  /// All pages in one file.
  package func document(_ deck: LaidOutDeck, as format: OutputFormat) throws(DeckError) -> [UInt8] {
    try deck.source.painting(deck.pages.map(\.display), of: deck.pages.map(\.box)) {
      (displays) throws(RasterError) in
      try encode(pages: displays, fonts: deck.fonts, as: format)
    }
  }
}

/// A whole deck, as far as display lists.
extension DeckPipeline {
  /// Resolves, lays out and flattens a deck.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - options: what is drawn in another way than the deck says.
  ///   - onePageEach: whether each card becomes a picture of its own; so it does when all states are drawn.
  /// - Throws: a `DeckError` with every problem of the deck.
  public func layOut(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> LaidOutDeck {
    try DeckEnvironment(deck, options, self).layOut(onePageEach: onePageEach || options.drawsAllStates)
  }
}

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
    if onePageEach, let session = RenderSession(deck, options: options) {
      return try await session.draw(
        as: format, settings: settings, workers: workers, in: self, begin: start, deliver: deliver)
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

  /// A worker's pipeline, and the cache of pages that are much alike, such as moments and states of a card; nil for one page.
  typealias PagePainter = (pipeline: DeckPipeline, series: PictureSeries?)

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
      workers, own: (self, isSeries ? PictureSeries() : nil),
      make: { (DeckPipeline(fonts), isSeries ? PictureSeries() : nil) as PagePainter }
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
