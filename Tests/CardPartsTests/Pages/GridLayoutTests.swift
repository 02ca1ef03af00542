import CardRaster
import TestSupport
import Testing

@testable import CardModel
@testable import CardParts

/// Cards in columns.
@Suite struct GridLayoutTests {
  /// The page of five cards, and the number of layouts of parts for it.
  private func page(_ layout: String) throws -> (box: LayoutBox, layouts: Int) {
    let cards = (1...5).map { number in
      let parts = (0..<number).map { #"{"type":"text","text":"\#($0) of \#(number)"}"# }
      return #"{"parts":[\#(parts.joined(separator: ","))]}"#
    }
    let text =
      #"{"theme":"turbo","layout":\#(layout),"canvas":{"width":400},"cards":[\#(cards.joined(separator: ","))]}"#
    let pipeline = DeckPipeline(try Goldens.catalog())
    let deck = try pipeline.resolve(try pipeline.load(Array(text.utf8), file: "d.json", folder: "."))
    let layout = PageLayout(deck: deck, fonts: try pipeline.fonts(deck.fonts))
    return (try layout.page(deck.cards), layout.trace.layouts)
  }

  @Test func equalizingARowLaysOutNoPartTwice() throws {
    let (grid, list) = (try page(#"{"type":"grid","columns":2}"#), try page(#""list""#))
    #expect(grid.layouts == list.layouts)
    #expect(list.layouts == 1 + 2 + 3 + 4 + 5)
    var heights: [Double] = []
    for case .box(let card, _) in grid.box.content { heights.append(card.size.height) }
    #expect(heights.count == 5)
    #expect(heights[0] == heights[1] && heights[2] == heights[3])
    #expect(heights[1] < heights[3] && heights[3] < heights[4])
  }
}
