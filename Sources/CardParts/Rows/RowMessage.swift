#if Rows
import CardRaster

/// The binary form of rows and results, for messages between processes.
///
/// Both processes are forks of the same program, so the format has no version.
enum RowMessage {
  /// Encodes a row.
  static func bytes(_ row: DataRow) -> [UInt8] {
    var writer = ByteWriter()
    writer.text(row.place.file)
    writer.number(row.place.line)
    writer.number(row.place.number)
    writer.optional(row.place.id) { $0.text($1) }
    writer.node(row.data)
    return writer.bytes
  }

  /// Decodes a row; nil for invalid bytes.
  static func row(_ bytes: [UInt8]) -> DataRow? {
    ByteReader.value(of: bytes) {
      DataRow(
        place: RowPlace(
          file: $0.text(), line: $0.number(), number: $0.number(), id: $0.optional { $0.text() }),
        data: $0.node())
    }
  }

  /// Encodes a result without the position of the row.
  static func bytes(_ result: RowResult) -> [UInt8] {
    var writer = ByteWriter()
    writer.bytes.reserveCapacity(result.files.reduce(4096) { $0 + $1.bytes.count + 256 })
    writer.list(result.files) { writer, file in
      writer.text(file.name)
      for number in [file.size, file.width, file.height] { writer.number(number) }
      writer.counted(file.bytes)
    }
    writer.list(result.issues) { $0.issue($1) }
    writer.text(result.alt)
    writer.list(result.regions) { $0.node($1) }
    writer.list(result.reads) { $0.text($1) }
    return writer.bytes
  }

  /// Decodes a result; nil for invalid bytes.
  static func result(_ bytes: [UInt8], of place: RowPlace) -> RowResult? {
    ByteReader.value(of: bytes) {
      RowResult(
        place: place, files: $0.list { $0.file() }, issues: $0.list { $0.issue(of: place) }, alt: $0.text(),
        regions: $0.list { $0.node() }, reads: $0.list { $0.text() })
    }
  }
}

extension ByteWriter {
  fileprivate mutating func place(_ place: SourcePlace?) {
    flag(place != nil)
    guard let place else { return }
    number(place.line)
    number(place.column)
    number(Int(place.fileNumber))
  }

  // Without closures, which take longer than the values of a large row.
  fileprivate mutating func node(_ node: JSONNode) {
    place(node.place)
    flag(node.isBound)
    flag(node.isCell)
    flag(node.omitsBoundNulls)
    switch node.value {
    case .null: byte(0)
    case .bool(let value):
      byte(1)
      flag(value)
    case .number(let number):
      byte(2)
      real(number.value)
      text(number.json)
    case .string(let string):
      byte(3)
      text(string)
    case .array(let elements):
      byte(4)
      number(elements.count)
      for element in elements { self.node(element) }
    case .object(let members):
      byte(5)
      number(members.count)
      for member in members {
        text(member.key)
        place(member.keyPlace)
        self.node(member.value)
      }
    }
  }

  fileprivate mutating func issue(_ issue: DeckIssue) {
    flag(issue.severity == .error)
    flag(issue.row != nil)
    text(issue.file)
    place(issue.place)
    list(issue.path.steps) { writer, step in
      switch step {
      case .key(let name):
        writer.flag(false)
        writer.text(name)
      case .index(let number):
        writer.flag(true)
        writer.number(number)
      }
    }
    text(issue.message)
    text(issue.code.rawValue)
    optional(issue.hint) { $0.text($1) }
    optional(issue.option) { $0.text($1) }
  }
}

extension ByteReader {
  private mutating func place() -> SourcePlace? {
    guard flag() else { return nil }
    var place = SourcePlace(line: number(), column: number())
    place.fileNumber = Int32(truncatingIfNeeded: number())
    return place
  }

  fileprivate mutating func node() -> JSONNode {
    var node = JSONNode(.null, place: place(), isBound: flag())
    (node.isCell, node.omitsBoundNulls) = (flag(), flag())
    node.value = value()
    return node
  }

  private mutating func value() -> JSONNode.Value {
    switch byte() {
    case 0: return .null
    case 1: return .bool(flag())
    case 2:
      let value = real()
      return .number(JSONNumber(literal: text(), value: value))
    case 3: return .string(text())
    case 4: return .array(list { $0.node() })
    case 5:
      return .object(list { JSONNode.Member(key: $0.text(), keyPlace: $0.place(), value: $0.node()) })
    default:
      fail()
      return .null
    }
  }

  fileprivate mutating func file() -> RowFile {
    let (name, size, width, height) = (text(), number(), number(), number())
    return RowFile(name: name, bytes: Array(counted()), size: size, width: width, height: height)
  }

  fileprivate mutating func issue(of row: RowPlace) -> DeckIssue {
    let (isError, hasRow) = (flag(), flag())
    var issue = DeckIssue(
      isError ? .error : .warning, file: text(), place: place(), path: JSONPath(list { $0.step() }),
      message: text(), code: DeckIssue.Code(rawValue: text()))
    (issue.hint, issue.option) = (optional { $0.text() }, optional { $0.text() })
    issue.row = hasRow ? row : nil
    return issue
  }

  private mutating func step() -> JSONPath.Step { flag() ? .index(number()) : .key(text()) }
}

/// Writes the report of a run: one line of JSON per row.
package enum RowReport {
  /// The line of a row.
  ///
  /// - Parameters:
  ///   - result: the result of the row, with the content of all files.
  ///   - milliseconds: the duration; nil if it is not known.
  ///   - isInline: whether to include the content of the files as Base64.
  package static func line(_ result: RowResult, milliseconds: Double?, isInline: Bool = false) -> String {
    func issues(_ severity: DeckIssue.Severity) -> JSONNode? {
      let issues = result.issues.filter { $0.severity == severity }
      return issues.isEmpty ? nil : .list(issues.map(\.json))
    }
    return JSONNode.object(present: [
      "row": .of(result.place.number), "line": .of(result.place.line),
      "id": result.place.id.map { .of($0) }, "ok": .of(!result.isBroken),
      "kept": result.isKept ? true : nil, "files": .list(result.files.map { file($0, isInline: isInline) }),
      "alt": result.isBroken ? nil : .of(result.alt),
      "regions": result.isBroken ? nil : .list(result.regions),
      "errors": issues(.error), "warnings": issues(.warning),
      "ms": milliseconds.map { .of(($0 * 10).rounded() / 10) },
    ]).text
  }

  private static func file(_ file: RowFile, isInline: Bool) -> JSONNode {
    let node = RowFile.record.json(file)
    return isInline ? node.merged(with: .object(["base64": .of(Base64.encode(file.bytes))])) : node
  }
}
#endif
