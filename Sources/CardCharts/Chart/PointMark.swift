import CardModel
import CardRaster

/// Points.
struct PointMark: PlotMark {
  let layer: ChartLayer
  let frame: ChartFrame

  /// The number of points from which points may be translucent, and from which positions are rounded.
  private static let (many, crowd) = (100, 2_000)
  /// The share of the plot that points may cover before they are translucent.
  private static let density = 0.2
  /// The maximum number of points that are regions of their own.
  static let regions = 500

  func draw(into plot: inout ChartPlot) throws(RasterError) {
    let count = layer.points.count { !$0.isMissing }
    var opacity = opacity
    if count > PointMark.many, layer.mark.opacity == nil {
      let covered = layer.points.reduce(0) { $0 + frame.diameter($1, layer) * frame.diameter($1, layer) }
      let share = covered * Double.pi / 4 / max(1, area.width * area.height)
      opacity = min(opacity, max(0.15, (PointMark.density / share).squareRoot()))
    }
    let shifts = count <= PointMark.crowd ? shifts : nil
    if count <= PointMark.crowd, layer.mark.opacity == nil, layer.mark.filled == true, shifts == nil {
      // Points that hide others are translucent.
      let places = layer.points.lazy.filter { !$0.isMissing }.map { place($0) }
      let size = spec.pointSize / 4
      let distinct = Set(places.map { Point(x: ($0.x / size).rounded(), y: ($0.y / size).rounded()) })
      if 10 * distinct.count < 9 * count { opacity = min(opacity, 0.7) }
    }
    if count > PointMark.regions { plot.unlisted += count }
    let format = valueFormat(layer)
    let opaque = layer.series.map { chart.color($0, layer) }
    let shown = opaque.map { visible(opacity, $0, count) }.max() ?? opacity
    let colors = opaque.map { $0.multiplyingAlpha(by: shown) }
    // Series alternate as their rows do, so that none of them hides the others. Large points are below small ones.
    var order = layer.series.enumerated().flatMap { index, series in
      series.points.enumerated().map { (-($1.size ?? 0), $1.row, index, $0) }
    }
    if layer.series.count > 1 || model.size != nil { order.sort(by: <) }
    for (_, _, index, number) in order {
      let series = layer.series[index]
      let point = series.points[number]
      guard !point.isMissing else { continue }
      var center = place(point)
      if let shift = shifts?[index][number] {
        center =
          model.x.isDiscrete
          ? Point(x: center.x + shift, y: center.y) : Point(x: center.x, y: center.y + shift)
      }
      if count > PointMark.crowd { center = nearby(center) }
      let size = frame.diameter(point, layer)
      var color = colors[index]
      if layer.hasColorRamp || point.opacity != nil {
        color = self.color(point, series)
        let shown = point.opacity == nil ? visible(opacity, color, count) : frame.opacity(point, layer)
        color = color.multiplyingAlpha(by: shown ?? opacity)
      }
      // A point without a colour is an outline, like a cell.
      let isFilled = (layer.mark.filled ?? false) && (point.color != nil || !layer.hasColorRamp)
      let shapeNumber = frame.shape(series, layer)
      func shape(at center: Point) -> DisplayItem {
        let path = ChartShape.path(shapeNumber, at: center, size: size)
        let bounds = Rect(around: center, reach: size * 0.65 + 1)
        // Painters draw many equal fills faster than strokes.
        if !isFilled, count > PointMark.crowd,
          let ring = ChartShape.ring(shapeNumber, at: center, size: size)
        {
          return .fill(.path(ring), .solid(color), bounds: bounds)
        }
        return isFilled
          ? .fill(.path(path), .solid(color), bounds: bounds)
          : .stroke(path, Stroke(width: 1.5), color)
      }
      if count <= PointMark.regions {
        let bounds = Rect(around: center, reach: size / 2)
        var box = chart.markBox(bounds, layer, series, point)
        box.add(shape(at: Point(x: size / 2, y: size / 2)))
        plot.put(box, at: bounds.origin, .points)
      } else {
        plot.put([shape(at: center)], .points)
      }
      if let labels = spec.valueLabels, labels.show != .none {
        try labelPoint(point, series, format, center: center, reach: size / 2, into: &plot)
      }
    }
  }

  /// The opacity with which a point has a contrast of 3:1, or 2:1 among many; an opacity of the deck is kept.
  private func visible(_ opacity: Double, _ color: Color, _ count: Int) -> Double {
    guard chart.isModern, layer.mark.opacity == nil, opacity < 1 else { return opacity }
    let (wanted, own) = (count <= PointMark.regions ? Accents.shapes : 2, color.contrast(with: style.surface))
    let least = own < wanted ? 0.8 * own : wanted
    return stride(from: opacity, to: 1, by: 0.05).first {
      color.multiplyingAlpha(by: $0).over(style.surface).contrast(with: style.surface) >= least
    } ?? 1
  }

  /// The distances by which points of a name are moved apart, if some hide others; nil if the points stay.
  private var shifts: [[Double]]? {
    guard chart.isModern, model.size == nil, model.x.isDiscrete != model.y.isDiscrete,
      !model.has(.line, .area, .text), layer.fixed.isEmpty,
      let first = layer.points.first(where: { !$0.isMissing })
    else { return nil }
    let (size, axis) = (frame.diameter(first, layer), model.x.isDiscrete ? ChartAxis.x : .y)
    let slots = layer.isGrouped ? Double(max(1, model.series.count)) : 1
    let points = layer.series.enumerated().flatMap { index, series in
      series.points.enumerated().filter { !$1.isMissing }.map { number, point in
        let center = place(point)
        let (name, value) = axis == .x ? (center.x, center.y) : (center.y, center.x)
        return (name: name, value: value, index: index, number: number)
      }
    }.sorted { ($0.value, $0.index, $0.number) < ($1.value, $1.index, $1.number) }
    var shifts = layer.series.map { Array(repeating: 0.0, count: $0.points.count) }
    for group in Dictionary(grouping: points, by: \.name).values
    where zip(group, group.dropFirst()).contains(where: { $1.value - $0.value < 0.2 * size }) {
      // Each point is in the lane nearest to the middle that is free at its value.
      var lanes: [Double] = []
      let found = group.map { point in
        let lane = lanes.firstIndex { point.value - $0 >= size } ?? lanes.count
        if lane < lanes.count { lanes[lane] = point.value } else { lanes.append(point.value) }
        return lane
      }
      let most = Double(lanes.count / 2)
      let pitch = min(size, 0.45 * frame[axis].step / slots / max(1, most))
      for (point, lane) in zip(group, found) {
        shifts[point.index][point.number] = Double((lane + 1) / 2) * (lane % 2 == 0 ? -pitch : pitch)
      }
    }
    return shifts
  }

  var opacity: Double { layer.mark.opacity ?? (model.size != nil ? 0.72 : 1) }

  /// The colour of a point; grey if a ramp has no colour for it.
  func color(_ point: ChartPoint, _ series: ChartSeries) -> Color {
    layer.hasColorRamp ? frame.rampColor(point) : chart.color(series, layer)
  }

  /// The position rounded by up to an eighth of a pixel, because equal positions are drawn much faster.
  private func nearby(_ place: Point) -> Point {
    let step = chart.hairline / 4
    return Point(x: (place.x / step).rounded() * step, y: (place.y / step).rounded() * step)
  }
}

/// Cells.
struct CellMark: PlotMark {
  let layer: ChartLayer
  let frame: ChartFrame

  func draw(into plot: inout ChartPlot) throws(RasterError) {
    let format = ChartFormat.values(layer.points.compactMap(\.color), model.color ?? model.y, chart.locale)
    let font = try valueFont(format)
    for series in layer.series {
      for point in series.points where !point.isMissing {
        let (x, y) = (span(.x, point), span(.y, point))
        let cell = Rect(x: x.start, y: y.start, width: x.length, height: y.length)
        var box = chart.markBox(cell, layer, series, point)
        let shape = RoundedRect(
          rect: Rect(origin: .zero, size: cell.size),
          radii: CornerRadii(min(spec.bars.cornerRadius, cell.height / 4)))
        let opacity = frame.opacity(point, layer) ?? 1
        if model.color == nil {
          box.add(.roundedRect(shape, .solid(chart.color(series, layer).multiplyingAlpha(by: opacity))))
        } else if let value = point.color,
          let color = frame.colors?.color(value).multiplyingAlpha(by: opacity)
        {
          box.add(.roundedRect(shape, .solid(color)))
          if let labels = spec.valueLabels, labels.show != .none {
            if let font {
              let label = try chart.texts.label(
                format.format(value), font, labels.color ?? ChartContrast.ink(on: color))
              let top = label.top(cell.height / 2, font.size * chartCapHeight)
              box.write(label, (cell.width - label.width) / 2, top)
            } else {
              plot.hidden += 1
            }
          }
        } else {
          // A missing cell is an outline, not the lowest colour.
          box.add(chart.outline(shape, by: 1))
        }
        plot.put(box, at: cell.origin, .bars)
      }
    }
  }

  /// The smallest size of values in cells.
  private static let leastFont = 6.5

  /// The font in which all values fit into their cells; nil if it would be too small.
  private func valueFont(_ format: ChartFormat) throws(RasterError) -> Font? {
    guard let labels = spec.valueLabels, labels.show != .none else { return nil }
    var font = labels.font?.over(style.labelFont) ?? style.labelFont
    var (known, scale) = (Set<String>(), 1.0)
    for point in layer.points where !point.isMissing {
      guard let value = point.color else { continue }
      let text = format.format(value)
      guard known.insert(text).inserted else { continue }
      let label = try chart.texts.label(text, font, style.labelColor)
      scale = min(
        scale, (span(.x, point).length - 2) / label.width, (span(.y, point).length + 2) / label.height)
    }
    guard font.size * scale >= min(font.size, CellMark.leastFont) else { return nil }
    font.size *= scale
    return font
  }

  /// The start and length of a cell along an axis.
  private func span(_ axis: ChartAxis, _ point: ChartPoint) -> (start: Double, length: Double) {
    let scale = frame[axis]
    let middle = scale.position(point[axis])
    if let end = point[end: axis] {
      let other = scale.position(end)
      return (min(middle, other), max(0, abs(other - middle) - 1))
    }
    let length =
      scale.isDiscrete
      ? scale.bandwidth : scale.pitch(at: point[axis], gap: model[axis].gap ?? 1) - 1
    return (middle - length / 2, length)
  }
}

extension ChartLayout {
  /// The outline of a cell without a value.
  func outline(_ shape: RoundedRect, by width: Double) -> DisplayItem {
    .fill(.ring(outer: shape, inner: shape.inset(by: width)), .solid(style.gridColor), bounds: shape.rect)
  }
}

extension ChartFrame {
  /// The colour of a point on a ramp; grey if the ramp has no colour for it.
  func rampColor(_ point: ChartPoint) -> Color {
    point.color.flatMap { colors?.color($0) } ?? style.otherColor
  }
}

/// Maps numbers to colours.
struct ChartColorScale {
  /// The ends of the data, or of the domain.
  let low: Double
  let high: Double
  /// The numbers of the first and the last colour.
  private let ends: (first: Double, last: Double)
  private let scheme: ChartScheme
  private let range: [Color]
  private let appearance: Appearance
  private let surface: Color
  /// The values between the colours of a `quantize` or `threshold` scale; empty for a ramp.
  private(set) var breaks: [Double] = []

  init?(_ chart: ChartLayout) {
    guard let dimension = chart.model.color, !dimension.isEmpty else { return nil }
    let spec = dimension.scale
    let hasBothSigns = dimension.low < 0 && dimension.high > 0
    let smaller = min(-dimension.low, dimension.high)
    // A few values of the other sign do not make a scale with two sides.
    let hasTwoSides = hasBothSigns && smaller >= 0.2 * max(-dimension.low, dimension.high)
    scheme = spec.scheme ?? chart.spec.scheme ?? (hasTwoSides ? .redblue : .blues)
    let isGiven = spec.scheme != nil || chart.spec.scheme != nil
    range =
      !spec.range.isEmpty || isGiven
      ? spec.range
      : chart.style.rampOfNumbers(
        isDiverging: hasTwoSides, isThin: chart.model.has(.point))
    (appearance, surface) = (chart.style.appearance, chart.style.surface)
    let isThreshold = spec.type == .threshold
    let ends = isThreshold ? [] : spec.domain.compactMap(\.number)
    let (a, b) = ends.count == 2 ? (ends[0], ends[1]) : (dimension.low, dimension.high)
    if let middle = spec.domainMid ?? (scheme.isDiverging && range.isEmpty && hasBothSigns ? 0 : nil) {
      // Both arms are equally long, so that equal distances look equal.
      let arm = max(abs(a - middle), abs(b - middle))
      self.ends = (middle - arm, middle + arm)
      (low, high) = spec.type == .quantize ? self.ends : (a, b)
    } else {
      self.ends = a == b ? (min(0, a), max(a, 1)) : (a, b)
      (low, high) = self.ends
    }
    if isThreshold { breaks = dimension.domain }
    if spec.type == .quantize {
      let isGivenRange = !spec.range.isEmpty || (!isGiven && chart.style.hasOwnColors)
      let count = range.isEmpty || !isGivenRange ? 5 : range.count
      breaks = (1..<count).map { low + (high - low) * Double($0) / Double(count) }
    }
  }

  /// The colours of a `quantize` or `threshold` scale; nil for a ramp.
  var steps: [Color]? {
    guard !breaks.isEmpty else { return range.count == 1 ? range : nil }
    let last = Double(breaks.count)
    return (0...breaks.count).map { number in
      let share = Double(number) / last
      if range.isEmpty { return scheme.color(at: share, appearance, on: surface) }
      return range.count == breaks.count + 1 ? range[number] : ChartScheme.mix(range, at: share)
    }
  }

  func color(_ value: Double) -> Color {
    if !breaks.isEmpty, let steps { return steps[breaks.count { $0 <= value }] }
    let share = min(1, max(0, (value - ends.first) / (ends.last - ends.first)))
    return range.isEmpty
      ? scheme.color(at: share, appearance, on: surface) : ChartScheme.mix(range, at: share)
  }

  /// The colour at a share of the way from the lowest to the highest number.
  func color(at share: Double) -> Color { color(low + (high - low) * share) }
}
