import CardRaster

/// Bars that become shorter from stage to stage, each with its value and what is left of the first.
struct ChartFunnel {
  let chart: ChartLayout

  init(_ chart: ChartLayout) { self.chart = chart }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    guard let layer = chart.plan.layers.first else { return }
    let style = chart.style
    let points = layer.series.flatMap { series in series.points.map { (series, $0) } }.filter {
      !$0.1.isMissing
    }
    let most = points.map { max(0, $0.1.y) }.max() ?? 0
    guard most > 0, let first = points.first?.1.y, first > 0 else { return }
    let words = ChartWords(chart)
    let names = chart.forms(\.x).first ?? []
    let format = ChartFormat.values(points.map(\.1.y), chart.plan.y, chart.locale)
    var labels: [(name: ChartLabel, value: ChartLabel, share: ChartLabel)] = []
    for (number, (_, point)) in points.enumerated() {
      let name = names.indices.contains(Int(point.x)) ? names[Int(point.x)].text : ""
      var share = words.share(point.y / first)
      if number > 1, points[number - 1].1.y > 0 {
        share += " · " + words.share(point.y / points[number - 1].1.y)
      }
      labels.append(
        (
          try chart.texts.label(
            name, style.labelFont, style.labelColor, width: room.width * 0.32, lines: 2, alignment: .left),
          try chart.texts.label(format.text(point.y), style.strongFont, ChartContrast.ink(on: color(layer))),
          try chart.texts.label(share, style.labelFont, style.labelColor)
        ))
    }
    let left = (labels.map(\.name.width).max() ?? 0) + 12
    let right = (labels.map(\.share.width).max() ?? 0) + 12
    let width = max(20, room.width - left - right)
    let row = room.height / Double(points.count)
    let cap = style.labelFont.size * chartCapHeight
    for (number, (series, point)) in points.enumerated() {
      let length = max(chart.hairline, width * max(0, point.y) / most)
      let top = room.minY + row * Double(number)
      let frame = Rect(
        x: left + (width - length) / 2, y: top + 2, width: length, height: max(1, min(row - 4, 44)))
      var mark = chart.markBox(frame, layer, series, point)
      mark.attributes.append(LayoutBox.Attribute("share", words.share(point.y / first)))
      let shape = RoundedRect(
        rect: Rect(origin: .zero, size: frame.size), radii: CornerRadii(chart.spec.bars.cornerRadius))
      mark.add(.roundedRect(shape, .solid(color(layer))))
      box.add(mark, at: frame.origin)
      let label = labels[number]
      let middle = frame.midY
      if label.value.width + 10 <= length {
        box.content.append(
          .text(
            label.value.text,
            at: Point(x: frame.midX - label.value.width / 2, y: middle + cap / 2 - label.value.baseline)))
      } else {
        let outside = try chart.texts.label(label.value.string, style.strongFont, style.titleColor)
        box.content.append(
          .text(outside.text, at: Point(x: frame.maxX + 6, y: middle + cap / 2 - outside.baseline)))
      }
      let share = room.maxX - label.share.width
      box.content.append(
        .text(
          label.name.text,
          at: Point(x: room.minX, y: middle + cap / 2 - (label.name.baseline + label.name.lastBaseline) / 2)))
      box.content.append(
        .text(label.share.text, at: Point(x: share, y: middle + cap / 2 - label.share.baseline)))
      if label.name.text.isTruncated { box.warnings += chart.context.warnings(label.name.text, key: "x") }
    }
  }

  private func color(_ layer: ChartLayer) -> Color { layer.mark.color ?? chart.style.color(0, "") }
}
