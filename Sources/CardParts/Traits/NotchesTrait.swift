import CardRaster

/// Semicircles cut out of two opposite edges of the card and its content.
struct NotchesTrait: CardTrait {
  var notches = Notches()

  static let kind = TraitKind(
    "notches",
    "Half circles cut out of two opposite edges of the card, as on a ticket; shadows and border follow them.",
    example: ##"{ "notches": { "radius": 8, "at": "50%", "lineColor": "#C9CDD6" } }"##,
    kind: ValueKind<Notches>.notches.map({ NotchesTrait(notches: $0) }, back: { $0.notches }),
    properties: Notches.fields.fields.map { PropertyDoc($0, of: Notches()) })

  func apply(to frame: inout CardFrame) { frame.notches = notches }
}
