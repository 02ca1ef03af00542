import CardRaster

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
    let box = try layout.layout(
      width: cardWidth, height: height, alignment: deck.layout.contentAlignment, context(card))
    page.add(box, at: Point(x: (width - cardWidth + padding.left - padding.right) / 2, y: padding.top))
    page.size.height = padding.top + box.size.height + layout.room(below: padding.bottom)
    return page
  }

  /// A card whose headers are as much smaller as it takes to hold it, on a canvas that is looked at from afar: in a picture
  /// to be shared nobody scrolls.
  private func fitted(_ card: ResolvedCard, _ width: Double, _ height: Double?) throws(RasterError)
    -> ResolvedCard
  {
    guard let height, card.height == nil, card.theme.base.growth > 1 else { return card }
    let room = height - card.frame.topPadding - card.frame.bottomPadding
    for share in Self.headerShares {
      var smaller = card
      smaller.theme.headerTextFont.size *= share
      smaller.theme.headerAttributedTextFont.size *= share
      let needed = try CardLayout(card: smaller).column.layout(width: width, context(smaller)).size.height
      if needed <= room + 0.5 { return smaller }
    }
    return card
  }

  /// How large headers are, the largest first; smaller ones would be none any more.
  private static let headerShares = [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.55]
}

extension ResolvedCard {
  /// The card with as much room above its first part and below its last one as it has at its sides, in themes of today
  /// and where the deck gives these parts no margins.
  fileprivate var withRoomAtItsEnds: ResolvedCard {
    let shown = parts.filter { !$0.common.isHidden && $0.part.overlay == .none }
    guard theme.partDefaults == .today, let first = shown.first, let last = shown.last else { return self }
    var card = self
    let side = theme.cardPartMargins.left
    if first.common.margins == nil { card.frame.topPadding += max(0, side - first.margins(theme).top) }
    if last.common.margins == nil { card.frame.bottomPadding += max(0, side - last.margins(theme).bottom) }
    return card
  }
}
