import CardRaster

/// What lies on the map.
extension SheetLayout {
  func fill(_ stage: inout LayoutBox, _ scene: Scene) throws(RasterError) {
    guard let card = scene.top, !sheet.mapOverlaysHidden else {
      let shown = cards.last.map { backdrop(of: $0.card) } ?? layoutBackdrop
      guard let map = try map(shown, scene.geometry.map, insets: .zero, credit: .zero) else { return }
      return stage.add(map, at: scene.geometry.map.origin)
    }
    var lower: (SheetCardLayout, SheetGeometry)?
    if let kind = sheet.transition?.kind, kind.hasTwoCards, cards.count > 1 {
      let below = cardLayout(cards.count - 2, scene)
      lower = (below, try geometry(of: below, scene))
    } else if let kind = sheet.transition?.kind, kind.hasTwoCards {
      stage.warnings.append(
        context.warning(
          "a \(kind.rawValue) needs two cards", at: JSONPath.root.key("layout").key("transition")))
    }
    let way = way(card, scene, lower)
    let geometry = scene.geometry
    let backdrops = backdrops(card, lower?.0)
    stage.attributes = attributes(way, hasMap: !backdrops.to.parts.isEmpty)
    let groups = try SheetButtons(
      sheet: sheet, theme: theme, top: parts.topToolBar, bottom: parts.bottomToolBar, context: context
    ).groups(hasHeader: scene.header != nil)
    try addMaps(
      to: &stage, backdrops, way,
      credit: Point(
        x: groups.bottom.map { $0.size.width + 8 } ?? 0, y: geometry.creditInset(way.to)))
    let fading = track(
      opacity(buttonAlpha(way.from, way)), opacity(buttonAlpha(way.to, way)), way,
      for: 0.25)
    if let group = groups.top {
      let top =
        geometry.isBeside && profile.isOld && geometry.safeArea.bottom > 0
        ? geometry.safeArea.bottom : geometry.safeArea.top + 8
      let point = Point(x: scene.size.width - geometry.safeArea.right - 8 - group.size.width, y: top)
      stage.add(group, at: point, fading)
    }
    try addInfo(to: &stage, geometry, beside: groups.top)
    if !geometry.isBeside, !backdrops.to.parts.isEmpty { addDimming(to: &stage, way) }
    if let header = scene.header { addHeader(header, to: &stage, scene, card) }
    if let group = groups.bottom { addBottom(group, to: &stage, way, scene, fading) }
    try addCards(to: &stage, card, lower, way)
    if let bar = try toolBar(card, scene) { stage.add(bar.box, at: bar.at) }
  }

  func attributes(_ way: Way, hasMap: Bool) -> [LayoutBox.Attribute] {
    var result = [
      LayoutBox.Attribute("profile", profile.rawValue),
      LayoutBox.Attribute("position", way.toPosition.rawValue),
      LayoutBox.Attribute("cardY", number: way.to),
      LayoutBox.Attribute("cardTop", number: way.tops.to),
    ]
    if sheet.cardY != nil, sheet.transition == nil {
      result.append(LayoutBox.Attribute("snapsTo", way.geometry.target(from: way.to).rawValue))
    }
    if hasMap, !way.geometry.isBeside {
      result.append(LayoutBox.Attribute("mapDim", number: dim(way.toPosition)))
    }
    return result
  }

  func buttonAlpha(_ y: Double, _ way: Way) -> Double {
    if sheet.cardY == nil || sheet.transition != nil {
      let position = way.geometry.position(at: y)
      return way.geometry.isBeside || position != .extended ? 1 : 0
    }
    return way.geometry.buttonAlpha(y)
  }

  func dim(_ position: SheetPosition) -> Double { position == .extended ? sheet.mapDim : 0 }

  /// What fills the screen behind a card, and where the deck gives it.
  typealias Backdrop = (parts: [AnyPart], path: JSONPath)

  var layoutBackdrop: Backdrop { (parts.backdrop, JSONPath.root.key("layout").key("backdrop")) }

  /// The backdrop of the given page, else of the card, else of the layout.
  func backdrop(of card: ResolvedCard, page: Int? = nil) -> Backdrop {
    let number = page ?? card.sheet?.currentPage ?? 0
    let pages = card.sheetPages.indices.contains(number) ? [card.sheetPages[number]] : []
    for card in pages + [card] {
      guard let parts = card.sheet?.backdrop, !parts.isEmpty else { continue }
      return (parts, card.path.key("sheet").key("backdrop"))
    }
    return layoutBackdrop
  }

  /// The backdrops before and after a transition.
  private func backdrops(_ card: SheetCardLayout, _ lower: SheetCardLayout?) -> (from: Backdrop, to: Backdrop)
  {
    let own = backdrop(of: card.card)
    switch sheet.transition?.kind {
    case .push, .swap: return (lower.map { backdrop(of: $0.card) } ?? own, own)
    case .pop: return (own, lower.map { backdrop(of: $0.card) } ?? own)
    case .page: return (backdrop(of: card.card, page: sheet.transition?.startPage(card.own.currentPage)), own)
    case .snap, .tap, nil: return (own, own)
    }
  }

  /// The map; where a transition leads to another one, that comes up over it.
  private func addMaps(
    to stage: inout LayoutBox, _ backdrops: (from: Backdrop, to: Backdrop), _ way: Way, credit: Point
  ) throws(RasterError) {
    let frame = way.geometry.map
    func add(_ backdrop: Backdrop, _ position: SheetPosition, _ track: PoseTrack, isRead: Bool = true)
      throws(RasterError)
    {
      let insets = way.geometry.mapInsets(position)
      guard var map = try map(backdrop, frame, insets: insets, credit: credit) else { return }
      // The card is read before the map that it stands on.
      map.readingPriority = -1
      if !isRead { map.label = "" }
      stage.add(map, at: frame.origin, track)
    }
    if backdrops.from.path != backdrops.to.path {
      try add(
        backdrops.from, way.fromPosition, track(.rest, opacity(0), way, from: way.duration, for: 0),
        isRead: false)
      try add(backdrops.to, way.toPosition, track(opacity(0), .rest, way))
    } else {
      try add(backdrops.to, way.toPosition, PoseTrack(start: .rest))
    }
  }

  /// A backdrop in the frame of the map; nil where there is none.
  ///
  /// - Parameters:
  ///   - insets: how much of it the card and the bars cover.
  ///   - credit: the corner in which the maker of the map is named.
  private func map(_ backdrop: Backdrop, _ frame: Rect, insets: Insets, credit: Point)
    throws(RasterError) -> LayoutBox?
  {
    guard !backdrop.parts.isEmpty else { return nil }
    var (insets, credit) = (insets, credit)
    if context.isMirrored {
      // A map is never mirrored, but what lies on it is: card and buttons are at the other side.
      (insets.left, insets.right) = (insets.right, insets.left)
      credit.x = 0
    }
    (context.coveredInsets, context.coveredCorner) = (insets, credit)
    defer { (context.coveredInsets, context.coveredCorner) = (.zero, .zero) }
    return try context.inside(backdrop.path) { () throws(RasterError) in
      try LayersPart(layers: backdrop.parts).layout(Proposal(frame.size), context)
    }
  }

  func addDimming(to stage: inout LayoutBox, _ way: Way) {
    let map = way.geometry.map
    let track = track(opacity(dim(way.fromPosition)), opacity(dim(way.toPosition)), way)
    guard !track.legs.isEmpty || track.end.opacity > 0 else { return }
    var box = LayoutBox(size: map.size)
    box.source = LayoutBox.Source(type: BottomSheetLayout.overlayType)
    box.background = .solid(.black)
    box.attributes = [LayoutBox.Attribute("overlayAlpha", number: track.end.opacity)]
    stage.add(box, at: map.origin, track)
  }

  func addHeader(
    _ header: LayoutBox, to stage: inout LayoutBox, _ scene: Scene, _ card: SheetCardLayout
  ) {
    let frame = scene.headerFrame
    let isBeside = scene.geometry.isBeside
    var box = LayoutBox(size: frame.size)
    box.source = LayoutBox.Source(type: "header", path: JSONPath.root.key("layout").key("header"))
    let standard = card.card.theme.cardBackgroundColor
    let pane = profile == .of2026 ? SheetMaterial.pane(standard) : nil
    box.background =
      sheet.header?.backgroundColor ?? card.own.backgroundColor ?? .solid(pane?.color ?? standard)
    if box.background?.isOpaque == false { pane?.frost(&box) }
    let radius = profile.isOld ? (isBeside ? 8.0 : 0) : profile == .of2026 ? 32 : 16
    box.radii =
      isBeside
      ? CornerRadii(radius) : CornerRadii(topLeft: 0, topRight: 0, bottomRight: radius, bottomLeft: radius)
    box.cornerCurve = .continuous
    if profile == .of2021 {
      if box.decoration == nil { box.decoration = BoxDecoration() }
      box.decoration?.shadows = [
        Shadow(color: Color.black.multiplyingAlpha(by: 0.5), radius: 12, offset: .zero)
      ]
    }
    box.add(header, at: Point(x: 0, y: frame.height - header.size.height))
    box.readingPriority = 2
    stage.add(box, at: frame.origin)
  }

  func addBottom(
    _ group: LayoutBox, to stage: inout LayoutBox, _ way: Way, _ scene: Scene, _ fading: PoseTrack
  ) {
    let geometry = way.geometry
    let x = scene.size.width - geometry.safeArea.right - 8 - group.size.width
    guard !geometry.isBeside else {
      let space = geometry.safeArea.bottom > 0 ? 0.0 : 8
      let y = scene.size.height - geometry.safeArea.bottom - space - group.size.height
      return stage.add(group, at: Point(x: x, y: y))
    }
    // It rides on the card; how much is seen of it runs for itself.
    var rider = LayoutBox(size: group.size)
    rider.add(group, at: .zero, fading)
    let tops = way.tops
    stage.add(
      rider, at: Point(x: x, y: tops.to - 8 - group.size.height),
      track(shift(tops.from - tops.to), .rest, way))
  }

  func addInfo(to stage: inout LayoutBox, _ geometry: SheetGeometry, beside group: LayoutBox?)
    throws(RasterError)
  {
    guard !parts.info.isEmpty else { return }
    let left = geometry.isBeside ? geometry.card(geometry.extendedY).maxX : geometry.safeArea.left
    let right = geometry.screen.width - geometry.safeArea.right - (group.map { $0.size.width + 8 } ?? 0)
    let room = max(1, right - left - 32)
    let box = try context.inside(JSONPath.root.key("layout").key("infoView")) { () throws(RasterError) in
      try LayersPart(layers: parts.info).layout(Proposal(width: .fit(room)), context)
    }
    stage.add(
      box,
      at: Point(
        x: left + 16 + (room - box.size.width) / 2, y: max(geometry.headerBottom, geometry.safeArea.top) + 8))
  }
}
