import Foundation
import TestSupport
import Testing

/// `-` instead of a file: standard input for reading, standard output for writing.
@Suite struct StandardStreamTests {
  private static let deck = """
    {"canvas":{"width":200},"data":{"t":"Sample"},
     "cards":[{"id":"a","parts":[{"type":"text","id":"words","text":"{{ t }}"}]}]}
    """

  private func folder() throws -> RunFolder {
    try RunFolder(["d.json": Self.deck, "v.json": #"{"t":"Ada"}"#, "rows.csv": "id,t\nP1,a\nP2,b\n"])
  }

  private func run(_ words: [String], _ input: String = "", in folder: RunFolder) throws
    -> BuiltProgram.Result
  {
    try BuiltProgram.run(words, input: input, environment: [:], folder: folder.path)
  }

  @Test func dataComesFromStandardInput() throws {
    let folder = try folder()
    for words in [["d.json", "-o", "-"], ["inspect", "d.json"]] {
      let (piped, named) = (
        try run(words + ["--data", "-"], #"{"t":"Ada"}"#, in: folder),
        try run(words + ["--data", "v.json"], in: folder)
      )
      #expect(piped.status == 0 && piped.output == named.output, "\(piped.errorText)")
      #expect(try run(words, in: folder).output != named.output)
    }
    let wrong = try run(["d.json", "-o", "-", "--data", "-"], "[1]", in: folder)
    #expect(wrong.status == 2 && wrong.errorText.hasPrefix("<stdin>"), "\(wrong.errorText)")
    // Both decks of a comparison get the same values, which are read once.
    let same = try run(["diff", "d.json", "d.json", "--data", "-"], #"{"t":"Ada"}"#, in: folder)
    #expect(same.status == 0, "\(same.errorText)")
  }

  @Test func aReportGoesToStandardOutput() throws {
    let folder = try folder()
    let words = ["d.json", "--rows", "rows.csv", "-o", "{id}.png", "--workers", "1", "--fresh"]
    let result = try run(words + ["--report", "-"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    let lines = result.outputText.split(separator: "\n")
    #expect(
      lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") && $0.contains(#""ok":true"#) }, "\(lines)")
    #expect(result.errorText.hasPrefix("2 rows: 2 drawn in "))
    #expect(!folder.exists("-"))
  }

  @Test func theReportForBuildServersGoesToStandardOutput() throws {
    let folder = try RunFolder(["d.json": Self.deck])
    let share = try run(["test", "d.json", "--record", "missing", "--json"], in: folder).outputText
    let words = ["test", "d.json", "--record", "never", "--junit"]
    let result = try run(words + ["-"], in: folder)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.outputText.hasPrefix("<?xml") && result.outputText.hasSuffix("</testsuites>\n"))
    #expect(result.errorText.contains("1 golden: 1 passed"), "\(result.errorText)")
    // A shard is read from standard input.
    try folder.write("share.json", share)
    let (piped, named) = (
      try run(["merge", "-", "--json"], share, in: folder),
      try run(["merge", "share.json", "--json"], in: folder)
    )
    #expect(piped.status == 1 && piped.output == named.output, "\(piped.errorText)")
    let merged = try run(["merge", "-", "--junit", "-"], share, in: folder)
    #expect(merged.outputText.hasPrefix("<?xml") && merged.errorText.contains("1 recorded"))
    #expect(!folder.exists("-"))
  }

  /// A kept layout is recognised by its content.
  @Test func aLayoutComesFromStandardInput() throws {
    let folder = try folder()
    let layout = try run(["inspect", "d.json", "--stage", "layout"], in: folder).outputText
    try folder.write("kept.json", layout)
    let other = ["--set", "t=Other"]
    for (words, input) in [
      (["diff", "-", "d.json"], layout), (["diff", "d.json", "-"], layout),
      (["diff", "kept.json", "-"], layout),
      (["diff", "kept.json", "-"], Self.deck),
    ] {
      let same = try run(words, input, in: folder)
      #expect(same.status == 0, "\(words) \(same.outputText) \(same.errorText)")
    }
    let changed = try run(["diff", "-", "d.json"] + other, layout, in: folder)
    #expect(changed.status == 1 && changed.outputText.contains("Other"), "\(changed.outputText)")
    let words = try run(["inspect", "kept.json", "--stage", "words"], in: folder)
    #expect(words.status == 0 && words.outputText.contains("Sample"))
    for input in [layout, Self.deck] {
      let piped = try run(["inspect", "-", "--stage", "words"], input, in: folder)
      #expect(piped.status == 0 && piped.output == words.output, "\(piped.errorText)")
    }
    let picture = try run(["d.json", "-o", "-"], in: folder).output
    let seen = try BuiltProgram.run(
      ["inspect", "-", "--stage", "words"], inputBytes: picture, folder: folder.path)
    #expect(seen.outputText.hasPrefix("picture 200 × "), "\(seen.errorText)")
  }

  @Test(arguments: [
    (["-", "-o", "x.png", "--data", "-"], "the deck, and also read by --data."),
    (["d.json", "-o", "x.png", "--data", "-", "--data", "-"], "read by --data, and also read by --data."),
    (["-", "-o", "{id}.png", "--rows", "-"], "the deck, and also read by --rows."),
    (
      ["d.json", "-o", "{id}.png", "--rows", "-", "--data", "-"], "read by --data, and also read by --rows."
    ),
    (["worker", "d.json", "-o", "{id}.png", "--data", "-"], "read by --data, and also the rows."),
    (["inspect", "-", "--data", "-"], "the deck, and also read by --data."),
    (["diff", "-", "-"], "the deck, and also the new deck."),
    (["diff", "d.json", "-", "--data", "-"], "read by --data, and also the new deck."),
    (["compare", "-", "-"], "compared, and also compared."),
    (["compare", "-", "a.png", "--mask", "-"], "compared, and also the mask."),
    (["merge", "-", "-"], "a shard, and also a shard."),
  ]) func standardInputIsReadOnce(words: [String], message: String) throws {
    let folder = try folder()
    let result = try run(words, Self.deck, in: folder)
    #expect(result.status == 64)
    #expect(
      result.errorText.contains("Standard input can be read only once: - is \(message)"),
      "\(result.errorText)")
    #expect(folder.files() == ["d.json", "rows.csv", "v.json"])
  }

  @Test(arguments: [
    (
      ["d.json", "-o", "{id}.png", "--rows", "rows.csv", "--report", "-", "--json"],
      "--report and --json both write to standard output."
    ),
    (["d.json", "-o", "{id}.png", "--rows", "rows.csv", "--manifest", "-"], "--manifest must be a file"),
    (["d.json", "-o", "-", "-o", "-"], "Two outputs have the same name."),
    (["test", "d.json", "--junit", "-", "--json"], "--junit and --json both write to standard output."),
    (["test", "d.json", "--junit", "-", "--show"], "--junit and --show both write to standard output."),
    (["merge", "s.json", "--junit", "-", "--json"], "--junit and --json both write to standard output."),
    (["test", "d.json", "--mask", "-"], "--mask must be a file, because it is read for each picture."),
  ]) func standardOutputIsWrittenOnce(words: [String], message: String) throws {
    let folder = try folder()
    let result = try run(words, in: folder)
    #expect(result.status == 64)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(folder.files() == ["d.json", "rows.csv", "v.json"])
  }
}
