/// A value below a progress bar.
package struct BarValue: Hashable, Sendable {
  package var text: String
  /// The value as a number; nil if the deck has a text.
  package var number: Double?

  /// The position of a value on the scale, in segments; nil outside the scale.
  package static func position(of value: Double, on scale: [Double]) -> Double? {
    for (index, (a, b)) in zip(scale, scale.dropFirst()).enumerated()
    where (min(a, b)...max(a, b)).contains(value) {
      return Double(index) + (value - a) / (b - a)
    }
    return nil
  }
}

extension ValueKind where Value == BarValue {
  /// A value of a scale: a text or a number.
  package static var barValue: Self {
    // A number to display, not a length.
    let figures = -1e15...1e15
    return ValueKind("text or number", schema: .any([.string, .number(figures)]), show: { $0.text }) {
      node, path, context in
      guard case .number(let number) = node.value else {
        return ValueKind<String>.text.parse(node, path, context).map { BarValue(text: $0) }
      }
      return ValueKind<Double>.number(figures).parse(node, path, context)
        .map { BarValue(text: number.text, number: $0) }
    }
  }
}

extension ValueKind where Value == String {
  /// A text, or a number converted to text.
  package static var barValue: Self { ValueKind<BarValue>.barValue.map(\.text) { BarValue(text: $0) } }
}
