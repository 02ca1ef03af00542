import CardModel
import CardRaster

/// Slices of a circle, with names and shares next to them.
struct PieMark: WholeMark {
  let chart: ChartLayout

  private struct Slice {
    var series: ChartSeries
    var point: ChartPoint
    var name: String
    var color: Color
    var start: Double
    var end: Double
    var share: Double
    /// The share as it is written.
    var shareText = ""

    var middle: Double { (start + end) / 2 }
  }

  /// The angles of the first and last slice in the deck.
  private var given: (start: Double, end: Double) {
    // Rings, whose legend is placed here too, are always whole.
    guard model.form != .rings else { return (0, 360) }
    let start = spec.arcs.startAngle ?? 0
    return (start, spec.arcs.endAngle ?? start + 360)
  }

  /// The angles of the first and last slice; reversed in a deck that is mirrored afterwards.
  private var angles: (start: Double, end: Double) {
    chart.isMirrored ? (-given.end, -given.start) : given
  }

  /// The extent of the slices around their centre, in radii.
  private var extent: Rect { ChartArc.extent(from: angles.start, to: angles.end) }
  /// Whether the slices form a whole circle.
  private var isWhole: Bool { extent.width == 2 && extent.height == 2 }

  private func slices() -> (slices: [Slice], total: Double, negative: Int) {
    guard let layer = model.layers.first else { return ([], 0, 0) }
    let points = layer.known.sorted { $0.point.x < $1.point.x }
    let total = points.reduce(0) { $0 + max(0, $1.point.y) }
    let negative = points.count { $0.point.y < 0 }
    let span = given.end - given.start
    var angle = given.start
    var slices: [Slice] = []
    let names = chart.forms(.x).first ?? []
    for (series, point) in points where total > 0 && point.y > 0 {
      let share = point.y / total
      let category = model.x.categories[at: point.x] ?? ""
      slices.append(
        Slice(
          series: series, point: point, name: names[at: point.x]?.text ?? "",
          color: style.color(Int(clamping: point.x), category),
          // Slices run clockwise in every script, so they are reversed here if the chart is mirrored
          // afterwards.
          start: chart.isMirrored ? -angle - span * share : angle,
          end: chart.isMirrored ? -angle : angle + span * share, share: share))
      angle += span * share
    }
    for (number, text) in ChartDescription(chart).shares(slices.map(\.share)).enumerated() {
      slices[number].shareText = text
    }
    return (slices, total, negative)
  }

  /// Draws the slices in a part.
  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    let (slices, total, negative) = slices()
    if negative > 0 {
      box.warn(
        chart, "\(DeckIssue.counted(negative, "value")) below 0 \(negative == 1 ? "has" : "have") no slice",
        key: "y", hint: "show them as bars")
    }
    guard !slices.isEmpty, let layer = model.layers.first else {
      return try drawEmpty(into: &box, in: room)
    }
    if slices.count > 7, spec.maxCategories == nil {
      box.warn(
        chart,
        "\(slices.count) slices are hard to distinguish", hint: "combine the smallest with 'maxCategories'")
    }
    let layout = try placement(slices, room)
    if layout.hiddenNames > 0 {
      chart.texts.hasNamesLeftOut = true
      box.warn(
        chart, "there is no room for \(layout.hiddenNames) of \(slices.count) names in the legend",
        key: "legend", hint: "make the chart taller, or combine the smallest with 'maxCategories'")
    }
    let (center, radius, extent) = (layout.center, layout.radius, extent)
    let inner = inner(radius)
    let outer = Rect(
      x: center.x + extent.minX * radius, y: center.y + extent.minY * radius,
      width: extent.width * radius, height: extent.height * radius)
    let bounds = Rect(origin: .zero, size: outer.size)
    for (number, slice) in slices.enumerated() {
      var mark = chart.markBox(outer, layer, slice.series, slice.point)
      mark.attributes.append(LayoutBox.Attribute("share", number: slice.share))
      let path = ChartArc.path(
        center: Point(x: -extent.minX * radius, y: -extent.minY * radius), inner: inner, outer: radius,
        from: slice.start, to: slice.end, gap: slices.count > 1 ? spec.arcs.padAngle : 0,
        radius: layer.mark.cornerRadius ?? 0)
      // A slice narrower than a line of its pattern would not show it.
      let isThin = abs(slice.end - slice.start) * Double.pi / 180 * radius < PieMark.leastPatterned
      mark.fill(.path(path), bounds, slice.color, isThin ? nil : chart.pattern(number))
      box.add(mark, at: outer.origin)
    }
    if chart.growing.animated { sweep(&box, center: center, radius: radius) }
    try layout.draw(into: &box, chart)
    try drawCenter(into: &box, center, inner, total)
  }

  /// The minimum width of a slice with a pattern, at its outer edge.
  private static let leastPatterned = 3.0

  /// The radius of the hole.
  private func inner(_ radius: Double) -> Double {
    let standard = model.mark == .donut ? 0.62 : 0
    let hole = model.layers.first?.mark.innerRadius ?? spec.arcs.innerRadius ?? standard
    return hole > 1 ? min(radius - 2, hole) : hole * radius
  }

  /// Draws a grey circle, or a part of one, if no value has a slice.
  private func drawEmpty(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    box.warn(
      chart, "no value is above 0, so an empty circle is drawn", key: "y",
      hint: "give values above 0, or show them as bars")
    let layout = try placement([], room)
    let (center, radius, inner) = (layout.center, layout.radius, inner(layout.radius))
    let path = ChartArc.path(center: center, inner: inner, outer: radius, from: angles.start, to: angles.end)
    box.add(.fill(.path(path), .solid(style.gridColor), bounds: Rect(around: center, reach: radius)))
    try drawCenter(into: &box, center, inner, 0)
  }

  /// Reveals the slices clockwise in an animation.
  private func sweep(_ box: inout LayoutBox, center: Point, radius: Double) {
    func isMark(_ content: LayoutBox.Content) -> Bool {
      if case .box(let inner, _) = content { inner.source?.type == ChartLayout.markType } else { false }
    }
    let turn: Double = chart.isMirrored ? -1 : 1
    var window = LayoutBox(size: box.size)
    window.sweep = Sweep(
      center: center, radius: radius + 2, start: turn * given.start, end: turn * given.end,
      duration: chart.growing.duration, easing: chart.growing.easing)
    window.content = box.content.filter { isMark($0) }
    box.content = box.content.filter { !isMark($0) } + [.box(window, at: .zero)]
  }

  /// The minimum font size of the text in the hole before it has two lines.
  private static let leastCenter = 9.0
  /// The minimum font size of the text in the hole.
  private static let leastNumber = 5.0
  /// The scales of all texts in the hole to try, the largest first.
  private static let centerScales = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5]
  /// The space between the texts in the hole.
  private var centerGap: Double { 7 * chart.growth }

  private func centerHeight(_ labels: [ChartLabel]) -> Double {
    labels.reduce(centerGap * Double(labels.count - 1)) { $0 + $1.block + $1.capHeight }
  }

  /// Whether the texts are inside the hole of a whole ring, with their corners.
  private func fits(_ labels: [ChartLabel], _ inner: Double) -> Bool {
    guard isWhole else { return true }
    var y = -centerHeight(labels) / 2
    return labels.allSatisfy { label in
      let (top, bottom) = (y, y + label.block + label.capHeight)
      y = bottom + centerGap
      let x = label.text.lines.map(\.frame.width).max() ?? 0
      return (x * x / 4 + max(top * top, bottom * bottom)).squareRoot() <= 0.97 * inner
    }
  }

  private func centerLabels(_ lines: [String], _ inner: Double, _ scale: Double) throws(RasterError)
    -> [ChartLabel]
  {
    var large = style.strongFont
    large.hasTabularFigures = false
    large.size = min(inner * 0.5, style.labelFont.size * 2.2)
    // The text shrinks to 0.8 of the hole.
    let room = extent.width * inner * 0.8
    var labels: [ChartLabel] = []
    for line in lines {
      let isFirst = labels.isEmpty
      var font = isFirst ? large : style.labelFont
      font.size *= scale
      // A line below is not larger than a first line that shrank, as far as it stays legible.
      if let first = labels.first?.fontSize { font.size = min(font.size, max(first, 0.75 * font.size)) }
      labels.append(try centerLabel(line, font, isFirst ? style.titleColor : style.labelColor, room))
    }
    return labels
  }

  /// A text at the largest size at which it fits into one line, or into two lines if it is not a number.
  private func centerLabel(_ line: String, _ font: Font, _ color: Color, _ room: Double) throws(RasterError)
    -> ChartLabel
  {
    // Words between two numbers may wrap.
    let isNumber =
      FigureColumn.holds(line)
      && !line.split(separator: " ").dropFirst().dropLast().contains {
        $0.contains(where: \.isLetter)
      }
    func label(_ size: Double, _ lines: Int) throws(RasterError) -> ChartLabel {
      let font = changing(font) { $0.size = size }
      return try chart.texts.label(
        line, font, color, width: lines == 1 ? .infinity : room + 1, lines: lines, alignment: .center,
        isBalanced: lines > 1)
    }
    for (lines, least) in isNumber ? [(1, Self.leastNumber)] : [(1, Self.leastCenter), (2, Self.leastNumber)]
    {
      var size = lines == 1 ? font.size : min(font.size, Self.leastCenter * chart.growth)
      while size >= min(least, font.size) {
        let label = try label(size, lines)
        if label.width <= room + 1, !label.text.isTruncated, !label.text.hasBrokenWord { return label }
        size *= 0.96
      }
    }
    return try chart.texts.label(
      line, changing(font) { $0.size = min(font.size, Self.leastNumber) }, color, width: room,
      lines: isNumber ? 1 : 2, alignment: .center)
  }

  private func drawCenter(
    into box: inout LayoutBox, _ center: Point, _ inner: Double, _ total: Double
  ) throws(RasterError) {
    guard !spec.centerText.isEmpty, inner > 12 else { return }
    var lines = spec.centerText
    if lines[0] == "total" {
      var dimension = model.y
      dimension.isShare = false
      lines[0] = ChartFormat.values([total], dimension, chart.locale).format(total)
      // The total of percentages is known.
      if let whole = ChartFormat.wholeOfPercentages(unit: dimension.unit, format: dimension.format),
        abs(total - whole) <= 0.005 * whole
      {
        lines.removeFirst()
      }
    }
    guard !lines.isEmpty else { return }
    let hole = extent
    var labels: [ChartLabel] = []
    for scale in Self.centerScales {
      labels = try centerLabels(lines, inner, scale)
      if fits(labels, inner) { break }
    }
    if labels.count > 1, !fits(labels, inner) {
      box.warn(
        chart, "the hole has no room for all lines of 'centerText'", key: "centerText",
        hint: "make the chart larger, or the ring thinner")
      labels = try centerLabels([lines[0]], inner, 1)
    }
    if labels.contains(where: { $0.text.isTruncated || $0.text.hasBrokenWord }) {
      return box.warn(
        chart, "the hole has no room for \(LayoutContext.opening(of: lines[0]))", key: "centerText",
        hint: "make the chart larger, or the ring thinner")
    }
    for label in labels { box.warnings += chart.warnings(label, key: "centerText") }
    let (gap, height) = (centerGap, centerHeight(labels))
    // In half a ring, the text is on its open side, not half below it.
    let lowest = center.y + hole.maxY * inner - height
    var y = max(center.y + hole.minY * inner, min(lowest, center.y - height / 2))
    let middle = center.x + (hole.width < 1.5 ? hole.midX * inner : 0)
    for label in labels {
      box.write(label, middle - label.blockWidth / 2, y + label.capHeight - label.baseline)
      y += label.block + label.capHeight + gap
    }
  }
}

/// The names and shares of slices: around the circle, or in a legend.
extension PieMark {
  /// The positions of the circle and its texts.
  struct Placement {
    var center: Point
    var radius: Double
    var words: [(label: ChartLabel, at: Point, leader: [Point])] = []
    var legend: (ChartLegend, Rect)?
    /// Whether the legend is above or below the circle, not next to it.
    var isLegendApart = false
    /// Whether each name has a row of its own.
    var isLegendColumn = true
    /// The number of names that do not fit into the legend.
    var hiddenNames = 0
    /// The height of the names on one side.
    var wordsHeight = 0.0

    func draw(into box: inout LayoutBox, _ chart: ChartLayout) throws(RasterError) {
      for (label, point, leader) in words {
        if leader.count > 1 {
          var path = Path(from: leader[0], to: leader[1])
          for next in leader.dropFirst(2) { path.line(to: next) }
          box.add(.stroke(path, Stroke(width: chart.growth), chart.style.axisColor))
        }
        box.write(label, point.x, point.y)
      }
      if let (legend, frame) = legend {
        for entry in legend.entries { box.warnings += chart.warnings(entry.label, key: "x") }
        legend.draw(into: &box, in: frame, isColumn: isLegendColumn)
      }
    }
  }

  /// The height of the circle with its names and legend.
  func naturalHeight(_ width: Double) throws(RasterError) -> Double {
    let slices = slices().slices
    let largest = largest(width)
    let most = isWhole ? min(width, 220 * chart.growth) : largest * extent.height + verticalRoom
    let placement = try placement(slices, Rect(x: 0, y: 0, width: width, height: most), isMeasured: true)
    let circle = placement.radius * extent.height
    guard let (_, frame) = placement.legend else {
      if isWhole { return most }
      return placement.words.isEmpty ? circle + 2 : max(circle + verticalRoom, placement.wordsHeight)
    }
    // Many names make the chart higher, up to a height that is still easy to view.
    guard placement.isLegendApart else { return min(most + 360, max(circle, frame.height)) }
    // Many or long names make the chart higher instead of the circle smaller.
    if isWhole { return max(most, min(width, leastCircle) + legendGap + frame.height) }
    return min(width / extent.width, leastCircle) * extent.height + legendGap + frame.height
  }

  /// The default height of slices that do not form a whole circle.
  private var openHeight: Double { 160 * chart.growth }

  /// The maximum radius of a part of a circle; half a circle is larger than a whole one, but less high.
  private func largest(_ width: Double) -> Double {
    min(width / extent.width, max(110 * chart.growth, openHeight / extent.height))
  }

  /// The space for names above and below the circle.
  private var verticalRoom: Double { 2 * style.labelFont.size }

  /// The default minimum width of a circle above or below its legend.
  private var leastCircle: Double { 120 * chart.growth }

  /// - Parameter isMeasured: whether the legend has all names, to determine their height.
  private func placement(
    _ slices: [Slice], _ room: Rect, isMeasured: Bool = false
  ) throws(RasterError) -> Placement {
    if spec.legend == .none || slices.isEmpty {
      let radius = max(1, min(room.width / extent.width, room.height / extent.height) - 1)
      return Placement(center: middle(of: room, radius), radius: radius)
    }
    let isOutside = spec.legend == .auto || spec.legend == .direct
    if isOutside, slices.count <= 12, let outside = try outside(slices, room) { return outside }
    let names = slices.enumerated().map { ($1.name, $1.color, chart.pattern($0), $1.shareText) }
    return try withLegend(names, room, isMeasured: isMeasured)
  }

  /// The centre of a circle whose drawn part is centred in an area.
  private func middle(of room: Rect, _ radius: Double) -> Point {
    Point(x: room.midX - extent.midX * radius, y: room.midY - extent.midY * radius)
  }

  /// The name of a slice, and its share in a bolder font, because a name may end with a number.
  private func words(_ slice: Slice) throws(RasterError) -> [ChartLabel] {
    guard chart.isModern else { return [try chart.label("\(slice.name) \(slice.shareText)")] }
    return [
      try chart.label(slice.name), try chart.texts.label(slice.shareText, style.strongFont, style.labelColor),
    ]
  }

  /// Names around the circle with leader lines; nil if they leave too little space for the circle.
  private func outside(_ slices: [Slice], _ room: Rect) throws(RasterError) -> Placement? {
    let labels = try slices.map { slice throws(RasterError) in try words(slice) }
    let gap = 0.4 * style.labelFont.size
    let widths = labels.map { $0.reduce(-gap) { $0 + $1.width + gap } }
    let heights = labels.map { $0.map(\.height).max() ?? 0 }
    let isRight = slices.map { Angle.sineAndCosine(degrees: $0.middle).sine >= -1e-9 }
    func widest(_ side: Bool) -> Double {
      zip(widths, isRight).filter { $0.1 == side }.map(\.0).max() ?? 0
    }
    let (left, right) = (widest(false), widest(true))
    // A side without names needs no space for leader lines, but names on the other side keep a whole circle
    // centred.
    let reach = 22 * chart.growth
    let reaches = (left > 0 || isWhole ? reach : 0) + (right > 0 || isWhole ? reach : 0)
    // A part of a circle is small already, so names must not take much of its width.
    let across = (room.width - left - right - reaches) / extent.width
    let radius = min((room.height - verticalRoom) / extent.height, across)
    guard isWhole ? radius >= 0.3 * min(room.width, room.height) : across >= 0.6 * largest(room.width),
      radius >= 30
    else { return nil }
    // A circle is in the middle of its part if the wider names have space on both sides.
    let isCentered = isWhole && room.width - 2 * max(left, right) - reaches >= extent.width * radius
    let inner =
      isCentered
      ? room
      : Rect(x: room.minX + left, y: room.minY, width: room.width - left - right, height: room.height)
    let center = middle(of: inner, radius)
    var placement = Placement(center: center, radius: radius)
    for side in [false, true] {
      let members = slices.indices.filter { isRight[$0] == side }
      let wanted = members.map { ChartArc.point(center, radius + 8 * chart.growth, slices[$0].middle).y }
      let heights = members.map { heights[$0] }
      guard heights.reduce(0, +) <= room.height else { return nil }
      placement.wordsHeight = max(placement.wordsHeight, heights.reduce(0, +))
      let centers = ChartSpread.centers(wanted, heights: heights, from: room.minY, to: room.maxY)
      // Leader lines to names far from their slices would cross other slices or each other.
      guard zip(zip(wanted, centers), heights).allSatisfy({ abs($0.0 - $0.1) <= 1.25 * $1 }) else {
        return nil
      }
      for (place, number) in members.enumerated() {
        let from = ChartArc.point(center, radius + 2 * chart.growth, slices[number].middle)
        var elbow = ChartArc.point(center, radius + 8 * chart.growth, slices[number].middle)
        // The second part of the line is level, also if the name was moved.
        elbow.y = centers[place]
        let sign: Double = side ? 1 : -1
        // The names of a side form a column.
        let end = Point(x: center.x + sign * (radius + 14 * chart.growth), y: centers[place])
        var x = side ? end.x + chart.valueGap : end.x - chart.valueGap - widths[number]
        for (number, label) in labels[number].enumerated() {
          let leader = number == 0 ? [from, elbow, end] : []
          placement.words.append((label, Point(x: x, y: label.top(centers[place], chart.cap)), leader))
          x += label.width + gap
        }
      }
    }
    return placement
  }

  /// A name in the legend of a circle.
  typealias Named = (name: String, color: Color, pattern: ChartPattern?, value: String)

  /// The entries of a legend with a maximum width of names.
  private func entries(_ names: [Named], width: Double) throws(RasterError) -> [ChartLegend.Entry] {
    try names.map { name, color, pattern, value throws(RasterError) in
      ChartLegend.Entry(
        label: try chart.rowLabel(name, width: width, lines: 3, alignment: .natural),
        color: color, symbol: .swatch, pattern: pattern,
        value: try chart.texts.label(value, style.strongFont, style.labelColor))
    }
  }

  /// The minimum width of a circle with a legend.
  private var leastBeside: Double { 84 * chart.growth }
  /// The gap between the circle and a legend above or below it.
  private var legendGap: Double { 14 * chart.growth }

  /// A legend next to, above or below the circle; by default where the circle is larger.
  func withLegend(
    _ names: [Named], _ room: Rect, isMeasured: Bool = false
  ) throws(RasterError) -> Placement {
    let apart = try withLegend(names, room, isMeasured: isMeasured, isApart: true)
    if spec.legend.isAcross { return apart }
    let beside = try withLegend(names, room, isMeasured: isMeasured, isApart: false)
    // Without a height of the deck, the chart is as high as the circle next to the legend.
    let isFree = !isMeasured && [.auto, .direct].contains(spec.legend)
    let isWorse = isFree && apart.hiddenNames <= beside.hiddenNames
    let isTooSmall = 2 * beside.radius < leastBeside
    return apart.radius > (isTooSmall ? 1 : isWorse ? 1.15 : .infinity) * beside.radius ? apart : beside
  }

  private func withLegend(
    _ names: [Named], _ room: Rect, isMeasured: Bool, isApart: Bool
  ) throws(RasterError) -> Placement {
    // Below the circle, names have the full width except for a symbol and a share.
    var legend = ChartLegend(
      entries: try entries(
        names, width: max(60, isApart ? room.width - 72 * chart.growth : room.width * 0.4)),
      growth: chart.growth)
    var (most, isColumn) = (room.height, true)
    if isApart {
      let widest = legend.size(width: room.width, isColumn: true).width + legend.entryGap
      let columns = Int(clamping: (room.width + legend.entryGap) / widest)
      // Rows of one or two entries do not save much height, but their values would be scattered.
      let (flow, column) = (
        legend.size(width: room.width, isColumn: false), legend.size(width: room.width, isColumn: true)
      )
      isColumn =
        columns < 2
        && legend.entries.contains {
          $0.label.text.lines.count > 1 || $0.value != nil && flow.height > 0.7 * column.height
        }
      if columns > 1 { legend.columns = columns }
      // The circle stays large enough for visible slices.
      let circle = leastBeside / 2 * extent.height
      most = max(ChartPlot.legendShare * room.height, room.height - circle - legendGap)
    }
    // In several columns, a value at the end of its column would be nearer to the next name than to its own.
    if isColumn { legend.alignValues() }
    let (shown, hidden) = try legend.fitting(
      chart, width: room.width, height: isMeasured ? .infinity : most, isColumn: isColumn)
    let size = shown.size(width: room.width, isColumn: isColumn)
    let extent = extent
    let radius: Double
    var (center, frame) = (Point.zero, Rect(origin: room.origin, size: size))
    if isApart {
      radius = max(
        10, min(room.width / extent.width, (room.height - size.height - legendGap) / extent.height))
      let isOnTop = spec.legend == .top
      let top = isOnTop ? room.minY + size.height + legendGap : room.minY
      center = Point(x: room.midX - extent.midX * radius, y: top - extent.minY * radius)
      frame.size.width = room.width
      if !isOnTop { frame.origin.y = room.maxY - size.height }
    } else {
      let gap = 24 * chart.growth
      radius = max(10, min(room.height / extent.height, (room.width - size.width - gap) / extent.width))
      let isLeft = chart.isAtLeft(spec.legend)
      let whole = extent.width * radius + gap + size.width
      let start = room.minX + (room.width - whole) / 2
      center = Point(
        x: isLeft ? start + whole - extent.maxX * radius : start - extent.minX * radius,
        y: room.midY - extent.midY * radius)
      frame.origin = Point(
        x: isLeft ? start : start + extent.width * radius + gap, y: room.midY - size.height / 2)
    }
    return Placement(
      center: center, radius: radius, legend: (shown, frame), isLegendApart: isApart,
      isLegendColumn: isColumn,
      hiddenNames: hidden)
  }
}
