/// Roots by Newton's method: only sums, products and quotients, so every machine gives the same bits.
enum Roots {
  /// The cube root of a number of 0…2.
  static func cube(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    // Starting above the root, Newton's steps decrease until they reach the last digit.
    var root = max(1, value)
    while true {
      let next = root - (root - value / (root * root)) / 3
      guard next < root else { return root }
      root = next
    }
  }

  /// The fifth root of a number of 0…2.
  static func fifth(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    var root = max(1, value)
    while true {
      let square = root * root
      let next = root - (root - value / (square * square)) / 5
      guard next < root else { return root }
      root = next
    }
  }
}
