/// What the logs of build servers obey, wherever it stands in a line.
///
/// | server | command |
/// |---|---|
/// | GitHub, Gitea, Forgejo | `##[group]`, and `::error::` at the start of a line |
/// | Azure Pipelines | `##vso[task.setvariable …]` |
/// | TeamCity | `##teamcity[buildStatus …]` |
/// | Octopus Deploy | `##octopus[setVariable …]` |
/// | Travis CI | `travis_fold:start:name` |
/// | GitLab | `section_start:0:name` |
/// | Buildkite | `---`, `+++`, `~~~` and `^^^` at the start of a line |
///
/// Jenkins, GitLab and Buildkite have commands that begin with control characters too, which are never printed.
enum LogCommand {
  private static let words = ["travis_fold", "travis_time", "section_start", "section_end"].map {
    Array($0.utf8)
  }

  /// Whether a byte makes a command of the text before it: the bracket of `##word[`, or the colon of `travis_fold:`.
  static func isCompleted(by byte: UInt8, after text: [UInt8]) -> Bool {
    switch byte {
    case UInt8(ascii: "["):
      let word = text.reversed().prefix { isLetter($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
      return text.dropLast(word.count).suffix(2).elementsEqual("##".utf8)
    case UInt8(ascii: ":"):
      return words.contains { text.suffix($0.count).elementsEqual($0) }
    default: return false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
  }
}
