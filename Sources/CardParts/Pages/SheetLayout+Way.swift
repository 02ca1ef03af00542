import CardRaster

/// Where the card is, where it came from, and how it gets there.
extension SheetLayout {
  /// Where a card is, and where it came from.
  struct Way {
    var geometry: SheetGeometry
    var from: Double
    var to: Double
    var fromPosition: SheetPosition
    var toPosition: SheetPosition
    var duration = 0.0
    var pace = PoseTrack.Pace.easing(.linear)

    /// The card's upper edge before and after.
    var tops: (from: Double, to: Double) { (geometry.card(from).minY, geometry.card(to).minY) }
  }

  func position(of card: ResolvedCard, given: SheetPosition?, _ geometry: SheetGeometry) -> SheetPosition {
    geometry.allowed(given ?? card.sheet?.initialPosition ?? .peaking)
  }

  func way(_ card: SheetCardLayout, _ scene: Scene, _ lower: (SheetCardLayout, SheetGeometry)?) -> Way {
    let geometry = scene.geometry
    let rest = position(of: card.card, given: sheet.position, geometry)
    var way = Way(
      geometry: geometry, from: geometry.y(of: rest), to: geometry.y(of: rest), fromPosition: rest,
      toPosition: rest)
    if let y = sheet.cardY {
      (way.from, way.to) = (y, y)
      (way.fromPosition, way.toPosition) = (geometry.position(at: y), geometry.position(at: y))
    }
    guard let transition = sheet.transition else { return way }
    (way.duration, way.pace) = transition.pace(profile)
    func start(_ position: SheetPosition) {
      way.fromPosition = position
      way.from = geometry.y(of: position)
    }
    switch transition.kind {
    case .page: break
    case .push, .pop, .swap:
      guard let (below, own) = lower else { break }
      let given = below.card.sheet?.lastPosition
      let other = position(
        of: below.card, given: transition.kind == .pop ? given : transition.fromPosition ?? given, own)
      if transition.kind != .pop {
        way.fromPosition = other
        way.from = own.y(of: other)
        if transition.kind == .swap, other == way.toPosition { way.duration = 0 }
      } else {
        if let from = transition.fromPosition { start(geometry.allowed(from)) }
        let stays = geometry.isBeside && !profile.isOld
        way.toPosition = stays ? way.fromPosition : other
        way.to = own.y(of: way.toPosition)
      }
    case .tap:
      let from = transition.fromPosition ?? (rest == .extended ? .peaking : .extended)
      start(geometry.allowed(from))
    case .snap:
      if sheet.cardY == nil {
        start(geometry.allowed(transition.fromPosition ?? .peaking))
      }
      way.toPosition = geometry.target(from: way.from, velocity: transition.velocity)
      way.to = geometry.y(of: way.toPosition)
      way.duration = geometry.snapDuration(from: way.from, to: way.to, velocity: transition.velocity)
      if case .spring(let spring) = way.pace {
        way.pace = .spring(Spring(damping: spring.damping, duration: way.duration))
      }
    }
    return way
  }

  /// A track that stops where the deck says.
  func track(
    _ start: Pose, _ end: Pose, _ way: Way, from begin: Double = 0, for duration: Double? = nil
  )
    -> PoseTrack
  {
    guard sheet.transition != nil, start != end else { return PoseTrack(start: end) }
    var pace = way.pace
    if let duration, duration != way.duration { pace = .easing(.easeInOut) }
    let track = PoseTrack(
      start: start,
      legs: [PoseTrack.Leg(begin: begin, duration: duration ?? way.duration, pose: end, pace: pace)])
    return stopped(track, way)
  }

  func stopped(_ track: PoseTrack, _ way: Way) -> PoseTrack {
    guard let transition = sheet.transition,
      let moment = transition.time ?? transition.progress.map({ $0 * way.duration })
    else { return track }
    return track.stopped(at: moment)
  }

  func opacity(_ value: Double) -> Pose { Pose(opacity: value) }

  func shift(_ y: Double) -> Pose { Pose(translation: Point(x: 0, y: y)) }
}
