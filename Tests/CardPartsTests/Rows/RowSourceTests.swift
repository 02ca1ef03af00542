import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// Rows in all formats, their names, and how a deck uses their values.
@Suite struct RowSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(_ text: String, _ form: RowSource.Form? = nil) throws -> RowSource {
    let path = folder.path + "/rows"
    try FileWriting.write(Array(text.utf8), to: path)
    return try RowSource(try ByteSource(path: path), form: form, file: "rows")
  }

  private func entries(_ text: String, _ form: RowSource.Form? = nil) throws -> [String] {
    var rows = try source(text, form)
    var lines: [String] = []
    while let entry = rows.next() {
      switch entry {
      case .row(let row): lines.append("\(row.place.text) \(JSONDump.write(row.data, pretty: false))")
      case .broken(_, let issues): lines += issues.map(\.text)
      }
    }
    return lines
  }

  @Test(arguments: [
    ("id,user.name,n\nP1,Ada,\n", [#"rows:2: row 1 'P1' {"id":"P1","user":{"name":"Ada"},"n":null}"#]),
    ("{\"id\":7}\n\n{\"n\":1}\n", [#"rows:1: row 1 '7' {"id":7}"#, #"rows:3: row 2 {"n":1}"#]),
    (
      " [\n{\"id\":\"x\"},\n3]",
      [#"rows:2: row 1 'x' {"id":"x"}"#, "rows:3: row 2: error: a row must be an object, found a number"]
    ),
    ("first name\nAda\n", [#"rows:2: row 1 {"first name":"Ada"}"#]),
  ]) func formatsAreDetected(text: String, rows: [String]) throws { #expect(try entries(text) == rows) }

  @Test func aBrokenRowIsNamedAndTheNextIsRead() throws {
    #expect(
      try entries("id,a\nP1,1,2\nP2,3\n") == [
        "rows:2: row 1 'P1': error: the row has 3 cells, the first line has 2",
        #"rows:3: row 2 'P2' {"id":"P2","a":"3"}"#,
      ])
    let lines = try entries("{\"id\":1}\n{\"id\":}\n{\"id\":3}")
    #expect(lines.count == 3)
    #expect(
      lines[1].hasPrefix(
        "rows:2: row 2: error: invalid JSON: expected a value after ':', found '}' (column 7)"))
  }

  /// A line that is too long, or contains an invalid character, is skipped without affecting other lines.
  @Test func anInvalidLineIsSkippedAlone() throws {
    let long = String(repeating: "x", count: Limits.rowBytes)
    let lines = try entries("{\"id\":1}\n{\"id\":\"\(long)\"}\n{\"id\":\"a\u{0}b\"}\n\u{0}\n{\"id\":5}\n")
    try #require(lines.count == 5)
    #expect(lines[0].hasSuffix(#"{"id":1}"#) && lines[4].hasSuffix(#"{"id":5}"#))
    #expect(lines[1] == "rows:2: row 2: error: the row has more than 4 MiB")
    #expect(lines[2].hasPrefix("rows:3: row 3: error: ") && lines[3].hasPrefix("rows:4: row 4: error: "))
  }

  /// An unclosed quote, which extends to the next quote, affects only the lines it is on.
  @Test func unclosedQuotesAffectOnlyTheirLines() throws {
    let broken = Set([7, 23, 40])
    let text =
      "id,name\n" + (1...60).map { broken.contains($0) ? "P\($0),\"Ada\n" : "P\($0),\"Bo, C\"\n" }.joined()
    let lines = try entries(text)
    try #require(lines.count == 60)
    for (index, line) in lines.enumerated() {
      #expect(line.contains("error:") == broken.contains(index + 1), "\(line)")
    }
  }

  @Test(arguments: [
    ("a,a\n", "rows:1: error: columns 1 and 2 are both called 'a'"),
    ("a,\n", "rows:1: error: column 2 has no name"),
    (
      "a.b,x,a\n",
      "rows:1: error: columns 3 and 1 are called 'a' and 'a.b': the second would be inside the first, which is a value; "
        + "rename one of them"
    ),
    (
      "a.b,a.b.c.d\n",
      "rows:1: error: columns 1 and 2 are called 'a.b' and 'a.b.c.d': the second would be inside the first, which is a value; "
        + "rename one of them"
    ),
    ("", "rows:1: error: the row with the column names is missing"),
  ]) func aFirstLineMustNameColumns(text: String, message: String) throws {
    let error = #expect(throws: DeckError.self) { try entries(text) }
    #expect(error?.issues.map(\.text) == [message])
  }

  @Test func columnsOfOneObjectNeedNotBeAdjacent() throws {
    var rows = try source("a.x,b,a.y.z,a.y.w\n1,2,,4\n", .csv)
    guard case .row(let row)? = rows.next() else { throw StoppedRow() }
    #expect(
      JSONDump.write(row.data, pretty: false) == #"{"a":{"x":"1","y":{"z":null,"w":"4"}},"b":"2"}"#)
  }

  /// The drawing of a deck with a text, a bar and a switch for a row of cells.
  private func drawn(_ columns: String, _ cells: String, text: String) throws -> [String] {
    var rows = try source("\(columns)\n\(cells)\n", .csv)
    guard case .row(let row)? = rows.next() else { return [] }
    var options = DeckOptions()
    options.dataLayers = [row.data]
    options.hasCheckedNames = true
    let deck = #"{"data":{"n":"sample"},"cards":[{"parts":[{"type":"text","text":"\#(text)"}]}]}"#
    do {
      return try LaidOut(deck: deck, options: options).lines()
    } catch let error as DeckError {
      return error.issues.map(\.text)
    }
  }

  @Test(arguments: [
    ("n", "0.5", "{{ n | percent }}", "50%"), ("n", "0.50", "{{ n }}", "0.50"),
    ("n", "1234.5", "{{ n | currency }}", "$1,234.50"), ("n", "", "{{ n | default('none') }}", "none"),
    ("n", "007", "{{ n }}", "007"), ("n", "2026-11-21", "{{ n | date }}", "Nov 21, 2026"),
  ]) func theDeckDeterminesTheTypeOfACell(column: String, cell: String, text: String, line: String) throws {
    #expect(try drawn("\(column),b", "\(cell),x", text: text) == [line])
  }

  @Test func theErrorForACellThatIsNotANumberQuotesIt() throws {
    let lines = try drawn("n,b", "many,x", text: "{{ n | percent }}")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("the formatter 'percent' takes a number, found 'many'") == true)
  }

  @Test(arguments: [("true", 2), ("1", 2), ("yes", 2), ("false", 1), ("FALSE", 1), ("0", 1), ("", 1)])
  func aCellOverridesAnElement(cell: String, parts: Int) throws {
    var rows = try source("n,share\n\(cell),0.25\n", .csv)
    guard case .row(let row)? = rows.next() else { return }
    var options = DeckOptions()
    options.dataLayers = [row.data]
    let deck = """
      {"cards":[{"parts":[{"type":"progressBar","progress":"{{ share }}"},
      {"type":"text","if":"{{ n }}","text":"x"}]}]}
      """
    let laidOut = try LaidOut(
      deck: deck.replacing("progress\":", with: "percent\":").replacing("progressBar", with: "bar"),
      options: options)
    guard case .array(let found)? = try laidOut.card()["parts"]?.value else { return }
    #expect(found.count == parts)
  }

  @Test(arguments: [
    ("out/{id}.png", "out/P1.png"), ("{row}-{user.name}.png", "1-Ada.png"), ("a{b.png", "a{b.png"),
    ("{appearance}/{id}.png", "light/P1.png"),
  ]) func namesUseValuesOfTheRow(template: String, name: String) throws {
    var rows = try source("id,user.name\nP1,Ada\n")
    guard case .row(let row)? = rows.next() else { return }
    #expect(try OutputName(template).name(of: row, appearance: .light) == name)
  }

  @Test(arguments: ["a/b", "../x", "a b", ".x", "", "ü\u{202E}"]) func aNameIsSafe(id: String) throws {
    var rows = try source("id,n\n\(id),1\n")
    guard case .row(let row)? = rows.next() else { return }
    #expect(throws: DeckIssue.self) { try OutputName("{id}.png").name(of: row, appearance: .light) }
  }

  @Test func filesOfAllRowsAreInOneFolder() {
    #expect(OutputName("out/{id}.png").folder == "out")
    #expect(OutputName("out/a-{id}/x.png").folder == "out")
    #expect(OutputName("{id}.png").folder == ".")
  }
}
