package import CardRaster

/// A gradient as a deck sets it.
package struct GradientSpec: Hashable, Sendable {
  /// The shape of a gradient.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Along a line.
    case linear
    /// From the centre outwards.
    case radial
    /// Around the centre.
    case conic
  }

  /// The extent of a gradient in a part or card.
  package enum Extent: String, Hashable, Sendable, CaseIterable {
    /// To the inscribed circle, as in CardParts; outside the circle the corners have one colour.
    case circle
    /// From corner to corner.
    case corners
  }

  /// The shape, linear by default.
  package var kind: Kind = .linear
  /// The extent: `circle` by default in CardParts' themes, otherwise `corners`.
  package var extent: Extent?
  /// Whether the unit square is stretched to the box.
  package enum Shape: String, Hashable, Sendable, CaseIterable {
    case ellipse, circle
  }

  /// The centre of a radial or conic gradient, as shares of the box.
  package var center: Point?
  /// The radius of a radial gradient, as a share of the box.
  package var radius: Double?
  package var shape: Shape?
  /// The colours, at least one.
  package var colors: [Color] = []
  /// The colour stops, 0…1; evenly spaced if empty.
  package var locations: [Double] = []
  /// The direction in degrees: 0 is down, 90 is to the right.
  ///
  /// Larger angles rotate counter-clockwise on screen.
  package var angle: Double = 0

  /// Creates a gradient without colours.
  package init() {}

  package static let fields = FieldTable<GradientSpec>(needs: [["colors"]]) {
    Field("kind", \.kind, .word, "Along a line, from the centre outwards, or around the centre.")
    Field(
      "colors", \.colors, .list(.color, 1...Limits.gradientStops),
      "The colours, evenly spaced unless `locations` are given."
    )
    Field(
      "locations", \.locations, .list(.fraction, 0...Limits.gradientStops),
      "The place of each colour, rising from 0 to 1.", default: "evenly spaced")
    Field(
      "angle", \.angle, .angle,
      "The direction of a linear gradient: 0 runs down, 90 to the right, 180 up. It is that in a square, which is stretched to the box: 45 runs from corner to corner. For a conic one, where it starts: 0 is up, clockwise."
    )
    Field(
      "extent", \.extent, .word,
      "Where a radial or linear gradient ends: at the `corners`, or at the `circle` inside the box; the last colour continues beyond it.",
      default: "`corners`; `circle` in `turbo` and `mint`")
    Field(
      "center", \.center, .center,
      "The centre of a radial or conic gradient: shares of the box's width and height, which may be outside of it.",
      default: "the middle")
    Field(
      "radius", \.radius, .number(0.001...10),
      "Where a radial gradient ends: a share of the box's width and height, or of its longer side if the `shape` is a `circle`.",
      default: "that of the `extent`")
    Field(
      "shape", \.shape, .word, "Whether a radial or conic gradient is stretched to the box.",
      default: "`ellipse`")
  }

  /// The gradient in the unit square; nil without a colour.
  ///
  /// With the extent `circle`, a linear gradient runs between points on the inscribed circle of the unit
  /// square: start (½ − ½·sin θ, ½ − ½·cos θ), end (½ + ½·sin θ, ½ + ½·cos θ), as in CardParts' gradient
  /// trait. A radial gradient reaches that circle at its last colour. With the extent `corners`, the line is
  /// longer by the factor abs sin θ + abs cos θ, as in CSS Images 3, and the circle is the circumscribed one.
  package var gradient: Gradient? {
    let geometry: Gradient.Kind
    let center = center ?? ContentMode.middle
    switch kind {
    case .linear:
      var (sine, cosine) = Angle.sineAndCosine(degrees: angle)
      if extent == .corners {
        let length = abs(sine) + abs(cosine)
        (sine, cosine) = (sine * length, cosine * length)
      }
      geometry = .linear(
        start: Point(x: 0.5 - sine / 2, y: 0.5 - cosine / 2),
        end: Point(x: 0.5 + sine / 2, y: 0.5 + cosine / 2))
    case .radial:
      geometry = .radial(
        center: center, radius: radius ?? (extent == .corners ? 0.5.squareRoot() : 0.5))
    case .conic: geometry = .conic(center: center, angle: angle)
    }
    let isCircle = shape == .circle
    if locations.count == colors.count, !locations.isEmpty {
      return Gradient(
        kind: geometry, stops: zip(locations, colors).map { Gradient.Stop(offset: $0, color: $1) },
        isCircle: isCircle)
    }
    return Gradient(kind: geometry, colors: colors, isCircle: isCircle)
  }
}

extension ValueKind where Value == GradientSpec {
  /// A gradient; it needs colours, and either no locations or one for each colour.
  package static var gradient: Self {
    let object = ValueKind.object("gradient", "A blend of colours.", GradientSpec.fields) { GradientSpec() }
    return ValueKind("gradient", schema: object.schema) { node, path, context in
      guard var spec = object.parse(node, path, context) else { return nil }
      guard !spec.colors.isEmpty else { return nil }
      if spec.extent == nil, spec.kind != .conic, context.theme.compatibility.gradientsReachCorners {
        spec.extent = .corners
      }
      let unused =
        switch spec.kind {
        case .linear: ["center", "radius", "shape"]
        case .radial: ["angle"] + (spec.radius == nil ? [] : ["extent"])
        case .conic: ["extent", "radius"]
        }
      for key in unused {
        guard let value = node[key] else { continue }
        context.error(
          value, path.key(key),
          "'\(key)' has no effect on a \(spec.kind.rawValue) gradient"
            + (spec.radius != nil && key == "extent" ? " with a 'radius'" : ""))
      }
      if !spec.locations.isEmpty {
        let place = node["locations"] ?? node
        if spec.locations.count != spec.colors.count {
          return context.error(
            place, path.key("locations"),
            "\(spec.locations.count) locations for \(spec.colors.count) colors")
        }
        if zip(spec.locations, spec.locations.dropFirst()).contains(where: { $0 > $1 }) {
          return context.error(place, path.key("locations"), "locations must not decrease")
        }
      }
      return spec
    }
  }
}

/// The object form of a paint: its layers from bottom to top.
package struct PaintSpec: Sendable {
  package init() {}

  var color: Color?
  var gradient: [GradientSpec]?
  var pattern: [PatternSpec]?
  var grain: GrainSpec?

  package static let object = ObjectSchema(
    "paintLayers", "A gradient or pattern instead of a colour, or several of them over each other.", fields
  ) { PaintSpec() }

  package static let fields = FieldTable<PaintSpec>(needs: [["gradient", "pattern", "grain", "color"]]) {
    Field("color", \.color, .color, "The colour below everything else.")
    Field(
      "gradient", \.gradient, .oneOrMore(.gradient, most: most),
      "A blend of colours, or a list of them from bottom to top, the upper ones with transparent colours.")
    Field(
      "pattern", \.pattern, .oneOrMore(.pattern, most: most),
      "Dots or lines over the gradients, or a list of both from bottom to top.")
    Field("grain", \.grain, .grain, "Fine noise over everything else.")
  }

  package static let most = 16

  /// The paint; nil without a layer.
  var paint: Paint? {
    var layers = color.map { [Paint.solid($0)] } ?? []
    layers += (gradient ?? []).compactMap(\.gradient).map { .gradient($0) }
    layers += (pattern ?? []).map { .pattern($0.pattern) }
    if let grain { layers.append(.pattern(grain.pattern)) }
    // At rounded corners, a hidden layer would shine through the anti-aliased pixels.
    layers.removeFirst(layers.lastIndex(where: \.isOpaque) ?? 0)
    return layers.count > 1 ? .layers(layers) : layers.first
  }
}

/// A pattern as a deck sets it.
package struct PatternSpec: Sendable {
  package enum Kind: String, Sendable, CaseIterable { case dots, grid, lines, diagonal }

  var kind = Kind.dots
  var color = Color.black
  var size: Double?
  var spacing = 16.0

  package init() {}

  package static let fields = FieldTable<PatternSpec> {
    Field("kind", \.kind, .word, "Dots, a grid of lines, horizontal lines, or diagonal lines.")
    Field(
      "color", \.color, .color, "The colour of the dots or lines.",
      default: "the theme's `separatorColor`")
    Field(
      "size", \.size, .number(0.1...100), "The diameter of a dot, or the thickness of a line, in points.",
      default: "2 for dots, otherwise 1")
    Field(
      "spacing", \.spacing, .number(2...1000),
      "The distance from the centre of a dot or line to the next one, in points.")
  }

  var pattern: Pattern {
    let figure: Pattern.Figure =
      switch kind {
      case .dots: .dots
      case .grid: .grid
      case .lines: .lines
      case .diagonal: .diagonal
      }
    return Pattern(figure: figure, color: color, size: size ?? (kind == .dots ? 2 : 1), spacing: spacing)
  }
}

/// Grain as a deck sets it.
package struct GrainSpec: Sendable {
  var amount = 0.1
  var size = 1.0
  var seed = 0

  package init() {}

  package static let fields = FieldTable<GrainSpec> {
    Field("amount", \.amount, .fraction, "The largest opacity of a grain, which is black or white.")
    Field("size", \.size, .number(0.25...10), "The width of a grain, in points.")
    Field(
      "seed", \.seed, .integer(0...1_000_000), "The start of the random numbers; equal ones give equal grain."
    )
  }

  /// The grains along one side of the tile that is repeated.
  private static let side = 128

  var pattern: Pattern {
    var pixels: [UInt8] = []
    var state = UInt64(seed)
    func next() -> Double {
      // SplitMix64.
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
    }
    for _ in 0..<Self.side * Self.side {
      let strength = next() + next() - 1
      let tone: UInt8 = strength < 0 ? 0 : 255
      pixels += [tone, tone, tone, UInt8((strength.magnitude * amount * 255).rounded())]
    }
    let length = Double(Self.side) * size
    let frame = Rect(x: 0, y: 0, width: length, height: length)
    guard let tile = Bitmap(width: Self.side, height: Self.side, pixels: pixels) else {
      return Pattern(figure: .dots, color: .clear)
    }
    let image = ImageSource(
      name: "grain \(seed) \(NumberText.format(amount, digits: 4))", size: frame.size, content: .bitmap(tile),
      file: nil)
    return Pattern(figure: .tiles(DisplayItem.ImageItem(image: image, frame: frame)))
  }
}

extension ValueKind where Value == PatternSpec {
  package static var pattern: Self {
    .object(
      "pattern", "Dots or lines at even distances.", PatternSpec.fields,
      follow: { $0.color = $1.theme.separatorColor }
    ) { PatternSpec() }
  }
}

extension ValueKind where Value == GrainSpec {
  package static var grain: Self {
    .object("grain", "Fine noise, as of photographic film.", GrainSpec.fields) { GrainSpec() }
  }
}

/// A length in points, or a fraction of the available space.
package enum Extent: Hashable, Sendable {
  case points(Double)
  case share(Double)
}

extension ValueKind where Value == Extent {
  /// Points, or a percentage of the space available for the part, such as `"50%"`.
  package static var extent: Self {
    let form = Schema.TextForm(pattern: "^([0-9]+([.][0-9]*)?|[.][0-9]+)%$", longest: 20)
    return ValueKind(
      "points, or `\"50%\"`", schema: .any([.number(0...Limits.number), .text(form)]),
      show: { extent in
        switch extent {
        case .points(let length): NumberText.format(length)
        case .share(let share): "\(NumberText.format(share * 100, digits: 3))%"
        }
      },
      json: { extent in
        if case .points(let length) = extent { return .of(length) }
        return nil
      }
    ) { node, path, context in
      guard case .string(let text) = node.value else {
        return ValueKind<Double>.length.parse(node, path, context).map { .points($0) }
      }
      let digits = text.dropLast()
      guard text.last == "%", digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let percent = Double(String(digits))
      else {
        return context.mismatch(node, path, expected: "points or a percentage such as \"50%\"")
      }
      guard percent <= 100 else {
        return context.error(node, path, "\(node.briefText) is larger than the room for the part")
      }
      return .share(percent / 100)
    }
  }
}

extension Paint {
  /// The colour, or the first visible colour of the gradient.
  package var firstColor: Color? {
    switch self {
    case .solid(let color): color
    case .gradient(let gradient):
      (gradient.stops.first { !$0.color.isClear } ?? gradient.stops.first)?.color
    case .pattern, .layers: nil
    }
  }
}
