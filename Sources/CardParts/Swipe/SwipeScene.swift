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

  let stack: SwipeStack
  let screen: Size
  /// The size of the stack with its insets.
  let bounds: Size
  let cards: [Card]

  var cardSize: Size {
    let insets = stack.cardStackInsets
    return Size(
      width: max(0, bounds.width - insets.horizontal), height: max(0, bounds.height - insets.vertical))
  }

  var pile: SwipePile { SwipePile(stack, names: cards.map(\.name)) }

  /// What the drag means; nil without one, or without a card.
  var drag: SwipeDragReading? {
    guard let drag = stack.drag, let top = pile.remaining.first else { return nil }
    return SwipeDragReading(
      drag, cards[top].rules, profile: stack.profile, screen: screen, stack: bounds, card: cardSize)
  }

  /// The cards that are seen, the lowest first.
  var placements: [Placement] {
    guard let animation = stack.animation else { return dragged }
    let placements =
      switch animation.kind {
      case .swipe: swiping(animation)
      case .undo: undoing()
      case .cancel: cancelling()
      case .shift: shifting(by: animation.distance)
      }
    let length = placements.reduce(0) { longest, placement in
      placement.overlays.values.reduce(max(longest, placement.poses.restsAt)) { max($0, $1.restsAt) }
    }
    guard let time = animation.time ?? animation.progress.map({ $0 * length }) else { return placements }
    return placements.map { placement in
      var still = placement
      still.poses = placement.poses.stopped(at: time)
      still.overlays = placement.overlays.mapValues { $0.stopped(at: time) }
      return still
    }
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
