/// Which goldens a run writes.
///
/// A run that has written a golden never passes: someone has to look at the pictures first.
public enum RecordMode: String, CaseIterable, Hashable, Sendable {
  /// Every golden, whether or not it exists.
  case all
  /// Goldens that are missing or differ.
  case failed
  /// Goldens that are missing.
  case missing
  /// None: a missing golden is a failure.
  case never

  /// The description in the manual, one sentence.
  public var summary: String {
    switch self {
    case .all: "Every golden is written, also existing ones."
    case .failed: "Missing and different goldens are written."
    case .missing: "Missing goldens are written."
    case .never: "No golden is written; a missing one is a failure."
    }
  }
}
