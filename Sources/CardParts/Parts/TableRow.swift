import CardRaster

/// A row of a table: four texts, or parts of its own.
struct TableRow: Sendable {
  /// What stands at the right end of a row.
  enum Accessory: String, Sendable, CaseIterable {
    case none, disclosureIndicator, checkmark
  }

  var texts = RowTexts()
  var margins: Insets?
  var height: Double?
  var shouldCenterRightLabel = false
  var displayAsHidden = false
  var accessory = Accessory.none
  var accessoryColor: Color?
  var backgroundColor: Paint?
  var id: String?
  var link: String?
  var alt: String?
  var cardParts: [AnyPart] = []
  var path = JSONPath.root
  var repetition: Int?

  static let fields = FieldTable<TableRow> {
    RowTexts.fields.fields.map { $0.lifted(\.texts) }
    Field("cardParts", \.cardParts, .parts, "Parts that make up the row instead of the four texts.")
    Field(
      "margins", \.margins, .insets, "Space between the row's edges and its texts or parts.",
      default: "[12, 0, 12, 0] around texts, 0 around parts")
    Field("height", \.height, .length, "The least height of this row.", default: "the table's `rowHeight`")
    Field(
      "shouldCenterRightLabel", \.shouldCenterRightLabel, .boolean,
      "Whether the right pair starts in the middle.")
    Field("displayAsHidden", \.displayAsHidden, .boolean, "Whether the row is greyed out.")
    Field("accessory", \.accessory, .word, "What stands at the right end.")
    Field("accessoryColor", \.accessoryColor, .color, "Its colour.", default: "the theme's")
    Field("backgroundColor", \.backgroundColor, .paint, "Behind the row.")
    Field("id", \.id, .identifier, "A name for the row's region.")
    Field("link", \.link, .link, "Where a tap on the row goes.")
    Field("alt", \.alt, .text, "The text alternative of the row.")
  }

  /// The space around the texts of a row.
  private static let textMargins = Insets(top: 12, left: 0, bottom: 12, right: 0)
  /// Space between the texts and the accessory, and its width.
  private static let accessoryGap = 18.0
  private static let accessoryWidth = 8.0

  func layout(width: Double, rowHeight: Double?, _ context: LayoutContext) throws(RasterError) -> LayoutBox {
    try context.inside(path, repetition: repetition) { () throws(RasterError) in
      try content(width: width, rowHeight: rowHeight, context)
    }
  }

  private func content(
    width: Double, rowHeight: Double?, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    var box: LayoutBox
    let reserved = accessory == .none ? 0 : TableRow.accessoryGap + TableRow.accessoryWidth
    let least = height ?? rowHeight
    let margins = margins ?? (cardParts.isEmpty ? TableRow.textMargins : .zero)
    if cardParts.isEmpty {
      let inner = max(0, width - margins.horizontal - reserved)
      var columns = texts.columns(context.theme, color: displayAsHidden ? context.theme.hiddenTextColor : nil)
      columns.position = shouldCenterRightLabel ? .center(amount: reserved / 2) : .right
      let room = (least ?? 60) - margins.vertical
      var content = try columns.layout(width: inner, minimumHeight: max(0, room), context)
      box = LayoutBox(size: Size(width: width, height: content.size.height + margins.vertical))
      box.warnings = content.warnings
      content.warnings = []
      box.add(content, at: Point(x: margins.left, y: margins.top))
    } else {
      let room = max(0, width - margins.horizontal - reserved)
      let column = try ColumnLayout(parts: cardParts).layout(width: room, context)
      let natural = column.size.height + margins.vertical
      box = LayoutBox(size: Size(width: width, height: max(0, least ?? 0, natural)))
      box.add(column, at: Point(x: margins.left, y: margins.top + (box.size.height - natural) / 2))
      if displayAsHidden { box.opacity = 0.6 }
    }
    addAccessory(to: &box, right: width - margins.right, context.theme)
    box.background = backgroundColor ?? (displayAsHidden ? .solid(context.theme.hiddenRowColor) : nil)
    box.link = link
    box.label = alt
    box.source = LayoutBox.Source(type: "row", id: id, path: path.text)
    return box
  }

  private func addAccessory(to box: inout LayoutBox, right: Double, _ theme: Theme) {
    let color = accessoryColor ?? theme.accessoryColor
    let middle = box.size.height / 2
    switch accessory {
    case .none: break
    case .disclosureIndicator: box.add(Chevron.right(at: Point(x: right - 8, y: middle - 7), color: color))
    case .checkmark:
      var path = Path()
      path.move(to: Point(x: right - 13, y: middle))
      path.line(to: Point(x: right - 9, y: middle + 4.5))
      path.line(to: Point(x: right - 1, y: middle - 5))
      box.add(.stroke(path, Stroke(width: 2, cap: .round), accessoryColor ?? theme.buttonTitleColor))
    }
  }
}

extension ValueKind where Value == [TableRow] {
  /// A list of rows, with `if` and `forEach`.
  static var rows: Self { rows(schema: .list(.reference("tableRow"), 0...Limits.nodes)) }

  /// A single row that the table's own `forEach` repeats.
  static var repeatedRow: Self { rows(schema: .reference("tableRow")) }

  private static func rows(schema: Schema) -> Self {
    ValueKind("rows", schema: schema, show: { _ in "none" }) { node, path, context in
      guard let elements = context.elements(node, path, what: "a list of rows") else { return nil }
      return elements.map { node, path, inner in
        var row = TableRow()
        row.path = path
        row.repetition = inner.scope.repetition
        TableRow.fields.read(node, path, inner, into: &row, what: "a row")
        let needed = RowTexts.texts + ["cardParts"]
        if case .object = node.value, !needed.contains(where: { node[$0] != nil }) {
          context.error(node, path, "a row needs one of its texts, such as 'leftTitleText', or 'cardParts'")
        }
        if node["cardParts"] != nil {
          for key in RowTexts.fields.fields.map(\.name) + ["shouldCenterRightLabel"] {
            guard let value = node[key] else { continue }
            context.error(value, path.key(key), "'\(key)' has no effect beside 'cardParts'")
          }
        }
        return row
      }
    }
  }
}
