import CardRaster

/// A shadow as a deck gives it.
struct ShadowSpec: Hashable, Sendable {
  var color = Color(rgb: 0x999999)
  var radius = 8.0
  var opacity = 0.7
  var offset = Point(x: 0, y: 5)
  var isInset = false

  /// What is drawn.
  var shadow: Shadow {
    Shadow(color: color.multiplyingAlpha(by: opacity), radius: radius, offset: offset)
  }

  static let fields = FieldTable<ShadowSpec> {
    Field("color", \.color, .color, "Its colour.")
    Field(
      "radius", \.radius, .blurRadius,
      "The blur: the standard deviation of a Gaussian, as CALayer has it; CSS's blur radius is twice as much."
    )
    Field("opacity", \.opacity, .fraction, "Its opacity.")
    Field("offset", \.offset, .offset, "How far it lies to the right and down.")
    Field(
      "inset", \.isInset, .boolean,
      "Whether it falls inwards from the inner edge of the border, over the background and below what is inside."
    )
  }

  /// More shadows than anybody layers by hand.
  static let most = 16
}

extension ValueKind where Value == [ShadowSpec] {
  /// One shadow or several, the first at the top.
  static var shadows: Self {
    let one = ValueKind<ShadowSpec>.object(
      "shadow", "A shadow.", ShadowSpec.fields, follow: { $0.follow($1.theme) }
    ) { ShadowSpec() }
    return .oneOrMore(one.shown(\.words), most: ShadowSpec.most)
  }
}

extension ShadowSpec {
  /// Takes the theme's colour where grey would glow.
  fileprivate mutating func follow(_ theme: ResolvedTheme) {
    guard theme.partDefaults == .today, theme.appearance == .dark else { return }
    color = theme.cardShadowColor
  }

  /// The shadow in the manual's words.
  fileprivate var words: String? {
    "\(color.hexText) radius \(NumberText.text(radius)) opacity \(NumberText.text(opacity)) offset "
      + "\(NumberText.text(offset.x)) \(NumberText.text(offset.y))" + (isInset ? " inset" : "")
  }
}

extension ValueKind where Value == Double {
  /// A blur in points, whose length in pixels is bounded.
  static var blurRadius: Self {
    number(0...Limits.blurRadius).refined("points") { radius, node, path, context in
      let isFine = radius * context.scale <= Limits.blurRadius
      if !isFine {
        context.error(
          node, path,
          "a blur of \(NumberText.text(radius)) points is \(NumberText.text(radius * context.scale)) pixels at scale "
            + "\(NumberText.text(context.scale)), more than the limit of \(NumberText.text(Limits.blurRadius))"
        )
      }
      return isFine
    }
  }
}
