/// A resolved deck with the names of its pictures.
package struct DeckOutline: Sendable {
  package let resolved: ResolvedDeck
  /// The name of each picture's card, in the order of the pictures; empty for a picture of all cards.
  package let pageNames: [String]
}

extension DeckPipeline {
  /// Resolves a deck and lists the names of the pictures that `layOut` creates.
  ///
  /// Only a report is laid out, because the number of its pages depends on its cards.
  ///
  /// - Throws: a `DeckError` with every problem that is found without layout.
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
