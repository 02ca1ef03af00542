import CardModel
import CardRaster

/// The categories of an axis, or the series, that are kept when the others are merged.
struct ChartRest: Hashable, Sendable {
  /// The axis of the categories; nil for series.
  let axis: ChartAxis?
  var channel: String { axis?.key ?? "color" }
  let kept: Set<String>

  /// The value of rows in the merged category.
  static let value = ChartValue.text(ChartCompiler.other)
}

/// The values of the channels of a layer, row by row, after time units, classes and aggregates.
struct ChartRows {
  typealias Diagnostic = ChartModel.Diagnostic

  var values: [String: [ChartValue]] = [:]
  /// The index of the data row of each row.
  var rows: [Int] = []
  var types: [String: ChartFieldType] = [:]
  /// The upper ends of classes.
  var binEnds: [String: [Double]] = [:]
  /// The widths of classes.
  var classWidths: [String: Double] = [:]
  /// The number of percentages in the merged category that are averaged, as they are not parts of a whole.
  var restOfShares = 0

  let table: ChartTable
  private let weeks: DeckLocale.WeekRules
  @CopyOnWriteBox private(set) var encoding: ChartEncoding

  /// Evaluates the channels over a table.
  init(
    _ encoding: ChartEncoding, _ table: ChartTable, _ weeks: DeckLocale.WeekRules, rest: ChartRest? = nil
  ) throws(Diagnostic) {
    self.table = table
    self.weeks = weeks
    self.encoding = encoding
    rows = Array(0..<table.count)
    for (name, channel) in encoding.channels { try read(channel, name) }
    if let rest { merge(rest) }
    aggregate(rest)
  }

  /// The channels whose values are series names.
  private static let naming = Set(ChartMarkKeys.naming).union(["color"])

  /// The columns of the channels, looked up once for all rows.
  struct Columns {
    let rows: [Int]
    let x, y, x2, y2, size, order, color, text: [ChartValue]?
    let xEnds, yEnds: [Double]?
    let hasNumbersAsColors: Bool

    init(_ from: ChartRows) {
      rows = from.rows
      (x, y, x2, y2) = (from["x"], from["y"], from["x2"], from["y2"])
      (size, order, color, text) = (from["size"], from["order"], from["color"], from["text"])
      (xEnds, yEnds) = (from.binEnds["x"], from.binEnds["y"])
      hasNumbersAsColors = from.types["color"] == .quantitative
    }
  }

  subscript(channel: String) -> [ChartValue]? { values[channel] }

  private mutating func read(_ channel: ChartChannel, _ name: String) throws(Diagnostic) {
    if let datum = channel.datum ?? (name == "text" ? channel.value : nil) {
      types[name] = channel.type ?? ChartRows.type(of: [datum])
      let value = types[name] == .temporal ? try times([datum], "datum", channel)[0] : datum
      values[name] = Array(repeating: value, count: max(1, rows.count))
      return
    }
    guard let field = channel.fields.first else {
      if channel.aggregate == .count { types[name] = .quantitative }
      if channel.aggregate != .count, ["x", "y", "x2", "y2", "theta"].contains(name) {
        throw noColumn(channel, name)
      }
      return
    }
    guard let column = column(channel, name) else {
      if table.hasNoColumns {
        // Without rows the columns are unknown.
        types[name] = channel.type ?? .quantitative
        values[name] = []
        return
      }
      let near = Spelling.nearest(to: field, in: table.columns.map(\.name))
      let known = table.columns.map { DeckIssue.quoted($0.name) }.joined(separator: ", ")
      throw Diagnostic(
        "the data has no column \(DeckIssue.quoted(field))",
        hint: near.map { "did you mean '\($0)'?" } ?? "the columns are \(known)", path: channel.path)
    }
    var found = column.values
    var type = channel.type ?? ChartRows.type(of: found)
    if channel.timeUnit != nil || channel.scale.type == .time || channel.scale.type == .utc {
      type = .temporal
    }
    if channel.bin != nil { type = .quantitative }
    let isEdgeOfDates = type == .temporal && (channel.aggregate == .min || channel.aggregate == .max)
    if let operation = channel.aggregate, operation.needsNumbers, !isEdgeOfDates { type = .quantitative }
    // A column that mostly contains numbers is a number column.
    if type == .nominal, channel.type == nil, ChartRows.isMostlyNumbers(found) { type = .quantitative }
    switch type {
    case .quantitative where channel.aggregate?.needsNumbers != false:
      try checkNumbers(found, field, channel)
      if !Self.mayBeNames(name, channel) { found = try amounts(found, field, channel) }
    case .temporal: found = try times(found, field, channel)
    default: break
    }
    types[name] = type
    values[name] = found
    func moments(_ value: (CalendarMoment) -> ChartValue) -> [ChartValue] {
      found.map { $0.number.flatMap { CalendarMoment(seconds: $0) }.map(value) ?? .missing }
    }
    if let unit = channel.timeUnit {
      values[name] = moments { .of(unit.value(of: $0, weeks, every: channel.timeStep)) }
      if unit.isCyclic { types[name] = .ordinal }
    }
    if types[name] == .temporal, ChartRows.naming.contains(name) {
      // The name of a series is not a position on an axis, so a year keeps its digits.
      types[name] = .nominal
      values[name] =
        channel.timeUnit.map { unit in moments { .text(unit.name(of: $0, weeks, every: channel.timeStep)) } }
        ?? column.values
    }
    if let bin = channel.bin {
      try classify(name, found, bin, channel)
      if let type = channel.type, type.isName, ["x", "y"].contains(name) {
        // Classes as names, in the order of their starts.
        types[name] = .ordinal
        (binEnds[name], classWidths[name]) = (nil, nil)
      }
      if ChartFacets.names.contains(name) { nameClasses(name) }
    }
  }

  /// The column of a channel; that of several columns without an axis has the combinations of their values.
  private func column(_ channel: ChartChannel, _ name: String) -> ChartTable.Column? {
    guard name == "detail", channel.fields.count > 1 else { return table.column(channel.fields[0]) }
    let all = channel.fields.compactMap { table.column($0)?.values }
    guard all.count == channel.fields.count else { return nil }
    let values = rows.map { row in ChartValue.text(all.map { $0[row].name }.joined(separator: "\u{1}")) }
    return ChartTable.Column(name: channel.fields[0], values: values)
  }

  /// The error for a position channel without a column.
  private func noColumn(_ channel: ChartChannel, _ name: String) -> Diagnostic {
    let known = table.columns.map(\.name).filter { !$0.hasPrefix("\u{1}") }.map { DeckIssue.quoted($0) }
    return Diagnostic(
      channel.value == nil ? "'\(name)' needs a column" : "'\(name)' takes no 'value'",
      hint: channel.value == nil
        ? known.isEmpty ? nil : "the columns are \(known.joined(separator: ", "))"
        : "use the name of a column, or give one value of the axis as 'datum'", path: channel.path)
  }

  private func checkNumbers(
    _ values: [ChartValue], _ field: String, _ channel: ChartChannel
  ) throws(Diagnostic) {
    guard let row = values.firstIndex(where: { $0 != .missing && $0.number == nil }) else { return }
    let name = values[row].name
    throw Diagnostic(
      "\(cell(row, field)): \(DeckIssue.quoted(name)) is not a number",
      hint: CSVTable.meantNumber(name) ?? "leave a missing value empty, or null", path: channel.path)
  }

  /// The position of a value, for messages.
  private func cell(_ row: Int, _ field: String) -> String {
    "\(table.place(of: row)), column \(DeckIssue.quoted(field))"
  }

  /// Whether numbers of a channel may become names, which keep their digits: positions of bars and slices.
  private static func mayBeNames(_ name: String, _ channel: ChartChannel) -> Bool {
    ["x", "y"].contains(name) && channel.aggregate == nil && channel.bin == nil && channel.timeUnit == nil
  }

  /// Converts the numbers that did not become names to amounts.
  mutating func settle() throws(Diagnostic) {
    for (name, channel) in encoding.channels where types[name] == .quantitative {
      guard Self.mayBeNames(name, channel), let field = channel.fields.first, let found = values[name] else {
        continue
      }
      values[name] = try amounts(found, field, channel)
    }
  }

  /// Converts numbers to amounts, so that 1.5 and 1.50 are equal.
  private func amounts(
    _ values: [ChartValue], _ field: String, _ channel: ChartChannel
  ) throws(Diagnostic) -> [ChartValue] {
    var hasDigits = false
    for (row, value) in values.enumerated() {
      guard case .number(let number) = value else { continue }
      if number.hasOwnDigits { hasDigits = true }
      guard let bound = number.chartBound else { continue }
      let place = cell(rows.indices.contains(row) ? rows[row] : row, field)
      throw Diagnostic("\(place): the number \(number.text) is \(bound)", path: channel.path)
    }
    return hasDigits ? values.map { value in value.number.map { .of($0) } ?? value } : values
  }

  private func times(
    _ values: [ChartValue], _ field: String, _ channel: ChartChannel
  ) throws(Diagnostic) -> [ChartValue] {
    try values.enumerated().map { row, value throws(Diagnostic) -> ChartValue in
      switch value {
      case .missing: return .missing
      case .number(let number) where number.isYear:
        // A year without a month.
        return .of(CalendarMoment.seconds(data: "\(Int(clamping: number.value))".leftPadded(to: 4)) ?? 0)
      case .number(let seconds) where CalendarMoment(seconds: seconds.value) != nil:
        return .of(seconds.value)
      case .text(let text):
        guard let moment = CalendarMoment(data: text) else { fallthrough }
        return .of(Double(moment.seconds))
      default:
        throw Diagnostic(
          "\(cell(row, field)): \(DeckIssue.quoted(value.name)) is not a date",
          hint: "write a date as 2026, 2026-11, 2026-11-21 or 2026-11-21T10:00:00Z", path: channel.path)
      }
    }
  }

  private mutating func classify(
    _ name: String, _ found: [ChartValue], _ bin: ChartBin, _ channel: ChartChannel
  ) throws(Diagnostic) {
    let numbers = found.compactMap(\.number)
    guard !numbers.isEmpty else { return }
    let isHistogram = ["x", "y"].contains(name) && (encoding.x?.bin == nil || encoding.y?.bin == nil)
    let classes = ChartClasses(bin, numbers, most: bin.most(name, rows: isHistogram ? numbers.count : 0))
    guard classes.count < Double(Limits.chartCategories) else {
      throw Diagnostic("there are too many bins", hint: "make 'step' larger", path: channel.path)
    }
    let starts = found.map { $0.number.flatMap { classes.start(of: $0) } }
    values[name] = starts.map { $0.map { .of($0) } ?? .missing }
    binEnds[name] = starts.map { $0.map { $0 + classes.step } ?? .nan }
    classWidths[name] = classes.step
  }

  /// Converts classes to names with both ends.
  mutating func nameClasses(_ name: String) {
    guard let starts = values[name], let ends = binEnds[name] else { return }
    values[name] = zip(starts, ends).map { start, end in
      start.number.map { .text("\(JSONNumber.format($0))–\(JSONNumber.format(end))") } ?? .missing
    }
    types[name] = .ordinal
  }

  /// Gives all rows of the merged categories one category, also in series channels with these names.
  private mutating func merge(_ rest: ChartRest) {
    let axis = rest.axis.map { $0 == .x ? encoding.x : encoding.y } ?? encoding.color
    for (name, channel) in encoding.channels {
      guard let type = types[name],
        name == rest.channel || (ChartRows.naming.contains(name) && type != .quantitative),
        channel.fields == axis?.fields, channel.timeUnit == axis?.timeUnit
      else { continue }
      values[name] = values[name]?.map { value in
        rest.kept.contains(ChartCompiler.category(value, type)) ? value : ChartRest.value
      }
    }
  }

  /// The aggregate of a channel.
  private typealias Combining = (name: String, operation: ChartAggregate)

  /// Combines rows that are equal in all channels without an aggregate, or the rows of the merged category.
  private mutating func aggregate(_ rest: ChartRest?) {
    let channels = encoding.channels
    var combined: [Combining] = channels.compactMap { name, channel in channel.aggregate.map { (name, $0) } }
    let isAggregated = !combined.isEmpty
    var restRows: Set<Int> = []
    if let rest, !isAggregated {
      let category = values[rest.channel] ?? []
      restRows = Set(category.indices.filter { category[$0] == ChartRest.value })
      combined = combiningRest(rest, channels, restRows)
    }
    guard isAggregated || restRows.count > 1 else { return }
    let keys = channels.map(\.name).filter { name in
      values[name] != nil && !combined.contains { $0.name == name }
    }
    var groups: [[ChartValue]: Int] = [:]
    var members: [[Int]] = []
    for row in rows.indices {
      guard isAggregated || restRows.contains(row) else {
        members.append([row])
        continue
      }
      let key = keys.map { values[$0]?[row].key(types[$0]) ?? .missing }
      if let group = groups[key] {
        members[group].append(row)
      } else {
        groups[key] = members.count
        members.append([row])
      }
    }
    for name in keys {
      let old = values[name] ?? []
      values[name] = members.map { old[$0[0]] }
      if let ends = binEnds[name] { binEnds[name] = members.map { ends[$0[0]] } }
    }
    for (name, operation) in combined {
      let old = values[name] ?? []
      if isAggregated, types[name] != .temporal || !operation.needsNumbers { types[name] = .quantitative }
      values[name] = members.map { rows in
        // A single row keeps its value, which may be missing.
        if !isAggregated, rows.count == 1 { return old[rows[0]] }
        let numbers = old.isEmpty ? [] : rows.compactMap { old[$0].number }
        if !isAggregated, numbers.isEmpty { return .missing }
        if !operation.needsNumbers, operation != .count {
          return operation.value(ofCells: rows.compactMap { old[at: Double($0)] }, rows: rows.count).map {
            .of($0)
          }
            ?? .missing
        }
        let count = old.isEmpty ? rows.count : rows.filter { old[$0] != .missing }.count
        return operation.value(of: numbers, rows: count).map { .of($0) } ?? .missing
      }
    }
    rows = members.map { $0[0] }
  }

  /// The aggregate of numbers in the merged category if the deck sets none.
  ///
  /// Numbers are added. Percentages that are not parts of a whole, sizes and colours are averaged.
  private mutating func combiningRest(
    _ rest: ChartRest, _ channels: [(name: String, channel: ChartChannel)], _ rows: Set<Int>
  ) -> [Combining] {
    let isCell = encoding.color.map { types["color"] == .quantitative && !$0.fields.isEmpty } ?? false
    let crossing = rest.axis?.crossing.key ?? (types["y"] == .quantitative ? "y" : "x")
    let place = rest.axis == nil ? (crossing == "y" ? "x" : "y") : rest.channel
    let main = types[crossing] == .quantitative ? crossing : nil
    return channels.compactMap { name, channel in
      guard name != rest.channel, name != place, values[name] != nil, channel.datum == nil else { return nil }
      // Texts belong to single rows.
      if name == "text", types[name] != .quantitative { return (name, .sum) }
      guard types[name] == .quantitative, channel.bin == nil else { return nil }
      let isValue = name == main || (main == nil && isCell && name == "color") || name == "text"
      guard isValue || name == "x2" || name == "y2" else { return (name, .mean) }
      let all = values[name]?.compactMap(\.number) ?? []
      let whole = ChartFormat.wholeOfPercentages(channel)
      guard let whole, all.reduce(0, +) > whole * 1.001 else { return (name, .sum) }
      if isValue, name != "text" { restOfShares = rows.count }
      return (name, .mean)
    }
  }

  /// The type of the values of a column.
  static func type(of values: [ChartValue]) -> ChartFieldType {
    var hasNumber = false
    var isTime = true
    var hasText = false
    for value in values {
      switch value {
      case .missing: continue
      case .number: hasNumber = true
      case .flag: return .nominal
      case .text(let text):
        hasText = true
        if isTime { isTime = CalendarMoment(data: text) != nil }
      }
      if hasNumber, hasText { return .nominal }
    }
    if hasText { return isTime ? .temporal : .nominal }
    return .quantitative
  }

  /// Whether a column of names is a number column with a few unreadable cells.
  private static func isMostlyNumbers(_ values: [ChartValue]) -> Bool {
    if values.count(where: { $0.number != nil }) * 2 > values.count { return true }
    let texts = values.filter { $0 != .missing && $0.number == nil }
    guard !texts.isEmpty else { return false }
    return texts.allSatisfy { value in
      guard case .text(let text) = value else { return false }
      if CSVTable.startsWithPoint(text) { return true }
      guard text.contains(",") || text.contains(" ") else { return false }
      return CSVTable.number(text.filter { $0 != "," && $0 != " " && $0 != "\u{A0}" }) != nil
    }
  }
}

extension ChartValue {
  /// The grouping key: an amount by its value, a name by its digits.
  fileprivate func key(_ type: ChartFieldType?) -> ChartValue {
    if case .number(let number) = self, number.hasOwnDigits, number.isExact, type == .quantitative {
      return .of(number.value)
    }
    return self
  }
}

extension JSONNumber {
  /// The limit of scales that a number exceeds; nil if it is within the limits.
  var chartBound: String? {
    if value.magnitude >= 1e15 { return "beyond 1e15" }
    let isTooSmall = value.magnitude < 1e-280 && (value != 0 || (hasOwnDigits && !decimal.digits.isEmpty))
    return isTooSmall ? "closer to 0 than 1e-280" : nil
  }

  /// Whether the number is a year.
  fileprivate var isYear: Bool { value >= 1 && value <= 9_999 && value == value.rounded() }
}
