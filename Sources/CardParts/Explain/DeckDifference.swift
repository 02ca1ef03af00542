/// What differs between two decks, in words and places: a page of it for each picture.
///
/// Nothing is painted: the layouts and what would be drawn are compared.
public struct DeckDifference: Hashable, Sendable {
  /// What differs in one picture.
  public struct Page: Hashable, Sendable {
    /// What became of a picture.
    public enum Kind: Hashable, Sendable {
      /// It is in both decks.
      case both
      /// It is in the new deck only.
      case added
      /// It is in the old deck only.
      case removed
    }

    /// The name of its card; empty when it shows all cards.
    public let card: String
    /// The state of that card; nil when it shows all cards.
    public let state: String?
    /// What became of it.
    public let kind: Kind
    /// What changed in it, causes first; empty when nothing that is seen or can be touched did.
    public let changes: [LayoutChange]
  }

  /// The pictures of the new deck in their order, then those that are gone.
  public let pages: [Page]

  /// Whether both decks show and do the same.
  public var isSame: Bool { pages.allSatisfy { $0.kind == .both && $0.changes.isEmpty } }

  /// Everything that changed, as sentences for people.
  public var sentences: [String] {
    pages.flatMap { page in
      switch page.kind {
      case .both: page.changes.map(\.sentence)
      case .added where page.changes.isEmpty: ["\(page.name) is new"]
      case .removed where page.changes.isEmpty: ["\(page.name) is gone"]
      // A page of a report, on which some things stood on another page before.
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

    init(_ page: CardParts.Page) { (card, state) = (page.name, page.state) }
  }

  private static func table(_ deck: LaidOutDeck) -> [Key: CardParts.Page] {
    Dictionary(deck.pages.map { (Key($0), $0) }) { first, _ in first }
  }
}

extension LaidOutDeck {
  /// Whether its pages are those of a report.
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
  /// What differs from an older deck.
  ///
  /// - Parameters:
  ///   - old: the older deck.
  ///   - options: what is decided over both decks.
  ///   - onePageEach: whether each card is compared as a picture of its own; cards are found by their ids.
  /// - Throws: a `DeckError` with every problem of the deck that is wrong.
  public func difference(
    from old: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> DeckDifference {
    let pipeline = try DeckPipeline()
    return DeckDifference(
      try pipeline.layOut(old, options: options, onePageEach: onePageEach),
      try pipeline.layOut(self, options: options, onePageEach: onePageEach))
  }
}
