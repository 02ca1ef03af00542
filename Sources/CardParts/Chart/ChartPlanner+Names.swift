/// What is said of values that are names.
extension ChartPlanner {
  /// Warns of bars, areas and slices of names, which have no length, and of lines of numbers that are written as texts.
  ///
  /// A channel that says its `type` means it.
  mutating func doubtNames(_ mark: ChartMark, _ rows: ChartRows, _ encoding: ChartEncoding, isLying: Bool) {
    let isLong = plan.form != .cartesian || mark.type == .bar || mark.type == .area
    guard isLong || mark.type == .line, encoding.x2 == nil, encoding.y2 == nil else { return }
    func texts(_ name: String) -> [String] {
      guard let channel = name == "x" ? encoding.x : encoding.y, channel.type == nil,
        channel.aggregate == nil, rows.types[name] == .nominal, !channel.fields.isEmpty
      else { return [] }
      return rows[name]?.compactMap { $0 == .missing ? nil : $0.name } ?? []
    }
    func number(of texts: [String]) -> String? {
      let numbers = texts.filter { CSVTable.number($0) != nil }
      return numbers.count * 2 >= texts.count ? numbers.first : nil
    }
    var (value, other) = isLying || liesDown(mark, rows) ? ("x", "y") : ("y", "x")
    // Of two columns that both name places, the one that looks like numbers has the values.
    if mark.type == .bar, rows.types[value] != .quantitative, number(of: texts(value)) == nil,
      number(of: texts(other)) != nil
    {
      (value, other) = (other, value)
    }
    let found = texts(value)
    guard let first = found.first else { return }
    let key = isLying ? other : value
    if let number = number(of: found) {
      plan.doubts.append(
        ChartPlan.Doubt(
          message: "the values are texts such as \(DeckIssue.quoted(number)), which stand as names", key: key,
          hint: "write numbers without quotes: \(number)"))
    } else if isLong, plan.form != .cartesian || [.nominal, .ordinal].contains(rows.types[other]) {
      plan.doubts.append(
        ChartPlan.Doubt(
          message: "the values are names such as \(DeckIssue.quoted(first)), which have no length", key: key,
          hint: "name a column of numbers, or count rows with 'count()'"))
    }
  }
}
