/// Whole numbers and places in lists that come from numbers of data, which may be anything.
extension Int {
  /// The whole part of a number: the nearest end of what fits for one that is too large, and 0 for what is not a number.
  package init(clamping number: Double) {
    self = number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}

extension Array {
  /// The element at the place that a number counts from 0; nil where no element has it.
  package subscript(at number: Double) -> Element? {
    guard let index = Int(exactly: number), indices.contains(index) else { return nil }
    return self[index]
  }
}
