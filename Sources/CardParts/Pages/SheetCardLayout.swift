import CardRaster
import CardScreens

/// A card of a sheet: its head, and below it parts, a table or pages.
struct SheetCardLayout {
  @CopyOnWriteBox private(set) var card: ResolvedCard
  let compatibility: SheetCompatibility
  let width: Double
  /// Whether the card has content on the map.
  let hasMap: Bool
  /// Whether this is the first card.
  let isRoot: Bool
  let isSidebar: Bool
  let context: LayoutContext
  /// Whether a header at the top of the screen shows the titles of the pages.
  var namesPages = false
  var isPage = false

  var own: SheetCard { card.sheet ?? SheetCard() }

  private func head(_ position: SheetPosition?) -> SheetHead {
    var head = SheetHead(
      card: card, own: own, compatibility: compatibility, width: width, hasHandle: hasMap && !isSidebar,
      hasClose: own.titleStyle == .standard && (own.showCloseButton ?? !isRoot), context: context)
    head.isNamedAbove = namesPages && isPage
    if let position { head.label = "Card controller \(Self.words(of: position))" }
    return head
  }

  /// The accessibility text of the card's handle.
  private static func words(of position: SheetPosition) -> String {
    switch position {
    case .collapsed: "minimised"
    case .peaking: "half screen"
    case .extended: "full screen"
    }
  }

  /// The visible height of the collapsed card, in points.
  func titleHeight() throws(RasterError) -> Double {
    if let page = pages.first {
      return try self.page(page).titleHeight()
    }
    return try head(nil).layoutHead().collapsed
  }

  // MARK: Pages

  private var pages: [ResolvedCard] { card.sheetPages }

  private func page(_ page: ResolvedCard) -> SheetCardLayout {
    var layout = SheetCardLayout(
      card: page, compatibility: compatibility, width: width, hasMap: hasMap,
      isRoot: isRoot && own.showCloseButton != true,
      isSidebar: isSidebar, context: context)
    layout.namesPages = namesPages
    layout.isPage = true
    return layout
  }

  /// The space between two pages, in points.
  static let pageGap = 5.0

  // MARK: Boxes

  /// The state of the card during layout.
  struct Stand {
    var height: Double
    var position: SheetPosition
    /// The opacity of the content, 0…1.
    var contentAlpha: Double
    var contentOffset: Double
  }

  /// The card at its full height.
  func layoutCard(_ stand: Stand, turning: PoseTrack? = nil) throws(RasterError) -> LayoutBox {
    guard pages.isEmpty else { return try paged(stand, turning) }
    var outer = LayoutBox(size: Size(width: width, height: stand.height))
    outer.source = LayoutBox.Source(type: "card", id: card.id, path: card.path)
    outer.link = card.link
    outer.longPress = card.frame.longPress
    outer.label = card.alt
    outer.attributes = [LayoutBox.Attribute("state", card.state)]
    outer.radii = radii
    outer.cornerCurve = card.frame.cornerCurve
    var box = LayoutBox(size: outer.size)
    box.radii = radii
    box.cornerCurve = card.frame.cornerCurve
    box.isClipped = card.clips
    try addGround(to: &outer, around: &box)
    let head = try head(stand.position).layoutHead()
    let bottom = try bottomView()
    let goesBelow = own.titleStyle == .customExtended
    let top = goesBelow ? 0 : head.whole
    let room = max(0, stand.height - top - (bottom?.size.height ?? 0))
    var content = try content(room, inset: goesBelow ? head.whole : 0, offset: stand.contentOffset)
    content.box.opacity = stand.contentAlpha
    // The head of a plain card is below its content, that of a table is above. It is always read first.
    let isHeadBelow = !goesBelow && own.table.isEmpty
    if isHeadBelow { box.add(head.box, at: .zero) }
    if stand.contentAlpha > 0 { box.add(content.box, at: Point(x: 0, y: top)) }
    if !isHeadBelow {
      var head = head.box
      head.readingPriority = 1
      box.add(head, at: .zero)
    }
    if content.offset > 0, stand.position == .extended {
      box.add(
        .rect(
          Rect(x: 0, y: head.ruleTop, width: width, height: compatibility.separatorHeight),
          compatibility.separatorColor ?? SheetColors(card.theme).opaqueSeparator))
    }
    if let bottom { box.add(bottom, at: Point(x: 0, y: stand.height - bottom.size.height)) }
    if let button = own.floatingButton {
      let lift = bottom.map { $0.size.height + 8 } ?? 20
      box.add(floating(button), at: Point(x: width - 76, y: stand.height - lift - 60))
    }
    outer.add(box, at: .zero)
    if let border = card.frame.border, border.isSeen {
      CardLayout(card: card).addBorder(border, outline(outer.size), to: &outer)
    }
    return outer
  }

  private func outline(_ size: Size) -> RoundedRect {
    RoundedRect(rect: Rect(origin: .zero, size: size), radii: radii, curve: card.frame.cornerCurve)
  }

  /// Adds the card's shadow and everything behind its head and content.
  private func addGround(to outer: inout LayoutBox, around inner: inout LayoutBox) throws(RasterError) {
    var frame = card.frame
    // Glass is the only trait that sets a background.
    let standard = frame.isTransparent ? nil : standardBackground
    frame.background = own.backgroundColor ?? frame.background ?? standard
    if frame.backdropBlur == 0, !frame.isTransparent, let material, frame.background?.isOpaque == false {
      material.frost(&outer)
    }
    let backdrop = frame.backdrop
    // Without a background, texts and parts cast the shadows.
    if backdrop.isEmpty { inner.shadows = frame.shadows }
    if !backdrop.isEmpty, !frame.shadows.isEmpty {
      if outer.decoration == nil { outer.decoration = BoxDecoration() }
      outer.decoration?.shadows = frame.shadows
    }
    if frame.backdropBlur > 0 {
      if outer.decoration == nil { outer.decoration = BoxDecoration() }
      outer.decoration?.backdropBlur = frame.backdropBlur
    }
    guard frame.backgroundImage != nil || !frame.innerShadows.isEmpty || backdrop.count > 1 else {
      inner.background = backdrop.first
      return
    }
    let outline = outline(outer.size)
    for paint in backdrop { outer.add(.roundedRect(outline, paint)) }
    try context.inside(card.path) { () throws(RasterError) in
      try CardLayout(card: card).addGround(outline, below: inner, to: &outer, context)
    }
  }

  /// The default material of the card; nil for an opaque one.
  private var material: SheetMaterial? {
    if isSidebar { return .thick(SheetColors(card.theme)) }
    return compatibility.isTranslucent ? .pane(card.theme.cardBackgroundColor) : nil
  }

  private var standardBackground: Paint {
    var color = card.theme.cardBackgroundColor
    if own.tableStyle == .grouped, !own.table.isEmpty {
      color = SheetColors(card.theme).isDark ? .black : SheetColors(card.theme).grouped
    } else if let material, card.frame.backdropBlur == 0 {
      color = material.color
    }
    return .solid(card.frame.backdropBlur > 0 ? BackdropBlurTrait.pane(of: color) : color)
  }

  var radii: CornerRadii { card.frame.radii }

  /// The scrollable content, clipped to its edges, and its scroll offset.
  private func content(_ height: Double, inset: Double, offset: Double) throws(RasterError) -> (
    box: LayoutBox, offset: Double
  ) {
    var box = LayoutBox(size: Size(width: width, height: height))
    box.isClipped = true
    var inner: LayoutBox
    if own.table.isEmpty {
      inner = try parts(height - inset)
    } else {
      inner = try context.inside(card.path.key("sheet")) { () throws(RasterError) in
        try SheetTable(card: card, own: own, width: width, context: context).layoutTable()
      }
    }
    let most = max(0, inner.size.height + inset - height)
    if offset > most {
      box.warnings.append(
        context.warning(
          most > 0
            ? "the content can be scrolled by \(NumberText.format(most, digits: 1)) points only"
            : "the content fits on the card and cannot be scrolled",
          at: JSONPath.root.key("layout").key("contentOffset")))
    }
    inner.source = nil
    (inner.link, inner.longPress, inner.label) = (nil, nil, nil)
    if !own.table.isEmpty, let button = card.frame.editButton, !inner.size.isEmpty {
      inner.add(button.layoutButton(in: inner.size), at: EditButton.frame(in: inner.size).origin)
    }
    let scrolled = min(offset, most)
    box.add(inner, at: Point(x: 0, y: inset - scrolled))
    return (box, scrolled)
  }

  /// The card's own parts, at least as high as the available space.
  private func parts(_ room: Double) throws(RasterError) -> LayoutBox {
    // The sheet draws the frame. From the card's own frame only its paddings and the edit button are used.
    var card = card
    card.frame = card.frame.ofContent
    if own.titleStyle == .standard, card.theme.compatibility.padsScreenCards {
      // The space below the title is part of the padding.
      card.frame.topPadding = max(0, card.frame.topPadding - compatibility.titleBottom)
    }
    let layout = CardLayout(card: card)
    let natural = try layout.layoutCard(width: width, context)
    guard natural.size.height < room, !card.parts.isEmpty else { return natural }
    return try layout.layoutCard(width: width, height: room, context)
  }

  private func bottomView() throws(RasterError) -> LayoutBox? {
    guard !own.bottomView.isEmpty else { return nil }
    return try context.inside(card.path.key("sheet").key("bottomView")) { () throws(RasterError) in
      let height: SizeProposal.Length = own.bottomViewHeight.map { .exact($0) } ?? .fit(.infinity)
      return try LayersPart(layers: own.bottomView).layout(
        SizeProposal(width: .exact(width), height: height), context)
    }
  }

  /// A circle with a plus sign, or a picture.
  private func floating(_ button: SheetFloatingButton) -> LayoutBox {
    var box = LayoutBox(size: Size(width: 60, height: 60))
    box.region = "button"
    if let image = button.image {
      box.add(
        .image(DisplayItem.ImageItem(image: image, frame: Rect(x: 0, y: 0, width: 60, height: 60))))
      return box
    }
    let circle = RoundedRect(rect: Rect(x: 5, y: 5, width: 50, height: 50), radii: CornerRadii(25))
    let shadow = Shadow(
      color: Color.black.multiplyingAlpha(by: 0.54), radius: 2, offset: Point(x: 1, y: 1))
    box.label = "Add"
    box.add(.shadow(circle, shadow, hole: circle))
    box.add(.roundedRect(circle, .solid(button.color)))
    for (from, to) in [
      (Point(x: 19.5, y: 30), Point(x: 39.5, y: 30)), (Point(x: 30, y: 20.5), Point(x: 30, y: 40.5)),
    ] {
      var path = Path()
      path.move(to: from)
      path.line(to: to)
      box.add(.stroke(path, Stroke(width: 1), .white))
    }
    return box
  }

  /// Pages side by side, with a strip of map between them.
  private func paged(_ stand: Stand, _ turning: PoseTrack?) throws(RasterError) -> LayoutBox {
    var outer = LayoutBox(size: Size(width: width, height: stand.height))
    outer.source = LayoutBox.Source(type: "card", id: card.id, path: card.path)
    outer.label = card.alt
    outer.link = card.link
    outer.longPress = card.frame.longPress
    outer.attributes = [
      LayoutBox.Attribute("currentPage", number: Double(own.currentPage)),
      LayoutBox.Attribute("pages", number: Double(pages.count)),
    ]
    outer.isClipped = true
    // Shadows are not clipped at the top.
    outer.clipOutset.top = stand.height
    let pitch = width + Self.pageGap
    let place = Double(own.currentPage) + own.pageOffset
    let origin = Point(x: -place * pitch, y: 0)
    var row = LayoutBox(
      size: Size(width: max(width, Double(pages.count) * pitch - Self.pageGap), height: stand.height))
    // While pages turn, all pages from the first to the last one are visible. Screen readers read only those
    // that the still shows.
    let reach = turning.map { abs($0.pose(at: 0).translation.x) } ?? 0
    let shift = turning?.end.translation.x ?? 0
    for (number, page) in pages.enumerated() {
      let x = Double(number) * pitch
      guard abs(x + origin.x) <= pitch + reach else { continue }
      var box = try self.page(page).layoutCard(stand)
      if abs(x + origin.x + shift) >= pitch { box.label = "" }
      row.add(box, at: Point(x: x, y: 0))
    }
    if own.currentPage >= pages.count {
      outer.warnings.append(
        context.warning(
          "page \(own.currentPage) does not exist", at: card.path.key("sheet").key("currentPage")))
    }
    outer.add(row, at: origin, turning ?? PoseTrack(start: .rest))
    return outer
  }

  /// Whether the card consists of pages, which have their own corners and shadows.
  var isPaged: Bool { !pages.isEmpty }
}

/// The rows of a sheet's card that is a table.
struct SheetTable {
  @CopyOnWriteBox private(set) var card: ResolvedCard
  let own: SheetCard
  let width: Double
  let context: LayoutContext

  private static let rowHeight = 44.0
  private static let margin = 16.0
  private static let headerHeight = 38.0

  private var isGrouped: Bool { own.tableStyle == .grouped }

  func layoutTable() throws(RasterError) -> LayoutBox {
    var box = LayoutBox(size: Size(width: width, height: 0))
    box.source = LayoutBox.Source(type: "table", path: card.path.key("sheet"))
    var (y, number) = (0.0, 0)
    for section in own.table {
      y = try addHeader(section, at: y, to: &box)
      for (index, words) in section.rows.enumerated() {
        box.add(
          try row(words, isSelected: number == own.selectedRow, isLast: index == section.rows.count - 1),
          at: Point(x: 0, y: y))
        y += Self.rowHeight
        number += 1
      }
    }
    if isGrouped { y += 18 }
    box.size.height = y
    if let selected = own.selectedRow, selected >= number {
      box.warnings.append(
        context.warning(
          "row \(selected) does not exist", at: card.path.key("sheet").key("selectedRow")))
    }
    return box
  }

  private func addHeader(_ section: SheetSection, at top: Double, to box: inout LayoutBox)
    throws(RasterError) -> Double
  {
    guard let title = section.title else { return isGrouped ? top + 18 : top }
    let height = isGrouped ? Self.headerHeight : 28
    var header = LayoutBox(size: Size(width: width, height: height))
    if !isGrouped { header.background = .solid(SheetColors(card.theme).grouped) }
    let font = card.theme.screenFont(13, weight: isGrouped ? 400 : 600)
    let text = try SheetText(context: context).block(
      title, font, isGrouped ? card.theme.base.secondaryTextColor : card.theme.base.primaryTextColor,
      line: 18, width: max(1, width - 2 * Self.margin))
    header.add(text, at: Point(x: Self.margin, y: isGrouped ? height - 24 : 5))
    box.add(header, at: Point(x: 0, y: top))
    return top + height
  }

  private func row(_ words: String, isSelected: Bool, isLast: Bool) throws(RasterError) -> LayoutBox {
    let colors = SheetColors(card.theme)
    var row = LayoutBox(size: Size(width: width, height: Self.rowHeight))
    row.source = LayoutBox.Source(type: "row", path: card.path.key("sheet"))
    row.region = "row"
    row.label = words
    if isGrouped { row.background = .solid(card.theme.cardBackgroundColor) }
    if isSelected {
      row.background = .solid(colors.selection)
      row.attributes = [LayoutBox.Attribute("selected", flag: true)]
    }
    let font = card.theme.screenFont(17)
    row.add(
      try SheetText(context: context).block(
        words, font, card.theme.base.primaryTextColor, line: 20.5, width: max(1, width - 2 * Self.margin)),
      at: Point(x: Self.margin, y: (Self.rowHeight - 20.5) / 2))
    let start = isGrouped && isLast ? 0 : Self.margin
    row.add(
      .rect(
        Rect(x: start, y: Self.rowHeight - 0.5, width: width - start, height: 0.5), colors.opaqueSeparator))
    return row
  }
}

/// The system colours of sheets, in both appearances.
struct SheetColors {
  let isDark: Bool

  init(_ theme: ResolvedTheme) { isDark = theme.appearance == .dark }

  private func pick(_ light: Color, _ dark: Color) -> Color { isDark ? dark : light }

  var secondaryLabel: Color {
    pick(
      Color(rgb: 0x3C3C43).multiplyingAlpha(by: 0.6), Color(rgb: 0xEBEBF5).multiplyingAlpha(by: 0.6))
  }
  var opaqueSeparator: Color { pick(Color(rgb: 0xC6C6C8), Color(rgb: 0x38383A)) }
  var separator: Color {
    pick(
      Color(rgb: 0x3C3C43).multiplyingAlpha(by: 0.29), Color(rgb: 0x545458).multiplyingAlpha(by: 0.6))
  }
  var grouped: Color { pick(Color(rgb: 0xF2F2F7), Color(rgb: 0x2C2C2E)) }
  var selection: Color { pick(Color(rgb: 0xD1D1D6), Color(rgb: 0x3A3A3C)) }
  var blue: Color { pick(Color(rgb: 0x007AFF), Color(rgb: 0x0A84FF)) }
  var red: Color { pick(Color(rgb: 0xFF3B30), Color(rgb: 0xFF453A)) }
}
