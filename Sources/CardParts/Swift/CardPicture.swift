/// The picture of one card.
public struct CardPicture<Output: Sendable>: Sendable {
  /// The card's `id`, or its number.
  public let name: String
  /// The picture.
  public let output: Output
}
