import CardRaster

/// Lines of the plot itself: its grid, the line at 0, lines along the axes and marks at their ticks.
extension ChartPlot {
  private static let (tickLength, shortTick) = (5.0, 3.0)

  mutating func drawGrid(_ xTicks: ChartTicks, _ yTicks: ChartTicks) {
    guard !chart.isSparkline else { return }
    let isPoints = plan.layers.allSatisfy { $0.mark.type == .point }
    let isCells = plan.layers.contains { $0.mark.type == .rect }
    let standard: ChartAxes =
      isCells ? .none : plan.isLying ? .x : isPoints && !plan.x.isDiscrete ? .both : .y
    // An axis that is taken away takes its lines along, as in Vega-Lite.
    let hasRows = spec.grid?.hasY ?? (plan.y.hasAxis != false && standard.hasY && (hasYAxis || !isStream))
    let hasColumns = spec.grid?.hasX ?? (plan.x.hasAxis != false && standard.hasX && (hasXAxis || !isStream))
    let line = chart.hairline
    if plan.y.axis.grid ?? hasRows, !plan.y.isDiscrete {
      for tick in yTicks.ticks {
        let place = y.position(tick.value)
        guard place >= frame.minY - 0.5, place <= frame.maxY + 0.5 else { continue }
        gridLines.append(Rect(x: frame.minX, y: place - line / 2, width: frame.width, height: line))
      }
    }
    if plan.x.axis.grid ?? hasColumns, !plan.x.isDiscrete {
      for tick in xTicks.ticks {
        let place = x.position(tick.value)
        guard place >= frame.minX - 0.5, place <= frame.maxX + 0.5 else { continue }
        gridLines.append(Rect(x: place - line / 2, y: frame.minY, width: line, height: frame.height))
      }
    }
    drawZero()
    drawDomains()
  }

  /// Parts the lines of the grid where something is written, which they would strike through.
  mutating func openGrid(at gap: Rect) {
    gridLines = gridLines.flatMap { line -> [Rect] in
      guard line.intersection(gap) != nil else { return [line] }
      if line.width > line.height {
        return [(line.minX, gap.minX), (gap.maxX, line.maxX)].filter { $0 < $1 }
          .map { Rect(x: $0, y: line.minY, width: $1 - $0, height: line.height) }
      }
      return [(line.minY, gap.minY), (gap.maxY, line.maxY)].filter { $0 < $1 }
        .map { Rect(x: line.minX, y: $0, width: line.width, height: $1 - $0) }
    }
  }

  private mutating func add(_ rect: Rect, _ color: Color, to floor: Floor) {
    floors[floor.rawValue].append(.item(.rect(rect, color)))
  }

  /// Whether marks lie around a middle: nothing stands at 0, and without an axis there is no value to read.
  private var isStream: Bool { plan.layers.contains(where: \.isCentered) }

  /// The line that bars stand on.
  private mutating func drawZero() {
    guard !isStream,
      plan.layers.contains(where: { [.bar, .area].contains($0.mark.type) && $0.role != .candle }),
      plan.x.axis.domain != false, plan.y.axis.domain != false
    else { return }
    let width = max(chart.hairline, 1)
    if plan.isLying {
      let place = x.position(max(x.low, min(x.high, 0)))
      add(
        Rect(x: place - width / 2, y: frame.minY, width: width, height: frame.height), style.axisColor,
        to: .axis)
    } else if !plan.y.isDiscrete {
      let place = y.position(max(y.low, min(y.high, 0)))
      add(
        Rect(x: frame.minX, y: place - width / 2, width: frame.width, height: width), style.axisColor,
        to: .axis)
    }
  }

  /// Lines along the axes that ask for one.
  private mutating func drawDomains() {
    let width = max(chart.hairline, 1)
    if plan.x.axis.domain == true {
      let top = (xIsOnTop ? frame.minY : frame.maxY) - width / 2
      add(Rect(x: frame.minX, y: top, width: frame.width, height: width), style.axisColor, to: .axis)
    }
    let sides = [(plan.y.axis.domain, yIsOnRight), (plan.second?.axis.domain, !yIsOnRight)]
    for (isShown, isOnRight) in sides where isShown == true {
      let left = (isOnRight ? frame.maxX : frame.minX) - width / 2
      add(Rect(x: left, y: frame.minY, width: width, height: frame.height), style.axisColor, to: .axis)
    }
  }

  /// Small lines at the labels of an axis, and shorter ones where a tick has none.
  mutating func drawTickMarks(
    _ ticks: ChartTicks, _ dimension: ChartDimension, _ scale: ChartScale, at side: ChartAxisSpec.Side,
    shown labels: ChartAxisLabels? = nil
  ) {
    guard dimension.axis.ticks else { return }
    let isUpright = side == .top || side == .bottom
    var places: [(place: Double, isShort: Bool)]
    if let labels, dimension.isTime {
      // Moments are thinned when they are written, and their marks with them.
      places = labels.items.map { (frame.minX + $0.place, false) }
    } else if dimension.isDiscrete {
      places = dimension.categories.indices.map { (scale.position(Double($0)), false) }
    } else {
      places = ticks.ticks.map { (scale.position($0.value), $0.text.isEmpty) }
    }
    let (low, high) = isUpright ? (frame.minX, frame.maxX) : (frame.minY, frame.maxY)
    places.removeAll { $0.place < low - 0.5 || $0.place > high + 0.5 }
    let line = max(chart.hairline, 1)
    for (place, isShort) in places {
      let length = isShort ? ChartPlot.shortTick : ChartPlot.tickLength
      let along = place - line / 2
      let mark =
        switch side {
        case .bottom: Rect(x: along, y: frame.maxY, width: line, height: length)
        case .top: Rect(x: along, y: frame.minY - length, width: line, height: length)
        case .left: Rect(x: frame.minX - length, y: along, width: length, height: line)
        case .right: Rect(x: frame.maxX, y: along, width: length, height: line)
        }
      add(mark, style.axisColor, to: .axis)
    }
  }
}
