package import CardModel
package import CardRaster

/// The positions and motion of all cards in a swipe stack, computed from numbers only.
package struct SwipeScene {
  package struct Card {
    package var name: String
    package var rules: SwipeRules
    /// The directions for which it has an overlay.
    package var overlays: Set<SwipeDirection> = []

    package init(name: String, rules: SwipeRules, overlays: Set<SwipeDirection> = []) {
      self.name = name
      self.rules = rules
      self.overlays = overlays
    }
  }

  /// A visible card.
  package struct Placement: Equatable {
    /// Its index in the deck.
    package var card: Int
    /// Its index from the top; nil if it has left the stack.
    package var index: Int?
    package var poses: PoseTrack
    /// The opacities of its overlays; overlays that are not in the dictionary are invisible.
    package var overlays: [SwipeDirection: PoseTrack] = [:]
  }

  package private(set) var stack: SwipeStack
  let screen: Size
  /// The size of the stack including its insets.
  let bounds: Size
  let cards: [Card]
  /// The remaining and the swiped cards before the animation.
  package private(set) var pile: SwipePile

  package init(stack: SwipeStack, screen: Size, bounds: Size, cards: [Card]) {
    (self.stack, self.screen, self.bounds, self.cards) = (stack, screen, bounds, cards)
    pile = SwipePile(stack, names: cards.map(\.name))
  }

  package var cardSize: Size {
    let insets = stack.cardStackInsets
    return Size(
      width: max(0, bounds.width - insets.horizontal), height: max(0, bounds.height - insets.vertical))
  }

  /// The interpretation of the drag; nil without a drag or a card.
  package var drag: SwipeDragReading? {
    guard let drag = stack.drag, let top = pile.remaining.first else { return nil }
    return SwipeDragReading(
      drag, cards[top].rules, compatibility: stack.compatibility, screen: screen, stack: bounds,
      card: cardSize)
  }

  /// The visible cards, from back to front.
  ///
  /// With several animations, each has its own placements, which are visible while it runs.
  package var placements: [Placement] {
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

  package var afterAnimations: SwipeScene {
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

  /// Changes the scene to the end of an animation.
  private mutating func finish(_ animation: SwipeAnimation) {
    switch animation.kind {
    case .swipe:
      let dragged = animation.forced ? nil : drag?.direction
      if let direction = animation.direction ?? dragged { pile.swipe(direction) }
    case .undo: pile.undo(stack.compatibility)
    case .cancel: break
    case .shift: pile.shift(by: animation.distance)
    }
    stack.drag = nil
  }

  func rest(_ index: Int) -> Pose { stack.transforms.pose(at: index) }

  /// The visible cards of a pile from back to front, each with its index from the top.
  func seen(of pile: SwipePile) -> [(index: Int, card: Int)] {
    pile.remaining.prefix(stack.numberOfVisibleCards).enumerated().reversed().map { ($0.offset, $0.element) }
  }

  /// The pose of a card in the pile while the top card is dragged.
  func pose(_ index: Int, _ drag: SwipeDragReading?) -> Pose {
    guard let drag else { return rest(index) }
    guard index > 0 else { return drag.pose }
    switch stack.compatibility {
    case .mgswipecards: return rest(index).mixing(with: rest(index - 1), drag.progress)
    case .shuffle: return rest(index).blended(with: rest(index - 1), drag.progress)
    }
  }

  /// The overlay for the direction in which the top card is dragged.
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

  /// The placement in a sequence of animations: it starts later, and is invisible before and after.
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

/// The remaining cards of a stack in their order, and the swiped ones, by their indices in the deck.
package struct SwipePile: Equatable {
  /// The remaining cards, from top to bottom.
  package private(set) var remaining: [Int]
  /// The swiped cards, the most recent one last.
  package private(set) var swiped: [(card: Int, direction: SwipeDirection)]
  /// The order before it was shifted.
  private var unshifted: [Int]
  private let visible: Int

  /// Creates the pile that a deck describes; names of cards that are not on the page are ignored.
  ///
  /// - Parameter names: The names of the cards, in the order of the deck.
  init(_ stack: SwipeStack, names: [String]) {
    func number(_ name: String) -> Int? { names.firstIndex(of: name) }
    swiped = stack.swiped.compactMap { entry in number(entry.card).map { ($0, entry.direction) } }
    let inserted = stack.inserted.compactMap { entry in number(entry.card).map { ($0, entry.position) } }
    let deleted = Set(stack.deleted.compactMap(number))
    let gone = deleted.union(swiped.map(\.card)).union(inserted.map(\.0))
    let first = stack.order.compactMap(number).filter { !gone.contains($0) }
    let named = Set(first)
    unshifted = first + names.indices.filter { !gone.contains($0) && !named.contains($0) }
    remaining = unshifted
    visible = stack.numberOfVisibleCards
    shift(by: stack.shift)
    for (card, position) in inserted { remaining.insert(card, at: min(position, remaining.count)) }
  }

  /// Removes the top card.
  mutating func swipe(_ direction: SwipeDirection) {
    guard !remaining.isEmpty else { return }
    swiped.append((remaining.removeFirst(), direction))
    unshifted = remaining
  }

  /// Returns the last swiped card to the top.
  ///
  /// In MGSwipeCards every state stores the previous one, so the undo also reverts shifts since then.
  mutating func undo(_ compatibility: SwipeCompatibility) {
    guard let last = swiped.popLast() else { return }
    remaining = [last.card] + (compatibility == .mgswipecards ? unshifted : remaining)
    unshifted = remaining
  }

  /// Moves cards from the top to the back; a negative distance moves them from the back to the top.
  mutating func shift(by distance: Int) {
    let count = remaining.count
    guard distance != 0, abs(distance) <= count, min(visible, count) > 1 else { return }
    let first = (distance + count) % count
    remaining = Array(remaining[first...] + remaining[..<first])
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.remaining == b.remaining && a.swiped.map(\.card) == b.swiped.map(\.card)
      && a.swiped.map(\.direction) == b.swiped.map(\.direction)
  }
}

/// The animations of both libraries: see "Swipe stack" in the manual for the values.
extension SwipeScene {
  /// The durations of the phases of an animation, in seconds.
  private struct Times {
    /// The delay before a card moves that is swiped by the program.
    var fade: Double
    /// The duration of the card's own motion.
    var move: Double
    /// The delay before the lower cards move.
    var delay: Double
    var below: Double
  }

  private var isShuffle: Bool { stack.compatibility == .shuffle }

  private func leg(_ begin: Double, _ duration: Double, _ pose: Pose, _ easing: Easing = .linear)
    -> PoseTrack.Leg
  { PoseTrack.Leg(begin: begin, duration: duration, pose: pose, pace: .easing(easing)) }

  /// The pose of a card that has flown away.
  ///
  /// - Parameter drag: The drag that swiped it; nil if the program swiped it.
  func gone(_ direction: SwipeDirection, _ rules: SwipeRules, _ drag: SwipeDragReading? = nil) -> Pose {
    let card = cardSize
    let diagonal = (card.width * card.width + card.height * card.height).squareRoot()
    var vector = direction.vector
    var speed = 1.0
    if let drag, let given = stack.drag {
      let way = drag.pose.translation
      let length =
        isShuffle
        ? (way.x * way.x + way.y * way.y).squareRoot() : max(abs(way.x), abs(way.y))
      if length > 0 { vector = Point(x: way.x / length, y: way.y / length) }
      if !isShuffle { speed = max(1, abs(direction.length(of: given.velocity)) / rules.speed) }
    }
    let longer = max(screen.width, screen.height)
    let reach =
      isShuffle
      ? Size(width: longer + diagonal, height: longer + diagonal)
      : Size(width: (screen.width + diagonal) * speed, height: (screen.height + diagonal) * speed)
    return Pose(
      translation: Point(x: vector.x * reach.width, y: vector.y * reach.height),
      rotation: endRotation(direction, rules, drag))
  }

  private func endRotation(_ direction: SwipeDirection, _ rules: SwipeRules, _ drag: SwipeDragReading?)
    -> Double
  {
    guard direction == .left || direction == .right else { return 0 }
    let angle = 2 * (isShuffle ? rules.angle : abs(rules.angle))
    let isUpper = drag?.isUpper ?? true
    return (direction == .left) == isUpper ? -angle : angle
  }

  private func swipeTimes(_ direction: SwipeDirection, _ rules: SwipeRules, forced: Bool, hasOverlay: Bool)
    -> Times
  {
    let given = rules.times
    guard isShuffle else {
      let move = given.swipeDuration ?? 0.6
      let fade = given.overlayFadeDuration ?? 0.1
      return Times(
        fade: forced && hasOverlay ? fade : 0, move: move, delay: forced ? fade : 0, below: move / 2)
    }
    var total = given.swipeDuration ?? 0.7
    if !forced, let drag = stack.drag {
      let speed = abs(direction.length(of: drag.velocity)) / rules.speed
      if speed >= 1 { total = 1 / speed }
    }
    let fade = given.overlayFadeDuration ?? total * 0.15
    let own = forced && hasOverlay ? min(fade, total) : 0
    return Times(fade: own, move: total - own, delay: forced ? fade : 0, below: total / 2)
  }

  /// The top card flies away.
  func swiping(_ animation: SwipeAnimation) -> [Placement] {
    guard let top = pile.remaining.first else { return [] }
    let drag = animation.forced ? nil : self.drag
    let rules = cards[top].rules
    guard let direction = animation.direction ?? drag?.direction else { return cancelling() }
    let hasOverlay = cards[top].overlays.contains(direction)
    let times = swipeTimes(direction, rules, forced: animation.forced, hasOverlay: hasOverlay)
    var after = pile
    after.swipe(direction)
    var result = seen(of: after).map { index, card in
      // A card that was not visible before is already at its final position.
      let isNew = index + 1 >= stack.numberOfVisibleCards
      var track = PoseTrack(start: isNew ? rest(index) : pose(index + 1, drag))
      if track.start != rest(index) { track.legs = [leg(times.delay, times.below, rest(index))] }
      return Placement(card: card, index: index, poses: track)
    }
    let start = pose(0, drag)
    var leaving = Placement(
      card: top,
      poses: PoseTrack(start: start, legs: [leg(times.fade, times.move, gone(direction, rules, drag))]))
    if hasOverlay {
      var overlay = PoseTrack(start: Pose(opacity: animation.forced ? 0 : 1))
      if animation.forced {
        overlay.legs = [leg(0, times.fade, .rest, isShuffle ? .linear : .easeOut)]
      }
      leaving.overlays = [direction: overlay]
    }
    result.append(leaving)
    return result
  }

  /// The last swiped card returns along the path of a swipe by the program.
  func undoing() -> [Placement] {
    var after = pile
    guard let last = after.swiped.last else { return dragged(after) }
    after.undo(stack.compatibility)
    let hasOverlay = cards[last.card].overlays.contains(last.direction)
    let given = cards[last.card].rules.times
    let (total, fade, move, below): (Double, Double, Double, Double)
    if isShuffle {
      total = given.undoDuration ?? 0.25
      fade = hasOverlay ? min(total, given.overlayFadeDuration ?? total * 0.15) : 0
      (move, below) = (total - fade, total / 2)
    } else {
      move = given.undoDuration ?? 0.1
      fade = hasOverlay ? given.overlayFadeDuration ?? 0.1 : 0
      below = move
    }
    return seen(of: after).map { index, card in
      guard index == 0 else {
        var track = PoseTrack(start: rest(index - 1))
        if track.start != rest(index) { track.legs = [leg(0, below, rest(index))] }
        return Placement(card: card, index: index, poses: track)
      }
      var placement = Placement(
        card: card, index: 0,
        poses: PoseTrack(
          start: gone(last.direction, cards[last.card].rules), legs: [leg(0, move, rest(0))]))
      if hasOverlay {
        placement.overlays = [
          last.direction: PoseTrack(
            start: .rest, legs: [leg(move, fade, Pose(opacity: 0), isShuffle ? .linear : .easeIn)])
        ]
      }
      return placement
    }
  }

  /// The dragged top card springs back.
  func cancelling() -> [Placement] {
    let drag = drag
    let times = pile.remaining.first.map { cards[$0].rules.times } ?? stack.times
    let spring =
      isShuffle
      ? Spring(damping: times.resetSpringDamping ?? 0.5, duration: times.resetDuration ?? 0.6)
      : Spring(bounciness: times.resetSpringBounciness ?? 12, speed: times.resetSpringSpeed ?? 20)
    let below = isShuffle ? (times.resetDuration ?? 0.6) / 2 : 0.2
    func back(_ pose: Pose) -> PoseTrack.Leg {
      PoseTrack.Leg(begin: 0, duration: spring.duration, pose: pose, pace: .spring(spring))
    }
    return seen(of: pile).map { index, card in
      var placement = Placement(card: card, index: index, poses: PoseTrack(start: pose(index, drag)))
      if placement.poses.start != rest(index) {
        placement.poses.legs = [index == 0 ? back(rest(0)) : leg(0, below, rest(index))]
      }
      if index == 0 {
        placement.overlays = overlays(drag).mapValues {
          PoseTrack(start: $0.start, legs: [back(Pose(opacity: 0))])
        }
      }
      return placement
    }
  }

  /// The order of the cards changes immediately; only their poses are animated.
  func shifting(by distance: Int) -> [Placement] {
    var after = pile
    after.shift(by: distance)
    guard after != pile else { return dragged(after) }
    return seen(of: after).map { index, card in
      var track = PoseTrack(start: rest(index + distance))
      if !isShuffle, distance < 0 { track.start = index == 0 ? rest(0) : rest(index - distance) }
      if track.start != rest(index) { track.legs = [leg(0, stack.shiftDuration, rest(index))] }
      return Placement(card: card, index: index, poses: track)
    }
  }

  private func dragged(_ pile: SwipePile) -> [Placement] {
    seen(of: pile).map { Placement(card: $1, index: $0, poses: PoseTrack(start: rest($0))) }
  }
}

extension Spring {
  /// A spring of MGSwipeCards: bounciness 0…20 and speed 0…20, converted as in the POP library.
  init(bounciness: Double, speed: Double) {
    let t = 0.5 + 199.5 * speed / 34
    let share = bounciness / 34 * 0.8
    let curve = 2 * share - share * share
    // The friction without bounce, in three ranges of the tension.
    let stiff =
      t <= 18
      ? 7e-4 * t * t * t - 0.031 * t * t + 0.64 * t + 1.28
      : t <= 44
        ? 4.4e-5 * t * t * t - 0.006 * t * t + 0.36 * t + 2
        : 4.5e-7 * t * t * t - 3.32e-4 * t * t + 0.1078 * t + 5.84
    let bounce = stiff + (0.01 - stiff) * curve
    self.init(tension: 3.62 * (t - 30) + 194, friction: 3 * (bounce - 8) + 25)
  }
}

/// The direction of a swipe: a side of the screen, independent of the layout direction of the deck.
package enum SwipeDirection: String, Hashable, Sendable, CaseIterable {
  case left, right, up, down

  /// The unit vector in that direction.
  var vector: Point {
    switch self {
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    }
  }

  /// The component of a vector in that direction.
  func length(of vector: Point) -> Double { vector.x * self.vector.x + vector.y * self.vector.y }
}

/// The library whose values apply.
package enum SwipeCompatibility: String, Hashable, Sendable, CaseIterable {
  /// MGSwipeCards of 2018.
  case mgswipecards
  /// Shuffle, its successor.
  case shuffle

  /// All directions; if a card is dragged equally far in two directions, the first one wins.
  var order: [SwipeDirection] {
    switch self {
    case .mgswipecards: [.left, .right, .up, .down]
    case .shuffle: [.left, .up, .right, .down]
    }
  }
}
