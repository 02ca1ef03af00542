/// An error that prevents comparing or recording, found before any picture is read.
package enum GoldenError: Error, Hashable, Sendable {
  /// An invalid golden name, with the reason.
  case name(String, reason: String)
  /// An unknown record mode, with its origin.
  case recordWord(String, source: String)
  /// A record mode where recording is not allowed, with its origin.
  case recordingOnServer(source: String)
  /// A name filter without effect, with the reason.
  case filter(String)

  /// The message: one sentence without a final full stop.
  ///
  /// Control characters are made visible.
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
      return "\(source) requires recording, but goldens are not recorded on CI servers (CI is set)"
    case .filter(let reason): return reason
    }
  }
}
