import CardRaster

/// One card for a worker: `if` and `forEach` are already evaluated.
struct CardRequest: Sendable {
  var node: JSONNode
  var path: JSONPath
  var bound: BindingScope.Bound
  /// The number among all cards, from 0.
  var index: Int
}

/// One card that was read and laid out, with its diagnostics.
struct PageResult: Sendable {
  /// The card's `id`; nil when the deck does not set it.
  var ownID: String?
  /// The label of the picture except for its number; nil for a hidden card and for one with an error.
  var label: PageLabel?
  /// The layout boxes; nil whenever `label` is nil.
  var box: LayoutBox?
  /// The display list; nil whenever `label` is nil.
  var display: DisplayList?
  /// Diagnostics found while the card was read.
  var readingDiagnostics: [DeckIssue]
  /// Diagnostics found while it was laid out and checked.
  var layoutDiagnostics: [DeckIssue] = []
  /// The card's share of the limits for the whole deck.
  var cost: DeckCost
}

/// The environment of a deck on one worker: its theme, canvas, fonts and components, without its cards.
///
/// `resolve` reads all cards and `pages` lays them out. `page` reads and lays out one card at a time, for a
/// long deck with one picture per card.
final class DeckEnvironment {
  let source: Deck
  let pipeline: DeckPipeline
  /// The deck without its cards.
  @CopyOnWriteBox private(set) var deck: ResolvedDeck
  /// Diagnostics of the deck itself, then those of the cards read by `resolve` and laid out by `pages`.
  let log: IssueLog
  /// The painter's cache, shared by consecutive cards.
  private(set) lazy var series = IncrementalPainter()
  /// Whether another environment may take over everything that does not depend on the data.
  let isReusable: Bool
  /// The names of the data on which the environment depends.
  private let names: Set<String>
  /// The share of the limits that was used before the cards.
  private let openingCost: DeckCost
  /// The files that were read before the cards, including missing ones.
  private let files: Set<String>
  private let resolver: Resolver
  private let opened: Resolver.Opened
  private let layout: PageLayout
  /// The parts and boxes that cards of one template share.
  ///
  /// Nil with custom parts and formatters, because their dependencies are unknown.
  private lazy var memory: (parts: PartCache, boxes: LayoutCache)? =
    opened.context.scope.custom.types.isEmpty ? (PartCache(), LayoutCache()) : nil
  /// The number of parts and boxes that were reused from earlier cards.
  var reused: (parts: Int, boxes: Int) { (memory?.parts.hits ?? 0, memory?.boxes.hits ?? 0) }

  /// Resolves everything except the cards; errors are added to the log.
  ///
  /// - Throws: a `DeckError` when the fonts cannot be opened.
  init(_ source: Deck, _ options: DeckOptions, _ pipeline: DeckPipeline) throws(DeckError) {
    (self.source, self.pipeline) = (source, pipeline)
    log = IssueLog(files: source.files)
    resolver = Resolver(source, options, log)
    let catalog = resolver.fonts(pipeline.catalog)
    let fonts = try pipeline.fonts(opening: catalog, of: source)
    opened = resolver.open(fonts)
    let deck = resolver.deck(opened, catalog)
    (self.deck, layout) = (deck, PageLayout(deck: deck, fonts: fonts))
    names = opened.context.scope.budget.takeNames()
    openingCost = opened.context.scope.budget.taken
    files = resolver.files
    // Diagnostics and the deck's own fonts belong to each reading of the deck.
    isReusable = log.issues.isEmpty && source.root["fonts"] == nil
  }

  /// Resolves the same deck with other data, and reads only what depends on them.
  ///
  /// Nil if that is not possible: because the data occur outside of the cards, or because something is wrong or
  /// doubtful there.
  ///
  /// - Parameter options: The options of the other environment, except for the data.
  init?(_ other: DeckEnvironment, _ options: DeckOptions) {
    guard other.isReusable else { return nil }
    (source, pipeline, deck, layout) = (other.source, other.pipeline, other.deck, other.layout)
    (names, files, openingCost, isReusable) = (other.names, other.files, other.openingCost, true)
    log = IssueLog(files: source.files)
    resolver = Resolver(like: other.resolver, options, log, files: files)
    guard let opened = resolver.opened(like: other.opened, names: names) else { return nil }
    self.opened = opened
    // Limits apply to a row as if the deck were read for it alone.
    guard (try? opened.context.scope.budget.take(openingCost)) != nil else { return nil }
    layout.fonts.library.beginDeck()
  }

  /// Throws all diagnostics if one of them is an error.
  func throwErrors() throws(DeckError) {
    if let error = DeckError(log) { throw error }
  }

  /// Adds a diagnostic; without a place it gets the place of its path in the deck's text.
  private func addIssue(_ issue: DeckIssue, to log: IssueLog) {
    var issue = issue
    if issue.place == nil, !issue.path.steps.isEmpty { issue.place = source.root.place(at: issue.path) }
    log.add(issue)
  }
}

/// Reading and laying out one card at a time.
extension DeckEnvironment {
  /// Reads a card, lays it out and checks it.
  func page(_ request: CardRequest) -> PageResult {
    if resolver.hasInvalidData { return PageResult(readingDiagnostics: [], cost: DeckBudget().taken) }
    let node = request.node
    let memory =
      ["theme", "appearance", "locale"].allSatisfy({ node[$0] == nil }) && request.bound.isRepeated
      ? memory : nil
    memory?.boxes.beginCard()
    opened.context.assets.beginCard()
    var layout = layout
    layout.boxes = memory?.boxes
    let log = IssueLog.partial(files: source.files)
    let (budget, counter) = (DeckBudget(), NodeCounter())
    var scope = opened.context.scope.adding(request.bound, budget: budget)
    layout.cardRepetition = scope.repetition
    if let memory {
      scope.memory = memory.parts
      scope.repetition = BindingScope.cardRepetition
    }
    let context = opened.context.with(scope: scope, log: log, counter: counter)
    let card = resolver.reading(opened).cards(
      node, request.path, context, name: String(request.index + 1)
    ).first
    var result = PageResult(readingDiagnostics: log.issues, cost: budget.taken)
    result.cost.parts = counter.count
    guard let card else { return result }
    if card.hasOwnID { result.ownID = card.id }
    guard !card.frame.isHidden, !log.hasErrors, !self.log.hasErrors else { return result }
    let layoutLog = IssueLog.partial(files: source.files)
    let page = page(on: [card], log: layoutLog, layout) { () throws(RasterError) in try layout.page([card]) }
    result.layoutDiagnostics = layoutLog.issues
    guard let page else { return result }
    (result.box, result.display) = page
    result.label = PageLabel(name: card.id, number: 0, state: card.state, of: page.display)
    return result
  }

  /// Lays out, flattens and checks one page; nil after an error, which is added to the log.
  private func page(
    on cards: [ResolvedCard], log: IssueLog, _ layout: PageLayout,
    box makeBox: () throws(RasterError) -> LayoutBox
  ) -> (box: LayoutBox, display: DisplayList)? {
    let box: LayoutBox
    do throws(RasterError) { box = try makeBox() } catch {
      addIssue(DeckIssue(error, file: deck.file, path: layout.trace.path ?? .root), to: log)
      return nil
    }
    let lint = PageLint(box: box, cards: cards, deck: deck)
    for issue in lint.layoutIssues { addIssue(issue, to: log) }
    guard !log.hasErrors else { return nil }
    let display = pipeline.flatten(box, of: deck)
    for issue in lint.legibilityIssues(display, pipeline) { addIssue(issue, to: log) }
    return (box, display)
  }
}

/// Reading and laying out all cards.
extension DeckEnvironment {
  /// The deck with its cards; errors are added to the log.
  func resolve() -> ResolvedDeck {
    var deck = deck
    deck.cards = resolver.cards(opened)
    deck.reads = resolver.reads
    return deck
  }

  /// The deck with its cards, for drawing.
  ///
  /// - Throws: a `DeckError` with all errors; also for a deck without pictures, or with more cards than one
  ///   picture shows.
  func resolveForPages(onePageEach: Bool) throws(DeckError) -> ResolvedDeck {
    try DeckError.checkCancellation(source.file)
    let deck = resolve()
    if deck.cards.isEmpty, !deck.layout.kind.hasContent { log.addNoCard(of: source) }
    if deck.layout.kind.showsOneCard, !onePageEach, deck.cards.count > 1 {
      log.add(
        source.issue(
          .error, at: JSONPath.root.key("layout"),
          "layout '\(deck.layout.kind.name)' draws one card, found \(deck.cards.count)",
          hint: resolver.options.namesProperties
            ? "choose one with 'cards' of DeckOptions, or call 'renderPages'"
            : "choose one with --card, or add '{id}' to the output name", code: .severalCards))
    }
    try throwErrors()
    return deck
  }

  /// The deck with its cards and their pages.
  ///
  /// - Throws: a `DeckError` with every problem of the deck.
  func laidOut(onePageEach: Bool) throws(DeckError) -> LaidOutDeck {
    let resolved = try resolveForPages(onePageEach: onePageEach)
    try DeckError.checkCancellation(source.file)
    let pages = pages(of: resolved, onePageEach: onePageEach)
    try DeckError.checkCancellation(source.file)
    let limits = resolver.options.limits
    if let issue = pages.lazy.compactMap({ [source] in limits.issue($0.display, of: source) }).first {
      log.add(issue)
    }
    try throwErrors()
    return LaidOutDeck(
      source: source, pages: pages, warnings: log.sorted, fonts: resolved.fonts, deck: resolved,
      options: resolver.options, onePageEach: onePageEach)
  }

  /// All pages up to the first one with an error, which is added to the log.
  func pages(of deck: ResolvedDeck, onePageEach: Bool) -> [DeckPage] {
    var layout = layout
    layout.deck = deck
    let origin = { (cards: [ResolvedCard]) in DeckPage.Origin(cards: cards, deck: deck) }
    var pages: [DeckPage] = []
    if let report = deck.report {
      let boxes: [LayoutBox]
      do throws(RasterError) { boxes = try layout.report(deck.cards, report) } catch {
        let path = layout.trace.path ?? JSONPath.root.key("page")
        addIssue(DeckIssue(error, file: deck.file, path: path), to: log)
        return []
      }
      for (number, box) in boxes.enumerated() {
        guard !RenderLimits.isOver, let page = page(on: deck.cards, log: log, layout, box: { box }) else {
          break
        }
        pages.append(
          DeckPage(
            name: "page-\(number + 1)", number: number + 1, state: nil, box: page.box, display: page.display,
            origin: origin(deck.cards)))
      }
      return pages
    }
    for group in deck.pages(onePageEach: onePageEach) {
      let cards = group.cards + [group.content].compactMap(\.self)
      // The caller reports the reason.
      guard !RenderLimits.isOver,
        let page = page(
          on: cards, log: log, layout,
          box: { () throws(RasterError) in try layout.page(group.cards, content: group.content) })
      else { break }
      pages.append(
        DeckPage(
          name: group.subject?.id ?? "", number: group.number, state: group.subject?.state, box: page.box,
          display: page.display, origin: origin(cards)))
    }
    return pages
  }
}
