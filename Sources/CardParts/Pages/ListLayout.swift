import CardRaster

/// Cards below each other.
enum ListLayout: CardsLayoutKind {
  static let name = "list"
  static let fields = FieldTable<DeckLayout> { DeckLayout.listFields }
  static let flows = true

  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox {
    try page.list(cards, padding: page.deck.padding)
  }
}

extension PageLayout {
  /// The boxes of cards next to each other with their positions, and their height.
  typealias Row = (boxes: [(box: LayoutBox, origin: Point)], height: Double)

  /// The cards below each other, with space at the edges of the canvas.
  func list(_ cards: [ResolvedCard], padding: Insets) throws(RasterError) -> LayoutBox {
    let count = cards.count
    return try rows(cards.map { [$0] }, padding: padding) { (cards, width) throws(RasterError) in
      let room = max(0, width)
      let margins = sideMargins(cards[0], cards[0].theme.cardCellMargins)
      let layout = CardLayout(card: cards[0])
      let inner = max(0, room.rounded() - margins.left - margins.right)
      var box = try layout.layoutCard(width: inner, context(cards[0]))
      if count == 1, let height = roomForOne(layout, padding), box.size.height > height {
        box = try layout.layoutCard(width: inner, height: height, context(cards[0]))
      }
      // Unequal margins move the card. A fractional width is shared between both sides.
      let x = (room - box.size.width) / 2 + (margins.left - margins.right) / 2
      return ([(box, Point(x: x, y: 0))], box.size.height)
    }
  }

  /// The height of the only card if it may shrink to the canvas: it has a chart, and the picture cannot be scrolled.
  private func roomForOne(_ layout: CardLayout, _ padding: Insets) -> Double? {
    guard let height = deck.canvas.finalHeight, deck.canvas.preset?.growth ?? 1 > 1,
      layout.card.height == nil,
      layout.card.parts.contains(where: { !$0.common.isHidden && $0.takesAnyHeight })
    else { return nil }
    return height - padding.top - deck.theme.cardsViewContentInsetTop - layout.room(below: padding.bottom)
  }

  /// Rows of cards below each other.
  ///
  /// - Parameter row: Lays out the cards of a row in a width.
  func rows(
    _ rows: [[ResolvedCard]], padding: Insets, row: ([ResolvedCard], Double) throws(RasterError) -> Row
  ) throws(RasterError) -> LayoutBox {
    let width = deck.canvas.finalWidth
    var page = LayoutBox(size: Size(width: width, height: 0))
    var y = padding.top + deck.theme.cardsViewContentInsetTop
    var end = y
    for (number, cards) in rows.enumerated() {
      if number > 0 { y += spacing }
      let (boxes, height) = try row(cards, width - padding.horizontal)
      for (card, (box, origin)) in zip(cards, boxes) {
        page.add(box, at: origin + Point(x: padding.left, y: y))
        // The picture ends below the lowest shadow, and does not cut it.
        end = max(
          end, y + origin.y + box.size.height + CardLayout(card: card).room(below: padding.bottom))
      }
      y += height
    }
    page.size.height = rows.isEmpty ? y + padding.bottom : end
    return page
  }
}
