public import CardParts

/// A trait: light in a colour around a card, without an offset.
public struct GlowTrait: CustomTrait {
  /// What decks call it.
  public static let name = "glow"
  /// What it is.
  public static let summary = "Light around the card, in the theme's accent colour or another one."
  /// A `traits` object that can be copied into a deck.
  public static let example = #"{ "glow": { "size": 18 } }"#
  /// The colour of the light.
  public static let color = CustomKey.color("color", "The colour; the theme's `accentColor` without it.")
    .optional
  /// The distance that the light reaches, in points.
  public static let size = CustomKey.number("size", "How far the light reaches.", in: 0...100, default: 18)
  /// What a deck may say of it.
  public static let properties = [color.property, size.property]

  private let color: Color?
  private let size: Double

  /// Takes the values of a deck.
  public init(_ values: CustomValues) {
    color = values[Self.color]
    size = values[Self.size]
  }

  /// Puts the light in the place of the card's shadows.
  public func apply(to frame: inout CardFrame, theme: ResolvedTheme) {
    let light = (color ?? theme.base.accentColor).multiplyingAlpha(by: 0.45)
    frame.shadows = [Shadow(color: light, radius: size, offset: Point(x: 0, y: 0))]
  }
}
