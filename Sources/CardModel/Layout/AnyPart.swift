package import CardRaster

/// A part of any type with its common properties.
package struct AnyPart: Sendable {
  /// The `type` in the deck.
  package let type: String
  /// The properties that every part has.
  package var common: PartCommon { didSet { stamp = 0 } }
  package var part: any CardPart { didSet { stamp = 0 } }
  /// A number that is unique in the deck.
  package let number: Int
  package let path: JSONPath
  /// The position in the file.
  package let place: SourcePlace?
  /// The index in the nearest `forEach`, from 0.
  package let repetition: Int?
  /// A number that identifies equal content; 0 for a part without one.
  ///
  /// Only parts with equal content that were read once for several cards share a number.
  package var stamp = 0

  package init(
    type: String, common: PartCommon, part: any CardPart, number: Int, path: JSONPath,
    place: SourcePlace? = nil, repetition: Int? = nil, stamp: Int = 0
  ) {
    self.type = type
    self.common = common
    self.part = part
    self.number = number
    self.path = path
    self.place = place
    self.repetition = repetition
    self.stamp = stamp
  }

  /// The space around the part: from the deck, or the default of its kind.
  package func margins(_ theme: ResolvedTheme) -> Insets { common.margins ?? part.margins(theme) }
}
