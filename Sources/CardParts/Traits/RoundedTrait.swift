import CardRaster

/// Round corners of the card.
struct RoundedTrait: CardTrait {
  var cornerRadius = CornerRadii(10)

  static let fields = FieldTable<RoundedTrait> {
    Field(
      "cornerRadius", \.cornerRadius, .radii,
      "One radius, or four: top left, top right, bottom right, bottom left.")
  }

  static let kind = TraitKind(
    "rounded",
    "Round corners; background, gradient, border and shadow follow them, and parts are clipped by them.",
    example: #"{ "rounded": { "cornerRadius": 10 } }"#,
    kind: .object("rounded", fields) { RoundedTrait() },
    properties: fields.fields.map { PropertyDoc($0, of: RoundedTrait()) })

  func apply(to frame: inout CardFrame) { frame.radii = cornerRadius }
}
