package import CardRaster

/// The built-in pieces of confetti.
package enum ConfettiShape: String, Sendable, CaseIterable {
  case confetti, diamond, star, triangle, circle, semiCircle, filledCircle, rectangle, square, squiggle,
    scallop

  /// The drawing of a piece, with its centre at the origin.
  enum Drawing {
    case area(Path)
    case line(Path, Stroke)
  }

  /// Width and height in points.
  var size: Size {
    switch self {
    case .confetti, .triangle: Size(width: 15, height: 15)
    case .diamond: Size(width: 11, height: 14)
    case .star: Size(width: 15, height: 14)
    case .circle, .square: Size(width: 16, height: 16)
    case .semiCircle, .filledCircle: Size(width: 16, height: 8)
    case .rectangle: Size(width: 8, height: 16)
    case .squiggle: Size(width: 24, height: 6)
    case .scallop: Size(width: 24, height: 24)
    }
  }

  var drawing: Drawing {
    switch self {
    case .confetti:
      // A quarter of a ring, 6 points thick.
      return .line(
        ConfettiShape.arc(center: Point(x: 7.5, y: 7.5), radius: 12, quarters: 2..<3), Stroke(width: 6))
    case .diamond: return .area(polygon([(0, -7), (5.5, 0), (0, 7), (-5.5, 0)]))
    case .star: return .area(star)
    case .triangle: return .area(polygon([(-7.5, -7.5), (7.5, -7.5), (0, 7.5)]))
    case .circle:
      return .line(.ellipse(in: Rect(x: -6, y: -6, width: 12, height: 12)), Stroke(width: 4))
    case .semiCircle:
      return .line(ConfettiShape.arc(center: Point(x: 0, y: 4), radius: 6, quarters: 2..<4), Stroke(width: 4))
    case .filledCircle:
      var path = ConfettiShape.arc(center: Point(x: 0, y: 4), radius: 8, quarters: 2..<4)
      path.close()
      return .area(path)
    case .rectangle: return .area(polygon([(-4, -8), (4, -8), (4, 8), (-4, 8)]))
    case .square: return .area(polygon([(-8, -8), (8, -8), (8, 8), (-8, 8)]))
    case .squiggle: return .line(squiggle, Stroke(width: 2.4, cap: .round))
    case .scallop: return .area(scallop)
    }
  }

  private func polygon(_ points: [(Double, Double)]) -> Path {
    .polygon(points.map { Point(x: $0.0, y: $0.1) })
  }

  /// Circular arcs of 90 degrees each.
  ///
  /// Arc 0 is at the bottom right; the others follow clockwise.
  private static func arc(center: Point, radius: Double, quarters: Range<Int>) -> Path {
    let k = 0.5523
    let directions = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    func point(_ a: (Double, Double), _ b: (Double, Double), _ share: Double) -> Point {
      Point(x: center.x + radius * (a.0 + share * b.0), y: center.y + radius * (a.1 + share * b.1))
    }
    var path = Path()
    path.move(to: point(directions[quarters.lowerBound % 4], (0, 0), 0))
    for quarter in quarters {
      let (a, b) = (directions[quarter % 4], directions[(quarter + 1) % 4])
      path.curve(point(a, b, k), point(b, a, k), to: point(b, (0, 0), 0))
    }
    return path
  }

  /// A five-pointed star, 15 wide and 14 high.
  private var star: Path {
    let points = (0..<10).map { number in
      let (sine, cosine) = Angle.sineAndCosine(degrees: Double(number) * 36)
      let radius = number % 2 == 0 ? 1 : 0.45
      return Point(x: radius * sine, y: -radius * cosine)
    }
    let wide = 2 * Angle.sineAndCosine(degrees: 72).sine
    let tall = 1 + Angle.sineAndCosine(degrees: 36).cosine
    return Path.polygon(points.map { Point(x: $0.x * 15 / wide, y: ($0.y + 1) * 14 / tall - 7) })
  }

  /// Three waves.
  private var squiggle: Path {
    var path = Path()
    let (step, height) = (3.6, 1.8)
    path.move(to: Point(x: -10.8, y: height))
    for half in 0..<6 {
      let x = -10.8 + Double(half) * step
      let (from, to) = half % 2 == 0 ? (height, -height) : (-height, height)
      path.curve(
        Point(x: x + step * 0.45, y: from), Point(x: x + step * 0.55, y: to), to: Point(x: x + step, y: to))
    }
    return path
  }

  /// A disc with sixteen round teeth.
  private var scallop: Path {
    let teeth = 16
    var path = Path()
    func point(_ turn: Double, _ radius: Double) -> Point {
      let (sine, cosine) = Angle.sineAndCosine(degrees: turn * 360 / Double(teeth))
      return Point(x: radius * sine, y: -radius * cosine)
    }
    path.move(to: point(-0.5, 10.4))
    for tooth in 0..<teeth {
      let middle = Double(tooth)
      path.curve(point(middle - 0.36, 12.5), point(middle + 0.36, 12.5), to: point(middle + 0.5, 10.4))
    }
    path.close()
    return path
  }
}

/// The look of a piece: a built-in shape, or a picture.
package enum ConfettiLook: Hashable, Sendable {
  case shape(ConfettiShape)
  case picture(ImageSource)

  /// The maximum length of a picture's longer side in points; larger pictures are scaled down.
  static let pictureSide = 32.0

  /// Width and height in points.
  var size: Size {
    switch self {
    case .shape(let shape): return shape.size
    case .picture(let picture):
      let share = min(1, ConfettiLook.pictureSide / max(picture.size.width, picture.size.height, 1))
      return Size(width: picture.size.width * share, height: picture.size.height * share)
    }
  }
}

extension ValueKind where Value == ConfettiLook {
  /// The name of a built-in shape, or a picture.
  package static var confettiLook: Self {
    let words = ConfettiShape.allCases.map(\.rawValue)
    return ValueKind(
      words.map { "`\($0)`" }.joined(separator: ", ") + ", or an image", schema: .string,
      show: { look in
        switch look {
        case .shape(let shape): "`\(shape.rawValue)`"
        case .picture(let picture): "\"\(picture.name)\""
        }
      }
    ) { node, path, context in
      guard case .string(let name) = node.value else {
        return context.mismatch(
          node, path, expected: "the name of a shape such as 'star', or the path of a picture")
      }
      if let shape = ConfettiShape(rawValue: name) { return .shape(shape) }
      if name.contains(where: { "./:".contains($0) }) {
        return ValueKind<ImageSource>.image.parse(node, path, context).map { .picture($0) }
      }
      return context.error(
        node, path, "unknown shape '\(name)', expected a picture or one of \(words.joined(separator: ", "))",
        hint: Spelling.question(for: name, in: words))
    }
  }
}
