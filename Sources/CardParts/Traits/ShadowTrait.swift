import CardRaster

/// One or several shadows of the card's outline, outside or inside.
struct ShadowTrait: CardTrait {
  /// The shadows, the first on top.
  var shadows: [ShadowSpec]

  static let kind = TraitKind(
    "shadow",
    "One or more shadows of the card's outline instead of the theme's; the first is at the top.",
    example: ##"{ "shadow": { "color": "#AAAAAA", "radius": 10, "opacity": 0.8, "offset": [0, 5] } }"##,
    kind: ValueKind<[ShadowSpec]>.shadows.map({ ShadowTrait(shadows: $0) }, back: { $0.shadows }),
    properties: ShadowSpec.fields.fields.map { PropertyDoc($0, of: ShadowSpec()) })

  func apply(to frame: inout CardFrame) {
    frame.shadows = shadows.filter { !$0.isInset }.map(\.shadow)
    frame.innerShadows = shadows.filter(\.isInset).map(\.shadow)
  }
}
