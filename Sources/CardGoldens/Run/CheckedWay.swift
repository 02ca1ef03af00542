/// What one way gave.
struct CheckedWay: Sendable {
  /// The number of the file.
  var file = 0
  var outcomes: [GoldenOutcome] = []
  /// New lines of the lock file.
  var entries: [(GoldenName, GoldenLock.Entry)] = []
  /// The ids that are in the pictures.
  var ids: Set<String> = []

  /// Adds what another picture of the same way gave.
  mutating func add(_ other: CheckedWay) {
    outcomes += other.outcomes
    entries += other.entries
    ids.formUnion(other.ids)
  }
}
