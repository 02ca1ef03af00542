import CardRaster

extension ValueKind where Value == Color {
  /// A colour in any of the deck's forms, the name of a colour of the theme, or a light and a dark one.
  static var color: Self {
    ValueKind("colour", schema: .reference(.color), show: { "`\($0.hexText)`" }, json: { .of($0.hexText) }) {
      node, path, context in
      if Appearances.isGiven(by: node) {
        return Appearances.read(node, path, context, what: "a colour", ValueKind<Color>.color)
      }
      guard case .string(let text) = node.value else {
        context.mismatch(node, path, expected: "a colour such as \"#45CAE6\"")
        return nil
      }
      if let named = ResolvedTheme.colors.first(where: { $0.name == text }) {
        return context.theme[keyPath: named.keyPath]
      }
      if let color = UIKitColors.color(text, in: context.theme) ?? Color(css: text) { return color }
      context.error(
        node, path, "\(node.briefText) is not a colour",
        hint: (Color.nearestName(to: text) ?? Spelling.nearest(to: text, in: ResolvedTheme.colors.map(\.name)))
          .map { "did you mean '\($0)'?" } ?? "write #RRGGBB, rgb(…), hsl(…) or a CSS name")
      return nil
    }
  }
}

extension ValueKind where Value == Paint {
  /// A colour or a gradient.
  static var paint: Self {
    ValueKind(
      "paint", schema: .reference(.paint),
      show: { paint in
        if case .solid(let color) = paint { return "`\(color.hexText)`" }
        return "a gradient"
      },
      json: { paint in
        if case .solid(let color) = paint { return .of(color.hexText) }
        return nil
      }
    ) { node, path, context in
      guard case .object = node.value else {
        return ValueKind<Color>.color.parse(node, path, context).map { .solid($0) }
      }
      if Appearances.isGiven(by: node) {
        return Appearances.read(node, path, context, what: "a paint", ValueKind<Paint>.paint)
      }
      var holder = GradientHolder()
      GradientHolder.fields.read(node, path, context, into: &holder, what: "a paint")
      guard let spec = holder.gradient, let gradient = spec.gradient else { return nil }
      return .gradient(gradient)
    }
  }
}

/// The object form of a paint.
struct GradientHolder: Sendable {
  var gradient: GradientSpec?

  static let object = ObjectSchema("gradientPaint", "A gradient in the place of a colour.", fields) {
    GradientHolder()
  }

  static let fields = FieldTable<GradientHolder>(needs: [["gradient"]]) {
    Field("gradient", \.gradient, .gradient, "The blend.")
  }
}

/// Colours of UIKit whose names have another colour in CSS.
private enum UIKitColors {
  /// The colour of a name in UIKit's own spelling; nil for names that mean CSS's colour.
  ///
  /// CSS never needs a capital letter, so `darkGray` is UIKit's everywhere. A word in small letters is UIKit's in the
  /// themes of CardParts.
  static func color(_ name: String, in theme: ResolvedTheme) -> Color? {
    switch name {
    case "darkGray": Color(rgb: 0x555555)
    case "lightGray": Color(rgb: 0xAAAAAA)
    case _ where theme.partDefaults != .cardParts: nil
    case "brown": Color(rgb: 0x996633)
    case "green": Color(rgb: 0x00FF00)
    case "orange": Color(rgb: 0xFF8000)
    default: nil
    }
  }
}
