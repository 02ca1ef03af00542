import CardRaster

/// One or several gradients over the card's background.
struct GradientTrait: CardTrait {
  /// The gradients, from back to front.
  var gradients: [GradientSpec]

  static let kind = TraitKind(
    "gradient",
    "One or more gradients over the card's background, below the parts; removes the theme's border.",
    example: ##"{ "gradient": { "colors": ["#B598EB", "#1ED3D4"], "angle": 45 } }"##,
    kind: ValueKind<[GradientSpec]>.oneOrMore(.gradient, most: PaintSpec.most)
      .map({ GradientTrait(gradients: $0) }, back: { $0.gradients }),
    properties: GradientSpec.fields.fields.map { PropertyDoc($0, of: GradientSpec()) })

  func apply(to frame: inout CardFrame) {
    frame.gradients = gradients
    frame.border = nil
  }
}

/// The paint behind the parts of a card.
struct BackgroundTrait: CardTrait {
  var paint: Paint

  static let kind = TraitKind(
    "background", "A colour, gradients, a pattern and grain instead of the theme's background.",
    example: ##"{ "background": { "color": "#F4F1FF", "pattern": { "color": "#5B4FE940" } } }"##,
    kind: ValueKind<Paint>.paint.map({ BackgroundTrait(paint: $0) }, back: { $0.paint }),
    properties: PaintSpec.fields.fields.map { PropertyDoc($0, of: PaintSpec()) })

  func apply(to frame: inout CardFrame) { frame.background = paint }
}
