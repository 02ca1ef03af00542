/// A deck as far as the names of its pictures are known.
package struct DeckOutline: Sendable {
  /// The deck after resolving.
  package let resolved: ResolvedDeck
  /// The name of each picture's card, in the order of the pictures; empty for a picture of all cards.
  package let pageNames: [String]
}

extension DeckPipeline {
  /// Resolves a deck, and names the pictures that `layOut` makes of it.
  ///
  /// Nothing is laid out but a report, which has as many pages as its cards fill.
  ///
  /// - Throws: a `DeckError` with every problem that can be told before anything is laid out.
  package func outline(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false
  ) throws(DeckError) -> DeckOutline {
    guard !deck.isReport else {
      let laidOut = try layOut(deck, options: options, onePageEach: onePageEach)
      return DeckOutline(resolved: laidOut.resolved, pageNames: laidOut.pages.map(\.name))
    }
    let environment = try DeckEnvironment(deck, options, self)
    let resolved = try environment.resolveForPages(onePageEach: onePageEach)
    return DeckOutline(
      resolved: resolved, pageNames: resolved.pages(onePageEach: onePageEach).map { $0.subject?.id ?? "" })
  }
}
