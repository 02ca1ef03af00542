import CardRaster
import Foundation
import Glibc
import TestSupport
import Testing

/// The file that records finished rows, and the files that `--prune` removes.
@Suite struct RowNotesTests {
  private static let deck = #"{"canvas":{"width":60},"cards":[{"parts":[{"type":"text","text":"{{ t }}"}]}]}"#
  private static let doubtful = """
    {"canvas":{"width":60},"cards":[{"parts":[{"type":"text","text":"{{ t }}"},
     {"type":"button","buttonTitle":"Go","link":"https://example.com/"},
     {"type":"histogram","dataEntries":[]}]}]}
    """

  private func folder(_ rows: String = "id,t\nP1,a\nP2,b\n") throws -> RunFolder {
    try RunFolder(["d.json": Self.deck, "rows.csv": rows, "one.csv": "id,t\nP1,a\n"])
  }

  private static func object(_ text: Substring) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func otherOutputsInAFolderHaveARecordOfTheirOwn() throws {
    let run = try folder()
    let (a, b) = ("pp/a-{id}.png", "pp/b-{id}.png")
    #expect(try run.run("d.json", "--rows", "rows.csv", "-o", a).status == 0)
    #expect(try run.run("d.json", "--rows", "rows.csv", "-o", b, "--prune").status == 0)
    #expect(run.pictures("pp") == ["a-P1.png", "a-P2.png", "b-P1.png", "b-P2.png"])
    let again = try run.run("d.json", "--rows", "one.csv", "-o", a, "--prune")
    #expect(again.errorText.contains("1 unchanged, 1 file removed"), "\(again.errorText)")
    #expect(run.pictures("pp") == ["a-P1.png", "b-P1.png", "b-P2.png"])
  }

  @Test func bothAppearancesOfAFolderAreRemembered() throws {
    let run = try folder()
    func draw(_ appearance: String) throws -> String {
      try run.run(
        "d.json", "--rows", "rows.csv", "-o", "o/{id}-{appearance}.png", "--appearance", appearance, "--prune"
      ).errorText
    }
    for appearance in ["light", "dark"] { #expect(try draw(appearance).contains("2 drawn")) }
    for appearance in ["light", "dark"] { #expect(try draw(appearance).contains("2 unchanged")) }
    #expect(run.pictures("o").count == 4)
  }

  /// A run without `--prune` keeps the record of files that no row makes any more.
  @Test(arguments: [false, true]) func filesOfAllEarlierRunsAreRemoved(isPiped: Bool) throws {
    let run = try folder("id,t\nP1,a\nP2,b\nP3,c\n")
    let words = ["d.json", "-o", "o/{id}.png", "--rows"]
    #expect(try BuiltProgram.run(words + ["rows.csv"], folder: run.path).status == 0)
    for _ in 1...2 {
      let result = try BuiltProgram.run(words + ["one.csv"], folder: run.path)
      #expect(result.errorText.contains("2 files of earlier runs have no row; --prune removes them"))
    }
    let input = isPiped ? "id,t\nP1,a\n" : ""
    let result = try BuiltProgram.run(
      words + [isPiped ? "-" : "one.csv", "--prune"], input: input, folder: run.path)
    #expect(result.errorText.contains("1 unchanged, 2 files removed"), "\(result.errorText)")
    #expect(run.pictures("o") == ["P1.png"])
  }

  /// Another run may write the same files.
  @Test func aFileThatAnotherRunWroteIsDrawnAgain() throws {
    let run = try folder("id,t,name\nP1,a,P1\n")
    let other = Self.deck.replacing(#""width":60"#, with: ##""width":60,"background":"#123456""##)
    try run.write("other.json", other)
    func draw(_ deck: String, _ output: String) throws -> [UInt8] {
      #expect(try run.run(deck, "--rows", "rows.csv", "-o", output, "--workers", "1").status == 0)
      return try run.bytes("o/P1.svg")
    }
    let first = try draw("d.json", "o/{id}.svg")
    let second = try draw("other.json", "o/{name}.svg")
    #expect(first != second)
    #expect(try draw("d.json", "o/{id}.svg") == first)
  }

  @Test func onlyFilesOfTheOutputAreRemoved() throws {
    let run = try folder()
    #expect(try run.run("d.json", "--rows", "rows.csv", "-o", "out/{id}/c.png").status == 0)
    for file in ["precious.txt", "out/mine.png", "away/c.png", "out/P3/c.png"] { try run.write(file, "x") }
    try FileManager.default.createSymbolicLink(
      atPath: run.path + "/out/link", withDestinationPath: run.path + "/away")
    let note = try run.note(in: "out")
    let planted = ["precious.txt", "out/../precious.txt", "out/mine.png", "out/link/c.png", "out/P3/c.png"]
    let lines = planted.enumerated().map { Self.planted($0.element, row: $0.offset) }
    try run.write(note, try run.text(note) + lines.joined())
    let result = try run.run("d.json", "--rows", "rows.csv", "-o", "out/{id}/c.png", "--prune")
    #expect(result.errorText.contains("2 unchanged, 1 file removed"), "\(result.errorText)")
    #expect(run.exists("precious.txt") && run.exists("out/mine.png") && run.exists("away/c.png"))
    #expect(!run.exists("out/P3/c.png"))
  }

  /// A recorded row with a file that contains `x`, or other bytes.
  private static func planted(_ path: String, row: Int, size: Int = 1, of bytes: String = "x") -> String {
    let sum = Deflate.crc32(Array(bytes.utf8))
    return #"{"row":"\#(row)","files":[{"path":"\#(path)","bytes":\#(size),"width":1,"height":1,"#
      + #""crc32":"\#(sum)"}],"reads":{}}"# + "\n"
  }

  /// A file with the same name that another program wrote before the run is kept.
  @Test func onlyWhatAnEarlierRunWroteIsRemoved() throws {
    let run = try folder()
    for name in ["size", "sum", "link", "none"] { try run.write("o/\(name).png", "mine") }
    try run.remove("o/link.png")
    try run.write("elsewhere.png", "mine")
    try FileManager.default.createSymbolicLink(
      atPath: run.path + "/o/link.png", withDestinationPath: "../elsewhere.png")
    #expect(try run.run("d.json", "--rows", "rows.csv", "-o", "o/{id}.png").status == 0)
    let note = try run.note(in: "o")
    let lines = [
      Self.planted("o/size.png", row: 1, size: 1_700, of: "mine"), Self.planted("o/sum.png", row: 2, size: 4),
      Self.planted("o/link.png", row: 3, size: 4, of: "mine"),
      #"{"row":"4","files":[{"path":"o/none.png","bytes":4,"width":1,"height":1}],"reads":{}}"# + "\n",
    ]
    try run.write(note, try run.text(note) + lines.joined())
    let result = try run.run("d.json", "--rows", "rows.csv", "-o", "o/{id}.png", "--prune")
    #expect(result.status == 0 && !result.errorText.contains("removed"), "\(result.errorText)")
    #expect(run.pictures("o") == ["P1.png", "P2.png", "link.png", "none.png", "size.png", "sum.png"])
  }

  /// A recorded row with links that a deck may not have is drawn again.
  @Test(arguments: [
    #"[{"kind":"link","link":"javascript:alert(1)"}]"#, #"[{"link":" java\u0009script:x"}]"#,
    #"[{"link":"data:text/html,x"},{"link":"https://a/"}]"#, #"[{"link":{"a":1}}]"#, #"[{"link":""}]"#,
  ]) func linksOfANoteAreChecked(regions: String) throws {
    let run = try folder()
    let words = ["d.json", "--rows", "one.csv", "-o", "o/{id}.png", "--report", "-"]
    #expect(try BuiltProgram.run(words, folder: run.path).status == 0)
    let note = try run.note(in: "o")
    let text = try run.text(note)
    let changed = text.replacing(#""regions":[]"#, with: #""regions":\#(regions)"#)
    #expect(changed != text)
    try run.write(note, changed)
    let result = try BuiltProgram.run(words, folder: run.path)
    #expect(result.status == 0 && result.errorText.contains("1 drawn"), "\(result.errorText)")
    #expect(result.outputText.contains(#""regions":[]"#), "\(result.outputText)")
  }

  /// A recorded row must not make the program read a file outside of the deck's folder.
  @Test(arguments: ["../secret", "/etc/hostname", "link"]) func recordedInputFilesMustBeInTheFolderOfTheDeck(
    name: String
  )
    throws
  {
    let run = try RunFolder(["in/d.json": Self.deck, "in/one.csv": "id,t\nP1,a\n", "secret": "s"])
    try FileManager.default.createSymbolicLink(
      atPath: run.path + "/in/link", withDestinationPath: "../secret")
    let words = ["in/d.json", "--rows", "in/one.csv", "-o", "o/{id}.png", "--sandbox", "off"]
    #expect(try BuiltProgram.run(words, folder: run.path).status == 0)
    let note = try run.note(in: "o")
    let path = name.hasPrefix("/") ? name : "\(run.path)/in/\(name)"
    let sum = SHA256.hex(Array(SHA256.hex(try FileReading.read(path: path, limit: 1 << 20)).utf8))
    let text = try run.text(note)
    try run.write(note, text.replacing(#""reads":{}"#, with: #""reads":{"\#(name)":"\#(sum)"}"#))
    let result = try BuiltProgram.run(words, folder: run.path)
    #expect(result.status == 0 && result.errorText.contains("1 drawn"), "\(result.errorText)")
  }

  @Test func aSecondRunWithTheSameOutputsIsAnError() throws {
    let run = try folder()
    #expect(try run.run("d.json", "--rows", "rows.csv", "-o", "o/{id}.png").status == 0)
    let note = try run.note(in: "o")
    try run.write("\(note).part", "")
    let descriptor = open("\(run.path)/\(note).part", O_RDWR | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let second = try run.run("d.json", "--rows", "rows.csv", "-o", "o/{id}.png")
    #expect(second.status == 2)
    #expect(
      second.errorText.contains("another run that uses this file is still active"), "\(second.errorText)")
    close(descriptor)
    #expect(
      try run.run("d.json", "--rows", "rows.csv", "-o", "o/{id}.png").errorText.contains("2 unchanged"))
  }

  /// A row that is kept has the same line in a report, and the same warnings.
  @Test func keptRowsAreReportedCompletely() throws {
    let run = try folder()
    try run.write("d.json", Self.doubtful)
    func draw(_ words: String...) throws -> BuiltProgram.Result {
      try BuiltProgram.run(
        ["d.json", "--rows", "rows.csv", "-o", "o/{id}.png", "-o", "p/{id}.svg"] + words, folder: run.path)
    }
    func lines() throws -> [[String: Any]] {
      try run.text("r.jsonl").split(separator: "\n").map {
        var line = try Self.object($0)
        line["ms"] = nil
        line["kept"] = nil
        return line
      }
    }
    let first = try draw("--report", "r.jsonl")
    #expect(first.status == 0 && first.errorText.contains("warning"), "\(first.errorText)")
    let drawn = try lines()
    #expect(drawn.count == 2 && drawn[0]["warnings"] != nil && drawn[0]["regions"] != nil)
    let second = try draw("--report", "r.jsonl")
    #expect(second.errorText.contains("2 unchanged"), "\(second.errorText)")
    #expect(try lines() as NSArray == drawn as NSArray)
    func warnings(_ result: BuiltProgram.Result) -> [Substring] {
      result.errorText.split(separator: "\n").filter { $0.contains("warning") }
    }
    #expect(warnings(second) == warnings(first))
    #expect(try draw("--strict").status == 2)
  }

  @Test(arguments: ["P1", "p1"]) func aDuplicateNameOnStandardInputIsLeftOut(second: String) throws {
    let run = try folder()
    let words = ["d.json", "--rows", "-", "-o", "o/{id}.png"]
    #expect(try BuiltProgram.run(words, input: "id,t\nP1,a\n", folder: run.path).status == 0)
    let picture = try run.bytes("o/P1.png")
    let result = try BuiltProgram.run(
      words + ["--fresh"], input: "id,t\nP1,a\n\(second),b\nP3,c\n", folder: run.path)
    #expect(result.status == 2)
    #expect(
      result.errorText.contains("would be written to 'o/\(second).png', like row 1"), "\(result.errorText)")
    #expect(run.pictures("o") == ["P1.png", "P3.png"])
    #expect(try run.bytes("o/P1.png") == picture)
  }

  @Test func aStoppedRunIsReportedAsJSON() throws {
    let run = try folder("id,t\nP1,a\nP!,b\nP3,c\n")
    let result = try run.run(
      "d.json", "--rows", "rows.csv", "-o", "o/{id}.png", "--fail-fast", "--json", "--workers", "1")
    #expect(result.status == 2)
    let object = try Self.object(result.outputText[...])
    #expect(object["ok"] as? Bool == false && object["stopped"] as? Bool == true)
    #expect(object["drawn"] as? Int == 1 && object["broken"] as? Int == 1)
    #expect((object["issues"] as? [[String: Any]])?.count == 1)
  }
}
