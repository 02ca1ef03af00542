// A length in a variable, where insets and corners go: `let gap = 8.0` and then `.margins(gap)`.
// Numbers that are written out are insets and radii by themselves; of two ways to read them the compiler takes that one.

extension CardPartView {
  /// The space around the part, the same at every edge.
  @_disfavoredOverload public func margins(_ all: Double) -> Self { margins(CardInsets(all)) }

  /// The radius of all corners of the part's background.
  @_disfavoredOverload public func cornerRadius(_ all: Double) -> Self { cornerRadius(CardRadii(all)) }
}

extension CardPartStackView {
  /// The space around the parts of the stack, the same at every edge.
  @_disfavoredOverload public func layoutMargins(_ all: Double) -> Self { layoutMargins(CardInsets(all)) }
}

extension DeckCanvas {
  /// The space around the cards, the same at every edge.
  @_disfavoredOverload public func padding(_ all: Double) -> Self { padding(CardInsets(all)) }
}

extension CardRounded {
  /// Makes corners of one radius.
  ///
  /// `file` and `line` are for messages.
  @_disfavoredOverload public init(cornerRadius all: Double, file: String = #fileID, line: Int = #line) {
    self.init(cornerRadius: CardRadii(all), file: file, line: line)
  }
}

extension CardTheme {
  /// The space around parts that give none of their own, the same at every edge.
  @_disfavoredOverload public func cardPartMargins(_ all: Double) -> Self { cardPartMargins(CardInsets(all)) }

  /// The space between the cards and the edges of the picture.
  @_disfavoredOverload public func pageMargins(_ all: Double) -> Self { pageMargins(CardInsets(all)) }
}
