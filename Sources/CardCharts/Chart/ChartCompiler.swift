import CardModel
import CardRaster

/// Evaluates the data of a chart: `ChartSpec` → `ChartModel`.
struct ChartCompiler {
  typealias Diagnostic = ChartModel.Diagnostic

  @CopyOnWriteBox private(set) var spec: ChartSpec
  @CopyOnWriteBox private(set) var locale: DeckLocale
  /// The categories that are kept when the others are merged.
  private(set) var rest: ChartRest?
  var model = ChartModel()
  /// The indices of the categories of the x and y axes, by name.
  private var numbers: [[String: Int]] = [[:], [:]]
  var seriesNumbers: [String: Int] = [:]
  /// Whether each row has a separate category on the x axis, such as the steps of a waterfall.
  var hasPlaceForEachRow = false
  /// Whether the deck's `x` is the vertical axis, as in a `horizontalBar`.
  var isSwapped = false
  /// The names of an axis in the order of another column.
  var sortedNames: [ChartAxis: [String]] = [:]
  /// The names of rows and columns of panels in the order of another column, by channel.
  var sortedPanels: [String: [String]] = [:]
  /// The part of a composite mark that is being added.
  var composite: CompositePart?
  /// The axes with names in some layers and numbers or dates in others, with the channel of such a layer.
  ///
  /// A second pass converts all of them to names.
  var mixed: [ChartAxis: JSONPath] = [:]
  /// Whether the layers so far have names on an axis.
  var hasNames: [ChartAxis: Bool] = [:]
  private let budget: DeckBudget
  /// Whether this is the first pass; later passes are not counted against the budget.
  private var isFirstPass = true

  init(_ spec: ChartSpec, _ locale: DeckLocale, _ budget: DeckBudget = DeckBudget()) {
    self.spec = spec.named
    self.locale = locale
    self.budget = budget
  }

  /// Evaluates a chart.
  ///
  /// - Throws: the first error.
  static func compile(
    _ spec: ChartSpec, _ locale: DeckLocale = .standard, _ budget: DeckBudget = DeckBudget()
  ) throws(Diagnostic) -> ChartModel {
    let spec = try transformed(spec, locale, budget)
    var compiler = ChartCompiler(spec, locale, budget)
    try compiler.addLayers()
    if !compiler.mixed.isEmpty {
      // A second pass, so that numbers that share an axis with names become names too.
      var named = ChartCompiler(spec, locale, budget)
      (named.mixed, named.isFirstPass) = (compiler.mixed, false)
      try named.addLayers()
      try named.checkMixedAxes()
      compiler = named
    }
    if let rest = compiler.keptCategories() {
      // A second pass, so that each aggregate combines all rows of the merged categories.
      var merged = ChartCompiler(spec, locale, budget)
      (merged.rest, merged.mixed, merged.isFirstPass) = (rest, compiler.mixed, false)
      if let axis = rest.axis { merged.model.allCategories = compiler.model[axis].categories }
      try merged.addLayers()
      merged.model.warnings =
        compiler.model.warnings + merged.model.warnings.filter { !compiler.model.warnings.contains($0) }
      compiler = merged
    }
    try compiler.finish()
    return compiler.model
  }

  /// The chart with the rows of its transforms.
  private static func transformed(
    _ given: ChartSpec, _ locale: DeckLocale, _ budget: DeckBudget
  ) throws(Diagnostic) -> ChartSpec {
    var spec = given
    func take(_ cells: Int) throws(Diagnostic) {
      do throws(BindingError) { try budget.take(DeckCost(cells: cells)) } catch {
        throw Diagnostic(error.message, key: "data")
      }
    }
    if let data = spec.data {
      spec.data = try ChartTransform.apply(spec.transform, to: data, locale, take: take)
    }
    for number in spec.layer.indices where !spec.layer[number].transform.isEmpty {
      guard let data = spec.layer[number].data ?? spec.data else { continue }
      spec.layer[number].data = try ChartTransform.apply(
        spec.layer[number].transform, to: data, locale, take: take)
    }
    return spec
  }

  private mutating func addLayers() throws(Diagnostic) {
    let marks = [spec.mark].compactMap { $0 } + spec.layer.compactMap(\.mark)
    if marks.count > 1, let mark = marks.first(where: { $0.type.isAlone }) {
      throw Diagnostic(
        "'\(mark.type.rawValue)' has no axes to share with other layers",
        hint: "use a separate chart for it", key: "layer")
    }
    for (name, keyPath, _) in ChartEncoding.all
    where spec.short[keyPath: keyPath] != nil && spec.encoding[keyPath: keyPath] != nil {
      throw Diagnostic("'\(name)' is both next to 'mark' and in 'encoding'", key: name)
    }
    let base = spec.short.over(spec.encoding)
    try checkPanels(base)
    if let mark = spec.mark {
      model.mark = mark.type
      try addMark(mark, base, spec.data)
    }
    for (number, layer) in spec.layer.enumerated() {
      guard let mark = layer.mark else { continue }
      let isFirst = spec.mark == nil && number == 0
      if isFirst { model.mark = mark.type }
      let own = layer.short.over(layer.encoding)
      let isSecond = spec.resolve.paths[.y] != nil && !isFirst && !base.hasPanels
      if let channel = [own.row, own.column, own.facet].lazy.compactMap({ $0 }).first {
        throw Diagnostic("a layer cannot be split into panels", hint: "split the chart", path: channel.path)
      }
      // A mark at a fixed position is drawn once, regardless of the rows of other layers.
      if layer.data == nil, own.isAtOnePlace {
        try addMark(mark, own, nil, isSecond: isSecond)
      } else {
        var encoding = own.over(base)
        if let data = layer.data { encoding.removePanels(missingIn: data) }
        try addMark(mark, encoding, layer.data ?? spec.data, isSecond: isSecond)
      }
    }
  }

  /// Adds a mark; an alias is replaced by its mark.
  mutating func addMark(
    _ mark: ChartMark, _ given: ChartEncoding, _ data: ChartTable?, isSecond: Bool = false
  ) throws(Diagnostic) {
    var mark = mark
    var encoding = ChartMarkKeys.used(given, by: mark)
    if mark.type == .gauge { return try addGauge(mark, encoding, data) }
    // A layer needs no data if all of its values are in the deck.
    guard var table = data ?? (encoding.hasNoColumns ? ChartTable(count: 1) : nil) else {
      throw Diagnostic("a chart needs 'data'")
    }
    model.rows = max(model.rows, table.count)
    model.columnNames.formUnion(table.columns.map(\.name))
    encoding = encoding.named(in: table)
    if table.isPlain {
      if encoding.x == nil { encoding.x = ChartChannel(title: "") }
      if encoding.y == nil { encoding.y = ChartChannel(title: "") }
      if encoding.x?.isPlain == true { encoding.x?.fields = [ChartTable.index] }
      if encoding.y?.isPlain == true { encoding.y?.fields = [ChartTable.value] }
    }
    // Layers share the table, but each creates points from its rows.
    if !model.layers.isEmpty, isFirstPass { try take(cells: table.count) }
    let fixed = try takeFixedPlaces(&encoding, mark)
    addMissingAxis(&encoding, mark)
    // The four columns of a candlestick are not series.
    if mark.type != .candlestick { try fold(&encoding, &table) }
    var isHorizontal = false
    let kind = mark.type
    mark.type = kind == .sparkline ? mark.of : kind.base
    if kind == .scatter || kind == .bubble { mark.filled = mark.filled ?? true }
    switch kind {
    case .horizontalBar:
      isHorizontal = true
      isSwapped = model.layers.isEmpty
      (encoding.x, encoding.y) = (encoding.y, encoding.x)
    case .bubble where encoding.size == nil: throw Diagnostic("a bubble chart needs 'size'")
    case .pie, .donut, .arc:
      model.form = .arcs
      encoding.theta = encoding.theta ?? encoding.y
      encoding.color = encoding.color ?? encoding.x
      (encoding.x, encoding.y) = (encoding.color, encoding.theta)
      encoding.color = nil
      guard encoding.y != nil else { throw Diagnostic("slices need 'y' (or 'theta')") }
    case .calendar:
      model.form = .calendar
      if let y = encoding.y, encoding.color == nil {
        encoding.color = y
        encoding.y = nil
      }
      guard encoding.x != nil, encoding.color != nil else {
        throw Diagnostic("a calendar needs 'x', a column of dates, and 'y', their values")
      }
      let dates = encoding.color?.fields.first.flatMap { table[$0]?.values }
      let numbers = encoding.x?.fields.first.flatMap { table[$0]?.values }
      if let dates, let numbers, ChartRows.type(of: dates) == .temporal,
        ChartRows.type(of: numbers) == .quantitative
      {
        (encoding.x, encoding.color) = (encoding.color, encoding.x)
      }
      encoding.x?.type = .temporal
      // Aggregates are calculated for each day.
      if encoding.x?.timeUnit == nil { encoding.x?.timeUnit = .yearmonthdate }
    case .funnel: model.form = .funnel
    case .rings: model.form = .rings
    case .waterfall: return try addWaterfall(mark, encoding, table)
    case .candlestick: return try addCandles(mark, encoding, table)
    case .boxplot, .errorbar, .errorband:
      return try addComposite(mark, encoding, table, isSecond: isSecond)
    default: break
    }
    var rows = try ChartRows(encoding, table, locale.weeks)
    if turnAround(&encoding, mark, rows, isHorizontal: isHorizontal) {
      rows = try ChartRows(encoding, table, locale.weeks)
    }
    if rest != nil { rows = try ChartRows(encoding, table, locale.weeks, rest: rest) }
    if rows.restOfShares > 1 {
      model.warn(
        "\(rows.restOfShares) percentages of the rest have no sum: their mean is drawn", key: "maxCategories",
        hint: "choose an aggregate, such as 'mean(…)' or 'max(…)'")
    }
    try sortNames(encoding, mark, table)
    try describePanels(rows, encoding, table)
    if let offset = encoding.xOffset,
      rows.types["xOffset"] == .quantitative || rows.types["xOffset"] == .temporal,
      offset.type == .quantitative || offset.type == .temporal
    {
      throw Diagnostic(
        "'xOffset' needs names, which it puts side by side",
        hint: "give it the type 'nominal', or use 'x' and 'x2'",
        path: offset.path)
    }
    if let offset = encoding.xOffset, let color = encoding.color, !color.fields.isEmpty, mark.type == .bar,
      offset.fields != color.fields, !model.warnings.contains(where: { $0.key == "xOffset" })
    {
      model.warn(
        "bars of all colors are side by side, as 'color' and 'xOffset' are different columns", key: "xOffset",
        hint: "use one column for both")
    }
    for (axis, channel) in [(ChartAxis.x, encoding.x), (.y, encoding.y)] where channel?.bin != nil {
      keepUngrouped(axis, channel, table)
    }
    nameColors(&encoding, mark, &rows)
    if fixed.isEmpty { try checkChannels(of: mark, encoding) }
    note(rows, encoding)
    prepareBars(mark, &rows, encoding, isHorizontal: isHorizontal)
    try rows.settle()
    warnAboutNames(mark, rows, encoding, isHorizontal: isHorizontal)
    // Slices and stages have a position for each date, without gaps.
    if model.form != .calendar, model.form != .cartesian { encoding.x?.scale.type = .band }
    var layer = ChartLayer(mark: mark, isOnSecondAxis: isSecond)
    layer.fixed = fixed
    layer.isHorizontal = composite?.isHorizontal ?? (isHorizontal || isHorizontalBar(mark, rows))
    if let composite {
      (layer.role, layer.isGrouped, layer.isBox) = (composite.role, true, composite.isBox)
    }
    hasPlaceForEachRow = (model.form == .funnel || model.form == .rings) && !encoding.hasPanels
    try fill(&layer, rows, encoding, isSecond: isSecond)
    hasPlaceForEachRow = false
    layer.isAboveBars = model.has(.bar, .rect)
    model.layers.append(layer)
  }

  /// Keeps the values of the first mark for rules at their mean or median.
  mutating func keepUngrouped(_ axis: ChartAxis, _ channel: ChartChannel?, _ table: ChartTable) {
    let places = spec.rules.compactMap { axis == .x ? $0.x : $0.y }
    guard model.layers.isEmpty, places.contains(.mean) || places.contains(.median),
      let field = channel?.fields.first, let column = table[field]
    else { return }
    model.ungrouped[axis] = column.values.compactMap(\.number).filter(\.isFinite)
  }

  /// A gauge with the value in the deck, or with a value of the data for each panel.
  private mutating func addGauge(
    _ mark: ChartMark, _ given: ChartEncoding, _ data: ChartTable?
  ) throws(Diagnostic) {
    model.form = .gauge
    guard spec.gauge.domain[0] < spec.gauge.domain[1] else {
      throw Diagnostic("the 'domain' of a gauge must be ascending", key: "domain")
    }
    guard given.hasPanels || given.y != nil && spec.gauge.value == nil else {
      guard spec.gauge.value != nil else { throw Diagnostic("a gauge needs 'value'") }
      if given.y != nil { model.warn("'y' has no effect on a gauge with 'value'", key: "y") }
      if data != nil { model.warn("'data' has no effect on a gauge without 'y'", key: "data") }
      return
    }
    guard let table = data, given.y != nil, spec.gauge.value == nil else {
      throw Diagnostic(
        "a gauge has a 'value', or takes the values of its panels from the column 'y' of 'data'",
        key: spec.gauge.value == nil ? nil : "value")
    }
    var encoding = given.named(in: table)
    encoding.y?.type = .quantitative
    let rows = try ChartRows(encoding, table, locale.weeks)
    model.rows = table.count
    try describePanels(rows, encoding, table)
    note(rows, encoding)
    var layer = ChartLayer(mark: mark)
    try fill(&layer, rows, encoding, isSecond: false)
    if let series = layer.series.first(where: { $0.points.count > 1 }) {
      let name = [series.panel?.row, series.panel?.column].compactMap { $0 }.joined(separator: ", ")
      throw Diagnostic(
        "\(series.points.count) rows share one gauge\(name.isEmpty ? "" : ", \(DeckIssue.quoted(name))")",
        hint: "write \"mean(\(layer.valueField))\", or use one row for each gauge", path: encoding.y?.path)
    }
    layer.updatePoints { $0.x = 0 }
    model.layers.append(layer)
  }

  /// Folds several columns of a channel into a column of their names and one of their values.
  private func fold(_ encoding: inout ChartEncoding, _ table: inout ChartTable) throws(Diagnostic) {
    for keyPath in [\ChartEncoding.y, \ChartEncoding.x] {
      guard let channel = encoding[keyPath: keyPath], channel.fields.count > 1 else { continue }
      if isFirstPass { try take(cells: table.count * channel.fields.count) }
      let (key, value) = ("\u{1}series", "\u{1}value")
      table = table.folded(channel.fields, key: key, value: value)
      var single = channel
      single.fields = [value]
      single.title = channel.title ?? ""
      encoding[keyPath: keyPath] = single
      if encoding.color == nil { encoding.color = ChartChannel(fields: [key], type: .nominal, title: "") }
    }
  }

  private func checkChannels(of mark: ChartMark, _ encoding: ChartEncoding) throws(Diagnostic) {
    func needs(_ names: String...) throws(Diagnostic) {
      for name in names where !encoding.channels.contains(where: { $0.name == name }) {
        throw Diagnostic("'\(model.mark.rawValue)' needs '\(name)'")
      }
    }
    switch mark.type {
    case .bar, .line, .area, .point, .tick, .funnel, .rings: try needs("x", "y")
    case .text where encoding.text == nil && encoding.y == nil: try needs("text")
    case .rect where model.form == .cartesian: try needs("x", "y")
    case .rule where encoding.x == nil && encoding.y == nil: try needs("y")
    default: break
    }
  }

  /// Records the field and type of each channel.
  mutating func note(_ rows: ChartRows, _ encoding: ChartEncoding) {
    for (name, channel) in encoding.channels {
      guard let type = rows.types[name] else { continue }
      let field = channel.fields.first.map { $0.hasPrefix("\u{1}") ? "" : $0 } ?? ""
      let found = ChartModel.Found(channel: name, field: field, type: type)
      if !model.found.contains(found) { model.found.append(found) }
    }
  }

  /// Converts years on the category axis of bars, or one of two number columns, to names.
  private func prepareBars(
    _ mark: ChartMark, _ rows: inout ChartRows, _ encoding: ChartEncoding, isHorizontal: Bool
  ) {
    if model.form == .arcs, rows.types["x"] == .quantitative { rows.types["x"] = .ordinal }
    guard [.bar, .funnel, .rings].contains(mark.type) else { return }
    let (main, other) = isHorizontal ? ("y", "x") : ("x", "y")
    if rows.types[main] == .quantitative, rows.types[other] == .quantitative, rows.binEnds[main] == nil,
      rows[main + "2"] == nil
    {
      let hasYearsAtY = areYears(rows[other]) && !areYears(rows[main])
      // An aggregate is the value of bars.
      let hasValueAtX = encoding.x?.aggregate != nil && encoding.y?.aggregate == nil
      rows.types[!isHorizontal && (hasYearsAtY || hasValueAtX) ? other : main] = .ordinal
    }
    if mark.type != .bar, rows.types[main] != .temporal { rows.types[main] = .nominal }
  }

  func areYears(_ values: [ChartValue]?) -> Bool {
    values?.allSatisfy { value in
      guard let number = value.number else { return value == .missing || value == ChartRest.value }
      return number == number.rounded() && (1_000...2_999).contains(number)
    } ?? false
  }

  /// Whether the columns of a bar make it horizontal, or a line or an area runs along dates at `y`.
  func isHorizontalBar(_ mark: ChartMark, _ rows: ChartRows) -> Bool {
    guard let x = rows.types["x"], let y = rows.types["y"] else { return false }
    if [.line, .area].contains(mark.type) { return y == .temporal && x == .quantitative }
    return mark.type == .bar && ((y.isName && !x.isName) || (y == .temporal && x == .quantitative))
  }
}

extension ChartCompiler {
  /// Counts values that a layer adds against the budget of the deck.
  func take(cells: Int) throws(Diagnostic) { try take(DeckCost(cells: cells)) }

  /// Counts a cost against the budget of the deck.
  func take(_ cost: DeckCost) throws(Diagnostic) {
    do throws(BindingError) { try budget.take(cost) } catch { throw Diagnostic(error.message, key: "data") }
  }

  /// Records whether a layer has names on an axis; numbers become names if another layer has names there.
  mutating func note(_ channel: ChartChannel?, _ axis: ChartAxis) {
    guard let channel, channel.datum == nil || model.layers.isEmpty, model.form == .cartesian else { return }
    var dimension = model[axis]
    if mixed[axis] != nil {
      dimension.isDiscrete = true
      if dimension.type == .quantitative { dimension.type = .ordinal }
      model[axis] = dimension
    } else if let known = hasNames[axis], known != dimension.isDiscrete {
      mixed[axis] = channel.path
    }
    hasNames[axis] = dimension.isDiscrete
  }

  /// Rejects numbers or dates among words, because they have no common order.
  private func checkMixedAxes() throws(Diagnostic) {
    for (axis, path) in mixed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let names = model[axis].categories.filter { !$0.isEmpty }
      let isOfOneKind =
        ChartDimension.areNumbers(names) || names.allSatisfy { CalendarMoment(data: $0) != nil }
        || names.allSatisfy { ChartDimension.number(in: $0) == nil && CalendarMoment(data: $0) == nil }
      guard !isOfOneKind else { continue }
      throw Diagnostic(
        "the layers of the chart have both names and numbers, which cannot share an axis",
        hint: "give all layers columns of one kind, or one column", path: path == .root ? nil : path,
        key: axis.key)
    }
  }

  /// The index of a category on an axis; a new category is added.
  mutating func number(of name: String, _ axis: ChartAxis) throws(Diagnostic) -> Double {
    if let known = numbers[axis.rawValue][name] { return Double(known) }
    return try addCategory(name, axis)
  }

  /// Adds a category to an axis, even if another one has the same name.
  mutating func addCategory(_ name: String, _ axis: ChartAxis) throws(Diagnostic) -> Double {
    let count = axis == .x ? model.x.categories.count : model.y.categories.count
    guard count < Limits.chartCategories else {
      throw Diagnostic(
        "an axis has more than \(Limits.chartCategories) categories",
        hint: "combine them, or give the column the type 'quantitative' or 'temporal'")
    }
    numbers[axis.rawValue][name] = numbers[axis.rawValue][name] ?? count
    if axis == .x { model.x.categories.append(name) } else { model.y.categories.append(name) }
    return Double(count)
  }

  /// The index of a series; a new series is added.
  mutating func series(_ name: String) throws(Diagnostic) -> Int {
    if let known = seriesNumbers[name] { return known }
    let count = model.series.count
    guard count < Limits.chartSeries else {
      throw Diagnostic(
        "the chart has more than \(Limits.chartSeries) series",
        hint: "give the column the type 'quantitative', or show fewer")
    }
    seriesNumbers[name] = count
    model.series.append(name)
    return count
  }

  /// Changes the order of categories.
  mutating func reorder(_ axis: ChartAxis, _ order: [Int]) {
    let old = model[axis].categories
    var places = Array(repeating: 0, count: old.count)
    for (place, number) in order.enumerated() { places[number] = place }
    model[axis].categories = order.map { old[$0] }
    for layer in model.layers.indices where axis == .x || !model.layers[layer].isOnSecondAxis {
      model.layers[layer].updatePoints { if let place = places[at: $0[axis]] { $0[axis] = Double(place) } }
    }
  }
}
