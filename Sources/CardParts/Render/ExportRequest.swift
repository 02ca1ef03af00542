package import CardRaster

/// An export of a page: a still, a moment or an animation, with a format and an optional size limit.
package struct ExportRequest: Sendable, Hashable {
  /// The frames of an animation and how it is played.
  package struct Movement: Sendable, Hashable {
    /// The times of the frames.
    package var timing: FrameTiming
    /// How often the animation is played; 0 for endless.
    package var loops: Int
    /// The number of the frame shown by viewers that cannot play animations, from 0; nil for the first.
    package var poster: Int?

    /// Creates the settings of an animation.
    package init(timing: FrameTiming, loops: Int = 0, poster: Int? = nil) {
      (self.timing, self.loops, self.poster) = (timing, loops, poster)
    }
  }

  /// Whether two requests make the same picture of a deck.
  package func isSame(as other: ExportRequest) -> Bool {
    var (one, other) = (self, other)
    // Other formats are only used for a limited size.
    if one.budget == nil, other.budget == nil { (one.others, other.others) = ([], []) }
    return one == other
  }

  /// The format of the file.
  package var format: OutputFormat
  /// The settings of the encoder.
  package var settings: OutputFormat.Settings
  /// The time of the drawn moment, in seconds; nil for the time that each part defines for stills.
  package var moment: Double?
  /// The animation; nil for a still.
  package var movement: Movement?
  /// The maximum size; nil for no limit.
  package var budget: ByteBudget?
  /// Formats that may replace the requested one before the number of pixels is reduced.
  package var others: [OutputFormat] = []

  /// Creates an export request.
  package init(
    _ format: OutputFormat, settings: OutputFormat.Settings = OutputFormat.Settings(), moment: Double? = nil,
    movement: Movement? = nil, budget: ByteBudget? = nil
  ) {
    (self.format, self.settings, self.moment) = (format, settings, moment)
    (self.movement, self.budget) = (movement, budget)
  }

  private var wanted: ByteBudget.Attempt {
    ByteBudget.Attempt(
      format: format, quality: settings.quality, compression: settings.compression,
      colors: settings.gif.colors)
  }

  private var frames: Int { movement?.timing.frames ?? 1 }

  /// The attempts to stay within the budget; nil without a budget.
  fileprivate func search(_ deck: LaidOutDeck) -> BudgetSearch? {
    guard let budget else { return nil }
    let fitting = movement == nil ? others.filter { deck.unsupportedReasons(for: $0).isEmpty } : []
    return BudgetSearch(budget, wanted, frames: frames, others: fitting)
  }

  /// The settings of the encoder for an attempt.
  fileprivate func settings(_ attempt: ByteBudget.Attempt) -> OutputFormat.Settings {
    var gif = settings.gif
    gif.colors = attempt.colors
    return OutputFormat.Settings(
      compression: attempt.compression, keepsSVGText: settings.keepsSVGText, quality: attempt.quality,
      gif: gif)
  }

  /// The animation of an attempt, which may skip frames.
  fileprivate func movement(_ attempt: ByteBudget.Attempt) -> Movement? {
    guard var result = movement, attempt.step > 1 else { return movement }
    result.timing.frames = (result.timing.frames + attempt.step - 1) / attempt.step
    result.timing.rate /= Double(attempt.step)
    result.poster = result.poster.map {
      min(result.timing.frames, ($0 + attempt.step) / attempt.step) - 1
    }
    return result
  }
}

/// An exported file with its properties.
package struct ExportedFile: Sendable {
  /// The content of the file.
  package let bytes: [UInt8]
  /// The format of the file.
  package let format: OutputFormat
  /// Pixels per point.
  package let scale: Double
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The number of the picture, from 0.
  package var picture = 0
  /// The number of the frame in a sequence of files, from 0; nil for all other files.
  package var frame: Int?
  /// The page with its deck, for e-mails; nil for a file with other pages or none in memory.
  package var page: PageOfDeck?
  /// The losses that were necessary to stay within the budget, in words.
  package var givenUp: [String] = []
  /// An alternative with smaller losses.
  package var hint: String?

  init(_ bytes: [UInt8], _ format: OutputFormat, _ display: DisplayList, picture: Int = 0, frame: Int? = nil)
  {
    (self.bytes, self.format, scale, self.picture, self.frame) = (
      bytes, format, display.scale, picture, frame
    )
    (width, height) = (display.pixelWidth, display.pixelHeight)
  }

  /// A warning about the losses; nil without any.
  ///
  /// - Parameters:
  ///   - budget: the maximum size.
  ///   - name: the name of the picture.
  ///   - file: the name of the deck's file.
  package func warning(_ budget: ByteBudget?, name: String, file: String) -> DeckIssue? {
    guard let budget, !givenUp.isEmpty else { return nil }
    return DeckIssue(
      .warning, file: file,
      message: "to stay within \(budget.bytes) bytes '\(name)' has \(givenUp.joined(separator: ", "))",
      hint: hint)
  }
}

package typealias PageOfDeck = (page: DeckPage, deck: LaidOutDeck)

/// Exporting pages.
extension DeckPipeline {
  /// Exports a page as a still or moving picture.
  ///
  /// - Parameters:
  ///   - number: the number of the page, from 0.
  ///   - deck: the deck of the page.
  ///   - order: the file to make.
  ///   - name: the name of the picture in errors.
  ///   - series: the cache of a still picture among several that differ little.
  ///   - workers: the number of frames that are painted at once; at least 1.
  ///   - scaled: the deck at shares of its scale, which other pages need too.
  ///   - onFrame: called after each painted frame and before each new layout; an error thrown here ends the
  ///     export.
  /// - Throws: errors of `OutputFormat.encode`, `laidOut` and `onFrame`; a `DeckError` if no attempt stays
  /// within the budget.
  nonisolated(nonsending) func picture(
    _ number: Int, of deck: LaidOutDeck, _ order: ExportRequest, name: String,
    in series: IncrementalPainter? = nil, workers: Int, scaled: inout [Double: LaidOutDeck],
    onFrame: () throws -> Void
  ) async throws -> ExportedFile {
    let page = deck.pages[number]
    guard var search = order.search(deck) else {
      guard let movement = order.movement else {
        return try packed(page, of: deck, order.format, order.settings, order.moment, in: series)
      }
      return try await moving(page, of: deck, order.format, movement, order.settings, workers, onFrame)
    }
    while let attempt = search.next() {
      var sized = deck
      if attempt.factor < 1 {
        try onFrame()
        sized = try scaled[attempt.factor] ?? layOut(deck, scaledBy: attempt.factor)
        scaled[attempt.factor] = sized
      }
      let settings = order.settings(attempt)
      var made: ExportedFile
      if let movement = order.movement(attempt) {
        made = try await moving(
          sized.pages[number], of: sized, order.format, movement, settings, workers, onFrame)
      } else {
        made = try packed(sized.pages[number], of: sized, attempt.format, settings, order.moment)
      }
      guard search.holds(attempt, bytes: made.bytes.count) else { continue }
      made.givenUp = search.losses(of: attempt)
      if order.movement == nil, attempt.factor < 1 { made.hint = try otherFormat(page, of: deck, order) }
      return made
    }
    throw search.failure(of: name, file: deck.source.file)
  }

  /// The deck at a share of its scale.
  private func layOut(_ deck: LaidOutDeck, scaledBy factor: Double) throws(DeckError) -> LaidOutDeck {
    var options = deck.options
    options.scale = max(0.1, deck.resolved.canvas.scale * factor)
    return try laidOut(deck.source, options: options, onePageEach: deck.onePageEach)
  }

  private func packed(
    _ page: DeckPage, of deck: LaidOutDeck, _ format: OutputFormat, _ settings: OutputFormat.Settings,
    _ moment: Double?, in series: IncrementalPainter? = nil
  ) throws -> ExportedFile {
    let display = moment.map { page.display(at: $0) } ?? page.display
    let bytes = try deck.source.attachingLocation(display, of: page.box) { (display) throws(RasterError) in
      try encode(display, fonts: deck.fonts, as: format, settings: settings, in: series)
    }
    return ExportedFile(bytes, format, display)
  }

  private nonisolated(nonsending) func moving(
    _ page: DeckPage, of deck: LaidOutDeck, _ format: OutputFormat, _ movement: ExportRequest.Movement,
    _ settings: OutputFormat.Settings, _ workers: Int, _ onFrame: () throws -> Void
  ) async throws -> ExportedFile {
    guard let kind = MovingFormat(rawValue: format.rawValue) else {
      throw RasterError.image(reason: "a \(format.rawValue) file cannot be animated")
    }
    let bytes = try await encode(
      page, of: deck, as: kind, movement, settings: settings, workers: workers, onFrame: onFrame)
    return ExportedFile(bytes, format, page.display)
  }

  /// Another format in which the picture fits at its full size, in words; nil if there is none.
  private func otherFormat(_ page: DeckPage, of deck: LaidOutDeck, _ order: ExportRequest) throws -> String? {
    guard let budget = order.budget, order.format == .png else { return nil }
    let others: [(OutputFormat, Int?)] = [(.webp, nil), (.jpeg, 80)]
    for (format, quality) in others where deck.unsupportedReasons(for: format).isEmpty {
      var settings = order.settings
      settings.quality = quality
      let bytes = try packed(page, of: deck, format, settings, order.moment).bytes.count
      if bytes <= budget.bytes {
        let words = quality.map { " of quality \($0)" } ?? ""
        return "as \(format.rawValue)\(words) it has \(bytes) bytes at its full size"
      }
    }
    return nil
  }
}

extension LaidOutDeck {
  /// The warnings about an animation: pages that do not move, and a GIF with more frames than players show.
  ///
  /// - Parameter isOneFile: whether the frames are in one file.
  func warnings(about request: ExportRequest, isOneFile: Bool = true) -> [DeckIssue] {
    guard let timing = request.movement?.timing else { return [] }
    func warning(_ message: String, _ hint: String) -> DeckIssue {
      DeckIssue(.warning, file: source.file, message: message, hint: hint)
    }
    var found: [DeckIssue] = []
    if pages.allSatisfy({ $0.restsAt <= timing.start }) {
      found.append(
        warning(
          "nothing moves: all frames are the same",
          "only 'confetti', parts with 'animated', and the layouts 'swipeStack' and 'sheet' are animated"))
    }
    let shown = request.format == .gif && isOneFile ? GIFEncoder.playable(timing.delays).count : timing.frames
    if shown < timing.frames {
      found.append(
        warning(
          "a GIF shows at most 50 frames per second: \(timing.frames - shown) of \(timing.frames) frames are dropped",
          "choose at most 50 frames per second, or write WebP or APNG"))
    }
    return found
  }
}
