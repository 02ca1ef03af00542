/// What of an item counts beyond its outlines when its bounds are asked for.
struct BoundsMargins: Sendable {
  /// Around each glyph's origin, in ems; around the origins of the first and the last one only when `countsEachGlyph` is
  /// false.
  var glyphs: Insets
  /// Whether glyphs above and below the line count, such as stacked marks.
  var countsEachGlyph = true
  /// Beside an outline whose corners are mitres, in widths of its line: cairo's limit for a mitre is 10 half widths.
  var mitredStroke = 5.0
  /// Beside an outline whose corners are round, in widths of its line.
  var roundStroke = 0.5
  /// Whether shadows count.
  var countsShadows = true

  /// All pixels that may be touched, never too few: marks that are stacked reach far beyond a line.
  static let pixels = BoundsMargins(
    glyphs: Insets(top: 5, left: 3, bottom: 5, right: 3), roundStroke: 5)
  /// The picture of a filter, which costs memory in every viewer: two ems on each side hold all marks and swashes that
  /// are in use.
  static let filter = BoundsMargins(glyphs: Insets(2))
  /// What a finger takes for the item: letters as high as they usually are with their marks, no shadows.
  static let touch = BoundsMargins(
    glyphs: Insets(top: 0.95, left: 0, bottom: 0.25, right: 0), countsEachGlyph: false, mitredStroke: 0.5,
    countsShadows: false)
}

extension DisplayItem {
  /// The smallest upright rectangle around the item after a map, margins included; nil when nothing of it counts.
  func bounds(under map: Transform, _ margins: BoundsMargins) -> Rect? {
    switch self {
    case .fill(let shape, _, _): return shape.bounds(under: map)
    case .stroke(let path, let stroke, _):
      let margin = stroke.width * (stroke.cap == .round ? margins.roundStroke : margins.mitredStroke)
      return path.bounds(under: map)?.grown(by: margin, under: map)
    case .glyphs(let run): return run.bounds(under: map, margins)
    case .image(let item): return map.bounds(of: item.frame)
    case .shadow(let shape, let shadow, _):
      return margins.countsShadows ? shadow.bounds(below: map.bounds(of: shape.rect), under: map) : nil
    // What it shows are other items.
    case .backdrop(let shape, _): return shape.bounds(under: map)
    case .innerShadow(let shape, _): return margins.countsShadows ? map.bounds(of: shape.rect) : nil
    case .group(let group): return group.bounds(under: map, margins)
    }
  }
}

extension DisplayItem {
  /// The smallest upright rectangle around what is seen of the item, without its shadows; nil when nothing is.
  package var outline: Rect? { bounds(under: .identity, .touch) }
}

extension DisplayItem.Group {
  /// The smallest upright rectangle around the group and its shadows after a map; nil when nothing of it counts.
  func bounds(under map: Transform, _ margins: BoundsMargins) -> Rect? {
    let inner = transform.then(map)
    guard let content = contentBounds(under: inner, margins) else { return nil }
    return margins.countsShadows ? shadows.bounds(below: content, under: inner) : content
  }

  /// The smallest upright rectangle around what the clip leaves of the items after a map, which is that of the items.
  func contentBounds(under map: Transform, _ margins: BoundsMargins) -> Rect? {
    var all: Rect?
    for item in items {
      guard let next = item.bounds(under: map, margins) else { continue }
      all = all?.union(next) ?? next
    }
    guard let clip else { return all }
    return clip.bounds(under: map).flatMap { all?.intersection($0) }
  }
}

extension DisplayItem.Shape {
  /// Whether the shape's bounding box is this rectangle by definition; false where that is not known.
  func isBox(_ bounds: Rect) -> Bool {
    switch self {
    case .roundedRect(let rounded), .ring(let rounded, _): rounded.rect == bounds
    case .path: false
    }
  }

  /// The smallest upright rectangle around the shape after a map; nil for a path without points.
  package func bounds(under map: Transform) -> Rect? {
    switch self {
    case .roundedRect(let shape), .ring(let shape, _): map.bounds(of: shape.rect)
    case .path(let path): path.bounds(under: map)
    }
  }
}

extension GlyphRun {
  /// The smallest upright rectangle around the glyphs' origins and their margins after a map.
  func bounds(under map: Transform, _ margins: BoundsMargins) -> Rect {
    var box = Rect(origin: origin, size: Size(width: max(0, width), height: 0))
    if margins.countsEachGlyph {
      for glyph in glyphs {
        box = box.union(Rect(origin: origin + Point(x: glyph.x, y: glyph.y), size: .zero))
      }
    }
    let (em, around) = (font.size, margins.glyphs)
    if let outline = ink?.outline { box = box.inset(by: Insets(-outline.width)) }
    return map.bounds(
      of: box.inset(
        by: Insets(
          top: -around.top * em, left: -around.left * em, bottom: -around.bottom * em,
          right: -around.right * em)))
  }
}

extension Shadow {
  /// How far the blur reaches, in points: three standard deviations hold 99.7 % of it, and a point for rounding.
  var reach: Double { radius > 0 ? 3 * radius + 1 : 0 }

  /// Where the shadow of a box can be seen after a map; the box is mapped already, the shadow not.
  func bounds(below box: Rect, under map: Transform) -> Rect {
    let shift = map.apply(offset) - map.apply(.zero)
    return box.moved(by: shift).grown(by: reach, under: map)
  }
}

extension [Shadow] {
  /// Where a box and the shadows below it can be seen after a map; the box is mapped already, the shadows not.
  func bounds(below box: Rect, under map: Transform = .identity) -> Rect {
    reduce(box) { $0.union($1.bounds(below: box, under: map)) }
  }
}
