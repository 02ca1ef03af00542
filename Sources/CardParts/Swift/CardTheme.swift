/// A theme: one of the library's, a theme file, or either of them with other values.
///
/// ```swift
/// CardTheme.mint.accentColor("#0E7490").cardShadow(true)
/// ```
public struct CardTheme: DeckElement, ExpressibleByStringLiteral {
  /// What the theme says.
  public var node: DeckNode

  /// Takes a theme's name, or the path of a theme file below the deck's folder.
  public init(_ name: String) { node = DeckNode(.of(name)) }
  /// Takes a theme's name, or the path of a theme file below the deck's folder.
  public init(stringLiteral name: String) { self.init(name) }
}
