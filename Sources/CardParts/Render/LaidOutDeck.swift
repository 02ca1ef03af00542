public import CardRaster

/// A deck that is ready to paint, with its warnings.
public struct LaidOutDeck: Sendable {
  /// The deck as loaded from its file.
  public let source: Deck
  /// The pictures, in the order of the cards.
  public let pages: [DeckPage]
  /// Warnings, sorted by place; they are errors only with `strict`.
  public var warnings: [DeckIssue]
  /// The fonts for painting.
  public let fonts: FontCatalog
  @CopyOnWriteBox private(set) var deck: ResolvedDeck
  /// The options that it was laid out with.
  @CopyOnWriteBox private(set) var options: DeckOptions
  /// Whether each card is a page.
  let onePageEach: Bool

  /// The resolved deck, for `inspect`.
  public var resolved: ResolvedDeck { deck }

  /// The paths of all files that were read, relative to the deck's folder, sorted.
  var reads: [String] { resolved.reads }

  /// The error for an output that holds a single picture; nil if the deck has at most one.
  package var severalPages: DeckError? {
    guard pages.count > 1 else { return nil }
    return DeckError(
      source.issue(
        .error, at: JSONPath.root.key("page"),
        "the report has \(pages.count) pages, but one picture can contain only one",
        hint: options.namesProperties
          ? "call 'renderPages' or 'renderPDF'"
          : "write a PDF document, or add '{page}' to the output name", code: .severalCards))
  }

  /// The properties of the pictures that are available before painting.
  package var summary: DeckSummary {
    DeckSummary(
      source: source, labels: pages.map(\.label), warnings: warnings, appearance: resolved.theme.appearance)
  }

  /// The reasons why a format cannot hold the pages: transparency, size or painting cost.
  public func unsupportedReasons(for format: OutputFormat) -> [DeckIssue] {
    summary.unsupportedReasons(for: format)
  }

  /// The reasons why a format cannot hold one of the pages.
  func unsupportedReasons(for format: OutputFormat, _ page: DeckPage) -> [DeckIssue] {
    DeckSummary(source: source, labels: [page.label], warnings: [], appearance: resolved.theme.appearance)
      .unsupportedReasons(for: format)
  }
}

/// The position of a card or a part in a picture.
public struct PlacedElement: Hashable, Sendable {
  /// The number of the picture, from 0.
  public let page: Int
  /// The type: `card`, `row`, `cell` or the type of a part.
  public let type: String
  /// The `id`, if there is one.
  public let id: String?
  /// The path in the deck.
  public let path: JSONPath
  /// The frame in points, relative to the top left corner of the picture.
  public let frame: Rect
}

extension LaidOutDeck {
  /// All cards, rows and parts of all pictures with their frames, in the order of painting.
  public var elements: [PlacedElement] {
    var result: [PlacedElement] = []
    for (number, page) in pages.enumerated() {
      Self.collect(page.box, at: .zero, page: number, into: &result)
    }
    return result
  }

  /// The frame of the first card or part with an id; nil when the id does not exist.
  public func frame(ofID id: String) -> Rect? { elements.first { $0.id == id }?.frame }

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
  /// The warnings by page, sorted by place; each is listed with the first page that it affects.
  ///
  /// Warnings about the whole deck are listed with the first page.
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
  /// Calls a closure with the warnings of the box and of all boxes inside it.
  func eachWarning(_ body: (DeckIssue) -> Void) {
    warnings.forEach(body)
    for case .box(let child, _) in content { child.eachWarning(body) }
  }
}

extension [JSONPath: Int] {
  /// The value of a path, or of its nearest parent that has one.
  fileprivate func value(above path: JSONPath) -> Int? {
    for count in (0...path.steps.count).reversed() {
      if let value = self[JSONPath(Array(path.steps.prefix(count)))] { return value }
    }
    return nil
  }
}
