import CardRaster

/// Rounded corners of the card.
struct RoundedTrait: CardTrait {
  var cornerRadius = CornerRadii(10)
  var cornerCurve = CornerCurve.circular

  static let fields = FieldTable<RoundedTrait> {
    Field(
      "cornerRadius", \.cornerRadius, .radii,
      "One radius, or four: top left, top right, bottom right, bottom left.",
      default: "the theme's `cardCornerRadius`; 10 in `turbo` and `mint`")
    Field(
      "cornerCurve", \.cornerCurve, .word,
      "A quarter of a circle, or Apple's continuous curve, which begins half a radius earlier and bends slowly at first.",
      default: "the theme's; `circular` in `turbo` and `mint`")
  }

  static let kind = TraitKind(
    "rounded",
    "Round corners; background, gradient, border and shadow follow them, and parts are clipped by them.",
    example: #"{ "rounded": { "cornerRadius": 10 } }"#,
    kind: .object("rounded", "Round corners.", fields, follow: { $0.follow($1.theme) }) { RoundedTrait() },
    properties: fields.fields.map { PropertyDoc($0, of: RoundedTrait()) })

  private mutating func follow(_ theme: ResolvedTheme) {
    guard theme.compatibility.name == .none else { return }
    (cornerRadius, cornerCurve) = (CornerRadii(theme.cardCornerRadius), theme.cardCornerCurve)
  }

  func apply(to frame: inout CardFrame) {
    frame.radii = cornerRadius
    frame.cornerCurve = cornerCurve
  }
}
