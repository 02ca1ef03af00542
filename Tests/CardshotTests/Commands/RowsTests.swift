import CardRaster
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CardParts

/// `--rows` and `worker` on the command line.
@Suite struct RowsTests {
  private static let deck = """
    {
      "canvas": { "width": 120 },
      "data": { "name": "Sample", "due": 1 },
      "cards": [ { "parts": [ { "type": "text", "text": "{{ name }}: {{ due | currency }}" } ] } ]
    }
    """

  private func folder(_ rows: String, deck: String = deck) throws -> RunFolder {
    try RunFolder(["deck.json": deck, "people.csv": rows])
  }

  private static let people = "id,name,due\nP1,Ada,1.5\nP2,Bo,2\nP3,Cy,\n"

  @Test func eachRowBecomesAFile() throws {
    let run = try folder("id,name,due\nP1,Ada,1.5\nP2,Bo,2\n")
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}/card.png")
    #expect(result.status == 0)
    #expect(run.pictures("out") == ["P1/card.png", "P2/card.png"])
    // The same picture as with the values given directly.
    _ = try run.run("deck.json", "--set", "name=Ada", "--set", "due=1.5", "-o", "one.png")
    #expect(try run.bytes("one.png") == run.bytes("out/P1/card.png"))
    #expect(result.errorText.hasPrefix("2 rows: 2 drawn in "))
  }

  @Test func aBrokenRowIsNamedAndLeftOut() throws {
    let run = try folder("id,name,due\nP1,Ada,1\nP2,Bo,soon\nP3,Cy,3\n")
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png", "--report", "r.jsonl")
    #expect(result.status == 2)
    #expect(run.pictures("out") == ["P1.png", "P3.png"])
    #expect(
      result.errorText.contains(
        "people.csv:3: row 2 'P2': deck.json:4:53: error: the formatter 'currency' takes a number, found 'soon' "
          + "at cards[0].parts[0].text"))
    #expect(result.errorText.contains("3 rows: 2 drawn, 1 skipped"))
    let lines = try run.text("r.jsonl").split(separator: "\n").map { try Self.object(String($0)) }
    #expect(lines.map { $0["ok"] as? Bool } == [true, false, true])
    #expect(lines.map { $0["id"] as? String } == ["P1", "P2", "P3"])
    #expect(lines[0]["alt"] as? String == "Ada: $1.00")
    let errors = try #require(lines[1]["errors"] as? [[String: Any]])
    #expect(errors[0]["dataLine"] as? Int == 3 && errors[0]["line"] as? Int == 4)
  }

  @Test func aGermanTableIsDrawn() throws {
    let deck = """
      {"canvas":{"width":200},"locale":"de_DE","data":{"Name x":"n","p":0.1,"due":1,"day":"2026-01-01"},"cards":[{"parts":[
        {"type":"text","text":"{{ ['Name x'] }}: {{ due | currency }} {{ day | date }}"},{"type":"bar","percent":"{{ p }}"}]}]}
      """
    let rows =
      "sep=;\nKunden-Nr.;Name x;p;due;day\nK1;Ö;0,65;1.299,00 €;31.12.2026\n;;;;\nK2;G;12 %;1.000;1.2.26\n"
    let run = try folder(rows, deck: deck)
    let result = try run.run(
      "deck.json", "--rows", "people.csv", "--rows-locale", "de_DE", "-o", "o/{Kunden-Nr.}.png", "--report",
      "-")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(run.pictures("o") == ["K1.png", "K2.png"])
    #expect(result.outputText.contains("Ö: 1.299,00\u{A0}€ 31.12.2026"), "\(result.outputText)")
    #expect(result.outputText.contains("G: 1.000,00\u{A0}€ 01.02.2026"))
    #expect(result.errorText.contains("2 rows: 2 drawn, 1 empty row ignored in"))
    // The deck can set the notation too. Without it, the error names the option.
    try run.write("own.json", deck.replacing("{\"canvas\"", with: "{\"rowsLocale\":\"de\",\"canvas\""))
    #expect(try run.run("own.json", "--rows", "people.csv", "-o", "own/{row}.png").status == 0)
    let other = try run.run("deck.json", "--rows", "people.csv", "-o", "other/{row}.png")
    #expect(
      other.errorText.contains("found '1.299,00 €'")
        && other.errorText.contains("with \"rowsLocale\": \"de_DE\""))
    #expect(
      other.errorText.contains(
        "people.csv: warning: the column 'due' mixes notations: '1.000' is read as 1.000, but '1.299,00 €' has"
      ))
  }

  @Test(
    "Names of months are read in the language of the table",
    arguments: [
      ("en_GB", "3 March 2026", "2026-03-03 00:00"), ("en_US", "Mar 3, 2026 9:30", "2026-03-03 09:30"),
      ("en_US", "1st Sept 26", "2026-09-01 00:00"), ("de_DE", "3. März 2026", "2026-03-03 00:00"),
      ("de_DE", "31. Dez. 2026", "2026-12-31 00:00"), ("es_ES", "3 de marzo de 2026", "2026-03-03 00:00"),
      ("fr_FR", "1er août 2026", "2026-08-01 00:00"), ("hu_HU", "2026. március 3.", "2026-03-03 00:00"),
      ("cs_CZ", "3. listopadu 2026", "2026-11-03 00:00"), ("hr_HR", "3. listopada 2026.", "2026-10-03 00:00"),
      ("tr_TR", "3 Temmuz 2026", "2026-07-03 00:00"), ("ru_RU", "3 сентября 2026", "2026-09-03 00:00"),
    ])
  func namesOfMonths(locale: String, cell: String, date: String) throws {
    let run = try RunFolder([
      "deck.json": #"{"cards":[{"parts":[{"type":"text","text":"{{ d | date(\"yyyy-MM-dd HH:mm\") }}"}]}]}"#,
      "t.csv": "id,d\na,\"\(cell)\"\n",
    ])
    let words = ["deck.json", "--rows", "t.csv", "-o", "{id}.svg"]
    let result = try BuiltProgram.run(words + ["--rows-locale", locale], folder: run.path)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(try run.text("a.svg").contains(date))
    let plain = try BuiltProgram.run(words, folder: run.path)
    #expect(plain.status == 2)
  }

  @Test(arguments: ["3 Foo 2026", "33 March 2026", "3 Ma 2026", "March 2026", "3 March 20262", "Ma 3"])
  func otherWordsAreNoDates(cell: String) throws {
    let format = try CellFormat(#require(DeckLocale("en_GB")))
    #expect(format.date(cell) == nil)
  }

  @Test func chartsReadTheNotationOfTheTable() throws {
    let chart = #"{"type":"chart","mark":"line","data":"t.csv","x":"d","y":"v"}"#
    let run = try RunFolder([
      "deck.json": #"{"rowsLocale":"de_DE","cards":[{"parts":[\#(chart)]}]}"#,
      "t.csv": "d;v\n16.11.2026;1,5\n17.11.2026;2.000\n",
    ])
    let result = try run.run("deck.json", "-o", "a.png")
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test func aTableOfDataFeedsATable() throws {
    let table = """
      {"type":"table","forEach":"{{ sales | sort('-due') }}","columns":[{"title":"Name"},
       {"title":"Due","textAlignment":"right","total":"{{ sales | sum('due') | currency }}"}],
       "cell":{"cells":["{{ item.name }}","{{ item.due | currency }}"]}}
      """
    let run = try RunFolder([
      "deck.json": #"{"canvas":{"width":200},"rowsLocale":"de_DE","cards":[{"parts":[\#(table)]}]}"#,
      "sales.csv": "name;due\nA;1,5\nB;1.000\n",
    ])
    let result = try run.run("inspect", "deck.json", "--data", "sales.csv", "--stage", "boxes")
    #expect(result.status == 0, "\(result.errorText)")
    let places = ["Name", "$1,000.00", "$1.50", "$1,001.50"].map {
      result.outputText.range(of: $0)?.lowerBound
    }
    #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }

  @Test func equalErrorsAreCounted() throws {
    let rows = (1...60).map { "P\($0),A,x\n" } + ["P61,A,5\n"] + (62...200).map { "P\($0),A,y\($0)\n" }
    let run = try folder("id,name,due\n" + rows.joined())
    let words = ["deck.json", "--rows", "people.csv", "-o", "o/{id}.png"]
    let text = try run.run(words[0], words[1], words[2], words[3], words[4]).errorText
    #expect(text.components(separatedBy: "found 'x' at").count == 2)
    #expect(text.contains("and 59 more rows like row 1 (2-60): the formatter 'currency'"))
    #expect(text.contains("40 more problems are not printed; --report lists all"))
    let json = try run.run(words[0], words[1], words[2], words[3], words[4], "--json").outputText
    let object = try Self.object(json)
    #expect(object["unlisted"] as? Int == 40)
    let first = try #require((object["issues"] as? [[String: Any]])?.first)
    #expect(first["count"] as? Int == 60 && first["rows"] as? String == "1-60")
  }

  @Test func bothAppearancesAreDrawn() throws {
    let run = try folder("id,name,due\nP1,Ada,1\n")
    let words = ["deck.json", "--rows", "people.csv", "--appearance", "light,dark"]
    for output in ["a/{id}-{appearance}.png", "b/{id}.png"] {
      #expect(try BuiltProgram.run(words + ["-o", output], folder: run.path).status == 0)
    }
    #expect(run.pictures("a") == ["P1-dark.png", "P1-light.png"])
    #expect(run.pictures("b") == ["P1-dark.png", "P1.png"])
    #expect(try run.bytes("a/P1-dark.png") == run.bytes("b/P1-dark.png"))
    #expect(try run.bytes("a/P1-dark.png") != run.bytes("b/P1.png"))
  }

  @Test func aValueMayNameFolders() throws {
    let run = try folder("id,name\n/blog/a/,A\n../x,B\nb,C\n")
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "o/{id/}/card.png")
    #expect(run.pictures("o") == ["b/card.png", "blog/a/card.png"])
    #expect(result.errorText.contains("'../x' of 'id' cannot be part of a file's name"))
    let plain = try run.run("deck.json", "--rows", "people.csv", "-o", "p/{id}.png")
    #expect(plain.errorText.contains("write '{id/}' in the name for a value with folders"))
  }

  @Test func aRunMayStopAtTheFirstBrokenRow() throws {
    let run = try folder("id,name,due\nP1,Ada,1\nP2,Bo,soon\nP3,Cy,3\n")
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png", "--fail-fast")
    #expect(result.status == 2)
    #expect(!run.exists("out/P3.png"))
    #expect(result.errorText.contains("stopped at the first row that cannot be rendered, after 1 of 3 rows"))
  }

  @Test(
    "A pipe without a reader instead of the report, or instead of the file of finished rows, is not waited for"
  )
  func pipesOfTheRun() throws {
    let run = try folder("id,name,due\nP1,Ada,1\n")
    #expect(mkfifo(run.path + "/pipe", 0o600) == 0)
    for (option, message) in [
      ("--report", "no process reads from the pipe"), ("--manifest", "it is a pipe or a device, not a file"),
    ] {
      let result = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png", option, "pipe")
      #expect(result.status == 2)
      #expect(result.errorText.contains(message), "\(result.errorText)")
      #expect(run.pictures("out").isEmpty)
    }
    #expect(try FileTree.kind(of: run.path + "/pipe") == .other)
  }

  /// A report may be piped to another program, such as with `--report >(jq .)`.
  @Test func aReportGoesThroughAPipe() throws {
    let run = try folder("id,name,due\nP1,Ada,1\nP2,Bo,2\n")
    // A pipe opened for reading and writing has a reader at once.
    let script = """
      mkfifo p; exec 3<>p; cat p 3>&- > r & "$0" deck.json --rows people.csv -o '{id}.png' --report p; s=$?
      exec 3>&-; wait; exit $s
      """
    let result = try BuiltProgram.run(
      ["-c", script, try BuiltProgram.path()], folder: run.path, program: "/bin/sh")
    #expect(result.status == 0, "\(result.errorText)")
    let lines = try run.text("r").split(separator: "\n").map { try Self.object(String($0)) }
    #expect(lines.map { $0["id"] as? String } == ["P1", "P2"])
  }

  @Test("A pipe at the path of a row's picture, or of a recorded file, is not waited for")
  func pipes() throws {
    let run = try folder("id,name,due\nP1,Ada,1\n")
    #expect(mkfifo(run.path + "/P1.png", 0o600) == 0)
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "{id}.png")
    #expect(result.status == 2)
    #expect(result.errorText.contains("it is a pipe or a device, not a file"), "\(result.errorText)")
    #expect(FileSum.of(run.path + "/P1.png") == nil && FileSum.of(run.path + "/deck.json") != nil)
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(arguments: [
    (
      "id,name\nP1,Ada\np1,Bo\n", "{id}.png",
      "people.csv:3: row 2 'p1': error: the row would be written to 'p1.png', which some file systems treat as 'P1.png' of row 1 on line 2"
    ),
    ("id,name\nP1,Ada\nP1,Bo\n", "{id}.png", "the row would be written to 'P1.png', like row 1 on line 2"),
    (
      "id,name\nP1,Ada\n", "{nmae}.png",
      "no row has 'nmae', which the output name uses; did you mean '{name}'?"
    ),
    (
      "id,nam\nP1,Ada\n", "{id}.png",
      "the deck uses no value of the rows: every picture would be the same"
    ),
    ("id,name\n", "{id}.png", "the file has no rows"),
  ]) func namesAreCheckedBeforeAnythingIsDrawn(rows: String, output: String, message: String) throws {
    let run = try folder(rows)
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", output)
    #expect(result.status == 2)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(run.files() == ["deck.json", "people.csv"])
  }

  @Test(
    "An error of the deck is reported once and without a row, before anything is drawn",
    arguments: [
      (#""theme":"nope","#, "", "deck.json:1:10: error: unknown theme 'nope' at theme"),
      ("", #","textColor":"redd""#, "'redd' is not a colour at cards[0].parts[0].textColor"),
      ("", #","colour":1"#, "unknown key 'colour' of part 'text' at cards[0].parts[0]"),
      ("", #"},{"type":"image","image":"none.png""#, "cannot access 'none.png': no such file"),
      ("", #"},{"type":"text","text":"{{ id. }}""#, "expected a name after '.' in a path"),
      ("", #"},{"type":"bar","percent":"{{ n }}","barHeight":"x""#, "at cards[0].parts[1].barHeight"),
    ])
  func mistakesOfTheDeck(_ head: String, _ part: String, _ message: String) throws {
    let deck = #"{\#(head)"cards":[{"parts":[{"type":"text","text":"{{ n }}"\#(part)}]}]}"#
    let run = try folder("id,n\na,0.1\nb,0.2\nc,0.3\n", deck: deck)
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png")
    #expect(result.status == 2)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(result.errorText.split(separator: "\n").count == 1 && !result.errorText.contains("row"))
    #expect(run.files() == ["deck.json", "people.csv"])
    let answers = try BuiltProgram.run(
      ["worker", "deck.json", "--inline", "-o", "p.png", "--json"], input: #"{"id":"a","n":0.1}"#,
      folder: run.path)
    #expect(answers.status == 2 && answers.output.isEmpty)
    #expect(answers.errorText.contains(#""ok": false"#), "\(answers.errorText)")
  }

  @Test func errorsOfSomeRowsAreReportedWithTheRow() throws {
    let deck =
      #"{"cards":[{"parts":[{"type":"bar","percent":"{{ n }}"},{"type":"text","if":"{{ n > 0.5 }}","text":"{{ id }}","foo":1}]}]}"#
    let run = try folder("id,n\na,0.1\nb,lots\nc,0.9\nd,0.8\n", deck: deck)
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "{id}.png")
    #expect(result.status == 2)
    #expect(run.pictures().filter { $0.hasSuffix(".png") } == ["a.png"])
    #expect(result.errorText.contains("people.csv:3: row 2 'b': deck.json"), "\(result.errorText)")
    // The unknown key belongs to the deck, although only two of the rows show it.
    let keys = result.errorText.split(separator: "\n").filter { $0.contains("unknown key 'foo'") }
    #expect(keys.count == 1 && keys.allSatisfy { $0.hasPrefix("deck.json:") }, "\(result.errorText)")
  }

  @Test(arguments: ["nam e", "name ", " name", "Name", "nam"])
  func aColumnWithASimilarNameCausesAWarning(column: String) throws {
    let run = try folder(
      "id,\(column)\na,Ada\n", deck: #"{"cards":[{"parts":[{"type":"text","text":"{{ name }} {{ id }}"}]}]}"#)
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "{id}.png")
    #expect(result.status == 2)
    #expect(
      result.errorText.contains("the deck does not use '\(column)'; did you mean 'name'?"),
      "\(result.errorText)")
  }

  @Test func accentsMayBeDecomposed() throws {
    let run = try folder("id,name\ne\u{301},Ada\n")
    #expect(try run.run("deck.json", "--rows", "people.csv", "-o", "o/{id}.png").status == 0)
    #expect(run.pictures("o").map { Array($0.utf8) } == [Array("e\u{301}.png".utf8)])
    let two = try folder("id,name\ne\u{301},Ada\n\u{E9},Bo\n")
    let result = try two.run("deck.json", "--rows", "people.csv", "-o", "o/{id}.png")
    #expect(result.status == 2 && two.pictures("o").isEmpty)
    #expect(result.errorText.contains("would be written to"), "\(result.errorText)")
  }

  @Test func theNameOfTheOutputSetsTheScale() throws {
    let run = try RunFolder([
      "deck.json": #"{"canvas":{"width":50},"cards":[{"parts":[{"type":"text","text":"a"}]}]}"#
    ])
    for (name, width) in [
      ("a.png", 50), ("a@2x.png", 100), ("a@3x.png", 150), ("a@1.5x.png", 75), ("a@x.png", 50),
    ] {
      #expect(try run.run("deck.json", "-o", name).status == 0)
      #expect(try run.bytes(name)[16..<20].reduce(0) { $0 << 8 | Int($1) } == width, "\(name)")
    }
  }

  @Test func unchangedRowsAreKept() throws {
    let run = try folder("id,name,due\nP1,Ada,1\nP2,Bo,2\n")
    let command = ["deck.json", "--rows", "people.csv", "-o", "out/{id}.png", "--json"]
    func counts() throws -> [Int?] {
      let result = try BuiltProgram.run(command, folder: run.path)
      let object = try Self.object(result.outputText)
      return ["drawn", "kept", "removed"].map { object[$0] as? Int }
    }
    #expect(try counts() == [2, 0, 0])
    let manifest = try run.text(run.note(in: "out"))
    #expect(try counts() == [0, 2, 0])
    #expect(try run.text(run.note(in: "out")) == manifest)
    // One row changes, one file is deleted.
    try run.write("people.csv", "id,name,due\nP1,Ada,7\nP2,Bo,2\n")
    #expect(try counts() == [1, 1, 0])
    try run.remove("out/P2.png")
    #expect(try counts() == [1, 1, 0])
    // The deck changes.
    try run.write("deck.json", Self.deck.replacingOccurrences(of: "120", with: "121"))
    #expect(try counts() == [2, 0, 0])
  }

  @Test func aKilledRunIsResumed() throws {
    let run = try folder(Self.people.replacingOccurrences(of: "P3,Cy,", with: "P3,Cy,3"))
    _ = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png")
    let note = try run.note(in: "out")
    let (manifest, picture) = (try run.text(note), try run.bytes("out/P3.png"))
    // Like the file of a run that was killed in its third row, in the middle of a line.
    let lines = manifest.split(separator: "\n").map(String.init)
    try run.write("\(note).part", lines[0] + "\n" + lines[1] + "\n" + lines[2].prefix(20))
    try run.remove(note)
    try run.remove("out/P3.png")
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png", "--json")
    let object = try Self.object(result.outputText)
    #expect(object["drawn"] as? Int == 1 && object["kept"] as? Int == 2)
    #expect(try run.bytes("out/P3.png") == picture)
    #expect(try run.text(note) == manifest)
    #expect(!run.exists("\(note).part"))
  }

  @Test func pruneRemovesFilesWithoutARow() throws {
    let run = try folder("id,name,due\nP1,Ada,1\nP2,Bo,2\n")
    _ = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png")
    try run.write("people.csv", "id,name,due\nP1,Ada,1\n")
    try run.write("out/mine.png", "not yours")
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png", "--prune")
    #expect(result.errorText.contains("1 unchanged, 1 file removed"))
    #expect(run.pictures("out") == ["P1.png", "mine.png"])
  }

  private static let rich = """
    {
      "canvas": { "width": 200, "background": { "gradient": { "colors": ["red", "blue"] } } },
      "theme": "mint",
      "cards": [
        {
          "traits": { "shadow": {}, "rounded": {} },
          "parts": [
            { "type": "title", "title": "{{ name }}" }, { "type": "bar", "percent": 0.4 },
            { "type": "text", "text": "What stays the same" }, { "type": "pillLabel", "labelText": "{{ due }}" }
          ]
        }
      ]
    }
    """

  /// Parts that do not change between rows are not painted again, which must not be visible.
  @Test(arguments: ["fast", "balanced"]) func aRowIsTheSameAsWhenDrawnAlone(compression: String) throws {
    let people = [
      ("P1", "Ada", "1"), ("P2", "Bo", "1"), ("P3", "Bo", "22"), ("P4", "Bo", "22"), ("P5", "Ada", "4"),
    ]
    let rows = people.map { "\($0),\($1),\($2)\n" }.joined()
    let run = try folder("id,name,due\n" + rows, deck: Self.rich)
    let options = ["--compression", compression]
    let result = try BuiltProgram.run(
      ["deck.json", "--rows", "people.csv", "-o", "out/{id}.png", "--workers", "1"] + options,
      folder: run.path)
    #expect(result.status == 0, "\(result.errorText)")
    for (id, name, due) in people {
      _ = try BuiltProgram.run(
        ["deck.json", "--set", "name=\(name)", "--set", "due=\"\(due)\"", "-o", "one.png"] + options,
        folder: run.path)
      #expect(try run.bytes("one.png") == run.bytes("out/\(id).png"), "\(id)")
    }
  }

  private static let moving = """
    { "canvas": { "width": 120, "background": "#FFFFFF" }, "cards": [ { "parts": [
      { "type": "text", "text": "{{ name }}" }, { "type": "bar", "percent": "{{ share }}", "animated": true } ] } ] }
    """

  @Test func rowsMayBeAnimated() throws {
    let run = try folder("id,name,share\nP1,Ada,0.5\nP2,Bo,0.8\n", deck: Self.moving)
    let options = ["--frames", "3", "--duration", "1", "--max-bytes", "2M"]
    let result = try BuiltProgram.run(
      ["deck.json", "--rows", "people.csv", "-o", "{id}.gif", "-o", "{id}.png"] + options, folder: run.path)
    #expect(result.status == 0, "\(result.errorText)")
    for ending in ["gif", "png"] {
      let alone = try BuiltProgram.run(
        ["deck.json", "--set", "name=Bo", "--set", "share=0.8", "-o", "one.\(ending)"] + options,
        folder: run.path)
      #expect(alone.status == 0, "\(alone.errorText)")
      #expect(try run.bytes("one.\(ending)") == run.bytes("P2.\(ending)"))
    }
    #expect(try run.bytes("P1.gif") != run.bytes("P2.gif"))
    let moment = try run.run("deck.json", "--rows", "people.csv", "-o", "at-{id}.png", "--at", "0.3")
    #expect(moment.status == 0)
    _ = try run.run(
      "deck.json", "--set", "name=Ada", "--set", "share=0.5", "-o", "then.png", "--at", "0.3")
    #expect(try run.bytes("then.png") == run.bytes("at-P1.png"))
  }

  @Test func rowsMayHaveAByteBudget() throws {
    let run = try folder("id,name,due\nP1,Ada,1\nP2,A much longer name than any other one of the table,2\n")
    _ = try run.run("deck.json", "--rows", "people.csv", "-o", "whole/{id}.png")
    let most = try run.bytes("whole/P1.png").count
    let result = try run.run(
      "deck.json", "--rows", "people.csv", "-o", "small/{id}.png", "--max-bytes", "\(most)")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(try run.bytes("small/P1.png") == run.bytes("whole/P1.png"))
    #expect(try run.bytes("small/P2.png").count <= most)
    #expect(
      result.errorText.contains("warning: to stay within \(most) bytes"),
      "\(result.errorText)")
    let broken = try run.run(
      "deck.json", "--rows", "people.csv", "-o", "none/{id}.png", "--max-bytes", "10")
    #expect(broken.status == 2)
    #expect(broken.errorText.contains("cannot be reduced to 10 bytes"), "\(broken.errorText)")
    #expect(broken.errorText.contains("2 rows: 0 drawn, 2 skipped"))
  }

  @Test func shardsMakeTheWhole() throws {
    let run = try folder("id,name,due\n" + (1...7).map { "P\($0),N\($0),\($0)\n" }.joined())
    _ = try run.run("deck.json", "--rows", "people.csv", "-o", "whole/{id}.png", "--workers", "1")
    for share in ["1/3", "2/3", "3/3"] {
      let result = try run.run("deck.json", "--rows", "people.csv", "-o", "parts/{id}.png", "--shard", share)
      #expect(result.status == 0)
    }
    let pictures = run.files("whole").filter { $0.hasSuffix(".png") }
    #expect(pictures.count == 7)
    #expect(run.files("parts").filter { $0.hasSuffix(".png") } == pictures)
    for name in pictures { #expect(try run.bytes("whole/\(name)") == run.bytes("parts/\(name)")) }
  }

  /// An invalid file name of one row fails only that row, with and without the sandbox, and for `worker` too.
  @Test(arguments: ["auto", "off"]) func aNameThatCannotBeWrittenCostsItsRow(choice: String) throws {
    let long = String(repeating: "x", count: 200)
    let rows = ["ok", "folder", "pipe", "file", "loop", "out", long, "last"]
    let run = try folder("id,name,due\n" + rows.map { "\($0),n,1\n" }.joined())
    let output = "o/{id}/{id}-{id}.png"
    try run.write("o/folder/folder-folder.png/inside", "x")
    try run.write("o/file", "x")
    try FileManager.default.createDirectory(atPath: run.path + "/o/pipe", withIntermediateDirectories: true)
    try #require(mkfifo(run.path + "/o/pipe/pipe-pipe.png", 0o644) == 0)
    let outside = try RunFolder()
    for (name, goal) in [("loop", "loop"), ("out", outside.path)] {
      try FileManager.default.createSymbolicLink(
        atPath: run.path + "/o/\(name)", withDestinationPath: goal)
    }
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", output, "--sandbox", choice)
    #expect(result.status == 2)
    #expect(result.errorText.contains("8 rows: 2 drawn, 6 skipped"), "\(result.errorText)")
    for (number, name) in rows.enumerated() where !["ok", "last"].contains(name) {
      #expect(result.errorText.contains("people.csv:\(number + 2): row \(number + 1) '\(name.prefix(60))"))
    }
    #expect(result.errorText.contains("the name is too long"))
    #expect(run.exists("o/ok/ok-ok.png") && run.exists("o/last/last-last.png"))
    #expect(outside.files().isEmpty)
    let again = try run.run("deck.json", "--rows", "people.csv", "-o", output, "--sandbox", choice)
    #expect(again.errorText.contains("2 unchanged, 6 skipped"), "\(again.errorText)")
    let input = rows.map { #"{"id":"\#($0)","name":"n","due":1}"# + "\n" }.joined()
    let worker = try BuiltProgram.run(
      ["worker", "deck.json", "-o", output, "--sandbox", choice], input: input, folder: run.path)
    let answers = try worker.outputText.split(separator: "\n").map { try Self.object(String($0)) }
    #expect(answers.map { $0["ok"] as? Bool } == rows.map { ["ok", "last"].contains($0) })
    #expect(outside.files().isEmpty)
  }

  /// A link in the path may point to a folder inside the output folder.
  @Test(arguments: ["auto", "off"]) func aLinkBelowTheOutputIsFollowed(choice: String) throws {
    let run = try folder("id,name,due\na,n,1\n")
    try run.write("o/real/x", "")
    try FileManager.default.createSymbolicLink(atPath: run.path + "/o/a", withDestinationPath: "real")
    let result = try run.run("deck.json", "--rows", "people.csv", "-o", "o/{id}/b/c.png", "--sandbox", choice)
    #expect(result.status == 0 && run.exists("o/real/b/c.png"), "\(result.errorText)")
  }

  /// A producer of rows that fails must not look like one without rows.
  @Test(arguments: ["id,name\n", "\n", " ", "[]", "[ ]\n", "word", "", "{}"])
  func noRowOnStandardInputIsAnError(input: String) throws {
    let run = try folder("")
    for words in [[], ["--shard", "2/2"]] {
      let result = try BuiltProgram.run(
        ["deck.json", "--rows", "-", "-o", "o/{id}.png"] + words, input: input, folder: run.path)
      // An empty object is a row.
      #expect(result.status == 2 || input == "{}" && !words.isEmpty, "\(input): \(result.errorText)")
      let isNamed = ["the file has no rows", "the row with the column names is missing"].contains {
        result.errorText.contains($0)
      }
      #expect(input == "{}" || isNamed, "\(result.errorText)")
    }
    // A shard may be empty although there are rows.
    let share = try BuiltProgram.run(
      ["deck.json", "--rows", "-", "-o", "o/{id}.png", "--shard", "2/2"],
      input: #"{"id":"a","name":"n","due":1}"#, folder: run.path)
    #expect(share.status == 0, "\(share.errorText)")
  }

  /// Shells and programs parse a name such as `--help.png` as an option.
  @Test func aNameWithALeadingDashIsReportedWithItsRow() throws {
    let run = try folder("id,name,due\n--help,n,1\nb,n,1\n")
    let words = ["deck.json", "--rows", "people.csv", "-o", "{id}.png", "--report", "r.jsonl"]
    for kept in [false, true] {
      let result = try BuiltProgram.run(words, folder: run.path)
      #expect(result.status == 0 && result.errorText.contains("unchanged") == kept, "\(result.errorText)")
      #expect(try run.text("r.jsonl").contains(#""path":"./--help.png""#))
      #expect(run.exists("--help.png"))
    }
    try run.write("people.csv", "id,name,due\nb,n,1\n")
    #expect(try BuiltProgram.run(words + ["--prune"], folder: run.path).status == 0)
    #expect(!run.exists("--help.png") && run.exists("b.png"))
    try run.write("cards.json", #"{"cards":[{"id":"-","parts":[{"type":"text","text":"A"}]}]}"#)
    let card = try run.run("cards.json", "-o", "{id}", "--format", "png", "--json")
    #expect(card.outputText.contains(#""path": "./-""#) && run.exists("-"), "\(card.outputText)")
  }

  @Test func aWorkerAnswersEachRow() throws {
    let run = try folder("id,name,due\nP1,Ada,1\n")
    _ = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png")
    let input = "{\"id\":\"P1\",\"name\":\"Ada\",\"due\":1}\n{\"id\":\"P2\",\"due\":\"x\"}\n{bad\n"
    let result = try BuiltProgram.run(
      ["worker", "deck.json", "-o", "card.png", "--inline"], input: input, folder: run.path)
    let lines = try result.outputText.split(separator: "\n").map { try Self.object(String($0)) }
    #expect(lines.map { $0["ok"] as? Bool } == [true, false, false])
    let file = try #require((lines[0]["files"] as? [[String: Any]])?.first)
    let base64 = try #require(file["base64"] as? String)
    let picture = try #require(Data(base64Encoded: base64))
    #expect(Array(picture) == (try run.bytes("out/P1.png")))
  }

  /// A worker rejects the same as `render`, with the same messages.
  @Test(arguments: [
    (["-o", "{id}.png", "--quality", "80"], "--quality has no effect on png, only on jpeg, webp"),
    (["-o", "{id}.jpg", "--quality", "0"], "--quality must be between 1 and 100."),
    (["-o", "{id}.svg", "--compression", "fast"], "--compression has no effect on svg, only on png."),
    (["-o", "{id}.pdf", "--inline", "--svg-text"], "--svg-text has no effect on pdf, only on svg."),
    (["-o", "{id}.png", "--appearance", "light,dark"], "--appearance must be light or dark here"),
    (["-o", "{id}.png", "-o", "{id}.png"], "Two outputs have the same name."),
    (["-o", ""], "--output must not be empty."), (["-o", "{id}/"], "'{id}/' is a folder: name a file in it"),
    (["-o", "{id}.html"], "The output's name must end in one of .png, .jpg, .jpeg, .webp, .gif, .svg,"),
    (["-o", "{id}.png", "--workers", "300"], "--workers must be between 0 and 256."),
    (["-o", "card.png"], "Every row would be written to 'card.png': add {id} or {row} to the name"),
  ]) func aWorkerHasTheSameErrorsAsRender(words: [String], message: String) throws {
    let run = try folder("id\n1\n")
    let result = try BuiltProgram.run(
      ["worker", "deck.json"] + words, input: "{\"id\":\"a\"}\n", folder: run.path)
    #expect(result.status == 64)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(result.output.isEmpty && run.files() == ["deck.json", "people.csv"])
  }

  @Test func aWorkerKeepsTextWithTheOption() throws {
    let run = try folder("id\n1\n")
    let input = #"{"id":"a","name":"Ada","due":1}"# + "\n"
    let result = try BuiltProgram.run(
      ["worker", "deck.json", "-o", "{id}.svg", "--svg-text"], input: input, folder: run.path)
    #expect(result.status == 0)
    #expect(try run.text("a.svg").contains("<text"))
  }

  @Test func differentSpellingsOfAFileAreOneFile() throws {
    let run = try RunFolder(["deck.json": Self.deck])
    let input = #"{"id":"b","name":"b"}"# + "\n"
    let answers = try BuiltProgram.run(
      ["worker", "deck.json", "-o", "{id}.svg", "-o", ".//{name}.svg"], input: input, folder: run.path)
    #expect(
      answers.outputText.contains("two outputs of the row would be written to './/b.svg'"),
      "\(answers.outputText)")
    let drawn = try BuiltProgram.run(
      ["deck.json", "--rows", "-", "-o", "./{id}.svg", "-o", "{name}.svg"], input: input, folder: run.path)
    #expect(drawn.status == 2)
    #expect(
      drawn.errorText.contains("two outputs of the row would be written to 'b.svg'"), "\(drawn.errorText)")
    #expect(!run.files().contains("b.svg"))
  }

  /// Rows from standard input do not overwrite input files either, and two files of a row never share a name.
  @Test func rowsOnStandardInputDoNotOverwriteInputFiles() throws {
    let run = try RunFolder(["deck.svg": Self.deck])
    let rows = [#"{"id":"deck","name":"a"}"#, #"{"id":"b","name":"b"}"#, #"{"id":"c","name":"d"}"#]
    let input = rows.map { $0 + "\n" }.joined()
    let answers = try BuiltProgram.run(
      ["worker", "deck.svg", "-o", "{id}.svg", "-o", "{name}.svg"], input: input, folder: run.path)
    let lines = answers.outputText.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].contains("the row would overwrite 'deck.svg', which is the deck"), "\(lines[0])")
    #expect(lines[1].contains("two outputs of the row would be written to 'b.svg'"), "\(lines[1])")
    #expect(try Self.object(String(lines[2]))["ok"] as? Bool == true)
    let drawn = try BuiltProgram.run(
      ["deck.svg", "--rows", "-", "-o", "./{id}.svg"], input: input, folder: run.path)
    #expect(drawn.status == 2)
    #expect(
      drawn.errorText.contains("the row would overwrite 'deck.svg', which is the deck"),
      "\(drawn.errorText)")
    #expect(try run.text("deck.svg") == Self.deck)
  }

  @Test func aWorkerParsesTextsAsCellsWithTheOption() throws {
    let run = try folder("id,name,due\nP1,Ada,1.5\nP2,,2\n", deck: Self.deck)
    _ = try run.run("deck.json", "--rows", "people.csv", "-o", "out/{id}.png")
    let input = #"{"id":"P1","name":"Ada","due":"1.5"}"# + "\n" + #"{"id":"P2","name":"","due":"2"}"# + "\n"
    func answer(_ words: String...) throws -> [Bool?] {
      let result = try BuiltProgram.run(
        ["worker", "deck.json", "-o", "made/{id}.png"] + words, input: input, folder: run.path)
      return try result.outputText.split(separator: "\n").map { try Self.object(String($0))["ok"] as? Bool }
    }
    #expect(try answer() == [false, false])
    #expect(try answer("--cells").first == true)
    #expect(try run.bytes("made/P1.png") == run.bytes("out/P1.png"))
    #expect(run.files("made").contains("P2.png") == run.files("out").contains("P2.png"))
  }

  @Test func severalFilesPerRowAndPerDeck() throws {
    let run = try folder("id,name,due\nP1,Ada,1\n")
    _ = try run.run(
      "deck.json", "--rows", "people.csv", "-o", "{id}.png", "-o", "{id}@2x.png", "-o", "{id}.svg")
    _ = try run.run("deck.json", "--set", "name=Ada", "-o", "a.png", "-o", "a@2x.png", "-o", "a.svg")
    for ending in [".png", "@2x.png", ".svg"] {
      #expect(try run.bytes("P1\(ending)") == run.bytes("a\(ending)"))
    }
    #expect(try run.bytes("a.png") != run.bytes("a@2x.png"))
  }

  @Test(arguments: [
    (["--rows", "people.csv", "-o", "out.png"], "add {id} or {row} to the name of --output"),
    (["--report", "r.jsonl", "-o", "out.png"], "--report has no effect without --rows"),
    (["-o", "a-{name}.png"], "'{name}' is not a placeholder of output names"),
    (["-o", "{ id }.png"], "The braces around 'id' in the output name have spaces: write '{id}'"),
    (
      ["--rows", "people.csv", "-o", "{id }.png"],
      "The braces around 'id' in the output name have spaces: write '{id}'"
    ),
    (["--rows", "people.csv", "-o", "{id}.png", "--shard", "3/2"], "a share such as 2/8"),
  ]) func wrongUsageIsAnError(arguments: [String], message: String) throws {
    let run = try folder(Self.people)
    let result = try BuiltProgram.run(["deck.json"] + arguments, folder: run.path)
    #expect(result.status == 64)
    #expect(result.errorText.contains(message), "\(result.errorText)")
  }

  @Test func anUnusedAssignmentCausesAWarning() throws {
    let run = try folder(Self.people)
    let result = try run.run("deck.json", "--set", "nmae=Ada", "-o", "out.png")
    #expect(result.status == 0)
    #expect(
      result.errorText == "--set: warning: the deck does not use 'nmae'; did you mean 'name'?\n")
  }

  @Test(
    "Names of columns have limits",
    arguments: [
      (
        Array(repeating: "a", count: 20_000).joined(separator: "."),
        "column 1 is nested deeper than the limit of 128"
      ),
      (
        (0...4_096).map { "c\($0)" }.joined(separator: ","),
        "4097 columns are more than the limit of 4096"
      ),
    ])
  func columnsHaveLimits(header: String, message: String) throws {
    let run = try RunFolder([
      "d.json": #"{"cards":[{"parts":[{"type":"text","text":"{{ c0 | default('x') }}"}]}]}"#,
      "r.csv": header + "\n1\n",
    ])
    let result = try run.run("d.json", "--rows", "r.csv", "-o", "{row}.png")
    #expect(result.status == 2)
    #expect(result.errorText.contains(message), "\(result.errorText.prefix(300))")
  }
}
