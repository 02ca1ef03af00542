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
  }

  /// The gradient in the unit square; nil without a colour.
  ///
  /// With the extent `circle`, a linear gradient runs between points on the inscribed circle of the unit
  /// square: start (½ − ½·sin θ, ½ − ½·cos θ), end (½ + ½·sin θ, ½ + ½·cos θ), as in CardParts' gradient
  /// trait. A radial gradient reaches that circle at its last colour. With the extent `corners`, the line is
  /// longer by the factor abs sin θ + abs cos θ, as in CSS Images 3, and the circle is the circumscribed one.
  package var gradient: Gradient? {
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
  /// A gradient; it needs colours, and either no locations or one for each colour.
  package static var gradient: Self {
    let object = ValueKind.object("gradient", "A blend of colours.", GradientSpec.fields) { GradientSpec() }
    return ValueKind("gradient", schema: object.schema) { node, path, context in
      guard var spec = object.parse(node, path, context) else { return nil }
      guard !spec.colors.isEmpty else { return nil }
      if spec.kind == .conic, let extent = node["extent"] {
        context.error(extent, path.key("extent"), "'extent' has no effect on a conic gradient")
      }
      if spec.extent == nil, spec.kind != .conic, context.theme.compatibility.gradientsReachCorners {
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
          context.error(place, path.key("locations"), "locations must not decrease")
          return nil
        }
      }
      return spec
    }
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
        context.mismatch(node, path, expected: "points or a percentage such as \"50%\"")
        return nil
      }
      guard percent <= 100 else {
        context.error(node, path, "\(node.briefText) is larger than the room for the part")
        return nil
      }
      return .share(percent / 100)
    }
  }
}
