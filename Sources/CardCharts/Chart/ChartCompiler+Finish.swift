import CardModel
import CardRaster

/// Order, sums and stacks: the steps once all layers have their points.
extension ChartCompiler {
  mutating func finish() throws(Diagnostic) {
    change { compiler, layer in compiler.normalizeValues(&layer) }
    change { compiler, layer in compiler.addUpSharedPlaces(&layer) }
    if model.allCategories.isEmpty { model.allCategories = model[model.categoryAxis].categories }
    for axis in [ChartAxis.x, .y] { try sortCategories(axis) }
    sortSeries()
    change { compiler, layer in compiler.orderPoints(&layer) }
    try change { compiler, layer throws(Diagnostic) in try compiler.stackPanels(&layer) }
    measure()
    nameAxes()
    noteValueFormat()
    try checkScales()
    try checkSides()
    let marks = model.layers.reduce(0) { sum, layer in
      [.line, .area].contains(layer.mark.type) ? sum : sum + layer.series.reduce(0) { $0 + $1.points.count }
    }
    guard marks <= Limits.chartMarks else {
      throw Diagnostic(
        "the chart has \(marks) marks, more than the limit of \(Limits.chartMarks)",
        hint: "group both axes with 'bin', and show 'count()' by color")
    }
    // A name is measured in several forms, and a slice may have a pattern over the whole circle.
    let panels = max(1, model.facets?.count ?? 1)
    let names =
      (model.form == .arcs ? 40 : 4) * panels * (model.x.categories.count + model.y.categories.count)
    try take(DeckCost(marks: marks + names))
    noteEmptyChart()
    if model.pointCount == 0, spec.gauge.value == nil { model.warn("the chart has no data", key: "data") }
    splitIntoPanels()
  }

  /// Changes the layers one after the other.
  private mutating func change<Diagnostic: Error>(
    _ body: (inout ChartCompiler, inout ChartLayer) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    for number in model.layers.indices {
      var layer = model.layers[number]
      // A second reference would cause a copy for each change.
      model.layers[number].series = []
      try body(&self, &layer)
      model.layers[number] = layer
    }
  }

  /// Sets the titles of both axes for points between two number axes, which only the titles can distinguish.
  private mutating func nameAxes() {
    let areNumbers = [model.x, model.y].allSatisfy {
      !$0.isDiscrete && $0.type == .quantitative && !$0.title.isEmpty
    }
    // An axis without a channel, such as that of a rule with a fixed position, has no numbers.
    if !model.layers.isEmpty, model.form == .cartesian {
      if model.layers.allSatisfy({ !$0.hasX }), spec.rules.allSatisfy({ $0.x == nil }) {
        model.x.hasAxis = false
      }
      if model.layers.allSatisfy({ !$0.hasY }), spec.rules.allSatisfy({ $0.y == nil }) {
        model.y.hasAxis = false
      }
    }
    guard model.form == .cartesian, areNumbers, model.second == nil else { return }
    guard model.has(.point) || spec.short.over(spec.encoding).order != nil else { return }
    model.x.hasTitle = true
    model.y.hasTitle = true
  }

  /// Sets the value of points without one to their position on the value axis.
  private func normalizeValues(_ layer: inout ChartLayer) {
    let axis = layer.valueAxis
    let fillsMissing = spec.missing == .zero && ![.text, .rect].contains(layer.mark.type)
    layer.updatePoints { point in
      guard point.value.isNaN, !point.isIncomplete else { return }
      point.value = point[axis]
      if fillsMissing, point.value.isNaN { (point[axis], point.value) = (0, 0) }
    }
  }

  /// The sum of the values of each category.
  private func sums(_ axis: ChartAxis) -> [Double] {
    var sums = Array(repeating: 0.0, count: model[axis].categories.count)
    for layer in model.layers where axis == .x || !layer.isOnSecondAxis {
      for point in layer.points {
        let value = layer.mark.type == .rect ? point.color ?? 0 : point[axis.crossing]
        guard value.isFinite, let number = Int(exactly: point[axis]), sums.indices.contains(number) else {
          continue
        }
        sums[number] += value
      }
    }
    return sums
  }

  /// The categories that `maxCategories` keeps; the others are merged.
  ///
  /// Lines, areas, and bars with few categories have series instead.
  mutating func keptCategories() -> ChartRest? {
    guard let most = spec.maxCategories, ChartMarkKeys.merging.contains(model.mark) else { return nil }
    var axis: ChartAxis? = model.categoryAxis
    let categories = model[model.categoryAxis]
    if !categories.isDiscrete || categories.categories.count <= most
      || (model.has(.line, .area) && model.series.count > 1)
    {
      axis = nil
      if !categories.isDiscrete, model.series.count <= 1 || spec.colorChannel?.bin != nil {
        model.warn(
          "'maxCategories' has no effect if the axes show numbers or dates", key: "maxCategories")
        return nil
      }
    }
    let names = axis == nil ? model.series : categories.categories
    guard names.count > most else { return nil }
    let sums = axis.map { self.sums($0) } ?? sumsOfSeries()
    let order = names.indices.sorted { (abs(sums[$0]), $1) > (abs(sums[$1]), $0) }
    let title = (spec.otherTitle ?? ChartDescription.other(locale)).lowercased()
    var kept = order.prefix(most - 1)
    if let own = kept.first(where: { names[$0].lowercased() == title }) {
      kept = order.filter { $0 != own }.prefix(most - 1)
      model.warn(
        "the data have a category with the name of the rest, \(DeckIssue.quoted(names[own])); both are merged",
        key: "maxCategories", hint: "rename the rest with 'otherTitle'")
    }
    return ChartRest(axis: axis, kept: Set(kept.map { names[$0] }))
  }

  /// The sum of the values of each series.
  private func sumsOfSeries() -> [Double] {
    var sums = model.series.map { _ in 0.0 }
    for layer in model.layers {
      for series in layer.series where sums.indices.contains(series.number) {
        sums[series.number] += series.points.map { $0[layer.valueAxis] }.filter(\.isFinite).reduce(0, +)
      }
    }
    return sums
  }

  /// The internal name of the merged categories; the displayed name depends on the locale.
  static let other = "\u{1}other"

  private mutating func sortCategories(_ axis: ChartAxis) throws(Diagnostic) {
    let dimension = model[axis]
    guard dimension.isDiscrete, !dimension.categories.isEmpty else { return }
    // A name in the domain has a position even without data.
    for value in dimension.scale.domain { _ = try number(of: value.name, axis) }
    let names = model[axis].categories
    let isWeekday = dimension.timeUnit == .day
    // `sort` of the chart is by value, that of a channel is by name.
    let sort =
      channelSort(axis)
      ?? (axis == model.categoryAxis ? spec.sort : nil).map { sort -> ChartSort in
        switch sort {
        case .ascending, .descending: .byValue(isDescending: sort == .descending)
        default: sort
        }
      }
    var order = Array(names.indices)
    if let given = self.order(of: names, dimension.scale.domain, sort, isWeekday: isWeekday) {
      order = given
    } else if case .byValue(let isDescending)? = sort {
      let sums = sums(axis)
      order.sort { sums[$0] == sums[$1] ? $0 < $1 : (sums[$0] < sums[$1]) != isDescending }
    } else if dimension.timeUnit != nil || (dimension.type == .ordinal && ChartDimension.areNumbers(names)) {
      // Months, weekdays and numbers of type `ordinal` have a natural order, and so do dates of a time unit.
      order = sorted(names, isWeekday: isWeekday)
    }
    // The merged category is last, regardless of its size.
    if let other = order.firstIndex(where: { names[$0] == ChartCompiler.other }) {
      order.append(order.remove(at: other))
    }
    if order != Array(names.indices) { reorder(axis, order) }
  }

  /// The indices of names in the order of a domain or of `sort`; nil if neither determines their order.
  ///
  /// Names that are not in a list follow those that are.
  func order(
    of names: [String], _ domain: [ChartValue], _ sort: ChartSort?, isWeekday: Bool
  ) -> [Int]? {
    var list = domain.map(\.name)
    if case .list(let names)? = sort, list.isEmpty { list = names }
    guard list.isEmpty else {
      let places = Dictionary(list.enumerated().map { ($1, $0) }) { first, _ in first }
      return names.indices.sorted {
        (places[names[$0]] ?? list.count, $0) < (places[names[$1]] ?? list.count, $1)
      }
    }
    guard sort == .ascending || sort == .descending else { return nil }
    return sorted(names, isDescending: sort == .descending, isWeekday: isWeekday)
  }

  /// The number at the start of a name, such as 5 in "5–9 years".
  private static func leadingNumber(_ name: String) -> Int? {
    let sign = name.hasPrefix("-") ? "-" : ""
    return Int(sign + name.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber })
  }

  /// The sort key of a name.
  private struct SortKey {
    let number: Double?
    let leading: Int?
    let text: Collation.Key
  }

  /// The indices of names in order.
  ///
  /// Numbers are sorted by value, weekdays in the order of the locale, and other names by the rules of its
  /// language.
  func sorted(_ names: [String], isDescending: Bool = false, isWeekday: Bool) -> [Int] {
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
      // Rows without a name are last.
      if names[a].isEmpty != names[b].isEmpty { return names[b].isEmpty }
      if isLess(keys[a], keys[b]) { return !isDescending }
      if isLess(keys[b], keys[a]) { return isDescending }
      return a < b
    }
  }

  /// The series names in the order of their channel, or in a natural order.
  ///
  /// Months, weekdays and numbers have a natural order.
  private func orderOfSeries() -> [String] {
    let (names, channel, isWeekday) = (model.series, spec.colorChannel, model.seriesUnit == .day)
    var order = order(of: names, channel?.scale.domain ?? [], channel?.sort, isWeekday: isWeekday)
    if order == nil, channel?.sort == nil, channel?.bin != nil || ChartDimension.areNumbers(names) {
      order = sorted(names, isWeekday: isWeekday)
    }
    let result = order?.map { names[$0] } ?? names
    // The merged series is last, regardless of its size.
    return result.filter { $0 != ChartCompiler.other } + result.filter { $0 == ChartCompiler.other }
  }

  /// Whether names are ascending numbers of type `ordinal`, or ascending dates.
  private func isRising(_ names: [String]) -> Bool {
    guard let channel = spec.colorChannel, channel.type != .nominal, model.seriesUnit == nil else {
      return false
    }
    let isDate = names.allSatisfy { $0.utf8.count >= 4 && CalendarMoment(data: $0) != nil }
    guard isDate || (channel.type == .ordinal && names.allSatisfy { ChartDimension.number(in: $0) != nil })
    else { return false }
    return sorted(names, isWeekday: false) == Array(names.indices)
  }

  private mutating func sortSeries() {
    model.isOrdinal = spec.colorChannel.map { $0.type == .ordinal || $0.bin != nil } ?? false
    let order = orderOfSeries()
    model.hasOrderedSeries = isRising(order)
    guard order != model.series else { return }
    let numbers = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    model.series = order
    change { _, layer in
      for series in layer.series.indices {
        layer.series[series].number = numbers[layer.series[series].name] ?? layer.series[series].number
      }
      layer.series.sort { $0.number < $1.number }
    }
  }

  private func channelSort(_ axis: ChartAxis) -> ChartSort? {
    if let names = sortedNames[axis] { return .list(names) }
    return writtenSort(axis)
  }

  /// The order of the names of the axes by the values of another column.
  mutating func sortNames(
    _ encoding: ChartEncoding, _ mark: ChartMark, _ table: ChartTable
  ) throws(Diagnostic) {
    for (axis, given, value) in [(ChartAxis.x, encoding.x, encoding.y), (.y, encoding.y, encoding.x)]
    where sortedNames[axis] == nil {
      let isSplit = [encoding.color, encoding.detail].contains { $0?.fields.isEmpty == false }
      let isStacked =
        [.bar, .area].contains(mark.type) && encoding.xOffset == nil
        && ![spec.stack, value?.stack].contains(ChartStackMode.none) && (isSplit || value?.aggregate == nil)
      var channel = given
      // As in Vega-Lite, points of one category are compared by the smallest value, not by a sum.
      if case .byValue(let isDescending)? = given?.sort, let value, value.bin == nil, value.timeUnit == nil,
        value.fields.count == 1, value.aggregate != nil || !isStacked, value.aggregate != .count
      {
        channel?.sort = .byField(value.fields[0], value.aggregate, isDescending: isDescending)
      }
      sortedNames[axis] = try names(of: channel, sortedIn: table, isStacked: isStacked)
    }
  }

  /// The names of a channel in the order of the values of another column; nil for other orders.
  func names(
    of channel: ChartChannel?, sortedIn table: ChartTable, isStacked: Bool = false
  ) throws(Diagnostic) -> [String]? {
    guard let channel, case .byField(let field, let given, let isDescending)? = channel.sort else {
      return nil
    }
    let operation = given ?? (isStacked ? .sum : .min)
    let rows = try ChartRows(ChartEncoding(x: channel), table, locale.weeks)
    guard let names = rows["x"], let type = rows.types["x"] else { return nil }
    let column = field.isEmpty ? nil : table.column(field)
    guard column != nil || field.isEmpty || operation == .count || table.hasNoColumns else {
      throw Diagnostic(
        "the data has no column \(DeckIssue.quoted(field))",
        hint: Spelling.nearest(to: field, in: table.columns.map(\.name)).map { "did you mean '\($0)'?" },
        path: channel.path.key("sort"))
    }
    var order: [String] = []
    var cells: [String: [ChartValue]] = [:]
    for (row, value) in names.enumerated() {
      let name = Self.category(value, type)
      if cells[name] == nil { order.append(name) }
      cells[name, default: []].append(column?.values[row] ?? .missing)
    }
    let values = order.map { name in operation.cell(of: cells[name] ?? [], rows: cells[name]?.count ?? 0) }
    return order.indices.sorted { a, b in
      let comparison = ChartValue.order(values[a], values[b])
      return comparison == 0 ? a < b : isDescending ? comparison > 0 : comparison < 0
    }.map { order[$0] }
  }

  private func writtenSort(_ axis: ChartAxis) -> ChartSort? {
    spec.channels((axis == .x) != isSwapped ? \.x : \.y).lazy.compactMap(\.sort).first
  }

  /// Sorts the points of a line by the channel `order`, or along the axis of their positions.
  private func orderPoints(_ layer: inout ChartLayer) {
    guard layer.mark.type == .line || layer.mark.type == .area else { return }
    let axis = layer.placeAxis
    // Areas of several series are a stack, and `order` is that of its parts.
    let isPath = layer.mark.type == .line || layer.series.count == 1
    for series in layer.series.indices {
      var points = layer.series[series].points
      if isPath, points.contains(where: { $0.order != nil }) {
        points = Self.sorted(points) { $0.order ?? .infinity }
      } else if !zip(points, points.dropFirst()).allSatisfy({ !($0[axis] > $1[axis]) }) {
        points = Self.sorted(points) { $0[axis].isNaN ? -.infinity : $0[axis] }
      }
      layer.series[series].points = points
    }
  }

  /// The points in the order of a key; points with equal keys keep their order.
  private static func sorted(_ points: [ChartPoint], _ key: (ChartPoint) -> Double) -> [ChartPoint] {
    points.enumerated().map { (key($1), $0, $1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

}

/// Rows without a position, size or colour for their marks.
extension ChartCompiler {
  /// The rows of a layer that are not drawn, or drawn in grey, and that the alternative text cannot name.
  struct Gaps {
    enum Kind: String, CaseIterable { case x, y, x2, y2, size, negativeSize, color }
    static let hint = "give each row a value, or remove the row"

    private let table: ChartTable
    /// Whether the deck's `x` is the vertical axis.
    private let isSwapped: Bool
    private var found: [Kind: (rows: Int, first: Int)] = [:]

    init(_ table: ChartTable, isSwapped: Bool) {
      self.table = table
      self.isSwapped = isSwapped
    }

    mutating func countRow(_ kind: Kind, _ row: Int) {
      found[kind] = found[kind].map { ($0.rows + 1, $0.first) } ?? (1, row)
    }

    var warnings: [ChartModel.Warning] {
      Kind.allCases.compactMap { kind in found[kind].map { warning(kind, $0.rows, $0.first) } }
    }

    private func warning(_ kind: Kind, _ rows: Int, _ first: Int) -> ChartModel.Warning {
      let written: [Kind: Kind] = [.negativeSize: .size].merging(isSwapped ? [.x: .y, .y: .x] : [:]) { $1 }
      let channel = (written[kind] ?? kind).rawValue
      let lacking = kind == .negativeSize ? "a size below 0, which has no area," : "no value at '\(channel)'"
      let outcome = kind == .color ? "grey" : "not drawn"
      let place = table.place(of: first)
      return ChartModel.Warning(
        message: rows == 1
          ? "\(place) has \(lacking) and is \(outcome)"
          : "\(rows) rows have \(lacking) and are \(outcome); the first is \(place)",
        key: channel, hint: Gaps.hint)
    }
  }

  /// Marks a row as incomplete if a channel of its mark is missing, and records rows that need a warning.
  ///
  /// The alternative text names rows with a named position ("No data for May"). Other rows need a warning.
  func note(
    _ point: inout ChartPoint, _ columns: ChartRows.Columns, _ row: Int, _ layer: ChartLayer, _ x: Place,
    _ y: Place, _ gaps: inout Gaps
  ) {
    let number = columns.rows[row]
    if layer.hasColorRamp, point.color == nil, [.bar, .point].contains(layer.mark.type) {
      gaps.countRow(.color, number)
    }
    if layer.mark.type == .point, let size = columns.size?[row] {
      point.isIncomplete = (size.number ?? -1) < 0
      if point.isIncomplete { return gaps.countRow(size == .missing ? .size : .negativeSize, number) }
    }
    let (lacksX, lacksY) = (columns.x != nil && point.x.isNaN, columns.y != nil && point.y.isNaN)
    let lacksX2 = columns.x2 != nil && !x.isDiscrete && point.x2 == nil
    let lacksY2 = columns.y2 != nil && !y.isDiscrete && point.y2 == nil
    guard lacksX || lacksY || lacksX2 || lacksY2 else { return }
    point.isIncomplete = lacksX2 || lacksY2
    let place = layer.placeAxis == .x ? x : y
    let isNamed = place.isDiscrete || place.type == .temporal || isAlongLine(layer.mark)
    if point[layer.placeAxis].isFinite, isNamed { return }
    if lacksX || lacksY {
      let isValue = layer.placeAxis == .x ? !lacksX : !lacksY
      if isValue, spec.missing == .zero, ![.rect, .text].contains(layer.mark.type) { return }
      gaps.countRow(lacksX ? .x : .y, number)
    } else {
      gaps.countRow(lacksX2 ? .x2 : .y2, number)
    }
  }

  /// Whether a mark or another layer has a line, an area or bars, whose gaps are named by position.
  private func isAlongLine(_ mark: ChartMark) -> Bool {
    let marks = [mark] + spec.layer.compactMap(\.mark) + [spec.mark].compactMap { $0 }
    return marks.contains { [.line, .area, .bar, .column, .horizontalBar, .sparkline].contains($0.type) }
  }

  /// Warns if no row can be drawn.
  mutating func noteEmptyChart() {
    guard model.form == .cartesian || model.form == .calendar, model.pointCount > 0 else { return }
    let isDrawn = model.layers.contains { layer in
      layer.points.contains { point in
        let isColored = layer.mark.type != .rect || !layer.hasColorRamp || point.color != nil
        return isColored && (model.form == .calendar ? point.x.isFinite : layer.draws(point))
      }
    }
    guard !isDrawn else { return }
    let rows = model.rows == 1 ? "the only row has no value" : "none of the \(model.rows) rows has a value"
    model.warnings.removeAll { $0.hint == Gaps.hint }
    model.warn(
      "\(rows) to draw, so the chart is empty", key: "data", hint: "use columns that have values")
  }
}
