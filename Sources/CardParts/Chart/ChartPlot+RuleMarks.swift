import CardRaster

/// Rules that are marks of a layer.
extension ChartPlot {
  mutating func drawRuleMarks(_ layer: ChartLayer) {
    let vertical = vertical(layer)
    for series in layer.series {
      for point in series.points where layer.draws(point) {
        let color =
          layer.role == .candle
          ? (point.kind == .down ? style.downColor : style.upColor)
          : layer.mark.color ?? (layer.hasSeriesColors ? chart.color(series, layer) : style.ruleColor)
        let width = layer.role == .candle ? 1 : layer.mark.strokeWidth ?? 1.5
        var path = Path()
        switch (point.x.isFinite, point.y.isFinite) {
        case (true, true):
          let place = x.position(point.x)
          if let y2 = point.y2, y2 != point.y || layer.role == .candle {
            path.move(to: Point(x: place, y: vertical.position(point.y)))
            path.line(to: Point(x: place, y: vertical.position(y2)))
          } else if let x2 = point.x2, x2 != point.x {
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
          .item(.stroke(path, Stroke(width: width, dashes: layer.mark.strokeDash).fitting(path), color)))
      }
    }
  }
}
