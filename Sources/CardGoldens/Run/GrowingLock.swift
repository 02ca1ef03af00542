import CardRaster

/// The lines that a run records into a lock file, which is written now and then: a run that is stopped keeps what it has.
///
/// Each writing replaces the whole file, so that there never is half a line. The pause between two of them is all that a
/// process which is killed can lose: a twentieth of a second or, where the file is large, twenty times what writing it takes.
struct GrowingLock {
  private let path: String
  private var entries: [GoldenName: GoldenLock.Entry] = [:]
  /// When it is written again.
  private var next = ContinuousClock.now

  /// The shortest time between two writings.
  private static let pause = Duration.milliseconds(50)
  /// How many times longer than a writing nothing is written after it.
  private static let share = 20

  /// Begins without lines of its own.
  init(path: String) { self.path = path }

  /// Takes new lines, and writes all where it is time to.
  ///
  /// A failure is not told here: whoever writes the file at the end of the run meets it too.
  mutating func add(_ new: [(GoldenName, GoldenLock.Entry)]) {
    guard !new.isEmpty else { return }
    for (name, entry) in new { entries[name] = entry }
    let start = ContinuousClock.now
    guard start >= next else { return }
    try? GoldenLock.lay(entries, over: path)
    let end = ContinuousClock.now
    next = end.advanced(by: max(Self.pause, start.duration(to: end) * Self.share))
  }
}
