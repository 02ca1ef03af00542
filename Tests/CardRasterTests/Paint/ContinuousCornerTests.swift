import TestSupport
import Testing

@testable import CardRaster

/// Corners that Apple calls continuous.
@Suite struct ContinuousCornerTests {
  private static func shape(_ radius: Double, width: Double = 200, height: Double = 100) -> RoundedRect {
    RoundedRect(
      rect: Rect(x: 0, y: 0, width: width, height: height), radii: CornerRadii(radius), curve: .continuous)
  }

  /// Points of an outline, `count` on each curve.
  private static func points(of path: Path, count: Int = 40) -> [Point] {
    var (last, result) = (Point.zero, [Point]())
    for element in path.elements {
      switch element {
      case .move(let p), .line(let p): (last, result) = (p, result + [p])
      case .curve(let a, let b, let p):
        for index in 1...count {
          let t = Double(index) / Double(count)
          let s = 1 - t
          func mix(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> Double {
            s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
          }
          result.append(Point(x: mix(last.x, a.x, b.x, p.x), y: mix(last.y, a.y, b.y, p.y)))
        }
        last = p
      case .close: break
      }
    }
    return result
  }

  @Test func aCornerWithRoomMatchesApples() {
    let path = Self.shape(20).path
    #expect(path.elements.count == 1 + 4 * 4 + 1)
    #expect(path.elements[0] == .move(Point(x: 1.528_665 * 20, y: 0)))
    guard case .line(let start) = path.elements[1], case .curve(let a, let b, let end) = path.elements[2],
      case .curve(let c, let d, let last) = path.elements[3]
    else {
      Issue.record("another order of steps")
      return
    }
    func isNear(_ p: Point, _ x: Double, _ y: Double) -> Bool {
      abs(p.x - (200 - 20 * x)) < 1e-9 && abs(p.y - 20 * y) < 1e-9
    }
    #expect(isNear(start, 1.528665, 0) && isNear(a, 1.08849296, 0) && isNear(b, 0.86840694, 0))
    #expect(isNear(end, 0.63149379, 0.07491139) && isNear(c, 0.37282383, 0.16905956))
    #expect(isNear(d, 0.16905956, 0.37282383) && isNear(last, 0.07491139, 0.63149379))
  }

  @Test func withoutRoomACornerIsCircular() {
    let circle = Self.points(of: Self.shape(50, width: 100).path)
    for point in circle {
      let (x, y) = (point.x - 50, point.y - 50)
      #expect(abs((x * x + y * y).squareRoot() - 50) < 0.03)
    }
    // Only the short side is too short: the ends of a pill are round.
    let pill = Self.shape(50).path
    let leftmost = Self.points(of: pill).filter { $0.x == 0 }
    #expect(leftmost.allSatisfy { abs($0.y - 50) < 1e-9 })
    #expect(pill.elements[0] == .move(Point(x: 1.528_665 * 50, y: 0)))
  }

  @Test func aGrowingRadiusNeverMakesTheShapeJump() {
    var last: [Point] = []
    for step in 1...600 {
      let points = Self.points(of: Self.shape(Double(step) / 10).path, count: 8)
      if !last.isEmpty {
        #expect(points.count == last.count)
        let moved = zip(last, points).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? 0
        #expect(moved < 0.3, "at \(Double(step) / 10)")
      }
      last = points
    }
  }

  @Test(arguments: [3.0, 20, 33, 40, 50, 500]) func aShapeStaysInsideItsRectangleAndIsSymmetric(
    radius: Double
  ) {
    let points = Self.points(of: Self.shape(radius).path)
    for point in points {
      #expect(point.x >= -1e-9 && point.x <= 200 + 1e-9 && point.y >= -1e-9 && point.y <= 100 + 1e-9)
      let mirrored = points.contains { abs($0.x - (200 - point.x)) < 1e-9 && abs($0.y - point.y) < 1e-9 }
      #expect(mirrored)
    }
  }

  @Test func fourRadiiHaveFourCorners() throws {
    let shape = RoundedRect(
      rect: Rect(x: 0, y: 0, width: 60, height: 40),
      radii: CornerRadii(topLeft: 12, topRight: 0, bottomRight: 6, bottomLeft: 0), curve: .continuous)
    let picture = try painted([.roundedRect(shape, .solid(.black))], width: 60, height: 40)
    #expect(picture[0, 0].isClear && picture[59, 0] == .black && picture[0, 39] == .black)
    #expect(picture[59, 39].alpha < 60 && picture[30, 20] == .black)
    // Further along the edge than a circle of 12 points extends.
    #expect(picture[13, 0].alpha < 255 && picture[19, 0] == .black)
  }

  @Test func squareCornersAreTheSameInBothForms() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(RoundedRect(rect: rect, curve: .continuous) == RoundedRect(rect: rect))
    #expect(Self.shape(9) != RoundedRect(rect: Self.shape(9).rect, radii: CornerRadii(9)))
  }

  @Test func fillClipAndGradientHaveTheSameCorners() throws {
    let shape = RoundedRect(
      rect: Rect(x: 3, y: 2, width: 70, height: 50), radii: CornerRadii(17), curve: .continuous)
    let all = Rect(x: 0, y: 0, width: 80, height: 60)
    let plain = try painted([.roundedRect(shape, .solid(.black))], width: 80, height: 60)
    let gradient = try #require(
      Gradient(kind: .linear(start: .zero, end: Point(x: 1, y: 1)), colors: [.black, .white]))
    let blend = try painted([.roundedRect(shape, .gradient(gradient))], width: 80, height: 60)
    let clipped = try painted(
      [.group(DisplayItem.Group([.rect(all, .black)], clip: .roundedRect(shape)))], width: 80, height: 60)
    let letters = try painted(
      [
        .group(
          DisplayItem.Group(
            [.rect(all, .black), .squares([0, 20, 40, 60], baseline: 20, size: 20)],
            clip: .roundedRect(shape)))
      ], width: 80, height: 60)
    for y in 0..<60 {
      for x in 0..<80 {
        #expect(blend[x, y].alpha == plain[x, y].alpha)
        #expect(abs(Int(clipped[x, y].alpha) - Int(plain[x, y].alpha)) <= 1)
        // Unclipped glyphs are drawn by our own loops.
        #expect(
          Int(letters[x, y].alpha) - Int(plain[x, y].alpha) <= 64
            && (plain[x, y].isClear ? letters[x, y].isClear : true))
      }
    }
  }

  @Test func aRingIsEquallyThickAllAround() {
    let outer = Self.shape(30)
    let inside = Self.points(of: outer.inset(by: 8).path, count: 60)
    let outside = Self.points(of: outer.path, count: 400)
    for point in inside {
      let distances: [Double] = outside.map { other in
        let dx: Double = other.x - point.x
        let dy: Double = other.y - point.y
        return (dx * dx + dy * dy).squareRoot()
      }
      let distance = distances.min() ?? 0
      let edge: Double = min(min(point.x, 200 - point.x), min(point.y, 100 - point.y))
      #expect(abs(min(distance, edge) - 8) < 0.35, "\(point)")
    }
  }
}
