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
  static let cardFields = [
    Field<CardValues>(
      "columnSpan", \.columnSpan, .integer(1...100),
      "In the layout `grid`: the number of columns that the card spans."),
    Field<CardValues>(
      "rowSpan", \.rowSpan, .integer(1...100),
      "In the layout `grid`: the number of rows that the card spans; other cards are placed beside it."),
  ]
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

/// The cells of cards in a grid, as with `grid-auto-flow: row` in CSS: each card is in the first free cells
/// after those of the card before it.
struct GridPlacement {
  /// The upper left cell of each card.
  private(set) var cells: [(row: Int, column: Int)] = []
  /// The number of rows that are occupied in each column.
  private var filled: [Int]
  private var (row, column) = (0, 0)

  init(columns: Int) { filled = Array(repeating: 0, count: max(1, columns)) }

  /// The number of rows so far.
  var rows: Int { filled.max() ?? 0 }

  mutating func place(_ card: ResolvedCard) {
    let width = min(card.columnSpan, filled.count)
    // Nothing is placed above the current row, so a column is free below its lowest card.
    while column + width > filled.count || filled[column..<column + width].contains(where: { $0 > row }) {
      column += 1
      if column + width > filled.count { (row, column) = (row + 1, 0) }
    }
    cells.append((row, column))
    for index in column..<column + width { filled[index] = row + card.rowSpan }
    column += width
  }

  /// Whether a card starts below all others.
  func startsBelow(_ card: ResolvedCard) -> Bool {
    var next = self
    let rows = rows
    next.place(card)
    return next.cells[next.cells.count - 1].row >= rows
  }
}

extension PageLayout {
  /// The cards of each row of a grid; rows with a card in common are one.
  func gridRows(_ cards: [ResolvedCard]) -> [[ResolvedCard]] {
    var rows: [[ResolvedCard]] = []
    var placement = GridPlacement(columns: deck.layout.columns)
    for card in cards {
      if rows.isEmpty || placement.startsBelow(card) {
        rows.append([])
        placement = GridPlacement(columns: deck.layout.columns)
      }
      placement.place(card)
      rows[rows.count - 1].append(card)
    }
    return rows
  }

  /// The cards of one row of a grid, or of rows with a card in common; all cards of a row are equally tall.
  func gridRow(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> Row {
    let columns = Double(deck.layout.columns)
    let cell = (width - spacing * (columns - 1)) / columns
    var placement = GridPlacement(columns: deck.layout.columns)
    // The margins of a theme apply only to lists.
    var row = cards.map { card in
      placement.place(card)
      let place = placement.cells[placement.cells.count - 1]
      return (
        layout: CardLayout(card: card), context: context(card),
        x: (cell + spacing) * Double(place.column),
        width: (cell + spacing) * Double(card.columnSpan) - spacing,
        rows: place.row..<place.row + card.rowSpan,
        margins: sideMargins(card, deck.layout.cardCellMargins ?? .zero)
      )
    }
    func room(of number: Int) -> Double { max(0, row[number].width - row[number].margins.horizontal) }
    if deck.layout.subgrid {
      for line in 0..<placement.rows {
        // A card over several rows has no parts in common with one of them.
        let members = row.indices.filter { row[$0].rows == line..<line + 1 }
        var heights: [Double] = []
        for number in members {
          let own = try row[number].layout.column.heights(width: room(of: number), row[number].context)
          let common = zip(own, heights).map { (one: Double, other: Double) in max(one, other) }
          heights = common + own.dropFirst(common.count) + heights.dropFirst(common.count)
        }
        for number in members { row[number].layout.partHeights = heights }
      }
    }
    var fit = TextFit()
    func box(_ number: Int, height: Double? = nil) throws(RasterError) -> LayoutBox {
      let (card, context) = (row[number], row[number].context)
      func box() throws(RasterError) -> LayoutBox {
        try card.layout.layoutCard(width: room(of: number), height: height, context)
      }
      return fit == TextFit() ? try box() : try context.fitting(fit, box)
    }
    var all = LayoutBox(size: .zero)
    var natural = try row.indices.map { number throws(RasterError) in
      let box = try box(number)
      all.add(box, at: .zero)
      return box.size.height
    }
    // Headings and numbers of cards beside each other shrink together.
    fit.shared = all.sharedScales
    if !fit.shared.isEmpty {
      natural = try row.indices.map { number throws(RasterError) in try box(number).size.height }
    }
    let heights = rowHeights(placement.rows, zip(row, natural).map { ($0.rows, $1) })
    func length(_ rows: Range<Int>) -> Double {
      heights[rows].reduce(0, +) + spacing * Double(max(0, rows.count - 1))
    }
    // The second layout of a card reuses the parts cached in its context.
    let boxes = try row.indices.map { number throws(RasterError) in
      let (card, box) = (row[number], try box(number, height: length(row[number].rows)))
      let x = card.x + (card.margins.left - card.margins.right + card.width - box.size.width) / 2
      let top = card.rows.lowerBound
      return (box: box, origin: Point(x: x, y: top == 0 ? 0 : length(0..<top) + spacing))
    }
    return (boxes, length(0..<placement.rows))
  }

  /// The heights of rows, so that every card has room, as in CSS: what a card over several rows needs besides
  /// the cards of one row is shared equally.
  private func rowHeights(_ count: Int, _ cards: [(rows: Range<Int>, height: Double)]) -> [Double] {
    var heights = Array(repeating: 0.0, count: count)
    for span in Set(cards.map(\.rows.count)).sorted() {
      var grown = heights
      for card in cards where card.rows.count == span {
        let missing = card.height - heights[card.rows].reduce(0, +) - spacing * Double(span - 1)
        for row in card.rows { grown[row] = max(grown[row], heights[row] + missing / Double(span)) }
      }
      heights = grown
    }
    return heights
  }
}
