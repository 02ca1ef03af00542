import CardParts

/// What became of one file.
struct PlannedFile: Sendable {
  enum Kind: Sendable {
    /// Ways to draw it.
    case deck(Deck, GoldenSettings, [PlannedWay])
    /// A deck with mistakes.
    case broken([DeckIssue])
    /// No deck.
    case other(String)
  }

  var candidate: DeckSearch.Candidate
  var kind: Kind
  /// The numbers of the overrides that are about it.
  var overrides: [Int] = []
}
