import CardGoldens
import Synchronization

/// The goldens that this process has recorded or compared: two tests must not have two pictures under one name.
enum RecordedGoldens {
  private struct Record: Sendable {
    var verdict: GoldenOutcome.Verdict
    var fingerprint: String?
    var place: String
  }

  private static let records = Mutex<[String: Record]>([:])

  /// The outcome, which is broken when another picture had its name before.
  ///
  /// - Parameter isUnnamed: whether the golden is called as its test, so that a second one in it has the same name.
  static func checked(_ outcome: GoldenOutcome, at place: String, isUnnamed: Bool = false) -> GoldenOutcome {
    guard isUnnamed || outcome.verdict == .recorded else { return outcome }
    guard [.recorded, .passed, .failed, .missing].contains(outcome.verdict) else { return outcome }
    let record = Record(verdict: outcome.verdict, fingerprint: outcome.fingerprint, place: place)
    let first = records.withLock { records in
      let first = records[outcome.golden]
      if first == nil { records[outcome.golden] = record }
      return first
    }
    guard let first, !isSame(first, record) else { return outcome }
    if first.verdict == .recorded, outcome.verdict == .recorded {
      return broken(
        outcome,
        "another picture was recorded under this name in this run, at \(first.place); give each a name of its own"
      )
    }
    guard isUnnamed else { return outcome }
    return broken(
      outcome,
      "two pictures have this name, this one and that of \(first.place); give each a name of its own with 'named:'"
    )
  }

  /// Whether both may be the same picture; of one that passed no fingerprint is made, as it is the golden's.
  private static func isSame(_ a: Record, _ b: Record) -> Bool {
    if let x = a.fingerprint, let y = b.fingerprint { return x == y }
    let equal: [GoldenOutcome.Verdict] = [.passed, .recorded]
    return a.verdict == b.verdict || (equal.contains(a.verdict) && equal.contains(b.verdict))
  }

  private static func broken(_ outcome: GoldenOutcome, _ message: String) -> GoldenOutcome {
    var result = outcome
    result.verdict = .broken
    result.message = message
    return result
  }
}
