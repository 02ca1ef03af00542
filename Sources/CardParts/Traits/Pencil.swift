import CardRaster

/// A pencil at 45°, with its tip at the bottom left.
enum Pencil {
  /// The outline in a square, of which a tenth is empty at each side.
  static func path(in frame: Rect) -> Path {
    let unit = frame.width / 20
    /// The point at a distance `along` the pencil from its tip, and `across` it to the lower right.
    ///
    /// The pencil is in a square of 20 units.
    func point(_ along: Double, _ across: Double) -> Point {
      let (x, y) = (2 + along + across, 18 - along + across)
      return Point(x: frame.minX + unit * x, y: frame.minY + unit * y)
    }
    // Half the thickness. In these units x and y change by the same amount.
    let half = 1.9
    let end = 16 - half
    let round = 0.9
    let k = round * (1 - Path.circleConstant)
    var path = Path()
    path.move(to: point(0, 0))
    path.line(to: point(3.1, -half))
    path.line(to: point(end - 3.9, -half))
    path.line(to: point(end - 3.9, half))
    path.line(to: point(3.1, half))
    path.close()
    // The rubber, separated from the wood by a gap.
    path.move(to: point(end - 2.9, -half))
    path.line(to: point(end - round, -half))
    path.curve(point(end - k, -half), point(end, -half + k), to: point(end, -half + round))
    path.line(to: point(end, half - round))
    path.curve(point(end, half - k), point(end - k, half), to: point(end - round, half))
    path.line(to: point(end - 2.9, half))
    path.close()
    return path
  }
}
