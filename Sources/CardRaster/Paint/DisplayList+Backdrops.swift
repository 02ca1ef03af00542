/// Renders frosted glass to images, for documents whose viewers cannot blur a backdrop.
extension DisplayList {
  /// The same list with each backdrop blur replaced by an image.
  ///
  /// - Parameter camera: renders the images of all pages of a document.
  /// - Throws: `RasterError.limit` if the page has more than `Limits.backdrops` of them, or if those of all
  ///   pages are too large or too expensive; the errors of painting.
  func withPicturesOfBackdrops(
    _ camera: inout BackdropCamera, _ glyphs: borrowing some Glyphs
  ) throws(RasterError) -> DisplayList {
    let count = items.reduce(0) { $0 + $1.backdrops }
    guard count > 0 else { return self }
    try RasterError.checkLimit("the number of blurred backdrops", count, most: Limits.backdrops)
    camera.svg.begin()
    let page = Rect(origin: .zero, size: size)
    var below: [DisplayItem] = []
    if let background { below.append(.fill(.roundedRect(RoundedRect(rect: page)), background, bounds: page)) }
    var result = self
    result.items = try camera.items(items, over: below, page, glyphs)
    return result
  }
}

extension DisplayItem {
  /// The number of backdrop blurs in it.
  var backdrops: Int {
    switch self {
    case .backdrop(_, let blur): blur.isSeen ? 1 : 0
    case .group(let group): group.items.reduce(0) { $0 + $1.backdrops }
    default: 0
    }
  }
}

/// Renders the content behind backdrop blurs to images.
struct BackdropCamera {
  /// Pixels per point of the images.
  let resolution: Double
  /// The number of images so far, for their names.
  private var count = 0
  /// The number of pixels of all images.
  private var pixels = 0
  /// The painting cost of all images.
  private var cost = PaintingCost()
  /// The budget of all SVG pictures behind the backdrop blurs of a page.
  fileprivate let svg = SVGBudget()

  init(resolution: Double) { self.resolution = resolution }

  /// Items with images instead of backdrop blurs.
  ///
  /// - Parameters:
  ///   - below: the content drawn before on the same layer, in the coordinates of the items.
  ///   - seen: the visible part of the page, in the same coordinates.
  fileprivate mutating func items(
    _ items: [DisplayItem], over below: [DisplayItem], _ seen: Rect,
    _ glyphs: borrowing some Glyphs
  ) throws(RasterError) -> [DisplayItem] {
    var done: [DisplayItem] = []
    for item in items {
      switch item {
      case .backdrop(let shape, let blur):
        guard blur.isSeen else { continue }
        if let picture = try picture(blur, behind: shape, below + done, seen, glyphs) { done.append(picture) }
      case .group(var group) where item.backdrops > 0:
        guard let back = group.transform.inverse else { continue }
        let inner = back.bounds(of: seen)
        let behind =
          group.isLayer || !group.shadows.isEmpty
          ? [] : [DisplayItem.group(DisplayItem.Group(below + done, transform: back))]
        group.items = try self.items(group.items, over: behind, inner, glyphs)
        done.append(.group(group))
      default: done.append(item)
      }
    }
    return done
  }

  /// The blurred image of the content behind a shape, clipped to its outline; nil without content.
  private mutating func picture(
    _ blur: BackdropBlur, behind shape: DisplayItem.Shape, _ items: [DisplayItem], _ seen: Rect,
    _ glyphs: borrowing some Glyphs
  ) throws(RasterError) -> DisplayItem? {
    let scale = scale(of: blur, behind: shape, seen)
    let map = Transform.scale(scale, scale)
    guard let page = PixelRect(covering: map.bounds(of: seen)) else { return nil }
    let state = PaintState(map: map, clip: PaintClip(bounds: page))
    guard let area = shape.extent(state)?.intersection(page),
      let around = area.grown(by: GaussianKernel.reach(of: blur.radius * scale)).intersection(page)
    else { return nil }
    pixels += around.width * around.height
    try RasterError.checkLimit("the number of pixels of blurred backdrops", pixels, most: Limits.canvasPixels)
    let painter = try BitmapPainter(width: around.width, height: around.height, svg)
    let onLayer = state.onLayer(around)
    cost.accumulate(PaintingCost(of: items, onLayer))
    try cost.checkLimits()
    try painter.paint(items, onLayer, glyphs)
    let frame = around.rect.scaled(by: 1 / scale)
    let wanted = DisplayItem.Shape.roundedRect(RoundedRect(rect: area.rect.scaled(by: 1 / scale)))
    try painter.paint(BackdropBlur(radius: blur.radius, saturation: blur.saturation), behind: wanted, onLayer)
    count += 1
    let image = ImageSource(
      name: "backdrop \(count)", size: around.rect.size, content: .bitmap(try painter.finished().bitmap()),
      file: nil)
    return .group(
      DisplayItem.Group(
        [.image(DisplayItem.ImageItem(image: image, frame: frame))], clip: shape, opacity: blur.opacity))
  }

  /// The number of pixels per point for a backdrop blur.
  ///
  /// A blurred image is soft, so a large one is limited to the maximum number of blurred pixels.
  private func scale(of blur: BackdropBlur, behind shape: DisplayItem.Shape, _ seen: Rect) -> Double {
    guard
      let around = shape.bounds(under: .identity)?.inset(by: Insets(-3 * blur.radius)).intersection(seen)
    else { return resolution }
    let pixels = around.size.width * around.size.height * resolution * resolution
    let most = Double(Limits.blurredPixels)
    return resolution
      * min(1, (most / max(1, pixels)).squareRoot(), Limits.blurRadius / (blur.radius * resolution))
  }
}

extension Rect {
  fileprivate func scaled(by factor: Double) -> Rect {
    Rect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
  }
}

extension DisplayItem {
  /// Whether the item, or anything in it without a layer around it, has a blend mode.
  var blends: Bool {
    guard case .group(let group) = self else { return false }
    if group.blendMode != .normal { return true }
    return !group.isLayer && group.shadows.isEmpty && group.items.contains(where: \.blends)
  }
}

extension DisplayList {
  /// The same list with the clips of groups moved to their children, if any of these has a blend mode.
  ///
  /// In an SVG document an element with a clip is a layer: its content would be blended with that layer
  /// alone.
  var withClipsBelowBlending: DisplayList {
    guard items.contains(where: \.blends) else { return self }
    return changing(self) { $0.items = items.map(\.withClipsBelowBlending) }
  }
}

extension DisplayItem {
  fileprivate var withClipsBelowBlending: DisplayItem {
    guard blends, case .group(var group) = self, !group.isLayer else { return self }
    group.items = group.items.map(\.withClipsBelowBlending)
    guard let clip = group.clip else { return .group(group) }
    group.clip = nil
    group.items = Self.clipped(group.items, by: clip)
    return .group(group)
  }

  /// Items, each inside a clip: items with a blend mode alone, the others in runs.
  private static func clipped(_ items: [DisplayItem], by clip: Shape) -> [DisplayItem] {
    var result: [DisplayItem] = []
    var run: [DisplayItem] = []
    for item in items {
      guard item.blends, case .group(var group) = item else {
        run.append(item)
        continue
      }
      if !run.isEmpty { result.append(.group(Group(run, clip: clip))) }
      run = []
      if group.blendMode == .normal, let back = group.transform.inverse {
        group.items = clipped(group.items, by: clip.transformed(by: back))
        result.append(.group(group))
      } else {
        // The clip is on the layer that is blended.
        let mode = group.blendMode
        group.blendMode = .normal
        result.append(.group(Group([.group(group)], clip: clip, blendMode: mode)))
      }
    }
    if !run.isEmpty { result.append(.group(Group(run, clip: clip))) }
    return result
  }
}

extension DisplayItem.Shape {
  /// The shape after a transform; a shape that is only moved keeps its type.
  fileprivate func transformed(by map: Transform) -> DisplayItem.Shape {
    if map == .translation(Point(x: map.tx, y: map.ty)) {
      let way = Point(x: map.tx, y: map.ty)
      switch self {
      case .roundedRect(let rect): return .roundedRect(rect.moved(by: way))
      case .ring(let outer, let inner): return .ring(outer: outer.moved(by: way), inner: inner.moved(by: way))
      case .path: break
      }
    }
    switch self {
    case .roundedRect(let rect): return .path(rect.path.transformed(by: map))
    case .path(let path): return .path(path.transformed(by: map))
    // Rings are borders and never used as clips.
    case .ring: return self
    }
  }
}
