import CardRaster

/// The cards themselves.
extension SheetLayout {
  /// The last card, and the one below it while one of them comes or goes.
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
    // While a spring swings past its end, the card goes on below the screen.
    let bounce = kind == nil ? 0.0 : 50
    let height = frame.height + bounce
    if let (below, _) = lower {
      let other = isPop ? way.toPosition : way.fromPosition
      let box = try boxed(below, geometry, height, other, y: isPop ? way.to : way.from, scrolls: isPop)
      // After a push nothing is left to see of it.
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
      if let message = turnMistake(from: start, to: current, pages: card.card.sheetPages.count) {
        let path = JSONPath.root.key("layout").key("transition")
        wrapper.warnings.append(
          context.warning(message, at: sheet.transition?.fromPage == nil ? path : path.key("fromPage")))
      }
    }
    let box = try boxed(
      card, geometry, height, isPop ? way.fromPosition : way.toPosition, y: isPop ? way.from : way.to,
      scrolls: !isPop, turning: turning)
    let away = shift(
      !isPop && !profile.isOld ? geometry.map.maxY - tops.to : frame.height)
    switch kind {
    case .push, .swap: wrapper.add(box, at: .zero, track(away, .rest, way))
    case .pop: wrapper.add(box, at: .zero, track(.rest, away, way))
    default: wrapper.add(box, at: .zero)
    }
    stage.add(wrapper, at: frame.origin, track(shift(tops.from - tops.to), .rest, way))
  }

  /// Why the pages cannot turn; nil where they can.
  private func turnMistake(from start: Int, to end: Int, pages: Int) -> String? {
    if pages < 2 { return "pages cannot turn: there is only one" }
    if start >= pages { return "there is no page \(start) to turn from" }
    return start == end ? "nothing turns: page \(start) is the current one" : nil
  }

  /// What dims the lower card goes with it when the push is over.
  func afterPush(_ track: PoseTrack, _ way: Way) -> PoseTrack {
    guard !track.legs.isEmpty else { return sheetIsOver(way) ? PoseTrack(start: opacity(0)) : track }
    var result = track
    result.legs.append(.init(begin: way.duration, duration: 0, pose: opacity(0)))
    return result
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
      try card.layout(stand, turning: turning)
    }
    if scrolls, sheet.contentOffset > 0, position != .extended {
      box.warnings.append(
        context.warning(
          "only an extended card can be scrolled", at: JSONPath.root.key("layout").key("contentOffset")))
    }
    return box
  }
}
