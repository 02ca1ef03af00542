import CardRaster

/// One card that fills the canvas.
enum FullScreenLayout: CardsLayoutKind {
  static let name = "fullScreen"
  static let fields = FieldTable<DeckLayout> {
    Field(
      "contentAlignment", \.contentAlignment, .word,
      "The vertical alignment of the parts of a full-screen card.")
  }
  static let showsOneCard = true

  static func setting(_ layout: DeckLayout) -> CardFrame.Setting { .fullScreen }

  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox {
    let (deck, padding) = (page.deck, page.deck.padding)
    let width = deck.canvas.finalWidth
    var box = LayoutBox(size: Size(width: width, height: padding.vertical))
    guard let first = cards.first else { return box }
    let cardWidth = max(0, width - padding.horizontal - 2 * (first.frame.customMargin ?? 0))
    let height = deck.canvas.finalHeight.map { max(0, $0 - padding.vertical) }
    let (card, context) = try page.fitted(
      deck.canvas.padding == nil ? first.withRoomAtItsEnds : first, cardWidth, height)
    let layout = CardLayout(card: card, keepsLastPart: card.theme.compatibility.keepsLastParts)
    let inner = try layout.layoutCard(
      width: cardWidth, height: height, alignment: deck.layout.contentAlignment, context)
    box.add(inner, at: Point(x: (width - cardWidth + padding.left - padding.right) / 2, y: padding.top))
    box.size.height = padding.top + inner.size.height + layout.room(below: padding.bottom)
    return box
  }
}

extension PageLayout {
  /// The card with smaller headings if it does not fit, on a canvas that is viewed from a distance.
  ///
  /// A picture for sharing cannot be scrolled. Texts with a `minimumScaleFactor` shrink with the headings.
  fileprivate func fitted(_ card: ResolvedCard, _ width: Double, _ height: Double?) throws(RasterError)
    -> (ResolvedCard, LayoutContext)
  {
    guard let height, card.height == nil, card.theme.base.growth > 1 else { return (card, context(card)) }
    let room = height - card.frame.topPadding - card.frame.bottomPadding
    var smaller = card
    var context = context(card)
    for share in Self.headerShares {
      smaller = card
      smaller.theme.scaleHeaders(by: share)
      context = self.context(smaller)
      (context.textFit.scale, context.textFit.hasScaledHeaders) = (share, share < 1)
      let column = CardLayout(card: smaller).column
      var needed = try column.layoutColumn(width: width, context).size.height
      if needed > room + 0.5 {
        // Parts that take any height, such as charts and maps, shrink to half of the card before headings do.
        for (part, height) in zip(
          column.parts.filter { !$0.common.isHidden }, try column.heights(width: width, context))
        where part.takesAnyHeight { needed -= max(0, height - room / 2) }
      }
      if needed <= room + 0.5 { break }
    }
    return (smaller, context)
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
