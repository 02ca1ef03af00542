import CardGoldens
import CardParts
import CardRaster
import Testing

@testable import CardTesting

/// The text of a failure, for other tests.
enum FailureTextProbe {
  static func text(of outcome: GoldenOutcome) -> String { FailureText.message(of: outcome) }
}

@Suite("The text of a failing golden") struct FailureTextTests {
  @Test("A failure says what differs, where, and what to do")
  func failure() {
    let outcome = GoldenOutcome(
      name: "mail/offer@2x", verdict: .failed, message: "3 of 64 pixels differ",
      golden: "/g/mail/offer@2x.png",
      strip: "/f/mail/offer@2x.strip.png",
      changes: [LayoutChange(sentence: "title of card 'advice' moved 2 pt down", path: "cards[0].parts[0]")])
    #expect(
      FailureText.message(of: outcome) == """
        'mail/offer@2x' differs from its golden: 3 of 64 pixels differ
          title of card 'advice' moved 2 pt down
        expected | difference | actual: /f/mail/offer@2x.strip.png
        golden: /g/mail/offer@2x.png
        to accept the change: CARDSHOT_RECORD=failed CARDSHOT_RECORD_NAME=mail/offer@2x swift test
        """)
  }

  @Test("Long lists are cut, and the cut is reported")
  func longLists() {
    let changes = (0..<30).map { LayoutChange(sentence: "change \($0)", path: "") }
    let outcome = GoldenOutcome(
      name: "a", verdict: .failed, message: "m", golden: "g", changes: changes)
    let lines = FailureText.message(of: outcome).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  change") } == 20)
    #expect(lines.contains("  … and 10 more changes"))
  }

  @Test("Texts of a deck cannot control the terminal", arguments: GoldenOutcome.Verdict.allCases)
  func hostileTexts(_ verdict: GoldenOutcome.Verdict) {
    let evil = "\u{1B}]0;owned\u{07}\u{9B}31m\r\u{202E}txt.<script>\u{2066}##vso[task.complete]"
    let issue = DeckIssue(.warning, file: evil, message: evil)
    let outcome = GoldenOutcome(
      name: evil, verdict: verdict, message: evil, golden: evil, actual: evil, strip: evil,
      changes: [LayoutChange(sentence: evil, path: "")], issues: [issue])
    let text = FailureText.message(of: outcome)
    let allowed = text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
    }
    #expect(allowed && !text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{2066}"))
    #expect(text.contains("\\u{1B}]0;owned\\u{7}") && !text.contains("##vso["))
  }

  @Test(
    "The default name of a golden consists of the file and the function",
    arguments: [
      ("draws()", "A/draws"), ("draws(_:twice:)", "A/draws"),
      ("`a card (dark) is drawn`()", "A/a card (dark) is drawn"),
      ("testOffer", "A/testOffer"), ("`a/b`()", "A/a-b"),
    ])
  func names(_ function: String, _ name: String) {
    var site = CallSite(fileID: "M/A.swift", file: "/x/A.swift", line: 1, column: 1, function: function)
    #expect(site.suites == ["FailureTextTests"])
    site.suites = ["A"]
    #expect(site.name == name)
    site.suites = ["A", "dark", "`a/b`"]
    #expect(site.name == name.replacing("A/", with: "A/dark/a-b/", maxReplacements: 1))
    #expect(site.resolve("Goldens") == "/x/Goldens")
    #expect(site.resolve("/y") == "/y")
  }

  @Test("The golden of a deck file is in the folder of goldens, wherever the deck is")
  func deckNames() {
    #expect(Expectation.name(ofDeckAt: "Decks/welcome.json") == "Decks/welcome")
    #expect(Expectation.name(ofDeckAt: "../shared/./a.json") == "shared/a")
    #expect(Expectation.name(ofDeckAt: "/srv/decks/a.json") == "a")
  }
}
