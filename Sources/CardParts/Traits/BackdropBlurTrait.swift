import CardRaster

/// Frosted glass: the content behind the card is blurred.
struct BackdropBlurTrait: CardTrait {
  var radius = 10.0
  var color: Color?

  static let fields = FieldTable<BackdropBlurTrait> {
    Field("radius", \.radius, .blurRadius, "The standard deviation of the Gaussian, in points.")
    Field(
      "color", \.color, .color, "The colour over the glass, instead of the card's background.",
      default: "the card's background, three fifths of it, or four fifths of a dark one")
  }

  static let kind = TraitKind(
    "backdropBlur",
    "Frosted glass: blurs the content behind the card under a translucent background.",
    example: ##"{ "backdropBlur": { "radius": 12 } }"##,
    kind: .object("backdropBlur", "Frosted glass.", fields) { BackdropBlurTrait() },
    properties: fields.fields.map { PropertyDoc($0, of: BackdropBlurTrait()) })

  func apply(to frame: inout CardFrame) {
    frame.backdropBlur = radius
    if let color {
      frame.background = .solid(color)
    } else if case .solid(let color)? = frame.background {
      frame.background = .solid(Self.pane(of: color))
    }
  }

  /// The overlay on the glass of a card with a colour.
  ///
  /// Light text on a dark pane needs a stronger overlay: over a bright picture, half opacity would be the
  /// same grey as the text.
  static func pane(of color: Color) -> Color {
    let isDark = color.contrast(with: .white) > color.contrast(with: .black)
    return color.multiplyingAlpha(by: isDark ? 0.8 : 0.6)
  }
}
