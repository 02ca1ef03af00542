import CardRaster

/// The words in a plot: values at marks, names at the ends of lines, rules.
extension ChartPlot {
  private static let valueGap = 4.0

  private func axis(_ layer: ChartLayer) -> ChartDimension {
    layer.isLying ? plan.x : layer.isOnSecondAxis ? plan.second ?? plan.y : plan.y
  }

  private func valueFormat(_ layer: ChartLayer) -> ChartFormat {
    var dimension = axis(layer)
    if let format = spec.valueLabels?.format { dimension.format = format }
    // A share is written of its sum, the value as it is.
    let values = layer.series.flatMap(\.points).map(\.value).filter(\.isFinite)
    if layer.isStacked { dimension.isShare = false }
    return ChartFormat.values(values, dimension, chart.locale)
  }

  private var valueFont: Font { spec.valueLabels?.font?.over(style.labelFont) ?? style.labelFont }

  private var showsValues: Bool {
    if let labels = spec.valueLabels { return labels.show != .none }
    return plan.mark == .waterfall
  }

  /// Whether values of a layer stand beyond the ends of its marks.
  private func isOutside(_ layer: ChartLayer) -> Bool {
    guard !layer.isStacked else { return false }
    return ![.inside, .center].contains(spec.valueLabels?.position ?? .auto)
  }

  /// What values beyond the ends of marks need of the range.
  func roomForValues() throws(RasterError) -> Insets {
    var room = Insets.zero
    guard showsValues else { return room }
    for layer in plan.layers
    where [.bar, .line, .area, .point].contains(layer.mark.type) && layer.role != .candle {
      guard isOutside(layer) || layer.mark.type != .bar else { continue }
      let format = valueFormat(layer)
      let points = layer.series.flatMap(\.points).filter { !$0.isMissing }
      if layer.isLying {
        for point in points.prefix(200) {
          let width =
            try chart.texts.label(format.text(point.value), valueFont, style.labelColor).width
            + ChartPlot.valueGap + 2
          if point.value < 0 {
            room.left = max(room.left, width)
          } else {
            room.right = max(room.right, width)
          }
        }
      } else {
        let height = valueFont.size * 1.2 + ChartPlot.valueGap
        let reach = layer.mark.type == .bar ? 0 : spec.pointSize / 2
        room.top = max(room.top, height + reach)
        if points.contains(where: { $0.value < 0 }) || layer.mark.type != .bar,
          spec.valueLabels?.show == .extremes || points.contains(where: { $0.value < 0 })
        {
          room.bottom = max(room.bottom, height + reach)
        }
      }
    }
    return room
  }

  /// Writes the values at bars.
  mutating func labelBars(_ bars: [(ChartSeries, ChartPoint, Rect)], _ layer: ChartLayer) throws(RasterError)
  {
    guard showsValues, layer.role != .candle else { return }
    let format = valueFormat(layer)
    let font = valueFont
    let isOutside = isOutside(layer)
    let isCenter = layer.isStacked || spec.valueLabels?.position == .center
    let cap = font.size * chartCapHeight
    let wanted = chosenBars(bars)
    for (series, point, bar) in wanted {
      let text = format.text(point.value)
      let color = chart.color(series, layer)
      if isOutside {
        let label = try chart.texts.label(text, font, spec.valueLabels?.color ?? style.labelColor)
        let isNegative = layer.role != .waterfall && point.value < 0
        let left: Double
        let top: Double
        if layer.isLying {
          let atLeft = isNegative != (x.end < x.start)
          left = atLeft ? bar.minX - ChartPlot.valueGap - label.width : bar.maxX + ChartPlot.valueGap
          top = bar.midY + cap / 2 - label.baseline
        } else {
          left = max(frame.minX - 2, min(limit - label.width, bar.midX - label.width / 2))
          top =
            isNegative
            ? bar.maxY + ChartPlot.valueGap + cap - label.baseline
            : bar.minY - ChartPlot.valueGap - label.baseline
        }
        let words = place(label, left, top, abs(point.value))
        // A value that would lie on another bar is not written.
        let ink = words.frame.inset(by: Insets(top: 2, left: 0, bottom: 2, right: 0))
        let isOnBar = bars.count <= 600 && bars.contains { $0.2 != bar && $0.2.intersection(ink) != nil }
        if isOnBar { hidden += 1 } else { labels.append(words) }
        continue
      }
      let label = try chart.texts.label(text, font, spec.valueLabels?.color ?? ChartContrast.ink(on: color))
      let needed = layer.isLying ? label.width + 6 : cap + 6
      let length = layer.isLying ? bar.width : bar.height
      let across = layer.isLying ? bar.height >= cap + 2 : bar.width >= label.width
      guard length >= needed, across else {
        if point.value != 0 { hidden += 1 }
        continue
      }
      var left = bar.midX - label.width / 2
      var top = bar.midY + cap / 2 - label.baseline
      if !isCenter {
        if layer.isLying {
          left = (point.value < 0) != (x.end < x.start) ? bar.minX + 4 : bar.maxX - label.width - 4
        } else {
          top = point.value < 0 ? bar.maxY - 4 - label.baseline : bar.minY + 4 + cap - label.baseline
        }
      }
      labels.append(place(label, left, top, .infinity))
    }
  }

  private func place(_ label: ChartLabel, _ left: Double, _ top: Double, _ weight: Double) -> PlacedLabel {
    PlacedLabel(
      label: label, frame: Rect(x: left, y: top, width: label.width, height: label.height), weight: weight)
  }

  private func chosenBars(_ bars: [(ChartSeries, ChartPoint, Rect)]) -> [(ChartSeries, ChartPoint, Rect)] {
    switch spec.valueLabels?.show ?? .all {
    case .none: []
    case .all: bars
    case .last: Array(bars.suffix(1))
    case .ends: bars.count > 1 ? [bars[0], bars[bars.count - 1]] : bars
    case .extremes:
      [bars.max { $0.1.value < $1.1.value }, bars.min { $0.1.value < $1.1.value }].compactMap { $0 }
    }
  }

  /// Writes the value over a point.
  mutating func labelPoint(
    _ point: ChartPoint, _ series: ChartSeries, _ layer: ChartLayer, center: Point, reach: Double
  ) throws(RasterError) {
    let label = try chart.texts.label(
      valueFormat(layer).text(point.value), valueFont, spec.valueLabels?.color ?? style.labelColor)
    // The lowest of a line has its value below.
    let isLowest =
      spec.valueLabels?.show == .extremes
      && point.value == series.points.map(\.value).filter(\.isFinite).min()
    let cap = valueFont.size * chartCapHeight
    let baseline =
      isLowest ? center.y + reach + ChartPlot.valueGap + cap : center.y - reach - ChartPlot.valueGap
    let left = max(frame.minX, min(limit - label.width, center.x - label.width / 2))
    labels.append(
      PlacedLabel(
        label: label,
        frame: Rect(x: left, y: baseline - label.baseline, width: label.width, height: label.height),
        weight: abs(point.value), hasHalo: true))
  }

  /// The right end of the room for words.
  private var limit: Double { min(partWidth, frame.maxX + ChartPlot.axisGap) }

  /// Leaves out the lighter of two labels that touch, and draws the others.
  mutating func settleLabels() {
    let order = labels.indices.sorted { (labels[$0].weight, $1) > (labels[$1].weight, $0) }
    var kept: [Int] = []
    for number in order {
      let area = labels[number].frame.inset(by: Insets(top: 2, left: -1, bottom: 2, right: -1))
      let touches =
        labels[number].weight < .infinity
        && kept.contains { other in
          labels[other].frame.inset(by: Insets(top: 2, left: -1, bottom: 2, right: -1)).intersection(area)
            != nil
        }
      if touches { hidden += 1 } else { kept.append(number) }
    }
    for number in kept.sorted() {
      let placed = labels[number]
      if placed.hasHalo {
        let cap = placed.frame.height * 0.8
        let halo = Rect(
          x: placed.frame.minX - 2, y: placed.frame.midY - cap / 2, width: placed.frame.width + 4, height: cap
        )
        floors[Floor.labels.rawValue].append(
          .item(
            .roundedRect(
              RoundedRect(rect: halo, radii: CornerRadii(2)), .solid(style.surface.multiplyingAlpha(by: 0.8)))
          ))
      }
      floors[Floor.labels.rawValue].append(.text(placed.label.text, at: placed.frame.origin))
    }
    if hidden > 0 {
      warnings.append(
        chart.context.warning(
          "there is no room for \(hidden) values; they are not written", key: "valueLabels",
          hint: "make the chart larger, or write fewer with 'extremes' or 'last'"))
    }
  }

  // MARK: Names at the ends of lines

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
    let isLeft = chart.isRightToLeft && plan.x.isDiscrete
    var ends: [(label: ChartLabel, y: Double)] = []
    for series in layer.series {
      guard let last = series.points.last(where: { !$0.isMissing }) else { continue }
      let color = readable(chart.color(series, layer))
      ends.append((try directLabel(series.name, color), vertical.position(last.y)))
    }
    let heights = ends.map { _ in style.labelFont.size * 1.25 }
    let centers = ChartSpread.centers(
      ends.map(\.y), heights: heights, from: frame.minY - 6, to: frame.maxY + 6)
    let cap = style.labelFont.size * chartCapHeight
    for (end, center) in zip(ends, centers) {
      let left = isLeft ? frame.minX - 6 - end.label.width : frame.maxX + 6
      floors[Floor.labels.rawValue].append(
        .text(end.label.text, at: Point(x: left, y: center + cap / 2 - end.label.baseline)))
    }
  }

  /// A colour as ink for words: mixed with the labels' until it is read.
  private func readable(_ color: Color) -> Color {
    var share = 0.0
    var result = color
    let target = OklabColor(ChartContrast.ink(on: style.surface))
    while ChartContrast.ratio(result, style.surface) < 4.5, share < 1 {
      share += 0.1
      result = OklabColor(color).mixed(with: target, share: share).color
    }
    return result
  }

  // MARK: Rules and bands

  mutating func drawRules() throws(RasterError) {
    for (number, rule) in spec.rules.enumerated() {
      if let place = rule.y { try draw(rule, place, number, isUpright: false) }
      if let place = rule.x { try draw(rule, place, number, isUpright: true) }
    }
  }

  private func value(_ place: ChartRule.Place, isUpright: Bool) -> [Double] {
    let dimension = isUpright ? plan.x : plan.y
    func number(_ value: ChartValue) -> Double? {
      if dimension.isDiscrete { return dimension.categories.firstIndex(of: value.name).map(Double.init) }
      return ChartPlan.number(value, dimension)
    }
    let all = plan.layers.flatMap(\.series).flatMap(\.points).map { isUpright ? $0.x : $0.y }.filter(
      \.isFinite)
    switch place {
    case .value(let value): return [number(value)].compactMap { $0 }
    case .band(let a, let b):
      let ends = [number(a), number(b)].compactMap { $0 }
      return ends.count == 2 ? ends : []
    case .mean: return [ChartAggregate.mean.value(of: all, rows: all.count)].compactMap { $0 }
    case .median: return [ChartAggregate.median.value(of: all, rows: all.count)].compactMap { $0 }
    case .today:
      return [CalendarMoment(data: chart.context.date.text)].compactMap { $0.map { Double($0.seconds) } }
    }
  }

  private mutating func draw(
    _ rule: ChartRule, _ place: ChartRule.Place, _ number: Int, isUpright: Bool
  ) throws(RasterError) {
    let scale = isUpright ? x : y
    let values = value(place, isUpright: isUpright)
    guard !values.isEmpty else {
      warnings.append(
        chart.context.warning(
          "rule \(number + 1) stands at no place of the \(isUpright ? "x" : "y") axis", key: "rules",
          index: number))
      return
    }
    var places = values.map { scale.position($0) }.sorted()
    if places.count == 2, scale.isDiscrete {
      places = [places[0] - scale.step / 2, places[1] + scale.step / 2]
    }
    let (low, high) = isUpright ? (frame.minX, frame.maxX) : (frame.minY, frame.maxY)
    guard (places.last ?? 0) >= low - 0.5, (places.first ?? 0) <= high + 0.5 else {
      warnings.append(
        chart.context.warning("rule \(number + 1) lies outside the plot", key: "rules", index: number))
      return
    }
    let color = rule.color ?? style.ruleColor
    if places.count == 2 {
      let (a, b) = (max(low, places[0]), min(high, places[1]))
      let band =
        isUpright
        ? Rect(x: a, y: frame.minY, width: b - a, height: frame.height)
        : Rect(x: frame.minX, y: a, width: frame.width, height: b - a)
      let paint = rule.color.map { $0.multiplyingAlpha(by: $0.isOpaque ? 0.14 : 1) } ?? style.bandColor
      floors[Floor.bands.rawValue].append(.item(.rect(band, paint)))
      try label(rule, at: band, isBand: true, isUpright, color: style.labelColor)
    } else {
      var path = Path()
      let at = places[0]
      path.move(to: isUpright ? Point(x: at, y: frame.minY) : Point(x: frame.minX, y: at))
      path.line(to: isUpright ? Point(x: at, y: frame.maxY) : Point(x: frame.maxX, y: at))
      floors[Floor.rules.rawValue].append(
        .item(.stroke(path, Stroke(width: rule.width, dashes: rule.dash), color)))
      let line =
        isUpright
        ? Rect(x: at, y: frame.minY, width: 0, height: frame.height)
        : Rect(x: frame.minX, y: at, width: frame.width, height: 0)
      try label(rule, at: line, isBand: false, isUpright, color: readable(color))
    }
  }

  /// The label of a rule: over its right end, beside its upper one, or wherever there is room.
  private mutating func label(
    _ rule: ChartRule, at area: Rect, isBand: Bool, _ isUpright: Bool, color: Color
  ) throws(RasterError) {
    guard let words = rule.label, !words.isEmpty else { return }
    let label = try chart.texts.label(words, style.labelFont, color, width: frame.width)
    let (width, height) = (label.width, label.height)
    var candidates: [Point] = []
    if isUpright {
      let top = frame.minY + 1
      if isBand {
        candidates = [
          Point(x: area.midX - width / 2, y: top),
          Point(x: area.midX - width / 2, y: frame.maxY - height - 1),
        ]
      } else {
        candidates = [
          Point(x: area.minX + 5, y: top), Point(x: area.minX - 5 - width, y: top),
          Point(x: area.minX + 5, y: frame.maxY - height - 2),
          Point(x: area.minX - 5 - width, y: frame.maxY - height - 2),
        ]
      }
    } else {
      let (right, left) = (frame.maxX - width - 2, frame.minX + 2)
      let over = isBand ? area.minY + 1 : area.minY - height - 1
      let under = isBand ? area.maxY - height - 1 : area.maxY + 2
      candidates = [
        Point(x: right, y: over), Point(x: right, y: under), Point(x: left, y: over),
        Point(x: left, y: under),
      ]
    }
    func cost(_ point: Point) -> Double {
      let box = Rect(x: point.x, y: point.y, width: width, height: height)
      var cost = 0.0
      if box.minX < frame.minX - 0.5 || box.maxX > frame.maxX + 0.5 { cost += 1_000 }
      if box.minY < frame.minY - height || box.maxY > frame.maxY + 1 { cost += 1_000 }
      for other in labels where other.frame.intersection(box) != nil { cost += 100 }
      for layer in plan.layers {
        for point in layer.series.flatMap(\.points).prefix(2_000) where !point.isMissing {
          let mark = Point(x: x.position(point.x), y: y.position(point.y))
          let isBar = layer.mark.type == .bar && !layer.isLying
          let reach = isBar ? x.bandwidth / 2 : 3
          guard mark.x + reach >= box.minX, mark.x - reach <= box.maxX else { continue }
          if isBar ? mark.y <= box.maxY : (mark.y >= box.minY - 3 && mark.y <= box.maxY + 3) { cost += 1 }
        }
      }
      return cost
    }
    guard let best = candidates.min(by: { cost($0) < cost($1) }) else { return }
    let left = max(frame.minX, min(frame.maxX - width, best.x))
    labels.append(
      PlacedLabel(
        label: label, frame: Rect(x: left, y: max(0, best.y), width: width, height: height),
        weight: .infinity,
        hasHalo: true))
  }
}
