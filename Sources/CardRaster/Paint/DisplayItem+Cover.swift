extension DisplayItem {
  /// A rectangle of pixels that items will cover with one opaque colour, or nil if none is large enough.
  ///
  /// The background below it need not be painted: most cards hide three quarters of the gradient behind them.
  /// Only plain rectangles in plain groups are considered; for a rounded one, the rows between its corners
  /// count.
  static func cover(of items: [DisplayItem], _ state: PaintState) -> PixelRect? {
    // A background has few items before its card.
    for item in items.prefix(8) {
      switch item {
      case .fill(.roundedRect(let shape), .solid(let color), _) where color.alpha == 255:
        guard let upright = state.upright(shape), upright.rect.isOnPixels,
          let all = PixelRect(covering: upright.rect)
        else { continue }
        let reaches = upright.cornerReaches.map { Int($0.height.rounded(.up)) }
        let rows = PixelRect(
          minX: all.minX, minY: all.minY + max(reaches[0], reaches[1]), maxX: all.maxX,
          maxY: all.maxY - max(reaches[2], reaches[3]))
        guard let seen = rows?.intersection(state.clip.bounds),
          8 * seen.width * seen.height >= state.clip.bounds.width * state.clip.bounds.height
        else { continue }
        return seen
      case .group(let group) where group.isPlain && group.clip == nil:
        let inner = state.inside(group)
        if let found = cover(of: group.items, inner) { return found }
        // A backdrop blur reads pixels beyond its own shape.
        if item.backdrops > 0 { return nil }
      default: if item.backdrops > 0 { return nil }
      }
    }
    return nil
  }
}

extension DisplayItem.Group {
  /// Whether the group only has a transform and a clip, so that its items are drawn directly.
  package var isPlain: Bool { !isLayer && shadows.isEmpty }

  /// Whether the group is drawn on a separate layer.
  var isLayer: Bool { opacity < 1 || mask != nil || blendMode != .normal }
}

/// The extent of items in pixels: content outside a picture is skipped, and layers are as small as possible.
extension DisplayItem {
  /// The pixels that the item may touch, or nil if it draws nothing; never too few.
  func extent(_ state: PaintState) -> PixelRect? {
    switch self {
    case .stroke:
      // One more pixel: cairo's pen is a polygon around the round one.
      bounds(under: state.map, .pixels).flatMap { PixelRect(covering: $0.inset(by: -1)) }
    case .shadow(let shape, let shadow, _):
      PixelRect(covering: state.map.bounds(of: shape.rect.moved(by: shadow.offset)))?
        .grown(by: shadow.pixelReach(state))
    case .group(let group): group.extent(state)
    case .fill, .glyphs, .image, .innerShadow, .backdrop:
      bounds(under: state.map, .pixels).flatMap { PixelRect(covering: $0) }
    }
  }
}

extension DisplayItem.Group {
  /// The pixels that the group may touch, including its shadows.
  func extent(_ state: PaintState) -> PixelRect? {
    let inner = state.inside(self)
    guard let content = contentExtent(inner) else { return nil }
    let all = shadows.reduce(content) { $0.union($1.extent(of: content, inner)) }
    guard let mask else { return all }
    return PixelRect(covering: inner.map.bounds(of: mask.bounds)).flatMap(all.intersection)
  }

  /// The pixels that the items may touch inside the clip; `state` is that of the items.
  func contentExtent(_ state: PaintState) -> PixelRect? {
    var all: PixelRect?
    for item in items {
      guard let next = item.extent(state) else { continue }
      all = all?.union(next) ?? next
    }
    guard let clip else { return all }
    return clip.extent(state).flatMap { all?.intersection($0) }
  }

  /// Throws if groups are nested more deeply than `Limits.groups`.
  ///
  /// It is called before any recursion over the items.
  static func checkNesting(of items: [DisplayItem], depth: Int = 0) throws(RasterError) {
    try RasterError.checkLimit("the nesting of groups", depth, most: Limits.groups)
    for case .group(let group) in items { try checkNesting(of: group.items, depth: depth + 1) }
  }
}

extension Shadow {
  /// The pixels that the shadow of content with an extent may touch.
  func extent(of content: PixelRect, _ state: PaintState) -> PixelRect {
    let shift = pixelOffset(state)
    return content.moved(x: shift.x, y: shift.y).grown(by: pixelReach(state))
  }

  /// The reach of the blur, in whole pixels.
  fileprivate func pixelReach(_ state: PaintState) -> Int {
    GaussianKernel.reach(of: radius * state.scale) + 2
  }

  /// The offset in whole pixels.
  func pixelOffset(_ state: PaintState) -> (x: Int, y: Int) {
    let x = state.map.a * offset.x + state.map.c * offset.y
    let y = state.map.b * offset.x + state.map.d * offset.y
    return (Int(min(1e8, max(-1e8, x.rounded()))), Int(min(1e8, max(-1e8, y.rounded()))))
  }
}

extension DisplayItem.Shape {
  /// The pixels that the shape may touch, or nil if there are none.
  func extent(_ state: PaintState) -> PixelRect? {
    bounds(under: state.map).flatMap { PixelRect(covering: $0) }
  }
}
