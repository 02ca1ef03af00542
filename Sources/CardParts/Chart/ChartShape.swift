import CardRaster

/// What may stand before a name in a legend, by Vega-Lite's names.
enum ChartSymbol: String, Hashable, Sendable, CaseIterable {
  case circle, square
  case triangleUp = "triangle-up"
  case cross, diamond
  case triangleRight = "triangle-right"
  case triangleDown = "triangle-down"
  case triangleLeft = "triangle-left"
  case stroke

  /// The number of its shape; nil for a piece of a line.
  var shape: Int? { self == .stroke ? nil : ChartSymbol.allCases.firstIndex(of: self) }
}

/// The shapes of points, in the order in which series take them.
enum ChartShape {
  /// A shape around a point; its area is that of a circle of the size.
  static func path(_ number: Int, at center: Point, size: Double) -> Path {
    let r = size / 2
    func corners(_ points: [(Double, Double)]) -> Path {
      Path.polygon(points.map { Point(x: center.x + $0.0 * r, y: center.y + $0.1 * r) })
    }
    switch number % 8 {
    case 1: return corners([(-0.886, -0.886), (0.886, -0.886), (0.886, 0.886), (-0.886, 0.886)])
    case 2: return corners([(0, -1.3), (1.2, 0.78), (-1.2, 0.78)])
    case 3:
      let a = 0.4
      let b = 1.18
      return corners([
        (-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a),
        (-a, -a),
      ])
    case 4: return corners([(0, -1.3), (1.2, 0), (0, 1.3), (-1.2, 0)])
    case 5: return corners([(1.3, 0), (-0.78, 1.2), (-0.78, -1.2)])
    case 6: return corners([(0, 1.3), (-1.2, -0.78), (1.2, -0.78)])
    case 7: return corners([(-1.3, 0), (0.78, -1.2), (0.78, 1.2)])
    default: return Path.ellipse(in: Rect(x: center.x - r, y: center.y - r, width: size, height: size))
    }
  }
}
