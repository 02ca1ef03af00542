import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// `cardshot diff`, run as a program.
@Suite struct DiffCommandTests {
  private static let deck =
    #"{"canvas":{"width":300},"cards":[{"id":"a","parts":[{"type":"button","buttonTitle":"Apply Now"}]},"#
    + #"{"id":"b","states":{"hasData":[{"type":"text","text":"Data"}],"empty":[{"type":"text","text":"None"}]}}]}"#

  /// Runs `diff` in a folder with files.
  private func diff(_ files: [String: String], _ arguments: [String], input: String = "") throws
    -> BuiltProgram.Result
  {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    for (name, text) in files { try FileWriting.write(Array(text.utf8), to: "\(folder)/\(name)") }
    return try BuiltProgram.run(["diff"] + arguments, input: input, folder: folder)
  }

  private func layout(_ deck: String, _ options: [String]) throws -> String {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(Array(deck.utf8), to: "\(folder)/deck.json")
    let result = try BuiltProgram.run(
      ["inspect", "deck.json", "--stage", "layout"] + options, folder: folder)
    #expect(result.status == 0, "\(result.errorText)")
    return result.outputText
  }

  @Test func equalDecksExitWithZero() throws {
    let result = try diff(["a.json": Self.deck, "b.json": Self.deck], ["a.json", "b.json"])
    #expect(result.status == 0)
    #expect(result.outputText == "same: nothing changed\n")
    #expect(result.errorText == "")
  }

  @Test func aChangeIsPrintedAndTheExitCodeIsOne() throws {
    let other = Self.deck.replacing("Apply Now", with: "Apply")
    let result = try diff(["a.json": Self.deck, "b.json": other], ["a.json", "b.json"])
    #expect(result.status == 1)
    #expect(result.outputText == "different: 1 change\n  button 'Apply Now' → 'Apply'\n")
    let quiet = try diff(["a.json": Self.deck, "b.json": other], ["a.json", "b.json", "--quiet"])
    #expect(quiet.status == 1 && quiet.output.isEmpty)
    let piped = try diff(["a.json": Self.deck], ["a.json", "-"], input: other)
    #expect(piped.status == 1 && piped.output == result.output)
  }

  /// Process substitution passes the output of a command as a file.
  ///
  /// Pictures are relative to the working directory.
  @Test func decksComeFromPipesOfTheShell() throws {
    let folder = try RunFolder(["a.json": Self.deck, "data.json": #"{"word":"Apply"}"#])
    func run(_ line: String) throws -> BuiltProgram.Result {
      try BuiltProgram.run(
        ["-c", line, "bash", try BuiltProgram.path()], folder: folder.path, program: "/bin/bash")
    }
    let changed = #"<(sed 's/Apply Now/{{ word }}/' a.json)"#
    let result = try run(#""$1" diff a.json \#(changed) --data <(cat data.json)"#)
    #expect(result.outputText.contains("button 'Apply Now' → 'Apply'"), "\(result.errorText)")
    let both = try run(#""$1" diff <(cat a.json) <(cat a.json)"#)
    #expect(both.outputText == "same: nothing changed\n" && both.status == 0, "\(both.errorText)")
    let drawn = try run(#""$1" <(cat a.json) --card a -o a.png && test -s a.png"#)
    #expect(drawn.status == 0, "\(drawn.errorText)")
    let nobody = try run(#"mkfifo p && "$1" diff a.json p"#)
    #expect(nobody.status == 2 && nobody.errorText.contains("it is a pipe, not a file"))
  }

  @Test func machinesReadItAsJSON() throws {
    let other = Self.deck.replacing("Apply Now", with: "Apply")
    let result = try diff(["a.json": Self.deck, "b.json": other], ["a.json", "b.json", "--json"])
    let root = try JSONScanner.scan(result.output, file: "out")
    #expect(root["same"]?.value == .bool(false))
    let change = root["pages"]?.element(0)?["changes"]?.element(0)
    #expect(change?["sentence"]?.plain == "button 'Apply Now' → 'Apply'")
    #expect(change?["path"]?.plain == "cards[0].parts[0]")
    #expect(change?["before"]?["width"]?.number == change?["after"]?["width"]?.number)
  }

  @Test func cardsAndStatesAreFoundByName() throws {
    let other = Self.deck.replacing(#""None""#, with: #""Nothing""#).replacing(
      "]}}]}", with: #"]}},{"id":"c","parts":[{"type":"text","text":"C"}]}]}"#)
    let result = try diff(["a.json": Self.deck, "b.json": other], ["a.json", "b.json", "--all-states"])
    #expect(result.status == 1)
    #expect(
      result.outputText == """
        different: 2 of 4 pictures
          card 'b', state 'empty'
            text 'None' → 'Nothing'
          card 'c'
            card 'c' is new

        """)
    let gone = try diff(["a.json": other, "b.json": Self.deck], ["a.json", "b.json", "--each"])
    #expect(gone.outputText.contains("card 'c' is gone"))
  }

  @Test func aKeptLayoutReplacesADeck() throws {
    let kept = try layout(Self.deck, [])
    let other = Self.deck.replacing("Apply Now", with: "Apply")
    let files = ["a.layout.json": kept, "b.json": other, "c.layout.json": try layout(other, [])]
    let expected = "different: 1 change\n  button 'Apply Now' → 'Apply'\n"
    #expect(try diff(files, ["a.layout.json", "b.json"]).outputText == expected)
    #expect(try diff(files, ["a.layout.json", "c.layout.json"]).outputText == expected)
    let back = try diff(files, ["b.json", "a.layout.json"])
    #expect(back.outputText == "different: 1 change\n  button 'Apply' → 'Apply Now'\n")
    // The layout of one card is compared with that card.
    let card = try layout(Self.deck, ["--card", "a", "--each"])
    let one = try diff(["x.json": card, "b.json": other], ["x.json", "b.json"])
    #expect(one.outputText == expected, "\(one.errorText)")
  }

  @Test func optionsApplyToBothDecks() throws {
    let result = try diff(
      ["a.json": Self.deck, "b.json": Self.deck.replacing("Apply Now", with: "{{ word }}")],
      ["a.json", "b.json", "--set", "word=Apply Now", "--appearance", "dark", "--scale", "2"])
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test func errorsExitWithTwo() throws {
    let wrong = try diff(
      ["a.json": Self.deck, "b.json": #"{"cards":[{"parts":[{"type":"txet"}]}]}"#], ["a.json", "b.json"])
    #expect(wrong.status == 2)
    #expect(wrong.errorText.contains("b.json:1:29: error: unknown part type 'txet'"))
    #expect(try diff(["a.json": Self.deck], ["a.json", "none.json"]).status == 2)
    let kept = try diff(["a.json": Self.deck, "b.layout.json": "{}"], ["a.json", "b.layout.json"])
    #expect(kept.status == 2)
    #expect(kept.errorText.contains("b.layout.json:1:1: error: the file is not a layout of a picture"))
  }

  @Test func wrongUsageIsSixtyFour() throws {
    let kept = try layout(Self.deck, [])
    #expect(try diff([:], ["-", "-"]).status == 64)
    #expect(try diff([:], ["a.json"]).status == 64)
    #expect(
      try diff(["a.layout.json": kept], ["a.layout.json", "a.layout.json", "--scale", "2"]).status == 64)
    let many = try BuiltProgram.run(["inspect", "x.json", "--stage", "layout", "--each"])
    #expect(many.status == 64)
  }

  @Test func hostileTextsAreHarmless() throws {
    func deck(_ text: String) -> String {
      JSONNode.object([
        ("canvas", .object([("width", .of(200))])),
        (
          "cards",
          .list([.object([("parts", .list([.object([("type", .of("text")), ("text", .of(text))])]))])])
        ),
      ]).text
    }
    let result = try diff(
      ["a.json": deck("plain"), "b.json": deck("\u{1B}[31mred\u{202E}<script>")],
      ["a.json", "b.json", "--quiet"])
    #expect(result.status == 1)
    let told = try diff(
      ["a.json": deck("plain"), "b.json": deck("\u{1B}[31mred\u{202E}<script>")], ["a.json", "b.json"])
    #expect(
      !told.outputText.unicodeScalars.contains("\u{1B}")
        && !told.outputText.unicodeScalars.contains("\u{202E}"))
  }
}
