import CardRaster
import Foundation
import Synchronization
import TestSupport
import Testing

/// The file accesses that the kernel denies the program while it draws.
@Suite(.withFaults) struct SandboxTests {
  private static let deck =
    #"{"canvas":{"width":60},"cards":[{"id":"a","parts":[{"type":"text","text":"A"}]}]}"#

  /// Whether this kernel supports Landlock; the tests that need it are skipped otherwise.
  private static let isKnown: Bool = {
    guard let folder = try? RunFolder(["deck.json": deck]) else { return false }
    return (try? folder.run("deck.json", "-o", "a.png", "--sandbox", "required").status) == 0
  }()

  /// A process with rules opens only the allowed files.
  @Test(.enabled(if: isKnown)) func nothingElseIsOpenedOrMade() throws {
    let (folder, outside) = (
      try RunFolder(["in/deck.json": Self.deck, "out/x": ""]), try RunFolder(["secret": "s"])
    )
    let (inside, secret, home) = ("\(folder.path)/in", "\(outside.path)/secret", "\(outside.path)/new")
    let results = try FileRulesProbe.run(
      FileRules(reading: [inside], writing: ["\(folder.path)/out"]),
      reading: ["\(inside)/deck.json", secret, "/etc/hostname", "/proc/self/status", "/usr/bin/env"],
      writing: ["\(folder.path)/out/y", "\(inside)/y", home, "\(folder.path)/z"])
    #expect(results == [true, false, false, true, true, true, false, false, false])
    #expect(folder.files("out") == ["x", "y"] && outside.files() == ["secret"])
  }

  @Test(.enabled(if: isKnown)) func aDeckCannotLeaveItsFolderEvenWhereALinkWouldLetIt() throws {
    let folder = try RunFolder(["in/deck.json": Self.deck])
    // An output in another folder is allowed; one in a folder that does not exist is an error.
    #expect(try folder.run("in/deck.json", "-o", "out.png", "--sandbox", "required").status == 0)
    let refused = try folder.run("in/deck.json", "-o", "nowhere/out.png", "--sandbox", "required")
    #expect(
      refused.status == 2 && refused.errorText.contains("its folder does not exist"), "\(refused.errorText)")
  }

  /// All allowed kinds of inputs and outputs still work and give the same bytes.
  @Test(arguments: ["auto", "off"]) func allowedFilesWork(choice: String) throws {
    let folder = try RunFolder(["elsewhere/data.json": #"{"t":"words"}"#, "out/old.png": "old", "real/x": ""])
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle cx='4' cy='4' r='4'/></svg>"
    try folder.write("in/assets/a.svg", svg)
    try folder.write("in/assets/town.mbtiles", try #require(Goldens.bytes("parts/map/assets/town.mbtiles")))
    try folder.write(
      "in/deck.json",
      """
      {"canvas":{"width":120},"data":{"t":"a"},"cards":[{"id":"a","parts":[{"type":"text","text":"{{ t }} 😀 你好"},
       {"type":"image","image":"assets/a.svg"},{"type":"map","location":[37.3861,-122.0839],"span":[0.001,0.0425],"tiles":"assets/town.mbtiles"}]}]}
      """)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.json", withDestinationPath: "in/deck.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/linked", withDestinationPath: "out")
    for output in [
      "out/a.png", "out/old.png", "linked/b.png", "out/{id}.svg", "out/c.pdf", "out/d.webp",
    ] {
      let result = try folder.run(
        "in/deck.json", "-o", output, "--data", "elsewhere/data.json", "--sandbox", choice)
      #expect(result.status == 0, "\(output): \(result.errorText)")
    }
    #expect(try folder.bytes("out/a.png") == folder.bytes("out/old.png"))
    #expect(try folder.bytes("out/a.png") == folder.bytes("out/b.png"))
    let nowhere = try folder.run("in/deck.json", "-o", "/dev/null", "--format", "png", "--sandbox", choice)
    #expect(nowhere.status == 0, "\(nowhere.errorText)")
    let piped = try BuiltProgram.run(
      ["-", "-o", "-", "--sandbox", choice], input: Self.deck, folder: folder.path)
    #expect(piped.status == 0 && piped.output.starts(with: [0x89, 0x50]), "\(piped.errorText)")
    #expect(try folder.run("inspect", "in/deck.json", "--sandbox", choice).status == 0)
    try folder.write("plain.json", Self.deck)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/real/link.json", withDestinationPath: "../plain.json")
    let linked = try folder.run("real/link.json", "-o", "out/e.png", "--sandbox", choice)
    #expect(linked.status == 0, "\(linked.errorText)")
  }

  /// Compared pictures, decks and layouts may be anywhere; files that they refer to may not.
  @Test(.enabled(if: isKnown), arguments: ["auto", "required"]) func comparingWorks(choice: String) throws {
    let folder = try RunFolder(["a/deck.json": Self.deck, "out/x": ""])
    try folder.write("b/deck.json", Self.deck.replacingOccurrences(of: "60", with: "70"))
    for name in ["a", "b"] {
      #expect(try folder.run("\(name)/deck.json", "-o", "\(name)/deck.png").status == 0)
    }
    let same = try folder.run("compare", "a/deck.png", "a/deck.png", "--sandbox", choice)
    #expect(same.status == 0, "\(same.errorText)")
    let other = try folder.run(
      "compare", "a/deck.png", "b/deck.png", "-o", "out/diff.png", "--sandbox", choice)
    #expect(other.status == 1 && folder.exists("out/diff.png"), "\(other.errorText)")
    let words = try folder.run("diff", "a/deck.json", "b/deck.json", "--sandbox", choice)
    #expect(words.status == 1, "\(words.errorText)")
    let bench = try folder.run(
      "bench", "a/deck.json", "--iterations", "1", "--warmup", "0", "-o", "out/b.png", "--sandbox", choice)
    #expect(bench.status == 0 && folder.exists("out/b.png"), "\(bench.errorText)")
  }

  /// A run of goldens writes and removes the same files as without rules, with the same output.
  @Test(.enabled(if: isKnown), arguments: ["required", "off"]) func goldensAreTestedInIt(choice: String)
    throws
  {
    let folder = try RunFolder([
      "decks/a.json": Self.deck, "decks/sub/b.json": Self.deck, "shared/c.json": Self.deck,
      "data/d.json": #"{"t":"words"}"#, "cardshot.test.json": #"{"data":["data/d.json"],"decks":["decks"]}"#,
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/decks/c.json", withDestinationPath: "../shared/c.json")
    func test(_ words: String...) throws -> BuiltProgram.Result {
      try BuiltProgram.run(
        ["test", "--sandbox", choice, "--junit", "said/j.xml"] + words,
        environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path + "/summary.md"],
        folder: folder.path)
    }
    try folder.write("said/old.txt", "old")
    #expect(try test("--record", "missing").outputText.contains("3 goldens: 3 recorded"))
    #expect(try folder.text("said/j.xml").contains("<testsuite"))
    #expect(try folder.text("summary.md").contains("recorded"))
    // A golden in another folder, behind a link.
    try FileManager.default.moveItem(
      atPath: folder.path + "/Goldens/decks/a.png", toPath: folder.path + "/shared/a.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Goldens/decks/a.png", withDestinationPath: "../../shared/a.png")
    #expect(try test("--record", "never").outputText.contains("3 goldens: 3 passed"))
    try folder.write("decks/sub/b.json", Self.deck.replacingOccurrences(of: "60", with: "70"))
    #expect(try test("--record", "never").status == 1)
    #expect(
      folder.files("out/failures") == [
        ".gitignore", "decks/sub/b.actual.layout.json", "decks/sub/b.actual.png",
        "decks/sub/b.overlay.png", "decks/sub/b.strip.png", "last-run.json", "report.html",
      ])
    try folder.remove("decks/sub/b.json")
    #expect(try test("--prune", "--record", "never").outputText.contains("1 pruned"))
    #expect(!folder.exists("Goldens/decks/sub") && !folder.exists("out/failures/decks"))
    #expect(try test("--lock", "locks/g.lock", "--record", "missing").status == 1)
    #expect(try test("--lock", "locks/g.lock", "--record", "never").status == 0)
  }

  /// The rules apply to the drawing threads, and unless goldens are recorded, they cannot be written.
  @Test(.enabled(if: isKnown)) func workersOfARunOpenNothingElse() throws {
    let (folder, beside) = (
      try RunFolder(["decks/a.json": Self.deck, "decks/b.json": Self.deck, "secret": "s"]), try RunFolder()
    )
    let shim = try FaultShim(in: beside.path)
    func opened(_ path: String, _ choice: String) throws -> Int {
      let result = try shim.run(
        ["test", "decks", "--record", "all", "--jobs", "2", "--sandbox", choice], folder: folder.path,
        faults: ["PROBE": folder.path + "/" + path])
      #expect(result.program.status == 1 && result.writes >= 4, "\(result.program.errorText)")
      return result.opened
    }
    #expect(try opened("secret", "required") == 0)
    #expect(try opened("secret", "off") >= 4)
    #expect(try opened("decks/a.json", "required") >= 4)
  }

  /// A worker draws rows into a folder that it creates.
  @Test(.enabled(if: isKnown), arguments: ["required", "off"]) func workersAreInIt(choice: String) throws {
    let folder = try RunFolder(["in/deck.json": Self.deck])
    let result = try BuiltProgram.run(
      ["worker", "in/deck.json", "-o", "out/{id}/card.png", "--sandbox", choice],
      input: #"{"id":"P1"}"# + "\n", folder: folder.path)
    #expect(result.status == 0 && folder.files("out") == ["P1/card.png"], "\(result.errorText)")
  }

  /// Each command checks the kernel before it reads: without Landlock it does nothing.
  @Test(arguments: [
    ["compare", "deck.json", "deck.json"], ["diff", "deck.json", "deck.json"], ["bench", "deck.json"],
    ["test", "deck.json"], ["worker", "deck.json", "-o", "{id}.png"],
  ])
  func otherCommandsCheckTheKernelFirst(words: [String]) throws {
    let (folder, beside) = (try RunFolder(["deck.json": Self.deck]), try RunFolder())
    let run = try FaultShim(in: beside.path).run(
      words + ["--sandbox", "required"], folder: folder.path, faults: ["LANDLOCK": "1"])
    #expect(run.program.status == 2)
    #expect(
      run.program.errorText.contains("this kernel does not support Landlock"), "\(run.program.errorText)")
  }

  /// Rows create folders, a file of finished rows and a report.
  @Test(.enabled(if: isKnown)) func rowsAreDrawnInIt() throws {
    let folder = try RunFolder([
      "in/deck.json":
        #"{"canvas":{"width":60},"cards":[{"parts":[{"type":"text","text":"{{ t }}"}]}]}"#,
      "rows/people.csv": "id,t\nP1,a\nP2,b\n",
    ])
    let result = try folder.run(
      "in/deck.json", "--rows", "rows/people.csv", "-o", "out/{id}/card.png", "--report", "said/r.jsonl",
      "--sandbox", "required")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(folder.pictures("out") == ["P1/card.png", "P2/card.png"])
    #expect(try folder.text("said/r.jsonl").contains("P2"))
    // The second run finds the files of the first; the third replaces them and removes those without a row.
    let kept = try folder.run(
      "in/deck.json", "--rows", "rows/people.csv", "-o", "out/{id}/card.png", "--sandbox", "required")
    #expect(kept.errorText.contains("2 unchanged"), "\(kept.errorText)")
    try folder.write("rows/people.csv", "id,t\nP1,c\n")
    let again = try folder.run(
      "in/deck.json", "--rows", "rows/people.csv", "-o", "out/{id}/card.png", "--prune", "--sandbox",
      "required")
    #expect(again.status == 0, "\(again.errorText)")
    #expect(folder.pictures("out") == ["P1/card.png"])
  }

  /// A link in the output folder, whatever its name, is not followed out of it.
  @Test(arguments: ["required", "off"]) func rowsAreWrittenBelowTheirFolder(choice: String) throws {
    if choice == "required", !Self.isKnown { return }
    let (folder, outside) = (try RunFolder(["deck.json": Self.deck]), try RunFolder(["old": "o"]))
    let names = ["x", "y", "report.jsonl", ".cardshot-rows"]
    try folder.write(
      "deck.json",
      #"{"canvas":{"width":60},"cards":[{"parts":[{"type":"text","text":"{{ d }}"}]}]}"#)
    try folder.write("rows.jsonl", names.map { #"{"id":"f","d":"\#($0)"}"# + "\n" }.joined())
    for name in names {
      try folder.write("o/\(name)/.keep", "")
      try folder.remove("o/\(name)")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/o/\(name)", withDestinationPath: outside.path)
    }
    let result = try folder.run(
      "deck.json", "--rows", "rows.jsonl", "-o", "o/{d}/{id}.png", "--sandbox", choice)
    // A name with a leading dot is not valid.
    #expect(
      result.status == 2 && result.errorText.contains("4 rows: 0 drawn, 4 skipped"), "\(result.errorText)")
    #expect(outside.files() == ["old"])
  }

  @Test func aKernelWithoutLandlockDrawsAllTheSame() throws {
    let (folder, beside) = (try RunFolder(["deck.json": Self.deck]), try RunFolder())
    let shim = try FaultShim(in: beside.path)
    func run(_ words: String...) throws -> BuiltProgram.Result {
      try shim.run(["deck.json", "-o", "a.png"] + words, folder: folder.path, faults: ["LANDLOCK": "1"])
        .program
    }
    #expect(try run().status == 0)
    #expect(try run("--sandbox", "off").status == 0)
    try folder.remove("a.png")
    let required = try run("--sandbox", "required")
    #expect(required.status == 2)
    #expect(required.errorText.contains("this kernel does not support Landlock"), "\(required.errorText)")
    #expect(!folder.exists("a.png"))
  }

  /// If a kernel with Landlock rejects the rules, the program ends, even if rules are not required.
  @Test(.enabled(if: isKnown), arguments: ["auto", "required"]) func rejectedRulesAreAnError(
    choice: String
  ) throws {
    let (folder, beside) = (try RunFolder(["deck.json": Self.deck]), try RunFolder())
    let result = try FaultShim(in: beside.path).run(
      ["deck.json", "-o", "a.png", "--sandbox", choice], folder: folder.path, faults: ["LANDLOCK": "2"]
    ).program
    #expect(result.status == 2 && !folder.exists("a.png"))
    #expect(
      result.errorText.contains("the kernel refuses its rules (permission denied)"), "\(result.errorText)")
    withExtendedLifetime(beside) {}
  }

  /// If a process cannot be limited, no SVG picture is drawn, and `doctor` reports it.
  @Test func rejectedLimitsAreAnError() throws {
    let (folder, beside) = (try RunFolder(), try RunFolder())
    try folder.write(
      "a.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>")
    try folder.write(
      "deck.json", #"{"canvas":{"width":60},"cards":[{"parts":[{"type":"image","image":"a.svg"}]}]}"#)
    let shim = try FaultShim(in: beside.path)
    func run(_ words: String...) throws -> BuiltProgram.Result {
      try shim.run(words, folder: folder.path, faults: ["LIMITS": "1"]).program
    }
    let result = try run("deck.json", "-o", "a.png")
    #expect(result.status == 2 && !folder.exists("a.png"))
    let sentence = "the system rejected the limits of its memory, files or processor time"
    #expect(result.errorText.contains(sentence), "\(result.errorText)")
    #expect(try run("doctor").outputText.contains("SVG pictures: cannot be drawn: "))
    #expect(try run("doctor").outputText.contains(sentence))
    withExtendedLifetime(beside) {}
  }

  @Test func anUnknownChoiceIsWrongUsage() throws {
    let folder = try RunFolder(["deck.json": Self.deck])
    #expect(try folder.run("deck.json", "-o", "a.png", "--sandbox", "maybe").status == 64)
  }
}

/// Which files a thread may open after it has entered rules, which apply to this thread only.
private enum FileRulesProbe {
  private static let answers = Mutex<[Bool]>([])

  /// Enters rules; returns which files can be read and which can be created.
  static func run(_ rules: FileRules, reading: [String], writing: [String]) throws -> [Bool] {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      if (try? rules.enter()) == true {
        let found =
          reading.map { (try? FileReading.beginning(path: $0, count: 1)) != nil }
          + writing.map { (try? FileWriting.write([1], to: $0)) != nil }
        answers.withLock { $0 = found }
      }
      done.signal()
    }
    done.wait()
    return answers.withLock { $0 }
  }
}
