public import CardRaster

/// One picture of a deck, laid out and ready to paint.
public struct DeckPage: Sendable {
  /// The name of its card; empty when it holds all cards of the deck.
  public let name: String
  /// The number of its card among those that are drawn, from 1.
  public let number: Int
  /// The state of its card; nil when it holds all cards of the deck.
  public let state: String?
  /// The boxes.
  public let box: LayoutBox
  /// What is drawn.
  public let display: DisplayList
  /// The cards that it shows and the deck that they are from, for explanations.
  let origin: Origin

  /// What a page was made of.
  struct Origin: Sendable {
    let cards: [ResolvedCard]
    @Boxed private(set) var deck: ResolvedDeck
  }
}
