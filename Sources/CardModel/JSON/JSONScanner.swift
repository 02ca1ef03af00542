import CardRaster

/// A strict JSON parser (RFC 8259) that records the position of each value.
///
/// How it works: it scans the bytes once, with its own stack, so that nesting does not use the call stack. It
/// stops at the first syntax error, because everything after it would be a guess. Valid JSON that is not
/// allowed here has separate messages. Duplicate keys are collected, and the first value is kept. After a
/// limit is exceeded, no more values are created, but scanning continues, so a file that is not JSON is
/// always reported as invalid.
///
/// In a file that ends in `.jsonc`, comments (`//` and `/* */`) and a comma after the last element are allowed.
///
/// Lines end with `\n` or `\r\n`; a single `\r` is white space within its line. Columns count Unicode
/// scalars.
package struct JSONScanner {
  /// The prefix of the message of every syntax error.
  static let invalid = "invalid JSON: "

  /// A list or object that is still open.
  struct Frame {
    let isObject: Bool
    let place: SourcePlace
    var elements: [JSONNode] = []
    var members: [JSONNode.Member] = []
    var key = ""
    var keyPlace: SourcePlace?
    /// The indices of members by key.
    ///
    /// It is only used for many members; few members are searched linearly.
    var index: [String: Int] = [:]
  }

  let bytes: [UInt8]
  let file: String
  /// Whether comments and a comma after the last element are allowed.
  private let allowsComments: Bool
  var offset = 0
  var line = 1
  /// The offset of the start of the current line.
  var lineStart = 0
  /// The number of UTF-8 continuation bytes in the current line before `offset`.
  var continuations = 0
  /// For each open list or object, whether it is an object.
  var nesting: [Bool] = []
  /// The open lists and objects with the content read so far; empty after a limit is exceeded.
  var frames: [Frame] = []
  var values: Int
  /// The number of values in other documents, which count too.
  private let before: Int
  /// The first limit that was exceeded; from then on no values are created.
  var limit: DeckIssue?
  /// Whether `limit` is nil; faster than checking it.
  var isBuilding = true
  var duplicates: [DeckIssue] = []
  /// The maximum number of bytes.
  private let most: Int
  /// A list of the root object whose elements are passed on one by one instead of being kept.
  private var stream: Stream?

  /// The key of a list, and the receiver of its elements.
  private typealias Stream = (key: String, receive: (JSONNode) throws(DeckIssue) -> Void)

  private init(_ bytes: [UInt8], file: String, before: Int = 0, most: Int = Limits.jsonBytes) {
    self.bytes = bytes
    self.file = file
    self.most = most
    allowsComments = FilePath.pathExtension(of: file) == "jsonc"
    (self.before, values) = (before, before)
  }

  /// Reads a document, and throws the first issue.
  ///
  /// - Throws: An issue whose message starts with `invalid JSON: ` if the bytes are not JSON, or another one
  ///   if a limit is exceeded or a key is duplicated.
  package static func scan(_ bytes: [UInt8], file: String) throws(DeckIssue) -> JSONNode {
    var scanner = JSONScanner(bytes, file: file)
    let node = try scanner.document()
    if let first = scanner.duplicates.first { throw first }
    return node
  }

  /// Reads a document, and logs all issues; returns nil if reading cannot continue.
  ///
  /// A document with duplicate keys is returned with the first value of each.
  package static func scan(_ bytes: [UInt8], file: String, log: IssueLog) -> JSONNode? {
    var values = 0
    return scan(bytes, file: file, log: log, values: &values)
  }

  /// The same for one of several documents, whose values are counted together.
  package static func scan(_ bytes: [UInt8], file: String, log: IssueLog, values: inout Int) -> JSONNode? {
    var scanner = JSONScanner(bytes, file: file, before: values)
    defer { values = scanner.values }
    do throws(DeckIssue) {
      let node = try scanner.document()
      scanner.duplicates.forEach { log.add($0) }
      return node
    } catch {
      scanner.duplicates.forEach { log.add($0) }
      log.add(error)
      return nil
    }
  }

  /// Reads a document that is mostly one long list, without keeping the elements of the list.
  ///
  /// The limit of values applies to each element.
  ///
  /// - Parameters:
  ///   - most: The maximum number of bytes.
  ///   - key: The key of the list in the root object.
  ///   - receive: Receives each element.
  /// - Returns: The document; its list is empty.
  package static func scan(
    _ bytes: [UInt8], file: String, most: Int, elementsOf key: String,
    _ receive: @escaping (JSONNode) throws(DeckIssue) -> Void
  ) throws(DeckIssue) -> JSONNode {
    var scanner = JSONScanner(bytes, file: file, most: most)
    scanner.stream = (key, receive)
    let node = try scanner.document()
    if let first = scanner.duplicates.first { throw first }
    return node
  }

  /// Passes an element of the streamed list on; false if it is another value.
  private mutating func passOn(_ node: JSONNode) throws(DeckIssue) -> Bool {
    guard let stream, nesting.count == 2, isBuilding, frames[0].isObject, !frames[1].isObject,
      frames[0].keyPlace != nil, frames[0].key == stream.key
    else { return false }
    try stream.receive(node)
    values = before
    return true
  }

  private mutating func document() throws(DeckIssue) -> JSONNode {
    try checkWhole()
    skipSpace()
    guard offset < bytes.count else { throw syntax("the file is empty") }
    let node = try root()
    skipSpace()
    guard offset == bytes.count else { throw unexpected(.end) }
    if let limit { throw limit }
    return node
  }

  /// Reads the document's value and everything in it.
  private mutating func root() throws(DeckIssue) -> JSONNode {
    var wanted = Wanted.value
    while true {
      skipSpace()
      let place = here
      values += 1
      if values > Limits.jsonValues {
        let what = before > 0 ? "with its included files, the deck" : "the document"
        hit(place, "\(what) has more than \(Limits.jsonValues) values")
      }
      var node: JSONNode
      switch peek {
      case UInt8(ascii: "{"):
        open(isObject: true, place)
        skipSpace()
        if peek != UInt8(ascii: "}") {
          try key(.firstKey)
          wanted = .member
          continue
        }
        node = close()
      case UInt8(ascii: "["):
        open(isObject: false, place)
        skipSpace()
        if peek != UInt8(ascii: "]") {
          wanted = .firstElement
          continue
        }
        node = close()
      default:
        node = JSONNode(try scalar(wanted, place), place: place)
      }
      // The value is complete, and possibly the lists and objects around it.
      while let isObject = nesting.last {
        if try !passOn(node) { attach(node) }
        skipSpace()
        if peek == UInt8(ascii: ",") {
          offset += 1
          wanted = .nextElement
          if allowsComments {
            skipSpace()
            if peek == UInt8(ascii: isObject ? "}" : "]") {
              node = close()
              continue
            }
          }
          if isObject {
            skipSpace()
            try key(.nextKey)
            wanted = .member
          }
          break
        }
        guard peek == UInt8(ascii: isObject ? "}" : "]") else {
          throw unexpected(.comma(isObject: isObject))
        }
        node = close()
      }
      if nesting.isEmpty { return node }
    }
  }

  private mutating func open(isObject: Bool, _ place: SourcePlace) {
    offset += 1
    if nesting.count == Limits.jsonDepth {
      hit(place, "the document is nested deeper than \(Limits.jsonDepth) levels")
    }
    nesting.append(isObject)
    if isBuilding { frames.append(Frame(isObject: isObject, place: place)) }
  }

  private mutating func close() -> JSONNode {
    offset += 1
    nesting.removeLast()
    guard isBuilding, let frame = frames.popLast() else { return JSONNode(.null) }
    return JSONNode(frame.isObject ? .object(frame.members) : .array(frame.elements), place: frame.place)
  }

  private mutating func attach(_ node: JSONNode) {
    guard isBuilding, !frames.isEmpty else { return }
    let top = frames.count - 1
    guard frames[top].isObject else {
      frames[top].elements.append(node)
      return
    }
    if let keyPlace = frames[top].keyPlace {
      frames[top].members.append(JSONNode.Member(key: frames[top].key, keyPlace: keyPlace, value: node))
    }
  }

  /// Reads a key and its colon.
  ///
  /// A duplicate key is reported, and its value is ignored.
  private mutating func key(_ wanted: Wanted) throws(DeckIssue) {
    let place = here
    guard peek == UInt8(ascii: "\"") else { throw unexpected(wanted) }
    let name = try string()
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw unexpected(.colon(key: name)) }
    offset += 1
    guard isBuilding, !frames.isEmpty else { return }
    let top = frames.count - 1
    if let first = frames[top].firstPlace(of: name) {
      frames[top].keyPlace = nil
      duplicates.append(
        DeckIssue(
          .error, file: file, place: place, path: path(to: frames.dropLast()),
          message: "duplicate key \(DeckIssue.quoted(name))",
          hint: "first given at \(first.line):\(first.column)" + frames[top].difference(from: name),
          code: .duplicateKey))
    } else {
      frames[top].keyPlace = place
    }
    frames[top].key = name
  }

  private mutating func scalar(_ wanted: Wanted, _ place: SourcePlace) throws(DeckIssue) -> JSONNode.Value {
    switch peek {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number(place))
    case UInt8(ascii: "t") where skip(word: "true"): return .bool(true)
    case UInt8(ascii: "f") where skip(word: "false"): return .bool(false)
    case UInt8(ascii: "n") where skip(word: "null"): return .null
    default: throw unexpected(wanted)
    }
  }

  private mutating func skip(word: String) -> Bool {
    guard bytes.count - offset >= word.utf8.count else { return false }
    var end = offset
    for letter in word.utf8 {
      if bytes[end] != letter { return false }
      end += 1
    }
    offset = end
    return true
  }

  /// The byte at the offset, or 0 (which has no meaning in JSON) at the end.
  var peek: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// The position of the offset.
  var here: SourcePlace { SourcePlace(line: line, column: offset - lineStart - continuations + 1) }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0D: offset += 1
      case 0x0A:
        offset += 1
        line += 1
        lineStart = offset
        continuations = 0
      case UInt8(ascii: "/") where allowsComments && skipComment(): break
      default: return
      }
    }
  }

  /// Skips a comment; false if there is none, or if it is not closed.
  private mutating func skipComment() -> Bool {
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    guard offset + 1 < bytes.count, bytes[offset + 1] == slash || bytes[offset + 1] == star else {
      return false
    }
    let isLine = bytes[offset + 1] == slash
    var end = offset + 2
    if isLine {
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    } else {
      while end + 1 < bytes.count, bytes[end] != star || bytes[end + 1] != slash { end += 1 }
      guard end + 1 < bytes.count else { return false }
      end += 2
    }
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if byte == 0x0A { (line, lineStart, continuations) = (line + 1, offset, 0) }
      if byte & 0xC0 == 0x80 { continuations += 1 }
    }
    return true
  }
}

extension JSONScanner.Frame {
  /// The addition to the message for a duplicate key with other bytes.
  func difference(from name: String) -> String {
    members.contains { $0.key.isExactly(name) }
      ? "" : ", with another Unicode encoding of its accents; both are the same key"
  }

  /// The position of a key's first occurrence; returns nil for a new key, and records it.
  ///
  /// A large object has an index, so that the check takes constant time for each key.
  mutating func firstPlace(of name: String) -> SourcePlace? {
    let shortest = 12
    if members.count < shortest { return members.first { $0.key == name }?.keyPlace }
    if index.isEmpty {
      for (number, member) in members.enumerated() { index[member.key] = number }
    }
    if let number = index[name] { return members[number].keyPlace }
    index[name] = members.count
    return nil
  }
}

/// Issues for a text that is not JSON, and for exceeded limits.
extension JSONScanner {
  /// Checks the size and the encoding of the whole document.
  mutating func checkWhole() throws(DeckIssue) {
    if bytes.count > most {
      throw DeckIssue(
        .error, file: file, place: SourcePlace(line: 1, column: 1), path: .root,
        message: "the document is larger than \(most >> 20) MiB", code: .limit)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      // Spreadsheets and PowerShell write a byte order mark, which is not part of the text.
      (offset, lineStart) = (3, 3)
    }
    let start = Array(bytes.prefix(4))
    let hasMark = start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE])
    let isWide =
      start.count == 4
      && ((start[0] == 0 && start[2] == 0 && start[3] != 0)
        || (start[1] == 0 && start[3] == 0 && start[0] != 0))
    if hasMark || isWide { throw syntax("the file is UTF-16 or UTF-32", hint: "save it as UTF-8") }
  }

  func syntax(_ message: String, hint: String? = nil) -> DeckIssue {
    DeckIssue(
      .error, file: file, place: place(at: offset), path: .root, message: JSONScanner.invalid + message,
      hint: hint, code: .notJSON)
  }

  /// The error for an unexpected token at the offset.
  func unexpected(_ wanted: Wanted) -> DeckIssue {
    if offset < bytes.count, bytes[offset] >= 0x80, scalarLength(at: offset) == nil { return notUTF8() }
    return syntax("expected \(wanted.words), found \(found)", hint: hint(wanted))
  }

  /// The error for invalid UTF-8 at the offset.
  func notUTF8() -> DeckIssue {
    let byte = DeckIssue.code(UInt32(bytes[offset])).dropFirst(4)
    let kinds: [(String, [UInt8])] = [("PNG", [0x89, 0x50, 0x4E, 0x47]), ("JPEG", [0xFF, 0xD8, 0xFF])]
    let kind = kinds.first { bytes.starts(with: $0.1) }?.0
    return syntax(
      "the byte 0x\(byte) is not valid UTF-8 here",
      hint: kind.map { "this is a \($0) picture, not JSON" } ?? "save the file as UTF-8")
  }

  /// Records the first exceeded limit.
  mutating func hit(_ place: SourcePlace, _ message: @autoclosure () -> String) {
    guard isBuilding else { return }
    isBuilding = false
    limit = DeckIssue(
      .error, file: file, place: place, path: path(to: frames[...]), message: message(), code: .limit)
    frames = []
  }

  /// The path of the value being read, in the given open lists and objects.
  func path(to frames: ArraySlice<Frame>) -> JSONPath {
    JSONPath(frames.map { $0.isObject ? .key($0.key) : .index($0.elements.count) })
  }

  /// The position of an offset in the current line.
  private func place(at offset: Int) -> SourcePlace {
    let before = bytes[lineStart..<offset]
    return SourcePlace(line: line, column: 1 + before.count { $0 & 0xC0 != 0x80 })
  }

  /// The token at the offset, for messages.
  var found: String {
    guard offset < bytes.count else { return "the end of the file" }
    if !word.isEmpty { return "'\(word)\(isWordCut ? "..." : "")'" }
    guard let length = scalarLength(at: offset) else { return "a byte that is not UTF-8" }
    return DeckIssue.quoted(String(decoding: bytes[offset..<offset + length], as: UTF8.self))
  }

  /// The maximum number of letters of an invalid file that a message quotes.
  ///
  /// The file may contain a secret, such as a token.
  static let mostLetters = 12

  /// The letters and digits at the offset, one more than are shown.
  private var letters: ArraySlice<UInt8> {
    bytes[offset...].prefix(Self.mostLetters + 1).prefix { byte in
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F
    }
  }

  private var word: String { String(decoding: letters.prefix(Self.mostLetters), as: UTF8.self) }
  private var isWordCut: Bool { letters.count > Self.mostLetters }

  /// The hint for the most common mistakes.
  private func hint(_ wanted: Wanted) -> String? {
    guard offset < bytes.count else {
      guard let frame = frames.last else { return nil }
      let name = frame.isObject ? "object" : "list"
      return "the \(name) that starts at \(frame.place.line):\(frame.place.column) is not closed"
    }
    switch bytes[offset] {
    case UInt8(ascii: "]") where wanted.followsComma, UInt8(ascii: "}") where wanted.followsComma:
      return "remove the comma before it"
    case UInt8(ascii: "'"): return "put a string in straight double quotes"
    case UInt8(ascii: "/") where allowsComments: return "a comment is '// …' or '/* … */'"
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      return "JSON has no comments; a file that ends in .jsonc may have them, as in // or /* */"
    case UInt8(ascii: "+") where wanted.isValue: return "remove the '+'"
    case UInt8(ascii: ".") where wanted.isValue:
      return "a number starts with a digit, such as 0.5"
    case UInt8(ascii: "\"") where wanted.isComma: return "a comma is missing before it"
    case 0xE2
    where "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}".unicodeScalars.contains(where: { found == "'\($0)'" }):
      return "put a string in straight double quotes"
    default: break
    }
    if wanted.isKey, !word.isEmpty, !isWordCut { return "did you mean '\"\(word)\"'?" }
    guard wanted.isValue else { return nil }
    switch word.lowercased() {
    case "true", "yes", "on": return "did you mean 'true'?"
    case "false", "no", "off": return "did you mean 'false'?"
    case "null", "none", "nil", "undefined": return "did you mean 'null'?"
    case "nan", "inf", "infinity": return "JSON does not support this number"
    default:
      if word.isEmpty { return nil }
      return bytes[..<offset].allSatisfy { $0 <= 0x20 }
        ? "JSON starts with '{' or '['; YAML is not supported" : "put a string in straight double quotes"
    }
  }
}

extension DeckIssue {
  /// A number with its noun for a message: `1 value`, `2 values`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// An external text in single quotes for a message.
  ///
  /// It is on one line, shortened, and without characters that a terminal interprets.
  package static func quoted(_ text: String) -> String { quoted(text, most: 60) }

  /// The same, truncated after a number of characters.
  static func quoted(_ text: String, most: Int) -> String {
    var result = ""
    for (number, scalar) in text.unicodeScalars.enumerated() {
      if number == most {
        result += "..."
        break
      }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
        result += code(scalar.value)
      case .format where scalar != "\u{200D}": result += code(scalar.value)
      case .spaceSeparator where scalar != " ": result += code(scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "'\(result)'"
  }

  /// The code point of a scalar: `U+000A`.
  package static func code(_ value: UInt32) -> String { "U+" + value.hexadecimal(4) }
}
