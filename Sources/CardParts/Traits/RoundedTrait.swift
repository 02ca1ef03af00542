import CardRaster

/// Rounded corners of the card.
struct RoundedTrait: CardTrait {
  var cornerRadius = CornerRadii(10)
  var cornerCurve = CornerCurve.circular

  static let fields = FieldTable<RoundedTrait> {
    Field(
      "cornerRadius", \.cornerRadius, .radii,
      "One radius, or four: top left, top right, bottom right, bottom left.")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "A quarter of a circle, or Apple's continuous curve, which begins half a radius earlier and bends slowly at first."
    )
  }

  static let kind = TraitKind(
    "rounded",
    "Round corners; background, gradient, border and shadow follow them, and parts are clipped by them.",
    example: #"{ "rounded": { "cornerRadius": 10 } }"#,
    kind: .object("rounded", "Round corners.", fields) { RoundedTrait() },
    properties: fields.fields.map { PropertyDoc($0, of: RoundedTrait()) })

  func apply(to frame: inout CardFrame) {
    frame.radii = cornerRadius
    frame.cornerCurve = cornerCurve
  }
}
