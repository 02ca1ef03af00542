/// Why nothing can be compared or recorded, before any picture is looked at.
package enum GoldenError: Error, Hashable, Sendable {
  /// A name that cannot be that of a golden, and why.
  case name(String, reason: String)
  /// A word for a record mode that does not exist, and where it was found.
  case recordWord(String, source: String)
  /// A wish to record where nothing may be recorded, and where it was found.
  case recordingOnServer(source: String)
  /// A filter without effect, and why.
  case filter(String)

  /// One sentence for people, without a final full stop; nothing in it can steer a terminal.
  package var message: String {
    switch self {
    case .name(let name, let reason):
      return "'\(GoldenName.harmless(name))' cannot be the name of a golden: \(reason)"
    case .recordWord(let word, let source):
      let words = RecordMode.allCases.map(\.rawValue)
      return
        "\(source) is '\(GoldenName.harmless(word))'; expected \(words.dropLast().joined(separator: ", "))"
        + " or \(words.last ?? "")"
    case .recordingOnServer(let source):
      return "\(source) asks to record, and CI is set: nothing is recorded there"
    case .filter(let reason): return reason
    }
  }
}
