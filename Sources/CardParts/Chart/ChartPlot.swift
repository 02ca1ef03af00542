import CardRaster

/// A plot with two axes: from measured labels to scales, and then the marks.
struct ChartPlot {
  let chart: ChartLayout
  /// The area of the marks.
  var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  var x = ChartScale()
  var y = ChartScale()
  var second: ChartScale?
  /// What is drawn, floor by floor.
  var floors = Array(repeating: [LayoutBox.Content](), count: ZIndex.allCases.count)
  /// Labels that may give way to each other.
  var labels: [PlacedLabel] = []
  var warnings: [DeckIssue] = []
  /// The lines of the grid, until labels have opened them.
  var gridLines: [Rect] = []

  /// The order of drawing.
  enum ZIndex: Int, CaseIterable { case bands, grid, areas, bars, axis, rules, lines, points, labels }

  /// A label with the weight that it has among others.
  struct PlacedLabel {
    var label: ChartLabel
    var frame: Rect
    var weight: Double
    var backing = Backing.none

    /// What keeps its letters apart from what lies below them: a patch of the surface's colour for lines of data, which
    /// goes on below it, and a gap for those of the grid, which needs no surface of one colour.
    enum Backing { case none, halo, gapInGrid }

    /// The height of its letters, without the line's leading.
    var cap: Rect {
      let height = frame.height * 0.8
      return Rect(x: frame.minX, y: frame.midY - height / 2, width: frame.width, height: height)
    }
  }

  init(_ chart: ChartLayout) { self.chart = chart }

  var model: ChartModel { chart.model }
  var spec: ChartSpec { chart.spec }
  var style: ChartStyle { chart.style }

  static let axisGap = 8.0

  /// How wide the point of the largest size is in a part: where names or hours make rows and columns, points hardly cover
  /// those beside them.
  func widestPoint(_ room: Rect) -> Double {
    var most = min(36, min(room.width, room.height) / 6)
    func step(_ dimension: ChartDimension, _ length: Double) -> Double {
      dimension.isDiscrete ? length / Double(max(1, dimension.categories.count)) : .infinity
    }
    most = max(14, most)
    if model.x.isDiscrete, model.y.isDiscrete {
      most = min(most, max(5, 1.1 * min(step(model.x, 0.85 * room.width), step(model.y, 0.85 * room.height))))
    }
    return most
  }

  /// Draws the plot with its axes and legend.
  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    var plot = self
    plot.largestPoint = plot.widestPoint(room)
    plot.partWidth = box.size.width
    var inner = room
    for legend in try plot.legends(room) { try plot.place(legend, &inner, into: &box) }
    try plot.layOut(&box, inner)
    guard
      chart.isSparkline
        || (plot.frame.width >= ChartLayout.leastPlot && plot.frame.height >= ChartLayout.leastPlot)
    else {
      let size =
        "\(NumberText.text(plot.frame.width, digits: 0)) × \(NumberText.text(plot.frame.height, digits: 0))"
      box.warnings.append(
        chart.context.warning(
          "the plot has only \(size) points", hint: "a plot needs 48 × 48; make the chart wider or taller"))
      guard plot.frame.width > 1, plot.frame.height > 1 else { return }
      return plot.finish(into: &box)
    }
    plot.finish(into: &box)
  }

  private func finish(into box: inout LayoutBox) {
    var plot = self
    do throws(RasterError) {
      try plot.drawMarks()
      plot.clipMarks()
      try plot.drawRules()
      plot.settleLabels()
      plot.noteHiddenTexts()
      plot.floors[ZIndex.grid.rawValue] += plot.gridLines.map { .item(.rect($0, style.gridColor)) }
      for floor in plot.floors { box.content += floor }
      box.warnings += plot.warnings
    } catch {
      box.warnings.append(chart.context.warning(error.message))
    }
  }

  /// Whether rows are high for names of many lines, and not for their bars.
  var hasTallNames = false
  /// The labels of rules that would lie on bars, and stand right of the plot; by the rules' numbers.
  var rulesBeside: Set<Int> = []
  /// These labels, and how high their rules are.
  var besideLabels: [(label: ChartLabel, y: Double)] = []
  /// What labels of rules take right of the plot and over it.
  var ruleRoom = (right: 0.0, top: 0.0)
  /// The lines of rules.
  var ruleLines: [Rect] = []
  /// How wide the part is.
  var partWidth = 0.0
  /// How many labels found no room.
  var hidden = 0
  /// How many texts of layers found no room.
  var hiddenTexts = 0
  /// Whether series are named at the ends of their lines.
  var hasDirectLabels = false
  /// How much room they take at the right.
  var directWidth = 0.0
  /// How wide the point of the largest size is.
  var largestPoint = 0.0
}

/// Bars: those that stand, lie, are stacked or stand side by side, and steps of a waterfall.
extension ChartPlot {
  /// How thick a span of no length is.
  private static let dash = 1.5

  /// The frame of a bar.
  private func bar(_ layer: ChartLayer, _ point: ChartPoint) -> Rect? {
    guard !point.isMissing else { return nil }
    let (main, value) = layer.isHorizontal ? (y, x) : (x, vertical(layer))
    let place = layer.isHorizontal ? point.y : point.x
    let end = layer.isHorizontal ? point.x : point.y
    let zero = max(value.low, min(value.high, 0))
    let base = (layer.isHorizontal ? point.x2 : point.y2) ?? zero
    var a = value.position(base)
    var b = value.position(end)
    let isSpan = (layer.isHorizontal ? point.x2 : point.y2) != nil && !layer.isStacked
    if isSpan, abs(a - b) < ChartPlot.dash {
      // A span of no length, such as the body of a candle whose prices are equal, is a dash.
      (a, b) = ((a + b - ChartPlot.dash) / 2, (a + b + ChartPlot.dash) / 2)
    } else if abs(a - b) < chart.hairline, end != base {
      b = a + (b < a ? -chart.hairline : chart.hairline)
    }
    var (middle, thickness) = (main.position(place), main.bandwidth)
    if !layer.isHorizontal, let x2 = point.x2 {
      // A class reaches from its lower to its upper end.
      let other = main.position(x2)
      middle = (middle + other) / 2
      thickness = max(chart.hairline, abs(other - main.position(place)) - 1)
    } else {
      if !main.isDiscrete {
        let gap = (layer.isHorizontal ? model.y.gap : model.x.gap) ?? 1
        thickness =
          abs(main.position(place + gap) - main.position(place)) * (1 - (spec.bars.paddingInner ?? 0.3))
      }
      let slots = point.slot == nil ? 1 : Double(max(1, layer.series.count))
      let most = (spec.bars.barWidth ?? (layer.isHorizontal && hasTallNames ? 24 : 48)) * slots
      thickness = max(chart.hairline, min(thickness, most))
      if let slot = point.slot, slots > 1 {
        let share = thickness / slots
        middle += (Double(slot) + 0.5) * share - thickness / 2
        thickness = max(chart.hairline, share - min(2, share * 0.12))
      }
    }
    let (low, length) = (min(a, b), abs(a - b))
    return layer.isHorizontal
      ? Rect(x: low, y: middle - thickness / 2, width: length, height: thickness)
      : Rect(x: middle - thickness / 2, y: low, width: thickness, height: length)
  }

  private func barColor(_ layer: ChartLayer, _ series: ChartSeries, _ point: ChartPoint) -> Color {
    switch point.kind {
    case .up: return layer.mark.color ?? style.upColor
    case .down: return style.downColor
    case .total: return style.totalColor
    case .plain: break
    }
    if layer.hasColorRamp, layer.mark.color == nil {
      return point.color.flatMap { ChartColorScale(chart)?.color($0) } ?? style.otherColor
    }
    // Of several series the rest has the colours that tell them apart.
    let (axis, place) = layer.isHorizontal ? (model.y, point.y) : (model.x, point.x)
    let isRest = axis.isDiscrete && axis.categories[at: place] == ChartCompiler.other
    return isRest && layer.series.count == 1 ? style.otherColor : chart.color(series, layer)
  }

  mutating func drawBars(_ layer: ChartLayer) throws(RasterError) {
    // The bars of one place that lie on each other, in the order of their series.
    var stacks: [(key: Double, bars: [(ChartSeries, ChartPoint, Rect)])] = []
    var places: [Double: Int] = [:]
    for series in layer.series {
      for point in series.points {
        guard let frame = bar(layer, point) else { continue }
        let place = layer.isHorizontal ? point.y : point.x
        let key = layer.isStacked ? place * 2 + (point.value < 0 ? 1 : 0) : Double(stacks.count) + 0.25
        if layer.isStacked, let known = places[key] {
          stacks[known].bars.append((series, point, frame))
        } else {
          places[key] = stacks.count
          stacks.append((key, [(series, point, frame)]))
        }
      }
    }
    for stack in stacks { addStack(stack.bars, layer) }
    if layer.role == .waterfall { drawConnectors(layer) }
    try labelBars(stacks.flatMap(\.bars), layer)
  }

  /// Bars that are one shape: round at the outer end, parted by gaps.
  private mutating func addStack(_ bars: [(ChartSeries, ChartPoint, Rect)], _ layer: ChartLayer) {
    let seen = bars.filter { $0.2.width > 0 && $0.2.height > 0 }
    guard let first = seen.first else { return }
    let whole = seen.dropFirst().reduce(first.2) { $0.union($1.2) }
    let isNegative = first.1.value < 0 && layer.role != .candle
    var radius = layer.role == .candle ? 0 : layer.mark.cornerRadiusEnd ?? spec.bars.cornerRadius
    radius = min(radius, min(whole.width, whole.height) / 2 * (layer.role == .waterfall ? 1 : 2))
    radius = min(
      radius, (layer.isHorizontal ? whole.height : whole.width) / 2, layer.isHorizontal ? whole.width : whole.height)
    let isFlipped = (layer.isHorizontal ? x.end < x.start : false) != isNegative
    let radii = radii(radius, layer, isFlipped: isFlipped)
    var clip = LayoutBox(size: whole.size)
    clip.isClipped = seen.count > 1 || growing
    clip.radii = radii
    clip.cornerCurve = spec.bars.cornerCurve
    var boxes: [(LayoutBox, Point)] = []
    for (number, (series, point, frame)) in seen.enumerated() {
      var shown = frame
      // A gap in the colour of the surface parts what lies on each other.
      if number > 0, layer.isStacked { shown = parted(frame, layer, point, isNegative) }
      var box = chart.markBox(shown, layer, series, point)
      let local = Rect(origin: .zero, size: shown.size)
      let shape = RoundedRect(
        rect: local, radii: seen.count > 1 ? .zero : radii, curve: spec.bars.cornerCurve)
      var color = barColor(layer, series, point)
      if let opacity = layer.mark.opacity { color = color.multiplyingAlpha(by: opacity) }
      if layer.role == .candle, point.kind == .up, frame.height > ChartPlot.dash {
        // What rises is hollow.
        box.add(.roundedRect(shape, .solid(style.surface)))
        box.add(.fill(.ring(outer: shape, inner: shape.inset(by: 1)), .solid(color), bounds: local))
      } else if let pattern = chart.pattern(series.number), model.series.count > 1 || spec.patterns {
        box.content += pattern.items(.roundedRect(shape), local, color).map { .item($0) }
      } else {
        box.add(.roundedRect(shape, .solid(color)))
      }
      boxes.append((box, shown.origin))
    }
    guard clip.isClipped else {
      for (box, origin) in boxes { floors[ZIndex.bars.rawValue].append(.box(box, at: origin)) }
      return
    }
    var inner = LayoutBox(size: whole.size)
    for (box, origin) in boxes { inner.add(box, at: origin - whole.origin) }
    if growing, layer.role == .plain {
      // It comes from behind the line that it stands on.
      let sign: Double = isFlipped ? -1 : 1
      inner.motion = chart.growing.motion(
        from: layer.isHorizontal ? Point(x: -sign * whole.width, y: 0) : Point(x: 0, y: sign * whole.height))
    }
    clip.add(inner, at: .zero)
    floors[ZIndex.bars.rawValue].append(.box(clip, at: whole.origin))
  }

  var growing: Bool { chart.growing.animated }

  private func radii(_ radius: Double, _ layer: ChartLayer, isFlipped: Bool) -> CornerRadii {
    if layer.role == .waterfall { return CornerRadii(radius) }
    if layer.isHorizontal {
      return isFlipped
        ? CornerRadii(topLeft: radius, topRight: 0, bottomRight: 0, bottomLeft: radius)
        : CornerRadii(topLeft: 0, topRight: radius, bottomRight: radius, bottomLeft: 0)
    }
    return isFlipped
      ? CornerRadii(topLeft: 0, topRight: 0, bottomRight: radius, bottomLeft: radius)
      : CornerRadii(topLeft: radius, topRight: radius, bottomRight: 0, bottomLeft: 0)
  }

  private func parted(_ frame: Rect, _ layer: ChartLayer, _ point: ChartPoint, _ isNegative: Bool) -> Rect {
    var shown = frame
    if layer.isHorizontal {
      guard frame.width > 2 else { return frame }
      shown.size.width -= 1
      if (x.end < x.start) == isNegative { shown.origin.x += 1 }
    } else {
      guard frame.height > 2 else { return frame }
      shown.size.height -= 1
      if isNegative { shown.origin.y += 1 }
    }
    return shown
  }

  /// Lines from the end of a bar of a waterfall to the start of the next one.
  private mutating func drawConnectors(_ layer: ChartLayer) {
    let points = (layer.series.first?.points ?? []).filter { !$0.isMissing }
    for (a, b) in zip(points, points.dropFirst()) {
      guard let from = bar(layer, a), let to = bar(layer, b) else { continue }
      let height = y.position(a.y)
      let (left, right) = from.minX < to.minX ? (from.maxX, to.minX) : (to.maxX, from.minX)
      floors[ZIndex.bars.rawValue].append(
        .item(.rect(Rect(x: left, y: height - 0.5, width: max(0, right - left), height: 1), style.axisColor)))
    }
  }
}

/// What a deck's own domain leaves out of the plot.
extension ChartPlot {
  /// Cuts marks at the edges of the plot where values lie beyond a domain that the deck gives, and warns of them.
  mutating func clipMarks() {
    let count = model.layers.reduce(0) { $0 + beyond($1) }
    // A bar beside the end of a domain is wider than the plot, though its value is in it.
    let isOverhung = hasOverhang
    for floor in [ZIndex.areas, .bars, .rules, .lines, .points]
    where count > 0 || (isOverhung && floor == .bars) {
      clip(floor)
    }
    guard count > 0 else {
      if isOverhung {
        warnings.append(
          chart.context.warning(
            "a bar at an end of the domain of an axis is cut", hint: "widen 'domain' by the width of a bar"))
      }
      return
    }
    warnings.append(
      chart.context.warning(
        "\(count == 1 ? "1 value lies" : "\(count) values lie") outside the domain of an axis and \(count == 1 ? "is" : "are") cut",
        hint: "widen 'domain', or draw them at its ends with 'clamp'"))
  }

  /// Whether a place is in the plot.
  func holds(_ place: Point) -> Bool {
    let area = frame.inset(by: -0.5)
    return place.x >= area.minX && place.x <= area.maxX && place.y >= area.minY && place.y <= area.maxY
  }

  private mutating func clip(_ floor: ZIndex) {
    guard !floors[floor.rawValue].isEmpty else { return }
    var content = LayoutBox(size: Size(width: max(partWidth, frame.maxX), height: frame.maxY))
    content.content = floors[floor.rawValue]
    var window = LayoutBox(size: frame.size)
    window.isClipped = true
    window.add(content, at: Point(x: -frame.minX, y: -frame.minY))
    floors[floor.rawValue] = [.box(window, at: frame.origin)]
  }

  /// Whether a bar or a cell reaches over an edge of the plot.
  private var hasOverhang: Bool {
    guard limits(model.x) != nil || limits(model.y) != nil else { return false }
    let edge = frame.inset(by: -0.5)
    return floors[ZIndex.bars.rawValue].contains { content in
      guard case .box(let box, let origin) = content else { return false }
      let area = Rect(origin: origin, size: box.size)
      return area.minX < edge.minX || area.maxX > edge.maxX || area.minY < edge.minY || area.maxY > edge.maxY
    }
  }

  /// How many points of a layer lie outside of a domain.
  private func beyond(_ layer: ChartLayer) -> Int {
    let vertical = layer.isOnSecondAxis ? model.second ?? model.y : model.y
    let ends = (limits(model.x), limits(vertical))
    guard ends.0 != nil || ends.1 != nil else { return 0 }
    return layer.series.reduce(0) { sum, series in
      sum
        + series.points.reduce(0) { count, point in
          func isOutside(_ limits: ClosedRange<Double>?, _ a: Double, _ b: Double?) -> Bool {
            guard let limits else { return false }
            return [a, b ?? .nan].contains { $0.isFinite && !limits.contains($0) }
          }
          let isOut = isOutside(ends.0, point.x, point.x2) || isOutside(ends.1, point.y, point.y2)
          return layer.draws(point) && isOut ? count + 1 : count
        }
    }
  }

  /// The ends that a deck gives to an axis of numbers or moments; nil where nothing can lie beyond them.
  private func limits(_ dimension: ChartDimension) -> ClosedRange<Double>? {
    let ends = dimension.domain
    guard !dimension.isDiscrete, !dimension.scale.clamp, ends.count == 2, ends[0] < ends[1] else {
      return nil
    }
    return ends[0]...ends[1]
  }
}

/// Names at the ends of lines.
extension ChartPlot {
  /// The room for the names at the ends of lines.
  func widthOfDirectLabels() throws(RasterError) -> Double {
    guard hasDirectLabels else { return 0 }
    var widest = 0.0
    for layer in model.layers where layer.mark.type == .line {
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
      floors[ZIndex.labels.rawValue].append(
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
