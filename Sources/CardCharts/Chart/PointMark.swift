import CardModel
import CardRaster

/// Points.
extension ChartPlot {
  /// The number of points from which points are translucent because they overlap.
  private static let crowd = 2_000
  /// The maximum number of points that are regions of their own.
  static let regions = 500

  mutating func drawPoints(_ layer: ChartLayer) throws(RasterError) {
    let count = layer.points.reduce(0) { $0 + ($1.isMissing ? 0 : 1) }
    let colors = ChartColorScale(chart)
    var opacity = pointOpacity(layer)
    if count > ChartPlot.crowd {
      opacity = min(opacity, max(0.15, (Double(ChartPlot.crowd) / Double(count)).squareRoot()))
    }
    let format = valueFormat(layer)
    for series in layer.series {
      let number = frame.shape(series, layer)
      // Large points are below small ones.
      let points =
        model.size == nil ? series.points : series.points.sorted { ($0.size ?? 0) > ($1.size ?? 0) }
      for point in points where !point.isMissing {
        var center = frame.place(point, layer)
        if count > ChartPlot.crowd { center = nearby(center) }
        let size = frame.diameter(point, layer)
        let color = pointColor(point, series, layer, colors).multiplyingAlpha(by: opacity)
        // A point without a colour is an outline, like a cell.
        let isFilled = layer.mark.filled && (point.color != nil || !layer.hasColorRamp)
        let bounds = Rect(around: center, reach: size * 0.65 + 1)
        func shape(at center: Point, _ bounds: Rect) -> DisplayItem {
          let path = ChartShape.path(number, at: center, size: size)
          return isFilled
            ? .fill(.path(path), .solid(color), bounds: bounds) : .stroke(path, Stroke(width: 1.5), color)
        }
        if count <= ChartPlot.regions {
          var box = chart.markBox(bounds, layer, series, point)
          let reach = size * 0.65 + 1
          box.add(shape(at: Point(x: reach, y: reach), Rect(origin: .zero, size: bounds.size)))
          put(box, at: bounds.origin, .points)
        } else {
          put([shape(at: center, bounds)], .points)
        }
        if let labels = spec.valueLabels, labels.show != .none {
          try labelPoint(point, series, layer, format, center: center, reach: size / 2)
        }
      }
    }
  }

  func pointOpacity(_ layer: ChartLayer) -> Double { layer.mark.opacity ?? (model.size != nil ? 0.72 : 1) }

  /// The colour of a point; grey if a ramp has no colour for it.
  func pointColor(
    _ point: ChartPoint, _ series: ChartSeries, _ layer: ChartLayer, _ colors: ChartColorScale?
  ) -> Color {
    guard layer.hasColorRamp else { return chart.color(series, layer) }
    return point.color.flatMap { colors?.color($0) } ?? style.otherColor
  }

  /// The position rounded by up to an eighth of a pixel, because equal positions are drawn much faster.
  private func nearby(_ place: Point) -> Point {
    let step = chart.hairline / 4
    return Point(x: (place.x / step).rounded() * step, y: (place.y / step).rounded() * step)
  }
}

/// Cells.
extension ChartPlot {
  mutating func drawCells(_ layer: ChartLayer) throws(RasterError) {
    let colors = ChartColorScale(chart)
    let format = ChartFormat.values(layer.points.compactMap(\.color), model.color ?? model.y, chart.locale)
    for series in layer.series {
      for point in series.points where !point.isMissing {
        let (x, y) = (span(.x, point), span(.y, point))
        let cell = Rect(x: x.start, y: y.start, width: x.length, height: y.length)
        var box = chart.markBox(cell, layer, series, point)
        let shape = RoundedRect(
          rect: Rect(origin: .zero, size: cell.size),
          radii: CornerRadii(min(spec.bars.cornerRadius, cell.height / 4)))
        if model.color == nil {
          let color = chart.color(series, layer).multiplyingAlpha(by: layer.mark.opacity ?? 1)
          box.add(.roundedRect(shape, .solid(color)))
        } else if let value = point.color, let colors {
          let color = colors.color(value)
          box.add(.roundedRect(shape, .solid(color)))
          if let labels = spec.valueLabels, labels.show != .none {
            let font = labels.font?.over(style.labelFont) ?? style.labelFont
            let label = try chart.texts.label(
              format.text(value), font, labels.color ?? ChartContrast.ink(on: color))
            if label.width + 4 <= cell.width, label.height <= cell.height + 2 {
              let top = label.top(cell.height / 2, font.size * chartCapHeight)
              box.write(label, (cell.width - label.width) / 2, top)
            } else {
              hidden += 1
            }
          }
        } else {
          // A missing cell is an outline, not the lowest colour.
          box.add(chart.outline(shape, by: 1))
        }
        put(box, at: cell.origin, .bars)
      }
    }
  }

  /// The start and length of a cell along an axis.
  private func span(_ axis: ChartAxis, _ point: ChartPoint) -> (start: Double, length: Double) {
    let scale = frame[axis]
    let middle = scale.position(point[axis])
    if let end = point[end: axis] {
      let other = scale.position(end)
      return (min(middle, other), max(0, abs(other - middle) - 1))
    }
    let gap = axis == .x ? model.x.gap : model.y.gap
    let length =
      scale.isDiscrete ? scale.bandwidth : abs(scale.position(point[axis] + (gap ?? 1)) - middle) - 1
    return (middle - length / 2, length)
  }
}

extension ChartLayout {
  /// The outline of a cell without a value.
  func outline(_ shape: RoundedRect, by width: Double) -> DisplayItem {
    .fill(.ring(outer: shape, inner: shape.inset(by: width)), .solid(style.gridColor), bounds: shape.rect)
  }
}

/// Maps numbers to colours.
struct ChartColorScale {
  let low: Double
  let high: Double
  private let scheme: ChartScheme
  private let range: [Color]
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
    if let middle = spec.domainMid ?? (scheme.isDiverging && range.isEmpty && hasBothSigns ? 0 : nil) {
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
