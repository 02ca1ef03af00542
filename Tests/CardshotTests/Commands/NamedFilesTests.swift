import Foundation
import TestSupport
import Testing

/// Files that a command line names twice, or both reads and writes.
@Suite struct NamedFilesTests {
  private static let deck = """
    {"canvas":{"width":60},"cards":[{"id":"a","parts":[{"type":"text","text":"x"}]},
     {"id":"a-dark","parts":[{"type":"bar","percent":0.5}]}]}
    """

  private func folder() throws -> RunFolder {
    let run = try RunFolder([
      "d.json":
        #"{"canvas":{"width":60},"data":{"t":"x"},"cards":[{"id":"a","parts":[{"type":"text","text":"{{ t }}"}]}]}"#,
      "rows.csv": "id,t\nP1,a\n", "ud.json": #"{"t":"A"}"#, "two.json": Self.deck,
    ])
    #expect(try run.run("two.json", "-o", "e.png").status == 0)
    try run.write("c.png", try run.bytes("e.png"))
    return run
  }

  private static let wrong: [([String], String)] = [
    (
      ["d.json", "--rows", "rows.csv", "-o", "{id}.png", "--report", "rows.csv"],
      "'rows.csv', which is read by --rows"
    ),
    (
      ["d.json", "--rows", "rows.csv", "-o", "{id}.png", "--report", "./d.json"],
      "--report './d.json' would overwrite 'd.json', which is the deck"
    ),
    (
      ["d.json", "--rows", "rows.csv", "-o", "{id}.png", "--manifest", "rows.csv"],
      "--manifest would overwrite"
    ),
    (
      ["d.json", "--rows", "rows.csv", "-o", "{id}.png", "--manifest", "m", "--report", "./m"],
      "--report and --manifest both name"
    ),
    (["d.json", "-o", "ud.json", "--format", "svg", "--data", "ud.json"], "which is read by --data"),
    (["d.json", "-o", "x.png", "-o", "./x.png"], "Two outputs have the same name"),
    (
      ["compare", "e.png", "c.png", "-o", "./e.png"],
      "--output './e.png' would overwrite 'e.png', which is compared"
    ),
    (["test", "d.json", "--junit", "./d.json"], "which is a deck"),
    (["merge", "ud.json", "--junit", "ud.json"], "which is a shard"),
    (["bench", "d.json", "-o", "d.json"], "which is the deck"),
  ]

  @Test(arguments: wrong) func inputFilesAreNotOverwritten(words: [String], message: String) throws {
    let run = try folder()
    let before = try Self.contents(run)
    let result = try BuiltProgram.run(words, folder: run.path)
    #expect(result.status == 64, "\(result.errorText)")
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(try Self.contents(run) == before)
  }

  private static func contents(_ run: RunFolder) throws -> [String: [UInt8]] {
    try Dictionary(uniqueKeysWithValues: run.files().map { ($0, try run.bytes($0)) })
  }

  @Test func aRowDoesNotOverwriteAnInputFile() throws {
    let run = try folder()
    try run.write("rows.csv", "id,t\nd,a\n")
    let result = try run.run("d.json", "--rows", "rows.csv", "-o", "./{id}.json", "--format", "svg")
    #expect(result.status == 64)
    #expect(result.errorText.contains("A row would overwrite 'd.json'"), "\(result.errorText)")
  }

  @Test(arguments: [
    ["two.json", "-o", "{id}.png", "--appearance", "light,dark"],
    ["d.json", "-o", "o.png", "-o", "o-dark.png", "--appearance", "light,dark"],
    ["d.json", "-o", "{id}.png", "-o", "a.png"],
    ["frames.json", "-o", "{id}%d.png", "--frames", "12"],
    ["own.json", "-o", "{id}.json", "--format", "svg"],
  ]) func noFileIsWrittenTwice(words: [String]) throws {
    let run = try folder()
    try run.write("frames.json", Self.deck.replacing("a-dark", with: "a1"))
    try run.write("own.json", Self.deck.replacing("a-dark", with: "own"))
    let before = try Self.contents(run)
    let result = try BuiltProgram.run(words, folder: run.path)
    #expect(result.status == 2)
    #expect(
      result.errorText.contains("would be written") || result.errorText.contains("would overwrite"),
      "\(result.errorText)")
    #expect(try Self.contents(run) == before)
  }

  @Test(arguments: [
    ["-o", "s1.png", "-o", "s2.svg"], ["-o", "p.jpg", "--max-bytes", "1500"],
    ["-o", "k.png", "-o", "k@2x.png"],
    ["-o", "m.html", "-o", "m.png"],
  ]) func aDeckOnStandardInputIsReadOnce(words: [String]) throws {
    let run = try folder()
    let deck = try run.text("d.json").replacing("{{ t }}", with: "Words that take some room")
    let result = try BuiltProgram.run(["-"] + words, input: deck, folder: run.path)
    #expect(result.status == 0, "\(result.errorText)")
    for name in words where name.contains(".") { #expect(run.exists(name)) }
  }

  @Test(arguments: [
    ["compare", "e.png", "c.png", "-o", "x1.png", "-o", "x2.png"],
    ["new", "invoice", "-o", "n1", "--output", "n2"],
    ["compare", "e.png", "c.png", "--mask", "e.png", "--mask", "c.png"],
  ]) func anOptionThatCountsOnceMayBeGivenOnce(words: [String]) throws {
    // The folder exists as long as it is referenced.
    let run = try folder()
    let result = try BuiltProgram.run(words, folder: run.path)
    #expect(run.exists("d.json"))
    #expect(result.status == 64)
    #expect(result.errorText.contains("is given twice; give it once"), "\(result.errorText)")
  }

  @Test func theOptionLikeMayBeRepeated() throws {
    let result = try folder().run("approve", "--like", "a", "--like", "b")
    #expect(result.status == 2)
    #expect(result.errorText.contains("there is nothing to approve"), "\(result.errorText)")
  }

  @Test func aNameThatIsNotUnicodeIsAnError() throws {
    let run = try folder()
    let program = try BuiltProgram.path()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", #""$0" d.json -o "$(printf 'o\377.png')" 2>err"#, program]
    process.currentDirectoryURL = URL(fileURLWithPath: run.path)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
    #expect(try run.text("err").contains("is not valid UTF-8"))
    #expect(run.files().filter { $0.hasPrefix("o") }.isEmpty)
  }

  @Test func picturesOfFoldersHaveAddressesOfTheirOwn() throws {
    let run = try folder()
    let base = ["--base-url", "https://cdn.example.com/m/"]
    try run.write("rows.csv", "id,t\nP1,a\nÉ2,b\n")
    let result = try BuiltProgram.run(
      ["d.json", "--rows", "rows.csv", "-o", "bu/{id}/card.html"] + base, folder: run.path)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(try run.text("bu/P1/card.html").contains("\"https://cdn.example.com/m/P1/card@2x.png\""))
    #expect(try run.text("bu/É2/card.html").contains("https://cdn.example.com/m/%C3%892/card@2x.png"))
    let filled = try run.run("d.json", "-o", "x.html", "--base-url", "https://cdn.example.com/{id}/")
    #expect(filled.status == 64)
    #expect(filled.errorText.contains("cannot contain placeholders"), "\(filled.errorText)")
  }
}
