import CardRaster

/// Collects issues while a deck is read; each run has its own, used by one task.
package final class IssueLog {
  package private(set) var issues: [DeckIssue] = []
  private var seen: Set<DeckIssue> = []
  package private(set) var hasErrors = false
  /// The number of additions, including duplicates.
  package private(set) var added = 0
  /// The number of issues omitted because of `Limits.issues`.
  private(set) var omitted = 0
  /// The files to which positions of a deck refer by index: Swift files, or included files.
  package let files: [String]
  /// Notes that are added to each new issue.
  private var notes: [String] = []
  /// The number of issues that are remembered to find duplicates.
  private static let compared = 10_000

  /// The maximum number of issues that are kept.
  private let most: Int

  package init(files: [String] = [], most: Int = Limits.issues) { (self.files, self.most) = (files, most) }

  /// A log for a part of the work whose issues are later added to another log.
  ///
  /// It keeps as many issues as the other log compares.
  package static func partial(files: [String]) -> IssueLog { IssueLog(files: files, most: compared) }

  /// The name of the file with a position, or `file` if the position does not refer to another one.
  package func fileName(of place: SourcePlace?, in file: String) -> String {
    guard let number = place?.fileNumber, files.indices.contains(Int(number) - 1) else { return file }
    return files[Int(number) - 1]
  }

  /// Runs the body; issues added by it get a note, such as the place where a component is used.
  package func noting<Result>(_ note: String, _ body: () -> Result) -> Result {
    notes.append(note)
    defer { notes.removeLast() }
    return body()
  }

  /// Adds an issue, unless the same one exists already.
  ///
  /// Each element of a `forEach` repeats the errors of its template.
  ///
  /// - Parameter hint: Computes a hint if the issue has none. It is only called for an issue that is
  ///   reported.
  package func add(_ issue: DeckIssue, hint: () -> String? = { nil }) {
    added += 1
    var issue = issue
    issue.file = fileName(of: issue.place, in: issue.file)
    if let note = notes.last { issue.message += " (\(note))" }
    if issue.severity == .error { hasErrors = true }
    // Beyond this number, duplicates are not detected.
    guard seen.count >= Self.compared || seen.insert(issue).inserted else { return }
    guard issues.count < most else {
      omitted += 1
      return
    }
    if issue.hint == nil { issue.hint = hint() }
    issues.append(issue)
  }

  /// Whether there are errors at a path or below it.
  ///
  /// Also true if that is unknown because issues were omitted.
  package func hasErrors(below path: JSONPath) -> Bool {
    hasErrors
      && (omitted > 0 || issues.contains { $0.severity == .error && $0.path.steps.starts(with: path.steps) })
  }

  /// The issues by position; those without a position are last, in the order in which they were found.
  package var sorted: [DeckIssue] {
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
          last.severity, file: last.file,
          message: "\(omitted) more problem\(omitted == 1 ? "" : "s") not shown", code: .more))
    }
    return result
  }
}
