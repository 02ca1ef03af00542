/// Reduces the colours of some pictures to a palette of at most 256.
///
/// How it works: colours are counted in 64 × 64 × 64 bins. The group of bins with the largest squared error
/// is repeatedly split across its longest axis, at the point with the smallest error of both halves (Wu 1991
/// minimises the same sum on a coarser grid). Then each chosen colour moves to the mean of the bins nearest
/// to it, a few times (Lloyd 1982). A colour that makes up most of its group is used unchanged, so that flat
/// areas keep their exact colour.
///
/// Distances weigh red, green and blue 3 : 6 : 2, which is close enough to perceived differences for this
/// number of colours.
struct ColorQuantizer {
  /// A colour without alpha.
  typealias RGB = SIMD3<Float>

  /// Weights of squared distances.
  private static let weights = RGB(3, 6, 2)
  private static let bits = 6
  private static let binCount = 1 << (3 * bits)

  /// A bin that contains pixels.
  private struct Point {
    /// The mean of its pixels; while they are counted, their sum.
    var color: RGB
    var count: Float
    /// The colour of most of its pixels, and its lead in votes.
    var favorite: UInt32
    var lead: Float
  }

  /// The bins that contain pixels, in order of their first pixel.
  private var points: [Point] = []
  /// The index of each bin among them, plus one; 0 for an empty one.
  private var places = [UInt32](repeating: 0, count: binCount)
  /// The distinct colours, while they are few enough to be used unchanged.
  private var exact: Set<UInt32>? = []

  /// Counts pixels: red in the lowest byte; alpha is ignored.
  mutating func countPixels(_ pixels: some Sequence<UInt32>) {
    var last: (pixel: UInt32, run: Float) = (0, 0)
    for pixel in pixels {
      let color = pixel & 0xFF_FFFF
      if last.run > 0, color == last.pixel {
        last.run += 1
        continue
      }
      count(last.pixel, last.run)
      last = (color, 1)
    }
    count(last.pixel, last.run)
  }

  private mutating func count(_ color: UInt32, _ run: Float) {
    guard run > 0 else { return }
    let bin = Self.bin(of: color)
    if places[bin] == 0 {
      points.append(Point(color: .zero, count: 0, favorite: 0, lead: 0))
      places[bin] = UInt32(points.count)
    }
    Self.count(color, run, in: &points[Int(places[bin]) - 1])
    if exact != nil {
      exact?.insert(color)
      if (exact?.count ?? 0) > 256 { exact = nil }
    }
  }

  private static func count(_ color: UInt32, _ run: Float, in point: inout Point) {
    point.count += run
    point.color += rgb(color) * run
    // The majority vote of Boyer and Moore: one candidate, whose lead grows and shrinks.
    if point.favorite == color {
      point.lead += run
    } else if point.lead < run {
      point.favorite = color
      point.lead = run - point.lead
    } else {
      point.lead -= run
    }
  }

  /// At most `most` colours, the most frequent first; if there are so few colours, all of them unchanged.
  func palette(most: Int) -> [UInt32] {
    if let exact, exact.count <= most { return exact.sorted() }
    var points = places.filter { $0 > 0 }.map { place in
      return changing(self.points[Int(place) - 1]) { $0.color /= $0.count }
    }
    var centers = Self.split(&points, into: most)
    for _ in 0..<6 { centers = Self.moved(centers, points) }
    return Self.settled(centers, points)
  }

  // MARK: Splitting

  /// A range of points with its squared error.
  private struct Group {
    var range: Range<Int>
    var error: Float
  }

  private static func split(_ points: inout [Point], into most: Int) -> [RGB] {
    var groups = [Group(range: 0..<points.count, error: error(of: points[...]))]
    while groups.count < most {
      guard let worst = groups.indices.max(by: { groups[$0].error < groups[$1].error }),
        groups[worst].error > 0,
        let middle = cut(&points, groups[worst].range)
      else { break }
      let range = groups[worst].range
      let (low, high) = (range.lowerBound..<middle, middle..<range.upperBound)
      groups[worst] = Group(range: low, error: error(of: points[low]))
      groups.append(Group(range: high, error: error(of: points[high])))
    }
    return groups.map { mean(of: points[$0.range]) }
  }

  /// Sorts a range along its longest axis and returns where to split it, or nil if it is one colour.
  private static func cut(_ points: inout [Point], _ range: Range<Int>) -> Int? {
    guard range.count > 1 else { return nil }
    let mean = mean(of: points[range])
    var spread = RGB.zero
    for point in points[range] {
      let distance = point.color - mean
      spread += distance * distance * point.count
    }
    spread *= weights
    let axis = spread.x >= spread.y ? (spread.x >= spread.z ? 0 : 2) : (spread.y >= spread.z ? 1 : 2)
    // Ties are ordered by the other axes, so that the result is always the same.
    points[range].sort { a, b in
      (a.color[axis], a.color[(axis + 1) % 3], a.color[(axis + 2) % 3])
        < (b.color[axis], b.color[(axis + 1) % 3], b.color[(axis + 2) % 3])
    }
    let all = points[range].reduce(into: (RGB.zero, Float(0))) {
      $0 = ($0.0 + $1.color * $1.count, $0.1 + $1.count)
    }
    var (sum, count, best, place) = (RGB.zero, Float(0), -Float.infinity, range.lowerBound + 1)
    for index in range.dropLast() {
      sum += points[index].color * points[index].count
      count += points[index].count
      let rest = all.0 - sum
      // The error of both halves is smallest where this is largest.
      let gain =
        (weights * sum * sum).sum() / count + (weights * rest * rest).sum() / max(all.1 - count, 1e-6)
      if gain > best { (best, place) = (gain, index + 1) }
    }
    return place
  }

  private static func mean(of points: ArraySlice<Point>) -> RGB {
    let all = points.reduce(into: (RGB.zero, Float(0))) { $0 = ($0.0 + $1.color * $1.count, $0.1 + $1.count) }
    return all.0 / max(all.1, 1e-6)
  }

  private static func error(of points: ArraySlice<Point>) -> Float {
    let mean = mean(of: points)
    return points.reduce(0) { $0 + distance($1.color, mean) * $1.count }
  }

  // MARK: Moving

  private static func moved(_ centers: [RGB], _ points: [Point]) -> [RGB] {
    var sums = [RGB](repeating: .zero, count: centers.count)
    var counts = [Float](repeating: 0, count: centers.count)
    for point in points {
      let nearest = nearest(to: point.color, centers)
      sums[nearest] += point.color * point.count
      counts[nearest] += point.count
    }
    return centers.indices.map { counts[$0] > 0 ? sums[$0] / counts[$0] : centers[$0] }
  }

  /// The colours as bytes without duplicates, the most frequent first.
  private static func settled(_ centers: [RGB], _ points: [Point]) -> [UInt32] {
    var counts = [Float](repeating: 0, count: centers.count)
    var favorites = [(color: UInt32, lead: Float)](repeating: (0, 0), count: centers.count)
    for point in points {
      let nearest = nearest(to: point.color, centers)
      counts[nearest] += point.count
      if point.lead > favorites[nearest].lead { favorites[nearest] = (point.favorite, point.lead) }
    }
    var colors: [UInt32: Float] = [:]
    for (index, center) in centers.enumerated() {
      let favorite = favorites[index]
      let color = favorite.lead * 2 > counts[index] ? favorite.color : packed(center)
      colors[color, default: 0] += counts[index]
    }
    return colors.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key)
  }

  static func nearest(to color: RGB, _ centers: [RGB]) -> Int {
    var (best, place) = (Float.infinity, 0)
    for index in centers.indices {
      let candidate = distance(color, centers[index])
      if candidate < best { (best, place) = (candidate, index) }
    }
    return place
  }

  private static func distance(_ a: RGB, _ b: RGB) -> Float {
    let difference = a - b
    return (weights * difference * difference).sum()
  }

  // MARK: Colours

  /// The bin of a colour.
  static func bin(of color: UInt32) -> Int {
    let drop = UInt32(8 - bits)
    let (red, green, blue) = (color & 255, color >> 8 & 255, color >> 16 & 255)
    return Int((red >> drop) << UInt32(2 * bits) | (green >> drop) << UInt32(bits) | blue >> drop)
  }

  /// A colour as three numbers, 0…255.
  static func rgb(_ color: UInt32) -> RGB {
    RGB(Float(color & 255), Float(color >> 8 & 255), Float(color >> 16 & 255))
  }

  private static func packed(_ color: RGB) -> UInt32 {
    func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(255, value.rounded()))) }
    return byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16
  }
}
