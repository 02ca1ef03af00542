public import CardRaster

/// The pictures of a deck's cards, delivered in order as they are rendered.
///
/// ```swift
/// for try await picture in deck.pictures(to: .png, workers: 2) {
///   try Data(picture.data).write(to: folder.appending(path: "\(picture.name).png"))
/// }
/// ```
///
/// The deck is laid out when the first picture is requested. At most two pictures per worker are rendered
/// ahead and kept in memory. Leaving the loop, or cancelling its task, stops rendering.
public struct CardPictures<Output: Sendable>: AsyncSequence, Sendable {
  /// The picture of one card.
  public typealias Element = CardPicture<Output>
  /// The error type: every error of the deck, or the cancellation of the task.
  public typealias Failure = DeckError

  let deck: Deck
  /// The deck after layout, if it was laid out before.
  var laidOut: LaidOutDeck?
  let target: RenderFormat<Output>
  let options: DeckOptions
  let renderer: DeckRenderer
  let onWarning: @Sendable (DeckIssue) -> Void

  /// Creates an iterator, which renders all pictures again.
  public func makeAsyncIterator() -> Iterator { Iterator(pictures: self) }

  /// Renders the pictures in order.
  public struct Iterator: AsyncIteratorProtocol {
    private let pictures: CardPictures
    private let ahead = Ahead()
    private var laidOut: LaidOutDeck?
    private var turn = 0

    fileprivate init(pictures: CardPictures) {
      self.pictures = pictures
      laidOut = pictures.laidOut
    }

    /// The pictures that were started and not yet delivered; they are cancelled with the iterator.
    private final class Ahead {
      var works: [Task<Result<CardPicture<Output>, DeckError>, Never>] = []

      func cancel() { for work in works { work.cancel() } }

      deinit { cancel() }
    }

    /// The error type: every error of the deck, or the cancellation of the task.
    public typealias Failure = DeckError

    /// Returns the next picture; nil after the last one.
    ///
    /// - Throws: a `DeckError` with every error of the deck, or the cancellation of the task.
    public mutating func next() async throws(DeckError) -> CardPicture<Output>? {
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
        throw error
      }
    }

    /// Lays out the deck once.
    private mutating func layOut() async throws(DeckError) -> LaidOutDeck {
      if let laidOut { return laidOut }
      let pictures = pictures
      let deck = try await pictures.renderer.working { pipeline throws(DeckError) in
        try pipeline.open(pictures.deck, pictures.options, onePageEach: true, pictures.onWarning) { $0 }
      }
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
  /// The bytes are the same as from ``renderPages(to:options:onWarning:onPage:)``, for any number of workers.
  ///
  /// - Parameters:
  ///   - target: the output format, such as `.png`.
  ///   - options: values that override the deck's.
  ///   - workers: the number of pictures rendered at the same time; at least 1.
  ///   - onWarning: called for each warning.
  public func pictures<Output>(
    to target: RenderFormat<Output>, options: DeckOptions = DeckOptions(), workers: Int = 1,
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { _ in }
  ) -> CardPictures<Output> {
    DeckRenderer(workers: workers).pictures(of: self, to: target, options: options, onWarning: onWarning)
  }
}

extension LaidOutDeck {
  /// The pictures of a deck that is already laid out, delivered in order as they are rendered.
  ///
  /// - Parameters:
  ///   - target: the output format, such as `.png`.
  ///   - workers: the number of pictures rendered at the same time; at least 1.
  public func pictures<Output>(to target: RenderFormat<Output>, workers: Int = 1) -> CardPictures<Output> {
    DeckRenderer(workers: workers, fonts: fonts).pictures(of: self, to: target)
  }
}

extension DeckRenderer {
  /// The pictures of a deck that is already laid out, delivered in order.
  public nonisolated func pictures<Output>(
    of deck: LaidOutDeck, to target: RenderFormat<Output>
  ) -> CardPictures<Output> {
    CardPictures(
      deck: deck.source, laidOut: deck, target: target, options: deck.options, renderer: self,
      onWarning: { _ in })
  }

  /// The pictures of a deck's cards, delivered in order.
  ///
  /// See ``Deck/pictures(to:options:workers:onWarning:)``.
  public nonisolated func pictures<Output>(
    of deck: Deck, to target: RenderFormat<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { _ in }
  ) -> CardPictures<Output> {
    CardPictures(deck: deck, target: target, options: options, renderer: self, onWarning: onWarning)
  }
}

/// Renders many decks with fonts that stay open, which saves most of the time for a small deck.
///
/// The bytes are the same as from ``Deck/render(to:options:onWarning:)``, for any number of workers. Each
/// worker has a thread of its own and renders one deck, or one picture, at a time, so rendering never blocks other
/// tasks. If all workers are busy, a call waits for the next free one. A cancelled call returns at once; its worker is
/// free before the next item of the picture.
public actor DeckRenderer {
  private var idle: [RenderWorker]
  private var waiting: [(number: Int, worker: CheckedContinuation<RenderWorker?, Never>)] = []
  /// The number of calls that have waited so far.
  private var waits = 0
  /// The number of workers.
  public nonisolated let workers: Int

  /// Creates a renderer; each worker opens the fonts with its first deck.
  ///
  /// - Parameters:
  ///   - workers: the number of decks, or pictures of a deck, rendered at the same time; at least 1.
  ///   - fonts: the fonts for all decks, such as `try FontCatalog.bundled().adding(folder: "fonts")`; nil for the
  ///     bundled fonts.
  public init(workers: Int = 1, fonts: FontCatalog? = nil) {
    self.workers = max(1, workers)
    idle = (0..<max(1, workers)).map { _ in RenderWorker(fonts) }
  }

  /// Renders a deck as one picture; see ``Deck/render(to:options:onWarning:)``.
  public func render<Output>(
    _ deck: Deck, to target: RenderFormat<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { _ in }
  ) async throws(DeckError) -> Output {
    try await working { pipeline throws(DeckError) in
      try pipeline.picture(of: deck, target, options, onWarning)
    }
  }

  /// Renders a deck as one picture, and returns it with the warnings.
  public func rendering<Output>(
    of deck: Deck, to target: RenderFormat<Output>, options: DeckOptions = DeckOptions()
  ) async throws(DeckError) -> Rendering<Output> {
    try await working { pipeline throws(DeckError) in try pipeline.rendering(of: deck, target, options) }
  }

  /// Renders a deck that is already laid out, for example in a second format.
  public func render<Output>(
    _ deck: LaidOutDeck, to target: RenderFormat<Output>
  ) async throws(DeckError) -> Output {
    try await working { pipeline throws(DeckError) in
      try pipeline.picture(of: deck, target)
    }
  }

  /// Renders each card as a separate picture; see ``Deck/renderPages(to:options:onWarning:onPage:)``.
  ///
  /// All pictures are in memory at the same time; ``pictures(of:to:options:onWarning:)`` delivers them one by
  /// one.
  public func renderPages<Output>(
    _ deck: Deck, to target: RenderFormat<Output>, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { _ in },
    onPage: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(DeckError) -> [CardPicture<Output>] {
    try await working { pipeline throws(DeckError) in
      try pipeline.pictures(of: deck, target, options, onWarning, onPage)
    }
  }

  /// Draws a deck that is already laid out into memory that you provide; see
  /// ``LaidOutDeck/draw(into:bytesPerRow:format:)``.
  public func draw(
    _ deck: LaidOutDeck, into memory: inout MutableRawSpan, bytesPerRow: Int? = nil,
    format: PixelFormat = .rgba
  ) async throws(DeckError) {
    let worker = try await free()
    defer { give(back: worker) }
    try await worker.draw(deck, into: &memory, bytesPerRow: bytesPerRow, format)
  }

  /// Renders each card as a page of one PDF document; see ``Deck/renderPDF(options:onWarning:onPage:)``.
  public func renderPDF(
    _ deck: Deck, options: DeckOptions = DeckOptions(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { _ in },
    onPage: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(DeckError) -> [UInt8] {
    try await working { pipeline throws(DeckError) in
      try pipeline.document(of: deck, options, onWarning, onPage)
    }
  }

  /// Renders an animation of a deck.
  ///
  /// See ``Deck/renderAnimation(to:timing:loops:poster:options:settings:workers:onWarning:onFrame:)``.
  public func renderAnimation(
    _ deck: Deck, to format: MovingFormat, timing: FrameTiming, loops: Int = 0, poster: Int? = nil,
    options: DeckOptions = DeckOptions(), settings: OutputFormat.Settings = OutputFormat.Settings(),
    onWarning: @escaping @Sendable (DeckIssue) -> Void = { _ in },
    onFrame: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(DeckError) -> [UInt8] {
    try await answering { worker throws(DeckError) in
      try await worker.animation(
        of: deck, format, ExportRequest.Movement(timing: timing, loops: loops, poster: poster), options,
        settings, onWarning, onFrame)
    }
  }

  /// Lays out a deck without painting it; see ``Deck/laidOut(options:onePageEach:)``.
  public func laidOut(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) async throws(DeckError) -> LaidOutDeck {
    try await working { pipeline throws(DeckError) in
      try pipeline.open(deck, options, onePageEach: onePageEach) { $0 }
    }
  }

  /// All errors and warnings of a deck; empty if there are none.
  public func issues(of deck: Deck, options: DeckOptions = DeckOptions()) async -> [DeckIssue] {
    do throws(DeckError) {
      return try await laidOut(deck, options: options).warnings
    } catch {
      return error.issues
    }
  }

  /// The changes of a deck since an older one; see ``Deck/difference(from:options:onePageEach:)``.
  public func difference(
    of deck: Deck, from old: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) async throws(DeckError) -> DeckDifference {
    let before = try await laidOut(old, options: options, onePageEach: onePageEach)
    return DeckDifference(before, try await laidOut(deck, options: options, onePageEach: onePageEach))
  }

  /// Runs an operation on a free worker.
  func working<Value: Sendable>(
    _ body: @escaping @Sendable (DeckPipeline) throws(DeckError) -> Value
  ) async throws(DeckError) -> Value {
    try await answering { worker throws(DeckError) in try await worker.work(body) }
  }

  /// Runs an operation with a free worker.
  ///
  /// A cancelled call returns at once. Its worker may still be inside a library that cannot be interrupted, such as the encoder
  /// of JPEG files; it is free again when the library returns.
  private func answering<Value: Sendable>(
    _ body: @escaping @Sendable (RenderWorker) async throws(DeckError) -> Value
  ) async throws(DeckError) -> Value {
    let worker = try await free()
    let (answers, answer) = AsyncStream<Result<Value, DeckError>>.makeStream()
    let work = Task {
      do throws(DeckError) {
        answer.yield(.success(try await body(worker)))
      } catch {
        answer.yield(.failure(error))
      }
      give(back: worker)
    }
    // The stream of a cancelled task ends.
    for await result in answers { return try result.get() }
    work.cancel()
    throw .cancelled("")
  }

  /// Waits for a free worker.
  ///
  /// - Throws: the cancellation of the task.
  private func free() async throws(DeckError) -> RenderWorker {
    try DeckError.checkCancellation("")
    if let worker = idle.popLast() { return worker }
    waits += 1
    let number = waits
    let worker = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting.append((number, $0)) }
    } onCancel: {
      Task { await self.stopWaiting(number) }
    }
    guard let worker else { throw .cancelled("") }
    return worker
  }

  /// Ends the wait of a cancelled call, unless it already has a worker.
  private func stopWaiting(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).worker.resume(returning: nil)
  }

  private func give(back worker: RenderWorker) {
    if waiting.isEmpty { idle.append(worker) } else { waiting.removeFirst().worker.resume(returning: worker) }
  }
}

/// A pipeline that runs one operation at a time, on a thread of its own.
actor RenderWorker {
  private let thread = WorkerThread()
  private let catalog: FontCatalog?
  private var known: DeckPipeline?

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(_ catalog: FontCatalog?) { self.catalog = catalog }

  /// Runs an operation with the pipeline, which is created on first use.
  func work<Value: Sendable>(
    _ body: @Sendable (DeckPipeline) throws(DeckError) -> Value
  ) throws(DeckError) -> Value {
    try DeckError.checkCancellation("")
    return try body(try pipeline())
  }

  /// Draws a deck into memory of the caller.
  func draw(
    _ deck: LaidOutDeck, into memory: inout MutableRawSpan, bytesPerRow: Int?, _ format: PixelFormat
  ) throws(DeckError) {
    try DeckError.checkCancellation("")
    try pipeline().draw(deck, into: &memory, bytesPerRow: bytesPerRow, format)
  }

  /// Renders an animation of a deck.
  func animation(
    of deck: Deck, _ format: MovingFormat, _ movement: ExportRequest.Movement, _ options: DeckOptions,
    _ settings: OutputFormat.Settings, _ onWarning: @Sendable (DeckIssue) -> Void,
    _ onFrame: @Sendable (Int) -> Void
  ) async throws(DeckError) -> [UInt8] {
    try DeckError.checkCancellation("")
    return try await pipeline().animation(
      of: deck, format, movement, options, settings, 1, onWarning, onFrame)
  }

  private func pipeline() throws(DeckError) -> DeckPipeline {
    if let known { return known }
    let pipeline = if let catalog { DeckPipeline(catalog) } else { try DeckPipeline() }
    known = pipeline
    return pipeline
  }
}
