import CardRaster

/// Vertical axes: their ticks, labels and scales.
extension ChartPlot {
  func ticksUp(_ dimension: ChartDimension, _ height: Double) -> ChartTicks {
    guard !dimension.isDiscrete else { return ChartTicks(low: 0, high: Double(dimension.categories.count)) }
    let given = dimension.axis.tickCount.map(Double.init)
    let count = given ?? min(8, max(height < 60 ? 2 : 3, (height / 40).rounded(.down)))
    let most = given ?? max(count, min(8, (height / 26).rounded(.down)))
    if dimension.isTime { return momentsUp(dimension, height, count: count) }
    return ChartTicks.numbers(
      dimension, count: count, most: most, zero: dimension.needsZero ? true : chart.isSparkline ? false : nil,
      chart.locale)
  }

  /// The moments of a vertical axis: those of its bars where each has room for a label, otherwise those of the calendar.
  private func momentsUp(_ dimension: ChartDimension, _ height: Double, count: Double) -> ChartTicks {
    var step = TimeStep.fitting(span: dimension.high - dimension.low, count: count)
    var ticks = ChartTicks.times(dimension, step: step, chart.locale)
    let span = dimension.high - dimension.low + (dimension.gap ?? 0)
    let isFree = dimension.axis.values.isEmpty && dimension.axis.tickCount == nil
    if plan.isLying, isFree, let gap = dimension.gap, height * gap / max(1, span) >= labelHeight {
      let bars = plan.layers.filter { $0.mark.type == .bar }.flatMap(\.series).flatMap(\.points)
      let places = Set(bars.map(\.y).filter(\.isFinite)).sorted()
      ticks = ChartTicks.times(dimension, step: TimeStep(holding: places), at: places, chart.locale)
    }
    // Labels that would lie on each other are thinned by a coarser step, which keeps round ones.
    for _ in 0..<20 where isFree && ticks.pitch * height / max(1, span) < labelHeight {
      step = step.coarser
      ticks = ChartTicks.times(dimension, step: step, chart.locale)
    }
    return ticks.inOneLine
  }

  /// Puts the zeros of two axes at one height: each is stretched to the larger share of negatives.
  func alignZeros(_ first: inout ChartTicks, second: ChartTicks) {
    guard first.low < 0 || second.low < 0, first.low <= 0, second.low <= 0, first.high > 0, second.high > 0
    else { return }
    let share = max(-first.low / (first.high - first.low), -second.low / (second.high - second.low))
    guard share < 1 else { return }
    first.low = min(first.low, -first.high * share / (1 - share))
  }

  /// The room of the labels of a vertical axis beside a plot of a height.
  func widthOfLabels(_ ticks: ChartTicks, _ dimension: ChartDimension, _ height: Double)
    throws(RasterError) -> Double
  {
    guard dimension.axis.labels else { return dimension.axis.ticks ? ChartPlot.axisGap : edge }
    var widest = 0.0
    for label in try yLabels(ticks, dimension, height) { widest = max(widest, label.width) }
    return widest + ChartPlot.axisGap
  }

  /// The labels of a vertical axis, in the order of its ticks.
  private func yLabels(_ ticks: ChartTicks, _ dimension: ChartDimension, _ height: Double) throws(RasterError)
    -> [ChartLabel]
  {
    let most = dimension.axis.labelLimit ?? 0.4 * partWidth
    var result: [ChartLabel] = []
    guard dimension.isDiscrete else {
      for tick in ticks.ticks {
        let label = try chart.texts.label(tick.text, style.labelFont, style.labelColor)
        let isWide = label.width > most
        result.append(
          isWide ? try chart.texts.label(tick.text, style.labelFont, style.labelColor, width: most) : label)
      }
      return result
    }
    let rows = height / Double(max(1, dimension.categories.count))
    let lines = max(2, min(ChartLayout.nameLines, Int(clamping: rows / labelHeight)))
    for tick in chart.forms(\.y).first ?? [] {
      result.append(try chart.rowLabel(tick.text, width: most, lines: lines))
    }
    return result
  }

  mutating func setY(_ ticks: inout ChartTicks, _ values: Insets) {
    if plan.y.isDiscrete {
      y = ChartScale(
        kind: discreteKind(\.y), low: 0, high: Double(max(1, plan.y.categories.count)), start: frame.minY,
        end: frame.maxY)
      if plan.y.scale.reverse { (y.start, y.end) = (y.end, y.start) }
      return
    }
    let room = slack(values, ticks, plan.y, frame.height)
    y = continuous(
      plan.y, ticks, from: frame.maxY - room.low, to: frame.minY + room.high, grown: plan.isLying)
    // Bars that lie are read from the top down, as names are.
    if plan.y.scale.reverse != (plan.isLying && plan.y.isTime) { (y.start, y.end) = (y.end, y.start) }
    y = withRoomForPoints(y, \.y)
  }

  mutating func setSecond(_ ticks: ChartTicks, _ values: Insets) {
    guard let dimension = plan.second else { return }
    var ticks = ticks
    let first = ChartTicks(low: y.low, high: y.high)
    alignZeros(&ticks, second: first)
    let room = slack(values, ticks, dimension, frame.height)
    var scale = continuous(
      dimension, ticks, from: frame.maxY - room.low, to: frame.minY + room.high, grown: false)
    if dimension.scale.reverse { (scale.start, scale.end) = (scale.end, scale.start) }
    second = scale
  }

  mutating func drawYLabels(
    _ ticks: ChartTicks, _ dimension: ChartDimension, _ scale: ChartScale, isOnRight: Bool
  ) throws(RasterError) {
    guard dimension.axis.labels else { return }
    let labels = try yLabels(ticks, dimension, frame.height)
    let gap = ChartPlot.axisGap + (isOnRight ? directWidth : 0)
    let every = dimension.isDiscrete ? everyName(labels, dimension, scale) : 1
    if every > 1 { noteHiddenRows(labels, every) }
    for (number, label) in labels.enumerated() where !label.string.isEmpty && number % every == 0 {
      let place = scale.position(dimension.isDiscrete ? Double(number) : ticks.ticks[number].value)
      guard place >= frame.minY - 0.5, place <= frame.maxY + 0.5 else { continue }
      let top = top(label, at: place)
      if label.text.lines.count > 2 { hasTallNames = true }
      if label.text.isTruncated {
        warnings += chart.context.warnings(label.text, key: "y")
      } else if label.isShortened {
        noteShortened(number)
      }
      let width = label.text.lines.count > 1 ? label.text.size.width : label.width
      let left = isOnRight ? frame.maxX + gap : frame.minX - gap - width
      floors[Floor.labels.rawValue].append(.text(label.text, at: Point(x: left, y: top)))
    }
  }

  /// The upper edge of a label: the middle of the capital letters of all lines stands at the tick.
  private func top(_ label: ChartLabel, at place: Double) -> Double {
    place + style.labelFont.size * chartCapHeight / 2 - (label.baseline + label.lastBaseline) / 2
  }

  /// Whether each, every second or every third name of rows is written, so that none lies on another one.
  private mutating func everyName(
    _ labels: [ChartLabel], _ dimension: ChartDimension, _ scale: ChartScale
  ) -> Int {
    func touches(_ every: Int) -> Bool {
      let shown = labels.indices.filter { $0 % every == 0 && !labels[$0].string.isEmpty }
        .map { (label: labels[$0], top: top(labels[$0], at: scale.position(Double($0)))) }
        .sorted { $0.top < $1.top }
      // Between two lines there is room that no letter takes.
      return zip(shown, shown.dropFirst()).contains { $1.top < $0.top + $0.label.height - 3 }
    }
    guard touches(1) else { return 1 }
    if dimension.axis.labelOverlap == .none {
      noteCrowdedRows()
      return 1
    }
    return (2..<max(3, labels.count)).first { !touches($0) } ?? max(1, labels.count)
  }

  private mutating func noteHiddenRows(_ labels: [ChartLabel], _ every: Int) {
    let hidden = labels.indices.filter { $0 % every != 0 && !labels[$0].string.isEmpty }.count
    warnings.append(
      chart.context.warning(
        "there is no room for \(hidden) of \(labels.count) names of the y axis", key: "y",
        hint: "make the chart taller"))
  }

  /// Says that a word of a row's name ends in an ellipsis.
  private mutating func noteShortened(_ number: Int) {
    guard let names = chart.forms(\.y).first, names.indices.contains(number) else { return }
    warnings.append(
      chart.context.warning(
        "a word of \(DeckIssue.quoted(names[number].text)) is wider than the names of the y axis may be; it ends in an ellipsis",
        key: "y", hint: "make the chart wider, or give 'axis' of the channel a 'labelLimit'"))
  }

  private mutating func noteCrowdedRows() {
    let message = "the names of the y axis touch each other"
    guard !warnings.contains(where: { $0.message == message }) else { return }
    warnings.append(chart.context.warning(message, key: "height", hint: "make the chart taller"))
  }
}
