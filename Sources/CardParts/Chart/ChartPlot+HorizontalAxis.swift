import CardRaster

/// The horizontal axis: its ticks, labels and scale.
extension ChartPlot {
  mutating func setX(_ ticks: inout ChartTicks, _ values: Insets) throws(RasterError) {
    if plan.x.isDiscrete {
      x = ChartScale(
        kind: discreteKind(\.x), low: 0, high: Double(max(1, plan.x.categories.count)), start: frame.minX,
        end: frame.maxX)
      if runsBackwards { (x.start, x.end) = (x.end, x.start) }
      return
    }
    var shown = plan.x
    ticks = try ticksAcross(&shown)
    let isBackwards = runsBackwards
    let given = isBackwards ? Insets(top: 0, left: values.right, bottom: 0, right: values.left) : values
    let room = slack(given, ticks, plan.x, frame.width, isAcross: true)
    x = continuous(
      plan.x, ticks, from: frame.minX + room.low, to: frame.maxX - room.high,
      grown: !plan.isLying && plan.x.gap != nil)
    if isBackwards { (x.start, x.end) = (frame.maxX - room.low, frame.minX + room.high) }
    x = withRoomForPoints(x, \.x)
  }

  /// The ticks of an axis of numbers or moments: as many as fit.
  private func ticksAcross(_ shown: inout ChartDimension) throws(RasterError) -> ChartTicks {
    let widest = style.labelFont.size * 4
    var count = max(2, (frame.width / (widest + 12)).rounded(.down))
    // Numbers are short; how many fit is seen once they are written.
    if !plan.x.isTime { count = min(10, max(2, (frame.width / 34).rounded(.down))) }
    if let given = plan.x.axis.tickCount { count = Double(given) }
    if plan.x.isTime {
      let ticks = ChartTicks.times(plan.x, step: timeStep(count), chart.locale)
      return ticksAtBars(instead: ticks, most: count) ?? ticks
    }
    if plan.x.isBinned { return try ticksOfClasses(count) }
    let zero: Bool? =
      plan.x.needsZero
      ? true : plan.layers.contains { [.line, .area].contains($0.mark.type) } ? false : nil
    // A line runs from its first to its last place.
    if zero == false, shown.scale.nice == nil, !plan.isLying { shown.scale.nice = false }
    var ticks = ChartTicks.numbers(
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
    return ticks
  }

  /// A tick at each of a few bars, where the calendar would put some between them; nil where its ticks are better.
  private func ticksAtBars(instead ticks: ChartTicks, most count: Double) -> ChartTicks? {
    let axis = plan.x.axis
    guard plan.x.gap != nil, axis.values.isEmpty, axis.tickCount == nil else { return nil }
    let bars = plan.layers.filter { $0.mark.type == .bar }.flatMap(\.series).flatMap(\.points)
    let places = Set(bars.filter { $0.x.isFinite }.map(\.x)).sorted()
    guard !places.isEmpty, bars.allSatisfy({ $0.x2 == nil }),
      !ticks.ticks.allSatisfy({ places.contains($0.value) })
    else { return nil }
    // Of too many bars each second or third has one, where the calendar has nothing to count by.
    let every = Int(clamping: (Double(places.count) / max(1, count)).rounded(.up))
    guard every == 1 || ticks.ticks.count < 2 else { return nil }
    let kept = places.enumerated().filter { $0.offset % every == 0 }.map(\.element)
    return ChartTicks.times(plan.x, step: TimeStep(holding: places), at: kept, chart.locale)
  }

  /// Classes are named where they end.
  private func ticksOfClasses(_ count: Double) throws(RasterError) -> ChartTicks {
    if let width = plan.x.classWidth, plan.x.axis.values.isEmpty { return try ends(ofClasses: width, count) }
    var count = min(count, 10)
    var ticks = ChartTicks.numbers(plan.x, count: count, zero: false, chart.locale)
    for _ in 0..<4 {
      ticks.ticks.removeAll { $0.value < plan.x.low || $0.value > plan.x.high }
      let pitch = frame.width * ticks.step / max(plan.x.high - plan.x.low, .leastNormalMagnitude)
      guard try longest(ticks) + 10 > pitch, count > 2 else { break }
      count = max(2, count - 1)
      ticks = ChartTicks.numbers(plan.x, count: count, zero: false, chart.locale)
    }
    (ticks.low, ticks.high) = (plan.x.low, plan.x.high)
    return ticks
  }

  /// Every class is named, or every second, fifth or tenth one.
  private func ends(ofClasses width: Double, _ count: Double) throws(RasterError) -> ChartTicks {
    var ticks = ChartTicks(low: plan.x.low, high: plan.x.high)
    for every in [1.0, 2, 5, 10, 20, 50, 100] {
      ticks.step = width * every
      let first = (plan.x.low / ticks.step - 1e-9).rounded(.up)
      let last = (plan.x.high / ticks.step + 1e-9).rounded(.down)
      guard last >= first, last - first < 2_000 else { continue }
      let format = ChartFormat.axis(
        plan.x, step: ticks.step, largest: max(plan.x.low.magnitude, plan.x.high.magnitude), chart.locale)
      ticks.ticks = (0...Int(clamping: last - first)).map {
        ChartTick(value: (first + Double($0)) * ticks.step, text: "")
      }
      ticks.formats = ticks.ticks.map { _ in format }
      ticks.write()
      let pitch = frame.width * ticks.step / max(plan.x.high - plan.x.low, .leastNormalMagnitude)
      let most = plan.x.axis.tickCount == nil ? .infinity : 1.5 * count
      if try longest(ticks) + 10 <= pitch, Double(ticks.ticks.count) <= most { break }
    }
    return ticks
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

  func arrangeX(_ given: ChartTicks, _ room: Rect) throws(RasterError) -> ChartAxisLabels {
    let axis = plan.x.axis
    var setting = ChartAxisLabels.Setting(chart, width: room.width, origin: frame.minX - room.minX)
    // A tall part has room for long names.
    setting.most = max(0.35 * room.height, room.height - 100)
    setting.angle = axis.labelAngle
    setting.limit = axis.labelLimit
    setting.overlap = axis.labelOverlap
    setting.isOnTop = xIsOnTop
    if plan.x.isDiscrete {
      let forms = chart.forms(\.x)
      setting.isNames = !plan.x.isEven(chart.locale)
      setting.step = x.step
      return try setting.arrange(
        forms, places: (forms.first ?? []).map { x.position($0.value) - frame.minX })
    }
    setting.areNumbers = !plan.x.isTime
    var ticks = given
    var step =
      plan.x.isTime ? timeStep(max(2, (frame.width / (style.labelFont.size * 4 + 12)).rounded(.down))) : nil
    func visible(_ ticks: ChartTicks) -> [ChartTick] {
      ticks.ticks.filter {
        x.position($0.value) >= min(x.start, x.end) - 0.5 && x.position($0.value) <= max(x.start, x.end) + 0.5
      }
    }
    let first = visible(given)
    for _ in 0..<12 {
      let seen = visible(ticks)
      let places = seen.map { x.position($0.value) - frame.minX }
      let labels = try setting.arrange([seen], places: places)
      // Moments are thinned by a coarser step, which keeps round ones.
      guard labels.hidden > 0 || labels.isCrowded, let finer = step, axis.values.isEmpty,
        axis.labelOverlap == .auto
      else { return labels }
      let next = ChartTicks.times(plan.x, step: finer.coarser, chart.locale)
      // A single moment names no axis: then every second or third of the finer ones does.
      if next.ticks.count < 2, labels.items.count > 1, !labels.isCrowded { return labels }
      let left = visible(next).count
      if left == 0 || (left == 1 && plan.x.format != nil) { return try fewest(first, setting) }
      step = finer.coarser
      ticks = next
    }
    return try fewest(first, setting)
  }

  /// Every second, third … of some moments whose labels are too long for a rounder step; at least the first one.
  private func fewest(
    _ ticks: [ChartTick], _ setting: ChartAxisLabels.Setting
  ) throws(RasterError) -> ChartAxisLabels {
    func arranged(_ kept: [ChartTick]) throws(RasterError) -> ChartAxisLabels {
      try setting.arrange([kept], places: kept.map { x.position($0.value) - frame.minX })
    }
    guard let first = ticks.first, let last = ticks.last else { return ChartAxisLabels() }
    for every in 2..<max(3, ticks.count) {
      let kept = ticks.enumerated().filter { $0.offset % every == 0 }.map(\.element)
      guard kept.count > 1 else { break }
      let labels = try arranged(kept)
      if labels.angle == 0, labels.hidden == 0 { return labels }
    }
    let ends = try arranged([first, last])
    if ticks.count > 1, ends.angle == 0, ends.hidden == 0 { return ends }
    var alone = try arranged([first])
    alone.isAlone = true
    return alone
  }
}
