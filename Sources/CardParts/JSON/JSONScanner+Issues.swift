import CardRaster

/// What is said of a text that is not JSON, and of one that is too much.
extension JSONScanner {
  /// Refuses what can be told from the whole: size and encoding.
  mutating func checkWhole() throws(DeckIssue) {
    if bytes.count > Limits.jsonBytes {
      throw DeckIssue(
        .error, file: file, place: SourcePlace(line: 1, column: 1), path: .root,
        message: "the document is larger than \(Limits.jsonBytes >> 20) MiB", code: .limit)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      // Spreadsheets and PowerShell write a byte order mark; it is no part of the text.
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

  /// A mistake of syntax at the offset.
  func syntax(_ message: String, hint: String? = nil) -> DeckIssue {
    DeckIssue(
      .error, file: file, place: place(at: offset), path: .root, message: JSONScanner.invalid + message,
      hint: hint, code: .notJSON)
  }

  /// Another thing than the wanted one at the offset.
  func unexpected(_ wanted: Wanted) -> DeckIssue {
    if offset < bytes.count, bytes[offset] >= 0x80, scalarLength(at: offset) == nil { return notUTF8() }
    return syntax("expected \(wanted.words), found \(found)", hint: hint(wanted))
  }

  /// Bytes at the offset that are no character.
  func notUTF8() -> DeckIssue {
    let byte = DeckIssue.code(UInt32(bytes[offset])).dropFirst(4)
    return syntax("the byte 0x\(byte) is not valid UTF-8 here", hint: "save the file as UTF-8")
  }

  /// Notes the first limit that was hit.
  mutating func hit(_ place: SourcePlace, _ message: @autoclosure () -> String) {
    guard isBuilding else { return }
    isBuilding = false
    limit = DeckIssue(
      .error, file: file, place: place, path: path(to: frames[...]), message: message(), code: .limit)
    frames = []
  }

  /// The way to the value that is being read in some open lists and objects.
  func path(to frames: ArraySlice<Frame>) -> JSONPath {
    JSONPath(frames.map { $0.isObject ? .key($0.key) : .index($0.elements.count) })
  }

  /// The place of an offset in the current line.
  private func place(at offset: Int) -> SourcePlace {
    let before = bytes[lineStart..<offset]
    return SourcePlace(line: line, column: 1 + before.count { $0 & 0xC0 != 0x80 })
  }

  /// What stands at the offset, in words.
  var found: String {
    guard offset < bytes.count else { return "the end of the file" }
    if !word.isEmpty { return "'\(word)\(isWordCut ? "..." : "")'" }
    guard let length = scalarLength(at: offset) else { return "a byte that is not UTF-8" }
    return DeckIssue.quoted(String(decoding: bytes[offset..<offset + length], as: UTF8.self))
  }

  /// The most letters of a file that is not JSON in a message: it may hold a secret, such as a token.
  static let mostLetters = 12

  /// The letters and digits at the offset, one more than are shown.
  private var letters: ArraySlice<UInt8> {
    bytes[offset...].prefix(Self.mostLetters + 1).prefix { byte in
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F
    }
  }

  private var word: String { String(decoding: letters.prefix(Self.mostLetters), as: UTF8.self) }
  private var isWordCut: Bool { letters.count > Self.mostLetters }

  /// The way out of the commonest slips.
  private func hint(_ wanted: Wanted) -> String? {
    guard offset < bytes.count else {
      guard let frame = frames.last else { return nil }
      let name = frame.isObject ? "object" : "list"
      return "the \(name) that starts at \(frame.place.line):\(frame.place.column) is not closed"
    }
    switch bytes[offset] {
    case UInt8(ascii: "]") where wanted.followsComma, UInt8(ascii: "}") where wanted.followsComma:
      return "remove the comma before it"
    case UInt8(ascii: "'"): return "a string stands in straight double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "JSON has no comments"
    case UInt8(ascii: "+") where wanted.isValue: return "a number has no '+' before it"
    case UInt8(ascii: ".") where wanted.isValue:
      return "a number starts with a digit, such as 0.5"
    case UInt8(ascii: "\"") where wanted.isComma: return "a comma is missing before it"
    case 0xE2
    where "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}".unicodeScalars.contains(where: { found == "'\($0)'" }):
      return "a string stands in straight double quotes"
    default: break
    }
    if wanted.isKey, !word.isEmpty, !isWordCut { return "did you mean '\"\(word)\"'?" }
    guard wanted.isValue else { return nil }
    switch word.lowercased() {
    case "true", "yes", "on": return "did you mean 'true'?"
    case "false", "no", "off": return "did you mean 'false'?"
    case "null", "none", "nil", "undefined": return "did you mean 'null'?"
    case "nan", "inf", "infinity": return "JSON has no such number"
    default: return word.isEmpty ? nil : "a string stands in straight double quotes"
    }
  }
}

extension DeckIssue {
  /// A number with its noun for a message: `1 value`, `2 values`.
  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// A text from outside in single quotes for a message: one line, not too long, and nothing that a terminal obeys.
  static func quoted(_ text: String) -> String { quoted(text, most: 60) }

  /// The same, cut after a number of characters.
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

  /// A scalar's number: `U+000A`.
  static func code(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
