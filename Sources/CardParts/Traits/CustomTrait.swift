/// A trait that a program brings with it: values out of a deck, and what they change in a card's frame.
///
/// It is given to the drawing that may use it, in ``DeckOptions/custom``. Custom traits are applied after cardshot's own, in the
/// order in which they are given, whatever their order in the deck; a later one wins.
public protocol CustomTrait: CustomKind {
  /// The trait's properties.
  static var properties: [CustomProperty] { get }

  /// Takes the values of a deck, each of which is of its property's kind.
  ///
  /// - Throws: what is wrong with them together.
  init(_ values: CustomValues) throws(CustomMistake)

  /// Changes the frame of a card.
  func apply(to frame: inout CardFrame, theme: ResolvedTheme)
}
