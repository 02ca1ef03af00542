import CardRaster

/// From measured labels to the plot and its scales.
extension ChartPlot {
  private var hasXAxis: Bool { !chart.isSparkline && plan.x.hasAxis != false && (spec.axes ?? .both).hasX }
  private var hasYAxis: Bool { !chart.isSparkline && plan.y.hasAxis != false && (spec.axes ?? .both).hasY }

  private var labelHeight: Double { style.labelFont.size * 1.3 }

  /// Whether an axis has bars in its places.
  private func hasBands(_ keyPath: KeyPath<ChartPlan, ChartDimension>) -> Bool {
    plan[keyPath: keyPath].scale.type != .point
      && plan.layers.contains { [.bar, .rect, .rule].contains($0.mark.type) }
  }

  private func discreteKind(_ keyPath: KeyPath<ChartPlan, ChartDimension>) -> ChartScale.Kind {
    guard hasBands(keyPath) else { return .point(padding: chart.isSparkline ? 0 : 0.5) }
    let isGrid = plan.layers.contains { $0.mark.type == .rect }
    let inner =
      spec.paddingInner ?? (isGrid ? 0.06 : chart.isSparkline ? 0.2 : plan.isSideBySide ? 0.22 : 0.3)
    return .band(inner: inner, outer: spec.paddingOuter ?? (isGrid || chart.isSparkline ? 0 : 0.15))
  }

  /// Finds the plot and the scales in what is left of the part, and draws the axes.
  mutating func layOut(_ box: inout LayoutBox, _ given: Rect) throws(RasterError) {
    var room = given
    let width = box.size.width
    partWidth = width
    let yTitle = try title(plan.y, isShown: hasYAxis)
    let secondTitle =
      try plan.second.map { second throws(RasterError) in try title(second, isShown: true) } ?? nil
    let xTitle = try title(plan.x, isShown: hasXAxis)
    if yTitle != nil || secondTitle != nil {
      let height = max(yTitle?.height ?? 0, secondTitle?.height ?? 0)
      if let yTitle {
        let left = chart.isRightToLeft ? room.maxX - yTitle.width : room.minX
        box.content.append(.text(yTitle.text, at: Point(x: left, y: room.minY)))
      }
      if let secondTitle {
        let left = chart.isRightToLeft ? room.minX : room.maxX - secondTitle.width
        box.content.append(.text(secondTitle.text, at: Point(x: left, y: room.minY)))
      }
      room.origin.y += height + 8
      room.size.height -= height + 8
    }
    if let xTitle { room.size.height -= xTitle.height + 6 }
    // The topmost label of the y axis is centred on its tick.
    let least = chart.context.plotInsets
    let topPad = max(
      least.top - room.minY, hasYAxis && !plan.y.isDiscrete ? labelHeight / 2 : chart.isSparkline ? 4 : 2
    )
    let directWidth = try widthOfDirectLabels()
    let valueRoom = try roomForValues()
    let leastBottom = least.bottom - (box.size.height - room.maxY)
    var bottom = hasXAxis ? labelHeight + ChartPlot.axisGap : chart.isSparkline ? 4 : 2
    var xLabels: ChartAxisLabels?
    var yTicks = ChartTicks(low: 0, high: 1)
    var secondTicks: ChartTicks?
    var xTicks = ChartTicks(low: 0, high: 1)
    for _ in 0..<3 {
      let height = max(1, room.height - topPad - bottom)
      yTicks = ticksUp(plan.y, height, isSecond: false)
      secondTicks = plan.second.map { ticksUp($0, height, isSecond: true) }
      if let second = secondTicks { alignZeros(&yTicks, second: second) }
      let leastLeft = least.left - room.minX
      let left = max(leastLeft, hasYAxis ? try widthOfLabels(yTicks, plan.y, width) : edge)
      let right =
        try secondTicks.map { ticks throws(RasterError) in
          try widthOfLabels(ticks, plan.second ?? plan.y, width)
        } ?? edge
      let beyond = max(right + directWidth, least.right - (width - room.maxX))
      frame = Rect(
        x: room.minX + (chart.isRightToLeft ? beyond : left), y: room.minY + topPad,
        width: max(1, room.width - left - beyond), height: height)
      try setX(&xTicks, valueRoom)
      guard hasXAxis, plan.x.axis.labels else { break }
      let labels = try arrangeX(xTicks, width, room)
      xLabels = labels
      let needed = max(leastBottom, labels.height + ChartPlot.axisGap)
      let shift = max(0, labels.overhang - frame.minX + room.minX)
      if shift > 0 {
        frame.origin.x += shift
        frame.size.width = max(1, frame.width - shift)
        try setX(&xTicks, valueRoom)
        xLabels = try arrangeX(xTicks, width, room)
      }
      if abs(needed - bottom) < 0.5 { break }
      bottom = needed
      frame.size.height = max(1, room.height - topPad - bottom)
    }
    setY(&yTicks, valueRoom)
    if let ticks = secondTicks { setSecond(ticks, valueRoom) }
    drawGrid(xTicks, yTicks)
    if hasYAxis { try drawYLabels(yTicks, plan.y, y, isSecond: false, width) }
    if let ticks = secondTicks, let dimension = plan.second, let scale = second {
      try drawYLabels(ticks, dimension, scale, isSecond: true, width)
    }
    if let labels = xLabels {
      var layer = LayoutBox(size: box.size)
      labels.draw(into: &layer, at: Point(x: frame.minX, y: frame.maxY + ChartPlot.axisGap), width: width)
      floors[Floor.labels.rawValue] += layer.content
      if labels.isCrowded {
        warnings.append(
          chart.context.warning(
            "the labels of the x axis touch each other", key: "x",
            hint: plan.isLying
              ? "make the chart wider" : "lay the bars with 'horizontalBar', or make the chart wider"))
      }
      for item in labels.items where item.label.text.isTruncated {
        warnings += chart.context.warnings(item.label.text, key: "x")
      }
    }
    if let xTitle {
      let y = frame.maxY + ChartPlot.axisGap + (xLabels?.height ?? 0) + 6
      let left = max(0, min(width - xTitle.width, frame.midX - xTitle.width / 2))
      box.content.append(.text(xTitle.text, at: Point(x: left, y: y)))
    }
    box.plot = frame
    box.attributes.append(
      LayoutBox.Attribute(
        "plot",
        [frame.minX, frame.minY, frame.width, frame.height].map { NumberText.text($0, digits: 2) }.joined(
          separator: " ")))
  }

  /// Half of what lines and points need beside their middle.
  private var edge: Double {
    var edge = 0.0
    for layer in plan.layers {
      switch layer.mark.type {
      case .line: edge = max(edge, (layer.mark.point ? spec.pointSize : spec.lineWidth ?? 2) / 2)
      case .point: edge = max(edge, spec.pointSize / 2)
      default: break
      }
    }
    return chart.isSparkline ? max(edge, 4) : edge
  }

  private func title(_ dimension: ChartDimension, isShown: Bool) throws(RasterError) -> ChartLabel? {
    guard isShown, dimension.isTitleGiven, !dimension.title.isEmpty else { return nil }
    return try chart.texts.label(dimension.title, style.labelFont, style.labelColor, width: 0.8 * 600)
  }

  // MARK: Vertical

  private func ticksUp(_ dimension: ChartDimension, _ height: Double, isSecond: Bool) -> ChartTicks {
    guard !dimension.isDiscrete else { return ChartTicks(low: 0, high: Double(dimension.categories.count)) }
    let given = dimension.axis.tickCount.map(Double.init)
    let count = given ?? min(8, max(height < 60 ? 2 : 3, (height / 40).rounded(.down)))
    let most = given ?? max(count, min(8, (height / 26).rounded(.down)))
    if dimension.isTime {
      let step = TimeStep.fitting(span: dimension.high - dimension.low, count: count)
      return ChartTicks.times(dimension, step: step, chart.locale)
    }
    return ChartTicks.numbers(
      dimension, count: count, most: most, zero: dimension.needsZero ? true : chart.isSparkline ? false : nil,
      chart.locale)
  }

  /// Puts the zeros of two axes at one height: each is stretched to the larger share of negatives.
  private func alignZeros(_ first: inout ChartTicks, second: ChartTicks) {
    guard first.low < 0 || second.low < 0, first.low <= 0, second.low <= 0, first.high > 0, second.high > 0
    else { return }
    let share = max(-first.low / (first.high - first.low), -second.low / (second.high - second.low))
    guard share < 1 else { return }
    first.low = min(first.low, -first.high * share / (1 - share))
  }

  private func widthOfLabels(_ ticks: ChartTicks, _ dimension: ChartDimension, _ width: Double)
    throws(RasterError) -> Double
  {
    guard dimension.axis.labels else { return edge }
    var widest = 0.0
    for label in try yLabels(ticks, dimension, width) { widest = max(widest, label.width) }
    return widest + ChartPlot.axisGap
  }

  /// The labels of a vertical axis, in the order of its ticks.
  private func yLabels(_ ticks: ChartTicks, _ dimension: ChartDimension, _ width: Double) throws(RasterError)
    -> [ChartLabel]
  {
    let most = dimension.axis.labelLimit ?? 0.4 * width
    var result: [ChartLabel] = []
    if dimension.isDiscrete {
      for tick in chart.forms(\.y).first ?? [] {
        var label = try chart.texts.label(tick.text, style.labelFont, style.labelColor)
        if label.width > most {
          label = try chart.texts.label(
            tick.text, style.labelFont, style.labelColor, width: most, lines: 2,
            alignment: chart.isRightToLeft ? .left : .right)
        }
        result.append(label)
      }
      return result
    }
    for tick in ticks.ticks {
      result.append(try chart.texts.label(tick.text, style.labelFont, style.labelColor))
    }
    return result
  }

  private mutating func setY(_ ticks: inout ChartTicks, _ values: Insets) {
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
  }

  /// What must be left free at the ends of a range for values, beyond what the range leaves free anyhow.
  private func slack(
    _ values: Insets, _ ticks: ChartTicks, _ dimension: ChartDimension, _ length: Double,
    isAcross: Bool = false
  ) -> (low: Double, high: Double) {
    let (low, high) = isAcross ? (values.left, values.right) : (values.bottom, values.top)
    guard ticks.high > ticks.low, !dimension.isEmpty, ChartScale.kind(dimension.scale) == .linear else {
      return (low, high)
    }
    let unit = length / (ticks.high - ticks.low)
    return (
      max(0, low - (dimension.low - ticks.low) * unit), max(0, high - (ticks.high - dimension.high) * unit)
    )
  }

  private mutating func setSecond(_ ticks: ChartTicks, _ values: Insets) {
    guard let dimension = plan.second else { return }
    var ticks = ticks
    let first = ChartTicks(low: y.low, high: y.high)
    alignZeros(&ticks, second: first)
    let room = slack(values, ticks, dimension, frame.height)
    second = continuous(
      dimension, ticks, from: frame.maxY - room.low, to: frame.minY + room.high, grown: false)
  }

  private func continuous(
    _ dimension: ChartDimension, _ ticks: ChartTicks, from start: Double, to end: Double, grown: Bool
  ) -> ChartScale {
    var (low, high) = (ticks.low, ticks.high)
    if grown, let gap = dimension.gap, dimension.scale.domain.isEmpty {
      low -= gap / 2
      high += gap / 2
    }
    var scale = ChartScale(
      kind: ChartScale.kind(dimension.scale), low: low, high: high, start: start, end: end,
      isClamped: dimension.scale.clamp)
    if dimension.scale.reverse { (scale.start, scale.end) = (end, start) }
    return scale
  }

  private mutating func drawYLabels(
    _ ticks: ChartTicks, _ dimension: ChartDimension, _ scale: ChartScale, isSecond: Bool, _ width: Double
  ) throws(RasterError) {
    guard dimension.axis.labels else { return }
    let labels = try yLabels(ticks, dimension, width)
    let isOnRight = isSecond != chart.isRightToLeft
    var last = Double.infinity
    for (number, label) in labels.enumerated() where !label.string.isEmpty {
      let place = scale.position(dimension.isDiscrete ? Double(number) : ticks.ticks[number].value)
      guard place >= frame.minY - 0.5, place <= frame.maxY + 0.5 else { continue }
      // The middle of the capital letters of all lines stands at the tick.
      let cap = style.labelFont.size * chartCapHeight
      let top = place + cap / 2 - (label.baseline + label.lastBaseline) / 2
      if dimension.isDiscrete {
        // Names are never left out; rows that are too low say so.
        if number > 0, top < last { noteCrowdedRows() }
        last = top + label.height - 3
      }
      if label.text.isTruncated { warnings += chart.context.warnings(label.text, key: "y") }
      let left: Double
      if label.text.lines.count > 1 {
        left =
          isOnRight ? frame.maxX + ChartPlot.axisGap : frame.minX - ChartPlot.axisGap - label.text.size.width
      } else {
        left = isOnRight ? frame.maxX + ChartPlot.axisGap : frame.minX - ChartPlot.axisGap - label.width
      }
      floors[Floor.labels.rawValue].append(.text(label.text, at: Point(x: left, y: top)))
    }
  }

  private mutating func noteCrowdedRows() {
    let message = "the names of the y axis touch each other"
    guard !warnings.contains(where: { $0.message == message }) else { return }
    warnings.append(chart.context.warning(message, key: "height", hint: "make the chart taller"))
  }

  // MARK: Horizontal

  private mutating func setX(_ ticks: inout ChartTicks, _ values: Insets) throws(RasterError) {
    if plan.x.isDiscrete {
      x = ChartScale(
        kind: discreteKind(\.x), low: 0, high: Double(max(1, plan.x.categories.count)), start: frame.minX,
        end: frame.maxX)
      if plan.x.scale.reverse != chart.isRightToLeft { (x.start, x.end) = (x.end, x.start) }
      return
    }
    let widest = style.labelFont.size * 4
    var count = max(2, (frame.width / (widest + 12)).rounded(.down))
    // Numbers are short; how many fit is seen once they are written.
    if !plan.x.isTime { count = min(10, max(2, (frame.width / 34).rounded(.down))) }
    if let given = plan.x.axis.tickCount { count = Double(given) }
    if plan.x.isTime {
      ticks = ChartTicks.times(plan.x, step: timeStep(count), chart.locale)
    } else if plan.x.isBinned {
      ticks = ChartTicks.numbers(plan.x, count: min(count, 10), zero: false, chart.locale)
      for _ in 0..<4 {
        ticks.ticks.removeAll { $0.value < plan.x.low || $0.value > plan.x.high }
        let pitch = frame.width * ticks.step / max(plan.x.high - plan.x.low, 1e-9)
        guard try longest(ticks) + 10 > pitch, count > 2 else { break }
        count = max(2, count - 1)
        ticks = ChartTicks.numbers(plan.x, count: count, zero: false, chart.locale)
      }
      (ticks.low, ticks.high) = (plan.x.low, plan.x.high)
    } else {
      let zero: Bool? =
        plan.x.needsZero
        ? true : plan.layers.contains { [.line, .area].contains($0.mark.type) } ? false : nil
      var shown = plan.x
      // A line runs from its first to its last place.
      if zero == false, shown.scale.nice == nil, !plan.isLying { shown.scale.nice = false }
      ticks = ChartTicks.numbers(
        shown, count: count, most: plan.isLying ? count + 3 : count, zero: zero, chart.locale)
      if zero == false, shown.scale.nice == false {
        ticks.ticks.removeAll { $0.value < ticks.low || $0.value > ticks.high }
      }
      for _ in 0..<4 where plan.x.axis.tickCount == nil && plan.x.axis.values.isEmpty {
        let fitting = max(1, (frame.width / (try longest(ticks) + 10)).rounded(.down) + 1)
        guard fitting < Double(ticks.ticks.count), count > 1 else { break }
        count = min(count - 1, fitting)
        ticks = ChartTicks.numbers(shown, count: count, zero: zero, chart.locale)
      }
    }
    let room = slack(values, ticks, plan.x, frame.width, isAcross: true)
    x = continuous(
      plan.x, ticks, from: frame.minX + room.low, to: frame.maxX - room.high,
      grown: !plan.isLying && plan.x.gap != nil)
    let isMirrored = chart.isRightToLeft && !plan.x.isTime && plan.isLying
    if isMirrored { (x.start, x.end) = (frame.maxX - room.low, frame.minX + room.high) }
  }

  private func longest(_ ticks: ChartTicks) throws(RasterError) -> Double {
    var longest = 0.0
    for tick in ticks.ticks {
      longest = max(longest, try chart.texts.label(tick.text, style.labelFont, style.labelColor).width)
    }
    return longest
  }

  private func timeStep(_ count: Double) -> TimeStep {
    var step = TimeStep.fitting(span: max(1, plan.x.high - plan.x.low), count: count)
    // No tick is finer than the data.
    if let unit = plan.x.timeUnit, !unit.isCyclic, unit.step.length > step.length { step = unit.step }
    if let gap = plan.x.gap, gap > step.length * 1.01, gap >= 27 * 86_400 {
      step =
        gap >= 360 * 86_400
        ? TimeStep(unit: .year, count: 1) : TimeStep(unit: .month, count: gap >= 85 * 86_400 ? 3 : 1)
    }
    return step
  }

  private mutating func arrangeX(_ given: ChartTicks, _ width: Double, _ room: Rect) throws(RasterError)
    -> ChartAxisLabels
  {
    // A tall part has room for long names.
    let most = max(0.35 * room.height, room.height - 120)
    if plan.x.isDiscrete {
      let forms = chart.forms(\.x)
      let places = (forms.first ?? []).map { x.position($0.value) - frame.minX }
      let isNames = plan.x.type == .nominal
      return try ChartAxisLabels.arrange(
        forms, places: places, isNames: isNames, step: x.step, angle: plan.x.axis.labelAngle, width: width,
        origin: frame.minX, most: most, style.labelFont, style.labelColor, chart.texts)
    }
    var ticks = given
    var step =
      plan.x.isTime ? timeStep(max(2, (frame.width / (style.labelFont.size * 4 + 12)).rounded(.down))) : nil
    for _ in 0..<12 {
      let seen = ticks.ticks.filter {
        x.position($0.value) >= min(x.start, x.end) - 0.5 && x.position($0.value) <= max(x.start, x.end) + 0.5
      }
      let places = seen.map { x.position($0.value) - frame.minX }
      let labels = try ChartAxisLabels.arrange(
        [seen], places: places, isNames: false, step: 0, angle: plan.x.axis.labelAngle, width: width,
        origin: frame.minX, most: most, style.labelFont, style.labelColor, chart.texts)
      // Moments are thinned by a coarser step, which keeps round ones.
      guard labels.hidden > 0 || labels.isCrowded, let finer = step, plan.x.axis.values.isEmpty else {
        return labels
      }
      step = finer.coarser
      ticks = ChartTicks.times(plan.x, step: finer.coarser, chart.locale)
    }
    return ChartAxisLabels()
  }

  // MARK: Grid

  private mutating func drawGrid(_ xTicks: ChartTicks, _ yTicks: ChartTicks) {
    guard !chart.isSparkline else { return }
    let isPoints = plan.layers.allSatisfy { $0.mark.type == .point }
    let isCells = plan.layers.contains { $0.mark.type == .rect }
    let standard: ChartAxes =
      isCells ? .none : plan.isLying ? .x : isPoints && !plan.x.isDiscrete ? .both : .y
    let grid = spec.grid ?? standard
    let line = chart.hairline
    if plan.y.axis.grid ?? grid.hasY, !plan.y.isDiscrete {
      for tick in yTicks.ticks {
        let place = y.position(tick.value)
        guard place >= frame.minY - 0.5, place <= frame.maxY + 0.5 else { continue }
        floors[Floor.grid.rawValue].append(
          .item(
            .rect(Rect(x: frame.minX, y: place - line / 2, width: frame.width, height: line), style.gridColor)
          ))
      }
    }
    if plan.x.axis.grid ?? grid.hasX, !plan.x.isDiscrete {
      for tick in xTicks.ticks {
        let place = x.position(tick.value)
        guard place >= frame.minX - 0.5, place <= frame.maxX + 0.5 else { continue }
        floors[Floor.grid.rawValue].append(
          .item(
            .rect(
              Rect(x: place - line / 2, y: frame.minY, width: line, height: frame.height), style.gridColor)))
      }
    }
    drawZero()
  }

  /// The line that bars stand on.
  private mutating func drawZero() {
    guard plan.layers.contains(where: { [.bar, .area].contains($0.mark.type) && $0.role != .candle }) else {
      return
    }
    let width = max(chart.hairline, 1)
    if plan.isLying {
      let place = x.position(max(x.low, min(x.high, 0)))
      floors[Floor.axis.rawValue].append(
        .item(
          .rect(
            Rect(x: place - width / 2, y: frame.minY, width: width, height: frame.height), style.axisColor)))
    } else if !plan.y.isDiscrete, plan.y.axis.domain ?? true {
      let place = y.position(max(y.low, min(y.high, 0)))
      floors[Floor.axis.rawValue].append(
        .item(
          .rect(Rect(x: frame.minX, y: place - width / 2, width: frame.width, height: width), style.axisColor)
        ))
    }
  }
}
