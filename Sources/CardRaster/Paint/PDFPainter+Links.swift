/// Where the links of a page are: cairo 1.16 crashes on a link within a faded group, so they are laid over the page.
extension DisplayItem {
  /// A link and the rectangle that a tap must hit, in the coordinates of the page.
  typealias LinkArea = (target: String, frame: Rect)

  /// The links in an item, in order; `map` carries its coordinates to the page.
  func links(_ map: Transform) -> [LinkArea] {
    guard case .group(let group) = self else { return [] }
    let inner = group.transform.then(map)
    var areas: [LinkArea] = []
    if let target = group.link.flatMap(SVGPainter.safeLink), let frame = group.touched(inner) {
      areas.append((target, frame))
    }
    let seen = group.clip.map { inner.bounds(of: $0.outline) }
    for item in group.items {
      for area in item.links(inner) {
        guard let seen else {
          areas.append(area)
          continue
        }
        if let frame = area.frame.intersection(seen) { areas.append((area.target, frame)) }
      }
    }
    return areas
  }

  /// The rectangle around what is seen of an item, on the page; nil when there is nothing.
  fileprivate func touched(_ map: Transform) -> Rect? {
    switch self {
    case .fill(let shape, _, _): return map.bounds(of: shape.outline)
    case .stroke(let path, let stroke, _):
      return path.box.map { map.bounds(of: $0.inset(by: -stroke.width / 2)) }
    case .glyphs(let run):
      // As high as letters with their marks usually are.
      let em = run.font.size
      return map.bounds(
        of: Rect(x: run.origin.x, y: run.origin.y - 0.95 * em, width: max(0, run.width), height: 1.2 * em))
    case .image(let image): return map.bounds(of: image.frame)
    case .shadow, .innerShadow: return nil
    case .group(let group): return group.touched(group.transform.then(map))
    }
  }
}

extension DisplayList {
  /// The links of the page, each once, small ones over large ones: a button's lies over that of its card.
  var links: [DisplayItem.LinkArea] {
    var areas: [DisplayItem.LinkArea] = []
    for area in items.flatMap({ $0.links(.identity) })
    where !areas.contains(where: { $0.target == area.target && $0.frame == area.frame }) {
      areas.append(area)
    }
    func size(_ area: DisplayItem.LinkArea) -> Double { area.frame.width * area.frame.height }
    // The order of equal ones is kept.
    return areas.enumerated().sorted {
      let (first, second) = (size($0.element), size($1.element))
      return first != second ? first > second : $0.offset < $1.offset
    }.map(\.element)
  }
}

extension DisplayItem.Group {
  /// The rectangle around what is seen of the items; `map` is that of the items.
  fileprivate func touched(_ map: Transform) -> Rect? {
    var all: Rect?
    for item in items {
      guard let next = item.touched(map) else { continue }
      all = all?.union(next) ?? next
    }
    guard let clip else { return all }
    return all?.intersection(map.bounds(of: clip.outline))
  }
}

extension DisplayItem.Shape {
  /// The rectangle around the shape.
  fileprivate var outline: Rect {
    switch self {
    case .roundedRect(let shape): shape.rect
    case .ring(let outer, _): outer.rect
    case .path(let path): path.box ?? Rect(origin: .zero, size: .zero)
    }
  }
}

extension Path {
  /// The rectangle around all points, control points included; nil when there are none.
  fileprivate var box: Rect? {
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let p), .line(let p): points.append(p)
      case .curve(let a, let b, let p): points += [a, b, p]
      case .close: break
      }
    }
    return points.isEmpty ? nil : Rect(around: points)
  }
}

extension Transform {
  /// The smallest upright rectangle around a mapped one.
  fileprivate func bounds(of rect: Rect) -> Rect {
    Rect(around: [
      apply(rect.origin), apply(Point(x: rect.maxX, y: rect.minY)), apply(Point(x: rect.minX, y: rect.maxY)),
      apply(Point(x: rect.maxX, y: rect.maxY)),
    ])
  }
}
