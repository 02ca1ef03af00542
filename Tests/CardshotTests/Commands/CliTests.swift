import CardRaster
import Foundation
import TestSupport
import Testing

/// How the program parses its arguments, and its exit codes.
@Suite struct CliTests {
  private static let good =
    #"{"canvas":{"width":60},"cards":[{"id":"a","parts":[{"type":"text","text":"A"}]},{"id":"b","parts":[{"type":"spacer","height":9}]}]}"#
  private static let bad = #"{"cards":[{"parts":[{"type":"txet","text":"A"}]}]}"#
  private static let doubtful = #"{"cards":[{"parts":[{"type":"bar","percent":2}]}]}"#
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  /// Runs the program in a folder with `deck.json`; also returns the files in the folder afterwards.
  private func run(_ deck: String, _ arguments: [String], input: String = "") throws -> (
    BuiltProgram.Result, [String: [UInt8]]
  ) {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(Array(deck.utf8), to: "\(folder)/deck.json")
    let result = try BuiltProgram.run(arguments, input: input, folder: folder)
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != "deck.json" {
      files[name] = Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
    }
    return (result, files)
  }

  @Test("A file of Vega-Lite is a chart for every command", arguments: ["chart", "render"])
  func chartFiles(command: String) throws {
    func spec(_ field: String) -> String {
      """
      { "$schema": "https://vega.github.io/schema/vega-lite/v6.json", "width": 300, "mark": "bar",
        "data": { "url": "rows.csv" },
        "encoding": { "x": { "field": "a", "type": "nominal" }, "y": { "field": "\(field)" } } }
      """
    }
    let run = try RunFolder([
      "spec.vl.json": spec("b"), "wrong.json": spec("bb"), "rows.csv": "a,b\nNorth,1\nSouth,2\n",
    ])
    let result = try run.run(command, "spec.vl.json", "-o", "out.svg", "--theme", "report")
    #expect(result.status == 0, "\(result.errorText)")
    let picture = try run.text("out.svg")
    #expect(picture.contains("width=\"380\"") && picture.contains("North"))
    #expect(try run.run("spec.vl.json", "-o", "same.svg", "--theme", "report").status == 0)
    #expect(try run.text("same.svg") == picture)
    let wrong = try run.run(command, "wrong.json", "-o", "wrong.svg")
    #expect(wrong.status == 2)
    #expect(wrong.errorText.contains("wrong.json:3:") && wrong.errorText.contains("bb"), "\(wrong.errorText)")
    let deck = try run.run(command, "rows.csv", "-o", "no.svg")
    #expect(deck.status == 2)
  }

  @Test func aDeckBecomesAPicture() throws {
    let (result, files) = try run(CliTests.good, ["deck.json", "-o", "out.png"])
    #expect(result.status == 0)
    #expect(result.outputText == "")
    #expect(result.errorText == "")
    #expect(files.keys.sorted() == ["out.png"])
    #expect(files["out.png"]?.starts(with: CliTests.png) == true)
  }

  /// The most common arguments are read without ArgumentParser; both must give the same result.
  @Test func bothParsersGiveTheSameResult() throws {
    for (short, long) in [
      (["deck.json", "-o", "o.png"], ["render", "deck.json", "--output=o.png"]),
      (
        ["--scale", "2", "deck.json", "--quiet", "--output", "o.png", "--compression", "fast"],
        ["deck.json", "--output=o.png", "--scale=2", "--quiet", "--compression=fast"]
      ),
      (["deck.json", "-o", "{id}.svg", "--workers", "2"], ["deck.json", "-o", "{id}.svg", "--workers=2"]),
      (["deck.json", "-o", "o.gif"], ["render", "deck.json", "-o", "o.gif"]),
      (["none.json", "-o", "o.png"], ["render", "none.json", "-o", "o.png"]),
      (
        ["deck.json", "-o", "o.svg", "--compression", "fast"],
        ["render", "deck.json", "-o", "o.svg", "--compression=fast"]
      ),
      (["deck.json", "-o", "same-{state}.png"], ["render", "deck.json", "-o", "same-{state}.png"]),
      (["deck.json", "-o", "none/o.png"], ["render", "deck.json", "-o", "none/o.png"]),
    ] {
      let (first, second) = (try run(CliTests.good, short), try run(CliTests.good, long))
      #expect(first.0.status == second.0.status, "\(short)")
      #expect(first.0.errorText == second.0.errorText, "\(short)")
      #expect(first.1 == second.1, "\(short)")
    }
  }

  @Test(arguments: [
    ("jpg", [0xFF, 0xD8, 0xFF] as [UInt8]), ("jpeg", [0xFF, 0xD8, 0xFF]), ("webp", Array("RIFF".utf8)),
    ("pdf", Array("%PDF".utf8)),
  ]) func theFileExtensionDeterminesTheFormat(ending: String, start: [UInt8]) throws {
    let quality = ending == "pdf" ? ["--pages"] : ["--quality", "80"]
    let (result, files) = try run(CliTests.good, ["deck.json", "-o", "out.\(ending)"] + quality)
    #expect(result.status == 0)
    #expect(files["out.\(ending)"]?.starts(with: start) == true)
  }

  private static let moving =
    #"{"canvas":{"width":60},"theme":"turbo","cards":[{"id":"a","parts":[{"type":"bar","percent":1,"animated":true}]}]}"#

  @Test(arguments: [
    ("gif", Array("GIF89a".utf8)), ("png", [0x89, 0x50, 0x4E, 0x47] as [UInt8]), ("webp", Array("RIFF".utf8)),
  ]) func framesMakeAnAnimation(ending: String, start: [UInt8]) throws {
    let (result, files) = try run(
      CliTests.moving, ["deck.json", "-o", "out.\(ending)", "--frames", "4", "--fps", "8", "--json"])
    #expect(result.status == 0)
    #expect(files["out.\(ending)"]?.starts(with: start) == true)
    #expect(
      result.outputText.contains("\"frames\": 4") && result.outputText.contains("\"milliseconds\": 500"))
  }

  @Test("A GIF of more than 50 frames per second causes a warning") func fastGIF() throws {
    let words = ["deck.json", "--duration", "0.2", "--fps", "100", "--json", "-o"]
    let (result, _) = try run(CliTests.moving, words + ["out.gif"])
    #expect(result.status == 0)
    #expect(result.outputText.contains("10 of 20 frames are dropped"))
    #expect(result.outputText.contains("\"frames\": 10"))
    #expect(try run(CliTests.moving, words + ["out.gif", "--strict"]).0.status != 0)
    #expect(!(try run(CliTests.moving, words + ["out.webp"]).0.outputText.contains("left out")))
  }

  @Test func everyFrameMayBeAFileOfItsOwn() throws {
    let (result, files) = try run(
      CliTests.moving, ["deck.json", "-o", "f-%03d.png", "--duration", "0.5", "--fps", "6"])
    #expect(result.status == 0)
    #expect(files.keys.sorted() == ["f-001.png", "f-002.png", "f-003.png"])
    #expect(files["f-001.png"] != files["f-003.png"])
    let (_, second) = try run(CliTests.moving, ["deck.json", "-o", "b.png", "--at", "0.16666666666666666"])
    #expect(second["b.png"] == files["f-002.png"])
  }

  @Test func aByteBudgetIsKeptAndItsLossesAreReported() throws {
    let deck =
      ##"{"canvas":{"width":300,"scale":2},"cards":[{"height":200,"traits":{"gradient":{"colors":["#F00","#0F0","#00F"],"angle":30}},"parts":[{"type":"text","text":"Words"}]}]}"##
    for (ending, most) in [("jpg", 9_000), ("webp", 6_000), ("gif", 60_000), ("png", 6_000)] {
      let (result, files) = try run(deck, ["deck.json", "-o", "out.\(ending)", "--max-bytes", "\(most)"])
      #expect(result.status == 0, "\(ending): \(result.errorText)")
      #expect((files["out.\(ending)"]?.count ?? .max) <= most, "\(ending)")
      #expect(result.errorText.contains("to stay within \(most) bytes"), "\(ending): \(result.errorText)")
    }
    let (result, files) = try run(deck, ["deck.json", "-o", "out.jpg", "--max-bytes", "300"])
    #expect(result.status == 2 && files.isEmpty)
    #expect(result.errorText.contains("cannot be reduced to 300 bytes"))
    let (roomy, _) = try run(deck, ["deck.json", "-o", "out.jpg", "--max-bytes", "1M"])
    #expect(roomy.status == 0 && !roomy.errorText.contains("to stay within"))
  }

  @Test func aByteBudgetReducesTheFrames() throws {
    let deck =
      #"{"canvas":{"width":200},"seed":1,"cards":[{"parts":[{"type":"confetti","height":150,"intensity":0.8}]}]}"#
    let arguments = ["deck.json", "-o", "out.gif", "--frames", "16", "--at", "2", "--colors", "16", "--json"]
    let (free, files) = try run(deck, arguments)
    #expect(free.status == 0)
    let most = (files["out.gif"]?.count ?? 0) * 3 / 4
    let (tight, fewer) = try run(deck, arguments + ["--max-bytes", "\(most)"])
    #expect(tight.status == 0 && (fewer["out.gif"]?.count ?? .max) <= most)
    #expect(tight.outputText.contains("8 of 16 frames"))
  }

  @Test func framesOfADeckWithoutAnimationCauseAWarning() throws {
    let (result, files) = try run(CliTests.good, ["deck.json", "-o", "out.gif", "--frames", "2"])
    #expect(result.status == 0 && files["out.gif"] != nil)
    #expect(result.errorText.contains("warning: nothing moves: all frames are the same"))
  }

  @Test func transparencyThatAFormatLacksIsAnError() throws {
    let deck =
      #"{"canvas":{"width":60,"background":"transparent"},"cards":[{"parts":[{"type":"spacer","height":9}]}]}"#
    let (result, files) = try run(deck, ["deck.json", "-o", "out.jpg"])
    #expect(result.status == 2)
    #expect(
      result.errorText
        == "deck.json:1:36: error: jpeg does not support transparency, but the background is not opaque at canvas.background; "
        + "choose an opaque colour\n")
    #expect(files.isEmpty)
    let (several, none) = try run(deck, ["deck.json", "-o", "out.png", "-o", "out.jpg"])
    #expect(several.status == 2 && several.errorText == result.errorText)
    #expect(none.isEmpty)
  }

  @Test func anErrorWritesNothing() throws {
    let (result, files) = try run(CliTests.bad, ["deck.json", "-o", "out.png"])
    #expect(result.status == 2)
    #expect(
      result.errorText
        == "deck.json:1:29: error: unknown part type 'txet' at cards[0].parts[0].type; did you mean 'text'?\n"
    )
    #expect(files.isEmpty)
  }

  @Test func anErrorKeepsTheExistingFile() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(Array(CliTests.bad.utf8), to: "\(folder)/deck.json")
    try FileWriting.write([1, 2, 3], to: "\(folder)/out.png")
    #expect(try BuiltProgram.run(["deck.json", "-o", "out.png"], folder: folder).status == 2)
    #expect(try FileReading.read(path: "\(folder)/out.png", limit: 10) == [1, 2, 3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["deck.json", "out.png"])
  }

  @Test(arguments: [
    ["deck.json"], ["deck.json", "-o", "out.bmp"], ["deck.json", "-o", "out.png", "--scale", "99"],
    ["deck.json", "-o", "out.png", "--nonsense"],
    ["deck.json", "-o", "out.png", "--pages"], ["deck.json", "-o", "out.svg", "--frames", "3"],
    ["deck.json", "-o", "f-%03d.png"], ["deck.json", "-o", "out.png", "--fps", "3"],
    ["deck.json", "-o", "out.png", "--colors", "8"], ["deck.json", "-o", "out.gif", "--frames", "0"],
    ["deck.json", "-o", "out.svg", "--max-bytes", "9k"],
    ["deck.json", "-o", "out.png", "--max-bytes", "many"],
    ["deck.json", "-o", "out.gif", "--frames", "2", "--poster-frame", "3"],
    ["deck.json", "-o", "{id}.pdf", "--pages"],
    ["deck.json", "-o", "out.png", "--quality", "80"], ["deck.json", "-o", "out.jpg", "--quality", "0"],
    ["deck.json", "-o", ""], [],
    ["deck.json", "-o", "out.png", "--set", "novalue"],
    ["deck.json", "-o", "out.png", "--compression", "huge"],
    ["inspect", "deck.json", "--viewport", "1"], ["list", "nonsense"],
    ["deck.json", "-o", "out.png", "--all-states"], ["deck.json", "-o", "-", "--all-states"],
    ["deck.json", "-o", "{id}.png", "--all-states", "--state", "x"],
    ["deck.json", "-o", "out.png", "--appearance", "dusk"],
  ]) func wrongUsageIs64(_ arguments: [String]) throws {
    let (result, files) = try run(CliTests.good, arguments)
    #expect(result.status == 64, "\(result.errorText)")
    #expect(!result.errorText.isEmpty)
    #expect(files.isEmpty)
  }

  /// Options that apply to none of the files.
  @Test(arguments: [
    (["-o", "o.svg", "--compression", "fast"], "--compression has no effect on svg, only on png."),
    (
      ["-o", "o.jpg", "-o", "o.pdf", "--compression", "fast"],
      "--compression has no effect on jpeg, only on png."
    ),
    (
      ["-o", "o.gif", "--frames", "2", "--compression", "fast"],
      "--compression has no effect on gif, only on png."
    ),
    (
      ["-o", "o.html", "--frames", "2", "--compression", "fast"],
      "--compression has no effect on gif, only on png."
    ),
    (
      ["-o", "-", "--format", "webp", "--compression", "fast"],
      "--compression has no effect on webp, only on png."
    ),
    (["-o", "o.png", "--svg-text"], "--svg-text has no effect on png, only on svg."),
    (["-o", "o.html", "-o", "o.pdf", "--svg-text"], "--svg-text has no effect on png, only on svg."),
    (
      ["-o", "o.png", "-o", "o.svg", "--quality", "80"],
      "--quality has no effect on png, only on jpeg, webp, mp4, webm."
    ),
    (
      ["-o", "{id}.svg", "--rows", "r.csv", "--compression", "fast"],
      "--compression has no effect on svg, only on png."
    ),
    (["-o", "{id}.webp", "--rows", "r.csv", "--svg-text"], "--svg-text has no effect on webp, only on svg."),
  ]) func anOptionWithoutEffectIsAnError(_ options: [String], message: String) throws {
    let (result, files) = try run(CliTests.good, ["deck.json"] + options)
    #expect(result.status == 64, "\(result.errorText)")
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(files.isEmpty)
  }

  /// It is enough if an option applies to one of several files.
  @Test(arguments: [
    ["-o", "o.svg", "-o", "o.png", "--compression", "fast"], ["-o", "o.html", "--compression", "fast"],
    ["-o", "o.png", "-o", "o.svg", "--svg-text"], ["-o", "o.png", "-o", "o.jpg", "--quality", "80"],
    ["-o", "o.png", "--frames", "2", "--compression", "fast"],
  ]) func anOptionWithAnEffectOnOneFileIsValid(_ options: [String]) throws {
    let (result, files) = try run(CliTests.good, ["deck.json"] + options)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(!files.isEmpty)
  }

  @Test func missingFilesAndFoldersAreErrors() throws {
    for arguments in [
      ["none.json", "-o", "out.png"], ["deck.json", "-o", "no/such/out.png"], [".", "-o", "out.png"],
    ] {
      let (result, files) = try run(CliTests.good, arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errorText.contains("error: "), "\(arguments)")
      #expect(files.isEmpty)
    }
  }

  @Test func standardStreamsWorkForDeckAndPicture() throws {
    let (result, files) = try run("", ["-", "-o", "-"], input: CliTests.good)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.output.starts(with: CliTests.png))
    #expect(files.isEmpty)
    let (svg, _) = try run(CliTests.good, ["deck.json", "-o", "-", "--format", "svg"])
    #expect(svg.outputText.hasPrefix("<"))
    let (fault, _) = try run("", ["-", "-o", "-"], input: "{")
    #expect(fault.status == 2)
    #expect(fault.output.isEmpty)
    #expect(fault.errorText.hasPrefix("<stdin>:1:2: error: invalid JSON"), "\(fault.errorText)")
  }

  @Test func everyCardGetsAFileOfItsOwn() throws {
    let (result, files) = try run(CliTests.good, ["deck.json", "-o", "card-{id}.png"])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(files.keys.sorted() == ["card-a.png", "card-b.png"])
    #expect(
      try run(CliTests.good, ["deck.json", "-o", "{index}.svg"]).1.keys.sorted() == ["1.svg", "2.svg"])
  }

  @Test func strictMakesWarningsErrors() throws {
    let (lax, drawn) = try run(CliTests.doubtful, ["deck.json", "-o", "out.png"])
    #expect(lax.status == 0)
    #expect(lax.errorText.contains(" warning: percent 2 is outside 0…1"))
    #expect(drawn.count == 1)
    let (quiet, _) = try run(CliTests.doubtful, ["deck.json", "-o", "out.png", "--quiet"])
    #expect(quiet.errorText == "")
    let (strict, files) = try run(CliTests.doubtful, ["deck.json", "-o", "out.png", "--strict"])
    #expect(strict.status == 2)
    #expect(strict.errorText.contains(" error: percent 2 is outside 0…1"))
    #expect(files.isEmpty)
  }

  @Test func machinesGetJSON() throws {
    let (fault, _) = try run(CliTests.bad, ["deck.json", "-o", "out.png", "--json"])
    let document = try #require(try JSONSerialization.jsonObject(with: Data(fault.output)) as? [String: Any])
    #expect(document["ok"] as? Bool == false)
    let issue = try #require((document["issues"] as? [[String: Any]])?.first)
    #expect(issue["severity"] as? String == "error")
    #expect(issue["file"] as? String == "deck.json")
    #expect(issue["line"] as? Int == 1)
    #expect(issue["column"] as? Int == 29)
    #expect(issue["path"] as? String == "cards[0].parts[0].type")
    #expect(issue["message"] as? String == "unknown part type 'txet'")
    #expect(issue["hint"] as? String == "did you mean 'text'?")
    let (fine, _) = try run(CliTests.good, ["deck.json", "-o", "{id}.png", "--json", "--scale", "2"])
    let report = try #require(try JSONSerialization.jsonObject(with: Data(fine.output)) as? [String: Any])
    #expect(report["ok"] as? Bool == true)
    let outputs = try #require(report["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["path"] as? String } == ["a.png", "b.png"])
    #expect(outputs.map { $0["width"] as? Int } == [120, 120])
  }

  @Test func textOfADeckCannotCommandATerminal() throws {
    let deck = #"{"cards":[{"parts":[{"type":"\u001b[31mred\u0007"}]}],"\u202enatural":1}"#
    let (result, _) = try run(deck, ["deck.json", "-o", "out.png"])
    #expect(result.status == 2)
    #expect(!result.error.contains(0x1B))
    #expect(!result.error.contains(0x07))
    #expect(!result.errorText.unicodeScalars.contains("\u{202E}"))
    #expect(result.errorText.contains(#"\u{1B}[31mred\u{7}"#))
  }

  @Test func optionsTakePrecedenceOverTheDeck() throws {
    func width(_ arguments: [String]) throws -> Int {
      let (result, files) = try run(CliTests.good, ["deck.json", "-o", "out.png"] + arguments)
      #expect(result.status == 0, "\(result.errorText)")
      return try Goldens.pixels(try #require(files["out.png"]), "out").width
    }
    #expect(try width([]) == 60)
    #expect(try width(["--width", "80"]) == 80)
    #expect(try width(["--scale", "3"]) == 180)
    let (unknown, _) = try run(CliTests.good, ["deck.json", "-o", "out.png", "--card", "c"])
    #expect(unknown.status == 2)
  }

  @Test func helpNamesEveryOption() throws {
    let help = try BuiltProgram.run(["render", "--help"]).outputText
    for option in [
      "-o, --output", "--format", "--compression", "--svg-text", "--workers", "--strict", "--quiet", "--json",
      "--scale",
      "--width", "--theme", "--appearance", "--state", "--all-states", "--card", "--data", "--set",
      "--system-fonts", "--help", "--version",
    ] { #expect(help.contains(option), "\(option)") }
    let top = try BuiltProgram.run(["--help"])
    #expect(top.status == 0)
    for command in ["inspect", "list", "schema", "render"] {
      #expect(top.outputText.contains(command), "\(command)")
    }
  }

  /// Lines wider than 80 columns are wrapped anywhere, so examples must be shorter.
  @Test func examplesOfHelpAreOnLinesOfTheirOwn() throws {
    let top = try BuiltProgram.run(["--help"]).outputText
    let commands = top.matches(of: /\n {2}([a-z]+)(?:, [a-z]+)?(?: \(default\))? +[A-Z]/).map {
      String($0.1)
    }
    #expect(commands.contains("render") && commands.contains("schema"))
    for command in commands {
      let help = try BuiltProgram.run([command, "--help"]).outputText
      for examples in (top + help).matches(of: /EXAMPLES\n((?:.+\n)+)/) {
        for line in examples.1.split(separator: "\n") { #expect(line.hasPrefix("  "), "\(command): \(line)") }
      }
    }
  }

  @Test func versionNamesTheLibraries() throws {
    let version = try BuiltProgram.run(["--version"]).outputText
    // This is answered before any option is read.
    #expect(try BuiltProgram.run(["render", "--version"]).outputText == version)
    #expect(version.hasPrefix("cardshot 1."))
    for library in LibraryVersions.all { #expect(version.contains("\n\(library.name) \(library.version)")) }
  }

  @Test func listsAreComplete() throws {
    let all = try BuiltProgram.run(["list"]).outputText
    for word in ["progressBar", "customMargin", "mint", "svg", "Noto Color Emoji"] {
      #expect(all.contains(word), "\(word)")
    }
    #expect(
      try BuiltProgram.run(["list", "parts", "--properties"]).outputText.contains("minimumScaleFactor"))
  }

  @Test func aNameListsThePageOfOnePart() throws {
    func list(_ words: String...) throws -> String { try BuiltProgram.run(["list"] + words).outputText }
    let table = try list("parts", "table")
    #expect(table.hasPrefix("table: Rows with separators between them"))
    #expect(table.contains("\n  { \"type\": \"table\","), "the example")
    #expect(table.contains("\n  rowHeight: points; default 44"))
    #expect(table.contains("\n    tableColumn: title, width,"), "keys of objects")
    #expect(table.contains("Every part also takes id, margins,") && !table.contains("minimumScaleFactor"))
    let trait = try list("traits", "rounded")
    #expect(trait.hasPrefix("rounded: ") && !trait.contains("Every part"))
    #expect(try list("parts", "text", "--markdown").contains("| `maxLines` | whole number |"))
    #expect(try list("parts", "text", "--json").contains("\"name\": \"maxLines\""))
    #expect(try list("themes", "mint").split(separator: "\n").count == 1)
  }

  @Test func decksMayHaveComments() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    func write(_ text: String, _ name: String) throws {
      try FileWriting.write(Array(text.utf8), to: "\(folder)/\(name)")
    }
    let parts = #"[ { "type": "title", "title": "{{ title }}" } ]"#
    try write(
      #"""
      // The theme is in a file of its own.
      { "theme": "look.jsonc", "cards": [ { "parts": { "$include": "parts.jsonc" }, }, ], }
      """#, "a.jsonc")
    try write("/* Parts */ \(parts)", "parts.jsonc")
    try write("{ \"base\": \"mint\", }", "look.jsonc")
    try write("{ \"title\": \"Hello\", } // data", "data.jsonc")
    let run = try BuiltProgram.run(["a.jsonc", "-o", "a.png", "--data", "data.jsonc"], folder: folder)
    #expect(run.status == 0, "\(run.errorText)")
    try write(#"{ "theme": "mint", "cards": [ { "parts": \#(parts) } ] }"#, "b.json")
    let plain = try BuiltProgram.run(["b.json", "-o", "b.png", "--set", "title=Hello"], folder: folder)
    #expect(plain.status == 0, "\(plain.errorText)")
    let (a, b) = (
      try FileReading.read(path: "\(folder)/a.png", limit: 1 << 20),
      try FileReading.read(path: "\(folder)/b.png", limit: 1 << 20)
    )
    #expect(a == b)
    let strict = try BuiltProgram.run(["c.json", "-o", "c.png"], folder: folder)
    #expect(strict.status == 2)
    // Goldens have the name without the extension.
    let test = try BuiltProgram.run(
      ["test", "a.jsonc", "--data", "data.jsonc", "--record", "missing"], folder: folder)
    #expect(test.status == 1, "\(test.errorText)")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/Goldens/a.png"))
  }
}
