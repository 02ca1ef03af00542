import Foundation
import TestSupport
import Testing

@testable import CardRaster

/// Pictures of all states and of both appearances, written by the program.
@Suite struct StatesCliTests {
  private static let deck =
    #"{"theme":"turbo","canvas":{"width":60},"cards":[{"id":"a","states":{"empty":[],"hasData":[{"type":"text","text":"A"}],"mine":[{"type":"separator"}]},"height":20},{"id":"b","parts":[{"type":"spacer","height":9}]}]}"#

  private func run(_ arguments: [String], deck: String = StatesCliTests.deck) throws -> (
    BuiltProgram.Result, [String: [UInt8]]
  ) {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    try FileWriting.write(Array(deck.utf8), to: "\(folder)/deck.json")
    let result = try BuiltProgram.run(arguments, folder: folder)
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != "deck.json" {
      files[name] = Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
    }
    return (result, files)
  }

  @Test(arguments: [
    ("{id}-{state}.png", ["a-empty.png", "a-hasData.png", "a-mine.png", "b-none.png"]),
    ("{index}.{state}.svg", ["1.empty.svg", "1.hasData.svg", "1.mine.svg", "2.none.svg"]),
  ]) func everyStateGetsAFileOfItsOwn(output: String, names: [String]) throws {
    let (result, files) = try run(["deck.json", "-o", output, "--all-states"])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(files.keys.sorted() == names)
    #expect(Set(files.values).count == names.count)
  }

  @Test func theStatesOfASelectedCardNeedOnlyTheStateInTheName() throws {
    let (result, files) = try run(["deck.json", "-o", "{state}.png", "--all-states", "--card", "a"])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(files.keys.sorted() == ["empty.png", "hasData.png", "mine.png"])
  }

  @Test(arguments: [
    ("{id}.png", "two states of the card 'a' would be written to 'a.png' at cards; add '{state}'"),
    ("{index}.png", "two states of the card 'a' would be written to '1.png' at cards; add '{state}'"),
  ]) func aNameThatIsNotUniquePerStateIsAnError(output: String, message: String) throws {
    let (result, files) = try run(["deck.json", "-o", output, "--all-states"])
    #expect(result.status == 2)
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(files.isEmpty)
  }

  @Test func aReportOfSeveralPagesNeedsANamePerPage() throws {
    let deck = """
      {"cards":[{"parts":[]},{"breakBefore":"page","parts":[]}],
      "page":{"size":"A5"}}
      """
    let (result, files) = try run(["deck.json", "-o", "report.png"], deck: deck)
    #expect(result.status == 2)
    #expect(
      result.errorText
        == """
        deck.json:2:8: error: the report has 2 pages, but the output name is for one file at page; \
        add '{page}' to the output name, or choose pdf

        """)
    #expect(files.isEmpty)
  }

  @Test func twoCardsOfOneStateNeedAnotherName() throws {
    let deck = #"{"cards":[{"height":9,"parts":[]},{"height":9,"parts":[]}]}"#
    let (result, files) = try run(["deck.json", "-o", "{state}.png", "--all-states"], deck: deck)
    #expect(result.status == 2)
    #expect(
      result.errorText.contains("two cards would be written to 'none.png' at cards; add '{id}' or '{index}'"),
      "\(result.errorText)")
    #expect(files.isEmpty)
  }

  @Test func theJSONContainsTheState() throws {
    let (result, _) = try run(["deck.json", "-o", "{id}-{state}.png", "--all-states", "--json"])
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let outputs = try #require(report["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["card"] as? String } == ["a", "a", "a", "b"])
    #expect(outputs.map { $0["state"] as? String } == ["empty", "hasData", "mine", "none"])
    #expect(outputs.allSatisfy { $0["appearance"] as? String == "light" })
    let (whole, _) = try run(["deck.json", "-o", "out.png", "--json"])
    #expect(!whole.outputText.contains("\"state\""))
  }

  @Test func inspectListsEveryState() throws {
    let (result, _) = try run(["inspect", "deck.json", "--all-states"])
    #expect(result.status == 0, "\(result.errorText)")
    let pages = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
    #expect(pages.map { $0["card"] as? String } == ["a", "a", "a", "b"])
    #expect(pages.map { $0["state"] as? String } == ["empty", "hasData", "mine", "none"])
  }

  @Test func theAppearanceMayBeInTheName() throws {
    let (dark, files) = try run(["deck.json", "-o", "out-{appearance}.png", "--appearance", "dark"])
    #expect(dark.status == 0, "\(dark.errorText)")
    #expect(files.keys.sorted() == ["out-dark.png"])
    let (_, light) = try run(["deck.json", "-o", "out-{appearance}.png"])
    #expect(light.keys.sorted() == ["out-light.png"])
    #expect(light["out-light.png"] != files["out-dark.png"])
  }

  @Test func aStateCannotLeaveTheFolder() throws {
    let deck = #"{"cards":[{"states":{"../../up":[{"type":"spacer","height":9}]}}]}"#
    let (result, files) = try run(["deck.json", "-o", "{state}.png", "--all-states"], deck: deck)
    #expect(result.status == 2)
    #expect(result.errorText.contains("is not a name"))
    #expect(files.isEmpty)
  }

  @Test(arguments: [
    ("out.png", ["out-dark.png", "out.png"]), ("{appearance}.png", ["dark.png", "light.png"]),
    ("{id}.svg", ["a-dark.svg", "a.svg", "b-dark.svg", "b.svg"]),
  ]) func bothAppearancesAreDrawnInOneRun(output: String, names: [String]) throws {
    let (result, files) = try run(["deck.json", "-o", output, "--appearance", "light,dark"])
    #expect(result.status == 0, "\(result.errorText)")
    #expect(files.keys.sorted() == names)
    let (_, alone) = try run(["deck.json", "-o", "alone.png", "--appearance", "dark"])
    if output == "out.png" { #expect(files["out-dark.png"] == alone["alone.png"]) }
    #expect(Set(files.values).count == names.count)
  }

  @Test func aWarningOfTheSecondAppearanceStopsTheFirst() throws {
    let deck =
      ##"{"canvas":{"width":200},"cards":[{"parts":[{"type":"barcode","text":"a","backgroundColor":{"light":"#fff","dark":"#222"}}]}]}"##
    let (light, _) = try run(["deck.json", "-o", "out.png", "--strict"], deck: deck)
    #expect(light.status == 0, "\(light.errorText)")
    let (result, files) = try run(
      ["deck.json", "-o", "out.png", "--strict", "--appearance", "light,dark"], deck: deck)
    #expect(result.status != 0)
    #expect(result.errorText.contains("differs by 13 % in brightness"), "\(result.errorText)")
    #expect(files.isEmpty)
  }

  @Test func bothAppearancesAreInOneReport() throws {
    let (result, _) = try run(["deck.json", "-o", "out.png", "--appearance", "light,dark", "--json"])
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let outputs = try #require(report["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["appearance"] as? String } == ["light", "dark"])
    #expect(outputs.map { $0["path"] as? String } == ["out.png", "out-dark.png"])
  }

  @Test(arguments: [
    ["deck.json", "-o", "-", "--appearance", "light,dark"],
    ["deck.json", "-o", "out.png", "--appearance", "dark,dark"],
    ["deck.json", "-o", "out.png", "--appearance", "light,dark", "--frames", "2"],
    ["inspect", "deck.json", "--appearance", "light,dark"],
    ["diff", "deck.json", "deck.json", "--appearance", "light,dark"],
  ]) func bothAppearancesAreWrongUsageForASingleResult(arguments: [String]) throws {
    let (result, files) = try run(arguments)
    #expect(result.status == 64, "\(result.errorText)")
    #expect(files.isEmpty)
  }
}
