import CardModel
import CardRaster

/// The Web Mercator projection.
///
/// The world is a square: 0…1 to the right from 180° west, and 0…1 down from 85.05° north.
enum WebMercator {
  /// The latitude of the square's top edge; areas closer to a pole are not on the map.
  static let latitudeLimit = 85.051_128_779_806_59
  /// The circumference of the Earth at the equator, in metres.
  static let circumference = 40_075_016.685_578_49

  /// The x coordinate of a longitude in degrees; a full turn adds 1.
  static func x(longitude: Double) -> Double { longitude / 360 + 0.5 }

  /// The y coordinate of a latitude in degrees; the poles are on the edge.
  static func y(latitude: Double) -> Double {
    if latitude >= latitudeLimit { return 0 }
    if latitude <= -latitudeLimit { return 1 }
    let sine = Angle.sineAndCosine(degrees: latitude).sine
    return 0.5 - RealMath.ln((1 + sine) / (1 - sine)) / (4 * Double.pi)
  }

  /// The latitude of a y coordinate, in degrees.
  static func latitude(y: Double) -> Double {
    // The inverse needs functions whose last digit differs between machines; bisection does not.
    var (low, high) = (-latitudeLimit, latitudeLimit)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if WebMercator.y(latitude: middle) > y { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The longitude of an x coordinate, in degrees from -180 to 180.
  static func longitude(x: Double) -> Double { (x - x.rounded(.down) - 0.5) * 360 }
}

/// The part of the world that a map shows.
struct MapViewport: Hashable, Sendable {
  /// The centre, in the unit square of the world.
  let center: Point
  /// The side of the world's square, in points.
  let worldSide: Double
  /// The size of the map, in points.
  let size: Size
  /// Whether the map shows less than requested, because the world ends at the top and bottom.
  let isCut: Bool
}

extension MapViewport {
  /// The largest map that shows a whole region with its centre at the centre.
  ///
  /// Areas beyond the world's top and bottom edges are not shown, which may move the centre or enlarge the
  /// map.
  init(around middle: Coordinate, span: CoordinateSpan, size: Size) {
    let y = WebMercator.y(latitude: middle.latitude)
    let north = WebMercator.y(latitude: min(90, middle.latitude + span.latitudeDelta / 2))
    let south = WebMercator.y(latitude: max(-90, middle.latitude - span.latitudeDelta / 2))
    let tall = max(2 * max(y - north, south - y), 1e-9)
    let fitting = min(size.width / (span.longitudeDelta / 360), size.height / tall)
    let side = max(fitting, size.height)
    let half = size.height / 2 / side
    self.init(
      center: Point(x: WebMercator.x(longitude: middle.longitude), y: min(max(y, half), 1 - half)),
      worldSide: side, size: size, isCut: side * span.longitudeDelta / 360 > size.width * 1.001)
  }

  /// The same for a partly covered map: the whole region is visible in the rest.
  init(around middle: Coordinate, span: CoordinateSpan, size: Size, covered insets: Insets) {
    let free = Rect(origin: .zero, size: size).inset(by: insets)
    guard insets != .zero, free.width >= 1, free.height >= 1 else {
      self.init(around: middle, span: span, size: size)
      return
    }
    let inner = MapViewport(around: middle, span: span, size: free.size)
    let side = max(inner.worldSide, size.height)
    let half = size.height / 2 / side
    let x = inner.center.x + (size.width / 2 - free.midX) / side
    let y = inner.center.y + (size.height / 2 - free.midY) / side
    self.init(
      center: Point(x: x, y: min(max(y, half), 1 - half)), worldSide: side, size: size, isCut: inner.isCut)
  }

  /// The left edge in the unit square of the world; may be negative.
  var left: Double { center.x - size.width / 2 / worldSide }
  /// The right edge in the unit square of the world; may be greater than 1.
  var right: Double { center.x + size.width / 2 / worldSide }
  /// The top edge in the unit square of the world.
  var top: Double { center.y - size.height / 2 / worldSide }
  /// The bottom edge in the unit square of the world.
  var bottom: Double { center.y + size.height / 2 / worldSide }

  /// The position of a world point in the map; `copy` counts turns around the Earth.
  func point(_ place: Point, copy: Int = 0) -> Point {
    Point(x: (place.x + Double(copy) - left) * worldSide, y: (place.y - top) * worldSide)
  }

  /// The position of a coordinate in the map, in the copy of the world closest to the centre.
  func point(_ coordinate: Coordinate) -> Point {
    let x = WebMercator.x(longitude: coordinate.longitude)
    let copy = Int((center.x - x).rounded())
    return point(Point(x: x, y: WebMercator.y(latitude: coordinate.latitude)), copy: copy)
  }

  /// The visible copies of the world.
  var copies: ClosedRange<Int> {
    Int(left.rounded(.down))...max(Int(left.rounded(.down)), Int(right.rounded(.down)))
  }

  /// The visible copies of the world, and those next to them.
  var allCopies: ClosedRange<Int> { (copies.lowerBound - 1)...(copies.upperBound + 1) }

  /// The zoom level of web maps, where the world is 256 points wide at level 0.
  var zoom: Double {
    RealMath.ln(worldSide / 256) / RealMath.ln(2)
  }

  /// Where the world is drawn: once on a map that is wider.
  var world: Rect {
    Rect(x: (size.width - worldSide) / 2, y: 0, width: worldSide, height: size.height)
  }

  /// Items of the map, clipped to one copy of the world if the map is wider.
  func once(_ items: [DisplayItem]) -> [DisplayItem] {
    guard worldSide < size.width else { return items }
    return [.group(DisplayItem.Group(items, clip: .roundedRect(RoundedRect(rect: world))))]
  }

  /// Whether a point is in the copy of the world around the centre, or in one that fills the map.
  func isFirst(_ point: Point) -> Bool {
    worldSide >= size.width || (point.x >= world.minX && point.x < world.maxX)
  }

  /// The number of metres per point at the centre of the map.
  var metresPerPoint: Double {
    let latitude = WebMercator.latitude(y: center.y)
    return WebMercator.circumference * Angle.sineAndCosine(degrees: latitude).cosine / worldSide
  }
}
