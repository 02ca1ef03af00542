import Testing

@testable import CardRaster

/// Lines are drawn by those calls of cairo on which its releases agree.
@Suite struct StrokeJoinTests {
  private func line(_ points: [(Double, Double)], closed: Bool = false) -> Path {
    var path = Path()
    for (index, (x, y)) in points.enumerated() {
      if index == 0 { path.move(to: Point(x: x, y: y)) } else { path.line(to: Point(x: x, y: y)) }
    }
    if closed { path.close() }
    return path
  }

  /// A line with corners that turn by less than cairo 1.18 rounds, and by more.
  private var coast: Path {
    line([(2, 10), (5, 9.7), (8, 10), (11, 9.8), (12, 4), (14, 9.5), (16, 10), (18, 9.8)])
  }
  /// Two smooth waves.
  private var wave: Path {
    var path = Path()
    path.move(to: Point(x: 2, y: 10))
    path.curve(Point(x: 4, y: 2), Point(x: 8, y: 2), to: Point(x: 10, y: 10))
    path.curve(Point(x: 12, y: 18), Point(x: 16, y: 18), to: Point(x: 18, y: 10))
    return path
  }

  private func isNear(_ range: ClosedRange<Double>?, _ low: Double, _ high: Double) -> Bool {
    guard let range else { return false }
    return (range.lowerBound - low).magnitude < 1e-9 && (range.upperBound - high).magnitude < 1e-9
  }

  @Test func anglesOfLinesAreThoseOfTheirCorners() {
    #expect(line([(0, 0), (9, 0)]).turns(under: .identity) == nil)
    #expect(line([(0, 0), (9, 0), (9, 0)]).turns(under: .identity) == nil)
    #expect(isNear(line([(0, 0), (4, 0), (9, 0), (9, 4)]).turns(under: .identity), 0, 1))
    #expect(isNear(line([(0, 0), (9, 0), (4, 0)]).turns(under: .identity), -1, -1))
    // The closing point is a corner too; points that cairo cannot distinguish are not corners.
    let corner = 0.5.squareRoot()
    #expect(isNear(line([(0, 0), (9, 0), (9, 9)]).turns(under: .identity), 0, 0))
    #expect(isNear(line([(0, 0), (9, 0), (9, 9)], closed: true).turns(under: .identity), -corner, 0))
    #expect(isNear(line([(0, 0), (9, 0), (9, 0.001), (9, 9)]).turns(under: .identity), 0, 0))
    #expect(isNear(line([(0, 0), (9, 0), (9, 0.5), (15, 0.5)]).turns(under: .identity), 0, 0))
    // Scaling in one direction changes the angles.
    #expect(isNear(line([(0, 0), (9, 9), (18, 0)]).turns(under: .identity), 0, 0))
    #expect(isNear(line([(0, 0), (9, 9), (18, 0)]).turns(under: .scale(3, 1)), 0.8, 0.8))
  }

  @Test func anglesOfCurvesAreThoseOfTheirEnds() {
    #expect(wave.hasCurves && !coast.hasCurves)
    #expect(isNear(wave.turns(under: .identity), 1, 1))
    var path = wave
    path.line(to: Point(x: 20, y: 2))
    #expect(isNear(path.turns(under: .identity), 1, 1))
    path.line(to: Point(x: 24, y: 3))
    #expect(isNear(path.turns(under: .identity), 0, 1))
    // A control point equal to an end has no direction; a curve with only such points is a straight line.
    var flat = Path()
    flat.move(to: .zero)
    flat.curve(.zero, Point(x: 9, y: 0), to: Point(x: 9, y: 0))
    flat.curve(Point(x: 9, y: 0), Point(x: 9, y: 6), to: Point(x: 9, y: 9))
    flat.curve(Point(x: 9, y: 9), Point(x: 9, y: 9), to: Point(x: 9, y: 9))
    flat.line(to: Point(x: 9, y: 12))
    #expect(isNear(flat.turns(under: .identity), 0, 1))
    // A circle does not have a corner where it closes.
    let circle = Path.ellipse(in: Rect(x: 1, y: 1, width: 17, height: 17))
    #expect(circle.turns(under: .scale(3, 3)).map { $0.lowerBound > 0.9999 } == true)
  }

  @Test func transformsThatKeepCirclesAreUniform() throws {
    #expect(Transform.scale(3, 3).evenScale == 3 && Transform.scale(-2, 2).evenScale == 2)
    #expect(Transform.scale(3, 2).evenScale == nil)
    let turned = Transform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 5, ty: 6).then(.scale(2, 2))
    #expect(try (#require(turned.evenScale) - 2).magnitude < 1e-12)
    #expect(turned.then(.scale(1, 1.001)).evenScale == nil)
    #expect(Transform(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0).evenScale == nil)
  }

  /// A line in points is drawn like a larger line in pixels.
  ///
  /// Releases of cairo apply the tolerance to one or the other.
  @Test(arguments: [Stroke.Cap.butt, .round]) func curvesAreDrawnInPixels(_ cap: Stroke.Cap) throws {
    for path in [wave, Path.ellipse(in: Rect(x: 3, y: 4, width: 13, height: 9))] {
      for scale in [1.5, 2, 3] {
        let points = try painted([.stroke(path, Stroke(width: 1.3, cap: cap), .black)], scale: scale)
        let map = Transform.scale(scale, scale)
        let pixels = try painted(
          [.stroke(path.transformed(by: map), Stroke(width: 1.3 * scale, cap: cap), .black)],
          width: 20 * scale, height: 20 * scale)
        #expect(points.difference(from: pixels) == 0)
      }
    }
  }

  @Test func flatCornersAreDrawnAsDashesAre() throws {
    let path = coast
    for scale in [1.0, 2, 3] {
      for width in [0.12, 0.5, 1, 2, 4] {
        let plain = try painted([.stroke(path, Stroke(width: width, cap: .round), .black)], scale: scale)
        let large = Stroke(width: width * scale, dashes: [1e30], cap: .round)
        let dashed = try painted(
          [.stroke(path.transformed(by: .scale(scale, scale)), large, .black)], width: 20 * scale,
          height: 20 * scale)
        #expect(plain.difference(from: dashed) == 0, "\(width) at \(scale)")
      }
    }
  }

  @Test func linesUnderNonUniformTransformsAreDrawnAsDashesAre() throws {
    func stretched(_ path: Path, _ stroke: Stroke) throws -> Bitmap {
      try painted([
        .group(DisplayItem.Group([.stroke(path, stroke, .black)], transform: .scale(0.9, 0.4)))
      ])
    }
    for path in [coast, wave] {
      let plain = try stretched(path, Stroke(width: 3, cap: .round))
      #expect(try plain.difference(from: stretched(path, Stroke(width: 3, dashes: [1e30], cap: .round))) == 0)
    }
    let plain = try stretched(wave, Stroke(width: 3))
    #expect(try plain.difference(from: stretched(wave, Stroke(width: 3, dashes: [1e30]))) == 0)
  }

  /// All ways to draw a line look the same: round corners stay round.
  @Test func allWaysToDrawALineLookTheSame() throws {
    for width in [1.0, 2, 4] {
      for path in [coast, wave] {
        let plain = try painted([.stroke(path, Stroke(width: width, cap: .round), .black)])
        let dashed = try painted([.stroke(path, Stroke(width: width, dashes: [1e30], cap: .round), .black)])
        #expect(plain.difference(from: dashed) <= 13)
      }
      guard width > 1 else { continue }
      // A round corner does not have a tip.
      let corner = line([(4, 16), (4, 4), (16, 4)])
      let round = try painted([.stroke(corner, Stroke(width: width, cap: .round), .black)], scale: 4)
      let tip = Int(4 * (4 - width / 2))
      #expect(round[tip, tip].isClear && round[tip, 40].alpha == 255)
    }
  }

  @Test func linesThinnerThanHalfTheToleranceAreNotDrawn() throws {
    for path in [coast, wave] {
      let picture = try painted([.stroke(path, Stroke(width: 0.024, cap: .round), .black)])
      #expect(picture.pixels.allSatisfy { $0 == 0 })
    }
  }
}
