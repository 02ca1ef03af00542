public import CardRaster

/// The differences between two decks, in words and areas: one page for each picture.
///
/// Nothing is painted: the layouts and the display lists are compared.
public struct DeckDifference: Hashable, Sendable {
  /// The differences in one picture.
  public struct Page: Hashable, Sendable {
    /// Whether a picture was added, removed or is in both decks.
    public enum Kind: Hashable, Sendable {
      /// The picture is in both decks.
      case both
      /// The picture is in the new deck only.
      case added
      /// The picture is in the old deck only.
      case removed
    }

    /// The name of the card; empty when the picture shows all cards.
    public let card: String
    /// The state of the card; nil when the picture shows all cards.
    public let state: String?
    /// Whether the picture was added, removed or is in both decks.
    public let kind: Kind
    /// The changes, causes first; empty when the picture looks the same and has the same links and texts.
    public let changes: [LayoutChange]
  }

  /// The pictures of the new deck in their order, then the removed ones.
  public let pages: [Page]

  /// Whether both decks have the same pictures without any change.
  public var isEmpty: Bool { pages.allSatisfy { $0.kind == .both && $0.changes.isEmpty } }

  /// All changes, each described in a sentence.
  public var descriptions: [String] {
    pages.flatMap { page in
      switch page.kind {
      case .both: page.changes.map(\.sentence)
      case .added where page.changes.isEmpty: ["\(page.name) is new"]
      case .removed where page.changes.isEmpty: ["\(page.name) is gone"]
      // Pages of a report also list the nodes that moved from or to another page.
      case .added, .removed: page.changes.map(\.sentence)
      }
    }
  }

  /// Compares the pages of two decks by the names of their cards and states.
  init(_ old: LaidOutDeck, _ new: LaidOutDeck) {
    if old.isReport, new.isReport {
      pages = Self.pages(ofReport: old, new)
      return
    }
    var before = Self.table(old)
    var pages: [Page] = []
    for page in new.pages {
      let known = before.removeValue(forKey: Key(page))
      let changes = known.map { LayoutSnapshot($0).changes(to: LayoutSnapshot(page)) } ?? []
      pages.append(
        Page(card: page.name, state: page.state, kind: known == nil ? .added : .both, changes: changes))
    }
    for page in old.pages where before.removeValue(forKey: Key(page)) != nil {
      pages.append(Page(card: page.name, state: page.state, kind: .removed, changes: []))
    }
    self.pages = pages
  }

  private static func pages(ofReport old: LaidOutDeck, _ new: LaidOutDeck) -> [Page] {
    let changes = LayoutSnapshot.changes(
      ofReport: old.pages.map(LayoutSnapshot.init), to: new.pages.map(LayoutSnapshot.init))
    return changes.enumerated().map { number, changes in
      let isNew = new.pages.indices.contains(number)
      let kind: Page.Kind = !isNew ? .removed : old.pages.indices.contains(number) ? .both : .added
      return Page(
        card: (isNew ? new.pages : old.pages)[number].name, state: nil, kind: kind, changes: changes)
    }
  }

  private struct Key: Hashable {
    let card: String
    let state: String?

    init(_ page: DeckPage) { (card, state) = (page.name, page.state) }
  }

  private static func table(_ deck: LaidOutDeck) -> [Key: DeckPage] {
    Dictionary(deck.pages.map { (Key($0), $0) }) { first, _ in first }
  }
}

extension LaidOutDeck {
  /// Whether the pages are those of a report.
  fileprivate var isReport: Bool { pages.first?.origin.deck.report != nil }
}

extension DeckDifference.Page {
  /// `card 'advice', state 'loading'`.
  fileprivate var name: String {
    (card.isEmpty ? "the page" : "card '\(card)'")
      + (state.map { $0 == "none" ? "" : ", state '\($0)'" } ?? "")
  }
}

extension Deck {
  /// Compares the deck with an older one.
  ///
  /// - Parameters:
  ///   - old: the older deck.
  ///   - options: the options for the layout of both decks.
  ///   - onePageEach: whether to lay out each card as a picture; cards are matched by their ids.
  /// - Throws: a `DeckError` with every problem of the deck that is invalid.
  public func difference(
    from old: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> DeckDifference {
    let pipeline = try DeckPipeline()
    return DeckDifference(
      try pipeline.laidOut(old, options: options.ofLibrary, onePageEach: onePageEach),
      try pipeline.laidOut(self, options: options.ofLibrary, onePageEach: onePageEach))
  }
}

/// One difference between two layouts.
public struct LayoutChange: Hashable, Sendable {
  /// The sentence without a full stop: `title of card 'advice' moved 2 pt down`.
  public var sentence: String
  /// The path of the part in the new deck, or in the old deck if the part was removed: `cards[0].parts[2]`.
  public var path: String
  /// The old area in points; nil when the part is new.
  public var before: Rect?
  /// The new area in points; nil when the part was removed.
  public var after: Rect?

  /// Creates a change.
  public init(sentence: String, path: String, before: Rect? = nil, after: Rect? = nil) {
    self.sentence = sentence
    self.path = path
    self.before = before
    self.after = after
  }
}

extension LayoutChange {
  /// The JSON form of a change.
  package static let record = Record("a change", LayoutChange(sentence: "", path: "")) {
    RecordField("sentence", \.sentence, .text)
    RecordField("path", \.path, .text)
    RecordField("before", \.before, .rectangle)
    RecordField("after", \.after, .rectangle)
  }
}
