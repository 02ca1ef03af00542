import CardRaster

/// A picture behind the parts of a card.
struct BackgroundImageTrait: CardTrait {
  var image = BackgroundImage()

  static let kind = TraitKind(
    "backgroundImage",
    "A picture over the card's background and gradients and below its parts, clipped to its corners.",
    example:
      ##"{ "backgroundImage": { "image": "assets/pots.jpg", "scrim": { "light": "#FFFFFFD9", "dark": "#000000B3" } } }"##,
    kind: ValueKind<BackgroundImage>.backgroundImage.map(
      { BackgroundImageTrait(image: $0) }, back: { $0.image }),
    properties: BackgroundImage.fields.fields.map { PropertyDoc($0, of: BackgroundImage()) })

  func apply(to frame: inout CardFrame) { frame.backgroundImage = image }
}
