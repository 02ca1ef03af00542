import CardRaster

/// Cards in columns.
enum GridLayout: CardsLayoutKind {
  static let name = "grid"
  static let fields = FieldTable<DeckLayout> {
    Field("columns", \.columns, .integer(1...100), "The number of columns of a grid.")
    Field(
      "subgrid", \.subgrid, .boolean,
      "Whether the parts of the cards of a row are aligned: all first parts are equally tall, then all second ones, and so on, as with `subgrid` in CSS."
    )
    DeckLayout.listFields
  }
  static let cardField: Field<CardValues>? = Field(
    "columnSpan", \.columnSpan, .integer(1...100),
    "In the layout `grid`: the number of columns that the card spans.")
  static let flows = true

  static func validate(_ card: ResolvedCard, _ node: JSONNode, _ layout: DeckLayout, _ context: ReadContext) {
    guard card.columnSpan > layout.columns, let span = node["columnSpan"] else { return }
    context.error(
      span, card.path.key("columnSpan"),
      "the card spans \(card.columnSpan) columns, but the grid has \(layout.columns)",
      hint: "write at most \(layout.columns), or a larger 'columns' in the layout")
  }

  static func layout(_ cards: [ResolvedCard], on page: PageLayout) throws(RasterError) -> LayoutBox {
    try page.rows(page.gridRows(cards), padding: page.deck.padding, row: page.gridRow)
  }
}

extension PageLayout {
  /// The cards of each row of a grid; a card that does not fit in a row starts the next one.
  func gridRows(_ cards: [ResolvedCard]) -> [[ResolvedCard]] {
    var rows: [[ResolvedCard]] = []
    var free = 0
    for card in cards {
      if card.columnSpan > free {
        rows.append([])
        free = deck.layout.columns
      }
      rows[rows.count - 1].append(card)
      free -= card.columnSpan
    }
    return rows
  }

  /// The equally tall cards of one row of a grid.
  func gridRow(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> Row {
    let columns = Double(deck.layout.columns)
    let cell = (width - spacing * (columns - 1)) / columns
    var x = 0.0
    // The margins of a theme apply only to lists.
    var row = cards.map { card in
      let margins = sideMargins(card, deck.layout.cardCellMargins ?? .zero)
      let cell = Rect(x: x, y: 0, width: (cell + spacing) * Double(card.columnSpan) - spacing, height: 0)
      x = cell.maxX + spacing
      return (
        layout: CardLayout(card: card), context: context(card), cell: cell, margins: margins
      )
    }
    func room(of number: Int) -> Double { max(0, row[number].cell.width - row[number].margins.horizontal) }
    if deck.layout.subgrid {
      var heights: [Double] = []
      for (number, card) in row.enumerated() {
        let own = try card.layout.column.heights(width: room(of: number), card.context)
        heights = (0..<max(own.count, heights.count)).map { part in
          max(own.indices.contains(part) ? own[part] : 0, heights.indices.contains(part) ? heights[part] : 0)
        }
      }
      for number in row.indices { row[number].layout.partHeights = heights }
    }
    func boxes(_ height: Double?) throws(RasterError) -> [LayoutBox] {
      try row.indices.map { number throws(RasterError) in
        try row[number].layout.layoutCard(width: room(of: number), height: height, row[number].context)
      }
    }
    // The second layout of a card reuses the parts cached in its context.
    let tallest = try boxes(nil).map(\.size.height).max() ?? 0
    let boxes = zip(row, try boxes(tallest)).map { card, box in
      let (margins, cell) = (card.margins, card.cell)
      return (box: box, x: cell.minX + (margins.left - margins.right + cell.width - box.size.width) / 2)
    }
    return (boxes, tallest)
  }
}
