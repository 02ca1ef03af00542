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

/// A mask of the whole card: a fade, or the shape of a picture.
struct MaskTrait: CardTrait {
  var mask = MaskSpec()

  static let kind = TraitKind(
    "mask",
    "A gradient or picture whose opacity is that of the whole card; shadows follow what is visible.",
    example: ##"{ "mask": { "gradient": { "colors": ["black", "black", "clear"] } } }"##,
    kind: ValueKind<MaskSpec>.mask.map({ MaskTrait(mask: $0) }, back: { $0.mask }),
    properties: MaskSpec.fields.fields.map { PropertyDoc($0, of: MaskSpec()) })

  func apply(to frame: inout CardFrame) { frame.mask = mask }
}
