package import CardRaster

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

  /// What an expression gives; when it fails, an error of a file.
  package static func wrapping<Value>(
    _ value: @autoclosure () throws(RasterError) -> Value, file: String = ""
  ) throws(DeckError) -> Value {
    do throws(RasterError) {
      return try value()
    } catch {
      throw DeckError(error, file: file)
    }
  }

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

  /// The error for a task that was cancelled.
  static func cancelled(_ file: String) -> DeckError {
    DeckError(
      DeckIssue(
        .error, file: file, place: nil, path: .root, message: "the task was cancelled", code: .cancelled))
  }

  /// Throws when the current task was cancelled.
  static func checkCancellation(_ file: String) throws(DeckError) {
    if Task.isCancelled { throw cancelled(file) }
  }
}

/// Telling errors apart.
extension DeckError {
  /// The error below it: a `RasterError`, or `CancellationError`; nil when the deck itself is wrong.
  public var underlying: (any Error)? {
    if isCancellation { return CancellationError() }
    return issues.lazy.compactMap(\.underlying).first
  }

  /// Whether the task was cancelled and nothing else is wrong.
  public var isCancellation: Bool { issues.contains { $0.code == .cancelled } }

  /// Whether the machine or the installation is at fault and not what was asked for.
  public var isMachineFault: Bool { issues.contains { $0.severity == .error && $0.origin == .machine } }

  /// Whether an issue of a kind is among its errors.
  public func contains(_ code: DeckIssue.Code) -> Bool {
    issues.contains { $0.severity == .error && $0.code == code }
  }
}

extension DeckError: CustomStringConvertible {
  /// The issues for people, a line each.
  public var description: String { issues.map(\.description).joined(separator: "\n") }
}
