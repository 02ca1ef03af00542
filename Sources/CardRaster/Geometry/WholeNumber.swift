/// Integers and array indices from data numbers, which may be any double.
extension Int {
  /// The integer part of a number, clamped to the nearest bound; 0 for NaN.
  package init(clamping number: Double) {
    self = number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}

extension Array {
  /// The element at an index given as a number, counted from 0; nil if there is none.
  package subscript(at number: Double) -> Element? {
    guard let index = Int(exactly: number), indices.contains(index) else { return nil }
    return self[index]
  }
}
