extension BitmapPainter {
  /// Draws the shadow of a rounded rectangle, except on pixels that `hole` covers fully.
  ///
  /// A pixel that the hole covers in part keeps all of the shadow: the shape drawn over it is partly
  /// transparent there.
  func paint(
    _ shadow: Shadow, of shape: RoundedRect, hole: RoundedRect?, _ state: PaintState
  ) throws(RasterError) {
    let sigma = try Self.sigma(of: shadow, state)
    let extent = DisplayItem.shadow(shape, shadow, hole: hole).extent(state)
    guard !shadow.color.isClear, let area = extent?.intersection(state.clip.bounds) else { return }
    let mask = try blurred(shape.moved(by: shadow.offset), sigma: sigma, area: area, hole: hole, state)
    try composite(mask, at: area, shadow.color, state)
  }

  /// Draws the inner shadow of a rounded rectangle.
  func paint(_ shadow: Shadow, inside shape: RoundedRect, _ state: PaintState) throws(RasterError) {
    let sigma = try Self.sigma(of: shadow, state)
    let extent = DisplayItem.innerShadow(shape, shadow).extent(state)
    guard !shadow.color.isClear, let area = extent?.intersection(state.clip.bounds) else { return }
    var mask = try blurred(shape.moved(by: shadow.offset), sigma: sigma, area: area, hole: nil, state)
    let covered = try Self.coverage(of: .roundedRect(shape), in: area, state)
    for index in mask.indices {
      let product = UInt32(255 - mask[index]) * UInt32(covered[index]) + 127
      mask[index] = UInt8(truncatingIfNeeded: product / 255)
    }
    try composite(mask, at: area, shadow.color, state)
  }

  /// Draws a group above its shadows.
  ///
  /// `state` is that of the items; shadows move by whole pixels. Without `content` only the shadows are
  /// drawn.
  func paintShadowed(
    _ group: DisplayItem.Group, content drawsContent: Bool = true, _ state: PaintState,
    _ glyphs: borrowing some Glyphs
  ) throws(RasterError) {
    let visible = state.clip.bounds
    var sigmas: [Double] = []
    var seen = visible
    for shadow in group.shadows {
      let sigma = try Self.sigma(of: shadow, state)
      let shift = shadow.pixelOffset(state)
      sigmas.append(sigma)
      seen = seen.union(
        visible.moved(x: -shift.x, y: -shift.y).grown(by: GaussianKernel.reach(of: sigma) + 2))
    }
    guard let content = group.contentExtent(state)?.intersection(seen) else { return }
    let layer = try BitmapPainter(
      width: content.width, height: content.height, cache: cache, threads: threads)
    try layer.paint(group.items, clip: group.clip, state.onLayer(content), glyphs)
    let alpha = layer.alpha
    for (shadow, sigma) in zip(group.shadows, sigmas).reversed() where !shadow.color.isClear {
      guard let area = shadow.extent(of: content, state).intersection(visible) else { continue }
      let shift = shadow.pixelOffset(state)
      let mask = Self.blurred(
        alpha, in: content.moved(x: shift.x, y: shift.y), sigma: sigma, needed: area)
      try composite(mask, at: area, shadow.color, state)
    }
    if drawsContent { try draw(layer, at: content, opacity: 1) }
  }

  /// The standard deviation in pixels.
  private static func sigma(of shadow: Shadow, _ state: PaintState) throws(RasterError) -> Double {
    let sigma = shadow.radius * state.scale
    try RasterError.checkLimit("a blur radius in pixels", sigma, most: Limits.blurRadius)
    return max(0, sigma)
  }

  /// The blurred coverage of a shape on an area, one byte per pixel; 0 where `hole` covers a pixel fully.
  private func blurred(
    _ shape: RoundedRect, sigma: Double, area: PixelRect, hole: RoundedRect?, _ state: PaintState
  ) throws(RasterError) -> [UInt8] {
    // Below one pixel, cairo's edge sampling would be visible through the blur, so the shape must be drawn as
    // a whole.
    if sigma >= 1, let upright = state.upright(shape) {
      let hole = hole.flatMap { state.upright($0) }
      func mask() throws(RasterError) -> [UInt8] {
        let pixels = PaintState(map: .identity, clip: state.clip)
        let blurred = try RoundedShadow(upright, sigma: sigma, area: area, threads) {
          (shape, block) throws(RasterError) in
          try Self.coverage(of: .roundedRect(shape), in: block, pixels)
        }
        let mask = blurred.mask(hole: hole, threads)
        try RenderLimits.check()
        return mask
      }
      guard let cache else { return try mask() }
      return try cache.shadow(
        PaintCache.ShadowKey(shape: upright, sigma: sigma, area: area, hole: hole), make: mask)
    }
    let reach = GaussianKernel.reach(of: sigma) + 1
    var result: [UInt8] = []
    result.reserveCapacity(area.width * area.height)
    for top in stride(from: area.minY, to: area.maxY, by: sigma < 1 ? Self.stripHeight : area.height) {
      let bottom = sigma < 1 ? min(top + Self.stripHeight, area.maxY) : area.maxY
      guard let strip = PixelRect(minX: area.minX, minY: top, maxX: area.maxX, maxY: bottom) else { continue }
      let source = PixelRect(covering: state.map.bounds(of: shape.rect))?.intersection(strip.grown(by: reach))
      guard let source else {
        result += [UInt8](repeating: 0, count: strip.width * strip.height)
        continue
      }
      let coverage = try Self.coverage(of: .roundedRect(shape), in: source, state)
      result += Self.blurred(coverage, in: source, sigma: sigma, needed: strip)
    }
    if let hole {
      let covered = try Self.coverage(of: .roundedRect(hole), in: area, state)
      for index in result.indices where covered[index] == 255 { result[index] = 0 }
    }
    return result
  }

  /// The number of rows blurred at once if a small blur needs only few rows around them.
  private static let stripHeight = 256

  /// Blurs coverage of one byte per pixel, for another area.
  private static func blurred(
    _ coverage: [UInt8], in area: PixelRect, sigma: Double, needed: PixelRect
  ) -> [UInt8] {
    var plane = Plane(area: area)
    for index in plane.values.indices { plane.values[index] = Float(coverage[index]) / 255 }
    var result = [UInt8](repeating: 0, count: needed.width * needed.height)
    guard let blurred = plane.blurred(sigma: sigma, needed: needed) else { return result }
    let width = blurred.area.width
    for y in 0..<blurred.area.height {
      let start = (blurred.area.minY - needed.minY + y) * needed.width + blurred.area.minX - needed.minX
      for x in 0..<width {
        let value = max(0, min(1, blurred.values[y * width + x])) * 255 + 8_388_608
        result[start + x] = UInt8(truncatingIfNeeded: value.bitPattern)
      }
    }
    return result
  }
}

/// Consecutive small shapes of one colour, such as the points of a chart.
///
/// How it works: cairo spends most of its time on computing how much of each pixel a shape covers. For shapes
/// that differ by whole pixels the coverage is the same. It is computed once, and this code writes the pixels
/// that cairo would write.
///
/// Guarantees: the pixels are those of cairo, for any sequence of shapes.
extension BitmapPainter {
  /// The minimum number of shapes for which this is faster.
  private static let fewest = 8
  /// The maximum number of cached outlines.
  private static let outlines = 4_096

  /// Fills shapes of one colour.
  ///
  /// - Returns: the index after the last of them; `start` if there are few, and then nothing was drawn.
  func fillSmallShapes(
    _ items: [DisplayItem], from start: Int, _ state: PaintState
  ) throws(RasterError) -> Int {
    guard let color = items[start].plainOutline?.color else { return start }
    var end = start + 1
    while end < items.count, items[end].plainOutline?.color == color { end += 1 }
    guard end - start >= Self.fewest else { return start }
    guard !color.isClear else { return end }
    // Coverage of outlines seen before; nil for an outline seen once.
    var known: [GridOutline: [UInt8]?] = [:]
    var stamps: [Stamp] = []
    for (number, item) in items[start..<end].enumerated() {
      guard case .fill(let shape, let paint, let bounds) = item, case .path(let path) = shape else {
        continue
      }
      // On a surface that is still clear cairo draws the first shape differently.
      if number > 0, let outline = GridOutline(path, under: state.map),
        state.clip.bounds.intersection(outline.extent) == outline.extent,
        state.clip.isOpen(in: outline.extent)
      {
        switch known[outline] {
        case .some(.some(let coverage)):
          stamps.append(Stamp(extent: outline.extent, coverage: coverage))
          continue
        case .some(.none):
          let coverage = try Self.coverage(of: shape, in: outline.extent, state)
          known[outline] = coverage
          stamps.append(Stamp(extent: outline.extent, coverage: coverage))
          continue
        case .none: if known.count < Self.outlines { known[outline] = .some(nil) }
        }
      }
      write(&stamps, color)
      try fill(shape, paint, bounds: bounds, state)
    }
    write(&stamps, color)
    return end
  }

  /// A coverage mask and its position.
  private struct Stamp {
    let extent: PixelRect
    /// One byte per pixel.
    let coverage: [UInt8]
  }

  /// Draws a colour through the coverage of shapes, one after another, and removes them from the list.
  private func write(_ stamps: inout [Stamp], _ color: Color) {
    guard !stamps.isEmpty else { return }
    let ink = SolidInk(color)
    let words = surface.stride / 4
    surface.withMutablePixels { bytes in
      for stamp in stamps {
        var next = 0
        for y in stamp.extent.minY..<stamp.extent.maxY {
          for x in stamp.extent.minX..<stamp.extent.maxX {
            let coverage = stamp.coverage[next]
            next += 1
            guard coverage > 0 else { continue }
            let place = 4 * (y * words + x)
            let below = bytes.load(fromByteOffset: place, as: UInt32.self)
            bytes.storeBytes(of: ink.over(below, coverage: coverage), toByteOffset: place, as: UInt32.self)
          }
        }
      }
    }
    stamps.removeAll(keepingCapacity: true)
  }
}

extension DisplayItem {
  /// The outline of a shape in one colour.
  fileprivate var plainOutline: (path: Path, color: Color)? {
    guard case .fill(.path(let path), .solid(let color), _) = self else { return nil }
    return (path, color)
  }
}

/// A small outline on cairo's grid of 1/256 of a pixel, relative to its own first pixel.
///
/// Two outlines that differ by whole pixels are equal here, and cairo covers the same part of each of their
/// pixels.
struct GridOutline: Hashable {
  /// The kind of each step: a move, a line, a curve or a close.
  let steps: [UInt8]
  /// Alternating x and y of all points.
  let places: [Int32]
  /// The pixels of the picture that it may touch.
  let extent: PixelRect

  /// The maximum number of pixels on each side.
  static let side = 64
  /// The maximum number of steps.
  private static let mostSteps = 16

  /// An outline after a transform to pixels; nil if it is not small, or has no curve.
  ///
  /// Cairo may convert an outline without curves to rectangles, which it fills in another way.
  init?(_ path: Path, under map: Transform) {
    guard path.stepCount <= Self.mostSteps else { return nil }
    var hasCurve = false
    var (steps, places): ([UInt8], [Int32]) = ([], [])
    places.reserveCapacity(6 * path.stepCount)
    var (least, most) = (SIMD2<Int32>(repeating: .max), SIMD2<Int32>(repeating: .min))
    func appendPoint(_ point: Point) -> Bool {
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
        guard appendPoint(p) else { return nil }
      case .line(let p):
        steps.append(1)
        guard appendPoint(p) else { return nil }
      case .curve(let a, let b, let p):
        steps.append(2)
        hasCurve = true
        guard appendPoint(a), appendPoint(b), appendPoint(p) else { return nil }
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
    // The first point is nearly unique: repeated shapes differ in their position within a pixel.
    hasher.combine(places[0])
    hasher.combine(places[1])
    hasher.combine(places[places.count - 1])
  }
}

/// A solid colour as cairo draws it through coverage, to the last bit.
struct SolidInk {
  private let pixel: PremultipliedPixel
  private let isOpaque: Bool

  init(_ color: Color) {
    let alpha = Double(color.alpha) / 255
    // As `_cairo_color_double_to_short` rounds; pixman uses the upper half of that.
    func channel(_ value: Double) -> UInt32 { UInt32(value * 65_535 + 0.5) >> 8 }
    pixel = PremultipliedPixel(
      rawValue: channel(alpha) << 24 | channel(Double(color.red) / 255 * alpha) << 16
        | channel(Double(color.green) / 255 * alpha) << 8 | channel(Double(color.blue) / 255 * alpha))
    isOpaque = color.isOpaque
  }

  /// The pixel after the colour was drawn over it.
  func over(_ below: UInt32, coverage: UInt8) -> UInt32 {
    guard isOpaque else {
      // As pixman does (`over_n_8_8888`).
      return pixel.scaled(by: UInt32(coverage)).over(PremultipliedPixel(rawValue: below)).rawValue
    }
    if coverage == 255 { return pixel.rawValue }
    return Self.share(UInt32(coverage), of: pixel.rawValue) &+ Self.share(UInt32(255 - coverage), of: below)
  }

  /// All four channels times a share of 255, with halves rounded down.
  ///
  /// This is cairo's own rounding (`lerp8x4`), not pixman's.
  private static func share(_ share: UInt32, of pixel: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let even = (pixel & mask) &* share &+ 0x007F_007F
    let odd = (pixel >> 8 & mask) &* share &+ 0x007F_007F
    return (even &+ (even >> 8 & mask)) >> 8 & mask | (odd &+ (odd >> 8 & mask)) & ~mask
  }
}
