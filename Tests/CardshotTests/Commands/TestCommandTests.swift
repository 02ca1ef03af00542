import Foundation
import TestSupport
import Testing

/// The output, the files and the exit codes of `cardshot test`.
@Suite("The command test") struct TestCommandTests {
  private func folder(_ files: [String: String] = ["decks/offer.json": RunFolder.deck()]) throws -> RunFolder
  {
    try RunFolder(files)
  }

  /// A folder with recorded goldens.
  private func recorded(_ files: [String: String] = ["decks/offer.json": RunFolder.deck()]) throws
    -> RunFolder
  {
    let folder = try folder(files)
    #expect(try folder.run("test", "--record", "missing").status == 1)
    #expect(try folder.run("test").status == 0)
    return folder
  }

  @Test("By default missing goldens are recorded, except on a build server")
  func usual() throws {
    let folder = try folder()
    func run(_ environment: [String: String]) throws -> BuiltProgram.Result {
      try BuiltProgram.run(["test"], environment: environment, folder: folder.path)
    }
    #expect(try run(["CI": "1"]).outputText.contains("missing decks/offer: "))
    #expect(!folder.exists("Goldens"))
    let recorded = try run([:])
    #expect(recorded.status == 1)
    #expect(recorded.outputText.contains("recorded decks/offer: "))
    #expect(folder.exists("Goldens/decks/offer.png"))
  }

  @Test("A missing golden that is not recorded is a failure; the picture is kept for approval")
  func missing() throws {
    let folder = try folder()
    let result = try folder.run("test", "--record", "never")
    #expect(result.status == 1)
    #expect(result.outputText.contains("missing decks/offer: "))
    #expect(!folder.exists("Goldens"))
    #expect(folder.exists("out/failures/decks/offer.actual.png"))
    #expect(folder.exists("out/failures/report.html"))
  }

  @Test("A run that records is red and says so; the next run is green and leaves no files")
  func record() throws {
    let folder = try folder()
    let first = try folder.run("test", "--record", "missing")
    #expect(first.status == 1)
    #expect(first.outputText.contains("recorded decks/offer: the golden did not exist"))
    #expect(first.outputText.contains("a run that records goldens fails"))
    #expect(folder.files("Goldens") == ["decks/offer.layout.json", "decks/offer.png", "goldens.versions"])
    let second = try folder.run("test")
    #expect(second.status == 0)
    #expect(second.outputText.contains("1 golden: 1 passed"))
    #expect(folder.files("out") == [])
  }

  @Test("A failure names its strip, explains what changed and writes the report")
  func failure() throws {
    let folder = try recorded()
    try folder.write("decks/offer.json", RunFolder.deck(color: "#CC3333"))
    let result = try folder.run("test")
    #expect(result.status == 1)
    let lines = result.outputText.split(separator: "\n")
    #expect(lines.first?.hasPrefix("failed decks/offer: ") == true)
    #expect(lines.first?.hasSuffix("(out/failures/decks/offer.strip.png)") == true)
    #expect(lines.contains { $0.hasPrefix("  ") && $0.contains("#3366CC") && $0.contains("#CC3333") })
    for name in ["actual.png", "actual.layout.json", "strip.png", "overlay.png"] {
      #expect(folder.exists("out/failures/decks/offer.\(name)"))
    }
    #expect(try folder.text("out/failures/report.html").contains("decks/offer"))
  }

  @Test("Before a run only its own old artefacts are removed")
  func clearing() throws {
    let folder = try recorded()
    try folder.write("out/failures/mine.png", "mine")
    try folder.write("out/failures/decks/mine.txt", "mine")
    try folder.write("decks/offer.json", RunFolder.deck("Other"))
    #expect(try folder.run("test").status == 1)
    try FileManager.default.moveItem(
      atPath: folder.path + "/decks/offer.json", toPath: folder.path + "/decks/renamed.json")
    #expect(try folder.run("test", "decks/renamed.json", "--record", "missing").status == 1)
    #expect(
      folder.files("out/failures").filter { !$0.hasPrefix("report") && !$0.hasPrefix("last-run") }
        == ["decks/mine.txt", "mine.png"])
    try folder.write("out/failures/last-run.json", "{}")
    let foreign = try folder.run("test")
    #expect(foreign.status == 2)
    #expect(foreign.errorText.contains("the file was not written by 'cardshot test'"))
    #expect(try folder.text("out/failures/last-run.json") == "{}")
  }

  @Test("Each record mode writes only what it should, and a run that writes is red")
  func modes() throws {
    let folder = try recorded(["a.json": RunFolder.deck("A"), "b.json": RunFolder.deck("B")])
    let golden = try folder.bytes("Goldens/a.png")
    try folder.write("a.json", RunFolder.deck("Changed"))
    try folder.write("c.json", RunFolder.deck("C"))
    let missing = try PrintedRun(try folder.run("test", "--record", "missing", "--json"))
    #expect(missing.verdicts == ["failed a", "passed b", "recorded c"])
    #expect(try folder.bytes("Goldens/a.png") == golden)
    let failed = try folder.run("test", "--record", "failed", "--json")
    #expect(try PrintedRun(failed).verdicts == ["recorded a", "passed b", "passed c"])
    #expect(failed.status == 1)
    #expect(try folder.bytes("Goldens/a.png") != golden)
    let all = try folder.run("test", "--record", "all", "--json")
    #expect(try PrintedRun(all).verdicts == ["recorded a", "recorded b", "recorded c"])
    #expect(all.status == 1)
    #expect(try folder.run("test", "--record", "never").status == 0)
    #expect(try folder.run("test", "--record", "sometimes").status == 64)
  }

  @Test("If CI is set, nothing is recorded or removed", arguments: ["1", "true", "yes"])
  func server(_ ci: String) throws {
    let folder = try folder()
    for arguments in [["--record", "missing"], ["--record", "all"], ["--prune"]] {
      let result = try BuiltProgram.run(["test"] + arguments, environment: ["CI": ci], folder: folder.path)
      #expect(result.status == 64)
      #expect(result.errorText.contains("CI is set"))
    }
    #expect(folder.files() == ["decks/offer.json"])
    #expect(try folder.run("test", "--record", "never", environment: ["CI": ci]).status == 1)
    #expect(!folder.exists("Goldens"))
  }

  @Test("An empty or false CI counts as not set", arguments: ["", "0", "false", "FALSE"])
  func noServer(_ ci: String) throws {
    let folder = try folder()
    #expect(try folder.run("test", "--record", "missing", environment: ["CI": ci]).status == 1)
    #expect(folder.exists("Goldens/decks/offer.png"))
  }

  @Test("A broken deck is reported with its places, and the other decks are still compared")
  func broken() throws {
    let folder = try recorded()
    try folder.write("decks/slip.json", #"{ "crads": [ { "parts": [] } ] }"#)
    try folder.write("decks/cut.json", #"{ "cards": [ "#)
    try folder.write(
      "decks/two.json",
      #"{ "cards": [ { "parts": [ { "type": "txet" }, { "type": "bar", "percent": "x" } ] } ] }"#)
    let result = try folder.run("test", "--record", "missing")
    #expect(result.status == 2)
    let text = result.outputText
    #expect(text.contains("decks/slip.json:1:3: error: unknown key 'crads' of the deck"))
    #expect(text.contains("decks/cut.json:1:14: error: invalid JSON"))
    #expect(text.contains("decks/two.json:1:37: error: unknown part type 'txet'"))
    #expect(text.contains("decks/two.json:1:75: error: expected a number"))
    #expect(text.contains("1 passed, 3 broken"))
    #expect(folder.files("Goldens") == ["decks/offer.layout.json", "decks/offer.png", "goldens.versions"])
  }

  @Test("Errors common to all variants of a deck are reported once")
  func brokenOnce() throws {
    let folder = try folder(["a.json": #"{ "cards": [ { "parts": [ { "type": "txet" } ] } ] }"#])
    let run = try PrintedRun(
      try folder.run("test", "--scales", "1,2", "--appearances", "light,dark", "--json"))
    #expect(run.verdicts == ["broken a"])
    #expect(run.outcomes.first?.issues.count == 1)
  }

  @Test(
    "Data, themes, plans, layouts, hidden folders and node_modules are not decks; data and themes are named")
  func noDecks() throws {
    let folder = try folder([
      "decks/offer.json": RunFolder.deck(), "decks/people.json": #"{ "people": [ { "name": "Ada" } ] }"#,
      "decks/rows.json": "[1, 2]", "decks/brand.json": #"{ "base": "mint", "cardBackgroundColor": "white" }"#,
      "package.json": #"{ "name": "x", "version": "1.0.0" }"#, "cardshot.test.json": "{}",
      ".hidden/deck.json": RunFolder.deck(), "node_modules/x/deck.json": RunFolder.deck(),
      "decks/old.layout.json": "{}",
    ])
    let result = try folder.run("test", "--record", "missing")
    #expect(result.outputText.contains("1 golden: 1 recorded"))
    #expect(
      result.errorText
        == "not rendered, without 'cards': decks/brand.json, decks/people.json, decks/rows.json, package.json\n"
    )
    // A file that is named explicitly must be a deck.
    #expect(try folder.run("test", "decks/people.json").status == 2)
  }

  @Test("An empty run is an error, not a success")
  func nothing() throws {
    let folder = try folder(["data.json": "{}"])
    for arguments in [[], ["nowhere"], ["data.json", "nowhere.json"]] {
      let result = try BuiltProgram.run(["test"] + arguments, environment: [:], folder: folder.path)
      #expect(result.status == 2)
      #expect(!result.errorText.isEmpty)
    }
    #expect(try folder.run("test").errorText.contains("no deck was found in '.'"))
    #expect(folder.files() == ["data.json"])
  }

  @Test("Goldens without a deck are listed and red; --prune removes them with their layouts")
  func orphans() throws {
    let folder = try recorded([
      "decks/offer.json": RunFolder.deck(), "decks/old/gone.json": RunFolder.deck("Old"),
    ])
    try folder.remove("decks/old/gone.json")
    let result = try folder.run("test")
    #expect(result.status == 1)
    #expect(result.outputText.contains("orphaned decks/old/gone: no deck draws this golden"))
    // A run of one deck ignores the goldens of other decks.
    #expect(try folder.run("test", "decks/offer.json").status == 0)
    #expect(try folder.run("test", "decks/offer.json", "--prune").status == 64)
    #expect(folder.exists("Goldens/decks/old/gone.png"))
    let prune = try folder.run("test", "--prune")
    #expect(prune.status == 0)
    #expect(prune.outputText.contains("pruned decks/old/gone: no deck draws it"))
    #expect(!folder.exists("Goldens/decks/old"))
    #expect(folder.files("Goldens") == ["decks/offer.layout.json", "decks/offer.png", "goldens.versions"])
  }

  @Test(
    "--prune removes recorded goldens, but not the pictures of other programs"
  ) func foreignPictures() throws {
    let folder = try recorded(["offer.json": RunFolder.deck(), "gone.json": RunFolder.deck("Old")])
    try folder.remove("gone.json")
    try folder.remove("Goldens/gone.layout.json")
    // IHDR and gAMA: the start of a file by another program.
    var file = Array(try folder.bytes("Goldens/gone.png").prefix(33))
    file += [0, 0, 0, 4] + Array("gAMA".utf8) + [0, 0, 0xB1, 0x8F, 0, 0, 0, 0]
    try folder.write("Goldens/mine/photo.png", file)
    let result = try folder.run("test", "--prune")
    #expect(result.status == 1)
    #expect(result.outputText.contains("pruned gone: no deck draws it"))
    #expect(
      result.outputText.contains(
        "orphaned mine/photo: no deck draws this golden, but cardshot did not write it"))
    #expect(
      folder.files("Goldens") == ["goldens.versions", "mine/photo.png", "offer.layout.json", "offer.png"])
  }

  @Test("A run of a folder covers only its own goldens, and a broken deck keeps its golden")
  func scopes() throws {
    let folder = try recorded(["a/one.json": RunFolder.deck("1"), "b/two.json": RunFolder.deck("2")])
    try folder.remove("b/two.json")
    #expect(try folder.run("test", "a").status == 0)
    try folder.write("b/other.json", RunFolder.deck("3"))
    #expect(
      try PrintedRun(try folder.run("test", "b", "--json")).verdicts == ["missing b/other", "orphaned b/two"])
    try folder.write("b/two.json", "{")
    #expect(
      try PrintedRun(try folder.run("test", "b", "--prune", "--json")).verdicts == [
        "missing b/other", "broken b/two",
      ])
    #expect(folder.exists("Goldens/b/two.png"))
  }

  @Test("Pictures next to decks belong to the decks and are not goldens")
  func picturesOfDecks() throws {
    let folder = try folder(["decks/offer.json": RunFolder.deck(), "decks/photo.png": "a picture of a deck"])
    #expect(
      try folder.run("test", "--root", "decks", "decks", "--goldens", "decks", "--record", "missing").status
        == 1)
    #expect(folder.exists("decks/offer.png"))
    let result = try folder.run("test", "--root", "decks", "decks", "--goldens", "decks", "--prune")
    #expect(result.status == 0)
    #expect(folder.exists("decks/photo.png"))
  }

  @Test("Names do not depend on the path of a deck, and start at the root")
  func names() throws {
    let folder = try recorded()
    for path in [
      "decks", "./decks/", "decks/offer.json", folder.path + "/decks/offer.json", "decks/../decks",
    ] {
      #expect(try PrintedRun(try folder.run("test", path, "--json")).verdicts == ["passed decks/offer"])
    }
    #expect(
      try PrintedRun(
        try folder.run("test", "decks", "--root", "decks", "--goldens", "Goldens/decks", "--json")
      )
      .verdicts == ["passed offer"])
    let outside = try folder.run("test", "..")
    #expect(outside.status == 2)
    #expect(outside.errorText.contains("'..' is not below '"))
  }

  @Test("A deck given twice is drawn once")
  func twice() throws {
    let folder = try recorded()
    let run = try PrintedRun(try folder.run("test", "decks", "decks/offer.json", "decks", "--json"))
    #expect(run.verdicts == ["passed decks/offer"])
  }

  /// A report without durations, which are the only difference between equal runs.
  private func untimed(_ report: String) -> String {
    report.replacing(/\ time="[0-9.]+"/, with: "").replacing(/"seconds": *[0-9.e-]+,?/, with: "")
  }

  @Test("Output, goldens and reports do not depend on the number of jobs")
  func jobs() throws {
    var files: [String: String] = [:]
    for number in 1...12 { files["decks/\(number).json"] = RunFolder.deck("Deck \(number)") }
    let one = try folder(files)
    let many = try folder(files)
    func run(_ arguments: String...) throws {
      let a = try BuiltProgram.run(arguments + ["--jobs", "1"], environment: [:], folder: one.path)
      let b = try BuiltProgram.run(arguments + ["--jobs", "7"], environment: [:], folder: many.path)
      #expect(untimed(a.outputText) == untimed(b.outputText))
      #expect(a.errorText == b.errorText)
      #expect(a.status == b.status)
      #expect(one.files() == many.files())
      for file in one.files() where !["xml", "json"].contains(where: file.hasSuffix) {
        #expect(try one.bytes(file) == many.bytes(file), "\(file)")
      }
      for file in one.files() where ["xml", "json"].contains(where: file.hasSuffix) {
        let (a, b) = (try one.bytes(file), try many.bytes(file))
        #expect(
          untimed(String(decoding: a, as: UTF8.self)) == untimed(String(decoding: b, as: UTF8.self)),
          "\(file)")
      }
    }
    try run("test", "--record", "missing", "--scales", "1,2")
    for folder in [one, many] { try folder.write("decks/3.json", RunFolder.deck("Changed")) }
    try run("test", "--scales", "1,2", "--junit", "junit.xml")
    try run("test", "--scales", "1,2", "--json")
  }

  @Test("On a terminal the progress of a run is shown")
  func progress() throws {
    // The run takes longer than a fifth of a second, after which the progress is shown.
    let cards = (1...300).map { #"{"id":"c\#($0)","parts":[{"type":"text","text":"\#($0)"}]}"# }
    let folder = try folder([
      "d.json": #"{"canvas":{"width":60},"cards":[\#(cards.joined(separator: ","))]}"#
    ])
    let line = "\(try BuiltProgram.path()) test --each --record missing"
    let run = try BuiltProgram.run(
      ["-qec", line, "/dev/null"], environment: [:], folder: folder.path, program: "/usr/bin/script")
    #expect(run.status == 1)
    let progress = #/\r\d+ of 300 pictures, \d+ per second, [\d.]+ s left\u{1B}\[K/#
    #expect(run.outputText.firstMatch(of: progress) != nil)
    // The line is removed before anything else is printed.
    #expect(run.outputText.contains("left\u{1B}[K\r\u{1B}[Krecorded"))
  }

  @Test("JUnit and GitHub annotations are written in addition to the report")
  func reports() throws {
    let folder = try recorded()
    try folder.write("decks/offer.json", RunFolder.deck("Other"))
    let result = try folder.run("test", "--junit", "junit.xml", environment: ["GITHUB_ACTIONS": "true"])
    #expect(result.status == 1)
    #expect(result.outputText.contains("\n::error "))
    #expect(try folder.text("junit.xml").contains(#"failures="1""#))
    // Standard output stays JSON.
    let json = try folder.run("test", "--json", environment: ["GITHUB_ACTIONS": "true"])
    #expect(try PrintedRun(json).report == "out/failures/report.html")
    #expect(json.errorText.hasPrefix("::error "))
    #expect(!(try folder.run("test").outputText.contains("::error")))
  }

  @Test("--quiet prints nothing for a green run, but still reports a red run")
  func quiet() throws {
    let folder = try recorded()
    let green = try folder.run("test", "--quiet")
    #expect(green.status == 0)
    #expect(green.output.isEmpty && green.error.isEmpty)
    try folder.write("decks/offer.json", RunFolder.deck("Other"))
    #expect(try folder.run("test", "--quiet").outputText.contains("failed decks/offer"))
  }

  @Test("--show reports an error on a terminal that cannot show pictures") func show() throws {
    let folder = try folder()
    let result = try folder.run("test", "--show", environment: ["TERM": "xterm-kitty"])
    #expect(result.status == 1)
    #expect(result.errorText.contains("--show: this terminal is not known to support pictures"))
    #expect(!result.output.contains(0x1B))
  }

  @Test("Warnings are reported once and are errors with --strict")
  func warnings() throws {
    let deck =
      #"{ "canvas": { "width": 120 }, "cards": [ { "parts": [ { "type": "text", "text": "\u{10FFFD}" } ] } ] }"#
      .replacingOccurrences(of: #"\u{10FFFD}"#, with: "\u{10FFFD} word")
    let folder = try folder(["a.json": deck])
    #expect(try folder.run("test", "--record", "missing", "--scales", "1,2").status == 1)
    let result = try folder.run("test", "--scales", "1,2")
    #expect(result.status == 0)
    #expect(result.errorText.split(separator: "\n").count == 1)
    #expect(result.errorText.contains("warning:"))
    let strict = try folder.run("test", "--scales", "1,2", "--strict")
    #expect(strict.status == 2)
    #expect(strict.outputText.contains("error:"))
  }

  @Test("A tolerance from the options or the plan allows its difference")
  func tolerance() throws {
    let folder = try recorded()
    try folder.write("decks/offer.json", RunFolder.deck(color: "#3367CC"))
    #expect(try folder.run("test").status == 1)
    #expect(try folder.run("test", "--metric", "oklab").status == 0)
    #expect(try folder.run("test", "--max-diff", "50%").status == 0)
    #expect(try folder.run("test", "--max-diff", "1").status == 1)
    #expect(try folder.run("test", "--ignore-region", "apply").status == 0)
    #expect(try folder.run("test", "--ignore-region", "headline").status == 1)
    let slip = try folder.run("test", "--ignore-region", "aply")
    #expect(slip.status == 2)
    #expect(
      slip.outputText.contains(
        "no deck has a part or card with the id 'aply', so nothing is ignored; did you mean 'apply'?"))
    try folder.write("cardshot.test.json", #"{ "threshold": 0.1 }"#)
    #expect(try folder.run("test").status == 0)
    #expect(try folder.run("test", "--metric", "exact").status == 1)
  }

  @Test("Wrong usage changes nothing")
  func usage() throws {
    let folder = try recorded()
    try folder.write("decks/offer.json", RunFolder.deck("Other"))
    #expect(try folder.run("test").status == 1)
    let before = folder.files()
    for arguments in [
      ["--jobs", "-1"], ["--metric", "exact", "--threshold", "0.1"], ["--threshold", "2"],
      ["--scales", "1,x"],
      ["--scales", "9"], ["--themes", "trubo"], ["--themes", "mint,mint"], ["--locales", "xx"],
      ["--states", ""],
      ["--lock", "a", "--goldens", "b"], ["--lock", "a", "--max-diff", "1"], ["-"], ["--show", "--json"],
      ["--record", "missing", "--goldens", ""],
    ] {
      let result = try BuiltProgram.run(["test"] + arguments, environment: [:], folder: folder.path)
      #expect(result.status == 64, "\(arguments): \(result.errorText)")
    }
    #expect(folder.files() == before)
    #expect(try folder.run("test", "--themes", "trubo").errorText.contains("did you mean 'turbo'?"))
  }

  @Test("Dangerous names are rejected and printed safely")
  func hostileNames() throws {
    let folder = try folder()
    try folder.write("decks/\u{1B}[31mred\n::error::x.json", RunFolder.deck())
    try folder.write("decks/<script>alert(1)<.json", RunFolder.deck())
    try folder.write("decks/\u{202E}gnp.json", RunFolder.deck())
    let result = try folder.run("test", "--record", "missing", "--junit", "junit.xml")
    #expect(result.status == 2)
    #expect(result.outputText.contains("2 broken"))
    for text in [
      result.outputText, result.errorText, try folder.text("junit.xml"),
      try folder.text("out/failures/report.html"),
    ] {
      #expect(!text.contains("\u{1B}"))
      #expect(!text.contains("\u{202E}"))
      #expect(!text.contains("\n::error"))
    }
    for file in ["junit.xml", "out/failures/report.html"] {
      #expect(!(try folder.text(file).contains("<script>alert")))
    }
    #expect(folder.exists("Goldens/decks/<script>alert(1)<.png"))
  }

  @Test("Other libraries than those of the goldens are reported first")
  func versions() throws {
    let folder = try recorded()
    #expect(try folder.text("Goldens/goldens.versions").contains("cairo 1."))
    #expect(try folder.text("Goldens/goldens.versions").contains("cardshot 1."))
    try folder.write("Goldens/goldens.versions", "cairo 1.0.0\npango 1.0.0\nunheard 3\n")
    try folder.write("decks/offer.json", RunFolder.deck("Other"))
    let result = try folder.run("test")
    #expect(
      result.outputText.hasPrefix("libraries differ from those that rendered the goldens: cairo 1.0.0 → 1."))
    #expect(!result.outputText.contains("unheard"))
    // Another version of cardshot is reported if a golden differs.
    try folder.write("Goldens/goldens.versions", "cardshot 0.1\n")
    #expect(
      try folder.run("test").outputText.hasPrefix(
        "libraries differ from those that rendered the goldens: cardshot 0.1 → "))
    try folder.write("decks/offer.json", RunFolder.deck())
    let green = try folder.run("test")
    #expect(green.status == 0)
    #expect(green.outputText == "1 golden: 1 passed\n")
    #expect(try folder.text("Goldens/goldens.versions") == "cardshot 0.1\n")
    try folder.write("Goldens/goldens.versions", "cairo\n")
    let wrong = try folder.run("test")
    #expect(wrong.status == 2)
    #expect(
      wrong.errorText.contains("Goldens/goldens.versions:1:1: error: expected a library and its version"))
  }

  @Test func twoDecksWhoseNamesDifferInTheEncodingOfAnAccentAreAnError() throws {
    // Swift considers both names equal, so they cannot be keys of one dictionary.
    let run = try RunFolder(["\u{E9}.json": RunFolder.deck("One")])
    try run.write("e\u{301}.json", RunFolder.deck("Two"))
    try #require(run.files().count == 2)
    let result = try run.run("test", ".", "--record", "all")
    #expect(result.status == 2)
    #expect(
      result.errorText.contains("which differ only in the Unicode encoding of accents"), "\(result.errorText)"
    )
    #expect(run.files("Goldens").isEmpty)
  }

  @Test("A deck without data is filled from data.json next to it, as those of templates are")
  func dataNextToADeck() throws {
    let deck = RunFolder.deck().replacing("\"cards\"", with: "\"title\": \"{{ name }}\", \"cards\"")
    let folder = try folder([
      "a/deck.json": deck, "a/data.json": #"{ "name": "Ann" }"#,
      "b/deck.json": deck.replacing("\"cards\"", with: "\"data\": { \"name\": \"Bo\" }, \"cards\""),
      "b/data.json": #"{ "other": 1 }"#,
    ])
    let result = try folder.run("test", "--record", "missing")
    #expect(result.outputText.contains("recorded a/deck"), "\(result.outputText)")
    #expect(result.outputText.contains("recorded b/deck"), "\(result.outputText)")
    #expect(try folder.run("test", "--strict").status == 0)
    try folder.write("a/data.json", #"{ "nam": 1 }"#)
    #expect(try folder.run("test", "a").status != 0)
  }
}
