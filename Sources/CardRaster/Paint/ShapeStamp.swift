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
    guard path.elements.count <= Self.mostSteps else { return nil }
    var hasCurve = false
    var (steps, places): ([UInt8], [Int32]) = ([], [])
    places.reserveCapacity(6 * path.elements.count)
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
    for element in path.elements {
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

/// A solid colour as cairo draws it through coverage, to the last bit.
struct SolidInk {
  private let pixel: UInt32
  private let isOpaque: Bool

  init(_ color: Color) {
    let alpha = Double(color.alpha) / 255
    // As `_cairo_color_double_to_short` rounds; of that pixman takes the upper half.
    func channel(_ value: Double) -> UInt32 { UInt32(value * 65_535 + 0.5) >> 8 }
    pixel =
      channel(alpha) << 24 | channel(Double(color.red) / 255 * alpha) << 16
      | channel(Double(color.green) / 255 * alpha) << 8 | channel(Double(color.blue) / 255 * alpha)
    isOpaque = color.isOpaque
  }

  /// A pixel after the colour was drawn over it.
  func over(_ below: UInt32, coverage: UInt8) -> UInt32 {
    if isOpaque {
      if coverage == 255 { return pixel }
      // Cairo's own loop (`lerp8x4`), which rounds halves down.
      let rest = UInt32(255 - coverage)
      return Self.scaled(pixel, UInt32(coverage), half: 0x7F) &+ Self.scaled(below, rest, half: 0x7F)
    }
    // Pixman's (`over_n_8_8888`).
    let source = Self.scaled(pixel, UInt32(coverage), half: 0x80)
    return source &+ Self.scaled(below, 255 - source >> 24, half: 0x80)
  }

  /// All four channels times a share of 255.
  private static func scaled(_ pixel: UInt32, _ share: UInt32, half: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let halves = half << 16 | half
    let even = (pixel & mask) &* share &+ halves
    let odd = (pixel >> 8 & mask) &* share &+ halves
    return (even &+ (even >> 8 & mask)) >> 8 & mask | (odd &+ (odd >> 8 & mask)) & ~mask
  }
}
