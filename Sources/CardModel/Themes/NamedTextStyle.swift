import CardRaster

/// A text style with a name that a theme defines, such as `label`.
package struct NamedTextStyle: Hashable, Sendable {
  var name: String
  var font: Font
  var color: Color
  /// Whether it is based on the style of a heading.
  var isHeading = false
  /// The letter spacing; nil for that of the font.
  var letterSpacing: LetterSpacing?
  /// The line height multiple; nil for that of the part.
  var lineHeightMultiple: Double?
  /// The line spacing; nil for that of the part.
  var lineSpacing: Double?
}

extension ResolvedTheme {
  /// The text style with a name that the theme defines; nil if there is none.
  func textStyle(named name: String) -> NamedTextStyle? { textStyles.first { $0.name == name } }
}

/// The letter spacing as a deck sets it.
package enum LetterSpacing: Hashable, Sendable {
  case points(Double)
  /// A fraction of the font size.
  case em(Double)
  /// By font size, for families with a tracking table (`Font.tracking`).
  case automatic

  /// The font and the additional points between letters.
  func applied(to font: Font) -> (font: Font, points: Double) {
    var font = font
    font.isTracked = self == .automatic
    switch self {
    case .points(let points): return (font, points)
    case .em(let share): return (font, share * font.size)
    case .automatic: return (font, 0)
    }
  }
}

extension LetterSpacing? {
  /// The font and the additional points between letters; unchanged and 0 for nil.
  func applied(to font: Font) -> (font: Font, points: Double) { self?.applied(to: font) ?? (font, 0) }
}
