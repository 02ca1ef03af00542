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
    let pass = DeckPass(deck, options)
    let resolved = try resolve(pass)
    try pass.check()
    return resolved
  }

  /// The same; what is wrong is in the log, but for fonts that cannot be opened.
  func resolve(_ pass: DeckPass) throws(DeckError) -> ResolvedDeck {
    let catalog = pass.resolver.fonts(catalog)
    return pass.resolver.resolve(catalog, try fonts(opening: catalog, of: pass.deck))
  }

  /// The third stage: the frames of everything, a box for each picture.
  ///
  /// - Throws: a `DeckError` with the first thing that cannot be laid out.
  public func boxes(of deck: ResolvedDeck, onePageEach: Bool = false) throws(DeckError) -> [LayoutBox] {
    var boxes: [LayoutBox] = []
    do throws(RasterError) {
      let layout = try layout(of: deck)
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

  /// What lays out the pages of a deck, with the fonts of this worker.
  func layout(of deck: ResolvedDeck) throws(RasterError) -> PageLayout {
    PageLayout(deck: deck, fonts: try fonts(deck.fonts))
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
  private func part(
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
    let pass = DeckPass(deck, options)
    let onePageEach = onePageEach || options.drawsAllStates
    let resolved = try resolveForPages(pass, onePageEach: onePageEach)
    let pages =
      try resolved.report.map { (report) throws(DeckError) in try self.pages(of: report, resolved, pass) }
      ?? pages(of: resolved, onePageEach: onePageEach, pass)
    try DeckError.checkCancellation(deck.file)
    try pass.check()
    return LaidOutDeck(
      source: deck, pages: pages, warnings: pass.log.sorted, fonts: resolved.fonts, resolved: resolved)
  }

  /// All pages as far as the first that cannot be one; what is wrong is in the log.
  private func pages(of deck: ResolvedDeck, onePageEach: Bool, _ pass: DeckPass) -> [DeckPage] {
    var pages: [DeckPage] = []
    do throws(RasterError) {
      let layout = try layout(of: deck)
      for group in deck.pages(onePageEach: onePageEach) {
        // Those who asked for the pages find out as well that nobody wants them any more.
        if Task.isCancelled { break }
        let (cards, content) = (group.cards, group.content)
        guard let (box, display) = page(cards, content: content, layout, pass) else { break }
        pages.append(
          DeckPage(
            name: group.subject?.id ?? "", number: group.number, state: group.subject?.state, box: box,
            display: display,
            origin: DeckPage.Origin(cards: content.map { cards + [$0] } ?? cards, deck: deck)))
      }
    } catch {
      pass.log.add(DeckIssue(error, file: deck.file))
    }
    return pages
  }

  /// The pages of a report; what is wrong is in the log.
  private func pages(of report: Report, _ deck: ResolvedDeck, _ pass: DeckPass) throws(DeckError)
    -> [DeckPage]
  {
    let layout: PageLayout
    do throws(RasterError) { layout = try self.layout(of: deck) } catch {
      throw DeckError(error, file: deck.file)
    }
    let boxes: [LayoutBox]
    do throws(RasterError) {
      boxes = try layout.report(deck.cards, report)
    } catch {
      let path = layout.trace.path ?? JSONPath.root.key("page")
      pass.add(DeckIssue(error, file: deck.file, place: pass.deck.root.place(at: path), path: path))
      return []
    }
    var pages: [DeckPage] = []
    for (number, laidOut) in boxes.enumerated() {
      if Task.isCancelled { break }
      guard let (box, display) = page(on: deck.cards, layout, pass, box: { laidOut }) else { break }
      pages.append(
        DeckPage(
          name: "page-\(number + 1)", number: number + 1, state: nil, box: box, display: display,
          origin: DeckPage.Origin(cards: deck.cards, deck: deck)))
    }
    return pages
  }

  /// Lays out and flattens one page; nil when something is wrong with it, which is in the log then.
  func page(
    _ cards: [ResolvedCard], content: ResolvedCard? = nil, _ layout: PageLayout, _ pass: DeckPass
  ) -> (box: LayoutBox, display: DisplayList)? {
    page(on: cards + [content].compactMap(\.self), layout, pass) { () throws(RasterError) in
      try layout.page(cards, content: content)
    }
  }

  private func page(
    on cards: [ResolvedCard], _ layout: PageLayout, _ pass: DeckPass, box: () throws(RasterError) -> LayoutBox
  ) -> (box: LayoutBox, display: DisplayList)? {
    do throws(RasterError) {
      let box = try box()
      if let issue = PictureSize.issue(of: box, layout.deck) { pass.add(issue) }
      pass.addWarnings(of: box)
      guard !pass.log.hasErrors else { return nil }
      let display = flatten(box, of: layout.deck)
      let legibility = Legibility(of: box) { areas in
        let backdrop = display.backdrop
        // What cannot be painted is said when it is painted.
        return areas.map { try? self.part(of: backdrop, around: $0, fonts: layout.deck.fonts) }
      }
      let issues = legibility.issues(file: layout.deck.file) { layout.deck.isInherited($0, on: cards) }
      for issue in issues { pass.add(issue) }
      return (box, display)
    } catch {
      let path = layout.trace.path ?? .root
      pass.add(
        DeckIssue(error, file: layout.deck.file, place: pass.deck.root.place(at: path), path: path))
      return nil
    }
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

/// Checks that a page can be a picture at all, and finds out what makes it too large.
enum PictureSize {
  /// What is wrong with the size of a page; nil when nothing is.
  static func issue(of page: LayoutBox, _ deck: ResolvedDeck) -> DeckIssue? {
    let (size, scale) = (page.size, deck.canvas.scale)
    let canvas = JSONPath.root.key("canvas")
    func issue(_ message: String, _ path: JSONPath, _ code: DeckIssue.Code = .limit) -> DeckIssue {
      DeckIssue(.error, file: deck.file, place: nil, path: path, message: message, code: code)
    }
    guard size.width * scale >= 0.5, size.height * scale >= 0.5 else {
      return issue(
        "the picture would be \(NumberText.text(size.width)) × \(NumberText.text(size.height)) points: "
          + "nothing to draw", deck.cards.first?.path ?? canvas, .nothingToDraw)
    }
    let most = Double(Limits.canvasSide)
    if size.width * scale > most {
      return issue(limit("width in pixels", size.width * scale, most), canvas)
    }
    let tallest = deck.canvas.finalHeight == nil ? path(ofTallestIn: page) ?? canvas : canvas
    if size.height * scale > most {
      return issue(limit("height in pixels", size.height * scale, most), tallest)
    }
    let pixels = size.width * size.height * scale * scale
    if pixels > Double(Limits.canvasPixels) {
      return issue(limit("size in pixels", pixels, Double(Limits.canvasPixels)), tallest)
    }
    return nil
  }

  private static func limit(_ what: String, _ value: Double, _ limit: Double) -> String {
    RasterError.limit(what: "the picture's \(what)", value: value.rounded(), limit: limit).message
  }

  /// The path of the innermost thing that alone takes more than half of the page's height.
  private static func path(ofTallestIn page: LayoutBox) -> JSONPath? {
    var result: JSONPath?
    var box = page
    while true {
      let children = box.content.compactMap { entry in
        if case .box(let child, _) = entry { return child }
        return nil
      }
      guard let tallest = children.max(by: { $0.size.height < $1.size.height }),
        tallest.size.height > page.size.height / 2
      else { return result }
      box = tallest
      if let source = tallest.source { result = source.path }
    }
  }
}
