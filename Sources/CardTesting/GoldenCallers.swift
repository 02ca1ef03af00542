import Synchronization

/// Who has compared which golden in this process: two pictures must not have one name.
///
/// A golden that two tests share would be that of whichever was recorded first, and each acceptance of one would break the
/// other.
enum GoldenCallers {
  private struct Caller: Sendable {
    var fingerprint: String
    var place: String
    var isNamed: Bool
  }

  private static let callers = Mutex<[String: Caller]>([:])

  /// Remembers a picture for a golden; gives what is wrong when the golden is another's.
  ///
  /// A golden may be named by several tests that expect the same picture. Without a name nobody shares one on purpose.
  ///
  /// - Parameters:
  ///   - golden: the path of the golden.
  ///   - fingerprint: the picture's.
  ///   - place: where in a test it is expected.
  ///   - isNamed: whether the test gives the name.
  static func fault(_ golden: String, _ fingerprint: String, at place: String, isNamed: Bool) -> String? {
    let caller = Caller(fingerprint: fingerprint, place: place, isNamed: isNamed)
    let first = callers.withLock { callers in
      let first = callers[golden]
      if first == nil { callers[golden] = caller }
      return first
    }
    guard let first else { return nil }
    if first.fingerprint != fingerprint {
      return "another picture has this name in this run, at \(first.place); give each a name of its own"
    }
    if first.place != place, !(first.isNamed && isNamed) {
      return "the golden at \(first.place) has the same name; give each a name of its own"
    }
    return nil
  }
}
