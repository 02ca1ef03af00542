#if Rows
import CardRaster

/// Reads rows from JSON lines: one object per line.
struct JSONLineRows {
  private var reader: PieceReader
  private let file: String
  /// Whether strings are cells of a table; see `JSONNode.cell`.
  private let hasCells: Bool
  private var number = 0
  private var line = 0
  private var isOver = false

  init(_ reader: PieceReader, file: String, hasCells: Bool) {
    self.reader = reader
    self.file = file
    self.hasCells = hasCells
  }

  mutating func next() -> RowEntry? {
    while !isOver {
      line += 1
      do throws(RasterError) {
        guard let bytes = try take() else {
          number += 1
          return broken("the row has more than \(Limits.rowBytes >> 20) MiB")
        }
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        number += 1
        return entry(bytes)
      } catch {
        isOver = true
        number += 1
        return broken(error.message)
      }
    }
    return nil
  }

  /// Whether a whole row is buffered, so that reading it does not block.
  var hasLine: Bool { (0..<reader.count).contains { reader[$0] == 0x0A } }

  /// The bytes of the next line; nil if it is too long.
  private mutating func take() throws(RasterError) -> [UInt8]? {
    if let end = try reader.lineEnd(from: 0, atMost: Limits.rowBytes) {
      defer { reader.discard(end + 1) }
      return end <= Limits.rowBytes ? Array(reader[0..<end]) : nil
    }
    if reader.isAtEnd {
      defer { reader.discard(reader.count) }
      isOver = true
      return reader.count <= Limits.rowBytes ? Array(reader[0..<reader.count]) : nil
    }
    while true {
      reader.discard(reader.count)
      if let end = try reader.lineEnd(from: 0, atMost: 0) {
        reader.discard(end + 1)
        return nil
      }
      if reader.isAtEnd {
        isOver = true
        return nil
      }
    }
  }

  private func broken(_ message: String, hint: String? = nil, id: String? = nil) -> RowEntry {
    let place = RowPlace(file: file, line: line, number: number, id: id)
    return .broken(place, [.row(place, message, hint: hint)])
  }

  private func entry(_ bytes: [UInt8]) -> RowEntry {
    let node: JSONNode
    do throws(DeckIssue) {
      node = try JSONScanner.scan(bytes, file: file)
    } catch {
      let column = error.place.map { " (column \($0.column))" } ?? ""
      return broken(error.message + column, hint: error.hint)
    }
    return RowEntry(hasCells ? node.withCells : node, file: file, line: line, number: number)
  }
}

extension JSONNode {
  /// The object with its strings as cells of a table; empty strings become null.
  fileprivate var withCells: JSONNode {
    guard case .object(let members) = value else { return self }
    var result = self
    result.value = .object(
      members.map { member in
        guard case .string(let text) = member.value.value else { return member }
        return changing(member) { $0.value = text.isEmpty ? JSONNode(.null) : .cell(text) }
      })
    return result
  }
}

/// Reads rows from a JSON document with a list of objects.
struct JSONListRows {
  private let elements: [JSONNode]
  private let file: String
  private var number = 0

  init(_ reader: PieceReader, file: String, hasCells: Bool) throws(DeckError) {
    self.file = file
    var reader = reader
    var isWhole = true
    do throws(RasterError) {
      while reader.count <= Limits.jsonBytes, try reader.fill() {}
      isWhole = reader.count <= Limits.jsonBytes
    } catch {
      throw DeckError(error, file: file)
    }
    guard isWhole else {
      throw DeckError(
        file: file,
        message: "the document is larger than \(Limits.jsonBytes >> 20) MiB",
        hint: "write one row per line, as JSON lines (.jsonl), without this limit", code: .limit)
    }
    let (node, issues) = JSONNode.read(Array(reader[0..<reader.count]), file: file)
    guard let node, issues.isEmpty else {
      throw DeckError(issues)
        ?? DeckError(file: file, message: "the file cannot be read as JSON", code: .notJSON)
    }
    guard case .array(let elements) = node.value else {
      throw DeckError(
        file: file, place: node.place, message: "the rows must be a list of objects, found \(node.kindText)",
        hint: "use --data for the values of a single picture", code: .invalidRow)
    }
    self.elements = hasCells ? elements.map(\.withCells) : elements
  }

  mutating func next() -> RowEntry? {
    guard number < elements.count else { return nil }
    number += 1
    let node = elements[number - 1]
    return RowEntry(node, file: file, line: node.place?.line ?? 1, number: number)
  }
}

extension RowEntry {
  /// Creates a row from an object; any other value becomes an error.
  fileprivate init(_ node: JSONNode, file: String, line: Int, number: Int) {
    let place = RowPlace(file: file, line: line, number: number, id: node.rowID)
    if case .object = node.value {
      self = .row(DataRow(place: place, data: node))
    } else {
      self = .broken(place, [.row(place, "a row must be an object, found \(node.kindText)")])
    }
  }
}
#endif
