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
    var sizes = try sizeEntries(size, most: max(24, min(240, room.width - 48)))
    let row = ChartLegend(entries: sizes, growth: chart.growth).size(width: room.width, isColumn: false)
    // Two circles in a row are better than three in two.
    if sizes.count > 3, row.height > 1.3 * max(frame.largestPoint, labelHeight) { sizes.remove(at: 2) }
    let given = color?.legend.orient ?? spec.legend
    let areAtAxes = try !entriesOfAxes().isEmpty
    let hasNames = model.series.count > 1 && !model.isLegendRedundant && !areAtAxes
    // Numbers alone do not tell what they count.
    let areNumbers =
      chart.isModern && ChartDimension.areNumbers(model.series)
      && !model.series.allSatisfy(ChartLayout.isYear)
    // Names between the ends of a ramp could not be read from it.
    let areOrdered =
      ChartDimension.areNumbers(model.series) || model.series.allSatisfy { CalendarMoment(data: $0) != nil }
    if color?.hasLegend != false, model.color == nil ? hasNames : !model.isLegendRedundant {
      if model.color != nil || style.ramp.count > style.colorCount && (areOrdered || style.ramp.count > 20) {
        forms.append(
          .ramp(side(given), title: try rampTitle(color, room, isMixed: !sizes.isEmpty || areNumbers)))
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
        let title = (isMixed || areNumbers) && model.seriesTitle.isEmpty ? color.map(Self.title) : nil
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
    let named = model.layers.filter(\.isNamedAtEnds)
    let lines = named.flatMap(\.series).count
    guard given == .auto,
      model.layers.allSatisfy({ $0.isNamedAtEnds || [.rule, .text].contains($0.mark.type) }),
      named.contains(where: { $0.mark.type == .area })
        ? hasRoomForAreas(named, room) : (2...6).contains(lines),
      !frame.hasAxisOnRight, !frame.runsBackwards, !model.isHorizontal,
      // A name at the end of a line does not show the dash pattern.
      model.layers.allSatisfy({ $0.series.allSatisfy { $0.dash == nil } })
    else { return false }
    for layer in named {
      for series in layer.series where try frame.directLabel(series, layer, .black).width > room.width * 0.3 {
        return false
      }
    }
    return true
  }

  /// Whether the areas of a stack are high enough at their right end for names near to them.
  private func hasRoomForAreas(_ layers: [ChartLayer], _ room: Rect) -> Bool {
    guard chart.isModern, layers.count == 1, model.layers.count == 1, !chart.spec.patterns else {
      return false
    }
    let ends = layers[0].series.compactMap { series in
      series.known.last.flatMap { last in last.y2.map { (x: last.x, middle: (last.y + $0) / 2) } }
    }
    let range = max(0, model.y.high) - min(0, model.y.low)
    guard range > 0, ends.count == layers[0].series.count, ends.allSatisfy({ $0.x == ends[0].x }) else {
      return false
    }
    let (height, line) = (room.height - 4 * labelHeight, style.labelFont.size * 1.25)
    let wanted = ends.map { height * (max(0, model.y.high) - $0.middle) / range }
    let centers = ChartSpread.centers(
      wanted, heights: wanted.map { _ in line }, from: 0, to: height)
    return height > line * Double(ends.count)
      && zip(wanted, centers).allSatisfy { abs($0 - $1) <= 2 * line }
  }

  /// The title of a channel in the legend.
  private static func title(_ channel: ChartChannel) -> String {
    channel.legend.title ?? channel.capitalizedHeading
  }

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
    // The symbol of a box plot is its box.
    for layer in model.layers where layer.role != .whisker && layer.role != .median {
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

  /// Up to three round numbers at even distances with points of their sizes, after the title of the channel.
  ///
  /// - Parameter widest: the maximum width of a number with its unit.
  private func sizeEntries(
    _ channel: ChartChannel?, most widest: Double
  ) throws(RasterError) -> [ChartLegend.Entry] {
    guard model.has(.point), let channel, channel.hasLegend != false,
      !channel.fields.isEmpty || channel.aggregate != nil,
      var dimension = model.size, dimension.high > 0
    else { return [] }
    dimension.format = channel.legend.format ?? dimension.format
    // At most one significant digit, so that no number is wider than its point.
    let round = TickStep(from: 0, to: dimension.high, count: 4)?.values(from: 0, to: dimension.high) ?? []
    let every = (round.count + 1) / 3
    let numbers = round.filter { $0 > 0 }.enumerated().filter { ($0.offset + 1) % every == 0 }.map(\.element)
    let format = ChartFormat.values(numbers, dimension, chart.locale)
    let texts = ChartFormat.texts(numbers, numbers.map { _ in format }).texts
    guard !numbers.isEmpty else { return [] }
    return try heading(Self.title(channel))
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
    return try heading(Self.title(channel))
      + zip(shown, texts).map { value, text throws(RasterError) in
        ChartLegend.Entry(
          label: try chart.label(text, width: widest),
          color: color.multiplyingAlpha(by: dimension.opacity(value)),
          symbol: isOfPoints ? .point(0) : .swatch)
      }
  }

  private func rampTitle(
    _ channel: ChartChannel?, _ room: Rect, isMixed: Bool
  ) throws(RasterError) -> ChartLabel? {
    let title = channel?.legend.title ?? channel?.title ?? (isMixed ? channel?.capitalizedHeading : nil) ?? ""
    guard !title.isEmpty, !title.hasPrefix("\u{1}") else { return nil }
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

  /// The labels of a colour ramp with their shares of its length: round numbers, or the first and the last series.
  private func rampLabels(
    _ colors: ChartColorScale?, _ length: Double, most: Double
  ) throws(RasterError) -> [(share: Double, label: ChartLabel)] {
    guard var dimension = model.color, let colors else {
      let ends = [model.series.first, model.series.last].compactMap(\.self)
      return try ends.enumerated().map { end, name throws(RasterError) in
        (Double(end), try chart.label(chart.seriesName(name), width: most))
      }
    }
    dimension.format = channel(\.color)?.legend.format ?? dimension.format
    (dimension.scale, dimension.axis) = (ChartScaleSpec(), ChartAxisSpec())
    (dimension.low, dimension.high) = (colors.low, colors.high)
    func labels(_ ticks: [(share: Double, text: String)]) throws(RasterError) -> [(Double, ChartLabel)] {
      try ticks.map { tick throws(RasterError) in (tick.share, try chart.label(tick.text, width: most)) }
    }
    if !colors.breaks.isEmpty {
      let texts = ChartFormat.texts(
        colors.breaks, colors.breaks.map { ChartFormat.values([$0], dimension, chart.locale) }
      ).texts
      return try labels(texts.enumerated().map { (Double($0 + 1) / Double(texts.count + 1), $1) })
    }
    for count in [5.0, 4, 3, 2, 1] {
      let ticks = ChartTicks.numbers(dimension, count: count, zero: false, chart.locale).ticks
        .filter { colors.low...colors.high ~= $0.value }
      let found = try labels(
        ticks.map { (($0.value - colors.low) / (colors.high - colors.low), $0.text) })
      let width = found.reduce(0) { $0 + $1.1.width + 10 * chart.growth }
      if found.count > 1, width <= length { return found }
    }
    let ends = ChartDescription(chart).values([colors.low, colors.high], dimension)
    return try labels(zip([0, 1], ends).map { ($0, $1) })
  }

  /// Draws a colour ramp above its labels.
  private mutating func placeRamp(
    _ side: ChartLegendPlace, _ title: ChartLabel?, _ room: inout Rect, into box: inout LayoutBox
  ) throws(RasterError) {
    let colors = ChartColorScale(chart)
    guard model.color == nil || colors != nil, !model.series.isEmpty || colors != nil else { return }
    let shades = style.ramp
    func color(_ share: Double) -> Color {
      colors?.color(at: share) ?? shades[Int(clamping: (share * Double(shades.count - 1)).rounded())]
    }
    let (gap, thickness) = (12 * chart.growth, 8 * chart.growth)
    let length = min(160 * chart.growth, 0.6 * room.width)
    let labels = try rampLabels(colors, length, most: max(24, (colors == nil ? 0.45 : 0.3) * room.width))
    for label in [title].compactMap({ $0 }) + labels.map(\.label) {
      warnings += chart.warnings(label, key: "legend")
    }
    let inset = labels.map { $0.label.width / 2 - $0.share * length }.max().map { max(0, $0) } ?? 0
    // A title that leaves no space for the ramp is above it.
    let isAlone = title.map { $0.width + gap + 2 * inset + length > room.width } ?? false
    let row = max(thickness, title?.height ?? 0)
    let below = chart.growth + (labels.map(\.label.height).max() ?? 0)
    let height = (isAlone ? row : 0) + (isAlone ? thickness : row) + below
    let isBottom = side == .bottom
    var top = isBottom ? room.maxY - height : room.minY
    var left = room.minX
    if let title {
      box.write(title, left, top)
      if isAlone { top += row } else { left += title.width + gap }
    }
    let ramp = Rect(
      x: left + inset, y: top + (isAlone ? 0 : (row - thickness) / 2), width: length, height: thickness)
    // Shapes are mirrored afterwards, but their paint is not.
    var stops = (0...16).map { Gradient.Stop(offset: Double($0) / 16, color: color(Double($0) / 16)) }
    if let steps = colors?.steps {
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
    for (share, label) in labels {
      let x = ramp.minX + share * length - label.width / 2
      box.write(label, max(room.minX, min(room.maxX - label.width, x)), ramp.maxY + chart.growth)
    }
    room.cut(height + chart.legendGap, atBottom: isBottom)
  }
}
