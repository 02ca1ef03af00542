import CardModel
import CardRaster

/// Warnings about values that are names.
extension ChartCompiler {
  /// Warns about bars, areas and slices of names, which have no length, and about lines of quoted numbers.
  ///
  /// A channel with a `type` is not checked.
  mutating func warnAboutNames(
    _ mark: ChartMark, _ rows: ChartRows, _ encoding: ChartEncoding, isHorizontal: Bool
  ) {
    let isLong = model.form != .cartesian || mark.type == .bar || mark.type == .area
    guard isLong || mark.type == .line, encoding.x2 == nil, encoding.y2 == nil else { return }
    func names(_ name: String) -> [ChartValue] {
      guard let channel = name == "x" ? encoding.x : encoding.y, channel.type == nil,
        channel.aggregate == nil, rows.types[name] == .nominal, !channel.fields.isEmpty
      else { return [] }
      return rows[name]?.filter { $0 != .missing } ?? []
    }
    /// Whether at least half of the names are numbers, quoted or not.
    func areNumbers(_ names: [ChartValue]) -> Bool {
      !names.isEmpty && names.count(where: \.writesNumber) * 2 >= names.count
    }
    var (value, other) = isHorizontal || isHorizontalBar(mark, rows) ? ("x", "y") : ("y", "x")
    // If both columns are names, the one with numeric names has the values.
    if mark.type == .bar, rows.types[value] != .quantitative, !areNumbers(names(value)),
      areNumbers(names(other))
    {
      (value, other) = (other, value)
    }
    if mark.type == .bar, model.form == .cartesian, rows.types[value] == .temporal,
      rows.types[other]?.isName == true
    {
      model.warn(
        "the values are dates, which have no length", key: isSwapped ? other : value,
        hint: "give bars two ends with '\(value)' and '\(value)2', or show dates with a 'point' mark")
    }
    let places = names(other)
    if let first = places.first?.name, let date = CSVTable.localDate(first),
      places.count > 1, places.allSatisfy({ CSVTable.localDate($0.name) != nil })
    {
      model.warn(
        "the dates, such as \(DeckIssue.quoted(first)), are treated as names", key: isSwapped ? value : other,
        hint: "write \(date); 'rowsLocale' sets the notation of dates in tables (CSV)")
    }
    let found = names(value)
    guard let first = found.first?.name else { return }
    let key = isSwapped ? other : value
    if areNumbers(found) {
      if found.contains(where: { $0.number != nil }),
        let cause = found.first(where: { !$0.writesNumber })?.name
      {
        model.warn(
          "the values are treated as names, because \(DeckIssue.quoted(cause)) is not a number", key: key,
          hint: CSVTable.meantNumber(cause) ?? "leave a missing value empty, or null")
      } else {
        let number = found.first { $0.writesNumber }?.name ?? first
        model.warn(
          "the values are texts such as \(DeckIssue.quoted(number)) and are treated as names", key: key,
          hint: "write numbers without quotes: \(number)")
      }
    } else if isLong, model.form != .cartesian || rows.types[other]?.isName == true {
      // If names and numbers are mixed, a name is the cause.
      let first = found.first { !$0.writesNumber }?.name ?? first
      let isMixed = found.contains(where: \.writesNumber)
      model.warn(
        "the values are names such as \(DeckIssue.quoted(first)), which have no length", key: key,
        hint: CSVTable.meantNumber(first)
          ?? (isMixed
            ? "leave a missing value empty, or null"
            : "use a column of numbers, or count rows with 'count()'"))
    }
  }

  /// Converts numbers in a line's `color`, and years in that of bars, to series; distinct numbers have no effect on a
  /// line.
  mutating func nameColors(_ encoding: inout ChartEncoding, _ mark: ChartMark, _ rows: inout ChartRows) {
    guard [.line, .area, .bar].contains(mark.type), rows.types["color"] == .quantitative,
      let numbers = rows["color"]
    else { return }
    if mark.type == .bar {
      let years = Set(numbers.map { $0.number ?? 0 })
      // At a position, four-digit numbers are years more often than in a colour, where they can be amounts.
      let areYears = years.allSatisfy { (1_900...2_100).contains($0) && $0 == $0.rounded() }
      guard areYears, encoding.color?.type == nil, rows.binEnds["color"] == nil, years.count <= 8,
        years.count * 2 <= numbers.count
      else { return }
    }
    if rows.binEnds["color"] != nil {
      // Each class has a line of its own.
      return rows.nameClasses("color")
    }
    if encoding.color?.type == nil, Set(numbers).count * 2 <= numbers.count {
      rows.types["color"] = .ordinal
      return
    }
    encoding.color = nil
    (rows.values["color"], rows.types["color"]) = (nil, nil)
    let kind = mark.type == .line ? "a line" : "an area"
    model.warn(
      "the numbers at 'color' have no effect, as \(kind) has one colour", key: "color",
      hint: "show them with a 'point' mark, or give 'color' the type 'nominal' for a line of each")
  }

  /// Swaps `x` and `y` of a mark if its values and its names are swapped.
  ///
  /// Bars, slices and stages then look as intended. Steps, lines and areas run from left to right, so
  /// swapping causes a warning. A line whose `y` has a `type` keeps its axes.
  ///
  /// - Parameter isHorizontal: whether the positions are in `y`, as for a `horizontalBar`.
  /// - Returns: whether they were swapped.
  mutating func turnAround(
    _ encoding: inout ChartEncoding, _ mark: ChartMark, _ rows: ChartRows, isHorizontal: Bool = false
  ) -> Bool {
    let isLine = mark.type == .line || mark.type == .area
    let isAlone = spec.layer.count + (spec.mark == nil ? 0 : 1) == 1
    let takesPart =
      isHorizontal || model.form == .funnel || model.form == .arcs || mark.type == .waterfall
      || (isLine && isAlone && encoding.order == nil && (encoding.y?.type == nil || mark.type == .area))
    guard takesPart, encoding.x2 == nil, encoding.y2 == nil else { return false }
    let (places, values) = isHorizontal ? ("y", "x") : ("x", "y")
    guard rows.types[places] == .quantitative, rows.binEnds[places] == nil, let type = rows.types[values],
      rows[values] != nil
    else { return false }
    let areYears = isHorizontal && type == .quantitative && areYears(rows[values]) && !areYears(rows[places])
    // A line and an area may run upwards along dates.
    guard type != .quantitative || areYears, type != .temporal || !isLine else { return false }
    // Quoted numbers are values that need another warning.
    if type == .nominal, rows[values]?.contains(where: { CSVTable.number($0.name) != nil }) == true {
      return false
    }
    (encoding.x, encoding.y) = (encoding.y, encoding.x)
    isSwapped.toggle()
    if isLine || mark.type == .waterfall {
      model.warn(
        "'x' has numbers and 'y' has \(type == .temporal ? "dates" : "names"); the '\(model.mark.rawValue)' runs from left to right, so both were swapped",
        key: "x", hint: "put the numbers on 'y'")
    }
    return true
  }
}

extension ChartValue {
  /// Whether the value is a number, or a number in quotes.
  fileprivate var writesNumber: Bool {
    switch self {
    case .number: true
    case .text(let text): CSVTable.number(text) != nil
    case .missing, .flag: false
    }
  }
}

/// Rows at the same position.
extension ChartCompiler {
  /// The position of a row; rows with equal positions would hide each other.
  private struct SharedPlace: Hashable {
    var x = 0.0
    var y = 0.0
    var x2 = 0.0
    var y2 = 0.0
    var color = 0.0
    var panel: ChartFacets.Place?
  }

  /// Adds up the values of rows of one series at the same position, with a warning.
  ///
  /// This applies to bars, areas, slices, and cells with numeric colours. Points, lines and spans keep all
  /// rows. Steps and stages have a position for each row.
  mutating func addUpSharedPlaces(_ layer: inout ChartLayer) {
    let isCell = layer.mark.type == .rect
    guard layer.role == .plain, model.form != .funnel, model.form != .rings,
      isCell || [.bar, .area, .arc].contains(layer.mark.type)
    else { return }
    if isCell, model.color == nil { return noteHiddenCells(layer) }
    var rows: [SharedPlace: Int] = [:]
    var example: (point: ChartPoint, place: SharedPlace)?
    for series in layer.series.indices where !isRising(layer.series[series], layer) {
      var numbers: [SharedPlace: Int] = [:]
      var kept: [ChartPoint] = []
      kept.reserveCapacity(layer.series[series].points.count)
      for point in layer.series[series].points {
        var place = place(of: point, layer)
        place?.panel = layer.series[series].panel
        guard let place, let number = numbers[place] else {
          if let place { numbers[place] = kept.count }
          kept.append(point)
          continue
        }
        // A row without a value does not change the sum.
        guard hasValue(point, isCell) else { continue }
        guard hasValue(kept[number], isCell) else {
          kept[number] = point
          continue
        }
        kept[number] = sum(kept[number], point, layer)
        rows[place, default: 1] += 1
        example = example ?? (point, place)
      }
      layer.series[series].points = kept
    }
    guard let (example, place) = example, let count = rows[place] else { return }
    if isCell { measureColors(layer) }
    let all = rows.values.reduce(0, +)
    let name = DeckIssue.quoted(name(of: example, layer))
    let message =
      rows.count == 1
      ? "\(count) rows share the position \(name); their values are added up"
      : "\(all) rows share \(rows.count) positions, \(count) of them \(name); the values of each position are added up"
    let field = layer.valueField
    model.warn(
      message, key: "data",
      hint: field.isEmpty
        ? "use one row for each position"
        : "write \"sum(\(field))\" for the sum or \"mean(\(field))\" for the mean, or use one row for each position"
    )
  }

  /// Whether the positions of a series ascend, so that they are distinct.
  private func isRising(_ series: ChartSeries, _ layer: ChartLayer) -> Bool {
    let axis = layer.placeAxis
    return model.form == .cartesian && layer.mark.type != .rect
      && zip(series.points, series.points.dropFirst()).allSatisfy { $0[axis] < $1[axis] }
  }

  /// The position of a row; nil for a row that is not drawn, and for spans, which may overlap.
  private func place(of point: ChartPoint, _ layer: ChartLayer) -> SharedPlace? {
    if model.form == .calendar {
      return point.x.isFinite ? SharedPlace(x: (point.x / 86_400).rounded(.down)) : nil
    }
    let (x2, y2) = (point.x2 ?? .infinity, point.y2 ?? .infinity)
    if layer.mark.type == .rect {
      return point.isMissing ? nil : SharedPlace(x: point.x, y: point.y, x2: x2, y2: y2)
    }
    // A bar with its own colour is stacked on bars of other colours.
    let color = layer.mark.type == .bar ? point.color ?? 0 : 0
    guard point[layer.placeAxis].isFinite, point[end: layer.valueAxis] == nil else { return nil }
    return layer.isHorizontal
      ? SharedPlace(y: point.y, y2: y2, color: color) : SharedPlace(x: point.x, x2: x2, color: color)
  }

  private func hasValue(_ point: ChartPoint, _ isCell: Bool) -> Bool {
    isCell ? point.color != nil : point.value.isFinite
  }

  private func sum(_ a: ChartPoint, _ b: ChartPoint, _ layer: ChartLayer) -> ChartPoint {
    var sum = a
    if layer.mark.type == .rect {
      sum.color = (a.color ?? 0) + (b.color ?? 0)
      return sum
    }
    sum.value += b.value
    sum[layer.valueAxis] += b[layer.valueAxis]
    return sum
  }

  /// Updates the range of colours after values were added up.
  private mutating func measureColors(_ layer: ChartLayer) {
    guard var color = model.color else { return }
    (color.low, color.high, color.isWhole) = (.infinity, -.infinity, true)
    // While a layer is changed, it is not among those of the model.
    for points in model.layers.map({ Array($0.points) }) + [Array(layer.points)] {
      for point in points { if let value = point.color { color.include(value) } }
    }
    model.color = color
  }

  /// Warns about cells with several colours, of which only the last is visible.
  private mutating func noteHiddenCells(_ layer: ChartLayer) {
    guard layer.series.count > 1 else { return }
    var taken: Set<SharedPlace> = []
    var hidden = 0
    for series in layer.series {
      for point in series.points {
        guard var place = place(of: point, layer) else { continue }
        place.panel = series.panel
        if !taken.insert(place).inserted { hidden += 1 }
      }
    }
    guard hidden > 0 else { return }
    model.warn(
      "\(hidden == 1 ? "1 cell is" : "\(hidden) cells are") hidden by another one at the same position",
      key: "data", hint: "use one row for each position")
  }

  /// The position of a point, for messages.
  func name(of point: ChartPoint, _ layer: ChartLayer) -> String {
    let (x, y) = (name(of: point.x, model.x), name(of: point.y, model.y))
    if layer.mark.type == .rect, model.form == .cartesian { return "\(x), \(y)" }
    return layer.isHorizontal ? y : x
  }

  private func name(of number: Double, _ dimension: ChartDimension) -> String {
    guard dimension.isDiscrete else { return Self.category(.of(number), dimension.type) }
    let name = dimension.categories[at: number] ?? ""
    return name.isEmpty ? "–" : name
  }
}
