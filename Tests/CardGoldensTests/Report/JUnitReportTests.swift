import CardParts
import TestSupport
import Testing

@testable import CardGoldens

@Suite("Reports as JUnit XML") struct JUnitReportTests {
  private func read(_ run: GoldenRun) throws -> MarkupTree {
    let root = try #require(MarkupTree.read(Array(JUnitReport(run).text.utf8)))
    check(root)
    return root
  }

  /// The common subset of the schemas of Jenkins, Surefire and Ant, with `file` as pytest writes it.
  private static let rules: [String: (required: Set<String>, optional: Set<String>, children: Set<String>)] =
    [
      "testsuites": (["name", "tests", "failures", "errors"], [], ["testsuite"]),
      "testsuite": (["name", "tests", "failures", "errors", "skipped"], ["file"], ["testcase"]),
      "testcase": (["name", "classname"], ["file"], ["failure", "error", "skipped"]),
      "failure": (["message", "type"], [], []), "error": (["message", "type"], [], []),
      "skipped": (["message", "type"], [], []),
    ]

  private func check(_ element: MarkupTree) {
    guard let rule = Self.rules[element.name] else {
      Issue.record("unknown element \(element.name)")
      return
    }
    let keys = Set(element.attributes.keys)
    #expect(keys.isSuperset(of: rule.required))
    #expect(keys.isSubset(of: rule.required.union(rule.optional)))
    #expect(Set(element.children.map(\.name)).isSubset(of: rule.children))
    if element.name == "testcase" { #expect(element.children.count <= 1) }
    if element.name.hasPrefix("testsuite") {
      for (key, name) in [
        ("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
      ]
      where keys.contains(key) {
        #expect(element.attributes[key] == "\(element.all(name).count)", "\(key) of \(element.name)")
      }
    }
    element.children.forEach(check)
  }

  @Test(
    "The report has a suite per deck, a case per golden and an element per verdict"
  ) func structure() throws {
    let root = try read(ReportSamples.mixed)
    #expect(root.name == "testsuites")
    #expect(root.children.map { $0.attributes["name"] } == ["deck.json", "goldens"])
    #expect(root.children.map { $0.attributes["file"] } == ["deck.json", nil])
    let kinds = root.all("testcase").map { test in
      (
        test.attributes["name"] ?? "", test.children.first?.name ?? "",
        test.children.first?.attributes["type"] ?? ""
      )
    }
    let wanted = [
      ("a/failed@2x", "failure", "failed"), ("broken", "error", "broken"), ("missing", "failure", "missing"),
      ("passed", "", ""), ("recorded", "failure", "recorded"), ("orphan", "failure", "orphaned"),
      ("pruned", "skipped", "pruned"),
    ]
    #expect(kinds.elementsEqual(wanted, by: ==))
    let failure = try #require(root.all("failure").first)
    #expect(failure.attributes["message"] == "154 of 131072 pixels differ (0.12 %), by at most 0.53")
    #expect(failure.text.contains("title of card 'advice' moved 2 pt down\n"))
    #expect(failure.text.contains("strip: out/a/failed@2x.strip.png"))
  }

  @Test("Equal runs give equal files, without any time") func deterministic() {
    let text = JUnitReport(ReportSamples.mixed).text
    #expect(text == JUnitReport(ReportSamples.mixed).text)
    #expect(!text.contains("time"))
  }

  @Test("A run without any golden is an error here too") func empty() throws {
    let root = try read(GoldenRun(outcomes: [], libraries: []))
    #expect(root.all("error").count == 1)
    #expect(root.attributes["errors"] == "1")
  }

  @Test("Hostile texts stay text, and characters that XML forbids are escaped") func hostile() throws {
    let root = try read(ReportSamples.hostileRun)
    let cases = root.all("testcase")
    #expect(cases.count == ReportSamples.hostile.count)
    for (test, text) in zip(cases, ReportSamples.hostile) {
      #expect(test.attributes["name"] == Printable.line(text))
      #expect(test.attributes["file"] == Printable.line(text))
      let result = try #require(test.children.first)
      #expect(result.attributes["message"] == Printable.line(text))
      #expect(result.text.contains(Printable.text(text)))
    }
    #expect(!ReportSamples.hasHidden(JUnitReport(ReportSamples.hostileRun).text))
  }
}
