/// How far items reach, in pixels: what lies outside a picture is not drawn, and layers are no larger than needed.
extension DisplayItem {
  /// The pixels that the item may touch, or nil when it shows nothing; never too few.
  func extent(_ state: PaintState) -> PixelRect? {
    switch self {
    case .fill(let shape, _, _): PixelRect(covering: shape.bounds(state))
    case .stroke(let path, let stroke, _):
      // A mitre reaches 10 half widths at the most, which is cairo's limit for it.
      PixelRect(covering: path.bounds(state).inset(by: -5 * stroke.width * state.reachPerPoint - 1))
    case .glyphs(let run): PixelRect(covering: run.bounds(state))
    case .image(let item): PixelRect(covering: state.bounds(of: item.frame))
    case .shadow(let shape, let shadow, _):
      PixelRect(covering: state.bounds(of: shape.rect.moved(by: shadow.offset)))?
        .grown(by: GaussianKernel.reach(of: shadow.radius * state.scale) + 2)
    case .innerShadow(let shape, _): PixelRect(covering: state.bounds(of: shape.rect))
    case .group(let group): group.extent(state)
    }
  }
}

extension DisplayItem.Group {
  /// The pixels that the group may touch, its shadows included.
  func extent(_ state: PaintState) -> PixelRect? {
    var inner = state
    inner.map = transform.then(state.map)
    guard let content = contentExtent(inner) else { return nil }
    let all = shadows.reduce(content) { $0.union($1.extent(of: content, inner)) }
    guard let mask else { return all }
    return PixelRect(covering: inner.bounds(of: mask.bounds)).flatMap(all.intersection)
  }

  /// The pixels that the items may touch inside the clip; `state` is that of the items.
  func contentExtent(_ state: PaintState) -> PixelRect? {
    var all: PixelRect?
    for item in items {
      guard let next = item.extent(state) else { continue }
      all = all?.union(next) ?? next
    }
    guard let clip else { return all }
    return PixelRect(covering: clip.bounds(state)).flatMap { all?.intersection($0) }
  }

  /// The deepest nesting of groups: each level is a step of recursion and may be a surface.
  private static let deepest = 64

  /// Refuses items with groups nested too deeply, before anything walks down them.
  static func checkNesting(of items: [DisplayItem], depth: Int = 0) throws(RasterError) {
    guard depth <= deepest else {
      throw .limit(what: "the nesting of groups", value: Double(depth), limit: Double(deepest))
    }
    for case .group(let group) in items { try checkNesting(of: group.items, depth: depth + 1) }
  }
}

extension Shadow {
  /// The pixels that the shadow of something with an extent may touch.
  func extent(of content: PixelRect, _ state: PaintState) -> PixelRect {
    let shift = pixelOffset(state)
    return content.moved(x: shift.x, y: shift.y).grown(by: GaussianKernel.reach(of: radius * state.scale) + 2)
  }

  /// The offset in whole pixels.
  func pixelOffset(_ state: PaintState) -> (x: Int, y: Int) {
    let x = state.map.a * offset.x + state.map.c * offset.y
    let y = state.map.b * offset.x + state.map.d * offset.y
    return (Int(min(1e8, max(-1e8, x.rounded()))), Int(min(1e8, max(-1e8, y.rounded()))))
  }
}

extension DisplayItem.Shape {
  /// The rectangle around the shape, in pixels.
  func bounds(_ state: PaintState) -> Rect {
    switch self {
    case .roundedRect(let shape): state.bounds(of: shape.rect)
    case .ring(let outer, _): state.bounds(of: outer.rect)
    case .path(let path): path.bounds(state)
    }
  }
}

extension Path {
  /// The rectangle around all points, control points included, in pixels.
  fileprivate func bounds(_ state: PaintState) -> Rect {
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let p), .line(let p): points.append(state.map.apply(p))
      case .curve(let a, let b, let p):
        points += [state.map.apply(a), state.map.apply(b), state.map.apply(p)]
      case .close: break
      }
    }
    return Rect(around: points)
  }
}

extension GlyphRun {
  /// A rectangle that holds the glyphs, in pixels: generous, since stacked marks reach far beyond a line.
  fileprivate func bounds(_ state: PaintState) -> Rect {
    var box = Rect(origin: origin, size: Size(width: max(0, width), height: 0))
    for glyph in glyphs {
      box = box.union(Rect(origin: origin + Point(x: glyph.x, y: glyph.y), size: .zero))
    }
    let em = font.size
    return state.bounds(
      of: box.inset(by: Insets(top: -5 * em, left: -3 * em, bottom: -5 * em, right: -3 * em)))
  }
}

extension PaintState {
  /// The most pixels that a distance of one point can become.
  fileprivate var reachPerPoint: Double {
    max(map.a.magnitude + map.c.magnitude, map.b.magnitude + map.d.magnitude)
  }
}
