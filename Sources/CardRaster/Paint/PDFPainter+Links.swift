/// A link of a page.
///
/// Links are laid over the finished page as annotations of our own: cairo 1.16 writes targets unescaped, so that one with a
/// parenthesis becomes any action, refers to objects that it never writes, and crashes on a link within a faded group.
struct LinkArea: Hashable {
  /// Where it goes, as a URI.
  var target: String
  /// What a tap must hit, in the coordinates of the page.
  var frame: Rect

  /// The link as an object of a PDF document, whose y goes up (ISO 32000-1, section 12.5.6.5).
  func annotation(pageHeight: Double) -> String {
    let corners = [frame.minX, pageHeight - frame.maxY, frame.maxX, pageHeight - frame.minY]
    return """
      << /Type /Annot
         /Subtype /Link
         /Rect [ \(corners.map { NumberText.text($0) }.joined(separator: " ")) ]
         /Border [ 0 0 0 ]
         /A << /Type /Action /S /URI /URI (\(target)) >>
      >>
      """
  }
}

/// Where the links of a page are.
extension DisplayItem {

  /// The links in an item, in order; `map` carries its coordinates to the page.
  func links(_ map: Transform) -> [LinkArea] {
    guard case .group(let group) = self else { return [] }
    let inner = group.transform.then(map)
    var areas: [LinkArea] = []
    if let target = group.link.flatMap({ LinkTarget($0) }), let frame = group.touched(inner) {
      areas.append(LinkArea(target: target.uri, frame: frame))
    }
    let seen = group.clip.map { inner.bounds(of: $0.outline) }
    for item in group.items {
      for area in item.links(inner) {
        guard let seen else {
          areas.append(area)
          continue
        }
        if let frame = area.frame.intersection(seen) {
          areas.append(LinkArea(target: area.target, frame: frame))
        }
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
  var links: [LinkArea] {
    var areas: [LinkArea] = []
    var seen: Set<LinkArea> = []
    for area in items.flatMap({ $0.links(.identity) })
    where seen.insert(area).inserted {
      areas.append(area)
    }
    func size(_ area: LinkArea) -> Double { area.frame.width * area.frame.height }
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
