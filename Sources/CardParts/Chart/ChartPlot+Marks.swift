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

  // MARK: Points

  private mutating func drawPoints(_ layer: ChartLayer) throws(RasterError) {
    let count = layer.points.reduce(0) { $0 + ($1.isMissing ? 0 : 1) }
    let colors = ChartColorScale(chart)
    var opacity = layer.mark.opacity ?? (plan.size != nil ? 0.72 : 1)
    if count > ChartPlot.crowd {
      opacity = min(opacity, max(0.15, (Double(ChartPlot.crowd) / Double(count)).squareRoot()))
    }
    let vertical = vertical(layer)
    let format = valueFormat(layer)
    for series in layer.series {
      let number = layer.mark.shape ?? (hasShapes ? series.number : 0)
      // Large points lie below small ones.
      let points = plan.size == nil ? series.points : series.points.sorted { ($0.size ?? 0) > ($1.size ?? 0) }
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
          floors[Floor.points.rawValue].append(.box(box, at: frame.origin))
        } else {
          floors[Floor.points.rawValue].append(
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
    if let size = point.size, let dimension = plan.size, dimension.high > 0 {
      return diameter(of: size, dimension)
    }
    if let area = layer.mark.size { return 2 * (area / Double.pi).squareRoot() }
    return spec.pointSize + (plan.layers.count == 1 ? 1 : 0)
  }

  /// How wide a point is whose area stands for a number.
  func diameter(of size: Double, _ dimension: ChartDimension) -> Double {
    max(3, largestPoint * (max(0, size) / dimension.high).squareRoot())
  }

  // MARK: Cells

  private mutating func drawCells(_ layer: ChartLayer) throws(RasterError) {
    let colors = ChartColorScale(chart)
    let format = ChartFormat.values(
      layer.points.compactMap(\.color), plan.color ?? plan.y, chart.locale)
    for series in layer.series {
      for point in series.points where !point.isMissing {
        let frame = cell(point)
        var box = chart.markBox(frame, layer, series, point)
        let shape = RoundedRect(
          rect: Rect(origin: .zero, size: frame.size),
          radii: CornerRadii(min(spec.bars.cornerRadius, frame.height / 4)))
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
}
