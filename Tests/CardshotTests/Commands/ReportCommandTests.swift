import CardRaster
import Foundation
import TestSupport
import Testing

/// Reports written by the program: documents, pictures of pages, and changes from page to page.
@Suite struct ReportCommandTests {
  private static func report(_ more: String = "") -> String {
    let cards = (1...5).map {
      #"{"id":"c\#($0)","parts":[{"type":"text","text":"Card \#($0)"}]\#($0 == 3 ? more : "")}"#
    }
    return #"{"page":{"width":200,"height":300,"margins":20},"layout":{"type":"grid","columns":2},"#
      + #""theme":"turbo","cards":[\#(cards.joined(separator: ","))]}"#
  }

  private func run(_ arguments: [String], _ decks: [String: String]) throws -> (
    BuiltProgram.Result, [String: [UInt8]]
  ) {
    let folder = try BuiltProgram.folder()
    defer { BuiltProgram.remove(folder) }
    for (name, deck) in decks { try FileWriting.write(Array(deck.utf8), to: "\(folder)/\(name)") }
    let result = try BuiltProgram.run(arguments, folder: folder)
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where decks[name] == nil {
      files[name] = Array(FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
    }
    return (result, files)
  }

  @Test func pagesOfAGridKeepItsRows() throws {
    let decks = ["deck.json": Self.report(#","breakBefore":"page""#)]
    let (plain, first) = try run(["deck.json", "-o", "a.pdf"], decks)
    let (asked, second) = try run(["deck.json", "-o", "a.pdf", "--pages"], decks)
    #expect(plain.status == 0 && asked.status == 0, "\(plain.errorText)\(asked.errorText)")
    #expect(first["a.pdf"] != nil && first == second)
    let (pictures, files) = try run(["deck.json", "-o", "{id}.svg"], decks)
    #expect(pictures.status == 0, "\(pictures.errorText)")
    #expect(files.keys.sorted() == ["page-1.svg", "page-2.svg"])
    // Without a page size each card is a page as wide as the picture, and rows need not stay together.
    let cards = Self.report().replacing(#""page":{"width":200,"height":300,"margins":20},"#, with: "")
    let (each, documents) = try run(["deck.json", "-o", "a.pdf", "--pages"], ["deck.json": cards])
    #expect(each.status == 0, "\(each.errorText)")
    let text = String(decoding: documents["a.pdf"] ?? [], as: UTF8.self)
    #expect(text.contains("/Count 5"))
  }

  @Test func aPageEndedByABreakIsDescribed() throws {
    let decks = ["old.json": Self.report(), "new.json": Self.report(#","breakBefore":"page""#)]
    let (result, _) = try run(["diff", "old.json", "new.json"], decks)
    #expect(result.status == 1, "\(result.errorText)")
    #expect(
      result.outputText == """
        different: 2 of 2 pictures
          page 1
            card 'c3' and card 'c4' moved from page 1 to page 2: breakBefore of card 'c3' auto → page
          page 2
            card 'c5' moved 99.6 pt down

        """, "\(result.outputText)")
    let (json, _) = try run(["diff", "old.json", "new.json", "--json"], decks)
    #expect(json.outputText.contains("\"page\": 2"), "\(json.outputText)")
    let (same, _) = try run(["diff", "new.json", "new.json"], decks)
    #expect(same.status == 0 && same.outputText == "same: nothing changed\n")
  }
}
