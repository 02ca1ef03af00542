import CardRaster

/// The name of an output with places for values of a row, such as `out/{id}.png`.
package struct OutputName: Sendable, Hashable {
  private enum Piece: Sendable, Hashable {
    case text(String)
    case value(JSONPath)
  }

  /// The name as it was given.
  package let text: String
  private let pieces: [Piece]

  /// Names that are not values of the row.
  static let ownNames = ["row", "appearance"]

  /// Reads a name; braces that hold no path stand for themselves.
  package init(_ text: String) {
    self.text = text
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let behind = rest[rest.index(after: open)...]
      guard let close = behind.firstIndex(of: "}"), let path = Self.path(behind[..<close]) else {
        pieces.append(.text(String(rest[...open])))
        rest = behind
        continue
      }
      pieces.append(.text(String(rest[..<open])))
      pieces.append(.value(path))
      rest = behind[behind.index(after: close)...]
    }
    pieces.append(.text(String(rest)))
    self.pieces = pieces.filter { $0 != .text("") }
  }

  /// The first path in braces that has spaces around it, without them: such braces stand for themselves.
  package var spacedPath: String? {
    for piece in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let close = piece.firstIndex(of: "}") else { continue }
      let inner = String(piece[..<close])
      let path = inner.trimmingSpaces
      if path != inner, Self.path(path[...]) != nil { return path }
    }
    return nil
  }

  private static func path(_ text: Substring) -> JSONPath? { try? BindingParser.path(String(text)) }

  /// The ways to the values that the name asks for.
  package var paths: [JSONPath] {
    pieces.compactMap { if case .value(let path) = $0 { path } else { nil } }
  }

  /// The folder in which every file of this name is: what stands before the first value.
  package var folder: String {
    guard case .text(let start)? = pieces.first else { return "." }
    return pieces.count == 1 || start.contains("/") ? FilePath.directory(of: start) : "."
  }

  /// What every file of this name begins with: all up to the last slash before the first value.
  package var start: String {
    guard case .text(let start)? = pieces.first, let slash = start.lastIndex(of: "/") else { return "" }
    return String(start[...slash])
  }

  /// The name with a word in the place of `{appearance}`.
  func drawn(in appearance: Appearance) -> OutputName {
    OutputName(text.replacing("{appearance}", with: appearance.rawValue))
  }

  /// Whether some row may have a file of this name.
  func fits(_ file: String) -> Bool {
    let letters = Array(file.unicodeScalars)
    var ends: Set<Int> = [0]
    for piece in pieces {
      switch piece {
      case .text(let text):
        let text = Array(text.unicodeScalars)
        ends = Set(ends.filter { letters[$0...].starts(with: text) }.map { $0 + text.count })
      case .value:
        ends = Set(ends.flatMap { start in Self.values(in: letters, from: start) })
      }
    }
    return ends.contains(letters.count)
  }

  /// Where values may end that begin at a place.
  private static func values(in letters: [Unicode.Scalar], from start: Int) -> [Int] {
    (start..<letters.count).map { $0 + 1 }.filter { end in
      ValueKind<String>.isPlainName(String(String.UnicodeScalarView(letters[start..<end])))
    }
  }

  /// The name for a row.
  ///
  /// - Throws: an issue of the row when it has no such value, or one that cannot be part of a file's name.
  func name(of row: DataRow, appearance: Appearance) throws(DeckIssue) -> String {
    var name = ""
    for piece in pieces {
      switch piece {
      case .text(let text): name += text
      case .value(let path): name += try Self.value(at: path, of: row, appearance)
      }
    }
    return Self.notAnOption(name)
  }

  /// A name that a program does not take for an option: `--help.png` becomes `./--help.png`.
  package static func notAnOption(_ name: String) -> String { name.hasPrefix("-") ? "./" + name : name }

  private static func value(at path: JSONPath, of row: DataRow, _ appearance: Appearance) throws(DeckIssue)
    -> String
  {
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
        hint: "'{row}' in the name stands for the number of the row")
    case .bool, .array, .object:
      throw .row(row.place, "'\(path.text)' is \(node?.kindText ?? ""), which cannot name a file")
    }
    guard ValueKind<String>.isPlainName(text) else {
      throw .row(
        row.place, "\(DeckIssue.quoted(text)) cannot be part of a file's name",
        hint: "use letters, digits, '-', '_' and '.'")
    }
    return text
  }
}
