import CardRaster

/// Counts parts over a whole deck.
final class NodeCounter {
  private(set) var count = 0
  /// Whether a part more than allowed was asked for, which is in the log then.
  var isExhausted = false

  /// Takes the next number; nil when the limit is reached.
  func next() -> Int? {
    guard count < Limits.nodes else { return nil }
    count += 1
    return count
  }

  /// Takes several numbers; not when that would go beyond the limit.
  func take(_ numbers: Int) -> Bool {
    guard count + numbers <= Limits.nodes else { return false }
    count += numbers
    return true
  }
}
