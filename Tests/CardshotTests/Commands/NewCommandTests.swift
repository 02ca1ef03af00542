import CardRaster
import TestSupport
import Testing

@testable import CardParts

@Suite("cardshot new writes templates") struct NewCommandTests {
  @Test("The written files are those of the template, and the printed command draws the same bytes")
  func drawsTheSame() throws {
    let folder = try TemporaryFolder()
    let shown = try Templates.folder("podcast")
    let run = try Program.run(["new", "podcast"], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let command = try #require(run.output.split(separator: "\n").last)
    #expect(
      command == "  cardshot podcast/deck.json --data podcast/data.json -o podcast/podcast.png")
    let drawn = try Program.run(command.split(separator: " ").dropFirst().map(String.init), in: folder.path)
    #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    let again = try Program.run(
      ["\(shown)/deck.json", "--data", "\(shown)/data.json", "-o", "shown.png", "--strict"], in: folder.path)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try bytes("\(folder.path)/podcast/podcast.png") == bytes("\(folder.path)/shown.png"))
  }

  @Test("All files of a template are written, except for its description", arguments: Templates.names)
  func allFilesAreWritten(_ name: String) throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(["new", name, "-o", "my own/copy", "--json"], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let original = try FileTree.entries(below: Templates.folder(name)).map(\.path)
    let copy = try FileTree.entries(below: "\(folder.path)/my own/copy").map(\.path)
    #expect(copy == (original.filter { $0 != "template.json" } + ["deck.schema.json"]).sorted())
    for path in copy where path != "deck.schema.json" {
      let (a, b) = ("\(folder.path)/my own/copy/\(path)", "\(try Templates.folder(name))/\(path)")
      let schemaLine = "\n  \"$schema\": \"./deck.schema.json\","
      let text = String(decoding: try bytes(a), as: UTF8.self)
      if path == "deck.json" { #expect(text.contains("{" + schemaLine)) }
      #expect(
        try text.replacing(schemaLine, with: "") == String(decoding: bytes(b), as: UTF8.self), "\(path)")
    }
    let report = try #require(JSONNode.read(Array(run.output.utf8), file: "").node)
    let text = "cardshot 'my own/copy/deck.json' --data 'my own/copy/data.json' -o 'my own/copy/\(name).png'"
    #expect(report["command"]?.value == .string(text))
    #expect(report["ok"]?.value == .bool(true))
  }

  @Test("Existing files are kept, unless --force is given")
  func nothingIsOverwritten() throws {
    let folder = try TemporaryFolder()
    try FileTree.makeFolder(folder.path + "/quote")
    try FileWriting.write(Array("mine".utf8), to: folder.path + "/quote/data.json")
    let refused = try Program.run(["new", "quote"], in: folder.path)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "quote/data.json: error: the file already exists; choose another folder with --output, or overwrite it with --force\n"
    )
    #expect(try FileTree.entries(below: folder.path + "/quote").map(\.path) == ["data.json"])
    #expect(try bytes(folder.path + "/quote/data.json") == Array("mine".utf8))
    let forced = try Program.run(["new", "quote", "--force"], in: folder.path)
    #expect(forced.status == 0, "\(forced.errors)")
    #expect(try FileTree.entries(below: folder.path + "/quote").count == 3)
    #expect(try bytes(folder.path + "/quote/data.json") != Array("mine".utf8))
  }

  @Test("A link at the path of the folder is not followed")
  func linksAreNotFollowed() throws {
    let folder = try TemporaryFolder()
    let made = try BuiltProgram.run(
      ["-s", "/nowhere", "podcast"], folder: folder.path, program: "/bin/ln")
    #expect(made.status == 0)
    let run = try Program.run(["new", "podcast"], in: folder.path)
    #expect(run.status == 2 && run.errors.contains("error"), "\(run.errors)")
  }

  @Test("The error for a wrong name suggests the nearest one")
  func wrongNames() throws {
    let folder = try TemporaryFolder()
    let near = try Program.run(["new", "invoce"], in: folder.path)
    #expect(near.status == 2)
    #expect(near.errors == "error: unknown template 'invoce'; did you mean 'invoice'?\n")
    let far = try Program.run(["new", "../../etc"], in: folder.path)
    #expect(far.errors == "error: unknown template '../../etc'; see 'cardshot list templates'\n")
    for words in [["new"], ["new", "--list", "quote"], ["new", "quote", "--brand", "red"]] {
      #expect(try Program.run(words, in: folder.path).status == 64, "\(words)")
    }
    #expect(folder.names.isEmpty)
  }

  @Test("Brand tokens change one line of the deck, and are validated before anything is written")
  func brand() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      ["new", "quote", "--brand", "accent=#0F766E,headingFont=Quicksand"], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let old = try bytes("\(try Templates.folder("quote"))/deck.json").split(separator: 10)
    var new = try bytes(folder.path + "/quote/deck.json").split(separator: 10)
    #expect(new.remove(at: 1).elementsEqual("  \"$schema\": \"./deck.schema.json\",".utf8))
    #expect(old.count == new.count)
    let changed = new.indices.filter { old[$0] != new[$0] }.map { String(decoding: new[$0], as: UTF8.self) }
    #expect(changed.count == 1)
    let line = try #require(changed.first)
    #expect(line.hasPrefix("  \"brand\": { ") && line.hasSuffix("},"))
    #expect(line.contains(##""accent": "#0F766E""##) && line.contains(#""headingFont": "Quicksand""#))
    for (tokens, sentence) in [
      ("acent=red", "error: unknown brand token 'acent'; did you mean 'accent'?\n"),
      ("accent=nored", "deck.json:4:24: error: 'nored' is not a colour at brand.accent"),
      ("font=Intre", "did you mean 'Inter'?"),
      ("radius=round", "expected a number"),
    ] {
      let wrong = try Program.run(["new", "quote", "-o", "wrong", "--brand", tokens], in: folder.path)
      #expect(wrong.status == 2 && wrong.errors.contains(sentence), "\(wrong.errors)")
    }
    #expect(folder.names == ["quote"])
  }

  @Test("Templates are listed with their sizes, and 'new --list' prints the same")
  func listing() throws {
    let folder = try TemporaryFolder()
    let list = try Program.run(["list", "templates"], in: folder.path)
    #expect(list.status == 0 && list.errors.isEmpty)
    #expect(list.output.split(separator: "\n").count == Templates.names.count)
    let invoice = try Templates.shelf().template("invoice")
    #expect(invoice.size == "600 wide")
    let line = try #require(list.output.split(separator: "\n").first { $0.hasPrefix("invoice ") })
    #expect(line.contains(" 600 wide ") && line.hasSuffix("  \(invoice.summary)"))
    #expect(try Program.run(["new", "--list"], in: folder.path).output == list.output)
    let json = try Program.run(["list", "templates", "--json"], in: folder.path)
    #expect(try Program.run(["new", "--list", "--json"], in: folder.path).output == json.output)
    guard case .array(let rows)? = JSONNode.read(Array(json.output.utf8), file: "").node?["templates"]?.value
    else { throw BuiltProgram.NotBuilt() }
    #expect(rows.compactMap { $0["name"]?.value } == Templates.names.map { .string($0) })
    #expect(rows.allSatisfy { $0["size"] != nil && $0["summary"] != nil })
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try FileReading.read(path: path, limit: Limits.imageBytes)
  }
}
