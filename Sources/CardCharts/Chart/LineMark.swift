import CardModel
import CardRaster

/// Lines, with the names of their series at their ends.
struct LineMark: CurveMark {
  let layer: ChartLayer
  let frame: ChartFrame

  func draw(into plot: inout ChartPlot) throws(RasterError) {
    let standard = chart.isSparkline ? 1.5 : layer.series.count > 20 ? 1.25 : 2
    let width = layer.mark.strokeWidth ?? spec.lineWidth ?? standard
    // A line over bars has an edge in the colour of the surface.
    let hasEdge = chart.isModern && model.has(.bar)
    for series in layer.series {
      let color = color(series, frame.opacity(series.points.first, layer))
      let dashes = ChartStyle.dashes(series, layer, style)
      let (runs, bridges) = runs(series)
      let edges = hasEdge ? runs.map { line($0, width + 2 * chart.growth, [], style.surface) } : []
      let items: [DisplayItem] = bridges.map { start, end in
        let path = Path(from: start, to: end)
        return .stroke(
          path, Stroke(width: max(1, width * 0.75), dashes: [3, 4], cap: .butt).fitting(path), color)
      }
      uncover(items + edges + runs.map { line($0, width, dashes, color) }, .lines, into: &plot)
      try addDots(series, color, width, into: &plot)
      addRegions(series, into: &plot)
    }
    try nameLines(into: &plot)
  }

  private func nameLines(into plot: inout ChartPlot) throws(RasterError) {
    guard frame.hasDirectLabels else { return }
    // Between categories, lines end before the plot does.
    let last = layer.points.filter { !$0.isMissing }.map { frame.x.position($0.x) }.max() ?? area.maxX
    let right = (model.x.isDiscrete ? last : area.maxX) + spec.pointSize / 2
    var ends: [ChartPlot.BesideLabel] = []
    var taken: [Rect] = []
    for series in layer.series {
      // If values ascend to the left, lines end there, and the names are at their starts.
      let known = series.known
      guard let last = frame.x.isReversed ? known.first : known.last else { continue }
      let label = try frame.directLabel(series, layer, style.readable(chart.color(series, layer)))
      plot.warnings += chart.warnings(label, key: "legend")
      let end = place(last)
      let own = label.frame(
        at: Point(x: end.x + spec.pointSize / 2 + 6 * chart.growth, y: label.top(end.y, chart.cap)))
      // The name of a line that ends early is next to its end, above or below it, so that others stay at theirs.
      let isEarly = chart.isModern && own.minX < right
      let reach = isEarly && !model.x.isDiscrete && end.x + own.width < right ? 8.0 : 0
      let shifts = stride(from: 1.0, through: reach, by: 0.5).flatMap { [-$0, $0] }.map { $0 * label.height }
      let around = shifts.lazy.flatMap { shift in
        [0.5, 1].lazy.map { share in
          let left = max(area.minX, min(right - own.width, end.x - share * own.width))
          return Rect(x: left, y: own.minY + shift, width: own.width, height: own.height)
        }
      }
      func isFree(_ name: Rect) -> Bool {
        hasRoom(name, of: name == own ? series : nil) && !taken.contains { $0.intersection(name) != nil }
      }
      if isEarly, let free = isFree(own) ? own : around.first(where: isFree) {
        plot.openGrid(at: free.inset(by: Insets(-2)))
        plot.write(label, free.minX, free.minY)
        taken.append(free)
        guard abs(free.midY - end.y) > 1.6 * label.height else { continue }
        let near = Point(x: end.x, y: free.midY < end.y ? free.maxY : free.minY)
        plot.put(
          [.stroke(Path(from: end, to: near), Stroke(width: chart.growth), chart.color(series, layer))],
          .labels)
      } else {
        ends.append((label, end.y))
      }
    }
    plot.writeBeside(ends, from: model.x.isDiscrete ? right : area.maxX)
  }

  /// Whether a name is apart from the lines, except the one at whose end it is, and from their names.
  private func hasRoom(_ name: Rect, of series: ChartSeries?) -> Bool {
    guard model.layers.count == 1, name.minY >= area.minY - 6, name.maxY <= area.maxY + 6 else {
      return false
    }
    let gap = 0.4 * style.labelFont.size
    return layer.series.allSatisfy { other in
      guard other.number != series?.number else { return true }
      let points = other.known.map { place($0) }.sorted { $0.x < $1.x }
      // The name of a line that ends to the right is next to its end.
      let isNearEnd = points.last.map { name.maxX > $0.x && abs($0.y - name.midY) < 3 * gap } ?? false
      return !isNearEnd
        && !zip(points, points.dropFirst()).contains { start, end in
          guard start.x < name.maxX + gap, end.x > name.minX - gap else { return false }
          func height(_ x: Double) -> Double {
            let share = (min(end.x, max(start.x, x)) - start.x) / max(0.01, end.x - start.x)
            return start.y + (end.y - start.y) * share
          }
          let (first, second) = (height(name.minX - gap), height(name.maxX + gap))
          return min(first, second) < name.maxY + gap && max(first, second) > name.minY - gap
        }
    }
  }
}

/// Areas, between their values and a base line.
struct AreaMark: CurveMark {
  let layer: ChartLayer
  let frame: ChartFrame

  func draw(into plot: inout ChartPlot) throws(RasterError) {
    let isOverlaid = !layer.isStacked && layer.series.count > 1
    let width = layer.mark.strokeWidth ?? spec.lineWidth ?? (chart.isSparkline ? 1.5 : 2)
    for series in layer.series {
      let color = chart.color(series, layer)
      let opacity =
        frame.opacity(series.points.first, layer) ?? (isOverlaid ? 0.35 : layer.isStacked ? 1 : 0.22)
      var items: [DisplayItem] = []
      var outlines: [DisplayItem] = []
      let runs = runs(series).runs
      let fade = fade(runs, color)
      for full in runs {
        if full.points.count == 1 {
          outlines.append(line(full, width, [], color))
          continue
        }
        let path = outline(thinned(full, 1_100))
        if let pattern = chart.pattern(series.number), layer.isStacked {
          items += pattern.items(.path(path), area, color)
        } else {
          let solid = (paint: Paint.solid(color.multiplyingAlpha(by: opacity)), bounds: area)
          let (paint, bounds) = fade ?? solid
          items.append(.fill(.path(path), paint, bounds: bounds))
        }
        if layer.isStacked {
          outlines.append(line(full, 1, [], style.surface))
        } else if layer.mark.opacity == nil || chart.gradient(layer.mark) != nil {
          outlines.append(line(full, width, style.dashes(series.number), color))
        }
      }
      let index: ChartPlot.ZIndex = layer.isAboveBars ? .bars : .areas
      uncover(items, index, into: &plot)
      uncover(outlines, layer.isStacked ? index : .lines, into: &plot)
      if !layer.isStacked { try addDots(series, color, spec.lineWidth ?? 2, into: &plot) }
      addRegions(series, into: &plot)
    }
    guard frame.hasDirectLabels, layer.isNamedAtEnds else { return }
    var names: [ChartPlot.BesideLabel] = []
    for series in layer.series {
      guard let last = frame.x.isReversed ? series.known.first : series.known.last else { continue }
      let label = try frame.directLabel(series, layer, style.readable(chart.color(series, layer)))
      plot.warnings += chart.warnings(label, key: "legend")
      let ends = [last.y, last.y2 ?? 0].map(frame[layer.valueAxis].position)
      names.append((label, (ends[0] + ends[1]) / 2))
    }
    plot.writeBeside(names)
  }

  /// The gradient of an area: that of the deck, or in modern themes one that fades out at the base line.
  private func fade(_ runs: [CurveRun], _ color: Color) -> (paint: Paint, bounds: Rect)? {
    let (points, bases) = (runs.flatMap(\.points), runs.flatMap(\.bases))
    guard let base = bases.first, let left = points.map(\.x).min(), let right = points.map(\.x).max(),
      let top = (points.map(\.y) + bases).min(), let bottom = (points.map(\.y) + bases).max(), bottom > top
    else { return nil }
    if layer.isHorizontal { return chart.gradient(layer.mark).map { (.gradient($0), area) } }
    let bounds = Rect(x: left, y: top, width: right - left, height: bottom - top)
    if let gradient = chart.gradient(layer.mark) { return (.gradient(gradient), bounds) }
    guard chart.isModern, !layer.isStacked, layer.mark.opacity == nil, bases.allSatisfy({ $0 == base }) else {
      return nil
    }
    // The colour is strongest where values are farthest from the base line, on both of its sides.
    let ends = [(0, base - top), ((base - top) / (bottom - top), 0), (1, bottom - base)]
    let stops = ends.map { Gradient.Stop(offset: $0, color: color.multiplyingAlpha(by: $1 > 0 ? 0.24 : 0)) }
    return Gradient(kind: .linear(start: .zero, end: Point(x: 0, y: 1)), stops: stops)
      .map { (.gradient($0), bounds) }
  }

  /// The outline of an area above its base line.
  private func outline(_ run: CurveRun) -> Path {
    var path = Path()
    ChartCurve.addLine(run.points, form, to: &path, moves: true)
    if run.bases.allSatisfy({ $0 == run.bases[0] }) {
      path.line(to: Point(x: run.points[run.points.count - 1].x, y: run.bases[0]))
      path.line(to: Point(x: run.points[0].x, y: run.bases[0]))
    } else {
      let back = zip(run.points, run.bases).map { Point(x: $0.x, y: $1) }.reversed()
      ChartCurve.addLine(Array(back), form.reversed, to: &path, moves: false)
    }
    path.close()
    return turned(path)
  }
}

/// A part of a series without missing values.
struct CurveRun {
  var points: [Point] = []
  var bases: [Double] = []
}

/// A mark that joins the points of a series.
protocol CurveMark: PlotMark {}

extension CurveMark {
  /// A point or path with exchanged coordinates if the line runs upwards.
  ///
  /// Curves are calculated along x.
  fileprivate func turned(_ point: Point) -> Point {
    layer.isHorizontal ? Point(x: point.y, y: point.x) : point
  }
  fileprivate func turned(_ path: Path) -> Path {
    layer.isHorizontal ? path.transformed(by: Transform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)) : path
  }

  /// The runs of a series, and the connections over missing values between them.
  fileprivate func runs(_ series: ChartSeries) -> (runs: [CurveRun], bridges: [(Point, Point)]) {
    let zero = chart.isBareArea && !layer.isHorizontal ? area.maxY + 4 : frame.zero(layer.valueAxis)
    var runs: [CurveRun] = []
    var bridges: [(Point, Point)] = []
    var current = CurveRun()
    var isBroken = false
    for point in series.points {
      if point.isMissing {
        isBroken = spec.missing != .connect
        continue
      }
      let place = turned(place(point))
      if isBroken, let last = current.points.last {
        runs.append(current)
        current = CurveRun()
        if spec.missing == .dash { bridges.append((turned(last), turned(place))) }
      }
      isBroken = false
      current.points.append(place)
      current.bases.append(
        point[end: layer.valueAxis].map { frame[layer.valueAxis].position($0) } ?? zero)
    }
    if !current.points.isEmpty { runs.append(current) }
    return (runs, bridges)
  }

  /// A run with fewer points, if it has too many for a path.
  ///
  /// - Parameter most: the number of columns for an interpolation with one step per point, which exceeds the
  ///   number of pixels.
  fileprivate func thinned(_ run: CurveRun, _ most: Int) -> CurveRun {
    let most = most / form.stepsPerPoint
    let columns = Int(clamping: min(4 * area.width, Double(most)))
    let kept = ChartCurve.kept(run.points, columns: columns, most: 4 * most)
    guard kept.count < run.points.count else { return run }
    return CurveRun(points: kept.map { run.points[$0] }, bases: kept.map { run.bases[$0] })
  }

  /// A run of a line: a stroke, its area if it has several points per pixel, or a dot for a single point.
  fileprivate func line(_ run: CurveRun, _ width: Double, _ dashes: [Double], _ color: Color) -> DisplayItem {
    if run.points.count == 1 { return .ellipse(in: Rect(around: turned(run.points[0]), reach: width), color) }
    if !layer.isHorizontal, dashes.isEmpty, form == .linear,
      let ribbon = ChartRibbon(run.points, column: chart.hairline)
    {
      return .fill(.path(ribbon.path(width: width)), .solid(color), bounds: area.inset(by: -width))
    }
    var path = Path()
    ChartCurve.addLine(thinned(run, 2_400).points, form, to: &path, moves: true)
    let stroke = Stroke(width: width, dashes: dashes, cap: dashes.isEmpty ? .round : .butt)
    path = turned(path)
    return .stroke(path, stroke.fitting(path), color)
  }

  /// Adds items; an animation reveals them from the left.
  fileprivate func uncover(_ items: [DisplayItem], _ index: ChartPlot.ZIndex, into plot: inout ChartPlot) {
    guard chart.growing.animated else { return plot.put(items, index) }
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
    plot.put(window, at: .zero, index)
  }

  /// Adds the points of a line, and the values at them.
  fileprivate func addDots(
    _ series: ChartSeries, _ color: Color, _ width: Double, into plot: inout ChartPlot
  ) throws(RasterError) {
    func addDot(_ center: Point, _ size: Double) {
      let outer = Rect(
        x: center.x - size / 2 - 1, y: center.y - size / 2 - 1, width: size + 2, height: size + 2)
      plot.put([.ellipse(in: outer, style.surface), .ellipse(in: outer.inset(by: 1), color)], .points)
    }
    let seen = series.known
    if layer.mark.point, seen.count <= 2_000 { for point in seen { addDot(place(point), spec.pointSize) } }
    if chart.isSparkline, !chart.isBareArea, let last = seen.last { addDot(place(last), max(5, width * 3)) }
    guard let labels = spec.valueLabels, labels.show != .none else { return }
    let format = valueFormat(layer)
    let chosen = labels.show.chosen(of: seen) { $0.value }.map { (point: $0, center: place($0)) }
    if labels.show == .all, series.points.count > ChartPlot.fewValues {
      return try labelCrowd(chosen, format, color: labels.color ?? style.labelColor, into: &plot)
    }
    for (number, (point, center)) in chosen.enumerated() {
      if labels.show != .all { addDot(center, spec.pointSize) }
      // The name at the end of the line contains the last value.
      if frame.hasDirectLabels, labels.show.includesLast, number == chosen.count - 1 { continue }
      try labelPoint(point, series, format, center: center, reach: spec.pointSize / 2, into: &plot)
    }
  }

  /// Adds the data of a line as invisible regions.
  fileprivate func addRegions(_ series: ChartSeries, into plot: inout ChartPlot) {
    let count = series.points.count { !$0.isMissing }
    guard count <= PointMark.regions / max(1, layer.series.count) else {
      plot.unlisted += count
      return
    }
    for point in series.points where !point.isMissing {
      let area = Rect(around: place(point), reach: 4)
      plot.put(chart.markBox(area, layer, series, point), at: area.origin, .points)
    }
  }
}

extension ChartFrame {
  /// The width of the names at the ends of lines.
  func widthOfDirectLabels() throws(RasterError) -> Double {
    guard hasDirectLabels else { return 0 }
    var widest = 0.0
    for layer in model.layers where layer.isNamedAtEnds {
      for series in layer.series { widest = max(widest, try directLabel(series, layer, .black).width) }
    }
    return widest + 8 * chart.growth
  }

  /// The maximum share of a part's width for names at the ends of lines.
  private static let directShare = 0.35

  /// The name of a series at the end of its line, with its last value if that is written.
  func directLabel(
    _ series: ChartSeries, _ layer: ChartLayer, _ color: Color
  ) throws(RasterError) -> ChartLabel {
    var font = style.labelFont
    font.weight = max(500, font.weight)
    var (name, most) = (chart.seriesName(series.name), ChartFrame.directShare * partWidth)
    if spec.valueLabels?.show.includesLast == true, let last = series.points.last(where: { !$0.isMissing }) {
      name += " " + valueFormat(layer).format(last.value)
    }
    let label = try chart.texts.label(name, font, color)
    return label.width <= most ? label : try chart.texts.label(name, font, color, width: most)
  }
}

extension ChartPlot {
  /// A label on the right of the plot, and the wanted position of its middle.
  typealias BesideLabel = (label: ChartLabel, y: Double)

  /// Draws labels on the right of the plot, near their positions and without overlaps.
  ///
  /// - Parameter x: The end of the marks that the labels belong to; nil for the end of the plot.
  mutating func writeBeside(_ labels: [BesideLabel], from x: Double? = nil) {
    let heights = labels.map { _ in style.labelFont.size * 1.25 }
    let centers = ChartSpread.centers(
      labels.map(\.y), heights: heights, from: area.minY - 6, to: area.maxY + 6)
    for ((label, _), center) in zip(labels, centers) {
      let place = Point(x: (x ?? area.maxX) + 6 * chart.growth, y: label.top(center, chart.cap))
      if place.x < area.maxX { openGrid(at: label.frame(at: place).inset(by: Insets(-2))) }
      write(label, place.x, place.y)
    }
  }
}

extension ChartInterpolation {
  /// The interpolation for the reversed line.
  fileprivate var reversed: ChartInterpolation {
    self == .stepBefore ? .stepAfter : self == .stepAfter ? .stepBefore : self
  }
}
