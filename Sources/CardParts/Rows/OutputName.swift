#if Rows
import CardRaster

/// The name of an output with placeholders for values of a row, such as `out/{id}.png`.
package struct OutputName: Sendable, Hashable {
  private enum Piece: Sendable, Hashable {
    case text(String)
    case value(JSONPath)
    /// A value that may contain slashes.
    case folders(JSONPath)
  }

  /// The name with its placeholders.
  package let text: String
  private let pieces: [Piece]

  /// Placeholders that do not refer to values of the row.
  static let ownNames = ["row", "appearance"]

  /// Parses a name; braces without a valid path are plain text.
  package init(_ text: String) {
    self.text = text
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let behind = rest[rest.index(after: open)...]
      let close = behind.firstIndex(of: "}")
      let hasFolders = close.map { behind[..<$0].hasSuffix("/") } ?? false
      guard let close, let path = Self.path(behind[..<close].dropLast(hasFolders ? 1 : 0)) else {
        pieces.append(.text(String(rest[...open])))
        rest = behind
        continue
      }
      pieces.append(.text(String(rest[..<open])))
      pieces.append(hasFolders ? .folders(path) : .value(path))
      rest = behind[behind.index(after: close)...]
    }
    pieces.append(.text(String(rest)))
    self.pieces = pieces.filter { $0 != .text("") }
  }

  /// The first path with spaces inside its braces, without the spaces; such braces are plain text.
  package var spacedPath: String? {
    for piece in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let close = piece.firstIndex(of: "}") else { continue }
      let inner = String(piece[..<close])
      let path = inner.trimmingSpaces
      if path != inner, Self.path(path[...]) != nil { return path }
    }
    return nil
  }

  /// The path in braces; a text that is not a path is the name of a column, such as `Kunden-Nr.`.
  private static func path(_ text: Substring) -> JSONPath? {
    if let path = try? BindingParser.path(String(text)) { return path }
    let isName = text.contains { $0.isLetter || $0.isNumber } && !text.contains("{")
    return isName && String(text).trimmingSpaces == text ? JSONPath([.key(String(text))]) : nil
  }

  /// The paths of the values in the name.
  package var paths: [JSONPath] {
    pieces.compactMap {
      switch $0 {
      case .text: nil
      case .value(let path), .folders(let path): path
      }
    }
  }

  /// The folder that contains every file of this name: the text before the first placeholder.
  package var folder: String {
    guard case .text(let start)? = pieces.first else { return "." }
    return pieces.count == 1 || start.contains("/") ? FilePath.directory(of: start) : "."
  }

  /// The common start of all files: the text up to the last slash before the first placeholder.
  package var start: String {
    guard case .text(let start)? = pieces.first, let slash = start.lastIndex(of: "/") else { return "" }
    return String(start[...slash])
  }

  /// The name with `{appearance}` replaced.
  func drawn(in appearance: Appearance) -> OutputName {
    OutputName(text.replacing("{appearance}", with: appearance.rawValue))
  }

  /// Whether a row could have a file of this name.
  func fits(_ file: String) -> Bool {
    let letters = Array(file.unicodeScalars)
    var ends: Set<Int> = [0]
    for piece in pieces {
      switch piece {
      case .text(let text):
        let text = Array(text.unicodeScalars)
        ends = Set(ends.filter { letters[$0...].starts(with: text) }.map { $0 + text.count })
      case .value:
        ends = Set(ends.flatMap { start in Self.values(in: letters, from: start, Self.isPlainName) })
      case .folders:
        ends = Set(ends.flatMap { start in Self.values(in: letters, from: start, Self.isPlainPath) })
      }
    }
    return ends.contains(letters.count)
  }

  /// The positions at which a value that starts at a position may end.
  private static func values(
    in letters: [Unicode.Scalar], from start: Int, _ isValue: (String) -> Bool
  ) -> [Int] {
    (start..<letters.count).map { $0 + 1 }.filter { end in
      isValue(String(String.UnicodeScalarView(letters[start..<end])))
    }
  }

  private static func isPlainName(_ text: String) -> Bool { ValueKind<String>.isPlainName(text) }

  /// Whether a text consists of plain names with slashes between them.
  private static func isPlainPath(_ text: String) -> Bool {
    text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isPlainName(String($0)) }
  }

  /// The name for a row.
  ///
  /// - Throws: a diagnostic of the row if a value is missing or not allowed in a file name.
  func name(of row: DataRow, appearance: Appearance) throws(DeckIssue) -> String {
    var name = ""
    for piece in pieces {
      switch piece {
      case .text(let text): name += text
      case .value(let path): name += try Self.value(at: path, of: row, appearance, Self.isPlainName)
      case .folders(let path):
        name += try Self.value(at: path, of: row, appearance, Self.isPlainPath)
      }
    }
    return Self.notAnOption(name)
  }

  /// The name with `./` in front if a program could read it as an option: `./--help.png`.
  package static func notAnOption(_ name: String) -> String { name.hasPrefix("-") ? "./" + name : name }

  private static func value(
    at path: JSONPath, of row: DataRow, _ appearance: Appearance, _ isValue: (String) -> Bool
  ) throws(DeckIssue) -> String {
    var node: JSONNode? = row.data
    for step in path.steps { node = node?.step(step) }
    let text: String
    switch node?.value {
    case .string(let value): text = value
    case .number(let number): text = number.text
    case nil where path.text == "row": return String(row.place.number)
    case nil where path.text == "appearance": return appearance.rawValue
    case nil, .null:
      throw .row(
        row.place, "the row has no '\(path.text)' for the name of its file",
        hint: "use '{row}' in the name for the number of the row")
    case .bool, .array, .object:
      throw .row(row.place, "'\(path.text)' is \(node?.kindText ?? ""), which cannot name a file")
    }
    if isValue(text) { return text }
    // An address such as `/blog/post/`.
    let inner = text.split(separator: "/").joined(separator: "/")
    if isPlainPath(inner) {
      if isValue(inner) { return inner }
      throw .row(
        row.place, "\(DeckIssue.quoted(text)) cannot be part of a file's name",
        hint: "write '{\(path.text)/}' in the name for a value with folders")
    }
    let wrong = text.first { !isPlainName("a\($0)") && $0 != "/" }
    throw .row(
      row.place,
      "\(DeckIssue.quoted(text)) of \(DeckIssue.quoted(path.text)) cannot be part of a file's name"
        + (wrong.map { $0 == " " ? ": it contains a space" : ": it contains \(DeckIssue.quoted(String($0)))" }
          ?? ""),
      hint: "use letters, digits, '-', '_' and '.'")
  }
}
#endif
