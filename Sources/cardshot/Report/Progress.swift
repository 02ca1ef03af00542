import CardRaster
import Glibc

/// Shows how far a long run is and how long it will take: a line that changes on a terminal.
struct Progress {
  /// How many there are; nil where nobody knows.
  let total: Int?
  /// What they are, in the plural.
  private let unit: String
  private let isShown: Bool
  private let terminal = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var hasLine = false

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - total: how many there are; nil where nobody knows.
  ///   - unit: what they are, in the plural.
  ///   - isShown: whether anything is said.
  ///   - goesToLogs: whether a line is written now and then where standard error is no terminal.
  init(total: Int?, of unit: String = "pictures", isShown: Bool, goesToLogs: Bool = false) {
    (self.total, self.unit) = (total, unit)
    self.isShown = isShown && (terminal || goesToLogs)
  }

  /// Says how many are done, unless that was said a moment ago.
  mutating func advance(to count: Int, broken: Int = 0) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard last.duration(to: now) >= (terminal ? .milliseconds(200) : .seconds(10)) else { return }
    (last, hasLine) = (now, true)
    let text = line(count, broken, start.duration(to: now))
    StandardStreams.error(terminal ? "\r\(text)\u{1B}[K" : "\(text)\n")
  }

  /// `4200 of 10000 rows, 284 a second, 20 s left`.
  private func line(_ count: Int, _ broken: Int, _ time: Duration) -> String {
    var text = "\(count)" + (total.map { " of \($0)" } ?? "") + " \(unit), \(time.rate(of: count)) a second"
    if let total, count > 0 {
      text += ", \((time / Double(count) * Double(total - count)).words) left"
    }
    return broken > 0 ? "\(text), \(broken) left out" : text
  }

  /// Takes the line away.
  func finish() { if hasLine, terminal { StandardStreams.error("\r\u{1B}[K") } }
}

extension Duration {
  /// Milliseconds.
  var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15 }

  /// `8.2 s`, `12 min`.
  var words: String {
    let seconds = milliseconds / 1e3
    if seconds < 10 { return NumberText.text(seconds, digits: 1) + " s" }
    if seconds < 120 { return "\(Int(seconds.rounded())) s" }
    return "\(Int((seconds / 60).rounded())) min"
  }

  /// How many in a second, as a few digits.
  func rate(of count: Int) -> String {
    let rate = Double(count) / max(0.001, milliseconds / 1e3)
    return rate < 10 ? NumberText.text(rate, digits: 1) : "\(Int(rate.rounded()))"
  }
}
