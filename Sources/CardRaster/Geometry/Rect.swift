/// An axis-aligned rectangle, in points, y down.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// Width and height; not negative.
  public var size: Size

  /// Makes a rectangle from its top left corner and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from its four numbers.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The middle between left and right.
  public var midX: Double { origin.x + size.width / 2 }
  /// The middle between top and bottom.
  public var midY: Double { origin.y + size.height / 2 }
  /// Shorthand for the size's width.
  public var width: Double { size.width }
  /// Shorthand for the size's height.
  public var height: Double { size.height }

  /// The rectangle moved by a vector.
  public func moved(by delta: Point) -> Rect { Rect(origin: origin + delta, size: size) }

  /// The rectangle inset at each edge; a side never becomes negative.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.horizontal), height: max(0, height - insets.vertical))
  }

  /// The rectangle inset by the same amount at each edge; a negative amount enlarges it.
  public func inset(by amount: Double) -> Rect { inset(by: Insets(amount)) }

  /// The corners, clockwise from the top left.
  package var corners: [Point] {
    [origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    let x = min(minX, other.minX)
    let y = min(minY, other.minY)
    return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// The overlap of both, or nil if there is none.
  public func intersection(_ other: Rect) -> Rect? {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > x, bottom > y else { return nil }
    return Rect(x: x, y: y, width: right - x, height: bottom - y)
  }

  /// The smallest rectangle that contains all points; a point that is not a number makes it infinite.
  init(around points: [Point]) {
    var extent = Extent()
    for point in points { extent.include(point) }
    self = extent.rect ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }

  /// The rectangle grown at each edge by a distance that is given in units before a transform.
  func grown(by distance: Double, under map: Transform) -> Rect {
    let (x, y) = (
      distance * (map.a.magnitude + map.c.magnitude), distance * (map.b.magnitude + map.d.magnitude)
    )
    return inset(by: Insets(top: -y, left: -x, bottom: -y, right: -x))
  }

  /// The rectangle with its edges moved outwards to whole points.
  var roundedOut: Rect {
    let (x, y) = (minX.rounded(.down), minY.rounded(.down))
    return Rect(x: x, y: y, width: maxX.rounded(.up) - x, height: maxY.rounded(.up) - y)
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// Horizontal extent.
  public var width: Double
  /// Vertical extent.
  public var height: Double

  /// Zero in both directions.
  public static let zero = Size(width: 0, height: 0)

  /// Makes a size from its two extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether the width or height is zero or negative.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// Distances from the four edges of a rectangle inwards, in points.
public struct Insets: Hashable, Sendable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the left edge.
  public var left: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the right edge.
  public var right: Double

  /// Zero at every edge.
  public static let zero = Insets(0)

  /// Makes insets in UIKit's order.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Makes the same inset at every edge.
  public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// The sum of left and right.
  public var horizontal: Double { left + right }
  /// The sum of top and bottom.
  public var vertical: Double { top + bottom }
}
