public import CardRaster

/// One picture of a deck, laid out and ready to paint.
public struct Page: Sendable {
  /// The name of its card; empty when it holds all cards of the deck.
  public let name: String
  /// The number of its card among those that are drawn, from 1.
  public let number: Int
  /// The state of its card; nil when it holds all cards of the deck.
  public let state: String?
  /// The boxes.
  public let box: LayoutBox
  /// What is drawn.
  public let display: DisplayList
  /// The cards that it shows and the deck that they are from, for explanations.
  let origin: Origin

  /// What a page was made of.
  struct Origin: Sendable {
    let cards: [ResolvedCard]
    let deck: ResolvedDeck
  }
}

/// A deck that is ready to paint, and what is doubtful about it.
public struct LaidOutDeck: Sendable {
  /// The deck as it stood in its file.
  public let source: Deck
  /// The pictures, in order of the cards.
  public let pages: [Page]
  /// Warnings in order of place; without `strict` they do not stop anything.
  public var warnings: [DeckIssue]
  /// The fonts that painters need.
  public let fonts: FontCatalog
  /// The deck after resolving, for `inspect`.
  public let resolved: ResolvedDeck
}

/// The whole line from a file's bytes to display lists; painting and encoding follow in `Page.encode`.
public enum DeckRenderer {
  /// Loads, resolves, lays out and flattens a deck.
  ///
  /// - Parameters:
  ///   - bytes: the deck's JSON.
  ///   - file: the deck's name in messages.
  ///   - folder: where the deck's files are.
  ///   - options: what is decided over the deck.
  ///   - onePageEach: whether each card becomes a picture of its own; so it does when all states are drawn.
  ///   - catalog: the bundled fonts.
  /// - Throws: a `DeckError` with every problem of the deck.
  public static func layOut(
    _ bytes: [UInt8], file: String, folder: String, options: DeckOptions = DeckOptions(),
    onePageEach: Bool = false,
    catalog: FontCatalog
  ) throws(DeckError) -> LaidOutDeck {
    let deck = try DeckLoader.load(bytes, file: file, folder: folder)
    return try layOut(deck, options: options, onePageEach: onePageEach, catalog: catalog)
  }

  /// Resolves, lays out and flattens a deck that is loaded.
  public static func layOut(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false, catalog: FontCatalog
  ) throws(DeckError) -> LaidOutDeck {
    try layOut(deck, options: options, onePageEach: onePageEach, catalog: catalog, shelves: FontShelves())
  }

  /// The same with fonts that may be open already.
  static func layOut(
    _ deck: Deck, options: DeckOptions, onePageEach: Bool, catalog: FontCatalog, shelves: FontShelves
  ) throws(DeckError) -> LaidOutDeck {
    let log = IssueLog(swiftFiles: deck.swiftFiles)
    let onePageEach = onePageEach || options.drawsAllStates
    let resolver = Resolver(deck, options, log)
    let fonts = resolver.fonts(catalog)
    let shelf: FontShelf
    do throws(RasterError) {
      shelf = try shelves.shelf(fonts, keeps: deck.root["fonts"] == nil)
    } catch {
      throw DeckError(DeckIssue(.error, file: deck.file, place: nil, path: .root, message: error.message))
    }
    let resolved = resolver.resolve(fonts, shelf)
    check(resolved, root: deck.root, onePageEach: onePageEach, log)
    if let error = DeckError(log) { throw error }
    let pages = pages(of: resolved, root: deck.root, onePageEach: onePageEach, shelf, log)
    if let error = DeckError(log) { throw error }
    return LaidOutDeck(source: deck, pages: pages, warnings: log.sorted, fonts: fonts, resolved: resolved)
  }

  private static func check(_ deck: ResolvedDeck, root: JSONNode, onePageEach: Bool, _ log: IssueLog) {
    func error(_ path: JSONPath, _ message: String, _ hint: String? = nil) {
      log.add(
        DeckIssue(
          .error, file: deck.file, place: root.place(at: path), path: path, message: message, hint: hint))
    }
    if deck.cards.isEmpty, deck.layout.kind != .bottomSheet, !log.hasErrors {
      error(JSONPath.root.key("cards"), "there is no card to draw")
    }
    if deck.layout.kind == .fullScreen, !onePageEach, deck.cards.count > 1 {
      error(
        JSONPath.root.key("layout"), "layout 'fullScreen' draws one card, found \(deck.cards.count)",
        "choose one with --card, or write '{id}' in the name of the output")
    }
  }

  private static func pages(
    of deck: ResolvedDeck, root: JSONNode, onePageEach: Bool, _ shelf: FontShelf, _ log: IssueLog
  ) -> [Page] {
    let layout = PageLayout(deck: deck, fonts: shelf)
    var pages: [Page] = []
    var number = 0
    var last: ResolvedCard?
    for (cards, content) in groups(of: deck, onePageEach: onePageEach) {
      let subject = onePageEach ? content ?? cards.first : nil
      // The states of one card follow each other and share its number.
      if last?.path != subject?.path || last?.id != subject?.id || last == nil { number += 1 }
      last = subject
      do throws(RasterError) {
        let box = try layout.page(cards, content: content)
        if let issue = PictureSize.issue(of: box, deck) { log.add(issue.placed(in: root)) }
        collectWarnings(of: box, root, log)
        guard !log.hasErrors else { break }
        let display = Flattening.flatten(box, scale: deck.canvas.scale, title: TextAlternative.of(box))
        pages.append(
          Page(
            name: subject?.id ?? "", number: number, state: subject?.state, box: box, display: display,
            origin: Page.Origin(cards: content.map { cards + [$0] } ?? cards, deck: deck)))
      } catch {
        let path = layout.trace.path ?? .root
        log.add(
          DeckIssue(.error, file: deck.file, place: root.place(at: path), path: path, message: error.message))
        break
      }
    }
    return pages
  }

  /// The cards of each page, and what stands on its sheet: a sheet and all cards behind it are one page.
  static func groups(of deck: ResolvedDeck, onePageEach: Bool) -> [(
    cards: [ResolvedCard], content: ResolvedCard?
  )] {
    if deck.layout.kind == .bottomSheet {
      return deck.sheetContents.isEmpty ? [(deck.cards, nil)] : deck.sheetContents.map { (deck.cards, $0) }
    }
    return onePageEach ? deck.cards.map { ([$0], nil) } : [(deck.cards, nil)]
  }

  static func collectWarnings(of box: LayoutBox, _ root: JSONNode, _ log: IssueLog) {
    for warning in box.warnings { log.add(warning.placed(in: root)) }
    for case .box(let child, _) in box.content { collectWarnings(of: child, root, log) }
  }
}

extension DeckIssue {
  /// The issue with the place that its path has in the deck's text.
  fileprivate func placed(in root: JSONNode) -> DeckIssue {
    var result = self
    if place == nil, !path.steps.isEmpty { result.place = root.place(at: path) }
    return result
  }
}
