/// A trait implemented by the calling program: values from a deck, and the changes to a card's frame.
///
/// Pass it to a renderer in ``DeckOptions/custom``. Custom traits are applied after the built-in ones, in the
/// order of registration. Their order in the deck has no effect. Later traits override earlier ones.
public protocol CustomTrait: CustomKind {
  /// The trait's properties.
  static var properties: [CustomProperty] { get }

  /// Creates the trait from the values in a deck, each of its property's type.
  ///
  /// - Throws: A `CustomKindError` if the values contradict each other.
  init(_ values: CustomValues) throws(CustomKindError)

  /// Changes the frame of a card.
  func apply(to frame: inout CardFrame, theme: ResolvedTheme)
}
