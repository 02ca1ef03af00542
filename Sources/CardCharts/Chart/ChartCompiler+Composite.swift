import CardModel
import CardRaster

/// A part of a composite mark.
struct CompositePart {
  let isHorizontal: Bool
  let isBox: Bool
  let role: ChartLayer.Role
}

/// Marks that consist of others: box plots, error bars and error bands; and axes that a chart leaves out.
extension ChartCompiler {
  /// Marks that have a place on an axis without a channel.
  private static let onOneAxis: Set<ChartMarkType> = [
    .bar, .column, .point, .scatter, .tick, .rect, .boxplot, .errorbar, .errorband,
  ]

  /// Adds an axis with a single unnamed position, if no mark of the chart has a channel for it.
  func addMissingAxis(_ encoding: inout ChartEncoding, _ mark: ChartMark) {
    guard Self.onOneAxis.contains(mark.type), encoding.x != nil || encoding.y != nil else { return }
    for path in [\ChartEncoding.x, \.y]
    where encoding[keyPath: path] == nil && spec.channels(path).isEmpty {
      // Dates have no length.
      let other = encoding.x ?? encoding.y
      if mark.type == .bar || mark.type == .column, other?.type == .temporal || other?.timeUnit != nil {
        continue
      }
      var channel = ChartChannel(type: .nominal, title: "", datum: .text(""))
      channel.hasAxis = false
      encoding[keyPath: path] = channel
    }
  }

  /// Marks that can be at a fixed position of the plot.
  private static let movable: Set<ChartMarkType> = [.point, .scatter, .text, .tick, .rule]

  /// Removes the channels of positions that do not depend on data, such as `"x": { "value": 40 }`.
  func takeFixedPlaces(
    _ encoding: inout ChartEncoding, _ mark: ChartMark
  ) throws(Diagnostic) -> [ChartAxis: ChartLayer.FixedPlace] {
    var result: [ChartAxis: ChartLayer.FixedPlace] = [:]
    for axis in [ChartAxis.x, .y] where Self.movable.contains(mark.type) {
      let paths = ChartEncoding.places(axis)
      func place(_ path: ChartEncoding.Path) throws(Diagnostic) -> Double? {
        guard let channel = encoding[keyPath: path], channel.fields.isEmpty, let value = channel.value else {
          return nil
        }
        if value == .text(axis == .x ? "width" : "height") { return .infinity }
        guard let number = value.number, number >= 0 else {
          throw Diagnostic(
            "a fixed position is a number of points, or '\(axis == .x ? "width" : "height")'",
            path: channel.path.key("value"))
        }
        return number
      }
      guard let start = try place(paths.start) else { continue }
      let end = try place(paths.end)
      result[axis] = ChartLayer.FixedPlace(start: start, end: end)
      if end != nil { encoding[keyPath: paths.end] = nil }
      encoding[keyPath: paths.start] = nil
    }
    return result
  }

  /// The lower end, the middle and the upper end of some numbers.
  private struct Summary {
    var low, middle, high: Double?
    /// The ends of the box of a box plot.
    var box: (low: Double, high: Double)?
    var outliers: [Int] = []
  }

  private static func summary(_ numbers: [(row: Int, value: Double)], _ mark: ChartMark) -> Summary {
    let values = numbers.map(\.value)
    let sorted = values.sorted()
    func value(_ operation: ChartAggregate) -> Double? { operation.value(of: values, rows: values.count) }
    guard mark.type == .boxplot else {
      let mean = value(.mean)
      switch mark.extent ?? .stderr {
      case .iqr: return Summary(low: value(.q1), middle: value(.median), high: value(.q3))
      case .ci: return Summary(low: value(.ci0), middle: mean, high: value(.ci1))
      case .whole: return Summary(low: sorted.first, middle: mean, high: sorted.last)
      case .stdev, .stderr, .factor:
        let reach = value(mark.extent == .stdev ? .stdev : .stderr) ?? 0
        return Summary(low: mean.map { $0 - reach }, middle: mean, high: mean.map { $0 + reach })
      }
    }
    // A single value has no box, and is a point.
    if numbers.count == 1 { return Summary(outliers: numbers.map(\.row)) }
    guard let q1 = value(.q1), let q3 = value(.q3) else { return Summary() }
    var factor = 1.5
    if case .factor(let given)? = mark.extent { factor = given }
    let reach = mark.extent == .whole ? .infinity : factor * (q3 - q1)
    let inside = sorted.filter { $0 >= q1 - reach && $0 <= q3 + reach }
    let beyond = numbers.filter { $0.value < q1 - reach || $0.value > q3 + reach }
    return Summary(
      low: inside.first, middle: value(.median), high: inside.last, box: (q1, q3), outliers: beyond.map(\.row)
    )
  }

  mutating func addComposite(
    _ mark: ChartMark, _ given: ChartEncoding, _ table: ChartTable, isSecond: Bool
  ) throws(Diagnostic) {
    var raw = given
    for path in [\ChartEncoding.x, \.y] { raw[keyPath: path]?.aggregate = nil }
    var rows = try ChartRows(raw, table, locale.weeks)
    try rows.settle()
    func isNumber(_ name: String) -> Bool { rows.types[name] == .quantitative && rows.binEnds[name] == nil }
    let isHorizontal =
      isNumber("x")
      && (!isNumber("y") || given.x2 != nil || (given.x?.aggregate != nil && given.y?.aggregate == nil))
    let (main, place) = isHorizontal ? (\ChartEncoding.x, "x") : (\ChartEncoding.y, "y")
    let end = isHorizontal ? \ChartEncoding.x2 : \ChartEncoding.y2
    guard let channel = raw[keyPath: main], isNumber(place), let values = rows[place] else {
      throw Diagnostic(
        "'\(mark.type.rawValue)' needs numbers at 'x' or 'y'", path: given.y?.path ?? given.x?.path)
    }
    keepUngrouped(isHorizontal ? .x : .y, channel, table)
    composite = nil
    defer { composite = nil }
    if raw[keyPath: end] != nil {
      // Both ends are in the data.
      return try addParts(mark, raw, table, table, isHorizontal: isHorizontal, isSecond: isSecond)
    }
    let keys = rows.values.keys.filter { $0 != place }.sorted()
    var places: [[ChartValue]: Int] = [:]
    var groups: [[Int]] = []
    for row in rows.rows.indices {
      let key = keys.map { rows[$0]?[row].amount ?? .missing }
      if let known = places[key] {
        groups[known].append(row)
      } else {
        places[key] = groups.count
        groups.append([row])
      }
    }
    let summaries = groups.map { group in
      Self.summary(group.compactMap { row in values[row].number.map { (row, $0) } }, mark)
    }
    func rowsOnly(_ numbers: [Int]) -> ChartTable {
      var result = ChartTable(count: numbers.count, name: table.name)
      result.columns = table.columns.map { column in
        .init(name: column.name, values: numbers.map { column.values[rows.rows[$0]] })
      }
      return result
    }
    var sums = rowsOnly(groups.map { $0[0] })
    func set(_ name: String, _ value: (Summary) -> Double?) {
      sums.set("\u{1}\(name)", summaries.map { summary in value(summary).map { .of($0) } ?? .missing })
    }
    set("low") { $0.low }
    set("middle") { $0.middle }
    set("high") { $0.high }
    set("q1") { $0.box?.low }
    set("q3") { $0.box?.high }
    var encoding = raw
    encoding[keyPath: main] = Self.part(channel, "\u{1}low")
    encoding[keyPath: end] = ChartChannel(fields: ["\u{1}high"], type: .quantitative)
    let beyond = rowsOnly(summaries.flatMap(\.outliers))
    try addParts(
      mark, encoding, sums, beyond, field: channel.fields.first, isHorizontal: isHorizontal,
      isSecond: isSecond)
  }

  /// A channel for another column of numbers, with the same axis.
  private static func part(_ channel: ChartChannel, _ column: String) -> ChartChannel {
    var result = channel
    result.title = channel.title ?? channel.fields.first.map(ChartChannel.words)
    (result.fields, result.type, result.bin, result.written) = ([column], .quantitative, nil, nil)
    return result
  }

  /// Adds the marks of a composite mark.
  private mutating func addParts(
    _ mark: ChartMark, _ encoding: ChartEncoding, _ table: ChartTable, _ beyond: ChartTable,
    field: String? = nil, isHorizontal: Bool, isSecond: Bool
  ) throws(Diagnostic) {
    let (main, end) =
      isHorizontal ? (\ChartEncoding.x, \ChartEncoding.x2) : (\ChartEncoding.y, \ChartEncoding.y2)
    guard let channel = encoding[keyPath: main] else { return }
    func add(
      _ type: ChartMarkType, from first: String? = nil, to last: String? = nil, _ rows: ChartTable,
      role: ChartLayer.Role = .plain, _ change: (inout ChartMark) -> Void = { _ in }
    ) throws(Diagnostic) {
      var part = mark
      part.type = type
      change(&part)
      var own = encoding
      if let first { own[keyPath: main] = Self.part(channel, first) }
      if type == .tick || type == .point || type == .line { own[keyPath: end] = nil }
      if let last { own[keyPath: end] = ChartChannel(fields: [last], type: .quantitative) }
      composite = CompositePart(
        isHorizontal: isHorizontal, isBox: mark.type == .boxplot, role: role)
      try addMark(part, own, rows, isSecond: isSecond)
      // The value of a box, a band or an error bar is its middle, not its lower end.
      guard [.bar, .area, .rule].contains(type), let middles = rows["\u{1}middle"]?.values else { return }
      model.layers[model.layers.count - 1].updatePoints { $0.value = middles[$0.row].number ?? .nan }
    }
    switch mark.type {
    case .errorband:
      try add(isHorizontal ? .bar : .area, table) { part in
        part.opacity = mark.opacity ?? 0.3
        part.point = false
        part.strokeWidth = 0
      }
      guard mark.borders else { return }
      try add(.line, table) { $0.opacity = nil }
      if let other = encoding[keyPath: end]?.fields.first {
        try add(.line, from: other, table) { $0.opacity = nil }
      }
    case .errorbar:
      try add(.rule, table)
      guard mark.ticks else { return }
      try add(.tick, table) { $0.size = mark.size ?? 10 }
      if let other = encoding[keyPath: end]?.fields.first {
        try add(.tick, from: other, table) { $0.size = mark.size ?? 10 }
      }
    default:
      try add(.rule, table, role: .whisker) { $0.color = nil }
      if mark.ticks {
        try add(.tick, from: "\u{1}low", table, role: .whisker) { $0.size = mark.size ?? 10 }
        try add(.tick, from: "\u{1}high", table, role: .whisker) { $0.size = mark.size ?? 10 }
      }
      try add(.bar, from: "\u{1}q1", to: "\u{1}q3", table) { $0.cornerRadiusEnd = 0 }
      try add(.tick, from: "\u{1}middle", table, role: .median) { part in
        (part.color, part.size, part.strokeWidth) = (nil, nil, 2)
      }
      guard mark.outliers, beyond.count > 0 else { return }
      try add(.point, from: field, beyond) { $0.filled = false }
    }
  }
}
