import CardRaster

/// Order, sums and stacks: what is done once all layers have their points.
extension ChartPlanner {
  mutating func finish() throws(ChartPlan.Mistake) {
    change { planner, layer in planner.normalizeValues(&layer) }
    change { planner, layer in planner.addUpSharedPlaces(&layer) }
    if plan.allCategories.isEmpty {
      plan.allCategories = categoriesOnX ? plan.x.categories : plan.y.categories
    }
    try sortCategories()
    sortSeries()
    change { planner, layer in planner.orderPoints(&layer) }
    try change { planner, layer throws(ChartPlan.Mistake) in try planner.stack(&layer) }
    measure()
    nameAxes()
    noteValueFormat()
    try checkScales()
    try checkSides()
    let marks = plan.layers.reduce(0) { sum, layer in
      [.line, .area].contains(layer.mark.type) ? sum : sum + layer.series.reduce(0) { $0 + $1.points.count }
    }
    guard marks <= Limits.chartMarks else {
      throw ChartPlan.Mistake(
        message: "the chart has \(marks) marks, more than the limit of \(Limits.chartMarks)",
        hint: "put both axes into classes with 'bin', and show 'count()' by color")
    }
    // A name is measured in several forms, and a slice may have a pattern over all of the circle.
    let names = (plan.form == .arcs ? 40 : 4) * (plan.x.categories.count + plan.y.categories.count)
    try take(DeckCost(marks: marks + names))
    noteEmptyChart()
    if plan.pointCount == 0, plan.form != .gauge {
      plan.doubts.append(ChartPlan.Doubt(message: "the chart has no data", key: "data"))
    }
  }

  /// Changes the layers one after the other.
  private mutating func change<Mistake: Error>(
    _ body: (inout ChartPlanner, inout ChartLayer) throws(Mistake) -> Void
  ) throws(Mistake) {
    for number in plan.layers.indices {
      var layer = plan.layers[number]
      // Two owners would make each change a copy.
      plan.layers[number].series = []
      try body(&self, &layer)
      plan.layers[number] = layer
    }
  }

  /// Nothing but their names tells two numbers of a point apart: both axes have them.
  private mutating func nameAxes() {
    let areNumbers = [plan.x, plan.y].allSatisfy {
      !$0.isDiscrete && $0.type == .quantitative && !$0.title.isEmpty
    }
    guard plan.form == .cartesian, areNumbers, plan.second == nil else { return }
    guard plan.layers.contains(where: { $0.mark.type == .point }) else { return }
    plan.x.hasTitle = true
    plan.y.hasTitle = true
  }

  /// What a point means: its value along the axis of numbers.
  private func normalizeValues(_ layer: inout ChartLayer) {
    let isLying = layer.isLying
    for series in layer.series.indices {
      for point in layer.series[series].points.indices {
        var it = layer.series[series].points[point]
        guard it.value.isNaN, !it.isIncomplete else { continue }
        it.value = isLying ? it.x : it.y
        if spec.missing == .zero, it.value.isNaN, ![.text, .rect].contains(layer.mark.type) {
          if isLying { it.x = 0 } else { it.y = 0 }
          it.value = 0
        }
        layer.series[series].points[point] = it
      }
    }
  }

  /// Whether the categories stand along the horizontal axis.
  private var categoriesOnX: Bool { plan.x.isDiscrete || !plan.y.isDiscrete }

  /// The sum of the values of each category.
  private func sums() -> [Double] {
    let onX = categoriesOnX
    var sums = Array(repeating: 0.0, count: onX ? plan.x.categories.count : plan.y.categories.count)
    for layer in plan.layers where onX || !layer.isOnSecondAxis {
      for point in layer.points {
        let place = onX ? point.x : point.y
        let value = layer.mark.type == .rect ? point.color ?? 0 : onX ? point.y : point.x
        guard value.isFinite, let number = Int(exactly: place), sums.indices.contains(number) else {
          continue
        }
        sums[number] += value
      }
    }
    return sums
  }

  /// Which categories stay with `maxCategories`, where there are more; the rest becomes one.
  mutating func keptCategories() -> ChartRest? {
    guard let most = spec.maxCategories, ChartMarkKeys.merging.contains(plan.mark) else { return nil }
    let onX = categoriesOnX
    guard onX ? plan.x.isDiscrete : plan.y.isDiscrete else {
      plan.doubts.append(
        ChartPlan.Doubt(
          message: "'maxCategories' has no effect where numbers or dates are along the axes",
          key: "maxCategories"))
      return nil
    }
    let names = onX ? plan.x.categories : plan.y.categories
    guard names.count > most else { return nil }
    let sums = sums()
    let order = names.indices.sorted { (abs(sums[$0]), $1) > (abs(sums[$1]), $0) }
    let title = (spec.otherTitle ?? ChartWords.other(locale)).lowercased()
    var kept = order.prefix(most - 1)
    if let own = kept.first(where: { names[$0].lowercased() == title }) {
      kept = order.filter { $0 != own }.prefix(most - 1)
      plan.doubts.append(
        ChartPlan.Doubt(
          message:
            "the data have a category \(DeckIssue.quoted(names[own])), the name of the rest; both are one",
          key: "maxCategories", hint: "give the rest another name with 'otherTitle'"))
    }
    return ChartRest(channel: onX ? "x" : "y", kept: Set(kept.map { names[$0] }))
  }

  /// Stands for the categories that were summed up; its name depends on the locale.
  static let other = "\u{1}other"

  private mutating func sortCategories() throws(ChartPlan.Mistake) {
    let onX = categoriesOnX
    let dimension = onX ? plan.x : plan.y
    guard dimension.isDiscrete, !dimension.categories.isEmpty else { return }
    let channel = channelSort(onX: onX)
    let domain = dimension.scale.domain.map(\.name)
    // What a domain names has a place, whether there are data of it or not.
    for name in domain { _ = try number(of: name, onX: onX) }
    let names = onX ? plan.x.categories : plan.y.categories
    var order = Array(names.indices)
    let isWeekday = dimension.timeUnit == .day
    func byName(_ isDescending: Bool) {
      order = sorted(names, isDescending: isDescending, isWeekday: isWeekday)
    }
    func byValue(_ isDescending: Bool) {
      let sums = sums()
      order.sort { sums[$0] == sums[$1] ? $0 < $1 : (sums[$0] < sums[$1]) != isDescending }
    }
    func byList(_ list: [String]) {
      var places: [String: Int] = [:]
      for (place, name) in list.enumerated() where places[name] == nil { places[name] = place }
      order.sort { (places[names[$0]] ?? list.count, $0) < (places[names[$1]] ?? list.count, $1) }
    }
    switch (channel, spec.sort) {
    case _ where !domain.isEmpty: byList(domain)
    case (.ascending?, _): byName(false)
    case (.descending?, _): byName(true)
    case (.byValue(let isDescending)?, _): byValue(isDescending)
    case (.list(let list)?, _), (nil, .list(let list)?): byList(list)
    case (nil, .ascending?): byValue(false)
    case (nil, .descending?): byValue(true)
    case (nil, .byValue(let isDescending)?): byValue(isDescending)
    default:
      // Months and weekdays have an order of their own, and so have numbers that were said to be in order.
      let areNumbers = dimension.type == .ordinal && ChartDimension.areNumbers(names)
      // Moments of a time unit follow each other.
      if dimension.timeUnit != nil || areNumbers { byName(false) }
    }
    // The rest stands last, however large it is.
    if let other = order.firstIndex(where: { names[$0] == ChartPlanner.other }) {
      order.append(order.remove(at: other))
    }
    if order != Array(names.indices) { reorder(onX: onX, order) }
  }

  /// What the digits at the start of a name count, such as 5 in "5–9 years".
  private static func leadingNumber(_ name: String) -> Int? {
    Int(name.prefix { $0.isASCII && $0.isNumber })
  }

  /// The sort key of a name.
  private struct SortKey {
    let number: Double?
    let leading: Int?
    let text: Collation.Key
  }

  /// The places of names in order: numbers by size, weekdays as they follow each other in the locale, others as its
  /// language sorts them.
  private func sorted(_ names: [String], isDescending: Bool = false, isWeekday: Bool) -> [Int] {
    let collation = Collation(locale)
    let first = locale.weeks.firstWeekday
    let keys = names.map { name in
      let number = ChartDimension.number(in: name).map {
        isWeekday ? Double((Int(clamping: $0) % 7 - first + 7) % 7) : $0
      }
      return SortKey(number: number, leading: Self.leadingNumber(name), text: collation.key(of: name))
    }
    func isLess(_ a: SortKey, _ b: SortKey) -> Bool {
      if let x = a.number, let y = b.number { return x < y }
      if let x = a.leading, let y = b.leading, x != y { return x < y }
      return a.text < b.text
    }
    return names.indices.sorted { a, b in
      // Rows without a name stand last.
      if names[a].isEmpty != names[b].isEmpty { return names[b].isEmpty }
      if isLess(keys[a], keys[b]) { return !isDescending }
      if isLess(keys[b], keys[a]) { return isDescending }
      return a < b
    }
  }

  /// The names of series in the order of their channel; those of months, weekdays and ordinal numbers have their own.
  private func orderOfSeries() -> [String] {
    let names = plan.series
    let channel = spec.colorChannel
    let isWeekday = plan.seriesUnit == .day
    func byList(_ list: [String]) -> [String] {
      var places: [String: Int] = [:]
      for (place, name) in list.enumerated() where places[name] == nil { places[name] = place }
      return names.enumerated().sorted {
        (places[$0.element] ?? list.count, $0.offset) < (places[$1.element] ?? list.count, $1.offset)
      }.map(\.element)
    }
    let domain = channel?.scale.domain.map(\.name) ?? []
    if !domain.isEmpty { return byList(domain) }
    switch channel?.sort {
    case .list(let list)?: return byList(list)
    case .ascending?: return sorted(names, isWeekday: isWeekday).map { names[$0] }
    case .descending?: return sorted(names, isDescending: true, isWeekday: isWeekday).map { names[$0] }
    case nil where plan.seriesUnit != nil || channel?.type == .ordinal:
      guard ChartDimension.areNumbers(names) else { return names }
      return sorted(names, isWeekday: isWeekday).map { names[$0] }
    default: return names
    }
  }

  /// Whether names are numbers that were said to be in order, or years and other dates, and rise.
  private func isRising(_ names: [String]) -> Bool {
    guard let channel = spec.colorChannel, channel.type != .nominal, plan.seriesUnit == nil else {
      return false
    }
    let isDate = names.allSatisfy { $0.utf8.count >= 4 && CalendarMoment(data: $0) != nil }
    guard isDate || (channel.type == .ordinal && names.allSatisfy { ChartDimension.number(in: $0) != nil })
    else { return false }
    return sorted(names, isWeekday: false) == Array(names.indices)
  }

  private mutating func sortSeries() {
    let order = orderOfSeries()
    plan.hasOrderedSeries = isRising(order)
    guard order != plan.series else { return }
    let numbers = Dictionary(order.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    plan.series = order
    change { _, layer in
      for series in layer.series.indices {
        layer.series[series].number = numbers[layer.series[series].name] ?? layer.series[series].number
      }
      layer.series.sort { $0.number < $1.number }
    }
  }

  private func channelSort(onX: Bool) -> ChartSort? {
    let all = [spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) }
    for encoding in all {
      if let sort = (onX != isSwapped ? encoding.x : encoding.y)?.sort { return sort }
    }
    return nil
  }

  /// A line joins its points from left to right, in the order of the dates at its vertical axis, or in that of a channel.
  private func orderPoints(_ layer: inout ChartLayer) {
    guard layer.mark.type == .line || layer.mark.type == .area else { return }
    for series in layer.series.indices {
      let points = layer.series[series].points
      if points.contains(where: { $0.order != nil }) {
        layer.series[series].points = points.enumerated().sorted {
          ($0.element.order ?? .infinity, $0.offset) < ($1.element.order ?? .infinity, $1.offset)
        }.map(\.element)
        continue
      }
      // Where dates stand at the vertical axis, it follows them.
      let place = plan.y.isTime && plan.x.type == .quantitative ? \ChartPoint.y : \.x
      let isSorted = zip(points, points.dropFirst()).allSatisfy { !($0[keyPath: place] > $1[keyPath: place]) }
      if !isSorted {
        func key(_ point: ChartPoint) -> Double {
          point[keyPath: place].isNaN ? -.infinity : point[keyPath: place]
        }
        layer.series[series].points = points.enumerated().sorted {
          (key($0.element), $0.offset) < (key($1.element), $1.offset)
        }.map(\.element)
      }
      if let unit = plan.x.timeUnit, !unit.isCyclic, !plan.x.isDiscrete {
        layer.series[series].points = filled(layer.series[series].points, unit)
      }
    }
  }

  /// Puts a missing point where a time unit has no row.
  private func filled(_ points: [ChartPoint], _ unit: TimeUnit) -> [ChartPoint] {
    guard let first = points.first(where: { $0.x.isFinite }), let last = points.last, last.x.isFinite,
      last.x - first.x < unit.step.length * 2_000
    else { return points }
    let known = Set(points.map(\.x))
    let moments = unit.step.values(from: first.x, to: last.x, firstWeekday: locale.weeks.firstWeekday)
    // Rows that are coarser than the unit, such as quarters in months, miss nothing.
    guard moments.count > known.count, moments.count <= 2 * known.count else { return points }
    let gaps = moments.filter { !known.contains($0) }.map { ChartPoint(x: $0, row: first.row) }
    return (points.filter { $0.x.isFinite } + gaps).enumerated()
      .sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }.map(\.element)
  }
}

/// Rows that lack what places, sizes or colours their marks.
extension ChartPlanner {
  /// The rows of a layer that are not drawn, or grey, as far as the text alternative cannot name them.
  struct Gaps {
    enum Kind: Int, CaseIterable { case x, y, x2, y2, size, negativeSize, color }
    static let hint = "give each row a value, or leave the row out"

    private let table: ChartTable
    /// Whether the deck's `x` stands along the vertical axis.
    private let isSwapped: Bool
    private var found: [Kind: (rows: Int, first: Int)] = [:]

    init(_ table: ChartTable, isSwapped: Bool) {
      self.table = table
      self.isSwapped = isSwapped
    }

    mutating func add(_ kind: Kind, _ row: Int) {
      found[kind] = found[kind].map { ($0.rows + 1, $0.first) } ?? (1, row)
    }

    var doubts: [ChartPlan.Doubt] {
      Kind.allCases.compactMap { kind in found[kind].map { doubt(kind, $0.rows, $0.first) } }
    }

    private func doubt(_ kind: Kind, _ rows: Int, _ first: Int) -> ChartPlan.Doubt {
      let channel =
        switch kind {
        case .x: isSwapped ? "y" : "x"
        case .y: isSwapped ? "x" : "y"
        case .x2: "x2"
        case .y2: "y2"
        case .size, .negativeSize: "size"
        case .color: "color"
        }
      let lacking = kind == .negativeSize ? "a size below 0, which has no area," : "no value at '\(channel)'"
      let outcome = kind == .color ? "grey" : "not drawn"
      let place = table.place(of: first)
      return ChartPlan.Doubt(
        message: rows == 1
          ? "\(place) has \(lacking) and is \(outcome)"
          : "\(rows) rows have \(lacking) and are \(outcome); the first is \(place)",
        key: channel, hint: Gaps.hint)
    }
  }

  /// Marks a row without a channel that its mark needs as incomplete, and notes the rows that need a warning.
  ///
  /// The text alternative names rows that have a place with a name ("No data for May"); other rows need a warning.
  func note(
    _ point: inout ChartPoint, _ columns: ChartRows.Columns, _ row: Int, _ layer: ChartLayer, _ x: Axis,
    _ y: Axis, _ gaps: inout Gaps
  ) {
    let number = columns.rows[row]
    if layer.hasColorRamp, point.color == nil, [.bar, .point].contains(layer.mark.type) {
      gaps.add(.color, number)
    }
    if layer.mark.type == .point, let size = columns.size?[row] {
      point.isIncomplete = (size.number ?? -1) < 0
      if point.isIncomplete { return gaps.add(size == .missing ? .size : .negativeSize, number) }
    }
    let (lacksX, lacksY) = (columns.x != nil && point.x.isNaN, columns.y != nil && point.y.isNaN)
    let lacksX2 = columns.x2 != nil && !x.isDiscrete && point.x2 == nil
    let lacksY2 = columns.y2 != nil && !y.isDiscrete && point.y2 == nil
    guard lacksX || lacksY || lacksX2 || lacksY2 else { return }
    point.isIncomplete = lacksX2 || lacksY2
    let (place, axis) = layer.isLying ? (point.y, y) : (point.x, x)
    let isNamed = axis.isDiscrete || axis.type == .temporal || isAlongLine(layer.mark)
    if place.isFinite, isNamed { return }
    if lacksX || lacksY {
      let isValue = layer.isLying ? !lacksY : !lacksX
      if isValue, spec.missing == .zero, ![.rect, .text].contains(layer.mark.type) { return }
      gaps.add(lacksX ? .x : .y, number)
    } else {
      gaps.add(lacksX2 ? .x2 : .y2, number)
    }
  }

  /// Whether a mark or another layer has a line, an area or bars, whose gaps are named by their place.
  private func isAlongLine(_ mark: ChartMark) -> Bool {
    let marks = [mark] + spec.layer.compactMap(\.mark) + [spec.mark].compactMap { $0 }
    return marks.contains { [.line, .area, .bar, .column, .horizontalBar, .sparkline].contains($0.type) }
  }

  /// Warns of a chart of rows of which none can be drawn.
  mutating func noteEmptyChart() {
    guard plan.form == .cartesian || plan.form == .calendar, plan.pointCount > 0 else { return }
    let isDrawn = plan.layers.contains { layer in
      layer.points.contains { point in
        let isColored = layer.mark.type != .rect || !layer.hasColorRamp || point.color != nil
        return isColored && (plan.form == .calendar ? point.x.isFinite : layer.draws(point))
      }
    }
    guard !isDrawn else { return }
    let rows = plan.rows == 1 ? "the only row has no value" : "none of the \(plan.rows) rows has a value"
    plan.doubts.removeAll { $0.hint == Gaps.hint }
    plan.doubts.append(
      ChartPlan.Doubt(
        message: "\(rows) to draw, so that the chart is empty", key: "data",
        hint: "name columns that have values"))
  }
}
