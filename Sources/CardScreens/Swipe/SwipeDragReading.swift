import CardModel
package import CardRaster

/// The interpretation of a drag of the top card.
///
/// It has the direction, the progress, and the result if the card is released.
package struct SwipeDragReading: Equatable {
  /// The direction of the swipe; nil if there is none.
  package let direction: SwipeDirection?
  /// The progress in that direction; 1 for a full drag.
  package let percentage: Double
  /// The opacity of the overlay for that direction.
  package let overlayAlpha: Double
  /// Whether the card would fly away if released.
  package let wouldSwipe: Bool
  let pose: Pose
  /// The progress of the lower cards to the positions of those above them.
  let progress: Double
  /// Whether the finger is in the card's upper half.
  let isUpper: Bool

  /// Interprets a drag.
  ///
  /// - Parameters:
  ///   - rules: The rules for the top card.
  ///   - card: The size of the card.
  init(
    _ drag: SwipeDrag, _ rules: SwipeRules, compatibility: SwipeCompatibility, screen: Size, stack: Size,
    card: Size
  ) {
    let way = drag.translation
    func percentage(_ direction: SwipeDirection) -> Double {
      switch compatibility {
      case .mgswipecards:
        let share = Point(x: 2 * way.x / screen.width, y: 2 * way.y / screen.height)
        return max(0, direction.length(of: share))
      case .shuffle: return max(0, direction.length(of: way) / rules.distance)
      }
    }
    let allowed = compatibility.order.filter(rules.directions.contains)
    var (best, farthest, sum) = (SwipeDirection?.none, 0.0, 0.0)
    for direction in allowed {
      let share = percentage(direction)
      sum += share
      if share > farthest { (best, farthest) = (direction, share) }
    }
    direction = best
    self.percentage = farthest
    let threshold = compatibility == .mgswipecards ? rules.margin : 1
    let seen = (2 * farthest - sum) / threshold
    overlayAlpha = best == nil ? 0 : min(1, max(0, seen))
    let speed = best.map { abs($0.length(of: drag.velocity)) } ?? 0
    wouldSwipe = best != nil && (farthest >= threshold || speed >= rules.speed)
    isUpper = drag.touchPoint.map { $0.y < card.height / 2 } ?? true
    let turns = compatibility == .mgswipecards || drag.touchPoint != nil
    let angle = compatibility == .mgswipecards ? abs(rules.angle) : rules.angle
    let side = isUpper ? 1.0 : -1.0
    // Only drags to the right have a limit on the rotation, as in both libraries.
    let turned = turns ? side * min(way.x / screen.width, 1) * angle : 0
    pose = Pose(translation: way, rotation: min(90, max(-90, turned)))
    let shorter = min(stack.width, stack.height)
    progress = max(min(2 * abs(way.x) / shorter, 1), min(2 * abs(way.y) / shorter, 1))
  }
}

/// The rules for one card of a stack: its own values, or those of the stack.
package struct SwipeRules: Equatable {
  var directions: [SwipeDirection]
  var speed: Double
  var margin: Double
  /// The distance in points.
  var distance: Double
  /// The angle in degrees.
  var angle: Double
  var times: SwipeTimes

  package init(_ card: SwipeCard?, in stack: SwipeStack, screen: Size) {
    directions = card?.swipeDirections ?? stack.swipeDirections
    speed = card?.minimumSwipeSpeed ?? stack.minimumSwipeSpeed
    margin = card?.minimumSwipeMargin ?? stack.minimumSwipeMargin
    distance =
      card?.minimumSwipeDistance ?? stack.minimumSwipeDistance ?? min(screen.width, screen.height) / 4
    angle = card?.maximumRotationAngle ?? stack.maximumRotationAngle
    times = card?.times.over(stack.times) ?? stack.times
  }
}

/// A drag of the top card.
package struct SwipeDrag: Hashable, Sendable {
  var translation = Point.zero
  package var touchPoint: Point?
  var velocity = Point.zero

  static let fields = FieldTable<SwipeDrag>(needs: [["translation"]]) {
    Field("translation", \.translation, .offset, "The distance of the drag, to the right and down.")
    Field(
      "touchPoint", \.touchPoint, .offset,
      "The point of the card where the drag started: from the upper half, the card rotates with the finger; from the lower half, against it.",
      default: "the upper half; without it, a card of `shuffle` does not rotate")
    Field(
      "velocity", \.velocity, .offset, "The speed of the finger when it is lifted, in points per second.")
  }

  /// The description in explanations.
  var words: String {
    func pair(_ point: Point) -> String { "\(NumberText.format(point.x)) \(NumberText.format(point.y))" }
    var text = "by \(pair(translation))"
    if let touchPoint { text += " from \(pair(touchPoint))" }
    return velocity == .zero ? text : text + " at \(pair(velocity))"
  }
}

extension ValueKind where Value == SwipeDrag {
  static var swipeDrag: Self {
    .object("swipeDrag", "The drag of the top card.", SwipeDrag.fields) { SwipeDrag() }
      .refined("[drag](#swipe-stack)").showing(\.words)
  }
}
