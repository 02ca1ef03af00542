/// A font: a family, a size, a weight and a slant, each of them optional, or a font of the theme.
///
/// A text is a description such as `"Inter SemiBold 16"`. What is left out defaults to the font of the place where it is
/// used. Fonts of the theme are values: `.titleFont`, `.headerTextFont`.
public struct CardFont: Hashable, Sendable, ExpressibleByStringLiteral, DeckConvertible {
  /// The thickness of letters.
  public enum Weight: Int, Sendable, CaseIterable {
    /// 100.
    case thin = 100
    /// 200.
    case extraLight = 200
    /// 300.
    case light = 300
    /// 400.
    case regular = 400
    /// 500.
    case medium = 500
    /// 600.
    case semiBold = 600
    /// 700.
    case bold = 700
    /// 800.
    case extraBold = 800
    /// 900.
    case black = 900
  }

  /// How wide figures are.
  public enum Figures: String, Sendable, CaseIterable {
    /// Each as wide as it is.
    case proportional
    /// All of one width, so that columns of numbers stand.
    case tabular
  }

  let deckNode: DeckNode

  /// Takes a description, or the name of a font of the theme.
  public init(_ description: String) { deckNode = DeckNode(.of(description)) }
  /// Takes a description, or the name of a font of the theme.
  public init(stringLiteral description: String) { self.init(description) }

  /// Makes a font of parts; those that are nil default to the font of the place where it is used.
  public init(
    family: String? = nil, size: Double? = nil, weight: Weight? = nil, isItalic: Bool? = nil,
    figures: Figures? = nil, smallCaps: Bool? = nil, fractions: Bool? = nil, features: [String]? = nil
  ) {
    var node = DeckNode.empty
    node.set("family", family)
    node.set("size", size)
    node.set("weight", weight?.rawValue)
    node.set("style", isItalic.map { $0 ? "italic" : "normal" })
    node.set("figures", figures?.rawValue)
    node.set("smallCaps", smallCaps)
    node.set("fractions", fractions)
    node.set("features", features)
    deckNode = node
  }

  /// The font of the place where it is used, in another size or weight.
  public static func system(size: Double? = nil, weight: Weight? = nil) -> CardFont {
    CardFont(size: size, weight: weight)
  }
}
