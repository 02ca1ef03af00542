import CardRaster

/// Reads rows from comma-separated values.
struct CSVRows {
  /// The names of the columns.
  let names: [String]
  private let shape: Shape
  private var reader: CSVRowReader
  private let file: String
  private var number = 0
  private var isOver = false

  init(_ reader: CSVRowReader, file: String) throws(DeckError) {
    self.file = file
    self.reader = reader
    let first: CSVRowReader.Row?
    do throws(CSVRowReader.Diagnostic) {
      first = try self.reader.next()
    } catch {
      throw Self.error(file, error.line, error.message, error.hint)
    }
    guard let first else { throw Self.error(file, 1, "the row with the column names is missing", nil) }
    names = first.cells
    let paths = first.cells.map(Self.path)
    guard names.count <= Limits.columns else {
      throw Self.error(
        file, first.line, "\(names.count) columns are more than the limit of \(Limits.columns)", nil)
    }
    if let deep = paths.firstIndex(where: { $0.steps.count > Limits.jsonDepth }) {
      throw Self.error(
        file, first.line, "column \(deep + 1) is nested deeper than the limit of \(Limits.jsonDepth)", nil)
    }
    var seen: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      if name.isEmpty { throw Self.error(file, first.line, "column \(index + 1) has no name", nil) }
      if let other = seen.updateValue(index, forKey: name) {
        throw Self.error(
          file, first.line,
          "columns \(other + 1) and \(index + 1) are both called \(DeckIssue.quoted(name))", nil)
      }
    }
    for (index, path) in paths.enumerated() {
      for length in 1..<path.steps.count {
        guard let outer = seen[JSONPath(Array(path.steps.prefix(length))).text] else { continue }
        throw Self.error(
          file, first.line,
          "columns \(outer + 1) and \(index + 1) are called \(DeckIssue.quoted(names[outer])) and "
            + "\(DeckIssue.quoted(names[index])): the second would be inside the first, which is a value",
          "rename one of them")
      }
    }
    shape = Shape(paths.enumerated().map { ($0.offset, $0.element.steps[...]) })
  }

  private static func error(_ file: String, _ line: Int, _ message: String, _ hint: String?) -> DeckError {
    DeckError(
      DeckIssue(
        .error, file: file, place: SourcePlace(line: line, column: 0), path: .root, message: message,
        hint: hint, code: .invalidRow))
  }

  /// Splits a column name such as `user.name` into keys; a name that is not a path is a single key.
  private static func path(_ name: String) -> JSONPath {
    if BindingParser.isName(name) { return JSONPath([.key(name)]) }
    let keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return JSONPath((keys.allSatisfy(BindingParser.isName) ? keys : [name]).map { .key($0) })
  }

  mutating func next() -> RowEntry? {
    guard !isOver else { return nil }
    number += 1
    do throws(CSVRowReader.Diagnostic) {
      guard let row = try reader.next() else {
        isOver = true
        return nil
      }
      return entry(row)
    } catch {
      isOver = error.isLast
      let place = RowPlace(file: file, line: error.line, number: number, id: nil)
      return .broken(place, [.row(place, error.message, hint: error.hint)])
    }
  }

  private func entry(_ row: CSVRowReader.Row) -> RowEntry {
    guard row.cells.count == names.count else {
      let index = names.firstIndex(of: "id")
      let id = index.flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }
      let place = RowPlace(file: file, line: row.line, number: number, id: id)
      return .broken(
        place,
        [
          .row(
            place,
            "the row has \(DeckIssue.counted(row.cells.count, "cell")), the first line has \(names.count)")
        ])
    }
    let data = shape.node(row.cells)
    return .row(
      DataRow(place: RowPlace(file: file, line: row.line, number: number, id: data.rowID), data: data))
  }
}

/// Maps the cells of a row to the members of an object; the same for all rows.
private indirect enum Shape {
  case cell(Int)
  case object([(key: String, shape: Shape)])

  /// Creates the mapping from columns.
  ///
  /// - Parameter columns: the index of each column and its keys.
  init(_ columns: [(number: Int, steps: ArraySlice<JSONPath.Step>)]) {
    if let first = columns.first, first.steps.isEmpty {
      self = .cell(first.number)
      return
    }
    var groups: [(key: String, columns: [(number: Int, steps: ArraySlice<JSONPath.Step>)])] = []
    var places: [String: Int] = [:]
    for (number, steps) in columns {
      guard case .key(let key)? = steps.first else { continue }
      let place = places[key, default: groups.count]
      if place == groups.count {
        places[key] = place
        groups.append((key, []))
      }
      groups[place].columns.append((number, steps.dropFirst()))
    }
    self = .object(groups.map { ($0.key, Shape($0.columns)) })
  }

  /// The object of a row.
  func node(_ cells: [String]) -> JSONNode {
    switch self {
    // An empty cell becomes null, so that `default` applies.
    case .cell(let number): cells[number].isEmpty ? JSONNode(.null) : .cell(cells[number])
    case .object(let members):
      JSONNode(.object(members.map { JSONNode.Member(key: $0.key, value: $0.shape.node(cells)) }))
    }
  }
}
