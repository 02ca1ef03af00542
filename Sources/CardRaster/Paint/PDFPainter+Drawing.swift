extension PDFPainter {
  /// Writes display items into a document; the context's own map carries points to the page.
  struct Drawing: ~Copyable {
    /// Cairo's view of the document.
    let context: CairoContext
    /// What the contents are, as far as they are written.
    let structure = PDFStructure()
  }
}

extension PDFPainter.Drawing {
  /// Writes one item.
  func write<Glyphs: GlyphSource & ~Copyable>(
    _ item: DisplayItem, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    switch item {
    case .fill(let shape, let paint, let bounds):
      switch paint {
      case .solid(let color):
        guard !color.isClear else { return }
        context.setColor(color)
      case .gradient(let gradient):
        guard !bounds.size.isEmpty else { return }
        if !gradient.keepsItsLook || !context.setGradient(gradient, over: bounds) {
          return try writePixels(item, glyphs)
        }
      }
      try append(shape)
      context.fill(evenOdd: shape.isRing)
    case .stroke(let path, let line, let color):
      guard !color.isClear, line.width > 0 else { return }
      context.setColor(color)
      try context.append(path)
      context.stroke(line)
    case .glyphs(let run): try write(run, glyphs)
    case .image(let image): try write(image, glyphs)
    case .shadow(let shape, let shadow, _):
      // Without the hole: viewers place pictures on whole pixels, and a gap at the edge would be seen.
      if !shadow.color.isClear { try writePixels(.shadow(shape, shadow, hole: nil), glyphs) }
    case .innerShadow(_, let shadow):
      if !shadow.color.isClear { try writePixels(item, glyphs) }
    // They are pictures by now.
    case .backdrop: break
    case .group(let group): try write(group, glyphs)
    }
  }

  private func append(_ shape: DisplayItem.Shape) throws(RasterError) {
    switch shape {
    case .roundedRect(let shape): try context.append(shape.path)
    case .ring(let outer, let inner):
      try context.append(outer.path)
      if !inner.rect.size.isEmpty { try context.append(inner.path) }
    case .path(let path): try context.append(path)
    }
  }

  private func write<Glyphs: GlyphSource & ~Copyable>(
    _ run: GlyphRun, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard !run.color.isClear || run.ink != nil, !run.glyphs.isEmpty else { return }
    if run.isColor { return try writePixels(.glyphs(run), glyphs) }
    if let (line, color) = run.outline {
      for glyph in run.glyphs {
        let outline = try glyphs.outline(of: glyph.id, in: run.face)
        if !outline.elements.isEmpty {
          try write(.stroke(run.placed(outline, of: glyph), line, color), glyphs)
        }
      }
    }
    if let (gradient, bounds) = run.gradient {
      guard gradient.keepsItsLook, context.setGradient(gradient, over: bounds) else {
        var plain = run
        plain.ink?.outline = nil
        return try writePixels(.glyphs(plain), glyphs)
      }
    } else {
      context.setColor(run.color)
    }
    try context.show(run)
  }

  private func write<Glyphs: GlyphSource & ~Copyable>(
    _ item: DisplayItem.ImageItem, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard !item.frame.size.isEmpty else { return }
    if let fill = item.fill { return try write(fill, glyphs) }
    if item.tint != nil { return try writePixels(.image(item), glyphs) }
    switch item.image.content {
    case .bitmap(let bitmap):
      // No more pixels than the page shows at its resolution: a photo of a camera stays small.
      let most = PDFPainter.resolution
      if Double(bitmap.width) > most * item.frame.width, Double(bitmap.height) > most * item.frame.height {
        return try writePixels(.image(item), glyphs)
      }
      guard let whole = PixelRect(minX: 0, minY: 0, maxX: bitmap.width, maxY: bitmap.height) else { return }
      context.draw(try bitmap.scaled(to: whole.rect, part: whole), in: item.frame)
    case .vector(let picture):
      try item.naming { () throws(RasterError) in
        try context.write(picture, size: item.image.size, in: item.frame)
      }
    case .outline: break
    }
  }

  private func write<Glyphs: GlyphSource & ~Copyable>(
    _ group: DisplayItem.Group, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard group.opacity > 0 else { return }
    if group.opacity < 1 || group.blendMode != .normal {
      var whole = group
      whole.opacity = 1
      whole.blendMode = .normal
      return try context.faded(to: group.opacity, group.blendMode) { () throws(RasterError) in
        try write(.group(whole), glyphs)
      }
    }
    if group.mask != nil { return try writePixels(.group(group), glyphs) }
    try context.saved { () throws(RasterError) in
      context.addMap(group.transform)
      if !group.shadows.isEmpty {
        var shadowed = group
        shadowed.transform = .identity
        try writePixels(.group(shadowed), glyphs) { (painter, state, glyphs) throws(RasterError) in
          try painter.paintShadowed(shadowed, content: false, state, glyphs)
        }
      }
      if let shape = group.clip {
        try append(shape)
        context.clip(evenOdd: shape.isRing)
      }
      for item in group.items { try mark(item, glyphs) }
      // A piece that holds this group goes on behind it, outside of its clip and layer.
      if structure.silence == 0 { endPiece() }
    }
  }

  /// Writes an item as a picture.
  private func writePixels<Glyphs: GlyphSource & ~Copyable>(
    _ item: DisplayItem, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    try writePixels(item, glyphs) { (painter, state, glyphs) throws(RasterError) in
      try painter.paint([item], state, glyphs)
    }
  }

  /// Writes what `paint` draws as a picture, as large as the item.
  private func writePixels<Glyphs: GlyphSource & ~Copyable>(
    _ item: DisplayItem, _ glyphs: borrowing Glyphs,
    paint: (borrowing BitmapPainter, PaintState, borrowing Glyphs) throws(RasterError) -> Void
  ) throws(RasterError) {
    var scale = PDFPainter.resolution
    let side = Double(Limits.canvasSide)
    guard
      let everything = PixelRect(
        minX: -Limits.canvasSide, minY: -Limits.canvasSide, maxX: Limits.canvasSide, maxY: Limits.canvasSide)
    else { return }
    func state() -> PaintState {
      PaintState(map: .scale(scale, scale), clip: PaintClip(bounds: everything))
    }
    guard var area = item.extent(state())?.intersection(everything) else { return }
    // A picture of a whole wall has fewer pixels a point rather than too many of them.
    let pixels = Double(area.width) * Double(area.height)
    let factor = max(1, (pixels / Double(16 << 20)).squareRoot(), Double(max(area.width, area.height)) / side)
    if factor > 1 {
      scale /= factor
      guard let smaller = item.extent(state())?.intersection(everything) else { return }
      area = smaller
    }
    let painter = try BitmapPainter(width: area.width, height: area.height)
    try paint(painter, state().onLayer(area), glyphs)
    let frame = Rect(
      x: Double(area.minX) / scale, y: Double(area.minY) / scale, width: Double(area.width) / scale,
      height: Double(area.height) / scale)
    context.draw(try painter.finished(), in: frame)
  }
}

extension Gradient {
  /// Whether a document shows it as pixels do: documents blend colours and opacity apart, pixels premultiplied.
  fileprivate var keepsItsLook: Bool {
    guard let first = stops.first else { return true }
    return stops.allSatisfy { $0.color.alpha == first.color.alpha }
  }
}
