import CardRaster

/// A column of a table: its title, width, alignment, format and total.
struct TableColumn: Sendable {
  var title: String?
  var width: Double?
  var weight: Double?
  var textAlignment = TextAlignment.natural
  var format: NumberFormat?
  var total: TableTotal?
  /// The title and the total as parts; nil without one.
  var titlePart, totalPart: AnyPart?
  /// The object in the deck, and its path.
  var source = JSONNode(.null)
  var path = JSONPath.root

  static let fields = FieldTable<TableColumn> {
    Field("title", \.title, .text, "The title in the header.", default: "no title")
    Field(
      "width", \.width, .length, "The width in points.",
      default:
        "what the cells need; the remaining width belongs to columns with `weight`, else first makes right, trailing and centred columns equally wide and then widens all, from right to left those of texts"
    )
    Field(
      "weight", \.weight, .number(0.01...1000), "The column's share of the remaining width.",
      default: "1 for columns with parts of any width, such as bars")
    Field(
      "textAlignment", \.textAlignment, .word,
      "The alignment of the texts and parts in the column; digits in right or trailing columns have equal widths.",
      default: "`natural`; in modern themes `trailing` for columns of numbers, except for the first"
    )
    Field(
      "format", \.format, .numberFormat,
      "The format of cells that are numbers: a formatter of bindings, such as `currency` or `percent(1)`.",
      default: "the digits of the deck in the notation of its locale")
    Field(
      "total", \.total, .tableTotal,
      "The row below all others but `footerRows`: a text, or an object that calculates it from the numbers of the column.",
      default: "no total; in the first column the word for it, such as `Total`, if all other totals are sums")
  }

  static let object = ObjectSchema("tableColumn", "A column of a table.", fields) { TableColumn() }

  var children: [AnyPart] { [titlePart, totalPart].compactMap { $0 } }
}

extension ValueKind where Value == [TableColumn] {
  static var tableColumns: Self {
    ValueKind("columns", schema: .list(.object(TableColumn.object), 1...Limits.columns)) {
      node, path, context in
      if case .array(let nodes) = node.value, nodes.isEmpty {
        return context.mismatch(node, path, expected: "at least one column")
      }
      guard let elements = context.elements(node, path, what: "a list of columns", noun: "columns") else {
        return nil
      }
      return elements.map { node, path, inner in
        var column = TableColumn()
        if case .string(let title) = node.value {
          inner.mismatch(node, path, expected: "a column", hint: "write { \"title\": \"\(title)\" }")
          return column
        }
        TableColumn.fields.read(node, path, inner, into: &column, what: "a column")
        (column.source, column.path) = (node, path)
        if let title = column.title {
          column.titlePart = .title(title, of: node["title"] ?? node, path.key("title"), inner)
        }
        if let total = column.total {
          column.totalPart = .total(
            total.text ?? "0", of: node["total"] ?? node, path.key("total"), inner)
        }
        return column
      }
    }
  }
}

extension AnyPart {
  /// A title of a column in bold small type.
  fileprivate static func title(
    _ text: String, of node: JSONNode, _ path: JSONPath, _ context: ReadContext
  ) -> AnyPart? {
    bold(text, ("style", "small"), of: node, path, context)
  }

  /// A total in bold, in the colour of titles.
  static func total(_ text: String, of node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> AnyPart? {
    bold(text, ("textColor", "titleTextColor"), of: node, path, context)
  }

  /// Makes a total as quiet as other rows, because a stronger one is below it.
  mutating func becomeSubtotal() {
    guard var text = part as? TextPart else { return }
    (text.content.font, text.content.textColor) = (nil, nil)
    part = text
  }

  private static func bold(
    _ text: String, _ look: (String, JSONNode), of node: JSONNode, _ path: JSONPath, _ context: ReadContext
  ) -> AnyPart? {
    var words = JSONNode.of(text)
    words.isBound = true
    let part = JSONNode.object([
      ("type", "text"), look, ("text", words), ("font", .object(["weight": "semibold"])),
    ])
    return read(
      JSONNode(part.value, place: node.place), path, context.with(deeper: true), in: .part)
  }

  /// The part with the alignment of its column, if it is a text without one.
  fileprivate func aligned(_ alignment: TextAlignment) -> AnyPart {
    guard var text = part as? TextPart, text.content.textAlignment == .natural else { return self }
    text.content.textAlignment = alignment
    if [.right, .trailing].contains(alignment), text.content.figures == nil {
      text.content.figures = .tabular
    }
    return changing(self) { $0.part = text }
  }

  /// The part with its text at the start.
  fileprivate var starting: AnyPart {
    guard var text = part as? TextPart else { return self }
    text.content.textAlignment = .leading
    return changing(self) { $0.part = text }
  }
}

/// The columns of a table with their widths.
struct TableGrid: Sendable {
  let columns: [TableColumn]
  var widths: [Double] = []
  /// The width of the widest cell of each column of numbers from right to left; 0 for other columns.
  ///
  /// A block of this width is at the end of the column. The last digits of its numbers are below each other.
  private var blocks: [Double]
  /// The space between two columns, in points.
  private(set) var gap: Double
  /// The padding of rows at the left and right, in points.
  let side: Double

  /// Measures all cells of a table.
  ///
  /// - Parameters:
  ///   - rows: the cells of each row.
  ///   - width: the width of the table.
  init(
    _ columns: [TableColumn], _ rows: [[AnyPart]], width: Double, side: Double, _ context: LayoutContext
  ) throws(RasterError) {
    let count = max(columns.count, rows.reduce(0) { max($0, $1.count) })
    var columns = columns + Array(repeating: TableColumn(), count: count - columns.count)
    let given = columns.map(\.textAlignment)
    if context.theme.compatibility.name == .none { Self.alignNumbers(&columns, rows) }
    self.columns = columns
    blocks = Array(repeating: 0, count: count)
    self.side = side
    gap = 12 * context.theme.unit
    var natural = Array(repeating: 0.0, count: count)
    var weights = self.columns.map(\.weight)
    let all = [self.columns.map(\.titlePart), self.columns.map(\.totalPart)] + rows.map { $0.map { $0 } }
    for (index, cells) in all.enumerated() {
      for (number, cell) in cells.enumerated() {
        guard let cell, !cell.common.isHidden, self.columns[number].width == nil else { continue }
        if cell.part.hasNoWidth, cell.common.width == nil {
          weights[number] = weights[number] ?? 1
        } else if weights[number] == nil {
          // Digits of equal widths take more space.
          let drawn = cell.aligned(self.columns[number].textAlignment)
          let box = try context.layoutChild(drawn, SizeProposal(width: .fit(.infinity)))
          let width = box.size.width.rounded(.up)
          natural[number] = max(natural[number], width)
          if index > 0, context.isMirrored, given[number] != self.columns[number].textAlignment {
            blocks[number] = max(blocks[number], width)
          }
        }
      }
    }
    var inner = max(0, width - 2 * side - gap * Double(max(0, count - 1)))
    // Bars that would take more than a third of the width leave some of it to the distances of columns.
    let isWide = weights.contains { $0 != nil } && natural.reduce(0, +) < inner * 2 / 3
    if isWide, context.theme.compatibility.name == .none {
      inner -= 8 * context.theme.unit * Double(count - 1)
      gap += 8 * context.theme.unit
    }
    let texts = natural.indices.filter {
      self.columns[$0].width == nil && weights[$0] == nil
        && ![.right, .trailing].contains(self.columns[$0].textAlignment)
    }
    var least = Array(repeating: 0.0, count: count)
    if natural.reduce(0, +) > inner {
      for cells in rows {
        for number in texts where cells.indices.contains(number) {
          least[number] = max(least[number], try Self.widestWord(cells[number], context))
        }
      }
    }
    // An address that is wider than the table must not take the space of the words in other columns.
    var room = inner - natural.indices.filter { !texts.contains($0) }.reduce(0) { $0 + natural[$1] }
    for (index, number) in texts.sorted(by: { least[$0] < least[$1] }).enumerated() {
      least[number] = min(least[number], max(0, room) / Double(texts.count - index))
      room -= least[number]
    }
    widths = shares(of: inner, natural, least, weights, texts)
  }

  /// Aligns the ends of columns of numbers, except for the first, which has names.
  ///
  /// A few cells may be short words, such as "Free" in a column of prices.
  private static func alignNumbers(_ columns: inout [TableColumn], _ rows: [[AnyPart]]) {
    for number in columns.indices.dropFirst() where columns[number].textAlignment == .natural {
      let cells = rows.compactMap { $0.indices.contains(number) ? $0[number] : nil }
      let texts = cells.map { ($0.part as? TextPart)?.content.text ?? "a" }.filter {
        !["", "–", "—"].contains($0)
      }
      let words = texts.filter { !FigureColumn.isTabular($0) }
      if words.count <= texts.count / 3, words.count < texts.count, words.allSatisfy({ $0.count <= 12 }) {
        columns[number].textAlignment = .trailing
      }
    }
  }

  /// The width of the longest word of a text, which should not be broken.
  private static func widestWord(_ cell: AnyPart, _ context: LayoutContext) throws(RasterError) -> Double {
    guard var text = cell.part as? TextPart, let words = text.content.text?.split(separator: " "),
      let longest = words.max(by: { $0.count < $1.count })
    else { return 0 }
    text.content.text = String(longest)
    return try text.layout(SizeProposal(width: .fit(.infinity)), context).size.width.rounded(.up)
  }

  /// The width of a flexible column that other columns leave free, in points.
  private static let leastFlexible = 40.0

  /// The widths of all columns.
  ///
  /// - Parameters:
  ///   - natural: the width of each column without line breaks.
  ///   - least: the width of the longest word of each column of text.
  ///   - texts: the columns of text, which share the width that is left.
  private func shares(
    of inner: Double, _ natural: [Double], _ least: [Double], _ weights: [Double?], _ texts: [Int]
  ) -> [Double] {
    var widths = natural
    let flexible = columns.indices.filter { columns[$0].width == nil && weights[$0] != nil }
    for (number, column) in columns.enumerated() { if let width = column.width { widths[number] = width } }
    for number in flexible { widths[number] = 0 }
    var rest = inner - widths.reduce(0, +) - Double(flexible.count) * Self.leastFlexible
    if rest < 0 {
      // Narrow columns of text keep their width, wide ones become equal, but no word is broken.
      var room = rest + texts.reduce(0) { $0 + natural[$1] }
      var open = texts.sorted { natural[$0] - least[$0] < natural[$1] - least[$1] }
      while let first = open.first {
        let others = open.dropFirst().reduce(0) { $0 + least[$1] }
        let share = max(least[first], min(room - others, max(0, room) / Double(open.count)))
        widths[first] = min(natural[first], share)
        room -= widths[first]
        open.removeFirst()
      }
      rest = 0
    }
    let total = flexible.reduce(0) { $0 + (weights[$1] ?? 0) }
    let free = rest + Double(flexible.count) * Self.leastFlexible
    for number in flexible { widths[number] = free * (weights[number] ?? 0) / total }
    if flexible.isEmpty {
      let open = columns.indices.filter { columns[$0].width == nil }
      // Columns of numbers with equal widths are easier to compare, but they leave half the space to the texts.
      var half = rest / 2
      let numbers = open.filter { [.right, .trailing, .center].contains(columns[$0].textAlignment) }
        .sorted { widths[$0] < widths[$1] }
      for (index, number) in numbers.enumerated() where half > 0 {
        let next = index + 1 < numbers.count ? widths[numbers[index + 1]] : widths[number]
        let step = min(next - widths[number], half / Double(index + 1))
        for narrower in numbers[...index] { widths[narrower] += step }
        half -= step * Double(index + 1)
        rest -= step * Double(index + 1)
      }
      // From right to left a wide column of numbers would have a hole before it, but a gap is useful.
      for number in open where blocks[number] > 0 {
        let more = min(gap, rest / Double(2 * open.count))
        widths[number] += more
        rest -= more
      }
      let texts = open.filter { blocks[$0] == 0 }
      let wider = texts.isEmpty ? open : texts
      let sum = wider.reduce(0) { $0 + widths[$1] }
      for number in wider {
        widths[number] += rest * (sum > 0 ? widths[number] / sum : 1 / Double(wider.count))
      }
    }
    let sum = widths.reduce(0, +)
    return sum > inner + 0.5 ? widths.map { $0 * inner / sum } : widths
  }

  /// The width of all columns and the gaps between them.
  var width: Double { widths.reduce(0, +) + gap * Double(max(0, widths.count - 1)) }

  /// The boxes of the cells of a row, side by side; texts share their first baseline.
  func layoutCells(
    _ cells: [AnyPart?], role: StructureRole, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    var boxes: [(box: LayoutBox, x: Double)] = []
    var x = 0.0
    for (number, width) in widths.enumerated() {
      defer { x += width + gap }
      guard cells.indices.contains(number), let cell = cells[number], !cell.common.isHidden else { continue }
      let alignment = columns[number].textAlignment
      let part = cell.aligned(alignment)
      let block = blocks[number]
      if block > 0, block <= width, part.part is TextPart {
        let own = try context.layoutChild(part, SizeProposal(width: .fit(.infinity))).size.width
        if own <= block {
          var box = try context.layoutChild(part.starting, SizeProposal(width: .exact(block)))
          box.role = role
          boxes.append((box, x + width - block))
          continue
        }
      }
      let fillsRow =
        part.part is StackPart && widths.count == 1 && context.theme.compatibility.name == .none
        && ![.right, .trailing, .center].contains(alignment)
      let isFilled = part.common.width == nil && (part.part.hasNoWidth || part.part is TextPart || fillsRow)
      var box = try context.layoutChild(part, SizeProposal(width: isFilled ? .exact(width) : .fit(width)))
      box.role = role
      let spare = max(0, width - box.size.width)
      let isRight = alignment == .right || (alignment == .trailing)
      boxes.append((box, x + (isRight ? spare : alignment == .center ? spare / 2 : 0)))
    }
    let baseline = boxes.compactMap(\.box.firstBaseline).max() ?? 0
    let texts = boxes.filter { $0.box.firstBaseline != nil }
    let height = boxes.reduce(0) { height, entry in
      max(height, entry.box.size.height + (entry.box.firstBaseline.map { baseline - $0 } ?? 0))
    }
    let line = texts.map(\.box.size.height).min() ?? height
    var row = LayoutBox(size: Size(width: width, height: height))
    for (box, x) in boxes {
      // Parts without text are in the middle of the first line.
      let y = box.firstBaseline.map { baseline - $0 } ?? max(0, (min(line, height) - box.size.height) / 2)
      row.add(box, at: Point(x: x, y: box.size.height > line ? 0 : y))
    }
    return row
  }
}
