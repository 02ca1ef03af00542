// Without @testable: the API in the README must be public.
import BundledFonts
import CardParts
import CardRaster
import TestSupport
import Testing

@Suite("The libraries can be used as the README shows")
struct LibraryUseTests {
  @Test("A deck is laid out, its warnings are read and its pictures are written")
  func deckIsPainted() async throws {
    let folder = try TemporaryFolder()
    let fontFolder = try #require(BundledFonts.directory())
    let bytes = try FileReading.read(
      path: DocsFolder.root + "/Examples/docs/first-deck.json", limit: Limits.jsonBytes)
    let fonts = FontCatalog(bundled: fontFolder)
    let deck = try DeckRenderer.laidOut(bytes, file: "deck.json", folder: ".", catalog: fonts)
    #expect(deck.warnings.map(\.text).isEmpty)
    try await deck.paint(as: .png) { page, png in
      try FileWriting.write(png, to: folder.path + "/page-\(page + 1).png")
    }
    #expect(folder.names == ["page-1.png"])
  }

  @Test("A wrong deck throws all of its errors")
  func wrongDeckThrows() throws {
    let fontFolder = try #require(BundledFonts.directory())
    let deck = Array(#"{ "card": [], "cards": [ { "parts": [ { "type": "txet" } ] } ] }"#.utf8)
    let error = #expect(throws: DeckError.self) {
      try DeckRenderer.laidOut(
        deck, file: "deck.json", folder: ".", catalog: FontCatalog(bundled: fontFolder))
    }
    #expect(error?.issues.count == 2)
  }
}
