/// A font: family, size, weight and slant, each of them optional, or a font of the theme.
///
/// A string is a description such as `"Inter SemiBold 16"`. Missing values default to the font of the element
/// that uses it. Theme fonts are also values: `.titleFont`, `.headerTextFont`.
public struct CardFont: Hashable, Sendable, ExpressibleByStringLiteral, DeckConvertible {
  /// The weight of the glyphs.
  public enum Weight: Int, Sendable, CaseIterable {
    /// `font-weight: 100` in CSS.
    case thin = 100
    /// `font-weight: 200` in CSS.
    case extraLight = 200
    /// `font-weight: 300` in CSS.
    case light = 300
    /// `font-weight: 400` in CSS.
    case regular = 400
    /// `font-weight: 500` in CSS.
    case medium = 500
    /// `font-weight: 600` in CSS.
    case semiBold = 600
    /// `font-weight: 700` in CSS.
    case bold = 700
    /// `font-weight: 800` in CSS.
    case extraBold = 800
    /// `font-weight: 900` in CSS.
    case black = 900
  }

  /// The width of digits.
  public enum Figures: String, Sendable, CaseIterable {
    /// Each digit has its own width.
    case proportional
    /// All digits have the same width, so columns of numbers align.
    case tabular
  }

  let deckNode: DeckNode

  /// Creates a font from a description or the name of a font of the theme.
  public init(_ description: String) { deckNode = DeckNode(.of(DeckValue.verbatim(description))) }
  /// Creates a font from a description or the name of a font of the theme.
  public init(stringLiteral description: String) { deckNode = DeckNode(.of(description)) }

  /// Creates a font from its properties; nil values default to the font of the element that uses it.
  public init(
    family: String? = nil, size: Double? = nil, weight: Weight? = nil, isItalic: Bool? = nil,
    figures: Figures? = nil, smallCaps: Bool? = nil, fractions: Bool? = nil, features: [String]? = nil
  ) {
    var node = DeckNode.empty
    node.set("family", family.map(DeckValue.verbatim))
    node.set("size", size)
    node.set("weight", weight?.rawValue)
    node.set("style", isItalic.map { $0 ? "italic" : "normal" })
    node.set("figures", figures?.rawValue)
    node.set("smallCaps", smallCaps)
    node.set("fractions", fractions)
    node.set("features", features?.map(DeckValue.verbatim))
    deckNode = node
  }

  /// The font of the element that uses it, with a different size or weight.
  public static func system(size: Double? = nil, weight: Weight? = nil) -> CardFont {
    CardFont(size: size, weight: weight)
  }
}
