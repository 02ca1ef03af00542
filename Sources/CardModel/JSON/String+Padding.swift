extension String {
  /// The text with leading zeros, at least `count` characters long.
  package func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - self.count)) + self
  }

  /// The text with spaces at its end, at least `count` characters long.
  package func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }

  /// The text without leading and trailing white space.
  package var trimmingSpaces: String {
    if let first = utf8.first, let last = utf8.last, (33...126).contains(first), (33...126).contains(last) {
      return self
    }
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
