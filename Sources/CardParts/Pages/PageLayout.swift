import CardRaster

/// Places cards on a canvas: in a list, a grid, full screen, or below a sheet.
struct PageLayout {
  @CopyOnWriteBox var deck: ResolvedDeck
  let fonts: FontContext
  let tiles = TileReader()
  let trace = LayoutTrace()
  /// The cache shared by consecutive cards; nil for independent cards.
  var boxes: LayoutCache?
  /// The index of the current card in its repetition.
  var cardRepetition: Int?
  /// The content in front of the cards of the current page, if the layout has one.
  @CopyOnWriteBox private(set) var content: ResolvedCard?

  /// A page with some cards of the deck.
  ///
  /// - Parameter content: The content of the sheet, if the layout has one.
  func page(_ cards: [ResolvedCard], content: ResolvedCard? = nil) throws(RasterError) -> LayoutBox {
    trace.beginPage()
    let canvas = deck.canvas
    let kind = deck.layout.kind
    var layout = self
    layout.content = content
    var page = try kind.layout(cards, on: layout)
    if !kind.isScreen, let height = canvas.finalHeight {
      if page.size.height > height + 0.5, !kind.showsOneCard {
        page.warnings.append(
          DeckIssue(
            .warning, file: deck.file, path: JSONPath.root.key("canvas").key("height"),
            message:
              "the cards are \(NumberText.format(page.size.height - height, digits: 1)) points taller than the "
              + "canvas of \(NumberText.format(height)) and were clipped",
            hint: roomHint(for: page, in: cards), code: .overflow))
      }
      // A picture for sharing cannot be scrolled.
      if kind.flows, deck.theme.compatibility.centersCards, canvas.preset?.growth ?? 1 > 1 {
        let space = max(0, (height - page.size.height) / 2).rounded()
        page.content = page.content.map { $0.moved(by: Point(x: 0, y: space)) }
      }
      page.size.height = height
    } else {
      // A picture ends at a whole pixel, like the edge of its last card.
      page.size.height = PixelGrid(scale: canvas.scale).snap(page.size.height)
    }
    return try finished(page, cards: cards + (content.map { [$0] } ?? []))
  }

  /// A hint for cards that are taller than the canvas: the part that could be lower, and other canvases.
  private func roomHint(for page: LayoutBox, in cards: [ResolvedCard]) -> String {
    let canvas = deck.canvas
    var ways = ["set \"height\": \(NumberText.format(page.size.height.rounded(.up)))"]
    let higher = Canvas.Preset.allCases.first {
      $0.size.width == canvas.finalWidth && $0.size.height ?? 0 >= page.size.height
    }
    if let higher, canvas.height == nil { ways.append("set \"preset\": \"\(higher.rawValue)\"") }
    if cards.count == 1 { ways.append("set \"layout\": \"fullScreen\" to fit the card to the canvas") }
    let part = page.tallestPart.map { "shorten \($0.path.text), which is the tallest part, or " } ?? ""
    return part + ways.joined(separator: ", or ")
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
    let context = context(at: path)
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

  /// The context of an element that is not on a card.
  func context(at path: JSONPath) -> LayoutContext {
    LayoutContext(theme: deck.theme, path: path, surroundings(deck.locale))
  }

  private func surroundings(_ locale: DeckLocale) -> LayoutContext.Surroundings {
    LayoutContext.Surroundings(
      scale: deck.canvas.scale, date: deck.date, locale: locale, seed: deck.seed, file: deck.file,
      fonts: fonts, tiles: tiles, trace: trace, boxes: boxes, cardRepetition: cardRepetition)
  }

  /// The space between cards, in points.
  var spacing: Double { deck.layout.spacing ?? deck.theme.cardsLineSpacing }

  /// The margins at the sides of a card; its own margin takes precedence.
  func sideMargins(_ card: ResolvedCard, _ standard: Insets) -> Insets {
    card.frame.customMargin.map { Insets(top: 0, left: $0, bottom: 0, right: $0) } ?? standard
  }

  /// The size of a layout that shows a whole screen.
  var screen: Size {
    Size(width: deck.canvas.finalWidth, height: deck.canvas.finalHeight ?? BottomSheet.screenHeight)
  }

  /// A screen with its backdrop behind the cards.
  func backdrop() throws(RasterError) -> LayoutBox {
    var page = LayoutBox(size: screen)
    guard !deck.layout.backdrop.isEmpty else { return page }
    let path = JSONPath.root.key("layout").key("backdrop")
    let context = context(at: path)
    let box = try context.inside(path) { () throws(RasterError) in
      try LayersPart(layers: deck.layout.backdrop).layout(SizeProposal(page.size), context)
    }
    page.add(box, at: .zero)
    return page
  }

  /// The system's status bar at the top of a screen.
  private func statusBar(_ bar: StatusBar, of cards: [ResolvedCard], width: Double) throws(RasterError)
    -> LayoutBox
  {
    try StatusBarLayout(
      bar: bar, theme: deck.theme, width: width, safeTop: deck.layout.own?.safeAreaInsets.top ?? 0,
      ground: deck.layout.kind.colorsBehindStatusBar(cards, on: self),
      context: context(at: JSONPath.root.key("layout").key("statusBar"))
    ).layoutStatusBar()
  }
}

extension LayoutBox {
  /// The source of the tallest part inside; parts in other parts do not count.
  fileprivate var tallestPart: Source? { tallestPart(in: self)?.source }

  private func tallestPart(in box: LayoutBox) -> LayoutBox? {
    var tallest: LayoutBox?
    for case .box(let inner, _) in box.content {
      let found = inner.source?.part == nil ? tallestPart(in: inner) : inner
      if let found, found.size.height > tallest?.size.height ?? 0 { tallest = found }
    }
    return tallest
  }
}
