import CardRaster

/// How all cards of a stack stand and move: numbers alone, from numbers.
struct SwipeScene {
  /// What is known of a card.
  struct Card {
    var name: String
    var rules: SwipeRules
    /// The directions for which it has an overlay.
    var overlays: Set<SwipeDirection> = []
  }

  /// A card that is seen.
  struct Placement: Equatable {
    /// Its number.
    var card: Int
    /// Its number from the top; nil for one that has left the pile.
    var index: Int?
    var poses: PoseTrack
    /// How much is seen of its overlays; those that are not named are not seen.
    var overlays: [SwipeDirection: PoseTrack] = [:]
  }

  private(set) var stack: SwipeStack
  let screen: Size
  /// The size of the stack with its insets.
  let bounds: Size
  let cards: [Card]
  /// The cards that are left and those that are gone, before the animation.
  private(set) var pile: SwipePile

  init(stack: SwipeStack, screen: Size, bounds: Size, cards: [Card]) {
    (self.stack, self.screen, self.bounds, self.cards) = (stack, screen, bounds, cards)
    pile = SwipePile(stack, names: cards.map(\.name))
  }

  var cardSize: Size {
    let insets = stack.cardStackInsets
    return Size(
      width: max(0, bounds.width - insets.horizontal), height: max(0, bounds.height - insets.vertical))
  }

  /// What the drag means; nil without one, or without a card.
  var drag: SwipeDragReading? {
    guard let drag = stack.drag, let top = pile.remaining.first else { return nil }
    return SwipeDragReading(
      drag, cards[top].rules, profile: stack.profile, screen: screen, stack: bounds, card: cardSize)
  }

  /// The cards that are seen, the lowest first.
  ///
  /// Of several animations, each has placements of its own, which are seen while it runs.
  var placements: [Placement] {
    guard let last = stack.animations.indices.last else { return dragged }
    var (scene, begin, result) = (self, 0.0, [Placement]())
    for (number, animation) in stack.animations.enumerated() {
      let step = scene.placements(of: animation)
      let length = step.reduce(0) { longest, placement in
        placement.overlays.values.reduce(max(longest, placement.poses.restsAt)) { max($0, $1.restsAt) }
      }
      if let time = animation.time ?? animation.progress.map({ $0 * length }) {
        return step.map { $0.stopped(at: time) }
      }
      let end = number < last ? begin + length : nil
      result += step.map { $0.seen(from: begin, until: end) }
      begin += length
      scene.finish(animation)
    }
    return result
  }

  /// The scene after all animations.
  var afterAnimations: SwipeScene {
    stack.animations.reduce(into: self) { $0.finish($1) }
  }

  private func placements(of animation: SwipeAnimation) -> [Placement] {
    switch animation.kind {
    case .swipe: swiping(animation)
    case .undo: undoing()
    case .cancel: cancelling()
    case .shift: shifting(by: animation.distance)
    }
  }

  /// Goes on to where an animation ends.
  private mutating func finish(_ animation: SwipeAnimation) {
    switch animation.kind {
    case .swipe:
      let dragged = animation.forced ? nil : drag?.direction
      if let direction = animation.direction ?? dragged { pile.swipe(direction) }
    case .undo: pile.undo(stack.profile)
    case .cancel: break
    case .shift: pile.shift(by: animation.distance)
    }
    stack.drag = nil
  }

  func rest(_ index: Int) -> Pose { stack.transforms.pose(at: index) }

  /// The cards of a pile that are seen, the lowest first, each with its number from the top.
  func seen(of pile: SwipePile) -> [(index: Int, card: Int)] {
    pile.remaining.prefix(stack.numberOfVisibleCards).enumerated().reversed().map { ($0.offset, $0.element) }
  }

  /// The pose of a card of the pile while the top one is dragged.
  func pose(_ index: Int, _ drag: SwipeDragReading?) -> Pose {
    guard let drag else { return rest(index) }
    guard index > 0 else { return drag.pose }
    switch stack.profile {
    case .mgswipecards: return rest(index).mixing(with: rest(index - 1), drag.progress)
    case .shuffle: return rest(index).blended(with: rest(index - 1), drag.progress)
    }
  }

  /// The overlay of the direction in which the top card is dragged.
  func overlays(_ drag: SwipeDragReading?) -> [SwipeDirection: PoseTrack] {
    guard let drag, let direction = drag.direction else { return [:] }
    return [direction: PoseTrack(start: Pose(opacity: drag.overlayAlpha))]
  }

  private var dragged: [Placement] {
    let drag = drag
    return seen(of: pile).map { index, card in
      Placement(
        card: card, index: index, poses: PoseTrack(start: pose(index, drag)),
        overlays: index == 0 ? overlays(drag) : [:])
    }
  }
}

extension SwipeScene.Placement {
  fileprivate func stopped(at time: Double) -> Self {
    var still = self
    still.poses = poses.stopped(at: time)
    still.overlays = overlays.mapValues { $0.stopped(at: time) }
    return still
  }

  /// The placement in a sequence of animations: it begins later, and is not seen before and after.
  fileprivate func seen(from begin: Double, until end: Double?) -> Self {
    var result = self
    result.overlays = overlays.mapValues { $0.delayed(by: begin) }
    result.poses = poses.delayed(by: begin)
    if begin > 0 {
      let shown = PoseTrack.Leg(begin: begin, duration: 0, pose: poses.start)
      result.poses.start.opacity = 0
      result.poses.legs.insert(shown, at: 0)
    }
    if let end {
      var hidden = poses.end
      hidden.opacity = 0
      result.poses.legs.append(PoseTrack.Leg(begin: end, duration: 0, pose: hidden))
    }
    return result
  }
}
