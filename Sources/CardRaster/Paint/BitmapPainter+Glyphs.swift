extension BitmapPainter {
  /// The largest em in pixels that is drawn from masks; above it, outlines are filled.
  private static let largestMask = 256.0

  /// Draws a run of glyphs.
  ///
  /// Each glyph stands on the nearest quarter of a pixel in both directions, so letters keep their distances at every
  /// size.
  func paint<Glyphs: GlyphSource & ~Copyable>(
    _ run: GlyphRun, _ state: PaintState, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard !run.color.isClear || run.ink != nil,
      DisplayItem.glyphs(run).extent(state)?.intersection(state.clip.bounds) != nil
    else { return }
    let size = run.font.size * state.scale
    guard size > 0 else { return }
    if run.gradient != nil || run.outline != nil { return try paintInk(run, state, glyphs) }
    for glyph in run.glyphs {
      let pen = run.origin + Point(x: glyph.x, y: glyph.y)
      if run.isColor, let picture = try glyphs.picture(of: glyph.id, in: run.face) {
        try paint(picture, at: pen, run, state)
      } else if state.isUpright, size <= Self.largestMask {
        try paint(glyph.id, at: state.map.apply(pen), run, size: size, state, glyphs)
      } else {
        let toPoints = Transform.scale(run.font.size, run.font.size).then(.translation(pen))
        let outline = try glyphs.outline(of: glyph.id, in: run.face).transformed(by: toPoints)
        let shape = DisplayItem.Shape.path(outline)
        guard shape.extent(state)?.intersection(state.clip.bounds) != nil else {
          continue
        }
        context.setColor(run.color)
        try append(shape, state)
        context.fill()
      }
    }
  }

  /// Draws the line around all letters, then the letters as shapes.
  private func paintInk<Glyphs: GlyphSource & ~Copyable>(
    _ run: GlyphRun, _ state: PaintState, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    var shapes: [Path] = []
    for glyph in run.glyphs {
      let outline = try glyphs.outline(of: glyph.id, in: run.face)
      if !outline.isEmpty { shapes.append(run.placed(outline, of: glyph)) }
    }
    if let (line, color) = run.outline {
      for shape in shapes { try paint([.stroke(shape, line, color)], state, glyphs) }
    }
    var plain = run
    plain.ink?.outline = nil
    guard let (gradient, bounds) = run.gradient else { return try paint(plain, state, glyphs) }
    for shape in shapes {
      try paint([.fill(.path(shape), .gradient(gradient), bounds: bounds)], state, glyphs)
    }
  }

  private func paint<Glyphs: GlyphSource & ~Copyable>(
    _ glyph: UInt32, at pen: Point, _ run: GlyphRun, size: Double, _ state: PaintState,
    _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard let (mask, area) = try Self.mask(of: glyph, at: pen, run, size: size, glyphs) else { return }
    try composite(mask.coverage, at: area, run.color, state)
  }

  /// The mask of a glyph and its place; nil for one that shows nothing.
  private static func mask<Glyphs: GlyphSource & ~Copyable>(
    of glyph: UInt32, at pen: Point, _ run: GlyphRun, size: Double, _ glyphs: borrowing Glyphs
  ) throws(RasterError) -> (mask: GlyphMask, area: PixelRect)? {
    let limit = CairoContext.largestCoordinate
    guard pen.x.magnitude < limit, pen.y.magnitude < limit else { return nil }
    let (x, y) = (Int((pen.x * 4).rounded()), Int((pen.y * 4).rounded()))
    // Arithmetic shifts round down, so the phases are 0…3 left of and above the origin too.
    let mask = try glyphs.mask(of: glyph, in: run.face, pixelSize: size, phaseX: x & 3, phaseY: y & 3)
    guard let mask else { return nil }
    let (left, top) = ((x >> 2) + mask.left, (y >> 2) + mask.top)
    guard let area = PixelRect(minX: left, minY: top, maxX: left + mask.width, maxY: top + mask.height)
    else { return nil }
    return (mask, area)
  }

  /// The pixels that a run touches, not many more where that is easy to tell; nil for one that shows nothing.
  ///
  /// - Throws: `RasterError.library` when a glyph cannot be read.
  static func extent<Glyphs: GlyphSource & ~Copyable>(
    of run: GlyphRun, _ state: PaintState, _ glyphs: borrowing Glyphs
  ) throws(RasterError) -> PixelRect? {
    let size = run.font.size * state.scale
    guard let most = DisplayItem.glyphs(run).extent(state), size > 0 else { return nil }
    guard state.isUpright, size <= largestMask, !run.isColor, run.ink == nil else { return most }
    var all: PixelRect?
    for glyph in run.glyphs {
      let pen = state.map.apply(run.origin + Point(x: glyph.x, y: glyph.y))
      guard let (_, area) = try mask(of: glyph.id, at: pen, run, size: size, glyphs) else { continue }
      all = all?.union(area) ?? area
    }
    return all
  }

  private func paint(
    _ picture: GlyphPicture, at pen: Point, _ run: GlyphRun, _ state: PaintState
  ) throws(RasterError) {
    let (em, frame) = (run.font.size, picture.frame)
    let place = Rect(
      x: pen.x + frame.minX * em, y: pen.y + frame.minY * em, width: frame.width * em,
      height: frame.height * em)
    guard !place.size.isEmpty else { return }
    try paint(picture.bitmap, in: place, tint: nil, opacity: Double(run.color.alpha) / 255, state)
  }
}
