extension String {
  /// The text with zeros in front, at least `count` characters long.
  func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - self.count)) + self
  }

  /// The text without spaces and line breaks at its ends.
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
