import CardRaster

/// The positions of the bars and lines of a histogram, computed from numbers only.
struct HistogramGeometry {
  /// The size of the part, in points.
  var size: Size
  /// The heights of the bars, 0…1.
  var heights: [Double]
  var barWidth = 20.0
  /// The space between two bars, in points.
  var spacing = 10.0
  var topSpace = 40.0
  var bottomSpace = 40.0
  /// The left edge of the first bar.
  var start = 0.0
  /// Whether bar edges are at whole points, so that they are sharp.
  var isWhole = false

  /// The spacing that spreads bars over the width; 0 if the bars are too wide for it.
  static func equalSpacing(count: Int, barWidth: Double, in width: Double) -> Double {
    max(0, (width - Double(count) * barWidth) / Double(max(1, count - 1)))
  }

  /// Makes the bars as wide as needed to fill the width.
  ///
  /// The first bar starts and the last bar ends at an edge. If that makes bars too wide, each bar is centred
  /// in its share of the width.
  ///
  /// - Parameters:
  ///   - most: The maximum width of a bar, in points; the minimum is 1.
  ///   - given: The space between two bars; nil for 0.3 of the distance between their centres.
  ///   - reachesEnds: Whether the outer bars stay at the edges even if `most` limits the width.
  mutating func fill(most: Double, spacing given: Double?, reachesEnds: Bool) {
    guard !heights.isEmpty else { return }
    let count = Double(heights.count)
    let ratio = 3.0 / 7
    let natural =
      given.map { (size.width - (count - 1) * $0) / count } ?? (size.width / (count + (count - 1) * ratio))
    barWidth = max(1, min(most, natural))
    // In narrow spaces a difference of one point is visible.
    isWhole = (given ?? barWidth * ratio) >= 5
    if isWhole { barWidth = barWidth.rounded(.down) }
    let isBound = natural > most
    spacing =
      given
      ?? (isBound && !reachesEnds
        ? size.width / count - barWidth
        : count > 1 ? max(barWidth * ratio / 2, (size.width - count * barWidth) / (count - 1)) : 0)
    start = max(0, (size.width - count * barWidth - (count - 1) * spacing) / 2)
  }

  /// The y coordinate of the bars' bottom edges.
  var feet: Double { size.height - bottomSpace }
  /// The height of a bar with value 1, in points.
  var room: Double { max(0, size.height - topSpace - bottomSpace) }

  func x(of bar: Int) -> Double {
    let x = start + Double(bar) * (barWidth + spacing)
    return isWhole ? x.rounded() : x
  }

  func bar(_ bar: Int) -> Rect {
    let height = heights[bar] * room
    return Rect(x: x(of: bar), y: feet - height, width: barWidth, height: height)
  }

  /// The y coordinate of the line at a fraction of the height.
  func line(at share: Double) -> Double { feet - share * room }

  /// The number of bars within a length, rounded down, at least 1; all bars if they overlap in one place.
  func leastStep(_ length: Double) -> Int {
    let pitch = barWidth + spacing
    guard pitch > 0 else { return max(1, heights.count) }
    return Int(max(1, min(Double(heights.count), (length / pitch).rounded(.down))))
  }

  /// The number of bars that start inside the part.
  var seen: Int {
    let pitch = barWidth + spacing
    guard pitch > 0 else { return heights.count }
    // Limited before the conversion, which would overflow.
    return Int(min(Double(heights.count), ((size.width - start) / pitch).rounded(.up)))
  }
}
