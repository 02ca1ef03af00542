import CardRaster

/// A part of any kind, with what every part has.
package struct AnyPart: Sendable {
  /// Its type in the deck.
  let type: String
  /// What every part has.
  package var common: PartCommon { didSet { stamp = 0 } }
  /// The part itself.
  var part: any CardPart { didSet { stamp = 0 } }
  /// A number that no other part of the deck has.
  let number: Int
  /// Where it stands in the deck.
  let path: JSONPath
  /// Where it stands in the file.
  let place: SourcePlace?
  /// Which repetition of the nearest `forEach` it is, from 0.
  let repetition: Int?
  /// A number that only parts with the same content have, which were read once for several cards; 0 for all others.
  var stamp = 0

  /// The space around it.
  func margins(_ theme: ResolvedTheme) -> Insets { common.margins ?? part.margins(theme) }
}
