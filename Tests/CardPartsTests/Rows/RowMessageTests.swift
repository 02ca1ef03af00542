import Testing

@testable import CardParts

/// Messages with rows and results between two processes.
@Suite struct RowMessageTests {
  /// Every kind of value, with places and without.
  private static let data: JSONNode = {
    let text = #"""
      {"id":"é\u0000\n","n":[null,true,false,0,-0.50,1e-12,12345678901234567890,3.000,1e300],"o":{"":{}, "a":[]},
       "long":"\#(String(repeating: "x", count: 3000))"}
      """#
    guard var node = try? JSONScanner.scan(Array(text.utf8), file: "") else { return JSONNode(.null) }
    if case .object(var members) = node.value {
      members.append(JSONNode.Member(key: "cell", value: .cell("1,5")))
      var bound = JSONNode(.string("{{ x }}"), isBound: true)
      bound.omitsBoundNulls = true
      members.append(JSONNode.Member(key: "bound", value: bound))
      node.value = .object(members)
    }
    return node
  }()

  @Test(arguments: [nil, "", "P\u{202E}7"]) func aRowArrivesUnchanged(id: String?) throws {
    let place = RowPlace(file: "a b.csv", line: 7, number: 1 << 40, id: id)
    let row = try #require(RowMessage.row(RowMessage.bytes(DataRow(place: place, data: Self.data))))
    #expect(row.place == place)
    #expect(row.data == Self.data)
    #expect(JSONDump.write(row.data, pretty: false) == JSONDump.write(Self.data, pretty: false))
    func cells(_ node: JSONNode) -> [Bool] {
      guard case .object(let members) = node.value else { return [] }
      return members.flatMap { [$0.value.isCell, $0.value.isBound, $0.value.omitsBoundNulls] }
    }
    #expect(cells(row.data) == cells(Self.data) && cells(row.data).filter { $0 }.count == 3)
  }

  @Test func aResultArrivesUnchanged() throws {
    let place = RowPlace(file: "r.csv", line: 2, number: 1, id: "P1")
    var first = DeckIssue(
      .error, file: "deck.json", place: SourcePlace(line: 3, column: 9),
      path: JSONPath([.key("cards"), .index(4)]),
      message: "found 'x'", hint: "did you mean 'y'?", code: .unknownKey)
    first.row = place
    var second = DeckIssue(.warning, file: "", message: "m")
    second.option = "scale"
    let result = RowResult(
      place: place,
      files: [
        RowFile(name: "out/a.png", bytes: [0, 255, 7], size: 3, width: 4, height: 5),
        RowFile(name: "b", bytes: [], size: 0, width: 0, height: 0),
      ], issues: [first, second], alt: "alt", regions: [Self.data], reads: ["a", "b"])
    let arrived = try #require(RowMessage.result(RowMessage.bytes(result), of: place))
    #expect(arrived.issues == result.issues && arrived.alt == "alt" && arrived.reads == ["a", "b"])
    #expect(arrived.regions == [Self.data] && !arrived.isKept && arrived.place == place)
    #expect(
      arrived.files.map(\.name) == ["out/a.png", "b"] && arrived.files.map(\.bytes) == [[0, 255, 7], []])
    #expect(arrived.files.map { [$0.size, $0.width, $0.height] } == [[3, 4, 5], [0, 0, 0]])
  }

  @Test func truncatedMessagesAreInvalid() {
    let place = RowPlace(file: "r.csv", line: 2, number: 1, id: "P1")
    let row = RowMessage.bytes(DataRow(place: place, data: .object([("a", .of("b"))])))
    for count in 0..<row.count { #expect(RowMessage.row(Array(row.prefix(count))) == nil, "\(count)") }
  }

  @Test func theNoteOfARowIsWrittenAndRead() throws {
    let place = RowPlace(file: "r.csv", line: 2, number: 1, id: "P1")
    var own = DeckIssue(
      .warning, file: "deck.json", place: SourcePlace(line: 3, column: 9),
      path: JSONPath([.key("cards"), .index(4)]), message: "m", hint: "h", code: .cutText)
    own.row = place
    let result = RowResult(
      place: place, files: [RowFile(name: "a.png", bytes: [1], size: 1, width: 4, height: 5)],
      issues: [own, DeckIssue(.warning, file: "", message: "n")], alt: "alt",
      regions: [.object([("link", .of("https://a.example"))])])
    let text = """
      {"files":[{"path":"a.png","bytes":1,"width":4,"height":5,"crc32":"a505df1b"}],"alt":"alt",\
      "regions":[{"link":"https://a.example"}],"warnings":[{"severity":"warning","code":"cutText",\
      "file":"deck.json","line":3,"column":9,"path":"cards[4]","message":"m","hint":"h"},\
      {"severity":"warning","code":"doubtful","file":"","path":"","message":"n","ofDeck":true}]}
      """
    #expect(result.noted.text == text)
    let back = try #require(RowResult(noted: result.noted, at: place))
    #expect(back.isKept && back.issues == result.issues && back.noted.text == text)
    for (member, other) in [
      ("https:", "javascript:"), ("\"bytes\":1", "\"bytes\":-1"), ("\"warning\"", "\"error\""),
      ("\"alt\"", "\"al\""),
    ] {
      let node = try JSONScanner.scan(Array(text.replacing(member, with: other).utf8), file: "")
      #expect(RowResult(noted: node, at: place)?.files == nil, "\(other)")
    }
  }
}
