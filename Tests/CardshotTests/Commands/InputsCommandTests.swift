import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// `cardshot inputs`, and data that rows and workers check.
@Suite struct InputsCommandTests {
  /// Names and texts that are difficult in some language.
  private static let deck = #"""
    {
      "inputs": {
        "title": { "type": "string", "maxLength": 20, "description": "The */ \"headline\" \\ of it", "required": true },
        "share": { "type": "number", "minimum": 0, "maximum": 1, "default": 0.5, "examples": [0.1] },
        "class": { "enum": ["free", "pro plan", "2x", "self", "pro-plan"] },
        "first-name": { "type": "string", "pattern": "^[A-Z]" },
        "firstName": { "type": "boolean" },
        "level": { "enum": [1, 2.5] },
        "count": { "type": "integer" },
        "photo": { "type": "picture", "from": "photos" },
        "größe": { "type": "string", "format": "date" },
        "tags": { "type": "array", "items": { "type": "string" }, "maxItems": 2 },
        "rows": { "type": "array", "items": { "name": { "type": "string" }, "kind": { "enum": ["a", "b"] } } },
        "String": { "type": "object", "properties": { "in": { "type": "string" } }, "required": ["in"] },
        "a-b": { "type": "object", "properties": { "x": { "type": "string" } } },
        "aB": { "type": "object", "properties": { "y": { "type": "string" } } },
        "more": { "type": "object" },
        "list": { "type": "array" }
      },
      "cards": [ { "parts": [ { "type": "text", "text": "{{ title }} {{ share | percent }}" } ] } ]
    }
    """#

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(Array(Self.deck.utf8), to: "\(folder)/card.json")
    try body(folder)
  }

  private func types(_ form: String, in folder: String) throws -> String {
    let run = try BuiltProgram.run(["inputs", "card.json", "--format", form], folder: folder)
    #expect(run.status == 0, "\(run.errorText)")
    return run.outputText
  }

  @Test func theListNamesEveryInput() throws {
    try withFolder { folder in
      let text = try types("text", in: folder)
      for line in [
        "title        a text of at most 20 characters, required", "rows[].kind  'a' or 'b'",
        "share        a number from 0 to 1, default 0.5", "photo        the path of a picture in 'photos'",
      ] {
        #expect(text.contains(line), "\(text)")
      }
      let json = try BuiltProgram.run(["inputs", "card.json", "--json"], folder: folder)
      let node = try JSONScanner.scan(json.output, file: "")
      guard case .array(let entries)? = node["inputs"]?.value else {
        Issue.record("no list")
        return
      }
      #expect(entries.count == 22)
      #expect(entries[0]["path"]?.plainText == "title")
      #expect(entries[0]["expected"]?.plainText == "a text of at most 20 characters")
    }
  }

  @Test func swiftTypesCompileAndMakeValidData() throws {
    let compiler = ["/opt/swift/usr/bin/swiftc", "/usr/bin/swiftc"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let compiler else { return }
    try withFolder { folder in
      let use = """

        let rows = [CardInputs.RowsEntryValue(name: "A", kind: .b)]
        let inputs = CardInputs(
          title: "Hello", class: .proPlan, firstName2: true, rows: rows, String: .init(in: "x"),
          more: ["a": .array([.number(1), .null])])
        """
      try FileWriting.write(Array((try types("swift", in: folder) + use).utf8), to: "\(folder)/main.swift")
      let run = try BuiltProgram.run(
        ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "main.swift"], folder: folder,
        program: compiler)
      #expect(run.status == 0, "\(run.errorText)\(run.outputText)")
    }
  }

  @Test func pythonTypesCanBeImported() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
    try withFolder { folder in
      try FileWriting.write(Array(try types("python", in: folder).utf8), to: "\(folder)/card_inputs.py")
      let script = """
        import typing, card_inputs as c
        assert sorted(c.CardInputs.__required_keys__) == ["title"], c.CardInputs.__required_keys__
        hints = typing.get_type_hints(c.CardInputs)
        assert typing.get_args(hints["class"]) == ("free", "pro plan", "2x", "self", "pro-plan"), hints
        assert typing.get_args(hints["rows"])[0] is c.CardInputsRowsEntry
        assert c.CardInputsString.__required_keys__ == {"in"}
        assert {"x"} == set(typing.get_type_hints(hints["a-b"])) and {"y"} == set(typing.get_type_hints(hints["aB"]))
        """
      let run = try BuiltProgram.run(["-c", script], folder: folder, program: "/usr/bin/python3")
      #expect(run.status == 0, "\(run.errorText)")
    }
  }

  @Test func typeScriptTypesCompile() throws {
    let compiler = "/usr/bin/tsc"
    guard FileManager.default.isExecutableFile(atPath: compiler) else { return }
    try withFolder { folder in
      let use = """

        const inputs: CardInputs = {
          title: "Hello", class: "pro plan", level: 2.5, tags: ["a"], more: { a: [1, null] },
        };
        // @ts-expect-error
        const wrong: CardInputs = { title: 1 };
        // @ts-expect-error
        const unknown: CardInputs = { title: "Hello", titel: "x" };
        """
      try FileWriting.write(
        Array((try types("typescript", in: folder) + use).utf8), to: "\(folder)/inputs.ts")
      let run = try BuiltProgram.run(
        ["--noEmit", "--strict", "--target", "es2020", "inputs.ts"], folder: folder, program: compiler)
      #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
    }
  }

  @Test func typeScriptNamesAreQuoted() throws {
    try withFolder { folder in
      let text = try types("typescript", in: folder)
      for line in [
        "/** The * / \"headline\" \\ of it */", "  title: string;", "  \"first-name\"?: string;",
        "  class?: \"free\" | \"pro plan\" | \"2x\" | \"self\" | \"pro-plan\";", "  level?: 1 | 2.5;",
        "  tags?: Array<string>;", "  \"größe\"?: string;", "  more?: Record<string, unknown>;",
        "  list?: Array<unknown>;", "    in: string;",
      ] {
        #expect(text.contains(line + "\n"), "\(line)\n\(text)")
      }
      #expect(text.filter { $0 == "{" }.count == text.filter { $0 == "}" }.count)
    }
  }

  /// A public validator accepts the same data as the program.
  @Test func theSchemaAgreesWithTheProgram() throws {
    let data = [
      #"{ "title": "Hello" }"#, #"{ "title": "Hello", "share": 2 }"#, #"{ "share": 0.5 }"#,
      #"{ "title": "Hello", "class": "2x", "level": 2.5 }"#, #"{ "title": "Hello", "class": "no" }"#,
      #"{ "title": "Hello", "first-name": "ann" }"#, #"{ "title": "Hello", "first-name": "Ann" }"#,
      #"{ "title": "Hello", "photo": "photos/a.png" }"#, #"{ "title": "Hello", "photo": "a.png" }"#,
      #"{ "title": "Hello", "tags": ["a", "b", "c"] }"#, #"{ "title": "Hello", "String": {} }"#,
      #"{ "title": "Hello", "rows": [{ "nam": "x" }] }"#, #"{ "title": "Hello", "count": 1.5 }"#,
      #"{ "title": "This is longer than twenty" }"#,
      #"{ "title": "Hello", "list": [1, {}], "more": { "a": 1 } }"#,
    ]
    guard (try? BuiltProgram.run(["-c", "import jsonschema"], program: "/usr/bin/python3").status) == 0 else {
      return
    }
    try withFolder { folder in
      try FileWriting.write(Array(try types("json-schema", in: folder).utf8), to: "\(folder)/schema.json")
      let script = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open("schema.json"))
        Draft202012Validator.check_schema(schema)
        for line in sys.stdin.read().split("\\n"):
            print(len(list(Draft202012Validator(schema).iter_errors(json.loads(line)))))
        """
      let run = try BuiltProgram.run(
        ["-c", script], input: data.joined(separator: "\n"), folder: folder, program: "/usr/bin/python3")
      let counts = run.outputText.split(separator: "\n")
      #expect(counts.count == data.count, "\(run.errorText)")
      for (text, count) in zip(data, counts) {
        try FileWriting.write(Array(text.utf8), to: "\(folder)/data.json")
        let own = try BuiltProgram.run(
          ["card.json", "-o", "out.png", "--data", "data.json", "--quiet"], folder: folder)
        #expect((own.status == 0) == (count == "0"), "\(text): \(own.errorText)")
      }
    }
  }

  @Test func rowsAreCheckedWithTheirPlaces() throws {
    try withFolder { folder in
      let rows = "id,title,share,String.in\n1,Hello,0.25,x\n2,,lots,x\n3,Good day,7,x\n"
      try FileWriting.write(Array(rows.utf8), to: "\(folder)/rows.csv")
      let run = try BuiltProgram.run(
        ["card.json", "-o", "{id}.png", "--rows", "rows.csv"], folder: folder)
      #expect(run.status == 2)
      let lines: [Substring] = run.errorText.split(separator: "\n")
      #expect(
        lines.dropLast() == [
          "rows.csv:3: row 2 '2': error: expected a number from 0 to 1, found 'lots' at share",
          "rows.csv:3: row 2 '2': error: a required input is missing at title; expected a text of at most 20 characters",
          "rows.csv:4: row 3 '3': error: expected a number from 0 to 1, found '7' at share",
        ])
    }
  }

  @Test func unknownColumnsAreReportedOnceAndNothingIsDrawn() throws {
    try withFolder { folder in
      let rows = "id,titel,slug,title\n1,a,b,c\n2,a,b,c\n"
      try FileWriting.write(Array(rows.utf8), to: "\(folder)/rows.csv")
      let run = try BuiltProgram.run(
        ["card.json", "-o", "{slug}-{id}.png", "--rows", "rows.csv"], folder: folder)
      #expect(run.status == 2)
      #expect(run.errorText == "rows.csv: error: unknown input at titel; did you mean 'title'?\n")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!files.contains { $0.hasSuffix(".png") })
    }
  }

  @Test func aWorkerChecksEveryRow() throws {
    try withFolder { folder in
      let run = try BuiltProgram.run(
        ["worker", "card.json", "-o", "{id}.png"],
        input: #"{"id":"1","title":"Hello"}"# + "\n" + #"{"id":"2","titel":"Hello"}"# + "\n", folder: folder)
      let lines = run.outputText.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].contains(#""ok":true"#), "\(lines[0])")
      #expect(
        lines[1].contains(#""code":"unknownKey""#) && lines[1].contains(#""path":"titel""#), "\(lines[1])")
    }
  }

  @Test func wrongUsageIsReported() throws {
    try withFolder { folder in
      try FileWriting.write(Array("{ \"cards\": [] }".utf8), to: "\(folder)/plain.json")
      let none = try BuiltProgram.run(["inputs", "plain.json"], folder: folder)
      #expect(none.status == 2)
      #expect(
        none.errorText
          == "plain.json:1:1: error: the deck does not declare its inputs; add 'inputs' to the deck\n")
      for arguments in [["--format", "go"], ["--json", "--format", "swift"], ["--name", "X"]] {
        #expect(try BuiltProgram.run(["inputs", "card.json"] + arguments, folder: folder).status == 64)
      }
    }
  }
}
