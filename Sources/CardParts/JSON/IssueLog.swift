import CardRaster

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
          message: "\(omitted) more problem\(omitted == 1 ? "" : "s") not shown", code: .more))
    }
    return result
  }
}
