import CardParts
import Foundation
import Testing

@testable import CardGoldens

@Suite("Run reports as text and JSON") struct RunReportTests {
  @Test("The text lists library versions, goldens that are not green, counts and what to do") func text() {
    #expect(
      RunReport(ReportSamples.mixed, report: "out/report.html").text == """
        libraries differ from those that rendered the goldens: pango 1.50.14 → 1.50.12
          pictures may differ for that reason alone
        failed a/failed@2x: 154 of 131072 pixels differ (0.12 %), by at most 0.53 (out/a/failed@2x.strip.png)
          title of card 'advice' moved 2 pt down
          text 'Apply Now' now wraps to 2 lines
        broken broken: the deck has errors
          deck.json:3:5: error: unknown part type 'txet' at cards[0]; did you mean 'text'?
          deck.json:9:5: warning: text is cut at cards[0]
        missing missing: the golden does not exist (out/missing.actual.png)
        orphaned orphan: no deck draws it
        pruned pruned: no deck draws it; removed
        recorded recorded: written
        7 goldens: 1 passed, 1 failed, 1 missing, 1 recorded, 1 orphaned, 1 broken, 1 pruned
        look at out/report.html
        'cardshot approve' accepts correct pictures as goldens
        'cardshot test --record missing' writes the missing goldens
        a run that records goldens fails: review the new goldens, commit them, and run again
        no deck draws an orphaned golden: 'cardshot test --prune' removes it
        pruned goldens were removed: commit their removal

        """)
  }

  @Test("A green run is one line; an empty run is reported as red") func shortRuns() {
    let green = GoldenRun(outcomes: [ReportSamples.outcome("a", .passed)], libraries: [])
    #expect(RunReport(green, report: "out/report.html").text == "1 golden: 1 passed\n")
    let empty = RunReport(GoldenRun(outcomes: [], libraries: [])).text
    #expect(empty.hasPrefix("no golden was tested\n"))
    #expect(empty.contains("a run without goldens fails"))
  }

  @Test("A change without differing pixels is reported, and the run stays green") func unseenChange() {
    let change = LayoutChange(sentence: "link of button 'Go' changed", path: "")
    let run = GoldenRun(
      outcomes: [ReportSamples.outcome("a", .passed, "no pixel differs", changes: [change])], libraries: [])
    #expect(
      RunReport(run).text
        == "passed a: no pixel differs\n  link of button 'Go' changed\n1 golden: 1 passed\n")
  }

  @Test("A long explanation is cut in the text but not in the JSON") func manyChanges() throws {
    let changes = (0..<40).map { LayoutChange(sentence: "change \($0)", path: "") }
    let run = GoldenRun(outcomes: [ReportSamples.outcome("a", .failed, changes: changes)], libraries: [])
    #expect(RunReport(run).text.contains("  change 11\n  and 28 more changes\n1 golden"))
    #expect(RunReport(run).json.contains("change 39"))
  }

  @Test("The JSON contains everything") func json() throws {
    let text = RunReport(ReportSamples.mixed, report: "r.html").json
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["green"] as? Bool == false)
    #expect(root["report"] as? String == "r.html")
    let counts = try #require(root["counts"] as? [String: Int])
    #expect(counts.count == GoldenOutcome.Verdict.allCases.count)
    #expect(counts.values.allSatisfy { $0 == 1 })
    let outcomes = try #require(root["outcomes"] as? [[String: Any]])
    #expect(outcomes.count == 7)
    let failed = outcomes[0]
    #expect(failed["name"] as? String == "a/failed@2x")
    #expect(failed["fingerprint"] as? String == ReportSamples.digest)
    let changes = try #require(failed["changes"] as? [[String: Any]])
    #expect(changes[0]["after"] as? [String: Int] == ["x": 1, "y": 4, "width": 30, "height": 4])
    #expect(changes[1]["after"] == nil)
    let issues = try #require(outcomes[1]["issues"] as? [[String: Any]])
    #expect(issues[0]["line"] as? Int == 3)
    #expect(issues[0]["hint"] as? String == "did you mean 'text'?")
  }

  @Test("Hostile texts are shown but have no effect") func hostile() throws {
    let report = RunReport(ReportSamples.hostileRun)
    #expect(!ReportSamples.hasHidden(report.text))
    #expect(!ReportSamples.hasHidden(report.json))
    for line in report.text.split(separator: "\n") {
      #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"))
      #expect(!line.contains("##["))
    }
    // The JSON contains the texts unchanged.
    let root = try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    let outcomes = try #require(root["outcomes"] as? [[String: Any]])
    #expect(outcomes.compactMap { $0["name"] as? String } == ReportSamples.hostile)
  }
}
