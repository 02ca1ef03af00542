import CardRaster

/// A ring that is filled up to a value, with the number in its middle.
struct ChartGauge {
  let chart: ChartLayout

  init(_ chart: ChartLayout) { self.chart = chart }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    let (spec, style) = (chart.spec, chart.style)
    let value = spec.gauge.value ?? 0
    let (low, high) = (spec.gauge.domain[0], spec.gauge.domain[1])
    if value < low || value > high {
      box.warnings.append(
        chart.context.warning(
          "\(JSONNumber.text(value)) is outside \(JSONNumber.text(low))…\(JSONNumber.text(high)); the ring ends there",
          key: "value"))
    }
    let start = spec.arcs.startAngle ?? -90
    let end = spec.arcs.endAngle ?? (spec.arcs.startAngle == nil ? 90 : start + 180)
    let (radius, center) = circle(start, end, room)
    guard radius > 8 else { return }
    let inner = radius * (1 - (spec.arcs.innerRadius.map { $0 > 1 ? 1 - $0 / radius : 1 - $0 } ?? 0.18))
    let share = min(1, max(0, (value - low) / (high - low)))
    let reach = start + (end - start) * share
    let bands = self.bands(low, high)
    let color =
      bands.first { value <= $0.to }?.color ?? bands.last?.color ?? chart.spec.mark?.color
      ?? style.color(0, "")
    func ring(_ from: Double, _ to: Double, _ color: Color, gap: Double = 0) {
      guard to > from else { return }
      let path = ChartArc.path(center: center, inner: inner, outer: radius, from: from, to: to, gap: gap)
      let bounds = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      box.add(.fill(.path(path), .solid(color), bounds: bounds))
    }
    let track = style.tint(style.labelColor, 0.18)
    if bands.isEmpty {
      ring(start, end, track)
    } else {
      var from = start
      for band in bands {
        let to = start + (end - start) * min(1, max(0, (band.to - low) / (high - low)))
        ring(from, to, style.tint(band.color, 0.28), gap: 1.5)
        from = to
      }
    }
    var mark = LayoutBox(size: box.size)
    mark.source = LayoutBox.Source(type: ChartLayout.markType)
    mark.region = ChartLayout.markType
    mark.attributes = [
      LayoutBox.Attribute("mark", "gauge"), LayoutBox.Attribute("y", ChartWords(chart).gaugeValue(value)),
    ]
    if reach > start {
      let path = ChartArc.path(center: center, inner: inner, outer: radius, from: start, to: reach)
      let bounds = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      mark.add(.fill(.path(path), .solid(color), bounds: bounds))
    }
    if chart.growing.animated {
      mark.sweep = Sweep(
        center: center, radius: radius + 2, start: start, end: end, duration: chart.growing.duration,
        easing: chart.growing.easing)
    }
    box.add(mark, at: .zero)
    try drawWords(into: &box, center, inner, isHalf: end - start <= 200)
  }

  private func circle(_ start: Double, _ end: Double, _ room: Rect) -> (Double, Point) {
    let whole = ChartArc.extent(from: start, to: end)
    let words = chart.style.labelFont.size * 0.6
    let radius = min((room.width - 2) / max(whole.width, 1), (room.height - words) / max(whole.height, 0.5))
    let left = room.midX - whole.midX * radius
    let top = room.minY + (room.height - words - whole.height * radius) / 2
    return (radius, Point(x: left, y: top - whole.minY * radius))
  }

  private func bands(_ low: Double, _ high: Double) -> [(to: Double, color: Color)] {
    let given = chart.spec.gauge.thresholds
    guard !given.isEmpty else { return [] }
    var all = given.map { ($0.to, $0.color) }
    if let last = all.last, last.0 < high { all.append((high, nil)) }
    return all.enumerated().map { number, band in
      (band.0, band.1 ?? chart.style.color(number, ""))
    }
  }

  private func drawWords(into box: inout LayoutBox, _ center: Point, _ inner: Double, isHalf: Bool)
    throws(RasterError)
  {
    let (spec, style) = (chart.spec, chart.style)
    var font = style.strongFont
    font.size = max(12, min(inner * 0.52, 64))
    var label = try chart.texts.label(
      ChartWords(chart).gaugeValue(spec.gauge.value ?? 0), font, style.titleColor)
    let room = 2 * inner * 0.78
    if label.width > room {
      font.size = max(9, font.size * room / label.width)
      label = try chart.texts.label(
        ChartWords(chart).gaugeValue(spec.gauge.value ?? 0), font, style.titleColor, width: room)
      box.warnings += chart.doubts(label, key: "value")
    }
    let cap = font.size * chartCapHeight
    let under = try spec.gauge.label.map { text throws(RasterError) in
      let width = max(40, 2 * inner * 0.8)
      let line = try chart.texts.label(text, style.labelFont, style.labelColor, width: width)
      // A second line where the number above it leaves room for it.
      guard line.text.isTruncated, inner > cap + 3.5 * style.labelFont.size else { return line }
      return try chart.texts.label(
        text, style.labelFont, style.labelColor, width: width, lines: 2, alignment: .center)
    }
    if let under { box.warnings += chart.doubts(under, key: "label") }
    let gap = 8.0
    let below = under.map { style.labelFont.size * chartCapHeight + gap + $0.lastBaseline - $0.baseline } ?? 0
    let bottom = isHalf ? center.y : center.y + (cap + below) / 2
    box.content.append(
      .text(label.text, at: Point(x: center.x - label.width / 2, y: bottom - below - label.baseline)))
    if let under {
      let width = under.text.lines.count > 1 ? under.text.size.width : under.width
      box.content.append(
        .text(under.text, at: Point(x: center.x - width / 2, y: bottom - under.lastBaseline)))
    }
  }
}
