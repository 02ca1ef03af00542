import CardParts
import CardRaster

/// What is told about a run: lines for people, one JSON object for machines.
///
/// Guarantees: nothing in either obeys a name or a text out of a deck; see `Printable`.
package struct RunReport: Sendable {
  let run: GoldenRun
  let report: String?

  /// How many changes of one golden are told to people; `json` and the HTML report have them all.
  static let shownChanges = 12

  /// Takes a run.
  ///
  /// - Parameter report: the path of the HTML report, when one was written.
  package init(_ run: GoldenRun, report: String? = nil) {
    self.run = run
    self.report = report
  }

  /// The run in lines: other versions of libraries first, then what is not green, then counts and what to do.
  package var text: String {
    var lines: [String] = []
    if !run.otherLibraries.isEmpty {
      lines.append("libraries differ from those that drew the goldens: \(libraryDifferences)")
      lines.append("  pictures may differ for that reason alone")
    }
    // What changed without a trace in the picture, such as a link, is told too.
    for group in run.groups { lines += self.lines(group) }
    lines.append(summary)
    lines += advice
    return lines.map { Printable.line($0) + "\n" }.joined()
  }

  /// The counts in one line: `42 goldens: 40 passed, 2 failed`.
  package var summary: String {
    guard !run.outcomes.isEmpty else {
      return run.mayBeEmpty ? "no golden had to be tested" : "no golden was tested"
    }
    let counts = GoldenOutcome.Verdict.allCases.compactMap { verdict -> String? in
      let count = run.count(verdict)
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return "\(counted(run.outcomes.count, "golden")): \(counts.joined(separator: ", "))"
  }

  // MARK: Lines

  /// The goldens of one cause, each with its line, then what changed in all of them.
  private func lines(_ group: GoldenRun.Group) -> [String] {
    var lines = group.outcomes.flatMap(own)
    guard let changes = group.outcomes.first?.changes, !changes.isEmpty else { return lines }
    if group.outcomes.count > 1 { lines.append("  in all \(group.outcomes.count):") }
    lines += changes.prefix(Self.shownChanges).map { "  \($0.sentence)" }
    let rest = changes.count - Self.shownChanges
    if rest > 0 { lines.append("  and \(counted(rest, "more change"))") }
    return lines
  }

  /// What is said of one golden alone.
  private func own(_ outcome: GoldenOutcome) -> [String] {
    var lines = ["\(outcome.verdict.rawValue) \(outcome.name): \(outcome.message)"]
    if let picture = outcome.strip ?? outcome.overlay ?? (outcome.isApprovable ? outcome.actual : nil) {
      lines[0] += " (\(picture))"
    }
    if outcome.verdict != .passed { lines += outcome.issues.map { "  \($0.text)" } }
    return lines
  }

  /// The libraries that differ, with the old and the new version.
  var libraryDifferences: String {
    run.otherLibraries.map { other in
      let now = run.libraries.first { $0.name == other.name }?.version
      return "\(other.name) \(other.version) → \(now ?? "none")"
    }.joined(separator: ", ")
  }

  private var advice: [String] {
    func has(_ verdict: GoldenOutcome.Verdict) -> Bool { run.count(verdict) > 0 }
    var lines: [String] = []
    if run.outcomes.isEmpty, !run.mayBeEmpty {
      lines.append("a run that tests nothing is red: name a deck or a folder with decks")
    }
    if let report, !run.isGreen { lines.append("look at \(report)") }
    if run.outcomes.contains(where: \.isApprovable) {
      lines.append("'cardshot approve' makes pictures that are right the goldens")
      if run.groups.contains(where: { $0.outcomes.count > 1 && $0.outcomes[0].isApprovable }) {
        lines.append("'cardshot approve --like NAME' approves all in which the same changed as in NAME")
      }
    }
    if has(.missing) { lines.append("'cardshot test --record missing' writes goldens that are missing") }
    if has(.recorded) {
      lines.append("a run that recorded is red: look at the new goldens, commit them, and run again")
    }
    if has(.orphaned) {
      lines.append("no deck draws an orphaned golden: 'cardshot test --prune' removes it")
    }
    if has(.pruned) { lines.append("pruned goldens were removed: commit that they are gone") }
    return lines
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
