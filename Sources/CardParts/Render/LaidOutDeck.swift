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

/// Where a card or a part of a picture is.
public struct PlacedElement: Hashable, Sendable {
  /// The number of the picture, from 0.
  public let page: Int
  /// What it is: `card`, `row`, `cell` or a part's type.
  public let type: String
  /// Its `id`; nil when it has none.
  public let id: String?
  /// The way to it in the deck.
  public let path: JSONPath
  /// Its frame in points, seen from the picture's top left.
  public let frame: Rect
}

extension LaidOutDeck {
  /// The frames of all cards, rows and parts of all pictures, in the order of painting.
  public var frames: [PlacedElement] {
    var result: [PlacedElement] = []
    for (number, page) in pages.enumerated() {
      Self.collect(page.box, at: .zero, page: number, into: &result)
    }
    return result
  }

  /// The frame of the first card or part with an id; nil when none has it.
  public func frame(ofID id: String) -> Rect? { frames.first { $0.id == id }?.frame }

  private static func collect(
    _ box: LayoutBox, at origin: Point, page: Int, into result: inout [PlacedElement]
  ) {
    if let source = box.source, source.type != "deck" {
      result.append(
        PlacedElement(
          page: page, type: source.type, id: source.id, path: source.path,
          frame: Rect(origin: origin, size: box.size)))
    }
    for case .box(let child, let point) in box.content {
      collect(child, at: origin + point, page: page, into: &result)
    }
  }
}

extension LaidOutDeck {
  /// The warnings by page, in order of place: each is told with the first page that shows what is doubtful.
  ///
  /// What is said of the deck as a whole stands with the first page of all.
  package var warningsByPage: [[DeckIssue]] {
    var result = [[DeckIssue]](repeating: [], count: pages.count)
    guard pages.count > 1, !warnings.isEmpty else { return pages.map { _ in warnings } }
    var shown: [JSONPath: [String: Int]] = [:]
    var cards: [JSONPath: Int] = [:]
    for (number, page) in pages.enumerated() {
      for card in page.origin.cards where cards[card.path] == nil { cards[card.path] = number }
      page.box.eachWarning { warning in
        if shown[warning.path]?[warning.message] == nil {
          shown[warning.path, default: [:]][warning.message] = number
        }
      }
    }
    for warning in warnings {
      let page = shown[warning.path]?[warning.message] ?? cards.value(above: warning.path) ?? 0
      result[page].append(warning)
    }
    return result
  }
}

extension LayoutBox {
  /// Hands over the warnings of a box and of all boxes in it.
  func eachWarning(_ body: (DeckIssue) -> Void) {
    warnings.forEach(body)
    for case .box(let child, _) in content { child.eachWarning(body) }
  }
}

extension [JSONPath: Int] {
  /// The value of a path, or of the nearest one above it.
  fileprivate func value(above path: JSONPath) -> Int? {
    for count in (0...path.steps.count).reversed() {
      if let value = self[JSONPath(Array(path.steps.prefix(count)))] { return value }
    }
    return nil
  }
}
