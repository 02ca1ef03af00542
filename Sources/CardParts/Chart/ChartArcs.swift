import CardRaster

/// Slices of a circle, with their names and shares beside them.
struct ChartArcs {
  let chart: ChartLayout

  init(_ chart: ChartLayout) { self.chart = chart }

  struct Slice {
    var series: ChartSeries
    var point: ChartPoint
    var name: String
    var color: Color
    var start: Double
    var end: Double
    var share: Double

    var middle: Double { (start + end) / 2 }
  }

  var spec: ChartSpec { chart.spec }
  var style: ChartStyle { chart.style }

  /// What the slices take around their middle, in radii: of half a circle half the room.
  var extent: Rect {
    let start = spec.arcs.startAngle ?? 0
    let end = spec.arcs.endAngle ?? start + 360
    return chart.isMirrored ? ChartArc.extent(from: -end, to: -start) : ChartArc.extent(from: start, to: end)
  }

  func slices() -> (slices: [Slice], total: Double, negative: Int) {
    guard let layer = chart.plan.layers.first else { return ([], 0, 0) }
    let points = layer.series.flatMap { series in series.points.map { (series, $0) } }
      .filter { !$0.1.isMissing }.sorted { $0.1.x < $1.1.x }
    let total = points.reduce(0) { $0 + max(0, $1.1.y) }
    let negative = points.filter { $0.1.y < 0 }.count
    let start = spec.arcs.startAngle ?? 0
    let span = (spec.arcs.endAngle ?? start + 360) - start
    var angle = start
    var slices: [Slice] = []
    let names = chart.forms(\.x).first ?? []
    for (series, point) in points where total > 0 && point.y > 0 {
      let share = point.y / total
      let category = chart.plan.x.categories[at: point.x] ?? ""
      slices.append(
        Slice(
          series: series, point: point,
          name: names[at: point.x]?.text ?? "",
          color: style.color(Int(clamping: point.x), category),
          // Slices run clockwise in every script; what is mirrored afterwards runs the other way here.
          start: chart.isMirrored ? -angle - span * share : angle,
          end: chart.isMirrored ? -angle : angle + span * share, share: share))
      angle += span * share
    }
    return (slices, total, negative)
  }

  /// Draws the slices in a part.
  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    let (slices, total, negative) = slices()
    if negative > 0 {
      box.warnings.append(
        chart.context.warning(
          "\(DeckIssue.counted(negative, "value")) below 0 \(negative == 1 ? "has" : "have") no slice",
          key: "y",
          hint: "show them as bars")
      )
    }
    guard !slices.isEmpty else { return try drawEmpty(into: &box, in: room) }
    if slices.count > 7, spec.maxCategories == nil {
      box.warnings.append(
        chart.context.warning(
          "\(slices.count) slices are hard to tell apart", hint: "sum up the smallest with 'maxCategories'"))
    }
    let layout = try placement(slices, room)
    if layout.hiddenNames > 0 {
      chart.texts.hasNamesLeftOut = true
      box.warnings.append(
        chart.context.warning(
          "there is no room for \(layout.hiddenNames) of \(slices.count) names in the legend", key: "legend",
          hint: "make the chart taller, or sum up the smallest with 'maxCategories'"))
    }
    let center = layout.center
    let radius = layout.radius
    let inner = inner(radius)
    let extent = self.extent
    for (number, slice) in slices.enumerated() {
      let outer = Rect(
        x: center.x + extent.minX * radius, y: center.y + extent.minY * radius,
        width: extent.width * radius, height: extent.height * radius)
      guard let layer = chart.plan.layers.first else { continue }
      var mark = chart.markBox(outer, layer, slice.series, slice.point)
      mark.attributes.append(LayoutBox.Attribute("share", ChartWords(chart).share(slice.share)))
      let path = ChartArc.path(
        center: Point(x: -extent.minX * radius, y: -extent.minY * radius), inner: inner, outer: radius,
        from: slice.start, to: slice.end,
        gap: slices.count > 1 ? spec.arcs.padAngle : 0)
      // A slice that is narrower than a line of its pattern shows nothing of it.
      let isThin = abs(slice.end - slice.start) * Double.pi / 180 * radius < ChartArcs.leastPatterned
      if !isThin, let pattern = chart.pattern(number) {
        mark.content += pattern.items(.path(path), Rect(origin: .zero, size: outer.size), slice.color).map {
          .item($0)
        }
      } else {
        mark.add(.fill(.path(path), .solid(slice.color), bounds: Rect(origin: .zero, size: outer.size)))
      }
      box.add(mark, at: outer.origin)
    }
    if chart.growing.animated { sweep(&box, center: center, radius: radius) }
    try layout.draw(into: &box, chart)
    try drawCenter(into: &box, center, inner, total)
  }

  /// How wide a slice with a pattern is at least, at its outer end.
  private static let leastPatterned = 3.0

  /// The radius of the hole in a circle.
  private func inner(_ radius: Double) -> Double {
    let hole =
      (chart.plan.layers.first?.mark.innerRadius ?? spec.arcs.innerRadius
        ?? (chart.plan.mark == .donut ? 0.62 : 0))
    return hole > 1 ? min(radius - 2, hole) : hole * radius
  }

  /// A grey circle, or a piece of one, where no value has a slice.
  private func drawEmpty(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    box.warnings.append(
      chart.context.warning(
        "no value is above 0, so that there are no slices; an empty circle is drawn", key: "y",
        hint: "give values above 0, or show them as bars"))
    let layout = try placement([], room)
    let (center, radius, inner) = (layout.center, layout.radius, inner(layout.radius))
    let start = spec.arcs.startAngle ?? 0
    let end = spec.arcs.endAngle ?? start + 360
    let path = ChartArc.path(
      center: center, inner: inner, outer: radius, from: chart.isMirrored ? -end : start,
      to: chart.isMirrored ? -start : end)
    let bounds = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    box.add(.fill(.path(path), .solid(style.gridColor), bounds: bounds))
    try drawCenter(into: &box, center, inner, 0)
  }

  /// Lets the slices appear one degree after the other in a moving picture.
  private func sweep(_ box: inout LayoutBox, center: Point, radius: Double) {
    let turn: Double = chart.isMirrored ? -1 : 1
    let start = spec.arcs.startAngle ?? 0
    let marks = box.content.filter {
      if case .box(let inner, _) = $0 { inner.source?.type == ChartLayout.markType } else { false }
    }
    let others = box.content.filter {
      if case .box(let inner, _) = $0 { inner.source?.type != ChartLayout.markType } else { true }
    }
    var window = LayoutBox(size: box.size)
    window.sweep = Sweep(
      center: center, radius: radius + 2, start: turn * start,
      end: turn * (spec.arcs.endAngle ?? start + 360),
      duration: chart.growing.duration, easing: chart.growing.easing)
    window.content = marks
    box.content = others + [.box(window, at: .zero)]
  }

  /// The smallest size of words in a hole.
  private static let leastCenter = 9.0

  private func drawCenter(into box: inout LayoutBox, _ center: Point, _ inner: Double, _ total: Double)
    throws(RasterError)
  {
    guard !spec.centerText.isEmpty, inner > 12 else { return }
    var lines = spec.centerText
    if lines[0] == "total" {
      var dimension = chart.plan.y
      dimension.isShare = false
      lines[0] = ChartFormat.values([total], dimension, chart.locale).text(total)
    }
    var fonts: [Font] = []
    for number in lines.indices {
      var font = number == 0 ? style.strongFont : style.labelFont
      if number == 0 { font.size = min(inner * 0.5, style.labelFont.size * 2.2) }
      fonts.append(font)
    }
    // The words shrink to 0.8 of the hole.
    let hole = extent
    let room = hole.width * inner * 0.8
    var labels: [ChartLabel] = []
    for (line, font) in zip(lines, fonts) {
      var font = font
      var label = try chart.texts.label(line, font, font == fonts[0] ? style.titleColor : style.labelColor)
      if label.width > room {
        font.size = max(min(font.size, Self.leastCenter), font.size * room / label.width)
        label = try chart.texts.label(
          line, font, font.weight > 500 ? style.titleColor : style.labelColor, width: room, lines: 2,
          alignment: .center)
        box.warnings += chart.doubts(label, key: "centerText")
      }
      labels.append(label)
    }
    let caps = labels.map { ($0.text.lines.first?.runs.first?.font.size ?? 11) * chartCapHeight }
    let heights = zip(labels, caps).map { $0.lastBaseline - $0.baseline + $1 }
    let gap = 7.0
    let height = heights.reduce(0, +) + gap * Double(labels.count - 1)
    // In half a ring they stand on its open side, not half below it.
    let lowest = center.y + hole.maxY * inner - height
    var y = max(center.y + hole.minY * inner, min(lowest, center.y - height / 2))
    let middle = center.x + (hole.width < 1.5 ? hole.midX * inner : 0)
    for (label, cap) in zip(labels, caps) {
      let width = label.text.lines.count > 1 ? label.text.size.width : label.width
      box.content.append(.text(label.text, at: Point(x: middle - width / 2, y: y + cap - label.baseline)))
      y += label.lastBaseline - label.baseline + cap + gap
    }
  }
}
