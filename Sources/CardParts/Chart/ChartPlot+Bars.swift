import CardRaster

/// Bars: those that stand, lie, are stacked or stand side by side, and steps of a waterfall.
extension ChartPlot {
  /// How thick a span of no length is.
  private static let dash = 1.5

  /// The frame of a bar.
  private func bar(_ layer: ChartLayer, _ point: ChartPoint) -> Rect? {
    guard !point.isMissing else { return nil }
    let (main, value) = layer.isLying ? (y, x) : (x, vertical(layer))
    let place = layer.isLying ? point.y : point.x
    let end = layer.isLying ? point.x : point.y
    let zero = max(value.low, min(value.high, 0))
    let base = (layer.isLying ? point.x2 : point.y2) ?? zero
    var a = value.position(base)
    var b = value.position(end)
    let isSpan = (layer.isLying ? point.x2 : point.y2) != nil && !layer.isStacked
    if isSpan, abs(a - b) < ChartPlot.dash {
      // A span of no length, such as the body of a candle whose prices are equal, is a dash.
      (a, b) = ((a + b - ChartPlot.dash) / 2, (a + b + ChartPlot.dash) / 2)
    } else if abs(a - b) < chart.hairline, end != base {
      b = a + (b < a ? -chart.hairline : chart.hairline)
    }
    var (middle, thickness) = (main.position(place), main.bandwidth)
    if !layer.isLying, let x2 = point.x2 {
      // A class reaches from its lower to its upper end.
      let other = main.position(x2)
      middle = (middle + other) / 2
      thickness = max(chart.hairline, abs(other - main.position(place)) - 1)
    } else {
      if !main.isDiscrete {
        let gap = (layer.isLying ? plan.y.gap : plan.x.gap) ?? 1
        thickness =
          abs(main.position(place + gap) - main.position(place)) * (1 - (spec.bars.paddingInner ?? 0.3))
      }
      let slots = point.slot == nil ? 1 : Double(max(1, layer.series.count))
      let most = (spec.bars.barWidth ?? (layer.isLying && hasTallNames ? 24 : 48)) * slots
      thickness = max(chart.hairline, min(thickness, most))
      if let slot = point.slot, slots > 1 {
        let share = thickness / slots
        middle += (Double(slot) + 0.5) * share - thickness / 2
        thickness = max(chart.hairline, share - min(2, share * 0.12))
      }
    }
    let (low, length) = (min(a, b), abs(a - b))
    return layer.isLying
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
    let (axis, place) = layer.isLying ? (plan.y, point.y) : (plan.x, point.x)
    let isRest = axis.isDiscrete && axis.categories[at: place] == ChartPlanner.other
    return isRest && layer.series.count == 1 ? style.otherColor : chart.color(series, layer)
  }

  mutating func drawBars(_ layer: ChartLayer) throws(RasterError) {
    // The bars of one place that lie on each other, in the order of their series.
    var stacks: [(key: Double, bars: [(ChartSeries, ChartPoint, Rect)])] = []
    var places: [Double: Int] = [:]
    for series in layer.series {
      for point in series.points {
        guard let frame = bar(layer, point) else { continue }
        let place = layer.isLying ? point.y : point.x
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
      radius, (layer.isLying ? whole.height : whole.width) / 2, layer.isLying ? whole.width : whole.height)
    let isFlipped = (layer.isLying ? x.end < x.start : false) != isNegative
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
      } else if let pattern = chart.pattern(series.number), plan.series.count > 1 || spec.patterns {
        box.content += pattern.items(.roundedRect(shape), local, color).map { .item($0) }
      } else {
        box.add(.roundedRect(shape, .solid(color)))
      }
      boxes.append((box, shown.origin))
    }
    guard clip.isClipped else {
      for (box, origin) in boxes { floors[Floor.bars.rawValue].append(.box(box, at: origin)) }
      return
    }
    var inner = LayoutBox(size: whole.size)
    for (box, origin) in boxes { inner.add(box, at: origin - whole.origin) }
    if growing, layer.role == .plain {
      // It comes from behind the line that it stands on.
      let sign: Double = isFlipped ? -1 : 1
      inner.motion = chart.growing.motion(
        from: layer.isLying ? Point(x: -sign * whole.width, y: 0) : Point(x: 0, y: sign * whole.height))
    }
    clip.add(inner, at: .zero)
    floors[Floor.bars.rawValue].append(.box(clip, at: whole.origin))
  }

  var growing: Bool { chart.growing.animated }

  private func radii(_ radius: Double, _ layer: ChartLayer, isFlipped: Bool) -> CornerRadii {
    if layer.role == .waterfall { return CornerRadii(radius) }
    if layer.isLying {
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
    if layer.isLying {
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
      floors[Floor.bars.rawValue].append(
        .item(.rect(Rect(x: left, y: height - 0.5, width: max(0, right - left), height: 1), style.axisColor)))
    }
  }
}
