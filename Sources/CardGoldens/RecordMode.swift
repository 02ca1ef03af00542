/// Which goldens a run writes.
///
/// A run that has written any is never green: somebody has to look at the pictures first.
public enum RecordMode: String, CaseIterable, Hashable, Sendable {
  /// Every one, whether or not it was there.
  case all
  /// Those that are missing or not equal any more.
  case failed
  /// Those that are missing.
  case missing
  /// None: a missing golden is a failure.
  case never

  /// One sentence for manuals.
  public var summary: String {
    switch self {
    case .all: "Every golden is written, whether or not it was there."
    case .failed: "Goldens that are missing or not equal any more are written."
    case .missing: "Goldens that are missing are written."
    case .never: "No golden is written; a missing one is a failure."
    }
  }
}
