public import CardRaster

/// One picture of a deck, laid out and ready to paint.
public struct DeckPage: Sendable {
  /// The name of its card; empty when it shows all cards of the deck.
  public let name: String
  /// The number of its card among the drawn ones, from 1.
  public let number: Int
  /// The state of its card; nil when it shows all cards of the deck.
  public let state: String?
  /// The layout boxes.
  public let box: LayoutBox
  /// The display list.
  public let display: DisplayList
  /// The cards on the page and their deck, for explanations.
  let origin: Origin

  /// The cards and the deck of a page.
  struct Origin: Sendable {
    let cards: [ResolvedCard]
    @CopyOnWriteBox private(set) var deck: ResolvedDeck
  }
}
