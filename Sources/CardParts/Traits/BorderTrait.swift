import CardRaster

/// A border inside the card's frame, above the parts.
struct BorderTrait: CardTrait {
  var border = BorderSpec()

  static let kind = TraitKind(
    "border", "A border inside the card's frame, following its corners, over the parts.",
    example: ##"{ "border": { "width": 2, "color": "#555555" } }"##,
    kind: ValueKind<BorderSpec>.border.map({ BorderTrait(border: $0) }, back: { $0.border }),
    properties: BorderSpec.fields.fields.map { PropertyDoc($0, of: BorderSpec()) })

  func apply(to frame: inout CardFrame) { frame.border = border.border }
}
