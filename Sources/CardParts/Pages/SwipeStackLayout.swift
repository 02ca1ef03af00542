import CardRaster
import CardScreens

extension SwipeStackLayout: CardsLayoutKind {
  static let name = stackType
  static let summary: String? = "A stack of cards whose top card is swiped away."
  static let fields = FieldTable<DeckLayout>(needs: [["type"]]) {
    type("The deck's cards in a stack whose top card is dragged and swiped away.")
    DeckLayout.backdropField
    SwipeStack.fields.fields.map { $0.lifted(\.[LayoutKey<SwipeStack>()]) }
    DeckLayout.statusBarField
  }
  static var ownValues: (any LayoutValues)? { SwipeStack() }
  static let cardFields = [cardField]
  private static let cardField = Field<CardValues>(
    "swipe", .swipeCard, "Properties of the card in the layout `swipeStack`.",
    get: { $0.own["swipe"] as? SwipeCard }, set: { $0.own["swipe"] = $1 })

  static func validate(_ card: ResolvedCard, _ node: JSONNode, _ layout: DeckLayout, _ context: ReadContext) {
    guard let given = node["swipe"] else { return }
    let compatibility = layout.own(SwipeStack.self).compatibility
    context.refuse(
      compatibility == .shuffle ? SwipeTimes.mgswipecardsKeys : SwipeTimes.shuffleKeys,
      of: context.withoutNulls(given), card.path.key("swipe"),
      "with compatibility '\(compatibility.rawValue)'")
  }

  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox {
    var screen = try page.backdrop()
    let stack = SwipeStackLayout(
      stack: page.deck.layout.own(SwipeStack.self),
      cards: cards.map { (card: $0, context: page.context($0)) },
      screen: screen.size, context: page.context(at: JSONPath.root.key("layout")))
    let (box, point) = try stack.layoutStack()
    screen.add(box, at: point)
    return screen
  }
}

extension SwipeStack: LayoutValues {}
extension SwipeCard: HoldsParts {}

extension ResolvedCard {
  fileprivate var swipe: SwipeCard? { own as? SwipeCard }
}

/// Places the cards of a swipe stack on a screen, each with its footer and overlays.
struct SwipeStackLayout {
  let stack: SwipeStack
  let cards: [(card: ResolvedCard, context: LayoutContext)]
  let screen: Size
  /// The context of the layout itself.
  let context: LayoutContext

  /// The type of the stack in `inspect`.
  static let stackType = "swipeStack"

  private var frame: Rect { stack.frame ?? Rect(origin: .zero, size: screen) }

  private var scene: SwipeScene {
    var stack = stack
    if context.isMirrored {
      // Left and right are sides of the screen in every deck direction, because nothing is mirrored
      // afterwards.
      (stack.cardStackInsets.left, stack.cardStackInsets.right) = (
        stack.cardStackInsets.right, stack.cardStackInsets.left
      )
    }
    let judged = stack.screen ?? screen
    return SwipeScene(
      stack: stack, screen: judged, bounds: frame.size,
      cards: cards.map { card, _ in
        SwipeScene.Card(
          name: card.id, rules: SwipeRules(card.swipe, in: stack, screen: judged),
          overlays: Set(SwipeDirection.allCases.filter { card.swipe?.overlay($0).isEmpty == false }))
      })
  }

  /// The stack and its position on the screen; cards that leave it are visible up to the screen's edges.
  func layoutStack() throws(RasterError) -> (box: LayoutBox, at: Point) {
    let (scene, frame) = (scene, frame)
    var box = LayoutBox(size: frame.size)
    box.source = LayoutBox.Source(type: Self.stackType, path: JSONPath.root.key("layout"))
    box.keepsDirection = true
    box.isClipped = true
    box.clipOutset = Insets(
      top: frame.minY, left: frame.minX, bottom: screen.height - frame.maxY, right: screen.width - frame.maxX)
    let pile = scene.afterAnimations.pile
    box.attributes = [
      LayoutBox.Attribute("remaining", number: Double(pile.remaining.count)),
      LayoutBox.Attribute("swiped", number: Double(pile.swiped.count)),
    ]
    // The index of the top card in the deck. MGSwipeCards reports 0 if no card is left.
    if let top = pile.remaining.first ?? (stack.compatibility == .mgswipecards ? 0 : nil) {
      box.attributes.append(LayoutBox.Attribute("topCardIndex", number: Double(top)))
    }
    if let drag = scene.drag { box.attributes += attributes(of: drag, scene) }
    if scene.cardSize.isEmpty {
      box.warnings.append(context.warning("the insets of the stack leave no room for a card"))
      return (box, frame.origin)
    }
    if let warning = warning(about: scene) { box.warnings.append(warning) }
    box.warnings += positionsBeyond(scene.pile)
    let origin = Point(x: scene.stack.cardStackInsets.left, y: scene.stack.cardStackInsets.top)
    for placement in scene.placements {
      box.add(try card(placement, scene.cardSize), at: origin, placement.poses)
    }
    return (box, frame.origin)
  }

  /// A card with its footer and overlays.
  private func card(_ placement: SwipeScene.Placement, _ size: Size) throws(RasterError) -> LayoutBox {
    let (card, context) = cards[placement.card]
    let addition = try card.swipe.map { own throws(RasterError) in
      try context.inside(card.path.key("swipe")) { () throws(RasterError) in
        try self.addition(own, placement, size, context)
      }
    }
    var box = try CardLayout(card: card).layoutCard(
      width: size.width, height: size.height, adding: addition, context)
    if context.isMirrored { box = box.mirrored() }
    let pose = placement.poses.end
    if let index = placement.index {
      box.attributes.append(LayoutBox.Attribute("index", number: Double(index)))
    }
    if pose.rotation != 0 { box.attributes.append(LayoutBox.Attribute("rotation", number: pose.rotation)) }
    if pose.scaleX != 1 { box.attributes.append(LayoutBox.Attribute("scale", number: pose.scaleX)) }
    return box
  }

  /// Footer and overlays; overlays never cover the footer.
  private func addition(
    _ own: SwipeCard, _ placement: SwipeScene.Placement, _ size: Size, _ context: LayoutContext
  ) throws(RasterError) -> CardLayout.Addition {
    var over = LayoutBox(size: size)
    let height = own.footer.isEmpty ? 0 : min(own.footerHeight, size.height)
    func layers(_ parts: [AnyPart], _ height: Double) throws(RasterError) -> LayoutBox {
      try LayersPart(layers: parts).layout(
        SizeProposal(Size(width: size.width, height: height)), context)
    }
    if !own.footer.isEmpty {
      over.add(try layers(own.footer, height), at: Point(x: 0, y: size.height - height))
    }
    for direction in SwipeDirection.allCases {
      let parts = own.overlay(direction)
      guard !parts.isEmpty, let track = placement.overlays[direction] else { continue }
      guard !track.legs.isEmpty || track.end.opacity > 0 else { continue }
      var box = try layers(parts, size.height - height)
      box.attributes = [LayoutBox.Attribute("direction", direction.rawValue)]
      over.add(box, at: .zero, track)
    }
    return CardLayout.Addition(reserved: own.isFooterTransparent ? 0 : height, over: over)
  }

  private func attributes(of drag: SwipeDragReading, _ scene: SwipeScene) -> [LayoutBox.Attribute] {
    var result = [
      LayoutBox.Attribute("activeDirection", drag.direction?.rawValue ?? "none"),
      LayoutBox.Attribute("dragPercentage", number: drag.percentage),
      LayoutBox.Attribute("overlayAlpha", number: drag.overlayAlpha),
      LayoutBox.Attribute("wouldSwipe", flag: drag.wouldSwipe),
    ]
    if let point = stack.drag?.touchPoint {
      let size = scene.cardSize
      let corner =
        (point.y < size.height / 2 ? "top" : "bottom") + (point.x < size.width / 2 ? "Left" : "Right")
      result.append(LayoutBox.Attribute("tapCorner", corner))
    }
    return result
  }

  /// Warnings for cards inserted at positions that the stack does not have.
  private func positionsBeyond(_ pile: SwipePile) -> [DeckIssue] {
    let known = Set(cards.map(\.card.id))
    let inserted = stack.inserted.enumerated().filter { known.contains($0.element.card) }
    let before = pile.remaining.count - inserted.count
    return inserted.enumerated().compactMap { number, entry in
      guard entry.element.position > before + number else { return nil }
      let path = JSONPath.root.key("layout").key("inserted").index(entry.offset).key("position")
      return context.warning(
        "only \(before + number) cards remain: '\(entry.element.card)' is below all of them", at: path)
    }
  }

  /// The warning for a drag that contradicts the animation; nil if it fits.
  private func warning(about scene: SwipeScene) -> DeckIssue? {
    guard let animation = stack.animations.first, let drag = scene.drag else { return nil }
    let whole = JSONPath.root.key("layout").key("animation")
    let path = stack.animations.count > 1 ? whole.index(0) : whole
    switch animation.kind {
    case .swipe where !animation.forced && !drag.wouldSwipe:
      return context.warning("the drag is too short and too slow to swipe the card", at: path)
    case .cancel where drag.wouldSwipe:
      return context.warning("the drag would swipe the card, so it does not spring back", at: path)
    default: return nil
    }
  }
}

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
