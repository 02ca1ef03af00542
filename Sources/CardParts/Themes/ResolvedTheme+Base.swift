public import CardRaster

extension ResolvedTheme {
  /// The values that all others are derived from.
  public struct Base: Hashable, Sendable {
    /// The family of all fonts.
    public var fontFamily = "Inter"
    /// The family of headings and titles; nil for that of all fonts.
    public var headingFontFamily: String?
    /// Titles and headers.
    public var primaryTextColor = Color(rgb: 0x111111)
    /// Body text.
    public var secondaryTextColor = Color(rgb: 0x888888)
    /// Descriptions.
    public var tertiaryTextColor = Color(rgb: 0xA9A9A9)
    /// What can be tapped.
    public var accentColor = Color(rgb: 0x45CAE6)
    /// Bars and charts.
    public var dataColor = Color(rgb: 0x05A4B5)
    /// Separators and tracks.
    public var lineColor = Color(rgb: 0xDDDDDD)
    /// Cards.
    public var surfaceColor = Color.white
    /// Behind the cards.
    public var pageColor = Color(rgb: 0xF5F5F5)
    /// The distance of parts from the card's left and right edge, in points.
    public var margin = 28.0
    /// Whether letters stand as far apart as their size wants, in families with a rule (`Font.tracking`).
    public var automaticLetterSpacing = false
    /// The size of normal text in points; all other sizes keep their steps to it.
    public var textSize = 14.0
    /// How much larger headers are than their step of the type scale.
    public var headingScale = 1.0
    /// The unit of distances in points: gaps and lengths that the theme does not say otherwise are multiples of it.
    public var spacing = 4.0
    /// The corner radius of cards in points; buttons have three quarters of it.
    public var cornerRadius = 0.0
    /// How much larger sizes and distances are than on a screen in the hand, as the canvas is looked at from afar.
    package var growth = 1.0

    /// The values of the library's default theme.
    public init() {}

    /// The values of the library's default theme for an appearance.
    ///
    /// The dark colours keep the steps between the light ones: words stand out from the cards by at least 4.5 to 1, cards
    /// from the page behind them by as much as they do in the light.
    init(_ appearance: Appearance) {
      guard appearance == .dark else { return }
      primaryTextColor = Color(rgb: 0xF5F5F7)
      secondaryTextColor = Color(rgb: 0xAEAEB2)
      tertiaryTextColor = Color(rgb: 0x98989D)
      dataColor = Color(rgb: 0x1FB6C7)
      lineColor = Color(rgb: 0x3A3A3C)
      surfaceColor = Color(rgb: 0x1C1C1E)
      pageColor = .black
    }
  }
}
