import CardModel
import CardRaster

/// A cell of a table.
enum ChartValue: Hashable, Sendable {
  case missing
  case number(JSONNumber)
  case text(String)
  case flag(Bool)

  /// The cell of a JSON value; nil for a list or an object.
  init?(_ node: JSONNode) {
    switch node.value {
    case .null: self = .missing
    case .number(let value): self = .number(value)
    case .string(let text) where node.isCell:
      self = node.meantNumber.map { .number($0) } ?? .text(node.isoText(text))
    case .string(let text): self = .text(text)
    case .bool(let flag): self = .flag(flag)
    case .array, .object: return nil
    }
  }

  /// A calculated number.
  static func of(_ number: Double) -> ChartValue { .number(JSONNumber(number)) }

  /// The number, if it is one.
  var number: Double? {
    if case .number(let number) = self { return number.value }
    return nil
  }

  /// The value as a name; the digits of a number.
  var name: String {
    switch self {
    case .missing: ""
    case .number(let number): number.text
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}

/// Data in columns, the common form of all formats of `data`.
struct ChartTable: Hashable, Sendable {
  /// A column.
  struct Column: Hashable, Sendable {
    var name: String
    /// One value per row.
    var values: [ChartValue]

    /// Adds missing values up to a number of rows.
    fileprivate mutating func fill(to count: Int) {
      values += repeatElement(.missing, count: max(0, count - values.count))
    }
  }

  var columns: [Column] = []
  /// The number of rows.
  var count = 0
  /// The source of the data, for messages: `data`, or the name of a file.
  var name = "data"
  /// The line of each row in its file, if there is one.
  var lines: [Int] = []
  /// Whether the data are plain numbers without names.
  var isPlain = false

  /// The names of the columns of plain numbers.
  static let (index, value) = ("index", "value")

  /// Whether the table is empty, so that its columns are unknown.
  var hasNoColumns: Bool { count == 0 && columns.allSatisfy { $0.name.hasPrefix("\u{1}") } }

  /// A column by name.
  subscript(name: String) -> Column? { columns.first { $0.name == name } }

  /// The position of a row in messages: its number from 1, or the line of its file.
  func place(of row: Int) -> String {
    lines.indices.contains(row) ? "\(name), line \(lines[row])" : "row \(row + 1)"
  }

  /// Converts a wide table to a long one with a column for the folded names and one for their values.
  func folded(_ names: [String], key: String, value: String) -> ChartTable {
    var long = ChartTable(count: count * names.count, name: name)
    let kept = columns.filter { !names.contains($0.name) }
    long.columns = kept.map { column in
      Column(name: column.name, values: names.flatMap { _ in column.values })
    }
    let keys = names.flatMap { repeatElement(ChartValue.text($0), count: count) }
    let values = names.flatMap { self[$0]?.values ?? Array(repeating: .missing, count: count) }
    long.columns += [Column(name: key, values: keys), Column(name: value, values: values)]
    return long
  }
}

extension ChartTable {
  /// An error in data.
  struct Diagnostic: Error {
    let message: String
    var hint: String?
    /// The path of the value, relative to the data.
    var path: [JSONPath.Step] = []
  }

  /// Reads data in any format except a path.
  init(_ node: JSONNode) throws(Diagnostic) {
    switch node.value {
    case .array(let elements):
      if case .object? = elements.first?.value {
        try self.init(rows: elements)
      } else {
        try self.init(plain: elements)
      }
    case .object(let members): try self.init(columns: members)
    default:
      throw Diagnostic(
        message: "expected rows, columns, numbers or the path of a file, found \(node.briefText)")
    }
    guard count <= Limits.chartRows else {
      throw Diagnostic(message: "there are \(count) rows, more than the limit of \(Limits.chartRows)")
    }
  }

  private init(plain elements: [JSONNode]) throws(Diagnostic) {
    var numbers: [ChartValue] = []
    for (number, element) in elements.enumerated() {
      switch element.value {
      case .number(let value): numbers.append(.number(value))
      case .null: numbers.append(.missing)
      default:
        throw Diagnostic(
          message: "expected a number in row \(number + 1), found \(element.briefText)",
          hint: "data are rows (objects), or numbers", path: [.index(number)])
      }
    }
    count = numbers.count
    isPlain = true
    if elements.isEmpty { return }
    columns = [
      Column(name: Self.index, values: (0..<count).map { .number(JSONNumber(Double($0 + 1))) }),
      Column(name: Self.value, values: numbers),
    ]
  }

  private static func cell(
    _ node: JSONNode, row: Int, column: String, path: @autoclosure () -> [JSONPath.Step]
  ) throws(Diagnostic) -> ChartValue {
    if let value = ChartValue(node) { return value }
    throw Diagnostic(
      message:
        "expected a text, a number or null in row \(row + 1), column \(DeckIssue.quoted(column)), found \(node.kindText)",
      path: path())
  }

  private init(rows: [JSONNode]) throws(Diagnostic) {
    count = rows.count
    var places: [String: Int] = [:]
    for (row, node) in rows.enumerated() {
      guard case .object(let members) = node.value else {
        throw Diagnostic(
          message: "expected an object in row \(row + 1), found \(node.briefText)", path: [.index(row)])
      }
      for (number, member) in members.enumerated() {
        let value = try Self.cell(
          member.value, row: row, column: member.key, path: [.index(row), .key(member.key)])
        // Most rows have the members of the first row in the same order.
        var column = number
        if !columns.indices.contains(number) || columns[number].name != member.key {
          column = places[member.key] ?? columns.count
          if column == columns.count {
            guard rows.count * (column + 1) <= Limits.chartCells else {
              throw Diagnostic(
                message:
                  "\(rows.count) rows with more than \(column) different keys are more than \(Limits.chartCells) values",
                hint: "give all rows the same keys", path: [.index(row), .key(member.key)])
            }
            places[member.key] = column
            columns.append(Column(name: member.key, values: []))
            columns[column].values.reserveCapacity(rows.count)
          }
        }
        columns[column].fill(to: row)
        columns[column].values.append(value)
      }
    }
    for number in columns.indices { columns[number].fill(to: count) }
  }

  private init(columns members: [JSONNode.Member]) throws(Diagnostic) {
    for member in members {
      guard case .array(let nodes) = member.value.value else {
        throw Diagnostic(
          message:
            "expected a list in column \(DeckIssue.quoted(member.key)), found \(member.value.briefText)",
          hint: "data are columns (an object of lists), rows (a list of objects) or numbers",
          path: [.key(member.key)])
      }
      if let first = columns.first, first.values.count != nodes.count {
        throw Diagnostic(
          message:
            "column \(DeckIssue.quoted(member.key)) has \(nodes.count) rows, column \(DeckIssue.quoted(first.name)) has \(first.values.count)",
          path: [.key(member.key)])
      }
      let values = try nodes.enumerated().map { row, node throws(Diagnostic) in
        try Self.cell(node, row: row, column: member.key, path: [.key(member.key), .index(row)])
      }
      columns.append(Column(name: member.key, values: values))
    }
    count = columns.first?.values.count ?? 0
  }

  /// Reads a file of comma-separated values.
  ///
  /// - Parameter format: the notation of numbers and dates; nil for that of JSON.
  init(csv bytes: [UInt8], file: String, format: CellFormat? = nil) throws(Diagnostic) {
    func value(_ cell: String) -> ChartValue {
      guard !cell.isEmpty else { return .missing }
      let number = format.map { $0.number(cell) } ?? CSVTable.number(cell)
      return number.map { .number($0) } ?? .text(format?.date(cell) ?? cell)
    }
    do throws(CSVRowReader.Diagnostic) {
      let table = try CSVTable(bytes, atMost: Limits.chartRows, cells: Limits.chartCells)
      count = table.rows.count
      name = file
      lines = table.lines
      columns = table.columns.enumerated().map { number, name in
        Column(
          name: name,
          values: table.rows.map { value($0[number]) })
      }
    } catch {
      throw Diagnostic(
        message: "cannot read '\(file)': line \(error.line): \(error.message)", hint: error.hint)
    }
  }
}

extension ValueKind where Value == ChartTable {
  /// Rows, columns, numbers, or the path of a `.csv` or `.json` file in the deck's folder.
  static var chartData: Self {
    ValueKind(
      "rows, columns, numbers or a path", schema: .anything, isExplained: false, readsDataInPlace: true
    ) { node, path, context in
      do throws(ChartTable.Diagnostic) {
        let table = try ChartTable.read(node, path, context)
        do throws(BindingError) {
          try context.scope.budget.take(cells: (table?.count ?? 0) * (table?.columns.count ?? 0))
        } catch { throw ChartTable.Diagnostic(message: error.message) }
        return table
      } catch {
        context.error(node, JSONPath(path.steps + error.path), error.message, hint: error.hint)
        return nil
      }
    }
  }
}

extension ChartTable {
  fileprivate static func read(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext
  ) throws(Diagnostic) -> ChartTable? {
    if case .string(let name) = node.value {
      return context.allowsFile(node, path) ? try file(name, context) : nil
    }
    guard
      let filled = Binding.fillTree(
        node, scope: context.scope, log: context.log, file: context.file, path: path)
    else { return nil }
    if let values = filled["values"], filled["url"] == nil, isWrapped(filled) {
      return try ChartTable(values)
    }
    if let url = filled["url"], case .string(let name) = url.value, isWrapped(filled) {
      return context.allowsFile(url, path.key("url")) ? try file(name, context) : nil
    }
    return try ChartTable(filled)
  }

  /// Whether an object is Vega-Lite's `{ "values": … }` or `{ "url": … }` rather than a table of columns.
  private static func isWrapped(_ node: JSONNode) -> Bool {
    guard case .object(let members) = node.value else { return false }
    return members.allSatisfy { ["values", "url", "name", "format"].contains($0.key) }
  }

  private static func file(_ name: String, _ context: ReadContext) throws(Diagnostic) -> ChartTable {
    guard !name.contains("://") else {
      throw Diagnostic(
        message: "data are not loaded from the network: \(DeckIssue.quoted(name))",
        hint: "put the file in the deck's folder")
    }
    let bytes: [UInt8]
    do throws(RasterError) { bytes = try context.assets.data(name) } catch {
      throw Diagnostic(message: error.message)
    }
    let ending = name.split(separator: ".").last?.lowercased()
    switch ending {
    case "csv", "tsv": return try ChartTable(csv: bytes, file: name, format: context.assets.cellFormat)
    case "json":
      let read = JSONNode.read(bytes, file: name)
      guard let node = read.node, read.issues.isEmpty else {
        throw Diagnostic(message: "cannot read '\(name)': \(read.issues.first?.text ?? "it is not JSON")")
      }
      var table = try ChartTable(node)
      table.name = name
      return table
    default:
      throw Diagnostic(message: "data files end in .csv, .tsv or .json, found \(DeckIssue.quoted(name))")
    }
  }
}
