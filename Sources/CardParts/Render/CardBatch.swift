import CardRaster

/// The cards of a long deck, which are drawn as pictures of their own with a few of them in memory at a time.
///
/// How it works: every worker has a whole pipeline, from reading a card to its file. All cards are read and laid out before
/// the first is painted, so that a deck with a mistake writes nothing. The first `kept` display lists stay for painting;
/// later ones are made once more when it is their turn, which costs less than to hold ten thousand of them.
struct CardBatch {
  /// The fewest cards for which it is worth the while.
  static let least = 8
  /// How many display lists stay in memory.
  static let kept = 256

  private let deck: Deck
  private let options: DeckOptions
  private let fonts: FontCatalog
  private let elements: [CardElement]
  private let cost: CardCost

  /// Looks for a deck's cards; nil for a deck that has few of them, or for which something is asked or wrong that concerns
  /// all of them at once.
  ///
  /// Then the deck is drawn as a whole.
  init?(_ deck: Deck, options: DeckOptions, catalog: FontCatalog) {
    guard !deck.isReport, options.state == nil, !options.drawsAllStates, options.cards.isEmpty,
      case .array(let nodes)? = deck.root["cards"]?.value
    else { return nil }
    let pass = DeckPass(deck, options)
    let fonts = pass.resolver.fonts(catalog)
    let context = pass.resolver.outline()
    let path = JSONPath.root.key("cards")
    elements = context.expand(nodes, path, most: Limits.cards, noun: "cards") {
      CardElement(node: $0.node, path: $0.path, bound: $0.scope.bound)
    }
    guard !pass.log.hasErrors, elements.count >= Self.least else { return nil }
    cost = CardCost(parts: 0, context.scope.budget)
    self.deck = deck
    self.options = options
    self.fonts = fonts
  }

  /// Thrown when a card cannot be drawn alone: the whole deck tells why.
  private struct NotAlone: Error {}

  /// All cards, when they were laid out.
  private struct Checked {
    var summary: DeckSummary
    /// The elements that are shown.
    var shown: [Int]
    /// The display lists of the first of them.
    var kept: [DisplayList]
  }

  /// Checks all cards, then paints and packs them, and hands the files over in order.
  ///
  /// The bytes depend on neither the number of workers nor on how many display lists were kept.
  ///
  /// - Parameters:
  ///   - workers: how many cards are drawn at once; at least 1.
  ///   - pipeline: the caller's own.
  ///   - begin: takes what is known of all pictures before the first is painted; to throw here refuses the deck.
  ///   - deliver: takes the number of a picture and its file; called on the caller's task.
  /// - Returns: whether the deck was drawn; nothing was begun when a card cannot be drawn alone.
  /// - Throws: a `DeckError` for ids that are there twice; what `OutputFormat.encode`, `begin` or `deliver` throws.
  nonisolated(nonsending) func draw(
    as format: OutputFormat, settings: OutputFormat.Settings, workers: Int, in pipeline: DeckPipeline,
    begin: (DeckSummary) throws -> Void, deliver: (Int, [UInt8]) throws -> Void
  ) async throws -> Bool {
    let workers = max(1, min(workers, elements.count))
    let (deck, options, fonts, elements, catalog) = (deck, options, fonts, elements, pipeline.catalog)
    return try await WorkerPool.with(
      workers, own: workers > 1 ? nil : try CardStage(deck, options, fonts, pipeline),
      make: { try CardStage(deck, options, fonts, DeckPipeline(catalog)) }
    ) { pool in
      let checked: Checked
      do { checked = try await check(pool) } catch is NotAlone { return false }
      try begin(checked.summary)
      let (shown, kept) = (checked.shown, checked.kept)
      try await pool.inOrder(shown.count) { number, stage in
        let index = shown[number]
        let known = kept.indices.contains(number) ? kept[number] : nil
        guard let display = known ?? stage.sketch(elements[index], index: index)?.display else {
          throw RasterError.file(path: deck.file, reason: "a file of the deck changed while it was drawn")
        }
        return try deck.painting(display, of: stage.box(of: elements[index], index: index)) {
          (display) throws(RasterError) in
          try stage.pipeline.encode(
            display, fonts: fonts, as: format, settings: settings, in: stage.series)
        }
      } deliver: {
        try deliver($0, $1)
      }
      return true
    }
  }

  /// What a worker found out about one card.
  private struct Found: Sendable {
    var sketch: CardSketch
    /// What is doubtful about the deck itself, and its appearance: the same from every worker.
    var deckIssues: [DeckIssue]
    var appearance: Appearance
  }

  /// Reads and lays out all cards.
  private nonisolated(nonsending) func check(_ pool: WorkerPool<CardStage>) async throws -> Checked {
    let elements = elements
    var all: [Found] = []
    try await pool.inOrder(elements.count) { index, stage in
      guard var sketch = stage.sketch(elements[index], index: index) else { throw NotAlone() }
      if index >= Self.kept { sketch.display = nil }
      return Found(sketch: sketch, deckIssues: stage.issues, appearance: stage.deck.theme.appearance)
    } deliver: {
      all.append($1)
    }
    return try joined(all)
  }

  /// Puts together what was found out about all cards.
  private func joined(_ all: [Found]) throws -> Checked {
    let log = IssueLog(files: deck.files)
    var (cost, ids) = (cost, CardIDs())
    var (labels, shown, kept): ([PageLabel], [Int], [DisplayList]) = ([], [], [])
    for issue in all.first?.deckIssues ?? [] { log.add(issue) }
    for (index, sketch) in all.map(\.sketch).enumerated() {
      cost.add(sketch.cost)
      for issue in sketch.readingIssues { log.add(issue) }
      let path = elements[index].path
      if let id = sketch.ownID, let issue = ids.take(id, place: sketch.idPlace, path: path, file: deck.file) {
        log.add(issue)
      }
      guard var label = sketch.label else { continue }
      label.number = labels.count + 1
      labels.append(label)
      shown.append(index)
      if let display = sketch.display { kept.append(display) }
    }
    // Which part is the one too many is known to those who read one card after another.
    guard cost.isAllowed, !labels.isEmpty else { throw NotAlone() }
    if let error = DeckError(log) { throw error }
    // All cards are read before the first is laid out; doubts about one place stand in that order.
    for issue in all.flatMap(\.sketch.layoutIssues) { log.add(issue) }
    let summary = DeckSummary(
      source: deck, labels: labels, warnings: log.sorted, appearance: all[0].appearance)
    return Checked(summary: summary, shown: shown, kept: kept)
  }
}

/// What cards take of the limits of a deck.
struct CardCost: Hashable, Sendable {
  var parts = 0
  var bindings: DeckCost

  init(parts: Int, _ budget: DeckBudget) {
    self.parts = parts
    bindings = budget.taken
  }

  /// Adds the cost of another card.
  mutating func add(_ other: CardCost) {
    parts += other.parts
    bindings = bindings + other.bindings
  }

  /// Whether a deck may cost that much.
  var isAllowed: Bool { parts < Limits.nodes && bindings.isAllowed }
}

/// A card with `if` and `forEach` done, on its way to the worker that draws it.
struct CardElement: Sendable {
  var node: JSONNode
  var path: JSONPath
  var bound: BindingScope.Bound
}

/// What is known of one card of many when it is laid out.
struct CardSketch: Sendable {
  /// The name that the deck gave.
  var ownID: String?
  /// Where that name stands.
  var idPlace: SourcePlace?
  /// The label of its picture, but for its number; nil for a card that is hidden.
  var label: PageLabel?
  /// What is drawn; nil for a card that is hidden.
  var display: DisplayList?
  /// What is doubtful, found while the card was read.
  var readingIssues: [DeckIssue]
  /// What is doubtful, found while it was laid out.
  var layoutIssues: [DeckIssue] = []
  /// What it took of the limits that hold for all cards together.
  var cost: CardCost
}

/// The stages of a worker's pipeline from a card to its display list, one card after another.
///
/// It gives what the whole deck gives whose cards are pictures of their own. A mistake ends in nil: then the whole deck is
/// laid out, which says all that is wrong with it.
final class CardStage {
  /// The deck without its cards.
  let deck: ResolvedDeck
  /// What is doubtful about the deck itself.
  let issues: [DeckIssue]
  let pipeline: DeckPipeline
  /// What stays from card to card.
  let series = PictureSeries()
  private let pass: DeckPass
  private let context: ReadContext
  private let reading: CardReading
  private let layout: PageLayout
  /// What cards of one template have in common.
  private let memory: (parts: RepetitionMemory, boxes: BoxMemory)?
  /// How many parts and boxes were taken over from the card before.
  var reused: (parts: Int, boxes: Int) { (memory?.parts.hits ?? 0, memory?.boxes.hits ?? 0) }
  /// Whether cards of this deck can be drawn alone.
  private let isOpen: Bool

  /// Resolves what comes before the cards.
  ///
  /// - Parameter fonts: the fonts of the deck.
  init(_ deck: Deck, _ options: DeckOptions, _ fonts: FontCatalog, _ pipeline: DeckPipeline)
    throws(RasterError)
  {
    pass = DeckPass(deck, options)
    let opened = pass.resolver.open(try pipeline.fonts(fonts))
    self.deck = pass.resolver.deck(opened, cards: [], fonts)
    self.pipeline = pipeline
    context = opened.context
    reading = pass.resolver.reading(opened.layout)
    layout = try pipeline.layout(of: self.deck)
    issues = pass.log.issues
    // What a caller's own parts and formatters depend on is not known.
    memory = context.scope.custom.types.isEmpty ? (RepetitionMemory(), BoxMemory()) : nil
    isOpen = !pass.log.hasErrors && pass.log.omitted == 0 && !opened.layout.kind.isScreen
  }

  /// Reads and lays out a card; nil when anything is wrong.
  ///
  /// - Parameter index: its number among all cards, from 0.
  func sketch(_ element: CardElement, index: Int) -> CardSketch? { layOut(element, index: index)?.sketch }

  /// The boxes of a card's picture, for those who ask where something stands; nil for a card that is hidden or wrong.
  func box(of element: CardElement, index: Int) -> LayoutBox? { layOut(element, index: index)?.box }

  private func layOut(_ element: CardElement, index: Int) -> (sketch: CardSketch, box: LayoutBox?)? {
    guard isOpen else { return nil }
    let memory =
      element.node["theme"] == nil && element.node["locale"] == nil && element.bound.isRepeated
      ? memory : nil
    memory?.boxes.beginCard()
    context.assets.beginCard()
    var layout = layout
    layout.boxes = memory?.boxes
    let log = IssueLog(files: pass.deck.files)
    let (budget, counter) = (DeckBudget(), NodeCounter())
    var scope = context.scope.adding(element.bound, budget: budget)
    layout.cardRepetition = scope.repetition
    if let memory {
      scope.memory = memory.parts
      scope.repetition = BindingScope.cardRepetition
    }
    let context = context.with(scope: scope, log: log, counter: counter)
    let read = reading.cards(element.node, element.path, context, name: String(index + 1))
    guard read.count == 1, let card = read.first, log.isWhole else { return nil }
    var sketch = CardSketch(
      ownID: card.hasOwnID ? card.id : nil, idPlace: (element.node["id"] ?? element.node).place,
      readingIssues: log.issues, cost: CardCost(parts: counter.count, budget))
    guard !card.frame.isHidden else { return (sketch, nil) }
    let doubts = IssueLog(files: pass.deck.files)
    guard let page = pipeline.page([card], layout, pass.with(doubts)), doubts.isWhole else { return nil }
    sketch.display = page.display
    sketch.label = PageLabel(name: card.id, number: 0, state: card.state, of: page.display)
    sketch.layoutIssues = doubts.issues
    return (sketch, page.box)
  }
}

extension IssueLog {
  /// Whether there is no error, and no issue was left out.
  fileprivate var isWhole: Bool { !hasErrors && omitted == 0 }
}
