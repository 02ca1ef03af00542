extension BitmapPainter {
  /// Draws a picture stretched over its frame.
  func paint(_ item: DisplayItem.ImageItem, _ state: PaintState) throws(RasterError) {
    guard !item.frame.size.isEmpty, item.tint?.isClear != true else { return }
    switch item.image.content {
    case .bitmap(let bitmap): try paint(bitmap, in: item.frame, tint: item.tint, opacity: 1, state)
    case .deferred(let picture):
      // What is not seen is not decoded.
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

  /// Draws pixels stretched over a frame.
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
    // Turned or mirrored: scaled to about its size first, since cairo looks at four neighbours only.
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

  /// The side of a picture to be turned: what it becomes, but never enlarged.
  private static func side(_ pixels: Int, _ length: Double) -> Int {
    min(pixels, Limits.canvasSide, max(1, Int(min(1e6, length.rounded(.up)))))
  }

  /// Draws a source inside a frame: as it is, faded, or as the mask of a colour.
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
    try layer.context.check(during: "drawing a picture")
    try composite(layer.alpha, at: area, tint, state)
  }

  /// Draws an SVG picture, and nothing of it beyond its frame.
  private func paint(
    _ picture: SVGPicture, _ item: DisplayItem.ImageItem, _ state: PaintState
  ) throws(RasterError) {
    guard let area = PixelRect(covering: state.map.bounds(of: item.frame))?.intersection(state.clip.bounds),
      state.scale > 1e-6
    else { return }
    // A layer of its own: an error that librsvg leaves in the context stays there.
    let layer = try BitmapPainter(width: area.width, height: area.height)
    let onLayer = state.onLayer(area)
    let drawing = SVGDrawing(
      svg: picture.bytes, size: item.image.size, frame: item.frame, map: onLayer.map)
    try item.naming { () throws(RasterError) in try picture.paint(drawing, on: layer, svg) }
    guard let tint = item.tint else { return try draw(layer, at: area, opacity: 1) }
    try layer.context.check(during: "drawing an SVG picture")
    try composite(layer.alpha, at: area, tint, state)
  }
}

extension DisplayItem.ImageItem {
  /// Does something with the picture; what is wrong with it is said with its name.
  func naming<Value>(_ body: () throws(RasterError) -> Value) throws(RasterError) -> Value {
    do throws(RasterError) {
      return try body()
    } catch {
      throw .picture(name: image.name, reason: error.message)
    }
  }
}

extension Path {
  /// The outline of a rectangle.
  fileprivate static func rect(_ rect: Rect) -> Path { RoundedRect(rect: rect).path }
}
