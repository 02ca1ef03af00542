#if Rows
import CardRaster

/// Draws a deck once for each row of data.
package struct RowDrawing: Sendable {
  package let deck: Deck
  /// The options of all rows; rows override the deck's `data`, and assignments override rows.
  package let options: DeckOptions
  /// The files of each row.
  package let outputs: [RowOutput]
  /// The maximum number of pixels of a picture; nil for the limits of all decks.
  package var mostPixels: Int?
  /// The diagnostics of the deck that do not depend on a row; see `checkDeck`.
  var deckIssues: Set<DeckIssue> = []

  /// The inputs that the deck declares; nil for a deck that accepts any data.
  private let inputs: [Input]?

  /// Creates a drawing.
  package init(_ deck: Deck, options: DeckOptions = DeckOptions(), outputs: [RowOutput]) {
    self.deck = deck
    self.options = options
    self.outputs = outputs
    inputs = deck.root["inputs"].map { _ in deck.inputs { _ in } }
  }

  /// The appearance of the deck, or light if a binding determines it.
  package var appearance: Appearance {
    guard case .string(let name)? = deck.root["appearance"]?.value else { return .light }
    return DeckAppearance(rawValue: name)?.standard ?? .light
  }

  /// The maximum number of rows that are read before the first of them is drawn.
  static let blockRows = 256

  /// Draws all rows, a few at a time, and delivers the results in order.
  ///
  /// An invalid row does not affect other rows. The bytes do not depend on the number of workers.
  ///
  /// - Parameters:
  ///   - source: the rows.
  ///   - workers: the number of rows that are drawn at once; at least 1.
  ///   - pipeline: the caller's pipeline.
  ///   - isWanted: whether a row is part of this run.
  ///   - known: the result of a row that need not be drawn; nil to draw it.
  ///   - isStopped: whether the run was cancelled; called by any worker before each picture and after each
  ///     frame.
  ///   - isolation: the effect of a crash while a row is drawn.
  ///   - deliver: receives the result of a row, on the caller's task.
  /// - Throws: errors of `deliver`; `StoppedRow` for the first row that was cancelled.
  package nonisolated(nonsending) func draw(
    _ source: inout RowSource, workers: Int, in pipeline: DeckPipeline,
    isWanted: (RowPlace) -> Bool = { _ in true }, known: (DataRow) -> RowResult? = { _ in nil },
    isStopped: @escaping @Sendable () -> Bool = { false }, isolation: Isolation = .threads,
    deliver: (RowResult) throws -> Void
  ) async throws {
    if isolation == .processes,
      try await drawInProcesses(
        &source, workers: workers, in: pipeline, isWanted: isWanted, known: known,
        isStopped: isStopped, deliver: deliver)
    {
      return
    }
    let (drawing, catalog) = (self, pipeline.catalog)
    var rows = source
    defer { source = rows }
    let (drawers, painters) = shares(of: workers)
    try await WorkerPool.with(
      drawers, own: RowStage(drawing, pipeline, isStopped),
      make: { RowStage(drawing, DeckPipeline(catalog), isStopped) }
    ) { pool in
      while true {
        let block = Self.block(of: &rows, most: moves ? 1 : Self.blockRows, isWanted, known)
        if block.isEmpty { return }
        try await pool.inOrder(block.count) { number, stage in
          switch block[number] {
          case .done(let result): result
          case .row(let row): try await stage.draw(row, workers: painters)
          }
        } deliver: {
          try deliver($1)
        }
      }
    }
  }

  /// Whether an output is an animation.
  private var moves: Bool { outputs.contains { $0.order.movement != nil } }

  /// The number of rows drawn at once, and of workers that paint the frames of one row.
  ///
  /// Animations need much memory, so workers share the frames of one row instead of drawing several rows.
  private func shares(of workers: Int) -> (rows: Int, frames: Int) {
    moves ? (1, max(1, workers)) : (max(1, workers), 1)
  }

  /// The effect of a crash while a row is drawn.
  package enum Isolation: Sendable {
    /// The process ends. Required in a process with other threads.
    case threads
    /// Only the row fails. Requires a process that has used one thread so far; see `WorkProcesses`.
    case processes
  }

  /// Draws all rows in forked processes.
  ///
  /// - Returns: false when the system cannot fork; no row has been read then.
  private nonisolated(nonsending) func drawInProcesses(
    _ source: inout RowSource, workers: Int, in pipeline: DeckPipeline, isWanted: (RowPlace) -> Bool,
    known: (DataRow) -> RowResult?, isStopped: () -> Bool, deliver: (RowResult) throws -> Void
  ) async throws -> Bool {
    let (drawers, painters) = shares(of: workers)
    let drawing = self
    // The forked process inherits this stage, with its open fonts.
    let stage = RowStage(drawing, pipeline, { false })
    SVGProcess.endIdle()
    let processes = await WorkProcesses.start(drawers) { request, goesOn in
      guard let row = RowMessage.row(request) else { return [] }
      stage.goesOn = goesOn
      return (try? await stage.draw(row, workers: painters)).map(RowMessage.bytes) ?? []
    }
    guard let processes else { return false }
    while true {
      let block = Self.block(of: &source, most: Self.blockRows, isWanted, known)
      if block.isEmpty { return true }
      let drawn = block.indices.filter { if case .row = block[$0] { true } else { false } }
      var turn = 0
      func deliverDone() throws {
        while turn < block.count, case .done(let result) = block[turn] {
          try deliver(result)
          turn += 1
        }
      }
      try deliverDone()
      let isWhole = try await processes.inOrder(drawn.count, isStopped: isStopped) { number in
        if case .row(let row) = block[drawn[number]] { RowMessage.bytes(row) } else { [] }
      } deliver: { number, answer in
        if case .row(let row) = block[drawn[number]] { try deliver(result(of: row, answer)) }
        turn = drawn[number] + 1
        try deliverDone()
      }
      if !isWhole { throw StoppedRow() }
    }
  }

  /// The result of a row, or an error if its process failed.
  private func result(
    of row: DataRow, _ answer: Result<[UInt8], WorkProcesses.Failure>
  ) -> RowResult {
    let message: String
    switch answer {
    case .success(let bytes):
      if let result = RowMessage.result(bytes, of: row.place) { return result }
      message = "its process did not respond"
    case .failure(let failure): message = failure.message
    }
    var issue = DeckIssue.row(
      row.place, "drawing the row failed: \(message)", hint: WorkProcesses.Failure.hint)
    issue.code = .failedLibrary
    return RowResult(place: row.place, issues: [issue])
  }

  private enum Work: Sendable {
    case row(DataRow)
    case done(RowResult)
  }

  /// The next rows of the run.
  private static func block(
    of rows: inout RowSource, most: Int, _ isWanted: (RowPlace) -> Bool, _ known: (DataRow) -> RowResult?
  ) -> [Work] {
    var block: [Work] = []
    while block.count < most, block.isEmpty || rows.isReady, let entry = rows.next() {
      guard isWanted(entry.place) else { continue }
      switch entry {
      case .broken(let place, let issues): block.append(.done(RowResult(place: place, issues: issues)))
      case .row(let row): block.append(known(row).map { .done($0) } ?? .row(row))
      }
    }
    return block
  }
}

/// Thrown instead of a result when the run was cancelled.
package struct StoppedRow: Error {}

/// The diagnostics of the deck that do not depend on a row.
extension RowDrawing {
  /// Finds the problems of the deck that do not depend on a row, before anything is drawn.
  ///
  /// The deck is read several times with different values instead of those of a row: strings, numbers, null.
  /// A problem that is found each time does not depend on the values.
  ///
  /// - Parameter names: the names of the values in rows; nil if they are not known.
  /// - Throws: the problems if one of them is an error.
  package mutating func checkDeck(names: [String]?, in pipeline: DeckPipeline) throws(DeckError) {
    let asked = BindingNames(deck.root)
    let given = asked.paths.filter { path in
      guard case .key(let first)? = path.steps.first, !asked.locals.contains(first) else { return false }
      return names.map { Self.has($0, first) } ?? true
    }
    let paths = given.union((names ?? []).map(Self.path)).sorted {
      ($0.steps.count, $0.text) < ($1.steps.count, $1.text)
    }
    var common: [DeckIssue] = []
    for (number, probe) in Probe.allCases.enumerated() {
      let found = try issues(with: probe.row(paths), in: pipeline)
      common = number == 0 ? found : common.filter(Set(found).contains)
      if common.isEmpty { return }
    }
    deckIssues = Set(common)
    if let error = DeckError(common), common.contains(where: { $0.severity == .error }) { throw error }
  }

  /// Placeholder values for a row.
  private enum Probe: CaseIterable {
    case texts, numbers, nothing

    func row(_ paths: [JSONPath]) -> JSONNode {
      var row = JSONNode.object([:])
      for (number, path) in paths.enumerated() {
        let value: JSONNode =
          switch self {
          case .texts: .of("value \(number)")
          case .numbers: .of(number + 1)
          case .nothing: JSONNode(.null)
          }
        row = DataOverlay.merge(Self.object(value, at: path.steps[...]), onto: row)
      }
      return row
    }

    private static func object(_ value: JSONNode, at steps: ArraySlice<JSONPath.Step>) -> JSONNode {
      switch steps.first {
      case .key(let name)?: .object([name: object(value, at: steps.dropFirst())])
      case .index?: .list([object(value, at: steps.dropFirst())])
      case nil: value
      }
    }
  }

  /// The diagnostics of reading the deck with a row.
  private func issues(with row: JSONNode, in pipeline: DeckPipeline) throws(DeckError) -> [DeckIssue] {
    var options = options
    options.dataLayers.append(row)
    options.hasCheckedNames = true
    let environment = try DeckEnvironment(deck, options, pipeline)
    _ = environment.resolve()
    return environment.log.sorted.filter { $0.code != .more }
  }

  /// Whether a diagnostic is about the deck and not about a row.
  ///
  /// It is if it was found without a row, or if the value at its path has no binding.
  func isOfDeck(_ issue: DeckIssue) -> Bool {
    if deckIssues.contains(issue) { return true }
    if Self.codesOfCards.contains(issue.code) { return hasFixedCards }
    guard issue.file == deck.file, issue.row == nil, !issue.path.steps.isEmpty else { return false }
    var node = deck.root
    for step in issue.path.steps {
      // A diagnostic about a chart or a repetition may be caused by any value of its data.
      if let data = node["data"] ?? node["forEach"], Self.hasBinding(data) { return false }
      guard let next = node.step(step) else { return false }
      node = next
    }
    if issue.code == .unknownKey || issue.code == .duplicateKey, case .object = node.value { return true }
    return !Self.hasBinding(node)
  }

  /// The codes of problems with the number or the kind of the cards.
  private static let codesOfCards: [DeckIssue.Code] = [.severalCards, .nothingToDraw, .unfitFormat]

  /// Whether every row has the same cards.
  private var hasFixedCards: Bool {
    guard case .array(let cards)? = deck.root["cards"]?.value else { return false }
    return !cards.contains { card in ["forEach", "if"].contains { card[$0].map(Self.hasBinding) == true } }
  }

  private static func hasBinding(_ node: JSONNode) -> Bool {
    switch node.value {
    case .string(let text): Binding.hasBinding(text)
    case .array(let nodes): nodes.contains(where: hasBinding)
    case .object(let members): members.contains { hasBinding($0.value) }
    case .null, .bool, .number: false
    }
  }
}

/// Checks of the names of outputs, columns and assignments before anything is drawn.
extension RowDrawing {
  /// The columns that the deck uses, whose cells may have several notations.
  package func cells(of rows: RowSource) -> CellAmbiguity {
    let asked = BindingNames(deck.root)
    return CellAmbiguity(
      deck.cellFormat(options), columns: (rows.columns ?? []).filter { asked.ask(for: Self.path($0)) })
  }

  /// The diagnostics about the names of values in rows.
  ///
  /// - Parameters:
  ///   - names: the names of the values in rows.
  ///   - file: the file of the rows.
  package func nameIssues(of names: [String], file: String) -> [DeckIssue] {
    func issue(_ severity: DeckIssue.Severity, _ message: String, _ hint: String? = nil) -> DeckIssue {
      DeckIssue(severity, file: file, message: message, hint: hint)
    }
    var issues: [DeckIssue] = []
    // If all rows are invalid, the names are unknown, and each row has its own error.
    let paths = names.isEmpty ? [] : Set(outputs.flatMap(\.name.paths))
    for path in paths.sorted(by: { $0.text < $1.text }) {
      guard case .key(let first)? = path.steps.first, !Self.has(names, first),
        !OutputName.ownNames.contains(path.text)
      else { continue }
      let known = names + OutputName.ownNames
      let near = Spelling.nearest(to: first, in: known).map { "did you mean '{\($0)}'?" }
      issues.append(
        issue(
          .error, "no row has '\(path.text)', which the output name uses",
          near ?? "the rows have \(Self.listed(known))"))
    }
    let asked = BindingNames(deck.root)
    let used = Set(outputs.flatMap(\.name.paths).map(\.text))
    issues += unknownInputs(names, file: file)
    let idle = names.filter { !asked.ask(for: Self.path($0)) }
    if !names.isEmpty, idle.count == names.count {
      issues.append(
        issue(
          .error, "the deck uses no value of the rows: every picture would be the same",
          "the rows have \(Self.listed(names)); "
            + (asked.paths.isEmpty
              ? "the deck has no binding such as {{ \(Self.path(names[0]).text) }}"
              : "the deck uses \(Self.listed(asked.paths.map(\.text).sorted()))")))
    } else {
      let unused = idle.filter { !used.contains(Self.path($0).text) && $0 != "id" }
      for name in unused {
        let near = asked.nearest(to: Self.path(name))
        guard let near, !names.contains(near) else { continue }
        issues.append(
          issue(
            .warning, "the deck does not use \(DeckIssue.quoted(name))", "did you mean '\(near)'?"))
      }
    }
    return issues
  }

  /// The errors about names in rows that are not inputs, if the deck declares its inputs.
  ///
  /// Names that only output names use are allowed, and `id`.
  func unknownInputs(_ names: [String], file: String) -> [DeckIssue] {
    guard let inputs else { return [] }
    let known = inputs.map(\.name) + outputs.flatMap(\.name.paths).map(\.text) + ["id"]
    return names.compactMap { name in
      guard !known.contains(name), !known.contains(Self.path(name).text),
        case .key(let first)? = Self.path(name).steps.first, !known.contains(first)
      else { return nil }
      return .unknownInput(
        JSONNode.Member(key: first, value: .null), at: Self.path(name), in: file, known: inputs)
    }
  }

  static func path(_ name: String) -> JSONPath {
    (try? BindingParser.path(name)) ?? JSONPath([.key(name)])
  }

  /// Whether a name is one of the names in rows, or the first key of one: `user` of `user.name`.
  static func has(_ names: [String], _ first: String) -> Bool {
    names.contains { $0 == first || $0.hasPrefix("\(first).") }
  }

  /// Up to eight names for a message.
  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(8).map(DeckIssue.quoted).joined(separator: ", ")
    return names.count > 8 ? "\(shown), …" : shown
  }
}
#endif
