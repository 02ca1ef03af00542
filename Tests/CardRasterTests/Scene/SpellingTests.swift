import Testing

@testable import CardRaster

@Suite struct SpellingTests {
  private let parts = ["text", "title", "image", "progress_bar", "pagedPart", "table"]

  @Test(arguments: [
    ("txet", "text"), ("TEXT", "text"), ("progressBar", "progress_bar"), ("progress-bar", "progress_bar"),
    ("imag", "image"), ("tabel", "table"), ("pagdprt", "pagedPart"),
  ]) func findsTheIntendedWord(word: String, candidate: String) {
    #expect(Spelling.nearest(to: word, in: parts) == candidate)
  }

  @Test(arguments: ["", "video", "xy", "teapot", String(repeating: "text", count: 10_000)])
  func findsNothingFarAway(word: String) {
    #expect(Spelling.nearest(to: word, in: parts) == nil)
  }

  @Test func takesTheFirstOfEquals() {
    #expect(Spelling.nearest(to: "bat", in: ["cat", "bar", "hat"]) == "cat")
    #expect(Spelling.nearest(to: "bat", in: ["cart", "hat"]) == "hat")
  }

  @Test(arguments: [
    ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("kitten", "sitting", 3),
    ("ca", "abc", 3),
  ]) func countsEdits(a: String, b: String, edits: Int) {
    #expect(Spelling.distance(Array(a), Array(b)) == edits)
    #expect(Spelling.distance(Array(b), Array(a)) == edits)
  }
}
