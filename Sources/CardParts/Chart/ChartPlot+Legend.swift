import CardRaster

/// Legends: of series, of numbers by colour and of numbers by area.
extension ChartPlot {
  /// What explains the looks of marks.
  enum LegendForm {
    /// The names of lines at their ends.
    case direct
    case rows(ChartLegend, ChartLegendPlace)
    case ramp(ChartLegendPlace, title: ChartLabel?)
    /// The first and the last of many series with the colours between them.
    case order(ChartLegendPlace, title: ChartLabel?)
  }

  private func channel(_ keyPath: KeyPath<ChartEncoding, ChartChannel?>) -> ChartChannel? {
    ([spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) })
      .compactMap { $0[keyPath: keyPath] }.first
  }

  /// Which legends there are.
  func legends(_ room: Rect) throws(RasterError) -> [LegendForm] {
    if chart.isSparkline || spec.legend == .none { return [] }
    var forms: [LegendForm] = []
    var (entries, place) = ([ChartLegend.Entry](), ChartLegendPlace.top)
    let color = channel(\.color)
    let given = color?.legend.orient ?? spec.legend
    if color?.hasLegend != false {
      if model.color != nil {
        forms.append(.ramp(side(given), title: try rampTitle(color, room)))
      } else if model.series.count > 1, !model.isLegendRedundant {
        if !style.ramp.isEmpty {
          forms.append(.order(side(given), title: try rampTitle(color, room)))
        } else if try isNamedAtLines(given, room) {
          forms.append(.direct)
        } else {
          place = side(given)
          let isAcross = place == .top || place == .bottom
          entries = try seriesEntries(most: isAcross ? room.width - 20 : try widthBeside(room))
          // Beside a stack, names stand in the order in which the eye meets their areas.
          let isBeside = place == .left || place == .right
          if isBeside, model.layers.contains(where: { $0.isStacked && !$0.isHorizontal }) { entries.reverse() }
          entries = try heading(model.seriesTitle) + entries
        }
      }
    }
    let sizes = try sizeEntries(most: max(24, min(240, room.width - 48)))
    if entries.isEmpty, !sizes.isEmpty { place = side(channel(\.size)?.legend.orient ?? spec.legend) }
    entries += sizes
    if !entries.isEmpty {
      let columns = color?.legend.columns ?? channel(\.size)?.legend.columns
      forms.append(.rows(ChartLegend(entries: entries, columns: columns), place))
    }
    return forms
  }

  private func side(_ given: ChartLegendPlace) -> ChartLegendPlace {
    given == .auto || given == .direct ? .top : given
  }

  /// Whether series are named where their lines end, which nothing else may stand beside.
  private func isNamedAtLines(_ given: ChartLegendPlace, _ room: Rect) throws(RasterError) -> Bool {
    if given == .direct { return true }
    let kinds: [ChartMarkType] = [.line, .rule, .text]
    let lines = model.layers.filter { $0.mark.type == .line }.flatMap(\.series).count
    guard given == .auto, model.layers.allSatisfy({ kinds.contains($0.mark.type) }), (2...6).contains(lines),
      !hasAxisOnRight, !runsBackwards,
      // A name at the end of a line does not show its dashes.
      model.layers.allSatisfy({ $0.series.allSatisfy { $0.dash == nil } })
    else { return false }
    for name in model.series where try directLabel(name, .black).width > room.width * 0.3 { return false }
    return true
  }

  private func heading(_ title: String) throws(RasterError) -> [ChartLegend.Entry] {
    guard !title.isEmpty, !title.hasPrefix("\u{1}") else { return [] }
    let label = try chart.texts.label(title, style.strongFont, style.labelColor, width: 240)
    return [ChartLegend.Entry(label: label, color: style.labelColor, symbol: .heading)]
  }

  /// - Parameter most: the width of the longest name.
  private func seriesEntries(most: Double) throws(RasterError) -> [ChartLegend.Entry] {
    var entries: [ChartLegend.Entry] = []
    var seen: Set<String> = []
    for layer in model.layers {
      for series in layer.series
      where (!series.name.isEmpty || layer.hasSeriesColors) && !seen.contains(series.name) {
        seen.insert(series.name)
        var symbol = ChartLegend.Symbol.swatch
        if layer.mark.type == .line || layer.mark.type == .rule { symbol = .line }
        if layer.mark.type == .point { symbol = .point(layer.mark.shape ?? (hasShapes ? series.number : 0)) }
        if let given = channel(\.color)?.legend.symbolType {
          symbol = given.shape.map { .point($0) } ?? .line
        }
        let label = try legendLabel(chart.seriesName(series.name), most: max(24, min(240, most)))
        entries.append(
          ChartLegend.Entry(
            label: label, color: chart.color(series, layer), symbol: symbol,
            pattern: symbol == .swatch && layer.mark.type != .text ? chart.pattern(series.number) : nil,
            dashes: model.dashNames.isEmpty ? ChartStyle.dashes(series, layer, style) : []))
      }
    }
    for (number, name) in model.dashNames.enumerated() {
      let label = try legendLabel(name, most: max(24, min(240, most)))
      entries.append(
        ChartLegend.Entry(
          label: label, color: style.labelColor, symbol: .line,
          dashes: ChartStyle.dashes[number % ChartStyle.dashes.count]))
    }
    return entries
  }

  /// How wide a name beside the plot may be: a little wider where a word would be torn otherwise.
  private func widthBeside(_ room: Rect) throws(RasterError) -> Double {
    var width = 0.4 * room.width
    for word in model.series.flatMap({ chart.seriesName($0).split(separator: " ") }) {
      let label = try chart.texts.label(String(word), style.labelFont, style.labelColor)
      if label.width <= 0.5 * room.width { width = max(width, label.width + 0.5) }
    }
    return width
  }

  /// A name in a legend, in two lines where it is too long for one.
  private func legendLabel(_ name: String, most: Double) throws(RasterError) -> ChartLabel {
    try chart.rowLabel(name, width: most, lines: 2, alignment: .natural)
  }

  /// Up to three round numbers with the points that stand for them, after the name of what they count.
  ///
  /// - Parameter most: the width of the longest number with its unit.
  private func sizeEntries(most widest: Double) throws(RasterError) -> [ChartLegend.Entry] {
    guard model.layers.contains(where: { $0.mark.type == .point }),
      let channel = channel(\.size), channel.hasLegend != false, !channel.fields.isEmpty,
      var dimension = model.size, dimension.high > 0
    else { return [] }
    dimension.format = channel.legend.format ?? dimension.format
    // At most one digit that counts, so that no number is longer than its point is wide.
    let round = TickStep(from: 0, to: dimension.high, count: 4)?.values(from: 0, to: dimension.high) ?? []
    let values = round.filter { $0 > 0 }
    guard let most = values.last else { return [] }
    let shown = [values.first ?? most, values[values.count / 2], most].filter { $0 <= dimension.high }
    let format = ChartFormat.values(shown, dimension, chart.locale)
    var entries = try heading(channel.legend.title ?? dimension.title)
    let numbers = Set(shown).sorted()
    for (value, text) in zip(numbers, ChartFormat.texts(numbers, numbers.map { _ in format }).texts) {
      let label = try chart.texts.label(text, style.labelFont, style.labelColor, width: widest)
      entries.append(
        ChartLegend.Entry(
          label: label, color: style.labelColor, symbol: .circle(diameter(of: value, dimension))))
    }
    return entries
  }

  /// The most of a chart's height that a legend over or under the plot takes.
  static let legendShare = 0.4

  /// What stands in a legend for names that have no room.
  private func moreNames(_ count: Int) throws(RasterError) -> ChartLegend.Entry {
    let words = ChartDescription(chart).andMore(count)
    let label = try chart.texts.label(words, style.labelFont, style.labelColor)
    return ChartLegend.Entry(label: label, color: style.labelColor, symbol: .heading)
  }

  private func rampTitle(_ channel: ChartChannel?, _ room: Rect) throws(RasterError) -> ChartLabel? {
    guard let title = channel?.legend.title ?? channel?.title, !title.isEmpty else { return nil }
    return try chart.texts.label(title, style.strongFont, style.labelColor, width: min(240, room.width))
  }

  /// The name of a series at the end of its line.
  func directLabel(_ name: String, _ color: Color) throws(RasterError) -> ChartLabel {
    var font = style.labelFont
    font.weight = max(500, font.weight)
    let label = try chart.texts.label(chart.seriesName(name), font, color)
    let most = ChartPlot.directShare * partWidth
    return label.width <= most
      ? label : try chart.texts.label(chart.seriesName(name), font, color, width: most)
  }

  /// The most of a part's width that names at the ends of lines take.
  private static let directShare = 0.35

  /// Puts a legend at its side and takes its room away.
  mutating func place(
    _ form: LegendForm, _ room: inout Rect, into box: inout LayoutBox
  ) throws(RasterError) {
    switch form {
    case .direct: hasDirectLabels = true
    case .ramp(let side, let title): placeRamp(side, title, &room, into: &box)
    case .order(let side, let title):
      guard let first = model.series.first, let last = model.series.last else { return }
      let most = max(24, 0.3 * room.width)
      let low = try chart.texts.label(
        chart.seriesName(first), style.labelFont, style.labelColor, width: most)
      let high = try chart.texts.label(
        chart.seriesName(last), style.labelFont, style.labelColor, width: most)
      let colors = style.ramp
      drawRamp(side, title, (low, high), &room, into: &box) { share in
        colors[Int(clamping: (share * Double(colors.count - 1)).rounded())]
      }
    case .rows(let full, let side):
      let isColumn = side == .left || side == .right
      let (legend, hidden) = try full.fitting(
        width: room.width, height: room.height * (isColumn ? 1 : ChartPlot.legendShare), isColumn: isColumn
      ) { count throws(RasterError) in try moreNames(count) }
      let size = legend.size(width: room.width, isColumn: isColumn)
      for entry in legend.entries { warnings += chart.doubts(entry.label, key: "legend") }
      if hidden > 0 {
        chart.texts.hasNamesLeftOut = true
        warnings.append(
          chart.context.warning(
            "there is no room for \(hidden) of \(model.series.count) names in the legend", key: "legend",
            hint: "make the chart taller, or show fewer series"))
      } else if !isColumn, size.height > room.height * 0.3 {
        warnings.append(
          chart.context.warning(
            "the legend takes \(NumberText.text(100 * size.height / room.height, digits: 0)) % of the chart's height",
            key: "legend", hint: "show fewer series, or set 'legend' to 'right' or 'direct'"))
      }
      var frame = Rect(origin: room.origin, size: Size(width: room.width, height: size.height))
      if isColumn {
        let isLeft = chart.isAtLeft(side)
        frame.size.width = size.width
        if !isLeft { frame.origin.x = room.maxX - size.width }
        room.size.width -= size.width + 16
        if isLeft { room.origin.x += size.width + 16 }
      } else {
        if side == .bottom { frame.origin.y = room.maxY - size.height }
        room.size.height -= size.height + 10
        if side != .bottom { room.origin.y += size.height + 10 }
      }
      legend.draw(into: &box, in: frame, isColumn: isColumn)
    }
  }

  /// The legend of numbers by colour: a ramp with its ends.
  private mutating func placeRamp(
    _ side: ChartLegendPlace, _ title: ChartLabel?, _ room: inout Rect, into box: inout LayoutBox
  ) {
    guard var dimension = model.color, !dimension.isEmpty, let colors = ChartColorScale(chart) else { return }
    dimension.format = channel(\.color)?.legend.format ?? dimension.format
    let ends = ChartDescription(chart).values([colors.low, colors.high], dimension)
    let most = max(24, 0.3 * room.width)
    guard let low = try? chart.texts.label(ends[0], style.labelFont, style.labelColor, width: most),
      let high = try? chart.texts.label(ends[1], style.labelFont, style.labelColor, width: most)
    else { return }
    drawRamp(side, title, (low, high), &room, into: &box) { share in
      colors.color(colors.low + (colors.high - colors.low) * share)
    }
  }

  /// A ramp of colours with what stands at its ends.
  private mutating func drawRamp(
    _ side: ChartLegendPlace, _ title: ChartLabel?, _ ends: (low: ChartLabel, high: ChartLabel),
    _ room: inout Rect, into box: inout LayoutBox, color: (Double) -> Color
  ) {
    let (low, high) = ends
    for label in [title, low, high].compactMap({ $0 }) { warnings += chart.doubts(label, key: "legend") }
    let row = max(low.height, 10)
    let numbers = low.width + high.width + 12
    let length = min(120, room.width * 0.4, max(24, room.width - numbers))
    // A name that leaves the ramp no room stands over it.
    let isAlone = title.map { $0.width + 12 + numbers + length > room.width } ?? false
    let height = row + (isAlone ? (title?.height ?? 0) + 2 : 0)
    let isBottom = side == .bottom
    var top = isBottom ? room.maxY - height : room.minY
    var left = room.minX
    if let title {
      box.content.append(.text(title.text, at: Point(x: left, y: top)))
      if isAlone { top += title.height + 2 } else { left += title.width + 12 }
    }
    box.content.append(.text(low.text, at: Point(x: left, y: top)))
    let ramp = Rect(x: left + low.width + 6, y: top + (row - 8) / 2, width: length, height: 8)
    // Shapes are mirrored afterwards, their paint is not.
    let stops = (0...16).map { number in
      let share = Double(chart.isMirrored ? 16 - number : number) / 16
      return color(share)
    }
    if let gradient = Gradient(kind: .linear(start: .zero, end: Point(x: 1, y: 0)), colors: stops) {
      box.add(.roundedRect(RoundedRect(rect: ramp, radii: CornerRadii(2)), .gradient(gradient)))
    }
    box.content.append(.text(high.text, at: Point(x: ramp.maxX + 6, y: top)))
    room.size.height -= height + 10
    if !isBottom { room.origin.y += height + 10 }
  }
}
