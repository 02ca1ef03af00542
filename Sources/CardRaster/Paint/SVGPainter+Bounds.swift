extension DisplayItem {
  /// A box that holds all that the item draws, or nil when it draws nothing.
  ///
  /// It is roomy, not tight: it is used to say how large a filter's picture must be.
  var roomyBounds: Rect? {
    switch self {
    case .fill(let shape, _, _): return shape.roomyBounds
    case .stroke(let path, let stroke, _):
      // A mitre reaches at most ten half widths from its corner.
      return path.roomyBounds?.inset(by: -stroke.width * (stroke.cap == .round ? 0.5 : 5))
    case .glyphs(let run):
      // Marks and swashes leave their em box; two ems on each side hold all that is in use.
      let box = run.glyphs.reduce(Rect(x: 0, y: 0, width: run.width, height: 0)) { box, glyph in
        box.union(Rect(x: glyph.x, y: glyph.y, width: 0, height: 0))
      }
      return box.moved(by: run.origin).inset(by: -2 * run.font.size)
    case .image(let item): return item.frame
    case .shadow(let shape, let shadow, _): return shadow.bounds(below: shape.rect)
    case .innerShadow(let shape, _): return shape.rect
    case .group(let group):
      return group.roomyContent.map { group.shadows.bounds(below: $0).roomyImage(under: group.transform) }
    }
  }
}

extension DisplayItem.Group {
  /// A box that holds what the group draws without its shadows, in the items' coordinates.
  var roomyContent: Rect? {
    let boxes = items.compactMap(\.roomyBounds)
    guard let first = boxes.first else { return nil }
    let all = boxes.dropFirst().reduce(first) { $0.union($1) }
    guard let clip else { return all }
    return clip.roomyBounds.flatMap { all.intersection($0) }
  }
}

extension Shadow {
  /// How far the blur reaches, in points: three standard deviations hold 99.7 % of it, and a point for rounding.
  var reach: Double { radius > 0 ? 3 * radius + 1 : 0 }

  /// Where the shadow of a box can be seen.
  func bounds(below box: Rect) -> Rect { box.moved(by: offset).inset(by: -reach) }
}

extension [Shadow] {
  /// Where a box and the shadows below it can be seen.
  func bounds(below box: Rect) -> Rect { reduce(box) { $0.union($1.bounds(below: box)) } }
}

extension Rect {
  /// The rectangle with its edges moved outwards to whole points.
  var roundedOut: Rect {
    let (x, y) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(x: x, y: y, width: maxX.rounded(.up) - x, height: maxY.rounded(.up) - y)
  }

  fileprivate func roomyImage(under transform: Transform) -> Rect {
    let corners = [
      origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY),
    ].map(transform.apply)
    return corners.dropFirst().reduce(Rect(origin: corners[0], size: .zero)) {
      $0.union(Rect(origin: $1, size: .zero))
    }
  }
}

extension DisplayItem.Shape {
  fileprivate var roomyBounds: Rect? {
    switch self {
    case .roundedRect(let rounded), .ring(let rounded, _): rounded.rect
    case .path(let path): path.roomyBounds
    }
  }
}

extension Path {
  /// The box of all points, control points among them: a curve never leaves it.
  fileprivate var roomyBounds: Rect? {
    let points = elements.flatMap { element -> [Point] in
      switch element {
      case .move(let p), .line(let p): [p]
      case .curve(let a, let b, let p): [a, b, p]
      case .close: []
      }
    }
    guard let first = points.first else { return nil }
    return points.reduce(Rect(origin: first, size: .zero)) { $0.union(Rect(origin: $1, size: .zero)) }
  }
}
