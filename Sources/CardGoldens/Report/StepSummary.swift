import CardParts

/// A run as Markdown, which GitHub shows on the page of a job.
///
/// Texts of a deck are written in code spans on one line, so they cannot become markup.
package struct StepSummary: Sendable {
  private let run: GoldenRun

  /// Maximum number of listed goldens.
  ///
  /// The report contains all of them.
  private static let most = 50

  package init(_ run: GoldenRun) { self.run = run }

  /// The counts, and one row for each group of goldens that need a review.
  package var text: String {
    var lines = ["### \(run.isReview ? "Pictures" : "Goldens")", "", RunReport(run).summary, ""]
    let groups = run.groups.filter { !($0.outcomes.first?.verdict.isGreen ?? true) }
    guard !groups.isEmpty else { return lines.joined(separator: "\n") + "\n" }
    lines += ["| \(run.noun) | verdict | what changed |", "| --- | --- | --- |"]
    for group in groups.prefix(Self.most) {
      guard let first = group.outcomes.first else { continue }
      let more = group.outcomes.count > 1 ? " and \(group.outcomes.count - 1) more" : ""
      let words = first.changes.isEmpty ? [first.message] : first.changes.prefix(3).map(\.sentence)
      let rest = first.changes.count > 3 ? "<br>and \(first.changes.count - 3) more" : ""
      lines.append(
        "| \(Self.code(first.name))\(more) | \(first.word) | "
          + words.map(Self.code).joined(separator: "<br>") + "\(rest) |")
    }
    if groups.count > Self.most { lines.append("| and \(groups.count - Self.most) more | | |") }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// A text as a code span in a table cell, without backticks and vertical bars.
  private static func code(_ text: String) -> String {
    let plain = Printable.line(text).replacing("`", with: "'").replacing("|", with: "¦")
    return "`\(plain)`"
  }
}
