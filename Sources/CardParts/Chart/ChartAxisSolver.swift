import CardRaster

/// Finds the plot area and the scales from the measured labels, and draws the axes.
extension ChartPlot {
  /// The ticks of all axes.
  private struct Ticks {
    var x = ChartTicks(low: 0, high: 1)
    var y = ChartTicks(low: 0, high: 1)
    var second: ChartTicks?
    var labels: ChartAxisLabels?

    subscript(axis: ChartAxis) -> ChartTicks { axis == .x ? x : axis == .y ? y : second ?? y }
  }

  /// Solves the frame for the rest of the part, and draws the axes.
  mutating func solveAxes(_ box: inout LayoutBox, _ given: Rect) throws(RasterError) {
    var room = given
    try addTitles(to: &box, &room)
    let xTitle = try title(.x, width: room.width)
    if let xTitle {
      room.size.height -= xTitle.height + 6
      if frame.xIsOnTop { room.origin.y += xTitle.height + 6 }
    }
    frame.directWidth = try widthOfDirectLabels()
    var ticks = try fit(room, box.size)
    if try needsRoomForRules() { ticks = try fit(room, box.size) }
    noteRepeated(ticks)
    drawGrid(ticks)
    try drawAxes(ticks, box.size)
    if let xTitle {
      let beyond = ChartFrame.axisGap + (ticks.labels?.height ?? 0) + 6
      let y = frame.xIsOnTop ? area.minY - beyond - xTitle.height : area.maxY + beyond
      let width = xTitle.blockWidth
      box.write(xTitle, max(0, min(frame.partWidth - width, area.midX - width / 2)), y)
    }
    box.plot = area
    let numbers = [area.minX, area.minY, area.width, area.height].map { NumberText.text($0, digits: 2) }
    box.attributes.append(LayoutBox.Attribute("plot", numbers.joined(separator: " ")))
  }

  /// Writes the names of the vertical axes above the plot, each at its side.
  private mutating func addTitles(to box: inout LayoutBox, _ room: inout Rect) throws(RasterError) {
    let axes = [ChartAxis.y, .second].filter { hasTitle($0) }
    guard !axes.isEmpty else { return }
    // Two titles share the width.
    let width = axes.count > 1 ? room.width / 2 - 8 : room.width
    var height = 0.0
    for axis in axes {
      guard let label = try title(axis, width: width) else { continue }
      let isRight = frame.side(axis) == .right
      box.write(label, isRight ? room.maxX - label.blockWidth : room.minX, room.minY)
      height = max(height, label.height)
    }
    room.origin.y += height + 8
    room.size.height -= height + 8
  }

  private func hasTitle(_ axis: ChartAxis) -> Bool {
    frame.hasAxis(axis) && model[axis].hasTitle && !model[axis].title.isEmpty
  }

  /// The title of an axis, in two lines if it is wider than the room.
  private mutating func title(_ axis: ChartAxis, width: Double) throws(RasterError) -> ChartLabel? {
    guard hasTitle(axis) else { return nil }
    let line = try chart.label(model[axis].title)
    guard line.width > width else { return line }
    let side = frame.side(axis)
    let title = try chart.label(
      model[axis].title, width: width, lines: 2,
      alignment: side == .right ? .right : side == .left ? .left : .center)
    warnings += chart.warnings(title, key: axis.key)
    return title
  }

  /// Measures labels and sizes the plot alternately until both are stable.
  private mutating func fit(_ room: Rect, _ size: Size) throws(RasterError) -> Ticks {
    let values = try roomForValues()
    let least = chart.context.plotInsets
    let (hasX, isOnTop) = (frame.hasAxis(.x), frame.xIsOnTop)
    // The topmost label of the y axis is centred on its tick.
    let ends = max(
      least.top - room.minY,
      frame.hasAxis(.y) && !model.y.isDiscrete ? labelHeight / 2 : chart.isSparkline ? 4 : 2,
      frame.ruleRoom.top)
    let standard = hasX ? labelHeight + ChartFrame.axisGap : chart.isSparkline ? 4 : 2
    var (top, bottom) = isOnTop ? (standard, 2) : (ends, standard)
    var ticks = Ticks()
    var overhang = (left: 0.0, right: 0.0)
    for _ in 0..<6 {
      let height = max(1, room.height - top - bottom)
      ticks.y = ticksUp(model.y, height)
      ticks.second = model.second.map { ticksUp($0, height) }
      if let second = ticks.second { alignZeros(&ticks.y, second: second) }
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
        isOnTop ? 0 : least.bottom - (size.height - room.maxY), labels.height + ChartFrame.axisGap)
      // The number at the end is below its line.
      let isOfNumbers = !model.x.isDiscrete && !model.x.isTime
      let beyond = (
        labels.overhang,
        max(labels.overhang(beyond: area.width), isOfNumbers ? labels.reach(beyond: area.width) : 0)
      )
      let isSettled =
        abs(needed - (isOnTop ? top : bottom)) < 0.5 && beyond.0 <= left + 0.01 && beyond.1 <= right + 0.01
      if isSettled { break }
      if isOnTop { top = needed } else { bottom = needed }
      // Room that was needed once stays, so that the plot does not oscillate.
      overhang = (max(overhang.left, beyond.0), max(overhang.right, beyond.1))
    }
    frame.area.size.height = max(1, room.height - top - bottom)
    setScale(.y, ticks.y, values)
    if var second = ticks.second {
      alignZeros(&second, second: ChartTicks(low: frame.y.low, high: frame.y.high))
      setScale(.second, second, values)
    }
    return ticks
  }

  /// The widths of the labels of the vertical axes on both sides of the plot, with the names at the ends of lines.
  private func widths(_ ticks: Ticks, _ height: Double) throws(RasterError) -> (left: Double, right: Double) {
    var widths = (left: frame.edge, right: frame.edge)
    for axis in [ChartAxis.y, .second] where frame.hasAxis(axis) {
      let width = try widthOfLabels(ticks[axis], axis, height)
      if frame.side(axis) == .left { widths.left = width } else { widths.right = width }
    }
    widths.right += frame.directWidth + frame.ruleRoom.right
    return widths
  }

  private var labelHeight: Double { style.labelFont.size * 1.3 }

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
        "different places of the \(axis.key) axis are written \(DeckIssue.quoted(repeated))"
          + (dimension.isDiscrete ? "" : "; only the first has its label"),
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
      frame.xIsOnTop ? area.minY - ChartFrame.axisGap - labels.height : area.maxY + ChartFrame.axisGap
    labels.draw(into: &layer, at: Point(x: area.minX, y: edge))
    content[ZIndex.labels.rawValue] += layer.content
    note(labels)
  }

  /// Warns about labels of the horizontal axis without room.
  private mutating func note(_ labels: ChartAxisLabels) {
    if labels.isCrowded {
      warn(
        "the labels of the x axis touch each other", key: "x",
        hint: model.isHorizontal
          ? "make the chart wider" : "lay the bars with 'horizontalBar', or make the chart wider")
    }
    if labels.isAlone {
      warn(
        "the moments of the x axis are too long; only the first is written", key: "x",
        hint: "choose a shorter 'format', or make the chart wider")
    }
    if labels.hiddenNames > 0 {
      warn(
        "there is no room for \(labels.hiddenNames) of \(model.x.categories.count) names of the x axis",
        key: "x", hint: "lay the bars with 'horizontalBar', or make the chart wider")
    }
    for item in labels.items where item.label.text.isTruncated {
      warnings += chart.context.warnings(item.label.text, key: "x")
    }
  }
}

/// Scales, with room for marks and values at their ends.
extension ChartPlot {
  private mutating func setScale(_ axis: ChartAxis, _ ticks: ChartTicks, _ values: Insets) {
    let dimension = model[axis]
    let (low, high) = (area.low(axis), area.high(axis))
    // Horizontal bars are read from the top down, as names are.
    let isReversed =
      axis == .x
      ? frame.runsBackwards
      : dimension.scale.reverse != (axis == .y && model.isHorizontal && dimension.isTime)
    if dimension.isDiscrete {
      frame[axis] = ChartScale(
        kind: discreteKind(dimension), low: 0, high: Double(max(1, dimension.categories.count)),
        start: isReversed ? high : low, end: isReversed ? low : high)
      return
    }
    let needed =
      axis != .x
      ? (values.bottom, values.top) : isReversed ? (values.right, values.left) : (values.left, values.right)
    let room = slack(needed, ticks, dimension, area.length(axis))
    var scale = ChartScale(
      kind: ChartScale.kind(dimension.scale), low: ticks.low, high: ticks.high,
      isClamped: dimension.scale.clamp)
    if axis == model.placeAxis, let gap = dimension.gap, dimension.scale.domain.isEmpty {
      scale.low -= gap / 2
      scale.high += gap / 2
    }
    (scale.start, scale.end) =
      axis == .x && !isReversed ? (low + room.low, high - room.high) : (high - room.low, low + room.high)
    if axis != .x, isReversed { (scale.start, scale.end) = (scale.end, scale.start) }
    frame[axis] = axis == .second ? scale : withRoomForPoints(scale, axis)
  }

  private func discreteKind(_ dimension: ChartDimension) -> ChartScale.Kind {
    let hasBands =
      switch dimension.scale.type {
      case .point: false
      case .band: true
      default: model.layers.contains { [.bar, .rect, .rule].contains($0.mark.type) }
      }
    guard hasBands else { return .band(inner: 1, outer: chart.isSparkline ? 0 : 0.5) }
    let isGrid = model.layers.contains { $0.mark.type == .rect }
    let inner =
      spec.bars.paddingInner ?? (isGrid ? 0.06 : chart.isSparkline ? 0.2 : model.isSideBySide ? 0.22 : 0.3)
    return .band(inner: inner, outer: spec.bars.paddingOuter ?? (isGrid || chart.isSparkline ? 0 : 0.15))
  }

  /// The room for values at the ends of a range, beyond what the range leaves free anyway.
  private func slack(
    _ needed: (low: Double, high: Double), _ ticks: ChartTicks, _ dimension: ChartDimension, _ length: Double
  ) -> (low: Double, high: Double) {
    guard ticks.high > ticks.low, !dimension.isEmpty, ChartScale.kind(dimension.scale) == .linear else {
      return needed
    }
    let unit = length / (ticks.high - ticks.low)
    return (
      max(0, needed.low - max(0, dimension.low - ticks.low) * unit),
      max(0, needed.high - max(0, ticks.high - dimension.high) * unit)
    )
  }

  /// A scale whose ends move inwards until no point with its own size is cut.
  private func withRoomForPoints(_ scale: ChartScale, _ axis: ChartAxis) -> ChartScale {
    guard model.size != nil else { return scale }
    let sign: Double = scale.isReversed ? -1 : 1
    let length = abs(scale.end - scale.start)
    var (low, high) = (0.0, 0.0)
    for layer in model.layers where layer.mark.type == .point {
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

  /// Puts the zeros of two axes at the same height: each is stretched to the larger share of negatives.
  private func alignZeros(_ first: inout ChartTicks, second: ChartTicks) {
    guard first.low < 0 || second.low < 0, first.low <= 0, second.low <= 0, first.high > 0, second.high > 0
    else { return }
    let share = max(-first.low / (first.high - first.low), -second.low / (second.high - second.low))
    guard share < 1 else { return }
    first.low = min(first.low, -first.high * share / (1 - share))
  }
}

/// The horizontal axis: its ticks and labels.
extension ChartPlot {
  /// The ticks of an axis of numbers or dates: as many as fit.
  private func ticksAcross() throws(RasterError) -> ChartTicks {
    var shown = model.x
    var count = max(2, (area.width / (style.labelFont.size * 4 + 12)).rounded(.down))
    // Numbers are short; how many fit is known once they are written.
    if !shown.isTime { count = min(10, max(2, (area.width / 34).rounded(.down))) }
    if let given = shown.axis.tickCount { count = Double(given) }
    if shown.isTime {
      let ticks = ChartTicks.times(shown, step: timeStep(count), chart.locale)
      return ticksAtBars(instead: ticks, most: count) ?? ticks
    }
    if shown.isBinned { return try ticksOfClasses(count) }
    let zero: Bool? =
      shown.needsZero ? true : model.layers.contains { [.line, .area].contains($0.mark.type) } ? false : nil
    // A line runs from its first to its last place.
    if zero == false, shown.scale.nice == nil, !model.isHorizontal { shown.scale.nice = false }
    var ticks = ChartTicks.numbers(
      shown, count: count, most: model.isHorizontal ? count + 3 : count, zero: zero, chart.locale)
    if zero == false, shown.scale.nice == false {
      ticks.ticks.removeAll { $0.value < ticks.low || $0.value > ticks.high }
    }
    for _ in 0..<4 where shown.axis.tickCount == nil && shown.axis.values.isEmpty {
      let fitting = max(1, (area.width / (try longest(ticks) + 10)).rounded(.down) + 1)
      guard fitting < Double(ticks.ticks.count), count > 1 else { break }
      count = min(count - 1, fitting)
      ticks = ChartTicks.numbers(shown, count: count, zero: zero, chart.locale)
    }
    return ticks
  }

  /// The places of bars along an axis.
  private func barPlaces(_ axis: ChartAxis) -> [Double] {
    let bars = model.layers.filter { $0.mark.type == .bar }.flatMap(\.series).flatMap(\.points)
    return Set(bars.map { $0[axis] }.filter(\.isFinite)).sorted()
  }

  /// A tick at each of a few bars, if the calendar would put some between them; nil if its ticks are better.
  private func ticksAtBars(instead ticks: ChartTicks, most count: Double) -> ChartTicks? {
    let axis = model.x.axis
    guard model.x.gap != nil, axis.values.isEmpty, axis.tickCount == nil else { return nil }
    let places = barPlaces(.x)
    let hasSpans = model.layers.contains { layer in
      layer.mark.type == .bar && layer.points.contains { $0.x2 != nil }
    }
    guard !places.isEmpty, !hasSpans, !ticks.ticks.allSatisfy({ places.contains($0.value) }) else {
      return nil
    }
    // If there are too many bars, every second or third has a tick, unless the calendar has a step to count by.
    let every = Int(clamping: (Double(places.count) / max(1, count)).rounded(.up))
    guard every == 1 || ticks.ticks.count < 2 else { return nil }
    let kept = places.enumerated().filter { $0.offset % every == 0 }.map(\.element)
    return ChartTicks.times(model.x, step: TimeStep(holding: places), at: kept, chart.locale)
  }

  /// The ticks of classes, at their ends.
  private func ticksOfClasses(_ count: Double) throws(RasterError) -> ChartTicks {
    let x = model.x
    let span = max(x.high - x.low, .leastNormalMagnitude)
    if let width = x.classWidth, x.axis.values.isEmpty { return try ends(ofClasses: width, count, span) }
    var count = min(count, 10)
    var ticks = ChartTicks.numbers(x, count: count, zero: false, chart.locale)
    for _ in 0..<4 {
      ticks.ticks.removeAll { $0.value < x.low || $0.value > x.high }
      guard try longest(ticks) + 10 > area.width * ticks.step / span, count > 2 else { break }
      count = max(2, count - 1)
      ticks = ChartTicks.numbers(x, count: count, zero: false, chart.locale)
    }
    (ticks.low, ticks.high) = (x.low, x.high)
    return ticks
  }

  /// A tick at every class, or at every second, fifth or tenth.
  private func ends(
    ofClasses width: Double, _ count: Double, _ span: Double
  ) throws(RasterError) -> ChartTicks {
    let x = model.x
    var ticks = ChartTicks(low: x.low, high: x.high)
    for every in [1.0, 2, 5, 10, 20, 50, 100] {
      ticks.step = width * every
      let first = (x.low / ticks.step - 1e-9).rounded(.up)
      let last = (x.high / ticks.step + 1e-9).rounded(.down)
      guard last >= first, last - first < 2_000 else { continue }
      let format = ChartFormat.axis(
        x, step: ticks.step, largest: max(x.low.magnitude, x.high.magnitude), chart.locale)
      ticks.ticks = (0...Int(clamping: last - first)).map {
        ChartTick(value: (first + Double($0)) * ticks.step, text: "")
      }
      ticks.formats = ticks.ticks.map { _ in format }
      ticks.write()
      let most = x.axis.tickCount == nil ? .infinity : 1.5 * count
      let pitch = area.width * ticks.step / span
      if try longest(ticks) + 10 <= pitch, Double(ticks.ticks.count) <= most { break }
    }
    return ticks
  }

  private func longest(_ ticks: ChartTicks) throws(RasterError) -> Double {
    var longest = 0.0
    for tick in ticks.ticks { longest = max(longest, try chart.label(tick.text).width) }
    return longest
  }

  private func timeStep(_ count: Double) -> TimeStep {
    let x = model.x
    var step = TimeStep.fitting(span: max(1, x.high - x.low), count: count)
    // No tick is finer than the data.
    if let unit = x.timeUnit, !unit.isCyclic, unit.step.length > step.length { step = unit.step }
    if let gap = x.gap, gap > step.length * 1.01, gap >= 27 * 86_400 {
      step =
        gap >= 360 * 86_400
        ? TimeStep(unit: .year, count: 1) : TimeStep(unit: .month, count: gap >= 85 * 86_400 ? 3 : 1)
    }
    return step
  }

  private func arrangeX(_ given: ChartTicks, _ room: Rect) throws(RasterError) -> ChartAxisLabels {
    var setting = ChartAxisLabels.Setting(
      chart, model.x.axis, width: room.width, origin: area.minX - room.minX)
    // A tall part has room for long names.
    setting.most = max(0.35 * room.height, room.height - 100)
    setting.isOnTop = frame.xIsOnTop
    if model.x.isDiscrete {
      let forms = chart.forms(.x)
      setting.isNames = !model.x.isEven(chart.locale)
      setting.step = frame.x.step
      return try arranged(forms, forms.first ?? [], setting)
    }
    setting.areNumbers = !model.x.isTime
    var ticks = given
    var step =
      model.x.isTime ? timeStep(max(2, (area.width / (style.labelFont.size * 4 + 12)).rounded(.down))) : nil
    let (low, high) = (min(frame.x.start, frame.x.end) - 0.5, max(frame.x.start, frame.x.end) + 0.5)
    func visible(_ ticks: ChartTicks) -> [ChartTick] {
      ticks.ticks.filter { tick in
        let place = frame.x.position(tick.value)
        return place >= low && place <= high
      }
    }
    let first = visible(given)
    for _ in 0..<12 {
      let seen = visible(ticks)
      let labels = try arranged([seen], seen, setting)
      // Dates are thinned by a coarser step, which keeps round ones.
      guard labels.hidden > 0 || labels.isCrowded, let finer = step, model.x.axis.values.isEmpty,
        model.x.axis.labelOverlap == .auto
      else { return labels }
      let next = ChartTicks.times(model.x, step: finer.coarser, chart.locale)
      // A single date does not label an axis: then every second or third of the finer ones does.
      if next.ticks.count < 2, labels.items.count > 1, !labels.isCrowded { return labels }
      let left = visible(next).count
      if left == 0 || (left == 1 && model.x.format != nil) { return try fewest(first, setting) }
      step = finer.coarser
      ticks = next
    }
    return try fewest(first, setting)
  }

  /// Labels at the places of some ticks.
  private func arranged(
    _ forms: [[ChartTick]], _ ticks: [ChartTick], _ setting: ChartAxisLabels.Setting
  ) throws(RasterError) -> ChartAxisLabels {
    try setting.arrange(forms, places: ticks.map { frame.x.position($0.value) - area.minX })
  }

  /// Every second, third … of some dates whose labels are too long for a rounder step; at least the first one.
  private func fewest(
    _ ticks: [ChartTick], _ setting: ChartAxisLabels.Setting
  ) throws(RasterError) -> ChartAxisLabels {
    guard let first = ticks.first, let last = ticks.last else { return ChartAxisLabels() }
    for every in 2..<max(3, ticks.count) {
      let kept = ticks.enumerated().filter { $0.offset % every == 0 }.map(\.element)
      guard kept.count > 1 else { break }
      let labels = try arranged([kept], kept, setting)
      if labels.angle == 0, labels.hidden == 0 { return labels }
    }
    let ends = try arranged([[first, last]], [first, last], setting)
    if ticks.count > 1, ends.angle == 0, ends.hidden == 0 { return ends }
    var alone = try arranged([[first]], [first], setting)
    alone.isAlone = true
    return alone
  }
}

/// Vertical axes: their ticks and labels.
extension ChartPlot {
  private func ticksUp(_ dimension: ChartDimension, _ height: Double) -> ChartTicks {
    guard !dimension.isDiscrete else { return ChartTicks(low: 0, high: Double(dimension.categories.count)) }
    let given = dimension.axis.tickCount.map(Double.init)
    let count = given ?? min(8, max(height < 60 ? 2 : 3, (height / 40).rounded(.down)))
    let most = given ?? max(count, min(8, (height / 26).rounded(.down)))
    if dimension.isTime { return datesUp(dimension, height, count: count) }
    return ChartTicks.numbers(
      dimension, count: count, most: most, zero: dimension.needsZero ? true : chart.isSparkline ? false : nil,
      chart.locale)
  }

  /// The dates of a vertical axis: those of its bars if each has room for a label, otherwise those of the calendar.
  private func datesUp(_ dimension: ChartDimension, _ height: Double, count: Double) -> ChartTicks {
    var step = TimeStep.fitting(span: dimension.high - dimension.low, count: count)
    var ticks = ChartTicks.times(dimension, step: step, chart.locale)
    let span = dimension.high - dimension.low + (dimension.gap ?? 0)
    let isFree = dimension.axis.values.isEmpty && dimension.axis.tickCount == nil
    if model.isHorizontal, isFree, let gap = dimension.gap, height * gap / max(1, span) >= labelHeight {
      let places = barPlaces(.y)
      ticks = ChartTicks.times(dimension, step: TimeStep(holding: places), at: places, chart.locale)
    }
    // Overlapping labels are thinned by a coarser step, which keeps round ones.
    for _ in 0..<20 where isFree && ticks.pitch * height / max(1, span) < labelHeight {
      step = step.coarser
      ticks = ChartTicks.times(dimension, step: step, chart.locale)
    }
    return ticks.inOneLine
  }

  /// The room for the labels of a vertical axis.
  private func widthOfLabels(
    _ ticks: ChartTicks, _ axis: ChartAxis, _ height: Double
  ) throws(RasterError) -> Double {
    let spec = model[axis].axis
    guard spec.labels else { return spec.ticks ? ChartFrame.axisGap : frame.edge }
    return (try yLabels(ticks, axis, height).map(\.width).max() ?? 0) + ChartFrame.axisGap
  }

  /// The labels of a vertical axis, in the order of its ticks.
  private func yLabels(
    _ ticks: ChartTicks, _ axis: ChartAxis, _ height: Double
  ) throws(RasterError) -> [ChartLabel] {
    let dimension = model[axis]
    let most = dimension.axis.labelLimit ?? 0.4 * frame.partWidth
    guard dimension.isDiscrete else {
      return try ticks.ticks.map { tick throws(RasterError) in
        let label = try chart.label(tick.text)
        return label.width > most ? try chart.label(tick.text, width: most) : label
      }
    }
    let rows = height / Double(max(1, dimension.categories.count))
    let lines = max(2, min(ChartLayout.nameLines, Int(clamping: rows / labelHeight)))
    return try (chart.forms(.y).first ?? []).map { tick throws(RasterError) in
      try chart.rowLabel(tick.text, width: most, lines: lines)
    }
  }

  private mutating func drawYLabels(_ ticks: ChartTicks, _ axis: ChartAxis) throws(RasterError) {
    let dimension = model[axis]
    guard dimension.axis.labels else { return }
    let (scale, isOnRight) = (frame[axis], frame.side(axis) == .right)
    let labels = try yLabels(ticks, axis, area.height)
    let gap = ChartFrame.axisGap + (isOnRight ? frame.directWidth : 0)
    let every = dimension.isDiscrete ? everyName(labels, dimension, scale) : 1
    for (number, label) in labels.enumerated() where !label.string.isEmpty && number % every == 0 {
      let place = scale.position(dimension.isDiscrete ? Double(number) : ticks.ticks[number].value)
      guard frame.holds(place, .y) else { continue }
      if label.text.lines.count > 2 { frame.hasTallNames = true }
      if label.text.isTruncated {
        warnings += chart.context.warnings(label.text, key: "y")
      } else if label.isShortened, let name = chart.forms(.y).first?[at: Double(number)] {
        warn(
          "a word of \(DeckIssue.quoted(name.text)) is wider than the names of the y axis may be; it ends in an ellipsis",
          key: "y", hint: "make the chart wider, or give 'axis' of the channel a 'labelLimit'")
      }
      write(
        label, isOnRight ? area.maxX + gap : area.minX - gap - label.blockWidth,
        label.middleTop(place, chart.cap))
    }
  }

  /// Whether every, every second or every third name of rows is written, so that none overlaps another one.
  private mutating func everyName(
    _ labels: [ChartLabel], _ dimension: ChartDimension, _ scale: ChartScale
  ) -> Int {
    let named = labels.indices.filter { !labels[$0].string.isEmpty }
    func touches(_ every: Int) -> Bool {
      let shown = named.filter { $0 % every == 0 }
        .map { (label: labels[$0], top: labels[$0].middleTop(scale.position(Double($0)), chart.cap)) }
        .sorted { $0.top < $1.top }
      // No letter needs the room between two lines.
      return zip(shown, shown.dropFirst()).contains { $1.top < $0.top + $0.label.height - 3 }
    }
    guard touches(1) else { return 1 }
    if dimension.axis.labelOverlap == .none {
      let message = "the names of the y axis touch each other"
      if !warnings.contains(where: { $0.message == message }) {
        warn(message, key: "height", hint: "make the chart taller")
      }
      return 1
    }
    let every = (2..<max(3, labels.count)).first { !touches($0) } ?? max(1, labels.count)
    if every > 1 {
      let hidden = named.count { $0 % every != 0 }
      warn(
        "there is no room for \(hidden) of \(labels.count) names of the y axis", key: "y",
        hint: "make the chart taller")
    }
    return every
  }
}

/// The grid, the line at 0, lines along the axes and tick marks.
extension ChartPlot {
  private static let (tickLength, shortTick) = (5.0, 3.0)

  private mutating func drawGrid(_ ticks: Ticks) {
    guard !chart.isSparkline else { return }
    let isPoints = model.layers.allSatisfy { $0.mark.type == .point }
    let isCells = model.layers.contains { $0.mark.type == .rect }
    let standard: ChartAxes =
      isCells ? .none : model.isHorizontal ? .x : isPoints && !model.x.isDiscrete ? .both : .y
    for axis in [ChartAxis.y, .x] where !model[axis].isDiscrete {
      // A hidden axis hides its lines, as in Vega-Lite.
      let byMarks = model[axis].hasAxis != false && standard.has(axis) && (frame.hasAxis(axis) || !isStream)
      guard model[axis].axis.grid ?? spec.grid?.has(axis) ?? byMarks else { continue }
      for tick in ticks[axis].ticks {
        let place = frame[axis].position(tick.value)
        guard frame.holds(place, axis) else { continue }
        gridLines.append(frame.line(axis, from: place - chart.hairline / 2, chart.hairline))
      }
    }
    drawZero()
    drawDomains()
  }

  /// Cuts a gap into the lines of the grid behind words.
  mutating func openGrid(at gap: Rect) {
    gridLines = gridLines.flatMap { line -> [Rect] in
      guard line.intersection(gap) != nil else { return [line] }
      let axis: ChartAxis = line.width > line.height ? .x : .y
      return [(line.low(axis), gap.low(axis)), (gap.high(axis), line.high(axis))].filter { $0 < $1 }.map {
        Rect(along: axis, $0, $1 - $0, across: line.low(axis.crossing), line.length(axis.crossing))
      }
    }
  }

  /// Whether marks are centred: there is no 0, and without an axis no value to read.
  private var isStream: Bool { model.layers.contains(where: \.isCentered) }

  /// Draws the line at the base of bars.
  private mutating func drawZero() {
    guard !isStream,
      model.layers.contains(where: { [.bar, .area].contains($0.mark.type) && $0.role != .candle }),
      model.x.axis.domain != false, model.y.axis.domain != false, model.isHorizontal || !model.y.isDiscrete
    else { return }
    let (axis, width) = (model.valueAxis, max(chart.hairline, 1))
    put([.rect(frame.line(axis, from: frame.zero(axis) - width / 2, width), style.axisColor)], .axis)
  }

  /// Draws lines along the axes that have one.
  private mutating func drawDomains() {
    let width = max(chart.hairline, 1)
    for axis in [ChartAxis.x, .y, .second] where axis != .second || model.second != nil {
      guard model[axis].axis.domain == true else { continue }
      let (side, crossing) = (frame.side(axis), axis.crossing)
      let edge = side == .top || side == .left ? area.low(crossing) : area.high(crossing)
      put([.rect(frame.line(crossing, from: edge - width / 2, width), style.axisColor)], .axis)
    }
  }

  /// Draws small lines at the labels of an axis, and shorter ones at ticks without a label.
  private mutating func drawTickMarks(
    _ ticks: ChartTicks, _ axis: ChartAxis, shown labels: ChartAxisLabels? = nil
  ) {
    let (dimension, scale, side) = (model[axis], frame[axis], frame.side(axis))
    guard dimension.axis.ticks else { return }
    let places: [(place: Double, isShort: Bool)]
    if let labels, dimension.isTime {
      // Dates are thinned when they are written, and their marks with them.
      places = labels.items.map { (area.minX + $0.place, false) }
    } else if dimension.isDiscrete {
      places = dimension.categories.indices.map { (scale.position(Double($0)), false) }
    } else {
      places = ticks.ticks.map { (scale.position($0.value), $0.text.isEmpty) }
    }
    let line = max(chart.hairline, 1)
    for (place, isShort) in places where frame.holds(place, axis) {
      let length = isShort ? ChartPlot.shortTick : ChartPlot.tickLength
      let isLow = side == .top || side == .left
      let edge = isLow ? area.low(axis.crossing) - length : area.high(axis.crossing)
      put([.rect(Rect(along: axis, place - line / 2, line, across: edge, length), style.axisColor)], .axis)
    }
  }
}
