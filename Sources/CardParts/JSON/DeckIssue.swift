package import CardRaster

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

  /// A cause that a caller may go on from, or have a way out of its own for.
  public enum Cause: Hashable, Sendable {
    /// The text is not JSON at all.
    case notJSON
    /// There are several cards where a picture shows one.
    case severalCards
  }

  /// The cause as a fact; nil for most issues, which are for people alone.
  public var cause: Cause?
  /// The row of data with which the deck was drawn; nil where there are no rows.
  public var row: RowPlace?

  /// Makes an issue.
  public init(
    _ severity: Severity, file: String, place: SourcePlace?, path: JSONPath, message: String,
    hint: String? = nil, cause: Cause? = nil
  ) {
    self.severity = severity
    self.file = file
    self.place = place
    self.path = path
    self.message = message
    self.hint = hint
    self.cause = cause
  }

  /// What drawing, or a file, says when it fails.
  package init(_ error: RasterError, file: String = "") {
    self.init(.error, file: file, place: nil, path: .root, message: error.message)
  }

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

  /// The issue for machines: `severity`, `file`, `line` and `column` of its place, `path`, `message` and `hint`.
  public var json: JSONNode {
    var members: [(String, JSONNode)] = [
      ("severity", .of(severity.rawValue)), ("file", .of(file)),
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
