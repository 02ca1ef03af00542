import CardRaster

/// Rows below each other, with hairlines between them.
struct TablePart: CardPart {
  /// Whether rows are separated by lines.
  enum SeparatorStyle: String, Sendable, CaseIterable {
    case singleLine, none
  }

  var rows: [TableRow] = []
  var cell: [TableRow] = []
  var rowHeight: Double?
  var separatorStyle = SeparatorStyle.singleLine
  var separatorColor: Color?
  var separatorInset = Insets.zero

  static let kind = PartKind(
    "table", .container, "Rows below each other, with hairlines between them.",
    example:
      #"{ "type": "table", "rows": [ { "leftTitleText": "Rent", "rightTitleText": "$1,200" }, { "leftTitleText": "Power", "rightTitleText": "$84" } ] }"#,
    make: { TablePart() },
    fields: {
      Field("rows", \.rows, .rows, "The rows.")
      Field(
        "cell", \.cell, .repeatedRow, "One row that is repeated by the table's `forEach`; comes after `rows`."
      )
      Field(
        "rowHeight", \.rowHeight, .length, "The least height of a row.",
        default: "60, or what the parts of a row need")
      Field("separatorStyle", \.separatorStyle, .word, "Whether there are lines under the rows.")
      Field("separatorColor", \.separatorColor, .color, "The colour of the lines.", default: "the theme's")
      Field(
        "separatorInset", \.separatorInset, .insets, "How far the lines stay off the left and right edge.")
    },
    check: { part, node, path, context in
      if node["rows"] == nil, node["cell"] == nil {
        context.error(node, path, "a table needs 'rows' or 'cell'")
      }
      if part.separatorInset.top != 0 || part.separatorInset.bottom != 0, let inset = node["separatorInset"] {
        context.error(
          inset, path.key("separatorInset"), "only the left and right of 'separatorInset' have an effect",
          hint: "write [0, left, 0, right]")
      }
    })

  var hasNoWidth: Bool { true }
  var clipsToCorners: Bool { true }
  var children: [AnyPart] { (rows + cell).flatMap(\.cardParts) }

  func margins(_ theme: Theme) -> Insets { theme.tableViewMargins }

  func layout(_ proposal: Proposal, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    let width = proposal.width.bound.isFinite ? proposal.width.bound : 320
    var box = LayoutBox(size: Size(width: width, height: 0))
    var y = 0.0
    let color = separatorColor ?? context.theme.separatorColor
    for row in rows + cell {
      let cell = try row.layout(width: width, rowHeight: rowHeight, context)
      box.add(cell, at: Point(x: 0, y: y))
      y += cell.size.height
      try context.check(y, "the table's height in pixels")
      if separatorStyle == .singleLine {
        let line = Rect(
          x: separatorInset.left, y: y - Hairline.thickness, width: max(0, width - separatorInset.horizontal),
          height: Hairline.thickness)
        box.add(.rect(line, color))
      }
    }
    // The empty footer of CardParts' tables.
    box.size.height = proposal.height.resolve(y + 1)
    if y > box.size.height + 0.5 {
      box.warnings.append(
        context.warning(
          "the rows are \(NumberText.text(y - box.size.height, digits: 1)) points taller than the table"))
    }
    return box
  }
}
