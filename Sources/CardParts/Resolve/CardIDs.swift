/// The ids of a deck's cards, each of which may be there once.
struct CardIDs {
  private var places: [String: SourcePlace?] = [:]

  /// Takes the id of a card.
  ///
  /// - Parameters:
  ///   - place: where the id stands.
  ///   - path: where the card stands in the deck.
  /// - Returns: the issue, when another card has the id already.
  mutating func take(_ id: String, place: SourcePlace?, path: JSONPath, file: String) -> DeckIssue? {
    guard let first = places[id] else {
      places[id] = .some(place)
      return nil
    }
    return DeckIssue(
      .error, file: file, place: place, path: path.key("id"), message: "two cards have the id '\(id)'",
      hint: first.map { "the first is at \($0.text)" }, code: .duplicateID)
  }
}
