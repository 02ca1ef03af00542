/// Draws display items on a surface of pixels.
///
/// Solid shapes and lines are cairo's. Gradients, shadows, scaled pictures and glyphs are loops of our own, which write
/// the pixels where nothing but a rectangle of pixels cuts them, and go through cairo as pictures and masks where
/// a rounded or turned clip does. What lies outside the surface is skipped before cairo sees it.
struct SurfacePainter: ~Copyable {
  /// What is drawn on.
  let surface: CairoSurface
  /// Cairo's view of it.
  let context: CairoContext
  /// What was painted before; nil when nothing is kept.
  let cache: PaintCache?

  /// Makes a clear surface to draw on.
  ///
  /// - Throws: `RasterError.limit` when it is too large; `.library` when there is no memory.
  init(width: Int, height: Int, cache: PaintCache? = nil) throws(RasterError) {
    let surface = try CairoSurface(width: width, height: height)
    let context = try CairoContext(surface)
    self.surface = surface
    self.context = context
    self.cache = cache
  }

  /// Draws items in order, the first at the bottom.
  ///
  /// - Throws: `RasterError.limit` for a coordinate, path, blur or nesting that is too large; `.library` when a font or
  ///   an SVG picture fails.
  func paint<Glyphs: GlyphSource & ~Copyable>(
    _ items: [DisplayItem], _ state: PaintState, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    for item in items {
      switch item {
      case .fill(let shape, let paint, let bounds): try fill(shape, paint, bounds: bounds, state)
      case .stroke(let path, let stroke, let color): try self.stroke(path, stroke, color, state)
      case .glyphs(let run): try paint(run, state, glyphs)
      case .image(let image): try paint(image, state)
      case .shadow(let shape, let shadow, let hole): try paint(shadow, of: shape, hole: hole, state)
      case .innerShadow(let shape, let shadow): try paint(shadow, inside: shape, state)
      case .group(let group): try paint(group, state, glyphs)
      }
    }
  }

  /// Ends the drawing and keeps the pixels.
  consuming func finished() throws(RasterError) -> CairoSurface {
    try context.check(during: "painting a picture")
    return surface
  }

  // MARK: Shapes

  /// Fills a shape.
  ///
  /// - Parameter hidden: pixels that something opaque will cover, so that they may be left out.
  func fill(
    _ shape: DisplayItem.Shape, _ paint: Paint, bounds: Rect, _ state: PaintState, hidden: PixelRect? = nil
  ) throws(RasterError) {
    guard let area = shape.extent(state)?.intersection(state.clip.bounds) else { return }
    switch paint {
    case .solid(let color):
      guard !color.isClear else { return }
      context.setColor(color)
      try append(shape, state)
      context.fill(evenOdd: shape.isRing)
    case .gradient(let gradient):
      if let only = gradient.stops.first, gradient.stops.count == 1 {
        return try fill(shape, .solid(only.color), bounds: bounds, state)
      }
      try fill(shape, gradient, bounds: bounds, area: area, state, hidden: hidden)
    }
  }

  /// Adds a shape, mapped to pixels, to the current path.
  func append(_ shape: DisplayItem.Shape, _ state: PaintState) throws(RasterError) {
    switch shape {
    case .roundedRect(let shape): try append(shape, state)
    case .ring(let outer, let inner):
      try append(outer, state)
      if !inner.rect.size.isEmpty { try append(inner, state) }
    case .path(let path): try context.append(path.transformed(by: state.map))
    }
  }

  private func append(_ shape: RoundedRect, _ state: PaintState) throws(RasterError) {
    guard let upright = state.upright(shape) else {
      return try context.append(shape.path.transformed(by: state.map))
    }
    let near = upright.trimmed(width: surface.width, height: surface.height)
    if near.radii.isZero { try context.append(near.rect) } else { try context.append(near.path) }
  }

  private func stroke(
    _ path: Path, _ stroke: Stroke, _ color: Color, _ state: PaintState
  ) throws(RasterError) {
    let item = DisplayItem.stroke(path, stroke, color)
    guard !color.isClear, stroke.width > 0, state.scale > 1e-6,
      item.extent(state)?.intersection(state.clip.bounds) != nil
    else { return }
    let limit = CairoContext.largestCoordinate
    guard stroke.width * state.scale <= limit else {
      throw .limit(what: "a line's width in pixels", value: stroke.width * state.scale, limit: limit)
    }
    var line = stroke
    let period = stroke.dashes.reduce(0, +)
    // Cairo refuses lengths below zero and a pattern of nothing; both mean a line without gaps here.
    if !(period > 0) || stroke.dashes.contains(where: { $0 < 0 }) { line.dashes = [] }
    if !line.dashes.isEmpty {
      let count = path.length / period * Double(line.dashes.count)
      guard count <= Double(Limits.pathPoints) else {
        throw .limit(what: "the number of dashes", value: count.rounded(), limit: Double(Limits.pathPoints))
      }
    }
    context.setColor(color)
    try context.append(path.transformed(by: state.map))
    context.stroke(line, pen: state.map)
  }

  // MARK: Groups

  private func paint<Glyphs: GlyphSource & ~Copyable>(
    _ group: DisplayItem.Group, _ state: PaintState, _ glyphs: borrowing Glyphs
  ) throws(RasterError) {
    guard group.opacity > 0 else { return }
    if group.opacity < 1 || group.mask != nil {
      var whole = group
      whole.opacity = 1
      whole.mask = nil
      guard let area = group.extent(state)?.intersection(state.clip.bounds) else { return }
      let layer = try SurfacePainter(width: area.width, height: area.height, cache: cache)
      try layer.paint(whole, state.onLayer(area), glyphs)
      if let mask = group.mask {
        var inner = state
        inner.map = group.transform.then(state.map)
        try layer.apply(mask, inner.onLayer(area))
      }
      return try draw(layer, at: area, opacity: group.opacity)
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
  func draw(_ layer: borrowing SurfacePainter, at area: PixelRect, opacity: Double) throws(RasterError) {
    try layer.context.check(during: "drawing a group")
    context.setSource(layer.surface, x: area.minX, y: area.minY)
    context.paint(opacity: opacity)
    // The layer goes now; cairo would keep its memory as the source.
    context.setColor(.black)
  }
}

extension DisplayItem.Shape {
  /// Whether it is filled by the even-odd rule.
  var isRing: Bool {
    if case .ring = self { true } else { false }
  }
}

extension PaintState {
  /// A rounded rectangle in pixels, or nil when the map turns or stretches it.
  func upright(_ shape: RoundedRect) -> RoundedRect? {
    guard isUpright else { return nil }
    let scale = map.a
    let (origin, size, radii) = (map.apply(shape.rect.origin), shape.rect.size, shape.radii)
    return RoundedRect(
      rect: Rect(origin: origin, size: Size(width: size.width * scale, height: size.height * scale)),
      radii: CornerRadii(
        topLeft: radii.topLeft * scale, topRight: radii.topRight * scale,
        bottomRight: radii.bottomRight * scale, bottomLeft: radii.bottomLeft * scale),
      curve: shape.curve)
  }

  /// The state for a layer of its own over an area: nothing is cut yet.
  func onLayer(_ area: PixelRect) -> PaintState {
    var state = self
    state.map.tx -= Double(area.minX)
    state.map.ty -= Double(area.minY)
    state.clip = PaintClip(bounds: area.moved(x: -area.minX, y: -area.minY))
    return state
  }
}

extension Rect {
  /// Whether all edges lie between two pixels, as exactly as cairo sees them.
  var isOnPixels: Bool {
    [minX, minY, maxX, maxY].allSatisfy { ($0 - $0.rounded()).magnitude < 1.0 / 512 }
  }
}

extension RoundedRect {
  /// The shape with edges far outside a picture brought near, so that cairo can count with them; the picture does
  /// not change.
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
  /// The length of its lines and of its curves' control polygons, which is no less than the path's own.
  fileprivate var length: Double {
    var (sum, start, last) = (0.0, Point.zero, Point.zero)
    func distance(_ a: Point, _ b: Point) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    for element in elements {
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
