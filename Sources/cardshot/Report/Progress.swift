import Glibc

/// Shows on a terminal how far a long run is.
struct Progress {
  let total: Int
  let isShown: Bool

  /// Shorter runs are over before anybody reads.
  private static let least = 20

  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown && total >= Progress.least && isatty(STDERR_FILENO) == 1
  }

  /// Says how many pictures are done.
  func advance(to count: Int) {
    guard isShown, count % 10 == 0 || count == total else { return }
    StandardStreams.error("\r\(count) of \(total) pictures")
  }

  /// Takes the line away.
  func finish() {
    if isShown { StandardStreams.error("\r\u{1B}[K") }
  }
}
