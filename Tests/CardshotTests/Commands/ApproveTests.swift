import Foundation
import TestSupport
import Testing

@testable import CardGoldens

/// Which approvals `cardshot approve` accepts and rejects, and the files it writes.
@Suite("The command approve") struct ApproveTests {
  /// Two goldens that both fail now.
  private func failing() throws -> RunFolder {
    let folder = try RunFolder(["decks/a.json": RunFolder.deck("A"), "decks/b.json": RunFolder.deck("B")])
    #expect(try folder.run("test", "--record", "missing").status == 1)
    for name in ["a", "b"] { try folder.write("decks/\(name).json", RunFolder.deck("New \(name)")) }
    #expect(try folder.run("test").status == 1)
    return folder
  }

  private func fingerprints(_ folder: RunFolder) throws -> [String: String] {
    let run = try PrintedRun(try folder.run("test", "--json"))
    return Dictionary(
      uniqueKeysWithValues: run.outcomes.compactMap { outcome in
        outcome.fingerprint.map { (outcome.name, $0) }
      })
  }

  private func approvals(_ pairs: (String, String)...) -> String {
    Approvals(pairs.map { Approvals.Approval(name: $0.0, fingerprint: $0.1) }).json
  }

  @Test("Approving one name replaces its golden and layout with the picture of the last run")
  func byName() throws {
    let folder = try failing()
    let before = try folder.bytes("Goldens/decks/b.png")
    let result = try folder.run("approve", "decks/a")
    #expect(result.status == 0)
    #expect(result.outputText == "approved decks/a: replaced: Goldens/decks/a.png\n")
    #expect(try folder.text("Goldens/decks/a.layout.json").contains("New a"))
    #expect(try folder.bytes("Goldens/decks/b.png") == before)
    #expect(
      try PrintedRun(try folder.run("test", "--json")).verdicts == ["passed decks/a", "failed decks/b"])
  }

  @Test("After approving everything the run is green, and a golden is the file that recording would write")
  func all() throws {
    let folder = try failing()
    try folder.write("Goldens/goldens.versions", "cairo 1.0.0\n")
    #expect(try folder.run("test").status == 1)
    let result = try folder.run("approve", "--all")
    #expect(result.status == 0)
    #expect(result.outputText.split(separator: "\n").count == 2)
    let approved = try folder.bytes("Goldens/decks/a.png")
    // All goldens are of the current libraries now.
    #expect(!(try folder.text("Goldens/goldens.versions").contains("cairo 1.0.0")))
    #expect(try folder.run("test").status == 0)
    #expect(try folder.run("test", "--record", "all").status == 1)
    #expect(try folder.bytes("Goldens/decks/a.png") == approved)
    #expect(try folder.run("approve", "--all").status == 2)
  }

  @Test("A picture without a golden becomes one")
  func new() throws {
    let folder = try RunFolder(["decks/a.json": RunFolder.deck()])
    #expect(try folder.run("test").status == 1)
    let result = try folder.run("approve", "--all", "--json")
    #expect(result.status == 0)
    #expect(result.outputText.contains(#""message": "new: Goldens/decks/a.png""#))
    #expect(folder.files("Goldens") == ["decks/a.layout.json", "decks/a.png", "goldens.versions"])
    #expect(try folder.run("test").status == 0)
  }

  @Test("An approvals file applies only to the picture that was reviewed")
  func byFile() throws {
    let folder = try failing()
    let seen = try fingerprints(folder)
    let (a, b) = (try #require(seen["decks/a"]), try #require(seen["decks/b"]))
    try folder.write("approvals.json", approvals(("decks/a", a), ("decks/b", b)))
    try folder.write("decks/b.json", RunFolder.deck("Later"))
    #expect(try folder.run("test").status == 1)
    let result = try folder.run("approve", "approvals.json")
    #expect(result.status == 1)
    #expect(result.outputText == "approved decks/a: replaced: Goldens/decks/a.png\n")
    #expect(
      result.errorText.hasPrefix(
        "not approved: decks/b: the picture of the last run differs from the approved one"))
    #expect(
      try PrintedRun(try folder.run("test", "--json")).verdicts == ["passed decks/a", "failed decks/b"])
  }

  @Test("A picture that was replaced after the run is rejected")
  func exchanged() throws {
    let folder = try failing()
    try folder.write("out/failures/decks/a.actual.png", try folder.bytes("out/failures/decks/b.actual.png"))
    let before = try folder.bytes("Goldens/decks/a.png")
    let result = try folder.run("approve", "decks/a")
    #expect(result.status == 1)
    #expect(result.errorText.contains("has changed since the last run"))
    #expect(try folder.bytes("Goldens/decks/a.png") == before)
    try folder.write("out/failures/decks/a.actual.png", "no picture")
    #expect(try folder.run("approve", "decks/a").status == 1)
    try folder.remove("out/failures/decks/a.actual.png")
    #expect(try folder.run("approve", "decks/a").status == 1)
    #expect(try folder.bytes("Goldens/decks/a.png") == before)
  }

  @Test(
    "Names that leave the folder are rejected, and nothing is written",
    arguments: [
      "../x", "/etc/x", "a/../../x", "", "a//b", "a\u{0}b", "a\u{1B}[2J", "a\\b", "\u{202E}a", ".", "a/.",
    ])
  func hostileNames(_ name: String) throws {
    let folder = try failing()
    let digest = try #require(try fingerprints(folder)["decks/a"])
    try folder.write("approvals.json", approvals(("decks/a", digest), (name, digest)))
    let before = folder.files()
    let golden = try folder.bytes("Goldens/decks/a.png")
    let result = try folder.run("approve", "approvals.json")
    #expect(result.status == 2)
    #expect(result.errorText.contains("approvals.json:"))
    for text in [result.errorText, result.outputText] {
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\u{0}"))
    }
    #expect(folder.files() == before)
    #expect(try folder.bytes("Goldens/decks/a.png") == golden)
    if !name.isEmpty, !name.contains("\u{0}") { #expect(try folder.run("approve", name).status == 2) }
  }

  @Test("A link in the folder of goldens is not followed out of it")
  func links() throws {
    let folder = try failing()
    let other = try RunFolder()
    try FileManager.default.removeItem(atPath: folder.path + "/Goldens/decks")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Goldens/decks", withDestinationPath: other.path)
    let result = try folder.run("approve", "decks/a")
    #expect(result.status == 1)
    #expect(result.errorText.contains("symbolic link"))
    #expect(other.files() == [])
  }

  @Test("Only pictures of the last run can be approved")
  func unknown() throws {
    let folder = try failing()
    let slip = try folder.run("approve", "decks/aa")
    #expect(slip.status == 1)
    #expect(
      slip.errorText
        == "not approved: decks/aa: the last run wrote no picture with this name; did you mean 'decks/a'?\n")
    let elsewhere = try folder.run("approve", "--goldens", "Other", "decks/a")
    #expect(elsewhere.status == 2)
    #expect(
      elsewhere.errorText.contains(
        "the last run used 'Goldens', not 'Other'; use --goldens as that run did"))
    #expect(try folder.run("approve", "--failures", "nowhere", "--all").status == 2)
    #expect(try folder.run("approve", "--lock", "g.lock", "--all").status == 2)
    try folder.write(
      "out/failures/last-run.json",
      #"{ "version": 1, "goldens": "Goldens", "pictures": [ { "name": "../x" } ] }"#)
    #expect(try folder.run("approve", "--all").status == 2)
  }

  @Test("Wrong usage is an error") func usage() throws {
    let folder = try failing()
    for arguments in [
      ["approve"], ["approve", "--all", "decks/a"], ["approve", ""],
      ["approve", "--goldens", "a", "--lock", "b", "--all"],
    ] {
      #expect(try BuiltProgram.run(arguments, environment: [:], folder: folder.path).status == 64)
    }
    try folder.write("broken.json", #"{ "version": 1, "approvd": [] }"#)
    let file = try folder.run("approve", "broken.json")
    #expect(file.status == 2)
    #expect(file.errorText.contains("did you mean 'approved'?"))
  }
}
