extension BitmapPainter {
  func paint<Glyphs: GlyphSource & ~Copyable>(
    _ group: DisplayItem.Group, _ state: PaintState, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard group.opacity > 0 else { return }
    if group.isLayer {
      var whole = group
      whole.opacity = 1
      whole.mask = nil
      whole.blendMode = .normal
      guard let area = group.extent(state)?.intersection(state.clip.bounds) else { return }
      let layer = try BitmapPainter(
        width: area.width, height: area.height, cache: cache, threads: threads, svg)
      try layer.paint(whole, state.onLayer(area), glyphs)
      if let mask = group.mask {
        var inner = state
        inner.map = group.transform.then(state.map)
        try layer.apply(mask, inner.onLayer(area))
      }
      return try draw(layer, at: area, opacity: group.opacity, group.blendMode)
    }
    var inner = state
    inner.map = group.transform.then(state.map)
    if group.shadows.isEmpty {
      try paint(group.items, clip: group.clip, inner, glyphs)
    } else {
      try paintShadowed(group, inner, glyphs)
    }
  }

  /// Draws items inside a shape; `state` is that of the items.
  func paint<Glyphs: GlyphSource & ~Copyable>(
    _ items: [DisplayItem], clip: DisplayItem.Shape?, _ state: PaintState, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard let clip else { return try paint(items, state, glyphs) }
    guard let bounds = clip.extent(state)?.intersection(state.clip.bounds) else { return }
    var inner = state
    inner.clip.bounds = bounds
    if case .roundedRect(let shape) = clip, let upright = state.upright(shape) {
      if !(upright.radii.isZero && upright.rect.isOnPixels) { inner.clip.shapes.append(upright) }
    } else {
      inner.clip.hasOther = true
    }
    try append(clip, state)
    try context.saved { () throws(RasterError) in
      context.clip(evenOdd: clip.isRing)
      try paint(items, inner, glyphs)
    }
  }

  /// Draws a layer that was painted for an area.
  func draw(
    _ layer: borrowing BitmapPainter, at area: PixelRect, opacity: Double, _ mode: BlendMode = .normal
  ) throws(RasterError) {
    try layer.context.check(during: "drawing a group")
    context.setSource(layer.surface, x: area.minX, y: area.minY)
    context.blended(as: mode) { context.paint(opacity: opacity) }
    // The layer goes now; cairo would keep its memory as the source.
    context.setColor(.black)
  }
}
