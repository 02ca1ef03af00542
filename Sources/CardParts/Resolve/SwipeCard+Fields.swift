import CardRaster
import CardScreens

extension SwipeCard {
  static let fields = FieldTable<SwipeCard> {
    Field(
      "footer", \.footer, .layerParts,
      "Parts over each other along the card's lower edge, each at its `anchor`.")
    Field("footerHeight", \.footerHeight, .length, "The height of the footer.")
    Field(
      "isFooterTransparent", \.isFooterTransparent, .boolean,
      "Whether the card's parts continue behind the footer.")
    Field(
      "leftOverlay", \.leftOverlay, .layerParts, "The overlay while the card is dragged to the left."
    )
    Field("upOverlay", \.upOverlay, .layerParts, "The overlay while the card is dragged up.")
    Field(
      "rightOverlay", \.rightOverlay, .layerParts,
      "The overlay while the card is dragged to the right.")
    Field("downOverlay", \.downOverlay, .layerParts, "The overlay while the card is dragged down.")
    Field(
      "swipeDirections", \.swipeDirections, .list(.word, 1...4), "Directions it can be swiped in.",
      default: "those of the stack")
    Field(
      "minimumSwipeSpeed", \.minimumSwipeSpeed, .number(1...100_000),
      "The slowest drag that swipes, in points per second.", default: "that of the stack")
    Field(
      "minimumSwipeMargin", \.minimumSwipeMargin, .number(0.001...10),
      "The shortest drag that swipes, as a share of half the screen; only with `mgswipecards`.",
      default: "that of the stack")
    Field(
      "minimumSwipeDistance", \.minimumSwipeDistance, .number(1...100_000),
      "The shortest drag that swipes, in points; only with `shuffle`.", default: "that of the stack")
    Field(
      "maximumRotationAngle", \.maximumRotationAngle, .number(-90...90),
      "The rotation of the card when it is dragged by the width of the screen, in degrees.",
      default: "that of the stack")
    SwipeTimes.cardFields.fields.map { $0.lifted(\.times) }
  }

  /// Rejects keys that have no effect.
  func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard footer.isEmpty else { return }
    context.refuse(["footerHeight", "isFooterTransparent"], of: node, path, "without 'footer'")
  }
}

extension ValueKind where Value == SwipeCard {
  /// The properties of a card in the layout `swipeStack`.
  static var swipeCard: Self {
    .object("swipeCard", "Properties of a card in the layout `swipeStack`.", SwipeCard.fields) {
      SwipeCard()
    }
    .refined("[swipe card](#swipe-stack)").checked { $0.validateProperties($1, $2, $3) }
  }
}
