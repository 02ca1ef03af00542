import CardRaster

/// The arrows of titles and rows, as strokes.
enum Chevron {
  /// A chevron that points down, 14 × 7 points, its box at `origin`.
  ///
  /// - Parameter scale: how much larger it is, as on a picture that is seen smaller.
  static func down(at origin: Point, scale: Double = 1, color: Color) -> DisplayItem {
    stroke([(0, 0), (7, 7), (14, 0)], at: origin, scale, color)
  }

  /// A chevron that points right, 7 × 14 points, its box at `origin`.
  ///
  /// - Parameter scale: how much larger it is, as on a picture that is seen smaller.
  static func right(at origin: Point, scale: Double = 1, color: Color) -> DisplayItem {
    stroke([(0, 0), (7, 7), (0, 14)], at: origin, scale, color)
  }

  private static func stroke(
    _ points: [(Double, Double)], at origin: Point, _ scale: Double, _ color: Color
  ) -> DisplayItem {
    var path = Path()
    for (index, point) in points.enumerated() {
      let place = origin + Point(x: point.0 * scale, y: point.1 * scale)
      if index == 0 { path.move(to: place) } else { path.line(to: place) }
    }
    return .stroke(path, Stroke(width: 1.5 * scale, cap: .round), color)
  }
}
