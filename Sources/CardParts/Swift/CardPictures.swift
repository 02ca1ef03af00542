import Synchronization

/// The pictures of a deck's cards, one after the other as they are drawn.
///
/// ```swift
/// for try await picture in deck.pictures(to: .png, workers: 2) {
///   try FileWriting.write(picture.output, to: "\(picture.name).png")
/// }
/// ```
///
/// The deck is laid out when the first picture is asked for. Two pictures a worker are drawn ahead, and no more are held. Leaving
/// the loop, or cancelling its task, ends the drawing.
public struct CardPictures<Output: Sendable>: AsyncSequence, Sendable {
  /// A picture.
  public typealias Element = CardPicture<Output>
  /// A `DeckError` with every mistake of the deck, or `CancellationError`.
  public typealias Failure = any Error

  let deck: Deck
  let target: DeckTarget<Output>
  let options: DeckOptions
  let renderer: CardRenderer
  let onWarning: @Sendable (DeckIssue) -> Void

  /// Makes what draws the pictures; each draws them anew.
  public func makeAsyncIterator() -> Iterator { Iterator(pictures: self, drawing: Drawing()) }

  /// Draws the pictures in their order.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let pictures: CardPictures
    fileprivate let drawing: Drawing
    private var laidOut: LaidOutDeck?
    private var turn = 0

    fileprivate init(pictures: CardPictures, drawing: Drawing) {
      self.pictures = pictures
      self.drawing = drawing
    }

    /// The next picture; nil when there is none any more.
    ///
    /// - Throws: a `DeckError` with every mistake of the deck; `CancellationError` when the task was cancelled.
    public mutating func next() async throws -> CardPicture<Output>? {
      do throws(DeckError) {
        try DeckError.checkCancellation(pictures.deck.file)
        let laidOut = try await layOut()
        guard turn < laidOut.pages.count else { return nil }
        begin(laidOut)
        turn += 1
        return try await drawing.picture(turn - 1).get()
      } catch {
        drawing.cancel()
        throw error.isCancellation ? CancellationError() as any Error : error
      }
    }

    /// The deck, laid out once.
    private mutating func layOut() async throws(DeckError) -> LaidOutDeck {
      if let laidOut { return laidOut }
      let pictures = pictures
      let deck = try await pictures.renderer.working { pipeline throws(DeckError) in
        try pipeline.layOut(pictures.deck, options: pictures.options, onePageEach: true)
      }
      for warning in deck.warnings { pictures.onWarning(warning) }
      laidOut = deck
      return deck
    }

    /// Begins the pictures that workers may draw ahead.
    private func begin(_ deck: LaidOutDeck) {
      let (target, renderer) = (pictures.target, pictures.renderer)
      let end = Swift.min(deck.pages.count, turn + renderer.workers * 2)
      drawing.begin(until: end) { number in
        Task {
          do throws(DeckError) {
            return .success(
              try await renderer.working { pipeline throws(DeckError) in
                try pipeline.picture(number, of: deck, target)
              })
          } catch {
            return .failure(error)
          }
        }
      }
    }
  }
}

extension CardPictures {
  /// The pictures that were begun and not handed over yet.
  fileprivate final class Drawing: Sendable {
    typealias Work = Task<Result<CardPicture<Output>, DeckError>, Never>

    private struct State {
      var works: [Int: Work] = [:]
      var begun = 0
    }

    private let state = Mutex(State())

    /// Begins the numbers that were not yet.
    func begin(until end: Int, _ start: (Int) -> Work) {
      state.withLock { state in
        while state.begun < end {
          state.works[state.begun] = start(state.begun)
          state.begun += 1
        }
      }
    }

    /// Waits for a picture that was begun; who waits and is cancelled ends all that was begun.
    func picture(_ number: Int) async -> Result<CardPicture<Output>, DeckError> {
      guard let work = state.withLock({ $0.works.removeValue(forKey: number) }) else {
        return .failure(.cancelled(""))
      }
      return await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
        cancel()
      }
    }

    /// Ends what was begun.
    func cancel() {
      for work in state.withLock({ Array($0.works.values) }) { work.cancel() }
    }

    deinit { cancel() }
  }
}

extension Deck {
  /// The pictures of the cards, one after the other as they are drawn.
  ///
  /// The bytes are those of ``renderPages(to:options:onWarning:)``, whatever the number of workers.
  ///
  /// - Parameters:
  ///   - target: what they become, such as `.png`.
  ///   - options: what is decided over the deck.
  ///   - workers: how many are drawn at once; at least 1.
  ///   - onWarning: takes what is doubtful; without it they are written to standard error.
  public func pictures<Output>(
    to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(), workers: Int = 1,
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) -> CardPictures<Output> {
    CardRenderer(workers: workers).pictures(of: self, to: target, options: options, onWarning: onWarning)
  }
}

extension CardRenderer {
  /// The pictures of a deck's cards, one after the other as the workers draw them; see ``Deck/pictures(to:options:workers:onWarning:)``.
  public nonisolated func pictures<Output>(
    of deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) -> CardPictures<Output> {
    CardPictures(deck: deck, target: target, options: options, renderer: self, onWarning: onWarning)
  }
}

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
