import CardRaster

/// Where a card is swiped: sides of the screen, whichever way the deck is read.
enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down

  /// One point that way.
  var vector: Point {
    switch self {
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    }
  }

  /// How much of a vector goes that way.
  func length(of vector: Point) -> Double { vector.x * self.vector.x + vector.y * self.vector.y }
}

/// Which library's figures hold.
enum SwipeProfile: String, Hashable, Sendable, CaseIterable {
  /// MGSwipeCards of 2018.
  case mgswipecards
  /// Shuffle, its successor.
  case shuffle

  /// All directions; of two in which a card is dragged equally far, the first wins.
  var order: [SwipeDirection] {
    switch self {
    case .mgswipecards: [.left, .right, .up, .down]
    case .shuffle: [.left, .up, .right, .down]
    }
  }
}
