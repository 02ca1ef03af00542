import Testing

@testable import CardRaster

/// Elements in groups, and what two collections share.
@Suite struct GroupingTests {
  @Test func groupsAndTheirElementsKeepTheirOrder() {
    let groups = [5, 2, 8, 3, 1].grouped { $0 % 2 == 0 }
    #expect(groups.map(\.key) == [false, true])
    #expect(groups.map(\.elements) == [[5, 3, 1], [2, 8]])
  }

  @Test(arguments: [
    ("", "", 0, 0), ("card", "card", 4, 0), ("card", "cold", 1, 1), ("aa", "aaa", 2, 0), ("", "a", 0, 0),
    ("abca", "aa", 1, 1),
  ]) func theEndOfARepeatedBeginningIsNotCounted(_ one: String, _ other: String, _ start: Int, _ end: Int) {
    #expect(Array(one).commonEnds(with: Array(other)) == (start, end))
  }
}
