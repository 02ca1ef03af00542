import CardRaster

/// Cards in columns.
enum GridLayout: CardsLayoutKind {
  static let name = "grid"
  static let fields = FieldTable<DeckLayout> {
    Field("columns", \.columns, .integer(1...100), "The number of columns of a grid.")
    DeckLayout.listFields
  }
  static let flows = true

  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox {
    try page.rows(
      cards, columns: page.deck.layout.columns, padding: page.deck.padding, row: page.gridRow)
  }
}

extension PageLayout {
  /// The equally tall cards of one row of a grid.
  func gridRow(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> Row {
    let columns = Double(deck.layout.columns)
    let cell = (width - spacing * (columns - 1)) / columns
    // The margins of a theme apply only to lists.
    let row = cards.map { card in
      let margins = sideMargins(card, deck.layout.cardCellMargins ?? .zero)
      return (layout: CardLayout(card: card), context: context(card), margins: margins)
    }
    func boxes(_ height: Double?) throws(RasterError) -> [LayoutBox] {
      try row.map { card throws(RasterError) in
        try card.layout.layoutCard(
          width: max(0, cell - card.margins.horizontal), height: height, card.context)
      }
    }
    // The second layout of a card reuses the parts cached in its context.
    let tallest = try boxes(nil).map(\.size.height).max() ?? 0
    let boxes = zip(row, try boxes(tallest)).enumerated().map { column, entry in
      let (margins, box) = (entry.0.margins, entry.1)
      let shift = (margins.left - margins.right + cell - box.size.width) / 2
      return (box: box, x: Double(column) * (cell + spacing) + shift)
    }
    return (boxes, tallest)
  }
}
