import CardParts

/// A run as Markdown, which GitHub shows on the page of a job.
///
/// Guarantees: nothing of a deck becomes markup; what it says stands in code spans, on one line.
package struct StepSummary: Sendable {
  private let run: GoldenRun

  /// The most goldens that are listed; the report has them all.
  private static let most = 50

  /// Takes a run.
  package init(_ run: GoldenRun) { self.run = run }

  /// The counts, and a row for each golden that somebody has to look at, those of one cause together.
  package var text: String {
    var lines = ["### Goldens", "", RunReport(run).summary, ""]
    let groups = run.groups.filter { !($0.outcomes.first?.verdict.isGreen ?? true) }
    guard !groups.isEmpty else { return lines.joined(separator: "\n") + "\n" }
    lines += ["| golden | verdict | what changed |", "| --- | --- | --- |"]
    for group in groups.prefix(Self.most) {
      guard let first = group.outcomes.first else { continue }
      let more = group.outcomes.count > 1 ? " and \(group.outcomes.count - 1) more" : ""
      let words = first.changes.isEmpty ? [first.message] : first.changes.prefix(3).map(\.sentence)
      let rest = first.changes.count > 3 ? "<br>and \(first.changes.count - 3) more" : ""
      lines.append(
        "| \(Self.code(first.name))\(more) | \(first.verdict.rawValue) | "
          + words.map(Self.code).joined(separator: "<br>") + "\(rest) |")
    }
    if groups.count > Self.most { lines.append("| and \(groups.count - Self.most) more | | |") }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// A text as a code span of a cell: no backtick ends it, no bar the cell.
  private static func code(_ text: String) -> String {
    let plain = Printable.line(text).replacing("`", with: "'").replacing("|", with: "¦")
    return "`\(plain)`"
  }
}
