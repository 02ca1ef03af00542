import CardRaster

/// Where a finger has dragged the top card.
struct SwipeDrag: Hashable, Sendable {
  var translation = Point.zero
  var touchPoint: Point?
  var velocity = Point.zero

  static let fields = FieldTable<SwipeDrag>(needs: [["translation"]]) {
    Field("translation", \.translation, .offset, "How far the finger has moved to the right and down.")
    Field(
      "touchPoint", \.touchPoint, .offset,
      "Where in the card the finger was put down: in its upper half the card turns with the finger, in its lower half against it.",
      default: "the upper half; without one, a card of `shuffle` does not turn")
    Field(
      "velocity", \.velocity, .offset, "How fast the finger is when it is lifted, in points a second.")
  }

  /// What explanations call it.
  var words: String {
    func pair(_ point: Point) -> String { "\(NumberText.text(point.x)) \(NumberText.text(point.y))" }
    var text = "by \(pair(translation))"
    if let touchPoint { text += " from \(pair(touchPoint))" }
    return velocity == .zero ? text : text + " at \(pair(velocity))"
  }
}

extension ValueKind where Value == SwipeDrag {
  /// A drag.
  static var swipeDrag: Self {
    .object("swipeDrag", "Where a finger has dragged the top card.", SwipeDrag.fields) { SwipeDrag() }
      .refined("[drag](#swipe-stack)").showing(\.words)
  }
}
