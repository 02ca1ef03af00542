import CardRaster

/// Cards that flow over the pages of a report.
///
/// How it works: each card, or row of a grid, is laid out once for the width of the page. Then pages are
/// filled from the top. A card that fits is placed. A card that does not fit is split at the last allowed
/// break, or moves to the next page. The number of pages is known only at the end, and header and footer may
/// depend on it, so pages are filled again until their number stays the same.
struct ReportLayout {
  let setup: PageSetup
  /// Space between cards, in points.
  let spacing: Double
  /// The cards, or rows of cards, from top to bottom.
  let units: [ReportUnit]
  /// The header and the footer for a page number and a number of pages.
  let running: (_ page: Int, _ pages: Int) throws(RasterError) -> RunningBoxes

  /// The repeated content of a page.
  struct RunningBoxes {
    var header: LayoutBox?
    var footer: LayoutBox?

    /// The height available between header and footer, in points.
    func room(in setup: PageSetup) -> Double {
      let taken = [header, footer].compactMap { $0 }.reduce(0) { $0 + $1.size.height + setup.spacing }
      return setup.finalSize.height - setup.margins.vertical - taken
    }
  }

  /// The minimum height between header and footer, in points.
  static let leastRoom = 36.0
  /// The maximum number of rounds until the number of pages is stable.
  private static let mostRounds = 4

  func pages() throws(RasterError) -> [LayoutBox] {
    var count = 1
    for round in 1... {
      var known: [RunningBoxes] = []
      let filled = try fill { (page) throws(RasterError) in
        let boxes = try running(page, count)
        known.append(boxes)
        return boxes.room(in: setup)
      }
      if filled.count == count || round == Self.mostRounds {
        var pages: [LayoutBox] = []
        for (number, cards) in filled.enumerated() {
          let boxes =
            filled.count == count ? known[number] : try running(number + 1, filled.count)
          pages.append(page(cards, boxes))
        }
        return pages
      }
      count = filled.count
    }
    return []
  }

  private func page(_ cards: [PlacedBox], _ running: RunningBoxes) -> LayoutBox {
    let (size, margins) = (setup.finalSize, setup.margins)
    var page = LayoutBox(size: size)
    var top = margins.top
    if let header = running.header {
      page.add(header, at: Point(x: margins.left, y: top))
      top += header.size.height + setup.spacing
    }
    for card in cards { page.add(card.box, at: card.origin + Point(x: margins.left, y: top)) }
    if let footer = running.footer {
      page.add(footer, at: Point(x: margins.left, y: size.height - margins.bottom - footer.size.height))
    }
    return page
  }

  /// A box with its position below the header.
  struct PlacedBox {
    var box: LayoutBox
    var origin: Point
  }

  /// The pages during filling.
  private struct Filling {
    var pages: [[PlacedBox]] = [[]]
    var y = 0.0
    /// The height between header and footer of the current page, in points.
    var room: Double

    var isAtTop: Bool { pages[pages.count - 1].isEmpty }

    func hasRoom(for height: Double) -> Bool { y + height <= room + ReportLayout.tiny }

    mutating func place(_ boxes: [PlacedBox], height: Double) {
      for box in boxes {
        pages[pages.count - 1].append(PlacedBox(box: box.box, origin: box.origin + Point(x: 0, y: y)))
      }
      y += height
    }

    /// Starts a new page.
    mutating func turn(room: (Int) throws(RasterError) -> Double) throws(RasterError) {
      guard pages.count < Limits.reportPages else {
        throw .limit(
          what: "the number of pages of a report", value: Double(pages.count + 1),
          limit: Double(Limits.reportPages))
      }
      pages.append([])
      y = 0
      self.room = try room(pages.count)
    }
  }

  private func fill(_ room: (Int) throws(RasterError) -> Double) throws(RasterError) -> [[PlacedBox]] {
    var filling = Filling(room: try room(1))
    for (index, unit) in units.enumerated() {
      let isForced = unit.before == .page || (index > 0 && units[index - 1].after == .page)
      if !filling.isAtTop {
        if isForced || !filling.hasRoom(for: spacing + needed(from: index)) {
          try filling.turn(room: room)
        } else {
          filling.y += spacing
        }
      }
      if let column = unit.column {
        try fill(column, of: unit, &filling, room)
      } else {
        if !filling.isAtTop, !filling.hasRoom(for: unit.height) { try filling.turn(room: room) }
        place(unit.boxes, of: unit, height: unit.height, &filling)
      }
    }
    return filling.pages
  }

  /// Places a card that can be split, on as many pages as needed.
  private func fill(
    _ column: LayoutBox, of unit: ReportUnit, _ filling: inout Filling,
    _ room: (Int) throws(RasterError) -> Double
  ) throws(RasterError) {
    var column = column
    var isContinued = false
    func framed(_ content: LayoutBox) throws(RasterError) -> [PlacedBox] {
      var boxes = try unit.framed(content)
      for index in boxes.indices where isContinued {
        boxes[index].box.flow = BoxFlow()
        boxes[index].box.flow?.isContinued = true
      }
      isContinued = true
      return boxes
    }
    while true {
      if let y = place(in: column, of: unit, filling) {
        let pieces = unit.pieces(of: column, at: y)
        place(
          try framed(pieces.upper), of: unit, height: pieces.upper.size.height + unit.padding, &filling)
        column = pieces.lower
      } else if filling.isAtTop || filling.hasRoom(for: column.size.height + unit.padding) {
        return place(
          try framed(column), of: unit, height: column.size.height + unit.padding, &filling)
      }
      try filling.turn(room: room)
    }
  }

  /// Places boxes of a height, and clips content taller than the page.
  private func place(
    _ boxes: [PlacedBox], of unit: ReportUnit, height: Double, _ filling: inout Filling
  ) {
    let left = filling.room - filling.y
    let isCut = height > left + Self.tiny
    filling.place(isCut ? unit.cut(boxes, to: left, height - left) : boxes, height: height)
  }

  /// The height that a unit needs on the page where it starts.
  ///
  /// It includes the following units that must be on the same page.
  private func needed(from index: Int) -> Double {
    var (height, index) = (0.0, index)
    while true {
      let unit = units[index]
      let isLast =
        index + 1 == units.count || (unit.after != .avoid && units[index + 1].before != .avoid)
        || units[index + 1].before == .page
      if isLast {
        let first = unit.column?.firstPlace.map { unit.height(ofPieceTo: $0) + unit.padding }
        return height + (first ?? unit.height)
      }
      height += unit.height + spacing
      index += 1
    }
  }

  /// The position where a column that does not fit is split; nil if it fits or cannot be split.
  private func place(in column: LayoutBox, of unit: ReportUnit, _ filling: Filling) -> Double? {
    let room = filling.room - filling.y - unit.padding
    let places = column.breakPlaces
    let forced = places.first { $0.rule == .page }
    if let forced, unit.height(ofPieceTo: forced) <= room + Self.tiny { return forced.y }
    guard column.size.height > room + Self.tiny else { return nil }
    let within = places.filter { unit.height(ofPieceTo: $0) <= room + Self.tiny }
    if let best = within.last(where: { $0.rule == .auto }) { return best.y }
    guard filling.isAtTop else { return nil }
    // At the top of a page, breaks that are to be avoided are used too, and otherwise the first break, so
    // that as little as possible is clipped.
    return within.last?.y ?? places.first?.y
  }

  fileprivate static let tiny = 0.01
}

extension LayoutBox {
  /// The first allowed break; nil if there is none.
  fileprivate var firstPlace: BreakPlace? { breakPlaces.first { $0.rule != .avoid } }
}

/// A card, or the cards of a row, prepared for placing on pages.
struct ReportUnit {
  var before = PageBreak.auto
  var after = PageBreak.auto
  /// The column of the card's parts without its frame, if it can be split.
  var column: LayoutBox?
  /// The distances of the parts from the top and bottom edges of the column, in points.
  var edges = (top: 0.0, bottom: 0.0)
  /// The height that the frame adds, in points.
  var padding = 0.0
  var height: Double
  /// All boxes, for a unit that is not split.
  var boxes: [ReportLayout.PlacedBox]
  /// Puts the frame around some of the parts.
  var framed: (LayoutBox) throws(RasterError) -> [ReportLayout.PlacedBox] = { _ in [] }
  /// The warning for a unit taller than a page.
  var warning: (_ excess: Double) -> DeckIssue

  /// The pieces of a column split at a height.
  ///
  /// Each keeps the distances from its edges that the whole card has.
  func pieces(of column: LayoutBox, at y: Double) -> (upper: LayoutBox, lower: LayoutBox) {
    let (upper, lower) = column.divided(at: y)
    return (
      upper.grown(top: 0, bottom: max(0, edges.bottom - upper.contentEdges.bottom)),
      lower.grown(top: max(0, edges.top - lower.contentEdges.top), bottom: 0)
    )
  }

  /// The height of the upper piece if a column is split at a break.
  func height(ofPieceTo place: BreakPlace) -> Double {
    place.y + place.growth + max(0, edges.bottom - place.gap)
  }

  /// Boxes taller than a page, clipped at its end.
  func cut(_ boxes: [ReportLayout.PlacedBox], to height: Double, _ excess: Double) -> [ReportLayout.PlacedBox]
  {
    boxes.enumerated().map { number, placed in
      var window = LayoutBox(size: Size(width: placed.box.size.width, height: max(0, height)))
      window.isClipped = true
      window.add(placed.box, at: .zero)
      if number == 0 { window.warnings.append(warning(excess)) }
      return ReportLayout.PlacedBox(box: window, origin: placed.origin)
    }
  }
}
