import CardRaster

/// The card's own distance from the left and right edges of the canvas.
struct CustomMarginTrait: CardTrait {
  var margin = 0.0

  static let kind = TraitKind(
    "customMargin", "The card's distance from the left and right edges of the canvas, in points.",
    example: #"{ "customMargin": 50 }"#,
    kind: ValueKind<Double>.length.map({ CustomMarginTrait(margin: $0) }, back: { $0.margin }), properties: []
  )

  func apply(to frame: inout CardFrame) { frame.customMargin = margin }
}
