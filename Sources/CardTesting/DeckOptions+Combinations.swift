public import CardParts
import CardRaster

extension [DeckOptions] {
  /// Every combination of some themes, appearances, scales, widths and states; an empty list leaves that to the deck.
  ///
  /// - Parameter base: what all of them have in common.
  public static func combinations(
    themes: [String] = [], appearances: [Appearance] = [], scales: [Double] = [], widths: [Double] = [],
    states: [String] = [], of base: DeckOptions = DeckOptions()
  ) -> [DeckOptions] {
    var found = [base]
    func multiply<Value>(_ values: [Value], _ key: WritableKeyPath<DeckOptions, Value?>) {
      guard !values.isEmpty else { return }
      found = found.flatMap { options in
        values.map { value in
          var result = options
          result[keyPath: key] = value
          return result
        }
      }
    }
    multiply(scales, \.scale)
    multiply(widths, \.width)
    multiply(appearances, \.appearance)
    multiply(themes, \.theme)
    multiply(states, \.state)
    return found
  }
}

extension DeckOptions {
  /// The end of the name of a picture drawn with these options: `@2x.dark.turbo.state-loading`.
  ///
  /// - Parameter card: the card's name, when each is a picture of its own.
  func nameEnding(card: String?) -> String {
    var words: [String] = []
    if let width { words.append("w\(NumberText.text(width))") }
    if let appearance { words.append(appearance.rawValue) }
    if let theme { words.append(Self.word(Self.stem(theme))) }
    if let state { words.append("state-\(Self.word(state))") }
    if let card { words.append("card-\(Self.word(card))") }
    return (scale.map { "@\(NumberText.text($0))x" } ?? "") + words.map { ".\($0)" }.joined()
  }

  /// The name of a theme file without its folders and ending.
  private static func stem(_ theme: String) -> String {
    let name = FilePath.name(of: theme)
    return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }

  /// A text as one word of a name.
  private static func word(_ text: String) -> String { text.replacing("/", with: "-") }
}
