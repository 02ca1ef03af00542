import CardRaster
import CardScreens

/// Places cards on a canvas: in a list, a grid, full screen, or below a sheet.
struct PageLayout {
  var deck: ResolvedDeck
  let fonts: FontContext
  let tiles = TileReader()
  let trace = LayoutTrace()
  /// The cache shared by consecutive cards; nil for independent cards.
  var boxes: LayoutCache?
  /// The index of the current card in its repetition.
  var cardRepetition: Int?

  /// A page with some cards of the deck.
  ///
  /// - Parameter content: The content of the sheet, if the layout has one.
  func page(_ cards: [ResolvedCard], content: ResolvedCard? = nil) throws(RasterError) -> LayoutBox {
    trace.beginPage()
    let canvas = deck.canvas
    let width = canvas.finalWidth
    var page: LayoutBox
    switch deck.layout.kind {
    case .list: page = try list(cards, width: width, padding: deck.padding)
    case .bottomSheet: page = try bottomSheet(content, over: cards, width: width)
    case .swipeStack: page = try swipeStack(cards, width: width)
    case .sheet: page = try sheet(cards, width: width).layoutSheet()
    case .grid: page = try grid(cards, width: width)
    case .fullScreen: page = try fullScreen(cards, width: width)
    }
    if !deck.layout.kind.isScreen, let height = canvas.finalHeight {
      if page.size.height > height + 0.5, deck.layout.kind != .fullScreen {
        page.warnings.append(
          DeckIssue(
            .warning, file: deck.file, path: JSONPath.root.key("canvas").key("height"),
            message:
              "the cards are \(NumberText.format(page.size.height - height, digits: 1)) points taller than the "
              + "canvas of \(NumberText.format(height)) and were clipped", code: .overflow))
      }
      if deck.standsInTheMiddle { page.moveContent(down: max(0, (height - page.size.height) / 2)) }
      page.size.height = height
    } else {
      // A picture ends at a whole pixel, like the edge of its last card.
      page.size.height = PixelGrid(scale: canvas.scale).snap(page.size.height)
    }
    return try finished(page, cards: cards + (content.map { [$0] } ?? []))
  }

  /// The page with its overlays and backgrounds.
  func finished(_ page: LayoutBox, cards: [ResolvedCard]) throws(RasterError) -> LayoutBox {
    var page = page
    let canvas = deck.canvas
    try addOverlays(of: cards, to: &page)
    if let bar = deck.layout.statusBar {
      page.add(try statusBar(bar, of: cards, width: page.size.width), at: .zero)
    }
    if deck.theme.direction == .rightToLeft { page = page.mirrored() }
    page.background = canvas.background ?? .solid(deck.theme.pageBackgroundColor)
    if let image = canvas.backgroundImage { try addImage(image, behind: &page) }
    page.source = LayoutBox.Source(type: "deck")
    page.attributes = [
      LayoutBox.Attribute("date", deck.date.text), LayoutBox.Attribute("seed", String(deck.seed)),
      LayoutBox.Attribute("appearance", deck.theme.appearance.rawValue),
    ]
    if deck.theme.direction == .rightToLeft {
      page.attributes.append(LayoutBox.Attribute("direction", deck.theme.direction.rawValue))
    }
    return page
  }

  /// Adds a picture behind everything on a page.
  private func addImage(_ image: BackgroundImage, behind page: inout LayoutBox) throws(RasterError) {
    let path = JSONPath.root.key("canvas").key("backgroundImage")
    let context = LayoutContext(theme: deck.theme, path: path, surroundings(deck.locale))
    var box = LayoutBox(size: page.size)
    box.decoration = BoxDecoration()
    box.decoration?.picture = try context.inside(path) { () throws(RasterError) in
      try image.picture(in: page.size, key: "image", &page.warnings, context)
    }
    page.content.insert(.box(box, at: .zero), at: 0)
  }

  /// Adds the parts that overlay the whole picture, above all cards and in their order.
  private func addOverlays(of cards: [ResolvedCard], to page: inout LayoutBox) throws(RasterError) {
    for card in cards {
      let context = context(card)
      let over = try context.inside(card.path) { () throws(RasterError) in
        try CardLayout(card: card).overlays(.deck, in: page.size, context)
      }
      if !over.content.isEmpty { page.add(over, at: .zero) }
    }
  }

  func context(_ card: ResolvedCard) -> LayoutContext {
    LayoutContext(theme: card.theme, path: card.path, surroundings(card.locale))
  }

  func surroundings(_ locale: DeckLocale) -> LayoutContext.Surroundings {
    LayoutContext.Surroundings(
      scale: deck.canvas.scale, date: deck.date, locale: locale, seed: deck.seed, file: deck.file,
      fonts: fonts, tiles: tiles, trace: trace, boxes: boxes, cardRepetition: cardRepetition)
  }

  /// The space between cards, in points.
  var spacing: Double { deck.layout.spacing ?? deck.theme.cardsLineSpacing }

  private func list(_ cards: [ResolvedCard], width: Double, padding: Insets) throws(RasterError) -> LayoutBox
  {
    let room = max(0, width - padding.horizontal)
    var page = LayoutBox(size: Size(width: width, height: 0))
    var y = padding.top + deck.theme.cardsViewContentInsetTop
    var end = y
    for (index, card) in cards.enumerated() {
      if index > 0 { y += spacing }
      let margins = card.theme.cardCellMargins
      let cardWidth =
        card.frame.customMargin.map { room.rounded() - 2 * $0 } ?? room.rounded() - margins.left
        - margins.right
      let layout = CardLayout(card: card)
      let box = try layout.layoutCard(width: max(0, cardWidth), context(card))
      // Unequal margins move the card. A fractional width is shared between both sides.
      let x = (room - box.size.width) / 2
      let shift = card.frame.customMargin == nil ? (margins.left - margins.right) / 2 : 0
      page.add(box, at: Point(x: padding.left + x + shift, y: y))
      y += box.size.height
      // The picture ends below the lowest shadow, and does not cut it.
      end = max(end, y + layout.room(below: padding.bottom))
    }
    page.size.height = cards.isEmpty ? y + padding.bottom : end
    return page
  }

  private func grid(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> LayoutBox {
    let padding = deck.padding
    let columns = deck.layout.columns
    var page = LayoutBox(size: Size(width: width, height: 0))
    var y = padding.top + deck.theme.cardsViewContentInsetTop
    var end = y
    for start in stride(from: 0, to: cards.count, by: columns) {
      if start > 0 { y += spacing }
      let row = Array(cards[start..<min(start + columns, cards.count)])
      let (boxes, height) = try gridRow(row, width: width - padding.horizontal)
      for (card, (box, x)) in zip(row, boxes) {
        page.add(box, at: Point(x: padding.left + x, y: y))
        end = max(end, y + height + CardLayout(card: card).room(below: padding.bottom))
      }
      y += height
    }
    page.size.height = cards.isEmpty ? y + padding.bottom : end
    return page
  }

  /// The equally tall cards of one grid row, with their x coordinates within a width.
  func gridRow(
    _ cards: [ResolvedCard], width: Double
  ) throws(RasterError) -> (boxes: [(box: LayoutBox, x: Double)], height: Double) {
    let columns = Double(deck.layout.columns)
    let cell = (width - spacing * (columns - 1)) / columns
    // The second layout of a card reuses the parts cached in its context.
    let row = cards.map { (card: $0, context: context($0)) }
    var tallest = 0.0
    for (card, context) in row {
      let box = try CardLayout(card: card).layoutCard(width: cardWidth(card, in: cell), context)
      tallest = max(tallest, box.size.height)
    }
    var boxes: [(box: LayoutBox, x: Double)] = []
    for (column, (card, context)) in row.enumerated() {
      let box = try CardLayout(card: card).layoutCard(
        width: cardWidth(card, in: cell), height: tallest, context)
      let margins = cellMargins(card)
      let shift = (margins.left - margins.right + cell - box.size.width) / 2
      boxes.append((box, Double(column) * (cell + spacing) + shift))
    }
    return (boxes, tallest)
  }

  private func cardWidth(_ card: ResolvedCard, in cell: Double) -> Double {
    max(0, cell - cellMargins(card).horizontal)
  }

  /// The margins at the sides of a card in its column; the margins of a theme apply only to lists.
  private func cellMargins(_ card: ResolvedCard) -> Insets {
    if let margin = card.frame.customMargin { return Insets(top: 0, left: margin, bottom: 0, right: margin) }
    return deck.layout.cardCellMargins ?? .zero
  }

  /// The cards as a list on a screen, with a sheet over it.
  private func bottomSheet(_ content: ResolvedCard?, over cards: [ResolvedCard], width: Double)
    throws(RasterError) -> LayoutBox
  {
    let sheet = deck.layout.sheet
    var padding = deck.padding
    padding.top += sheet.safeAreaInsets.top
    padding.left += sheet.safeAreaInsets.left
    padding.right += sheet.safeAreaInsets.right
    var page = try list(cards, width: width, padding: padding)
    page.size.height = deck.canvas.finalHeight ?? BottomSheet.screenHeight
    guard let content else { return page }
    let layout = BottomSheetLayout(sheet: sheet, card: content, screen: page.size, context: context(content))
    let boxes = try layout.boxes()
    if boxes.contains(where: { $0.box.isOverlay && $0.poses.end.opacity > 0 }) { page = page.withoutLinks() }
    for (box, point, poses) in boxes { page.add(box, at: point, poses) }
    return page
  }

  /// The cards in a swipe stack on a screen.
  private func swipeStack(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> LayoutBox {
    var page = try screen(width: width)
    let stack = SwipeStackLayout(
      stack: deck.layout.swipe, cards: cards.map { (card: $0, context: context($0)) }, screen: page.size,
      context: LayoutContext(
        theme: deck.theme, path: JSONPath.root.key("layout"), surroundings(deck.locale)))
    let (box, point) = try stack.layoutStack()
    page.add(box, at: point)
    return page
  }

  /// The layout of the top card over a map.
  private func sheet(_ cards: [ResolvedCard], width: Double) -> SheetLayout {
    SheetLayout(
      sheet: deck.layout.mapSheet, parts: deck.screen, cards: cards.map { (card: $0, context: context($0)) },
      theme: deck.theme,
      screen: Size(width: width, height: deck.canvas.finalHeight ?? BottomSheet.screenHeight),
      context: LayoutContext(
        theme: deck.theme, path: JSONPath.root.key("layout"), surroundings(deck.locale)))
  }

  /// The system's status bar at the top of a screen.
  private func statusBar(_ bar: StatusBar, of cards: [ResolvedCard], width: Double) throws(RasterError)
    -> LayoutBox
  {
    let layout = deck.layout
    let safeArea: Insets =
      switch layout.kind {
      case .bottomSheet: layout.sheet.safeAreaInsets
      case .sheet: layout.mapSheet.safeAreaInsets
      default: .zero
      }
    let ground = layout.kind == .sheet ? sheet(cards, width: width).colorsBehindStatusBar : []
    return try StatusBarLayout(
      bar: bar, theme: deck.theme, width: width, safeTop: safeArea.top, ground: ground,
      context: LayoutContext(
        theme: deck.theme, path: JSONPath.root.key("layout").key("statusBar"), surroundings(deck.locale))
    ).layoutStatusBar()
  }

  /// A screen with its backdrop behind the cards.
  private func screen(width: Double) throws(RasterError) -> LayoutBox {
    var page = LayoutBox(
      size: Size(width: width, height: deck.canvas.finalHeight ?? BottomSheet.screenHeight))
    guard !deck.screen.backdrop.isEmpty else { return page }
    let path = JSONPath.root.key("layout").key("backdrop")
    let context = LayoutContext(theme: deck.theme, path: path, surroundings(deck.locale))
    let box = try context.inside(path) { () throws(RasterError) in
      try LayersPart(layers: deck.screen.backdrop).layout(Proposal(page.size), context)
    }
    page.add(box, at: .zero)
    return page
  }
}

extension ResolvedDeck {
  /// Whether cards are vertically centred on the canvas: in a picture for sharing, which cannot be scrolled.
  fileprivate var standsInTheMiddle: Bool {
    guard theme.compatibility.centersCards, [.list, .grid].contains(layout.kind) else { return false }
    return canvas.preset.map { $0.growth > 1 } ?? false
  }
}

extension LayoutBox {
  fileprivate mutating func moveContent(down distance: Double) {
    let way = Point(x: 0, y: distance.rounded())
    content = content.map { entry in
      switch entry {
      case .item: entry
      case .text(let text, let point): .text(text, at: point + way)
      case .box(let box, let point): .box(box, at: point + way)
      case .confetti(let emitter, let point): .confetti(emitter, at: point + way)
      }
    }
  }
}

/// A card that fills the canvas.
extension PageLayout {
  func fullScreen(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> LayoutBox {
    let padding = deck.padding
    var page = LayoutBox(size: Size(width: width, height: padding.vertical))
    guard let first = cards.first else { return page }
    let cardWidth = max(0, width - padding.horizontal - 2 * (first.frame.customMargin ?? 0))
    let height = deck.canvas.finalHeight.map { max(0, $0 - padding.vertical) }
    let card = try fitted(deck.canvas.padding == nil ? first.withRoomAtItsEnds : first, cardWidth, height)
    let layout = CardLayout(card: card)
    let box = try layout.layoutCard(
      width: cardWidth, height: height, alignment: deck.layout.contentAlignment, context(card))
    page.add(box, at: Point(x: (width - cardWidth + padding.left - padding.right) / 2, y: padding.top))
    page.size.height = padding.top + box.size.height + layout.room(below: padding.bottom)
    return page
  }

  /// The card with smaller headings if it does not fit, on a canvas that is viewed from a distance.
  ///
  /// A picture for sharing cannot be scrolled.
  private func fitted(_ card: ResolvedCard, _ width: Double, _ height: Double?) throws(RasterError)
    -> ResolvedCard
  {
    guard let height, card.height == nil, card.theme.base.growth > 1 else { return card }
    let room = height - card.frame.topPadding - card.frame.bottomPadding
    for share in Self.headerShares {
      var smaller = card
      smaller.theme.headerTextFont.size *= share
      smaller.theme.headerAttributedTextFont.size *= share
      let needed = try CardLayout(card: smaller).column.layoutColumn(width: width, context(smaller)).size
        .height
      if needed <= room + 0.5 { return smaller }
    }
    return card
  }

  /// The scales of headings to try, the largest first; smaller ones would not look like headings.
  private static let headerShares = [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.55]
}

extension ResolvedCard {
  /// The card with top and bottom margins equal to its side margins, for modern themes.
  ///
  /// Margins that the deck sets for these parts are kept.
  fileprivate var withRoomAtItsEnds: ResolvedCard {
    let shown = parts.filter { !$0.common.isHidden && $0.part.overlay == .none }
    guard theme.compatibility.padsScreenCards, let first = shown.first, let last = shown.last else {
      return self
    }
    var card = self
    let side = theme.cardPartMargins.left
    if first.common.margins == nil { card.frame.topPadding += max(0, side - first.margins(theme).top) }
    if last.common.margins == nil { card.frame.bottomPadding += max(0, side - last.margins(theme).bottom) }
    return card
  }
}
