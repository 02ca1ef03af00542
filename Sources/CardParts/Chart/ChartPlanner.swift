import CardRaster

/// Makes a plan of what a chart says: `ChartSpec` → `ChartPlan`.
struct ChartPlanner {
  let spec: ChartSpec
  let locale: DeckLocale
  /// Which categories stay where the others become one.
  private(set) var rest: ChartRest?
  var plan = ChartPlan()
  /// The categories of each axis by name, with their numbers.
  private var xNumbers: [String: Int] = [:]
  private var yNumbers: [String: Int] = [:]
  var seriesNumbers: [String: Int] = [:]
  /// Whether each row has a category of its own on the x axis, as steps of a waterfall and stages of a funnel do.
  var hasPlaceForEachRow = false
  /// Whether the deck's `x` stands along the vertical axis, as that of lying bars does.
  var isSwapped = false
  /// The axes along which some layers have names and others have numbers or moments, with the channel of such a layer.
  ///
  /// In a second pass all of them are names.
  var mixed: [String: JSONPath] = [:]
  /// Whether the layers so far have names along an axis.
  var hasNames: [String: Bool] = [:]
  private let budget: DeckBudget
  /// Whether the layers are read for the first time; later passes replace them, so that they take nothing.
  private var isFirstPass = true

  init(_ spec: ChartSpec, _ locale: DeckLocale, _ budget: DeckBudget = DeckBudget()) {
    self.spec = spec.named
    self.locale = locale
    self.budget = budget
  }

  /// Evaluates a chart.
  ///
  /// - Throws: the first thing that is wrong.
  static func plan(
    _ spec: ChartSpec, _ locale: DeckLocale = .standard, _ budget: DeckBudget = DeckBudget()
  ) throws(ChartPlan.Mistake) -> ChartPlan {
    var planner = ChartPlanner(spec, locale, budget)
    try planner.addLayers()
    if !planner.mixed.isEmpty {
      // Once more, so that numbers that share an axis with names are names too.
      var named = ChartPlanner(spec, locale, budget)
      (named.mixed, named.isFirstPass) = (planner.mixed, false)
      try named.addLayers()
      try named.checkMixedAxes()
      planner = named
    }
    if let rest = planner.keptCategories() {
      // Once more, so that each aggregate is that of all rows of the rest.
      var merged = ChartPlanner(spec, locale, budget)
      (merged.rest, merged.mixed, merged.isFirstPass) = (rest, planner.mixed, false)
      merged.plan.allCategories = rest.channel == "x" ? planner.plan.x.categories : planner.plan.y.categories
      try merged.addLayers()
      merged.plan.doubts =
        planner.plan.doubts + merged.plan.doubts.filter { !planner.plan.doubts.contains($0) }
      planner = merged
    }
    try planner.finish()
    return planner.plan
  }

  private mutating func addLayers() throws(ChartPlan.Mistake) {
    let marks = [spec.mark].compactMap { $0 } + spec.layer.compactMap(\.mark)
    if marks.count > 1, let mark = marks.first(where: { $0.type.isAlone }) {
      throw ChartPlan.Mistake(
        message: "'\(mark.type.rawValue)' has no axes that it could share with other layers",
        hint: "give it a chart of its own", key: "layer")
    }
    for (name, keyPath) in ChartEncoding.all
    where spec.short[keyPath: keyPath] != nil && spec.encoding[keyPath: keyPath] != nil {
      throw ChartPlan.Mistake(
        message: "'\(name)' stands beside 'mark' and in 'encoding' too", key: name)
    }
    let base = spec.short.over(spec.encoding)
    if let mark = spec.mark {
      plan.mark = mark.type
      try add(mark, base, spec.data)
    }
    for (number, layer) in spec.layer.enumerated() {
      guard let mark = layer.mark else { continue }
      let isFirst = spec.mark == nil && number == 0
      if isFirst { plan.mark = mark.type }
      let own = layer.short.over(layer.encoding)
      let isSecond = spec.resolve.hasSecondAxis && !isFirst
      // What stands at one place of the axes is there once, whatever rows the other layers have.
      if layer.data == nil, own.isAtOnePlace {
        try add(mark, own, nil, isSecond: isSecond)
      } else {
        try add(mark, own.over(base), layer.data ?? spec.data, isSecond: isSecond)
      }
    }
  }

  /// Adds a mark; an alias becomes what it stands for.
  private mutating func add(
    _ mark: ChartMark, _ given: ChartEncoding, _ data: ChartTable?, isSecond: Bool = false
  ) throws(ChartPlan.Mistake) {
    var mark = mark
    var encoding = ChartMarkKeys.used(given, by: mark)
    if mark.type == .gauge {
      plan.form = .gauge
      guard spec.gauge.value != nil else {
        throw ChartPlan.Mistake(message: "a gauge needs 'value'")
      }
      guard spec.gauge.domain[0] < spec.gauge.domain[1] else {
        throw ChartPlan.Mistake(message: "the 'domain' of a gauge must rise", key: "domain")
      }
      return
    }
    // A layer of values that are written into it needs no data.
    guard var table = data ?? (encoding.hasNoColumns ? ChartTable(count: 1) : nil) else {
      throw ChartPlan.Mistake(message: "a chart needs 'data'")
    }
    plan.rows = max(plan.rows, table.count)
    encoding = encoding.named(in: table)
    if table.isPlain {
      if encoding.x == nil { encoding.x = ChartChannel(title: "") }
      if encoding.y == nil { encoding.y = ChartChannel(title: "") }
      if encoding.x?.isPlain == true { encoding.x?.fields = [ChartTable.index] }
      if encoding.y?.isPlain == true { encoding.y?.fields = [ChartTable.value] }
    }
    // Layers share the table, and each makes points of its rows.
    if !plan.layers.isEmpty, isFirstPass { try take(cells: table.count) }
    // The four columns of a candle are no series.
    if mark.type != .candlestick { try fold(&encoding, &table) }
    var isLying = false
    switch mark.type {
    case .column: mark.type = .bar
    case .horizontalBar:
      mark.type = .bar
      isLying = true
      isSwapped = plan.layers.isEmpty
      swap(&encoding.x, &encoding.y)
    case .scatter, .bubble:
      if mark.type == .bubble, encoding.size == nil {
        throw ChartPlan.Mistake(message: "a bubble chart needs 'size'")
      }
      mark.type = .point
    case .pie, .donut, .arc:
      plan.form = .arcs
      encoding.theta = encoding.theta ?? encoding.y
      encoding.color = encoding.color ?? encoding.x
      (encoding.x, encoding.y) = (encoding.color, encoding.theta)
      encoding.color = nil
      guard encoding.y != nil else { throw ChartPlan.Mistake(message: "slices need 'y' (or 'theta')") }
      mark.type = .arc
    case .sparkline: mark.type = mark.of
    case .heatmap: mark.type = .rect
    case .calendar:
      plan.form = .calendar
      if let y = encoding.y, encoding.color == nil {
        encoding.color = y
        encoding.y = nil
      }
      guard encoding.x != nil, encoding.color != nil else {
        throw ChartPlan.Mistake(message: "a calendar needs 'x', a column of dates, and 'y', their values")
      }
      let dates = encoding.color?.fields.first.flatMap { table[$0]?.values }
      let numbers = encoding.x?.fields.first.flatMap { table[$0]?.values }
      if let dates, let numbers, ChartRows.type(of: dates) == .temporal,
        ChartRows.type(of: numbers) == .quantitative
      {
        swap(&encoding.x, &encoding.color)
      }
      encoding.x?.type = .temporal
      // What sums up rows does so for each day.
      if encoding.x?.timeUnit == nil { encoding.x?.timeUnit = .yearmonthdate }
      mark.type = .rect
    case .funnel: plan.form = .funnel
    case .waterfall: return try addWaterfall(mark, encoding, table)
    case .candlestick: return try addCandles(mark, encoding, table)
    default: break
    }
    var rows = try ChartRows(encoding, table, locale.weeks)
    if turnAround(&encoding, mark, rows, isLying: isLying) {
      rows = try ChartRows(encoding, table, locale.weeks)
    }
    if rest != nil { rows = try ChartRows(encoding, table, locale.weeks, rest: rest) }
    if rows.restOfShares > 1 {
      plan.doubts.append(
        ChartPlan.Doubt(
          message: "\(rows.restOfShares) percentages of the rest have no sum; their mean is drawn",
          key: "maxCategories", hint: "say what is meant with an aggregate, such as 'mean(…)' or 'max(…)'"))
    }
    nameColors(&encoding, mark, &rows)
    try check(mark, encoding)
    note(rows, encoding)
    prepareBars(mark, &rows, isLying: isLying)
    try rows.settle()
    doubtNames(mark, rows, encoding, isLying: isLying)
    // Slices and stages have a place for each moment, and nothing between their names.
    if plan.form != .calendar, plan.form != .cartesian { encoding.x?.scale.type = .band }
    var layer = ChartLayer(mark: mark, isOnSecondAxis: isSecond)
    layer.isLying = isLying || liesDown(mark, rows)
    hasPlaceForEachRow = plan.form == .funnel
    try fill(&layer, rows, encoding, isSecond: isSecond)
    hasPlaceForEachRow = false
    plan.layers.append(layer)
  }

  /// Several columns at one channel become a column of their names and one of their values.
  private func fold(
    _ encoding: inout ChartEncoding, _ table: inout ChartTable
  ) throws(ChartPlan.Mistake) {
    for keyPath in [\ChartEncoding.y, \ChartEncoding.x] {
      guard let channel = encoding[keyPath: keyPath], channel.fields.count > 1 else { continue }
      if isFirstPass { try take(cells: table.count * channel.fields.count) }
      let (key, value) = ("\u{1}series", "\u{1}value")
      table = table.folded(channel.fields, key: key, value: value)
      var single = channel
      single.fields = [value]
      single.title = channel.title ?? ""
      encoding[keyPath: keyPath] = single
      if encoding.color == nil {
        encoding.color = ChartChannel(fields: [key], type: .nominal, title: "")
      }
    }
  }

  private func check(_ mark: ChartMark, _ encoding: ChartEncoding) throws(ChartPlan.Mistake) {
    func needs(_ names: String...) throws(ChartPlan.Mistake) {
      for name in names {
        let keyPath = ChartEncoding.all.first { $0.name == name }?.keyPath ?? \.x
        if encoding[keyPath: keyPath] == nil {
          throw ChartPlan.Mistake(message: "'\(plan.mark.rawValue)' needs '\(name)'")
        }
      }
    }
    switch mark.type {
    case .bar, .line, .area, .point, .funnel: try needs("x", "y")
    case .text where encoding.text == nil && encoding.y == nil: try needs("text")
    case .rect where plan.form == .cartesian: try needs("x", "y")
    case .rule where encoding.x == nil && encoding.y == nil: try needs("y")
    default: break
    }
  }

  /// Says what the channels were found to be.
  private mutating func note(_ rows: ChartRows, _ encoding: ChartEncoding) {
    for (name, keyPath) in ChartEncoding.all {
      guard let channel = encoding[keyPath: keyPath], let type = rows.types[name] else { continue }
      let field = channel.fields.first.map { $0.hasPrefix("\u{1}") ? "" : $0 } ?? ""
      let found = ChartPlan.Found(channel: name, field: field, type: type)
      if !plan.found.contains(found) { plan.found.append(found) }
    }
  }

  /// Bars have places for names: years on the axis of categories are names, and so is a number beside another one.
  private func prepareBars(_ mark: ChartMark, _ rows: inout ChartRows, isLying: Bool) {
    // Slices have names, and nothing between them.
    if plan.form == .arcs, rows.types["x"] == .quantitative { rows.types["x"] = .ordinal }
    guard mark.type == .bar || mark.type == .funnel else { return }
    let (main, other) = isLying ? ("y", "x") : ("x", "y")
    if rows.types[main] == .quantitative, rows.types[other] == .quantitative, rows.binEnds[main] == nil,
      rows[main + "2"] == nil
    {
      let aloneLies = !isLying && areYears(rows[other]) && !areYears(rows[main])
      rows.types[aloneLies ? other : main] = .ordinal
    }
    if plan.form == .funnel, rows.types[main] != .temporal { rows.types[main] = .nominal }
  }

  func areYears(_ values: [ChartValue]?) -> Bool {
    values?.allSatisfy { value in
      guard let number = value.number else { return value == .missing || value == ChartRest.value }
      return number == number.rounded() && (1_000...2_999).contains(number)
    } ?? false
  }

  func liesDown(_ mark: ChartMark, _ rows: ChartRows) -> Bool {
    guard mark.type == .bar, let x = rows.types["x"], let y = rows.types["y"] else { return false }
    func isDiscrete(_ type: ChartFieldType) -> Bool { type == .nominal || type == .ordinal }
    if isDiscrete(y), !isDiscrete(x) { return true }
    return y == .temporal && x == .quantitative
  }
}

extension ChartPlanner {
  /// Takes values that a layer makes of others out of what the charts of the deck may have.
  func take(cells: Int) throws(ChartPlan.Mistake) { try take(DeckCost(cells: cells)) }

  /// Takes something out of what the charts of the deck may have.
  func take(_ cost: DeckCost) throws(ChartPlan.Mistake) {
    do throws(BindingMistake) {
      try budget.take(cost)
    } catch {
      throw ChartPlan.Mistake(message: error.message, key: "data")
    }
  }

  /// Notes whether a layer has names along an axis; where another layer has them, its numbers are names too.
  mutating func note(
    _ channel: ChartChannel?, _ name: String, _ dimension: WritableKeyPath<ChartPlan, ChartDimension>
  ) {
    guard let channel, channel.datum == nil || plan.layers.isEmpty, plan.form == .cartesian else { return }
    if mixed[name] != nil {
      plan[keyPath: dimension].isDiscrete = true
      if plan[keyPath: dimension].type == .quantitative { plan[keyPath: dimension].type = .ordinal }
    } else if let known = hasNames[name], known != plan[keyPath: dimension].isDiscrete {
      mixed[name] = channel.path
    }
    hasNames[name] = plan[keyPath: dimension].isDiscrete
  }

  /// Refuses numbers or dates among words, which have no order in common.
  private func checkMixedAxes() throws(ChartPlan.Mistake) {
    for (name, path) in mixed.sorted(by: { $0.key < $1.key }) {
      let names = (name == "x" ? plan.x : plan.y).categories.filter { !$0.isEmpty }
      let isOfOneKind =
        ChartDimension.areNumbers(names) || names.allSatisfy { CalendarMoment(data: $0) != nil }
        || names.allSatisfy { ChartDimension.number(in: $0) == nil && CalendarMoment(data: $0) == nil }
      guard !isOfOneKind else { continue }
      throw ChartPlan.Mistake(
        message: "names and numbers cannot share an axis, and the layers of the chart have both",
        hint: "give all layers columns of one kind, or one column", path: path == .root ? nil : path,
        key: name)
    }
  }

  /// The number of a category on an axis, which is added when it is new.
  mutating func number(of name: String, onX: Bool) throws(ChartPlan.Mistake) -> Double {
    if let known = onX ? xNumbers[name] : yNumbers[name] { return Double(known) }
    return try addCategory(name, onX: onX)
  }

  /// Adds a category to an axis, even if another one has its name.
  mutating func addCategory(_ name: String, onX: Bool) throws(ChartPlan.Mistake) -> Double {
    let count = onX ? plan.x.categories.count : plan.y.categories.count
    guard count < Limits.chartCategories else {
      throw ChartPlan.Mistake(
        message: "there are more than \(Limits.chartCategories) categories on an axis",
        hint: "sum them up, or give the column the type 'quantitative' or 'temporal'")
    }
    if onX {
      xNumbers[name] = xNumbers[name] ?? count
      plan.x.categories.append(name)
    } else {
      yNumbers[name] = yNumbers[name] ?? count
      plan.y.categories.append(name)
    }
    return Double(count)
  }

  /// The number of a series, which is added when it is new.
  mutating func series(_ name: String) throws(ChartPlan.Mistake) -> Int {
    if let known = seriesNumbers[name] { return known }
    let count = plan.series.count
    guard count < Limits.chartSeries else {
      throw ChartPlan.Mistake(
        message: "there are more than \(Limits.chartSeries) series",
        hint: "give the column the type 'quantitative', or show fewer")
    }
    seriesNumbers[name] = count
    plan.series.append(name)
    return count
  }

  /// Puts categories into another order.
  mutating func reorder(onX: Bool, _ order: [Int]) {
    let old = onX ? plan.x.categories : plan.y.categories
    var places = Array(repeating: 0, count: old.count)
    for (place, number) in order.enumerated() { places[number] = place }
    let names = order.map { old[$0] }
    if onX { plan.x.categories = names } else { plan.y.categories = names }
    for layer in plan.layers.indices where onX || !plan.layers[layer].isOnSecondAxis {
      for series in plan.layers[layer].series.indices {
        for point in plan.layers[layer].series[series].points.indices {
          let keyPath = onX ? \ChartPoint.x : \ChartPoint.y
          let value = plan.layers[layer].series[series].points[point][keyPath: keyPath]
          guard let place = places[at: value] else { continue }
          plan.layers[layer].series[series].points[point][keyPath: keyPath] = Double(place)
        }
      }
    }
  }
}
