import ArgumentParser
import CardParts
import CardRaster
import Glibc

/// Counts the rows of a run and collects their problems.
struct RowTally {
  private(set) var drawn = 0
  private(set) var kept = 0
  private(set) var broken = 0
  /// The number of skipped rows without a value.
  var emptyRows = 0
  /// The first problems, for the JSON output.
  private(set) var issues: [DeckIssue] = []
  var progress: Progress
  private let clock = ContinuousClock.now
  /// The rows of each problem, with the row left out of the key.
  private var rows: [DeckIssue: Rows] = [:]
  /// The number of errors that are neither printed nor counted with an equal one.
  private var unlisted = 0

  /// The rows with the same problem.
  private struct Rows {
    var count = 0
    private var ranges: [ClosedRange<Int>] = []
    private var isCut = false
    private static let mostRanges = 10

    mutating func add(_ number: Int) {
      count += 1
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else if ranges.count < Self.mostRanges {
        ranges.append(number...number)
      } else {
        isCut = true
      }
    }

    /// The numbers of the rows: `2-50, 52`.
    func text(from first: Int = 0) -> String {
      var words = ranges.compactMap { range -> String? in
        let low = max(first, range.lowerBound)
        guard low <= range.upperBound else { return nil }
        return low == range.upperBound ? "\(low)" : "\(low)-\(range.upperBound)"
      }
      if isCut { words.append("…") }
      return words.joined(separator: ", ")
    }
  }

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
      // A problem that many rows share is reported once, with the first row, and then counted.
      let plain = Self.withoutRow(issue)
      guard rows[plain] != nil || rows.count < Limits.issues else {
        unlisted += 1
        continue
      }
      rows[plain, default: Rows()].add(result.place.number)
      if rows[plain]?.count == 1 { said.append(issue) }
    }
    issues += said.prefix(max(0, Limits.issues - issues.count))
    return said
  }

  private static func withoutRow(_ issue: DeckIssue) -> DeckIssue { changing(issue) { $0.row = nil } }

  /// The problem, and the rows that have it if there are several.
  private func json(_ issue: DeckIssue) -> JSONNode {
    guard let rows = rows[Self.withoutRow(issue)], rows.count > 1 else { return issue.json }
    return issue.json.merged(with: .object(["count": .of(rows.count), "rows": .of(rows.text())]))
  }

  /// Prints how many other rows have each error, and how many problems were not printed.
  func reportRepeats(_ printer: IssuePrinter) {
    guard !printer.isJSON else { return }
    for issue in issues where issue.severity == .error {
      guard let place = issue.row, let rows = rows[Self.withoutRow(issue)], rows.count > 1 else { continue }
      StandardStreams.error(
        "and \(rows.count - 1) more row\(rows.count == 2 ? "" : "s") like row \(place.number) "
          + "(\(rows.text(from: place.number + 1))): \(Printable.line(issue.message))\n")
    }
    if unlisted > 0 {
      StandardStreams.error("\(unlisted) more problems are not printed; --report lists all\n")
    }
  }

  /// Prints the counts as JSON.
  ///
  /// - Parameter isWhole: whether the run reached its last row.
  func printJSON(removed: Int, left: Int = 0, isWhole: Bool) {
    func positive(_ count: Int) -> JSONNode? { count > 0 ? .of(count) : nil }
    let document = JSONNode.object(present: [
      "ok": .of(isWhole && broken == 0), "stopped": isWhole ? nil : true, "rows": .of(done),
      "drawn": .of(drawn), "kept": .of(kept), "broken": .of(broken), "removed": .of(removed),
      "issues": .list(issues.map(json)), "unlisted": positive(unlisted), "left": positive(left),
      "empty": positive(emptyRows),
    ])
    StandardStreams.output(JSONDump.write(document, pretty: true) + "\n")
  }

  /// Prints the result of a complete run.
  ///
  /// - Parameters:
  ///   - removed: the number of files that `--prune` removed.
  ///   - left: the number of files of earlier runs that no row makes.
  func report(_ printer: IssuePrinter, removed: Int, left: Int) {
    if printer.isJSON {
      printJSON(removed: removed, left: left, isWhole: true)
      return
    }
    reportRepeats(printer)
    let repeated = rows.reduce(0) { $0 + ($1.key.severity == .warning ? $1.value.count - 1 : 0) }
    guard !printer.isQuiet || broken > 0 else { return }
    var parts = ["\(drawn) drawn"]
    if kept > 0 { parts.append("\(kept) unchanged") }
    if broken > 0 { parts.append("\(broken) skipped") }
    if emptyRows > 0 { parts.append("\(emptyRows) empty row\(emptyRows == 1 ? "" : "s") ignored") }
    if removed > 0 { parts.append("\(removed) file\(removed == 1 ? "" : "s") removed") }
    let time = clock.duration(to: .now)
    let rate = drawn > 0 ? " in \(time.words) (\(time.rate(of: drawn)) per second)" : ""
    StandardStreams.error("\(done) row\(done == 1 ? "" : "s"): \(parts.joined(separator: ", "))\(rate)\n")
    if left > 0, !printer.isQuiet {
      StandardStreams.error(
        left == 1
          ? "1 file of earlier runs has no row; --prune removes it\n"
          : "\(left) files of earlier runs have no row; --prune removes them\n")
    }
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
