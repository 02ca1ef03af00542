public import CardRaster

/// The picture's size, scale and background.
public struct Canvas: Sendable, Hashable {
  /// Named sizes.
  enum Preset: String, Sendable, CaseIterable {
    case og, email, phone, square, story

    var size: (width: Double, height: Double?) {
      switch self {
      case .og: (1200, 630)
      case .email: (600, nil)
      case .phone: (375, nil)
      case .square: (1080, 1080)
      case .story: (1080, 1920)
      }
    }
  }

  var preset: Preset?
  /// The width in points.
  public var width: Double?
  /// The height in points; nil to fit the content.
  public var height: Double?
  /// Pixels in a point.
  public var scale = 1.0
  /// Behind the cards; nil for the theme's page background.
  public var background: Paint?
  /// Space between the picture's edges and the cards.
  public var padding = Insets.zero

  static let fields = FieldTable<Canvas> {
    Field(
      "width", \.width, .number(1...Double(Limits.canvasSide)), "The width in points.",
      default: "375, or the preset's")
    Field(
      "height", \.height, .number(1...Double(Limits.canvasSide)), "The height in points.",
      default: "what the cards need, or the preset's")
    Field("scale", \.scale, .number(0.1...Limits.scale), "Pixels in a point.")
    Field(
      "background", \.background, .paint, "Behind the cards.", default: "the theme's `pageBackgroundColor`")
    Field("padding", \.padding, .insets, "Space between the picture's edges and the cards.")
    Field(
      "preset", \.preset, .word,
      "A named size: `og` 1200 × 630, `email` 600 wide, `phone` 375 wide, `square` 1080 × 1080, `story` 1080 × 1920."
    )
  }

  /// The width that results.
  var finalWidth: Double { width ?? preset?.size.width ?? 375 }
  /// The height that results; nil to fit the content.
  var finalHeight: Double? { height ?? preset?.size.height }
}

/// How cards are placed on the canvas.
public struct DeckLayout: Sendable, Hashable {
  /// The kinds of placement.
  enum Kind: String, Sendable, CaseIterable {
    case list, grid, fullScreen
  }

  /// Where the parts of a full-screen card stand.
  enum ContentAlignment: String, Sendable, CaseIterable {
    case top, center, bottom
  }

  var kind = Kind.list
  var columns = 2
  var spacing: Double?
  var contentAlignment = ContentAlignment.center

  static let fields = FieldTable<DeckLayout> {
    Field("type", \.kind, .word, "Cards below each other, in columns, or one that fills the canvas.")
    Field("columns", \.columns, .integer(1...100), "The number of columns of a grid.")
    Field(
      "spacing", \.spacing, .length, "The space between cards.", default: "the theme's `cardsLineSpacing`")
    Field("contentAlignment", \.contentAlignment, .word, "Where the parts of a full-screen card stand.")
  }
}

extension ValueKind where Value == DeckLayout {
  /// A layout's name, or an object with `type`.
  static var deckLayout: Self {
    ValueKind(
      "layout", schema: .any([.word(DeckLayout.Kind.allCases.map(\.rawValue)), .reference("layout")])
    ) {
      node, path, context in
      var layout = DeckLayout()
      if case .string = node.value {
        guard let kind = ValueKind<DeckLayout.Kind>.word.parse(node, path, context) else { return nil }
        layout.kind = kind
        return layout
      }
      DeckLayout.fields.read(node, path, context, into: &layout, what: "a layout")
      let others: [(String, DeckLayout.Kind)] = [("columns", .grid), ("contentAlignment", .fullScreen)]
      for (key, kind) in others where layout.kind != kind {
        if let value = node[key] {
          context.error(
            value, path.key(key), "'\(key)' has no effect on layout '\(layout.kind.rawValue)'",
            hint: "it belongs to '\(kind.rawValue)'")
        }
      }
      if layout.kind == .fullScreen, let value = node["spacing"] {
        context.error(value, path.key("spacing"), "'spacing' has no effect on layout 'fullScreen'")
      }
      return layout
    }
  }
}
