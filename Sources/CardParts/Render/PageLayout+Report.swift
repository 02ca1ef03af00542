import CardRaster

extension PageLayout {
  /// The pages of a report, with the cards distributed over them.
  func report(_ cards: [ResolvedCard], _ report: Report) throws(RasterError) -> [LayoutBox] {
    let setup = report.setup
    let width = max(0, setup.finalSize.width - setup.margins.horizontal)
    let parts = PageHeaderFooter(report, fonts)
    let units =
      deck.layout.kind == GridLayout.self
      ? try rows(cards, width: width)
      : try cards.map { card throws(RasterError) in try unit(card, width) }
    let layout = ReportLayout(
      setup: setup, spacing: spacing, units: units,
      running: { (page, pages) throws(RasterError) in
        ReportLayout.RunningBoxes(
          header: try running("header", parts, page, pages, width),
          footer: try running("footer", parts, page, pages, width))
      })
    let room = try layout.running(1, 1).room(in: setup)
    guard room >= ReportLayout.leastRoom else { return [withoutRoom(room, setup)] }
    let pages = try layout.pages()
    var result: [LayoutBox] = []
    for (number, box) in pages.enumerated() {
      var page = try finished(box, cards: number == 0 ? cards : [])
      page.attributes.append(LayoutBox.Attribute("page", number: Double(number + 1)))
      page.attributes.append(LayoutBox.Attribute("pages", number: Double(pages.count)))
      result.append(page)
    }
    return result
  }

  /// A page without space for cards, with an error.
  private func withoutRoom(_ room: Double, _ setup: PageSetup) -> LayoutBox {
    var page = LayoutBox(size: setup.finalSize)
    page.warnings.append(
      DeckIssue(
        .error, file: deck.file, path: JSONPath.root.key("page"),
        message:
          "header, footer and margins leave \(NumberText.format(room, digits: 1)) points for cards, fewer than "
          + NumberText.format(ReportLayout.leastRoom), hint: "choose smaller margins, or larger paper",
        code: .overflow))
    return page
  }

  /// The header or the footer of a page; nil for none.
  private func running(
    _ key: String, _ parts: PageHeaderFooter, _ page: Int, _ pages: Int, _ width: Double
  ) throws(RasterError) -> LayoutBox? {
    let (shown, issues) = parts.parts(key, page: page, of: pages)
    guard !shown.isEmpty || !issues.isEmpty else { return nil }
    let path = JSONPath.root.key("page").key(key)
    let context = context(at: path)
    var box = try context.inside(path) { () throws(RasterError) in
      try ColumnLayout(parts: shown, surroundings: .group).layoutColumn(width: width, context)
    }
    // Headers and footers are read again for each page, so their part numbers are not unique.
    box = box.withoutPartNumbers
    box.source = LayoutBox.Source(type: key, path: path)
    box.role = .artifact
    box.warnings += issues
    return box
  }

  /// A card, prepared for placing it on pages.
  private func unit(_ card: ResolvedCard, _ room: Double) throws(RasterError) -> ReportUnit {
    let context = context(card)
    let margins = sideMargins(card, card.theme.cardCellMargins)
    let (width, shift) = (room - margins.horizontal, (margins.left - margins.right) / 2)
    let layout = CardLayout(card: card)
    let box = try layout.layoutCard(width: max(0, width), context)
    func placed(_ box: LayoutBox) -> [ReportLayout.PlacedBox] {
      [ReportLayout.PlacedBox(box: box, origin: Point(x: (room - box.size.width) / 2 + shift, y: 0))]
    }
    var unit = ReportUnit(
      height: box.size.height, boxes: placed(box), warning: { tooTall(card, by: $0) })
    unit.column = try layout.column(width: max(0, width), context)
    unit.column?.breakAsCard(card.breaking)
    unit.edges = unit.column?.contentEdges ?? unit.edges
    unit.padding = card.frame.topPadding + card.frame.bottomPadding
    unit.framed = { (content) throws(RasterError) in try placed(layout.fragment(content, context)) }
    unit.before = unit.column?.breakBefore ?? card.breaking.before
    unit.after = unit.column?.breakAfter ?? card.breaking.after ?? .auto
    if let column = unit.column {
      unit.column?.warnings += idleBreaks(in: column, isWhole: false)
    } else {
      unit.boxes[0].box.warnings += idleBreaks(in: box, isWhole: true)
    }
    return unit
  }

  /// The rows of a grid, which are not split.
  private func rows(_ cards: [ResolvedCard], width: Double) throws(RasterError) -> [ReportUnit] {
    var units: [ReportUnit] = []
    for row in gridRows(cards) {
      let (boxes, height) = try gridRow(row, width: width)
      var unit = ReportUnit(
        height: height,
        boxes: boxes.map { ReportLayout.PlacedBox(box: $0.box, origin: $0.origin) },
        warning: { tooTall(row[0], by: $0, isInGrid: true) })
      unit.before = row.contains { $0.breaking.before == .page } ? .page : row[0].breaking.before
      unit.after = row.contains { $0.breaking.after == .page } ? .page : row[0].breaking.after ?? .auto
      for (number, placed) in unit.boxes.enumerated() {
        unit.boxes[number].box.warnings += idleBreaks(in: placed.box, isWhole: true)
      }
      units.append(unit)
    }
    return units
  }

  /// Warnings for page breaks of parts that cannot be split there.
  private func idleBreaks(in box: LayoutBox, isWhole: Bool) -> [DeckIssue] {
    box.idleBreaks(isWhole: isWhole).map { path in
      DeckIssue(
        .warning, file: deck.file, path: path,
        message: "the break has no effect: the element that contains the part stays on one page",
        hint: "pages can end between cards, and between parts of a card without a height", code: .noEffect)
    }
  }

  private func tooTall(_ card: ResolvedCard, by excess: Double, isInGrid: Bool = false) -> DeckIssue {
    DeckIssue(
      .warning, file: deck.file, path: card.path,
      message:
        "the card is \(NumberText.format(excess, digits: 1)) points taller than the page and was clipped",
      hint: isInGrid
        ? "a row of a grid stays on one page; with the layout 'list' a page can end inside of a card, and a stack shows cards side by side"
        : "a page can end between parts, table rows and lines of text, but nowhere else",
      code: .overflow)
  }
}

extension LayoutBox {
  /// Sets the break properties of a card.
  fileprivate mutating func breakAsCard(_ breaking: Breaking) { flow?.breaking = breaking }

  fileprivate var withoutPartNumbers: LayoutBox {
    var box = self
    box.source?.part = nil
    box.content = content.map { entry in
      if case .box(let child, let point) = entry { .box(child.withoutPartNumbers, at: point) } else { entry }
    }
    return box
  }
}
