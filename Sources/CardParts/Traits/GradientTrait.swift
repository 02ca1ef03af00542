import CardRaster

/// One or several gradients over the card's background.
struct GradientTrait: CardTrait {
  /// The gradients, from back to front.
  var gradients: [GradientSpec]

  private static let most = 16

  static let kind = TraitKind(
    "gradient",
    "One or more gradients over the card's background, below the parts; removes the theme's border.",
    example: ##"{ "gradient": { "colors": ["#B598EB", "#1ED3D4"], "angle": 45 } }"##,
    kind: ValueKind<[GradientSpec]>.oneOrMore(.gradient, most: most)
      .map({ GradientTrait(gradients: $0) }, back: { $0.gradients }),
    properties: GradientSpec.fields.fields.map { PropertyDoc($0, of: GradientSpec()) })

  func apply(to frame: inout CardFrame) {
    frame.gradients = gradients
    frame.border = nil
  }
}
