extension BitmapPainter {
  /// Draws the shadow of a rounded rectangle; nothing where `hole` covers a pixel in full.
  ///
  /// A pixel that the hole covers in part keeps all of the shadow: what is drawn over it lets some of it through.
  func paint(
    _ shadow: Shadow, of shape: RoundedRect, hole: RoundedRect?, _ state: PaintState
  ) throws(RasterError) {
    let sigma = try Self.sigma(of: shadow, state)
    let extent = DisplayItem.shadow(shape, shadow, hole: hole).extent(state)
    guard !shadow.color.isClear, let area = extent?.intersection(state.clip.bounds) else { return }
    let mask = try blurred(shape.moved(by: shadow.offset), sigma: sigma, area: area, hole: hole, state)
    try composite(mask, at: area, shadow.color, state)
  }

  /// Draws the shadow that falls into a rounded rectangle from all around it.
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

  /// Draws a group above the shadows of all it draws.
  ///
  /// `state` is that of the items; shadows move by whole pixels. Without `content` only the shadows are drawn.
  func paintShadowed<Glyphs: GlyphSource & ~Copyable>(
    _ group: DisplayItem.Group, content drawsContent: Bool = true, _ state: PaintState,
    _ glyphs: borrowing Glyphs
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
    guard sigma <= Limits.blurRadius else {
      throw .limit(what: "a blur radius in pixels", value: sigma, limit: Limits.blurRadius)
    }
    return max(0, sigma)
  }

  /// The blurred coverage of a shape on an area, one byte a pixel; 0 where `hole` covers a pixel in full.
  private func blurred(
    _ shape: RoundedRect, sigma: Double, area: PixelRect, hole: RoundedRect?, _ state: PaintState
  ) throws(RasterError) -> [UInt8] {
    // Below a pixel the blur hides nothing of how cairo samples edges, so the shape has to be drawn as a whole.
    if sigma >= 1, let upright = state.upright(shape) {
      let hole = hole.flatMap { state.upright($0) }
      func mask() throws(RasterError) -> [UInt8] {
        let pixels = PaintState(map: .identity, clip: state.clip)
        let blurred = try RoundedShadow(upright, sigma: sigma, area: area, threads) {
          (shape, block) throws(RasterError) in
          try Self.coverage(of: .roundedRect(shape), in: block, pixels)
        }
        return blurred.mask(hole: hole, threads)
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

  /// Rows that are blurred at once where a small blur needs only few rows around them.
  private static let stripHeight = 256

  /// Blurs coverage of one byte a pixel, for another area.
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
