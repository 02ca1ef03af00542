import CardParts
import TestSupport
import Testing

@testable import CardGoldens

@Suite("Approvals files") struct ApprovalsTests {
  private static let digest = ReportSamples.digest

  private func issues(_ text: String) -> [String] {
    TestSupport.issues { try Approvals(Array(text.utf8), file: "a.json") }
  }

  @Test("A written file is read back unchanged") func roundTrip() throws {
    let approvals = Approvals([
      .init(name: "mail/offer@2x.dark", fingerprint: Self.digest),
      .init(name: "قائمة \"ü\"", fingerprint: Self.digest),
    ])
    #expect(try Approvals(Array(approvals.json.utf8), file: "") == approvals)
    #expect(try Approvals(Array(Approvals().json.utf8), file: "") == Approvals())
  }

  @Test("The text is the documented one") func text() {
    let approvals = Approvals([.init(name: "a", fingerprint: Self.digest)])
    #expect(
      approvals.json == """
        {
          "version": 1,
          "approved": [
            {
              "name": "a",
              "fingerprint": "\(Self.digest)"
            }
          ]
        }

        """)
  }

  @Test("The changed and the missing goldens of a run can be approved") func allOfARun() {
    let approvals = Approvals(all: ReportSamples.mixed)
    #expect(approvals.approved.map(\.name) == ["a/failed@2x", "missing"])
    #expect(approvals.approved.allSatisfy { $0.fingerprint == Self.digest })
  }

  @Test(
    "Names that leave the folder or hide something are rejected",
    arguments: [
      ("", "it is empty"), ("/etc/passwd", "a name must not begin with a slash"),
      ("../a", "'..' is not allowed in a name"),
      ("a/../../b", "'..' is not allowed in a name"), ("a/..", "'..' is not allowed in a name"),
      ("a//b", "a component of a name must not be empty"),
      ("./a", "'.' is not allowed in a name"),
      ("a\\u0000b", "it contains the invisible character U+0000"),
      ("\\u001b[31m", "it contains the invisible character U+001B"),
      ("\\u202egnp", "it contains the invisible character U+202E"),
      ("..\\\\a", #"'\' is not allowed in file names on every system"#),
    ])
  func hostileName(_ name: String, _ reason: String) throws {
    let text = #"{ "version": 1, "approved": [{ "name": "\#(name)", "fingerprint": "\#(Self.digest)" }] }"#
    let found = issues(text)
    #expect(found.count == 1)
    let issue = try #require(found.first)
    #expect(issue.hasPrefix("a.json:1:40: error: "))
    #expect(issue.hasSuffix("cannot be the name of a golden: \(reason) at approved[0].name"))
    #expect(!ReportSamples.hasHidden(issue))
  }

  @Test("All errors are reported at once, each with its place") func mistakes() {
    let text = """
      {
        "version": 2,
        "aproved": [],
        "approved": [
          7,
          { "name": 3, "fingerprint": "\(Self.digest)" },
          { "name": "a" },
          { "name": "b", "fingerprint": "ABC" },
          { "name": "c", "fingerprint": "\(Self.digest)", "fingreprint": 1 },
          { "name": "c", "fingerprint": "\(Self.digest)" }
        ]
      }
      """
    #expect(
      issues(text) == [
        "a.json:2:14: error: expected version 1, found 2 at version; another version of cardshot wrote this file",
        "a.json:3:3: error: unknown key 'aproved' of the approvals; did you mean 'approved'?",
        "a.json:5:5: error: expected an object, found 7 at approved[0]",
        "a.json:6:15: error: expected a string, found 3 at approved[1].name",
        "a.json:7:5: error: 'fingerprint' is missing at approved[2]",
        "a.json:8:35: error: expected 64 lower-case hexadecimal digits, found 'ABC' at approved[3].fingerprint",
        "a.json:9:\(35 + 68): error: unknown key 'fingreprint' of an approval at approved[4]; "
          + "did you mean 'fingerprint'?",
        "a.json:10:15: error: 'c' is approved twice at approved[5].name; first at 9:15",
      ])
  }

  @Test(
    "A file that is not an approvals file is rejected",
    arguments: [
      "", "[]", "{}", "{ \"version\": 1 }", "{ \"approved\": [] }", "{ \"version\": 1, \"approved\": {} }",
      "{",
    ])
  func refused(_ text: String) {
    #expect(!issues(text).isEmpty)
  }

  @Test("A long list of errors is cut, and the cut is reported") func flood() {
    let text =
      "{ \"version\": 1, \"approved\": [" + repeatElement("1", count: 500).joined(separator: ",") + "] }"
    let found = issues(text)
    #expect(found.count == 101)
    #expect(found.last == "a.json: error: 400 more problems not shown")
  }
}
