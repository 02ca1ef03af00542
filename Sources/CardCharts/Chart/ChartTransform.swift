import CardModel
import CardRaster

/// A step that prepares the rows of a chart, as in Vega-Lite's `transform`.
struct ChartTransform: Hashable, Sendable {
  typealias Diagnostic = ChartModel.Diagnostic

  var kind = ""
  var node = JSONNode(.null)
  var path = JSONPath.root
  /// The table of a `lookup`.
  var other: ChartTable?
  /// The classes of a `bin`.
  var bin: ChartBin?

  /// The text of a date in data.
  static func date(_ seconds: Double) -> ChartValue {
    guard let moment = CalendarMoment(seconds: seconds) else { return .missing }
    let day = moment.dayText
    guard moment.seconds % 86_400 != 0 else { return .text(day) }
    func two(_ number: Int) -> String { "\(number)".leftPadded(to: 2) }
    return .text("\(day)T\(two(moment.hour)):\(two(moment.minute)):\(two(moment.second))")
  }

  /// The rows after some steps.
  ///
  /// - Parameter take: counts new values against the budget of the deck.
  static func apply(
    _ transforms: [ChartTransform], to table: ChartTable, _ locale: DeckLocale,
    take: (Int) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> ChartTable {
    guard !transforms.isEmpty else { return table }
    var run = TransformRun(table, locale)
    for transform in transforms {
      run.use(transform)
      do throws(ChartExpression.Diagnostic) { try run.environment.take(run.table.count) } catch {
        throw run.failure(error.message, error.hint)
      }
      let before = run.table.count * run.table.columns.count
      try kinds[transform.kind]?.body(&run)
      let cells = run.table.count * run.table.columns.count
      guard run.table.count <= Limits.chartRows else {
        throw run.failure(
          "a transform gives \(run.table.count) rows, more than the limit of \(Limits.chartRows)")
      }
      try take(max(0, cells - before))
    }
    return run.table
  }

  /// A kind of step: its keys besides its name, and its function.
  struct Kind: Sendable {
    let keys: [String]
    let body: @Sendable (inout TransformRun) throws(Diagnostic) -> Void

    init(_ keys: String..., body: @escaping @Sendable (inout TransformRun) throws(Diagnostic) -> Void) {
      self.keys = keys
      self.body = body
    }
  }

  /// The kinds in the order in which they are looked for: `timeUnit` and `bin` are also keys of others.
  static let names = [
    "aggregate", "joinaggregate", "window", "stack", "calculate", "filter", "fold", "pivot", "impute",
    "lookup",
    "density", "regression", "loess", "quantile", "sample", "extent", "timeUnit", "bin", TransformRun.choose,
  ]

  static let kinds: [String: Kind] = [
    "filter": Kind { run throws(Diagnostic) in try run.filter() },
    "calculate": Kind("as") { run throws(Diagnostic) in try run.calculate() },
    TransformRun.choose: Kind("then", "else", "as") { run throws(Diagnostic) in try run.choose() },
    "aggregate": Kind("groupby") { run throws(Diagnostic) in try run.aggregate() },
    "joinaggregate": Kind("groupby") { run throws(Diagnostic) in try run.joinAggregate() },
    "window": Kind("groupby", "sort", "frame", "ignorePeers") { run throws(Diagnostic) in try run.window() },
    "stack": Kind("groupby", "sort", "offset", "as") { run throws(Diagnostic) in try run.stack() },
    "fold": Kind("as") { run throws(Diagnostic) in try run.fold() },
    "pivot": Kind("value", "groupby", "op", "limit") { run throws(Diagnostic) in try run.pivot() },
    "impute": Kind("key", "keyvals", "groupby", "method", "value", "frame") { run throws(Diagnostic) in
      try run.impute()
    },
    "lookup": Kind("from", "as", "default") { run throws(Diagnostic) in try run.lookup() },
    "density": Kind(
      "bandwidth", "groupby", "extent", "counts", "cumulative", "as", "steps", "minsteps", "maxsteps",
      "resolve"
    ) { run throws(Diagnostic) in try run.density() },
    "regression": Kind("on", "groupby", "method", "order", "extent", "params", "as") {
      run throws(Diagnostic) in
      try run.regression()
    },
    "loess": Kind("on", "groupby", "bandwidth", "as") { run throws(Diagnostic) in try run.loess() },
    "quantile": Kind("groupby", "probs", "step", "as") { run throws(Diagnostic) in try run.quantile() },
    "sample": Kind { run throws(Diagnostic) in try run.sample() },
    "extent": Kind("param") { run throws(Diagnostic) in try run.extent() },
    "timeUnit": Kind("field", "as") { run throws(Diagnostic) in try run.timeUnit() },
    "bin": Kind("field", "as") { run throws(Diagnostic) in try run.bin() },
  ]
}

extension ValueKind where Value == [ChartTransform] {
  /// Steps in their order.
  static var chartTransforms: Self { .list(.chartTransform, 0...Limits.chartTransforms) }
}

extension ValueKind where Value == ChartTransform {
  /// A step, as in Vega-Lite.
  static var chartTransform: Self {
    ValueKind("transform", schema: .freeObject, isExplained: false) { node, path, context in
      guard case .object = node.value else {
        context.mismatch(node, path, expected: "an object such as { \"filter\": \"datum.a > 5\" }")
        return nil
      }
      guard let kind = ChartTransform.names.first(where: { node[$0] != nil }) else {
        if node["flatten"] != nil {
          context.error(
            node, path, "'flatten' works on the lists of the rows in the deck only",
            hint: "write it as the first step")
          return nil
        }
        let shown = ChartTransform.names.filter { $0 != TransformRun.choose }
        let near = node.names.lazy.compactMap { Spelling.nearest(to: $0, in: shown) }.first
        context.error(
          node, path,
          "unknown transform with the keys \(node.names.map { "'\($0)'" }.joined(separator: ", "))",
          hint: near.map { "did you mean '\($0)'?" } ?? "the transforms are \(shown.joined(separator: ", "))")
        return nil
      }
      let known = [kind] + (ChartTransform.kinds[kind]?.keys ?? [])
      var isRead = true
      for name in node.names where !known.contains(name) && name != TransformRun.constants {
        isRead = false
        context.error(
          node.member(name) ?? node, path.key(name), "the transform '\(kind)' has no key '\(name)'",
          hint: Spelling.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
            ?? "its keys are \(known.joined(separator: ", "))")
      }
      guard isRead else { return nil }
      var transform = ChartTransform(kind: kind, node: node, path: path)
      if kind == "lookup" {
        guard let from = node["from"], let data = from["data"] else {
          context.error(node, path, "a 'lookup' needs 'from' with 'data', 'key' and 'fields'")
          return nil
        }
        guard let table = ValueKind<ChartTable>.chartData.parse(data, path.key("from").key("data"), context)
        else {
          return nil
        }
        transform.other = table
      }
      if kind == "bin", let bin = node["bin"] {
        transform.bin = ValueKind<ChartBin>.chartBin.parse(bin, path.key("bin"), context)
      }
      guard
        let filled = Binding.fillTree(
          node, scope: context.scope, log: context.log, file: context.file, path: path)
      else { return nil }
      transform.node = filled
      return transform
    }
  }
}

/// The rows between two steps, with the readers of a step's keys.
struct TransformRun {
  typealias Diagnostic = ChartModel.Diagnostic

  /// The internal step of a `condition`: one of two values by a test.
  static let choose = "\u{1}test"
  /// The internal key of a step with the values of parameters.
  static let constants = "\u{1}constants"

  var table: ChartTable
  let locale: DeckLocale
  var environment: ChartExpression.Environment
  var step = ChartTransform()
  /// The values of parameters, such as those of `extent`.
  var constants: [String: ExpressionValue] = [:]

  /// Takes a step, with the values of parameters that come with it.
  mutating func use(_ transform: ChartTransform) {
    step = transform
    guard let node = step.node[Self.constants], case .object(let members) = node.value else { return }
    for member in members { constants[member.key] = ExpressionValue(node: member.value) ?? .missing }
  }

  init(_ table: ChartTable, _ locale: DeckLocale) {
    self.table = table
    self.locale = locale
    environment = ChartExpression.Environment(locale: locale)
  }

  // MARK: Keys

  func failure(_ message: String, _ hint: String? = nil, key: String? = nil) -> Diagnostic {
    Diagnostic(message, hint: hint, path: key.map { step.path.key($0) } ?? step.path)
  }

  private func text(_ key: String) -> String? { step.node[key]?.plainText }
  private func number(_ key: String) -> Double? { step.node[key]?.number }

  /// One or several texts.
  private func texts(_ key: String) -> [String] {
    guard let node = step.node[key] else { return [] }
    if case .array(let elements) = node.value { return elements.compactMap(\.plainText) }
    return node.plainText.map { [$0] } ?? []
  }

  private func needed(_ key: String) throws(Diagnostic) -> String {
    guard let text = text(key) else { throw failure("the transform '\(step.kind)' needs '\(key)'") }
    return text
  }

  /// The names of new columns, with those that Vega-Lite takes for missing ones.
  private func names(_ standard: String...) -> [String] {
    let given = texts("as")
    return standard.indices.map { $0 < given.count ? given[$0] : standard[$0] }
  }

  /// The values of a column by its name, also `a.b` or `a['b']`.
  private func column(_ name: String, key: String? = nil) throws(Diagnostic) -> [ChartValue] {
    if let found = table.column(name) { return found.values }
    guard !table.hasNoColumns else { return [] }
    let names = table.columns.map(\.name)
    throw failure(
      "the data has no column \(DeckIssue.quoted(name))",
      Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        ?? "the columns are \(names.map { DeckIssue.quoted($0) }.joined(separator: ", "))", key: key)
  }

  private mutating func set(_ name: String, _ values: [ChartValue]) { table.set(name, values) }

  /// The numbers of the steps of a transform that takes more than one for each row.
  private mutating func take(_ count: Int) throws(Diagnostic) {
    do throws(ChartExpression.Diagnostic) { try environment.take(count) } catch {
      throw failure(error.message, error.hint)
    }
  }

  private func expression(_ text: String, key: String) throws(Diagnostic) -> ChartExpression {
    do throws(ChartExpression.Diagnostic) { return try ChartExpression(text, table, constants) } catch {
      throw failure(error.message, error.hint, key: key)
    }
  }

  private mutating func value(
    _ expression: ChartExpression, _ row: Int, key: String
  ) throws(Diagnostic) -> ExpressionValue {
    do throws(ChartExpression.Diagnostic) { return try expression.value(row, &environment) } catch {
      throw failure(error.message, error.hint, key: key)
    }
  }

  /// The indices of rows with equal values in some columns, in the order of their first rows.
  private func groups(_ names: [String]) throws(Diagnostic) -> [[Int]] {
    guard !names.isEmpty else { return table.count == 0 ? [] : [Array(0..<table.count)] }
    let columns = try names.map { name throws(Diagnostic) in try column(name, key: "groupby") }
    var places: [[ChartValue]: Int] = [:]
    var groups: [[Int]] = []
    for row in 0..<table.count {
      let key = columns.map { $0[row].amount }
      if let place = places[key] {
        groups[place].append(row)
      } else {
        places[key] = groups.count
        groups.append([row])
      }
    }
    return groups
  }

  private func groups() throws(Diagnostic) -> [[Int]] { try groups(texts("groupby")) }

  /// Rows in the order of `sort`; equal rows keep their order.
  private func sorted(_ rows: [Int]) throws(Diagnostic) -> (rows: [Int], areEqual: ((Int, Int) -> Bool)?) {
    var keys: [(values: [ChartValue], isDescending: Bool)] = []
    var fields: [JSONNode] = []
    if let sort = step.node["sort"] {
      if case .array(let elements) = sort.value { fields = elements } else { fields = [sort] }
    }
    for field in fields {
      guard let name = field["field"]?.plainText ?? field.plainText else { continue }
      keys.append((try column(name, key: "sort"), field["order"]?.plainText == "descending"))
    }
    guard !keys.isEmpty else { return (rows, nil) }
    let order = rows.enumerated().sorted { a, b in
      for key in keys {
        let order = ChartValue.order(key.values[a.element], key.values[b.element])
        if order != 0 { return key.isDescending ? order > 0 : order < 0 }
      }
      return a.offset < b.offset
    }
    let all = keys
    return (
      order.map(\.element), { a, b in all.allSatisfy { ChartValue.order($0.values[a], $0.values[b]) == 0 } }
    )
  }

  private mutating func keep(_ rows: [Int]) {
    table.count = rows.count
    for number in table.columns.indices {
      let old = table.columns[number].values
      table.columns[number].values = rows.map { old[$0] }
    }
    table.lines = table.lines.isEmpty ? [] : rows.map { table.lines[$0] }
  }

  /// A table of other rows; the rows of its source are gone.
  private mutating func replace(_ columns: [ChartTable.Column], count: Int) {
    table = ChartTable(columns: columns, count: count, name: table.name)
  }

  // MARK: Filters and expressions

  mutating func filter() throws(Diagnostic) {
    guard let node = step.node["filter"] else { return }
    let test = try predicate(node)
    var kept: [Int] = []
    for row in 0..<table.count where try holds(test, row) { kept.append(row) }
    keep(kept)
  }

  mutating func calculate() throws(Diagnostic) {
    let expression = try expression(try needed("calculate"), key: "calculate")
    var values: [ChartValue] = []
    for row in 0..<table.count {
      guard let cell = try value(expression, row, key: "calculate").cell else {
        throw failure("a calculated value is a list or an object", "use one of its values", key: "calculate")
      }
      values.append(cell)
    }
    set(try needed("as"), values)
  }

  mutating func choose() throws(Diagnostic) {
    guard let node = step.node[Self.choose] else { return }
    let test = try predicate(node)
    let cells = ["then", "else"].map { step.node[$0].flatMap { ChartValue($0) } ?? .missing }
    var values: [ChartValue] = []
    for row in 0..<table.count { values.append(try holds(test, row) ? cells[0] : cells[1]) }
    set(try needed("as"), values)
  }

  /// The condition of a filter.
  indirect enum Predicate {
    case constant(Bool)
    case expression(ChartExpression)
    case and([Predicate])
    case or([Predicate])
    case not(Predicate)
    case field([ChartValue], TimeUnit?, (ExpressionValue) -> Bool)
  }

  private func holds(_ nodes: JSONNode) throws(Diagnostic) -> [Predicate] {
    guard case .array(let elements) = nodes.value else {
      throw failure("'and' and 'or' take a list of conditions", key: "filter")
    }
    return try elements.map { node throws(Diagnostic) in try predicate(node) }
  }

  /// The tests of a condition for a field.
  private static let tests = ["equal", "lt", "lte", "gt", "gte", "range", "oneOf", "valid"]

  private func predicate(_ node: JSONNode) throws(Diagnostic) -> Predicate {
    if let text = node.plainText { return .expression(try expression(text, key: "filter")) }
    if case .bool(let flag) = node.value { return .constant(flag) }
    if let all = node["and"] { return .and(try holds(all)) }
    if let any = node["or"] { return .or(try holds(any)) }
    if let other = node["not"] { return .not(try predicate(other)) }
    // Nothing is selected in a picture: such a selection holds for all rows, unless `empty` says otherwise.
    if node["param"] != nil || node["selection"] != nil {
      return .constant(node["empty"]?.value != .bool(false))
    }
    guard let name = node["field"]?.plainText else {
      throw failure(
        "unknown condition of a filter",
        "write an expression, or { \"field\": \"a\", \"equal\": 5 }, with lt, lte, gt, gte, range, oneOf or valid",
        key: "filter")
    }
    let tests = node.names.filter { !["field", "timeUnit"].contains($0) }
    if let other = tests.first(where: { !Self.tests.contains($0) }) {
      throw failure(
        "'\(other)' is not a test of a condition", "the tests are \(Self.tests.joined(separator: ", "))",
        key: "filter")
    }
    guard tests.count < 2 else {
      throw failure(
        "a condition has one test, found '\(tests[0])' and '\(tests[1])'",
        "use 'range', or 'and' with a list of conditions", key: "filter")
    }
    var unit: TimeUnit?
    if let written = node["timeUnit"] {
      unit = TimeUnit.of(written)
      guard unit != nil else { throw failure("unknown time unit \(written.briefText)", key: "filter") }
    }
    let values = try column(name, key: "filter")
    let isDate =
      unit == nil
      && [node["range"], node["equal"], node["lt"], node["gt"], node["lte"], node["gte"]]
        .compactMap { $0 }.contains { $0.isDateTime }
    func bound(_ node: JSONNode) -> ExpressionValue { constant(node, unit) }
    func test(_ key: String, _ holds: @escaping (Int) -> Bool) -> Predicate? {
      guard let node = node[key] else { return nil }
      let value = bound(node)
      return .field(values, unit) {
        ExpressionValue.order(isDate ? $0.asDate : $0, value).map(holds) ?? false
      }
    }
    if let found = test("lt", { $0 < 0 }) ?? test("lte", { $0 <= 0 }) ?? test("gt", { $0 > 0 })
      ?? test("gte", { $0 >= 0 })
    {
      return found
    }
    if let equal = node["equal"] {
      let value = bound(equal)
      return .field(values, unit) {
        ExpressionValue.areEqual(isDate ? $0.asDate : $0, value, isStrict: true)
      }
    }
    if let list = node["oneOf"], case .array(let elements) = list.value {
      let all = elements.map(bound)
      return .field(values, unit) { value in
        all.contains { ExpressionValue.areEqual(value, $0, isStrict: true) }
      }
    }
    if let range = node["range"], case .array(let ends) = range.value, ends.count == 2 {
      let (low, high) = (bound(ends[0]), bound(ends[1]))
      let (isOpen, isOpenAtEnd) = (ends[0].value == .null, ends[1].value == .null)
      return .field(values, unit) { given in
        let value = isDate ? given.asDate : given
        return (isOpen || (ExpressionValue.order(value, low) ?? -1) >= 0)
          && (isOpenAtEnd || (ExpressionValue.order(value, high) ?? 1) <= 0)
      }
    }
    if let valid = node["valid"] {
      let wanted = valid.value != .bool(false)
      return .field(values, unit) { value in
        if case .missing = value { return !wanted }
        return wanted
      }
    }
    throw failure(
      "a condition for 'field' needs equal, lt, lte, gt, gte, range, oneOf or valid", key: "filter")
  }

  /// The number of a month or weekday by its English name or the first letters of it.
  private static func number(of name: String, _ unit: TimeUnit) -> Double? {
    let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    let names = unit == .month ? JSONNode.months : unit == .day ? days : []
    guard name.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(name.lowercased()) }.map { Double(unit == .month ? $0 + 1 : $0) }
  }

  /// A value of a condition; dates may be objects such as `{ "year": 2026, "month": 3 }`.
  private func constant(_ node: JSONNode, _ unit: TimeUnit?) -> ExpressionValue {
    if case .object = node.value {
      if let text = node["expr"]?.plainText ?? node["signal"]?.plainText,
        let expression = try? ChartExpression(text, table, constants)
      {
        var environment = environment
        return (try? expression.value(0, &environment)) ?? .missing
      }
      guard let moment = node.dateTime else { return .missing }
      return unit.map { .number($0.value(of: moment, locale.weeks)) } ?? .date(Double(moment.seconds))
    }
    guard let unit, let cell = ChartValue(node) else {
      return ChartValue(node).map { ExpressionValue($0) } ?? .missing
    }
    guard let number = cell.number ?? Self.number(of: cell.name, unit) else {
      return ExpressionValue(cell).moment.map { .number(unit.value(of: $0, locale.weeks)) } ?? .missing
    }
    guard unit.isCyclic else {
      let year = CalendarMoment.seconds(data: "\(Int(clamping: number))".leftPadded(to: 4))
      return .number(unit == .year ? year ?? .nan : number / 1_000)
    }
    return .number(unit == .day ? number.truncatingRemainder(dividingBy: 7) : number)
  }

  private mutating func holds(_ predicate: Predicate, _ row: Int) throws(Diagnostic) -> Bool {
    switch predicate {
    case .constant(let flag): return flag
    case .expression(let expression): return try value(expression, row, key: "filter").isTrue
    case .and(let all):
      for one in all where try !holds(one, row) { return false }
      return true
    case .or(let all):
      for one in all where try holds(one, row) { return true }
      return false
    case .not(let one): return try !holds(one, row)
    case .field(let values, let unit, let test):
      guard values.indices.contains(row) else { return false }
      let value = ExpressionValue(values[row])
      guard let unit else { return test(value) }
      guard let moment = values[row].moment else { return test(.missing) }
      return test(.number(unit.value(of: moment, locale.weeks)))
    }
  }

  // MARK: Aggregates

  /// A result of `aggregate`, `joinaggregate` or `window`.
  private struct Operation {
    var op: String
    var field: String?
    var name: String
    /// The parameter of a window function.
    var param: Double?
  }

  private func operations() throws(Diagnostic) -> [Operation] {
    guard let node = step.node[step.kind], case .array(let elements) = node.value else {
      throw failure(
        "'\(step.kind)' needs a list such as [{ \"op\": \"sum\", \"field\": \"a\", \"as\": \"total\" }]")
    }
    let known = ChartAggregate.allCases.map(\.rawValue) + ["argmin", "argmax"]
    let all = known + (step.kind == "window" ? WindowFunction.allCases.map(\.rawValue) : [])
    return try elements.map { element throws(Diagnostic) in
      guard let op = element["op"]?.plainText else {
        throw failure("'\(step.kind)' needs 'op'", key: step.kind)
      }
      guard all.contains(op) else {
        throw failure(
          "unknown operation '\(op)' of '\(step.kind)'",
          Spelling.nearest(to: op, in: all).map { "did you mean '\($0)'?" }
            ?? "the operations are \(all.joined(separator: ", "))", key: step.kind)
      }
      let field = element["field"]?.plainText.flatMap { $0 == "*" && op == "count" ? nil : $0 }
      let name = element["as"]?.plainText ?? [op, field].compactMap { $0 }.joined(separator: "_")
      return Operation(op: op, field: field, name: name, param: element["param"]?.number)
    }
  }

  private func combined(_ operation: Operation, _ rows: [Int], _ values: [ChartValue]?) -> ChartValue {
    guard let aggregate = ChartAggregate(rawValue: operation.op) else { return .missing }
    return aggregate.cell(of: values.map { values in rows.map { values[$0] } } ?? [], rows: rows.count)
  }

  /// The row with the smallest or largest value; nil for other operations.
  private func place(_ operation: Operation, _ rows: [Int], _ values: [ChartValue]?) -> Int? {
    guard operation.op.hasPrefix("arg"), let values else { return nil }
    let known = rows.filter { values[$0] != .missing }
    return operation.op == "argmin"
      ? known.min { ChartValue.order(values[$0], values[$1]) < 0 }
      : known.max { ChartValue.order(values[$0], values[$1]) < 0 }
  }

  mutating func aggregate() throws(Diagnostic) {
    let operations = try operations()
    let groups = try groups()
    let keys = texts("groupby")
    var columns = try keys.map { name throws(Diagnostic) in
      let values = try column(name)
      return ChartTable.Column(name: name, values: groups.map { values[$0[0]] })
    }
    for operation in operations {
      let values = try operation.field.map { name throws(Diagnostic) in try column(name, key: "aggregate") }
      if operation.op.hasPrefix("arg") {
        let places = groups.map { place(operation, $0, values) }
        columns += table.columns.map { column in
          .init(
            name: "\(operation.name).\(column.name)",
            values: places.map { $0.map { column.values[$0] } ?? .missing })
        }
      } else {
        columns.append(.init(name: operation.name, values: groups.map { combined(operation, $0, values) }))
      }
    }
    replace(columns, count: groups.count)
  }

  mutating func joinAggregate() throws(Diagnostic) {
    let groups = try groups()
    for operation in try operations() {
      let values = try operation.field.map { name throws(Diagnostic) in try column(name, key: "joinaggregate")
      }
      if operation.op.hasPrefix("arg") {
        var places = Array(repeating: Int?.none, count: table.count)
        for rows in groups {
          let found = place(operation, rows, values)
          for row in rows { places[row] = found }
        }
        for column in table.columns {
          set("\(operation.name).\(column.name)", places.map { $0.map { column.values[$0] } ?? .missing })
        }
        continue
      }
      var result = Array(repeating: ChartValue.missing, count: table.count)
      for rows in groups {
        let value = combined(operation, rows, values)
        for row in rows { result[row] = value }
      }
      set(operation.name, result)
    }
  }

  /// Functions of `window` that are not aggregates.
  enum WindowFunction: String, CaseIterable {
    case rank, ntile, lag, lead
    case rowNumber = "row_number"
    case denseRank = "dense_rank"
    case percentRank = "percent_rank"
    case cumulative = "cume_dist"
    case first = "first_value"
    case last = "last_value"
    case nth = "nth_value"
  }

  /// The first and the last row of a frame, relative to each row; nil for all rows before or after it.
  private func frame(_ from: Int?, _ to: Int?) -> (from: Int?, to: Int?) {
    guard let node = step.node["frame"], case .array(let ends) = node.value, ends.count == 2 else {
      return (from, to)
    }
    let numbers = ends.map {
      $0.number.map { max(-Limits.chartRows, min(Limits.chartRows, Int(clamping: $0))) }
    }
    return (numbers[0], numbers[1])
  }

  mutating func window() throws(Diagnostic) {
    let frame = self.frame(nil, 0)
    let ignoresPeers = step.node["ignorePeers"]?.value == .bool(true)
    let operations = try operations()
    var results = operations.map { _ in Array(repeating: ChartValue.missing, count: table.count) }
    let columns = try operations.map { operation throws(Diagnostic) in
      try operation.field.map { name throws(Diagnostic) in try column(name, key: "window") }
    }
    for group in try groups() {
      let (rows, areEqual) = try sorted(group)
      // The first and the last place of the rows that are equal to each.
      var peers = rows.indices.map { ($0, $0) }
      if let areEqual {
        for place in rows.indices.dropFirst() where areEqual(rows[place - 1], rows[place]) {
          peers[place].0 = peers[place - 1].0
        }
        for place in rows.indices.dropLast().reversed() where areEqual(rows[place], rows[place + 1]) {
          peers[place].1 = peers[place + 1].1
        }
      }
      for (number, operation) in operations.enumerated() {
        var cache: (range: Range<Int>, value: ChartValue)?
        var sums = RunningSum()
        var dense = 0
        for place in rows.indices {
          var (from, to) = (frame.from.map { place + $0 } ?? 0, frame.to.map { place + $0 } ?? rows.count - 1)
          (from, to) = (max(0, from), min(rows.count - 1, to))
          if !ignoresPeers, from <= to { (from, to) = (peers[from].0, peers[to].1) }
          let range = from <= to ? from..<to + 1 : 0..<0
          if peers[place].0 == place { dense += 1 }
          let values = columns[number]
          let value: ChartValue
          if let function = WindowFunction(rawValue: operation.op) {
            value = ranked(function, place, rows, peers[place], dense, range, operation.param, values)
          } else if let cache, cache.range == range {
            value = cache.value
          } else if range.lowerBound == 0, let sum = sums.value(operation.op, rows, range, values) {
            try take(1)
            value = sum
          } else {
            try take(range.count)
            value = combined(operation, range.map { rows[$0] }, values)
          }
          cache = (range, value)
          results[number][rows[place]] = value
        }
      }
    }
    for (operation, values) in zip(operations, results) { set(operation.name, values) }
  }

  /// A sum that grows with the frame, so that long windows are fast.
  private struct RunningSum {
    private var end = 0
    private var sum = 0.0
    private var count = 0

    mutating func value(
      _ op: String, _ rows: [Int], _ range: Range<Int>, _ values: [ChartValue]?
    ) -> ChartValue? {
      guard ["sum", "count", "mean", "average"].contains(op), range.upperBound >= end else { return nil }
      guard let values, op != "count" else { return op == "count" ? .of(Double(range.count)) : nil }
      while end < range.upperBound {
        if let number = values[rows[end]].number {
          sum += number
          count += 1
        }
        end += 1
      }
      return count == 0 ? .missing : .of(op == "sum" ? sum : sum / Double(count))
    }
  }

  private func ranked(
    _ function: WindowFunction, _ place: Int, _ rows: [Int], _ peers: (Int, Int), _ dense: Int,
    _ range: Range<Int>, _ param: Double?, _ values: [ChartValue]?
  ) -> ChartValue {
    let count = Double(rows.count)
    let offset = Int(clamping: param ?? 1)
    func value(_ place: Int) -> ChartValue {
      rows.indices.contains(place) ? values.map { $0[rows[place]] } ?? .missing : .missing
    }
    switch function {
    case .rowNumber: return .of(Double(place + 1))
    case .rank: return .of(Double(peers.0 + 1))
    case .denseRank: return .of(Double(dense))
    case .percentRank: return .of(count > 1 ? Double(peers.0) / (count - 1) : 0)
    case .cumulative: return .of(Double(peers.1 + 1) / count)
    case .ntile: return .of((Double(max(1, offset)) * Double(peers.1 + 1) / count).rounded(.up))
    case .lag: return value(place - offset)
    case .lead: return value(place + offset)
    case .first: return range.isEmpty ? .missing : value(range.lowerBound)
    case .last: return range.isEmpty ? .missing : value(range.upperBound - 1)
    case .nth: return range.count < offset ? .missing : value(range.lowerBound + offset - 1)
    }
  }

  // MARK: Shapes of tables

  mutating func stack() throws(Diagnostic) {
    let values = try column(try needed("stack"), key: "stack")
    let given = names("stack_start", "stack_end")
    let ends = texts("as").count == 1 ? [given[0], given[0] + "_end"] : given
    var (starts, stops) = (values, values)
    let groups = try groups()
    let offset = text("offset")
    // As in Vega, only stacks from 0 have a part below it.
    let hasSigns = offset != "center" && offset != "normalize"
    func size(_ row: Int) -> Double {
      let size = values[row].number ?? 0
      return hasSigns ? size : abs(size)
    }
    let most = groups.map { $0.reduce(0) { $0 + abs(size($1)) } }.max() ?? 0
    for group in groups {
      let total = group.reduce(0) { $0 + abs(size($1)) }
      var (up, down) = (offset == "center" ? (most - total) / 2 : 0, 0.0)
      let factor = offset == "normalize" && total > 0 ? 1 / total : 1
      for row in try sorted(group).rows {
        let value = size(row) * factor
        let base = value < 0 ? down : up
        (starts[row], stops[row]) = (.of(base), .of(base + value))
        if value < 0 { down += value } else { up += value }
      }
    }
    set(ends[0], starts)
    set(ends[1], stops)
  }

  mutating func fold() throws(Diagnostic) {
    let fields = texts("fold")
    let folded = try fields.map { name throws(Diagnostic) in try column(name, key: "fold") }
    let names = names("key", "value")
    try checkSize(rows: table.count * fields.count)
    var columns = table.columns.filter { !names.contains($0.name) }.map { column in
      ChartTable.Column(
        name: column.name, values: column.values.flatMap { Array(repeating: $0, count: fields.count) })
    }
    columns.append(.init(name: names[0], values: (0..<table.count).flatMap { _ in fields.map { .text($0) } }))
    columns.append(.init(name: names[1], values: (0..<table.count).flatMap { row in folded.map { $0[row] } }))
    replace(columns, count: table.count * fields.count)
  }

  private func checkSize(rows: Int, columns: Int? = nil) throws(Diagnostic) {
    guard rows <= Limits.chartRows, rows * (columns ?? table.columns.count) <= Limits.chartCells else {
      throw failure("the transform gives \(rows) rows, more than the limit of \(Limits.chartRows)")
    }
  }

  mutating func pivot() throws(Diagnostic) {
    let keys = try column(try needed("pivot"), key: "pivot")
    let values = try column(try needed("value"), key: "value")
    let operation = Operation(op: text("op") ?? "sum", field: nil, name: "")
    guard ChartAggregate(rawValue: operation.op) != nil else {
      throw failure("unknown operation '\(operation.op)' of 'pivot'", key: "op")
    }
    let groups = try groups()
    var names: [String] = []
    var known: Set<String> = []
    for key in keys where key != .missing && known.insert(key.name).inserted { names.append(key.name) }
    names.sort()
    if let limit = number("limit"), limit > 0 { names = Array(names.prefix(Int(clamping: limit))) }
    try checkSize(rows: groups.count, columns: names.count + 1)
    try take(names.count * groups.count)
    var columns = try texts("groupby").map { name throws(Diagnostic) in
      let values = try column(name)
      return ChartTable.Column(name: name, values: groups.map { values[$0[0]] })
    }
    let members = groups.map { Dictionary(grouping: $0) { keys[$0].name } }
    for name in names {
      columns.append(
        .init(
          name: name, values: members.map { $0[name].map { combined(operation, $0, values) } ?? .missing }))
    }
    replace(columns, count: groups.count)
  }

  mutating func impute() throws(Diagnostic) {
    let field = try needed("impute")
    let key = try needed("key")
    let keys = try column(key, key: "key")
    let method = text("method") ?? "value"
    let fixed = step.node["value"].flatMap { ChartValue($0) } ?? .missing
    guard method == "value" || ChartAggregate(rawValue: method) != nil else {
      throw failure(
        "unknown method '\(method)' of 'impute'", "the methods are value, mean, median, min and max",
        key: "method")
    }
    var all: [ChartValue] = []
    var known: Set<ChartValue> = []
    for value in keys + givenKeys() where value != .missing && known.insert(value.amount).inserted {
      all.append(value)
    }
    let groups = try groups()
    try checkSize(rows: table.count + all.count * groups.count)
    try take(all.count * groups.count)
    var columns = table.columns
    guard let place = columns.firstIndex(where: { $0.name == field }),
      let keyPlace = columns.firstIndex(where: { $0.name == key })
    else {
      _ = try column(field, key: "impute")
      return
    }
    let shared = Set(texts("groupby"))
    let frame = self.frame(nil, nil)
    var count = table.count
    for var group in groups {
      let taken = Set(group.map { keys[$0].amount })
      for value in all where !taken.contains(value.amount) {
        for number in columns.indices {
          let old = shared.contains(columns[number].name) ? columns[number].values[group[0]] : .missing
          columns[number].values.append(
            number == keyPlace ? value : number == place && method == "value" ? fixed : old)
        }
        group.append(count)
        count += 1
      }
      guard method != "value" else { continue }
      // An aggregate also fills missing values of the data, from the rows around them if there is a frame.
      let (values, operation) = (columns[place].values, Operation(op: method, field: field, name: ""))
      let whole = frame.from == nil && frame.to == nil ? combined(operation, group, values) : nil
      for (number, row) in group.enumerated() where values[row] == .missing {
        let (from, to) = (
          frame.from.map { number + $0 } ?? 0, frame.to.map { number + $0 } ?? group.count - 1
        )
        let near = group.indices.clamped(to: from..<max(from, to + 1))
        if whole == nil { try take(near.count) }
        columns[place].values[row] = whole ?? combined(operation, near.map { group[$0] }, values)
      }
    }
    replace(columns, count: count)
  }

  /// The keys of `impute` that the data need not have.
  private func givenKeys() -> [ChartValue] {
    guard let node = step.node["keyvals"] else { return [] }
    if case .array(let elements) = node.value { return elements.compactMap { ChartValue($0) } }
    let (start, step) = (node["start"]?.number ?? 0, node["step"]?.number ?? 1)
    guard let stop = node["stop"]?.number, step > 0, stop > start else { return [] }
    let count = min(Limits.chartRows, Int(clamping: ((stop - start) / step).rounded(.up)))
    return (0..<count).map { .of(start + Double($0) * step) }
  }

  mutating func lookup() throws(Diagnostic) {
    guard let from = step.node["from"], let other = step.other, let key = from["key"]?.plainText else {
      throw failure("a 'lookup' needs 'from' with 'data', 'key' and 'fields'")
    }
    let values = try column(try needed("lookup"), key: "lookup")
    guard let keys = other.column(key)?.values else {
      throw failure(
        "the data of 'from' has no column \(DeckIssue.quoted(key))",
        Spelling.nearest(to: key, in: other.columns.map(\.name)).map { "did you mean '\($0)'?" }, key: "from")
    }
    var places: [ChartValue: Int] = [:]
    for (row, value) in keys.enumerated() { places[value.amount] = row }
    var fields: [String] = []
    if let node = from["fields"], case .array(let elements) = node.value {
      fields = elements.compactMap(\.plainText)
    }
    let given = texts("as")
    let fallback = step.node["default"].flatMap { ChartValue($0) } ?? .missing
    // Without `fields` the row itself is found, and its columns are members of the name.
    let isRow = fields.isEmpty
    for (number, field) in (isRow ? other.columns.map(\.name) : fields).enumerated() {
      guard let found = other.column(field)?.values else {
        throw failure(
          "the data of 'from' has no column \(DeckIssue.quoted(field))",
          Spelling.nearest(to: field, in: other.columns.map(\.name)).map { "did you mean '\($0)'?" },
          key: "from")
      }
      let name = isRow ? "\(given.first ?? "lookup").\(field)" : number < given.count ? given[number] : field
      set(name, values.map { places[$0.amount].map { found[$0] } ?? fallback })
    }
  }

  // MARK: Classes and dates

  mutating func timeUnit() throws(Diagnostic) {
    guard let node = step.node["timeUnit"], let unit = TimeUnit.of(node) else {
      throw failure(
        "unknown time unit \(step.node["timeUnit"]?.briefText ?? "")",
        "the units are \(TimeUnit.allCases.map(\.rawValue).joined(separator: ", "))", key: "timeUnit")
    }
    let count = node["step"]?.number.flatMap { Int(exactly: $0) } ?? 1
    guard (1...1_000).contains(count) else {
      throw failure("'step' must be a whole number from 1 to 1,000", nil, key: "timeUnit")
    }
    let weeks = locale.weeks
    let values = try column(try needed("field"), key: "field")
    set(
      names("timeUnit")[0],
      values.map { cell in
        guard let moment = cell.moment else { return .missing }
        let value = unit.value(of: moment, weeks, every: count)
        guard unit.isCyclic else { return ChartTransform.date(value) }
        return unit.moment(of: Int(clamping: value), weeks).map { ChartTransform.date(Double($0.seconds)) }
          ?? .missing
      })
  }

  mutating func bin() throws(Diagnostic) {
    let field = try needed("field")
    let values = try column(field, key: "field")
    let bin = step.bin ?? ChartBin()
    let classes = ChartClasses(bin, values.compactMap(\.number), most: bin.most(""))
    let starts = values.map { $0.number.flatMap { classes.start(of: $0) } }
    let names = texts("as")
    let name = names.first ?? "bin_\(field)"
    set(name, starts.map { $0.map { .of($0) } ?? .missing })
    set(
      names.count > 1 ? names[1] : "\(name)_end",
      starts.map { $0.map { .of($0 + classes.step) } ?? .missing })
  }

  // MARK: Statistics

  /// The finite numbers of some rows.
  private func numbers(_ values: [ChartValue], _ rows: [Int]) -> [Double] {
    rows.compactMap { values[$0].number }
  }

  /// Rows for each group: two columns of numbers, and those of `groupby`.
  private func curves(
    _ names: [String], _ body: ([Int]) throws(Diagnostic) -> [(Double, Double)]
  ) throws(Diagnostic) -> ChartTable {
    let keys = texts("groupby")
    let known = try keys.map { name throws(Diagnostic) in try column(name) }
    var columns = (names + keys).map { ChartTable.Column(name: $0, values: []) }
    for rows in try groups() {
      let points = try body(rows)
      try checkSize(rows: columns[0].values.count + points.count, columns: columns.count)
      for (x, y) in points {
        columns[0].values.append(.of(x))
        columns[1].values.append(.of(y))
        for (number, values) in known.enumerated() { columns[2 + number].values.append(values[rows[0]]) }
      }
    }
    return ChartTable(columns: columns, count: columns[0].values.count, name: table.name)
  }

  private func extent(_ numbers: [Double]) -> (low: Double, high: Double) {
    if let node = step.node["extent"], case .array(let ends) = node.value, ends.count == 2,
      let low = ends[0].number, let high = ends[1].number, low < high
    {
      return (low, high)
    }
    return (numbers.min() ?? 0, numbers.max() ?? 0)
  }

  mutating func density() throws(Diagnostic) {
    let values = try column(try needed("density"), key: "density")
    let all = extent(values.compactMap(\.number))
    let isShared = text("resolve") != "independent" && step.node["groupby"] != nil
    let count = Int(clamping: max(2, min(1_000, number("steps") ?? number("maxsteps") ?? 200)))
    let (counts, cumulative) = (
      step.node["counts"]?.value == .bool(true), step.node["cumulative"]?.value == .bool(true)
    )
    let width = number("bandwidth") ?? 0
    try take(values.count * count)
    table = try curves(names("value", "density")) { rows in
      let numbers = self.numbers(values, rows)
      let (low, high) = isShared ? all : self.extent(numbers)
      guard !numbers.isEmpty, low < high else { return [] }
      let band = width > 0 ? width : ChartStatistics.bandwidth(numbers)
      let factor = (counts ? 1 : 1 / Double(numbers.count)) / (cumulative ? 1 : band)
      return (0...count).map { place in
        let x = low + (high - low) * Double(place) / Double(count)
        let sum = numbers.reduce(0.0) {
          let z = (x - $1) / band
          return $0 + (cumulative ? ChartStatistics.normalShare(z) : ChartStatistics.normalDensity(z))
        }
        return (x, sum * factor)
      }
    }
  }

  /// The pairs of numbers of `on` and the transform's own column, in the order of the first.
  private func pairs(_ rows: [Int], _ x: [ChartValue], _ y: [ChartValue]) -> [(x: Double, y: Double)] {
    rows.compactMap { row in
      guard let a = x[row].place, let b = y[row].number else { return nil }
      return (a, b)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }

  mutating func regression() throws(Diagnostic) {
    let (field, on) = (try needed("regression"), try needed("on"))
    let (x, y) = (try column(on, key: "on"), try column(field, key: "regression"))
    let method = text("method") ?? "linear"
    guard ChartStatistics.methods.contains(method) else {
      throw failure(
        "unknown method '\(method)' of 'regression'",
        Spelling.nearest(to: method, in: ChartStatistics.methods).map { "did you mean '\($0)'?" }
          ?? "the methods are \(ChartStatistics.methods.joined(separator: ", "))", key: "method")
    }
    let order = Int(clamping: max(0, min(8, number("order") ?? 3)))
    let isTime = x.contains { $0.number == nil && $0.moment != nil }
    if step.node["params"]?.value == .bool(true) {
      let fits = try groups().compactMap { ChartStatistics.fit(pairs($0, x, y), method, order) }
      return replace([.init(name: "rSquared", values: fits.map { .of($0.rSquared) })], count: fits.count)
    }
    table = try curves(names(on, field)) { rows in
      let points = self.pairs(rows, x, y)
      guard let fit = ChartStatistics.fit(points, method, order) else { return [] }
      let (low, high) = self.extent(points.map(\.x))
      let count = method == "linear" ? 1 : 100
      return (0...count).map { place in
        let x = low + (high - low) * Double(place) / Double(count)
        return (x, fit.predict(x))
      }
    }
    if isTime { restoreDates(names(on, field)[0]) }
  }

  private mutating func restoreDates(_ name: String) {
    set(
      name,
      (table[name]?.values ?? []).map { $0.number.map { ChartTransform.date($0.rounded()) } ?? .missing })
  }

  mutating func loess() throws(Diagnostic) {
    let (field, on) = (try needed("loess"), try needed("on"))
    let (x, y) = (try column(on, key: "on"), try column(field, key: "loess"))
    let isTime = x.contains { $0.number == nil && $0.moment != nil }
    let band = max(0.01, min(1, number("bandwidth") ?? 0.3))
    for group in try groups() {
      try take(Int(clamping: 4 * Double(group.count) * Double(group.count) * band))
    }
    table = try curves(names(on, field)) { rows in
      ChartStatistics.loess(self.pairs(rows, x, y), bandwidth: band)
    }
    if isTime { restoreDates(names(on, field)[0]) }
  }

  mutating func quantile() throws(Diagnostic) {
    let values = try column(try needed("quantile"), key: "quantile")
    var shares: [Double] = []
    if let node = step.node["probs"], case .array(let elements) = node.value {
      shares = elements.compactMap(\.number).filter { $0 >= 0 && $0 <= 1 }
    } else {
      let step = max(0.001, min(1, number("step") ?? 0.01))
      var share = step / 2
      while share < 1 - 1e-14 {
        shares.append(share)
        share += step
      }
    }
    table = try curves(names("prob", "value")) { rows in
      let sorted = self.numbers(values, rows).sorted()
      return sorted.isEmpty ? [] : shares.map { ($0, ChartStatistics.quantile(sorted, $0)) }
    }
  }

  mutating func sample() throws(Diagnostic) {
    let most = Int(clamping: number("sample") ?? 1_000)
    guard most >= 0, table.count > most else { return }
    var kept = Array(0..<most)
    for row in most..<table.count {
      let place = Int(environment.nextRandom() * Double(row + 1))
      if place < most { kept[place] = row }
    }
    keep(kept.sorted())
  }

  mutating func extent() throws(Diagnostic) {
    let numbers = try column(try needed("extent"), key: "extent").compactMap(\.number)
    constants[try needed("param")] = .list(
      [numbers.min(), numbers.max()].map { $0.map { .number($0) } ?? .missing })
  }
}

extension ExpressionValue {
  /// A text that is a date as a date.
  fileprivate var asDate: ExpressionValue {
    if case .text = self, let seconds { .date(seconds) } else { self }
  }
}

extension ChartTable {
  /// A column by its name, also written as a member: `a.b`, `a['b']` or `a\.b`.
  func column(_ name: String) -> Column? {
    if let column = self[name] { return column }
    // Vega-Lite calls the column of plain numbers so.
    if isPlain, name == "data" { return self[Self.value] }
    guard name.contains("[") || name.contains("\\") else { return nil }
    return self[Self.plain(name)]
  }

  /// The name of a column with its members separated by points.
  static func plain(_ name: String) -> String {
    var result = ""
    for character in name {
      switch character {
      case "[": if !result.isEmpty { result.append(".") }
      case "]", "'", "\"", "\\": break
      default: result.append(character)
      }
    }
    return result
  }

  mutating func set(_ name: String, _ values: [ChartValue]) {
    if let place = columns.firstIndex(where: { $0.name == name }) {
      columns[place].values = values
    } else {
      columns.append(Column(name: name, values: values))
    }
  }
}

extension ChartValue {
  /// The value for comparisons: a number without its digits.
  var amount: ChartValue {
    if case .number(let number) = self, number.hasOwnDigits { return .of(number.value) }
    return self
  }

  /// The date of an ISO text, or of a year.
  var moment: CalendarMoment? {
    switch self {
    case .text(let text): CalendarMoment(data: text)
    case .number(let number):
      number.value >= 1 && number.value <= 9_999
        ? CalendarMoment(data: "\(Int(clamping: number.value))".leftPadded(to: 4))
        : CalendarMoment(seconds: number.value.magnitude > 1e10 ? number.value / 1_000 : number.value)
    default: nil
    }
  }

  /// The number, or the seconds of a date.
  fileprivate var place: Double? { number ?? moment.map { Double($0.seconds) } }

  /// The order of two cells: missing ones first, then numbers, then texts.
  static func order(_ a: ChartValue, _ b: ChartValue) -> Int {
    func rank(_ value: ChartValue) -> Int {
      switch value {
      case .missing: 0
      case .flag: 1
      case .number: 2
      case .text: 3
      }
    }
    if let x = a.number, let y = b.number { return x == y ? 0 : x < y ? -1 : 1 }
    let (x, y) = (rank(a), rank(b))
    guard x == y else { return x < y ? -1 : 1 }
    return a.name == b.name ? 0 : a.name < b.name ? -1 : 1
  }
}

extension JSONNode {
  /// Whether the node, or an element of it, is a date such as `{ "year": 2026 }`.
  fileprivate var isDateTime: Bool {
    if case .array(let elements) = value { return elements.contains { $0.isDateTime } }
    return dateTime != nil
  }

  fileprivate static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november",
    "december",
  ]

  /// The date of an object such as `{ "year": 2026, "month": "march", "date": 1 }`.
  var dateTime: CalendarMoment? {
    let keys: Set = [
      "year", "quarter", "month", "date", "hours", "minutes", "seconds", "milliseconds", "utc",
    ]
    guard case .object(let members) = value, !members.isEmpty, members.allSatisfy({ keys.contains($0.key) }),
      var moment = CalendarMoment(data: "2012-01-01")
    else { return nil }
    func field(_ key: String, _ range: ClosedRange<Int>) -> Int? {
      self[key]?.number.flatMap { Int(exactly: $0) }.map { max(range.lowerBound, min(range.upperBound, $0)) }
    }
    if let year = field("year", 1...9_999) { moment.year = year }
    if let quarter = field("quarter", 1...4) { moment.month = quarter * 3 - 2 }
    if let month = field("month", 1...12) { moment.month = month }
    if let name = self["month"]?.plainText?.lowercased(), name.count >= 3,
      let place = Self.months.firstIndex(where: { $0.hasPrefix(name) })
    {
      moment.month = place + 1
    }
    moment.day = field("date", 1...CalendarMoment.days(in: moment.month, of: moment.year)) ?? 1
    (moment.hour, moment.minute) = (field("hours", 0...23) ?? 0, field("minutes", 0...59) ?? 0)
    moment.second = field("seconds", 0...59) ?? 0
    return moment
  }
}

/// Statistics of lists of numbers, with the same results as Vega's.
enum ChartStatistics {
  static let methods = ["linear", "log", "exp", "pow", "quad", "poly"]

  /// A quantile of ascending numbers, with linear interpolation.
  static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    guard let first = sorted.first else { return .nan }
    let place = max(0, min(1, share)) * Double(sorted.count - 1)
    let index = Int(place)
    guard index + 1 < sorted.count else { return sorted.last ?? first }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
  }

  /// The variance, of a sample or of all values; nil for less than two.
  static func variance(_ numbers: [Double], isSample: Bool = true) -> Double? {
    let count = Double(numbers.count)
    guard numbers.count > 1 else { return nil }
    let mean = numbers.reduce(0, +) / count
    return numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (isSample ? count - 1 : count)
  }

  /// The bandwidth of a density by the rule of Scott.
  static func bandwidth(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    let deviation = (variance(numbers) ?? 0).squareRoot()
    let spread = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34
    let least = min(deviation, spread)
    let width = least > 0 ? least : deviation > 0 ? deviation : max(abs(quantile(sorted, 0.25)), 0)
    return 1.06 * (width > 0 ? width : 1) * RealMath.power(Double(numbers.count), -0.2)
  }

  static func normalDensity(_ z: Double) -> Double { RealMath.exp(-0.5 * z * z) / 2.506_628_274_631_000_5 }

  /// The share of a normal distribution below a value (Abramowitz and Stegun, 26.2.17).
  static func normalShare(_ z: Double) -> Double {
    let t = 1 / (1 + 0.231_641_9 * abs(z))
    let factors = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429]
    var (power, sum) = (t, 0.0)
    for factor in factors {
      sum += factor * power
      power *= t
    }
    let tail = normalDensity(z) * sum
    return z > 0 ? 1 - tail : tail
  }

  /// The value below which a share of a normal distribution is, by bisection.
  static func normalQuantile(_ share: Double) -> Double {
    guard share > 0, share < 1 else { return share == 0 ? -.infinity : share == 1 ? .infinity : .nan }
    var (low, high) = (-40.0, 40.0)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if normalShare(middle) < share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// A curve through points.
  struct Fit {
    var rSquared = 0.0
    var predict: (Double) -> Double
  }

  static func fit(_ points: [(x: Double, y: Double)], _ method: String, _ order: Int) -> Fit? {
    guard points.count > 1 else { return nil }
    func line(_ points: [(x: Double, y: Double)]) -> [Double] { polynomial(points, 1) ?? [0, 0] }
    var fit: Fit
    switch method {
    case "log":
      let c = line(points.filter { $0.x > 0 }.map { (RealMath.ln($0.x), $0.y) })
      fit = Fit { c[0] + c[1] * RealMath.ln($0) }
    case "exp":
      let c = weighted(points.filter { $0.y > 0 })
      fit = Fit { c[0] * RealMath.exp(c[1] * $0) }
    case "pow":
      let c = line(points.filter { $0.x > 0 && $0.y > 0 }.map { (RealMath.ln($0.x), RealMath.ln($0.y)) })
      fit = Fit { RealMath.exp(c[0]) * RealMath.power($0, c[1]) }
    default:
      let order = method == "linear" ? 1 : method == "quad" ? 2 : order
      // Around the mean, so that large numbers such as years keep their digits.
      let middle = points.reduce(0) { $0 + $1.x } / Double(points.count)
      guard let c = polynomial(points.map { ($0.x - middle, $0.y) }, order) else { return nil }
      fit = Fit { x in c.reversed().reduce(0) { $0 * (x - middle) + $1 } }
    }
    let mean = points.reduce(0) { $0 + $1.y } / Double(points.count)
    let total = points.reduce(0) { $0 + ($1.y - mean) * ($1.y - mean) }
    let rest = points.reduce(0) { sum, point in
      let error = point.y - fit.predict(point.x)
      return sum + error * error
    }
    fit.rSquared = total > 0 ? 1 - rest / total : 0
    return fit
  }

  /// An exponential curve, weighted by the values, as in Vega.
  private static func weighted(_ points: [(x: Double, y: Double)]) -> [Double] {
    var (weight, x, xx, l, xl) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for point in points {
      let log = RealMath.ln(point.y)
      weight += point.y
      x += point.x * point.y
      xx += point.x * point.x * point.y
      l += log * point.y
      xl += point.x * log * point.y
    }
    let bottom = weight * xx - x * x
    guard bottom != 0 else { return [weight > 0 ? RealMath.exp(l / weight) : 0, 0] }
    let slope = (weight * xl - x * l) / bottom
    return [RealMath.exp((l - slope * x) / weight), slope]
  }

  /// The coefficients of a polynomial, by Gaussian elimination; nil if the solution is not unique.
  private static func polynomial(_ points: [(x: Double, y: Double)], _ order: Int) -> [Double]? {
    let size = order + 1
    guard points.count >= size else { return nil }
    var sums = Array(repeating: 0.0, count: 2 * order + 1)
    var right = Array(repeating: 0.0, count: size)
    for point in points {
      var power = 1.0
      for place in sums.indices {
        sums[place] += power
        if place < size { right[place] += power * point.y }
        power *= point.x
      }
    }
    var rows: [[Double]] = (0..<size).map { row in sums[row..<row + size] + [right[row]] }
    for column in 0..<size {
      guard let pivot = (column..<size).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        rows[pivot][column] != 0
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<size where row != column {
        let factor = rows[row][column] / rows[column][column]
        for place in column...size { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return rows.enumerated().map { (row: Int, values: [Double]) -> Double in values[size] / values[row] }
  }

  /// A local regression: a line through the nearest points of each, weighted by their distance, in two rounds.
  static func loess(_ points: [(x: Double, y: Double)], bandwidth: Double) -> [(Double, Double)] {
    let count = points.count
    let near = max(2, Int(bandwidth * Double(count)))
    guard count > 2 else { return points.map { ($0.x, $0.y) } }
    var robust = Array(repeating: 1.0, count: count)
    var smooth = Array(repeating: 0.0, count: count)
    for round in 0...2 {
      var first = 0
      for place in points.indices {
        let x = points[place].x
        while first + near < count, x - points[first].x > points[first + near].x - x { first += 1 }
        let last = min(count - 1, first + near - 1)
        let reach = max(x - points[first].x, points[last].x - x)
        var (w, wx, wy, wxy, wxx) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for other in first...last {
          let dx = points[other].x - x
          let share = reach > 0 ? abs(dx) / reach : 0
          let cube = 1 - share * share * share
          let weight = robust[other] * max(0, cube * cube * cube)
          (w, wx, wy) = (w + weight, wx + weight * dx, wy + weight * points[other].y)
          (wxy, wxx) = (wxy + weight * dx * points[other].y, wxx + weight * dx * dx)
        }
        guard w > 0 else {
          smooth[place] = points[place].y
          continue
        }
        let (mx, my) = (wx / w, wy / w)
        let spread = wxx / w - mx * mx
        let slope = spread > 1e-12 * max(1, reach * reach) ? (wxy / w - mx * my) / spread : 0
        smooth[place] = my - slope * mx
      }
      guard round < 2 else { break }
      let errors = points.indices.map { abs(points[$0].y - smooth[$0]) }
      let middle = quantile(errors.sorted(), 0.5)
      guard middle > 1e-12 else { break }
      robust = errors.map { error in
        let share = error / (6 * middle)
        return share >= 1 ? 1e-12 : (1 - share * share) * (1 - share * share)
      }
    }
    var result: [(Double, Double)] = []
    for (place, point) in points.enumerated() where result.last?.0 != point.x {
      result.append((point.x, smooth[place]))
    }
    return result
  }
}
