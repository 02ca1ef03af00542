import CardRaster

/// Where the bars and lines of a histogram go; a function of numbers only.
struct HistogramGeometry {
  /// The size of the part.
  var size: Size
  /// How tall each bar is, 0…1.
  var heights: [Double]
  var barWidth = 20.0
  /// Space between two bars.
  var spacing = 10.0
  var topSpace = 40.0
  var bottomSpace = 40.0
  /// Where the first bar begins.
  var start = 0.0
  /// Whether bars stand on whole points, so that their edges are sharp.
  var isWhole = false

  /// The space that spreads bars over a width; none where they are too wide for it.
  static func equalSpacing(count: Int, barWidth: Double, in width: Double) -> Double {
    max(0, (width - Double(count) * barWidth) / Double(max(1, count - 1)))
  }

  /// Makes bars so wide that they fill the width.
  ///
  /// The first one begins and the last one ends at an edge. Where that makes bars too wide, each stands in the middle
  /// of its share of the width.
  ///
  /// - Parameters:
  ///   - most: the widest that a bar may be, in points; the least is 1.
  ///   - given: the space between two bars; nil for 3 tenths of the distance of their middles.
  ///   - reachesEnds: whether bars that could be wider stand at the edges all the same.
  mutating func fill(most: Double, spacing given: Double?, reachesEnds: Bool) {
    guard !heights.isEmpty else { return }
    let count = Double(heights.count)
    let ratio = 3.0 / 7
    let natural =
      given.map { (size.width - (count - 1) * $0) / count } ?? (size.width / (count + (count - 1) * ratio))
    barWidth = max(1, min(most, natural))
    // Spaces that differ by a point are seen where they are narrow.
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

  /// Where the feet of the bars stand.
  var feet: Double { size.height - bottomSpace }
  /// How tall a bar of height 1 is.
  var room: Double { max(0, size.height - topSpace - bottomSpace) }

  /// The left edge of a bar.
  func x(of bar: Int) -> Double {
    let x = start + Double(bar) * (barWidth + spacing)
    return isWhole ? x.rounded() : x
  }

  /// A bar.
  func bar(_ bar: Int) -> Rect {
    let height = heights[bar] * room
    return Rect(x: x(of: bar), y: feet - height, width: barWidth, height: height)
  }

  /// The upper edge of the line at a share of the height.
  func line(at share: Double) -> Double { feet - share * room }

  /// How many bars lie in a length at the least; all of them where they stand on one place.
  func leastStep(_ length: Double) -> Int {
    let pitch = barWidth + spacing
    guard pitch > 0 else { return max(1, heights.count) }
    return Int(max(1, min(Double(heights.count), (length / pitch).rounded(.down))))
  }

  /// How many bars begin inside the part.
  var seen: Int {
    let pitch = barWidth + spacing
    guard pitch > 0 else { return heights.count }
    // Bounded before it becomes a whole number.
    return Int(min(Double(heights.count), ((size.width - start) / pitch).rounded(.up)))
  }
}
