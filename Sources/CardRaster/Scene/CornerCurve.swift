/// The shape of a rounded corner.
public enum CornerCurve: String, Hashable, Sendable, CaseIterable {
  /// A quarter of a circle.
  case circular
  /// A curve that starts to bend earlier and more gently than a circle, as on Apple's devices.
  case continuous
}

/// Half of a continuous corner, from an edge to the middle of the corner.
///
/// Lengths are in radii: x along the edge from the rectangle's corner, y away from the edge. The corner
/// consists of three cubic curves: one in each half, and one that connects them.
struct CornerHalf {
  /// The x at which the corner leaves the edge.
  var start: Double
  /// The control points of this half's curve.
  var first: Point
  var second: Point
  /// The end of this half's curve.
  var end: Point
  /// The control point that this half adds to the middle curve.
  var middle: Point
}

extension CornerHalf {
  /// A corner as Apple draws it if the edges are long enough.
  ///
  /// The figures are those of the paths that UIKit makes since iOS 7, as published in PaintCode's article
  /// "Drawing Code for iOS 7 Rounded Rectangles" (paintcodeapp.com/news/code-for-ios-7-rounded-rectangles)
  /// and elsewhere since. The first is Core Animation's `cornerCurveExpansionFactor` of continuous corners.
  static let continuous = CornerHalf(
    start: 1.528_665, first: Point(x: 1.088_492_96, y: 0), second: Point(x: 0.868_406_94, y: 0),
    end: Point(x: 0.631_493_79, y: 0.074_911_39), middle: Point(x: 0.372_823_83, y: 0.169_059_56))

  /// A circular corner cut into the same three pieces: 21.72° for each half and the rest in the middle.
  static let circular = CornerHalf(
    start: 1, first: Point(x: 0.873_258_49, y: 0), second: Point(x: 0.747_672_24, y: 0.024_093_18),
    end: Point(x: 0.629_928_94, y: 0.070_996_55), middle: Point(x: 0.374_764_92, y: 0.172_641_83))

  /// A corner between a circular one (0) and Apple's (1).
  init(continuity: Double) {
    let (from, to) = (CornerHalf.circular, CornerHalf.continuous)
    func blend(_ a: Double, _ b: Double) -> Double { a + (b - a) * continuity }
    func blend(_ a: Point, _ b: Point) -> Point { Point(x: blend(a.x, b.x), y: blend(a.y, b.y)) }
    self.init(
      start: blend(from.start, to.start), first: blend(from.first, to.first),
      second: blend(from.second, to.second), end: blend(from.end, to.end),
      middle: blend(from.middle, to.middle))
  }
}

extension RoundedRect {
  /// The maximum length of an edge that a corner covers, in radii.
  var reachPerRadius: Double { curve == .continuous ? CornerHalf.continuous.start : 1 }

  /// How much of Apple's curve fits an edge, 0…1, from the radii at both ends of it.
  ///
  /// If the edge is too short for both corners, the curves move towards circles, which always fit. The shape
  /// therefore never jumps when its radius grows.
  static func continuity(_ first: Double, _ second: Double, along side: Double) -> Double {
    let wish = (CornerHalf.continuous.start - 1) * (first + second)
    guard wish > 0 else { return 1 }
    return min(1, max(0, (side - first - second) / wish))
  }

  /// The length that each corner covers on its horizontal and its vertical edge, clockwise from the top left.
  var cornerReaches: [Size] {
    let r = radii
    guard curve == .continuous else {
      return [r.topLeft, r.topRight, r.bottomRight, r.bottomLeft].map { Size(width: $0, height: $0) }
    }
    return halves.map {
      Size(width: $0.radius * $0.across.start, height: $0.radius * $0.down.start)
    }
  }

  private var halves: [(radius: Double, across: CornerHalf, down: CornerHalf)] {
    let r = radii
    let top = CornerHalf(continuity: Self.continuity(r.topLeft, r.topRight, along: rect.width))
    let bottom = CornerHalf(continuity: Self.continuity(r.bottomLeft, r.bottomRight, along: rect.width))
    let left = CornerHalf(continuity: Self.continuity(r.topLeft, r.bottomLeft, along: rect.height))
    let right = CornerHalf(continuity: Self.continuity(r.topRight, r.bottomRight, along: rect.height))
    return [
      (r.topLeft, top, left), (r.topRight, top, right), (r.bottomRight, bottom, right),
      (r.bottomLeft, bottom, left),
    ]
  }

  /// An outline with continuous corners of given sizes, clockwise from the left end of the top edge.
  func continuousPath(in rect: Rect, _ sizes: [Size]) -> Path {
    var path = Path(steps: 18, points: 53)
    // The rectangle's corners, and the directions from each of them along its two edges.
    let corners = [
      (Point(x: rect.minX, y: rect.minY), 1.0, 1.0), (Point(x: rect.maxX, y: rect.minY), -1, 1),
      (Point(x: rect.maxX, y: rect.maxY), -1, -1), (Point(x: rect.minX, y: rect.maxY), 1, -1),
    ]
    let halves = halves
    /// A point of the half at a corner's horizontal edge.
    func across(_ index: Int, _ p: Point) -> Point {
      let (corner, x, y) = corners[index]
      return Point(
        x: corner.x + x * p.x * sizes[index].width, y: corner.y + y * p.y * sizes[index].height)
    }
    /// A point of the half at a corner's vertical edge.
    func down(_ index: Int, _ p: Point) -> Point { across(index, Point(x: p.y, y: p.x)) }
    func start(_ half: CornerHalf) -> Point { Point(x: half.start, y: 0) }
    func addCorner(_ index: Int, fromAcross: Bool) {
      let (_, a, d) = halves[index]
      if fromAcross {
        path.line(to: across(index, start(a)))
        guard sizes[index].width > 0 else { return }
        path.curve(across(index, a.first), across(index, a.second), to: across(index, a.end))
        path.curve(across(index, a.middle), down(index, d.middle), to: down(index, d.end))
        path.curve(down(index, d.second), down(index, d.first), to: down(index, start(d)))
      } else {
        path.line(to: down(index, start(d)))
        guard sizes[index].width > 0 else { return }
        path.curve(down(index, d.first), down(index, d.second), to: down(index, d.end))
        path.curve(down(index, d.middle), across(index, a.middle), to: across(index, a.end))
        path.curve(across(index, a.second), across(index, a.first), to: across(index, start(a)))
      }
    }
    path.move(to: across(0, start(halves[0].across)))
    addCorner(1, fromAcross: true)
    addCorner(2, fromAcross: false)
    addCorner(3, fromAcross: true)
    addCorner(0, fromAcross: false)
    path.close()
    return path
  }
}
