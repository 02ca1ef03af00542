import CardRaster

/// Collects what is wrong while a deck is read; one per run, in one task.
final class IssueLog {
  private(set) var issues: [DeckIssue] = []
  private var seen: Set<DeckIssue> = []
  private(set) var hasErrors = false
  /// How often something was added, the same again among it.
  private(set) var added = 0
  /// How many issues were left out because of `Limits.issues`.
  private(set) var omitted = 0
  /// The files that places of a deck refer to by number: those of Swift, or what it includes.
  private let files: [String]
  /// What is said of every issue that is added meanwhile.
  private var notes: [String] = []
  /// How many issues are remembered to see which come again.
  private static let compared = 10_000

  /// How many issues are kept.
  private let most: Int

  init(files: [String] = [], most: Int = Limits.issues) { (self.files, self.most) = (files, most) }

  /// A log for a part of the work, whose issues another log takes over: nothing that the other one compares is left out.
  static func partial(files: [String]) -> IssueLog { IssueLog(files: files, most: compared) }

  /// The name of the file of a place, of which nothing else is known than that it is in `file`.
  func fileName(of place: SourcePlace?, in file: String) -> String {
    guard let number = place?.fileNumber, files.indices.contains(Int(number) - 1) else { return file }
    return files[Int(number) - 1]
  }

  /// Does something; what is wrong meanwhile is said with a note, such as where a component is used.
  func noting<Result>(_ note: String, _ body: () -> Result) -> Result {
    notes.append(note)
    defer { notes.removeLast() }
    return body()
  }

  /// Adds an issue, unless the same one is there already (a row of `forEach` repeats the mistakes of its template).
  ///
  /// - Parameter hint: looks for the hint, if the issue has none; asked only for an issue that is reported.
  func add(_ issue: DeckIssue, hint: () -> String? = { nil }) {
    added += 1
    var issue = issue
    issue.file = fileName(of: issue.place, in: issue.file)
    if let note = notes.last { issue.message += " (\(note))" }
    if issue.severity == .error { hasErrors = true }
    // Of very many it does not matter which are the same.
    guard seen.count >= Self.compared || seen.insert(issue).inserted else { return }
    guard issues.count < most else {
      omitted += 1
      return
    }
    if issue.hint == nil { issue.hint = hint() }
    issues.append(issue)
  }

  /// Whether something is wrong with what stands at a path or below it; true also where that is not known any more.
  func hasErrors(below path: JSONPath) -> Bool {
    hasErrors
      && (omitted > 0 || issues.contains { $0.severity == .error && $0.path.steps.starts(with: path.steps) })
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
