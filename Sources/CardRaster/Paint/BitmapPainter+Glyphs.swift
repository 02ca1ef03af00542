extension BitmapPainter {
  /// The largest em in pixels that is drawn from glyph masks; above it, outlines are filled.
  private static let largestMask = 256.0

  /// Draws a glyph run.
  ///
  /// Each glyph is placed on the nearest quarter of a pixel in both directions, so letters keep their
  /// distances at every size.
  func paint(_ run: GlyphRun, _ state: PaintState, _ glyphs: borrowing some Glyphs) throws(RasterError) {
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

  /// Draws the outline around all letters, then the letters as shapes.
  private func paintInk(
    _ run: GlyphRun, _ state: PaintState, _ glyphs: borrowing some Glyphs
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

  private func paint(
    _ glyph: UInt32, at pen: Point, _ run: GlyphRun, size: Double, _ state: PaintState,
    _ glyphs: borrowing some Glyphs
  ) throws(RasterError) {
    guard let (mask, area) = try Self.mask(of: glyph, at: pen, run, size: size, glyphs) else { return }
    try composite(mask.coverage, at: area, run.color, state)
  }

  /// The mask of a glyph and its position; nil for a glyph that draws nothing.
  private static func mask(
    of glyph: UInt32, at pen: Point, _ run: GlyphRun, size: Double,
    _ glyphs: borrowing some Glyphs
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

  /// The pixels that a run may touch, with a tight bound if that is cheap; nil for a run that draws nothing.
  ///
  /// - Throws: `RasterError.library` if a glyph cannot be read.
  static func extent(
    of run: GlyphRun, _ state: PaintState, _ glyphs: borrowing some Glyphs
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

extension BitmapPainter {
  /// Fills a shape with a gradient whose unit square is stretched over `bounds`.
  ///
  /// Rows without rounded corners are written directly. The others become a picture that cairo draws through
  /// the shape.
  ///
  /// - Parameter hidden: pixels that may be left out.
  func fill(
    _ shape: DisplayItem.Shape, _ gradient: Gradient, bounds: Rect, area: PixelRect, _ state: PaintState,
    hidden: PixelRect?
  ) throws(RasterError) {
    let square = Transform.scale(bounds.width, bounds.height).then(.translation(bounds.origin)).then(
      state.map)
    guard let table = GradientTable(gradient, squareToPixels: square) else { return }
    let isOpaque = Paint.gradient(gradient).isOpaque
    guard let bands = openBands(of: shape, area, state) else {
      return try fill(shape, table, area, state)
    }
    for (band, isOpen) in bands {
      if isOpen {
        write(table, band, isOpaque: isOpaque, hidden: hidden)
      } else {
        try context.saved { () throws(RasterError) in
          try context.append(band.rect)
          context.clip()
          try fill(shape, table, band, state)
        }
      }
    }
  }

  /// The rows of an area from top to bottom in at most three bands.
  ///
  /// It is nil if no band may be written directly. The flag is true for the band that is fully covered and
  /// may be written directly.
  private func openBands(
    of shape: DisplayItem.Shape, _ area: PixelRect, _ state: PaintState
  ) -> [(PixelRect, Bool)]? {
    guard case .roundedRect(let shape) = shape, let upright = state.upright(shape), upright.rect.isOnPixels
    else { return nil }
    let reaches = upright.cornerReaches.map { Int($0.height.rounded(.up)) }
    let (head, foot) = (max(reaches[0], reaches[1]), max(reaches[2], reaches[3]))
    guard let whole = PixelRect(covering: upright.rect) else { return nil }
    let top = min(area.maxY, max(area.minY, whole.minY + head))
    let bottom = max(top, min(area.maxY, whole.maxY - foot))
    guard
      let middle = PixelRect(minX: area.minX, minY: top, maxX: area.maxX, maxY: bottom),
      state.clip.isOpen(in: middle)
    else { return nil }
    let above = PixelRect(minX: area.minX, minY: area.minY, maxX: area.maxX, maxY: top)
    let below = PixelRect(minX: area.minX, minY: bottom, maxX: area.maxX, maxY: area.maxY)
    return [above, middle, below].compactMap { $0 }.map { ($0, $0 == middle) }
  }

  /// Writes the colours of a gradient to pixels that it covers fully.
  private func write(_ table: GradientTable, _ area: PixelRect, isOpaque: Bool, hidden: PixelRect?) {
    let words = surface.stride / 4
    surface.withMutablePixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      forEachRow(of: table, in: area, hidden: hidden) { y, columns, colors in
        let start = y * words + area.minX
        let row = UnsafeMutableBufferPointer(
          rebasing: pixels[start + columns.lowerBound..<start + columns.upperBound])
        let colors = UnsafeBufferPointer(rebasing: colors[columns])
        if isOpaque {
          _ = row.update(fromContentsOf: colors)
        } else {
          for x in row.indices {
            row[x] =
              PremultipliedPixel(rawValue: colors[x]).over(PremultipliedPixel(rawValue: row[x])).rawValue
          }
        }
      }
    }
  }

  /// Passes the rows of an area to a closure, which is called on several threads.
  private func forEachRow(
    of table: GradientTable, in area: PixelRect, hidden: PixelRect? = nil, _ body: GradientTable.RowBody
  ) {
    threads.forEachBand(of: area.minY..<area.maxY, rowBytes: 4 * area.width) { rows in
      let band = PixelRect(minX: area.minX, minY: rows.lowerBound, maxX: area.maxX, maxY: rows.upperBound)
      if let band { table.forEachRow(in: band, hidden: hidden, body) }
    }
  }

  /// Draws a picture of a gradient through a shape.
  private func fill(
    _ shape: DisplayItem.Shape, _ table: GradientTable, _ area: PixelRect, _ state: PaintState
  ) throws(RasterError) {
    let tile = try CairoSurface(width: area.width, height: area.height)
    let words = tile.stride / 4
    tile.withMutablePixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      forEachRow(of: table, in: area) { y, _, colors in
        let start = (y - area.minY) * words
        let row = UnsafeMutableBufferPointer(rebasing: pixels[start..<start + area.width])
        _ = row.update(fromContentsOf: colors)
      }
    }
    context.setSource(tile, x: area.minX, y: area.minY)
    try append(shape, state)
    context.fill(evenOdd: shape.isRing)
    context.setColor(.black)
  }
}

extension BitmapPainter {
  func paint(
    _ group: DisplayItem.Group, _ state: PaintState, _ glyphs: borrowing some Glyphs
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
        let inner = state.inside(group)
        try layer.apply(mask, inner.onLayer(area))
      }
      return try draw(layer, at: area, opacity: group.opacity, group.blendMode)
    }
    let inner = state.inside(group)
    if group.shadows.isEmpty {
      try paint(group.items, clip: group.clip, inner, glyphs)
    } else {
      try paintShadowed(group, inner, glyphs)
    }
  }

  /// Draws items clipped to a shape; `state` is that of the items.
  func paint(
    _ items: [DisplayItem], clip: DisplayItem.Shape?, _ state: PaintState,
    _ glyphs: borrowing some Glyphs
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
    try layer.context.throwIfFailed(during: "drawing a group")
    context.setSource(layer.surface, x: area.minX, y: area.minY)
    context.blended(as: mode) { context.paint(opacity: opacity) }
    // Releases the layer; cairo would keep its memory as the source.
    context.setColor(.black)
  }
}

extension BitmapPainter {
  /// Draws an image stretched over its frame.
  func paint(_ item: DisplayItem.ImageItem, _ state: PaintState) throws(RasterError) {
    guard !item.frame.size.isEmpty, item.tint?.isClear != true else { return }
    switch item.image.content {
    case .bitmap(let bitmap): try paint(bitmap, in: item.frame, tint: item.tint, opacity: 1, state)
    case .deferred(let picture):
      // Invisible images are not decoded.
      guard PixelRect(covering: state.map.bounds(of: item.frame))?.intersection(state.clip.bounds) != nil
      else { return }
      let bitmap = try item.naming { () throws(RasterError) in try picture.bitmap() }
      try paint(bitmap, in: item.frame, tint: item.tint, opacity: 1, state)
    case .vector(let picture): try paint(picture, item, state)
    case .outline:
      if case .fill(let shape, let paint, let bounds)? = item.fill {
        try fill(shape, paint, bounds: bounds, state)
      }
    }
  }

  /// Draws a bitmap stretched over a frame.
  func paint(
    _ bitmap: Bitmap, in frame: Rect, tint: Color?, opacity: Double, _ state: PaintState
  ) throws(RasterError) {
    let box = state.map.bounds(of: frame)
    guard let area = PixelRect(covering: box)?.intersection(state.clip.bounds) else { return }
    let map = state.map
    if map.b == 0, map.c == 0, map.a > 0, map.d > 0 {
      let picture = try scaled(bitmap, to: box, part: area)
      return try draw(tint, opacity, area, within: Path.rect(frame), state) { context, x, y in
        context.setSource(picture.surface, x: area.minX + x, y: area.minY + y)
      }
    }
    // Rotated or mirrored: scaled to about its size first, since cairo samples only four neighbours.
    let width = Self.side(bitmap.width, frame.width * (map.a * map.a + map.b * map.b).squareRoot())
    let height = Self.side(bitmap.height, frame.height * (map.c * map.c + map.d * map.d).squareRoot())
    guard let whole = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) else { return }
    let picture = try scaled(bitmap, to: whole.rect, part: whole)
    let toFrame = Transform.scale(frame.width / Double(width), frame.height / Double(height))
      .then(.translation(frame.origin)).then(map)
    guard state.scale > 1e-6 else { return }
    try draw(tint, opacity, area, within: Path.rect(frame), state) { context, x, y in
      context.setSource(picture.surface, map: toFrame.then(.translation(Point(x: Double(x), y: Double(y)))))
    }
  }

  private func scaled(_ bitmap: Bitmap, to frame: Rect, part: PixelRect) throws(RasterError) -> ScaledPicture
  {
    let threads = threads
    let make = { () throws(RasterError) in ScaledPicture(try bitmap.scaled(to: frame, part: part, threads)) }
    guard let cache else { return try make() }
    return try cache.scaled(bitmap, to: frame, part: part, make: make)
  }

  /// The side of a picture that is to be rotated: its size on the surface, but never enlarged.
  private static func side(_ pixels: Int, _ length: Double) -> Int {
    min(pixels, Limits.canvasSide, max(1, Int(min(1e6, length.rounded(.up)))))
  }

  /// Draws a source inside a frame: as it is, with opacity, or as the mask of a colour.
  ///
  /// `setSource` sets it in a context whose origin is moved by whole pixels.
  private func draw(
    _ tint: Color?, _ opacity: Double, _ area: PixelRect, within frame: Path, _ state: PaintState,
    setSource: (borrowing CairoContext, _ x: Int, _ y: Int) -> Void
  ) throws(RasterError) {
    guard tint != nil || opacity < 1 else {
      setSource(context, 0, 0)
      try context.append(frame, under: state.map)
      context.fill()
      return context.setColor(.black)
    }
    let layer = try BitmapPainter(width: area.width, height: area.height)
    let onLayer = state.onLayer(area)
    setSource(layer.context, -area.minX, -area.minY)
    try layer.context.append(frame, under: onLayer.map)
    layer.context.fill()
    guard let tint else { return try draw(layer, at: area, opacity: opacity) }
    try layer.context.throwIfFailed(during: "drawing a picture")
    try composite(layer.alpha, at: area, tint, state)
  }

  /// Draws an SVG picture, clipped to its frame.
  private func paint(
    _ picture: SVGPicture, _ item: DisplayItem.ImageItem, _ state: PaintState
  ) throws(RasterError) {
    guard let area = PixelRect(covering: state.map.bounds(of: item.frame))?.intersection(state.clip.bounds),
      state.scale > 1e-6
    else { return }
    // A separate layer: an error that librsvg leaves in the context stays there.
    let layer = try BitmapPainter(width: area.width, height: area.height)
    let onLayer = state.onLayer(area)
    let drawing = SVGDrawing(
      svg: picture.bytes, size: item.image.size, frame: item.frame, map: onLayer.map)
    try item.naming { () throws(RasterError) in try picture.paint(drawing, on: layer, svg) }
    guard let tint = item.tint else { return try draw(layer, at: area, opacity: 1) }
    try layer.context.throwIfFailed(during: "drawing an SVG picture")
    try composite(layer.alpha, at: area, tint, state)
  }
}

extension DisplayItem.ImageItem {
  /// Runs a closure on the picture; errors are reported with the picture's name.
  func naming<Value>(_ body: () throws(RasterError) -> Value) throws(RasterError) -> Value {
    do throws(RasterError) {
      return try body()
    } catch {
      switch error {
      // Not the picture is the reason: the machine, or the caller's limit of time.
      case .library, .timeout, .cancelled: throw error
      case .limit, .file, .image, .picture, .unknownFamily, .leftOut:
        throw .picture(name: image.name, reason: error.message)
      }
    }
  }
}

extension Path {
  /// The outline of a rectangle.
  fileprivate static func rect(_ rect: Rect) -> Path { RoundedRect(rect: rect).path }
}

extension DisplayItem.Shape {
  /// Whether it is filled by the even-odd rule.
  var isRing: Bool {
    if case .ring = self { true } else { false }
  }
}

extension Rect {
  /// Whether all edges are on pixel boundaries, within cairo's precision.
  var isOnPixels: Bool {
    [minX, minY, maxX, maxY].allSatisfy { ($0 - $0.rounded()).magnitude < 1.0 / 512 }
  }
}

extension RoundedRect {
  /// The shape with edges far outside a picture moved closer, so that cairo can represent them.
  ///
  /// The result looks the same.
  func trimmed(width: Int, height: Int) -> RoundedRect {
    let margin = radii.largest * reachPerRadius + 1000
    let (minX, minY) = (max(rect.minX, -margin), max(rect.minY, -margin))
    let (maxX, maxY) = (min(rect.maxX, Double(width) + margin), min(rect.maxY, Double(height) + margin))
    // Corners that no longer fit would change, so such a shape stays as it is.
    let reach = radii.largest * reachPerRadius
    guard maxX - minX >= min(rect.width, 2 * reach), maxY - minY >= min(rect.height, 2 * reach),
      maxX > minX, maxY > minY
    else { return self }
    guard minX > rect.minX || minY > rect.minY || maxX < rect.maxX || maxY < rect.maxY else { return self }
    return withRect(Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY))
  }
}

extension Path {
  /// The length of its lines and of its curves' control polygons, which is at least the path's own length.
  var length: Double {
    var (sum, start, last) = (0.0, Point.zero, Point.zero)
    func distance(_ a: Point, _ b: Point) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    for element in steps {
      switch element {
      case .move(let p): (start, last) = (p, p)
      case .line(let p):
        sum += distance(last, p)
        last = p
      case .curve(let a, let b, let p):
        sum += distance(last, a) + distance(a, b) + distance(b, p)
        last = p
      case .close:
        sum += distance(last, start)
        last = start
      }
    }
    return sum
  }
}
