import CardRaster

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
      "swipeDirections", \.swipeDirections, .list(.word, 1...4), "Where the card may be swiped.",
      default: "those of the stack")
    Field(
      "minimumSwipeSpeed", \.minimumSwipeSpeed, .number(1...100_000),
      "From how many points a second on a drag swipes.", default: "that of the stack")
    Field(
      "minimumSwipeMargin", \.minimumSwipeMargin, .number(0.001...10),
      "The share of half the screen from which a drag becomes a swipe; in the profile `mgswipecards`.",
      default: "that of the stack")
    Field(
      "minimumSwipeDistance", \.minimumSwipeDistance, .number(1...100_000),
      "From how many points on a drag swipes; in the profile `shuffle`.", default: "that of the stack")
    Field(
      "maximumRotationAngle", \.maximumRotationAngle, .number(-90...90),
      "How far the card is turned that is dragged as far as the screen is wide, in degrees.",
      default: "that of the stack")
    SwipeTimes.cardFields.fields.map { $0.lifted(\.times) }
  }

  /// Rejects keys that have no effect.
  func check(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard footer.isEmpty else { return }
    context.refuse(["footerHeight", "isFooterTransparent"], of: node, path, "without 'footer'")
  }
}

extension ValueKind where Value == SwipeCard {
  /// The properties of a card in the layout `swipeStack`.
  static var swipeCard: Self {
    .object("swipeCard", "What a card has beside its parts in the layout `swipeStack`.", SwipeCard.fields) {
      SwipeCard()
    }
    .refined("[swipe card](#swipe-stack)").checked { $0.check($1, $2, $3) }
  }
}
