package import CardRaster

/// All issues of a deck with errors.
///
/// It contains at least one issue.
public struct DeckError: Error, Hashable, Sendable {
  /// The issues, errors and warnings, in order of their position.
  public let issues: [DeckIssue]

  /// Creates an error from a first issue and further ones.
  package init(_ first: DeckIssue, _ rest: [DeckIssue] = []) {
    issues = [first] + rest
  }

  /// Creates an error from the facts of its only issue.
  package init(
    file: String = "", place: SourcePlace? = nil, path: JSONPath = .root, message: String,
    hint: String? = nil,
    code: DeckIssue.Code? = nil
  ) {
    self.init(
      DeckIssue(.error, file: file, place: place, path: path, message: message, hint: hint, code: code))
  }

  /// Creates an error from a list of issues; nil if it is empty.
  package init?(_ issues: [DeckIssue]) {
    guard let first = issues.first else { return nil }
    self.init(first, Array(issues.dropFirst()))
  }

  /// Creates an error from a failure of drawing or of a file.
  package init(_ error: RasterError, file: String = "") { self.init(DeckIssue(error, file: file)) }

  /// The value of an expression; if it throws, the error is converted to a `DeckError` of a file.
  package static func wrapping<Value>(
    _ value: @autoclosure () throws(RasterError) -> Value, file: String = ""
  ) throws(DeckError) -> Value {
    do throws(RasterError) {
      return try value()
    } catch {
      throw DeckError(error, file: file)
    }
  }

  /// Creates an error from warnings, for callers that treat warnings as errors; nil if there are none.
  package init?(strict warnings: [DeckIssue]) {
    self.init(
      warnings.map { warning in
        return changing(warning) { $0.severity = .error }
      })
  }

  /// Creates an error from the issues of a log; nil if none of them is an error.
  package init?(_ log: IssueLog) {
    guard log.hasErrors, let first = log.sorted.first else { return nil }
    self.init(first, Array(log.sorted.dropFirst()))
  }

  package static func cancelled(_ file: String) -> DeckError {
    DeckError(file: file, message: "the task was cancelled", code: .cancelled)
  }

  /// Throws if the current task is cancelled, or the time of the rendering is over.
  package static func checkCancellation(_ file: String) throws(DeckError) {
    try wrapping(try RenderLimits.check(), file: file)
  }
}

/// Classification of errors.
extension DeckError {
  /// The underlying error, a `RasterError` or `CancellationError`; nil if the deck itself is invalid.
  public var underlying: (any Error)? {
    if isCancellation { return CancellationError() }
    return issues.lazy.compactMap(\.underlying).first
  }

  /// Whether the task was cancelled.
  public var isCancellation: Bool { issues.contains { $0.code == .cancelled } }

  /// Whether the machine or the installation caused the error, and not the deck or the options.
  public var isMachineFault: Bool { issues.contains { $0.severity == .error && $0.origin == .machine } }

  /// Whether one of its errors has a code.
  public func contains(_ code: DeckIssue.Code) -> Bool {
    issues.contains { $0.severity == .error && $0.code == code }
  }
}

extension DeckError: CustomStringConvertible {
  /// The issues as text, one per line.
  public var description: String { issues.map(\.description).joined(separator: "\n") }

  /// The same as ``description``, instead of the text that Foundation makes for errors without their own.
  public var localizedDescription: String { description }
}
