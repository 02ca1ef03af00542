/// Draws one deck after the other with fonts that stay open, which saves most of the time of a small deck.
///
/// The bytes are those of ``Deck/render(to:options:onWarning:)``, whatever the number of workers. Each worker draws one deck, or
/// one picture, at a time; who comes when all are busy waits for the next that is free.
public actor CardRenderer {
  private var idle: [RenderWorker]
  private var waiting: [CheckedContinuation<RenderWorker, Never>] = []
  /// How many workers there are.
  public nonisolated let workers: Int

  /// Makes a renderer whose fonts are opened with the first deck of each worker.
  ///
  /// - Parameter workers: how many decks, or pictures of a deck, are drawn at once; at least 1.
  public init(workers: Int = 1) {
    self.workers = max(1, workers)
    idle = (0..<max(1, workers)).map { _ in RenderWorker() }
  }

  /// Draws a deck as one picture; see ``Deck/render(to:options:onWarning:)``.
  public func render<Output>(
    _ deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) async throws(DeckError) -> Output {
    try await working { pipeline throws(DeckError) in
      try pipeline.picture(of: deck, target, options, onWarning)
    }
  }

  /// Draws each card as a picture of its own; see ``Deck/renderPages(to:options:onWarning:)``.
  ///
  /// All pictures are in memory at once; ``pictures(of:to:options:onWarning:)`` gives them one after the other.
  public func renderPages<Output>(
    _ deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) async throws(DeckError) -> [CardPicture<Output>] {
    try await working { pipeline throws(DeckError) in
      try pipeline.pictures(of: deck, target, options, onWarning)
    }
  }

  /// Has a free worker do something.
  func working<Value: Sendable>(
    _ body: @escaping @Sendable (DeckPipeline) throws(DeckError) -> Value
  ) async throws(DeckError) -> Value {
    let worker = await free()
    defer { give(back: worker) }
    return try await worker.work(body)
  }

  private func free() async -> RenderWorker {
    if let worker = idle.popLast() { return worker }
    return await withCheckedContinuation { waiting.append($0) }
  }

  private func give(back worker: RenderWorker) {
    if waiting.isEmpty { idle.append(worker) } else { waiting.removeFirst().resume(returning: worker) }
  }
}

/// A pipeline that does one thing at a time.
actor RenderWorker {
  private var known: DeckPipeline?

  /// Does something with the pipeline, which is made when there is none yet.
  func work<Value: Sendable>(
    _ body: @Sendable (DeckPipeline) throws(DeckError) -> Value
  ) throws(DeckError) -> Value {
    try DeckError.checkCancellation("")
    let pipeline: DeckPipeline
    if let known { pipeline = known } else { pipeline = try DeckPipeline() }
    known = pipeline
    return try body(pipeline)
  }
}
