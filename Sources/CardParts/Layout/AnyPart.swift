import CardRaster

/// A part of any type with its common properties.
package struct AnyPart: Sendable {
  /// The `type` in the deck.
  let type: String
  /// The properties that every part has.
  package var common: PartCommon { didSet { stamp = 0 } }
  var part: any CardPart { didSet { stamp = 0 } }
  /// A number that is unique in the deck.
  let number: Int
  let path: JSONPath
  /// The position in the file.
  let place: SourcePlace?
  /// The index in the nearest `forEach`, from 0.
  let repetition: Int?
  /// A number that identifies equal content; 0 for a part without one.
  ///
  /// Only parts with equal content that were read once for several cards share a number.
  var stamp = 0

  /// The space around the part: from the deck, or the default of its kind.
  func margins(_ theme: ResolvedTheme) -> Insets { common.margins ?? part.margins(theme) }
}
