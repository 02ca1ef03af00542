extension CairoPainter {
  /// Draws the shadow of a rounded rectangle; nothing where `hole` covers a pixel in full.
  ///
  /// A pixel that the hole covers in part keeps all of the shadow: what is drawn over it lets some of it through.
  func paint(
    _ shadow: Shadow, of shape: RoundedRect, hole: RoundedRect?, _ state: PaintState
  ) throws(RasterError) {
    let sigma = try Self.sigma(of: shadow, state)
    let extent = DisplayItem.shadow(shape, shadow, hole: hole).extent(state)
    guard !shadow.color.isClear, let area = extent?.intersection(state.clip.bounds) else { return }
    let moved = shape.moved(by: shadow.offset)
    let mask: [UInt8]
    if let upright = state.upright(moved) {
      let pixels = PaintState(map: .identity, clip: state.clip)
      let blurred = try RoundedShadow(upright, sigma: sigma, area: area) {
        (shape, block) throws(RasterError) in
        try Self.coverage(of: .roundedRect(shape), in: block, pixels)
      }
      mask = blurred.mask(hole: hole.flatMap { state.upright($0) })
    } else {
      let source = area.grown(by: GaussianKernel.reach(of: sigma) + 1)
      let shapeArea = PixelRect(covering: state.bounds(of: moved.rect))?.intersection(source)
      guard let shapeArea else { return }
      let coverage = try Self.coverage(of: .roundedRect(moved), in: shapeArea, state)
      var blurred = Self.blurred(coverage, in: shapeArea, sigma: sigma, needed: area)
      if let hole {
        let covered = try Self.coverage(of: .roundedRect(hole), in: area, state)
        for index in blurred.indices where covered[index] == 255 { blurred[index] = 0 }
      }
      mask = blurred
    }
    try composite(mask, at: area, shadow.color, state)
  }

  /// Draws a group above the shadow of all it draws.
  ///
  /// `state` is that of the items; the shadow moves by whole pixels.
  func paint<Glyphs: GlyphSource & ~Copyable>(
    _ group: DisplayItem.Group, _ shadow: Shadow, _ state: PaintState, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    let sigma = try Self.sigma(of: shadow, state)
    let shift = shadow.pixelOffset(state)
    let visible = state.clip.bounds
    let reached = visible.moved(x: -shift.x, y: -shift.y).grown(by: GaussianKernel.reach(of: sigma) + 2)
    guard let content = group.contentExtent(state)?.intersection(visible.union(reached)) else { return }
    let layer = try CairoPainter(width: content.width, height: content.height)
    try layer.paint(group.items, clip: group.clip, state.onLayer(content), glyphs)
    let shadowed = shadow.extent(of: content, state).intersection(visible)
    if let shadowed, !shadow.color.isClear {
      let source = content.moved(x: shift.x, y: shift.y)
      let mask = Self.blurred(layer.alpha, in: source, sigma: sigma, needed: shadowed)
      try composite(mask, at: shadowed, shadow.color, state)
    }
    try draw(layer, at: content, opacity: 1)
  }

  /// The standard deviation in pixels.
  private static func sigma(of shadow: Shadow, _ state: PaintState) throws(RasterError) -> Double {
    let sigma = shadow.radius * state.scale
    guard sigma <= Limits.blurRadius else {
      throw .limit(what: "a blur radius in pixels", value: sigma, limit: Limits.blurRadius)
    }
    return max(0, sigma)
  }

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
