import CardRaster

/// A plot with two axes: from measured labels to scales, and then the marks.
struct ChartPlot {
  let chart: ChartLayout
  /// The area of the marks.
  var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  var x = ChartScale()
  var y = ChartScale()
  var second: ChartScale?
  /// What is drawn, floor by floor.
  var floors = Array(repeating: [LayoutBox.Content](), count: Floor.allCases.count)
  /// Labels that may give way to each other.
  var labels: [PlacedLabel] = []
  var warnings: [DeckIssue] = []

  /// The order of drawing.
  enum Floor: Int, CaseIterable { case bands, grid, areas, bars, axis, rules, lines, points, labels }

  /// A label with the weight that it has among others.
  struct PlacedLabel {
    var label: ChartLabel
    var frame: Rect
    var weight: Double
    var hasHalo = false
  }

  init(_ chart: ChartLayout) { self.chart = chart }

  var plan: ChartPlan { chart.plan }
  var spec: ChartSpec { chart.spec }
  var style: ChartStyle { chart.style }

  static let axisGap = 8.0

  /// Draws the plot with its axes and legend.
  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    var plot = self
    let legend = try plot.legend(room)
    var inner = room
    plot.place(legend, &inner, into: &box)
    try plot.layOut(&box, inner)
    guard
      chart.isSparkline
        || (plot.frame.width >= ChartLayout.leastPlot && plot.frame.height >= ChartLayout.leastPlot)
    else {
      let size =
        "\(NumberText.text(plot.frame.width, digits: 0)) × \(NumberText.text(plot.frame.height, digits: 0))"
      box.warnings.append(
        chart.context.warning(
          "the plot has only \(size) points", hint: "a plot needs 48 × 48; make the chart wider or taller"))
      guard plot.frame.width > 1, plot.frame.height > 1 else { return }
      return plot.finish(into: &box)
    }
    plot.finish(into: &box)
  }

  private func finish(into box: inout LayoutBox) {
    var plot = self
    do throws(RasterError) {
      try plot.drawMarks()
      try plot.drawRules()
      plot.settleLabels()
      for floor in plot.floors { box.content += floor }
      box.warnings += plot.warnings
    } catch {
      box.warnings.append(chart.context.warning(error.message))
    }
  }

  // MARK: Legend

  private enum LegendForm { case none, direct, rows(ChartLegend, ChartLegendPlace), ramp(ChartLegendPlace) }

  /// Which legend there is.
  private func legend(_ room: Rect) throws(RasterError) -> LegendForm {
    if chart.isSparkline || spec.legend == .none { return .none }
    let encoding = ([spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) })
      .compactMap(\.color).first
    if encoding?.hasLegend == false { return .none }
    let given = encoding?.legend.orient ?? spec.legend
    if plan.color != nil { return .ramp(given == .auto || given == .direct ? .top : given) }
    guard plan.series.count > 1, !plan.isLegendRedundant else { return .none }
    let isLines = plan.layers.allSatisfy {
      $0.mark.type == .line || $0.mark.type == .rule || $0.mark.type == .text
    }
    let lines = plan.layers.filter { $0.mark.type == .line }.flatMap(\.series).count
    if given == .direct || (given == .auto && isLines && lines <= 6 && lines > 1) {
      let widest =
        try plan.series.map { name throws(RasterError) in try directLabel(name, .black).width }.max() ?? 0
      if given == .direct || widest <= room.width * 0.3 { return .direct }
    }
    return .rows(try legendRows(encoding?.legend.columns), given == .auto || given == .direct ? .top : given)
  }

  private func legendRows(_ columns: Int?) throws(RasterError) -> ChartLegend {
    var entries: [ChartLegend.Entry] = []
    var seen: Set<String> = []
    for layer in plan.layers {
      for series in layer.series where !series.name.isEmpty && !seen.contains(series.name) {
        seen.insert(series.name)
        var symbol = ChartLegend.Symbol.swatch
        if layer.mark.type == .line || layer.mark.type == .rule { symbol = .line }
        if layer.mark.type == .point { symbol = .point(shapeNumber(series)) }
        let label = try chart.texts.label(
          chart.name(series.name), style.labelFont, style.labelColor, width: max(60, 0.4 * frameWidth))
        entries.append(
          ChartLegend.Entry(
            label: label, color: chart.color(series, layer), symbol: symbol,
            pattern: symbol == .swatch ? chart.pattern(series.number) : nil,
            dashes: layer.mark.strokeDash.isEmpty ? style.dashes(series.number) : layer.mark.strokeDash))
      }
    }
    return ChartLegend(entries: entries, columns: columns)
  }

  private var frameWidth: Double { 600 }

  private func shapeNumber(_ series: ChartSeries) -> Int {
    let all = [spec.short.over(spec.encoding)] + spec.layer.map { $0.short.over($0.encoding) }
    return all.contains { $0.shape != nil } ? series.number : 0
  }

  /// The name of a series at the end of its line.
  func directLabel(_ name: String, _ color: Color) throws(RasterError) -> ChartLabel {
    var font = style.labelFont
    font.weight = max(500, font.weight)
    return try chart.texts.label(chart.name(name), font, color)
  }

  /// Puts the legend at its side and takes its room away.
  private mutating func place(_ form: LegendForm, _ room: inout Rect, into box: inout LayoutBox) {
    switch form {
    case .none: return
    case .direct: hasDirectLabels = true
    case .ramp(let side): placeRamp(side, &room, into: &box)
    case .rows(let legend, let side):
      let isColumn = side == .left || side == .right
      let size = legend.size(width: room.width, isColumn: isColumn)
      if !isColumn, size.height > room.height * 0.3 {
        warnings.append(
          chart.context.warning(
            "the legend takes \(NumberText.text(100 * size.height / room.height, digits: 0)) % of the chart's height",
            key: "legend", hint: "show fewer series, or set 'legend' to 'right' or 'direct'"))
      }
      switch side {
      case .bottom:
        let frame = Rect(x: 0, y: room.maxY - size.height, width: room.width, height: size.height)
        legend.draw(into: &box, in: frame, isColumn: false, isRightToLeft: chart.isRightToLeft)
        room.size.height -= size.height + 10
      case .left, .right:
        let isLeft = side == .left
        let frame = Rect(
          x: isLeft ? 0 : room.maxX - size.width, y: room.minY, width: size.width, height: size.height)
        legend.draw(into: &box, in: frame, isColumn: true, isRightToLeft: chart.isRightToLeft)
        room.size.width -= size.width + 16
        if isLeft { room.origin.x += size.width + 16 }
      default:
        let frame = Rect(x: 0, y: room.minY, width: room.width, height: size.height)
        legend.draw(into: &box, in: frame, isColumn: false, isRightToLeft: chart.isRightToLeft)
        room.origin.y += size.height + 10
        room.size.height -= size.height + 10
      }
    }
  }

  /// The legend of numbers by colour: a ramp with its ends.
  private func placeRamp(_ side: ChartLegendPlace, _ room: inout Rect, into box: inout LayoutBox) {
    guard let dimension = plan.color, !dimension.isEmpty, let colors = ChartColorScale(chart) else { return }
    let words = ChartWords(chart)
    guard
      let low = try? chart.texts.label(words.value(colors.low, dimension), style.labelFont, style.labelColor),
      let high = try? chart.texts.label(
        words.value(colors.high, dimension), style.labelFont, style.labelColor)
    else { return }
    let length = min(120, room.width * 0.4)
    let height = max(low.height, 10)
    let isBottom = side == .bottom
    let top = isBottom ? room.maxY - height : room.minY
    let left = chart.isRightToLeft ? room.maxX - low.width - high.width - length - 12 : room.minX
    box.content.append(.text(low.text, at: Point(x: left, y: top)))
    let ramp = Rect(x: left + low.width + 6, y: top + (height - 8) / 2, width: length, height: 8)
    let stops = (0...16).map { colors.color(colors.low + (colors.high - colors.low) * Double($0) / 16) }
    if let gradient = Gradient(kind: .linear(start: .zero, end: Point(x: 1, y: 0)), colors: stops) {
      box.add(.roundedRect(RoundedRect(rect: ramp, radii: CornerRadii(2)), .gradient(gradient)))
    }
    box.content.append(.text(high.text, at: Point(x: ramp.maxX + 6, y: top)))
    room.size.height -= height + 10
    if !isBottom { room.origin.y += height + 10 }
  }

  /// How wide the part is.
  var partWidth = 0.0
  /// How many labels found no room.
  var hidden = 0
  /// Whether series are named at the ends of their lines.
  var hasDirectLabels = false
}

/// Which colour a number has.
struct ChartColorScale {
  let low: Double
  let high: Double
  private let scheme: ChartScheme
  private let range: [Color]
  private let middle: Double?
  private let appearance: Appearance

  init?(_ chart: ChartLayout) {
    guard let dimension = chart.plan.color, !dimension.isEmpty else { return nil }
    let spec = dimension.scale
    let hasBothSigns = dimension.low < 0 && dimension.high > 0
    scheme = spec.scheme ?? chart.spec.scheme ?? (hasBothSigns ? .redblue : .blues)
    range = spec.range
    appearance = chart.style.appearance
    let ends = spec.domain.compactMap(\.number)
    let (a, b) = ends.count == 2 ? (ends[0], ends[1]) : (dimension.low, dimension.high)
    middle = spec.domainMid ?? (scheme.isDiverging && range.isEmpty ? (hasBothSigns ? 0 : nil) : nil)
    if let middle {
      // Both arms are equally long, so that equal distances look equal.
      let arm = max(abs(a - middle), abs(b - middle))
      (low, high) = (middle - arm, middle + arm)
    } else {
      (low, high) = a == b ? (min(0, a), max(a, 1)) : (a, b)
    }
  }

  func color(_ value: Double) -> Color {
    let share = min(1, max(0, (value - low) / (high - low)))
    return range.isEmpty ? scheme.color(at: share, appearance) : ChartScheme.mix(range, at: share)
  }
}
