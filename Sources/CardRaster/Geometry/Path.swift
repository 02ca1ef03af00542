/// An outline of straight lines and cubic curves, in points, y down.
public struct Path: Hashable, Sendable {
  /// One step of an outline.
  public enum Element: Hashable, Sendable {
    /// Starts a new outline.
    case move(Point)
    /// A straight line from the current point.
    case line(Point)
    /// A cubic curve from the current point with two control points.
    case curve(Point, Point, Point)
    /// A straight line back to the start.
    case close
  }

  /// The steps in order; each outline starts with `move`.
  public private(set) var elements: [Element]

  /// Makes an empty path.
  public init() { elements = [] }

  /// Starts a new outline.
  public mutating func move(to p: Point) { elements.append(.move(p)) }
  /// Adds a straight line.
  public mutating func line(to p: Point) { elements.append(.line(p)) }
  /// Adds a cubic curve.
  public mutating func curve(_ c1: Point, _ c2: Point, to p: Point) { elements.append(.curve(c1, c2, p)) }
  /// Closes the outline.
  public mutating func close() { elements.append(.close) }

  /// The path after a map.
  public func transformed(by t: Transform) -> Path {
    var result = Path()
    result.elements = elements.map { element in
      switch element {
      case .move(let p): .move(t.apply(p))
      case .line(let p): .line(t.apply(p))
      case .curve(let a, let b, let p): .curve(t.apply(a), t.apply(b), t.apply(p))
      case .close: .close
      }
    }
    return result
  }

  /// The smallest upright rectangle around all points after a map, control points included, which a curve never leaves.
  ///
  /// Nil when there are no points.
  func bounds(under map: Transform) -> Rect? {
    var extent = Extent()
    for element in elements {
      switch element {
      case .move(let p), .line(let p): extent.add(map.apply(p))
      case .curve(let a, let b, let p):
        extent.add(map.apply(a))
        extent.add(map.apply(b))
        extent.add(map.apply(p))
      case .close: break
      }
    }
    return extent.rect
  }
}

extension Path {
  /// How far the control points of a quarter circle lie from its ends, in radii.
  ///
  /// The classical value 4/3·(√2 − 1); the curve leaves the circle by at most 0.03 % of the radius.
  public static let circleConstant = 0.552_284_749_830_793_4

  /// A polygon through the points, closed.
  public static func polygon(_ points: [Point]) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }
}
