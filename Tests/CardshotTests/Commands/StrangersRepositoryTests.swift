import CardRaster
import Foundation
import Glibc
import TestSupport
import Testing

/// Files of an untrusted repository that point out of it: plans, links, and git configuration.
@Suite struct StrangersRepositoryTests {
  private static let deck =
    #"{"canvas":{"width":60},"data":{"password":"-"},"cards":[{"parts":[{"type":"text","text":"{{ password }}"}]}]}"#
  private static let secret = "hunter2-secret"

  /// A repository with a deck and its golden, and a folder with a secret next to it.
  private struct Place {
    let top: RunFolder
    let repository: String

    init(_ files: [String: String] = [:]) throws {
      top = try RunFolder(["elsewhere/data.json": #"{"password":"\#(secret)"}"#])
      repository = top.path + "/repository"
      try top.write("repository/decks/a.json", deck)
      for (name, text) in files { try top.write("repository/\(name)", text) }
    }

    func link(_ name: String, to goal: String) throws {
      try top.write("repository/\(name)", "")
      try top.remove("repository/\(name)")
      try FileManager.default.createSymbolicLink(
        atPath: "\(repository)/\(name)", withDestinationPath: goal)
    }

    func run(_ words: String...) throws -> BuiltProgram.Result {
      try BuiltProgram.run(
        words, environment: ["CI": "true", "GITHUB_ACTIONS": "true"], folder: repository)
    }
  }

  private func hasSecret(_ result: BuiltProgram.Result) -> Bool {
    (result.outputText + result.errorText).contains("hunter2")
  }

  /// All files that a plan names must be in its folder, unless the user names the plan.
  @Test(arguments: [
    (#""data":["../elsewhere/data.json"]"#, "data[0]"), (#""data":["linked.json"]"#, "data[0]"),
    (#""data":["away/data.json"]"#, "data[0]"), (#""mask":"../elsewhere/m.png""#, "mask"),
    (#""goldens":"../elsewhere/Goldens""#, "goldens"), (#""goldens":"away/new/Goldens""#, "goldens"),
    (#""failures":"../elsewhere/out""#, "failures"), (#""lock":"../elsewhere/g.lock""#, "lock"),
    (#""decks":["../elsewhere"]"#, "decks[0]"), (#""decks":["away"]"#, "decks[0]"),
    (#""overrides":[{"decks":["decks"],"data":["../elsewhere/data.json"]}]"#, "overrides[0].data[0]"),
  ]) func aPlanStaysInItsFolder(member: String, path: String) throws {
    let place = try Place(["cardshot.test.json": "{\(member)}"])
    try place.link("linked.json", to: "../elsewhere/data.json")
    try place.link("away", to: place.top.path + "/elsewhere")
    for choice in ["auto", "off"] {
      let result = try place.run("test", "--sandbox", choice)
      #expect(result.status == 2)
      #expect(
        result.errorText.contains(": error: '") && result.errorText.contains("is outside the plan's folder")
          && result.errorText.contains(" at \(path); give the plan with --config"), "\(result.errorText)")
      #expect(!hasSecret(result))
    }
    let approval = try place.run("approve", "--all")
    #expect(approval.status == 2 && approval.errorText.contains("is outside the plan's folder"))
    #expect(place.top.files("elsewhere") == ["data.json"])
  }

  @Test func aPlanNamedByTheUserMayNameFilesAnywhere() throws {
    let place = try Place(["cardshot.test.json": #"{"data":["../elsewhere/data.json"],"decks":"decks"}"#])
    let result = try place.run("test", "--config", "cardshot.test.json")
    #expect(result.status == 1 && result.outputText.contains("missing"), "\(result.errorText)")
    #expect(!result.errorText.contains("is outside"), "\(result.errorText)")
  }

  @Test func aPlanThatIsALinkIsNotFollowed() throws {
    let place = try Place()
    try place.top.write("elsewhere/token", "ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789")
    try place.link("cardshot.test.json", to: "../elsewhere/token")
    let result = try place.run("test")
    #expect(result.status == 2 && result.errorText.contains("a symbolic link points outside '.'"))
    #expect(!result.errorText.contains("ghp_"))
  }

  /// A deck that is found in a folder must be below the top folder, even if it is a link.
  ///
  /// A deck that the user names may be anywhere, and a long token is not quoted.
  @Test(arguments: ["auto", "off"]) func aDeckThatIsALinkStaysBelowTheTop(choice: String) throws {
    let token = "ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"
    let place = try Place(["shared/c.json": Self.deck])
    try place.top.write("elsewhere/token", token)
    try place.link("decks/x.json", to: "../../elsewhere/token")
    try place.link("decks/y.json", to: place.top.path + "/elsewhere/data.json")
    try place.link("decks/c.json", to: "../shared/c.json")
    let found = try place.run("test", "decks", "--sandbox", choice)
    #expect(found.status == 2)
    let said = found.outputText + found.errorText
    #expect(said.contains("decks/x.json") && said.contains("decks/y.json"))
    #expect(said.contains("a symbolic link points outside 'decks'"), "\(said)")
    #expect(said.contains("2 broken") && !said.contains("decks/c.json:"), "\(said)")
    #expect(!said.contains("ghp_") && !hasSecret(found) && !said.contains("password"), "\(said)")
    let named = try place.run("test", "decks/x.json", "--sandbox", choice)
    #expect(named.errorText.contains("ghp_AbCdEfGh...") || named.outputText.contains("ghp_AbCdEfGh..."))
    #expect(!(named.outputText + named.errorText).contains("ghp_AbCdEfGhI"))
  }

  /// A file that is not JSON may be a secret: the error quotes only the start of a word.
  @Test(arguments: [
    ("sk_live_0123456789abcdef", "'sk_live_0123...'"),
    (#"{"sk_live_0123456789" x"#, "the key 'sk_live_0123...'"),
    ("{sk_live_0123456789:1}", "'sk_live_0123...'"), ("[1,aaaabbbbccccd]", "'aaaabbbbcccc...'"),
    ("[1,aaaabbbbcccc]", "'aaaabbbbcccc'"),
  ]) func wordsOfOtherFilesAreTruncated(text: String, quoted: String) throws {
    let folder = try RunFolder(["d.json": text])
    for words in [["d.json", "-o", "o.png"], ["inspect", "d.json"], ["test", "d.json"]] {
      let result = try BuiltProgram.run(words, folder: folder.path)
      let said = result.outputText + result.errorText
      #expect(result.status == 2 && said.contains(quoted), "\(said)")
      #expect(!said.contains("0123456") && !said.contains("ccccd"), "\(said)")
    }
  }

  /// Pictures behind links in goldens, failures and shards are not in a report and do not become goldens.
  @Test(arguments: ["auto", "off"]) func picturesBehindLinksAreNotShown(choice: String) throws {
    let place = try Place()
    try place.top.write("secret.json", RunFolder.deck("Secret"))
    #expect(try place.top.run("secret.json", "-o", "elsewhere/secret.png").status == 0)
    let secret = Data(try place.top.bytes("elsewhere/secret.png")).base64EncodedString()
    #expect(try place.run("test", "decks").status == 1)
    // A golden.
    try place.link("Goldens/decks/a.png", to: place.top.path + "/elsewhere/secret.png")
    let golden = try place.run("test", "decks", "--sandbox", choice)
    #expect(golden.status == 2, "\(golden.outputText)\(golden.errorText)")
    #expect(golden.outputText.contains("a symbolic link points outside"), "\(golden.outputText)")
    #expect(!(try place.top.text("repository/out/failures/report.html")).contains(secret))
    try place.top.remove("repository/Goldens/decks/a.png")
    // Failures, which are part of a shard.
    let share = try place.run("test", "decks", "--json", "--shard", "1/1")
    try place.top.write("repository/share.json", share.output)
    let actual = "out/failures/decks/a.actual.png"
    try place.top.remove("repository/\(actual)")
    try place.link(actual, to: place.top.path + "/elsewhere/secret.png")
    #expect(try place.run("merge", "share.json").status == 1)
    let report = try place.top.text("repository/out/failures/report.html")
    #expect(!report.contains(secret) && report.contains("a symbolic link points outside"))
    let approval = try place.run("approve", "--all")
    #expect(approval.status == 1 && approval.errorText.contains("a symbolic link points outside"))
    #expect(!place.top.exists("repository/Goldens/decks/a.png"))
    // The list of failures, and a layout.
    try place.top.write("elsewhere/list.json", try place.top.text("repository/out/failures/last-run.json"))
    try place.top.remove("repository/out/failures/last-run.json")
    try place.link("out/failures/last-run.json", to: "../../../elsewhere/list.json")
    #expect(try place.run("approve", "--all").errorText.contains("a symbolic link points outside"))
  }

  private func git(_ place: Place, _ words: String...) throws {
    let identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    let result = try BuiltProgram.run(
      identity + words, environment: ["HOME": place.top.path, "GIT_CONFIG_NOSYSTEM": "1"],
      folder: place.repository, program: "/usr/bin/git")
    #expect(result.status == 0, "\(words): \(result.errorText)")
  }

  private let safe = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
    "GIT_CONFIG_VALUE_0": "*",
  ]

  @Test func aLinkThatWasCommittedIsNotFollowed() throws {
    let place = try Place()
    try place.link("decks/x.json", to: place.top.path + "/elsewhere/data.json")
    try place.link("decks/b.json", to: "a.json")
    try git(place, "init", "-q", "-b", "main")
    try git(place, "add", ".")
    try git(place, "commit", "-q", "-m", "first")
    func diff(_ old: String) throws -> BuiltProgram.Result {
      try BuiltProgram.run(["diff", old, "decks/a.json"], environment: safe, folder: place.repository)
    }
    let result = try diff("HEAD:decks/x.json")
    #expect(result.status == 2 && result.errorText.contains("a symbolic link that points outside its folder"))
    #expect(!result.errorText.contains("password") && !hasSecret(result))
    #expect(try diff("HEAD:decks/b.json").status == 0)
  }

  /// Programs named in the configuration of the repository are not run by any call of git.
  @Test func gitRunsNothingOfTheRepository() throws {
    let place = try Place([".gitattributes": "*.json filter=x\n*.png filter=y diff=z\n", "decks/p.png": "x"])
    try git(place, "init", "-q", "-b", "main")
    try git(place, "add", ".")
    try git(place, "commit", "-q", "-m", "first")
    let touch = "touch '\(place.top.path)/ran'; cat"
    try git(place, "config", "core.fsmonitor", touch)
    try git(place, "config", "extensions.worktreeConfig", "true")
    for (key, value) in [
      ("filter.x.smudge", touch), ("filter.x.clean", touch), ("filter.x.required", "true"),
      ("diff.z.textconv", touch), ("diff.z.command", touch), ("diff.external", touch),
      ("core.pager", touch), ("core.hooksPath", "hooks"),
    ] { try git(place, "config", key, value) }
    try git(place, "config", "--worktree", "filter.y.process", touch)
    try git(place, "config", "--worktree", "filter.y.smudge", touch)
    for hook in ["hooks/post-index-change", ".git/hooks/post-index-change"] {
      try place.top.write("repository/\(hook)", "#!/bin/sh\n\(touch)\n")
      try #require(chmod("\(place.repository)/\(hook)", 0o755) == 0)
    }
    // The cache of git is out of date, so git reads the file.
    try place.top.write("repository/decks/a.json", Self.deck + "\n")
    try place.top.write("repository/decks/p.png", "y")
    try? place.top.remove("ran")
    for words in [["test", "--since", "main"], ["diff", "HEAD:decks/a.json", "decks/a.json"]] {
      let result = try BuiltProgram.run(words, environment: safe, folder: place.repository)
      #expect(result.status < 2, "\(words): \(result.outputText)\(result.errorText)")
      #expect(!place.top.exists("ran"), "\(words)")
    }
  }
}
