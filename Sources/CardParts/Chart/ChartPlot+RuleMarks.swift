import CardRaster

/// Rules and texts that are marks of a layer.
extension ChartPlot {
  mutating func drawRuleMarks(_ layer: ChartLayer) {
    let vertical = vertical(layer)
    for series in layer.series {
      for point in series.points {
        let color =
          layer.role == .candle
          ? (point.kind == .down ? style.downColor : style.upColor)
          : layer.mark.color ?? (layer.hasSeriesColors ? chart.color(series, layer) : style.ruleColor)
        let width = layer.role == .candle ? 1 : layer.mark.strokeWidth ?? 1.5
        var path = Path()
        switch (point.x.isFinite, point.y.isFinite) {
        case (true, true):
          let place = x.position(point.x)
          if let y2 = point.y2 {
            path.move(to: Point(x: place, y: vertical.position(point.y)))
            path.line(to: Point(x: place, y: vertical.position(y2)))
          } else if let x2 = point.x2 {
            path.move(to: Point(x: place, y: vertical.position(point.y)))
            path.line(to: Point(x: x.position(x2), y: vertical.position(point.y)))
          } else {
            let half = max(4, x.bandwidth / 2)
            path.move(to: Point(x: place - half, y: vertical.position(point.y)))
            path.line(to: Point(x: place + half, y: vertical.position(point.y)))
          }
        case (false, true):
          path.move(to: Point(x: frame.minX, y: vertical.position(point.y)))
          path.line(to: Point(x: frame.maxX, y: vertical.position(point.y)))
        case (true, false):
          path.move(to: Point(x: x.position(point.x), y: frame.minY))
          path.line(to: Point(x: x.position(point.x), y: frame.maxY))
        case (false, false): continue
        }
        let floor = layer.role == .candle ? Floor.areas : .rules
        floors[floor.rawValue].append(
          .item(.stroke(path, Stroke(width: width, dashes: layer.mark.strokeDash), color)))
      }
    }
  }

  mutating func drawTexts(_ layer: ChartLayer) throws(RasterError) {
    let vertical = vertical(layer)
    let axis = layer.isOnSecondAxis ? plan.second ?? plan.y : plan.y
    let numbers = layer.series.flatMap(\.points).map(\.value).filter(\.isFinite)
    var dimension = axis
    let encodings = [spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) }
    if let format = encodings.compactMap({ $0.text?.format }).first { dimension.format = format }
    let format = ChartFormat.values(numbers, dimension, chart.locale)
    for series in layer.series {
      for point in series.points {
        let given = point.text.map { layer.texts[$0] }
        guard let words = given ?? (point.value.isFinite ? format.text(point.value) : nil) else { continue }
        let text = given.flatMap { CSVTable.number($0) }.map { format.text($0) } ?? words
        var font = style.labelFont
        if let size = layer.mark.size { font.size = min(60, max(6, size)) }
        let label = try chart.texts.label(text, font, layer.mark.color ?? style.labelColor)
        let center = Point(
          x: point.x.isFinite ? x.position(point.x) : frame.midX,
          y: point.y.isFinite ? vertical.position(point.y) : frame.midY)
        let right = layer.mark.dx * (chart.isMirrored ? -1 : 1)
        let left = max(frame.minX, min(frame.maxX - label.width, center.x + right - label.width / 2))
        let top = center.y + layer.mark.dy + font.size * chartCapHeight / 2 - label.baseline
        labels.append(
          PlacedLabel(
            label: label, frame: Rect(x: left, y: max(0, top), width: label.width, height: label.height),
            weight: .infinity, backing: .halo))
      }
    }
  }
}
