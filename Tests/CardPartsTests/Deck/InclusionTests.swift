import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// Decks that include other files.
@Suite struct InclusionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ files: [String: String]) throws {
    for (name, text) in files { try FileWriting.write(Array(text.utf8), to: "\(folder.path)/\(name)") }
  }

  /// The resolved deck on one line.
  private func whole(_ deck: String) throws -> String {
    JSONDump.write(try Deck(json: deck, file: "d.json", folder: folder.path).root, pretty: false)
  }

  private func issues(_ deck: String) throws -> [String] {
    try LaidOut.issues(of: deck, folder: folder.path)
  }

  private static let card = #"{"parts":[{"type":"separator"}]}"#

  @Test func aDeckOverridesTheOneItExtends() throws {
    try write([
      "a.json": #"{"extends":"b.json","data":{"x":1,"y":{"p":1,"q":2}},"seed":3}"#,
      "b.json":
        #"{"theme":"mint","canvas":{"width":300,"scale":2},"data":{"x":0,"z":9},"cards":[\#(Self.card)]}"#,
    ])
    #expect(
      try whole(
        #"{"extends":"a.json","canvas":{"scale":null},"data":{"y":{"q":[5]}},"theme":{"accentColor":"red"}}"#)
        == #"{"theme":{"accentColor":"red"},"canvas":{"width":300},"data":{"x":1,"z":9,"y":{"p":1,"q":[5]}},"cards":[\#(Self.card)],"seed":3}"#
    )
  }

  @Test func aFileIsInsertedWhereItIsIncluded() throws {
    try write([
      "card.json": Self.card, "parts.json": #"[{"$include":"part.json"},{"type":"spacer"}]"#,
      "part.json": #"{"type":"text","text":"hello"}"#,
    ])
    #expect(
      try whole(#"{"cards":[{"$include":"card.json","id":"one"},{"parts":{"$include":"parts.json"}}]}"#)
        == #"{"cards":[{"parts":[{"type":"separator"}],"id":"one"},{"parts":[{"type":"text","text":"hello"},{"type":"spacer"}]}]}"#
    )
  }

  @Test func aTableIsIncludedAsAListOfObjects() throws {
    try write([
      "a.csv": "id,user.name\n1,{{ x }}\n,\n2,Bo\n", "b.jsonl": "{\"id\":1}\n\n{\"id\":2}\n",
      "c.csv": "a,b\n1\n", "d.jsonl": "{\"id\":1}\n[2]\n",
    ])
    #expect(
      try whole(#"{"data":{"a":{"$include":"a.csv"},"b":{"$include":"b.jsonl"}},"cards":[\#(Self.card)]}"#)
        == #"{"data":{"a":[{"id":"1","user":{"name":"{{ x }}"}},{"id":"2","user":{"name":"Bo"}}],"b":[{"id":1},{"id":2}]},"#
        + #""cards":[\#(Self.card)]}"#)
    for (name, message) in [
      ("c.csv", "c.csv:2: error: the row has 1 cell, the first line has 2"),
      ("d.jsonl", "d.jsonl:2:1: error: a row must be an object, found a list"),
    ] {
      #expect(try issues(#"{"data":{"a":{"$include":"\#(name)"}},"cards":[\#(Self.card)]}"#) == [message])
    }
  }

  @Test func errorsNameTheFileAndTheLine() throws {
    try write(["part.json": "{\n \"type\": \"text\",\n \"txet\": 1 }"])
    let deck = #"{"cards":[{"parts":[{"$include":"part.json"}]}]}"#
    #expect(
      try issues(deck).contains(
        "part.json:3:2: error: unknown key 'txet' of part 'text' at cards[0].parts[0]; did you mean 'text'?"))
    try write(["part.json": "{ oops"])
    #expect(try issues(deck).first?.hasPrefix("part.json:1:3: error: invalid JSON") == true)
  }

  @Test func nothingOutsideIsRead() throws {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/in", withIntermediateDirectories: false)
    try write(["secret.json": "{}"])
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/in/link.json", withDestinationPath: "\(folder.path)/secret.json")
    for (path, reason) in [
      ("../secret.json", "'..' leads outside the deck's folder"),
      ("/etc/passwd", "absolute paths are not allowed"),
      ("link.json", "a symbolic link points outside the deck's folder"), ("none.json", "no such file"),
    ] {
      for deck in [#"{"extends":"\#(path)"}"#, #"{"cards":[],"data":{"a":{"$include":"\#(path)"}}}"#] {
        let found = try LaidOut.issues(of: deck, folder: "\(folder.path)/in")
        #expect(found.count == 1 && found[0].contains(reason), "\(found)")
      }
    }
  }

  @Test func allErrorsAreReportedAtOnce() throws {
    let found = try issues(#"{"cards":[{"$include":"a.json"},{"$include":7}],"data":{"$include":"b.json"}}"#)
    #expect(found.count == 3, "\(found)")
  }

  @Test func circles() throws {
    try write([
      "a.json": #"{"$include":"b.json"}"#, "b.json": #"{"x":{"$include":"a.json"}}"#,
      "e.json": #"{"extends":"e.json"}"#,
    ])
    #expect(
      try issues(#"{"cards":[],"data":{"$include":"a.json"}}"#)[0].contains(
        "includes itself, through other files"))
    #expect(try issues(#"{"extends":"e.json"}"#)[0].contains("'e.json' includes itself"))
  }

  @Test func limits() throws {
    for number in 0...Limits.inclusionDepth {
      try write(["d\(number).json": #"{"$include":"d\#(number + 1).json"}"#])
    }
    #expect(
      try issues(#"{"cards":[],"data":{"$include":"d0.json"}}"#)[0].contains(
        "more than \(Limits.inclusionDepth) deep"))
    // Each file includes the previous one ten times: a few hundred bytes that would expand to ten million
    // values.
    try write(["m0.json": "[1,1,1,1,1,1,1,1,1,1]"])
    for number in 1...6 {
      let one = #"{"$include":"m\#(number - 1).json"}"#
      try write(["m\(number).json": "[\(Array(repeating: one, count: 10).joined(separator: ","))]"])
    }
    #expect(
      try issues(#"{"cards":[],"data":{"a":{"$include":"m6.json"}}}"#)[0].contains(
        "more than \(Limits.jsonValues) values"))
    for number in 0...Limits.includedFiles { try write(["f\(number).json": "1"]) }
    let all = (0...Limits.includedFiles).map { #"{"$include":"f\#($0).json"}"# }.joined(separator: ",")
    #expect(
      try issues(#"{"cards":[],"data":{"a":[\#(all)]}}"#)[0].contains(
        "the deck includes more than \(Limits.includedFiles) files"))
  }

  /// Values and bytes are counted over all files, and no file is read after the one that exceeds the limit.
  @Test func whatIsIncludedIsCountedTogether() throws {
    let values = "[\([String](repeating: "1", count: 400_000).joined(separator: ","))]"
    let text = "\"\(String(repeating: "x", count: Limits.jsonBytes - 10))\""
    try write(["v.json": values, "w.json": values, "x.json": values, "y.json": "{ oops"])
    for number in 0..<5 { try write(["t\(number).json": text]) }
    func deck(_ files: [String]) -> String {
      let data = files.enumerated().map { #""k\#($0)":{"$include":"\#($1)"}"# }.joined(separator: ",")
      return #"{"data":{\#(data)},"cards":[\#(Self.card)]}"#
    }
    let many = try issues(deck(["v.json", "w.json", "x.json", "y.json"]))
    #expect(many.count == 1)
    #expect(many.first?.hasPrefix("x.json:1:") == true)
    #expect(many.first?.contains("with its included files, the deck has more than 1000000 values") == true)
    let large = try issues(deck((0..<5).map { "t\($0).json" } + ["y.json"]))
    #expect(large.count == 1)
    #expect(large.first?.contains("the included files have more than 64 MiB together at data.k4") == true)
  }

  @Test func messagesDoNotNameTheFolder() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/sub", withIntermediateDirectories: true)
    let told = try issues(#"{"cards":[{"$include":"sub"}]}"#)
    #expect(told.count == 1 && told.allSatisfy { $0.contains("'sub'") && !$0.contains(folder.path) })
  }

  @Test func readFilesAreListed() throws {
    try write(["card.json": Self.card])
    let deck = try LaidOut(deck: #"{"cards":[{"$include":"card.json"}]}"#, folder: folder.path)
    #expect(deck.deck.resolved.reads == ["card.json"])
  }

  @Test func aDeckInSwiftCannotIncludeFiles() throws {
    let deck = Deck { Card { CardPartSeparatorView() } }.property("extends", "x.json")
      .property("data", ["a": ["$include": "x.json"]])
    let messages: [String] = deck.issues.map(\.message)
    #expect(messages.count { $0.contains("is for decks in files") } == 2)
  }
}
