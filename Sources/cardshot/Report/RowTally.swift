import ArgumentParser
import CardParts
import CardRaster
import Glibc

/// Counts the rows of a run and collects their problems.
struct RowTally {
  private(set) var drawn = 0
  private(set) var kept = 0
  private(set) var broken = 0
  /// The first problems, for the JSON output.
  private(set) var issues: [DeckIssue] = []
  var progress: Progress
  private let clock = ContinuousClock.now
  /// The number of occurrences of each warning, with the row left out of the key.
  private var warnings: [DeckIssue: Int] = [:]

  /// - Parameter total: the number of rows; nil if unknown.
  init(total: Int?, isQuiet: Bool) {
    progress = Progress(total: total, of: "rows", isShown: !isQuiet, goesToLogs: true)
  }

  /// Number of finished rows.
  var done: Int { drawn + kept + broken }

  /// Adds problems that do not belong to a row.
  mutating func note(_ others: [DeckIssue]) { issues += others }

  /// Counts a row and returns the issues to print now.
  mutating func take(_ result: RowResult) -> [DeckIssue] {
    if result.isBroken { broken += 1 } else if result.isKept { kept += 1 } else { drawn += 1 }
    progress.advance(to: done, broken: broken)
    var said: [DeckIssue] = []
    for issue in result.issues {
      if issue.severity == .warning || issue.row == nil {
        var plain = issue
        plain.row = nil
        // A warning that many rows share, or an error of the deck, is reported once, with the first row.
        guard warnings[plain] != nil || warnings.count < Limits.issues else { continue }
        warnings[plain, default: 0] += 1
        if warnings[plain] ?? 0 > 1 { continue }
      } else if broken > Limits.issues {
        continue
      }
      said.append(issue)
    }
    issues += said.prefix(max(0, Limits.issues - issues.count))
    return said
  }

  /// Prints the counts as JSON.
  ///
  /// - Parameter isWhole: whether the run reached its last row.
  func printJSON(removed: Int, isWhole: Bool) {
    var members: [(String, JSONNode)] = [("ok", .of(isWhole && broken == 0))]
    if !isWhole { members.append(("stopped", .of(true))) }
    members += [
      ("rows", .of(done)), ("drawn", .of(drawn)), ("kept", .of(kept)), ("broken", .of(broken)),
      ("removed", .of(removed)), ("issues", .list(issues.map(\.json))),
    ]
    StandardStreams.output(JSONDump.write(.object(members), pretty: true) + "\n")
  }

  /// Prints the result of a complete run.
  func report(_ printer: IssuePrinter, removed: Int) {
    if printer.isJSON {
      printJSON(removed: removed, isWhole: true)
      return
    }
    let repeated = warnings.reduce(0) { $0 + ($1.key.severity == .warning ? $1.value - 1 : 0) }
    guard !printer.isQuiet || broken > 0 else { return }
    var parts = ["\(drawn) drawn"]
    if kept > 0 { parts.append("\(kept) unchanged") }
    if broken > 0 { parts.append("\(broken) skipped") }
    if removed > 0 { parts.append("\(removed) file\(removed == 1 ? "" : "s") removed") }
    let time = clock.duration(to: .now)
    let rate = drawn > 0 ? " in \(time.words) (\(time.rate(of: drawn)) per second)" : ""
    StandardStreams.error("\(done) row\(done == 1 ? "" : "s"): \(parts.joined(separator: ", "))\(rate)\n")
    if repeated > 0, !printer.isQuiet {
      StandardStreams.error("\(repeated) more warnings of the same kinds\n")
    }
  }
}

/// A run over rows that stopped before its last row.
struct StoppedRun: Error, CustomStringConvertible {
  enum Reason { case wish, failure, fault }
  let reason: Reason
  let tally: RowTally

  var description: String {
    let total = tally.progress.total.map { " of \($0)" } ?? ""
    let way = "run the same command to resume"
    switch reason {
    case .wish, .fault: return "stopped after \(tally.done)\(total) rows; \(way)"
    case .failure:
      return "stopped at the first row that cannot be rendered, after \(tally.done - 1)\(total) rows; \(way)"
    }
  }
}

/// Shows progress, speed and remaining time.
///
/// On a terminal this is one line that is updated.
struct Progress {
  /// The total number of items; nil if unknown.
  let total: Int?
  /// The name of the items, in the plural.
  private let unit: String
  private let isShown: Bool
  private let terminal = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var hasLine = false

  /// Starts the clock.
  ///
  /// - Parameters:
  ///   - total: the total number of items; nil if unknown.
  ///   - unit: the name of the items, in the plural.
  ///   - isShown: whether progress is printed.
  ///   - goesToLogs: whether a line is printed every 10 seconds if standard error is not a terminal.
  init(total: Int?, of unit: String = "pictures", isShown: Bool, goesToLogs: Bool = false) {
    (self.total, self.unit) = (total, unit)
    self.isShown = isShown && (terminal || goesToLogs)
  }

  /// Prints the number of finished items, unless the last line is too recent.
  mutating func advance(to count: Int, broken: Int = 0) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard last.duration(to: now) >= (terminal ? .milliseconds(200) : .seconds(10)) else { return }
    (last, hasLine) = (now, true)
    let text = line(count, broken, start.duration(to: now))
    StandardStreams.error(terminal ? "\r\(text)\u{1B}[K" : "\(text)\n")
  }

  /// `4200 of 10000 rows, 284 per second, 20 s left`.
  private func line(_ count: Int, _ broken: Int, _ time: Duration) -> String {
    var text = "\(count)" + (total.map { " of \($0)" } ?? "") + " \(unit), \(time.rate(of: count)) per second"
    if let total, count > 0 {
      text += ", \((time / Double(count) * Double(total - count)).words) left"
    }
    return broken > 0 ? "\(text), \(broken) skipped" : text
  }

  /// Clears the progress line.
  func finish() { if hasLine, terminal { StandardStreams.error("\r\u{1B}[K") } }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15 }

  /// The duration as text: `8.2 s`, `12 min`.
  var words: String {
    let seconds = milliseconds / 1e3
    if seconds < 10 { return NumberText.format(seconds, digits: 1) + " s" }
    if seconds < 120 { return "\(Int(seconds.rounded())) s" }
    return "\(Int((seconds / 60).rounded())) min"
  }

  /// The number of items per second, rounded to a few digits.
  func rate(of count: Int) -> String {
    let rate = Double(count) / max(0.001, milliseconds / 1e3)
    return rate < 10 ? NumberText.format(rate, digits: 1) : "\(Int(rate.rounded()))"
  }
}
