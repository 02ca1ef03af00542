import CardRaster

/// A row, and what became of it, as bytes for another process of the same program.
///
/// How it works: numbers take eight bytes, a text and a list begin with their length, and what may be missing with a 0 or a 1. Both
/// processes are copies of one, so there are no versions.
enum RowMessage {
  /// The bytes of a row.
  static func bytes(_ row: DataRow) -> [UInt8] {
    var writer = Writer()
    writer.text(row.place.file)
    writer.number(row.place.line)
    writer.number(row.place.number)
    writer.optional(row.place.id) { $0.text($1) }
    writer.node(row.data)
    return writer.bytes
  }

  /// The row of bytes; nil for others.
  static func row(_ bytes: [UInt8]) -> DataRow? {
    var reader = Reader(bytes: bytes)
    guard let file = reader.text(), let line = reader.number(), let number = reader.number(),
      let id = reader.optional({ $0.text() }), let data = reader.node()
    else { return nil }
    return DataRow(place: RowPlace(file: file, line: line, number: number, id: id), data: data)
  }

  /// The bytes of a result; the row's place is known to who asked.
  static func bytes(_ result: RowResult) -> [UInt8] {
    var writer = Writer()
    writer.list(result.files) { writer, file in
      writer.text(file.name)
      for number in [file.size, file.width, file.height] { writer.number(number) }
      writer.number(file.bytes.count)
      writer.bytes += file.bytes
    }
    writer.list(result.issues) { $0.issue($1) }
    writer.text(result.alt)
    writer.list(result.regions) { $0.node($1) }
    writer.list(result.reads) { $0.text($1) }
    return writer.bytes
  }

  /// The result of bytes; nil for others.
  static func result(_ bytes: [UInt8], of place: RowPlace) -> RowResult? {
    var reader = Reader(bytes: bytes)
    guard let files = reader.list({ $0.file() }), let issues = reader.list({ $0.issue(of: place) }),
      let alt = reader.text(), let regions = reader.list({ $0.node() }),
      let reads = reader.list({ $0.text() })
    else { return nil }
    return RowResult(
      place: place, files: files, issues: issues, alt: alt, regions: regions, reads: reads)
  }
}

// MARK: Writing

private struct Writer {
  var bytes: [UInt8] = []

  mutating func number(_ number: Int) {
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
  }

  mutating func text(_ text: String) {
    number(text.utf8.count)
    bytes += text.utf8
  }

  mutating func optional<Value>(_ value: Value?, _ write: (inout Writer, Value) -> Void) {
    bytes.append(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }

  mutating func list<Value>(_ values: [Value], _ write: (inout Writer, Value) -> Void) {
    number(values.count)
    for value in values { write(&self, value) }
  }

  mutating func place(_ place: SourcePlace?) {
    optional(place) { writer, place in
      for number in [place.line, place.column, Int(place.fileNumber)] { writer.number(number) }
    }
  }

  mutating func node(_ node: JSONNode) {
    place(node.place)
    bytes += [node.isBound, node.isCell, node.omitsBoundNulls].map { $0 ? 1 : 0 }
    switch node.value {
    case .null: bytes.append(0)
    case .bool(let flag): bytes += [1, flag ? 1 : 0]
    case .number(let number):
      bytes.append(2)
      self.number(Int(bitPattern: UInt(truncatingIfNeeded: number.value.bitPattern)))
      text(number.json)
    case .string(let string):
      bytes.append(3)
      text(string)
    case .array(let elements):
      bytes.append(4)
      list(elements) { $0.node($1) }
    case .object(let members):
      bytes.append(5)
      list(members) { writer, member in
        writer.text(member.key)
        writer.place(member.keyPlace)
        writer.node(member.value)
      }
    }
  }

  mutating func issue(_ issue: DeckIssue) {
    bytes += [issue.severity == .error ? 1 : 0, issue.row == nil ? 0 : 1]
    text(issue.file)
    place(issue.place)
    list(issue.path.steps) { writer, step in
      switch step {
      case .key(let name):
        writer.bytes.append(0)
        writer.text(name)
      case .index(let number):
        writer.bytes.append(1)
        writer.number(number)
      }
    }
    text(issue.message)
    text(issue.code.rawValue)
    optional(issue.hint) { $0.text($1) }
    optional(issue.option) { $0.text($1) }
  }
}

// MARK: Reading

private struct Reader {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func flag() -> Bool? { byte().map { $0 == 1 } }

  mutating func number() -> Int? {
    guard let bytes = take(8) else { return nil }
    return Int(truncatingIfNeeded: bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  mutating func text() -> String? {
    guard let count = number(), let bytes = take(count) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Nil for bytes that are none; a value that is nil for one that is missing.
  mutating func optional<Value>(_ read: (inout Reader) -> Value?) -> Value?? {
    guard let isThere = flag() else { return nil }
    guard isThere else { return .some(nil) }
    return read(&self).map { .some($0) }
  }

  mutating func list<Value>(_ read: (inout Reader) -> Value?) -> [Value]? {
    guard let count = number() else { return nil }
    var values: [Value] = []
    for _ in 0..<max(0, count) {
      guard let value = read(&self) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func place() -> SourcePlace?? {
    optional { reader in
      guard let line = reader.number(), let column = reader.number(), let file = reader.number() else {
        return nil
      }
      var place = SourcePlace(line: line, column: column)
      place.fileNumber = Int32(truncatingIfNeeded: file)
      return place
    }
  }

  mutating func node() -> JSONNode? {
    guard let place = place(), let isBound = flag(), let isCell = flag(), let omits = flag(),
      let value = value()
    else { return nil }
    var node = JSONNode(value, place: place, isBound: isBound)
    (node.isCell, node.omitsBoundNulls) = (isCell, omits)
    return node
  }

  private mutating func value() -> JSONNode.Value? {
    switch byte() {
    case 0: return .null
    case 1: return flag().map { .bool($0) }
    case 2:
      guard let bits = number(), let literal = text() else { return nil }
      let value = Double(bitPattern: UInt64(UInt(bitPattern: bits)))
      return .number(JSONNumber(literal: literal, value: value))
    case 3: return text().map { .string($0) }
    case 4: return list { $0.node() }.map { .array($0) }
    case 5:
      return list { reader in
        guard let key = reader.text(), let place = reader.place(), let value = reader.node() else {
          return nil
        }
        return JSONNode.Member(key: key, keyPlace: place, value: value)
      }.map { .object($0) }
    default: return nil
    }
  }

  mutating func file() -> RowFile? {
    guard let name = text(), let size = number(), let width = number(), let height = number(),
      let count = number(), let bytes = take(count)
    else { return nil }
    return RowFile(name: name, bytes: Array(bytes), size: size, width: width, height: height)
  }

  mutating func issue(of row: RowPlace) -> DeckIssue? {
    guard let isError = flag(), let hasRow = flag(), let file = text(), let place = place(),
      let steps = list({ $0.step() }), let message = text(), let code = text(),
      let hint = optional({ $0.text() }),
      let option = optional({ $0.text() })
    else { return nil }
    var issue = DeckIssue(
      isError ? .error : .warning, file: file, place: place, path: JSONPath(steps), message: message,
      hint: hint, code: DeckIssue.Code(rawValue: code))
    issue.option = option
    issue.row = hasRow ? row : nil
    return issue
  }

  private mutating func step() -> JSONPath.Step? {
    byte() == 0 ? text().map { .key($0) } : number().map { .index($0) }
  }
}
