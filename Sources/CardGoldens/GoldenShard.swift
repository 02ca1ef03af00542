/// One of several shares of a run, of about the same size; together they are the run.
package struct GoldenShard: Hashable, Sendable {
  /// Its number, from 1.
  package var number: Int
  /// How many there are.
  package var count: Int

  /// Reads `2/3`; nil when it is none.
  package init?(_ text: String) {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let number = sides[0], let count = sides[1], (1...1000).contains(count),
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether the share holds the piece of work with a number, from 0.
  func holds(_ index: Int) -> Bool { index % count == number - 1 }
}
