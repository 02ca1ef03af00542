/// The pictures of a deck's cards, delivered in order as they are rendered.
///
/// ```swift
/// for try await picture in deck.pictures(to: .png, workers: 2) {
///   try FileWriting.write(picture.output, to: "\(picture.name).png")
/// }
/// ```
///
/// The deck is laid out when the first picture is requested. At most two pictures per worker are rendered
/// ahead and kept in memory. Leaving the loop, or cancelling its task, stops rendering.
public struct CardPictures<Output: Sendable>: AsyncSequence, Sendable {
  /// The picture of one card.
  public typealias Element = CardPicture<Output>
  /// The error type: a `DeckError` with every error of the deck, or `CancellationError`.
  public typealias Failure = any Error

  let deck: Deck
  let target: DeckTarget<Output>
  let options: DeckOptions
  let renderer: CardRenderer
  let onWarning: @Sendable (DeckIssue) -> Void

  /// Creates an iterator, which renders all pictures again.
  public func makeAsyncIterator() -> Iterator { Iterator(pictures: self) }

  /// Renders the pictures in order.
  public struct Iterator: AsyncIteratorProtocol {
    private let pictures: CardPictures
    private let ahead = Ahead()
    private var laidOut: LaidOutDeck?
    private var turn = 0

    fileprivate init(pictures: CardPictures) { self.pictures = pictures }

    /// The pictures that were started and not yet delivered; they are cancelled with the iterator.
    private final class Ahead {
      var works: [Task<Result<CardPicture<Output>, DeckError>, Never>] = []

      func cancel() { for work in works { work.cancel() } }

      deinit { cancel() }
    }

    /// Returns the next picture; nil after the last one.
    ///
    /// - Throws: a `DeckError` with every error of the deck, or `CancellationError` if the task was
    ///   cancelled.
    public mutating func next() async throws -> CardPicture<Output>? {
      do throws(DeckError) {
        try DeckError.checkCancellation(pictures.deck.file)
        let laidOut = try await layOut()
        guard turn < laidOut.pages.count else { return nil }
        begin(laidOut)
        turn += 1
        let work = ahead.works.removeFirst()
        return try await withTaskCancellationHandler {
          await work.value
        } onCancel: {
          work.cancel()
        }.get()
      } catch {
        ahead.cancel()
        throw error.isCancellation ? CancellationError() as any Error : error
      }
    }

    /// Lays out the deck once.
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

    /// Starts the pictures that workers may render ahead.
    private func begin(_ deck: LaidOutDeck) {
      let (target, renderer) = (pictures.target, pictures.renderer)
      let end = Swift.min(deck.pages.count, turn + renderer.workers * 2)
      for number in stride(from: turn + ahead.works.count, to: end, by: 1) {
        ahead.works.append(
          Task {
            do throws(DeckError) {
              return .success(
                try await renderer.working { pipeline throws(DeckError) in
                  try pipeline.picture(number, of: deck, target)
                })
            } catch {
              return .failure(error)
            }
          })
      }
    }
  }
}

extension Deck {
  /// The pictures of the deck's cards, delivered in order as they are rendered.
  ///
  /// The bytes are the same as from ``renderPages(to:options:onWarning:)``, for any number of workers.
  ///
  /// - Parameters:
  ///   - target: the output format, such as `.png`.
  ///   - options: values that override the deck's.
  ///   - workers: the number of pictures rendered at the same time; at least 1.
  ///   - onWarning: called for each warning; by default warnings are written to standard error.
  public func pictures<Output>(
    to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(), workers: Int = 1,
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) -> CardPictures<Output> {
    CardRenderer(workers: workers).pictures(of: self, to: target, options: options, onWarning: onWarning)
  }
}

extension CardRenderer {
  /// The pictures of a deck's cards, delivered in order.
  ///
  /// See ``Deck/pictures(to:options:workers:onWarning:)``.
  public nonisolated func pictures<Output>(
    of deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) -> CardPictures<Output> {
    CardPictures(deck: deck, target: target, options: options, renderer: self, onWarning: onWarning)
  }
}

/// Renders many decks with fonts that stay open, which saves most of the time for a small deck.
///
/// The bytes are the same as from ``Deck/render(to:options:onWarning:)``, for any number of workers. Each
/// worker renders one deck, or one picture, at a time. If all workers are busy, a call waits for the next
/// free one.
public actor CardRenderer {
  private var idle: [RenderWorker]
  private var waiting: [CheckedContinuation<RenderWorker, Never>] = []
  /// The number of workers.
  public nonisolated let workers: Int

  /// Creates a renderer; each worker opens the fonts with its first deck.
  ///
  /// - Parameter workers: the number of decks, or pictures of a deck, rendered at the same time; at least 1.
  public init(workers: Int = 1) {
    self.workers = max(1, workers)
    idle = (0..<max(1, workers)).map { _ in RenderWorker() }
  }

  /// Renders a deck as one picture; see ``Deck/render(to:options:onWarning:)``.
  public func render<Output>(
    _ deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) async throws(DeckError) -> Output {
    try await working { pipeline throws(DeckError) in
      try pipeline.picture(of: deck, target, options, onWarning)
    }
  }

  /// Renders each card as a separate picture; see ``Deck/renderPages(to:options:onWarning:)``.
  ///
  /// All pictures are in memory at the same time; ``pictures(of:to:options:onWarning:)`` delivers them one by
  /// one.
  public func renderPages<Output>(
    _ deck: Deck, to target: DeckTarget<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { $0.writeToStandardError() }
  ) async throws(DeckError) -> [CardPicture<Output>] {
    try await working { pipeline throws(DeckError) in
      try pipeline.pictures(of: deck, target, options, onWarning)
    }
  }

  /// Runs an operation on a free worker.
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

/// A pipeline that runs one operation at a time.
actor RenderWorker {
  private var known: DeckPipeline?

  /// Runs an operation with the pipeline, which is created on first use.
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
