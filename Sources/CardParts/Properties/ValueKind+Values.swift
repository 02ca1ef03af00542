package import CardRaster

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
      if let named = Theme.colors.first(where: { $0.name == text }) {
        return context.theme[keyPath: named.keyPath]
      }
      if let color = Color(css: text) { return color }
      let near = Color.nearestName(to: text) ?? Spelling.nearest(to: text, in: Theme.colors.map(\.name))
      context.error(
        node, path, "\(node.briefText) is not a colour",
        hint: near.map { "did you mean '\($0)'?" } ?? "write #RRGGBB, rgb(…), hsl(…) or a CSS name")
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

/// A value that depends on the appearance: `{ "light": …, "dark": … }`.
enum Appearances {
  /// Whether an object is of this form.
  static func isGiven(by node: JSONNode) -> Bool {
    Appearance.allCases.contains { node[$0.rawValue] != nil }
  }

  /// Reads both values, so that mistakes of either are found, and returns that of the context's appearance.
  static func read<Value>(
    _ node: JSONNode, _ path: JSONPath, _ context: ReadContext, what: String, _ kind: ValueKind<Value>
  ) -> Value? {
    guard case .object(let members) = node.value else { return nil }
    let names = Appearance.allCases.map(\.rawValue)
    for member in members where !names.contains(member.key) {
      context.refuse(
        member, of: what, path, known: [], hint: "an object gives a 'light' and a 'dark' one")
    }
    var result: Value?
    for appearance in Appearance.allCases {
      let place = path.key(appearance.rawValue)
      guard let value = node[appearance.rawValue] else {
        context.error(node, path, "\(what) for each appearance needs '\(appearance.rawValue)' too")
        continue
      }
      guard let filled = context.filled(value, place) else { continue }
      guard !isGiven(by: filled) else {
        context.error(filled, place, "the \(appearance.rawValue) one cannot depend on the appearance again")
        continue
      }
      let parsed = kind.parse(filled, place, context)
      if appearance == context.theme.appearance { result = parsed }
    }
    return result
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

/// A gradient as a deck writes it.
package struct GradientSpec: Hashable, Sendable {
  /// The shapes of a blend.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Along a line.
    case linear
    /// From the centre outwards.
    case radial
    /// Around the centre.
    case conic
  }

  /// How far a blend reaches in a part or card.
  package enum Extent: String, Hashable, Sendable, CaseIterable {
    /// To the circle inside, as CardParts has it: beyond it the corners have one colour.
    case circle
    /// From corner to corner.
    case corners
  }

  /// Default: linear.
  package var kind: Kind = .linear
  /// Default: the circle in CardParts' themes, else the corners.
  package var extent: Extent?
  /// At least one.
  package var colors: [Color] = []
  /// Where each colour stands, 0…1; evenly spaced when empty.
  package var locations: [Double] = []
  /// The direction in degrees: 0 runs down, 90 to the right; growing angles turn counter-clockwise on screen.
  package var angle: Double = 0

  /// Makes a gradient without colours.
  package init() {}

  static let fields = FieldTable<GradientSpec>(needs: [["colors"]]) {
    Field("kind", \.kind, .word, "Along a line, from the centre outwards, or around the centre.")
    Field(
      "colors", \.colors, .list(.color, 1...Limits.gradientStops),
      "The colours, evenly spaced unless `locations` say else."
    )
    Field(
      "locations", \.locations, .list(.fraction, 0...Limits.gradientStops),
      "Where each colour stands, rising from 0 to 1.", default: "evenly spaced")
    Field(
      "angle", \.angle, .angle,
      "The direction of a linear gradient: 0 runs down, 90 to the right, 180 up. For a conic one, where it starts: 0 is up, clockwise."
    )
    Field(
      "extent", \.extent, .word,
      "Where a linear or radial gradient ends: at the `corners`, or at the `circle` inside, beyond which all is of one colour.",
      default: "`corners`; `circle` in `turbo` and `mint`")
  }

  /// The gradient in the unit square, or nil when there is no colour.
  ///
  /// A linear one of the extent `circle` runs between points of the circle inscribed in the unit square:
  /// start (½ − ½·sin θ, ½ − ½·cos θ), end (½ + ½·sin θ, ½ + ½·cos θ), as CardParts' gradient trait has it; a radial one
  /// reaches that circle at its last colour. From corner to corner the line is longer by abs sin θ + abs cos θ, as CSS
  /// Images 3 has it, and the circle is that around the square.
  var gradient: Gradient? {
    let shape: Gradient.Kind
    switch kind {
    case .linear:
      var (sine, cosine) = Angle.sineAndCosine(degrees: angle)
      if extent == .corners {
        let length = abs(sine) + abs(cosine)
        (sine, cosine) = (sine * length, cosine * length)
      }
      shape = .linear(
        start: Point(x: 0.5 - sine / 2, y: 0.5 - cosine / 2),
        end: Point(x: 0.5 + sine / 2, y: 0.5 + cosine / 2))
    case .radial:
      shape = .radial(
        center: Point(x: 0.5, y: 0.5), radius: extent == .corners ? 0.5.squareRoot() : 0.5)
    case .conic: shape = .conic(center: Point(x: 0.5, y: 0.5), angle: angle)
    }
    if locations.count == colors.count, !locations.isEmpty {
      return Gradient(kind: shape, stops: zip(locations, colors).map { Gradient.Stop(offset: $0, color: $1) })
    }
    return Gradient(kind: shape, colors: colors)
  }
}

extension ValueKind where Value == GradientSpec {
  /// A gradient; needs colours, and as many locations as colours when there are any.
  static var gradient: Self {
    let object = ValueKind.object("gradient", "A blend of colours.", GradientSpec.fields) { GradientSpec() }
    return ValueKind("gradient", schema: object.schema) { node, path, context in
      guard var spec = object.parse(node, path, context) else { return nil }
      guard !spec.colors.isEmpty else { return nil }
      if spec.kind == .conic, let extent = node["extent"] {
        context.error(extent, path.key("extent"), "'extent' has no effect on a conic gradient")
      }
      if spec.extent == nil, spec.kind != .conic, context.theme.partDefaults == .today {
        spec.extent = .corners
      }
      if spec.kind == .radial, let angle = node["angle"] {
        context.error(angle, path.key("angle"), "'angle' has no effect on a radial gradient")
      }
      if !spec.locations.isEmpty {
        let place = node["locations"] ?? node
        if spec.locations.count != spec.colors.count {
          context.error(
            place, path.key("locations"),
            "\(spec.locations.count) locations for \(spec.colors.count) colors")
          return nil
        }
        if zip(spec.locations, spec.locations.dropFirst()).contains(where: { $0 > $1 }) {
          context.error(place, path.key("locations"), "locations must not fall")
          return nil
        }
      }
      return spec
    }
  }
}

extension ValueKind where Value == Insets {
  /// A number, `[vertical, horizontal]`, `[top, left, bottom, right]` or an object.
  static var insets: Self {
    ValueKind(
      "insets", schema: .object(Insets.object),
      show: {
        $0.top == $0.left && $0.left == $0.bottom && $0.bottom == $0.right
          ? NumberText.text($0.top)
          : "[" + [$0.top, $0.left, $0.bottom, $0.right].map { NumberText.text($0) }.joined(separator: ", ")
            + "]"
      },
      json: { .numbers([$0.top, $0.left, $0.bottom, $0.right]) }
    ) { node, path, context in
      // Left and right are sides of the picture; the box that they stand in is mirrored afterwards.
      let isMirrored = context.theme.direction == .rightToLeft
      switch node.value {
      case .number:
        return ValueKind<Double>.number().parse(node, path, context).map { Insets($0) }
      case .array(let nodes) where nodes.count == 2 || nodes.count == 4:
        guard let n = ValueKind<[Double]>.list(ValueKind<Double>.number(), 2...4).parse(node, path, context)
        else {
          return nil
        }
        return n.count == 2
          ? Insets(top: n[0], left: n[1], bottom: n[0], right: n[1])
          : Insets(top: n[0], left: n[isMirrored ? 3 : 1], bottom: n[2], right: n[isMirrored ? 1 : 3])
      case .object:
        var insets = InsetsSpec()
        InsetsSpec.fields.read(node, path, context, into: &insets, what: "insets")
        for (side, other) in [
          ("left", "leading"), ("left", "trailing"), ("right", "leading"), ("right", "trailing"),
        ]
        where node[side] != nil {
          if let value = node[other] {
            context.error(value, path.key(other), "'\(other)' cannot stand beside '\(side)'")
          }
        }
        return insets.insets(isMirrored: isMirrored)
      default:
        context.mismatch(
          node, path, expected: "insets: a number, [vertical, horizontal] or [top, left, bottom, right]")
        return nil
      }
    }
  }
}

extension Insets {
  static let object = ObjectSchema(
    "insets", "Distances from four edges.", InsetsSpec.fields,
    shortForms: [.number(-Limits.number...Limits.number), .numbers(2), .numbers(4)]
  ) { InsetsSpec() }
}

/// Insets as a deck writes them in an object.
struct InsetsSpec: Sendable {
  var top = 0.0
  var left: Double?
  var bottom = 0.0
  var right: Double?
  var leading: Double?
  var trailing: Double?

  static let fields = FieldTable<InsetsSpec> {
    Field("top", \.top, .number(), "Distance from the top edge.")
    Field("left", \.left, .number(), "Distance from the left edge.", default: "0")
    Field("bottom", \.bottom, .number(), "Distance from the bottom edge.")
    Field("right", \.right, .number(), "Distance from the right edge.", default: "0")
    Field("leading", \.leading, .number(), "Distance from the edge where rows begin.", default: "`left`")
    Field("trailing", \.trailing, .number(), "Distance from the edge where rows end.", default: "`right`")
  }

  /// The insets before the box that they stand in is mirrored.
  func insets(isMirrored: Bool) -> Insets {
    let (start, end) = isMirrored ? (right, left) : (left, right)
    return Insets(top: top, left: leading ?? start ?? 0, bottom: bottom, right: trailing ?? end ?? 0)
  }
}

extension ValueKind where Value == Point {
  /// Two numbers, to the right and down.
  static var offset: Self {
    ValueKind(
      "[x, y]", schema: .numbers(2), show: { "[\(NumberText.text($0.x)), \(NumberText.text($0.y))]" },
      json: { .numbers([$0.x, $0.y]) }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 2 else {
        context.mismatch(node, path, expected: "two numbers [x, y]")
        return nil
      }
      return ValueKind<[Double]>.list(ValueKind<Double>.number(), 2...2).parse(node, path, context).map {
        Point(x: $0[0], y: $0[1])
      }
    }
  }
}

extension ValueKind where Value == Rect {
  /// Four lengths: left and upper edge, width and height.
  static var frame: Self {
    ValueKind(
      "[x, y, width, height]", schema: .numbers(4),
      show: {
        "[" + [$0.minX, $0.minY, $0.width, $0.height].map { NumberText.text($0) }.joined(separator: ", ")
          + "]"
      }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 4 else {
        context.mismatch(node, path, expected: "four numbers [x, y, width, height]")
        return nil
      }
      guard let n = ValueKind<[Double]>.list(ValueKind<Double>.number(), 4...4).parse(node, path, context)
      else { return nil }
      guard n[2] >= 0, n[3] >= 0 else {
        context.error(node, path, "width and height cannot be negative")
        return nil
      }
      return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
  }
}

extension ValueKind where Value == Size {
  /// Two lengths, width and height.
  static var size: Self {
    ValueKind(
      "[width, height]", schema: .numbers(2),
      show: { "[\(NumberText.text($0.width)), \(NumberText.text($0.height))]" },
      json: { .numbers([$0.width, $0.height]) }
    ) { node, path, context in
      guard case .array(let nodes) = node.value, nodes.count == 2 else {
        context.mismatch(node, path, expected: "two numbers [width, height]")
        return nil
      }
      return ValueKind<[Double]>.list(ValueKind<Double>.length, 2...2).parse(node, path, context).map {
        Size(width: $0[0], height: $0[1])
      }
    }
  }
}

extension ValueKind where Value == CornerRadii {
  /// One radius, or four: top left, top right, bottom right, bottom left.
  static var radii: Self {
    let four = ValueKind<[Double]>.list(ValueKind<Double>.length, 4...4)
    return ValueKind(
      "radius, or four", schema: .any([.number(0...Limits.number), four.schema]),
      show: { r in
        r == CornerRadii(r.topLeft)
          ? NumberText.text(r.topLeft)
          : "["
            + [r.topLeft, r.topRight, r.bottomRight, r.bottomLeft].map { NumberText.text($0) }.joined(
              separator: ", ")
            + "]"
      },
      json: { r in
        r == CornerRadii(r.topLeft)
          ? .of(r.topLeft) : .numbers([r.topLeft, r.topRight, r.bottomRight, r.bottomLeft])
      }
    ) { node, path, context in
      if case .array = node.value {
        return four.parse(node, path, context).map {
          CornerRadii(topLeft: $0[0], topRight: $0[1], bottomRight: $0[2], bottomLeft: $0[3])
        }
      }
      return ValueKind<Double>.length.parse(node, path, context).map { CornerRadii($0) }
    }
  }
}

extension ValueKind where Value == ImageSource {
  /// A picture: a path below the deck's folder or a `data:` URI.
  static var image: Self {
    ValueKind("image", schema: .string, isExplained: false, show: { "\"\($0.name)\"" }) {
      node, path, context in
      guard case .string(let name) = node.value else {
        context.mismatch(node, path, expected: "the path of a picture, or a data: URI")
        return nil
      }
      switch context.assets.image(name) {
      case .success(let image):
        if case .vector(let picture) = image.content, picture.decoding == .inProcess {
          context.warning(
            node, path, "an SVG picture is drawn in this process, which may end with it",
            hint: "choose SVGDecoding.isolated, unless you trust it")
        }
        return image
      case .failure(let error):
        context.error(node, path, error.message, hint: context.assets.hint(for: name))
        return nil
      }
    }
  }
}

extension JSONNode {
  /// A list of numbers.
  fileprivate static func numbers(_ values: [Double]) -> JSONNode { .list(values.map { .of($0) }) }
}
