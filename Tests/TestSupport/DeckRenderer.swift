package import CardParts
package import CardRaster

/// A deck from its bytes to display lists in one call, for those who draw one; a `DeckPipeline` draws many, and paints.
package enum DeckRenderer {
  /// Loads, resolves, lays out and flattens a deck.
  ///
  /// - Parameters:
  ///   - bytes: the deck's JSON.
  ///   - file: the deck's name in messages.
  ///   - folder: where the deck's files are.
  ///   - options: what is decided over the deck.
  ///   - onePageEach: whether each card becomes a picture of its own; so it does when all states are drawn.
  ///   - catalog: the bundled fonts.
  /// - Throws: a `DeckError` with every problem of the deck.
  package static func layOut(
    _ bytes: [UInt8], file: String, folder: String, options: DeckOptions = DeckOptions(),
    onePageEach: Bool = false,
    catalog: FontCatalog
  ) throws(DeckError) -> LaidOutDeck {
    let pipeline = DeckPipeline(catalog)
    let deck = try pipeline.load(bytes, file: file, folder: folder)
    return try pipeline.layOut(deck, options: options, onePageEach: onePageEach)
  }

  /// Resolves, lays out and flattens a deck that is loaded.
  package static func layOut(
    _ deck: Deck, options: DeckOptions = DeckOptions(), onePageEach: Bool = false, catalog: FontCatalog
  ) throws(DeckError) -> LaidOutDeck {
    try DeckPipeline(catalog).layOut(deck, options: options, onePageEach: onePageEach)
  }
}
