/// A theme: a built-in theme, a theme file, or either of them with changed values.
///
/// ```swift
/// CardTheme.mint.accentColor("#0E7490").cardShadow(true)
/// ```
public struct CardTheme: DeckElement, ExpressibleByStringLiteral {
  /// The JSON of the theme.
  public var node: DeckNode

  init(node: DeckNode) { self.node = node }

  /// Creates a theme without a base, for ``light(_:)`` and ``dark(_:)``, or to change the default theme.
  public init() {
    node = DeckNode.empty
  }

  /// Sets values for the light appearance only.
  public func light(_ values: CardTheme) -> CardTheme { setting("light", values.node) }

  /// Sets values for the dark appearance only.
  ///
  /// ```swift
  /// CardTheme.soft.accentColor("#0E7490").dark(CardTheme().accentColor("#67E8F9"))
  /// ```
  public func dark(_ values: CardTheme) -> CardTheme { setting("dark", values.node) }

  /// Uses a theme by its name, or a theme file in the deck's folder.
  public init(_ name: String) { node = DeckNode(.of(DeckValue.verbatim(name))) }
  /// Uses a theme by its name, or a theme file in the deck's folder.
  public init(stringLiteral name: String) { node = DeckNode(.of(name)) }
}
