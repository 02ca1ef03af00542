package import CardRaster

/// The size, scale and background of the picture.
package struct Canvas: Sendable, Hashable {
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

    /// The insets that an app covers with its own buttons and names.
    var covered: Insets {
      self == .story ? Insets(top: 250, left: 0, bottom: 340, right: 0) : .zero
    }

    /// The scale of fonts and margins of modern themes.
    ///
    /// Pictures of `og`, `square` and `story` are viewed at a third to a half of their size.
    var growth: Double {
      switch self {
      case .email, .phone: 1
      case .og: 2
      case .square: 2.25
      case .story: 2.5
      }
    }

    /// The preset for sharing whose proportions are the nearest to those of a canvas.
    static func nearest(to canvas: Canvas) -> Preset? {
      guard let height = canvas.height else { return .og }
      func distance(_ preset: Preset) -> Double {
        guard let own = preset.size.height else { return .infinity }
        let (wide, narrow) = (canvas.finalWidth * own, height * preset.size.width)
        return max(wide / narrow, narrow / wide)
      }
      return [og, square, story].min { distance($0) < distance($1) }
    }

    /// The smallest side margin of a card that fills the canvas, in points; 0 for pictures that are not shared.
    var screenMargin: Double {
      growth > 1 ? max(0.05 * size.width, 0.075 * min(size.width, size.height ?? size.width)) : 0
    }
  }

  var preset: Preset?
  /// The width in points.
  package var width: Double?
  /// The height in points; nil to fit the content.
  package var height: Double?
  /// The number of pixels per point.
  package var scale = 1.0
  /// The background behind the cards; nil for the theme's page background.
  package var background: Paint?
  /// A picture on top of the background.
  package var backgroundImage: BackgroundImage?
  /// Space between the picture's edges and the cards; nil for the default of theme and layout.
  package var padding: Insets?

  static let object = ObjectSchema(
    "canvas", "The picture's size, scale and background.", fields
  ) { Canvas() }

  static let fields = FieldTable<Canvas> {
    Field(
      "width", \.width, .number(Limits.canvasLengths), "The width in points.",
      default: "375, or the preset's")
    Field(
      "height", \.height, .number(Limits.canvasLengths), "The height in points.",
      default: "what the cards need, or the preset's")
    Field("scale", \.scale, .number(Limits.scales), "Pixels in a point.")
    Field(
      "background", \.background, .paint, "Behind the cards.", default: "the theme's `pageBackgroundColor`")
    Field(
      "backgroundImage", \.backgroundImage, .backgroundImage,
      "A picture over the background and behind the cards.")
    Field(
      "padding", \.padding, .insets, "Space between the picture's edges and the cards.",
      default: "the theme's `pageMargins`; 0 for `fullScreen`")
    Field(
      "preset", \.preset, .word,
      "A named size: `og` 1200 × 630, `email` 600 wide, `phone` 375 wide, `square` 1080 × 1080, `story` 1080 × 1920. In `og`, `square` and `story` themes but `turbo` and `mint` are 2, 2.25 and 2.5 times as large; a screen such as `sheet` has fewer points and more pixels in each. Keep 250 points at the top and 340 at the bottom of a `story` free of texts: apps cover them."
    )
  }

  /// Makes the canvas a screen held in the hand, with as many pixels: 600 × 315 points for `og`.
  mutating func becomeScreen() {
    guard let growth = preset?.growth, growth > 1 else { return }
    (width, height) = (finalWidth / growth, finalHeight.map { $0 / growth })
    scale *= growth
  }

  /// The resolved width, in points.
  var finalWidth: Double { width ?? preset?.size.width ?? 375 }
  /// The resolved height in points; nil to fit the content.
  var finalHeight: Double? { height ?? preset?.size.height }
}
