import CardRaster

/// What cards do, as both libraries have it: see "Swipe stack" of the manual for the figures.
extension SwipeScene {
  /// How long the parts of an animation take, in seconds.
  private struct Times {
    /// Before a card moves that is swiped by the program.
    var fade: Double
    /// The card's own way.
    var move: Double
    /// Before the cards below move.
    var delay: Double
    var below: Double
  }

  private var isShuffle: Bool { stack.profile == .shuffle }

  private func leg(_ begin: Double, _ duration: Double, _ pose: Pose, _ easing: Easing = .linear)
    -> PoseTrack.Leg
  { PoseTrack.Leg(begin: begin, duration: duration, pose: pose, pace: .easing(easing)) }

  /// The pose of a card that has flown away.
  ///
  /// - Parameter drag: what it was dragged by; nil when the program swiped it.
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
      // A card that was not seen before stands where it will stand.
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

  /// The card that went last comes back the way on which the program would have sent it.
  func undoing() -> [Placement] {
    var after = pile
    guard let last = after.swiped.last else { return dragged(after) }
    after.undo(stack.profile)
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

  /// The top card, which was dragged, springs back.
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

  /// Cards change their order at once; only how they stand runs.
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
  /// A spring of MGSwipeCards: bounciness 0…20 and speed 0…20, by the conversion of the POP library.
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
