import CardRaster

/// The space between letters as a deck writes it.
enum LetterSpacing: Hashable, Sendable {
  case points(Double)
  /// Shares of the font's size.
  case em(Double)
  /// As the size wants it, in families with a rule (`Font.tracking`).
  case automatic

  /// The font with which letters stand as a deck says, and the points between them.
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
  /// The font with which letters stand as a deck says, and the points between them; nil leaves both to the font.
  func applied(to font: Font) -> (font: Font, points: Double) { self?.applied(to: font) ?? (font, 0) }
}
