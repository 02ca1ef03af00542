public import CardRaster

/// A part that a program brings with it: values out of a deck, a size, and what is drawn.
///
/// It is given to the drawing that may use it, in ``DeckOptions/custom``, and never registered globally. Decks name it by its `type`,
/// take its properties in JSON and in Swift, bind them, and are told of mistakes in them as of those of any other part.
public protocol CustomPart: CustomKind {
  /// The part's own properties; those of every part come by themselves.
  static var properties: [CustomProperty] { get }

  /// Takes the values of a deck, each of which is of its property's kind.
  ///
  /// - Throws: what is wrong with them together.
  init(_ values: CustomValues) throws(CustomMistake)

  /// The part's size for an offer.
  ///
  /// It must answer any offer, also one without bounds; an exact width or height wins over what is answered.
  func size(for proposal: Proposal, _ surroundings: PartSurroundings) throws(RasterError) -> Size

  /// Draws the part in the size that it got.
  func draw(in drawing: inout PartDrawing) throws(RasterError)
}
