import CardRaster

/// The rows of a card of a sheet that is a table.
struct SheetTable {
  let card: ResolvedCard
  let own: SheetCard
  let width: Double
  let context: LayoutContext

  private static let rowHeight = 44.0
  private static let margin = 16.0
  private static let headerHeight = 38.0

  private var isGrouped: Bool { own.tableStyle == .grouped }

  func layout() throws(RasterError) -> LayoutBox {
    var box = LayoutBox(size: Size(width: width, height: 0))
    box.source = LayoutBox.Source(type: "table", path: card.path.key("sheet"))
    var (y, number) = (0.0, 0)
    for section in own.table {
      y = try addHeader(section, at: y, to: &box)
      for (index, words) in section.rows.enumerated() {
        box.add(
          try row(words, isSelected: number == own.selectedRow, isLast: index == section.rows.count - 1),
          at: Point(x: 0, y: y))
        y += Self.rowHeight
        number += 1
      }
    }
    if isGrouped { y += 18 }
    box.size.height = y
    if let selected = own.selectedRow, selected >= number {
      box.warnings.append(
        context.warning(
          "there is no row \(selected)", at: card.path.key("sheet").key("selectedRow")))
    }
    return box
  }

  private func addHeader(_ section: SheetSection, at top: Double, to box: inout LayoutBox)
    throws(RasterError) -> Double
  {
    guard let title = section.title else { return isGrouped ? top + 18 : top }
    let height = isGrouped ? Self.headerHeight : 28
    var header = LayoutBox(size: Size(width: width, height: height))
    if !isGrouped { header.background = .solid(SheetColors(card.theme).grouped) }
    let font = card.theme.screenFont(13, weight: isGrouped ? 400 : 600)
    let text = try SheetText(context: context).block(
      title, font, isGrouped ? card.theme.base.secondaryTextColor : card.theme.base.primaryTextColor,
      line: 18, width: max(1, width - 2 * Self.margin))
    header.add(text, at: Point(x: Self.margin, y: isGrouped ? height - 24 : 5))
    box.add(header, at: Point(x: 0, y: top))
    return top + height
  }

  private func row(_ words: String, isSelected: Bool, isLast: Bool) throws(RasterError) -> LayoutBox {
    let colors = SheetColors(card.theme)
    var row = LayoutBox(size: Size(width: width, height: Self.rowHeight))
    row.source = LayoutBox.Source(type: "row", path: card.path.key("sheet"))
    row.region = "row"
    row.label = words
    if isGrouped { row.background = .solid(card.theme.cardBackgroundColor) }
    if isSelected {
      row.background = .solid(colors.selection)
      row.attributes = [LayoutBox.Attribute("selected", flag: true)]
    }
    let font = card.theme.screenFont(17)
    row.add(
      try SheetText(context: context).block(
        words, font, card.theme.base.primaryTextColor, line: 20.5, width: max(1, width - 2 * Self.margin)),
      at: Point(x: Self.margin, y: (Self.rowHeight - 20.5) / 2))
    let start = isGrouped && isLast ? 0 : Self.margin
    row.add(
      .rect(
        Rect(x: start, y: Self.rowHeight - 0.5, width: width - start, height: 0.5), colors.opaqueSeparator))
    return row
  }
}
