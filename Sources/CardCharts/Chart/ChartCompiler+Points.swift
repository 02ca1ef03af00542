import CardModel
import CardRaster

/// Turns rows into series of points.
extension ChartCompiler {
  /// Fills a layer with the points of its rows.
  mutating func fill(
    _ layer: inout ChartLayer, _ rows: ChartRows, _ encoding: ChartEncoding, isSecond: Bool
  ) throws(Diagnostic) {
    if isSecond, model.second == nil { model.second = ChartDimension() }
    for (axis, channel) in [(ChartAxis.x, encoding.x), (layer.verticalAxis, encoding.y)] {
      var dimension = model[axis]
      describe(&dimension, axis.key, channel, rows, layer.mark)
      model[axis] = dimension
      if axis != .second { note(rows[axis.key] == nil ? nil : channel, axis) }
    }
    guard model.second?.isDiscrete != true else {
      throw Diagnostic(
        "a second vertical axis needs numbers or dates, but this layer has names",
        hint: "let the layers share the axis, without 'resolve'", path: encoding.y?.path)
    }
    let colorType = rows.types["color"]
    let isContinuousColor = colorType == .quantitative || model.form == .calendar
    if isContinuousColor, let channel = encoding.color, rows["color"] != nil {
      var color = model.color ?? ChartDimension()
      describe(&color, "color", channel, rows, layer.mark)
      for value in rows["color"] ?? [] { if let number = value.number { color.include(number) } }
      // An axis shows the same numbers.
      model.isLegendRedundant =
        channel.legend == ChartLegendSpec() && channel.bin == nil
        && [encoding.x, encoding.y].contains {
          $0?.fields == channel.fields && $0?.aggregate == channel.aggregate && $0?.bin == nil
            && $0?.hasAxis != false
        }
      model.color = color
    }
    if let sizes = rows["size"] {
      var size = model.size ?? ChartDimension()
      describe(&size, "size", encoding.size, rows, layer.mark)
      for value in sizes { if let number = value.number, number >= 0 { size.include(number) } }
      model.size = size
    }
    let key =
      isContinuousColor
      ? nil : encoding.color?.fields.isEmpty == false || encoding.color?.datum != nil ? "color" : nil
    let opacities = try self.opacities(rows, encoding, layer.mark)
    let names = ["shape", "strokeDash", "detail", "xOffset", "row", "column", "facet", "opacity"].filter {
      rows[$0] != nil && ($0 != "opacity" || rows.types["opacity"]?.isName == true)
    }
    layer.hasSeriesColors = key != nil
    let dashes = rows["strokeDash"].map { Dashes($0) }
    if let dashes, key != nil, encoding.color?.fields != encoding.strokeDash?.fields {
      model.dashNames = dashes.names
    }
    let hasOwnShapes = key != nil && encoding.color?.fields != encoding.shape?.fields
    let shapes = hasOwnShapes ? rows["shape"].map { Dashes($0) } : nil
    if let shapes, layer.mark.type == .point { model.shapeNames = shapes.names }
    if let color = encoding.color, !isContinuousColor {
      if !color.heading.hasPrefix("\u{1}") {
        model.seriesTitle = color.legend.title ?? color.title ?? model.seriesTitle
      }
      if let unit = color.timeUnit, unit.isCyclic { model.seriesUnit = unit }
      // An axis of months does not name the years of a column.
      if [encoding.x, encoding.y, encoding.row, encoding.column, encoding.facet].contains(where: {
        $0?.fields == color.fields && $0?.timeUnit == color.timeUnit
          && ($0?.hasAxis != false || !encoding.hasPanels)
      }) {
        model.isLegendRedundant = true
      }
    }
    if let value = encoding.color?.value {
      guard case .text(let word) = value, let color = Color(css: word) else {
        throw Diagnostic(
          "\(DeckIssue.quoted(value.name)) is not a colour", hint: "write a colour as #45CAE6 or red",
          path: encoding.color?.path.key("value"))
      }
      layer.mark.color = color
    }
    if encoding.color?.hasNoScale == true, key != nil {
      for value in rows["color"] ?? [] where model.ownColors[value.name] == nil {
        model.ownColors[value.name] = Color(css: value.name)
      }
    }
    if let name = encoding.shape?.value?.name {
      guard let shape = ChartShape.number(name) else {
        throw Diagnostic(
          "unknown shape \(DeckIssue.quoted(name))",
          hint: "the shapes are \(ChartShape.names.joined(separator: ", "))",
          path: encoding.shape?.path.key("value"))
      }
      layer.mark.shape = shape
    }
    if let value = encoding.size?.value?.number { layer.mark.size = max(0, min(10_000, value)) }
    if let value = encoding.opacity?.value?.number { layer.mark.opacity = min(1, max(0, value)) }
    (layer.hasX, layer.hasY) = (rows["x"] != nil, rows["y"] != nil)
    if composite == nil, encoding.xOffset != nil, layer.mark.type != .bar {
      (layer.isGrouped, layer.isHorizontal) = (true, model.y.isDiscrete && !model.x.isDiscrete)
    }
    layer.hasColorRamp = isContinuousColor && rows["color"] != nil
    let hasColoredCells = model.color != nil && layer.mark.type == .rect
    let value = hasColoredCells ? encoding.color : layer.isHorizontal ? encoding.x : encoding.y
    layer.valueField = value?.fields.first.flatMap { $0.hasPrefix("\u{1}") ? nil : $0 } ?? ""
    if let text = encoding.text {
      (layer.textType, layer.textUnit, layer.textFormat) = (rows.types["text"], text.timeUnit, text.format)
      let isOfAxis = text.fields == encoding.y?.fields && text.aggregate == encoding.y?.aggregate
      layer.textTitle = isOfAxis ? nil : text.heading
    }
    // Most series are named by one channel, and a single key is looked up faster than a list.
    var single: [ChartValue: Int] = [:]
    var places: [[ChartValue]: Int] = [:]
    let columns = ChartRows.Columns(rows)
    var gaps = Gaps(rows.table, isSwapped: isSwapped)
    let isAtMiddle = ![.bar, .rect].contains(layer.mark.type)
    // Looked up once: a dimension is expensive to copy for each of many points.
    let x = Place(isDiscrete: model.x.isDiscrete, type: model.x.type)
    let y = Place(isDiscrete: model[layer.verticalAxis].isDiscrete, type: model.y.type)
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
        if key == nil, name == layerName(encoding) { model.columnNames.insert(name) }
        // Texts and rules are not series, and neither are lines that nothing tells apart.
        let isAside =
          !layer.isGrouped && key == nil
          && ([.text, .rule].contains(layer.mark.type) || encoding.isAtOnePlace
            || (layer.mark.type == .line && names == ["detail"]))
        layer.series.append(
          ChartSeries(
            number: isAside ? 0 : try series(name), name: isAside ? "" : name, points: [],
            dash: dashes?[row], shape: shapes?[row], panel: try panel(of: row, rows)))
        if key == nil, names.isEmpty { layer.series[place].points.reserveCapacity(rows.rows.count) }
      }
      var point = try point(columns, row, x, y)
      if isAtMiddle {
        // A class is an area only for bars and cells.
        if let end = columns.xEnds?[row], !x.isDiscrete { (point.x, point.x2) = ((point.x + end) / 2, nil) }
        if let end = columns.yEnds?[row], !y.isDiscrete { (point.y, point.y2) = ((point.y + end) / 2, nil) }
      }
      if layer.mark.type != .point { point.size = nil }
      point.opacity = opacities?[row]
      for axis in layer.fixed.keys where point[axis].isNaN { point[axis] = 0 }
      note(&point, columns, row, layer, x, y, &gaps)
      if let text = columns.text?[row] {
        point.text = layer.texts.count
        layer.texts.append(text.name)
      }
      layer.series[place].points.append(point)
    }
    for (axis, starts, ends) in [
      (ChartAxis.x, columns.x, columns.xEnds), (layer.verticalAxis, columns.y, columns.yEnds),
    ] where isAtMiddle && !model[axis].isDiscrete {
      // The axis shows whole classes.
      guard let ends else { continue }
      for end in (starts ?? []).compactMap(\.number) + ends { model[axis].include(end) }
    }
    model.warnings += gaps.warnings
    for (name, end, isDiscrete) in [("x", encoding.x2, x.isDiscrete), ("y", encoding.y2, y.isDiscrete)]
    where end != nil && isDiscrete {
      model.warn(
        "'\(name)2' has no effect, as '\(name)' has categories", key: "\(name)2",
        hint: "give both ends numbers or dates")
    }
    model.isSideBySide = model.isSideBySide || (encoding.xOffset != nil && layer.mark.type == .bar)
    noteFormats(rows, encoding, isSecond: isSecond)
    guard layer.series.count <= Limits.chartSeries * max(1, model.facets?.count ?? 1) else {
      throw Diagnostic("\(layer.series.count) series are more than the limit of \(Limits.chartSeries)")
    }
  }

  /// The dash patterns or shapes by name, starting with solid lines or circles.
  private struct Dashes {
    private(set) var names: [String] = []
    private var numbers: [Int] = []

    init(_ values: [ChartValue]) {
      var places: [String: Int] = [:]
      for name in values.lazy.map(\.name) {
        numbers.append(places[name] ?? names.count)
        if places.updateValue(numbers[numbers.count - 1], forKey: name) == nil { names.append(name) }
      }
    }

    subscript(row: Int) -> Int { numbers[row] }
  }

  /// The numbers, or the indices of the names, that are shown by opacity.
  private mutating func opacities(
    _ rows: ChartRows, _ encoding: ChartEncoding, _ mark: ChartMark
  ) throws(Diagnostic) -> [Double?]? {
    guard let channel = encoding.opacity, let values = rows["opacity"], let type = rows.types["opacity"]
    else {
      return nil
    }
    var dimension = model.opacity ?? ChartDimension()
    describe(&dimension, "opacity", channel, rows, mark)
    var result = values.map(\.number)
    if type.isName {
      dimension.isDiscrete = true
      for name in values.lazy.map(\.name) where !dimension.categories.contains(name) {
        dimension.categories.append(name)
        guard dimension.categories.count <= Limits.chartSeries else {
          throw Diagnostic(
            "'opacity' has more than \(Limits.chartSeries) names", hint: "give it the type 'quantitative'",
            path: channel.path)
        }
      }
      let (names, isWeekday) = (dimension.categories, channel.timeUnit == .day)
      let order =
        order(of: names, channel.scale.domain, channel.sort, isWeekday: isWeekday)
        ?? (type == .ordinal ? sorted(names, isWeekday: isWeekday) : Array(names.indices))
      dimension.categories = order.map { names[$0] }
      dimension.scale.domain = []
      result = values.map { value in dimension.categories.firstIndex(of: value.name).map(Double.init) }
    }
    for case let number? in result { dimension.include(number) }
    model.opacity = dimension
    return result
  }

  /// The name of a layer: that of its values.
  ///
  /// If only one of several layers has a title for them, it is the title of the axis.
  private func layerName(_ encoding: ChartEncoding) -> String {
    let all = [spec.short.over(spec.encoding).y] + spec.layer.map { $0.short.over($0.encoding).y }
    let own = all.compactMap(\.self).filter { !$0.fields.isEmpty }
    let isOfAxis = own.count > 1 && own.count { $0.title != nil } == 1
    return encoding.y.map { isOfAxis ? changing($0) { $0.title = nil }.name : $0.name }.flatMap {
      $0.hasPrefix("\u{1}") ? "" : $0
    } ?? ""
  }

  /// Copies the settings of a channel to its axis; the first layer with a setting wins.
  func describe(
    _ dimension: inout ChartDimension, _ name: String, _ channel: ChartChannel?, _ rows: ChartRows,
    _ mark: ChartMark
  ) {
    guard let channel else { return }
    // A single value uses the axis of the other layers.
    let isGuest = channel.datum != nil && !model.layers.isEmpty
    if !isGuest, let type = rows.types[name], rows[name] != nil || channel.aggregate == .count {
      dimension.type = type
      let kind = channel.scale.type
      // A cell has two names, unless it is a span.
      let isSpan = rows.binEnds[name] != nil || rows[name + "2"] != nil
      let isCell = mark.type == .rect && model.form == .cartesian && !isSpan
      // Dates of a time unit with the type `ordinal` are treated like names.
      let isNamedMoment = type == .temporal && [.ordinal, .nominal].contains(channel.type)
      let isName = type == .nominal || type == .ordinal || isNamedMoment || (isCell && name != "color")
      dimension.isDiscrete = (isName && kind != .linear) || kind == .band || kind == .point
    }
    if dimension.title.isEmpty { dimension.title = channel.heading.hasPrefix("\u{1}") ? "" : channel.heading }
    dimension.hasTitle = dimension.hasTitle || channel.title?.isEmpty == false || channel.axis.title != nil
    if let title = channel.axis.title { dimension.title = title }
    dimension.isTitleGiven = dimension.isTitleGiven || channel.title != nil || channel.axis.title != nil
    if dimension.timeUnit == nil {
      (dimension.timeUnit, dimension.timeCount) = (channel.timeUnit, channel.timeStep)
    }
    dimension.isBinned = dimension.isBinned || channel.bin != nil
    dimension.classWidth = dimension.classWidth ?? rows.classWidths[name]
    dimension.format = dimension.format ?? channel.axis.format ?? channel.format
    dimension.unit = dimension.unit ?? channel.unit
    if dimension.scale == ChartScaleSpec() { dimension.scale = channel.scale }
    if dimension.axis == ChartAxisSpec() { dimension.axis = channel.axis }
    if let hasAxis = channel.hasAxis { dimension.hasAxis = hasAxis }
  }

  /// The properties of an axis that determine the positions of values.
  struct Place {
    let isDiscrete: Bool
    let type: ChartFieldType
  }

  private mutating func point(
    _ columns: ChartRows.Columns, _ row: Int, _ x: Place, _ y: Place
  ) throws(Diagnostic) -> ChartPoint {
    var point = ChartPoint()
    point.row = columns.rows[row]
    point.x = try place(columns.x, row, x, .x)
    point.y = try place(columns.y, row, y, .y)
    // A category has no second end.
    if !x.isDiscrete { point.x2 = columns.x2?[row].number ?? columns.xEnds?[row] }
    if !y.isDiscrete { point.y2 = columns.y2?[row].number ?? columns.yEnds?[row] }
    point.size = columns.size?[row].number
    point.order = columns.order?[row].number
    point.color = columns.hasNumbersAsColors ? columns.color?[row].number : nil
    if let number = columns.text?[row].number { point.value = number }
    return point
  }

  private mutating func place(
    _ column: [ChartValue]?, _ row: Int, _ place: Place, _ axis: ChartAxis
  ) throws(Diagnostic) -> Double {
    guard let value = column?[row] else { return .nan }
    guard place.isDiscrete else { return value.number ?? .nan }
    // Rows without a category share the empty name, which is displayed as "–".
    let name = Self.category(value, place.type)
    return axis == .x && hasPlaceForEachRow ? try addCategory(name, .x) : try number(of: name, axis)
  }

  /// The name of a category; a date in the format of decks.
  static func category(_ value: ChartValue, _ type: ChartFieldType) -> String {
    guard type == .temporal, let seconds = value.number,
      let moment = CalendarMoment(seconds: seconds)
    else { return value.name }
    func two(_ number: Int) -> String { "\(number)".leftPadded(to: 2) }
    guard moment.hour > 0 || moment.minute > 0 || moment.second > 0 else { return moment.dayText }
    let time = "\(moment.dayText)T\(two(moment.hour)):\(two(moment.minute))"
    return moment.second > 0 ? "\(time):\(two(moment.second))" : time
  }
}
