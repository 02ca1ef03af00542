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
    let resolved = try resolveForPages(DeckPass(deck, options), onePageEach: onePageEach)
    return DeckOutline(
      resolved: resolved, pageNames: resolved.pages(onePageEach: onePageEach).map { $0.subject?.id ?? "" })
  }

  /// Resolves a deck that has a picture for each of its pages.
  func resolveForPages(_ pass: DeckPass, onePageEach: Bool) throws(DeckError) -> ResolvedDeck {
    try DeckError.checkCancellation(pass.deck.file)
    let resolved = try resolve(pass)
    Self.check(resolved, onePageEach: onePageEach, pass)
    try pass.check()
    return resolved
  }

  /// Refuses a deck that has no picture, or more cards than its one picture shows.
  private static func check(_ deck: ResolvedDeck, onePageEach: Bool, _ pass: DeckPass) {
    func error(
      _ path: JSONPath, _ message: String, _ hint: String? = nil, _ code: DeckIssue.Code
    ) {
      pass.add(
        DeckIssue(
          .error, file: deck.file, place: nil, path: path, message: message, hint: hint, code: code))
    }
    if deck.cards.isEmpty, deck.layout.kind != .bottomSheet, !pass.log.hasErrors {
      error(JSONPath.root.key("cards"), "there is no card to draw", nil, .nothingToDraw)
    }
    if deck.layout.kind == .fullScreen, !onePageEach, deck.cards.count > 1 {
      error(
        JSONPath.root.key("layout"), "layout 'fullScreen' draws one card, found \(deck.cards.count)",
        "choose one with --card, or write '{id}' in the name of the output", .severalCards)
    }
  }
}
