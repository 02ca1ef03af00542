import CardRaster
import Foundation
import TestSupport
import Testing

/// Changes that must not pass and must be reported.
///
/// The tests change ignored parts and pixels within tolerances, and use pipes and full disks.
@Suite("Goldens that cannot be fooled") struct FooledGoldenTests {
  /// A card with a title, a clock with an id, and a link.
  private static func deck(
    title: String = "Savings", clock: String = "12:00", clockID: String = #""id":"now","#,
    cardID: String = "savings", link: String = "https://example.com/a"
  ) -> String {
    """
    {"canvas":{"width":160},"theme":"turbo","cards":[{"id":"\(cardID)","parts":[
      {"type":"title","title":"\(title)"},
      {"type":"text",\(clockID)"text":"\(clock)"},
      {"type":"button","buttonTitle":"Apply","link":"\(link)"}]}]}
    """
  }

  private func recorded(_ deck: String = deck(), _ options: String...) throws -> RunFolder {
    let folder = try RunFolder(["d.json": deck])
    let words = ["test", "--record", "missing"] + options
    #expect(try BuiltProgram.run(words, environment: [:], folder: folder.path).status == 1)
    return folder
  }

  /// Runs a shell command in a folder, with a timeout of some seconds.
  private func shell(_ folder: RunFolder, _ line: String) throws -> BuiltProgram.Result {
    let line = line.replacing("cardshot", with: try BuiltProgram.path())
    return try BuiltProgram.run(
      ["20", "/bin/sh", "-c", line], environment: [:], folder: folder.path, program: "/usr/bin/timeout")
  }

  @Test("An ignored part that moves, grows, appears or disappears cannot hide a change")
  func ignoredParts() throws {
    let folder = try recorded()
    let options = ["test", "--record", "never", "--ignore-region", "now"]
    func run(_ deck: String, _ more: String...) throws -> BuiltProgram.Result {
      try folder.write("d.json", deck)
      return try BuiltProgram.run(options + more, environment: [:], folder: folder.path)
    }
    #expect(try run(Self.deck(clock: "09:41")).status == 0)
    // The id is on the whole card, which now has another title.
    let grown = try run(Self.deck(title: "Other", clockID: "", cardID: "now"))
    #expect(grown.status == 1)
    #expect(
      grown.outputText.contains(
        "'now' has moved since the golden, so only the overlap of both places is ignored"))
    #expect(grown.outputText.contains("'Savings' → 'Other'"))
    let moved = try run(Self.deck(title: "A title that needs more than one line of it", clock: "12:00"))
    #expect(moved.status == 1, "\(moved.outputText)")
    // Moving the id is an error even if no pixel changes.
    #expect(try run(Self.deck(clockID: "")).status == 2)
    #expect(try run(Self.deck(clockID: "", cardID: "now")).status == 0)
    // Without the layout of the golden, the former place of the part is unknown.
    try folder.remove("Goldens/d.layout.json")
    let bare = try run(Self.deck(clock: "09:41"))
    #expect(bare.status == 1)
    #expect(bare.outputText.contains("the golden's layout is missing, so no part is ignored"))
    try folder.write("Goldens/d.layout.json", "{")
    #expect(try run(Self.deck(clock: "09:41")).status == 2)
  }

  @Test(
    "A tolerance that allows any difference is an error, wherever it is set",
    arguments: [
      ["--max-diff", "100%"], ["--window", "1", "--max-diff", "1"], ["--window", "4", "--max-diff", "100%"],
      ["--window", "4", "--max-diff", "16"], ["--threshold", "1"],
    ])
  func tolerances(_ options: [String]) throws {
    let folder = try recorded()
    let picture = "Goldens/d.png"
    for words in [["compare", picture, picture], ["test"]] {
      let result = try BuiltProgram.run(words + options, environment: [:], folder: folder.path)
      #expect(result.status == 64, "\(words)")
      #expect(result.errorText.contains("no picture can fail"), "\(result.errorText)")
    }
    let keys = ["--max-diff": "maxDiff", "--window": "window", "--threshold": "threshold"]
    let members = stride(from: 0, to: options.count, by: 2).map { place in
      let value = options[place + 1]
      return "\"\(keys[options[place]] ?? "")\":" + (value.hasSuffix("%") ? "\"\(value)\"" : value)
    }
    try folder.write("cardshot.test.json", "{\(members.joined(separator: ","))}")
    let plan = try folder.run("test")
    #expect(plan.status == 2)
    #expect(plan.errorText.contains("no picture can fail"), "\(plan.errorText)")
    #expect(plan.errorText.hasPrefix("cardshot.test.json:1:"), "\(plan.errorText)")
  }

  @Test("A tolerance of all pixels is an error, even if no pixel differs")
  func wholePictures() throws {
    let folder = try recorded()
    for words in [["compare", "Goldens/d.png", "Goldens/d.png"], ["test", "--record", "never"]] {
      let result = try BuiltProgram.run(
        words + ["--max-diff", "9000000"], environment: [:], folder: folder.path)
      #expect(result.status == 2)
      #expect((result.errorText + result.outputText).contains("no picture can fail"))
    }
  }

  @Test("A picture without its last bytes is damaged", arguments: [1, 4, 8, 11, 12, 13, 60])
  func cutPictures(_ count: Int) throws {
    let folder = try recorded()
    let bytes = try folder.bytes("Goldens/d.png")
    try folder.write("cut.png", Array(bytes.dropLast(count)))
    #expect(try folder.run("compare", "Goldens/d.png", "cut.png").status == 2)
    #expect(try folder.run("compare", "cut.png", "Goldens/d.png").status == 2)
    try folder.write("Goldens/d.png", Array(bytes.dropLast(count)))
    let result = try folder.run("test")
    #expect(result.status == 2)
    #expect(result.outputText.contains("the golden cannot be read: the PNG picture is damaged"))
  }

  @Test("A wrong file at the path of a layout, the report, a mask or the failures is reported")
  func placesThatAreTaken() throws {
    let folder = try recorded()
    try folder.remove("Goldens/d.layout.json")
    try folder.write("Goldens/d.layout.json/x", "")
    let told = try folder.run("test", "--record", "never")
    #expect(told.status == 2)
    #expect(told.outputText.contains("its layout cannot be read"), "\(told.outputText)")
    #expect(told.outputText.contains("d.layout.json': it is a folder, not a file"), "\(told.outputText)")
    #expect(try folder.run("test", "--record", "never", "--layout", "exact").status == 2)
    // The page of another program, although the previous run wrote one with this name.
    try folder.write("d.json", Self.deck(title: "Other"))
    #expect(try folder.run("test", "--record", "never").status == 1)
    try folder.write("out/failures/report.html", "<title>Mine</title>")
    let foreign = try folder.run("test", "--record", "never")
    #expect(foreign.status == 2)
    #expect(foreign.outputText.contains("is not a report of cardshot"))
    #expect(try folder.text("out/failures/report.html") == "<title>Mine</title>")
    let mask = try folder.run("test", "--mask", "d.json")
    #expect(mask.status == 2)
    #expect(mask.errorText.contains("d.json': it is not a picture"), "\(mask.errorText)")
    let failures = try folder.run("test", "--failures", "d.json")
    #expect(failures.status == 2)
    #expect(failures.errorText.contains("cannot access 'd.json': it is not a folder"))
  }

  @Test("A difference in size is not blamed on the libraries", arguments: [15.5, 16, 17])
  func growth(_ size: Double) throws {
    func deck(_ size: Double) -> String {
      """
      {"canvas":{"width":160,"scale":2},"theme":"turbo","cards":[
        {"parts":[{"type":"text","font":{"size":\(size)},"text":"Some words"}]},
        {"parts":[{"type":"text","text":"Others"}]}]}
      """
    }
    let folder = try recorded(deck(15))
    try folder.write("d.json", deck(size))
    let result = try folder.run("test")
    #expect(result.status == 1)
    #expect(result.outputText.contains("15 → "), "\(result.outputText)")
    #expect(!result.outputText.contains("pixels changed"), "\(result.outputText)")
  }

  @Test(
    "A pipe instead of a golden, its layout, the report or a deck is an error and is not waited for")
  func pipes() throws {
    for name in ["Goldens/d.png", "Goldens/d.layout.json", "out/failures/report.html"] {
      let folder = try recorded()
      try folder.write("d.json", Self.deck(title: "Other"))
      try? folder.remove(name)
      try folder.write("out/failures/x", "")
      #expect(try shell(folder, "mkfifo \(name)").status == 0)
      let mode = name.hasPrefix("out") ? "never" : "all"
      let result = try shell(folder, "cardshot test d.json --record \(mode)")
      // The report belongs to cardshot, so it is removed before the run.
      #expect(result.status == (mode == "all" ? 2 : 1), "\(name): \(result.outputText)")
      #expect(result.outputText.contains("pipe") == (mode == "all"), "\(name): \(result.outputText)")
    }
    let folder = try recorded()
    #expect(try shell(folder, "mkfifo e.json").status == 0)
    let deck = try shell(folder, "cardshot test")
    #expect(deck.status == 2)
    #expect(deck.outputText.contains("broken e: "))
    #expect(deck.outputText.contains("it is a pipe, not a file"))
  }

  @Test("With a lock, a layout change without a pixel change is reported, and fails if layouts are exact")
  func locks() throws {
    let folder = try recorded(Self.deck(), "--lock", "g.lock")
    try folder.write("d.json", Self.deck(link: "https://example.com/b"))
    let told = try folder.run("test", "--lock", "g.lock")
    #expect(told.status == 0)
    #expect(
      told.outputText.contains("passed d: the picture matches the lock file, but the layout differs"))
    #expect(told.outputText.contains("such as a link, a text alternative or an id"))
    // It has not failed, so it is not recorded either.
    let lines = try folder.text("g.lock")
    #expect(try folder.run("test", "--lock", "g.lock", "--record", "failed").status == 0)
    #expect(try folder.text("g.lock") == lines)
    #expect(try folder.run("test", "--lock", "g.lock", "--layout", "exact").status == 1)
    let off = try folder.run("test", "--lock", "g.lock", "--layout", "off")
    #expect(off.status == 0)
    #expect(!off.outputText.contains("layout"))
    #expect(try folder.run("approve", "--lock", "g.lock", "d").status == 2)
    #expect(try folder.run("test", "--lock", "g.lock", "--layout", "exact").status == 1)
    #expect(try folder.run("approve", "--lock", "g.lock", "d").status == 0)
    #expect(try folder.run("test", "--lock", "g.lock", "--layout", "exact").status == 0)
  }

  @Test("A report that cannot be written does not suppress the verdicts")
  func fullDisk() throws {
    let folder = try recorded()
    try folder.write("e.json", Self.deck(title: "New"))
    try folder.write("d.json", Self.deck(title: "Other"))
    // A file instead of a folder simulates a disk that cannot be written.
    try folder.remove("out")
    try folder.write("out", "")
    for option in ["", " --json", " --quiet"] {
      let result = try shell(folder, "cardshot test --record never\(option)")
      #expect(result.status == 2)
      #expect(result.outputText.contains("no file can be there") || result.outputText.contains("folder"))
      for name in ["d", "e"] { #expect(result.outputText.contains(name)) }
    }
    let text = try shell(folder, "cardshot test --record never").outputText
    #expect(text.contains("4 goldens: 1 failed, 1 missing, 2 broken"), "\(text)")
    try folder.remove("out")
    let junit = try shell(folder, "cardshot test --record never --junit no/such/folder.xml")
    #expect(junit.status == 2)
    #expect(junit.outputText.contains("failed d: ") && junit.outputText.contains("missing e: "))
    #expect(junit.outputText.contains("broken report: "))
    let summary = try shell(
      folder, "GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=/dev/full cardshot test --record never")
    #expect(summary.status == 2)
    #expect(summary.outputText.contains("failed d: ") && summary.outputText.contains("broken report: "))
    _ = try shell(folder, "cardshot test --record never --json > share.json")
    let merged = try shell(folder, "cardshot merge share.json --junit no/such/folder.xml")
    #expect(merged.status == 2)
    #expect(merged.outputText.contains("failed d: ") && merged.outputText.contains("broken report: "))
  }

  @Test("A golden that cannot be written does not leave a layout without its picture")
  func halfGoldens() throws {
    let folder = try RunFolder(["d.json": Self.deck()])
    // The limit is in blocks of 512 bytes: the layout fits, the picture does not.
    let noise = #"{"canvas":{"width":900,"height":900},"cards":[{"parts":[{"type":"confetti"}]}]}"#
    try folder.write("d.json", noise)
    let result = try shell(folder, "ulimit -f 16; cardshot test --record missing")
    #expect(result.status == 2, "\(result.outputText)")
    #expect(folder.files("Goldens").isEmpty, "\(folder.files("Goldens"))")
  }

  @Test("An empty list of decks is an error and does not mean all decks")
  func emptyPlan() throws {
    let folder = try recorded()
    try folder.write("cardshot.test.json", #"{"decks":[]}"#)
    let result = try folder.run("test")
    #expect(result.status == 2)
    #expect(result.errorText.contains("an empty list names no deck"), "\(result.errorText)")
  }
}
