import CardModel
import CardRaster

/// Bars: vertical, horizontal, stacked or side by side, and the steps of a waterfall.
extension ChartPlot {
  typealias Bar = (series: ChartSeries, point: ChartPoint, frame: Rect)

  /// The thickness of a span without length.
  private static let dash = 1.5

  mutating func drawBars(_ layer: ChartLayer) throws(RasterError) {
    // The bars that are stacked at one place, in the order of their series.
    var stacks: [[Bar]] = []
    var places: [Double: Int] = [:]
    for series in layer.series {
      for point in series.points {
        guard let frame = bar(layer, point) else { continue }
        let key = point[layer.placeAxis] * 2 + (point.value < 0 ? 1 : 0)
        if layer.isStacked, let known = places[key] {
          stacks[known].append((series, point, frame))
        } else {
          if layer.isStacked { places[key] = stacks.count }
          stacks.append([(series, point, frame)])
        }
      }
    }
    for stack in stacks { drawStack(stack, layer) }
    if layer.role == .waterfall { drawConnectors(layer) }
    try labelBars(stacks.flatMap { $0 }, layer)
  }

  /// The frame of a bar.
  private func bar(_ layer: ChartLayer, _ point: ChartPoint) -> Rect? {
    guard !point.isMissing else { return nil }
    let (places, values) = (frame[layer.placeAxis], frame[layer.valueAxis])
    let (place, end) = (point[layer.placeAxis], point[layer.valueAxis])
    let base = point[end: layer.valueAxis] ?? max(values.low, min(values.high, 0))
    var a = values.position(base)
    var b = values.position(end)
    if point[end: layer.valueAxis] != nil, !layer.isStacked, abs(a - b) < ChartPlot.dash {
      // A span without length, such as the body of a candle whose prices are equal, is a dash.
      (a, b) = ((a + b - ChartPlot.dash) / 2, (a + b + ChartPlot.dash) / 2)
    } else if abs(a - b) < chart.hairline, end != base {
      b = a + (b < a ? -chart.hairline : chart.hairline)
    }
    var (middle, thickness) = (places.position(place), places.bandwidth)
    if !layer.isHorizontal, let x2 = point.x2 {
      // A class extends from its lower to its upper end.
      let other = places.position(x2)
      (middle, thickness) = ((middle + other) / 2, max(chart.hairline, abs(other - middle) - 1))
    } else {
      if !places.isDiscrete {
        let gap = (layer.isHorizontal ? model.y.gap : model.x.gap) ?? 1
        thickness = abs(places.position(place + gap) - middle) * (1 - (spec.bars.paddingInner ?? 0.3))
      }
      let slots = point.slot == nil ? 1 : Double(max(1, layer.series.count))
      let most = (spec.bars.barWidth ?? (layer.isHorizontal && frame.hasTallNames ? 24 : 48)) * slots
      thickness = max(chart.hairline, min(thickness, most))
      if let slot = point.slot, slots > 1 {
        let share = thickness / slots
        middle += (Double(slot) + 0.5) * share - thickness / 2
        thickness = max(chart.hairline, share - min(2, share * 0.12))
      }
    }
    return Rect(along: layer.valueAxis, min(a, b), abs(a - b), across: middle - thickness / 2, thickness)
  }

  private func color(_ bar: Bar, _ layer: ChartLayer) -> Color {
    switch bar.point.kind {
    case .up: return layer.mark.color ?? style.upColor
    case .down: return style.downColor
    case .total: return style.totalColor
    case .plain: break
    }
    if layer.hasColorRamp, layer.mark.color == nil {
      return bar.point.color.flatMap { ChartColorScale(chart)?.color($0) } ?? style.otherColor
    }
    // With several series, the rest keeps the colours of the series.
    let axis = layer.isHorizontal ? model.y : model.x
    let isRest = axis.isDiscrete && axis.categories[at: bar.point[layer.placeAxis]] == ChartCompiler.other
    return isRest && layer.series.count == 1 ? style.otherColor : chart.color(bar.series, layer)
  }

  /// Draws bars that form one shape: rounded at the outer end, separated by gaps.
  private mutating func drawStack(_ bars: [Bar], _ layer: ChartLayer) {
    let seen = bars.filter { $0.frame.width > 0 && $0.frame.height > 0 }
    guard let first = seen.first else { return }
    let axis = layer.valueAxis
    let whole = seen.dropFirst().reduce(first.frame) { $0.union($1.frame) }
    let isNegative = first.point.value < 0 && layer.role != .candle
    // Whether bars grow to the left, or downwards.
    let isFlipped = (layer.isHorizontal && frame.x.isReversed) != isNegative
    var radius = layer.role == .candle ? 0 : layer.mark.cornerRadiusEnd ?? spec.bars.cornerRadius
    radius = min(radius, min(whole.width, whole.height) / 2 * (layer.role == .waterfall ? 1 : 2))
    radius = min(radius, whole.length(axis.crossing) / 2, whole.length(axis))
    let radii = radii(radius, layer, isFlipped: isFlipped)
    var clip = LayoutBox(size: whole.size)
    clip.isClipped = seen.count > 1 || isAnimated
    clip.radii = radii
    clip.cornerCurve = spec.bars.cornerCurve
    var boxes: [(LayoutBox, Point)] = []
    for (number, bar) in seen.enumerated() {
      var shown = bar.frame
      if number > 0, layer.isStacked, shown.length(axis) > 2 {
        // A gap in the colour of the surface separates stacked bars.
        shown = Rect(
          along: axis, shown.low(axis) + (layer.isHorizontal != isFlipped ? 1 : 0), shown.length(axis) - 1,
          across: shown.low(axis.crossing), shown.length(axis.crossing))
      }
      var box = chart.markBox(shown, layer, bar.series, bar.point)
      let local = Rect(origin: .zero, size: shown.size)
      let shape = RoundedRect(
        rect: local, radii: seen.count > 1 ? .zero : radii, curve: spec.bars.cornerCurve)
      var color = color(bar, layer)
      if let opacity = layer.mark.opacity { color = color.multiplyingAlpha(by: opacity) }
      if layer.role == .candle, bar.point.kind == .up, bar.frame.height > ChartPlot.dash {
        // Rising candles are hollow.
        box.add(.roundedRect(shape, .solid(style.surface)))
        box.add(.fill(.ring(outer: shape, inner: shape.inset(by: 1)), .solid(color), bounds: local))
      } else if let pattern = barPattern(bar.series) {
        box.content += pattern.items(.roundedRect(shape), local, color).map { .item($0) }
      } else {
        box.add(.roundedRect(shape, .solid(color)))
      }
      boxes.append((box, shown.origin))
    }
    guard clip.isClipped else {
      for (box, origin) in boxes { put(box, at: origin, .bars) }
      return
    }
    var inner = LayoutBox(size: whole.size)
    for (box, origin) in boxes { inner.add(box, at: origin - whole.origin) }
    if isAnimated, layer.role == .plain {
      // The animation grows the bar from below its base line.
      let sign: Double = isFlipped == layer.isHorizontal ? 1 : -1
      inner.motion = chart.growing.motion(from: Point(along: axis, sign * whole.length(axis), across: 0))
    }
    clip.add(inner, at: .zero)
    put(clip, at: whole.origin, .bars)
  }

  func barPattern(_ series: ChartSeries) -> ChartPattern? {
    model.series.count > 1 || spec.patterns ? chart.pattern(series.number) : nil
  }

  private func radii(_ radius: Double, _ layer: ChartLayer, isFlipped: Bool) -> CornerRadii {
    if layer.role == .waterfall { return CornerRadii(radius) }
    let (low, high) = isFlipped ? (radius, 0) : (0, radius)
    return layer.isHorizontal
      ? CornerRadii(topLeft: low, topRight: high, bottomRight: high, bottomLeft: low)
      : CornerRadii(topLeft: high, topRight: high, bottomRight: low, bottomLeft: low)
  }

  /// Draws lines from the end of each bar of a waterfall to the start of the next one.
  private mutating func drawConnectors(_ layer: ChartLayer) {
    let points = (layer.series.first?.points ?? []).filter { !$0.isMissing }
    for (a, b) in zip(points, points.dropFirst()) {
      guard let from = bar(layer, a), let to = bar(layer, b) else { continue }
      let height = frame.y.position(a.y)
      let (left, right) = from.minX < to.minX ? (from.maxX, to.minX) : (to.maxX, from.minX)
      put(
        [.rect(Rect(x: left, y: height - 0.5, width: max(0, right - left), height: 1), style.axisColor)],
        .bars)
    }
  }
}
