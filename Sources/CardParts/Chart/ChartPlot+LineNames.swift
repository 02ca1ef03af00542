import CardRaster

/// Names at the ends of lines.
extension ChartPlot {
  /// The room for the names at the ends of lines.
  func widthOfDirectLabels() throws(RasterError) -> Double {
    guard hasDirectLabels else { return 0 }
    var widest = 0.0
    for layer in plan.layers where layer.mark.type == .line {
      for series in layer.series { widest = max(widest, try directLabel(series.name, .black).width) }
    }
    return widest + 8
  }

  mutating func nameLines(_ layer: ChartLayer) throws(RasterError) {
    guard hasDirectLabels else { return }
    let vertical = vertical(layer)
    var ends: [(label: ChartLabel, y: Double)] = []
    for series in layer.series {
      // Where values rise to the left, a line ends there, and its name stands at its start.
      let isBackwards = x.end < x.start
      let known = series.points.filter { !$0.isMissing }
      guard let last = isBackwards ? known.first : known.last else { continue }
      let color = readable(chart.color(series, layer))
      let label = try directLabel(series.name, color)
      warnings += chart.doubts(label, key: "legend")
      ends.append((label, vertical.position(last.y)))
    }
    let heights = ends.map { _ in style.labelFont.size * 1.25 }
    let centers = ChartSpread.centers(
      ends.map(\.y), heights: heights, from: frame.minY - 6, to: frame.maxY + 6)
    let cap = style.labelFont.size * chartCapHeight
    for (end, center) in zip(ends, centers) {
      let left = frame.maxX + 6
      floors[Floor.labels.rawValue].append(
        .text(end.label.text, at: Point(x: left, y: center + cap / 2 - end.label.baseline)))
    }
  }

  /// A colour as ink for words: mixed with the labels' until it is read.
  func readable(_ color: Color) -> Color {
    var share = 0.0
    var result = color
    let target = ChartContrast.ink(on: style.surface)
    while result.contrast(with: style.surface) < 4.5, share < 1 {
      share += 0.1
      result = ChartScheme.mixed(color, target, share: share)
    }
    return result
  }
}
