import CardModel
import CardRaster

/// Finds the plot area and the scales from the measured labels, and draws the axes.
extension ChartPlot {
  /// The ticks of all axes.
  private struct Ticks: PerAxis {
    var x = ChartTicks(low: 0, high: 1)
    var y = ChartTicks(low: 0, high: 1)
    var second: ChartTicks?
    /// Whether the ticks of both vertical axes are next to each other.
    var areMatched = false
    var labels: ChartAxisLabels?
  }

  /// Solves the layout for the remaining area and draws the axes.
  mutating func solveAxes(_ box: inout LayoutBox, _ given: Rect) throws(RasterError) {
    var room = given
    try addTitles(to: &box, &room)
    let xTitle = try title(.x, width: room.width)
    if let xTitle { room.cut(xTitle.height + 6 * chart.growth, atBottom: !frame.xIsOnTop) }
    frame.directWidth = try frame.widthOfDirectLabels()
    var ticks = try fit(room, box.size)
    if try needsRoomForRules() { ticks = try fit(room, box.size) }
    noteRepeated(ticks)
    drawGrid(ticks)
    try drawAxes(ticks, box.size)
    if let xTitle {
      let beyond = (ticks.labels.map { chart.axisGap + $0.height } ?? 2) + 6 * chart.growth
      let y = frame.xIsOnTop ? area.minY - beyond - xTitle.height : area.maxY + beyond
      let width = xTitle.blockWidth
      box.write(xTitle, max(0, min(frame.partWidth - width, area.midX - width / 2)), y)
    }
    box.plot = area
    let numbers = [area.minX, area.minY, area.width, area.height].map { NumberText.format($0, digits: 2) }
    box.attributes.append(LayoutBox.Attribute("plot", numbers.joined(separator: " ")))
  }

  /// Writes the names of the vertical axes above the plot, each at its side.
  mutating func addTitles(to box: inout LayoutBox, _ room: inout Rect) throws(RasterError) {
    let axes = [ChartAxis.y, .second].filter { hasTitle($0) }
    guard !axes.isEmpty else { return }
    let symbols = try entriesOfAxes()
    // Two titles share the width.
    let width = axes.count > 1 ? room.width / 2 - 8 : room.width
    var height = 0.0
    for axis in axes {
      let symbol = symbols[axis] == nil ? 0 : 18 * chart.growth
      guard let label = try title(axis, width: width - symbol) else { continue }
      let plain = ChartLegend.Entry(label: label, color: axisInk(axis), symbol: .heading)
      let entry = changing(symbols[axis] ?? plain) { $0.label = label }
      let legend = ChartLegend(entries: [entry], growth: chart.growth)
      let size = legend.size(width: width, isColumn: true)
      let left = frame.side(axis) == .right ? room.maxX - size.width : room.minX
      legend.draw(into: &box, in: Rect(origin: Point(x: left, y: room.minY), size: size), isColumn: true)
      height = max(height, size.height)
    }
    room.cut(height + 8 * chart.growth, atBottom: false)
  }

  func hasTitle(_ axis: ChartAxis) -> Bool {
    hasAxis(axis) && !model[axis].axisTitle.isEmpty && !repeatsLegend(axis)
  }

  /// Whether the title of the only vertical axis is the name of one of several series, which the legend shows.
  private func repeatsLegend(_ axis: ChartAxis) -> Bool {
    chart.isModern && axis == .y && secondAxis == nil && !model.y.isDiscrete && model.series.count > 1
      && spec.legend != ChartLegendPlace.none
      && model.series.contains { chart.seriesName($0) == model.y.axisTitle }
  }

  /// The title of an axis, in two lines if it is wider than the available space.
  mutating func title(_ axis: ChartAxis, width: Double) throws(RasterError) -> ChartLabel? {
    guard hasTitle(axis) else { return nil }
    let line = try chart.label(model[axis].axisTitle, axisInk(axis))
    guard line.width > width else { return line }
    let side = frame.side(axis)
    func lines(_ width: Double) throws(RasterError) -> ChartLabel {
      try chart.label(
        model[axis].axisTitle, axisInk(axis), width: width, lines: 2,
        alignment: side == .right ? .right : side == .left ? .left : .center)
    }
    // As wide as its longer line, so that a symbol is next to it.
    var title = try lines(width)
    if let longest = title.text.lines.map(\.frame.width).max(), !title.text.isTruncated {
      title = try lines(min(width, longest + 0.5))
    }
    warnings += chart.warnings(title, key: axis.key)
    return title
  }

  /// Measures labels and sizes the plot alternately until both are stable.
  private mutating func fit(_ room: Rect, _ size: Size) throws(RasterError) -> Ticks {
    let values = if let room = chart.valueRoom { room } else { try roomForValues() }
    let least = chart.context.plotInsets
    let hasX = hasAxis(.x) && (model.x.axis.labels || model.x.axis.ticks)
    let isOnTop = frame.xIsOnTop
    // The topmost label of the y axis is centred on its tick.
    let ends = max(
      least.top - room.minY,
      frame.hasAxis(.y) && !model.y.isDiscrete ? labelHeight / 2 : chart.isSparkline ? 4 : 2,
      frame.ruleRoom.top)
    let standard = hasX ? labelHeight + chart.axisGap : chart.isSparkline ? 4 : 2
    var (top, bottom) = isOnTop ? (standard, 2) : (ends, standard)
    var ticks = Ticks()
    var overhang = (left: 0.0, right: 0.0)
    for _ in 0..<6 {
      let height = max(1, room.height - top - bottom)
      ticks.y = ticksUp(model.y, height)
      ticks.second = secondAxis.map { ticksUp($0, height) }
      match(&ticks)
      // An axis that ends above its topmost label needs no space for half of the label.
      if !isOnTop, let last = ticks.y.ticks.last?.value, !model.y.isDiscrete, chart.isModern,
        frame.hasAxis(.y), model.y.axis.labels,
        (ticks.y.high - last) * height > labelHeight / 2 * (ticks.y.high - ticks.y.low)
      {
        top = max(least.top - room.minY, 2, frame.ruleRoom.top)
      }
      let widths = try widths(ticks, height)
      let left = max(widths.left, least.left - room.minX, overhang.left)
      let right = max(widths.right, least.right - (frame.partWidth - room.maxX), overhang.right)
      frame.area = Rect(
        x: room.minX + left, y: room.minY + top, width: max(1, room.width - left - right), height: height)
      if !model.x.isDiscrete { ticks.x = try ticksAcross() }
      setScale(.x, ticks.x, values)
      guard hasX, model.x.axis.labels else { break }
      let labels = try arrangeX(ticks.x, room)
      ticks.labels = labels
      let needed = max(
        isOnTop ? 0 : least.bottom - (size.height - room.maxY), labels.height + chart.axisGap)
      // The number at the end is below its line.
      let isOfNumbers = !model.x.isDiscrete
      let isInPanel = !chart.panelName.isEmpty && !model.x.isDiscrete
      let beyond = labels.overhang(area.width, ofNumbers: isOfNumbers, inPanel: isInPanel)
      let isSettled =
        abs(needed - (isOnTop ? top : bottom)) < 0.5 && beyond.left <= left + 0.01
        && beyond.right <= right + 0.01
      if isSettled { break }
      if isOnTop { top = needed } else { bottom = needed }
      // Space that was reserved once is kept, so that the plot does not oscillate.
      overhang = (max(overhang.left, beyond.left), max(overhang.right, beyond.right))
    }
    frame.area.size.height = max(1, room.height - top - bottom)
    setScale(.y, ticks.y, values)
    if var second = ticks.second {
      if !ticks.areMatched { alignZeros(&second, second: ChartTicks(low: frame.y.low, high: frame.y.high)) }
      setScale(.second, second, values)
      if ticks.areMatched {
        let ends = (min(frame.y.start, frame[.second].start), max(frame.y.end, frame[.second].end))
        (frame.y.start, frame.y.end) = ends
        (frame[.second].start, frame[.second].end) = ends
      }
    }
    return ticks
  }

  /// Puts the ticks of the second axis next to those of the first, or the other way round if only the second has values
  /// below 0.
  private func match(_ ticks: inout Ticks) {
    guard let own = secondAxis, let second = ticks.second else { return }
    if chart.isModern, let matched = ticks.y.matching(own, model.y, chart.locale) {
      (ticks.second, ticks.areMatched) = (matched, true)
    } else if chart.isModern, let matched = second.matching(model.y, own, chart.locale) {
      (ticks.y, ticks.areMatched) = (matched, true)
    } else {
      ticks.areMatched = false
      alignZeros(&ticks.y, second: second)
    }
  }

  /// The second axis; next to bars, its lowest value keeps clear of their base.
  private var secondAxis: ChartDimension? {
    guard var second = model.second, chart.isModern, model.y.needsZero, !second.needsZero, !second.isDiscrete,
      !second.isTime, second.hasFreeTicks, second.scale.domain.isEmpty, second.scale.zero == nil
    else { return model.second }
    let low = second.low - 0.3 * (second.high - second.low)
    second.low = second.low < 0 ? low : max(0, low)
    return second
  }

  /// The widths of the labels on both sides of the plot, including names at the ends of lines.
  private func widths(_ ticks: Ticks, _ height: Double) throws(RasterError) -> (left: Double, right: Double) {
    var widths = (left: frame.edge, right: frame.edge)
    for axis in [ChartAxis.y, .second] where frame.hasAxis(axis) {
      let width = try widthOfLabels(ticks[axis], axis, height)
      if frame.side(axis) == .left { widths.left = width } else { widths.right = width }
    }
    var names = frame.directWidth
    // Names at the ends of lines begin in the space of the last category.
    if names > 0, model.x.isDiscrete, !frame.hasAxisOnRight {
      let step = (frame.partWidth - widths.left - names) / Double(max(1, model.x.categories.count))
      names = max(0, names + spec.pointSize / 2 - step / 2)
    }
    widths.right += names + frame.ruleRoom.right
    return widths
  }

  var labelHeight: Double { style.labelFont.size * 1.3 }

  /// Warns about different values with the same label.
  private mutating func noteRepeated(_ ticks: Ticks) {
    for axis in [ChartAxis.x, .y] where frame.hasAxis(axis) {
      let dimension = model[axis]
      var repeated = ticks[axis].repeated
      if dimension.isDiscrete, dimension.format != nil {
        let texts = (chart.forms(axis).first ?? []).map(\.text)
        repeated = zip(texts, texts.dropFirst()).first { !$0.isEmpty && $0 == $1 }?.0
      }
      guard let repeated else { continue }
      warn(
        "several ticks of the \(axis.key) axis have the label \(DeckIssue.quoted(repeated))"
          + (dimension.isDiscrete ? "" : "; only the first is labelled"),
        key: axis.key, hint: "choose a finer 'format'")
    }
  }

  private mutating func drawAxes(_ ticks: Ticks, _ size: Size) throws(RasterError) {
    for axis in [ChartAxis.y, .second] where frame.hasAxis(axis) {
      try drawYLabels(ticks[axis], axis)
      drawTickMarks(ticks[axis], axis)
    }
    if frame.hasAxis(.x) { drawTickMarks(ticks.x, .x, shown: ticks.labels) }
    guard let labels = ticks.labels else { return }
    var layer = LayoutBox(size: size)
    let edge =
      frame.xIsOnTop ? area.minY - chart.axisGap - labels.height : area.maxY + chart.axisGap
    labels.draw(into: &layer, at: Point(x: area.minX, y: edge))
    content[ZIndex.labels.rawValue] += layer.content
    note(labels)
  }

  /// Warns about labels of the horizontal axis that do not fit.
  private mutating func note(_ labels: ChartAxisLabels) {
    if labels.isCrowded {
      warn(
        "the labels of the x axis overlap", key: "x",
        hint: model.isHorizontal
          ? "make the chart wider" : "use 'horizontalBar', or make the chart wider")
    }
    if labels.isAlone {
      warn(
        "the date labels of the x axis are too long; only the first is written", key: "x",
        hint: "choose a shorter 'format', or make the chart wider")
    }
    if labels.hiddenNames > 0 {
      warn(
        "there is no room for \(labels.hiddenNames) of \(model.x.categories.count) names of the x axis",
        key: "x", hint: "use 'horizontalBar', or make the chart wider")
    }
    for item in labels.items where item.label.text.isTruncated {
      warnings += chart.context.warnings(item.label.text, key: "x")
    }
  }
}

/// Scales with space for marks and values at their ends.
extension ChartPlot {
  private mutating func setScale(_ axis: ChartAxis, _ ticks: ChartTicks, _ values: Insets) {
    let dimension = model[axis]
    let (low, high) = (area.low(axis), area.high(axis))
    // Horizontal bars are read from top to bottom, like names.
    let isReversed =
      axis == .x
      ? frame.runsBackwards
      : dimension.scale.reverse != (axis == .y && model.hasRows && dimension.isTime)
    if dimension.isDiscrete {
      var (gaps, start, end) = (gaps(dimension), low, high)
      if axis == .y, frame.nameRoom > 0 {
        // The first name is above the first bar, others are in the gaps.
        let step = (high - low + 10 * chart.growth) / Double(max(1, dimension.categories.count))
        gaps = (min(0.8, (frame.nameRoom + 10 * chart.growth) / step), 0)
        start += frame.nameRoom
      }
      frame[axis] = BandScale(
        inner: gaps.inner, outer: gaps.outer, high: Double(max(1, dimension.categories.count)),
        start: isReversed ? end : start, end: isReversed ? start : end)
      return
    }
    let needed =
      axis != .x
      ? (values.bottom, values.top) : isReversed ? (values.right, values.left) : (values.left, values.right)
    let labelled = axis == .y ? labelledHigh : nil
    let room = slack(needed, ticks, dimension, labelled ?? dimension.high, area.length(axis))
    var scale = NumberScale(
      function: dimension.monthShift.map { .months(shift: $0) } ?? dimension.scale.function, low: ticks.low,
      high: ticks.high,
      isClamped: dimension.scale.clamp)
    if axis == model.placeAxis, let gap = dimension.gap, dimension.scale.domain.isEmpty {
      if dimension.monthShift != nil {
        scale.margin = ScaleFunction.months(in: gap) / 2
      } else {
        scale.low -= gap / 2
        scale.high += gap / 2
      }
    }
    (scale.start, scale.end) =
      axis == .x && !isReversed ? (low + room.low, high - room.high) : (high - room.low, low + room.high)
    if axis != .x, isReversed { (scale.start, scale.end) = (scale.end, scale.start) }
    frame[axis] = axis == .second ? scale : withRoomForPoints(scale, axis)
  }

  /// The gaps between names and at both ends; names without bars have points.
  private func gaps(_ dimension: ChartDimension) -> (inner: Double, outer: Double) {
    let kind = dimension.scale.type
    guard kind == .band || (kind != .point && model.has(.bar, .rect, .rule)) else {
      return (1, chart.isSparkline ? 0 : 0.5)
    }
    let isGrid = model.has(.rect)
    let inner = isGrid ? 0.06 : chart.isSparkline ? 0.2 : model.isSideBySide ? 0.22 : 0.3
    return (
      spec.bars.paddingInner ?? inner, spec.bars.paddingOuter ?? (isGrid || chart.isSparkline ? 0 : 0.15)
    )
  }

  /// The additional space for values at the ends of a range.
  ///
  /// - Parameter highest: the highest value with a label.
  private func slack(
    _ needed: (low: Double, high: Double), _ ticks: ChartTicks, _ dimension: ChartDimension,
    _ highest: Double, _ length: Double
  ) -> (low: Double, high: Double) {
    guard ticks.high > ticks.low, !dimension.isEmpty, case .linear = dimension.scale.function else {
      return needed
    }
    let unit = length / (ticks.high - ticks.low)
    return (
      max(0, needed.low - max(0, dimension.low - ticks.low) * unit),
      max(0, needed.high - max(0, ticks.high - highest) * unit)
    )
  }

  /// A scale whose ends are moved inwards so that no point with its own size is clipped.
  private func withRoomForPoints(_ scale: NumberScale, _ axis: ChartAxis) -> NumberScale {
    guard model.size != nil else { return scale }
    // Panels that share a scale have room for the points of all of them.
    let layers = chart.pointLayers ?? model.layers
    let sign: Double = scale.isReversed ? -1 : 1
    let length = abs(scale.end - scale.start)
    var (low, high) = (0.0, 0.0)
    for layer in layers where layer.mark.type == .point {
      for point in layer.points where !point.isMissing {
        let reach = frame.diameter(point, layer) / 2 + 1
        let way = (scale.position(point[axis]) - scale.start) * sign
        low = max(low, reach - way)
        high = max(high, reach - (length - way))
      }
    }
    guard low + high < length / 2 else { return scale }
    var result = scale
    result.start += sign * low * 1.1
    result.end -= sign * high * 1.1
    return result
  }

  /// Aligns the zeros of two axes by extending each to the larger share of negative values.
  private func alignZeros(_ first: inout ChartTicks, second: ChartTicks) {
    guard first.low < 0 || second.low < 0, first.low <= 0, second.low <= 0, first.high > 0, second.high > 0
    else { return }
    let share = max(-first.low / (first.high - first.low), -second.low / (second.high - second.low))
    guard share < 1 else { return }
    first.low = min(first.low, -first.high * share / (1 - share))
  }
}

/// The grid, the line at 0, lines along the axes and tick marks.
extension ChartPlot {
  private static let (tickLength, shortTick) = (5.0, 3.0)
  /// The minimum distance of a minor grid line from other lines.
  private static let leastGridGap = 12.0

  private mutating func drawGrid(_ ticks: Ticks) {
    guard !chart.isSparkline else { return }
    for axis in [ChartAxis.y, .x] where !model[axis].isDiscrete {
      // A hidden axis hides its lines, as in Vega-Lite; so do no axes at all.
      let isHidden = model[axis].hasAxis == false || spec.axes == ChartAxes.none
      let byMarks = !isHidden && model.gridAxes.has(axis) && (frame.hasAxis(axis) || !isStream)
      guard model[axis].axis.grid ?? spec.grid?.has(axis) ?? byMarks else { continue }
      gridLines += gridPlaces(ticks[axis], axis).map { place, isMinor in
        GridLine(frame: frame.line(axis, from: place - chart.hairline / 2, chart.hairline), isMinor: isMinor)
      }
    }
    drawZero()
    drawDomains()
  }

  /// The positions of grid lines: those of all labels, and of other ticks with enough space around them.
  private func gridPlaces(_ ticks: ChartTicks, _ axis: ChartAxis) -> [(place: Double, isMinor: Bool)] {
    let all = ticks.ticks.map { (place: frame[axis].position($0.value), isMinor: $0.text.isEmpty) }
      .filter { frame.holds($0.place, axis) }
    var kept = all.filter { !$0.isMinor }
    guard !kept.isEmpty else { return all }
    let gap = ChartPlot.leastGridGap * chart.growth
    // Below a power, its multiples are the nearest to each other.
    for minor in all.reversed() where minor.isMinor {
      if kept.allSatisfy({ abs($0.place - minor.place) >= gap }) { kept.append(minor) }
    }
    return kept
  }

  /// Cuts a gap into the grid lines behind a text.
  mutating func openGrid(at gap: Rect) {
    gridLines = gridLines.flatMap { grid -> [GridLine] in
      let line = grid.frame
      guard line.intersection(gap) != nil else { return [grid] }
      let axis: ChartAxis = line.width > line.height ? .x : .y
      return [(line.low(axis), gap.low(axis)), (gap.high(axis), line.high(axis))].filter { $0 < $1 }.map {
        let frame = Rect(
          along: axis, $0, $1 - $0, across: line.low(axis.crossing), line.length(axis.crossing))
        return GridLine(frame: frame, isMinor: grid.isMinor)
      }
    }
  }

  /// Whether marks are centred, so that they have no zero line.
  private var isStream: Bool { model.layers.contains(where: \.isCentered) }

  /// Draws the line at the base of bars, which is 0, beside the bars: it hides no part of a short one.
  private mutating func drawZero() {
    guard !isStream,
      model.layers.contains(where: { [.bar, .area].contains($0.mark.type) && $0.role != .candle }),
      model.x.axis.domain != false, model.y.axis.domain != false, model.isHorizontal || !model.y.isDiscrete,
      // The line would cross names above bars.
      frame.nameRoom == 0
    else { return }
    let (scale, width) = (frame[model.valueAxis], max(chart.hairline, 1))
    guard scale.low <= 0, scale.high >= 0 else { return }
    let side: Double = scale.low < 0 ? scale.high > 0 ? 0 : 1 : -1
    let zero = frame.zero(model.valueAxis) + side * (scale.isReversed ? -1 : 1) * width / 2
    drawLine(model.valueAxis, at: zero)
  }

  private mutating func drawLine(_ axis: ChartAxis, at place: Double) {
    let width = max(chart.hairline, 1)
    put([.rect(frame.line(axis, from: place - width / 2, width), style.axisColor)], .axis)
  }

  /// Draws lines along the axes that have one.
  private mutating func drawDomains() {
    for axis in [ChartAxis.x, .y, .second] where axis != .second || model.second != nil {
      guard model[axis].axis.domain == true else { continue }
      let crossing = axis.crossing
      drawLine(crossing, at: frame.isLow(axis) ? area.low(crossing) : area.high(crossing))
    }
  }

  /// Draws small lines at the labels of an axis, and shorter ones at ticks without a label.
  private mutating func drawTickMarks(
    _ ticks: ChartTicks, _ axis: ChartAxis, shown labels: ChartAxisLabels? = nil
  ) {
    let (dimension, scale) = (model[axis], frame[axis])
    guard dimension.axis.ticks else { return }
    let places: [(place: Double, isShort: Bool)]
    if let labels, dimension.isTime {
      // Dates are thinned when they are labelled, and so are their tick marks.
      places = labels.items.map { (area.minX + $0.place, false) }
    } else if dimension.isDiscrete {
      places = dimension.categories.indices.map { (scale.position(Double($0)), false) }
    } else {
      places = ticks.ticks.map { (scale.position($0.value), $0.text.isEmpty) }
    }
    let line = max(chart.hairline, 1)
    for (place, isShort) in places where frame.holds(place, axis) {
      let length = isShort ? ChartPlot.shortTick : ChartPlot.tickLength
      let edge = frame.isLow(axis) ? area.low(axis.crossing) - length : area.high(axis.crossing)
      put([.rect(Rect(along: axis, place - line / 2, line, across: edge, length), style.axisColor)], .axis)
    }
  }
}
