extension Deck {
  /// Lays the deck out without painting it: its pictures, the frames of what is in them, and what is doubtful.
  ///
  /// ```swift
  /// let title = try deck.layOut().frame(ofID: "title")
  /// ```
  ///
  /// - Parameters:
  ///   - options: what is decided over the deck.
  ///   - onePageEach: whether each card becomes a picture of its own; so it does when all states are drawn.
  /// - Throws: every mistake of the deck, each with its place.
  public func layOut(
    options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> LaidOutDeck {
    try DeckPipeline().layOut(self, options: options, onePageEach: onePageEach)
  }
}
