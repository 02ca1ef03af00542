public import CardRaster

extension DeckPage {
  /// The display list at a time, in seconds from the start.
  public func display(at time: Double) -> DisplayList {
    Flattening.flatten(box, scale: display.scale, title: display.title, time: time)
  }

  /// The page at a time, in seconds from the start.
  func at(_ time: Double) -> DeckPage {
    DeckPage(
      name: name, number: number, state: state, box: box, display: display(at: time), origin: origin)
  }

  /// The time in seconds after which nothing moves; 0 for a still, infinity for an endless animation.
  public var restsAt: Double { box.restsAt }
}

/// The times of the frames of an animation.
public struct FrameTiming: Hashable, Sendable {
  /// The time of the first frame, in seconds.
  public var start: Double
  /// The number of frames, at least 1.
  public var frames: Int
  /// Frames per second.
  public var rate: Double

  /// Creates the times of a number of frames, at least one.
  public init(start: Double = 0, frames: Int, rate: Double) {
    self.start = start
    self.frames = max(1, frames)
    self.rate = rate
  }

  /// Creates the times of an animation with a duration, at most 10,000 frames.
  ///
  /// - Parameters:
  ///   - seconds: the duration.
  ///   - rate: frames per second.
  public init(seconds: Double, rate: Double = 12) {
    let count = (seconds * rate).rounded()
    self.init(frames: count.isFinite ? Int(min(10_000, max(1, count))) : 1, rate: rate)
  }

  /// The times in seconds.
  public var times: [Double] { (0..<frames).map { start + Double($0) / rate } }

  /// The duration of each frame in milliseconds, rounded so that the sum stays correct.
  public var delays: [Int] {
    let ends = (0...frames).map { Int((Double($0) * 1000 / rate).rounded()) }
    return zip(ends.dropFirst(), ends).map { max(1, $0 - $1) }
  }
}

extension LaidOutDeck {
  /// The deck with one page for each moment of one of its pages.
  ///
  /// A moment depends only on the deck and its time, so any moment can be drawn without the earlier ones.
  public func moments(of page: DeckPage, at times: [Double]) -> LaidOutDeck {
    with(pages: times.map { page.at($0) })
  }

  /// The frames of an animation of a page, each as a page.
  ///
  /// - Parameter keepsPixels: whether the pixels of all frames stay in memory until the last one is painted.
  ///
  /// - Throws: `RasterError.limit` when all frames together have too many pixels or are too expensive to
  /// paint.
  package func frames(
    of page: DeckPage, _ timing: FrameTiming, keepsPixels: Bool
  ) throws(RasterError) -> LaidOutDeck {
    let pixels = page.display.pixelWidth * page.display.pixelHeight
    guard !keepsPixels || timing.frames <= Limits.animationPixels / max(1, pixels) else {
      throw .limit(
        what: "the number of pixels of all frames", value: Double(pixels) * Double(timing.frames),
        limit: Double(Limits.animationPixels))
    }
    let frames = moments(of: page, at: timing.times)
    try PaintingCost.checkLimits(ofFrames: frames.pages.map(\.display))
    return frames
  }

  /// Throws for animations that exceed a limit, before the first one is painted; see `frames`.
  func checkFrames(_ timing: FrameTiming, keepsPixels: Bool) throws(DeckError) {
    for page in pages {
      do throws(RasterError) {
        _ = try frames(of: page, timing, keepsPixels: keepsPixels)
      } catch {
        let path = JSONPath.root.key("canvas").key("scale")
        var issue = DeckIssue(error, file: source.file, place: source.root.place(at: path), path: path)
        issue.hint = "request fewer frames, or choose a smaller scale"
        throw DeckError(issue)
      }
    }
  }

  /// The deck with all pages at a time, in seconds from the start.
  public func atMoment(_ time: Double) -> LaidOutDeck {
    with(pages: pages.map { $0.at(time) })
  }

  private func with(pages: [DeckPage]) -> LaidOutDeck {
    LaidOutDeck(
      source: source, pages: pages, warnings: warnings, fonts: fonts, deck: resolved, options: options,
      onePageEach: onePageEach)
  }

  /// Paints the frames of an animation of one page on several workers.
  ///
  /// The pixels do not depend on the number of workers. A `DeckPipeline` whose fonts are already open is
  /// faster; use its `animation` instead.
  ///
  /// - Parameters:
  ///   - page: the animated page.
  ///   - timing: the times of the frames.
  ///   - loops: how often the animation is played; 0 for endless.
  ///   - poster: the number of the frame shown by viewers that cannot play animations, from 0; nil for the
  ///     first.
  ///   - workers: the number of frames that are painted at once; at least 1.
  /// - Throws: errors of `OutputFormat.encode`; `RasterError.limit` when all frames together have too many
  /// pixels.
  public nonisolated(nonsending) func animation(
    of page: DeckPage, _ timing: FrameTiming, loops: Int = 0, poster: Int? = nil, workers: Int = 1
  ) async throws -> Animation {
    try await DeckPipeline(fonts).animation(
      of: page, in: self, timing, loops: loops, poster: poster, workers: workers)
  }
}

extension DeckPipeline {
  /// Paints the frames of an animation of one page on several workers; see `LaidOutDeck.animation`.
  ///
  /// A single worker uses the fonts of this pipeline.
  public nonisolated(nonsending) func animation(
    of page: DeckPage, in deck: LaidOutDeck, _ timing: FrameTiming, loops: Int = 0, poster: Int? = nil,
    workers: Int = 1
  ) async throws -> Animation {
    let movement = ExportRequest.Movement(timing: timing, loops: loops, poster: poster)
    return try await animation(of: page, in: deck, movement, workers: workers) {}
  }

  private nonisolated(nonsending) func animation(
    of page: DeckPage, in deck: LaidOutDeck, _ movement: ExportRequest.Movement, workers: Int,
    onFrame: () throws -> Void
  ) async throws -> Animation {
    let timing = movement.timing
    let moments = try deck.frames(of: page, timing, keepsPixels: true)
    var frames: [Bitmap] = []
    try await paint(moments, workers: workers) {
      frames.append($0)
      try onFrame()
    }
    let poster = movement.poster.flatMap { frames.indices.contains($0) ? frames[$0] : nil }
    guard
      let animation = Animation(
        frames: frames, delays: timing.delays, loops: movement.loops, poster: poster)
    else {
      throw RasterError.image(reason: "the frames of an animation have different sizes")
    }
    return animation
  }

  /// Encodes an animation of one page; the frames of a video are not kept in memory.
  ///
  /// - Parameter onFrame: called after each painted frame; an error thrown here ends the encoding.
  ///
  /// - Throws: errors of `onFrame`, `animation` and `MovingFormat.encode`.
  package nonisolated(nonsending) func encode(
    _ page: DeckPage, of deck: LaidOutDeck, as format: MovingFormat, _ movement: ExportRequest.Movement,
    settings: OutputFormat.Settings, workers: Int, onFrame: () throws -> Void = {}
  ) async throws -> [UInt8] {
    #if Moving
    let (timing, display) = (movement.timing, page.display)
    try format.checkOptions(loops: movement.loops, hasPoster: movement.poster != nil)
    if format == .webp {
      return try await webP(page, of: deck, movement, settings: settings, workers: workers, onFrame: onFrame)
    }
    // A missing encoder is reported before anything is painted.
    guard
      let video = try format.videoEncoder(
        width: display.pixelWidth, height: display.pixelHeight, rate: timing.rate, settings: settings)
    else {
      let animation = try await animation(
        of: page, in: deck, movement, workers: workers, onFrame: onFrame)
      return try await format.encode(
        animation, scale: display.scale, settings: settings, workers: workers)
    }
    try await paint(deck.frames(of: page, timing, keepsPixels: false), workers: workers) {
      try video.appendFrame($0)
      try onFrame()
    }
    return try video.finish()
    #else
    throw MovingFormat.leftOut
    #endif
  }

  #if Moving
  /// Encodes an animated WebP frame by frame; keeping all pixels would take as much memory again.
  private nonisolated(nonsending) func webP(
    _ page: DeckPage, of deck: LaidOutDeck, _ movement: ExportRequest.Movement,
    settings: OutputFormat.Settings, workers: Int, onFrame: () throws -> Void
  ) async throws -> [UInt8] {
    let (timing, display) = (movement.timing, page.display)
    let frames = try deck.frames(of: page, timing, keepsPixels: true)
    let poster = movement.poster.flatMap { timing.times.indices.contains($0) ? $0 : nil }
    let file = try MovingWebP(
      width: display.pixelWidth, height: display.pixelHeight, delays: timing.delays, loops: movement.loops,
      hasPoster: poster != nil, quality: settings.quality)
    if let poster {
      try await paint(deck.moments(of: page, at: [timing.times[poster]]), workers: 1) {
        try file.setPoster($0)
      }
    }
    try await paint(frames, workers: workers) {
      try file.appendFrame($0)
      try onFrame()
    }
    return try file.finish()
  }
  #endif

  /// Paints all pages on several workers and delivers their pixels in order.
  private nonisolated(nonsending) func paint(
    _ deck: LaidOutDeck, workers: Int, deliver: (Bitmap) throws -> Void
  ) async throws {
    let fonts = deck.fonts
    try await eachPage(of: deck, workers: workers) { display, painter throws(RasterError) in
      try painter.pipeline.bitmap(display, fonts: fonts, in: painter.series)
    } deliver: { _, bitmap in
      try deliver(bitmap)
    }
  }
}
