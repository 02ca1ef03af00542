import CardModel
import CardRaster

/// Bars: vertical, horizontal, stacked or side by side, and the steps of a waterfall.
struct BarMark: PlotMark {
  let layer: ChartLayer
  let frame: ChartFrame

  struct Bar {
    let series: ChartSeries
    let point: ChartPoint
    let frame: Rect
  }

  /// The thickness of a span without length.
  private static let dash = 1.5
  /// The gap between stacked bars, and the length from which a bar gives up half of it at each end.
  private static let gap = (width: 1.0, from: 3.0)

  func draw(into plot: inout ChartPlot) throws(RasterError) {
    // The bars that are stacked at one place, in the order of their series.
    var stacks: [[Bar]] = []
    var places: [Double: Int] = [:]
    for series in layer.series {
      for point in series.points {
        guard let frame = bar(point) else { continue }
        let bar = Bar(series: series, point: point, frame: frame)
        let key = point[layer.placeAxis] * 2 + (point.value < 0 ? 1 : 0)
        if layer.isStacked, let known = places[key] {
          stacks[known].append(bar)
        } else {
          places[key] = stacks.count
          stacks.append([bar])
        }
      }
    }
    for stack in stacks { drawStack(stack, into: &plot) }
    if layer.role == .waterfall { plot.put(connectors, .bars) }
    try labelBars(stacks.flatMap { $0 }, into: &plot)
  }

  /// The frame of a bar.
  private func bar(_ point: ChartPoint) -> Rect? {
    guard !point.isMissing else { return nil }
    let (places, values) = (frame[layer.placeAxis], frame[layer.valueAxis])
    let (place, end) = (point[layer.placeAxis], point[layer.valueAxis])
    let base = point[end: layer.valueAxis] ?? max(values.low, min(values.high, 0))
    var a = values.position(base)
    var b = values.position(end)
    if point[end: layer.valueAxis] != nil, !layer.isStacked, abs(a - b) < BarMark.dash {
      // A span without length, such as the body of a candle whose prices are equal, is a dash.
      (a, b) = ((a + b - BarMark.dash) / 2, (a + b + BarMark.dash) / 2)
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
        let pitch = places.pitch(at: place, gap: model[layer.placeAxis].gap ?? 1)
        thickness = pitch * (1 - (spec.bars.paddingInner ?? 0.3))
      }
      let slots = point.slot == nil ? 1 : Double(max(1, layer.series.count))
      let most = frame.widestBar(layer, in: places) * slots
      thickness = max(chart.hairline, min(thickness, most))
      if let slot = point.slot, slots > 1 {
        let share = thickness / slots
        middle += (Double(slot) + 0.5) * share - thickness / 2
        thickness = max(chart.hairline, share - min(2, share * 0.12))
      }
    }
    return Rect(along: layer.valueAxis, min(a, b), abs(a - b), across: middle - thickness / 2, thickness)
  }

  private func color(_ bar: Bar) -> Color {
    switch bar.point.kind {
    case .up: return layer.mark.color ?? (layer.role == .waterfall ? style.gainColor : style.upColor)
    case .down: return style.downColor
    case .total: return style.totalColor
    case .plain: break
    }
    if layer.hasColorRamp, layer.mark.color == nil { return frame.rampColor(bar.point) }
    // With several series, the rest keeps the colours of the series.
    let axis = model[layer.placeAxis]
    let isRest = axis.isDiscrete && axis.categories[at: bar.point[layer.placeAxis]] == ChartCompiler.other
    return isRest && layer.series.count == 1 ? style.otherColor : chart.color(bar.series, layer)
  }

  /// Draws bars that form one shape: rounded at the outer end, separated by gaps.
  private func drawStack(_ bars: [Bar], into plot: inout ChartPlot) {
    var seen = bars.filter { $0.frame.width > 0 && $0.frame.height > 0 }
    guard let first = seen.first else { return }
    let axis = layer.valueAxis
    let whole = seen.dropFirst().reduce(first.frame) { $0.union($1.frame) }
    let isNegative = first.point.value < 0 && layer.role != .candle
    // Whether bars grow to the left, or downwards.
    let isFlipped = (layer.isHorizontal && frame.x.isReversed) != isNegative
    var radius = layer.role == .candle ? 0 : layer.mark.cornerRadiusEnd ?? spec.bars.cornerRadius
    radius = min(radius, min(whole.width, whole.height) / 2 * (layer.role == .waterfall ? 1 : 2))
    radius = min(radius, whole.length(axis.crossing) / 2, whole.length(axis))
    var clip = LayoutBox(size: whole.size)
    clip.isClipped = seen.count > 1 || chart.growing.animated
    clip.radii = radii(radius, isFlipped: isFlipped)
    clip.cornerCurve = spec.bars.cornerCurve
    var inner = LayoutBox(size: whole.size)
    let isRising = layer.isHorizontal != isFlipped
    /// The ends of a bar in the direction of its stack.
    func ends(_ bar: Rect) -> (start: Double, end: Double) {
      isRising ? (bar.low(axis), bar.high(axis)) : (-bar.high(axis), -bar.low(axis))
    }
    if layer.isStacked { seen.sort { ends($0.frame).start < ends($1.frame).start } }
    let spans = layer.isStacked && seen.count > 1 ? stacked(seen.map { ends($0.frame) }, ends(whole).end) : []
    for (number, bar) in seen.enumerated() {
      var shown = bar.frame
      if !spans.isEmpty {
        let (start, end) = spans[number]
        shown = Rect(
          along: axis, isRising ? start : -end, end - start, across: shown.low(axis.crossing),
          shown.length(axis.crossing))
      }
      var box = chart.markBox(shown, layer, bar.series, bar.point)
      let local = Rect(origin: .zero, size: shown.size)
      let shape = RoundedRect(
        rect: local, radii: seen.count > 1 ? .zero : clip.radii, curve: spec.bars.cornerCurve)
      let color = color(bar).multiplyingAlpha(by: frame.opacity(bar.point, layer) ?? 1)
      if layer.role == .candle, bar.point.kind == .up, bar.frame.height > BarMark.dash {
        // Rising candles are hollow.
        box.add(.roundedRect(shape, .solid(style.surface)))
        box.add(.fill(.ring(outer: shape, inner: shape.inset(by: 1)), .solid(color), bounds: local))
      } else if bar.point.kind == .plain, let gradient = chart.gradient(layer.mark) {
        box.add(.roundedRect(shape, .gradient(gradient)))
      } else {
        box.fill(.roundedRect(shape), local, color, pattern(bar.series))
      }
      // A single bar needs no clip.
      guard clip.isClipped else { return plot.put(box, at: shown.origin, .bars) }
      inner.add(box, at: shown.origin - whole.origin)
    }
    if chart.growing.animated, layer.role == .plain {
      // The animation grows the bar from below its base line.
      let sign: Double = isFlipped == layer.isHorizontal ? 1 : -1
      inner.motion = chart.growing.motion(from: Point(along: axis, sign * whole.length(axis), across: 0))
    }
    clip.add(inner, at: .zero)
    plot.put(clip, at: whole.origin, .bars)
  }

  /// The visible parts of stacked bars: a gap in the colour of the surface separates long ones, and thin ones
  /// have the thickness of a hairline.
  private func stacked(_ ends: [(start: Double, end: Double)], _ limit: Double) -> [(
    start: Double, end: Double
  )] {
    var (spans, last) = (ends, -Double.infinity)
    for number in spans.indices {
      spans[number].start = max(spans[number].start, last)
      spans[number].end = max(spans[number].end, spans[number].start + chart.hairline)
      last = spans[number].end
    }
    var next = limit
    for number in spans.indices.reversed() where spans[number].end > next {
      spans[number].end = next
      spans[number].start = min(spans[number].start, next - chart.hairline)
      next = spans[number].start
    }
    let isLong = spans.map { $0.end - $0.start >= BarMark.gap.from }
    for number in spans.indices.dropLast() where isLong[number] && isLong[number + 1] {
      spans[number].end -= BarMark.gap.width / 2
      spans[number + 1].start += BarMark.gap.width / 2
    }
    return spans
  }

  func pattern(_ series: ChartSeries) -> ChartPattern? {
    model.series.count > 1 || spec.patterns ? chart.pattern(series.number) : nil
  }

  private func radii(_ radius: Double, isFlipped: Bool) -> CornerRadii {
    if layer.role == .waterfall { return CornerRadii(radius) }
    let (low, high) = isFlipped ? (radius, 0) : (0, radius)
    return layer.isHorizontal
      ? CornerRadii(topLeft: low, topRight: high, bottomRight: high, bottomLeft: low)
      : CornerRadii(topLeft: high, topRight: high, bottomRight: low, bottomLeft: low)
  }

  /// The lines from the end of each bar of a waterfall to the start of the next one.
  private var connectors: [DisplayItem] {
    let points = layer.series.first?.known ?? []
    return zip(points, points.dropFirst()).compactMap { a, b in
      guard let from = bar(a), let to = bar(b) else { return nil }
      let axis = layer.placeAxis
      let (first, second) = from.low(axis) < to.low(axis) ? (from, to) : (to, from)
      let line = Rect(
        along: axis, first.high(axis), max(0, second.low(axis) - first.high(axis)),
        across: frame[layer.valueAxis].position(a[layer.valueAxis]) - 0.5, 1)
      return .rect(line, style.axisColor)
    }
  }
}
