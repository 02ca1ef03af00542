package import CardRaster

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

/// A length in points, or a share of the room.
enum Extent: Hashable, Sendable {
  case points(Double)
  case share(Double)
}

extension ValueKind where Value == Extent {
  /// Points, or a percentage of the room for the part, such as `"50%"`.
  static var extent: Self {
    let form = Schema.TextForm(pattern: "^([0-9]+([.][0-9]*)?|[.][0-9]+)%$", longest: 20)
    return ValueKind(
      "points, or `\"50%\"`", schema: .any([.number(0...Limits.number), .text(form)]),
      show: { extent in
        switch extent {
        case .points(let length): NumberText.text(length)
        case .share(let share): "\(NumberText.text(share * 100, digits: 3))%"
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
        context.mismatch(node, path, expected: "points or a percentage such as \"50%\"")
        return nil
      }
      guard percent <= 100 else {
        context.error(node, path, "\(node.briefText) is more than the room for the part")
        return nil
      }
      return .share(percent / 100)
    }
  }
}
