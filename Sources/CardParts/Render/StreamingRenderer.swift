import CardRaster

/// Draws a long deck with one picture per card, keeping few cards in memory.
///
/// Each worker has a `DeckEnvironment` that processes a card from reading to encoding. All cards are read,
/// laid out and checked before the first is painted, so a deck with an error writes no file. The first `kept`
/// display lists are kept for painting. Later ones are created again, which costs less than keeping ten
/// thousand of them.
struct StreamingRenderer {
  /// The minimum number of cards; a shorter deck is laid out as a whole.
  static let least = 8
  /// The number of display lists that are kept in memory.
  static let kept = 256

  private let deck: Deck
  private let options: DeckOptions
  private let requests: [CardRequest]
  /// The cost of `if` and `forEach` of the cards.
  private let cost: DeckCost

  /// Finds the cards of a deck; nil for a short deck and for one that must be read as a whole.
  ///
  /// That is a report, a screen, a selection of cards or states, or an error in the list of cards.
  init?(_ deck: Deck, options: DeckOptions) {
    guard !deck.isReport, options.state == nil, !options.drawsAllStates, options.cards.isEmpty,
      case .array(let nodes)? = deck.root["cards"]?.value
    else { return nil }
    let log = IssueLog(files: deck.files)
    let resolver = Resolver(deck, options, log)
    let context = resolver.outline()
    var index = -1
    let most = min(Limits.cards, options.limits.cards ?? .max)
    requests = context.expand(nodes, JSONPath.root.key("cards"), most: most, noun: "cards") {
      index += 1
      return CardRequest(node: $0.node, path: $0.path, bound: $0.scope.bound, index: index)
    }
    cost = context.scope.budget.taken
    guard !log.hasErrors, requests.count >= Self.least, !resolver.layoutKind(context).isScreen else {
      return nil
    }
    self.deck = deck
    self.options = options
  }

  /// The result of checking all cards.
  struct Checked {
    var labels: [PageLabel] = []
    /// The requests of the cards that are not hidden.
    var shown: [CardRequest] = []
    /// The display lists of the first cards.
    var kept: [DisplayList] = []
    var appearance = Appearance.light
    /// Diagnostics in the order of the cards.
    let log: IssueLog
  }

  /// Checks all cards, then paints and packs them, and delivers the files in order.
  ///
  /// The bytes depend neither on the number of workers nor on the number of display lists that are kept.
  ///
  /// - Parameters:
  ///   - workers: the number of cards that are drawn at once; at least 1.
  ///   - pipeline: the pipeline of the caller, used when there is one worker.
  ///   - known: the result of an earlier check.
  ///   - begin: receives the summary of all pictures before the first is painted, and the result of the check;
  ///     an error thrown here rejects the deck.
  ///   - deliver: receives the files in order, on the caller's task.
  /// - Throws: a `DeckError` with every problem of the deck; the errors of `OutputFormat.encode`, `begin` and
  ///   `deliver`.
  nonisolated(nonsending) func draw(
    as format: OutputFormat, settings: OutputFormat.Settings, workers: Int, in pipeline: DeckPipeline,
    known: Checked? = nil, begin: (DeckSummary, Checked) throws -> Void,
    deliver: (ExportedFile) throws -> Void
  ) async throws {
    let workers = max(1, min(workers, requests.count))
    let (deck, options, catalog) = (deck, options, pipeline.catalog)
    try await WorkerPool.with(
      workers, own: workers > 1 ? nil : try DeckEnvironment(deck, options, pipeline),
      make: { try DeckEnvironment(deck, options, DeckPipeline(catalog)) }
    ) { pool in
      let checked: Checked
      if let known { checked = known } else { checked = try await checkCards(pool, pipeline) }
      try begin(
        DeckSummary(
          source: deck, labels: checked.labels, warnings: checked.log.sorted, appearance: checked.appearance),
        checked)
      let (shown, kept) = (checked.shown, checked.kept)
      try await pool.inOrder(shown.count) { number, environment in
        let known = kept.indices.contains(number) ? kept[number] : nil
        guard let display = known ?? environment.page(shown[number]).display else {
          throw RasterError.file(path: deck.file, reason: "a file of the deck changed while it was drawn")
        }
        let bytes = try deck.attachingLocation(display, of: environment.page(shown[number]).box) {
          (display) throws(RasterError) in
          try environment.pipeline.encode(
            display, fonts: environment.deck.fonts, as: format, settings: settings, in: environment.series)
        }
        return ExportedFile(bytes, format, display, picture: number)
      } deliver: {
        try deliver($1)
      }
    }
  }

  /// Reads, lays out and checks all cards, and sorts their diagnostics.
  ///
  /// The order is that of a deck that is read as a whole: first the diagnostics of reading all cards, then
  /// those of layout, up to the first card that cannot be laid out.
  private nonisolated(nonsending) func checkCards(
    _ pool: WorkerPool<DeckEnvironment>, _ pipeline: DeckPipeline
  ) async throws -> Checked {
    let requests = requests
    let log = IssueLog(files: deck.files)
    var (checked, cost, ids) = (Checked(log: log), cost, CardIDs())
    let layout = IssueLog.partial(files: deck.files)
    try await pool.inOrder(requests.count) { index, environment in
      var result = environment.page(requests[index])
      result.box = nil
      if index >= Self.kept { result.display = nil }
      let environmentDiagnostics = index == 0 ? environment.log.issues : []
      return (
        result: result, environmentDiagnostics: environmentDiagnostics,
        appearance: environment.deck.theme.appearance
      )
    } deliver: { index, found in
      let (request, result) = (requests[index], found.result)
      checked.appearance = found.appearance
      for issue in found.environmentDiagnostics + result.readingDiagnostics { log.add(issue) }
      cost = cost + result.cost
      let place = (request.node["id"] ?? request.node).place
      if let id = result.ownID, let issue = ids.take(id, place: place, path: request.path, file: deck.file) {
        log.add(issue)
      }
      if !layout.hasErrors { for issue in result.layoutDiagnostics { layout.add(issue) } }
      guard var label = result.label else { return }
      label.number = checked.labels.count + 1
      checked.labels.append(label)
      checked.shown.append(request)
      if let display = result.display { checked.kept.append(display) }
    }
    // Reading the cards in sequence finds the part that exceeds a limit.
    if !cost.isAllowed { _ = try pipeline.resolve(deck, options: options) }
    if !log.hasErrors { for issue in layout.issues { log.add(issue) } }
    if checked.labels.isEmpty { log.addNoCard(of: deck) }
    if let error = DeckError(log) { throw error }
    return checked
  }
}

extension IssueLog {
  /// Reports that the deck has no cards, unless an earlier error explains it.
  func addNoCard(of deck: Deck) {
    guard !hasErrors else { return }
    add(
      deck.issue(
        .error, at: JSONPath.root.key("cards"), "the deck has no card to draw", code: .nothingToDraw))
  }
}
