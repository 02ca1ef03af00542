import CardRaster

/// Places cards on a canvas: below each other, in columns, or one that fills it.
struct PageLayout {
  let deck: ResolvedDeck
  let fonts: FontShelf
  let tiles = TileReader()
  let trace = LayoutTrace()

  /// A page with some cards of the deck.
  func page(_ cards: [ResolvedCard]) throws(RasterError) -> LayoutBox {
    let canvas = deck.canvas
    let width = canvas.finalWidth
    var page: LayoutBox
    switch deck.layout.kind {
    case .list: page = try list(cards, width: width)
    case .grid: page = try grid(cards, width: width)
    case .fullScreen: page = try fullScreen(cards, width: width)
    }
    if let height = canvas.finalHeight {
      if page.size.height > height + 0.5, deck.layout.kind != .fullScreen {
        page.warnings.append(
          DeckIssue(
            .warning, file: deck.file, place: nil, path: JSONPath.root.key("canvas").key("height"),
            message:
              "the cards are \(NumberText.text(page.size.height - height, digits: 1)) points taller than the "
              + "canvas of \(NumberText.text(height)) and were cut"))
      }
      page.size.height = height
    } else {
      // A picture ends on a whole pixel, where the edge of its last card is put too.
      page.size.height = PixelGrid(scale: canvas.scale).snap(page.size.height)
    }
    page.background = canvas.background ?? .solid(deck.theme.pageBackgroundColor)
    page.source = LayoutBox.Source(type: "deck")
    page.attributes = [
      LayoutBox.Attribute("date", deck.date.text), LayoutBox.Attribute("seed", String(deck.seed)),
    ]
    return page
  }

  private func context(_ card: ResolvedCard) -> LayoutContext {
    LayoutContext(card: card, in: deck, fonts: fonts, tiles: tiles, trace: trace)
  }

  private var spacing: Double { deck.layout.spacing ?? deck.theme.cardsLineSpacing }

  private func list(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> LayoutBox {
    let padding = deck.canvas.padding
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
      let box = try layout.layout(width: max(0, cardWidth), context(card))
      page.add(box, at: Point(x: padding.left + (room - box.size.width) / 2, y: y))
      y += box.size.height
      // The picture ends where the lowest shadow does, not across it.
      end = max(end, y + max(padding.bottom, layout.shadowReach))
    }
    page.size.height = cards.isEmpty ? y + padding.bottom : end
    return page
  }

  private func grid(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> LayoutBox {
    let padding = deck.canvas.padding
    let columns = deck.layout.columns
    let gap = spacing
    let cell = (width - padding.horizontal - gap * Double(columns - 1)) / Double(columns)
    var page = LayoutBox(size: Size(width: width, height: 0))
    var y = padding.top + deck.theme.cardsViewContentInsetTop
    var end = y
    for start in stride(from: 0, to: cards.count, by: columns) {
      if start > 0 { y += gap }
      let row = cards[start..<min(start + columns, cards.count)]
      var tallest = 0.0
      for card in row {
        let box = try CardLayout(card: card).layout(width: cardWidth(card, in: cell), context(card))
        tallest = max(tallest, box.size.height)
      }
      for (column, card) in row.enumerated() {
        // Cards of one row are equally tall.
        let layout = CardLayout(card: card)
        let box = try layout.layout(width: cardWidth(card, in: cell), height: tallest, context(card))
        let x = padding.left + Double(column) * (cell + gap) + (cell - box.size.width) / 2
        page.add(box, at: Point(x: x, y: y))
        end = max(end, y + tallest + max(padding.bottom, layout.shadowReach))
      }
      y += tallest
    }
    page.size.height = cards.isEmpty ? y + padding.bottom : end
    return page
  }

  private func cardWidth(_ card: ResolvedCard, in cell: Double) -> Double {
    max(0, cell - 2 * (card.frame.customMargin ?? 0))
  }

  private func fullScreen(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> LayoutBox {
    let padding = deck.canvas.padding
    var page = LayoutBox(size: Size(width: width, height: padding.vertical))
    guard let card = cards.first else { return page }
    let layout = CardLayout(card: card)
    let cardWidth = max(0, width - padding.horizontal - 2 * (card.frame.customMargin ?? 0))
    let box = try layout.layout(
      width: cardWidth, height: deck.canvas.finalHeight.map { max(0, $0 - padding.vertical) },
      alignment: deck.layout.contentAlignment, context(card))
    page.add(box, at: Point(x: (width - cardWidth + padding.left - padding.right) / 2, y: padding.top))
    page.size.height = padding.top + box.size.height + max(padding.bottom, layout.shadowReach)
    return page
  }
}
