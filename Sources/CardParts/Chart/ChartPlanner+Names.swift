/// What is said of values that are names.
extension ChartPlanner {
  /// Warns of bars, areas and slices of names, which have no length, and of lines of numbers that are written as texts.
  ///
  /// A channel that says its `type` means it.
  mutating func doubtNames(_ mark: ChartMark, _ rows: ChartRows, _ encoding: ChartEncoding, isLying: Bool) {
    let isLong = plan.form != .cartesian || mark.type == .bar || mark.type == .area
    guard isLong || mark.type == .line, encoding.x2 == nil, encoding.y2 == nil else { return }
    func names(_ name: String) -> [ChartValue] {
      guard let channel = name == "x" ? encoding.x : encoding.y, channel.type == nil,
        channel.aggregate == nil, rows.types[name] == .nominal, !channel.fields.isEmpty
      else { return [] }
      return rows[name]?.filter { $0 != .missing } ?? []
    }
    /// Whether at least half of the names are numbers, in quotes or not.
    func areNumbers(_ names: [ChartValue]) -> Bool {
      !names.isEmpty && names.count(where: \.writesNumber) * 2 >= names.count
    }
    var (value, other) = isLying || liesDown(mark, rows) ? ("x", "y") : ("y", "x")
    // Of two columns that both name places, the one that looks like numbers has the values.
    if mark.type == .bar, rows.types[value] != .quantitative, !areNumbers(names(value)),
      areNumbers(names(other))
    {
      (value, other) = (other, value)
    }
    if mark.type == .bar, plan.form == .cartesian, rows.types[value] == .temporal,
      [.nominal, .ordinal].contains(rows.types[other])
    {
      plan.doubts.append(
        ChartPlan.Doubt(
          message: "the values are dates, which have no length", key: isSwapped ? other : value,
          hint: "give bars two ends with '\(value)' and '\(value)2', or show dates with a 'point' mark"))
    }
    let found = names(value)
    guard let first = found.first?.name else { return }
    let key = isSwapped ? other : value
    if areNumbers(found) {
      if found.contains(where: { $0.number != nil }),
        let cause = found.first(where: { !$0.writesNumber })?.name
      {
        plan.doubts.append(
          ChartPlan.Doubt(
            message: "the values stand as names, since \(DeckIssue.quoted(cause)) is not a number", key: key,
            hint: CSVTable.meantNumber(cause) ?? "leave a missing value empty, or null"))
      } else {
        let number = found.first { $0.writesNumber }?.name ?? first
        plan.doubts.append(
          ChartPlan.Doubt(
            message: "the values are texts such as \(DeckIssue.quoted(number)), which stand as names",
            key: key,
            hint: "write numbers without quotes: \(number)"))
      }
    } else if isLong, plan.form != .cartesian || [.nominal, .ordinal].contains(rows.types[other]) {
      // Of names and numbers a name is the cause.
      let first = found.first { !$0.writesNumber }?.name ?? first
      let isMixed = found.contains(where: \.writesNumber)
      plan.doubts.append(
        ChartPlan.Doubt(
          message: "the values are names such as \(DeckIssue.quoted(first)), which have no length", key: key,
          hint: CSVTable.meantNumber(first)
            ?? (isMixed
              ? "leave a missing value empty, or null"
              : "name a column of numbers, or count rows with 'count()'")))
    }
  }

  /// Makes series of the numbers of a line's `color`, such as years; numbers that differ from point to point have no effect.
  mutating func nameColors(_ encoding: inout ChartEncoding, _ mark: ChartMark, _ rows: inout ChartRows) {
    guard [.line, .area].contains(mark.type), rows.types["color"] == .quantitative,
      let numbers = rows["color"]
    else { return }
    if encoding.color?.type == nil, Set(numbers).count * 2 <= numbers.count {
      rows.types["color"] = .ordinal
      return
    }
    encoding.color = nil
    (rows.values["color"], rows.types["color"]) = (nil, nil)
    let kind = mark.type == .line ? "a line" : "an area"
    plan.doubts.append(
      ChartPlan.Doubt(
        message: "the numbers at 'color' have no effect, as \(kind) has one colour", key: "color",
        hint: "show them with a 'point' mark, or give 'color' the type 'nominal' for a line of each"))
  }

  /// Exchanges `x` and `y` of a mark whose values stand where its names belong, and the other way round.
  ///
  /// Bars, slices and stages look as they are meant then. Steps, lines and areas run from left to right, so that theirs
  /// is a warning; a line whose `y` has a `type` keeps its axes.
  ///
  /// - Parameter isLying: whether the places are at `y`, as those of a `horizontalBar` are here.
  /// - Returns: whether they were exchanged.
  mutating func turnAround(
    _ encoding: inout ChartEncoding, _ mark: ChartMark, _ rows: ChartRows, isLying: Bool = false
  ) -> Bool {
    let isLine = mark.type == .line || mark.type == .area
    let isAlone = spec.layer.count + (spec.mark == nil ? 0 : 1) == 1
    let takesPart =
      isLying || plan.form == .funnel || plan.form == .arcs || mark.type == .waterfall
      || (isLine && isAlone && encoding.order == nil && encoding.y?.type == nil)
    guard takesPart, encoding.x2 == nil, encoding.y2 == nil else { return false }
    let (places, values) = isLying ? ("y", "x") : ("x", "y")
    guard rows.types[places] == .quantitative, rows.binEnds[places] == nil, let type = rows.types[values],
      rows[values] != nil
    else { return false }
    let areYears = isLying && type == .quantitative && areYears(rows[values]) && !areYears(rows[places])
    // A line may run along dates from top to bottom; an area has its foot at the values.
    guard type != .quantitative || areYears, type != .temporal || mark.type != .line else { return false }
    // Numbers in quotes are values that need another warning.
    if type == .nominal, rows[values]?.contains(where: { CSVTable.number($0.name) != nil }) == true {
      return false
    }
    swap(&encoding.x, &encoding.y)
    isSwapped.toggle()
    if isLine || mark.type == .waterfall {
      let kind = type == .temporal ? "dates" : "names"
      plan.doubts.append(
        ChartPlan.Doubt(
          message:
            "'x' has numbers and 'y' has \(kind); the '\(plan.mark.rawValue)' runs from left to right, so both are exchanged",
          key: "x", hint: "write the \(kind) at 'x' and the numbers at 'y'"))
    }
    return true
  }
}

extension ChartValue {
  /// Whether it is a number, or a text that writes one.
  fileprivate var writesNumber: Bool {
    switch self {
    case .number: true
    case .text(let text): CSVTable.number(text) != nil
    case .missing, .flag: false
    }
  }
}
