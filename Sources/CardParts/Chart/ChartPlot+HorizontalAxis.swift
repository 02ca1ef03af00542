import CardRaster

/// The horizontal axis: its ticks, labels and scale.
extension ChartPlot {
  mutating func setX(_ ticks: inout ChartTicks, _ values: Insets) throws(RasterError) {
    if model.x.isDiscrete {
      x = ChartScale(
        kind: discreteKind(\.x), low: 0, high: Double(max(1, model.x.categories.count)), start: frame.minX,
        end: frame.maxX)
      if runsBackwards { (x.start, x.end) = (x.end, x.start) }
      return
    }
    var shown = model.x
    ticks = try ticksAcross(&shown)
    let isBackwards = runsBackwards
    let given = isBackwards ? Insets(top: 0, left: values.right, bottom: 0, right: values.left) : values
    let room = slack(given, ticks, model.x, frame.width, isAcross: true)
    x = continuous(
      model.x, ticks, from: frame.minX + room.low, to: frame.maxX - room.high,
      grown: !model.isHorizontal && model.x.gap != nil)
    if isBackwards { (x.start, x.end) = (frame.maxX - room.low, frame.minX + room.high) }
    x = withRoomForPoints(x, \.x)
  }

  /// The ticks of an axis of numbers or moments: as many as fit.
  private func ticksAcross(_ shown: inout ChartDimension) throws(RasterError) -> ChartTicks {
    let widest = style.labelFont.size * 4
    var count = max(2, (frame.width / (widest + 12)).rounded(.down))
    // Numbers are short; how many fit is seen once they are written.
    if !model.x.isTime { count = min(10, max(2, (frame.width / 34).rounded(.down))) }
    if let given = model.x.axis.tickCount { count = Double(given) }
    if model.x.isTime {
      let ticks = ChartTicks.times(model.x, step: timeStep(count), chart.locale)
      return ticksAtBars(instead: ticks, most: count) ?? ticks
    }
    if model.x.isBinned { return try ticksOfClasses(count) }
    let zero: Bool? =
      model.x.needsZero
      ? true : model.layers.contains { [.line, .area].contains($0.mark.type) } ? false : nil
    // A line runs from its first to its last place.
    if zero == false, shown.scale.nice == nil, !model.isHorizontal { shown.scale.nice = false }
    var ticks = ChartTicks.numbers(
      shown, count: count, most: model.isHorizontal ? count + 3 : count, zero: zero, chart.locale)
    if zero == false, shown.scale.nice == false {
      ticks.ticks.removeAll { $0.value < ticks.low || $0.value > ticks.high }
    }
    for _ in 0..<4 where model.x.axis.tickCount == nil && model.x.axis.values.isEmpty {
      let fitting = max(1, (frame.width / (try longest(ticks) + 10)).rounded(.down) + 1)
      guard fitting < Double(ticks.ticks.count), count > 1 else { break }
      count = min(count - 1, fitting)
      ticks = ChartTicks.numbers(shown, count: count, zero: zero, chart.locale)
    }
    return ticks
  }

  /// A tick at each of a few bars, where the calendar would put some between them; nil where its ticks are better.
  private func ticksAtBars(instead ticks: ChartTicks, most count: Double) -> ChartTicks? {
    let axis = model.x.axis
    guard model.x.gap != nil, axis.values.isEmpty, axis.tickCount == nil else { return nil }
    let bars = model.layers.filter { $0.mark.type == .bar }.flatMap(\.series).flatMap(\.points)
    let places = Set(bars.filter { $0.x.isFinite }.map(\.x)).sorted()
    guard !places.isEmpty, bars.allSatisfy({ $0.x2 == nil }),
      !ticks.ticks.allSatisfy({ places.contains($0.value) })
    else { return nil }
    // Of too many bars each second or third has one, where the calendar has nothing to count by.
    let every = Int(clamping: (Double(places.count) / max(1, count)).rounded(.up))
    guard every == 1 || ticks.ticks.count < 2 else { return nil }
    let kept = places.enumerated().filter { $0.offset % every == 0 }.map(\.element)
    return ChartTicks.times(model.x, step: TimeStep(holding: places), at: kept, chart.locale)
  }

  /// Classes are named where they end.
  private func ticksOfClasses(_ count: Double) throws(RasterError) -> ChartTicks {
    if let width = model.x.classWidth, model.x.axis.values.isEmpty { return try ends(ofClasses: width, count) }
    var count = min(count, 10)
    var ticks = ChartTicks.numbers(model.x, count: count, zero: false, chart.locale)
    for _ in 0..<4 {
      ticks.ticks.removeAll { $0.value < model.x.low || $0.value > model.x.high }
      let pitch = frame.width * ticks.step / max(model.x.high - model.x.low, .leastNormalMagnitude)
      guard try longest(ticks) + 10 > pitch, count > 2 else { break }
      count = max(2, count - 1)
      ticks = ChartTicks.numbers(model.x, count: count, zero: false, chart.locale)
    }
    (ticks.low, ticks.high) = (model.x.low, model.x.high)
    return ticks
  }

  /// Every class is named, or every second, fifth or tenth one.
  private func ends(ofClasses width: Double, _ count: Double) throws(RasterError) -> ChartTicks {
    var ticks = ChartTicks(low: model.x.low, high: model.x.high)
    for every in [1.0, 2, 5, 10, 20, 50, 100] {
      ticks.step = width * every
      let first = (model.x.low / ticks.step - 1e-9).rounded(.up)
      let last = (model.x.high / ticks.step + 1e-9).rounded(.down)
      guard last >= first, last - first < 2_000 else { continue }
      let format = ChartFormat.axis(
        model.x, step: ticks.step, largest: max(model.x.low.magnitude, model.x.high.magnitude), chart.locale)
      ticks.ticks = (0...Int(clamping: last - first)).map {
        ChartTick(value: (first + Double($0)) * ticks.step, text: "")
      }
      ticks.formats = ticks.ticks.map { _ in format }
      ticks.write()
      let pitch = frame.width * ticks.step / max(model.x.high - model.x.low, .leastNormalMagnitude)
      let most = model.x.axis.tickCount == nil ? .infinity : 1.5 * count
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
    var step = TimeStep.fitting(span: max(1, model.x.high - model.x.low), count: count)
    // No tick is finer than the data.
    if let unit = model.x.timeUnit, !unit.isCyclic, unit.step.length > step.length { step = unit.step }
    if let gap = model.x.gap, gap > step.length * 1.01, gap >= 27 * 86_400 {
      step =
        gap >= 360 * 86_400
        ? TimeStep(unit: .year, count: 1) : TimeStep(unit: .month, count: gap >= 85 * 86_400 ? 3 : 1)
    }
    return step
  }

  func arrangeX(_ given: ChartTicks, _ room: Rect) throws(RasterError) -> ChartAxisLabels {
    let axis = model.x.axis
    var setting = ChartAxisLabels.Setting(chart, width: room.width, origin: frame.minX - room.minX)
    // A tall part has room for long names.
    setting.most = max(0.35 * room.height, room.height - 100)
    setting.angle = axis.labelAngle
    setting.limit = axis.labelLimit
    setting.overlap = axis.labelOverlap
    setting.isOnTop = xIsOnTop
    if model.x.isDiscrete {
      let forms = chart.forms(\.x)
      setting.isNames = !model.x.isEven(chart.locale)
      setting.step = x.step
      return try setting.arrange(
        forms, places: (forms.first ?? []).map { x.position($0.value) - frame.minX })
    }
    setting.areNumbers = !model.x.isTime
    var ticks = given
    var step =
      model.x.isTime ? timeStep(max(2, (frame.width / (style.labelFont.size * 4 + 12)).rounded(.down))) : nil
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
      let next = ChartTicks.times(model.x, step: finer.coarser, chart.locale)
      // A single moment names no axis: then every second or third of the finer ones does.
      if next.ticks.count < 2, labels.items.count > 1, !labels.isCrowded { return labels }
      let left = visible(next).count
      if left == 0 || (left == 1 && model.x.format != nil) { return try fewest(first, setting) }
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

/// Lines and areas.
extension ChartPlot {
  /// A stretch of a series without missing values.
  private struct Run {
    var points: [Point] = []
    var bases: [Double] = []
  }

  /// The stretches of a series, and the bridges over what is missing between them.
  private func runs(_ series: ChartSeries, _ layer: ChartLayer) -> (runs: [Run], bridges: [(Point, Point)]) {
    let vertical = vertical(layer)
    let zero = vertical.position(max(vertical.low, min(vertical.high, 0)))
    var runs: [Run] = []
    var bridges: [(Point, Point)] = []
    var current = Run()
    var isBroken = false
    for point in series.points {
      if point.isMissing {
        isBroken = spec.missing != .connect
        continue
      }
      let place = Point(x: x.position(point.x), y: vertical.position(point.y))
      if isBroken, let last = current.points.last {
        runs.append(current)
        current = Run()
        if spec.missing == .dash { bridges.append((last, place)) }
      }
      isBroken = false
      current.points.append(place)
      current.bases.append(point.y2.map { vertical.position($0) } ?? zero)
    }
    if !current.points.isEmpty { runs.append(current) }
    return (runs, bridges)
  }

  /// A stretch with fewer points, where a path would have too many of them.
  ///
  /// - Parameter most: columns for a form that has one step for each point: more than the picture has pixels, and few
  ///   enough for a path.
  private func thinned(_ run: Run, _ most: Int, _ form: ChartInterpolation) -> Run {
    let most = most / form.stepsPerPoint
    let columns = Int(clamping: min(4 * frame.width, Double(most)))
    let kept = ChartCurve.kept(run.points, columns: columns, most: 4 * most)
    guard kept.count < run.points.count else { return run }
    return Run(points: kept.map { run.points[$0] }, bases: kept.map { run.bases[$0] })
  }

  // MARK: Lines

  mutating func drawLines(_ layer: ChartLayer) throws(RasterError) {
    let standard = chart.isSparkline ? 1.5 : layer.series.count > 20 ? 1.25 : 2
    let width = layer.mark.strokeWidth ?? spec.lineWidth ?? standard
    for series in layer.series {
      var color = chart.color(series, layer)
      if let opacity = layer.mark.opacity { color = color.multiplyingAlpha(by: opacity) }
      let dashes = ChartStyle.dashes(series, layer, style)
      let (runs, bridges) = runs(series, layer)
      var items: [DisplayItem] = []
      for (a, b) in bridges {
        var path = Path()
        path.move(to: a)
        path.line(to: b)
        let stroke = Stroke(width: max(1, width * 0.75), dashes: [3, 4], cap: .butt)
        items.append(.stroke(path, stroke.fitting(path), color))
      }
      for run in runs {
        if run.points.count == 1 {
          items.append(single(run.points[0], width, color))
          continue
        }
        items.append(line(run, layer.mark.interpolate, width, dashes, color))
      }
      add(items, to: .lines)
      try drawDots(series, layer, color, width)
      addRegions(series, layer)
    }
    try nameLines(layer)
  }

  /// A value without neighbours, which no line joins to another one.
  private func single(_ place: Point, _ width: Double, _ color: Color) -> DisplayItem {
    let box = Rect(x: place.x - width, y: place.y - width, width: 2 * width, height: 2 * width)
    return .fill(.path(Path.ellipse(in: box)), .solid(color), bounds: box)
  }

  /// A stretch of a line: a stroke, or the area that it covers where it has several points in each pixel.
  private func line(
    _ run: Run, _ form: ChartInterpolation, _ width: Double, _ dashes: [Double], _ color: Color
  ) -> DisplayItem {
    if dashes.isEmpty, form == .linear, let ribbon = ChartRibbon(run.points, column: chart.hairline) {
      return .fill(.path(ribbon.path(width: width)), .solid(color), bounds: frame.inset(by: -width))
    }
    var path = Path()
    ChartCurve.add(thinned(run, 2_400, form).points, form, to: &path, moves: true)
    let stroke = Stroke(width: width, dashes: dashes, cap: dashes.isEmpty ? .round : .butt)
    return .stroke(path, stroke.fitting(path), color)
  }

  /// Items that a moving picture uncovers from the left.
  private mutating func add(_ items: [DisplayItem], to floor: ZIndex) {
    guard growing else {
      floors[floor.rawValue] += items.map { .item($0) }
      return
    }
    let size = Size(width: frame.maxX + 40, height: frame.maxY + 40)
    let sign: Double = x.end < x.start ? -1 : 1
    // A window comes in from the side, and what is seen through it stays where it is.
    var window = LayoutBox(size: size)
    window.isClipped = true
    window.motion = chart.growing.motion(from: Point(x: -sign * size.width, y: 0))
    var content = LayoutBox(size: size)
    content.motion = chart.growing.motion(from: Point(x: sign * size.width, y: 0))
    for item in items { content.add(item) }
    window.add(content, at: .zero)
    floors[floor.rawValue].append(.box(window, at: .zero))
  }

  private mutating func drawDots(
    _ series: ChartSeries, _ layer: ChartLayer, _ color: Color, _ width: Double
  ) throws(RasterError) {
    let vertical = vertical(layer)
    let seen = series.points.filter { !$0.isMissing }
    if layer.mark.point, seen.count <= 2_000 {
      for point in seen {
        dot(Point(x: x.position(point.x), y: vertical.position(point.y)), spec.pointSize, color)
      }
    }
    if chart.isSparkline, let last = seen.last {
      dot(Point(x: x.position(last.x), y: vertical.position(last.y)), max(5, width * 3), color)
    }
    guard let labels = spec.valueLabels, labels.show != .none else { return }
    let format = valueFormat(layer)
    let chosen = chosen(seen, labels.show).map {
      (point: $0, center: Point(x: x.position($0.x), y: vertical.position($0.y)))
    }
    if labels.show == .all, series.points.count > ChartPlot.fewValues {
      return try labelCrowd(chosen, format, color: labels.color ?? style.labelColor)
    }
    for (point, center) in chosen {
      if labels.show != .all { dot(center, spec.pointSize, color) }
      try labelPoint(point, series, layer, format, center: center, reach: spec.pointSize / 2)
    }
  }

  /// The points whose values are written.
  private func chosen(_ points: [ChartPoint], _ choice: ChartValueLabels.Choice) -> [ChartPoint] {
    switch choice {
    case .none: []
    case .all: points
    case .last: points.suffix(1)
    case .ends: points.count > 1 ? [points[0], points[points.count - 1]] : points
    case .extremes:
      [points.max { $0.value < $1.value }, points.min { $0.value < $1.value }].compactMap { $0 }
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  private mutating func dot(_ center: Point, _ size: Double, _ color: Color) {
    let outer = Rect(
      x: center.x - size / 2 - 1, y: center.y - size / 2 - 1, width: size + 2, height: size + 2)
    let inner = outer.inset(by: 1)
    floors[ZIndex.points.rawValue] += [
      .item(.fill(.path(Path.ellipse(in: outer)), .solid(style.surface), bounds: outer)),
      .item(.fill(.path(Path.ellipse(in: inner)), .solid(color), bounds: inner)),
    ]
  }

  /// The data of a line as regions that nothing is drawn in.
  private mutating func addRegions(_ series: ChartSeries, _ layer: ChartLayer) {
    let seen = series.points.lazy.filter { !$0.isMissing }.prefix(ChartPlot.regions + 1)
    guard seen.count <= ChartPlot.regions / max(1, layer.series.count) else { return }
    let vertical = vertical(layer)
    for point in seen {
      let center = Point(x: x.position(point.x), y: vertical.position(point.y))
      let area = Rect(x: center.x - 4, y: center.y - 4, width: 8, height: 8)
      floors[ZIndex.points.rawValue].append(.box(chart.markBox(area, layer, series, point), at: area.origin))
    }
  }

  // MARK: Areas

  mutating func drawAreas(_ layer: ChartLayer) throws(RasterError) {
    let isOverlaid = !layer.isStacked && layer.series.count > 1
    for series in layer.series {
      let color = chart.color(series, layer)
      let opacity = layer.mark.opacity ?? (isOverlaid ? 0.35 : layer.isStacked ? 1 : 0.22)
      var items: [DisplayItem] = []
      var outlines: [DisplayItem] = []
      let strokeWidth = layer.mark.strokeWidth ?? spec.lineWidth ?? (chart.isSparkline ? 1.5 : 2)
      for full in runs(series, layer).runs {
        if full.points.count == 1 {
          outlines.append(single(full.points[0], strokeWidth, color))
          continue
        }
        let run = thinned(full, 1_100, layer.mark.interpolate)
        var path = Path()
        ChartCurve.add(run.points, layer.mark.interpolate, to: &path, moves: true)
        let isFlat = run.bases.allSatisfy { $0 == run.bases[0] }
        if isFlat {
          path.line(to: Point(x: run.points[run.points.count - 1].x, y: run.bases[0]))
          path.line(to: Point(x: run.points[0].x, y: run.bases[0]))
        } else {
          let back = zip(run.points, run.bases).map { Point(x: $0.x, y: $1) }.reversed()
          ChartCurve.add(Array(back), reversed(layer.mark.interpolate), to: &path, moves: false)
        }
        path.close()
        let bounds = Rect(x: frame.minX, y: frame.minY, width: frame.width, height: frame.height)
        if let pattern = chart.pattern(series.number), layer.isStacked {
          items += pattern.items(.path(path), bounds, color)
        } else {
          items.append(.fill(.path(path), .solid(color.multiplyingAlpha(by: opacity)), bounds: bounds))
        }
        if layer.isStacked {
          outlines.append(line(full, layer.mark.interpolate, 1, [], style.surface))
        } else if layer.mark.opacity == nil {
          outlines.append(line(full, layer.mark.interpolate, strokeWidth, style.dashes(series.number), color))
        }
      }
      add(items, to: .areas)
      add(outlines, to: layer.isStacked ? .areas : .lines)
      if !layer.isStacked { try drawDots(series, layer, color, spec.lineWidth ?? 2) }
      addRegions(series, layer)
    }
  }

  private func reversed(_ form: ChartInterpolation) -> ChartInterpolation {
    switch form {
    case .stepBefore: .stepAfter
    case .stepAfter: .stepBefore
    default: form
    }
  }
}
