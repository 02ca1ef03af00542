public import CardRaster

/// A deck that is ready to paint, and what is doubtful about it.
public struct LaidOutDeck: Sendable {
  /// The deck as it stood in its file.
  public let source: Deck
  /// The pictures, in order of the cards.
  public let pages: [DeckPage]
  /// Warnings in order of place; without `strict` they do not stop anything.
  public var warnings: [DeckIssue]
  /// The fonts that painters need.
  public let fonts: FontCatalog
  /// The deck after resolving, for `inspect`.
  public let resolved: ResolvedDeck

  /// The files below the deck's folder that it was made of, in order of their names.
  var reads: [String] { resolved.reads }

  /// The error for those who want one picture; nil when there is no more than one.
  package var severalPages: DeckError? {
    guard pages.count > 1 else { return nil }
    return DeckError(
      DeckIssue(
        .error, file: source.file, place: nil, path: JSONPath.root.key("page"),
        message: "the report has \(pages.count) pages, and one picture has room for one",
        hint: "make a PDF document, or write '{page}' in the name of the output", code: .severalCards))
  }

  /// What is known of its pictures before the first is painted.
  package var summary: DeckSummary {
    DeckSummary(
      source: source, labels: pages.map(\.label), warnings: warnings, appearance: resolved.theme.appearance)
  }

  /// What keeps the pages from becoming files of a format: transparency, a size that it cannot hold, or too much to paint.
  public func obstacles(to format: OutputFormat) -> [DeckIssue] { summary.obstacles(to: format) }

  /// Paints and packs the pages on several workers, and hands them over in order of the pages.
  ///
  /// The bytes do not depend on the number of workers. Each worker has fonts of its own and holds one picture at a
  /// time; pages that are finished early wait for their turn, at most two a worker. A caller with a `DeckPipeline` has fonts
  /// that are open already, and paints with that.
  ///
  /// - Parameters:
  ///   - format: what the files are.
  ///   - settings: how they are packed.
  ///   - workers: how many pages are painted at once; at least 1.
  ///   - deliver: takes the number of a page and its file; called on the caller's task.
  /// - Throws: what `OutputFormat.encode` throws, or what `deliver` throws.
  public nonisolated(nonsending) func paint(
    as format: OutputFormat, settings: OutputFormat.Settings = OutputFormat.Settings(), workers: Int = 1,
    deliver: (Int, [UInt8]) throws -> Void
  ) async throws {
    try await DeckPipeline(fonts).paint(
      self, as: format, settings: settings, workers: workers, deliver: deliver)
  }
}
