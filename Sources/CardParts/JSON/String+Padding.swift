extension String {
  /// The text with zeros in front, at least `count` characters long.
  func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: Swift.max(0, count - self.count)) + self
  }
}
