import CardModel
import CardRaster

/// Stacks, ranges of axes, and the marks that are sums of others.
extension ChartCompiler {
  /// The stack mode of a layer.
  private func mode(_ layer: ChartLayer) -> ChartStackMode {
    let channels = layer.isHorizontal ? spec.channels(\.x) + spec.channels(\.y) : spec.channels(\.y)
    let channel = channels.lazy.compactMap(\.stack).first
    if model.isSideBySide || layer.isGrouped { return .none }
    if let given = channel ?? spec.stack { return given }
    let hasEnds = layer.points.contains { $0[end: layer.valueAxis] != nil }
    // Bars at one position may have several colours, by name or by number.
    let isMixed = layer.series.count > 1 || (layer.mark.type == .bar && model.color != nil)
    return [.bar, .area].contains(layer.mark.type) && isMixed && !hasEnds ? .zero : .none
  }

  /// Stacks the series of a layer, or places them side by side.
  mutating func stack(_ layer: inout ChartLayer) throws(Diagnostic) {
    if layer.isGrouped, layer.mark.type != .bar, model.series.count > 1, !model.isLegendRedundant {
      for place in layer.series.indices {
        let slot = layer.series[place].number
        layer.series[place].updatePoints { $0.slot = slot }
      }
      return
    }
    guard layer.role == .plain, [.bar, .area].contains(layer.mark.type), model.form == .cartesian else {
      return
    }
    let mode = mode(layer)
    guard mode != .none else {
      if layer.mark.type == .bar, layer.series.count > 1, !model.isLegendRedundant,
        layer.isBox || !hasSeparateSpans(layer)
      {
        for slot in layer.series.indices { layer.series[slot].updatePoints { $0.slot = slot } }
        model.isSideBySide = true
      }
      return
    }
    guard layer.series.count > 1 || mode == .normalize || model.color != nil else { return }
    let (places, values) = (layer.placeAxis, layer.valueAxis)
    if layer.mark.type == .bar, mode == .zero {
      // Bars with distinct positions are not stacked, regardless of their colours.
      var taken: Set<Double> = []
      let seen = layer.points.filter { $0.value.isFinite && $0[places].isFinite }
      guard seen.contains(where: { !taken.insert($0[places]).inserted }) else { return }
    }
    layer.isStacked = true
    layer.isCentered = mode == .center
    // The parts of a stream are above each other, whatever their sign.
    func signed(_ value: Double) -> Double { mode == .center ? abs(value) : value }
    if layer.mark.type == .area { try alignAreas(&layer) }
    var sums: [Double: Double] = [:]
    for point in layer.points where point.value.isFinite {
      sums[point[places], default: 0] += abs(point.value)
    }
    let most = sums.values.max() ?? 0
    var up: [Double: Double] = [:]
    var down: [Double: Double] = [:]
    for (series, number) in parts(layer) {
      var point = layer.series[series].points[number]
      let place = point[places]
      guard point.value.isFinite, place.isFinite else { continue }
      let total = sums[place] ?? 0
      let value = mode == .normalize ? (total > 0 ? point.value / total : .nan) : signed(point.value)
      let origin = mode == .center ? (most - total) / 2 : 0
      let base = value < 0 ? down[place] ?? 0 : up[place] ?? origin
      let end = base + value
      if value < 0 { down[place] = end } else { up[place] = end }
      (point[end: values], point[values]) = (base, end)
      layer.series[series].points[number] = point
    }
    if mode == .normalize { model[layer.isHorizontal ? .x : .y].isShare = true }
  }

  /// The points of a stack by series and number: in the order of the series, or of the channel `order`.
  ///
  /// Negative series begin with the last one, so that answers from "strongly disagree" to "strongly agree" are in this
  /// order from left to right.
  private func parts(_ layer: ChartLayer) -> [(series: Int, number: Int)] {
    let order = layer.sides.map { $0.negative.reversed() + $0.positive } ?? Array(layer.series.indices)
    let parts = order.flatMap { series in
      layer.series[series].points.indices.map { (series: series, number: $0) }
    }
    guard layer.points.contains(where: { $0.order != nil }) else { return parts }
    let sign: Double = spec.channels(\.order).contains { $0.sort == .descending } ? -1 : 1
    let orders = layer.series.map { series in
      let first = series.points.lazy.compactMap(\.order).first
      return series.points.map { sign * ($0.order ?? first ?? .infinity) }
    }
    return parts.enumerated().sorted { a, b in
      (orders[a.element.series][a.element.number], a.offset)
        < (orders[b.element.series][b.element.number], b.offset)
    }.map(\.element)
  }

  /// Whether all bars are spans, and none of them overlaps another one, as after a `stack` of `transform`.
  private func hasSeparateSpans(_ layer: ChartLayer) -> Bool {
    guard !model.isSideBySide, isOfSpans(layer) else { return false }
    var spans: [Double: [(low: Double, high: Double)]] = [:]
    for point in layer.points where !point.isMissing {
      guard let end = point[end: layer.valueAxis] else { return false }
      let start = point[layer.valueAxis]
      spans[point[layer.placeAxis], default: []].append((min(start, end), max(start, end)))
    }
    return spans.values.allSatisfy { all in
      let sorted = all.sorted { ($0.low, $0.high) < ($1.low, $1.high) }
      return zip(sorted, sorted.dropFirst()).allSatisfy { $1.low >= $0.high - 1e-9 * max(1, abs($0.high)) }
    }
  }

  /// Adds points to all series of areas at the positions of the others; missing values count as 0.
  private mutating func alignAreas(_ layer: inout ChartLayer) throws(Diagnostic) {
    let (axis, values) = (layer.placeAxis, layer.valueAxis)
    let places = layer.points.filter { $0.value.isFinite && $0[axis].isFinite }.map { $0[axis] }
    let all = Set(places).sorted()
    try take(cells: max(0, all.count * layer.series.count - places.count))
    var isFilled = false
    for series in layer.series.indices {
      var known: [Double: ChartPoint] = [:]
      for point in layer.series[series].points where point.value.isFinite { known[point[axis]] = point }
      guard known.count < all.count else { continue }
      isFilled = true
      let row = layer.series[series].points.first?.row ?? 0
      layer.series[series].points = all.map { place in
        if let point = known[place] { return point }
        var point = ChartPoint(value: 0, row: row)
        (point[axis], point[values]) = (place, 0)
        return point
      }
    }
    if isFilled {
      model.warn("some series have no value where others have one; missing values count as 0", key: "data")
    }
  }

  /// Finds the ranges of the axes.
  mutating func measure() {
    for layer in model.layers {
      var (x, y) = (model.x, model[layer.verticalAxis])
      for point in layer.points where !point.isIncomplete {
        if layer.fixed[.x] == nil { x.include(mark: point.x) }
        if layer.fixed[.y] == nil { y.include(mark: point.y) }
        if let x2 = point.x2 { x.include(x2) }
        if let y2 = point.y2 { y.include(y2) }
      }
      if [.bar, .area].contains(layer.mark.type), layer.role != .candle, !isOfSpans(layer) {
        if layer.isHorizontal { x.needsZero = true } else { y.needsZero = true }
      }
      (model.x, model[layer.verticalAxis]) = (x, y)
    }
    for axis in [ChartAxis.x, .y] { findGap(axis) }
    // Four-digit numbers below lines are usually years.
    model.x.isPlace = !model.isHorizontal && model.has(.line, .area, .bar)
    if !model.isHorizontal { model.x.noteYears() }
    model.color?.noteYears()
    model.size?.noteYears()
    for rule in spec.rules {
      include(rule.x, &model.x)
      include(rule.y, &model.y)
    }
  }

  /// Whether all marks of a layer are spans, which do not start at 0.
  private func isOfSpans(_ layer: ChartLayer) -> Bool {
    layer.role == .plain && !layer.isStacked && layer.points.contains { !$0.isMissing }
      && layer.points.allSatisfy { $0.isMissing || $0[end: layer.valueAxis] != nil }
  }

  /// Finds the smallest distance of two bars or cells, and whether they are at months, which have equal widths then.
  private mutating func findGap(_ axis: ChartAxis) {
    guard !model[axis].isDiscrete, !model[axis].isBinned else { return }
    // Spans need no space beyond their ends.
    let layers = model.layers.filter { layer in
      (layer.mark.type == .bar && (axis == .x || layer.isHorizontal)
        || (layer.mark.type == .rect && axis == .x))
        && (layer.isStacked || !layer.points.contains { $0[end: axis] != nil })
    }
    guard !layers.isEmpty else { return }
    let places = Set(layers.flatMap { $0.points.map { $0[axis] } }.filter(\.isFinite)).sorted()
    let isTime = model[axis].isTime
    model[axis].gap = zip(places, places.dropFirst()).map { $1 - $0 }.min() ?? (isTime ? 86_400 : 1)
    guard isTime, places.count > 1 else { return }
    model[axis].monthShift = [0, 86_400.0].first { shift in
      TimeStep(holding: places.map { $0 + shift }).unit >= .month
    }
  }

  private func include(_ place: ChartRule.Place?, _ dimension: inout ChartDimension) {
    guard !dimension.isDiscrete else { return }
    let isWhole = dimension.isWhole
    let values: [ChartValue] =
      switch place {
      case .value(let value): [value]
      case .band(let a, let b): [a, b]
      default: []
      }
    for number in values.compactMap({ dimension.number($0) }) { dimension.include(number) }
    dimension.isWhole = isWhole
  }

  /// Rejects scales that cannot show the values.
  mutating func checkScales() throws(Diagnostic) {
    model.x.completeDomain()
    model.y.completeDomain()
    model.second?.completeDomain()
    model.color?.completeDomain()
    if let color = model.color, color.scale.type == .threshold {
      let (ends, range) = (color.domain, color.scale.range)
      guard !ends.isEmpty, zip(ends, ends.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw Diagnostic("a 'threshold' scale needs ascending numbers in 'domain'", key: "color")
      }
      guard range.isEmpty || range.count == ends.count + 1 else {
        throw Diagnostic(
          "\(ends.count) thresholds need \(ends.count + 1) colours in 'range', found \(range.count)",
          key: "color")
      }
    }
    for (name, dimension) in [("x", model.x), ("y", model.y), ("y", model.second ?? ChartDimension())] {
      if let type = dimension.scale.type, [.quantize, .threshold].contains(type) {
        throw Diagnostic("a '\(type.rawValue)' scale is for 'color'", key: name)
      }
      guard !dimension.isDiscrete, !dimension.isEmpty else { continue }
      if dimension.scale.type == .log, dimension.low <= 0 {
        throw Diagnostic(
          "a 'log' scale cannot show \(JSONNumber.format(dimension.low))",
          hint: "a 'symlog' scale shows values on both sides of 0", key: name)
      }
      let ends = dimension.domain
      if dimension.needsZero, dimension.scale.type != .log {
        if dimension.scale.zero == false || (ends.count == 2 && (ends[0] > 0 || ends[1] < 0)) {
          throw Diagnostic(
            "bars and areas that do not start at 0 distort the ratios",
            hint: "use a 'line' or 'point' mark, or include 0 in the domain", key: name)
        }
      }
      if ends.count == 2, ends[0] >= ends[1] {
        throw Diagnostic("the domain must be ascending; use 'reverse' to reverse an axis", key: name)
      }
    }
  }

  /// Rejects invalid sides of axes.
  func checkSides() throws(Diagnostic) {
    if let side = model.x.axis.orient, side == .left || side == .right {
      throw Diagnostic(
        "the horizontal axis must be at 'top' or 'bottom', found '\(side.rawValue)'",
        key: isSwapped ? "y" : "x")
    }
    for axis in [model.y, model.second ?? model.y] {
      guard let side = axis.axis.orient, side == .top || side == .bottom else { continue }
      throw Diagnostic(
        "a vertical axis must be at 'left' or 'right', found '\(side.rawValue)'", key: isSwapped ? "x" : "y")
    }
    if let side = model.y.axis.orient, side == model.second?.axis.orient {
      throw Diagnostic(
        "both vertical axes are at '\(side.rawValue)'", hint: "move one of them to the other side")
    }
  }

  /// A waterfall: bars from one running sum to the next.
  mutating func addWaterfall(
    _ mark: ChartMark, _ encoding: ChartEncoding, _ table: ChartTable
  ) throws(Diagnostic) {
    var rows = try ChartRows(encoding, table, locale.weeks)
    guard rows["x"] != nil, rows["y"] != nil else { throw Diagnostic("'waterfall' needs 'x' and 'y'") }
    var encoding = encoding
    if turnAround(&encoding, mark, rows) { rows = try ChartRows(encoding, table, locale.weeks) }
    var plain = encoding
    plain.color = nil
    if rows.types["x"] == .temporal { plain.x?.scale.type = .band } else { rows.types["x"] = .nominal }
    try rows.settle()
    // The cells of a CSV file are texts.
    let totals = table["total"]?.values ?? []
    if let other = totals.first(where: { !["true", "false", ""].contains($0.name.lowercased()) })?.name {
      model.warn(
        "'total' marks the totals of a waterfall with true, found \(DeckIssue.quoted(other))", key: "data",
        hint: "give rows that are totals \"total\": true")
    }
    var bar = mark
    bar.type = .bar
    var layer = ChartLayer(mark: bar, role: .waterfall)
    note(rows, encoding)
    try describePanels(rows, plain, table)
    hasPlaceForEachRow = !encoding.hasPanels
    try fill(&layer, rows, plain, isSecond: false)
    hasPlaceForEachRow = false
    let fillsMissing = spec.missing == .zero
    // Each panel has its own sum.
    for number in layer.series.indices {
      var sum = 0.0
      layer.series[number].updatePoints { point in
        if totals.indices.contains(point.row), totals[point.row].name.lowercased() == "true" {
          // A total without a value is the sum so far.
          if point.y.isFinite { sum = point.y }
          point.value = sum
          (point.y2, point.y, point.kind) = (0, sum, .total)
        } else if point.y.isFinite || fillsMissing {
          let change = point.y.isFinite ? point.y : 0
          point.value = change
          let next = ChartAggregate.tidied(sum + change, largest: max(sum.magnitude, change.magnitude))
          (point.y2, point.y) = (sum, next)
          point.kind = change < 0 ? .down : .up
          sum = next
        }
      }
    }
    model.layers.append(layer)
  }

  /// The prices of a candle, in the order of the columns in `y`.
  private static let candle = ["open", "high", "low", "close"]

  /// Candles: a thin line from low to high, a bar from open to close.
  mutating func addCandles(
    _ mark: ChartMark, _ encoding: ChartEncoding, _ table: ChartTable
  ) throws(Diagnostic) {
    guard var x = encoding.x else { throw Diagnostic("'candlestick' needs 'x'") }
    x.scale.type = x.scale.type ?? .band
    if let y = encoding.y, y.aggregate != nil {
      throw Diagnostic(
        "'candlestick' takes columns with one value for each 'x', not aggregates",
        path: y.path, key: "y")
    }
    let names = encoding.y?.fields ?? []
    guard names.isEmpty || names.count == Self.candle.count else {
      throw Diagnostic(
        "'candlestick' takes four columns in 'y': open, high, low and close; found \(names.count)",
        hint: "without 'y' it takes the columns of these names", path: encoding.y?.path, key: "y")
    }
    func column(_ number: Int) throws(Diagnostic) -> ChartChannel {
      var channel = encoding.y ?? ChartChannel(title: "")
      channel.type = .quantitative
      if names.isEmpty {
        let name = Self.candle[number]
        guard let found = table.columns.first(where: { $0.name.lowercased() == name }) else {
          throw Diagnostic(
            "'candlestick' needs the columns open, high, low and close; '\(name)' is missing",
            hint: #"or name yours: "y": ["first", "highest", "lowest", "last"]"#, key: "data")
        }
        channel.fields = [found.name]
      } else {
        channel.fields = [names[number]]
      }
      return channel
    }
    let columns = try Self.candle.indices.map { number throws(Diagnostic) in try column(number) }
    let prices = try columns.map { price throws(Diagnostic) in
      try ChartRows(ChartEncoding(x: x, y: price), table, locale.weeks)["y"] ?? []
    }
    for (type, from, to) in [(ChartMarkType.rule, columns[2], columns[1]), (.bar, columns[0], columns[3])] {
      var single = ChartEncoding(x: x, y: to)
      single.y2 = from
      (single.row, single.column, single.facet) = (encoding.row, encoding.column, encoding.facet)
      single.y?.title = encoding.y?.title ?? ""
      var rows = try ChartRows(single, table, locale.weeks)
      try rows.settle()
      note(rows, ChartEncoding(x: x, y: to))
      try describePanels(rows, single, table)
      var part = mark
      part.type = type
      var layer = ChartLayer(mark: part, role: .candle)
      try fill(&layer, rows, single, isSecond: false)
      layer.updatePoints { point in
        let known = prices.compactMap { $0.indices.contains(point.row) ? $0[point.row].number : nil }
        // A candle is only drawn if it is complete.
        point.isIncomplete = known.count < Self.candle.count
        guard let first = known.first, let last = known.last, !point.isIncomplete else { return }
        (point.kind, point.value) = (last < first ? .down : .up, last)
      }
      model.layers.append(layer)
    }
  }
}

extension ChartDimension {
  /// The position of a value on a continuous axis.
  func number(_ value: ChartValue) -> Double? {
    guard type == .temporal else { return value.number }
    switch value {
    case .text(let text): return CalendarMoment.seconds(data: text)
    case .number(let year) where (1...9_999).contains(year.value):
      return CalendarMoment.seconds(data: "\(Int(clamping: year.value))")
    default: return value.number
    }
  }

  /// The positions of the domain in the deck.
  var domain: [Double] { scale.domain.compactMap { number($0) } }
  /// The positions of the labels in the deck.
  var axisValues: [Double] { axis.values.compactMap { number($0) } }
}
