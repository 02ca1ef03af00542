/// A small outline on cairo's grid of 1/256 of a pixel, seen from its own first pixel.
///
/// Two outlines that differ by whole pixels are the same here, and cairo covers the same part of each of their pixels.
struct GridOutline: Hashable {
  /// What each step is: a move, a line, a curve or a close.
  let steps: [UInt8]
  /// x and y of all points in turn.
  let places: [Int32]
  /// The pixels that it may touch, on the picture.
  let extent: PixelRect

  /// The most pixels at each side.
  static let side = 64
  /// The most steps.
  private static let mostSteps = 16

  /// An outline after a map to pixels; nil for one that is not small, or has no curve.
  ///
  /// Of what has no curve cairo may make rectangles, which it fills in another way.
  init?(_ path: Path, under map: Transform) {
    guard path.stepCount <= Self.mostSteps else { return nil }
    var hasCurve = false
    var (steps, places): ([UInt8], [Int32]) = ([], [])
    places.reserveCapacity(6 * path.stepCount)
    var (least, most) = (SIMD2<Int32>(repeating: .max), SIMD2<Int32>(repeating: .min))
    func add(_ point: Point) -> Bool {
      let place = map.apply(point)
      // As `_cairo_fixed_from_double` rounds; farther away nothing is small.
      let x = (place.x * 256).rounded(.toNearestOrEven)
      let y = (place.y * 256).rounded(.toNearestOrEven)
      guard x.magnitude < 1e9, y.magnitude < 1e9 else { return false }
      let fixed = SIMD2(Int32(x), Int32(y))
      places.append(fixed.x)
      places.append(fixed.y)
      least = pointwiseMin(least, fixed)
      most = pointwiseMax(most, fixed)
      return true
    }
    for element in path.steps {
      switch element {
      case .move(let p):
        steps.append(0)
        guard add(p) else { return nil }
      case .line(let p):
        steps.append(1)
        guard add(p) else { return nil }
      case .curve(let a, let b, let p):
        steps.append(2)
        hasCurve = true
        guard add(a), add(b), add(p) else { return nil }
      case .close: steps.append(3)
      }
    }
    guard hasCurve, steps.first == 0,
      let extent = PixelRect(
        minX: Int(least.x >> 8), minY: Int(least.y >> 8), maxX: Int((most.x + 255) >> 8),
        maxY: Int((most.y + 255) >> 8)),
      extent.width <= Self.side, extent.height <= Self.side
    else { return nil }
    self.extent = extent
    let origin = SIMD2(Int32(extent.minX) << 8, Int32(extent.minY) << 8)
    for index in stride(from: 0, to: places.count, by: 2) {
      places[index] -= origin.x
      places[index + 1] -= origin.y
    }
    (self.steps, self.places) = (steps, places)
  }

  static func == (a: GridOutline, b: GridOutline) -> Bool { a.places == b.places && a.steps == b.steps }

  func hash(into hasher: inout Hasher) {
    // The first point says nearly all: what is drawn many times differs by where it lies between pixels.
    hasher.combine(places[0])
    hasher.combine(places[1])
    hasher.combine(places[places.count - 1])
  }
}
