import CardRaster

/// The marks of a plot.
extension ChartPlot {
  mutating func drawMarks() throws(RasterError) {
    for layer in model.layers {
      switch layer.mark.type {
      case .bar: try drawBars(layer)
      case .line: try drawLines(layer)
      case .area: try drawAreas(layer)
      case .point: try drawPoints(layer)
      case .rect: try drawCells(layer)
      case .rule: drawRuleMarks(layer)
      case .text: try drawTexts(layer)
      default: break
      }
    }
  }

  func vertical(_ layer: ChartLayer) -> ChartScale { layer.isOnSecondAxis ? second ?? y : y }

  // MARK: Points

  private mutating func drawPoints(_ layer: ChartLayer) throws(RasterError) {
    let count = layer.points.reduce(0) { $0 + ($1.isMissing ? 0 : 1) }
    let colors = ChartColorScale(chart)
    var opacity = layer.mark.opacity ?? (model.size != nil ? 0.72 : 1)
    if count > ChartPlot.crowd {
      opacity = min(opacity, max(0.15, (Double(ChartPlot.crowd) / Double(count)).squareRoot()))
    }
    let vertical = vertical(layer)
    let format = valueFormat(layer)
    for series in layer.series {
      let number = layer.mark.shape ?? (hasShapes ? series.number : 0)
      // Large points lie below small ones.
      let points = model.size == nil ? series.points : series.points.sorted { ($0.size ?? 0) > ($1.size ?? 0) }
      for point in points where !point.isMissing {
        var center = Point(x: x.position(point.x), y: vertical.position(point.y))
        if count > ChartPlot.crowd { center = nearby(center) }
        let size = diameter(point, layer)
        let color = pointColor(point, series, layer, colors).multiplyingAlpha(by: opacity)
        // A point without a colour is an outline, as a cell is.
        let isFilled = layer.mark.filled && (point.color != nil || !layer.hasColorRamp)
        let reach = size * 0.65 + 1
        let frame = Rect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        if count <= ChartPlot.regions {
          var box = chart.markBox(frame, layer, series, point)
          let (middle, bounds) = (Point(x: reach, y: reach), Rect(origin: .zero, size: frame.size))
          box.add(shape(number, isFilled, at: middle, size, color, bounds: bounds))
          floors[ZIndex.points.rawValue].append(.box(box, at: frame.origin))
        } else {
          floors[ZIndex.points.rawValue].append(
            .item(shape(number, isFilled, at: center, size, color, bounds: frame)))
        }
        if let labels = spec.valueLabels, labels.show != .none {
          try labelPoint(point, series, layer, format, center: center, reach: size / 2)
        }
      }
    }
  }

  private func shape(
    _ number: Int, _ isFilled: Bool, at center: Point, _ size: Double, _ color: Color, bounds: Rect
  ) -> DisplayItem {
    let path = ChartShape.path(number, at: center, size: size)
    return isFilled
      ? .fill(.path(path), .solid(color), bounds: bounds) : .stroke(path, Stroke(width: 1.5), color)
  }

  /// The colour of a point; grey where a ramp has no colour for it.
  func pointColor(
    _ point: ChartPoint, _ series: ChartSeries, _ layer: ChartLayer, _ colors: ChartColorScale?
  ) -> Color {
    guard layer.hasColorRamp else { return chart.color(series, layer) }
    return point.color.flatMap { colors?.color($0) } ?? style.otherColor
  }

  /// How many points lie so close that they shine through each other.
  private static let crowd = 2_000

  /// A place at most an eighth of a pixel away, which nobody sees; what lies so is drawn many times as fast.
  private func nearby(_ place: Point) -> Point {
    let step = chart.hairline / 4
    return Point(x: (place.x / step).rounded() * step, y: (place.y / step).rounded() * step)
  }

  /// The most points that are regions of their own.
  static let regions = 500

  var hasShapes: Bool {
    ([spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) }).contains {
      $0.shape != nil
    }
  }

  /// How wide a point is.
  func diameter(_ point: ChartPoint, _ layer: ChartLayer) -> Double {
    if let size = point.size, let dimension = model.size, dimension.high > 0 {
      return diameter(of: size, dimension)
    }
    if let area = layer.mark.size { return 2 * (area / Double.pi).squareRoot() }
    return spec.pointSize + (model.layers.count == 1 ? 1 : 0)
  }

  /// How wide a point is whose area stands for a number.
  func diameter(of size: Double, _ dimension: ChartDimension) -> Double {
    max(3, largestPoint * (max(0, size) / dimension.high).squareRoot())
  }

  // MARK: Cells

  private mutating func drawCells(_ layer: ChartLayer) throws(RasterError) {
    let colors = ChartColorScale(chart)
    let format = ChartFormat.values(
      layer.points.compactMap(\.color), model.color ?? model.y, chart.locale)
    for series in layer.series {
      for point in series.points where !point.isMissing {
        let frame = cell(point)
        var box = chart.markBox(frame, layer, series, point)
        let shape = RoundedRect(
          rect: Rect(origin: .zero, size: frame.size),
          radii: CornerRadii(min(spec.bars.cornerRadius, frame.height / 4)))
        if model.color != nil {
          guard let value = point.color, let colors else {
            // A missing cell is an outline, never the lowest colour.
            box.add(
              .fill(
                .ring(outer: shape, inner: shape.inset(by: 1)), .solid(style.gridColor), bounds: shape.rect))
            floors[ZIndex.bars.rawValue].append(.box(box, at: frame.origin))
            continue
          }
          let color = colors.color(value)
          box.add(.roundedRect(shape, .solid(color)))
          if let labels = spec.valueLabels, labels.show != .none {
            let font = labels.font?.over(style.labelFont) ?? style.labelFont
            let label = try chart.texts.label(
              format.text(value), font, labels.color ?? ChartContrast.ink(on: color))
            if label.width + 4 <= frame.width, label.height <= frame.height + 2 {
              let cap = font.size * chartCapHeight
              box.content.append(
                .text(
                  label.text,
                  at: Point(
                    x: (frame.width - label.width) / 2, y: frame.height / 2 + cap / 2 - label.baseline)))
            } else {
              hidden += 1
            }
          }
        } else {
          box.add(
            .roundedRect(
              shape, .solid(chart.color(series, layer).multiplyingAlpha(by: layer.mark.opacity ?? 1))))
        }
        floors[ZIndex.bars.rawValue].append(.box(box, at: frame.origin))
      }
    }
  }

  private func cell(_ point: ChartPoint) -> Rect {
    func span(_ scale: ChartScale, _ a: Double, _ b: Double?, _ gap: Double?) -> (Double, Double) {
      let middle = scale.position(a)
      if let b {
        let other = scale.position(b)
        return (min(middle, other), max(0, abs(other - middle) - 1))
      }
      let length = scale.isDiscrete ? scale.bandwidth : abs(scale.position(a + (gap ?? 1)) - middle) - 1
      return (middle - length / 2, length)
    }
    let (left, width) = span(x, point.x, point.x2, model.x.gap)
    let (top, height) = span(y, point.y, point.y2, model.y.gap)
    return Rect(x: left, y: top, width: width, height: height)
  }
}

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
    let dimension = isUpright ? model.x : model.y
    func number(_ value: ChartValue) -> Double? {
      if dimension.isDiscrete { return dimension.categories.firstIndex(of: value.name).map(Double.init) }
      return dimension.number(value)
    }
    var all: [Double] {
      model.layers.flatMap { $0.points.map { isUpright ? $0.x : $0.y }.filter(\.isFinite) }
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
      floors[ZIndex.bands.rawValue].append(.item(.rect(band, paint)))
      try label(rule, number, at: band, isBand: true, isUpright, color: style.labelColor)
    } else {
      var path = Path()
      let at = places[0]
      path.move(to: isUpright ? Point(x: at, y: frame.minY) : Point(x: frame.minX, y: at))
      path.line(to: isUpright ? Point(x: at, y: frame.maxY) : Point(x: frame.maxX, y: at))
      floors[ZIndex.rules.rawValue].append(
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
    let bars = model.layers.filter { $0.mark.type == .bar }
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
        if layer.mark.type == .bar, layer.isHorizontal {
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
      var cost = marks(under: box, in: model.layers)
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
      floors[ZIndex.labels.rawValue].append(
        .text(label.text, at: Point(x: frame.maxX + 6, y: center + cap / 2 - label.baseline)))
    }
  }
}

/// Which colour a number has.
struct ChartColorScale {
  let low: Double
  let high: Double
  private let scheme: ChartScheme
  private let range: [Color]
  private let middle: Double?
  private let appearance: Appearance

  init?(_ chart: ChartLayout) {
    guard let dimension = chart.model.color, !dimension.isEmpty else { return nil }
    let spec = dimension.scale
    let hasBothSigns = dimension.low < 0 && dimension.high > 0
    scheme = spec.scheme ?? chart.spec.scheme ?? (hasBothSigns ? .redblue : .blues)
    range = spec.range
    appearance = chart.style.appearance
    let ends = spec.domain.compactMap(\.number)
    let (a, b) = ends.count == 2 ? (ends[0], ends[1]) : (dimension.low, dimension.high)
    middle = spec.domainMid ?? (scheme.isDiverging && range.isEmpty ? (hasBothSigns ? 0 : nil) : nil)
    if let middle {
      // Both arms are equally long, so that equal distances look equal.
      let arm = max(abs(a - middle), abs(b - middle))
      (low, high) = (middle - arm, middle + arm)
    } else {
      (low, high) = a == b ? (min(0, a), max(a, 1)) : (a, b)
    }
  }

  func color(_ value: Double) -> Color {
    let share = min(1, max(0, (value - low) / (high - low)))
    return range.isEmpty ? scheme.color(at: share, appearance) : ChartScheme.mix(range, at: share)
  }
}
