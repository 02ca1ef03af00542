import CardGoldens
import Synchronization

/// The goldens that this process has recorded: two tests must not record two pictures under one name.
enum RecordedGoldens {
  private struct Record: Sendable {
    var fingerprint: String?
    var place: String
  }

  private static let records = Mutex<[String: Record]>([:])

  /// The outcome, which is broken when another picture was recorded under its name before.
  static func checked(_ outcome: GoldenOutcome, at place: String) -> GoldenOutcome {
    guard outcome.verdict == .recorded else { return outcome }
    let first = records.withLock { records in
      let first = records[outcome.golden]
      if first == nil { records[outcome.golden] = Record(fingerprint: outcome.fingerprint, place: place) }
      return first
    }
    guard let first, first.fingerprint != outcome.fingerprint else { return outcome }
    var result = outcome
    result.verdict = .broken
    result.message =
      "another picture was recorded under this name in this run, at \(first.place); give each a name of its own"
    return result
  }
}
