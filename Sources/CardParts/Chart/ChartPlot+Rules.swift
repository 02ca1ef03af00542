import CardRaster

/// Rules and bands at values of an axis, with their labels.
extension ChartPlot {
  mutating func drawRules() throws(RasterError) {
    for (number, rule) in spec.rules.enumerated() {
      if let place = rule.y { try draw(rule, place, number, isUpright: false) }
      if let place = rule.x { try draw(rule, place, number, isUpright: true) }
    }
    writeBeside()
  }

  private func value(_ place: ChartRule.Place, isUpright: Bool) -> [Double] {
    let dimension = isUpright ? plan.x : plan.y
    func number(_ value: ChartValue) -> Double? {
      if dimension.isDiscrete { return dimension.categories.firstIndex(of: value.name).map(Double.init) }
      return ChartPlan.number(value, dimension)
    }
    var all: [Double] {
      plan.layers.flatMap { $0.points.map { isUpright ? $0.x : $0.y }.filter(\.isFinite) }
    }
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
      try label(rule, number, at: band, isBand: true, isUpright, color: style.labelColor)
    } else {
      var path = Path()
      let at = places[0]
      path.move(to: isUpright ? Point(x: at, y: frame.minY) : Point(x: frame.minX, y: at))
      path.line(to: isUpright ? Point(x: at, y: frame.maxY) : Point(x: frame.maxX, y: at))
      floors[Floor.rules.rawValue].append(
        .item(.stroke(path, Stroke(width: rule.width, dashes: rule.dash).fitting(path), color)))
      let line =
        isUpright
        ? Rect(x: at, y: frame.minY, width: 0, height: frame.height)
        : Rect(x: frame.minX, y: at, width: frame.width, height: 0)
      let half = rule.width / 2
      ruleLines.append(line.inset(by: Insets(top: -half, left: -half, bottom: -half, right: -half)))
      try label(rule, number, at: line, isBand: false, isUpright, color: readable(color))
    }
  }

  // MARK: Labels

  private func ruleLabel(_ words: String, _ color: Color) throws(RasterError) -> ChartLabel {
    try chart.texts.label(words, style.labelFont, color, width: frame.width)
  }

  /// Where a rule is in the plot; nil where it is outside.
  private func area(_ place: ChartRule.Place, isUpright: Bool) -> (area: Rect, isBand: Bool)? {
    let scale = isUpright ? x : y
    let places = value(place, isUpright: isUpright).map { scale.position($0) }.sorted()
    guard let first = places.first, let last = places.last else { return nil }
    let (low, high) = isUpright ? (frame.minX, frame.maxX) : (frame.minY, frame.maxY)
    guard last >= low - 0.5, first <= high + 0.5 else { return nil }
    let area =
      isUpright
      ? Rect(x: first, y: frame.minY, width: last - first, height: frame.height)
      : Rect(x: frame.minX, y: first, width: frame.width, height: last - first)
    return (area, places.count == 2)
  }

  /// Whether labels of rules would lie on bars wherever they stand, and so need room beside the plot or over it.
  mutating func needsRoomForRules() throws(RasterError) -> Bool {
    let bars = plan.layers.filter { $0.mark.type == .bar }
    guard !bars.isEmpty, frame.width > 1 else { return false }
    var (beside, width, needsSide) = ([Int](), 0.0, false)
    for (number, rule) in spec.rules.enumerated() {
      guard let words = rule.label, !words.isEmpty else { continue }
      for (place, isUpright) in [(rule.y, false), (rule.x, true)] {
        guard let place, let (area, isBand) = area(place, isUpright: isUpright) else { continue }
        let label = try ruleLabel(words, style.labelColor)
        let isFree = places(label, at: area, isBand: isBand, isUpright).contains { point in
          let box = Rect(x: point.x, y: point.y, width: label.width, height: label.height)
          return isInPlot(across: box) && marks(under: box, in: bars) == 0
        }
        if isUpright {
          if !isFree, !xIsOnTop { ruleRoom.top = max(ruleRoom.top, label.height + 2) }
          continue
        }
        // Where one has to stand right of the plot all do, since bars that are narrower then leave others less room.
        needsSide = needsSide || !isFree
        if label.width <= 0.3 * frame.width {
          beside.append(number)
          width = max(width, label.width + 6)
        }
      }
    }
    if needsSide, !hasDirectLabels, !hasAxisOnRight {
      rulesBeside = Set(beside)
      ruleRoom.right = width
    }
    return ruleRoom.right > 0 || ruleRoom.top > 0
  }

  /// Where the label of a rule may stand, the best place first.
  private func places(_ label: ChartLabel, at area: Rect, isBand: Bool, _ isUpright: Bool) -> [Point] {
    let (width, height) = (label.width, label.height)
    guard isUpright else {
      let (right, left) = (frame.maxX - width - 2, frame.minX + 2)
      let over = isBand ? area.minY + 1 : area.minY - height - 1
      let under = isBand ? area.maxY - height - 1 : area.maxY + 2
      let heights = isBand ? [over, under, area.maxY + 1, area.minY - height - 1] : [over, under]
      return [right, left].flatMap { x in heights.prefix(2).map { Point(x: x, y: $0) } }
        // Beside a band that lines fill, its name stands at the edge.
        + heights.dropFirst(2).flatMap { y in [right, left].map { Point(x: $0, y: y) } }
    }
    let top = frame.minY + 1
    let middle = area.midX - width / 2
    var result: [Point]
    if isBand {
      result = [Point(x: middle, y: top), Point(x: middle, y: frame.maxY - height - 1)]
    } else {
      let bottom = frame.maxY - height - 2
      result = [top, bottom].flatMap {
        [Point(x: area.minX + 5, y: $0), Point(x: area.minX - 5 - width, y: $0)]
      }
    }
    if ruleRoom.top > 0 {
      let inside = max(frame.minX, min(frame.maxX - width, middle))
      result.append(Point(x: inside, y: frame.minY - height - 1))
    }
    return result
  }

  private func isInPlot(across box: Rect) -> Bool {
    box.minX >= frame.minX - 0.5 && box.maxX <= frame.maxX + 0.5
  }

  /// How much lies under a label: marks, lines and points by their places, and lines that run through it.
  private func marks(under box: Rect, in layers: [ChartLayer]) -> Double {
    var count = 0.0
    for layer in layers {
      // A line that strikes a word through is worse than a point at its edge.
      if [.line, .area].contains(layer.mark.type) { count += 2 * lines(through: box, of: layer) }
      for point in layer.points.prefix(2_000) where !point.isMissing {
        let mark = Point(x: x.position(point.x), y: y.position(point.y))
        if layer.mark.type == .bar, layer.isLying {
          let (half, zero) = (y.bandwidth / 2, x.position(max(x.low, min(x.high, 0))))
          if mark.y + half >= box.minY, mark.y - half <= box.maxY, max(zero, mark.x) >= box.minX,
            min(zero, mark.x) <= box.maxX
          {
            count += 1
          }
          continue
        }
        let isBar = layer.mark.type == .bar
        let reach = isBar ? x.bandwidth / 2 : 3
        guard mark.x + reach >= box.minX, mark.x - reach <= box.maxX else { continue }
        if isBar ? mark.y <= box.maxY : (mark.y >= box.minY - 3 && mark.y <= box.maxY + 3) { count += 1 }
      }
    }
    return count
  }

  /// How many lines of a layer run through a label.
  private func lines(through box: Rect, of layer: ChartLayer) -> Double {
    let ink = box.inset(by: Insets(top: 2, left: -1, bottom: 2, right: -1))
    let count = layer.series.filter { series in
      let places = series.points.prefix(2_000).map { point in
        point.isMissing ? nil : Point(x: x.position(point.x), y: y.position(point.y))
      }
      return ChartPlot.crosses(ink, places)
    }.count
    return Double(count)
  }

  /// The label of a rule: over its right end, beside its upper one, or wherever there is room.
  private mutating func label(
    _ rule: ChartRule, _ number: Int, at area: Rect, isBand: Bool, _ isUpright: Bool, color: Color
  ) throws(RasterError) {
    guard let words = rule.label, !words.isEmpty else { return }
    let label = try ruleLabel(words, color)
    warnings += chart.doubts(label, key: "rules")
    let (width, height) = (label.width, label.height)
    if !isUpright, rulesBeside.contains(number) {
      besideLabels.append((label, area.midY))
      return
    }
    func cost(_ point: Point) -> Double {
      let box = Rect(x: point.x, y: point.y, width: width, height: height)
      var cost = marks(under: box, in: plan.layers)
      if !isInPlot(across: box) { cost += 1_000 }
      if box.minY < frame.minY - height - 2 || box.maxY > frame.maxY + 1 { cost += 1_000 }
      for other in labels where other.frame.intersection(box) != nil { cost += 100 }
      return cost
    }
    let candidates = places(label, at: area, isBand: isBand, isUpright)
    guard let best = candidates.min(by: { cost($0) < cost($1) }) else { return }
    let left = max(frame.minX, min(frame.maxX - width, best.x))
    labels.append(
      PlacedLabel(
        label: label, frame: Rect(x: left, y: max(0, best.y), width: width, height: height),
        weight: .infinity,
        backing: .halo))
  }

  /// Labels right of the plot, at the height of their rules as far as they leave each other room.
  private mutating func writeBeside() {
    let heights = besideLabels.map { _ in style.labelFont.size * 1.25 }
    let centers = ChartSpread.centers(
      besideLabels.map(\.y), heights: heights, from: frame.minY - 6, to: frame.maxY + 6)
    let cap = style.labelFont.size * chartCapHeight
    for ((label, _), center) in zip(besideLabels, centers) {
      floors[Floor.labels.rawValue].append(
        .text(label.text, at: Point(x: frame.maxX + 6, y: center + cap / 2 - label.baseline)))
    }
  }
}
