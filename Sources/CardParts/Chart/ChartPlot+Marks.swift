import CardRaster

/// The marks of a plot.
extension ChartPlot {
  mutating func drawMarks() throws(RasterError) {
    for layer in plan.layers {
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

  // MARK: Bars

  /// The frame of a bar.
  private func bar(_ layer: ChartLayer, _ point: ChartPoint) -> Rect? {
    guard !point.isMissing else { return nil }
    let (main, value) = layer.isLying ? (y, x) : (x, vertical(layer))
    let place = layer.isLying ? point.y : point.x
    let end = layer.isLying ? point.x : point.y
    let zero = max(value.low, min(value.high, 0))
    let base = (layer.isLying ? point.x2 : point.y2) ?? zero
    let a = value.position(base)
    var b = value.position(end)
    if abs(a - b) < chart.hairline, end != base { b = a + (b < a ? -chart.hairline : chart.hairline) }
    var (middle, thickness) = (main.position(place), main.bandwidth)
    if !layer.isLying, let x2 = point.x2 {
      // A class reaches from its lower to its upper end.
      let other = main.position(x2)
      middle = (middle + other) / 2
      thickness = max(chart.hairline, abs(other - main.position(place)) - 1)
    } else {
      if !main.isDiscrete {
        let gap = (layer.isLying ? plan.y.gap : plan.x.gap) ?? 1
        thickness = abs(main.position(place + gap) - main.position(place)) * (1 - (spec.paddingInner ?? 0.3))
      }
      let slots = point.slot == nil ? 1 : Double(max(1, layer.series.count))
      let most = spec.barWidth.map { $0 * slots } ?? 48 * slots
      thickness = max(chart.hairline, min(thickness, most))
      if let slot = point.slot, slots > 1 {
        let share = thickness / slots
        let place = chart.isRightToLeft && !layer.isLying ? slots - 1 - Double(slot) : Double(slot)
        middle += (place + 0.5) * share - thickness / 2
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
    case .total: return style.color(0, "")
    case .plain: break
    }
    if let value = point.color, let colors = ChartColorScale(chart) { return colors.color(value) }
    if plan.x.categories.indices.contains(Int(point.x.isFinite && plan.x.isDiscrete ? point.x : -1)),
      plan.x.categories[Int(point.x)] == ChartPlanner.other
    {
      return style.otherColor
    }
    return chart.color(series, layer)
  }

  private mutating func drawBars(_ layer: ChartLayer) throws(RasterError) {
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
    var radius = layer.role == .candle ? 0 : layer.mark.cornerRadiusEnd ?? spec.cornerRadius
    radius = min(radius, min(whole.width, whole.height) / 2 * (layer.role == .waterfall ? 1 : 2))
    radius = min(
      radius, (layer.isLying ? whole.height : whole.width) / 2, layer.isLying ? whole.width : whole.height)
    let isFlipped = (layer.isLying ? x.end < x.start : false) != isNegative
    let radii = radii(radius, layer, isFlipped: isFlipped)
    var clip = LayoutBox(size: whole.size)
    clip.isClipped = seen.count > 1 || growing
    clip.radii = radii
    clip.cornerCurve = spec.cornerCurve
    var boxes: [(LayoutBox, Point)] = []
    for (number, (series, point, frame)) in seen.enumerated() {
      var shown = frame
      // A gap in the colour of the surface parts what lies on each other.
      if number > 0, layer.isStacked { shown = parted(frame, layer, point, isNegative) }
      var box = chart.markBox(shown, layer, series, point)
      let local = Rect(origin: .zero, size: shown.size)
      let shape = RoundedRect(rect: local, radii: seen.count > 1 ? .zero : radii, curve: spec.cornerCurve)
      var color = barColor(layer, series, point)
      if let opacity = layer.mark.opacity { color = color.multiplyingAlpha(by: opacity) }
      if layer.role == .candle, point.kind == .up {
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

  // MARK: Points

  private mutating func drawPoints(_ layer: ChartLayer) throws(RasterError) {
    let all = layer.series.flatMap(\.points).filter { !$0.isMissing }
    let colors = ChartColorScale(chart)
    var opacity = layer.mark.opacity ?? (plan.size != nil ? 0.72 : 1)
    if all.count > 2_000 { opacity = min(opacity, max(0.15, (2_000 / Double(all.count)).squareRoot())) }
    let vertical = vertical(layer)
    for series in layer.series {
      let number = hasShapes ? series.number : 0
      // Large points lie below small ones.
      let points = plan.size == nil ? series.points : series.points.sorted { ($0.size ?? 0) > ($1.size ?? 0) }
      for point in points where !point.isMissing {
        let center = Point(x: x.position(point.x), y: vertical.position(point.y))
        let size = diameter(point, layer)
        var color = point.color.flatMap { colors?.color($0) } ?? chart.color(series, layer)
        color = color.multiplyingAlpha(by: opacity)
        let reach = size * 0.65 + 1
        let frame = Rect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        let path = ChartShape.path(number, at: Point(x: reach, y: reach), size: size)
        let item: DisplayItem =
          layer.mark.filled
          ? .fill(.path(path), .solid(color), bounds: Rect(origin: .zero, size: frame.size))
          : .stroke(path, Stroke(width: 1.5), color)
        if all.count <= ChartPlot.regions {
          var box = chart.markBox(frame, layer, series, point)
          box.add(item)
          floors[Floor.points.rawValue].append(.box(box, at: frame.origin))
        } else {
          var box = LayoutBox(size: frame.size)
          box.add(item)
          floors[Floor.points.rawValue].append(.box(box, at: frame.origin))
        }
        if let labels = spec.valueLabels, labels.show != .none {
          try labelPoint(point, series, layer, center: center, reach: size / 2)
        }
      }
    }
  }

  /// The most points that are regions of their own.
  static let regions = 500

  private var hasShapes: Bool {
    ([spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) }).contains {
      $0.shape != nil
    }
  }

  private func diameter(_ point: ChartPoint, _ layer: ChartLayer) -> Double {
    if let size = point.size, let dimension = plan.size, dimension.high > 0 {
      let most = max(16, min(48, min(frame.width, frame.height) / 3.5))
      return max(3, most * (max(0, size) / dimension.high).squareRoot())
    }
    if let area = layer.mark.size { return 2 * (area / Double.pi).squareRoot() }
    return spec.pointSize + (plan.layers.count == 1 ? 1 : 0)
  }

  // MARK: Cells

  private mutating func drawCells(_ layer: ChartLayer) throws(RasterError) {
    let colors = ChartColorScale(chart)
    let format = ChartFormat.values(
      layer.series.flatMap(\.points).compactMap(\.color), plan.color ?? plan.y, chart.locale)
    for series in layer.series {
      for point in series.points where !point.isMissing {
        let frame = cell(point)
        var box = chart.markBox(frame, layer, series, point)
        let shape = RoundedRect(
          rect: Rect(origin: .zero, size: frame.size),
          radii: CornerRadii(min(spec.cornerRadius, frame.height / 4)))
        if plan.color != nil {
          guard let value = point.color, let colors else {
            // A missing cell is an outline, never the lowest colour.
            box.add(
              .fill(
                .ring(outer: shape, inner: shape.inset(by: 1)), .solid(style.gridColor), bounds: shape.rect))
            floors[Floor.bars.rawValue].append(.box(box, at: frame.origin))
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
        floors[Floor.bars.rawValue].append(.box(box, at: frame.origin))
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
    let (left, width) = span(x, point.x, point.x2, plan.x.gap)
    let (top, height) = span(y, point.y, point.y2, plan.y.gap)
    return Rect(x: left, y: top, width: width, height: height)
  }

  // MARK: Rules and texts as marks

  private mutating func drawRuleMarks(_ layer: ChartLayer) {
    let vertical = vertical(layer)
    for series in layer.series {
      for point in series.points {
        let color =
          layer.role == .candle
          ? (point.kind == .down ? style.downColor : style.upColor)
          : layer.mark.color ?? (layer.hasSeriesColors ? chart.color(series, layer) : style.ruleColor)
        let width = layer.role == .candle ? 1 : layer.mark.strokeWidth ?? 1.5
        var path = Path()
        switch (point.x.isFinite, point.y.isFinite) {
        case (true, true):
          let place = x.position(point.x)
          if let y2 = point.y2 {
            path.move(to: Point(x: place, y: vertical.position(point.y)))
            path.line(to: Point(x: place, y: vertical.position(y2)))
          } else if let x2 = point.x2 {
            path.move(to: Point(x: place, y: vertical.position(point.y)))
            path.line(to: Point(x: x.position(x2), y: vertical.position(point.y)))
          } else {
            let half = max(4, x.bandwidth / 2)
            path.move(to: Point(x: place - half, y: vertical.position(point.y)))
            path.line(to: Point(x: place + half, y: vertical.position(point.y)))
          }
        case (false, true):
          path.move(to: Point(x: frame.minX, y: vertical.position(point.y)))
          path.line(to: Point(x: frame.maxX, y: vertical.position(point.y)))
        case (true, false):
          path.move(to: Point(x: x.position(point.x), y: frame.minY))
          path.line(to: Point(x: x.position(point.x), y: frame.maxY))
        case (false, false): continue
        }
        let floor = layer.role == .candle ? Floor.areas : .rules
        floors[floor.rawValue].append(
          .item(.stroke(path, Stroke(width: width, dashes: layer.mark.strokeDash), color)))
      }
    }
  }

  private mutating func drawTexts(_ layer: ChartLayer) throws(RasterError) {
    let vertical = vertical(layer)
    let axis = layer.isOnSecondAxis ? plan.second ?? plan.y : plan.y
    let numbers = layer.series.flatMap(\.points).map(\.value).filter(\.isFinite)
    var dimension = axis
    let encodings = [spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) }
    if let format = encodings.compactMap({ $0.text?.format }).first { dimension.format = format }
    let format = ChartFormat.values(numbers, dimension, chart.locale)
    for series in layer.series {
      for point in series.points {
        let words = point.text ?? (point.value.isFinite ? format.text(point.value) : nil)
        guard let words else { continue }
        let text = point.text.flatMap { CSVTable.number($0) }.map { format.text($0) } ?? words
        var font = style.labelFont
        if let size = layer.mark.size { font.size = min(60, max(6, size)) }
        let label = try chart.texts.label(text, font, layer.mark.color ?? style.labelColor)
        let center = Point(
          x: point.x.isFinite ? x.position(point.x) : frame.midX,
          y: point.y.isFinite ? vertical.position(point.y) : frame.midY)
        let left = max(frame.minX, min(frame.maxX - label.width, center.x - label.width / 2))
        let top = center.y + font.size * chartCapHeight / 2 - label.baseline
        labels.append(
          PlacedLabel(
            label: label, frame: Rect(x: left, y: max(0, top), width: label.width, height: label.height),
            weight: .infinity, hasHalo: true))
      }
    }
  }
}
