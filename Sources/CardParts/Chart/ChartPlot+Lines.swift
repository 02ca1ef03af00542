import CardRaster

/// Lines and areas.
extension ChartPlot {
  /// A stretch of a series without missing values.
  private struct Run {
    var points: [Point] = []
    var bases: [Double] = []
  }

  /// The stretches of a series, and the bridges over what is missing between them.
  private func runs(_ series: ChartSeries, _ layer: ChartLayer) -> (runs: [Run], bridges: [(Point, Point)]) {
    let vertical = vertical(layer)
    let zero = vertical.position(max(vertical.low, min(vertical.high, 0)))
    var runs: [Run] = []
    var bridges: [(Point, Point)] = []
    var current = Run()
    var isBroken = false
    for point in series.points {
      if point.isMissing {
        isBroken = spec.missing != .connect
        continue
      }
      let place = Point(x: x.position(point.x), y: vertical.position(point.y))
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

  /// A stretch with fewer points, where a path would have too many of them.
  ///
  /// - Parameter most: columns for a form that has one step for each point: more than the picture has pixels, and few
  ///   enough for a path.
  private func thinned(_ run: Run, _ most: Int, _ form: ChartInterpolation) -> Run {
    let most = most / form.stepsPerPoint
    let columns = Int(clamping: min(4 * frame.width, Double(most)))
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
      var items: [DisplayItem] = []
      for (a, b) in bridges {
        var path = Path()
        path.move(to: a)
        path.line(to: b)
        let stroke = Stroke(width: max(1, width * 0.75), dashes: [3, 4], cap: .butt)
        items.append(.stroke(path, stroke.fitting(path), color))
      }
      for run in runs {
        if run.points.count == 1 {
          items.append(single(run.points[0], width, color))
          continue
        }
        items.append(line(run, layer.mark.interpolate, width, dashes, color))
      }
      add(items, to: .lines)
      try drawDots(series, layer, color, width)
      addRegions(series, layer)
    }
    try nameLines(layer)
  }

  /// A value without neighbours, which no line joins to another one.
  private func single(_ place: Point, _ width: Double, _ color: Color) -> DisplayItem {
    let box = Rect(x: place.x - width, y: place.y - width, width: 2 * width, height: 2 * width)
    return .fill(.path(Path.ellipse(in: box)), .solid(color), bounds: box)
  }

  /// A stretch of a line: a stroke, or the area that it covers where it has several points in each pixel.
  private func line(
    _ run: Run, _ form: ChartInterpolation, _ width: Double, _ dashes: [Double], _ color: Color
  ) -> DisplayItem {
    if dashes.isEmpty, form == .linear, let ribbon = ChartRibbon(run.points, column: chart.hairline) {
      return .fill(.path(ribbon.path(width: width)), .solid(color), bounds: frame.inset(by: -width))
    }
    var path = Path()
    ChartCurve.add(thinned(run, 2_400, form).points, form, to: &path, moves: true)
    let stroke = Stroke(width: width, dashes: dashes, cap: dashes.isEmpty ? .round : .butt)
    return .stroke(path, stroke.fitting(path), color)
  }

  /// Items that a moving picture uncovers from the left.
  private mutating func add(_ items: [DisplayItem], to floor: Floor) {
    guard growing else {
      floors[floor.rawValue] += items.map { .item($0) }
      return
    }
    let size = Size(width: frame.maxX + 40, height: frame.maxY + 40)
    let sign: Double = x.end < x.start ? -1 : 1
    // A window comes in from the side, and what is seen through it stays where it is.
    var window = LayoutBox(size: size)
    window.isClipped = true
    window.motion = chart.growing.motion(from: Point(x: -sign * size.width, y: 0))
    var content = LayoutBox(size: size)
    content.motion = chart.growing.motion(from: Point(x: sign * size.width, y: 0))
    for item in items { content.add(item) }
    window.add(content, at: .zero)
    floors[floor.rawValue].append(.box(window, at: .zero))
  }

  private mutating func drawDots(
    _ series: ChartSeries, _ layer: ChartLayer, _ color: Color, _ width: Double
  ) throws(RasterError) {
    let vertical = vertical(layer)
    let seen = series.points.filter { !$0.isMissing }
    if layer.mark.point, seen.count <= 2_000 {
      for point in seen {
        dot(Point(x: x.position(point.x), y: vertical.position(point.y)), spec.pointSize, color)
      }
    }
    if chart.isSparkline, let last = seen.last {
      dot(Point(x: x.position(last.x), y: vertical.position(last.y)), max(5, width * 3), color)
    }
    guard let labels = spec.valueLabels, labels.show != .none else { return }
    let format = valueFormat(layer)
    let chosen = chosen(seen, labels.show).map {
      (point: $0, center: Point(x: x.position($0.x), y: vertical.position($0.y)))
    }
    if labels.show == .all, series.points.count > ChartPlot.fewValues {
      return try labelCrowd(chosen, format, color: labels.color ?? style.labelColor)
    }
    for (point, center) in chosen {
      if labels.show != .all { dot(center, spec.pointSize, color) }
      try labelPoint(point, series, layer, format, center: center, reach: spec.pointSize / 2)
    }
  }

  /// The points whose values are written.
  private func chosen(_ points: [ChartPoint], _ choice: ChartValueLabels.Choice) -> [ChartPoint] {
    switch choice {
    case .none: []
    case .all: points
    case .last: points.suffix(1)
    case .ends: points.count > 1 ? [points[0], points[points.count - 1]] : points
    case .extremes:
      [points.max { $0.value < $1.value }, points.min { $0.value < $1.value }].compactMap { $0 }
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  private mutating func dot(_ center: Point, _ size: Double, _ color: Color) {
    let outer = Rect(
      x: center.x - size / 2 - 1, y: center.y - size / 2 - 1, width: size + 2, height: size + 2)
    let inner = outer.inset(by: 1)
    floors[Floor.points.rawValue] += [
      .item(.fill(.path(Path.ellipse(in: outer)), .solid(style.surface), bounds: outer)),
      .item(.fill(.path(Path.ellipse(in: inner)), .solid(color), bounds: inner)),
    ]
  }

  /// The data of a line as regions that nothing is drawn in.
  private mutating func addRegions(_ series: ChartSeries, _ layer: ChartLayer) {
    let seen = series.points.lazy.filter { !$0.isMissing }.prefix(ChartPlot.regions + 1)
    guard seen.count <= ChartPlot.regions / max(1, layer.series.count) else { return }
    let vertical = vertical(layer)
    for point in seen {
      let center = Point(x: x.position(point.x), y: vertical.position(point.y))
      let area = Rect(x: center.x - 4, y: center.y - 4, width: 8, height: 8)
      floors[Floor.points.rawValue].append(.box(chart.markBox(area, layer, series, point), at: area.origin))
    }
  }

  // MARK: Areas

  mutating func drawAreas(_ layer: ChartLayer) throws(RasterError) {
    let isOverlaid = !layer.isStacked && layer.series.count > 1
    for series in layer.series {
      let color = chart.color(series, layer)
      let opacity = layer.mark.opacity ?? (isOverlaid ? 0.35 : layer.isStacked ? 1 : 0.22)
      var items: [DisplayItem] = []
      var outlines: [DisplayItem] = []
      let strokeWidth = layer.mark.strokeWidth ?? spec.lineWidth ?? (chart.isSparkline ? 1.5 : 2)
      for full in runs(series, layer).runs {
        if full.points.count == 1 {
          outlines.append(single(full.points[0], strokeWidth, color))
          continue
        }
        let run = thinned(full, 1_100, layer.mark.interpolate)
        var path = Path()
        ChartCurve.add(run.points, layer.mark.interpolate, to: &path, moves: true)
        let isFlat = run.bases.allSatisfy { $0 == run.bases[0] }
        if isFlat {
          path.line(to: Point(x: run.points[run.points.count - 1].x, y: run.bases[0]))
          path.line(to: Point(x: run.points[0].x, y: run.bases[0]))
        } else {
          let back = zip(run.points, run.bases).map { Point(x: $0.x, y: $1) }.reversed()
          ChartCurve.add(Array(back), reversed(layer.mark.interpolate), to: &path, moves: false)
        }
        path.close()
        let bounds = Rect(x: frame.minX, y: frame.minY, width: frame.width, height: frame.height)
        if let pattern = chart.pattern(series.number), layer.isStacked {
          items += pattern.items(.path(path), bounds, color)
        } else {
          items.append(.fill(.path(path), .solid(color.multiplyingAlpha(by: opacity)), bounds: bounds))
        }
        if layer.isStacked {
          outlines.append(line(full, layer.mark.interpolate, 1, [], style.surface))
        } else if layer.mark.opacity == nil {
          outlines.append(line(full, layer.mark.interpolate, strokeWidth, style.dashes(series.number), color))
        }
      }
      add(items, to: .areas)
      add(outlines, to: layer.isStacked ? .areas : .lines)
      if !layer.isStacked { try drawDots(series, layer, color, spec.lineWidth ?? 2) }
      addRegions(series, layer)
    }
  }

  private func reversed(_ form: ChartInterpolation) -> ChartInterpolation {
    switch form {
    case .stepBefore: .stepAfter
    case .stepAfter: .stepBefore
    default: form
    }
  }
}
