import CardRaster
import Foundation
import TestSupport
import Testing

/// The published schema agrees with the program about every deck that there is.
@Suite struct SchemaTests {
  /// Validates decks with a public validator; prints the path of each that does not fit.
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

  /// The decks that do not fit, a line each.
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

  @Test(.enabled(if: isThere, "python3-jsonschema is not installed")) func everyDeckFits() throws {
    let root = Goldens.folder.path
    let examples = "\(root)/../Examples"
    let decks =
      try FileManager.default.contentsOfDirectory(atPath: examples).filter { $0.hasSuffix(".json") }.map {
        "\(examples)/\($0)"
      } + (Goldens.pictures + Goldens.pairs.flatMap { [$0 + ".a", $0 + ".b"] }).map { "\(root)/\($0).json" }
    #expect(decks.count > 90)
    #expect(try misfits(decks) == [])
  }

  @Test(.enabled(if: isThere, "python3-jsonschema is not installed")) func badDecksDoNotFit() throws {
    let names = [
      "unknown-deck-key", "unknown-card-key", "unknown-part-key", "unknown-part-type", "unknown-trait",
      "wrong-types",
    ]
    let decks = names.map { "\(Goldens.folder.path)/reject/\($0).json" }
    #expect(try misfits(decks).count == decks.count)
  }
}
