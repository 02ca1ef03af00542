/// A theme: one of the library's, a theme file, or either of them with other values.
///
/// ```swift
/// CardTheme.mint.accentColor("#0E7490").cardShadow(true)
/// ```
public struct CardTheme: DeckElement, ExpressibleByStringLiteral {
  /// What the theme says.
  public var node: DeckNode

  /// Makes values alone, for ``light(_:)`` and ``dark(_:)``, or over the theme of decks that name none.
  public init() {
    node = DeckNode.empty
  }

  /// Values for the light appearance only.
  public func light(_ values: CardTheme) -> CardTheme { setting("light", values.node) }

  /// Values for the dark appearance only.
  ///
  /// ```swift
  /// CardTheme.soft.accentColor("#0E7490").dark(CardTheme().accentColor("#67E8F9"))
  /// ```
  public func dark(_ values: CardTheme) -> CardTheme { setting("dark", values.node) }

  /// Takes a theme's name, or the path of a theme file below the deck's folder.
  public init(_ name: String) { node = DeckNode(.of(name)) }
  /// Takes a theme's name, or the path of a theme file below the deck's folder.
  public init(stringLiteral name: String) { self.init(name) }
}
