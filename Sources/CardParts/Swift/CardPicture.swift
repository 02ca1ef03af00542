/// The picture of one card.
public struct CardPicture<Output: Sendable>: Sendable {
  /// The card's `id`, or its number.
  public let name: String
  /// The number of the picture, from 0.
  public let number: Int
  /// How many pictures the deck has: with `number`, how far a drawing is.
  public let count: Int
  /// The picture.
  public let output: Output
}
