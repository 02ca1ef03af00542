import CardRaster
import CardScreens

/// Places cards over a map: backdrop, buttons, header, dimming, the last card, and their motion.
struct SheetLayout {
  let sheet: MapSheet
  let layoutBackdrop: [AnyPart]
  let cards: [(card: ResolvedCard, context: LayoutContext)]
  @CopyOnWriteBox private(set) var theme: ResolvedTheme
  /// The size of the whole screen.
  let screen: Size
  /// The context of the layout itself.
  let context: LayoutContext
  /// The accent colour of the deck's brand in a modern theme; nil without one.
  var brandAccent: Color?
  /// Whether the screen is a picture for sharing in a modern theme.
  var isPicture = false

  /// The type of the sheet in `inspect`.
  static let sheetType = "sheet"

  var compatibility: SheetCompatibility { sheet.compatibility }
  var colors: SheetColors { SheetColors(theme) }

  /// All elements of the layout, once the heights of their texts are known.
  struct Scene {
    var size: Size
    var header: LayoutBox?
    var headerFrame = Rect(x: 0, y: 0, width: 0, height: 0)
    var geometry: SheetGeometry
    var top: SheetCardLayout?
  }

  /// The boxes on the screen, from back to front.
  func layoutSheet() throws(RasterError) -> LayoutBox {
    var page = LayoutBox(size: screen)
    let bar = try stickyBar()
    let barHeight = bar?.size.height ?? 0
    let size = Size(width: screen.width, height: max(1, screen.height - barHeight))
    var stage = LayoutBox(size: size)
    stage.source = LayoutBox.Source(type: Self.sheetType, path: JSONPath.root.key("layout"))
    stage.isClipped = true
    let scene = try scene(size)
    try fill(&stage, scene)
    if let bar {
      page.add(bar, at: .zero)
    }
    page.add(stage, at: Point(x: 0, y: barHeight))
    if sheet.statusBarBlur, scene.headerFrame.height == 0 || scene.geometry.isBeside,
      compatibility.blursStatusBar, sheet.safeAreaInsets.top > 0
    {
      var glass = LayoutBox(size: Size(width: screen.width, height: sheet.safeAreaInsets.top))
      SheetMaterial.regular(colors).fill(&glass)
      page.add(glass, at: .zero)
    }
    return page
  }

  /// The header's colours behind the status bar; empty if the header is elsewhere.
  var colorsBehindStatusBar: [Color] {
    guard let header = sheet.header, let card = cards.last?.card, !geometry(size: screen).isBeside else {
      return []
    }
    let standard = card.theme.cardBackgroundColor
    func colors(_ paint: Paint) -> [Color] {
      switch paint {
      case .solid(let color): [color]
      case .gradient(let gradient): gradient.stops.map(\.color)
      case .pattern: []
      case .layers(let layers): layers.flatMap(colors)
      }
    }
    guard let paint = header.backgroundColor ?? card.sheet?.backgroundColor else { return [standard] }
    return colors(paint).map { $0.over(standard) }
  }

  // MARK: Contents

  /// The geometry of a sheet without its texts.
  private func geometry(size: Size) -> SheetGeometry {
    // The size classes depend on the whole screen: a sticky bar does not make it compact.
    SheetGeometry(
      compatibility, screen: size, safeArea: sheet.safeAreaInsets, titleHeight: 0,
      isSidebar: sheet.mode == .sidebar, horizontal: sheet.horizontalSizeClass ?? .horizontal(of: screen),
      vertical: sheet.verticalSizeClass ?? (isPicture ? nil : .vertical(of: screen)), isPicture: isPicture)
  }

  func scene(_ size: Size) throws(RasterError) -> Scene {
    var scene = Scene(size: size, geometry: geometry(size: size))
    guard let last = cards.last else { return scene }
    var namesPages = false
    if let header = sheet.header {
      let width = scene.geometry.isBeside ? scene.geometry.cardWidth : size.width
      let layout = SheetHeaderLayout(
        header: header, compatibility: compatibility, accessory: sheet.headerAccessory, card: last.card,
        width: width,
        context: context)
      namesPages = layout.namesPages && !last.card.sheetPages.isEmpty
      let box = try layout.layoutHeader()
      let top = sheet.safeAreaInsets.top + (scene.geometry.isBeside ? 20 : 0)
      scene.header = box
      scene.headerFrame =
        scene.geometry.isBeside
        ? Rect(x: scene.geometry.card(0).minX, y: top, width: width, height: box.size.height)
        : Rect(x: 0, y: 0, width: width, height: top + box.size.height)
    }
    let card = cardLayout(cards.count - 1, scene, namesPages: namesPages)
    scene.top = card
    scene.geometry = try self.geometry(of: card, scene)
    return scene
  }

  func geometry(of card: SheetCardLayout, _ scene: Scene) throws(RasterError) -> SheetGeometry {
    var geometry = scene.geometry
    geometry.titleHeight = try card.context.inside(card.card.path) { () throws(RasterError) in
      try card.titleHeight()
    }
    geometry.headerBottom = scene.headerFrame.maxY
    geometry.headerHeight = scene.header?.size.height ?? 0
    geometry.hasMap = card.hasMap
    return geometry
  }

  func cardLayout(_ index: Int, _ scene: Scene, namesPages: Bool = false) -> SheetCardLayout {
    let (card, context) = cards[index]
    var layout = SheetCardLayout(
      card: card, compatibility: compatibility, width: scene.geometry.cardWidth,
      hasMap: card.sheet?.mapContent ?? !backdrop(of: card).parts.isEmpty,
      isRoot: index == 0 || (index == 1 && sheet.transition?.kind == .swap),
      isSidebar: sheet.mode == .sidebar, context: context)
    layout.namesPages = namesPages
    return layout
  }
}

/// Bars at the edges of the screen.
extension SheetLayout {
  /// A toolbar of buttons at the bottom edge of the screen.
  func toolBar(_ card: SheetCardLayout, _ scene: Scene) throws(RasterError) -> (
    box: LayoutBox, at: Point
  )? {
    let own = card.own
    guard !own.floatingToolBar.isEmpty else { return nil }
    let room = max(1, scene.geometry.cardWidth - 32)
    let cells = try own.floatingToolBar.filter { !$0.common.isHidden }.map { part throws(RasterError) in
      try card.context.layoutChild(part, SizeProposal(width: .fit(room), height: .fit(200)))
    }
    let height = cells.map(\.size.height).max() ?? 0
    let natural = cells.reduce(0) { $0 + $1.size.width } + 17 * Double(max(0, cells.count - 1))
    let spare = own.floatingToolBarAlignment == .fill ? max(0, room - natural) : 0
    var box = LayoutBox(size: Size(width: natural + spare, height: height))
    var x = 0.0
    for (index, cell) in cells.enumerated() {
      if index > 0 {
        let gap = spare / Double(max(1, cells.count - 1)) / 2
        x += 8 + gap
        box.add(.rect(Rect(x: x, y: 0, width: 1, height: height), colors.separator))
        x += 9 + gap
      }
      box.add(cell, at: Point(x: x, y: (height - cell.size.height) / 2))
      x += cell.size.width
    }
    let left = scene.geometry.card(0).minX + 16
    let share =
      switch own.floatingToolBarAlignment {
      case .leading, .fill: 0.0
      case .center: 0.5
      case .trailing: 1.0
      }
    return (
      box,
      Point(
        x: left + (room - box.size.width) * share,
        y: scene.size.height - scene.geometry.safeArea.bottom - 16 - height)
    )
  }

  /// A bar above everything; all other content starts below it.
  func stickyBar() throws(RasterError) -> LayoutBox? {
    guard !sheet.stickyBar.isEmpty else { return nil }
    let path = JSONPath.root.key("layout").key("stickyBar")
    let height: SizeProposal.Length = sheet.stickyBarHeight.map { .exact($0) } ?? .fit(.infinity)
    var box = try context.inside(path) { () throws(RasterError) in
      try LayersPart(layers: sheet.stickyBar).layout(
        SizeProposal(width: .exact(screen.width), height: height), context)
    }
    if box.size.height == 0 { box.size.height = 50 }
    // The status bar covers the top of the sticky bar, so texts there would be illegible.
    let top = sheet.safeAreaInsets.top
    if box.middlesOfLines.contains(where: { $0 < top }) {
      if sheet.stickyBarHeight == nil {
        var lowered = LayoutBox(size: Size(width: box.size.width, height: top + box.size.height))
        lowered.add(box, at: Point(x: 0, y: top))
        box = lowered
      } else {
        box.warnings.append(
          context.warning(
            "text of the sticky bar is hidden behind the status bar",
            at: JSONPath.root.key("layout").key("stickyBarHeight"),
            hint: "leave \(NumberText.format(top)) points above the text"))
      }
    }
    try context.checkLength(box.size.height, "the height of the sticky bar in pixels")
    box.size.height = min(box.size.height, screen.height)
    box.background = .solid(theme.cardBackgroundColor)
    box.source = LayoutBox.Source(type: "stickyBar", path: path)
    return box
  }
}

extension LayoutBox {
  /// The middles of all lines of text, in points from the top.
  var middlesOfLines: [Double] {
    content.flatMap { entry -> [Double] in
      switch entry {
      case .item, .confetti: []
      case .text(let text, let point): text.lines.map { point.y + $0.frame.midY }
      case .box(let box, let point): box.middlesOfLines.map { point.y + $0 }
      }
    }
  }
}

/// The elements over the map.
extension SheetLayout {
  func fill(_ stage: inout LayoutBox, _ scene: Scene) throws(RasterError) {
    guard let card = scene.top, !sheet.mapOverlaysHidden else {
      let shown = cards.last.map { backdrop(of: $0.card) } ?? standardBackdrop
      guard let map = try map(shown, scene.geometry.map, insets: .zero, credit: .zero, covered: []) else {
        return
      }
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
      sheet: sheet, theme: theme, context: context, accent: brandAccent
    ).groups(
      hasHeader: scene.header != nil)
    let topFrame = groups.top.map { Rect(origin: topOrigin(of: $0, geometry), size: $0.size) }
    let bottomFrame = groups.bottom.map { Rect(origin: bottomOrigin(of: $0, way, scene), size: $0.size) }
    let covered = [topFrame, bottomFrame, scene.header.map { _ in scene.headerFrame }].compactMap(\.self)
    try addMaps(
      to: &stage, backdrops, way,
      credit: Point(
        x: groups.bottom.map { $0.size.width + 8 } ?? 0, y: geometry.creditInset(way.to)),
      covered: covered.map { $0.moved(by: .zero - geometry.map.origin) })
    let fading = track(
      opacity(buttonAlpha(way.from, way)), opacity(buttonAlpha(way.to, way)), way,
      for: 0.25)
    if let group = groups.top, let topFrame { stage.add(group, at: topFrame.origin, fading) }
    try addInfo(to: &stage, geometry, beside: groups.top)
    if !geometry.isBeside, !backdrops.to.parts.isEmpty { addDimming(to: &stage, way) }
    if let header = scene.header { addHeader(header, to: &stage, scene, card) }
    if let group = groups.bottom { addBottom(group, to: &stage, way, scene, fading) }
    try addCards(to: &stage, card, lower, way)
    if let bar = try toolBar(card, scene) { stage.add(bar.box, at: bar.at) }
  }

  func attributes(_ way: Way, hasMap: Bool) -> [LayoutBox.Attribute] {
    var result = [
      LayoutBox.Attribute("compatibility", compatibility.name.rawValue),
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

  /// The content that fills the screen behind a card, and its path in the deck.
  typealias Backdrop = (parts: [AnyPart], path: JSONPath)

  private var standardBackdrop: Backdrop { (layoutBackdrop, JSONPath.root.key("layout").key("backdrop")) }

  /// The backdrop of the page, or else of the card, or else of the layout.
  func backdrop(of card: ResolvedCard, page: Int? = nil) -> Backdrop {
    let number = page ?? card.sheet?.currentPage ?? 0
    let pages = card.sheetPages.indices.contains(number) ? [card.sheetPages[number]] : []
    for card in pages + [card] {
      guard let parts = card.sheet?.backdrop, !parts.isEmpty else { continue }
      return (parts, card.path.key("sheet").key("backdrop"))
    }
    return standardBackdrop
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

  /// Adds the map; if a transition changes it, the new map fades in over the old one.
  private func addMaps(
    to stage: inout LayoutBox, _ backdrops: (from: Backdrop, to: Backdrop), _ way: Way, credit: Point,
    covered: [Rect]
  ) throws(RasterError) {
    let frame = way.geometry.map
    func addMap(_ backdrop: Backdrop, _ position: SheetPosition, _ track: PoseTrack, isRead: Bool = true)
      throws(RasterError)
    {
      let insets = way.geometry.mapInsets(position)
      guard var map = try map(backdrop, frame, insets: insets, credit: credit, covered: covered) else {
        return
      }
      // Screen readers read the card before the map behind it.
      map.readingPriority = -1
      if !isRead { map.label = "" }
      stage.add(map, at: frame.origin, track)
    }
    if backdrops.from.path != backdrops.to.path {
      try addMap(
        backdrops.from, way.fromPosition, track(.rest, opacity(0), way, from: way.duration, for: 0),
        isRead: false)
      try addMap(backdrops.to, way.toPosition, track(opacity(0), .rest, way))
    } else {
      try addMap(backdrops.to, way.toPosition, PoseTrack(start: .rest))
    }
  }

  /// A backdrop in the frame of the map; nil if there is none.
  ///
  /// - Parameters:
  ///   - insets: The insets covered by the card and the bars.
  ///   - credit: The distance of the attribution from its corner.
  ///   - covered: The areas behind buttons and the header.
  private func map(_ backdrop: Backdrop, _ frame: Rect, insets: Insets, credit: Point, covered: [Rect])
    throws(RasterError) -> LayoutBox?
  {
    guard !backdrop.parts.isEmpty else { return nil }
    var (insets, credit, covered) = (insets, credit, covered)
    if context.isMirrored {
      // The map is not mirrored, but the card and the buttons are on the other side.
      (insets.left, insets.right) = (insets.right, insets.left)
      credit.x = 0
      for index in covered.indices { covered[index].origin.x = frame.width - covered[index].maxX }
    }
    (context.coveredInsets, context.coveredCorner, context.coveredAreas) = (insets, credit, covered)
    defer { (context.coveredInsets, context.coveredCorner, context.coveredAreas) = (.zero, .zero, []) }
    return try context.inside(backdrop.path) { () throws(RasterError) in
      try LayersPart(layers: backdrop.parts).layout(SizeProposal(frame.size), context)
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
    let pane = compatibility.isTranslucent ? SheetMaterial.pane(standard) : nil
    box.background =
      sheet.header?.backgroundColor ?? card.own.backgroundColor ?? .solid(pane?.color ?? standard)
    if box.background?.isOpaque == false { pane?.frost(&box) }
    let radius = isBeside ? compatibility.headerRadiusBeside : compatibility.headerRadius
    box.radii =
      isBeside
      ? CornerRadii(radius) : CornerRadii(topLeft: 0, topRight: 0, bottomRight: radius, bottomLeft: radius)
    box.cornerCurve = .continuous
    if !compatibility.headerShadows.isEmpty {
      if box.decoration == nil { box.decoration = BoxDecoration() }
      box.decoration?.shadows = compatibility.headerShadows
    }
    box.add(header, at: Point(x: 0, y: frame.height - header.size.height))
    box.readingPriority = 2
    stage.add(box, at: frame.origin)
  }

  private func topOrigin(of group: LayoutBox, _ geometry: SheetGeometry) -> Point {
    let top =
      geometry.isBeside && compatibility.liftsButtonsBeside && geometry.safeArea.bottom > 0
      ? geometry.safeArea.bottom : geometry.safeArea.top + 8
    return Point(x: geometry.screen.width - geometry.safeArea.right - 8 - group.size.width, y: top)
  }

  private func bottomOrigin(of group: LayoutBox, _ way: Way, _ scene: Scene) -> Point {
    let geometry = way.geometry
    let x = scene.size.width - geometry.safeArea.right - 8 - group.size.width
    guard geometry.isBeside else { return Point(x: x, y: way.tops.to - 8 - group.size.height) }
    let space = geometry.safeArea.bottom > 0 ? 0.0 : 8
    return Point(x: x, y: scene.size.height - geometry.safeArea.bottom - space - group.size.height)
  }

  func addBottom(
    _ group: LayoutBox, to stage: inout LayoutBox, _ way: Way, _ scene: Scene, _ fading: PoseTrack
  ) {
    let origin = bottomOrigin(of: group, way, scene)
    guard !way.geometry.isBeside else { return stage.add(group, at: origin) }
    // The group moves with the card, but its opacity is animated separately.
    var rider = LayoutBox(size: group.size)
    rider.add(group, at: .zero, fading)
    let tops = way.tops
    stage.add(
      rider, at: origin,
      track(shift(tops.from - tops.to), .rest, way))
  }

  func addInfo(to stage: inout LayoutBox, _ geometry: SheetGeometry, beside group: LayoutBox?)
    throws(RasterError)
  {
    guard !sheet.infoView.isEmpty else { return }
    let left = geometry.isBeside ? geometry.card(geometry.extendedY).maxX : geometry.safeArea.left
    let right = geometry.screen.width - geometry.safeArea.right - (group.map { $0.size.width + 8 } ?? 0)
    let room = max(1, right - left - 32)
    let box = try context.inside(JSONPath.root.key("layout").key("infoView")) { () throws(RasterError) in
      try LayersPart(layers: sheet.infoView).layout(SizeProposal(width: .fit(room)), context)
    }
    stage.add(
      box,
      at: Point(
        x: left + 16 + (room - box.size.width) / 2, y: max(geometry.headerBottom, geometry.safeArea.top) + 8))
  }
}
