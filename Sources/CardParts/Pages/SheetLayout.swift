import CardRaster

/// Puts cards over a map: what is behind, buttons, header, dimming, the last card, and what moves of it all.
struct SheetLayout {
  let sheet: MapSheet
  let parts: ScreenParts
  let cards: [(card: ResolvedCard, context: LayoutContext)]
  @Boxed private(set) var theme: ResolvedTheme
  /// The whole screen.
  let screen: Size
  /// Of the layout itself.
  let context: LayoutContext

  /// What the sheet is called in `inspect`.
  static let sheetType = "sheet"

  var profile: SheetProfile { sheet.profile }
  var colors: SheetColors { SheetColors(theme) }

  /// Everything that is in the layout, once the heights of its texts are known.
  struct Scene {
    var size: Size
    var header: LayoutBox?
    var headerFrame = Rect(x: 0, y: 0, width: 0, height: 0)
    var geometry: SheetGeometry
    var top: SheetCardLayout?
  }

  /// The boxes on the screen, the lowest first.
  func layout() throws(RasterError) -> LayoutBox {
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
    if sheet.statusBarBlur, scene.headerFrame.height == 0 || scene.geometry.isBeside, profile != .of2026,
      sheet.safeAreaInsets.top > 0
    {
      var glass = LayoutBox(size: Size(width: screen.width, height: sheet.safeAreaInsets.top))
      SheetMaterial.regular(colors).fill(&glass)
      page.add(glass, at: .zero)
    }
    return page
  }

  /// The colours of the header behind the status bar; empty where the header is elsewhere.
  var colorsBehindStatusBar: [Color] {
    guard let header = sheet.header, let card = cards.last?.card, !geometry(size: screen).isBeside else {
      return []
    }
    let standard = card.theme.cardBackgroundColor
    switch header.backgroundColor ?? card.sheet?.backgroundColor {
    case .solid(let color): return [color.over(standard)]
    case .gradient(let gradient): return gradient.stops.map { $0.color.over(standard) }
    case nil: return [standard]
    }
  }

  // MARK: What is there

  /// The geometry of a sheet without its texts.
  private func geometry(size: Size) -> SheetGeometry {
    // The size classes are those of the whole screen: a sticky bar does not make it a low one.
    SheetGeometry(
      profile, screen: size, safeArea: sheet.safeAreaInsets, titleHeight: 0,
      isSidebar: sheet.mode == .sidebar, horizontal: sheet.horizontalSizeClass ?? .horizontal(of: screen),
      vertical: sheet.verticalSizeClass ?? .vertical(of: screen))
  }

  func scene(_ size: Size) throws(RasterError) -> Scene {
    var scene = Scene(size: size, geometry: geometry(size: size))
    guard let last = cards.last else { return scene }
    var namesPages = false
    if let header = sheet.header {
      let width = scene.geometry.isBeside ? scene.geometry.cardWidth : size.width
      let layout = SheetHeaderLayout(
        header: header, profile: profile, accessory: parts.headerAccessory, card: last.card, width: width,
        context: context)
      namesPages = layout.namesPages && !last.card.sheetPages.isEmpty
      let box = try layout.layout()
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
      card: card, profile: profile, width: scene.geometry.cardWidth,
      hasMap: card.sheet?.mapContent ?? !backdrop(of: card).parts.isEmpty,
      isRoot: index == 0 || (index == 1 && sheet.transition?.kind == .swap),
      isSidebar: sheet.mode == .sidebar, context: context)
    layout.namesPages = namesPages
    return layout
  }
}
