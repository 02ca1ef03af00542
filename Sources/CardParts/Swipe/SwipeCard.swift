import CardRaster

/// What a card of a swipe stack has beside its parts.
struct SwipeCard: Sendable {
  var footer: [AnyPart] = []
  var footerHeight = 100.0
  var isFooterTransparent = false
  var leftOverlay: [AnyPart] = []
  var upOverlay: [AnyPart] = []
  var rightOverlay: [AnyPart] = []
  var downOverlay: [AnyPart] = []
  var swipeDirections: [SwipeDirection]?
  var minimumSwipeSpeed: Double?
  var minimumSwipeMargin: Double?
  var minimumSwipeDistance: Double?
  var maximumRotationAngle: Double?
  var times = SwipeTimes()

  /// What lies over the card while it is dragged some way.
  func overlay(_ direction: SwipeDirection) -> [AnyPart] {
    switch direction {
    case .left: leftOverlay
    case .up: upOverlay
    case .right: rightOverlay
    case .down: downOverlay
    }
  }

  /// All parts that are not among the card's own.
  var parts: [AnyPart] { footer + leftOverlay + upOverlay + rightOverlay + downOverlay }
}

/// A card that has been swiped away.
struct SwipedCard: Hashable, Sendable {
  var card = ""
  var direction = SwipeDirection.left

  static let fields = FieldTable<SwipedCard>(needs: [["card"], ["direction"]]) {
    Field("card", \.card, .identifier, "The card's `id`, or its number in the deck as a text.")
    Field("direction", \.direction, .word, "Where it went.")
  }
}

/// A card that has been put into the pile.
struct InsertedCard: Hashable, Sendable {
  var card = ""
  var position = 0

  static let fields = FieldTable<InsertedCard>(needs: [["card"]]) {
    Field("card", \.card, .identifier, "The card's `id`, or its number in the deck as a text.")
    Field(
      "position", \.position, .integer(0...Limits.cards),
      "How many of the cards that are left lie above it.")
  }
}
