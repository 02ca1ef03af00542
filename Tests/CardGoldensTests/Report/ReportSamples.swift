import CardParts
import CardRaster
import TestSupport

@testable import CardGoldens

/// Sample runs for the reports.
enum ReportSamples {
  static let digest = String(repeating: "0123456789abcdef", count: 4)

  /// Injection attempts.
  static let hostile = SampleInjections.words

  static func outcome(
    _ name: String, _ verdict: GoldenOutcome.Verdict, _ message: String = "", deck: String? = "deck.json",
    fingerprint: String? = nil, strip: String? = nil, changes: [LayoutChange] = [], issues: [DeckIssue] = []
  ) -> GoldenOutcome {
    GoldenOutcome(
      name: name, verdict: verdict, message: message, deck: deck, golden: "Goldens/\(name).png",
      actual: fingerprint == nil ? nil : "out/\(name).actual.png", fingerprint: fingerprint, strip: strip,
      changes: changes, issues: issues)
  }

  static func issue(
    _ message: String, _ severity: DeckIssue.Severity = .error, file: String = "deck.json", line: Int = 3,
    column: Int = 5, hint: String? = nil
  ) -> DeckIssue {
    DeckIssue(
      severity, file: file, place: SourcePlace(line: line, column: column),
      path: JSONPath([.key("cards"), .index(0)]), message: message, hint: hint)
  }

  /// One outcome of each kind.
  static var mixed: GoldenRun {
    GoldenRun(
      outcomes: [
        outcome(
          "a/failed@2x", .failed, "154 of 131072 pixels differ (0.12 %), by at most 0.53",
          fingerprint: digest,
          strip: "out/a/failed@2x.strip.png",
          changes: [
            LayoutChange(
              sentence: "title of card 'advice' moved 2 pt down", path: "cards[0].parts[0]",
              before: Rect(x: 1, y: 2, width: 30, height: 4), after: Rect(x: 1, y: 4, width: 30, height: 4)),
            LayoutChange(sentence: "text 'Apply Now' now wraps to 2 lines", path: "cards[0].parts[1]"),
          ]),
        outcome(
          "broken", .broken, "the deck has errors",
          issues: [
            issue("unknown part type 'txet'", hint: "did you mean 'text'?"),
            issue("text is cut", .warning, line: 9),
          ]),
        outcome("missing", .missing, "the golden does not exist", fingerprint: digest),
        outcome("orphan", .orphaned, "no deck draws it", deck: nil),
        outcome("passed", .passed, "the pictures are equal", fingerprint: digest),
        outcome("pruned", .pruned, "no deck draws it; removed", deck: nil),
        outcome("recorded", .recorded, "written", fingerprint: digest),
      ],
      libraries: [LibraryVersion("cairo", "1.16.0"), LibraryVersion("pango", "1.50.12")],
      otherLibraries: [LibraryVersion("pango", "1.50.14")])
  }

  /// A run with a hostile text in every place that can contain one.
  static var hostileRun: GoldenRun {
    var outcomes: [GoldenOutcome] = []
    for (number, text) in hostile.enumerated() {
      outcomes.append(
        GoldenOutcome(
          name: text, verdict: number % 2 == 0 ? .failed : .broken, message: text, deck: text, golden: text,
          actual: text, fingerprint: digest, strip: text, overlay: text,
          changes: [LayoutChange(sentence: text, path: text)],
          issues: [issue(text, file: text, hint: text), issue(text, .warning, file: text)]))
    }
    return GoldenRun(
      outcomes: outcomes, libraries: [LibraryVersion("cairo", hostile[0])],
      otherLibraries: [LibraryVersion(hostile[12], hostile[22])])
  }

  /// Whether a text contains a control sequence or an invisible character.
  static func hasHidden(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      guard scalar != "\n" else { return false }
      return switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
      default: scalar.value & 0xFFFE == 0xFFFE
      }
    }
  }
}
