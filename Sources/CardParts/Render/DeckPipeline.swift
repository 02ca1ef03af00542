public import CardRaster

/// The pipeline of one worker, from a deck's text to the bytes of its pictures, in stages or as a whole.
///
/// Fonts are opened with the first deck and stay open for the following ones. A deck's own font files are
/// opened again for each deck. The output depends only on the deck and the options, not on earlier decks.
public final class DeckPipeline {
  /// The fonts that are available to every deck.
  let catalog: FontCatalog
  /// Fonts that stay open from one deck to the next.
  private var sharedFonts: OpenFonts?
  /// Fonts that are open for one deck, because its own font files may change before the next run.
  private var deckFonts: OpenFonts?

  private struct OpenFonts {
    let catalog: FontCatalog
    let shelf: FontContext
  }

  /// Creates a pipeline; no font is opened yet.
  ///
  /// - Parameter catalog: the bundled fonts.
  public init(_ catalog: FontCatalog) { self.catalog = catalog }

  /// Creates a pipeline with the bundled fonts.
  ///
  /// - Throws: a `DeckError` when the fonts cannot be found.
  public convenience init() throws(DeckError) { self.init(try FontCatalog.bundled()) }

  /// The fonts of a catalog, opened if necessary.
  ///
  /// - Parameter onlyPaints: whether the fonts are used only for painting; then each font is opened when a
  /// glyph needs it.
  func fonts(_ catalog: FontCatalog, onlyPaints: Bool = false) throws(RasterError) -> FontContext {
    for open in [sharedFonts, deckFonts] {
      if let open, open.catalog == catalog { return open.shelf }
    }
    let shelf: FontContext
    if onlyPaints {
      shelf = FontContext(try FontLibrary(painting: catalog))
    } else {
      shelf = FontContext(try FontLibrary(catalog))
    }
    let open = OpenFonts(catalog: catalog, shelf: shelf)
    if catalog.hasAddedFiles { deckFonts = open } else { sharedFonts = open }
    return shelf
  }

  /// Opens the fonts of the next deck.
  func fonts(opening catalog: FontCatalog, of deck: Deck) throws(DeckError) -> FontContext {
    deckFonts = nil
    do throws(RasterError) {
      let shelf = try fonts(catalog)
      shelf.library.beginDeck()
      return shelf
    } catch {
      var issue = DeckIssue(error, file: deck.file)
      // If the deck has no font files, the bundled fonts are the reason.
      if !catalog.hasAddedFiles { issue.code = .missingFonts }
      throw DeckError(issue)
    }
  }
}

/// The stages of rendering, in order.
extension DeckPipeline {
  /// Stage 1: parses the text of a deck.
  ///
  /// - Throws: a `DeckError` with every problem that is found before bindings are evaluated.
  public func load(_ bytes: [UInt8], file: String, folder: String) throws(DeckError) -> Deck {
    try DeckLoader.load(bytes, file: file, folder: folder)
  }

  /// Stage 2: resolves bindings, repetitions, states, themes and files.
  ///
  /// - Throws: a `DeckError` with every problem that is found without layout.
  public func resolve(_ deck: Deck, options: DeckOptions = DeckOptions()) throws(DeckError) -> ResolvedDeck {
    let environment = try DeckEnvironment(deck, options, self)
    let resolved = environment.resolve()
    try environment.throwErrors()
    return resolved
  }

  /// Stage 3: lays out the deck; one box for each picture.
  ///
  /// - Throws: a `DeckError` with the first part that cannot be laid out.
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

  /// Stage 4: flattens a box into the display list of items in drawing order.
  public func flatten(_ box: LayoutBox, of deck: ResolvedDeck) -> DisplayList {
    var list = Flattening.flatten(box, scale: deck.canvas.scale, title: TextAlternative.of(box))
    list.document = deck.document
    if deck.document.title == nil, list.title.utf8.count > TextAlternative.mostOfTitle {
      list.document.title = list.title.shortened(to: TextAlternative.mostOfTitle)
    }
    return list
  }

  /// Stage 5: paints pixels.
  ///
  /// - Throws: errors of `BitmapPainter.picture`.
  public func paint(_ list: DisplayList, fonts catalog: FontCatalog) throws(RasterError) -> PaintedPicture {
    try paint(list, fonts: catalog, threads: .one)
  }

  /// Stage 5 with several threads.
  package func paint(
    _ list: DisplayList, fonts catalog: FontCatalog, threads: RowParallelism
  ) throws(RasterError) -> PaintedPicture {
    try BitmapPainter.picture(list, fonts: fonts(catalog, onlyPaints: true).library, threads: threads)
  }

  /// Stage 5 for callers that read pixels.
  ///
  /// - Throws: errors of `BitmapPainter.bitmap`.
  public func bitmap(_ list: DisplayList, fonts catalog: FontCatalog) throws(RasterError) -> Bitmap {
    try BitmapPainter.bitmap(list, fonts: fonts(catalog, onlyPaints: true).library)
  }

  /// Stage 5 for one of several similar pictures; the pixels do not depend on the cache.
  func bitmap(
    _ list: DisplayList, fonts catalog: FontCatalog, in series: IncrementalPainter?
  ) throws(RasterError) -> Bitmap {
    guard let series else { return try bitmap(list, fonts: catalog) }
    return try series.bitmap(list, fonts: fonts(catalog, onlyPaints: true).library)
  }

  /// Stage 5 for a part of the picture.
  func part(
    of list: DisplayList, around rect: Rect, fonts catalog: FontCatalog
  ) throws(RasterError) -> PaintedPart {
    try BitmapPainter.part(of: list, around: rect, fonts: fonts(catalog, onlyPaints: true).library)
  }

  /// Stages 5 and 6: encodes a file of any format.
  ///
  /// - Throws: errors of `OutputFormat.encode`.
  public func encode(
    _ list: DisplayList, fonts catalog: FontCatalog, as format: OutputFormat,
    settings: OutputFormat.Settings = OutputFormat.Settings()
  ) throws(RasterError) -> [UInt8] {
    try format.encode(list, settings: settings, fonts: fonts(catalog, onlyPaints: true).library)
  }

  /// Stages 5 and 6 for one of several similar pictures; the bytes do not depend on the cache.
  ///
  /// - Parameter threads: the threads that paint a picture without a cache.
  func encode(
    _ list: DisplayList, fonts catalog: FontCatalog, as format: OutputFormat,
    settings: OutputFormat.Settings, in series: IncrementalPainter?, threads: RowParallelism = .one
  ) throws(RasterError) -> [UInt8] {
    // A deck's own fonts may have the same names and other content next time, so the cache is not used.
    guard let series, !catalog.hasAddedFiles else {
      let fonts = try fonts(catalog, onlyPaints: true)
      return try format.encode(list, settings: settings, fonts: fonts.library, threads: threads)
    }
    let fonts = try fonts(catalog, onlyPaints: true)
    return try series.encode(list, as: format, settings: settings, fonts: fonts.library)
  }

  /// Stages 5 and 6 for pages in one file.
  ///
  /// - Throws: errors of `OutputFormat.encode(pages:settings:fonts:)`.
  public func encode(
    pages: [DisplayList], fonts catalog: FontCatalog, as format: OutputFormat,
    settings: OutputFormat.Settings = OutputFormat.Settings()
  ) throws(RasterError) -> [UInt8] {
    try format.encode(pages: pages, settings: settings, fonts: fonts(catalog, onlyPaints: true).library)
  }
}

/// Painting pages; an error of the painter gets the path of the part that failed.
extension DeckPipeline {
  /// Paints the pixels of a page.
  package func bitmap(of page: DeckPage, in deck: LaidOutDeck) throws(DeckError) -> Bitmap {
    try deck.source.attachingLocation(page.display, of: page.box) { (display) throws(RasterError) in
      try bitmap(display, fonts: deck.fonts)
    }
  }

  /// Encodes all pages into one file.
  ///
  /// - Parameter onPage: called with the number of finished pages after each of them.
  package func document(
    _ deck: LaidOutDeck, as format: OutputFormat, onPage: (Int) -> Void = { _ in }
  ) throws(DeckError) -> [UInt8] {
    // After an error parts are painted one by one, and they do not count as pages.
    var isWhole = true
    return try deck.source.attachingLocation(deck.pages.map(\.display), of: deck.pages.map(\.box)) {
      (displays) throws(RasterError) in
      defer { isWhole = false }
      return try format.encode(
        pages: displays, settings: OutputFormat.Settings(),
        fonts: fonts(deck.fonts, onlyPaints: true).library
      ) { if isWhole { onPage($0) } }
    }
  }
}

/// Stages 2 to 4 for a whole deck.
extension DeckPipeline {
  /// Resolves, lays out and flattens a deck.
  ///
  /// - Parameters:
  ///   - deck: the deck.
  ///   - options: settings that override those of the deck.
  ///   - onePageEach: whether each card becomes a picture; always true when all states are drawn.
  /// - Throws: a `DeckError` with every problem of the deck.
  public func laidOut(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> LaidOutDeck {
    try DeckEnvironment(deck, options, self).laidOut(onePageEach: onePageEach || options.drawsAllStates)
  }
}

/// Painting decks on several workers.
extension DeckPipeline {
  /// Paints and encodes the pages of a deck on several workers; see `LaidOutDeck.paint`.
  ///
  /// A single worker uses the fonts of this pipeline. If there are fewer pages than workers, idle workers
  /// help to paint a page.
  package nonisolated(nonsending) func paint(
    _ deck: LaidOutDeck, as format: OutputFormat, settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1, deliver: (Int, [UInt8]) throws -> Void
  ) async throws {
    let fonts = deck.fonts
    let threads = RowParallelism(of: workers, pictures: deck.pages.count)
    try await eachPage(of: deck, workers: workers) { display, painter throws(RasterError) in
      try painter.pipeline.encode(
        display, fonts: fonts, as: format, settings: settings, in: painter.series, threads: threads)
    } deliver: {
      try deliver($0, $1)
    }
  }

  /// A worker's pipeline and its cache for similar pages, such as states of a card; nil for a single page.
  typealias PagePainter = (pipeline: DeckPipeline, series: IncrementalPainter?)

  /// Processes the pages of a deck on several workers and delivers the results in order.
  nonisolated(nonsending) func eachPage<Output: Sendable>(
    of deck: LaidOutDeck, workers: Int,
    _ paint: @escaping @Sendable (DisplayList, PagePainter) throws(RasterError) -> Output,
    deliver: (Int, Output) throws -> Void
  ) async throws {
    let (source, pages, fonts) = (deck.source, deck.pages, deck.fonts)
    let workers = min(workers, pages.count)
    let isSeries = pages.count > workers
    try await WorkerPool.with(
      workers, own: (self, isSeries ? IncrementalPainter() : nil),
      make: { (DeckPipeline(fonts), isSeries ? IncrementalPainter() : nil) as PagePainter }
    ) { pool in
      try await pool.inOrder(pages.count) { number, painter in
        let page = pages[number]
        do throws(DeckError) {
          return try source.attachingLocation(page.display, of: page.box) { (display) throws(RasterError) in
            try paint(display, painter)
          }
        } catch {
          // As the pool throws it for pages that were not begun.
          throw error.isCancellation ? CancellationError() as any Error : error
        }
      } deliver: {
        try deliver($0, $1)
      }
    }
  }
}

/// A resolved deck with the names of its pictures.
package struct DeckOutline: Sendable {
  package let resolved: ResolvedDeck
  /// The name of each picture's card, in the order of the pictures; empty for a picture of all cards.
  package let pageNames: [String]
}

extension DeckPipeline {
  /// Resolves a deck and lists the names of the pictures that `laidOut` creates.
  ///
  /// Only a report is laid out, because the number of its pages depends on its cards.
  ///
  /// - Throws: a `DeckError` with every problem that is found without layout.
  package func outline(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> DeckOutline {
    guard !deck.isReport else {
      let laidOut = try self.laidOut(deck, options: options, onePageEach: onePageEach)
      return DeckOutline(resolved: laidOut.resolved, pageNames: laidOut.pages.map(\.name))
    }
    let environment = try DeckEnvironment(deck, options, self)
    let resolved = try environment.resolveForPages(onePageEach: onePageEach)
    return DeckOutline(
      resolved: resolved, pageNames: resolved.pages(onePageEach: onePageEach).map { $0.subject?.id ?? "" })
  }
}
