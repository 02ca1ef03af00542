import CardModel
import CardRaster

/// Rules that are marks of a layer.
struct RuleMark: PlotMark {
  let layer: ChartLayer
  let frame: ChartFrame

  func draw(into plot: inout ChartPlot) {
    let isCandle = layer.role == .candle
    // An error bar is its line, without the ticks at its ends.
    let isListed = layer.role == .plain && (layer.mark.type == .rule || model.mark == .tick)
    let count = layer.points.count { layer.draws($0) }
    for series in layer.series {
      for point in series.points where layer.draws(point) {
        guard let (start, end) = ends(point) else { continue }
        let path = Path(from: start, to: end)
        let stroke = Stroke(width: width, dashes: layer.mark.strokeDash).fitting(path)
        let color = color(point, series).multiplyingAlpha(by: frame.opacity(point, layer) ?? 1)
        plot.put([.stroke(path, stroke, color)], isCandle || layer.role == .whisker ? .areas : .rules)
        guard isListed else { continue }
        guard count <= PointMark.regions else {
          plot.unlisted += 1
          continue
        }
        let place = Rect(
          x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x),
          height: abs(end.y - start.y)
        ).inset(by: -width / 2)
        plot.put(chart.markBox(place, layer, series, point), at: place.origin, .rules)
      }
    }
  }

  /// Whether ticks are goals of bars, which differ from the bars.
  private var areGoals: Bool {
    layer.mark.type == .tick && model.has(.bar) && layer.series.count == 1 && spec.colorChannel == nil
  }

  fileprivate var width: Double {
    layer.role == .candle ? 1 : layer.mark.strokeWidth ?? (areGoals ? 2.5 * chart.growth : 1.5)
  }

  private func color(_ point: ChartPoint, _ series: ChartSeries) -> Color {
    switch layer.role {
    case .candle: return point.kind == .down ? style.downColor : style.upColor
    case .whisker: return layer.mark.color ?? style.ruleColor
    case .median: return layer.mark.color ?? style.surface
    case .plain, .waterfall: break
    }
    if layer.mark.type == .tick, !areGoals, !layer.isGrouped || layer.hasSeriesColors {
      return layer.hasColorRamp ? frame.rampColor(point) : chart.color(series, layer)
    }
    return layer.mark.color
      ?? (layer.hasSeriesColors && !areGoals ? chart.color(series, layer) : style.ruleColor)
  }

  /// A short line across the axis of the values.
  private func tick(_ place: Point) -> (Point, Point) {
    let isAcross = model.x.isTime && !model.y.isTime && !frame.y.isDiscrete
    let isFlat =
      layer.isGrouped ? !layer.isHorizontal : isAcross || (frame.x.isDiscrete && !frame.y.isDiscrete)
    let band = frame.width(of: layer, in: isFlat ? frame.x : frame.y)
    let half = (layer.mark.size ?? (band > 0 ? band * (layer.role == .median ? 1 : 0.75) : 14)) / 2
    return isFlat
      ? (Point(x: place.x - half, y: place.y), Point(x: place.x + half, y: place.y))
      : (Point(x: place.x, y: place.y - half), Point(x: place.x, y: place.y + half))
  }

  /// The ends of the line of a point: to its other end, a dash, or across the plot if it has only one position.
  fileprivate func ends(_ point: ChartPoint) -> (Point, Point)? {
    let place = place(point)
    if layer.mark.type == .tick { return tick(place) }
    var (start, end) = (place, place)
    if let right = layer.fixed[.x]?.end { end.x = min(area.maxX, area.minX + right) }
    if let bottom = layer.fixed[.y]?.end { end.y = min(area.maxY, area.minY + bottom) }
    if layer.fixed.values.contains(where: { $0.end != nil }) { return (start, end) }
    switch (point.x.isFinite, point.y.isFinite) {
    case (true, true):
      // Whiskers and candles may have no length.
      let mayBeEmpty = layer.role == .candle || layer.role == .whisker
      if let y2 = point.y2, y2 != point.y || mayBeEmpty {
        end.y = frame[layer.verticalAxis].position(y2)
      } else if let x2 = point.x2, x2 != point.x || mayBeEmpty {
        end.x = frame.x.position(x2)
      } else {
        let half = max(4, frame.x.bandwidth / 2)
        (start.x, end.x) = (place.x - half, place.x + half)
      }
    case (false, true): (start.x, end.x) = (area.minX, area.maxX)
    case (true, false): (start.y, end.y) = (area.minY, area.maxY)
    case (false, false): return nil
    }
    return (start, end)
  }
}

/// Rules and bands at values of an axis, with their labels.
extension ChartPlot {
  mutating func drawRules() throws(RasterError) {
    var beside: [BesideLabel] = []
    for (number, rule) in spec.rules.enumerated() {
      for (axis, place) in rule.places { try draw(rule, number, axis, place, &beside) }
    }
    writeBeside(beside)
  }

  /// Collects the lines that values keep clear of: those of rules on axes of numbers, and ticks.
  mutating func findRuleLines() {
    ruleLines = spec.rules.flatMap { rule in
      rule.places.compactMap { axis, place in
        let ends = positions(place, axis)
        return ends.count == 1 ? frame.line(axis, from: ends[0], 0).inset(by: -rule.width / 2) : nil
      }
    }
    for layer in model.layers where layer.mark.type == .tick {
      let mark = RuleMark(layer: layer, frame: frame)
      for point in layer.points.prefix(PointMark.regions) where layer.draws(point) {
        guard let (start, end) = mark.ends(point) else { continue }
        let line = Rect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
        ruleLines.append(line.inset(by: -mark.width / 2))
      }
    }
  }

  /// The positions of a rule on an axis, in order: one, or two for a band.
  private func positions(_ place: ChartRule.Place, _ axis: ChartAxis) -> [Double] {
    values(place, axis).map { frame[axis].position($0) }.sorted()
  }

  /// The values of a rule on an axis; empty if the axis lacks one of them.
  private func values(_ place: ChartRule.Place, _ axis: ChartAxis) -> [Double] {
    let dimension = model[axis]
    func number(_ value: ChartValue) -> Double? {
      if dimension.isDiscrete { return dimension.categories.firstIndex(of: value.name).map(Double.init) }
      return dimension.number(value)
    }
    func all(_ aggregate: ChartAggregate) -> [Double?] {
      let layer = model.layers.first { axis == .x || $0.verticalAxis == axis }
      let all = model.ungrouped[axis] ?? layer?.values(axis).filter(\.isFinite) ?? []
      return [aggregate.value(of: all, rows: all.count)]
    }
    let values: [Double?] =
      switch place {
      case .value(let value): [number(value)]
      case .band(let a, let b): [number(a), number(b)]
      case .mean: all(.mean)
      case .median: all(.median)
      case .today: [CalendarMoment(data: chart.context.date.text).map { Double($0.seconds) }]
      }
    let known = values.compactMap { $0 }
    return known.count < values.count ? [] : known
  }

  private mutating func draw(
    _ rule: ChartRule, _ number: Int, _ axis: ChartAxis, _ place: ChartRule.Place,
    _ beside: inout [BesideLabel]
  ) throws(RasterError) {
    let scale = frame[axis]
    let ends = positions(place, axis)
    guard var first = ends.first, var last = ends.last else {
      return warn(
        "rule \(number + 1) has a value that the \(axis.key) axis does not show", key: "rules", index: number)
    }
    let isBand = ends.count == 2
    if isBand, scale.isDiscrete { (first, last) = (first - scale.step / 2, last + scale.step / 2) }
    guard frame.overlaps(first, last, axis) else {
      return warn("rule \(number + 1) is outside the plot", key: "rules", index: number)
    }
    let color: Color
    let line: Rect
    if isBand {
      let start = max(area.low(axis), first)
      line = frame.line(axis, from: start, min(area.high(axis), last) - start)
      let paint = rule.color.map { $0.multiplyingAlpha(by: $0.isOpaque ? 0.14 : 1) } ?? style.bandColor
      put([.rect(line, paint)], .bands)
      color = paint
    } else {
      line = frame.line(axis, from: first, 0)
      let path = Path(from: line.origin, to: Point(x: line.maxX, y: line.maxY))
      color = rule.color ?? style.ruleColor
      put([.stroke(path, Stroke(width: rule.width, dashes: rule.dash).fitting(path), color)], .rules)
    }
    let isPlain = isBand || chart.isModern && rule.color == nil
    let ink = isPlain ? style.labelColor : style.readable(color)
    guard let label = try ruleLabel(rule, axis, place, ink) else { return }
    warnings += chart.warnings(label, key: "rules")
    if axis == .y, frame.rulesBeside.contains(number) { return beside.append((label, line.midY)) }
    func cost(_ point: Point) -> Double {
      let box = label.frame(at: point)
      var cost = marks(under: box, in: model.layers)
      if !isInPlot(across: box) { cost += 1_000 }
      if box.minY < area.minY - label.height - 2 || box.maxY > area.maxY + 1 { cost += 1_000 }
      cost += 2 * Double(ruleLines.count { $0.intersection(box.ink) != nil })
      for other in labels where other.frame.intersection(box) != nil { cost += 100 }
      return cost
    }
    // Above its right end, next to its top end, or at the best other position.
    let candidates = places(of: label, axis, at: line, isBand: isBand)
    guard let best = candidates.min(by: { cost($0) < cost($1) }) else { return }
    let left = max(area.minX, min(area.maxX - label.width, best.x))
    labels.append(PlacedLabel(label, left, max(0, best.y), .halo))
  }

  // MARK: Labels

  /// The label of a rule, with its value if the axis has no numbers.
  private func ruleLabel(
    _ rule: ChartRule, _ axis: ChartAxis, _ place: ChartRule.Place, _ color: Color
  ) throws(RasterError) -> ChartLabel? {
    var words = rule.label ?? ""
    if !chart.hasValueAxis, axis == model.valueAxis, let layer = model.layers.first {
      let format = valueFormat(layer)
      let values = self.values(place, axis).map { format.format($0) }.joined(separator: "–")
      if !words.contains(values) { words += words.isEmpty ? values : " \(values)" }
    }
    guard !words.isEmpty else { return nil }
    return try chart.label(words, color, width: area.width)
  }

  /// Whether labels of rules would cover bars at every position, and need space next to the plot or above it.
  mutating func needsRoomForRules() throws(RasterError) -> Bool {
    let bars = model.layers.filter { [.bar, .line, .area].contains($0.mark.type) }
    guard !bars.isEmpty, area.width > 1 else { return false }
    var (beside, width, needsSide) = ([Int](), 0.0, false)
    for (number, rule) in spec.rules.enumerated() {
      for (axis, place) in rule.places {
        guard let label = try ruleLabel(rule, axis, place, style.labelColor) else { continue }
        let ends = positions(place, axis)
        guard let first = ends.first, let last = ends.last, frame.overlaps(first, last, axis) else {
          continue
        }
        let band = frame.line(axis, from: first, last - first)
        let isInside = axis == .y || ends.count < 2 || !chart.isModern || band.width > label.width + 4
        let isFree =
          isInside
          && places(of: label, axis, at: band, isBand: ends.count == 2).contains { point in
            let box = label.frame(at: point)
            return isInPlot(across: box) && marks(under: box, in: bars) == 0
          }
        if axis == .x {
          if !isFree, !frame.xIsOnTop { frame.ruleRoom.top = max(frame.ruleRoom.top, label.height + 2) }
          continue
        }
        // If one label is on the right of the plot, all are, because narrower bars leave less space for the
        // others.
        needsSide = needsSide || !isFree
        if label.width <= 0.28 * area.width {
          beside.append(number)
          width = max(width, label.width + 6)
        }
      }
    }
    if needsSide, !frame.hasDirectLabels, !frame.hasAxisOnRight {
      frame.rulesBeside = Set(beside)
      frame.ruleRoom.right = width
    }
    return frame.ruleRoom.right > 0 || frame.ruleRoom.top > 0
  }

  /// The positions for the label of a rule, the best one first.
  private func places(of label: ChartLabel, _ axis: ChartAxis, at line: Rect, isBand: Bool) -> [Point] {
    let (width, height) = (label.width, label.height)
    func points(_ rows: [Double], _ columns: [Double]) -> [Point] {
      rows.flatMap { y in columns.map { Point(x: $0, y: y) } }
    }
    guard axis == .x else {
      let (left, right) = (area.minX + 2, area.maxX - width - 2)
      let columns = [right, left] + [0.75, 0.5, 0.25].map { left + $0 * (right - left) }
      let outside = [line.minY - height - chart.growth, line.maxY + 2 * chart.growth]
      // A band that is too low for its label, or full of lines, has it above or below.
      let isInside = isBand && line.height > height
      let inside = isInside ? [line.minY + 1, line.maxY - height - 1] : outside
      return columns.flatMap { points(inside, [$0]) } + (isInside ? points(outside.reversed(), columns) : [])
    }
    let (top, bottom) = (area.minY + 1, area.maxY - height)
    let middle = line.midX - width / 2
    let inside = max(area.minX, min(area.maxX - width, middle))
    let rows = [top, bottom - 2] + [0.25, 0.5, 0.75].map { top + $0 * (bottom - top) }
    let above = frame.ruleRoom.top > 0 ? [area.minY - height - 1] : []
    if isBand, line.width > width + 4 {
      return points([top, bottom - 1], [middle]) + points(above, [inside])
    }
    // The label of a narrow band is above it, because a label beside it could belong to something else.
    if isBand, chart.isModern, !above.isEmpty {
      return points(above, [inside, line.minX, line.maxX - width])
    }
    let gap = 5 * chart.growth
    return rows.flatMap { points([$0], [line.maxX + gap, line.minX - gap - width]) } + points(above, [inside])
  }

  private func isInPlot(across box: Rect) -> Bool {
    box.minX >= area.minX - 0.5 && box.maxX <= area.maxX + 0.5
  }

  /// The amount of marks, lines and points that a label would cover.
  private func marks(under box: Rect, in layers: [ChartLayer]) -> Double {
    // The position of a point of any layer on the first axes.
    func place(_ point: ChartPoint) -> Point {
      Point(x: frame.x.position(point.x), y: frame.y.position(point.y))
    }
    var count = 0.0
    for layer in layers {
      // A line through a text is worse than a point at its edge.
      if [.line, .area].contains(layer.mark.type) {
        for series in layer.series {
          let line = series.points.prefix(2_000).map { $0.isMissing ? nil : place($0) }
          if ChartPlot.crosses(box.ink, line) { count += 2 }
        }
      }
      let isBar = layer.mark.type == .bar
      for point in layer.points.prefix(2_000) where !point.isMissing {
        let mark = place(point)
        var (across, down) = ((low: mark.x - 3, high: mark.x + 3), (low: mark.y - 3, high: mark.y + 3))
        if isBar, layer.isHorizontal {
          let (half, zero) = (frame.y.bandwidth / 2, frame.zero(.x))
          (across, down) = ((min(zero, mark.x), max(zero, mark.x)), (mark.y - half, mark.y + half))
        } else if isBar {
          // Bars at dates are as wide as the smallest distance of two.
          let gap =
            frame.x.isDiscrete ? nil : model.x.gap.map { frame.x.pitch(at: point.x, gap: $0) }
          let half = (gap ?? frame.x.bandwidth) / 2
          (across, down) = ((mark.x - half, mark.x + half), (mark.y, .infinity))
        }
        if across.high >= box.minX, across.low <= box.maxX, down.high >= box.minY, down.low <= box.maxY {
          count += 1
        }
      }
    }
    return count
  }
}

extension ChartRule {
  /// The positions on the axes.
  var places: [(axis: ChartAxis, place: Place)] {
    [(ChartAxis.y, y), (.x, x)].compactMap { axis, place in place.map { (axis, $0) } }
  }
}
