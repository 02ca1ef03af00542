import CardRaster

/// What is remembered of a row between two runs: all that is said about it again.
extension RowResult {
  /// The members of its line.
  var noted: [(String, JSONNode)] {
    let warnings = issues.map { issue in
      var plain = issue
      plain.row = nil
      guard case .object(let members) = plain.json.value, issue.row == nil else { return plain.json }
      return .object(members.map { ($0.key, $0.value) } + [("ofDeck", .of(true))])
    }
    return [
      ("files", .list(files.map(\.noted))), ("alt", .of(alt)), ("regions", .list(regions)),
      ("warnings", .list(warnings)),
    ]
  }

  /// Reads such a line of a row that is left as it is; nil when something is missing.
  init?(noted line: JSONNode, at place: RowPlace) {
    guard case .array(let files)? = line["files"]?.value, let alt = line["alt"]?.plainText,
      case .array(let regions)? = line["regions"]?.value, case .array(let warnings)? = line["warnings"]?.value
    else { return nil }
    self.init(
      place: place, files: files.compactMap { RowFile(noted: $0) },
      issues: warnings.compactMap { DeckIssue(noted: $0, at: place) }, alt: alt, regions: regions,
      isKept: true)
    guard self.files.count == files.count, issues.count == warnings.count else { return nil }
    // Somebody may have changed the note: a link is one that a deck may have.
    let links = regions.compactMap { $0["link"] }
    guard links.allSatisfy({ $0.plainText.flatMap(LinkTarget.init) != nil }) else { return nil }
  }
}

extension RowFile {
  fileprivate var noted: JSONNode {
    .object([
      ("path", .of(name)), ("bytes", .of(size)), ("width", .of(width)), ("height", .of(height)),
      ("sha256", .of(notedSum ?? SHA256.hex(bytes))),
    ])
  }

  /// Reads a file of such a line; nil when something is missing.
  init?(noted node: JSONNode) {
    let numbers = ["bytes", "width", "height"].compactMap { node[$0]?.wholeNumber }
    guard let name = node["path"]?.plainText, let sum = node["sha256"]?.plainText, numbers.count == 3 else {
      return nil
    }
    self.init(
      name: name, bytes: [], size: numbers[0], width: numbers[1], height: numbers[2], notedSum: sum)
  }
}

extension DeckIssue {
  fileprivate init?(noted node: JSONNode, at row: RowPlace) {
    guard node["severity"]?.plainText == Severity.warning.rawValue, let message = node["message"]?.plainText,
      let code = node["code"]?.plainText
    else { return nil }
    var place: SourcePlace?
    if let line = node["line"]?.wholeNumber, let column = node["column"]?.wholeNumber {
      place = SourcePlace(line: line, column: column)
    }
    let path = node["path"]?.plainText.flatMap { try? BindingParser.path($0) } ?? .root
    self.init(
      .warning, file: node["file"]?.plainText ?? "", place: place, path: path, message: message,
      hint: node["hint"]?.plainText, code: Code(rawValue: code))
    if case .bool(true)? = node["ofDeck"]?.value { return }
    self.row = row
  }
}

extension JSONNode {
  /// The text that it is; nil for anything else.
  var plainText: String? { if case .string(let text) = value { text } else { nil } }

  /// The whole number from 0 that it is; nil for anything else.
  fileprivate var wholeNumber: Int? {
    if case .number(let number) = value, number.value >= 0 { Int(exactly: number.value) } else { nil }
  }
}
