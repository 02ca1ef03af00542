import CardRaster

/// From measured labels to the plot and its scales.
extension ChartPlot {
  /// What the axes take beside the plot.
  private struct Margins {
    var left = 0.0
    var right = 0.0
    var bottom = 0.0
    var top = 0.0
  }

  /// The ticks of all axes, as they are found round by round.
  private struct Ticks {
    var x = ChartTicks(low: 0, high: 1)
    var y = ChartTicks(low: 0, high: 1)
    var second: ChartTicks?
    var labels: ChartAxisLabels?
  }

  /// Finds the plot and the scales in what is left of the part, and draws the axes.
  mutating func layOut(_ box: inout LayoutBox, _ given: Rect) throws(RasterError) {
    var room = given
    try addTitles(to: &box, &room)
    let xTitle = try title(model.x, "x", isShown: hasXAxis, width: room.width)
    if let xTitle {
      room.size.height -= xTitle.height + 6
      if xIsOnTop { room.origin.y += xTitle.height + 6 }
    }
    directWidth = try widthOfDirectLabels()
    var ticks = try fit(room, box.size)
    if try needsRoomForRules() { ticks = try fit(room, box.size) }
    noteRepeated(ticks)
    drawGrid(ticks.x, ticks.y)
    try drawAxes(ticks, box.size)
    if let xTitle {
      let beyond = ChartPlot.axisGap + (ticks.labels?.height ?? 0) + 6
      let y = xIsOnTop ? frame.minY - beyond - xTitle.height : frame.maxY + beyond
      let width = xTitle.text.lines.count > 1 ? xTitle.text.size.width : xTitle.width
      let left = max(0, min(partWidth - width, frame.midX - width / 2))
      box.content.append(.text(xTitle.text, at: Point(x: left, y: y)))
    }
    box.plot = frame
    box.attributes.append(
      LayoutBox.Attribute(
        "plot",
        [frame.minX, frame.minY, frame.width, frame.height].map { NumberText.text($0, digits: 2) }.joined(
          separator: " ")))
  }

  /// The names of the vertical axes stand above the plot, each at its side.
  private mutating func addTitles(to box: inout LayoutBox, _ room: inout Rect) throws(RasterError) {
    func hasTitle(_ axis: ChartDimension, _ isShown: Bool) -> Bool {
      isShown && axis.hasTitle && !axis.title.isEmpty
    }
    // Two titles share the width.
    let isShared = hasTitle(model.y, hasYAxis) && model.second.map { hasTitle($0, hasSecondAxis) } == true
    let width = isShared ? room.width / 2 - 8 : room.width
    let first = try title(model.y, "y", isShown: hasYAxis, width: width, isRight: yIsOnRight)
    var second: ChartLabel?
    if let axis = model.second {
      second = try title(axis, "y", isShown: hasSecondAxis, width: width, isRight: !yIsOnRight)
    }
    guard first != nil || second != nil else { return }
    for (label, isRight) in [(first, yIsOnRight), (second, !yIsOnRight)] {
      guard let label else { continue }
      let width = label.text.lines.count > 1 ? label.text.size.width : label.width
      let left = isRight ? room.maxX - width : room.minX
      box.content.append(.text(label.text, at: Point(x: left, y: room.minY)))
    }
    let height = max(first?.height ?? 0, second?.height ?? 0)
    room.origin.y += height + 8
    room.size.height -= height + 8
  }

  /// The title of an axis, in two lines where it is wider than the room.
  private mutating func title(
    _ dimension: ChartDimension, _ key: String, isShown: Bool, width: Double, isRight: Bool? = nil
  ) throws(RasterError) -> ChartLabel? {
    guard isShown, dimension.hasTitle, !dimension.title.isEmpty else { return nil }
    let line = try chart.texts.label(dimension.title, style.labelFont, style.labelColor)
    guard line.width > width else { return line }
    let title = try chart.texts.label(
      dimension.title, style.labelFont, style.labelColor, width: width, lines: 2,
      alignment: isRight.map { $0 ? .right : .left } ?? .center)
    warnings += chart.doubts(title, key: key)
    return title
  }

  /// Measures labels and sizes the plot in turn until neither moves the other.
  private mutating func fit(_ room: Rect, _ size: Size) throws(RasterError) -> Ticks {
    let values = try roomForValues()
    let least = chart.context.plotInsets
    // The topmost label of the y axis is centred on its tick.
    let ends = max(
      least.top - room.minY, hasYAxis && !model.y.isDiscrete ? labelHeight / 2 : chart.isSparkline ? 4 : 2,
      ruleRoom.top)
    let standard = hasXAxis ? labelHeight + ChartPlot.axisGap : chart.isSparkline ? 4 : 2
    var margins = Margins(bottom: xIsOnTop ? 2 : standard, top: xIsOnTop ? standard : ends)
    var ticks = Ticks()
    var overhang = (left: 0.0, right: 0.0)
    for _ in 0..<6 {
      let height = max(1, room.height - margins.top - margins.bottom)
      ticks.y = ticksUp(model.y, height)
      ticks.second = model.second.map { ticksUp($0, height) }
      if let second = ticks.second { alignZeros(&ticks.y, second: second) }
      let widths = try widths(ticks, height)
      margins.left = max(widths.left, least.left - room.minX, overhang.left)
      margins.right = max(widths.right, least.right - (partWidth - room.maxX), overhang.right)
      frame = Rect(
        x: room.minX + margins.left, y: room.minY + margins.top,
        width: max(1, room.width - margins.left - margins.right), height: height)
      try setX(&ticks.x, values)
      guard hasXAxis, model.x.axis.labels else { break }
      let labels = try arrangeX(ticks.x, room)
      ticks.labels = labels
      let needed = max(
        xIsOnTop ? 0 : least.bottom - (size.height - room.maxY), labels.height + ChartPlot.axisGap)
      let known = xIsOnTop ? margins.top : margins.bottom
      // The number at the end stands under its line.
      let isOfNumbers = !model.x.isDiscrete && !model.x.isTime
      let beyond = (
        labels.overhang,
        max(labels.overhang(beyond: frame.width), isOfNumbers ? labels.reach(beyond: frame.width) : 0)
      )
      let isSettled =
        abs(needed - known) < 0.5 && beyond.0 <= margins.left + 0.01 && beyond.1 <= margins.right + 0.01
      if isSettled { break }
      if xIsOnTop { margins.top = needed } else { margins.bottom = needed }
      // Room that was needed once stays, so that the plot does not move to and fro.
      overhang = (max(overhang.left, beyond.0), max(overhang.right, beyond.1))
    }
    frame.size.height = max(1, room.height - margins.top - margins.bottom)
    setY(&ticks.y, values)
    if let second = ticks.second { setSecond(second, values) }
    return ticks
  }

  /// What the labels of the vertical axes take at both sides of a plot, and the names at the ends of lines.
  private func widths(_ ticks: Ticks, _ height: Double) throws(RasterError) -> (left: Double, right: Double) {
    let first = hasYAxis ? try widthOfLabels(ticks.y, model.y, height) : edge
    var second = edge
    if let axis = model.second, let ticks = ticks.second, hasSecondAxis {
      second = try widthOfLabels(ticks, axis, height)
    }
    let names = directWidth + ruleRoom.right
    return yIsOnRight ? (second, first + names) : (first, second + names)
  }

  /// Half of what lines and points need beside their middle.
  var edge: Double {
    var edge = 0.0
    for layer in model.layers {
      switch layer.mark.type {
      case .line: edge = max(edge, (layer.mark.point ? spec.pointSize : spec.lineWidth ?? 2) / 2)
      case .point: edge = max(edge, spec.pointSize / 2)
      default: break
      }
    }
    return chart.isSparkline ? max(edge, 4) : edge
  }

  var labelHeight: Double { style.labelFont.size * 1.3 }

  private mutating func drawAxes(_ ticks: Ticks, _ size: Size) throws(RasterError) {
    if hasYAxis {
      try drawYLabels(ticks.y, model.y, y, isOnRight: yIsOnRight)
      drawTickMarks(ticks.y, model.y, y, at: yIsOnRight ? .right : .left)
    }
    if let second = ticks.second, let axis = model.second, let scale = self.second, hasSecondAxis {
      try drawYLabels(second, axis, scale, isOnRight: !yIsOnRight)
      drawTickMarks(second, axis, scale, at: yIsOnRight ? .left : .right)
    }
    if hasXAxis { drawTickMarks(ticks.x, model.x, x, at: xIsOnTop ? .top : .bottom, shown: ticks.labels) }
    guard let labels = ticks.labels else { return }
    var layer = LayoutBox(size: size)
    let edge =
      xIsOnTop ? frame.minY - ChartPlot.axisGap - labels.height : frame.maxY + ChartPlot.axisGap
    labels.draw(into: &layer, at: Point(x: frame.minX, y: edge))
    floors[ZIndex.labels.rawValue] += layer.content
    note(labels)
  }

  /// Warns of different values that are written alike.
  private mutating func noteRepeated(_ ticks: Ticks) {
    let axes = [("x", model.x, hasXAxis, ticks.x), ("y", model.y, hasYAxis, ticks.y)]
    for (name, dimension, isShown, ticks) in axes where isShown {
      var repeated = ticks.repeated
      if dimension.isDiscrete, dimension.format != nil {
        let texts = (chart.forms(name == "x" ? \.x : \.y).first ?? []).map(\.text)
        repeated = zip(texts, texts.dropFirst()).first { !$0.isEmpty && $0 == $1 }?.0
      }
      guard let repeated else { continue }
      warnings.append(
        chart.context.warning(
          "different places of the \(name) axis are written \(DeckIssue.quoted(repeated))"
            + (dimension.isDiscrete ? "" : "; only the first has its label"),
          key: name, hint: "choose a finer 'format'"))
    }
  }

  /// Says what the labels of the horizontal axis could not show.
  private mutating func note(_ labels: ChartAxisLabels) {
    if labels.isCrowded {
      warnings.append(
        chart.context.warning(
          "the labels of the x axis touch each other", key: "x",
          hint: model.isHorizontal
            ? "make the chart wider" : "lay the bars with 'horizontalBar', or make the chart wider"))
    }
    if labels.isAlone {
      warnings.append(
        chart.context.warning(
          "the moments of the x axis are too long; only the first is written", key: "x",
          hint: "choose a shorter 'format', or make the chart wider"))
    }
    if labels.hiddenNames > 0 {
      warnings.append(
        chart.context.warning(
          "there is no room for \(labels.hiddenNames) of \(model.x.categories.count) names of the x axis",
          key: "x",
          hint: "lay the bars with 'horizontalBar', or make the chart wider"))
    }
    for item in labels.items where item.label.text.isTruncated {
      warnings += chart.context.warnings(item.label.text, key: "x")
    }
  }
}

/// Lines of the plot itself: its grid, the line at 0, lines along the axes and marks at their ticks.
extension ChartPlot {
  private static let (tickLength, shortTick) = (5.0, 3.0)

  mutating func drawGrid(_ xTicks: ChartTicks, _ yTicks: ChartTicks) {
    guard !chart.isSparkline else { return }
    let isPoints = model.layers.allSatisfy { $0.mark.type == .point }
    let isCells = model.layers.contains { $0.mark.type == .rect }
    let standard: ChartAxes =
      isCells ? .none : model.isHorizontal ? .x : isPoints && !model.x.isDiscrete ? .both : .y
    // An axis that is taken away takes its lines along, as in Vega-Lite.
    let hasRows = spec.grid?.hasY ?? (model.y.hasAxis != false && standard.hasY && (hasYAxis || !isStream))
    let hasColumns = spec.grid?.hasX ?? (model.x.hasAxis != false && standard.hasX && (hasXAxis || !isStream))
    let line = chart.hairline
    if model.y.axis.grid ?? hasRows, !model.y.isDiscrete {
      for tick in yTicks.ticks {
        let place = y.position(tick.value)
        guard place >= frame.minY - 0.5, place <= frame.maxY + 0.5 else { continue }
        gridLines.append(Rect(x: frame.minX, y: place - line / 2, width: frame.width, height: line))
      }
    }
    if model.x.axis.grid ?? hasColumns, !model.x.isDiscrete {
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

  private mutating func add(_ rect: Rect, _ color: Color, to floor: ZIndex) {
    floors[floor.rawValue].append(.item(.rect(rect, color)))
  }

  /// Whether marks lie around a middle: nothing stands at 0, and without an axis there is no value to read.
  private var isStream: Bool { model.layers.contains(where: \.isCentered) }

  /// The line that bars stand on.
  private mutating func drawZero() {
    guard !isStream,
      model.layers.contains(where: { [.bar, .area].contains($0.mark.type) && $0.role != .candle }),
      model.x.axis.domain != false, model.y.axis.domain != false
    else { return }
    let width = max(chart.hairline, 1)
    if model.isHorizontal {
      let place = x.position(max(x.low, min(x.high, 0)))
      add(
        Rect(x: place - width / 2, y: frame.minY, width: width, height: frame.height), style.axisColor,
        to: .axis)
    } else if !model.y.isDiscrete {
      let place = y.position(max(y.low, min(y.high, 0)))
      add(
        Rect(x: frame.minX, y: place - width / 2, width: frame.width, height: width), style.axisColor,
        to: .axis)
    }
  }

  /// Lines along the axes that ask for one.
  private mutating func drawDomains() {
    let width = max(chart.hairline, 1)
    if model.x.axis.domain == true {
      let top = (xIsOnTop ? frame.minY : frame.maxY) - width / 2
      add(Rect(x: frame.minX, y: top, width: frame.width, height: width), style.axisColor, to: .axis)
    }
    let sides = [(model.y.axis.domain, yIsOnRight), (model.second?.axis.domain, !yIsOnRight)]
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

/// Rules that are marks of a layer.
extension ChartPlot {
  mutating func drawRuleMarks(_ layer: ChartLayer) {
    let vertical = vertical(layer)
    for series in layer.series {
      for point in series.points where layer.draws(point) {
        let color =
          layer.role == .candle
          ? (point.kind == .down ? style.downColor : style.upColor)
          : layer.mark.color ?? (layer.hasSeriesColors ? chart.color(series, layer) : style.ruleColor)
        let width = layer.role == .candle ? 1 : layer.mark.strokeWidth ?? 1.5
        var path = Path()
        switch (point.x.isFinite, point.y.isFinite) {
        case (true, true):
          let place = x.position(point.x)
          if let y2 = point.y2, y2 != point.y || layer.role == .candle {
            path.move(to: Point(x: place, y: vertical.position(point.y)))
            path.line(to: Point(x: place, y: vertical.position(y2)))
          } else if let x2 = point.x2, x2 != point.x {
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
        let floor = layer.role == .candle ? ZIndex.areas : .rules
        floors[floor.rawValue].append(
          .item(.stroke(path, Stroke(width: width, dashes: layer.mark.strokeDash).fitting(path), color)))
      }
    }
  }
}

/// At which sides of the plot the axes stand, before the picture of a deck from right to left is mirrored.
extension ChartPlot {
  var hasXAxis: Bool { !chart.isSparkline && model.x.hasAxis != false && (spec.axes ?? .both).hasX }
  var hasYAxis: Bool { !chart.isSparkline && model.y.hasAxis != false && (spec.axes ?? .both).hasY }
  var hasSecondAxis: Bool { model.second.map { $0.hasAxis != false } ?? false }

  /// Whether the horizontal axis stands above the plot.
  var xIsOnTop: Bool { model.x.axis.orient == .top }

  /// Whether the vertical axis stands right of the plot.
  var yIsOnRight: Bool {
    if let side = model.y.axis.orient { return isOnRight(side) }
    return model.second?.axis.orient.map { !isOnRight($0) } ?? false
  }

  /// Left and right are sides of the picture, and what is laid out may be mirrored afterwards.
  private func isOnRight(_ side: ChartAxisSpec.Side) -> Bool { (side == .right) != chart.isMirrored }

  /// Whether an axis stands at the right of the plot.
  var hasAxisOnRight: Bool { yIsOnRight ? hasYAxis : hasSecondAxis }

  /// Whether values along the horizontal axis rise to the left: numbers and moments run from left to right in every script.
  var runsBackwards: Bool {
    let turns = chart.isMirrored && model.x.isCounted && !model.isHorizontal
    return model.x.scale.reverse != turns
  }
}
