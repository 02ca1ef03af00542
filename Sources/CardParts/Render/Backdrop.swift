import CardRaster

/// An area behind texts, such as a background or a picture.
struct Backdrop {
  /// The content of the area.
  enum Content {
    case solid(Color)
    case gradient(Gradient, Rect)
    /// A picture, or a shape for which only the bounds are known.
    case unknown

    init(_ paint: Paint, in bounds: Rect) {
      switch paint {
      case .solid(let color): self = .solid(color)
      case .gradient(let gradient):
        self = bounds.size.isEmpty ? .unknown : .gradient(gradient, gradient.square(in: bounds))
      case .pattern, .layers: self = .unknown
      }
    }
  }

  var area: Rect
  var content: Content
  var opacity = 1.0

  /// Whether the backdrop is an opaque colour that covers the rectangle.
  func isWhole(over rect: Rect) -> Bool {
    guard case .solid(let color) = content else { return false }
    return color.isOpaque && opacity >= 1 && area.holds(rect)
  }

  /// Whether the backdrop hides everything below it within the rectangle.
  fileprivate func hidesAll(below rect: Rect) -> Bool {
    guard opacity >= 1, area.holds(rect) else { return false }
    switch content {
    case .solid(let color): return color.isOpaque
    case .gradient(let gradient, _): return Paint.gradient(gradient).isOpaque
    case .unknown: return false
    }
  }

  /// The colour at a point; nil when it can only be read from painted pixels.
  func color(at place: Point) -> Color? {
    switch content {
    case .solid(let color): return color.multiplyingAlpha(by: opacity)
    case .gradient(let gradient, let bounds):
      let x = (place.x - bounds.minX) / bounds.width, y = (place.y - bounds.minY) / bounds.height
      return gradient.color(at: Point(x: x, y: y))?.multiplyingAlpha(by: opacity)
    case .unknown: return nil
    }
  }
}

extension Gradient {
  /// The colour at a point of the unit square; nil for a conic gradient or one with transparent colours.
  ///
  /// Transparent colours are interpolated differently when painted.
  fileprivate func color(at place: Point) -> Color? {
    guard stops.allSatisfy(\.color.isOpaque) else { return nil }
    let share: Double
    switch kind {
    case .linear(let start, let end):
      let (x, y) = (end.x - start.x, end.y - start.y)
      let length = x * x + y * y
      share = length > 0 ? ((place.x - start.x) * x + (place.y - start.y) * y) / length : 1
    case .radial(let center, let radius):
      let (x, y) = (place.x - center.x, place.y - center.y)
      share = radius > 0 ? (x * x + y * y).squareRoot() / radius : 1
    case .conic: return nil
    }
    guard let after = stops.firstIndex(where: { $0.offset >= share }) else { return stops.last?.color }
    guard after > 0 else { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    let way = b.offset > a.offset ? (share - a.offset) / (b.offset - a.offset) : 1
    return a.color.blended(with: b.color, share: way)
  }
}

/// The backdrops of one box from bottom to top, with an index for finding those behind a text.
struct BackdropLevel {
  private indirect enum Node {
    case backdrop(Backdrop)
    case level(BackdropLevel)
  }

  private var nodes: [(bounds: Rect, node: Node)] = []
  /// The largest `maxX` and `maxY` of each node and the nodes before it.
  ///
  /// A search from the top ends at the first node that cannot reach the rectangle, as in a long column.
  private var reaches: [Point] = []
  private var bounds: Rect?

  mutating func add(_ backdrop: Backdrop) { appendNode(.backdrop(backdrop), backdrop.area) }

  mutating func add(_ level: BackdropLevel) {
    if let bounds = level.bounds { appendNode(.level(level), bounds) }
  }

  private mutating func appendNode(_ node: Node, _ area: Rect) {
    let last = reaches.last ?? Point(x: -.infinity, y: -.infinity)
    reaches.append(Point(x: max(last.x, area.maxX), y: max(last.y, area.maxY)))
    nodes.append((area, node))
    bounds = bounds?.union(area) ?? area
  }

  /// Collects the backdrops behind a rectangle from top to bottom; returns whether they hide the rest.
  func collect(over rect: Rect, into found: inout [Backdrop]) -> Bool {
    for index in nodes.indices.reversed() {
      guard reaches[index].x > rect.minX, reaches[index].y > rect.minY else { return false }
      guard nodes[index].bounds.intersection(rect) != nil else { continue }
      switch nodes[index].node {
      case .backdrop(let backdrop):
        found.append(backdrop)
        if backdrop.hidesAll(below: rect) { return true }
      case .level(let level): if level.collect(over: rect, into: &found) { return true }
      }
    }
    return false
  }
}

extension Rect {
  /// Whether another rectangle is inside, with a tolerance of half a point for rounding.
  func holds(_ other: Rect) -> Bool {
    minX <= other.minX + 0.5 && minY <= other.minY + 0.5 && maxX >= other.maxX - 0.5
      && maxY >= other.maxY - 0.5
  }

  /// Whether a point is inside or on the edge.
  func includes(_ point: Point) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}
