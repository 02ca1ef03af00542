import CardParts
import CardRaster
import Foundation
import TestSupport
import Testing

/// The frames that `inspect` prints.
@Suite struct InspectTests {
  private struct Frame: Decodable, Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }
  private struct Part: Decodable {
    var type: String
    var frame: Frame
    var lines: [Line]?
  }
  private struct Line: Decodable {
    var text: String
    var frame: Frame
    var baseline: Double
  }
  private struct Card: Decodable {
    var frame: Frame
    var parts: [Part]?
  }
  private struct Region: Decodable {
    var link: String
    var frame: Frame
  }
  private struct Page: Decodable {
    var cards: [Card]
    var regions: [Region]
  }

  private func inspect(_ deck: String) throws -> Page {
    let result = try BuiltProgram.run(["inspect", "-"], input: deck)
    #expect(result.status == 0, "\(result.errorText)")
    return try JSONDecoder().decode(Page.self, from: Data(result.output))
  }

  @Test func partsFollowEachOtherByTheirMargins() throws {
    let page = try inspect(
      #"{"theme":"mint","canvas":{"width":200},"cards":[{"parts":[{"type":"text","text":"One"},{"type":"text","text":"Two","style":"title","link":"https://example.com"}]}]}"#
    )
    let card = try #require(page.cards.first)
    let parts = try #require(card.parts)
    #expect(parts.map(\.type) == ["text", "text"])
    let (a, b) = (parts[0].frame, parts[1].frame)
    func near(_ x: Double, _ y: Double) -> Bool { abs(x - y) < 0.002 }
    #expect(near(a.y - card.frame.y, 9 + 5))
    #expect(near(b.y, a.y + a.height + 5 + 5))
    #expect(near(card.frame.height, 9 + 5 + a.height + 5 + 5 + b.height + 5 + 12))
    #expect(near(a.x - card.frame.x, 15))
    #expect(near(a.width, card.frame.width - 30))
    let line = try #require(parts[0].lines?.first)
    #expect(line.text == "One")
    #expect(line.baseline > a.y && line.baseline < a.y + a.height)
    #expect(page.regions.map(\.link) == ["https://example.com"])
    #expect(page.regions.first?.frame == b)
  }

  @Test func everyStageIsPrinted() throws {
    let deck = #"{"cards":[{"parts":[{"type":"text","text":"{{ 'x' | upper }}"}]}]}"#.replacing(
      "{{ 'x' | upper }}", with: "X")
    for stage in ["deck", "resolved", "boxes", "display"] {
      let result = try BuiltProgram.run(["inspect", "-", "--stage", stage], input: deck)
      #expect(result.status == 0, "\(stage) \(result.errorText)")
      #expect(result.outputText.count > 20, "\(stage)")
    }
  }

  @Test func aViewportAddsRatios() throws {
    let deck =
      #"{"theme":"turbo","canvas":{"width":100},"cards":[{"height":100,"traits":{"noTopBottomMargins":true},"parts":[]}]}"#
    let result = try BuiltProgram.run(["inspect", "-", "--viewport", "0,50"], input: deck)
    #expect(result.outputText.contains("containerCoverageRatio"), "\(result.errorText)")
  }

  @Test func textOutputHasALineForEachFact() throws {
    let folder = try RunFolder(["d.json": RunFolder.deck("Tea\u{202E}")])
    let deck = try folder.run("inspect", "d.json", "--stage", "words")
    let lines = deck.outputText.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("page 160 × ") == true, "\(deck.errorText)")
    #expect(lines.contains { $0.hasPrefix("    title 'headline' ") })
    #expect(lines.contains { $0.hasPrefix("      'Tea\\u{202E}' Inter ") })
    #expect(try folder.run("test", "--record", "missing").status == 1)
    let layout = try folder.run("inspect", "Goldens/d.layout.json", "--stage", "words")
    #expect(layout.outputText == deck.outputText)
    let picture = try folder.run("inspect", "Goldens/d.png", "--stage", "words")
    #expect(picture.outputText.hasPrefix("picture 160 × ") && picture.outputText.hasSuffix("\n"))
    #expect(picture.outputText.contains(/pixels, sum [0-9a-f]{64}\n/))
    #expect(try folder.run("inspect", "Goldens/d.png", "--stage", "words", "--scale", "2").status == 64)
    try folder.write("cut.png", Array(try folder.bytes("Goldens/d.png").dropLast(20)))
    #expect(try folder.run("inspect", "cut.png", "--stage", "words").status == 2)
  }

  @Test func positionsNameTheFileOfEachPart() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileTree.makeFolder("\(folder)/parts")
    func write(_ text: String, _ name: String) throws {
      try FileWriting.write(Array(text.utf8), to: "\(folder)/\(name)")
    }
    try write("{ \"cards\": [ { \"parts\":\n { \"$include\": \"parts/a.json\" } } ] }", "deck.json")
    try write("[\n  { \"type\": \"text\", \"text\": \"a\" } ]", "parts/a.json")
    let result = try BuiltProgram.run(["inspect", "\(folder)/deck.json", "--positions"])
    let page = try JSONScanner.scan(result.output, file: "")
    let card = page["cards"]?.step(.index(0))
    let part = card?["parts"]?.step(.index(0))
    for (node, file, line, column) in [(card, "deck.json", 1.0, 14.0), (part, "parts/a.json", 2, 3)] {
      #expect(node?["place"]?["file"]?.plainText?.hasSuffix("/\(file)") == true)
      #expect(node?["place"]?["line"]?.number == line)
      #expect(node?["place"]?["column"]?.number == column)
    }
    #expect(try BuiltProgram.run(["inspect", "d.json", "--positions", "--stage", "words"]).status == 64)
  }

  @Test func rowsOfATableAreSampledForTheStudio() throws {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(
      Array("id,name\n1,Ann\n2,Bartholomew\n,\n3,\n".utf8), to: "\(folder)/people.csv")
    let result = try BuiltProgram.run(["rows", "people.csv"], folder: folder)
    let node = try JSONScanner.scan(result.output, file: "")
    // The row without any value is skipped.
    #expect(node["count"]?.number == 3, "\(result.outputText)")
    #expect(node["cells"]?.value == .bool(true))
    for (index, label, row) in [(0, "first", 1.0), (1, "longest", 2), (2, "emptiest", 3)] {
      let sample = node["samples"]?.step(.index(index))
      #expect(sample?["label"]?.plainText == label)
      #expect(sample?["row"]?.number == row)
    }
    #expect(try BuiltProgram.run(["rows", "none.csv"], folder: folder).status == 2)
  }
}
