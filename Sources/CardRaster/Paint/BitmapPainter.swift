/// Paints display lists to pixels.
///
/// Cairo draws solid shapes and lines. Gradients, shadows, scaled pictures and glyphs have their own loops,
/// which write pixels directly if the clip is a rectangle of whole pixels. With a rounded or rotated clip,
/// their results go through cairo as pictures and masks. Small shapes that are repeated many times have their
/// own loop too. Content outside the surface is skipped before cairo sees it.
public struct BitmapPainter: ~Copyable {
  /// The surface to draw on.
  let surface: CairoSurface
  /// Cairo's context of the surface.
  let context: CairoContext
  /// Results of earlier painting; nil for no cache.
  let cache: PaintCache?
  /// The threads that share large areas.
  let threads: RowParallelism
  /// The budget of all SVG pictures; nil if none are drawn.
  let svg: SVGBudget?

  /// Makes a surface to draw on.
  ///
  /// - Parameter isClear: false if all pixels are written before one is read.
  /// - Throws: `RasterError.limit` if it is too large; `.library` without enough memory.
  init(
    width: Int, height: Int, isClear: Bool = true, cache: PaintCache? = nil, threads: RowParallelism = .one,
    _ svg: SVGBudget? = nil
  ) throws(RasterError) {
    let surface = try CairoSurface(width: width, height: height, isClear: isClear)
    let context = try CairoContext(surface)
    self.surface = surface
    self.context = context
    self.cache = cache
    self.threads = threads
    self.svg = svg
  }

  /// Draws items in order, from bottom to top.
  ///
  /// - Throws: `RasterError.limit` for a coordinate, path, blur or nesting that is too large; `.library` if a
  ///   font fails; `.picture` if a picture cannot be drawn.
  func paint(
    _ items: [DisplayItem], _ state: PaintState, _ glyphs: borrowing some Glyphs
  ) throws(RasterError) {
    var next = 0
    while next < items.count {
      try RenderLimits.check()
      let item = items[next]
      if case .fill(.path, .solid, _) = item {
        let end = try fillSmallShapes(items, from: next, state)
        if end > next {
          next = end
          continue
        }
      }
      next += 1
      switch item {
      case .fill(let shape, let paint, let bounds): try fill(shape, paint, bounds: bounds, state)
      case .stroke(let path, let stroke, let color): try self.stroke(path, stroke, color, state)
      case .glyphs(let run): try paint(run, state, glyphs)
      case .image(let image): try paint(image, state)
      case .shadow(let shape, let shadow, let hole): try paint(shadow, of: shape, hole: hole, state)
      case .innerShadow(let shape, let shadow): try paint(shadow, inside: shape, state)
      case .backdrop(let shape, let blur): try paint(blur, behind: shape, state)
      case .group(let group): try paint(group, state, glyphs)
      }
    }
    // The rest of a large item is skipped if the limits end it.
    try RenderLimits.check()
  }

  /// Ends the drawing and returns the pixels.
  consuming func finished() throws(RasterError) -> CairoSurface {
    try context.throwIfFailed(during: "painting a picture")
    return surface
  }

  // MARK: Shapes

  /// Fills a shape.
  ///
  /// - Parameter hidden: pixels that an opaque item will cover, so that they may be left out.
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
      try fill(shape, gradient, bounds: gradient.square(in: bounds), area: area, state, hidden: hidden)
    case .pattern(let pattern): try self.paint(pattern.items(in: shape, bounds: bounds), state, NoGlyphs())
    case .layers(let layers):
      for layer in layers { try fill(shape, layer, bounds: bounds, state, hidden: hidden) }
    }
  }

  /// Adds a shape, transformed to pixels, to the current path.
  func append(_ shape: DisplayItem.Shape, _ state: PaintState) throws(RasterError) {
    switch shape {
    case .roundedRect(let shape): try append(shape, state)
    case .ring(let outer, let inner):
      try append(outer, state)
      if !inner.rect.size.isEmpty { try append(inner, state) }
    case .path(let path): try context.append(path, under: state.map)
    }
  }

  private func append(_ shape: RoundedRect, _ state: PaintState) throws(RasterError) {
    guard let upright = state.upright(shape) else {
      return try context.append(shape.path, under: state.map)
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
    try RasterError.checkLimit("a line's width in pixels", stroke.width * state.scale, most: limit)
    var line = stroke
    let period = stroke.dashes.reduce(0, +)
    // Cairo rejects negative lengths and a pattern of length 0; here both mean a line without gaps.
    if !(period > 0) || stroke.dashes.contains(where: { $0 < 0 }) { line.dashes = [] }
    if !line.dashes.isEmpty {
      let count = path.length / period * Double(line.dashes.count)
      guard count <= Double(Limits.pathPoints) else {
        throw .limit(what: "the number of dashes", value: count.rounded(), limit: Double(Limits.pathPoints))
      }
    }
    context.setColor(color)
    try context.stroke(path, line, under: state.map)
  }
}

// MARK: Pictures

extension BitmapPainter {
  /// Paints a picture: its pixels with straight alpha.
  ///
  /// - Throws: `RasterError.limit` if the picture or something in it is larger than `Limits` allows;
  ///   `.library` if cairo or a font fails; `.picture` if a picture cannot be drawn.
  public static func bitmap(_ list: DisplayList, fonts: borrowing FontLibrary) throws(RasterError) -> Bitmap {
    try paint(list, fonts: fonts).bitmap()
  }

  /// Paints a picture with the paint cache of the fonts' worker.
  ///
  /// - Throws: the errors of `bitmap`.
  static func paint(
    _ list: DisplayList, fonts: borrowing FontLibrary, threads: RowParallelism = .one
  ) throws(RasterError) -> PaintedPicture {
    let cache = fonts.loaded.paints
    return try paint(list, glyphs: fonts, cache: cache, threads: threads)
  }

  /// Paints a picture and keeps its pixels in the painter's format, ready for encoding.
  ///
  /// - Throws: the errors of `bitmap`.
  public static func picture(
    _ list: DisplayList, fonts: borrowing FontLibrary
  ) throws(RasterError) -> PaintedPicture {
    try picture(list, fonts: fonts, threads: .one)
  }

  /// The same with several threads.
  package static func picture(
    _ list: DisplayList, fonts: borrowing FontLibrary, threads: RowParallelism
  ) throws(RasterError) -> PaintedPicture {
    try paint(list, glyphs: fonts, threads: threads)
  }

  /// Paints a picture: the background over all of it, then the items.
  ///
  /// - Throws: `RasterError.limit` if the picture or something in it is larger than `Limits` allows;
  ///   `.library` if cairo or a font fails; `.picture` if a picture cannot be drawn.
  static func paint(
    _ list: DisplayList, glyphs: borrowing some Glyphs, cache: PaintCache? = nil,
    threads: RowParallelism = .one
  ) throws(RasterError) -> PaintedPicture {
    let state = try state(of: list)
    try DisplayItem.Group.checkNesting(of: list.items)
    try PaintingCost.checkLimits(of: list)
    // A picture with several threads is usually the first one of its process. Workers reuse the memory of
    // earlier pictures, and would wait longer for large pages.
    if threads.count > 1 { ProcessMemory.prepare(bytesOfPixel * list.pixelWidth * list.pixelHeight) }
    let painter = try begun(list, state, cache: cache, threads: threads)
    try painter.paint(list.items, state, glyphs)
    return try painter.picture(of: list)
  }

  /// The memory of a pixel until it is in a file: four bytes for painting, four for encoding.
  private static let bytesOfPixel = 8

  /// The initial state for the items of a picture.
  ///
  /// - Throws: `RasterError.limit` for a picture that is too large.
  static func state(of list: DisplayList) throws(RasterError) -> PaintState {
    let (width, height) = try pixelSize(of: list)
    guard let all = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) else {
      throw .library(operation: "painting a picture", reason: "it is empty")
    }
    return PaintState(map: .scale(list.scale, list.scale), clip: PaintClip(bounds: all))
  }

  /// A painter with the background painted, ready for items.
  static func begun(
    _ list: DisplayList, _ state: PaintState, cache: PaintCache?, threads: RowParallelism = .one
  ) throws(RasterError) -> BitmapPainter {
    let all = state.clip.bounds
    let painter = try BitmapPainter(
      width: all.width, height: all.height, isClear: !(list.background?.isOpaque ?? false), cache: cache,
      threads: threads, SVGBudget())
    try painter.paintBackground(of: list, state)
    return painter
  }

  /// Paints the background.
  ///
  /// It skips pixels that an item covers fully before any other item reads them.
  func paintBackground(of list: DisplayList, _ state: PaintState) throws(RasterError) {
    guard let background = list.background else { return }
    // In pixels, since the last row and column may reach beyond the size in points.
    let (all, square) = (state.clip.bounds, PaintState(map: .identity, clip: state.clip))
    try fill(
      .roundedRect(RoundedRect(rect: all.rect)), background, bounds: all.rect, square,
      hidden: DisplayItem.cover(of: list.items, state))
  }

  /// Ends the drawing of a picture.
  consuming func picture(of list: DisplayList) throws(RasterError) -> PaintedPicture {
    PaintedPicture(
      surface: try finished(), scale: list.scale, isOpaque: list.background?.isOpaque ?? false)
  }

  private static func pixelSize(of list: DisplayList) throws(RasterError) -> (Int, Int) {
    let sides = [list.size.width * list.scale, list.size.height * list.scale]
    for side in sides where !(side <= Double(Limits.canvasSide)) {
      throw .limit(what: "the longest side in pixels", value: side, limit: Double(Limits.canvasSide))
    }
    return (list.pixelWidth, list.pixelHeight)
  }
}

/// The state for all items of a group: the transform to pixels and the clip.
///
/// It is passed down by value, so nothing has to be restored.
struct PaintState {
  /// The transform from points to the pixels of the surface.
  var map: Transform
  /// The visible area.
  var clip: PaintClip

  /// Whether the transform only moves and scales evenly, so that rectangles stay upright and circles round.
  var isUpright: Bool {
    map.b == 0 && map.c == 0 && map.a > 0 && (map.a - map.d).magnitude <= 1e-9 * map.a
  }

  /// Pixels per point; the geometric mean if the transform is uneven.
  var scale: Double { (map.a * map.d - map.b * map.c).magnitude.squareRoot() }
}

extension PaintState {
  /// The state for the content of a group.
  func inside(_ group: DisplayItem.Group) -> PaintState {
    changing(self) { $0.map = group.transform.then(map) }
  }

  /// A rounded rectangle in pixels, or nil if the transform rotates or stretches it.
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

  /// The state for a separate layer over an area, without a clip.
  func onLayer(_ area: PixelRect) -> PaintState {
    var state = self
    state.map.tx -= Double(area.minX)
    state.map.ty -= Double(area.minY)
    state.clip = PaintClip(bounds: area.moved(x: -area.minX, y: -area.minY))
    return state
  }
}

extension BitmapPainter {
  /// Blurs the content behind a shape.
  ///
  /// The blur also uses the colours around the shape, as far as it reaches; the picture's edge pixels are
  /// repeated beyond its edges.
  func paint(
    _ blur: BackdropBlur, behind shape: DisplayItem.Shape, _ state: PaintState
  ) throws(RasterError) {
    let sigma = blur.radius * state.scale
    try RasterError.checkLimit("a blur radius in pixels", sigma, most: Limits.blurRadius)
    guard blur.isSeen, let area = shape.extent(state)?.intersection(state.clip.bounds),
      let all = PixelRect(minX: 0, minY: 0, maxX: surface.width, maxY: surface.height),
      let around = area.grown(by: GaussianKernel.reach(of: sigma)).intersection(all)
    else { return }
    try context.throwIfFailed(during: "blurring the content behind a part")
    let size = Size(width: Double(around.width), height: Double(around.height))
    let frosted = try surface.bitmap(of: around).blurred(sigma: sigma, drawnAt: size).saturated(
      by: blur.saturation)
    let layer = try BitmapPainter(width: around.width, height: around.height)
    let square = PaintState(map: .identity, clip: PaintClip(bounds: all)).onLayer(around)
    try layer.paint(frosted, in: around.rect, tint: nil, opacity: 1, square)
    try layer.context.throwIfFailed(during: "blurring the content behind a part")
    try append(shape, state)
    context.saved { () throws(Never) in
      context.clip(evenOdd: shape.isRing)
      context.setSource(layer.surface, x: around.minX, y: around.minY)
      context.replace(opacity: min(1, blur.opacity))
    }
    // Releases the layer; cairo would keep its memory as the source.
    context.setColor(.black)
  }
}

extension BitmapPainter {
  /// Draws a colour through coverage of one byte per pixel, `area.width` bytes per row.
  func composite(
    _ coverage: [UInt8], at area: PixelRect, _ color: Color, _ state: PaintState
  ) throws(RasterError) {
    guard !color.isClear, let visible = area.intersection(state.clip.bounds) else { return }
    if state.clip.isOpen(in: visible) {
      return blend(coverage, at: area, visible, PremultipliedPixel(color))
    }
    let mask = try CairoSurface(width: area.width, height: area.height, format: .coverage)
    let stride = mask.stride
    mask.withMutablePixels { bytes in
      coverage.withUnsafeBytes { source in
        for y in 0..<area.height {
          let row = UnsafeMutableRawBufferPointer(rebasing: bytes[y * stride..<y * stride + area.width])
          row.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[y * area.width..<(y + 1) * area.width]))
        }
      }
    }
    context.setColor(color)
    context.mask(with: mask, x: area.minX, y: area.minY)
  }

  /// The same on pixels without any other clip.
  private func blend(
    _ coverage: [UInt8], at area: PixelRect, _ visible: PixelRect, _ color: PremultipliedPixel
  ) {
    surface.withMutablePixels { bytes in
      coverage.withUnsafeBytes { coverage in
        threads.forEachBand(of: visible.minY..<visible.maxY, rowBytes: visible.width) { rows in
          let band = PixelRect(
            minX: visible.minX, minY: rows.lowerBound, maxX: visible.maxX, maxY: rows.upperBound)
          if let band { blend(coverage, at: area, band, color, onto: bytes) }
        }
      }
    }
  }

  private func blend(
    _ coverage: UnsafeRawBufferPointer, at area: PixelRect, _ visible: PixelRect,
    _ color: PremultipliedPixel, onto bytes: UnsafeMutableRawBufferPointer
  ) {
    let words = surface.stride / 4
    let colors = SIMD4(repeating: color.rawValue)
    let isOpaque = color.rawValue >> 24 == 255
    for y in visible.minY..<visible.maxY {
      let start = (y - area.minY) * area.width - area.minX
      let target = y * words
      var x = visible.minX
      while x + 4 <= visible.maxX {
        let amounts = coverage.loadUnaligned(fromByteOffset: start + x, as: UInt32.self).littleEndian
        // Most of a shadow's mask is 0: skips eight more at once.
        if amounts == 0 {
          x += 4
          while x + 8 <= visible.maxX,
            coverage.loadUnaligned(fromByteOffset: start + x, as: UInt64.self) == 0
          { x += 8 }
          continue
        }
        let place = 4 * (target + x)
        if isOpaque, amounts == .max {
          bytes.storeBytes(of: colors, toByteOffset: place, as: SIMD4<UInt32>.self)
          x += 4
          continue
        }
        let four = SIMD4(amounts & 255, amounts >> 8 & 255, amounts >> 16 & 255, amounts >> 24)
        let source = PremultipliedPixel.scaled(colors, by: four)
        let below = bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt32>.self)
        let through = 255 &- source &>> 24
        bytes.storeBytes(
          of: source &+ PremultipliedPixel.scaled(below, by: through), toByteOffset: place,
          as: SIMD4<UInt32>.self)
        x += 4
      }
      while x < visible.maxX {
        let source = color.scaled(by: UInt32(coverage[start + x]))
        let place = 4 * (target + x)
        let below = PremultipliedPixel(rawValue: bytes.load(fromByteOffset: place, as: UInt32.self))
        bytes.storeBytes(of: source.over(below).rawValue, toByteOffset: place, as: UInt32.self)
        x += 1
      }
    }
  }

  /// The coverage of a shape on an area, `area.width` bytes per row, as cairo draws it.
  static func coverage(
    of shape: DisplayItem.Shape, in area: PixelRect, _ state: PaintState
  ) throws(RasterError) -> [UInt8] {
    let painter = try BitmapPainter(width: area.width, height: area.height)
    try painter.append(shape, state.onLayer(area))
    painter.context.setColor(.black)
    painter.context.fill(evenOdd: shape.isRing)
    try painter.context.throwIfFailed(during: "drawing a mask")
    return painter.alpha
  }

  /// The alpha of all pixels, one byte each, with the surface's width per row.
  var alpha: [UInt8] {
    let (width, height, words) = (surface.width, surface.height, surface.stride / 4)
    return surface.withPixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      return [UInt8](unsafeUninitializedCapacity: width * height) { alpha, count in
        for y in 0..<height {
          for x in 0..<width {
            alpha[y * width + x] = UInt8(truncatingIfNeeded: pixels[y * words + x] >> 24)
          }
        }
        count = width * height
      }
    }
  }
}

extension BitmapPainter {
  /// Applies an alpha mask to everything drawn so far; `state` is that of the masked items.
  func apply(_ mask: Mask, _ state: PaintState) throws(RasterError) {
    let stencil = try BitmapPainter(width: surface.width, height: surface.height, svg)
    try stencil.paint([mask.item], state, NoGlyphs())
    try stencil.context.throwIfFailed(during: "drawing a mask")
    let strength = stencil.alpha
    let (width, words) = (surface.width, surface.stride / 4)
    surface.withMutablePixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      for (index, amount) in strength.enumerated() where amount < 255 {
        let place = index / width * words + index % width
        pixels[place] = PremultipliedPixel(rawValue: pixels[place]).scaled(by: UInt32(amount)).rawValue
      }
    }
  }
}
