public import CardRaster

/// One thing that is wrong, or doubtful, with a deck: facts only; printing is the caller's.
public struct DeckIssue: Hashable, Sendable, Error {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// Nothing can be drawn.
    case error
    /// It was drawn, though perhaps not as meant.
    case warning
  }

  /// How bad it is.
  public var severity: Severity
  /// The file it is in: the deck, a theme or a data file; of a deck made in Swift, the Swift file (`#fileID`).
  public var file: String
  /// Where in the file; nil for a value that code made.
  public var place: SourcePlace?
  /// The way to the value from the root of the file.
  public var path: JSONPath
  /// What was found and what was expected; one line, no final full stop.
  public var message: String
  /// The way out, such as `did you mean 'text'?`; nil when there is nothing to say.
  public var hint: String?

  /// What kind of issue it is, for programs.
  public var code: Code
  /// The property of ``DeckOptions`` that is wrong; nil where the deck is.
  public var option: String?
  /// What drawing, decoding or a file threw; nil for what was found by reading the deck.
  public var underlying: RasterError?
  /// The row of data with which the deck was drawn; nil where there are no rows.
  package var row: RowPlace?

  /// Makes an issue.
  public init(
    _ severity: Severity, file: String, place: SourcePlace?, path: JSONPath, message: String,
    hint: String? = nil, code: Code? = nil
  ) {
    self.severity = severity
    self.file = file
    self.place = place
    self.path = path
    self.message = message
    self.hint = hint
    self.code = code ?? (severity == .error ? .invalidValue : .doubtful)
  }

  /// What drawing, or a file, says when it fails.
  package init(_ error: RasterError, file: String = "") {
    self.init(error, file: file, place: nil, path: .root)
  }

  /// The same with a place.
  package init(_ error: RasterError, file: String, place: SourcePlace?, path: JSONPath) {
    self.init(
      .error, file: file, place: place, path: path, message: error.message, hint: SVGBudget.hint(for: error),
      code: Code(error))
    underlying = error
  }

  /// Who has to change something so that it goes away.
  ///
  /// A server answers `.deck` and `.options` with its client's fault, and `.machine` with its own.
  public var origin: Origin { option == nil ? code.origin : .options }

  /// The issue in the compiler's form.
  ///
  /// `deck.json:14:22: error: unknown key 'txet' at cards[0]; did you mean 'text'?`
  public var text: String {
    var result = file.isEmpty ? "" : "\(file):"
    if let place { result += place.column > 0 ? "\(place.line):\(place.column):" : "\(place.line):" }
    if !result.isEmpty { result += " " }
    if let row { result = "\(row.text): \(result)" }
    result += "\(severity.rawValue): \(message)"
    if !path.steps.isEmpty { result += " at \(path.text)" }
    if let hint { result += "; \(hint)" }
    return result
  }

  /// The issue for machines: `severity`, `code`, `file`, `line` and `column` of its place, `path`, `message` and `hint`.
  public var json: JSONNode {
    var members: [(String, JSONNode)] = [
      ("severity", .of(severity.rawValue)), ("code", .of(code.rawValue)), ("file", .of(file)),
    ]
    if let place {
      members.append(("line", .of(place.line)))
      members.append(("column", .of(place.column)))
    }
    members.append(("path", .of(path.text)))
    members.append(("message", .of(message)))
    if let hint { members.append(("hint", .of(hint))) }
    if let row, case .object(let places) = row.json.value { members += places.map { ($0.key, $0.value) } }
    return .object(members)
  }
}

extension DeckIssue: CustomStringConvertible {
  /// The issue in the compiler's form, in one line and with nothing in it that a terminal obeys.
  public var description: String { Printable.sentence(text) }
}

extension DeckIssue.Code {
  /// The code of what drawing, decoding or a file throws.
  init(_ error: RasterError) {
    switch error {
    case .library: self = .failedLibrary
    case .limit: self = .limit
    case .file: self = .unreadableFile
    case .image, .picture: self = .invalidPicture
    case .unknownFamily: self = .unknownFont
    }
  }
}
