extension DeckIssue {
  /// The issue for machines: `severity`, `code`, `file`, `line` and `column` of its place, `path`, `message` and `hint`.
  public var json: JSONNode { Self.record.json(self) }

  /// The issue in reports and notes.
  package static let record = Record(
    "an issue", DeckIssue(.error, file: "", message: "")
  ) {
    RecordField("severity", \.severity, .word)
    RecordField("code", \.code, .word)
    RecordField("file", \.file, .text)
    RecordField(inline: \.place, SourcePlace.record)
    RecordField(
      "path", \.path,
      RecordKind<String>.text.map("a path", { (try? BindingParser.path($0)) ?? .root }, json: \.text))
    RecordField("message", \.message, .text)
    RecordField("hint", \.hint, .text)
    RecordField(inline: \.row, RowPlace.record)
  }
}

extension SourcePlace {
  /// The place in reports and notes.
  package static let record = Record("a place", SourcePlace(line: 0, column: 0)) {
    RecordField("line", \.line, .integer())
    RecordField("column", \.column, .integer())
  }
}

extension RowPlace {
  static let record = Record("a row", RowPlace(file: "", line: 0, number: 0, id: nil)) {
    RecordField("dataFile", \.file, .text)
    RecordField("dataLine", \.line, .integer())
    RecordField("row", \.number, .integer())
    RecordField("id", \.id, .text)
  }
}
