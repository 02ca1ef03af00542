package import CardModel
package import CardRaster

/// A stack of cards of which the top one is swiped away, with the property names of MGSwipeCards and Shuffle.
package struct SwipeStack: Sendable, Hashable {
  package var compatibility = SwipeCompatibility.mgswipecards
  package var screen: Size?
  package var frame: Rect?
  package var cardStackInsets = Insets(10)
  var numberOfVisibleCards = 2
  package var swiped: [SwipedCard] = []
  package var order: [String] = []
  var shift = 0
  package var inserted: [InsertedCard] = []
  package var deleted: [String] = []
  var transforms = CardTransforms.standard
  package var drag: SwipeDrag?
  package var animations: [SwipeAnimation] = []
  var times = SwipeTimes()
  var shiftDuration = 0.1
  var swipeDirections = SwipeDirection.allCases
  var minimumSwipeSpeed = 1100.0
  var minimumSwipeMargin = 0.5
  var minimumSwipeDistance: Double?
  var maximumRotationAngle = 18.0

  package init() {}

  package static let fields = FieldTable<SwipeStack> {
    Field("compatibility", \.compatibility, .word, "The library whose behaviour is used.")
      .formerly("profile")
    Field(
      "screen", \.screen, .size,
      "The size of the screen; drag and flight distances depend on it.",
      default: "the canvas")
    Field("frame", \.frame, .frame, "The frame of the stack on the canvas.", default: "all of it")
    Field("cardStackInsets", \.cardStackInsets, .insets, "The space between the stack's edges and the cards.")
    Field(
      "numberOfVisibleCards", \.numberOfVisibleCards, .integer(1...100), "The number of cards shown at once.")
    Field(
      "swiped", \.swiped,
      .list(
        .object("swipedCard", "A card that has been swiped away.", SwipedCard.fields) { SwipedCard() }
          .showing { "\($0.card) \($0.direction.rawValue)" }, 0...Limits.cards),
      "The cards that were swiped away, the most recent one last.")
    Field(
      "order", \.order, .list(.identifier, 0...Limits.cards),
      "The remaining cards, by `id` or number, the top one first; cards not listed follow.",
      default: "that of the deck")
    Field(
      "shift", \.shift, .integer(-1000...1000),
      "The number of cards moved from the top to the back; below 0, from the back to the top.")
    Field(
      "inserted", \.inserted,
      .list(
        .object("insertedCard", "A card that was inserted into the stack.", InsertedCard.fields) {
          InsertedCard()
        }.showing { "\($0.card) at \($0.position)" }, 0...Limits.cards),
      "Cards inserted among the remaining ones, in this order; only with `shuffle`.")
    Field(
      "deleted", \.deleted, .list(.identifier, 0...Limits.cards),
      "Cards that were taken out, by `id` or number; only with `shuffle`.")
    Field(
      "transforms", \.transforms, .cardTransforms,
      "The transforms of the cards, the top one first; the last of a list applies to all below.")
    Field("drag", \.drag, .swipeDrag, "The drag of the top card.")
    Field(
      "animation", \.animations, .oneOrMore(.swipeAnimation, most: 20),
      "An animation of the cards, or several that follow each other.", default: "none")
    SwipeTimes.fields.fields.map { $0.lifted(\.times) }
    Field(
      "shiftDuration", \.shiftDuration, .number(0.01...60), "The duration of a shift, in seconds.")
    Field(
      "swipeDirections", \.swipeDirections, .list(.word, 1...4),
      "The directions in which cards can be swiped; dragging works in all directions.")
    Field(
      "minimumSwipeSpeed", \.minimumSwipeSpeed, .number(1...100_000),
      "The slowest drag that swipes at any distance, in points per second.")
    Field(
      "minimumSwipeMargin", \.minimumSwipeMargin, .number(0.001...10),
      "The shortest drag that swipes, as a share of half the screen; only with `mgswipecards`.")
    Field(
      "minimumSwipeDistance", \.minimumSwipeDistance, .number(1...100_000),
      "The shortest drag that swipes, in points; only with `shuffle`.",
      default: "a quarter of the screen's shorter side")
    Field(
      "maximumRotationAngle", \.maximumRotationAngle, .number(-90...90),
      "The rotation of a card when it is dragged by the width of the screen, in degrees.")
  }

  /// Reports properties that have no effect in combination with others.
  package func validateProperties(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    func refuse(_ keys: [String], _ reason: String) { context.refuse(keys, of: node, path, reason) }
    switch compatibility {
    case .mgswipecards:
      refuse(
        ["minimumSwipeDistance", "inserted", "deleted"] + SwipeTimes.shuffleKeys,
        "with compatibility 'mgswipecards'")
    case .shuffle:
      refuse(["minimumSwipeMargin"] + SwipeTimes.mgswipecardsKeys, "with compatibility 'shuffle'")
    }
    checkAnimations(node, path, context)
    checkFrame(node, path, context)
  }

  private func checkAnimations(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard let first = animations.first else { return }
    if drag != nil, !first.goesOnFromDrag {
      let forced = first.kind == .swipe ? " that is forced" : ""
      context.refuse(["drag"], of: node, path, "with '\(first.kind.rawValue)'\(forced)")
    }
    var gone = swiped.count
    for (number, animation) in animations.enumerated() {
      let isAlone = animations.count == 1
      let place = isAlone ? path.key("animation") : path.key("animation").index(number)
      var own = node["animation"] ?? node
      if !isAlone, case .array(let elements) = own.value, elements.indices.contains(number) {
        own = elements[number]
      }
      if animation.goesOnFromDrag, drag == nil || number > 0 {
        let message = "'\(animation.kind.rawValue)' continues a drag, so it needs 'drag'"
        context.error(own, place, number > 0 ? message + " and must be the first animation" : message)
      }
      if animation.kind == .undo, gone == 0 {
        context.error(own, place, "nothing can be undone: 'swiped' is empty")
      }
      if !isAlone { context.refuse(["time", "progress"], of: own, place, "in a list of animations") }
      gone += animation.kind == .swipe ? 1 : animation.kind == .undo ? -1 : 0
    }
  }

  /// The ids of cards under each key.
  package var references: [(key: String, ids: [String])] {
    [
      ("swiped", swiped.map(\.card)), ("order", order), ("inserted", inserted.map(\.card)),
      ("deleted", deleted),
    ]
  }

  private func checkFrame(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    for (size, key) in [(screen, "screen"), (frame?.size, "frame")] {
      guard let size, size.width < 1 || size.height < 1 else { continue }
      context.error(node[key] ?? node, path.key(key), "'\(key)' is smaller than a point")
    }
    var named: Set<String> = []
    for (key, names) in references {
      for (number, name) in names.enumerated() where !named.insert(name).inserted {
        context.error(
          node[key] ?? node, path.key(key).index(number), "the card '\(name)' is named twice")
      }
    }
  }
}

/// The transform of a card in a stack: it is scaled, then rotated about its centre, then moved.
struct CardTransform: Hashable, Sendable {
  var translateX = 0.0
  var translateY = 0.0
  var rotation = 0.0
  var scaleX = 1.0
  var scaleY = 1.0

  static let fields = FieldTable<CardTransform> {
    Field("translateX", \.translateX, .number(-10_000...10_000), "The translation to the right.")
    Field("translateY", \.translateY, .number(-10_000...10_000), "The translation down.")
    Field("rotation", \.rotation, .turn, "The rotation about its centre, clockwise.")
    Field("scaleX", \.scaleX, .number(0.001...100), "The horizontal scale factor.")
    Field("scaleY", \.scaleY, .number(0.001...100), "The vertical scale factor.")
  }

  var pose: Pose {
    Pose(
      translation: Point(x: translateX, y: translateY), rotation: rotation, scaleX: scaleX, scaleY: scaleY)
  }
}

/// The transforms of the cards in a stack, by their index from the top.
enum CardTransforms: Hashable, Sendable {
  /// The top card without a transform; all others scaled to 0.95, so that they are hidden behind it.
  case standard
  /// Alternately to the left and to the right, each smaller than the one before.
  case fan
  /// One by one; the last one applies to all further cards.
  case own([CardTransform])

  /// The pose of the card with an index; negative indices are those of cards moving to the top.
  func pose(at index: Int) -> Pose {
    switch self {
    case .standard: return index == 0 ? .rest : Pose(scaleX: 0.95, scaleY: 0.95)
    case .fan:
      guard index != 0 else { return .rest }
      let (number, side) = (Double(abs(index)), index % 2 == 0 ? -1.0 : 1.0)
      let scale = max(0.001, 1 - 0.2 * number)
      return Pose(
        translation: Point(x: side * 20 * number, y: 20 * number), rotation: side * 15, scaleX: scale,
        scaleY: scale)
    case .own(let transforms):
      return transforms.isEmpty ? .rest : transforms[min(abs(index), transforms.count - 1)].pose
    }
  }
}

extension ValueKind where Value == CardTransforms {
  /// `default`, `fan` or a list.
  static var cardTransforms: Self {
    let own = ValueKind<[CardTransform]>.list(
      ValueKind<CardTransform>.object(
        "cardTransform", "The transform of a card in a stack: scaled, rotated about its centre, then moved.",
        CardTransform.fields
      ) { CardTransform() }, 1...100)
    return ValueKind(
      "`default`, `fan`, or a list of transforms", schema: .any([.word(["default", "fan"]), own.schema]),
      show: { transforms in
        switch transforms {
        case .standard: "`default`"
        case .fan: "`fan`"
        case .own(let list):
          "["
            + list.map {
              [$0.translateX, $0.translateY, $0.rotation, $0.scaleX, $0.scaleY].map { NumberText.format($0) }
                .joined(separator: " ")
            }.joined(separator: ", ") + "]"
        }
      }
    ) { node, path, context in
      switch node.value {
      case .string("default"): return .standard
      case .string("fan"): return .fan
      case .array: return own.parse(node, path, context).map { .own($0) }
      default:
        return context.mismatch(node, path, expected: "'default', 'fan' or a list of transforms")
      }
    }
  }
}

/// The properties of a card in a swipe stack besides its parts.
package struct SwipeCard: Sendable {
  package var footer: [AnyPart] = []
  package var footerHeight = 100.0
  package var isFooterTransparent = false
  package var leftOverlay: [AnyPart] = []
  package var upOverlay: [AnyPart] = []
  package var rightOverlay: [AnyPart] = []
  package var downOverlay: [AnyPart] = []
  package var swipeDirections: [SwipeDirection]?
  package var minimumSwipeSpeed: Double?
  package var minimumSwipeMargin: Double?
  package var minimumSwipeDistance: Double?
  package var maximumRotationAngle: Double?
  package var times = SwipeTimes()

  package init() {}

  /// The overlay of the card while it is dragged in a direction.
  package func overlay(_ direction: SwipeDirection) -> [AnyPart] {
    switch direction {
    case .left: leftOverlay
    case .up: upOverlay
    case .right: rightOverlay
    case .down: downOverlay
    }
  }

  /// All parts that are not among the card's own parts.
  package var parts: [AnyPart] { footer + leftOverlay + upOverlay + rightOverlay + downOverlay }
}

/// A card that has been swiped away.
package struct SwipedCard: Hashable, Sendable {
  package var card = ""
  var direction = SwipeDirection.left

  static let fields = FieldTable<SwipedCard>(needs: [["card"], ["direction"]]) {
    Field("card", \.card, .identifier, "The card's `id`, or its number in the deck as a text.")
    Field("direction", \.direction, .word, "The direction in which it was swiped.")
  }
}

/// A card that has been inserted into the stack.
package struct InsertedCard: Hashable, Sendable {
  package var card = ""
  package var position = 0

  static let fields = FieldTable<InsertedCard>(needs: [["card"]]) {
    Field("card", \.card, .identifier, "The card's `id`, or its number in the deck as a text.")
    Field(
      "position", \.position, .integer(0...Limits.cards),
      "The number of remaining cards above it.")
  }
}
