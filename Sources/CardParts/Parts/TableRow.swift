import CardRaster

/// A row of a table: four texts, its own parts, or a cell for each column.
struct TableRow: ListEntry {
  var texts = RowTexts()
  var margins: Insets?
  var height: Double?
  var shouldCenterRightLabel = false
  var displayAsHidden = false
  var isSelected = false
  var accessory = RowAccessory.none
  var accessoryColor: Color?
  var accessoryLink: String?
  var rightTopButton: AnyPart?
  var backgroundColor: Paint?
  var cardParts: [AnyPart] = []
  var cells: [TableCell] = []
  var region = EntryRegion()
  /// Whether all rows of the table are keys with values.
  var hasQuietKey = false

  static let noun = "a row"

  static let object = ObjectSchema(
    "tableRow", "A row of a table.", fields, repeats: true, shortForms: [TableCell.schema]
  ) { TableRow() }

  static let fields = FieldTable<TableRow>(needs: [RowTexts.texts + ["cardParts", "cells"]]) {
    RowTexts.fields.fields.map { $0.lifted(\.texts) }
    Field("cardParts", \.cardParts, .parts, "Parts that make up the row instead of the four texts.")
    Field(
      "cells", \.cells, .cells,
      "A text, a number or a part for each of the table's `columns`; a row can also be written as this list alone."
    )
    Field(
      "margins", \.margins, .insets, "Space between the row's edges and its texts or parts.",
      default:
        "[12, 0, 12, 0] around texts, [8, 0, 8, 0] around cells, 0 around parts; 12 left and right on a background"
    )
    Field("height", \.height, .length, "The least height of this row.", default: "the table's `rowHeight`")
    Field(
      "shouldCenterRightLabel", \.shouldCenterRightLabel, .boolean,
      "Whether the right pair starts in the middle.")
    Field("displayAsHidden", \.displayAsHidden, .boolean, "Whether the row is greyed out.")
    Field("isSelected", \.isSelected, .boolean, "Whether the row has the background of a selected one.")
    Field(
      "rightTopButton", \.rightTopButton, .part,
      "A button or another part at the top right, above the right pair.")
    Field("accessory", \.accessory, .word, "The accessory at the right end.")
    Field("accessoryColor", \.accessoryColor, .color, "Its colour.", default: "the theme's")
    Field(
      "accessoryLink", \.accessoryLink, .link, "The target of a tap on the circle of a detail button.",
      default: "the row's `link`")
    Field("backgroundColor", \.backgroundColor, .paint, "The background of the row.")
    regionFields()
  }

  /// Makes the row stronger than others, unless the deck sets its fonts.
  mutating func becomeTotal(_ theme: ResolvedTheme) {
    hasQuietKey = false
    texts.leftTitle.font = texts.leftTitle.font ?? FontSpec(weight: 700)
    texts.rightTitle.font = texts.rightTitle.font ?? FontSpec(weight: 700)
    for index in cells.indices { cells[index].becomeValue(color: theme.titleTextColor) }
  }

  /// The parts inside the row.
  var children: [AnyPart] { cardParts + cells.map(\.part) + (rightTopButton.map { [$0] } ?? []) }

  /// Space above and below the texts of a row, in points.
  private static let textMargin = 12.0
  /// Space above and below the cells of a row, in points.
  static let cellMargin = 8.0
  /// The horizontal padding of a row with a background, in points.
  static let backgroundMargin = 12.0
  /// The distance of the button from the row's top edge, in points.
  private static let buttonTop = 4.0

  /// The layout of the row for a width.
  ///
  /// - Parameters:
  ///   - side: The horizontal padding if neither the deck nor a background sets it.
  ///   - grid: The columns of the table's cells; nil without any.
  func layoutRow(
    width: Double, rowHeight: Double?, side: Double = 0, grid: TableGrid? = nil, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    try context.inside(region) { () throws(RasterError) in
      try content(width: width, rowHeight: rowHeight, side: side, grid, context)
    }
  }

  /// Whether the row has the background of its state.
  ///
  /// In modern themes this is a rounded rectangle without separators next to it.
  func isMarked(_ theme: ResolvedTheme) -> Bool {
    theme.compatibility.hasRoundedSelection && backgroundColor == nil && (isSelected || displayAsHidden)
  }

  /// The corners of a row with a background of the theme.
  static func markRadii(_ theme: ResolvedTheme) -> CornerRadii {
    CornerRadii(min(8 * theme.unit, theme.buttonCornerRadius))
  }

  /// Whether the row has a background of its own.
  func hasBackground(_ theme: ResolvedTheme) -> Bool { background(theme) != nil }

  private func background(_ theme: ResolvedTheme) -> Paint? {
    if let backgroundColor { return backgroundColor }
    if isSelected { return .solid(theme.base.lineColor) }
    return displayAsHidden ? .solid(theme.hiddenRowColor) : nil
  }

  private func content(
    width: Double, rowHeight: Double?, side: Double, _ grid: TableGrid?, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    let theme = context.theme
    let background = background(theme)
    let least = height ?? rowHeight
    let sides =
      !cells.isEmpty
      ? grid?.side ?? side
      : background == nil
        ? side : max(side, TableRow.backgroundMargin * theme.unit)
    let ends =
      cells.isEmpty ? cardParts.isEmpty ? TableRow.textMargin * theme.unit : 0 : Self.cellMargin * theme.unit
    let margins = margins ?? Insets(top: ends, left: sides, bottom: ends, right: sides)
    let inner = max(0, width - margins.horizontal - accessory.room(theme))
    var box: LayoutBox
    if let grid, !cells.isEmpty {
      let content = try grid.layoutCells(cells.map(\.part), role: .cell, context)
      let height = max(0, least ?? 0, content.size.height + margins.vertical)
      box = LayoutBox(size: Size(width: width, height: height))
      let top = margins.top + (height - margins.vertical - content.size.height) / 2
      for case .box(let cell, let point) in content.content {
        box.add(cell, at: point + Point(x: margins.left, y: top))
      }
      if displayAsHidden { box.opacity = 0.6 }
    } else if cardParts.isEmpty {
      var columns = texts.columns(
        theme, color: displayAsHidden ? theme.hiddenTextColor : nil, hasQuietKey: hasQuietKey)
      columns.isRow = true
      columns.position = shouldCenterRightLabel ? .center(amount: accessory.room(theme) / 2) : .right
      var room = (least ?? theme.scaled(theme.compatibility.rowHeight)) - margins.vertical
      var button: (box: LayoutBox, origin: Point)?
      if let rightTopButton, !rightTopButton.common.isHidden {
        let edge = theme.compatibility.rowButtonMargin ?? margins.right
        let right = accessory == .none ? edge : margins.right + accessory.room(theme)
        let part = try context.layoutChild(
          rightTopButton.asPlainButton, SizeProposal(width: .fit(max(0, width - right) / 2)))
        let origin = Point(x: max(0, width - right - part.size.width), y: TableRow.buttonTop)
        button = (part, origin)
        let bottom = origin.y + part.size.height
        columns.topRight = Size(
          width: max(0, margins.left + inner - origin.x), height: bottom + TwoColumns.gap - margins.top)
        room = max(room, bottom + TableRow.buttonTop - margins.vertical)
      }
      var content = try columns.layoutColumns(width: inner, minimumHeight: max(0, room), context)
      box = LayoutBox(size: Size(width: width, height: content.size.height + margins.vertical))
      box.warnings = content.warnings
      content.warnings = []
      box.add(content, at: Point(x: margins.left, y: margins.top))
      if let button { box.add(button.box, at: button.origin) }
    } else {
      var column = try ColumnLayout(parts: cardParts, surroundings: .box(side: 0)).layoutColumn(
        width: inner, context)
      column.readAsCells(.cell)
      let natural = column.size.height + margins.vertical
      // Controls in adjacent rows would touch each other.
      let least = least ?? theme.scaled(theme.compatibility.partRowHeight)
      box = LayoutBox(size: Size(width: width, height: max(0, least, natural)))
      box.add(column, at: Point(x: margins.left, y: margins.top + (box.size.height - natural) / 2))
      if displayAsHidden { box.opacity = 0.6 }
    }
    accessory.addAccessory(
      to: &box, right: width - margins.right, color: accessoryColor, link: accessoryLink, path: region.path,
      theme)
    box.background = background
    if isMarked(theme), side == 0 {
      // A box around the rows clips the rounded rectangle with its own corners.
      box.radii = Self.markRadii(theme)
    }
    box.role = .row
    box.hasMeasuredWords = !displayAsHidden
    box.mark(as: "row", region)
    return box
  }
}

extension TableRow {
  mutating func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if case .array = node.value {
      if let cells = ValueKind<[TableCell]>.cells.parse(node, path, context) { self.cells = cells }
      return
    }
    readKeys(node, path, context)
    let node = context.withoutNulls(node)
    // The accessory may come from data. Then rows without an accessory can keep the properties that belong to
    // one.
    let mayHaveNone = node["accessory"] != nil && accessory == .none
    if !accessory.hasButton, !mayHaveNone {
      context.refuse(
        ["accessoryLink"], of: node, path, "without a detail button",
        hint: "set 'accessory' to 'detailButton' or 'detailDisclosureButton'")
    }
    if node["accessory"] == nil { context.refuse(["accessoryColor"], of: node, path, "without 'accessory'") }
    if isSelected, backgroundColor != nil {
      context.refuse(["isSelected"], of: node, path, "with 'backgroundColor'")
    }
    if shouldCenterRightLabel, let value = node["titleCompression"] {
      context.warning(
        value, path.key("titleCompression"),
        "'titleCompression' has no effect where the right pair starts in the middle")
    }
    if node["cells"] != nil {
      context.refuse(
        RowTexts.fields.names + ["shouldCenterRightLabel", "rightTopButton", "cardParts"], of: node, path,
        "with 'cells'")
    }
    if node["cardParts"] != nil {
      context.refuse(
        RowTexts.fields.names + ["shouldCenterRightLabel", "rightTopButton"], of: node, path,
        "with 'cardParts'")
    }
  }
}

extension ValueKind where Value == [TableRow] {
  /// A list of rows, with support for `if` and `forEach`.
  static var rows: Self { entries("rows", schema: .list(.object(TableRow.object), 0...Limits.nodes)) }

  /// A single row, repeated by the table's own `forEach`.
  static var repeatedRow: Self { entries("rows", schema: .object(TableRow.object)) }
}
