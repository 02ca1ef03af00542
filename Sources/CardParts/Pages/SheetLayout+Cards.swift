import CardRaster
import CardScreens

/// The cards of the layout.
extension SheetLayout {
  /// Adds the last card, and the one below it during a push or a pop.
  func addCards(
    to stage: inout LayoutBox, _ card: SheetCardLayout, _ lower: (SheetCardLayout, SheetGeometry)?, _ way: Way
  ) throws(RasterError) {
    let geometry = way.geometry
    let tops = way.tops
    let frame = geometry.card(way.to)
    let kind = sheet.transition?.kind
    let isPop = kind == .pop
    var wrapper = LayoutBox(size: frame.size)
    wrapper.readingPriority = 1
    // When a spring overshoots, the card extends below the screen.
    let bounce = kind == nil ? 0.0 : 50
    let height = frame.height + bounce
    if let (below, _) = lower {
      let other = isPop ? way.toPosition : way.fromPosition
      let box = try boxed(below, geometry, height, other, y: isPop ? way.to : way.from, scrolls: isPop)
      // After a push the lower card is completely covered.
      let hiding = PoseTrack(
        start: .rest, legs: isPop ? [] : [.init(begin: way.duration, duration: 0, pose: opacity(0))])
      wrapper.add(box, at: .zero, stopped(hiding, way))
      var dim = LayoutBox(size: Size(width: frame.width, height: height))
      dim.background = .solid(.black)
      dim.radii = card.radii
      dim.cornerCurve = card.card.frame.cornerCurve
      let value = opacity(sheet.belowCardDim)
      wrapper.add(
        dim, at: .zero, isPop ? track(value, opacity(0), way) : afterPush(track(opacity(0), value, way), way))
    }
    var turning: PoseTrack?
    if kind == .page, card.isPaged {
      let pitch = geometry.cardWidth + SheetCardLayout.pageGap
      let current = card.own.currentPage
      let start = sheet.transition?.startPage(current) ?? current
      turning = track(Pose(translation: Point(x: Double(current - start) * pitch, y: 0)), .rest, way)
      if let message = turnError(from: start, to: current, pages: card.card.sheetPages.count) {
        let path = JSONPath.root.key("layout").key("transition")
        wrapper.warnings.append(
          context.warning(message, at: sheet.transition?.fromPage == nil ? path : path.key("fromPage")))
      }
    }
    var box = try boxed(
      card, geometry, height, isPop ? way.fromPosition : way.toPosition, y: isPop ? way.from : way.to,
      scrolls: !isPop, turning: turning)
    if kind == nil, way.toPosition != .collapsed, let lowest = box.middlesOfLines.max(),
      case let below = geometry.screen.height - tops.to - lowest, 0 < below, below < geometry.safeArea.bottom
    {
      box.warnings.append(
        context.warning(
          "text of the card is in the safe area at the bottom, where the home indicator is",
          at: card.card.path,
          hint: "leave \(NumberText.format(geometry.safeArea.bottom)) points below the last part"))
    }
    let away = shift(
      !isPop && compatibility.pushesFromEdge ? geometry.map.maxY - tops.to : frame.height)
    switch kind {
    case .push, .swap: wrapper.add(box, at: .zero, track(away, .rest, way))
    case .pop: wrapper.add(box, at: .zero, track(.rest, away, way))
    default: wrapper.add(box, at: .zero)
    }
    stage.add(wrapper, at: frame.origin, track(shift(tops.from - tops.to), .rest, way))
  }

  /// The reason why the pages cannot turn; nil if they can.
  private func turnError(from start: Int, to end: Int, pages: Int) -> String? {
    if pages < 2 { return "pages cannot turn: there is only one" }
    if start >= pages { return "page \(start) does not exist" }
    return start == end ? "the pages do not turn: page \(start) is the current one" : nil
  }

  /// The overlay that dims the lower card disappears with it when the push ends.
  func afterPush(_ track: PoseTrack, _ way: Way) -> PoseTrack {
    guard !track.legs.isEmpty else { return sheetIsOver(way) ? PoseTrack(start: opacity(0)) : track }
    return changing(track) { $0.legs.append(.init(begin: way.duration, duration: 0, pose: opacity(0))) }
  }

  func sheetIsOver(_ way: Way) -> Bool {
    guard let transition = sheet.transition else { return true }
    return transition.time.map { $0 >= way.duration } ?? (transition.progress == 1)
  }

  func boxed(
    _ card: SheetCardLayout, _ geometry: SheetGeometry, _ height: Double, _ position: SheetPosition,
    y: Double,
    scrolls: Bool, turning: PoseTrack? = nil
  ) throws(RasterError) -> LayoutBox {
    let stand = SheetCardLayout.Stand(
      height: height, position: position, contentAlpha: geometry.contentAlpha(y),
      contentOffset: scrolls && position == .extended ? sheet.contentOffset : 0)
    var box = try card.context.inside(card.card.path) { () throws(RasterError) in
      try card.layoutCard(stand, turning: turning)
    }
    if scrolls, sheet.contentOffset > 0, position != .extended {
      box.warnings.append(
        context.warning(
          "only an extended card can be scrolled", at: JSONPath.root.key("layout").key("contentOffset")))
    }
    return box
  }
}

/// The position of the card, its start, and the motion between them.
extension SheetLayout {
  /// The position of a card and its start.
  struct Way {
    var geometry: SheetGeometry
    var from: Double
    var to: Double
    var fromPosition: SheetPosition
    var toPosition: SheetPosition
    var duration = 0.0
    var pace = PoseTrack.Pace.easing(.linear)

    /// The card's top edge before and after.
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
    let motion = transition.motion(compatibility)
    (way.duration, way.pace) = (motion.duration, motion.pace)
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
        let stays = geometry.isBeside && compatibility.keepsPositionBeside
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

  /// A track that stops at the time set by the deck.
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
