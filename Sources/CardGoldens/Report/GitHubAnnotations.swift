import CardParts
import CardRaster

/// A run as workflow commands, which GitHub shows as annotations on lines of files.
///
/// Every outcome that is not green becomes an error, at the positions of its issues if it has any. Warnings
/// of decks are also included. Identical lines, which the variants of one deck produce, are written once.
///
/// Each line is one `::error` or `::warning` command. No text of a deck can end it or start another one.
package struct GitHubAnnotations: Sendable {
  private let run: GoldenRun

  package init(_ run: GoldenRun) { self.run = run }

  /// The commands, one per line.
  package var lines: [String] {
    var lines: [String] = []
    var seen: Set<String> = []
    func appendLine(_ line: String) {
      if seen.insert(line).inserted { lines.append(line) }
    }
    for outcome in run.outcomes {
      let errors = outcome.issues.filter { $0.severity == .error }
      for issue in errors { appendLine(line(issue)) }
      // The issues of a broken outcome already explain it.
      if !outcome.verdict.isGreen, errors.isEmpty || outcome.verdict != .broken { appendLine(line(outcome)) }
    }
    for outcome in run.outcomes {
      for issue in outcome.issues where issue.severity == .warning { appendLine(line(issue)) }
    }
    return lines
  }

  private func line(_ outcome: GoldenOutcome) -> String {
    var message = [outcome.message] + outcome.changes.prefix(RunReport.shownChanges).map(\.sentence)
    let rest = outcome.changes.count - RunReport.shownChanges
    if rest > 0 { message.append("and \(rest) more") }
    if let strip = outcome.strip { message.append(strip) }
    return command(
      "error", file: outcome.deck ?? outcome.golden, place: outcome.deck == nil ? nil : outcome.place,
      title: "\(run.noun) \(outcome.name): \(outcome.word)",
      message: message.map(Printable.line).joined(separator: "\n"))
  }

  private func line(_ issue: DeckIssue) -> String {
    command(
      issue.severity.rawValue, file: issue.file, place: issue.place,
      title: issue.severity == .error ? "deck cannot be drawn" : "warning about a deck",
      message: Printable.line(issue.sentence))
  }

  private func command(_ name: String, file: String, place: SourcePlace?, title: String, message: String)
    -> String
  {
    var properties: [String] = []
    if !file.isEmpty { properties.append("file=\(property(file))") }
    if let place {
      properties.append("line=\(place.line)")
      if place.column > 0 { properties.append("col=\(place.column)") }
    }
    properties.append("title=\(property(title))")
    return "::\(name) \(properties.joined(separator: ","))::\(escaped(message, "%\r\n"))"
  }

  private func property(_ text: String) -> String {
    escaped(Printable.line(text), "%\r\n:,")
  }

  /// A text with some characters percent-encoded.
  private func escaped(_ text: String, _ special: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      result += special.unicodeScalars.contains(scalar) ? "%" + scalar.value.hexadecimal(2) : String(scalar)
    }
  }
}
