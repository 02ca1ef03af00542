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

  /// Makes an issue.
  public init(
    _ severity: Severity, file: String, place: SourcePlace?, path: JSONPath, message: String,
    hint: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.place = place
    self.path = path
    self.message = message
    self.hint = hint
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
    return .object(members)
  }
}

/// Everything that is wrong with a deck.
///
/// Never empty.
public struct DeckError: Error, Hashable, Sendable {
  /// The issues in order of place, errors and warnings.
  public let issues: [DeckIssue]

  /// Makes an error of a first issue and more.
  public init(_ first: DeckIssue, _ rest: [DeckIssue] = []) {
    issues = [first] + rest
  }

  /// Makes an error of a list, or nil when nothing is in it.
  public init?(_ issues: [DeckIssue]) {
    guard let first = issues.first else { return nil }
    self.init(first, Array(issues.dropFirst()))
  }

  /// Makes an error of what drawing, or a file, says when it fails.
  package init(_ error: RasterError, file: String = "") { self.init(DeckIssue(error, file: file)) }

  /// Makes an error of warnings, as a caller wants it who is strict; nil when there are none.
  package init?(strict warnings: [DeckIssue]) {
    self.init(
      warnings.map { warning in
        var error = warning
        error.severity = .error
        return error
      })
  }

  /// Makes an error of the issues of a log, or nil when none of them is an error.
  init?(_ log: IssueLog) {
    guard log.hasErrors, let first = log.sorted.first else { return nil }
    self.init(first, Array(log.sorted.dropFirst()))
  }
}

/// Collects what is wrong while a deck is read; one per run, in one task.
final class IssueLog {
  private(set) var issues: [DeckIssue] = []
  private var seen: Set<DeckIssue> = []
  private(set) var hasErrors = false
  /// How many issues were left out because of `Limits.issues`.
  private(set) var omitted = 0
  /// The Swift files that places of a deck made in code refer to by number.
  private let swiftFiles: [String]

  init(swiftFiles: [String] = []) { self.swiftFiles = swiftFiles }

  /// Adds an issue, unless the same one is there already (a row of `forEach` repeats the mistakes of its template).
  func add(_ issue: DeckIssue) {
    var issue = issue
    if let number = issue.place?.swiftFile, swiftFiles.indices.contains(Int(number) - 1) {
      issue.file = swiftFiles[Int(number) - 1]
    }
    if issue.severity == .error { hasErrors = true }
    guard seen.insert(issue).inserted else { return }
    guard issues.count < Limits.issues else {
      omitted += 1
      return
    }
    issues.append(issue)
  }

  /// The issues by place; those without one come last, in the order they were found.
  var sorted: [DeckIssue] {
    var rank: [String: Int] = [:]
    for issue in issues where rank[issue.file] == nil { rank[issue.file] = rank.count }
    let far = SourcePlace(line: .max, column: .max)
    func key(_ entry: (offset: Int, element: DeckIssue)) -> (Int, SourcePlace, Int) {
      (rank[entry.element.file] ?? 0, entry.element.place ?? far, entry.offset)
    }
    var result = issues.enumerated().sorted { key($0) < key($1) }.map(\.element)
    if omitted > 0, let last = result.last {
      result.append(
        DeckIssue(
          last.severity, file: last.file, place: nil, path: .root,
          message: "\(omitted) more problem\(omitted == 1 ? "" : "s") not shown"))
    }
    return result
  }
}
