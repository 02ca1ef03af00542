import CardCharts
import CardRaster

/// A cell of a table: a part, and its number if it has one.
struct TableCell: Sendable {
  var part: AnyPart
  /// The number that the text shows; nil for other texts and parts.
  var number: JSONNumber?
  /// Whether the number is in the deck, and not in its data.
  var isLiteral = false

  /// The numbers that a cell can be.
  static let numbers = -1e15...1e15
  /// Texts, numbers and parts.
  static let schema: Schema = .list(.any([.string, .number(numbers), .reference(.part)]), 0...Limits.columns)

  /// The text of the cell; nil for other parts.
  var text: String? { (part.part as? TextPart)?.content.text }

  /// Whether the cell is empty, or has a dash for a missing value.
  var isBlank: Bool {
    guard let content = (part.part as? TextPart)?.content, content.attributedText == nil else { return false }
    return ["", "-", "–", "—"].contains(content.text ?? "")
  }

  /// Makes a text in the usual style stronger.
  ///
  /// - Parameter color: Its colour, unless the deck sets one; nil for that of its style.
  mutating func becomeValue(color: Color? = nil) {
    guard var text = part.part as? TextPart, text.content.font == nil,
      text.content.style == .standard(.normal)
    else { return }
    text.content.font = FontSpec(weight: 600)
    text.content.textColor = text.content.textColor ?? color
    part.part = text
  }

  static func read(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) -> TableCell? {
    switch node.value {
    case .object, .array: return AnyPart.read(node, path, context, in: .part).map { TableCell(part: $0) }
    case .null, .bool, .number, .string: break
    }
    guard var text = context.filled(node, path.key("text")) else { return nil }
    // The error for null names the binding.
    if case .null = text.value { text = node }
    var isLiteral = false
    if case .number = text.value, !text.isBound {
      guard ValueKind<Double>.number(numbers).parse(text, path, context) != nil else { return nil }
      (isLiteral, text.isBound) = (true, true)
    }
    let part = JSONNode(JSONNode.object([("type", .of("text")), ("text", text)]).value, place: node.place)
    return AnyPart.read(part, path, context, in: .part).map {
      TableCell(part: $0, number: text.meantNumber, isLiteral: isLiteral)
    }
  }
}

extension AnyPart {
  /// Replaces the text of a text part.
  fileprivate mutating func replaceText(_ text: String) {
    guard var part = part as? TextPart else { return }
    part.content.text = text
    self.part = part
  }
}

extension ValueKind where Value == [TableCell] {
  /// A list of texts, numbers and parts.
  static var cells: Self {
    ValueKind("texts, numbers and parts", schema: TableCell.schema) { node, path, context in
      guard case .array(let nodes) = node.value else {
        return context.mismatch(node, path, expected: "a list of texts, numbers and parts")
      }
      guard context.depth < Limits.nesting else {
        return context.error(node, path, "parts are nested deeper than the limit of \(Limits.nesting)")
      }
      var cells: [TableCell] = []
      for (node, path, inner) in context.expand(
        nodes.map(AnyPart.movingRepetitionInside), path, most: Limits.nodes)
      {
        if let cell = TableCell.read(node, path, inner.with(deeper: true)) { cells.append(cell) }
        if context.counter.isExhausted { break }
      }
      let parts = cells.map(\.part).withAlignedButtons(context.theme)
      for index in cells.indices { cells[index].part = parts[index] }
      return cells
    }
  }
}

/// The total of a column: a text, or a calculation with the numbers of the column.
struct TableTotal: Sendable {
  /// The calculation.
  enum Aggregate: String, Sendable, CaseIterable {
    case sum, mean, min, max, count
  }

  var text: String?
  var aggregate = Aggregate.sum
  var format: NumberFormat?

  static let fields = FieldTable<TableTotal>(needs: [["aggregate"]]) {
    Field(
      "aggregate", \.aggregate, .word,
      "The calculation from the numbers of the column; `count` is the number of cells that are not empty.")
    Field(
      "format", \.format, .numberFormat, "The format of the total.",
      default: "that of the column; none for `count`")
  }

  static let object = ObjectSchema("tableTotal", "A total that is calculated.", fields) { TableTotal() }

  /// The calculation that a text names; nil for other texts.
  var namedAggregate: Aggregate? {
    let word = text?.lowercased() ?? ""
    return Aggregate(rawValue: ["average": "mean", "avg": "mean"][word] ?? word)
  }
}

extension ValueKind where Value == TableTotal {
  static var tableTotal: Self {
    ValueKind("text, or a total", schema: .any([.string, .object(TableTotal.object)])) {
      node, path, context in
      var total = TableTotal()
      if case .object = node.value {
        TableTotal.fields.read(node, path, context, into: &total, what: "a total")
        return total
      }
      total.text = ValueKind<String>.text.parse(node, path, context)
      return total.text == nil ? nil : total
    }
  }
}

extension TablePart {
  /// Writes the cells that are numbers, and the totals of columns.
  mutating func writeNumbers(_ context: ReadContext) {
    let count = bodyRows.reduce(columns.count) { max($0, $1.cells.count) }
    for index in 0..<count {
      let cells = bodyRows.compactMap {
        $0.cells.indices.contains(index) ? $0.cells[index] : nil
      }
      let column = columns.indices.contains(index) ? columns[index] : TableColumn()
      let numbers = cells.compactMap(\.number)
      if !numbers.isEmpty {
        let writer = NumberWriter(numbers, column.format, context.scope.locale)
        changeCells(index) { cell in
          guard let number = cell.number, cell.isLiteral || column.format != nil else { return }
          cell.part.replaceText(writer.write(number))
        }
      } else if column.format != nil, cells.contains(where: { !$0.isBlank }), column.total?.format == nil {
        context.warning(
          column.source["format"] ?? column.source, column.path.key("format"),
          "'format' has no effect: the column has no numbers", hint: "write numbers without quotes",
          code: .noEffect)
      }
      guard let total = column.total else { continue }
      let path = column.path.key("total")
      let source = column.source["total"] ?? column.source
      if total.text == nil {
        if let text = text(of: total, column, cells, source, path, context) {
          columns[index].totalPart?.replaceText(text)
        }
      } else if let aggregate = total.namedAggregate, source.plainText == total.text,
        cells.contains(where: { $0.number != nil || FigureColumn.isTabular($0.text ?? "") })
      {
        context.warning(
          source, path, "the total is the text \(source.briefText)",
          hint: "write { \"aggregate\": \"\(aggregate.rawValue)\" } to calculate it"
            + (numbers.isEmpty ? ", and numbers without quotes" : ""))
      }
    }
  }

  /// Names the total row in its first cell, if all totals are sums and it is the last row.
  mutating func nameTotals(_ context: ReadContext) {
    let totals = columns.compactMap(\.total)
    let names = bodyRows.compactMap(\.cells.first)
    guard let first = columns.first, first.total == nil, !totals.isEmpty, footerRows.isEmpty,
      totals.allSatisfy({ $0.text == nil && $0.aggregate == .sum }),
      names.allSatisfy({ $0.text != nil && $0.number == nil })
    else { return }
    columns[0].totalPart = .total(
      context.scope.locale.totalTerm, of: first.source, first.path.key("total"), context)
  }

  private mutating func changeCells(_ column: Int, _ change: (inout TableCell) -> Void) {
    changeRows { if $0.cells.indices.contains(column) { change(&$0.cells[column]) } }
  }

  mutating func changeRows(_ change: (inout TableRow) -> Void) {
    for index in rows.indices { change(&rows[index]) }
    for index in cell.indices { change(&cell[index]) }
    for index in footerRows.indices { change(&footerRows[index]) }
    for section in sections.indices {
      for index in sections[section].entries.indices { change(&sections[section].entries[index]) }
    }
  }

  /// The text of a calculated total; nil after an error.
  private func text(
    of total: TableTotal, _ column: TableColumn, _ cells: [TableCell], _ source: JSONNode, _ path: JSONPath,
    _ context: ReadContext
  ) -> String? {
    let filled = cells.filter { $0.number != nil || !$0.isBlank }
    let numbers = cells.compactMap(\.number)
    let locale = context.scope.locale
    if total.aggregate == .count {
      return NumberWriter([], total.format, locale).write(JSONNumber(filled.count))
    }
    if let wrong = filled.first(where: { $0.number == nil }) {
      let found = wrong.text.map(DeckIssue.quoted) ?? "a part '\(wrong.part.type)'"
      return context.error(
        JSONNode(.null, place: wrong.part.place), wrong.part.path,
        "the '\(total.aggregate.rawValue)' of a column needs numbers, found \(found)",
        hint: "write a number without quotes, and its currency as the column's 'format'")
    }
    var writer = NumberWriter(numbers, total.format ?? column.format, locale)
    writer.areYears = false
    do throws(BindingError) {
      let sorted = numbers.sorted { $0.value < $1.value }
      switch total.aggregate {
      case .min: return sorted.first.map { writer.write($0, fixed: true) } ?? "–"
      case .max: return sorted.last.map { writer.write($0, fixed: true) } ?? "–"
      case .sum, .mean, .count: break
      }
      var sum: JSONNumber = 0
      for number in numbers { sum = try sum.calculated(.plus, number) }
      if total.aggregate == .sum { return writer.write(sum, fixed: true) }
      guard !numbers.isEmpty else { return "–" }
      // A mean has one more decimal than the numbers.
      writer.decimals += 1
      return writer.write(try sum.calculated(.divided, JSONNumber(numbers.count)), fixed: true)
    } catch {
      return context.error(source, path, error.message, hint: error.hint)
    }
  }
}

/// Writes the numbers of a column.
private struct NumberWriter {
  let format: NumberFormat?
  @CopyOnWriteBox private(set) var locale: DeckLocale
  /// The largest number of decimals.
  var decimals: Int
  /// Whether all are whole numbers from 1900 to 2100, which are written without group separators.
  var areYears: Bool

  init(_ numbers: [JSONNumber], _ format: NumberFormat?, _ locale: DeckLocale) {
    (self.format, self.locale) = (format, locale)
    decimals = numbers.reduce(0) { max($0, Self.decimals(of: $1)) }
    areYears =
      !numbers.isEmpty
      && numbers.allSatisfy { (1900...2100).contains($0.value) && Self.decimals(of: $0) == 0 }
  }

  private static func decimals(of number: JSONNumber) -> Int {
    let digits = number.text.split(separator: ".", omittingEmptySubsequences: false)
    return digits.count == 2 && !digits[1].contains("e") ? digits[1].utf8.count : 0
  }

  /// The number in the format, or with its own decimals.
  ///
  /// - Parameter fixed: Whether it has the decimals of the column instead.
  func write(_ number: JSONNumber, fixed: Bool = false) -> String {
    let count = fixed ? decimals : Self.decimals(of: number)
    if let text = format.flatMap({ try? $0.format(number) }) { return text }
    // A number with an exponent has more digits than can be written.
    if number.text.contains("e") { return locale.numberText(number, digits: 3) }
    return locale.decimalText(Rounded(number, digits: count...count), group: areYears ? "" : locale.group)
  }
}
