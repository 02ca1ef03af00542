import TestSupport
import Testing

@testable import CardParts

/// The page of all parts is well filled.
@Suite("Catalogue") struct CatalogueTests {
  /// Neighbours in a row have similar heights; the space below the lower ones is white.
  @Test func neighboursAreAboutEquallyTall() throws {
    let page = try LaidOut(deck: ManualDecks.catalogue, folder: DocsFolder.examples)
    var (whole, empty) = (0.0, 0.0)
    for number in Manual.parts.indices {
      let card = try page.card(number)
      let frame = try LaidOut.frame(of: card)
      let part = try #require(card["parts"]?.element(1))
      let end = try LaidOut.frame(of: part).maxY
      whole += frame.height
      empty += max(0, frame.maxY - end - 22)
    }
    #expect(whole > 0)
    #expect(empty / whole < 0.12, "\(empty) of \(whole) points are white")
  }

  @Test func troubleshootingKnowsGoldens() throws {
    let page = try #require(DocsFolder.text("Docs/troubleshooting.md"))
    #expect(page.contains("`cardshot test`") && page.contains("(golden-testing.md)"))
    #expect(DocsFolder.text("Docs/golden-testing.md")?.contains("cardshot test") == true)
  }
}
