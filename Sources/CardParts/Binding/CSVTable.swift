import CardRaster

/// The rows of a file of comma-separated values (RFC 4180), with the names of their columns.
///
/// A cell may stand in double quotes, where a doubled one is a quote and line breaks are kept. The separator is a comma,
/// or the semicolon or tab that the first line has more of. A byte order mark is left out, and so are lines that are empty.
struct CSVTable: Sendable {
  /// The names of the columns, as the first line has them.
  let columns: [String]
  /// The cells of each line but the first; as many in each as there are columns.
  let rows: [[String]]

  /// What is wrong with a file.
  struct Mistake: Error, Hashable {
    /// The line, from 1.
    let line: Int
    let message: String
  }

  /// Reads a file.
  ///
  /// - Throws: what is wrong, with its line: a quote that is not closed, a row that is too long or too short, two columns
  ///   of one name, bytes that are no UTF-8.
  init(_ bytes: [UInt8]) throws(Mistake) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Mistake(line: 1, message: "the file is not UTF-8")
    }
    var reader = CSVReader(text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
    guard let names = try reader.next() else { throw Mistake(line: 1, message: "the file is empty") }
    for (number, name) in names.enumerated() where names[..<number].contains(name) {
      throw Mistake(line: 1, message: "two columns are called \(DeckIssue.quoted(name))")
    }
    var rows: [[String]] = []
    while let row = try reader.next() {
      guard row.count == names.count else {
        throw Mistake(
          line: reader.start, message: "the row has \(row.count) cells, the first line has \(names.count)")
      }
      rows.append(row)
    }
    columns = names
    self.rows = rows
  }
}

/// Takes a file of comma-separated values apart, line by line.
private struct CSVReader {
  private let bytes: ArraySlice<UInt8>
  private let separator: UInt8
  private var place: Int
  private var line = 1
  /// The line on which the last row began.
  private(set) var start = 1

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
    separator = CSVReader.separator(of: bytes)
  }

  /// The most frequent candidate of the first line, quotes left out.
  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "\n"), !isQuoted { break }
      if !isQuoted, let number = candidates.firstIndex(of: byte) { counts[number] += 1 }
    }
    let most = counts.max() ?? 0
    return candidates[counts.firstIndex(of: most) ?? 0]
  }

  /// The cells of the next line that is not empty; nil at the end.
  mutating func next() throws(CSVTable.Mistake) -> [String]? {
    while place < bytes.endIndex {
      start = line
      let cells = try row()
      if cells != [""] { return cells }
    }
    return nil
  }

  private mutating func row() throws(CSVTable.Mistake) -> [String] {
    var cells: [String] = []
    while true {
      cells.append(try cell())
      guard place < bytes.endIndex, bytes[place] == separator else { break }
      place += 1
    }
    if place < bytes.endIndex, bytes[place] == UInt8(ascii: "\r") { place += 1 }
    if place < bytes.endIndex, bytes[place] == UInt8(ascii: "\n") { place += 1 }
    line += 1
    return cells
  }

  private mutating func cell() throws(CSVTable.Mistake) -> String {
    guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "\"") else {
      let first = place
      while place < bytes.endIndex, !isEnd(bytes[place]) { place += 1 }
      return String(decoding: bytes[first..<place], as: UTF8.self)
    }
    return try quoted()
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private mutating func quoted() throws(CSVTable.Mistake) -> String {
    let quote = UInt8(ascii: "\"")
    let opened = line
    var text: [UInt8] = []
    place += 1
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte != quote {
        text.append(byte)
      } else if place < bytes.endIndex, bytes[place] == quote {
        text.append(quote)
        place += 1
      } else {
        guard place >= bytes.endIndex || isEnd(bytes[place]) else {
          throw CSVTable.Mistake(line: line, message: "a cell goes on behind its closing quote")
        }
        return String(decoding: text, as: UTF8.self)
      }
    }
    throw CSVTable.Mistake(line: opened, message: "a quote is not closed")
  }
}

extension CSVTable {
  /// A cell as a value: a number where it is written as JSON writes one, null where it is empty, otherwise a text.
  static func value(of cell: String) -> JSONNode.Value {
    if cell.isEmpty { return .null }
    return number(cell).map { .number($0) } ?? .string(cell)
  }

  /// The number that a text writes as JSON does; nil for any other text.
  static func number(_ text: String) -> Double? {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    guard let first = digits.first, (0x30...0x39).contains(first) else { return nil }
    // 007 is a name and no number.
    if first == 0x30, let second = digits.dropFirst().first, (0x30...0x39).contains(second) { return nil }
    let isPlain = digits.allSatisfy {
      (0x30...0x39).contains($0) || [0x2E, 0x65, 0x45, 0x2B, 0x2D].contains($0)
    }
    guard isPlain, digits.last != 0x2E, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The rows as JSON has them: a list of objects.
  var json: JSONNode {
    .list(
      rows.map { row in
        JSONNode(
          .object(zip(columns, row).map { JSONNode.Member(key: $0, value: JSONNode(Self.value(of: $1))) }))
      })
  }
}
