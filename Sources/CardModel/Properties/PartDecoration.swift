package import CardRaster

/// The decoration that a deck sets around a part; most parts have none.
package struct PartDecoration: Hashable, Sendable {
  /// The border along its edges.
  package var border: BorderSpec?
  /// The shadows of its outline, or of its content if it has no background, the first on top.
  package var shadows: [ShadowSpec] = []
  package var backgroundImage: BackgroundImage?
  /// The rotation about its centre, in degrees clockwise.
  package var rotate = 0.0
  /// The skew along x and y about its centre, in degrees, before the rotation.
  package var skew = Point.zero
  /// Semicircles cut out of its edges.
  package var notches: Notches?
  /// The mask of the whole part; its shadows follow what is visible.
  package var mask: MaskSpec?
  /// How it is blended with the content behind it.
  package var blendMode = BlendMode.normal
  /// The blur of the content behind it: the standard deviation of a Gaussian, in points.
  package var backdropBlur = 0.0
  /// Whether the content is clipped to its outline; nil for the default of the part.
  package var clip: Bool?

  /// Creates a decoration without any effect.
  package init() {}
}

extension ValueKind where Value == Point {
  /// The angles of CSS's `skew()`, in degrees.
  package static var skew: Self {
    let angles = ValueKind<[Double]>.list(.number(-80...80), 2...2)
    return ValueKind(
      "[x, y] in degrees", schema: angles.schema, show: ValueKind<Point>.offset.show,
      json: ValueKind<Point>.offset.json
    ) { node, path, context in
      guard let value = angles.parse(node, path, context) else { return nil }
      let skew = Point(x: value[0], y: value[1])
      // Its area is scaled by this factor.
      guard Transform.skew(skew).area.magnitude >= 0.01 else {
        return context.error(
          node, path,
          "a skew of \(value.map { NumberText.format($0) }.joined(separator: " and ")) degrees "
            + "makes the part a line")
      }
      return skew
    }
  }
}

/// An optional value in indirect storage; its owner needs only one word for it, because it is usually absent.
package indirect enum Indirect<Value> {
  /// The value is absent.
  case none
  /// The value is present.
  case some(Value)

  /// The value; nil if it is absent.
  package var value: Value? {
    if case .some(let value) = self { value } else { nil }
  }
}

extension Indirect: Equatable where Value: Equatable {}
extension Indirect: Hashable where Value: Hashable {}
extension Indirect: Sendable where Value: Sendable {}

/// The focal point and the colours of a picture.
package struct PictureView: Hashable, Sendable {
  package var filters: ColorFilters?
  package var focalPoint = ContentMode.middle
  package var tintColor: Color?

  package init() {}

  package static let fields = FieldTable<PictureView> {
    Field(
      "focalPoint", \.focalPoint, .focalPoint,
      "The point of the picture that stays in view where `scaleAspectFill` cuts off the rest: shares of width and height."
    )
    Field(
      "tintColor", \.tintColor, .color, "A tint colour for all non-transparent pixels.",
      default: "the picture's own")
    Field(
      "filters", \.filters, .colorFilters,
      "Changes of the picture's colours, in the order of the list below. An SVG picture cannot have them.")
  }

  /// Reports filters of an SVG picture.
  package func checkFilters(
    of image: ImageSource?, _ node: JSONNode, _ path: JSONPath, _ context: ReadContext
  ) {
    guard filters != nil, case .vector? = image?.content else { return }
    context.error(
      node["filters"] ?? node, path.key("filters"), "an SVG picture cannot be filtered",
      hint: "give a PNG, JPEG or WebP picture")
  }
}

extension ValueKind where Value == ColorFilters {
  fileprivate static var colorFilters: Self {
    .object("filters", "Changes of the colours of a picture.", ColorFilters.fields) { ColorFilters() }
  }
}

extension ColorFilters {
  package static let fields = FieldTable<ColorFilters> {
    Field("grayscale", \.grayscale, .fraction, "The share of grey, as `grayscale()` in CSS.")
    Field(
      "brightness", \.brightness, .number(0...10), "The factor of the brightness, as `brightness()` in CSS.")
    Field("contrast", \.contrast, .number(0...10), "The factor of the contrast, as `contrast()` in CSS.")
    Field(
      "saturation", \.saturation, .number(0...10), "The factor of the saturation, as `saturate()` in CSS.")
    Field(
      "duotone", \.duotone, .list(.color, 2...2),
      "Two opaque colours: that of black, and that of white. Those of other pixels are between them.",
      default: "the picture's own colours")
  }
}

/// A background picture of a part, a card or all cards, as a deck sets it.
package struct BackgroundImage: Hashable, Sendable {
  var image: ImageSource?
  var contentMode = ContentMode.scaleAspectFill
  var view = PictureView()
  var blur = 0.0
  package var scrim: Paint?

  package init(
    image: ImageSource? = nil, contentMode: ContentMode = .scaleAspectFill, view: PictureView = PictureView(),
    blur: Double = 0.0, scrim: Paint? = nil
  ) {
    self.image = image
    self.contentMode = contentMode
    self.view = view
    self.blur = blur
    self.scrim = scrim
  }

  package static let fields = FieldTable<BackgroundImage>(needs: [["image"]]) {
    Field("image", \.image, .image, "The picture's path below the deck's folder, or a data: URI.")
    Field(
      "contentMode", \.contentMode, .word, "How the picture is fitted into the box; overflow is clipped.")
    PictureView.fields.fields.map { $0.lifted(\.view) }
    Field(
      "blur", \.blur, .blurRadius, "The standard deviation of a Gaussian that blurs the picture, in points.")
    Field(
      "scrim", \.scrim, .paint, "A colour or gradient over the picture, so that text on it is legible.",
      default:
        "none; behind a card with texts, in modern themes, black or white that is as opaque as they need")
  }

  /// The colours that texts on the picture have behind them; empty if they are unknown.
  package var grounds: [Color] {
    let tones = (image?.tones ?? []).map(Color.init(rgb:))
    return scrim.map { $0.colors(over: tones) } ?? tones
  }

  /// The description of the picture in the manual.
  package var words: String? {
    guard let image else { return nil }
    var words = ["\"\(image.name)\"", contentMode.rawValue]
    if view.focalPoint != ContentMode.middle {
      words.append("at \(NumberText.format(view.focalPoint.x)), \(NumberText.format(view.focalPoint.y))")
    }
    if let tintColor = view.tintColor { words.append("in \(tintColor.hexText)") }
    if blur > 0 { words.append("blur \(NumberText.format(blur))") }
    if let scrim { words.append("below " + (ValueKind<Paint>.paint.show(scrim) ?? "a gradient")) }
    return words.joined(separator: " ").filter { $0 != "`" }
  }
}

extension ValueKind where Value == BackgroundImage {
  /// A picture name, or an object with further properties.
  package static var backgroundImage: Self {
    let object = ValueKind.object(
      "backgroundImage", "A picture behind something.", BackgroundImage.fields, shortForms: [.string]
    ) { BackgroundImage() }
    return ValueKind("image, or an object", schema: object.schema, show: { $0.words }) {
      node, path, context in
      guard case .object = node.value else {
        return ValueKind<ImageSource>.image.parse(node, path, context).map { BackgroundImage(image: $0) }
      }
      // A null picture means that there is no background, like `null` instead of the object.
      if let image = node.member("image"), context.isNull(image) {
        context.countNull(image)
        return nil
      }
      guard let value = object.parse(node, path, context) else { return nil }
      value.view.checkFilters(of: value.image, node, path, context)
      if value.blur > 0, case .vector? = value.image?.content {
        return context.error(
          node["blur"] ?? node, path.key("blur"), "an SVG picture cannot be blurred",
          hint: "give a PNG, JPEG or WebP picture")
      }
      return value.image == nil ? nil : value
    }
  }
}

/// A mask as a deck sets it: the alpha of a gradient, or of a picture.
package struct MaskSpec: Hashable, Sendable {
  var image: ImageSource?
  var contentMode = ContentMode.scaleAspectFit
  var focalPoint = ContentMode.middle
  var gradient: GradientSpec?

  package init() {}

  package static let fields = FieldTable<MaskSpec>(needs: [["image", "gradient"]]) {
    Field(
      "image", \.image, .image,
      "The path of a picture below the deck's folder, or a data: URI: where it is transparent, nothing is drawn."
    )
    Field("contentMode", \.contentMode, .word, "How the picture is fitted into the box.")
    Field(
      "focalPoint", \.focalPoint, .focalPoint,
      "The point of the picture that stays in view where `scaleAspectFill` cuts off the rest: shares of width and height."
    )
    Field("gradient", \.gradient, .gradient, "A gradient whose colours count by their opacity.")
  }

  /// The mask of a box; nil for an empty one.
  ///
  /// - Parameter placed: Moves a rectangle to whole pixels.
  package func mask(over box: Rect, placed: (Rect) -> Rect = { $0 }) -> Mask? {
    let bounds = placed(box)
    guard !bounds.size.isEmpty else { return nil }
    guard let image else { return gradient?.gradient.map { Mask($0, over: bounds) } }
    let frame = contentMode.frame(of: image.size, in: box.size, focus: focalPoint)
    return Mask(DisplayItem.ImageItem(image: image, frame: placed(frame.moved(by: box.origin))), in: bounds)
  }

  /// The description of the mask in the manual and in changes.
  package var words: String {
    if let image { return "\"\(image.name)\" \(contentMode.rawValue)" }
    return "a gradient of " + (gradient?.colors ?? []).map(\.hexText).joined(separator: " ")
  }

  /// Reports a mask without effect.
  fileprivate func check(_ node: JSONNode, _ path: JSONPath, _ context: ReadContext) {
    if let image {
      if image.hasOpaquePixels {
        context.warning(node, path, "the picture has no transparent pixels, so it masks nothing")
      }
      if gradient != nil {
        context.error(
          node["gradient"] ?? node, path.key("gradient"), "'gradient' has no effect in a mask with an 'image'"
        )
      }
    } else if let gradient {
      let opacities = Set(gradient.colors.map(\.alpha))
      guard opacities == [255] || opacities == [0] else { return }
      context.warning(
        node, path, "the mask hides \(opacities == [0] ? "everything" : "nothing")",
        hint: "its colours count by their opacity: give 'black' and 'clear'")
    }
  }
}

extension ValueKind where Value == MaskSpec {
  /// A picture name, or an object with a picture or a gradient.
  package static var mask: Self {
    let object = ValueKind.object(
      "mask", "The opacity of a gradient or picture, which hides what is drawn where it is transparent.",
      MaskSpec.fields, shortForms: [.string]
    ) { MaskSpec() }
    return ValueKind(
      "image, or a mask", schema: object.schema, show: { $0.words.filter { $0 != "`" } }
    ) { node, path, context in
      // A null picture disables the mask, like `null` instead of the object.
      if let image = node.member("image"), context.isNull(image) {
        context.countNull(image)
        return nil
      }
      var spec = MaskSpec()
      if case .object = node.value {
        guard let value = object.parse(node, path, context) else { return nil }
        spec = value
      } else {
        spec.image = ValueKind<ImageSource>.image.parse(node, path, context)
      }
      spec.check(node, path, context)
      return spec.image == nil && spec.gradient == nil ? nil : spec
    }
  }
}

/// UIKit's content modes of a picture in a box.
package enum ContentMode: String, Sendable, CaseIterable {
  case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft,
    topRight, bottomLeft, bottomRight
  /// In its own size, repeated from the upper left corner, as `background-repeat: repeat` in CSS.
  case tile

  static let middle = Point(x: 0.5, y: 0.5)
}

extension DisplayItem.ImageItem {
  /// The picture at its frame, or repeated over a box.
  package func item(_ mode: ContentMode, in box: Rect) -> DisplayItem {
    guard mode == .tile else { return .image(self) }
    return .roundedRect(RoundedRect(rect: box), .pattern(Pattern(figure: .tiles(self))))
  }
}

extension ContentMode {
  /// Whether the mode scales the picture and keeps its aspect ratio.
  package var keepsAspect: Bool { self == .scaleAspectFit || self == .scaleAspectFill }

  /// The frame of the whole picture in a box; overflowing parts are clipped.
  ///
  /// - Parameter focus: The point, as fractions of width and height, that stays as close to the centre as
  ///   possible if the picture fills the box.
  package func frame(of picture: Size, in box: Size, focus: Point = ContentMode.middle) -> Rect {
    guard !picture.isEmpty else { return Rect(origin: .zero, size: .zero) }
    func placed(_ size: Size, _ x: Double, _ y: Double) -> Rect {
      Rect(
        x: (box.width - size.width) * x, y: (box.height - size.height) * y, width: size.width,
        height: size.height)
    }
    func scaled(_ factor: Double) -> Rect {
      placed(Size(width: picture.width * factor, height: picture.height * factor), 0.5, 0.5)
    }
    let (x, y) = (box.width / picture.width, box.height / picture.height)
    return switch self {
    case .scaleToFill, .redraw: Rect(origin: .zero, size: box)
    case .scaleAspectFit: scaled(min(x, y))
    case .scaleAspectFill: filling(picture, max(x, y), box, focus)
    case .center: placed(picture, 0.5, 0.5)
    case .top: placed(picture, 0.5, 0)
    case .bottom: placed(picture, 0.5, 1)
    case .left: placed(picture, 0, 0.5)
    case .right: placed(picture, 1, 0.5)
    case .topLeft, .tile: placed(picture, 0, 0)
    case .topRight: placed(picture, 1, 0)
    case .bottomLeft: placed(picture, 0, 1)
    case .bottomRight: placed(picture, 1, 1)
    }
  }

  /// A picture that fills a box, moved so that a point of it is near the centre.
  private func filling(_ picture: Size, _ factor: Double, _ box: Size, _ focus: Point) -> Rect {
    let size = Size(width: picture.width * factor, height: picture.height * factor)
    func start(_ length: Double, _ room: Double, _ share: Double) -> Double {
      // Exactly centred by default.
      share == 0.5 ? (room - length) * 0.5 : min(0, max(room - length, room / 2 - length * share))
    }
    return Rect(
      x: start(size.width, box.width, focus.x), y: start(size.height, box.height, focus.y),
      width: size.width, height: size.height)
  }
}

extension ValueKind where Value == Point {
  /// A point of a picture, as fractions of its width and height.
  static var focalPoint: Self { shares("[x, y] in 0…1", .fraction) }

  /// The centre of a gradient, which may be outside of the box.
  static var center: Self { shares("[x, y] in -1…2", .number(-1...2)) }

  private static func shares(_ name: String, _ side: ValueKind<Double>) -> Self {
    let share = ValueKind<[Double]>.list(side, 2...2)
    return ValueKind(
      name, schema: share.schema, show: ValueKind<Point>.offset.show,
      json: ValueKind<Point>.offset.json
    ) { node, path, context in
      share.parse(node, path, context).map { Point(x: $0[0], y: $0[1]) }
    }
  }
}

/// A shadow as a deck sets it.
package struct ShadowSpec: Hashable, Sendable {
  package var color = Color(rgb: 0x999999)
  package var radius = 8.0
  package var opacity = 0.7
  package var offset = Point(x: 0, y: 5)
  package var isInset = false

  package init(
    color: Color = Color(rgb: 0x999999), radius: Double = 8.0, opacity: Double = 0.7,
    offset: Point = Point(x: 0, y: 5), isInset: Bool = false
  ) {
    self.color = color
    self.radius = radius
    self.opacity = opacity
    self.offset = offset
    self.isInset = isInset
  }

  /// The resolved shadow.
  package var shadow: Shadow {
    Shadow(color: color.multiplyingAlpha(by: opacity), radius: radius, offset: offset)
  }

  package static let fields = FieldTable<ShadowSpec> {
    Field("color", \.color, .color, "Its colour.")
    Field(
      "radius", \.radius, .blurRadius,
      "The blur: the standard deviation of a Gaussian, as in CALayer; CSS's blur radius is twice this value."
    )
    Field("opacity", \.opacity, .fraction, "Its opacity.")
    Field("offset", \.offset, .offset, "The offset to the right and down.")
    Field(
      "inset", \.isInset, .boolean,
      "Whether it is an inner shadow: from the inner edge of the border, over the background and below the content."
    )
  }

  package static let most = 16
}

extension ValueKind where Value == [ShadowSpec] {
  /// One or several shadows, the first on top.
  package static var shadows: Self {
    let one = ValueKind<ShadowSpec>.object(
      "shadow", "A shadow.", ShadowSpec.fields, follow: { $0.follow($1.theme) }
    ) { ShadowSpec() }
    return .oneOrMore(one.shown(\.words), most: ShadowSpec.most)
  }
}

extension ShadowSpec {
  /// In modern themes, uses the theme's shadow colour: softer in the light, and not a glow in the dark.
  fileprivate mutating func follow(_ theme: ResolvedTheme) {
    guard theme.compatibility.usesThemeColors else { return }
    color = theme.cardShadowColor
    guard theme.appearance == .light else { return }
    color = color.multiplyingAlpha(by: 0.25)
    (radius, offset) = (12 * theme.unit, Point(x: 0, y: 4 * theme.unit))
  }

  /// The description of the shadow in the manual.
  fileprivate var words: String? {
    "\(color.hexText) radius \(NumberText.format(radius)) opacity \(NumberText.format(opacity)) offset "
      + "\(NumberText.format(offset.x)) \(NumberText.format(offset.y))" + (isInset ? " inset" : "")
  }
}

extension ValueKind where Value == Double {
  /// A blur radius in points, limited by its length in pixels.
  package static var blurRadius: Self {
    number(0...Limits.blurRadius).refined("points") { radius, node, path, context in
      let isFine = radius * context.scale <= Limits.blurRadius
      if !isFine {
        context.error(
          node, path,
          "a blur of \(NumberText.format(radius)) points is \(NumberText.format(radius * context.scale)) pixels at scale "
            + "\(NumberText.format(context.scale)), more than the limit of \(NumberText.format(Limits.blurRadius))"
        )
      }
      return isFine
    }
  }
}
