import CardRaster

/// A border inside the card's frame, over the parts.
struct BorderTrait: CardTrait {
  var width = 0.5
  var color = Color(rgb: 0xE7E7E7)

  static let fields = FieldTable<BorderTrait> {
    Field("width", \.width, .length, "Its thickness; parts are not moved in by it.")
    Field("color", \.color, .color, "Its colour.")
  }

  static let kind = TraitKind(
    "border", "A border inside the card's frame, following its corners, over the parts.",
    example: ##"{ "border": { "width": 2, "color": "#555555" } }"##,
    kind: .object("border", "A border.", fields) { BorderTrait() },
    properties: fields.fields.map { PropertyDoc($0, of: BorderTrait()) })

  func apply(to frame: inout CardFrame) {
    frame.borderWidth = width
    frame.borderColor = color
  }
}
