import Testing

@testable import CardRaster

/// The cache of shaped texts over many decks of one run.
@Suite struct ShapedTextCacheTests {
  @Test func textsOfRowsAreEvictedAndOthersStay() throws {
    let library = try TextSamples.library()
    func shape(_ text: String) throws -> ShapedText {
      try library.shape([TextSamples.span(text)], ParagraphStyle(), width: 200)
    }
    var most = 0
    let label = try shape("Name")
    for row in 0..<600 {
      library.beginDeck()
      _ = try shape("Row \(row)")
      let before = library.loaded.shapedBytes
      #expect(try shape("Name") == label)
      // Text common to all rows is shaped once.
      #expect(library.loaded.shapedBytes == before)
      most = max(most, library.loaded.shaped.count)
    }
    #expect(most <= 2 * (ShapedTextCache.textsOfDecks + 2))
  }

  /// All texts of a deck stay in the cache, however many decks were drawn before.
  @Test func aDeckKeepsItsTexts() throws {
    let library = try TextSamples.library()
    for _ in 0..<3 { library.beginDeck() }
    let texts = (0..<500).map { "Part \($0)" }
    for text in texts { _ = try library.shape([TextSamples.span(text)], ParagraphStyle()) }
    let before = library.loaded.shapedBytes
    for text in texts { _ = try library.shape([TextSamples.span(text)], ParagraphStyle()) }
    #expect(library.loaded.shapedBytes == before)
  }
}
