import CardGoldens
public import CardParts

extension [DeckOptions] {
  /// Every combination of the given themes, appearances, scales, widths, locales and states.
  ///
  /// An empty list leaves the value to the deck.
  ///
  /// - Parameter base: the options that all combinations share.
  public static func combinations(
    themes: [String] = [], appearances: [Appearance] = [], scales: [Double] = [], widths: [Double] = [],
    locales: [String] = [], states: [String] = [], of base: DeckOptions = DeckOptions()
  ) -> [DeckOptions] {
    [base].combined(with: scales, \.scale).combined(with: widths, \.width)
      .combined(with: appearances, \.appearance).combined(with: themes, \.themeName)
      .combined(with: locales, \.locale).combined(with: states, \.state)
  }
}
