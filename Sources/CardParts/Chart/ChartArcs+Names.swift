import CardRaster

/// The names and shares of slices: around the circle, or in a legend beside it.
extension ChartArcs {
  /// Where the circle and the words beside it stand.
  struct Placement {
    var center: Point
    var radius: Double
    var words: [(label: ChartLabel, at: Point, leader: [Point])] = []
    var legend: (ChartLegend, Rect)?
    /// Whether the legend stands over or under the circle, not beside it.
    var isLegendApart = false
    /// How many names the legend has no room for.
    var hiddenNames = 0
    /// How much height the names at one side need.
    var wordsHeight = 0.0

    func draw(into box: inout LayoutBox, _ chart: ChartLayout) throws(RasterError) {
      for (label, point, leader) in words {
        if leader.count > 1 {
          var path = Path()
          path.move(to: leader[0])
          for next in leader.dropFirst() { path.line(to: next) }
          box.add(.stroke(path, Stroke(width: 1), chart.style.axisColor))
        }
        box.content.append(.text(label.text, at: point))
      }
      if let (legend, frame) = legend {
        for entry in legend.entries { box.warnings += chart.doubts(entry.label, key: "x") }
        legend.draw(into: &box, in: frame, isColumn: true)
      }
    }
  }

  /// The height of the circle with what stands beside it.
  func naturalHeight(_ width: Double) throws(RasterError) -> Double {
    let slices = slices().slices
    let extent = self.extent
    let isWhole = extent.height == 2 && extent.width == 2
    let largest = largest(width)
    let most = isWhole ? min(width, 220) : largest * extent.height + verticalRoom
    let placement = try placement(slices, Rect(x: 0, y: 0, width: width, height: most), isMeasured: true)
    let circle = placement.radius * extent.height
    guard let (_, frame) = placement.legend else {
      if isWhole { return most }
      return placement.words.isEmpty ? circle + 2 : max(circle + verticalRoom, placement.wordsHeight)
    }
    // Many names make the chart higher, up to a height that one still takes in.
    guard placement.isLegendApart else { return min(most + 360, max(circle, frame.height)) }
    // Many or long names make the chart higher rather than the circle small.
    if isWhole { return max(most, min(width, ChartArcs.leastCircle) + 14 + frame.height) }
    return min(width / extent.width, ChartArcs.leastCircle) * extent.height + 14 + frame.height
  }

  /// How high slices are that are no whole circle, where the chart may be as high as it likes.
  private static let openHeight = 160.0

  /// The largest radius of a part of a circle: half a circle is larger than a whole one, and takes less height all the same.
  private func largest(_ width: Double) -> Double {
    min(width / extent.width, max(110, ChartArcs.openHeight / extent.height))
  }

  /// What names over and under the circle take.
  private var verticalRoom: Double { 2 * style.labelFont.size }

  /// How wide a circle over or under its legend is at least, where the chart may be as high as it likes.
  private static let leastCircle = 120.0

  /// - Parameter isMeasured: whether the legend has all names, so that it tells how much height they take.
  func placement(_ slices: [Slice], _ room: Rect, isMeasured: Bool = false) throws(RasterError) -> Placement {
    if spec.legend == .none || slices.isEmpty {
      let radius = max(1, min(room.width / extent.width, room.height / extent.height) - 1)
      return Placement(center: middle(of: room, radius), radius: radius)
    }
    let isOutside = spec.legend == .auto || spec.legend == .direct
    if isOutside, slices.count <= 12, let outside = try outside(slices, room) { return outside }
    return try withLegend(slices, room, isMeasured: isMeasured)
  }

  /// The middle of a circle whose drawn part stands in the middle of a room.
  private func middle(of room: Rect, _ radius: Double) -> Point {
    Point(x: room.midX - extent.midX * radius, y: room.midY - extent.midY * radius)
  }

  private func words(_ slice: Slice) -> String { "\(slice.name) \(ChartWords(chart).share(slice.share))" }

  /// Names around the circle, joined to it by leaders; nil where they leave too little of it.
  private func outside(_ slices: [Slice], _ room: Rect) throws(RasterError) -> Placement? {
    var labels: [ChartLabel] = []
    for slice in slices {
      labels.append(try chart.texts.label(words(slice), style.labelFont, style.labelColor))
    }
    var isRight: [Bool] = []
    for slice in slices { isRight.append(Angle.sineAndCosine(degrees: slice.middle).sine >= -1e-9) }
    func widest(_ side: Bool) -> Double {
      zip(labels, isRight).filter { $0.1 == side }.map { $0.0.width }.max() ?? 0
    }
    let (left, right) = (widest(false), widest(true))
    let extent = self.extent
    // A side without names needs no room for leaders, but names at the other one keep a whole circle in the middle.
    let isWhole = extent.width == 2 && extent.height == 2
    let reach = 22.0
    let reaches = (left > 0 || isWhole ? reach : 0) + (right > 0 || isWhole ? reach : 0)
    let radius = min(
      (room.height - verticalRoom) / extent.height, (room.width - left - right - reaches) / extent.width)
    // A part of a circle is small as it is; names must not take much of its width.
    let across = (room.width - left - right - reaches) / extent.width
    guard isWhole ? radius >= 0.28 * min(room.width, room.height) : across >= 0.6 * largest(room.width),
      radius >= 30
    else { return nil }
    let inner = Rect(
      x: room.minX + left, y: room.minY, width: room.width - left - right, height: room.height)
    let center = middle(of: inner, radius)
    var placement = Placement(center: center, radius: radius)
    for side in [false, true] {
      let members = slices.indices.filter { isRight[$0] == side }
      let wanted = members.map {
        center.y - Angle.sineAndCosine(degrees: slices[$0].middle).cosine * (radius + 8)
      }
      let heights = members.map { labels[$0].height }
      guard heights.reduce(0, +) <= room.height else { return nil }
      placement.wordsHeight = max(placement.wordsHeight, heights.reduce(0, +))
      let centers = ChartSpread.centers(wanted, heights: heights, from: room.minY, to: room.maxY)
      // Names that had to move stand in a column beside the circle, so that no leader crosses another name.
      let isColumn = zip(wanted, centers).contains { abs($0 - $1) > 1 }
      for (place, number) in members.enumerated() {
        let (sine, cosine) = Angle.sineAndCosine(degrees: slices[number].middle)
        let from = Point(x: center.x + sine * (radius + 2), y: center.y - cosine * (radius + 2))
        let elbow = Point(x: center.x + sine * (radius + 8), y: center.y - cosine * (radius + 8))
        let sign: Double = side ? 1 : -1
        let beside =
          isColumn ? radius + 12 : max(sign * sine * (radius + 8), radius * 0.5) + 6
        let end = Point(x: center.x + sign * beside, y: centers[place])
        let label = labels[number]
        let cap = style.labelFont.size * chartCapHeight
        let x = side ? end.x + 4 : end.x - 4 - label.width
        placement.words.append(
          (label, Point(x: x, y: centers[place] + cap / 2 - label.baseline), [from, elbow, end]))
      }
    }
    return placement
  }

  /// The entries of a legend whose names are so wide at most.
  private func entries(_ slices: [Slice], width: Double) throws(RasterError) -> [ChartLegend.Entry] {
    var entries: [ChartLegend.Entry] = []
    for (number, slice) in slices.enumerated() {
      let name = try chart.rowLabel(slice.name, width: width, lines: 3, alignment: .natural)
      let share = try chart.texts.label(
        ChartWords(chart).share(slice.share), style.strongFont, style.labelColor)
      entries.append(
        ChartLegend.Entry(
          label: name, color: slice.color, symbol: .swatch, pattern: chart.pattern(number), value: share))
    }
    return entries
  }

  /// The least width of a circle with a legend.
  private static let leastBeside = 84.0
  /// What a legend leaves free between the circle and itself, over or under it.
  private static let legendGap = 14.0

  /// A legend beside or below the circle.
  private func withLegend(_ slices: [Slice], _ room: Rect, isMeasured: Bool) throws(RasterError) -> Placement
  {
    let legend = ChartLegend(entries: try entries(slices, width: max(60, room.width * 0.4)))
    let column = legend.size(width: room.width, isColumn: true)
    let isApart = spec.legend == .bottom || spec.legend == .top
    if isApart || room.width - column.width - 24 < ChartArcs.leastBeside {
      return try apart(slices, room, isMeasured: isMeasured)
    }
    let (shown, hidden) = try fitting(legend, room.width, isMeasured ? .infinity : room.height)
    return beside(shown, hidden: hidden, room)
  }

  /// A legend without the names that a height has no room for.
  private func fitting(
    _ legend: ChartLegend, _ width: Double, _ height: Double
  ) throws(RasterError) -> (legend: ChartLegend, hidden: Int) {
    try legend.fitting(width: width, height: height, isColumn: true) { count throws(RasterError) in
      let words = ChartWords(chart).andMore(count)
      let label = try chart.texts.label(words, style.labelFont, style.labelColor)
      return ChartLegend.Entry(label: label, color: style.labelColor, symbol: .heading)
    }
  }

  /// A legend over or under the circle.
  private func apart(_ slices: [Slice], _ room: Rect, isMeasured: Bool) throws(RasterError) -> Placement {
    // All of the width but what a swatch and a share take.
    let full = ChartLegend(entries: try entries(slices, width: max(60, room.width - 72)))
    let extent = self.extent
    // The circle stays large enough for its slices to be seen.
    let circle = ChartArcs.leastBeside / 2 * extent.height
    let most = max(ChartPlot.legendShare * room.height, room.height - circle - ChartArcs.legendGap)
    let (legend, hidden) = try fitting(full, room.width, isMeasured ? .infinity : most)
    let size = legend.size(width: room.width, isColumn: true)
    let radius = max(
      10, min(room.width / extent.width, (room.height - size.height - ChartArcs.legendGap) / extent.height))
    let top = spec.legend == .top ? room.minY + size.height + ChartArcs.legendGap : room.minY
    let y = spec.legend == .top ? room.minY : room.maxY - size.height
    return Placement(
      center: Point(x: room.midX - extent.midX * radius, y: top - extent.minY * radius), radius: radius,
      legend: (legend, Rect(x: room.minX, y: y, width: room.width, height: size.height)),
      isLegendApart: true, hiddenNames: hidden)
  }

  /// A legend beside the circle.
  private func beside(_ legend: ChartLegend, hidden: Int, _ room: Rect) -> Placement {
    let column = legend.size(width: room.width, isColumn: true)
    let extent = self.extent
    let radius = max(
      10, min(room.height / extent.height, (room.width - column.width - 24) / extent.width))
    let isLeft = chart.isAtLeft(spec.legend)
    let whole = extent.width * radius + 24 + column.width
    let start = room.minX + (room.width - whole) / 2
    let center = Point(
      x: isLeft ? start + whole - extent.maxX * radius : start - extent.minX * radius,
      y: room.midY - extent.midY * radius)
    let x = isLeft ? start : start + extent.width * radius + 24
    return Placement(
      center: center, radius: radius,
      legend: (
        legend, Rect(x: x, y: room.midY - column.height / 2, width: column.width, height: column.height)
      ), hiddenNames: hidden)
  }
}
