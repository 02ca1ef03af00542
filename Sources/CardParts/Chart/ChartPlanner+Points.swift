import CardRaster

/// From rows to series of points.
extension ChartPlanner {
  /// Fills a layer with the points of its rows.
  mutating func fill(
    _ layer: inout ChartLayer, _ rows: ChartRows, _ encoding: ChartEncoding, isSecond: Bool
  ) throws(ChartPlan.Mistake) {
    describe(\.x, "x", encoding.x, rows, layer.mark)
    note(rows["x"] == nil ? nil : encoding.x, "x", \.x)
    if isSecond {
      var second = plan.second ?? ChartDimension()
      describe(&second, "y", encoding.y, rows, layer.mark)
      plan.second = second
      guard !second.isDiscrete else {
        throw ChartPlan.Mistake(
          message: "a second vertical axis shows numbers or dates, and this layer has names",
          hint: "let the layers share the axis, without 'resolve'", path: encoding.y?.path)
      }
    } else {
      describe(\.y, "y", encoding.y, rows, layer.mark)
      note(rows["y"] == nil ? nil : encoding.y, "y", \.y)
    }
    let colorType = rows.types["color"]
    let isContinuousColor = colorType == .quantitative || plan.form == .calendar
    if isContinuousColor, let channel = encoding.color, rows["color"] != nil {
      var color = plan.color ?? ChartDimension()
      describe(&color, "color", channel, rows, layer.mark)
      for value in rows["color"] ?? [] { if let number = value.number { color.add(number) } }
      plan.color = color
    }
    if let sizes = rows["size"] {
      var size = plan.size ?? ChartDimension()
      describe(&size, "size", encoding.size, rows, layer.mark)
      for value in sizes { if let number = value.number, number >= 0 { size.add(number) } }
      plan.size = size
    }
    let key =
      isContinuousColor
      ? nil : encoding.color?.fields.isEmpty == false || encoding.color?.datum != nil ? "color" : nil
    let names = ["shape", "strokeDash", "detail", "xOffset"].filter { rows[$0] != nil }
    layer.hasSeriesColors = key != nil
    let dashes = rows["strokeDash"].map { Dashes($0) }
    if let dashes, key != nil, encoding.color?.fields != encoding.strokeDash?.fields {
      plan.dashNames = dashes.names
    }
    if let color = encoding.color, !isContinuousColor {
      if !color.heading.hasPrefix("\u{1}") {
        plan.seriesTitle = color.legend.title ?? color.title ?? plan.seriesTitle
      }
      if let unit = color.timeUnit, unit.isCyclic { plan.seriesUnit = unit }
      // The years of a column are not named by an axis of its months.
      if [encoding.x, encoding.y].contains(where: {
        $0?.fields == color.fields && $0?.timeUnit == color.timeUnit
      }) {
        plan.isLegendRedundant = true
      }
    }
    if let value = encoding.color?.value {
      guard case .text(let word) = value, let color = Color(css: word) else {
        throw ChartPlan.Mistake(
          message: "\(DeckIssue.quoted(value.name)) is no colour", hint: "a colour is written #45CAE6 or red",
          path: encoding.color?.path.key("value"))
      }
      layer.mark.color = color
    }
    if let opacity = encoding.opacity, opacity.value?.number == nil {
      throw ChartPlan.Mistake(
        message: "'opacity' is the same for all marks: { \"value\": 0.5 }",
        hint: "show numbers by 'color' or 'size'", path: opacity.path)
    }
    if let value = encoding.size?.value?.number { layer.mark.size = max(0, min(10_000, value)) }
    if let value = encoding.opacity?.value?.number { layer.mark.opacity = min(1, max(0, value)) }
    (layer.hasX, layer.hasY) = (rows["x"] != nil, rows["y"] != nil)
    layer.hasColorRamp = isContinuousColor && rows["color"] != nil
    let hasColoredCells = plan.color != nil && layer.mark.type == .rect
    let value = hasColoredCells ? encoding.color : layer.isLying ? encoding.x : encoding.y
    layer.valueField = value?.fields.first.flatMap { $0.hasPrefix("\u{1}") ? nil : $0 } ?? ""
    if let text = encoding.text {
      (layer.textType, layer.textUnit, layer.textFormat) = (rows.types["text"], text.timeUnit, text.format)
      let isOfAxis = text.fields == encoding.y?.fields && text.aggregate == encoding.y?.aggregate
      layer.textTitle = isOfAxis ? nil : text.heading
    }
    // One channel names most series, and a key of its own is looked up faster than a list of one.
    var single: [ChartValue: Int] = [:]
    var places: [[ChartValue]: Int] = [:]
    let columns = ChartRows.Columns(rows)
    var gaps = Gaps(rows.table, isSwapped: isSwapped)
    // Looked up once: a dimension is much to copy for each of many points.
    let x = Axis(isDiscrete: plan.x.isDiscrete, type: plan.x.type)
    let upright = isSecond ? plan.second ?? plan.y : plan.y
    let y = Axis(isDiscrete: upright.isDiscrete, type: plan.y.type)
    for row in rows.rows.indices {
      var color = key == nil ? .missing : columns.color?[row] ?? .missing
      if color == .text("") { color = .missing }
      let identity = names.isEmpty ? [] : [color] + names.map { rows[$0]?[row] ?? .missing }
      let place: Int
      if let known = names.isEmpty ? single[color] : places[identity] {
        place = known
      } else {
        place = layer.series.count
        if names.isEmpty { single[color] = place } else { places[identity] = place }
        let name =
          key != nil
          ? color.name
          : rows["shape"]?[row].name ?? rows["strokeDash"]?[row].name ?? rows["xOffset"]?[row].name
            ?? layerName(encoding)
        // Words and lines across the plot are no series of their own.
        let isAside = key == nil && ([.text, .rule].contains(layer.mark.type) || encoding.isAtOnePlace)
        layer.series.append(
          ChartSeries(
            number: isAside ? 0 : try series(name), name: isAside ? "" : name, points: [],
            dash: dashes?[row]))
      }
      var point = try point(columns, row, x, y)
      if layer.mark.type != .point { point.size = nil }
      note(&point, columns, row, layer, x, y, &gaps)
      if let text = columns.text?[row] {
        point.text = layer.texts.count
        layer.texts.append(text.name)
      }
      layer.series[place].points.append(point)
    }
    plan.doubts += gaps.doubts
    for (name, end, isDiscrete) in [
      ("x", encoding.x2, x.isDiscrete), ("y", encoding.y2, y.isDiscrete),
    ] where end != nil && isDiscrete {
      plan.doubts.append(
        ChartPlan.Doubt(
          message: "'\(name)2' has no effect, as '\(name)' has categories", key: "\(name)2",
          hint: "give both ends numbers or dates"))
    }
    plan.isSideBySide = plan.isSideBySide || (encoding.xOffset != nil && layer.mark.type == .bar)
    noteFormats(rows, encoding, isSecond: isSecond)
    guard layer.series.count <= Limits.chartSeries else {
      throw ChartPlan.Mistake(
        message: "there are \(layer.series.count) series, more than the limit of \(Limits.chartSeries)")
    }
  }

  /// Which dashes rows have: those of one name the same, solid for the first.
  private struct Dashes {
    private(set) var names: [String] = []
    private var numbers: [Int] = []

    init(_ values: [ChartValue]) {
      var places: [String: Int] = [:]
      for value in values {
        let name = value.name
        let place = places[name] ?? names.count
        if place == names.count {
          places[name] = place
          names.append(name)
        }
        numbers.append(place)
      }
    }

    subscript(row: Int) -> Int { numbers[row] }
  }

  private func layerName(_ encoding: ChartEncoding) -> String {
    encoding.y.map { $0.heading }.flatMap { $0.hasPrefix("\u{1}") ? "" : $0 } ?? ""
  }

  private mutating func describe(
    _ keyPath: WritableKeyPath<ChartPlan, ChartDimension>, _ name: String, _ channel: ChartChannel?,
    _ rows: ChartRows, _ mark: ChartMark
  ) {
    var dimension = plan[keyPath: keyPath]
    describe(&dimension, name, channel, rows, mark)
    plan[keyPath: keyPath] = dimension
  }

  /// Takes over what a channel says of its axis; the first layer that says something wins.
  private func describe(
    _ dimension: inout ChartDimension, _ name: String, _ channel: ChartChannel?, _ rows: ChartRows,
    _ mark: ChartMark
  ) {
    guard let channel else { return }
    // A single value stands on the axis that the other layers make.
    let isGuest = channel.datum != nil && !plan.layers.isEmpty
    if !isGuest, let type = rows.types[name], rows[name] != nil || channel.aggregate == .count {
      dimension.type = type
      let kind = channel.scale.type
      // A cell has two names, unless it reaches from one value to another.
      let isSpan = rows.binEnds[name] != nil || rows[name + "2"] != nil
      let isCell = mark.type == .rect && plan.form == .cartesian && !isSpan
      // Moments of a time unit that the deck calls ordinal have places like names.
      let isNamedMoment = type == .temporal && [.ordinal, .nominal].contains(channel.type)
      let isName =
        type == .nominal || type == .ordinal || isNamedMoment || (isCell && name != "color")
      dimension.isDiscrete = (isName && kind != .linear) || kind == .band || kind == .point
    }
    if dimension.title.isEmpty { dimension.title = channel.heading.hasPrefix("\u{1}") ? "" : channel.heading }
    dimension.hasTitle =
      dimension.hasTitle || channel.title?.isEmpty == false || channel.axis.title != nil
    if let title = channel.axis.title { dimension.title = title }
    dimension.timeUnit = dimension.timeUnit ?? channel.timeUnit
    dimension.isBinned = dimension.isBinned || channel.bin != nil
    dimension.classWidth = dimension.classWidth ?? rows.classWidths[name]
    dimension.format = dimension.format ?? channel.axis.format ?? channel.format
    dimension.unit = dimension.unit ?? channel.unit
    if dimension.scale == ChartScaleSpec() { dimension.scale = channel.scale }
    if dimension.axis == ChartAxisSpec() { dimension.axis = channel.axis }
    if let hasAxis = channel.hasAxis { dimension.hasAxis = hasAxis }
  }

  /// What decides how values stand along an axis.
  struct Axis {
    let isDiscrete: Bool
    let type: ChartFieldType
  }

  private mutating func point(
    _ columns: ChartRows.Columns, _ row: Int, _ x: Axis, _ y: Axis
  ) throws(ChartPlan.Mistake) -> ChartPoint {
    var point = ChartPoint()
    point.row = columns.rows[row]
    point.x = try place(columns.x, row, x, onX: true)
    point.y = try place(columns.y, row, y, onX: false)
    // A category has no other end.
    if !x.isDiscrete { point.x2 = columns.x2?[row].number ?? columns.xEnds?[row] }
    if !y.isDiscrete { point.y2 = columns.y2?[row].number ?? columns.yEnds?[row] }
    point.size = columns.size?[row].number
    point.order = columns.order?[row].number
    point.color = columns.hasNumbersAsColors ? columns.color?[row].number : nil
    if let number = columns.text?[row].number { point.value = number }
    return point
  }

  private mutating func place(
    _ column: [ChartValue]?, _ row: Int, _ axis: Axis, onX: Bool
  ) throws(ChartPlan.Mistake) -> Double {
    guard let value = column?[row] else { return .nan }
    guard axis.isDiscrete else { return value.number ?? .nan }
    // Rows without a category share one: the empty name, written "–".
    let name = Self.category(value, axis.type)
    return onX && hasPlaceForEachRow ? try addCategory(name, onX: true) : try number(of: name, onX: onX)
  }

  /// The name of a category; of a date what decks write.
  static func category(_ value: ChartValue, _ type: ChartFieldType) -> String {
    guard type == .temporal, let seconds = value.number,
      let moment = CalendarMoment(seconds: seconds)
    else { return value.name }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = "\(moment.year)"
    let day =
      "\(String(repeating: "0", count: 4 - year.count))\(year)-\(two(moment.month))-\(two(moment.day))"
    guard moment.hour > 0 || moment.minute > 0 || moment.second > 0 else { return day }
    let time = "\(day)T\(two(moment.hour)):\(two(moment.minute))"
    return moment.second > 0 ? "\(time):\(two(moment.second))" : time
  }
}
