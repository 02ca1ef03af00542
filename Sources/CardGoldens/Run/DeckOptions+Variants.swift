import CardParts
import CardRaster

/// The options of one picture of a matrix, and the end of its name.
extension DeckOptions {
  /// These options with every combination of a matrix, except for its states, which depend on the deck.
  ///
  /// The last axis varies fastest.
  func variants(of matrix: GoldenMatrix) -> [DeckOptions] {
    [self].combined(with: matrix.scales ?? [], \.scale)
      .combined(with: matrix.widths ?? [], \.width)
      .combined(with: matrix.appearances ?? [], \.appearance)
      .combined(with: matrix.themes ?? [], \.themeName)
      .combined(with: matrix.locales ?? [], \.locale)
  }

  /// The end of a picture's name: `@2x.dark.turbo.de_DE.state-loading`; empty if no axis has a value.
  ///
  /// Every axis of the matrix has its part, even with a single value, and always in this order.
  ///
  /// - Parameter card: the card's name, if each card is a separate picture.
  package func suffix(card: String? = nil) -> String {
    var words: [String] = []
    if let width { words.append("w\(NumberText.format(width, digits: 3))") }
    if let appearance { words.append(appearance.rawValue) }
    if let themeName { words.append(Self.safe(Self.stem(themeName))) }
    if let locale { words.append(Self.safe(locale)) }
    if let state { words.append("state-\(Self.safe(state))") }
    if let card { words.append("card-\(Self.safe(card))") }
    return (scale.map { "@\(NumberText.format($0, digits: 3))x" } ?? "") + words.map { ".\($0)" }.joined()
  }

  /// The file name of a theme without folders and extension.
  private static func stem(_ theme: String) -> String {
    FilePath.withoutJSON(FilePath.name(of: theme))
  }

  /// A word in which characters other than letters, digits, `-` and `_` are escaped.
  ///
  /// Different words stay different.
  private static func safe(_ word: String) -> String {
    word.unicodeScalars.reduce(into: "") { result, scalar in
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-"
        || scalar == "_"
      result += isPlain ? String(scalar) : String(scalar).percentEncoded { _ in false }
    }
  }
}
