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

  /// Reads the most bytes of a file.
  static func budget(_ text: String) throws -> ByteBudget {
    guard let budget = ByteBudget(text) else {
      throw ValidationError("It must be a number of bytes such as 500k or 2M.")
    }
    return budget
  }

  /// Writes each page within a budget; returns what was written and what was given up.
  @MainActor func write(
    _ deck: LaidOutDeck, _ options: DeckOptions, _ names: [String], within budget: ByteBudget, workers: Int,
    _ pipeline: DeckPipeline
  ) async throws -> (outputs: [JSONNode], losses: [DeckIssue]) {
    var scaled: [Double: LaidOutDeck] = [:]
    var outputs: [JSONNode] = []
    var losses: [DeckIssue] = []
    for (page, name) in zip(deck.pages, names) {
      let made = try await pipeline.picture(page, of: deck, order(for: name), name: name, workers: workers) {
        factor in
        let sized = try scaled[factor] ?? smaller(deck, options, by: factor, pipeline)
        scaled[factor] = sized
        return (sized.pages[outputs.count], sized)
      }
      try FileWriting.writeOutput(made.bytes, to: name)
      losses += [made.warning(budget, name: name, file: arguments.file)].compactMap { $0 }
      outputs.append(
        .object([
          ("path", .of(name)), ("card", .of(page.name)), ("width", .of(made.width)),
          ("height", .of(made.height)), ("bytes", .of(made.bytes.count)),
          ("givenUp", .list(made.givenUp.map { .of($0) })),
        ]))
    }
    return (outputs, losses)
  }

  /// The deck with fewer pixels in a point.
  private func smaller(
    _ deck: LaidOutDeck, _ options: DeckOptions, by factor: Double, _ pipeline: DeckPipeline
  ) throws(DeckError) -> LaidOutDeck {
    var options = options
    options.scale = max(0.1, deck.resolved.canvas.scale * factor)
    return try pipeline.layOut(deck.source, options: options, onePageEach: makesPagesOfCards)
  }
}
