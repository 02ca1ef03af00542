package import CardParts
import CardRaster

/// One way in which a deck is drawn: a value of each axis that has any.
package struct PictureVariant: Hashable, Sendable {
  /// A theme's name or file.
  package var theme: String?
  /// Light or dark.
  package var appearance: Appearance?
  /// Pixels in a point.
  package var scale: Double?
  /// The width of the canvas in points.
  package var width: Double?
  /// A state.
  package var state: String?
  /// A locale's identifier.
  package var locale: String?

  /// Makes a variant that leaves everything to the deck.
  package init() {}

  /// The variant that is drawn with some options.
  package init(_ options: DeckOptions) {
    (theme, appearance, scale) = (options.theme, options.appearance, options.scale)
    (width, state, locale) = (options.width, options.state, options.locale)
  }

  /// Every combination of a matrix but its states, which are the deck's matter; the last axis changes first.
  static func all(of matrix: GoldenMatrix) -> [PictureVariant] {
    [PictureVariant()].combined(with: matrix.scales ?? [], \.scale)
      .combined(with: matrix.widths ?? [], \.width)
      .combined(with: matrix.appearances ?? [], \.appearance)
      .combined(with: matrix.themes ?? [], \.theme)
      .combined(with: matrix.locales ?? [], \.locale)
  }

  /// What is decided over the deck.
  ///
  /// - Parameter base: what holds for all pictures of the deck.
  func options(over base: DeckOptions) -> DeckOptions {
    var options = base
    options.theme = theme
    options.appearance = appearance
    options.scale = scale
    options.width = width
    options.state = state
    options.locale = locale
    return options
  }

  /// The end of a picture's name: `@2x.dark.turbo.de_DE.state-loading`; empty when nothing is decided.
  ///
  /// Every axis of the matrix has its word, also when it has one value only, and always in this order.
  ///
  /// - Parameter card: the card's name, when each is a picture of its own.
  package func suffix(card: String? = nil) -> String {
    var words: [String] = []
    if let width { words.append("w\(NumberText.text(width, digits: 3))") }
    if let appearance { words.append(appearance.rawValue) }
    if let theme { words.append(Self.safe(Self.stem(theme))) }
    if let locale { words.append(Self.safe(locale)) }
    if let state { words.append("state-\(Self.safe(state))") }
    if let card { words.append("card-\(Self.safe(card))") }
    return (scale.map { "@\(NumberText.text($0, digits: 3))x" } ?? "") + words.map { ".\($0)" }.joined()
  }

  /// A theme's name without folders and ending.
  private static func stem(_ theme: String) -> String {
    let name = FilePath.name(of: theme)
    return name.lowercased().hasSuffix(".json") && name.utf8.count > 5 ? String(name.dropLast(5)) : name
  }

  /// A word in which nothing but letters, digits, `-` and `_` is left as it is; two words never become one.
  static func safe(_ word: String) -> String {
    var result = ""
    for scalar in word.unicodeScalars {
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-"
        || scalar == "_"
      if isPlain {
        result.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
