import CardRaster

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
