import CardRaster

/// A pile of cards of which the top one is swiped away, by the names of MGSwipeCards and Shuffle.
package struct SwipeStack: Sendable, Hashable {
  var profile = SwipeProfile.mgswipecards
  var screen: Size?
  var frame: Rect?
  var cardStackInsets = Insets(10)
  var numberOfVisibleCards = 2
  var swiped: [SwipedCard] = []
  var order: [String] = []
  var shift = 0
  var inserted: [InsertedCard] = []
  var deleted: [String] = []
  var transforms = CardTransforms.standard
  var drag: SwipeDrag?
  var animation: SwipeAnimation?
  var times = SwipeTimes()
  var swipeDirections = SwipeDirection.allCases
  var minimumSwipeSpeed = 1100.0
  var minimumSwipeMargin = 0.5
  var minimumSwipeDistance: Double?
  var maximumRotationAngle = 18.0

  static let fields = FieldTable<SwipeStack> {
    Field("profile", \.profile, .word, "Whose figures hold.")
    Field(
      "screen", \.screen, .size,
      "The size of the screen, by which it is judged how far a card is dragged and how far it flies.",
      default: "the canvas")
    Field("frame", \.frame, .frame, "Where the stack stands on the canvas.", default: "all of it")
    Field("cardStackInsets", \.cardStackInsets, .insets, "The space between the stack's edges and the cards.")
    Field(
      "numberOfVisibleCards", \.numberOfVisibleCards, .integer(1...100), "How many cards are there at once.")
    Field(
      "swiped", \.swiped,
      .list(
        .object("swipedCard", "A card that has been swiped away.", SwipedCard.fields) { SwipedCard() }
          .showing { "\($0.card) \($0.direction.rawValue)" }, 0...Limits.cards),
      "The cards that are gone, the last one last.")
    Field(
      "order", \.order, .list(.identifier, 0...Limits.cards),
      "The cards that are left, by `id` or number, the top one first; those that are not named follow.",
      default: "that of the deck")
    Field(
      "shift", \.shift, .integer(-1000...1000),
      "How many cards have gone from the top to the back; below 0, from the back to the top.")
    Field(
      "inserted", \.inserted,
      .list(
        .object("insertedCard", "A card that has been put into the pile.", InsertedCard.fields) {
          InsertedCard()
        }.showing { "\($0.card) at \($0.position)" }, 0...Limits.cards),
      "Cards that were put among those that are left, in this order; in the profile `shuffle`.")
    Field(
      "deleted", \.deleted, .list(.identifier, 0...Limits.cards),
      "Cards that were taken out, by `id` or number; in the profile `shuffle`.")
    Field(
      "transforms", \.transforms, .cardTransforms,
      "How the cards stand, the top one first; the last of a list holds for all below.")
    Field("drag", \.drag, .swipeDrag, "Where a finger has dragged the top card.")
    Field("animation", \.animation, .swipeAnimation, "What the cards do.")
    SwipeTimes.fields.fields.map { $0.lifted(\.times) }
    Field(
      "swipeDirections", \.swipeDirections, .list(.word, 1...4),
      "Where cards may be swiped; they can be dragged any way.")
    Field(
      "minimumSwipeSpeed", \.minimumSwipeSpeed, .number(1...100_000),
      "From how many points a second on a drag swipes, however short it is.")
    Field(
      "minimumSwipeMargin", \.minimumSwipeMargin, .number(0.001...10),
      "From which share of half the screen on a drag swipes; in the profile `mgswipecards`.")
    Field(
      "minimumSwipeDistance", \.minimumSwipeDistance, .number(1...100_000),
      "From how many points on a drag swipes; in the profile `shuffle`.",
      default: "a quarter of the screen's shorter side")
    Field(
      "maximumRotationAngle", \.maximumRotationAngle, .number(-90...90),
      "How far a card is turned that is dragged as far as the screen is wide, in degrees.")
  }

  /// Reports properties that cannot show beside the others.
  func check(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    func refuse(_ keys: [String], _ reason: String) { context.refuse(keys, of: node, path, reason) }
    switch profile {
    case .mgswipecards:
      refuse(
        ["minimumSwipeDistance", "resetDuration", "resetSpringDamping", "inserted", "deleted"],
        "in profile 'mgswipecards'")
    case .shuffle: refuse(["minimumSwipeMargin"], "in profile 'shuffle'")
    }
    guard let animation else { return checkFrame(node, path, context) }
    let isDragged = animation.kind == .cancel || (animation.kind == .swipe && !animation.forced)
    if drag != nil, !isDragged {
      refuse(
        ["drag"], "beside '\(animation.kind.rawValue)'\(animation.kind == .swipe ? " that is forced" : "")")
    } else if drag == nil, isDragged {
      context.error(
        node["animation"] ?? node, path.key("animation"),
        "'\(animation.kind.rawValue)' goes on from a drag: it needs 'drag'")
    }
    if animation.kind == .undo, swiped.isEmpty {
      context.error(
        node["animation"] ?? node, path.key("animation"), "nothing can be undone: 'swiped' is empty")
    }
    checkFrame(node, path, context)
  }

  private func checkFrame(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    for (size, key) in [(screen, "screen"), (frame?.size, "frame")] {
      guard let size, size.width < 1 || size.height < 1 else { continue }
      context.error(node[key] ?? node, path.key(key), "'\(key)' is smaller than a point")
    }
    var named: Set<String> = []
    for (key, names) in [
      ("swiped", swiped.map(\.card)), ("order", order), ("inserted", inserted.map(\.card)),
      ("deleted", deleted),
    ] {
      for (number, name) in names.enumerated() where !named.insert(name).inserted {
        context.error(
          node[key] ?? node, path.key(key).index(number), "the card '\(name)' is named twice")
      }
    }
  }
}
