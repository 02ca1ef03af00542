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

  /// The space that spreads bars over a width; none where they are too wide for it.
  static func equalSpacing(count: Int, barWidth: Double, in width: Double) -> Double {
    max(0, (width - Double(count) * barWidth) / Double(max(1, count - 1)))
  }

  /// Where the feet of the bars stand.
  var feet: Double { size.height - bottomSpace }
  /// How tall a bar of height 1 is.
  var room: Double { max(0, size.height - topSpace - bottomSpace) }

  /// The left edge of a bar.
  func x(of bar: Int) -> Double { Double(bar) * (barWidth + spacing) }

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
    return Int(min(Double(heights.count), (size.width / pitch).rounded(.up)))
  }
}
