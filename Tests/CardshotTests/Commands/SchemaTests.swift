import CardRaster
import Foundation
import TestSupport
import Testing

@testable import CardParts

/// The published schema agrees with the program about every deck of the project.
@Suite struct SchemaTests {
  /// Validates decks with a public validator; prints the path of each invalid one.
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for path in sys.stdin.read().split("\\n"):
        if not path: continue
        errors = sorted(validator.iter_errors(json.load(open(path))), key=lambda e: list(map(str, e.path)))
        if errors: print(path + ": " + errors[0].message[:200])
    """

  private static let python = "/usr/bin/python3"

  private static let isThere: Bool = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    return (try? BuiltProgram.run(["-c", "import jsonschema"], program: python).status) == 0
  }()

  /// The invalid decks, one per line.
  private func misfits(_ paths: [String]) throws -> [String] {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let schema = try BuiltProgram.run(["schema"])
    #expect(schema.status == 0)
    try FileWriting.write(schema.output, to: "\(folder)/schema.json")
    let result = try BuiltProgram.run(
      ["-c", SchemaTests.script, "\(folder)/schema.json"], input: paths.joined(separator: "\n"),
      program: SchemaTests.python)
    #expect(result.status == 0, "\(result.errorText)")
    return result.outputText.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: isThere, "python3-jsonschema is not installed")) func everyDeckIsValid() throws {
    let root = Goldens.folder.path
    let examples = "\(root)/../Examples"
    let decks =
      try FileManager.default.contentsOfDirectory(atPath: examples).filter { $0.hasSuffix(".json") }.map {
        "\(examples)/\($0)"
      } + (Goldens.pictures + Goldens.pairs.flatMap { [$0 + ".a", $0 + ".b"] }).map { "\(root)/\($0).json" }
      + Templates.names.map { "\(try Templates.folder($0))/deck.json" }
    #expect(decks.count > 120)
    #expect(try misfits(decks) == [])
  }

  @Test(.enabled(if: isThere, "python3-jsonschema is not installed")) func badDecksAreInvalid() throws {
    let names = [
      "unknown-deck-key", "unknown-card-key", "unknown-part-key", "unknown-trait",
      "wrong-types",
    ]
    let decks = names.map { "\(Goldens.folder.path)/reject/\($0).json" }
    #expect(try misfits(decks).count == decks.count)
  }

  /// Parts with one typical error each, and the corrected parts.
  @Test(
    .enabled(if: isThere, "python3-jsonschema is not installed"),
    arguments: [
      (#"{"type":"text","text":"a","textColor":"bleu"}"#, #"{"type":"text","text":"a","textColor":"Blue"}"#),
      (#"{"type":"bar","percent":85}"#, #"{"type":"bar","percent":0.85}"#),
      (#"{"type":"text"}"#, #"{"type":"text","attributedText":[{"text":"a"}]}"#),
      (#"{"type":"image"}"#, #"{"type":"image","imageName":"a.png"}"#),
      (#"{"type":"table"}"#, #"{"type":"table","cell":{"leftTitleText":"{{ item }}"},"forEach":"list"}"#),
      (#"{"type":"table","rows":[{"id":"a"}]}"#, #"{"type":"table","rows":[{"rightTitleText":"1"}]}"#),
      (#"{"type":"separator","id":"a b"}"#, #"{"type":"separator","id":"ä-{{ n }}"}"#),
      (
        #"{"type":"button","buttonTitle":"a","link":"javascript:x"}"#,
        #"{"type":"button","buttonTitle":"a","link":"tel:1"}"#
      ),
      (
        ##"{"type":"spacer","backgroundColor":"#12345"}"##,
        ##"{"type":"spacer","backgroundColor":"#{{ hex }}"}"##
      ),
      (
        #"{"type":"spacer","backgroundColor":{"light":"red"}}"#,
        #"{"type":"spacer","backgroundColor":{"light":"red","dark":"barColor"}}"#
      ),
      (#"{"type":"spacer","height":-1}"#, #"{"type":"spacer","height":null}"#),
    ]) func anErrorIsMarkedWhereItIsTyped(wrong: String, right: String) throws
  {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    for (name, part) in [("wrong", wrong), ("right", right)] {
      let deck = #"{"data":{"kind":"text"},"cards":[{"parts":[\#(part)]}]}"#
      try FileWriting.write(Array(deck.utf8), to: "\(folder)/\(name).json")
    }
    let misfits = try misfits(["\(folder)/wrong.json", "\(folder)/right.json"])
    #expect(misfits.count == 1 && misfits.allSatisfy { $0.contains("/wrong.json") }, "\(misfits)")
  }

  @Test(.enabled(if: isThere, "python3-jsonschema is not installed")) func theKeysOfADeckAreMarkedToo() throws
  {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let wrong = [
      #""theme":"mnt""#, #""locale":"xx""#, #""date":"2026-13-01""#, #""version":2"#, #""seed":-1"#,
      #""appearance":"grey""#, #""layout":"rows""#, #""theme":{"base":"mint","titleColor":"bleu"}"#,
    ]
    let right = [
      #""theme":"mint""#, #""theme":"themes/brand.JSON""#,
      #""theme":{"base":"mint","dark":{"titleColor":"red"}}"#,
      #""locale":"en-us""#, #""locale":"de""#, #""date":"2026-12-01""#, #""seed":7"#,
      #""layout":"{{ kind }}""#,
      #""layout":{"type":"bottomSheet","content":{"parts":[]}}"#,
    ]
    var paths: [String] = []
    for (number, member) in (wrong + right).enumerated() {
      paths.append("\(folder)/\(number).json")
      try FileWriting.write(Array("{\(member),\"cards\":[]}".utf8), to: paths[number])
    }
    let misfits = try misfits(paths)
    let marked = paths.filter { path in misfits.contains { $0.hasPrefix(path + ":") } }
    #expect(marked == Array(paths.prefix(wrong.count)), "\(misfits)")
  }

  /// An unknown type at every place of a part, and decks that may get the type from elsewhere.
  @Test(.enabled(if: isThere, "python3-jsonschema is not installed")) func anUnknownTypeIsMarked() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    let part = #"{"type":"txet"}"#
    let wrong = [
      #""cards":[{"parts":[\#(part)]}]"#,
      #""cards":[{"parts":[{"type":"stack","arrangedSubviews":[{"type":"layers","layers":[\#(part)]}]}]}]"#,
      #""cards":[{"states":{"empty":[\#(part)]},"parts":[]}]"#,
      #""cards":[{"parts":[{"type":"centered","centeredView":\#(part)}]}]"#,
      #""cards":[{"parts":[{"type":"paged","pages":[{"cardParts":[\#(part)]}]}]}]"#,
      #""page":{"header":[\#(part)]},"cards":[]"#,
      #""layout":{"type":"bottomSheet","content":{"parts":[\#(part)]}},"cards":[]"#,
      #""theme":"mint","cards":[{"parts":[\#(part)]}]"#,
    ]
    let right = [
      #""components":{"txet":{"part":{"type":"spacer"}}},"cards":[{"parts":[\#(part)]}]"#,
      #""extends":"base.json","cards":[{"parts":[\#(part)]}]"#,
      #""theme":"brand.json","cards":[{"parts":[\#(part)]}]"#,
      #""theme":{"base":"mint","components":{"txet":{"part":{"type":"spacer"}}}},"cards":[{"parts":[\#(part)]}]"#,
      #""cards":[{"parts":[{"type":"{{ kind }}"},{"$include":"part.json","type":"text"}]}]"#,
    ]
    var paths: [String] = []
    for (number, members) in (wrong + right).enumerated() {
      paths.append("\(folder)/\(number).json")
      try FileWriting.write(Array("{\(members)}".utf8), to: paths[number])
    }
    let misfits = try misfits(paths)
    let marked = paths.filter { path in misfits.contains { $0.hasPrefix(path + ":") } }
    #expect(marked == Array(paths.prefix(wrong.count)), "\(misfits)")
  }

  /// Editors read the schema with every deck, so each part is written once.
  @Test func theSchemaIsSmall() throws {
    #expect(try BuiltProgram.run(["schema"]).output.count < 400_000)
  }

  @Test func theSchemaIsOneLineByDefault() throws {
    for topic in ["deck", "test"] {
      let compact = try BuiltProgram.run(["schema", topic])
      let pretty = try BuiltProgram.run(["schema", topic, "--pretty"])
      #expect(compact.outputText.split(separator: "\n").count == 1)
      #expect(pretty.outputText.split(separator: "\n").count > 100)
      #expect(
        try JSONScanner.scan(compact.output, file: "").text == JSONScanner.scan(pretty.output, file: "").text)
    }
  }

  @Test func everyReferenceHasADefinition() throws {
    for schema in [SchemaDocument.root, GoldenPlan.schema] {
      guard case .object(let definitions)? = schema["$defs"]?.value else {
        Issue.record("no definitions")
        return
      }
      let names = Set(definitions.map(\.key))
      #expect(names.count == definitions.count)
      let text = schema.text
      let used = text.matches(of: /"#\/\$defs\/([^"]+)"/).map { String($0.1) }
      #expect(!used.isEmpty)
      #expect(Set(used).isSubset(of: names), "\(Set(used).subtracting(names))")
    }
  }
}
