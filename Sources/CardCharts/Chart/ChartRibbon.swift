import CardRaster

/// The area covered by a line that has more points than the picture has columns of pixels.
///
/// Drawing such a line as a stroke takes a hundred times as long and looks the same: only the vertical range
/// within each column of pixels is visible.
struct ChartRibbon {
  /// The vertical range of the line in each column.
  private var spans: [(low: Double, high: Double)]
  private let left: Double
  private let column: Double

  /// Creates the ranges of a line through points sorted by x; nil if a stroke is better.
  ///
  /// - Parameter column: the width of a column: one pixel, in points.
  init?(_ points: [Point], column: Double) {
    guard points.count > 2_000, let first = points.first, let last = points.last, column > 0 else {
      return nil
    }
    let (start, end) = (min(first.x, last.x), max(first.x, last.x))
    // The outline has two points per column, and the number of points of a path is limited.
    let column = max(column, (end - start) / Double(Limits.pathPoints / 2 - 1))
    let count = Int(clamping: ((end - start) / column).rounded(.up))
    guard count > 1, points.count / 3 > count, points.allSatisfy({ $0.x >= start && $0.x <= end }) else {
      return nil
    }
    (left, self.column) = (start, column)
    spans = Array(repeating: (.infinity, -.infinity), count: count)
    for (a, b) in zip(points, points.dropFirst()) { addSegment(min(a.x, b.x) == a.x ? (a, b) : (b, a)) }
  }

  /// Adds a segment of the line to its columns.
  private mutating func addSegment(_ piece: (Point, Point)) {
    let (a, b) = piece
    func number(_ x: Double) -> Int { max(0, min(spans.count - 1, Int(clamping: (x - left) / column))) }
    let (first, last) = (number(a.x), number(b.x))
    let slope = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0
    for index in first...last {
      let edge = left + Double(index) * column
      let from = index == first ? a.y : a.y + slope * (edge - a.x)
      let to = index == last ? b.y : a.y + slope * (edge + column - a.x)
      spans[index].low = min(spans[index].low, from, to)
      spans[index].high = max(spans[index].high, from, to)
    }
  }

  /// The outline of the line with a stroke width.
  func path(width: Double) -> Path {
    let reach = min(spans.count, Int(clamping: width / 2 / column))
    var (top, bottom): ([Point], [Point]) = ([], [])
    for index in spans.indices {
      let near = spans[max(0, index - reach)...min(spans.count - 1, index + reach)]
      let x = left + (Double(index) + 0.5) * column
      top.append(Point(x: x, y: (near.map(\.low).min() ?? 0) - width / 2))
      bottom.append(Point(x: x, y: (near.map(\.high).max() ?? 0) + width / 2))
    }
    return Path.polygon(top + bottom.reversed())
  }
}
