import CardRaster

/// The rows of a file of comma-separated values.
struct CSVRows {
  /// The names of the columns.
  let names: [String]
  private let paths: [JSONPath]
  private var reader: CSVRowReader
  private let file: String
  private var number = 0
  private var isOver = false

  init(_ reader: CSVRowReader, file: String) throws(DeckError) {
    self.file = file
    self.reader = reader
    let first: CSVRowReader.Row?
    do throws(CSVRowReader.Mistake) {
      first = try self.reader.next()
    } catch {
      throw Self.error(file, error.line, error.message, error.hint)
    }
    guard let first else { throw Self.error(file, 1, "there is no row with the names of the columns", nil) }
    names = first.cells
    paths = first.cells.map(Self.path)
    guard names.count <= Limits.columns else {
      throw Self.error(
        file, first.line, "there are \(names.count) columns, more than the limit of \(Limits.columns)", nil)
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
  }

  private static func error(_ file: String, _ line: Int, _ message: String, _ hint: String?) -> DeckError {
    DeckError(
      DeckIssue(
        .error, file: file, place: SourcePlace(line: line, column: 0), path: .root, message: message,
        hint: hint, code: .invalidRow))
  }

  /// `user.name` leads into an object; what is no path is a name as it stands.
  private static func path(_ name: String) -> JSONPath {
    if BindingParser.isName(name) { return JSONPath([.key(name)]) }
    let keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return JSONPath((keys.allSatisfy(BindingParser.isName) ? keys : [name]).map { .key($0) })
  }

  mutating func next() -> RowEntry? {
    guard !isOver else { return nil }
    number += 1
    do throws(CSVRowReader.Mistake) {
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
    var data = JSONNode(.object([]))
    for (path, cell) in zip(paths, row.cells) {
      // An empty cell is nothing, so that `default` takes its place.
      data.put(cell.isEmpty ? JSONNode(.null) : .cell(cell), at: path.steps[...])
    }
    return .row(
      DataRow(place: RowPlace(file: file, line: row.line, number: number, id: data.rowID), data: data))
  }
}

extension JSONNode {
  /// Puts a value where keys lead, making the objects on the way.
  fileprivate mutating func put(_ node: JSONNode, at steps: ArraySlice<JSONPath.Step>) {
    guard case .key(let name)? = steps.first else {
      self = node
      return
    }
    var members: [Member] = []
    if case .object(let own) = value { members = own }
    let index = members.firstIndex { $0.key == name }
    var inner = index.map { members[$0].value } ?? JSONNode(.null)
    inner.put(node, at: steps.dropFirst())
    if let index { members[index].value = inner } else { members.append(Member(key: name, value: inner)) }
    self = JSONNode(.object(members))
  }
}
