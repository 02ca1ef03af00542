import CardModel
import CardRaster

/// Legends: of series, of numbers by colour and of numbers by area.
extension ChartPlot {
  enum LegendForm {
    /// Names at the ends of lines.
    case direct
    case rows(ChartLegend, ChartLegendPlace)
    /// A colour ramp for numbers, or from the first to the last of many series.
    case ramp(ChartLegendPlace, title: ChartLabel?)
  }

  /// The maximum share of a chart's height for a legend above or below the plot.
  static let legendShare = 0.4

  private func channel(_ keyPath: KeyPath<ChartEncoding, ChartChannel?>) -> ChartChannel? {
    spec.channels(keyPath).first
  }

  /// The legends of the plot.
  func legends(_ room: Rect) throws(RasterError) -> [LegendForm] {
    if chart.isSparkline || spec.legend == .none { return [] }
    var forms: [LegendForm] = []
    var (entries, place) = ([ChartLegend.Entry](), ChartLegendPlace.top)
    let (color, size) = (channel(\.color), channel(\.size))
    let sizes = try sizeEntries(size, most: max(24, min(240, room.width - 48)))
    let given = color?.legend.orient ?? spec.legend
    let areAtAxes = try !entriesOfAxes().isEmpty
    let hasNames = model.series.count > 1 && !model.isLegendRedundant && !areAtAxes
    if color?.hasLegend != false, model.color != nil || hasNames {
      if model.color != nil || style.ramp.count > style.colorCount {
        forms.append(.ramp(side(given), title: try rampTitle(color, room)))
      } else if try isNamedAtLines(given, room) {
        forms.append(.direct)
      } else {
        place = side(given)
        entries = try seriesEntries(most: place.isAcross ? room.width - 20 : try widthBeside(room))
        // Next to a stack, names are in the order of its areas from top to bottom.
        if place.isBeside, model.layers.contains(where: { $0.isStacked && !$0.isHorizontal }) {
          entries.reverse()
        }
        // Names of several kinds need their titles.
        let isMixed = !model.shapeNames.isEmpty || !model.dashNames.isEmpty || !sizes.isEmpty
        let title = isMixed && model.seriesTitle.isEmpty ? color.map(Self.title) : nil
        entries = try heading(title ?? model.seriesTitle) + entries
      }
    }
    if entries.isEmpty, !sizes.isEmpty { place = side(size?.legend.orient ?? spec.legend) }
    entries += sizes
    entries += try opacityEntries(channel(\.opacity), most: max(24, min(240, room.width - 48)))
    if !entries.isEmpty {
      let columns = color?.legend.columns ?? size?.legend.columns
      let legend = ChartLegend(entries: entries, columns: columns, growth: chart.growth)
      if spec.legend == .auto, color?.legend.orient ?? size?.legend.orient == nil,
        isBetterBeside(legend, room)
      {
        place = .right
      }
      forms.append(.rows(legend, place))
    }
    return forms
  }

  /// Whether a legend takes much of the height of a wide chart, and little of its width.
  private func isBetterBeside(_ legend: ChartLegend, _ room: Rect) -> Bool {
    let column = legend.size(width: room.width, isColumn: true)
    return chart.isModern && room.width > 2 * room.height && column.width < 0.25 * room.width
      && column.height < room.height
      && legend.size(width: room.width, isColumn: false).height > 0.12 * room.height
  }

  /// The symbols of two vertical axes whose titles are the names of their only series, which then need no legend.
  func entriesOfAxes() throws(RasterError) -> [ChartAxis: ChartLegend.Entry] {
    guard chart.isModern, model.series.count == 2, hasTitle(.y), hasTitle(.second),
      (channel(\.color)?.legend.orient ?? spec.legend) == .auto
    else { return [:] }
    var entries: [ChartAxis: ChartLegend.Entry] = [:]
    for entry in try seriesEntries(most: 240) {
      let layers = model.layers.filter {
        $0.series.contains { chart.seriesName($0.name) == entry.label.string }
      }
      guard layers.count == 1, model[layers[0].verticalAxis].title == entry.label.string else { return [:] }
      entries[layers[0].verticalAxis] = entry
    }
    return entries.count == 2 ? entries : [:]
  }

  private func side(_ given: ChartLegendPlace) -> ChartLegendPlace {
    given == .auto || given == .direct ? .top : given
  }

  /// Whether series are named at the ends of their lines, where nothing else may be.
  private func isNamedAtLines(_ given: ChartLegendPlace, _ room: Rect) throws(RasterError) -> Bool {
    if given == .direct { return true }
    let kinds: [ChartMarkType] = [.line, .rule, .text]
    let lines = model.layers.filter { $0.mark.type == .line }.flatMap(\.series).count
    guard given == .auto, model.layers.allSatisfy({ kinds.contains($0.mark.type) }), (2...6).contains(lines),
      !frame.hasAxisOnRight, !frame.runsBackwards, !model.isHorizontal,
      // A name at the end of a line does not show the dash pattern.
      model.layers.allSatisfy({ $0.series.allSatisfy { $0.dash == nil } })
    else { return false }
    for layer in model.layers where layer.mark.type == .line {
      for series in layer.series where try frame.directLabel(series, layer, .black).width > room.width * 0.3 {
        return false
      }
    }
    return true
  }

  /// The title of a channel in the legend.
  private static func title(_ channel: ChartChannel) -> String { channel.legend.title ?? channel.heading }

  private func heading(_ title: String) throws(RasterError) -> [ChartLegend.Entry] {
    guard !title.isEmpty, !title.hasPrefix("\u{1}") else { return [] }
    let label = try chart.texts.label(title, style.strongFont, style.labelColor, width: 240)
    return [ChartLegend.Entry(label: label, color: style.labelColor, symbol: .heading)]
  }

  /// - Parameter most: the maximum width of a name.
  private func seriesEntries(most: Double) throws(RasterError) -> [ChartLegend.Entry] {
    func label(_ name: String) throws(RasterError) -> ChartLabel {
      try chart.rowLabel(name, width: max(24, min(240, most)), lines: 2, alignment: .natural)
    }
    var entries: [ChartLegend.Entry] = []
    var seen: Set<String> = []
    let given = channel(\.color)?.legend.symbolType
    for layer in model.layers {
      for series in layer.series
      where (!series.name.isEmpty || layer.hasSeriesColors) && seen.insert(series.name).inserted {
        let isFilled = layer.mark.type != .point || layer.mark.filled == true
        let symbol: ChartLegend.Symbol =
          if let given {
            given.shape.map { .point($0, isFilled: isFilled) } ?? .line
          } else {
            switch layer.mark.type {
            case .line, .rule, .tick: .line
            case .point:
              .point(model.shapeNames.isEmpty ? frame.shape(series, layer) : 0, isFilled: isFilled)
            default: .swatch
            }
          }
        entries.append(
          ChartLegend.Entry(
            label: try label(chart.seriesName(series.name)),
            color: chart.color(series, layer).multiplyingAlpha(
              by: symbol == .swatch ? layer.mark.opacity ?? 1 : 1),
            symbol: symbol,
            pattern: symbol == .swatch && layer.mark.type != .text ? chart.pattern(series.number) : nil,
            dashes: model.dashNames.isEmpty ? ChartStyle.dashes(series, layer, style) : []))
      }
    }
    if !model.dashNames.isEmpty { entries += try heading(channel(\.strokeDash).map(Self.title) ?? "") }
    for (number, name) in model.dashNames.enumerated() {
      entries.append(
        ChartLegend.Entry(
          label: try label(chart.name(name)), color: style.labelColor, symbol: .line,
          dashes: ChartStyle.dashes[number % ChartStyle.dashes.count]))
    }
    if !model.shapeNames.isEmpty { entries += try heading(channel(\.shape).map(Self.title) ?? "") }
    for (number, name) in model.shapeNames.enumerated() {
      entries.append(
        ChartLegend.Entry(label: try label(chart.name(name)), color: style.labelColor, symbol: .point(number))
      )
    }
    return entries
  }

  /// The maximum width of a name next to the plot: a little wider if a word would be broken otherwise.
  private func widthBeside(_ room: Rect) throws(RasterError) -> Double {
    try chart.widthOfWords(
      model.series.map { chart.seriesName($0) }, from: 0.4 * room.width, to: 0.5 * room.width)
  }

  /// Up to three round numbers with points of their sizes, after the title of the channel.
  ///
  /// - Parameter widest: the maximum width of a number with its unit.
  private func sizeEntries(
    _ channel: ChartChannel?, most widest: Double
  ) throws(RasterError) -> [ChartLegend.Entry] {
    guard model.has(.point), let channel, channel.hasLegend != false, !channel.fields.isEmpty,
      var dimension = model.size, dimension.high > 0
    else { return [] }
    dimension.format = channel.legend.format ?? dimension.format
    // At most one significant digit, so that no number is wider than its point.
    let round = TickStep(from: 0, to: dimension.high, count: 4)?.values(from: 0, to: dimension.high) ?? []
    let values = round.filter { $0 > 0 }
    guard let most = values.last else { return [] }
    let shown = [values.first ?? most, values[values.count / 2], most].filter { $0 <= dimension.high }
    let format = ChartFormat.values(shown, dimension, chart.locale)
    let numbers = Set(shown).sorted()
    let texts = ChartFormat.texts(numbers, numbers.map { _ in format }).texts
    return try heading(channel.legend.title ?? dimension.title)
      + zip(numbers, texts).map { value, text throws(RasterError) in
        ChartLegend.Entry(
          label: try chart.label(text, width: widest), color: style.labelColor,
          symbol: .circle(frame.diameter(of: value, dimension)))
      }
  }

  /// The names, or up to three round numbers, with swatches of their opacity.
  private func opacityEntries(
    _ channel: ChartChannel?, most widest: Double
  ) throws(RasterError) -> [ChartLegend.Entry] {
    guard let channel, channel.hasLegend != false, var dimension = model.opacity, !dimension.isEmpty else {
      return []
    }
    dimension.format = channel.legend.format ?? dimension.format
    var shown = [dimension.low, dimension.high]
    var texts = dimension.isDiscrete ? chart.makeForms(dimension).first?.map(\.text) ?? [] : []
    if dimension.isDiscrete {
      shown = dimension.categories.indices.map(Double.init)
    } else {
      let round =
        TickStep(from: dimension.low, to: dimension.high, count: 3)?
        .values(from: dimension.low, to: dimension.high) ?? []
      if let first = round.first, let last = round.last { shown = [first, round[round.count / 2], last] }
      shown = Set(shown).sorted()
      texts = ChartDescription(chart).values(shown, dimension)
    }
    let color = model.series.count > 1 || model.color != nil ? style.labelColor : style.color(0, "")
    let isOfPoints = model.has(.point)
    return try heading(channel.legend.title ?? dimension.title)
      + zip(shown, texts).map { value, text throws(RasterError) in
        ChartLegend.Entry(
          label: try chart.label(text, width: widest),
          color: color.multiplyingAlpha(by: dimension.opacity(value)),
          symbol: isOfPoints ? .point(0) : .swatch)
      }
  }

  private func rampTitle(_ channel: ChartChannel?, _ room: Rect) throws(RasterError) -> ChartLabel? {
    guard let title = channel?.legend.title ?? channel?.title, !title.isEmpty else { return nil }
    return try chart.texts.label(title, style.strongFont, style.labelColor, width: min(240, room.width))
  }

  /// Draws a legend at its side and subtracts it from the remaining area.
  mutating func place(_ form: LegendForm, _ room: inout Rect, into box: inout LayoutBox) throws(RasterError) {
    switch form {
    case .direct: frame.hasDirectLabels = true
    case .ramp(let side, let title): try placeRamp(side, title, &room, into: &box)
    case .rows(let full, let side):
      let isColumn = side.isBeside
      let (legend, hidden) = try full.fitting(
        chart, width: room.width, height: room.height * (isColumn ? 1 : ChartPlot.legendShare),
        isColumn: isColumn)
      let size = legend.size(width: room.width, isColumn: isColumn)
      for entry in legend.entries { warnings += chart.warnings(entry.label, key: "legend") }
      if hidden > 0 {
        chart.texts.hasNamesLeftOut = true
        warn(
          "there is no room for \(hidden) of \(model.series.count) names in the legend", key: "legend",
          hint: "make the chart taller, or show fewer series")
      } else if !isColumn, size.height > room.height * 0.3 {
        warn(
          "the legend takes \(NumberText.format(100 * size.height / room.height, digits: 0)) % of the chart's height",
          key: "legend", hint: "show fewer series, or set 'legend' to 'right' or 'direct'")
      }
      var frame = Rect(origin: room.origin, size: Size(width: room.width, height: size.height))
      if isColumn {
        let isLeft = chart.isAtLeft(side)
        frame.size.width = size.width
        if !isLeft { frame.origin.x = room.maxX - size.width }
        let gap = 16 * chart.growth
        room.size.width -= size.width + gap
        if isLeft { room.origin.x += size.width + gap }
      } else if side == .top, let width = try widthBesideTitle(legend, room, of: box.size.height) {
        frame = Rect(x: room.maxX - width, y: room.minY, width: width, height: size.height)
      } else {
        if side == .bottom { frame.origin.y = room.maxY - size.height }
        room.cut(size.height + chart.legendGap, atBottom: side == .bottom)
      }
      legend.draw(into: &box, in: frame, isColumn: isColumn)
    }
  }

  /// The width of a legend that is drawn in the row of the title of the vertical axis.
  ///
  /// That is the case if the plot would otherwise have less than 0.6 of the chart's height, and the legend needs only this
  /// row; nil in all other cases.
  private func widthBesideTitle(
    _ legend: ChartLegend, _ room: Rect, of height: Double
  ) throws(RasterError) -> Double? {
    guard chart.isModern, hasTitle(.y), model.second == nil, frame.side(.y) == .left else { return nil }
    let title = try chart.label(model.y.axisTitle)
    let row = legend.size(width: room.width - title.width - 24 * chart.growth, isColumn: false)
    let below = (labelHeight + chart.axisGap) * (hasTitle(.x) ? 2 : 1)
    let plot = room.height - row.height - chart.legendGap - title.height - 8 * chart.growth - below
    let isInOneRow = row.height < 1.5 * labelHeight && row.width + title.width < room.width
    return isInOneRow && plot < 0.6 * height ? row.width : nil
  }

  /// Draws a colour ramp between the labels of its ends.
  private mutating func placeRamp(
    _ side: ChartLegendPlace, _ title: ChartLabel?, _ room: inout Rect, into box: inout LayoutBox
  ) throws(RasterError) {
    let ends: [String]
    let color: (Double) -> Color
    var steps: [Color]?
    if var dimension = model.color {
      guard !dimension.isEmpty, let colors = ChartColorScale(chart) else { return }
      dimension.format = channel(\.color)?.legend.format ?? dimension.format
      ends = ChartDescription(chart).values([colors.low, colors.high], dimension)
      color = { colors.color(at: $0) }
      steps = colors.steps
    } else {
      guard let first = model.series.first, let last = model.series.last else { return }
      ends = [first, last].map { chart.seriesName($0) }
      let colors = style.ramp
      color = { colors[Int(clamping: ($0 * Double(colors.count - 1)).rounded())] }
    }
    let most = max(24, 0.3 * room.width)
    let (low, high) = (try chart.label(ends[0], width: most), try chart.label(ends[1], width: most))
    for label in [title, low, high].compactMap({ $0 }) { warnings += chart.warnings(label, key: "legend") }
    let (gap, thickness) = (6 * chart.growth, 8 * chart.growth)
    let row = max(low.height, 10)
    let numbers = low.width + high.width + 2 * gap
    let length = min(120 * chart.growth, room.width * 0.4, max(24, room.width - numbers))
    // A title that leaves no space for the ramp is above it.
    let isAlone = title.map { $0.width + 2 * gap + numbers + length > room.width } ?? false
    let height = row + (isAlone ? (title?.height ?? 0) + 2 : 0)
    let isBottom = side == .bottom
    var top = isBottom ? room.maxY - height : room.minY
    var left = room.minX
    if let title {
      box.write(title, left, top)
      if isAlone { top += title.height + 2 } else { left += title.width + 2 * gap }
    }
    box.write(low, left, top)
    let ramp = Rect(
      x: left + low.width + gap, y: top + (row - thickness) / 2, width: length, height: thickness)
    // Shapes are mirrored afterwards, but their paint is not.
    var stops = (0...16).map { Gradient.Stop(offset: Double($0) / 16, color: color(Double($0) / 16)) }
    if let steps {
      stops = steps.enumerated().flatMap { number, color in
        [number, number + 1].map { Gradient.Stop(offset: Double($0) / Double(steps.count), color: color) }
      }
    }
    if chart.isMirrored {
      stops = stops.reversed().map { Gradient.Stop(offset: 1 - $0.offset, color: $0.color) }
    }
    if let gradient = Gradient(kind: .linear(start: .zero, end: Point(x: 1, y: 0)), stops: stops) {
      box.add(
        .roundedRect(RoundedRect(rect: ramp, radii: CornerRadii(2 * chart.growth)), .gradient(gradient)))
    }
    box.write(high, ramp.maxX + gap, top)
    room.cut(height + chart.legendGap, atBottom: isBottom)
  }
}
