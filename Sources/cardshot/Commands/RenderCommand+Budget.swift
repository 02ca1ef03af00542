import ArgumentParser
import CardParts
import CardRaster

/// Files that may not have more than some bytes.
extension RenderCommand {
  /// Refuses a budget where nothing can be given up.
  func checkBudget() throws {
    guard maxBytes != nil else { return }
    if [.svg, .pdf].contains(chosenFormat) {
      throw ValidationError("--max-bytes has no effect on \(chosenFormat.rawValue); it belongs to pixels.")
    }
    if FramePattern(name) != nil {
      throw ValidationError("--max-bytes has no effect on a file each frame.")
    }
  }

  /// Writes each page within a budget; returns what was written and what was given up.
  @MainActor func write(
    _ deck: LaidOutDeck, _ names: [String], within budget: ByteBudget, workers: Int,
    _ pipeline: DeckPipeline
  ) async throws -> (outputs: [JSONNode], losses: [DeckIssue]) {
    var wanted = ByteBudget.Attempt(quality: quality, compression: compression)
    wanted.colors = moving.gif.colors
    let frames = moving.isMoving ? moving.timing.frames : 1
    var scaled: [Double: LaidOutDeck] = [1: deck]
    var outputs: [JSONNode] = []
    var losses: [DeckIssue] = []
    for (index, name) in names.enumerated() {
      var smallest = Int.max
      var isWritten = false
      var last: (attempt: ByteBudget.Attempt, bytes: Int)?
      let attempts = ByteBudget.attempts(wanted, chosenFormat, frames: frames)
      for attempt in attempts {
        if let last, attempt != attempts.last, !budget.mayHold(attempt, after: last) { continue }
        let sized = try scaled[attempt.factor] ?? smaller(deck, by: attempt.factor, pipeline)
        scaled[attempt.factor] = sized
        let page = sized.pages[index]
        let bytes = try await encode(page, of: sized, attempt, workers: workers, pipeline)
        smallest = min(smallest, bytes.count)
        last = (attempt, bytes.count)
        guard bytes.count <= budget.bytes else { continue }
        if name == "-" {
          try FileWriting.writeStandardOutput(bytes)
        } else {
          try FileWriting.write(bytes, to: name)
        }
        let given = attempt.losses(against: wanted, frames: frames)
        if !given.isEmpty {
          losses.append(
            problem(
              .warning, "to stay within \(budget.bytes) bytes '\(name)' has \(given.joined(separator: ", "))")
          )
        }
        outputs.append(
          .object([
            ("path", .of(name)), ("card", .of(page.name)), ("width", .of(page.display.pixelWidth)),
            ("height", .of(page.display.pixelHeight)), ("bytes", .of(bytes.count)),
            ("givenUp", .list(given.map { .of($0) })),
          ]))
        isWritten = true
        break
      }
      guard isWritten else {
        throw DeckError(
          problem(
            .error,
            "'\(name)' cannot be made within \(budget.bytes) bytes: the smallest that was tried has \(smallest)",
            hint: "choose a smaller --scale, another format or fewer frames"))
      }
    }
    return (outputs, losses)
  }

  private func problem(_ severity: DeckIssue.Severity, _ message: String, hint: String? = nil) -> DeckIssue {
    DeckIssue(severity, file: arguments.file, place: nil, path: .root, message: message, hint: hint)
  }

  /// The deck with fewer pixels in a point.
  private func smaller(_ deck: LaidOutDeck, by factor: Double, _ pipeline: DeckPipeline) throws(DeckError)
    -> LaidOutDeck
  {
    var arguments = arguments
    arguments.choices.scale = max(0.1, deck.resolved.canvas.scale * factor)
    return try arguments.layOut(onePageEach: makesPagesOfCards, in: pipeline)
  }

  @MainActor private func encode(
    _ page: Page, of deck: LaidOutDeck, _ attempt: ByteBudget.Attempt, workers: Int,
    _ pipeline: DeckPipeline
  ) async throws -> [UInt8] {
    var gif = moving.gif
    gif.colors = attempt.colors
    if moving.isMoving, let format = movingFormat {
      var timing = moving.timing
      timing.frames = (timing.frames + attempt.step - 1) / attempt.step
      timing.rate /= Double(attempt.step)
      let poster = moving.posterFrame.map { min(timing.frames, ($0 + attempt.step - 1) / attempt.step) - 1 }
      let animation = try await pipeline.animation(
        of: page, in: deck, timing, loops: moving.loop ?? 0, poster: poster, workers: workers)
      return try await format.encode(
        animation, scale: page.display.scale,
        settings: OutputFormat.Settings(
          compression: attempt.compression, quality: attempt.quality, gif: gif), workers: workers)
    }
    let display = moving.at.map { page.display(at: $0) } ?? page.display
    let settings = OutputFormat.Settings(
      compression: attempt.compression, keepsSVGText: keepsSVGText, quality: attempt.quality, gif: gif)
    return try deck.source.placing([page.box]) { () throws(RasterError) in
      try pipeline.encode(display, fonts: deck.fonts, as: chosenFormat, settings: settings)
    }
  }
}
