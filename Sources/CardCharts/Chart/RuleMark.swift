import CardModel
import CardRaster

/// Rules that are marks of a layer.
extension ChartPlot {
  mutating func drawRuleMarks(_ layer: ChartLayer) {
    let isCandle = layer.role == .candle
    for series in layer.series {
      for point in series.points where layer.draws(point) {
        let color =
          isCandle
          ? (point.kind == .down ? style.downColor : style.upColor)
          : layer.mark.color ?? (layer.hasSeriesColors ? chart.color(series, layer) : style.ruleColor)
        let width = isCandle ? 1 : layer.mark.strokeWidth ?? 1.5
        let place = frame.place(point, layer)
        var (start, end) = (place, place)
        switch (point.x.isFinite, point.y.isFinite) {
        case (true, true):
          if let y2 = point.y2, y2 != point.y || isCandle {
            end.y = frame[layer.verticalAxis].position(y2)
          } else if let x2 = point.x2, x2 != point.x {
            end.x = frame.x.position(x2)
          } else {
            let half = max(4, frame.x.bandwidth / 2)
            (start.x, end.x) = (place.x - half, place.x + half)
          }
        case (false, true): (start.x, end.x) = (area.minX, area.maxX)
        case (true, false): (start.y, end.y) = (area.minY, area.maxY)
        case (false, false): continue
        }
        let path = Path(from: start, to: end)
        let stroke = Stroke(width: width, dashes: layer.mark.strokeDash).fitting(path)
        put([.stroke(path, stroke, color)], isCandle ? .areas : .rules)
      }
    }
  }
}

/// Rules and bands at values of an axis, with their labels.
extension ChartPlot {
  mutating func drawRules() throws(RasterError) {
    for (number, rule) in spec.rules.enumerated() {
      for (axis, place) in rule.places { try draw(rule, number, axis, place) }
    }
    writeBeside(besideLabels)
  }

  private func values(_ place: ChartRule.Place, _ axis: ChartAxis) -> [Double] {
    let dimension = model[axis]
    func number(_ value: ChartValue) -> Double? {
      if dimension.isDiscrete { return dimension.categories.firstIndex(of: value.name).map(Double.init) }
      return dimension.number(value)
    }
    func all(_ aggregate: ChartAggregate) -> [Double] {
      let all = model.layers.flatMap { $0.points.map { $0[axis] }.filter(\.isFinite) }
      return [aggregate.value(of: all, rows: all.count)].compactMap { $0 }
    }
    switch place {
    case .value(let value): return [number(value)].compactMap { $0 }
    case .band(let a, let b):
      let ends = [number(a), number(b)].compactMap { $0 }
      return ends.count == 2 ? ends : []
    case .mean: return all(.mean)
    case .median: return all(.median)
    case .today:
      return [CalendarMoment(data: chart.context.date.text)].compactMap { $0.map { Double($0.seconds) } }
    }
  }

  private mutating func draw(
    _ rule: ChartRule, _ number: Int, _ axis: ChartAxis, _ place: ChartRule.Place
  ) throws(RasterError) {
    let scale = frame[axis]
    var places = values(place, axis).map { scale.position($0) }.sorted()
    guard let first = places.first, let last = places.last else {
      return warn(
        "rule \(number + 1) has a value that the \(axis.key) axis does not show", key: "rules", index: number)
    }
    if places.count == 2, scale.isDiscrete { places = [first - scale.step / 2, last + scale.step / 2] }
    let (low, high) = (area.low(axis), area.high(axis))
    guard places[places.count - 1] >= low - 0.5, places[0] <= high + 0.5 else {
      return warn("rule \(number + 1) is outside the plot", key: "rules", index: number)
    }
    let color = rule.color ?? style.ruleColor
    if places.count == 2 {
      let start = max(low, places[0])
      let band = frame.line(axis, from: start, min(high, places[1]) - start)
      let paint = rule.color.map { $0.multiplyingAlpha(by: $0.isOpaque ? 0.14 : 1) } ?? style.bandColor
      put([.rect(band, paint)], .bands)
      try label(rule, number, axis, at: band, isBand: true, color: style.labelColor)
    } else {
      let line = frame.line(axis, from: places[0], 0)
      let path = Path(from: line.origin, to: Point(x: line.maxX, y: line.maxY))
      put([.stroke(path, Stroke(width: rule.width, dashes: rule.dash).fitting(path), color)], .rules)
      let half = rule.width / 2
      ruleLines.append(line.inset(by: Insets(top: -half, left: -half, bottom: -half, right: -half)))
      try label(rule, number, axis, at: line, isBand: false, color: readable(color))
    }
  }

  // MARK: Labels

  private func ruleLabel(_ words: String, _ color: Color) throws(RasterError) -> ChartLabel {
    try chart.label(words, color, width: area.width)
  }

  /// Whether labels of rules would cover bars at every position, and need space next to the plot or above it.
  mutating func needsRoomForRules() throws(RasterError) -> Bool {
    let bars = model.layers.filter { $0.mark.type == .bar }
    guard !bars.isEmpty, area.width > 1 else { return false }
    var (beside, width, needsSide) = ([Int](), 0.0, false)
    for (number, rule) in spec.rules.enumerated() {
      guard let words = rule.label, !words.isEmpty else { continue }
      for (axis, place) in rule.places {
        let ends = values(place, axis).map { frame[axis].position($0) }.sorted()
        guard let first = ends.first, let last = ends.last, last >= area.low(axis) - 0.5,
          first <= area.high(axis) + 0.5
        else { continue }
        let label = try ruleLabel(words, style.labelColor)
        let band = frame.line(axis, from: first, last - first)
        let isFree = places(label, axis, at: band, isBand: ends.count == 2).contains { point in
          let box = Rect(x: point.x, y: point.y, width: label.width, height: label.height)
          return isInPlot(across: box) && marks(under: box, in: bars) == 0
        }
        if axis == .x {
          if !isFree, !frame.xIsOnTop { frame.ruleRoom.top = max(frame.ruleRoom.top, label.height + 2) }
          continue
        }
        // If one label is on the right of the plot, all are, because narrower bars leave less space for the
        // others.
        needsSide = needsSide || !isFree
        if label.width <= 0.3 * area.width {
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
  private func places(_ label: ChartLabel, _ axis: ChartAxis, at line: Rect, isBand: Bool) -> [Point] {
    let (width, height) = (label.width, label.height)
    guard axis == .x else {
      let (right, left) = (area.maxX - width - 2, area.minX + 2)
      let over = isBand ? line.minY + 1 : line.minY - height - 1
      let under = isBand ? line.maxY - height - 1 : line.maxY + 2
      // If lines fill a band, its label is above or below it.
      let outside = isBand ? [line.maxY + 1, line.minY - height - 1] : []
      return [right, left].flatMap { x in [over, under].map { Point(x: x, y: $0) } }
        + outside.flatMap { y in [right, left].map { Point(x: $0, y: y) } }
    }
    let (top, bottom) = (area.minY + 1, area.maxY - height)
    let middle = line.midX - width / 2
    var result =
      isBand
      ? [Point(x: middle, y: top), Point(x: middle, y: bottom - 1)]
      : [top, bottom - 2].flatMap { y in [line.minX + 5, line.minX - 5 - width].map { Point(x: $0, y: y) } }
    if frame.ruleRoom.top > 0 {
      let inside = max(area.minX, min(area.maxX - width, middle))
      result.append(Point(x: inside, y: area.minY - height - 1))
    }
    return result
  }

  private func isInPlot(across box: Rect) -> Bool {
    box.minX >= area.minX - 0.5 && box.maxX <= area.maxX + 0.5
  }

  /// The amount of marks, lines and points that a label would cover.
  private func marks(under box: Rect, in layers: [ChartLayer]) -> Double {
    var count = 0.0
    for layer in layers {
      // A line through a text is worse than a point at its edge.
      if [.line, .area].contains(layer.mark.type) { count += 2 * lines(through: box, of: layer) }
      for point in layer.points.prefix(2_000) where !point.isMissing {
        let mark = place(point)
        if layer.mark.type == .bar, layer.isHorizontal {
          let (half, zero) = (frame.y.bandwidth / 2, frame.zero(.x))
          if mark.y + half >= box.minY, mark.y - half <= box.maxY, max(zero, mark.x) >= box.minX,
            min(zero, mark.x) <= box.maxX
          {
            count += 1
          }
          continue
        }
        let isBar = layer.mark.type == .bar
        let reach = isBar ? frame.x.bandwidth / 2 : 3
        guard mark.x + reach >= box.minX, mark.x - reach <= box.maxX else { continue }
        if isBar ? mark.y <= box.maxY : (mark.y >= box.minY - 3 && mark.y <= box.maxY + 3) { count += 1 }
      }
    }
    return count
  }

  /// The position of a point of any layer on the first axes.
  private func place(_ point: ChartPoint) -> Point {
    Point(x: frame.x.position(point.x), y: frame.y.position(point.y))
  }

  /// The number of lines of a layer that cross a label.
  private func lines(through box: Rect, of layer: ChartLayer) -> Double {
    let ink = ink(box)
    return Double(
      layer.series.count { series in
        ChartPlot.crosses(ink, series.points.prefix(2_000).map { $0.isMissing ? nil : place($0) })
      })
  }

  /// Labels a rule: above its right end, next to its top end, or at the best other position.
  private mutating func label(
    _ rule: ChartRule, _ number: Int, _ axis: ChartAxis, at line: Rect, isBand: Bool, color: Color
  ) throws(RasterError) {
    guard let words = rule.label, !words.isEmpty else { return }
    let label = try ruleLabel(words, color)
    warnings += chart.warnings(label, key: "rules")
    let (width, height) = (label.width, label.height)
    if axis == .y, frame.rulesBeside.contains(number) { return besideLabels.append((label, line.midY)) }
    func cost(_ point: Point) -> Double {
      let box = Rect(x: point.x, y: point.y, width: width, height: height)
      var cost = marks(under: box, in: model.layers)
      if !isInPlot(across: box) { cost += 1_000 }
      if box.minY < area.minY - height - 2 || box.maxY > area.maxY + 1 { cost += 1_000 }
      for other in labels where other.frame.intersection(box) != nil { cost += 100 }
      return cost
    }
    let candidates = places(label, axis, at: line, isBand: isBand)
    guard let best = candidates.min(by: { cost($0) < cost($1) }) else { return }
    let left = max(area.minX, min(area.maxX - width, best.x))
    labels.append(PlacedLabel(label, left, max(0, best.y), .halo))
  }
}

extension ChartRule {
  /// The positions on the axes.
  var places: [(axis: ChartAxis, place: Place)] {
    [(ChartAxis.y, y), (.x, x)].compactMap { axis, place in place.map { (axis, $0) } }
  }
}
