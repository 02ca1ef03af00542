import CardModel
import CardRaster

/// The horizontal axis: its ticks and labels.
extension ChartPlot {
  /// The ticks of an axis of numbers or dates: as many as fit.
  func ticksAcross() throws(RasterError) -> ChartTicks {
    var shown = model.x
    // Numbers are short; the labels determine how many fit.
    let fitting = (area.width / (34 * chart.growth)).rounded(chart.panelName.isEmpty ? .down : .up)
    var count = shown.isTime ? dateCount : min(10, max(2, fitting))
    if let given = shown.axis.tickCount { count = Double(given) }
    if shown.isTime {
      let ticks = ChartTicks.times(shown, step: timeStep(count), chart.locale)
      return ticksAtBars(instead: ticks, most: count) ?? ticks
    }
    if shown.isBinned { return try ticksOfClasses(count) }
    let zero: Bool? =
      shown.needsZero ? true : model.has(.line, .area) ? false : nil
    // A line starts at its first and ends at its last position.
    if zero == false, shown.scale.nice == nil, !model.isHorizontal { shown.scale.nice = false }
    func numbers(_ count: Double, _ most: Double) -> ChartTicks {
      var ticks = ChartTicks.numbers(shown, count: count, most: most, zero: zero, chart.locale)
      if zero == false, shown.scale.nice == false {
        ticks.ticks.removeAll { $0.value < ticks.low || $0.value > ticks.high }
      }
      return ticks
    }
    var ticks = numbers(count, model.isHorizontal ? count + 3 : count)
    if shown.hasFreeTicks {
      ticks.thin(to: area.width > 480 * chart.growth ? 10 : 7, from: count) { numbers($0, $0) }
    }
    if shown.scale.type == .log, shown.axis.tickCount == nil {
      while count > 1, try overlap(ticks) {
        count -= 1
        ticks = numbers(count, count)
      }
      return ticks
    }
    for _ in 0..<4 where shown.axis.tickCount == nil && shown.axis.values.isEmpty {
      let fitting = max(1, (area.width / (try longest(ticks) + 10 * chart.growth)).rounded(.down) + 1)
      guard fitting < Double(ticks.ticks.count), count > 1 else { break }
      count = min(count - 1, fitting)
      ticks = ChartTicks.numbers(shown, count: count, zero: zero, chart.locale)
    }
    return ticks
  }

  /// Whether numbers on a logarithmic axis have less than their usual distance.
  private func overlap(_ ticks: ChartTicks) throws(RasterError) -> Bool {
    let scale = NumberScale(
      function: model.x.scale.function, low: ticks.low, high: ticks.high, start: 0, end: area.width)
    var reach = -Double.infinity
    for tick in ticks.ticks where !tick.text.isEmpty {
      let (place, width) = (scale.position(tick.value), try chart.label(tick.text).width)
      if place - width / 2 < reach + 10 * chart.growth { return true }
      reach = place + width / 2
    }
    return false
  }

  /// The approximate number of dates that fit.
  private var dateCount: Double { max(2, (area.width / (style.labelFont.size * 4 + 12)).rounded(.down)) }

  /// The positions of bars on an axis.
  private func barPlaces(_ axis: ChartAxis) -> [Double] {
    let bars = model.layers.filter { $0.mark.type == .bar }.flatMap(\.series).flatMap(\.points)
    return Set(bars.map { $0[axis] }.filter(\.isFinite)).sorted()
  }

  /// The step whose units name the bars; the last day of a month has the name of the month.
  private func stepOfBars(_ places: [Double]) -> TimeStep {
    let step = TimeStep(holding: places)
    return model.x.monthShift != nil && step.unit < .month ? TimeStep(unit: .month, count: 1) : step
  }

  /// Ticks at the bars, if calendar ticks would be between bars; nil if the calendar ticks are better.
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
    // If there are too many bars, every second or third has a tick, unless the calendar has a suitable step.
    let every = Int(clamping: (Double(places.count) / max(1, count)).rounded(.up))
    guard every == 1 || ticks.ticks.count < 2 else { return nil }
    let kept = places.each(every)
    return ChartTicks.times(model.x, step: stepOfBars(places), at: kept, chart.locale)
  }

  /// The ticks at the ends of classes.
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

  /// A tick at every class, or at every second, fifth or tenth class.
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
    try ticks.ticks.map { tick throws(RasterError) in try chart.label(tick.text).width }.max() ?? 0
  }

  /// Whether the data have several days without times on a date axis.
  private func hasDays(_ axis: ChartAxis) -> Bool {
    let days = model.layers.lazy.flatMap(\.points).map { axis == .x ? $0.x : $0.y }
    return Set(days.prefix(2)).count == 2
      && days.allSatisfy { $0.truncatingRemainder(dividingBy: TimeStep.Unit.day.length) == 0 }
  }

  private func timeStep(_ count: Double) -> TimeStep {
    let x = model.x
    var step = TimeStep.fitting(span: x.dates.high - x.dates.low, count: count)
    // Ticks are not finer than the data.
    if let own = x.timeStep, x.timeUnit?.isCyclic == false, own.length > step.length { step = own }
    if step.unit < .day, hasDays(.x) { step = TimeStep(unit: .day, count: 1) }
    if let gap = x.gap, gap > step.length * 1.01, gap >= 27 * 86_400 {
      step =
        gap >= 360 * 86_400
        ? TimeStep(unit: .year, count: 1) : TimeStep(unit: .month, count: gap >= 85 * 86_400 ? 3 : 1)
    }
    return step
  }

  func arrangeX(_ given: ChartTicks, _ room: Rect) throws(RasterError) -> ChartAxisLabels {
    var setting = ChartAxisLabels.Setting(
      chart, model.x.axis, width: room.width, origin: area.minX - room.minX)
    // A tall part has enough space for long names.
    setting.most = max(0.35 * room.height, room.height - 100)
    setting.isOnTop = frame.xIsOnTop
    setting.isLow = chart.isModern && model.x.isTime && room.height < 150 * chart.growth
    if model.x.isDiscrete {
      let forms = chart.forms(.x)
      setting.isNames = !model.x.isEven(chart.locale)
      setting.isCycle = chart.isCycle(model.x)
      setting.keepsYears = keepsYears
      setting.step = frame.x.step
      return try arranged(forms, forms.first ?? [], setting)
    }
    setting.areNumbers = !model.x.isTime
    if setting.areNumbers { setting.unit = model.x.topUnit(chart.locale) }
    var ticks = given
    var step = model.x.isTime ? timeStep(dateCount) : nil
    let (low, high) = (min(frame.x.start, frame.x.end) - 0.5, max(frame.x.start, frame.x.end) + 0.5)
    func visible(_ ticks: ChartTicks) -> [ChartTick] {
      ticks.ticks.filter { low <= frame.x.position($0.value) && frame.x.position($0.value) <= high }
    }
    let first = visible(given)
    if let labels = try labelsOfBars(setting) { return labels }
    for _ in 0..<12 {
      let seen = visible(ticks)
      let labels = try arranged([seen], seen, setting)
      // Dates are thinned by using a coarser step with round dates.
      guard labels.hidden > 0 || labels.isCrowded, let finer = step, model.x.axis.values.isEmpty,
        model.x.axis.labelOverlap == .auto
      else { return try withStart(seen, step, setting) ?? labels }
      let next = ChartTicks.times(model.x, step: finer.coarser, chart.locale)
      // A single date is not enough for an axis; instead, every second or third of the finer ones is used.
      if next.ticks.count < 2, labels.items.count > 1, !labels.isCrowded { return labels }
      let left = visible(next).count
      if left == 0 || (left == 1 && model.x.format != nil) { return try fewest(first, setting) }
      step = finer.coarser
      ticks = next
    }
    return try fewest(first, setting)
  }

  /// The labels of dates with that of the first day of lines, if it is far from the first round date.
  private func withStart(
    _ ticks: [ChartTick], _ step: TimeStep?, _ setting: ChartAxisLabels.Setting
  ) throws(RasterError) -> ChartAxisLabels? {
    let axis = model.x.axis
    guard chart.isModern, let step, step.unit >= .day, !model.has(.bar, .rect), axis.values.isEmpty,
      axis.tickCount == nil, let first = ticks.first, first.value > model.x.dates.low,
      model.x.low < model.x.high,
      let start = ChartTicks.times(
        model.x, step: TimeStep(unit: step.unit, count: 1), at: [model.x.dates.low], chart.locale
      ).ticks.first, start.text != first.text || start.second != first.second
    else { return nil }
    // The first round date may be too near.
    for rest in [ticks, Array(ticks.dropFirst())] where rest.count > 1 {
      let labels = try arranged([[start] + rest], [start] + rest, setting)
      if labels.hidden == 0, labels.angle == 0, !labels.isCrowded { return labels }
    }
    return nil
  }

  private var keepsYears: Bool { chart.isModern && model.has(.bar) }

  /// The labels of up to twelve bars for years, months or days if all of them fit; otherwise nil.
  private func labelsOfBars(_ given: ChartAxisLabels.Setting) throws(RasterError) -> ChartAxisLabels? {
    let x = model.x
    guard keepsYears, x.isTime, x.axis == ChartAxisSpec(), x.format == nil else { return nil }
    let places = barPlaces(.x)
    let step = stepOfBars(places)
    guard (2...12).contains(places.count), step.unit >= .day else { return nil }
    let ticks = ChartTicks.times(x, step: step, at: places, chart.locale).ticks
    var setting = given
    setting.keepsYears = step.unit == .year
    (setting.isNames, setting.isCycle, setting.isLow) = (!setting.keepsYears, true, false)
    setting.step = (frame.x.position(places[1]) - frame.x.position(places[0])).magnitude
    let labels = try arranged([ticks], ticks, setting)
    let isInOneLine = labels.items.allSatisfy { $0.label.text.lines.count == 1 }
    return labels.angle == 0 && labels.hidden == 0 && isInOneLine ? labels : nil
  }

  /// Labels at the positions of some ticks.
  private func arranged(
    _ forms: [[ChartTick]], _ ticks: [ChartTick], _ setting: ChartAxisLabels.Setting
  ) throws(RasterError) -> ChartAxisLabels {
    var forms = forms.map { withoutKnownUnit($0) }
    // In a low chart, a year below a month takes height.
    if setting.isLow {
      forms = forms.flatMap { [ChartTick.inOneLine($0), $0] }
    }
    return try setting.arrange(
      forms, places: ticks.map { frame.x.position($0.value) - area.minX })
  }

  /// Ticks without the larger unit that all of them share, such as a year, if the title of the chart contains it.
  private func withoutKnownUnit(_ ticks: [ChartTick]) -> [ChartTick] {
    func words(_ text: String) -> Set<Substring> { Set(text.split { !$0.isLetter && !$0.isNumber }) }
    let dates = ChartTimeFormat(nil, chart.locale)
    let title = words(
      [spec.title, spec.subtitle, model.x.axisTitle].compactMap { $0 }.joined(separator: " "))
    guard chart.isModern, let first = ticks.first, let unit = first.second,
      ticks.allSatisfy({ $0.second == unit }),
      ([unit] + chart.locale.dates.map { dates.format(first.value, $0) })
        .contains(where: { words($0).isSubset(of: title) })
    else { return ticks }
    return ticks.map { ChartTick(value: $0.value, text: $0.text) }
  }

  /// Every second, third … date, if the labels are too long for a rounder step; at least the first one.
  private func fewest(
    _ ticks: [ChartTick], _ setting: ChartAxisLabels.Setting
  ) throws(RasterError) -> ChartAxisLabels {
    guard let first = ticks.first, let last = ticks.last else { return ChartAxisLabels() }
    for every in 2..<max(3, ticks.count) {
      let kept = ticks.each(every)
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
  func ticksUp(_ dimension: ChartDimension, _ height: Double) -> ChartTicks {
    guard !dimension.isDiscrete else { return ChartTicks(low: 0, high: Double(dimension.categories.count)) }
    let given = dimension.axis.tickCount.map(Double.init)
    let size = chart.growth
    var dimension = dimension
    // In a low plot there are few ticks, and values above the highest would be hard to read.
    if !chart.isSparkline, height < 170 * size { dimension.ends.mayBeAtData = false }
    let count = given ?? min(8, max(height < 60 * size ? 2 : 3, (height / (40 * size)).rounded(.down)))
    let most = given ?? max(count, min(8, (height / (26 * size)).rounded(.down)))
    if dimension.isTime { return datesUp(dimension, height, count: count) }
    func numbers(_ count: Double, _ most: Double, _ shape: ChartDimension? = nil) -> ChartTicks {
      ChartTicks.numbers(
        shape ?? dimension, count: count, most: most,
        zero: dimension.needsZero ? true : chart.isSparkline ? false : nil, chart.locale)
    }
    var ticks = numbers(count, most)
    if dimension.hasFreeTicks {
      ticks.thin(to: height > 480 * size ? 8 : 6, from: count) { numbers($0, $0) }
    }
    // Labels with less than half of their size between them look like a block of text.
    let least = 1.5 * style.labelFont.size
    // The highest tick is not far below the data if there is space for a finer step.
    if dimension.ends.mostEmpty > 0.15, dimension.hasFreeTicks, let top = ticks.ticks.last,
      dimension.high - top.value > 0.15 * (ticks.high - ticks.low)
    {
      let finer = (stride(from: count, through: 8, by: 1).map(\.self) + [2, 3]).lazy.map { numbers($0, $0) }
        .first {
          dimension.high - ($0.ticks.last?.value ?? 0) < 0.15 * ($0.high - $0.low) && $0.ticks.count <= 7
            && $0.pitch * height >= least * ($0.high - $0.low)
        }
      if let finer { ticks = finer }
    }
    // A tick above the data is better than one below them, if it leaves little of the axis empty.
    if dimension.ends.mayBeAtData, dimension.hasFreeTicks, let top = ticks.ticks.last,
      top.value < dimension.high
    {
      let whole = changing(dimension) { ($0.ends.mayBeAtData, $0.ends.mostEmpty) = (false, 0.12) }
      let closed = stride(from: count, through: 8, by: 1).lazy.map { numbers($0, $0, whole) }.first {
        ($0.ticks.last?.value ?? 0) >= dimension.high && $0.ticks.count <= 8
          && $0.pitch * height >= 2 * style.labelFont.size * ($0.high - $0.low)
      }
      if let closed { ticks = closed }
    }
    let isEven = dimension.axis.values.isEmpty && ![.log, .symlog].contains(dimension.scale.type)
    for fewer in stride(from: count - 1, through: 1, by: -1)
    where isEven && ticks.pitch * height < least * (ticks.high - ticks.low) {
      ticks = numbers(fewer, fewer)
    }
    if isEven, ticks.pitch * height < least * (ticks.high - ticks.low),
      let first = ticks.ticks.first, let last = ticks.ticks.last
    {
      ticks.ticks = [first, last]
    }
    return ticks
  }

  /// The ticks of a vertical date axis: the bars if each has space for a label, otherwise calendar dates.
  private func datesUp(_ dimension: ChartDimension, _ height: Double, count: Double) -> ChartTicks {
    let (low, high) = dimension.dates
    var step = TimeStep.fitting(span: high - low, count: count)
    if step.unit < .day, hasDays(.y) { step = TimeStep(unit: .day, count: 1) }
    var ticks = ChartTicks.times(dimension, step: step, chart.locale)
    let span = high - low + (dimension.gap ?? 0)
    let isFree = dimension.axis.values.isEmpty && dimension.axis.tickCount == nil
    if model.isHorizontal, isFree, let gap = dimension.gap, height * gap / max(1, span) >= labelHeight {
      let places = barPlaces(.y)
      ticks = ChartTicks.times(dimension, step: TimeStep(holding: places), at: places, chart.locale)
    }
    // Overlapping labels are thinned by using a coarser step with round dates.
    for _ in 0..<20 where isFree && ticks.pitch * height / max(1, span) < labelHeight {
      step = step.coarser
      ticks = ChartTicks.times(dimension, step: step, chart.locale)
    }
    return ticks.inOneLine
  }

  /// The width of the labels of a vertical axis.
  func widthOfLabels(
    _ ticks: ChartTicks, _ axis: ChartAxis, _ height: Double
  ) throws(RasterError) -> Double {
    let spec = model[axis].axis
    guard spec.labels, frame.nameRoom == 0 || axis != .y else {
      return spec.ticks ? chart.axisGap : frame.edge
    }
    let unit = try hangingUnit(axis)
    return (try yLabels(ticks, axis, height).map { $0.width + unit.inset($0) }.max() ?? 0) + chart.axisGap
  }

  /// The unit at the top number; other numbers keep the width of one after it free so that digits are in columns.
  private func hangingUnit(_ axis: ChartAxis) throws(RasterError) -> (
    unit: ChartUnit.Affixes, inset: (ChartLabel) -> Double
  ) {
    let unit =
      model[axis].isDiscrete || model[axis].isTime ? ChartUnit.Affixes() : model[axis].topUnit(chart.locale)
    let text = unit.after
    let width =
      text.isEmpty || (frame.side(axis) == .right) != chart.isMirrored ? 0 : try chart.label(text).width
    return (unit, { $0.string.hasSuffix(text) ? 0 : width })
  }

  /// The labels of a vertical axis, in the order of its ticks.
  private func yLabels(
    _ ticks: ChartTicks, _ axis: ChartAxis, _ height: Double
  ) throws(RasterError) -> [ChartLabel] {
    let dimension = model[axis]
    let most = dimension.axis.labelLimit ?? 0.4 * frame.partWidth
    guard dimension.isDiscrete else {
      let top = ticks.ticks.lastIndex { !$0.text.isEmpty && $0.value <= ticks.high + 1e-9 * ticks.step }
      let unit = try hangingUnit(axis).unit
      return try ticks.ticks.enumerated().map { number, tick throws(RasterError) in
        let text = number == top ? unit.around(tick.text) : tick.text
        let label = try chart.label(text, axisInk(axis))
        return label.width > most ? try chart.label(text, axisInk(axis), width: most) : label
      }
    }
    let rows = height / Double(max(1, dimension.categories.count))
    let lines = max(2, min(ChartLayout.nameLines, Int(clamping: rows / labelHeight)))
    func names(_ width: Double, lines: Int) throws(RasterError) -> [ChartLabel] {
      try chart.rowForm(frame.partWidth).map { tick throws(RasterError) in
        try chart.rowLabel(tick.text, width: width, lines: lines)
      }
    }
    let labels = try names(most, lines: lines)
    // Without space between names, a second line could belong to the next name.
    let gap = 0.25 * style.labelFont.size
    let touch = zip(labels, labels.dropFirst()).contains {
      max($0.text.lines.count, $1.text.lines.count) > 1 && ($0.height + $1.height) / 2 + gap > rows
    }
    guard touch else { return labels }
    return try names(dimension.axis.labelLimit ?? 0.5 * frame.partWidth, lines: 1)
  }

  /// The colour of the texts of an axis: with two axes, that of the only series of each.
  func axisInk(_ axis: ChartAxis) -> Color {
    let layers = model.layers.filter { $0.verticalAxis == axis && ![.rule, .text].contains($0.mark.type) }
    guard chart.isModern, model.second != nil, axis != .x, spec.style.labelColor == nil, layers.count == 1,
      layers[0].series.count == 1, !layers[0].hasColorRamp
    else { return style.labelColor }
    return style.readable(chart.ownColor(layers[0].series[0], layers[0]))
  }

  mutating func drawYLabels(_ ticks: ChartTicks, _ axis: ChartAxis) throws(RasterError) {
    let dimension = model[axis]
    guard dimension.axis.labels else { return }
    if frame.nameRoom > 0, axis == .y { return try drawNamesAbove() }
    let (scale, isOnRight) = (frame[axis], frame.side(axis) == .right)
    let labels = try yLabels(ticks, axis, area.height)
    let gap = chart.axisGap + (isOnRight ? frame.directWidth : 0)
    let unit = try hangingUnit(axis)
    let places = labels.indices.map {
      scale.position(dimension.isDiscrete ? Double($0) : ticks.ticks[$0].value)
    }
    let every = dimension.isDiscrete || !dimension.axis.values.isEmpty ? everyLabel(labels, places, axis) : 1
    for (number, label) in labels.enumerated() where !label.string.isEmpty && number % every == 0 {
      let place = places[number]
      guard frame.holds(place, .y) else { continue }
      if label.text.lines.count > 2 { frame.hasTallNames = true }
      if label.text.isTruncated {
        warnings += chart.context.warnings(label.text, key: "y")
      } else if label.isShortened, let name = chart.forms(.y).first?[at: Double(number)] {
        warn(
          "a word of \(DeckIssue.quoted(name.text)) is too long for a name of the y axis and was truncated",
          key: "y", hint: "make the chart wider, or give 'axis' of the channel a 'labelLimit'")
      }
      write(
        label, isOnRight ? area.maxX + gap : area.minX - gap - unit.inset(label) - label.blockWidth,
        label.middleTop(place, chart.cap))
    }
  }

  /// Writes names above their bars.
  private mutating func drawNamesAbove() throws(RasterError) {
    let half = frame.y.bandwidth / 2
    for tick in chart.forms(.y).first ?? [] {
      let label = try chart.rowLabel(tick.text, width: area.width, lines: 2, alignment: .left)
      let place = Point(
        x: area.minX, y: frame.y.position(tick.value) - half - label.height - chart.growth)
      warnings += chart.warnings(label, key: "y")
      openGrid(at: label.frame(at: place))
      write(label, place.x, place.y)
    }
  }

  /// Whether every, every second or every third label of rows fits without overlaps.
  private mutating func everyLabel(_ labels: [ChartLabel], _ places: [Double], _ axis: ChartAxis) -> Int {
    let dimension = model[axis]
    let noun = dimension.isDiscrete ? "names" : "values"
    let named = labels.indices.filter { !labels[$0].string.isEmpty }
    func touches(_ every: Int) -> Bool {
      let shown = named.filter { $0 % every == 0 }
        .map { (label: labels[$0], top: labels[$0].middleTop(places[$0], chart.cap)) }
        .sorted { $0.top < $1.top }
      // The line spacing may overlap.
      return zip(shown, shown.dropFirst()).contains { $1.top < $0.top + $0.label.height - 3 }
    }
    guard touches(1) else { return 1 }
    if dimension.axis.labelOverlap == .none {
      let message = "the \(noun) of the \(axis.key) axis overlap"
      if !warnings.contains(where: { $0.message == message }) {
        warn(message, key: "height", hint: "make the chart taller")
      }
      return 1
    }
    let every = (2..<max(3, labels.count)).first { !touches($0) } ?? max(1, labels.count)
    if every > 1 {
      let hidden = named.count { $0 % every != 0 }
      warn(
        "there is no room for \(hidden) of \(labels.count) \(noun) of the \(axis.key) axis", key: axis.key,
        hint: "make the chart taller")
    }
    return every
  }
}
