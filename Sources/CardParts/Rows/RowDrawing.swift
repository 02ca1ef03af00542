import CardRaster

/// A deck that is drawn once for each row of data.
package struct RowDrawing: Sendable {
  /// The deck.
  package let deck: Deck
  /// What is decided over it; rows lie over its `data`, and its assignments over rows.
  package let options: DeckOptions
  /// The files of a row.
  package let outputs: [RowOutput]
  /// What is wrong or doubtful in the deck whatever a row holds; see `checkDeck`.
  var deckIssues: Set<DeckIssue> = []

  /// Makes a drawing.
  package init(_ deck: Deck, options: DeckOptions = DeckOptions(), outputs: [RowOutput]) {
    self.deck = deck
    self.options = options
    self.outputs = outputs
  }

  /// The appearance that the deck names, when it does so without a binding.
  package var appearance: Appearance {
    guard case .string(let name)? = deck.root["appearance"]?.value else { return .light }
    return Appearance(rawValue: name) ?? .light
  }

  /// The most rows that are read before the first of them is drawn.
  static let blockRows = 64

  /// Draws all rows, a few at a time, and hands them over in order.
  ///
  /// A row that is broken does not keep others from being drawn. The bytes do not depend on the number of workers.
  ///
  /// - Parameters:
  ///   - source: the rows.
  ///   - workers: how many rows are drawn at once; at least 1.
  ///   - pipeline: the caller's own.
  ///   - isWanted: whether a row belongs to this run.
  ///   - known: what is known of a row without drawing it; nil to draw it.
  ///   - isStopped: whether nobody wants more rows; asked before each picture and after each frame, by any worker.
  ///   - isolation: what becomes of the run when drawing a row crashes.
  ///   - deliver: takes what became of a row; called on the caller's task.
  /// - Throws: what `deliver` throws; `StoppedRow` for the first row that was left in its middle.
  package nonisolated(nonsending) func draw(
    _ source: inout RowSource, workers: Int, in pipeline: DeckPipeline,
    isWanted: (RowPlace) -> Bool = { _ in true }, known: (DataRow) -> RowResult? = { _ in nil },
    isStopped: @escaping @Sendable () -> Bool = { false }, isolation: Isolation = .threads,
    deliver: (RowResult) throws -> Void
  ) async throws {
    if isolation == .processes,
      try await drawInProcesses(
        &source, workers: max(1, workers), in: pipeline, isWanted: isWanted, known: known,
        isStopped: isStopped, deliver: deliver)
    {
      return
    }
    let (drawing, catalog) = (self, pipeline.catalog)
    var rows = source
    defer { source = rows }
    if outputs.contains(where: { $0.order.movement != nil }) {
      // The frames of one row are much work and much memory: workers share them instead of the rows.
      let stage = RowStage(self, pipeline, isStopped)
      while let work = Self.block(of: &rows, most: 1, isWanted, known).first {
        switch work {
        case .done(let result): try deliver(result)
        case .row(let row):
          let result = try await stage.draw(row, workers: max(1, workers))
          try deliver(result)
        }
      }
      return
    }
    try await WorkerPool.with(
      max(1, workers), own: RowStage(drawing, pipeline, isStopped),
      make: { RowStage(drawing, DeckPipeline(catalog), isStopped) }
    ) { pool in
      while true {
        let block = Self.block(of: &rows, most: Self.blockRows, isWanted, known)
        if block.isEmpty { return }
        try await pool.inOrder(block.count) { number, stage in
          switch block[number] {
          case .done(let result): result
          case .row(let row): try stage.draw(row)
          }
        } deliver: {
          try deliver($1)
        }
      }
    }
  }

  /// What becomes of a run when drawing a row crashes.
  package enum Isolation: Sendable {
    /// The run ends with its process. For processes with other threads.
    case threads
    /// The row is left out. For programs that have used one thread so far; see `WorkProcesses`.
    case processes
  }

  /// Draws all rows in copies of this process.
  ///
  /// - Returns: false when the system makes no copies; nothing was read then.
  private nonisolated(nonsending) func drawInProcesses(
    _ source: inout RowSource, workers: Int, in pipeline: DeckPipeline, isWanted: (RowPlace) -> Bool,
    known: (DataRow) -> RowResult?, isStopped: () -> Bool, deliver: (RowResult) throws -> Void
  ) async throws -> Bool {
    let moves = outputs.contains { $0.order.movement != nil }
    // The frames of one row are much work and much memory: its threads share them.
    let threads = moves ? workers : 1
    let drawing = self
    // In a copy, that of the parent: fonts are open, and what the first row needs is read.
    let stage = RowStage(drawing, pipeline, { false })
    SVGProcess.endIdle()
    let processes = await WorkProcesses.start(moves ? 1 : workers) { request, goesOn in
      guard let row = RowMessage.row(request) else { return [] }
      stage.goesOn = goesOn
      let result = moves ? try? await stage.draw(row, workers: threads) : try? stage.draw(row)
      return result.map(RowMessage.bytes) ?? []
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

  /// What became of a row, with the reason where its process gave no answer.
  private func result(
    of row: DataRow, _ answer: Result<[UInt8], WorkProcesses.Failure>
  ) -> RowResult {
    let message: String
    switch answer {
    case .success(let bytes):
      if let result = RowMessage.result(bytes, of: row.place) { return result }
      message = "its process gave no answer"
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

  /// The next rows that belong to the run.
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

/// Thrown in the place of what would have become of a row, when nobody wants it any more.
package struct StoppedRow: Error {}
