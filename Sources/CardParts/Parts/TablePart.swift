import CardRaster

/// Rows with separators, optionally in sections.
struct TablePart: CardPart {
  /// Where separators are drawn.
  enum SeparatorStyle: String, Sendable, CaseIterable {
    case singleLine, between, none
  }

  enum Style: String, Sendable, CaseIterable {
    case plain, grouped, insetGrouped
  }

  var columns: [TableColumn] = []
  var rows: [TableRow] = []
  var cell: [TableRow] = []
  var sections: [PartSection<TableRow>] = []
  var footerRows: [TableRow] = []
  var style = Style.plain
  var tableHeaderView: [AnyPart] = []
  var repeatsHeader = true
  var usesAlternatingRowBackgroundColors = false
  var tableFooterView: [AnyPart]?
  var rowHeight: Double?
  var sectionHeaderHeight: Double?
  var sectionFooterHeight: Double?
  var separatorStyle = SeparatorStyle.singleLine
  var separatorColor: Color?
  var separatorInset: Insets?

  static let kind = PartKind(
    "table", .container, "Rows with separators between them, optionally in sections.",
    example:
      #"{ "type": "table", "rows": [ { "leftTitleText": "Rent", "rightTitleText": "$1,200" }, { "leftTitleText": "Power", "rightTitleText": "$84" } ] }"#,
    measures: ["tableViewMargins"],
    template: "cell", make: { TablePart() },
    follow: { part, theme in
      if !theme.compatibility.hasOuterSeparators { part.separatorStyle = .between }
    }, needs: [["rows", "cell", "sections"]],
    fields: {
      Field(
        "columns", \.columns, .tableColumns,
        "The columns of rows with `cells`: titles, widths, alignments, formats and totals.",
        default: "as the cells need")
      Field("rows", \.rows, .rows, "The rows.")
      Field(
        "cell", \.cell, .repeatedRow, "One row that is repeated by the table's `forEach`; comes after `rows`."
      )
      Field(
        "sections", \.sections, .sections(),
        "Rows with a header and a footer each; they come after `rows` and `cell`.")
      Field(
        "footerRows", \.footerRows, .rows,
        "Rows below all others, such as a subtotal, a tax and a total; the last one is bold. `total` does not count their numbers."
      )
      Field(
        "style", \.style, .word,
        "The table style: sections under strong headings, groups under quiet ones, or round boxes. In `turbo` and `mint` groups and boxes are on the page's colour, from edge to edge of the card."
      )
      Field(
        "tableHeaderView", \.tableHeaderView, .parts, "Parts above all rows.")
      Field(
        "repeatsHeader", \.repeatsHeader, .boolean,
        "In a report: whether `tableHeaderView` and the titles of `columns` are repeated on each page that the table continues on."
      )
      Field(
        "usesAlternatingRowBackgroundColors", \.usesAlternatingRowBackgroundColors, .boolean,
        "Whether every second row has a background (zebra stripes) instead of separators.")
      Field(
        "tableFooterView", \.tableFooterView, .parts, "Parts below all rows.",
        default: "none; in `turbo` and `mint` 1 point of space, 18 below groups")
      Field(
        "rowHeight", \.rowHeight, .length, "The least height of a row.",
        default: "44, or what a row needs; in `turbo` and `mint` 60, or what the parts of a row need")
      Field(
        "sectionHeaderHeight", \.sectionHeaderHeight, .length, "The least height of a section's header.",
        default: "28 and 12 more between sections; in groups what the text needs")
      Field(
        "sectionFooterHeight", \.sectionFooterHeight, .length, "The least height of a section's footer.",
        default: "what it needs")
      Field(
        "separatorStyle", \.separatorStyle, .word,
        "The separators: a line under each row, only between rows, or none.",
        default: "`between`; `singleLine` in `turbo` and `mint`")
      Field("separatorColor", \.separatorColor, .color, "The colour of the lines.", default: "the theme's")
      Field(
        "separatorInset", \.separatorInset, .insets, "The distance of the lines from both edges.",
        default: "0; in groups as far as the texts")
    },
    check: { part, node, path, context in
      part.checkCells(node, path, context)
      part.writeNumbers(context)
      part.nameTotals(context)
      part.quietKeys(context.theme)
      if let last = part.footerRows.indices.last {
        part.footerRows[last].becomeTotal(context.theme)
        for index in part.columns.indices { part.columns[index].totalPart?.becomeSubtotal() }
      }
      if let given = part.separatorInset, given.top != 0 || given.bottom != 0,
        let inset = node["separatorInset"]
      {
        context.error(
          inset, path.key("separatorInset"), "only the left and right of 'separatorInset' have an effect",
          hint: "write [0, left, 0, right]")
      }
      if !part.sections.contains(where: { $0.header != nil }) {
        context.refuse("sectionHeaderHeight", of: node, path, because: "no section has a 'header'")
      }
      if !part.sections.contains(where: { $0.footer != nil }) {
        context.refuse("sectionFooterHeight", of: node, path, because: "no section has a 'footer'")
      }
    })

  var hasNoWidth: Bool { true }
  /// The padding of rows is distance enough above a table that begins with one.
  var isFigure: Bool { style == .insetGrouped || columns.contains { $0.titlePart != nil } }
  var clipsToCorners: Bool { true }
  var isTable: Bool { true }
  /// Reports rows with more cells than columns, and columns without cells.
  private func checkCells(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    guard !columns.isEmpty else { return }
    let all = bodyRows + footerRows
    if let row = all.first(where: { $0.cells.count > columns.count }) {
      context.error(
        node["columns"] ?? node, path.key("columns"),
        "a row has \(row.cells.count) cells, but the table has \(DeckIssue.counted(columns.count, "column"))",
        hint: "add a column, or remove a cell")
    } else if !all.isEmpty, all.allSatisfy({ $0.cells.isEmpty }) {
      context.refuse("columns", of: node, path, because: "no row has 'cells'")
    }
  }

  /// Makes the keys quieter than their values, if all rows of the table are keys with values.
  ///
  /// A row that leads on or is selected is an entry of a menu. Values in cells are as strong as titles.
  private mutating func quietKeys(_ theme: ResolvedTheme) {
    let all = bodyRows
    guard theme.compatibility.quietsKeys else { return }
    if all.allSatisfy({
      $0.texts.isKeyValue && $0.accessory == .none && $0.region.link == nil && !$0.isSelected
    }) {
      changeRows { $0.hasQuietKey = true }
    } else if columns.allSatisfy({ $0.titlePart == nil }),
      all.allSatisfy({ $0.cells.count == 2 && $0.cells[0].text != nil && $0.cells[0].number == nil })
    {
      changeRows { if $0.cells.count > 1 { $0.cells[1].becomeValue() } }
    }
  }

  var children: [AnyPart] {
    columns.flatMap(\.children) + tableHeaderView + (rows + cell).flatMap(\.children)
      + sections.flatMap(\.children) + footerRows.flatMap(\.children)
      + (tableFooterView ?? [])
  }

  /// The rows of all sections, without `footerRows`.
  var bodyRows: [TableRow] { rows + cell + sections.flatMap(\.entries) }

  func margins(_ theme: ResolvedTheme) -> Insets {
    if liesOnPage(theme) { return .zero }
    var margins = theme.tableViewMargins
    if style == .insetGrouped
      || (usesAlternatingRowBackgroundColors && theme.compatibility.hasRoundedSelection)
    {
      margins.top = max(margins.top, theme.cardPartMargins.top)
      margins.bottom = max(margins.bottom, theme.cardPartMargins.bottom)
    }
    return margins
  }

  /// Whether groups are on the page colour, which fills the width of the card as in UIKit.
  ///
  /// In modern themes groups are inside the card like other parts.
  private func liesOnPage(_ theme: ResolvedTheme) -> Bool {
    style != .plain && theme.compatibility.groupsFillCard
  }

  /// Whether grouped rows are drawn without a box.
  private func isBare(_ theme: ResolvedTheme) -> Bool { style == .grouped && !liesOnPage(theme) }

  /// Whether groups are rounded boxes inside the card.
  private func isBoxed(_ theme: ResolvedTheme) -> Bool { style == .insetGrouped && !liesOnPage(theme) }

  /// Space above, between and below groups, in points.
  private static let groupGap = 18.0
  /// The corner radius of rounded groups, in points.
  private static let groupRadius = 10.0
  /// The horizontal padding of a rounded group, in points.
  private static let groupSide = 12.0

  func layout(_ proposal: SizeProposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 320
    let theme = context.theme
    var box = LayoutBox(size: Size(width: width, height: 0))
    box.role = .table
    if liesOnPage(theme) { box.background = .solid(theme.pageBackgroundColor) }
    var y = 0.0
    var flow = BoxFlow(.children)
    if !tableHeaderView.isEmpty {
      var header = try column(tableHeaderView, width, theme).layoutColumn(width: width, context)
      header.readAsRow(of: .columnHeader)
      box.add(header, at: .zero)
      y += header.size.height
      if repeatsHeader { (flow.headCount, flow.headHeight) = (1, y) }
    }
    let entries = bodyRows + footerRows
    let cells = entries.map(\.cells).filter { !$0.isEmpty }
    var grid: TableGrid?
    if !columns.isEmpty || !cells.isEmpty {
      let isMarked = usesAlternatingRowBackgroundColors || entries.contains { $0.hasBackground(theme) }
      let inset = groupInset(theme)
      grid = try TableGrid(
        columns, cells.map { $0.map(\.part) }, width: width - 2 * inset,
        side: isMarked ? max(side(theme), TableRow.backgroundMargin * theme.unit) : side(theme), context)
      if let grid, columns.contains(where: { $0.titlePart != nil }) {
        var head = try self.row(grid.columns.map(\.titlePart), grid, role: .columnHeader, width, context)
        line(at: head.size.height, x: grid.side, width: width - 2 * grid.side, in: &head, theme)
        box.add(head, at: Point(x: 0, y: y))
        y += head.size.height
        if repeatsHeader { (flow.headCount, flow.headHeight) = (tableHeaderView.isEmpty ? 1 : 2, y) }
      }
    }
    // A table with a set height does not grow with its rows.
    if proposal.height.exact == nil { box.flow = flow }
    var first = PartSection<TableRow>()
    first.entries = rows + cell
    let all = (first.entries.isEmpty && !sections.isEmpty ? [] : [first]) + sections
    for (index, section) in all.enumerated() {
      try addSection(section, isFirst: index == 0, width: width, grid, to: &box, &y, context)
    }
    var feet: [LayoutBox] = []
    if let grid, columns.contains(where: { $0.totalPart != nil }) {
      feet.append(try row(grid.columns.map(\.totalPart), grid, role: .cell, width, context))
    }
    for row in footerRows {
      feet.append(
        try row.layoutRow(width: width, rowHeight: rowHeight, side: side(theme), grid: grid, context))
    }
    for (index, var foot) in feet.enumerated() {
      foot.flow = BoxFlow()
      foot.flow?.breaking.before = .avoid
      // A strong line is above the first one, and a line above the last.
      if index == 0 || index == feet.count - 1 {
        let thickness = (index == 0 ? 2 : 1) * Hairline.thickness(theme)
        let inset = grid?.side ?? side(theme)
        foot.add(
          .rect(
            Rect(x: inset, y: 0, width: max(0, width - 2 * inset), height: thickness),
            theme.normalTextColor.multiplyingAlpha(by: 0.4)))
      }
      box.add(foot, at: Point(x: 0, y: y))
      y += foot.size.height
    }
    if let tableFooterView {
      var footer = try column(tableFooterView, width, theme).layoutColumn(width: width, context)
      footer.readAsRow(of: .cell)
      box.add(footer, at: Point(x: 0, y: y))
      y += footer.size.height
    }
    let emptyFooter = liesOnPage(theme) ? TablePart.groupGap : theme.compatibility.tableFooterHeight
    let end = tableFooterView == nil ? emptyFooter : 0
    box.size.height = proposal.height.resolve(y + end)
    if y > box.size.height + 0.5 {
      box.warnings.append(
        context.warning(
          "the rows are \(NumberText.format(y - box.size.height, digits: 1)) points taller than the table",
          hint: "remove rows, or leave the table more height", code: .overflow))
    }
    return box
  }

  /// The row of titles, or of totals.
  private func row(
    _ cells: [AnyPart?], _ grid: TableGrid, role: StructureRole, _ width: Double, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    let content = try grid.layoutCells(cells, role: role, context)
    let margin = TableRow.cellMargin * context.theme.unit
    var box = LayoutBox(size: Size(width: width, height: content.size.height + 2 * margin))
    box.role = .row
    for case .box(let cell, let point) in content.content {
      box.add(cell, at: point + Point(x: grid.side, y: margin))
    }
    return box
  }

  /// The parts above and below all rows have the same side margins as the texts of the rows.
  private func column(_ parts: [AnyPart], _ width: Double, _ theme: ResolvedTheme) -> ColumnLayout {
    ColumnLayout(parts: parts, surroundings: .box(side: edge(theme)))
  }

  /// The side margins of headers and footers of groups, from the edges of the table.
  private func edge(_ theme: ResolvedTheme) -> Double {
    liesOnPage(theme) ? groupInset(theme) + side(theme) : 0
  }

  /// The horizontal padding of row texts, from the edges of their group.
  private func side(_ theme: ResolvedTheme) -> Double {
    switch style {
    case .plain: 0
    case .grouped: liesOnPage(theme) ? theme.tableViewMargins.left : 0
    case .insetGrouped: TablePart.groupSide * theme.unit
    }
  }

  /// The distance of groups from the edges of the table.
  private func groupInset(_ theme: ResolvedTheme) -> Double {
    style == .insetGrouped && liesOnPage(theme) ? min(16, theme.tableViewMargins.left) : 0
  }

  private func headerStyle(isFirst: Bool, _ theme: ResolvedTheme) -> SectionLabel.Style {
    if style == .plain {
      let growth = theme.base.growth
      return .heading(theme, insets: Insets(top: 5 * growth, left: 0, bottom: 6 * growth, right: 0))
    }
    let edge = edge(theme)
    if liesOnPage(theme) {
      return .footer(
        theme, insets: Insets(top: TablePart.groupGap - 2, left: edge, bottom: 6, right: edge))
    }
    // Rows without a box have padding of their own.
    return .groupHeading(
      theme,
      insets: Insets(
        top: (isFirst ? style == .grouped ? 10 : 4 : TablePart.groupGap + 2) * theme.unit, left: edge,
        bottom: (style == .grouped ? 0 : 8) * theme.unit, right: edge))
  }

  private func footerStyle(_ theme: ResolvedTheme) -> SectionLabel.Style {
    let edge = edge(theme)
    let gap = 6 * theme.base.growth
    let top = isBare(theme) ? 0 : isBoxed(theme) ? 8 * theme.unit : gap
    return .footer(
      theme, insets: Insets(top: top, left: edge, bottom: style == .plain ? gap : 0, right: edge))
  }

  private func addSection(
    _ section: PartSection<TableRow>, isFirst: Bool, width: Double, _ grid: TableGrid?,
    to box: inout LayoutBox, _ y: inout Double,
    _ context: LayoutContext
  ) throws(RasterError) {
    let theme = context.theme
    let liesOnPage = liesOnPage(theme)
    if let header = section.header {
      var label = try header.layoutLabel(
        width: width,
        minimumHeight: sectionHeaderHeight ?? (style == .plain ? (isFirst ? 28 : 40) * theme.base.growth : 0),
        headerStyle(isFirst: isFirst, theme), type: "sectionHeader", context)
      label.flow = BoxFlow()
      label.flow?.breaking.after = .avoid
      box.add(label, at: Point(x: 0, y: y))
      y += label.size.height
      if style == .plain { line(at: y, x: 0, width: width, in: &box, theme) }
    } else if liesOnPage {
      y += TablePart.groupGap
    } else if style != .plain, !isFirst {
      y += TablePart.groupGap * theme.unit
    }
    if style == .plain || isBare(theme) {
      y = try addRows(section.entries, width: width, grid, to: &box, y, context)
    } else if !section.entries.isEmpty {
      let inset = groupInset(theme)
      var group = LayoutBox(size: Size(width: max(0, width - 2 * inset), height: 0))
      group.background = .solid(liesOnPage ? theme.cardBackgroundColor : theme.groupColor)
      group.flow = BoxFlow(.children)
      if style == .insetGrouped {
        group.radii = CornerRadii(liesOnPage ? TablePart.groupRadius : theme.buttonCornerRadius)
        group.isClipped = true
      }
      group.size.height = try addRows(
        section.entries, width: group.size.width, grid, to: &group, 0, context)
      if style == .grouped {
        line(at: Hairline.thickness(theme), x: 0, width: width, in: &group, theme)
        line(at: group.size.height, x: 0, width: width, in: &group, theme)
      }
      box.add(group, at: Point(x: inset, y: y))
      y += group.size.height
    }
    if let footer = section.footer {
      let label = try footer.layoutLabel(
        width: width, minimumHeight: sectionFooterHeight ?? 0,
        footerStyle(theme), type: "sectionFooter", context)
      box.add(label, at: Point(x: 0, y: y))
      y += label.size.height
    }
    try context.checkLength(y, "the table's height in pixels")
  }

  /// Adds rows below `top`; returns the y coordinate of their end.
  private func addRows(
    _ rows: [TableRow], width: Double, _ grid: TableGrid?, to box: inout LayoutBox, _ top: Double,
    _ context: LayoutContext
  ) throws(RasterError) -> Double {
    let side = side(context.theme)
    let right = isBoxed(context.theme) ? side : 0
    let inset = separatorInset ?? Insets(top: 0, left: side, bottom: 0, right: right)
    var y = top
    for (index, row) in rows.enumerated() {
      var cell = try row.layoutRow(width: width, rowHeight: rowHeight, side: side, grid: grid, context)
      if usesAlternatingRowBackgroundColors, index % 2 == 1, cell.background == nil {
        cell.background = .solid(context.theme.groupColor)
        if side == 0, context.theme.compatibility.hasRoundedSelection {
          cell.radii = TableRow.markRadii(context.theme)
        }
      }
      box.add(cell, at: Point(x: 0, y: y))
      y += cell.size.height
      try context.checkLength(y, "the table's height in pixels")
      // A group ends with its own line or with its rounded edge.
      if row.isMarked(context.theme) || rows.dropFirst(index + 1).first?.isMarked(context.theme) == true {
        continue
      }
      let hasNoBox = style == .plain || isBare(context.theme)
      if usesAlternatingRowBackgroundColors { continue }
      if index < rows.count - 1 || (hasNoBox && separatorStyle == .singleLine) {
        line(at: y, x: inset.left, width: width - inset.horizontal, in: &box, context.theme)
      }
    }
    return y
  }

  /// Adds a hairline whose bottom edge is at `y`.
  private func line(at y: Double, x: Double, width: Double, in box: inout LayoutBox, _ theme: ResolvedTheme) {
    guard separatorStyle != .none else { return }
    let thickness = Hairline.thickness(theme)
    let line = Rect(x: x, y: y - thickness, width: max(0, width), height: thickness)
    box.add(.rect(line, separatorColor ?? theme.separatorColor))
  }
}
