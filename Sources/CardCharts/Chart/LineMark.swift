import CardModel
import CardRaster

/// Lines and areas.
extension ChartPlot {
  /// A part of a series without missing values.
  private struct Run {
    var points: [Point] = []
    var bases: [Double] = []
  }

  /// The runs of a series, and the connections over missing values between them.
  private func runs(_ series: ChartSeries, _ layer: ChartLayer) -> (runs: [Run], bridges: [(Point, Point)]) {
    let vertical = frame[layer.verticalAxis]
    let zero = frame.zero(layer.verticalAxis)
    var runs: [Run] = []
    var bridges: [(Point, Point)] = []
    var current = Run()
    var isBroken = false
    for point in series.points {
      if point.isMissing {
        isBroken = spec.missing != .connect
        continue
      }
      let place = Point(x: frame.x.position(point.x), y: vertical.position(point.y))
      if isBroken, let last = current.points.last {
        runs.append(current)
        current = Run()
        if spec.missing == .dash { bridges.append((last, place)) }
      }
      isBroken = false
      current.points.append(place)
      current.bases.append(point.y2.map { vertical.position($0) } ?? zero)
    }
    if !current.points.isEmpty { runs.append(current) }
    return (runs, bridges)
  }

  /// A run with fewer points, if it has too many for a path.
  ///
  /// - Parameter most: the number of columns for an interpolation with one step per point, which exceeds the
  ///   number of pixels.
  private func thinned(_ run: Run, _ most: Int, _ form: ChartInterpolation) -> Run {
    let most = most / form.stepsPerPoint
    let columns = Int(clamping: min(4 * area.width, Double(most)))
    let kept = ChartCurve.kept(run.points, columns: columns, most: 4 * most)
    guard kept.count < run.points.count else { return run }
    return Run(points: kept.map { run.points[$0] }, bases: kept.map { run.bases[$0] })
  }

  // MARK: Lines

  mutating func drawLines(_ layer: ChartLayer) throws(RasterError) {
    let standard = chart.isSparkline ? 1.5 : layer.series.count > 20 ? 1.25 : 2
    let width = layer.mark.strokeWidth ?? spec.lineWidth ?? standard
    for series in layer.series {
      var color = chart.color(series, layer)
      if let opacity = layer.mark.opacity { color = color.multiplyingAlpha(by: opacity) }
      let dashes = ChartStyle.dashes(series, layer, style)
      let (runs, bridges) = runs(series, layer)
      var items: [DisplayItem] = bridges.map { start, end in
        let path = Path(from: start, to: end)
        let stroke = Stroke(width: max(1, width * 0.75), dashes: [3, 4], cap: .butt)
        return .stroke(path, stroke.fitting(path), color)
      }
      items += runs.map { line($0, layer.mark.interpolate, width, dashes, color) }
      uncover(items, .lines)
      try drawDots(series, layer, color, width)
      addRegions(series, layer)
    }
    try nameLines(layer)
  }

  /// A run of a line: a stroke, its area if it has several points per pixel, or a dot for a single point.
  private func line(
    _ run: Run, _ form: ChartInterpolation, _ width: Double, _ dashes: [Double], _ color: Color
  ) -> DisplayItem {
    if run.points.count == 1 {
      let box = Rect(around: run.points[0], reach: width)
      return .fill(.path(Path.ellipse(in: box)), .solid(color), bounds: box)
    }
    if dashes.isEmpty, form == .linear, let ribbon = ChartRibbon(run.points, column: chart.hairline) {
      return .fill(.path(ribbon.path(width: width)), .solid(color), bounds: area.inset(by: -width))
    }
    var path = Path()
    ChartCurve.add(thinned(run, 2_400, form).points, form, to: &path, moves: true)
    let stroke = Stroke(width: width, dashes: dashes, cap: dashes.isEmpty ? .round : .butt)
    return .stroke(path, stroke.fitting(path), color)
  }

  /// Adds items; an animation reveals them from the left.
  private mutating func uncover(_ items: [DisplayItem], _ index: ZIndex) {
    guard isAnimated else { return put(items, index) }
    let size = Size(width: area.maxX + 40, height: area.maxY + 40)
    let sign: Double = frame.x.isReversed ? -1 : 1
    // The clipping window moves in from the side, and its content stays in place.
    var window = LayoutBox(size: size)
    window.isClipped = true
    window.motion = chart.growing.motion(from: Point(x: -sign * size.width, y: 0))
    var content = LayoutBox(size: size)
    content.motion = chart.growing.motion(from: Point(x: sign * size.width, y: 0))
    for item in items { content.add(item) }
    window.add(content, at: .zero)
    put(window, at: .zero, index)
  }

  private mutating func drawDots(
    _ series: ChartSeries, _ layer: ChartLayer, _ color: Color, _ width: Double
  ) throws(RasterError) {
    let seen = series.points.filter { !$0.isMissing }
    if layer.mark.point, seen.count <= 2_000 {
      for point in seen { dot(frame.place(point, layer), spec.pointSize, color) }
    }
    if chart.isSparkline, let last = seen.last { dot(frame.place(last, layer), max(5, width * 3), color) }
    guard let labels = spec.valueLabels, labels.show != .none else { return }
    let format = valueFormat(layer)
    let chosen = labels.show.chosen(of: seen) { $0.value }.map {
      (point: $0, center: frame.place($0, layer))
    }
    if labels.show == .all, series.points.count > ChartPlot.fewValues {
      return try labelCrowd(chosen, format, color: labels.color ?? style.labelColor)
    }
    for (point, center) in chosen {
      if labels.show != .all { dot(center, spec.pointSize, color) }
      try labelPoint(point, series, layer, format, center: center, reach: spec.pointSize / 2)
    }
  }

  private mutating func dot(_ center: Point, _ size: Double, _ color: Color) {
    let outer = Rect(
      x: center.x - size / 2 - 1, y: center.y - size / 2 - 1, width: size + 2, height: size + 2)
    put(
      [(outer, style.surface), (outer.inset(by: 1), color)].map { box, color in
        .fill(.path(Path.ellipse(in: box)), .solid(color), bounds: box)
      }, .points)
  }

  /// Adds the data of a line as invisible regions.
  private mutating func addRegions(_ series: ChartSeries, _ layer: ChartLayer) {
    let seen = series.points.lazy.filter { !$0.isMissing }.prefix(ChartPlot.regions + 1)
    guard seen.count <= ChartPlot.regions / max(1, layer.series.count) else { return }
    for point in seen {
      let area = Rect(around: frame.place(point, layer), reach: 4)
      put(chart.markBox(area, layer, series, point), at: area.origin, .points)
    }
  }

  // MARK: Areas

  mutating func drawAreas(_ layer: ChartLayer) throws(RasterError) {
    let isOverlaid = !layer.isStacked && layer.series.count > 1
    let form = layer.mark.interpolate
    let strokeWidth = layer.mark.strokeWidth ?? spec.lineWidth ?? (chart.isSparkline ? 1.5 : 2)
    for series in layer.series {
      let color = chart.color(series, layer)
      let opacity = layer.mark.opacity ?? (isOverlaid ? 0.35 : layer.isStacked ? 1 : 0.22)
      var items: [DisplayItem] = []
      var outlines: [DisplayItem] = []
      for full in runs(series, layer).runs {
        if full.points.count == 1 {
          outlines.append(line(full, form, strokeWidth, [], color))
          continue
        }
        let path = outline(thinned(full, 1_100, form), form)
        if let pattern = chart.pattern(series.number), layer.isStacked {
          items += pattern.items(.path(path), area, color)
        } else {
          items.append(.fill(.path(path), .solid(color.multiplyingAlpha(by: opacity)), bounds: area))
        }
        if layer.isStacked {
          outlines.append(line(full, form, 1, [], style.surface))
        } else if layer.mark.opacity == nil {
          outlines.append(line(full, form, strokeWidth, style.dashes(series.number), color))
        }
      }
      uncover(items, .areas)
      uncover(outlines, layer.isStacked ? .areas : .lines)
      if !layer.isStacked { try drawDots(series, layer, color, spec.lineWidth ?? 2) }
      addRegions(series, layer)
    }
  }

  /// The outline of an area above its base line.
  private func outline(_ run: Run, _ form: ChartInterpolation) -> Path {
    var path = Path()
    ChartCurve.add(run.points, form, to: &path, moves: true)
    if run.bases.allSatisfy({ $0 == run.bases[0] }) {
      path.line(to: Point(x: run.points[run.points.count - 1].x, y: run.bases[0]))
      path.line(to: Point(x: run.points[0].x, y: run.bases[0]))
    } else {
      let back = zip(run.points, run.bases).map { Point(x: $0.x, y: $1) }.reversed()
      ChartCurve.add(Array(back), form.reversed, to: &path, moves: false)
    }
    path.close()
    return path
  }

  // MARK: Names at the ends of lines

  /// The width of the names at the ends of lines.
  func widthOfDirectLabels() throws(RasterError) -> Double {
    guard frame.hasDirectLabels else { return 0 }
    var widest = 0.0
    for layer in model.layers where layer.mark.type == .line {
      for series in layer.series { widest = max(widest, try directLabel(series.name, .black).width) }
    }
    return widest + 8
  }

  private mutating func nameLines(_ layer: ChartLayer) throws(RasterError) {
    guard frame.hasDirectLabels else { return }
    var ends: [(label: ChartLabel, y: Double)] = []
    for series in layer.series {
      // If values ascend to the left, lines end there, and the names are at their starts.
      let known = series.points.filter { !$0.isMissing }
      guard let last = frame.x.isReversed ? known.first : known.last else { continue }
      let label = try directLabel(series.name, readable(chart.color(series, layer)))
      warnings += chart.warnings(label, key: "legend")
      ends.append((label, frame[layer.verticalAxis].position(last.y)))
    }
    writeBeside(ends)
  }

  /// Draws labels on the right of the plot, near their positions and without overlaps.
  mutating func writeBeside(_ labels: [(label: ChartLabel, y: Double)]) {
    let heights = labels.map { _ in style.labelFont.size * 1.25 }
    let centers = ChartSpread.centers(
      labels.map(\.y), heights: heights, from: area.minY - 6, to: area.maxY + 6)
    for ((label, _), center) in zip(labels, centers) {
      write(label, area.maxX + 6, label.top(center, chart.cap))
    }
  }

  /// A colour for words: mixed with the colour of labels until its contrast is sufficient.
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

extension ChartInterpolation {
  /// The interpolation for the reversed line.
  fileprivate var reversed: ChartInterpolation {
    switch self {
    case .stepBefore: .stepAfter
    case .stepAfter: .stepBefore
    default: self
    }
  }
}

extension ChartValueLabels.Choice {
  /// The marks whose values are written.
  func chosen<Mark>(of marks: [Mark], by value: (Mark) -> Double) -> [Mark] {
    switch self {
    case .none: []
    case .all: marks
    case .last: marks.suffix(1)
    case .ends: marks.count > 1 ? [marks[0], marks[marks.count - 1]] : marks
    case .extremes:
      if let most = marks.indices.max(by: { value(marks[$0]) < value(marks[$1]) }),
        let least = marks.indices.min(by: { value(marks[$0]) < value(marks[$1]) })
      {
        // One mark can be both.
        (most == least ? [most] : [most, least]).map { marks[$0] }
      } else {
        []
      }
    }
  }
}
