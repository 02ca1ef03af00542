import Foundation
import TestSupport
import Testing

/// Decks of git revisions, runs of changed decks only, and shards of a run.
@Suite("Goldens and git") struct GitGoldenTests {
  /// A repository with two decks and their goldens; one deck has a theme file.
  private func repository() throws -> RunFolder {
    let folder = try RunFolder([
      "decks/a.json": RunFolder.deck("Tea"),
      "decks/sub/b.json": #"{"theme":"t.json","cards":[{"parts":[{"type":"text","text":"B"}]}]}"#,
      "decks/sub/t.json": ##"{"base":"turbo","normalTextColor":"#111111"}"##, "notes.md": "notes",
    ])
    #expect(try folder.run("test", "--record", "missing").status == 1)
    try git(folder, "init", "-q", "-b", "main")
    try git(folder, "add", ".")
    try git(folder, "commit", "-q", "-m", "first")
    return folder
  }

  @discardableResult
  private func git(_ folder: RunFolder, _ words: String...) throws -> String {
    let identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    let result = try BuiltProgram.run(
      identity + words, environment: ["HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1"], folder: folder.path,
      program: "/usr/bin/git")
    #expect(result.status == 0, "\(words): \(result.errorText)")
    return result.outputText
  }

  private let home = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
    "GIT_CONFIG_VALUE_0": "*",
  ]

  @Test("diff reads a deck of a revision with the theme file of that revision")
  func revisions() throws {
    let folder = try repository()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/tmp", withIntermediateDirectories: true)
    let variables = home.merging(["TMPDIR": folder.path + "/tmp"]) { $1 }
    try folder.write("decks/a.json", RunFolder.deck("Milk"))
    try folder.write("decks/sub/t.json", ##"{"base":"turbo","normalTextColor":"#AA0000"}"##)
    func diff(_ words: String...) throws -> BuiltProgram.Result {
      try BuiltProgram.run(
        ["diff", "--sandbox", "auto"] + words, environment: variables, folder: folder.path)
    }
    let title = try diff("HEAD:decks/a.json", "decks/a.json")
    #expect(title.status == 1)
    #expect(title.outputText.contains("'Tea' → 'Milk'"), "\(title.outputText) \(title.errorText)")
    let theme = try diff("HEAD:decks/sub/b.json", "decks/sub/b.json")
    #expect(theme.status == 1)
    #expect(theme.outputText.contains("normalTextColor #111111 → #AA0000"), "\(theme.outputText)")
    #expect(try diff("HEAD:decks/sub/b.json", "main:decks/sub/b.json").status == 0)
    #expect(try diff("HEAD:Goldens/decks/a.layout.json", "decks/a.json").status == 1)
    for wrong in ["HEAD~9:decks/a.json", "HEAD:decks/none.json", "nothing:decks/a.json"] {
      let result = try diff(wrong, "decks/a.json")
      #expect(result.status == 2, "\(wrong)")
      #expect(!result.errorText.isEmpty)
    }
    // An existing file with this name takes precedence.
    try folder.write("HEAD:x.json", RunFolder.deck("Tea"))
    #expect(try diff("HEAD:x.json", "HEAD:decks/a.json").status == 0)
    #expect(folder.files("tmp").isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp").isEmpty)
  }

  @Test("--since draws the decks with a changed file, golden or plan, and no others")
  func since() throws {
    let folder = try repository()
    func drawn(_ words: String...) throws -> [String] {
      let result = try BuiltProgram.run(
        ["test", "--json", "--record", "never", "--since", "main"] + words, environment: home,
        folder: folder.path)
      #expect(result.status < 2, "\(result.errorText)\(result.outputText)")
      return try PrintedRun(result).outcomes.map(\.name)
    }
    let nothing = try BuiltProgram.run(["test", "--since", "main"], environment: home, folder: folder.path)
    #expect(nothing.status == 0)
    #expect(nothing.outputText == "no golden needed to be tested\n")
    #expect(try drawn() == [])
    try folder.write("decks/a.json", RunFolder.deck("Milk"))
    #expect(try drawn() == ["decks/a"])
    try folder.write("decks/a.json", RunFolder.deck("Tea"))
    // A new or changed file next to a deck may be a picture or a theme of it, and of the decks in parent
    // folders.
    try folder.write("decks/sub/t.json", ##"{"base":"turbo","normalTextColor":"#AA0000"}"##)
    #expect(try drawn() == ["decks/a", "decks/sub/b"])
    try git(folder, "checkout", "-q", ".")
    try folder.write("decks/sub/new.png", "x")
    #expect(try drawn() == ["decks/a", "decks/sub/b"])
    try folder.remove("decks/sub/new.png")
    try folder.write("notes.md", "other")
    #expect(try drawn() == [])
    try folder.write("Goldens/decks/sub/b.png", "x")
    let golden = try BuiltProgram.run(
      ["test", "--record", "never", "--since", "main"], environment: home, folder: folder.path)
    #expect(golden.status == 2)
    #expect(golden.outputText.contains("1 golden: 1 broken"))
    try git(folder, "checkout", "-q", ".")
    try folder.write("cardshot.test.json", "{}")
    #expect(try drawn() == ["decks/a", "decks/sub/b"])
    let unknown = try BuiltProgram.run(
      ["test", "--since", "nowhere"], environment: home, folder: folder.path)
    #expect(unknown.status == 2)
    #expect(try folder.run("test", "--prune", "--since", "main").status == 64)
  }

  @Test("All shards together are the run, and merge makes one report of them that can be approved")
  func shards() throws {
    let folder = try RunFolder((1...5).reduce(into: [:]) { $0["d\($1).json"] = RunFolder.deck("Deck \($1)") })
    #expect(try folder.run("test", "--record", "missing").status == 1)
    for number in [2, 4] { try folder.write("d\(number).json", RunFolder.deck("Other \(number)")) }
    try folder.write("Goldens/left.png", try folder.bytes("Goldens/d1.png"))
    let whole = try PrintedRun(try folder.run("test", "--json")).verdicts
    var parts: [String] = []
    for number in 1...3 {
      let share = try folder.run(
        "test", "--shard", "\(number)/3", "--json", "--failures", "out/failures")
      parts += try PrintedRun(share).verdicts
      try folder.write("share-\(number).json", share.output)
      try FileManager.default.createDirectory(
        atPath: folder.path + "/kept", withIntermediateDirectories: true)
      for file in folder.files("out/failures") where file.hasSuffix(".png") || file.hasSuffix(".layout.json")
      {
        try folder.write("kept/\(file)", try folder.bytes("out/failures/\(file)"))
      }
    }
    #expect(parts.sorted() == whole.sorted())
    for file in folder.files("kept") {
      try folder.write("out/failures/\(file)", try folder.bytes("kept/\(file)"))
    }
    let merged = try folder.run(
      "merge", "share-1.json", "share-2.json", "share-3.json", "--junit", "all.xml", "--json")
    #expect(merged.status == 1, "\(merged.errorText)")
    #expect(try PrintedRun(merged).verdicts == whole)
    #expect(try folder.text("all.xml").contains(#"tests="6" failures="3""#))
    #expect(try folder.text("all.xml").contains("time=\""))
    #expect(try folder.text("out/failures/report.html").contains("Other 2"))
    #expect(try folder.run("approve", "--all").status == 0)
    try folder.remove("Goldens/left.png")
    #expect(try folder.run("test").status == 0)
    let twice = try folder.run("merge", "share-1.json", "share-1.json")
    #expect(twice.status == 2)
    #expect(twice.errorText.contains("is also in 'share-1.json'"))
    // A report of some of the shards would be green although another shard is red.
    let some = try folder.run("merge", "share-1.json", "share-3.json")
    #expect(some.status == 2)
    #expect(some.outputText.contains("broken shares: the run is incomplete: shard 2/3 is missing"))
    #expect(some.outputText.contains("failed d4"))
    let other = try folder.run("test", "--shard", "9/9", "--json")
    try folder.write("other.json", other.output)
    let mixed = try folder.run("merge", "share-1.json", "share-2.json", "share-3.json", "other.json")
    #expect(mixed.status == 2)
    #expect(mixed.outputText.contains("the shards are of different runs: one of 3, one of 9"))
    // A shard names the pictures that the report shows: they must not be any other files.
    let forged = String(decoding: try folder.bytes("share-2.json"), as: UTF8.self)
      .replacing("out/failures/", with: "out/failures/../../")
    try folder.write("forged.json", forged)
    let outside = try folder.run("merge", "forged.json")
    #expect(outside.status == 2)
    #expect(outside.errorText.contains("d2.actual.png") || outside.errorText.contains("d4.actual.png"))
    for number in 1...3 {
      // So are the goldens of pictures that did not change.
      let other = String(decoding: try folder.bytes("share-\(number).json"), as: UTF8.self)
      try folder.write("forged.json", other.replacing("Goldens/", with: "Goldens/../../"))
      let outside = try folder.run("merge", "forged.json")
      #expect(
        outside.status == 2 && outside.errorText.contains("'../../d\(number).png'"), "\(outside.errorText)")
    }
    try folder.write("none.json", "{}")
    #expect(try folder.run("merge", "none.json").status == 2)
    for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
      #expect(try folder.run("test", "--shard", wrong).status == 64)
    }
    #expect(try folder.run("test", "--shard", "9/9").outputText == "no golden needed to be tested\n")
  }

  @Test("Shards in one folder keep each other's failures, and merge removes those of an earlier run")
  func sharesOfOneFolder() throws {
    let folder = try RunFolder((1...4).reduce(into: [:]) { $0["d\($1).json"] = RunFolder.deck("Deck \($1)") })
    #expect(try folder.run("test", "--record", "missing").status == 1)
    func draw() throws -> [String] {
      for number in 1...2 {
        let share = try BuiltProgram.run(
          ["test", "--shard", "\(number)/2", "--json", "--record", "never"], folder: folder.path)
        try folder.write("s\(number)", share.output)
      }
      return folder.files("out/failures").filter { $0.hasSuffix(".actual.png") }
    }
    for number in [1, 2] { try folder.write("d\(number).json", RunFolder.deck("Other \(number)")) }
    #expect(try draw() == ["d1.actual.png", "d2.actual.png"])
    let merged = try folder.run("merge", "s1", "s2", "--goldens", "Goldens", "--failures", "out/failures")
    #expect(merged.status == 1, "\(merged.errorText)")
    let command = "cardshot approve cardshot-approvals.json --goldens Goldens --failures out/failures"
    #expect(try folder.text("out/failures/report.html").contains(command))
    // A failure fixed in one shard is gone, and that of the other shard stays.
    try folder.write("d1.json", RunFolder.deck("Deck 1"))
    #expect(try draw() == ["d2.actual.png"])
    // Like a folder of a build server with the files of an earlier run.
    let left = try ["last-run.json", "d2.actual.png"].map { ($0, try folder.bytes("out/failures/\($0)")) }
    try folder.write("d2.json", RunFolder.deck("Deck 2"))
    #expect(try draw() == [])
    for (name, bytes) in left { try folder.write("out/failures/\(name)", bytes) }
    #expect(try folder.run("merge", "s1", "s2").status == 0)
    let approved = try folder.run("approve", "--all")
    #expect(approved.status == 2)
    #expect(approved.errorText.contains("there is nothing to approve"), "\(approved.errorText)")
  }

  @Test("GitHub annotates the line of the deck, and the summary contains no markup from a deck")
  func summary() throws {
    let folder = try RunFolder(["d.json": RunFolder.deck("Tea")])
    #expect(try folder.run("test", "--record", "missing").status == 1)
    try folder.write("d.json", RunFolder.deck("M`ilk|</td>"))
    let result = try BuiltProgram.run(
      ["test", "--record", "never"],
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"], folder: folder.path)
    #expect(result.status == 1)
    #expect(result.outputText.contains("::error file=d.json,line=8,"), "\(result.outputText)")
    let text = try folder.text("summary.md")
    #expect(text.hasPrefix("### Goldens\n\n1 golden: 1 failed\n"))
    #expect(text.contains("| `d` | failed | `"))
    #expect(text.contains("M'ilk¦</td>"))
    let row = try #require(text.split(separator: "\n").last { $0.hasPrefix("| `d`") })
    #expect(row.filter { $0 == "|" }.count == 4)
  }

  @Test("One cause is reported once and approved once")
  func causes() throws {
    let folder = try RunFolder([
      "d.json": RunFolder.deck("Tea"), "e.json": RunFolder.deck("Other"),
    ])
    let matrix = ["--scales", "1,2", "--appearances", "light,dark"]
    func run(_ words: [String]) throws -> BuiltProgram.Result {
      try BuiltProgram.run(words, environment: [:], folder: folder.path)
    }
    #expect(try run(["test", "--record", "missing"] + matrix).status == 1)
    try folder.write("d.json", RunFolder.deck("Milk"))
    try folder.write("e.json", RunFolder.deck("Another"))
    let result = try run(["test", "--record", "never"] + matrix)
    #expect(result.status == 1)
    let lines = result.outputText.split(separator: "\n")
    #expect(lines.filter { $0.contains("'Tea' → 'Milk'") }.count == 1, "\(result.outputText)")
    #expect(lines.filter { $0 == "  in all 4:" }.count == 2)
    #expect(lines.filter { $0.hasPrefix("failed d@") }.count == 4)
    #expect(result.outputText.contains("'cardshot approve --like NAME'"))
    let like = try run(["approve", "--like", "d@2x.dark"])
    #expect(like.status == 0)
    #expect(like.outputText.split(separator: "\n").count == 4)
    let after = try PrintedRun(try run(["test", "--json", "--record", "never"] + matrix))
    #expect(after.outcomes.filter { $0.verdict == "passed" }.map(\.name).allSatisfy { $0.hasPrefix("d@") })
    #expect(after.outcomes.count { $0.verdict == "failed" } == 4)
    #expect(try run(["approve", "--like", "d@2x.dark"]).status == 1)
    #expect(try run(["approve", "--like", "e@1x.light", "--all"]).status == 64)
  }
}
