import CardGoldens
import CardParts
import CardRaster

/// The message and the attachments of a failed expectation.
enum FailureText {
  /// Maximum number of changes and issues that are listed.
  private static let most = 20

  /// The message for the test log: the outcome, the changes, the paths of the pictures and the next step.
  ///
  /// Escape sequences are made visible, so no text of a deck can control a terminal or the log of a CI
  /// server.
  static func message(of outcome: GoldenOutcome) -> String {
    let name = GoldenName.harmless(outcome.name)
    let message = harmless(outcome.message)
    var lines: [String] = []
    switch outcome.verdict {
    case .failed: lines.append("'\(name)' differs from its golden: \(message)")
    case .missing: lines.append("'\(name)': \(message) at \(harmless(outcome.golden))")
    case .recorded: lines.append("'\(name)' was recorded: \(message)")
    case .broken: lines.append("'\(name)' cannot be compared: \(message)")
    case .passed, .pruned, .orphaned: lines.append("'\(name)': \(message)")
    }
    lines += list(outcome.changes.map(\.sentence), "changes")
    lines += list(outcome.issues.map(\.text), "problems")
    if let strip = outcome.strip { lines.append("expected | difference | actual: \(harmless(strip))") }
    switch outcome.verdict {
    case .failed:
      lines.append("golden: \(harmless(outcome.golden))")
      lines.append("to accept the change: \(command(.failed, outcome.name))")
    case .missing:
      if let actual = outcome.actual { lines.append("this run's picture: \(harmless(actual))") }
      lines.append("to record it: \(command(.missing, outcome.name))")
    case .recorded:
      lines.append("review \(harmless(outcome.golden)), then run the tests again")
    case .broken:
      if let actual = outcome.actual { lines.append("this run's picture: \(harmless(actual))") }
    case .passed, .pruned, .orphaned: break
    }
    return lines.joined(separator: "\n")
  }

  /// The pictures that explain an outcome, with their file names.
  static func pictures(of outcome: GoldenOutcome) -> [(name: String, path: String)] {
    // All attachments are in one folder. The golden of a text has a different extension than a picture.
    let name = outcome.name.replacing("/", with: "-")
    let step = FilePath.name(of: outcome.name)
    let file = FilePath.name(of: outcome.golden)
    let ending = file.hasPrefix(step) ? String(file.dropFirst(step.count)) : GoldenFiles.pictureEnding
    var found: [(String, String)] = []
    if outcome.verdict == .failed || outcome.verdict == .recorded {
      found.append(("\(name).expected\(ending)", outcome.golden))
    }
    if let actual = outcome.actual { found.append(("\(name).actual\(ending)", actual)) }
    if let strip = outcome.strip { found.append(("\(name).strip.png", strip)) }
    return found
  }

  /// The shell command that records one golden.
  private static func command(_ mode: RecordMode, _ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0.isLetterOrDigit || "/.-_@".utf8.contains($0) }
    let word = isPlain ? name : "'" + harmless(name).replacing("'", with: #"'\''"#) + "'"
    return
      "\(GoldenEnvironment.modeVariable)=\(mode.rawValue) \(GoldenEnvironment.nameVariable)=\(word) swift test"
  }

  private static func list(_ sentences: [String], _ noun: String) -> [String] {
    var lines = sentences.prefix(most).map { "  \(harmless($0))" }
    if sentences.count > most { lines.append("  … and \(sentences.count - most) more \(noun)") }
    return lines
  }

  private static func harmless(_ text: String) -> String { GoldenName.harmless(text, most: 2_000) }
}
