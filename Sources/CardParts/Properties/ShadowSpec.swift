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
    Field("offset", \.offset, .offset, "How far it lies to the right of the card and below it.")
    Field(
      "inset", \.isInset, .boolean,
      "Whether it falls into the card from its edges, over background and gradients and below the parts.")
  }

  /// More shadows than anybody layers by hand.
  static let most = 16
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
