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
  ///   - deliver: takes what became of a row; called on the caller's task.
  /// - Throws: what `deliver` throws; `StoppedRow` for the first row that was left in its middle.
  package nonisolated(nonsending) func draw(
    _ source: inout RowSource, workers: Int, in pipeline: DeckPipeline,
    isWanted: (RowPlace) -> Bool = { _ in true }, known: (DataRow) -> RowResult? = { _ in nil },
    isStopped: @escaping @Sendable () -> Bool = { false },
    deliver: (RowResult) throws -> Void
  ) async throws {
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
