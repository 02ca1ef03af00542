import CardModel
import CardRaster

/// A type that reads the model, the settings and the look of a chart.
protocol ChartReader {
  var chart: ChartLayout { get }
}

extension ChartReader {
  // A copy of these large values for each point would take longer than all of its drawing.
  var model: ChartModel { _read { yield chart.model } }
  var spec: ChartSpec { _read { yield chart.spec } }
  var style: ChartStyle { _read { yield chart.style } }

  /// Whether the chart shows an axis.
  func hasAxis(_ axis: ChartAxis) -> Bool {
    guard axis != .second else { return model.second.map { $0.hasAxis != false } ?? false }
    return !chart.isSparkline && model[axis].hasAxis != false && (spec.axes ?? .both).has(axis)
  }
}

/// Draws a plot with two axes: solves the layout from the measured labels, then draws the marks.
struct ChartPlot: ChartReader {
  var frame: ChartFrame
  /// The content, by z-index.
  var content = Array(repeating: [LayoutBox.Content](), count: ZIndex.allCases.count)
  /// Labels that may be left out if they overlap.
  var labels: [PlacedLabel] = []
  var warnings: [DeckIssue] = []
  /// The lines of the grid, until labels have cut gaps into them.
  var gridLines: [GridLine] = []
  /// The lines of rules and ticks.
  var ruleLines: [Rect] = []
  /// The number of values, and of texts of layers, that do not fit.
  var hidden = 0
  var hiddenTexts = 0
  /// The number of marks that are not regions of their own, because there are many.
  var unlisted = 0

  /// The order of drawing.
  enum ZIndex: Int, CaseIterable { case bands, grid, areas, bars, axis, rules, lines, points, labels }

  /// A line of the grid; minor ones have no label and are fainter.
  struct GridLine {
    var frame: Rect
    var isMinor = false
  }

  /// A label with its priority over others.
  struct PlacedLabel {
    var label: ChartLabel
    var frame: Rect
    var weight: Double
    var backing = Backing.none

    /// The separation of letters from lines below them.
    ///
    /// Either a translucent halo in the surface colour for lines of data, or a gap in the grid lines, which
    /// also works on surfaces with several colours.
    enum Backing { case none, halo, gapInGrid }

    init(
      _ label: ChartLabel, _ x: Double, _ y: Double, weight: Double = .infinity, _ backing: Backing = .none
    ) {
      self.label = label
      self.weight = weight
      self.backing = backing
      frame = label.frame(at: Point(x: x, y: y))
    }

    /// The height of its letters, without the line's leading.
    var cap: Rect {
      let height = frame.height * 0.8
      return Rect(x: frame.minX, y: frame.midY - height / 2, width: frame.width, height: height)
    }

    /// The area of its letters, without the line's leading.
    var ink: Rect { frame.ink }
  }

  init(_ chart: ChartLayout, partWidth: Double, room: Rect) {
    frame = ChartFrame(chart)
    frame.partWidth = partWidth
    frame.largestPoint = chart.largestPoint ?? frame.widestPoint(room)
  }

  var chart: ChartLayout { frame.chart }
  var area: Rect { frame.area }

  /// Draws the plot with its axes and legend.
  ///
  /// If all values fit at their marks, the value axis has no labels and no grid. If all names fit at their points, the
  /// legend is left out. If values only fit in a smaller font, all of them have it. Values that do not fit without the
  /// labels of the axis do not fit beside them either.
  static func draw(_ chart: ChartLayout, into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    let bare = chart.withoutValueAxis
    let smaller = [10.0, 9].map { (bare ?? chart).withValues(points: $0) }
    let tries = bare == nil ? [chart.withNamesAtPoints, chart] + smaller : [bare] + smaller + [chart]
    var standard = (box: box, hasNamesLeftOut: false)
    for choice in tries.compactMap(\.self) {
      var attempt = box
      chart.texts.hasNamesLeftOut = false
      let hidden = try drawPlot(choice, into: &attempt, in: room)
      // A legend with repeated colours is worse than small points without a name.
      let count = chart.model.series.count
      let isMostlyNamed =
        choice !== chart && bare == nil && chart.style.colorCount < count && 2 * hidden <= count
      if hidden == 0 || choice === chart || isMostlyNamed {
        standard = (attempt, chart.texts.hasNamesLeftOut || (isMostlyNamed && hidden > 0))
      }
      if hidden == 0 || isMostlyNamed { break }
    }
    (box, chart.texts.hasNamesLeftOut) = standard
  }

  /// Draws the plot, and returns the number of values and names without space.
  private static func drawPlot(
    _ chart: ChartLayout, into box: inout LayoutBox, in room: Rect
  ) throws(RasterError) -> Int {
    var plot = ChartPlot(chart, partWidth: box.size.width, room: room)
    var inner = room
    for legend in try plot.legends(room) { try plot.place(legend, &inner, into: &box) }
    let above = try chart.nameRoom(plot.frame.partWidth)
    let row = (inner.height - 40 * chart.growth) / Double(max(1, chart.model.y.categories.count))
    if row >= above + 18 * chart.growth { plot.frame.nameRoom = above }
    try plot.solveAxes(&box, inner)
    let (width, height) = (plot.area.width, plot.area.height)
    if !chart.isSparkline, !(width >= ChartLayout.leastPlot && height >= ChartLayout.leastPlot) {
      let size = "\(NumberText.format(width, digits: 0)) × \(NumberText.format(height, digits: 0))"
      box.warn(
        chart, "the plot has only \(size) points",
        hint: "a plot needs 48 × 48; make the chart wider or taller")
      guard width > 1, height > 1 else { return 0 }
    }
    plot.findRuleLines()
    do throws(RasterError) {
      for layer in plot.model.layers {
        try marks[layer.mark.type]?.init(layer: layer, frame: plot.frame).draw(into: &plot)
      }
      plot.clipMarks()
      try plot.drawRules()
      plot.settleLabels()
      plot.noteHiddenTexts()
      let (grid, minor) = (plot.style.gridColor, plot.style.gridColor.multiplyingAlpha(by: 0.5))
      plot.put(plot.gridLines.map { .rect($0.frame, $0.isMinor ? minor : grid) }, .grid)
      for items in plot.content { box.content += items }
      box.warnings += plot.warnings
      if plot.unlisted > 0 {
        box.attributes.append(LayoutBox.Attribute("unlistedMarks", number: Double(plot.unlisted)))
      }
    } catch { box.warn(chart, error.message) }
    return plot.hidden + plot.hiddenTexts
  }

  /// The marks of layers.
  private static let marks: [ChartMarkType: any PlotMark.Type] = [
    .bar: BarMark.self, .line: LineMark.self, .area: AreaMark.self, .point: PointMark.self,
    .rect: CellMark.self, .rule: RuleMark.self, .tick: RuleMark.self, .text: TextMark.self,
  ]

  mutating func put(_ items: [DisplayItem], _ index: ZIndex) {
    content[index.rawValue] += items.map { .item($0) }
  }

  mutating func put(_ box: LayoutBox, at origin: Point, _ index: ZIndex) {
    content[index.rawValue].append(.box(box, at: origin))
  }

  mutating func write(_ label: ChartLabel, _ x: Double, _ y: Double) {
    content[ZIndex.labels.rawValue].append(.text(label.text, at: Point(x: x, y: y)))
  }

  mutating func warn(_ message: String, key: String? = nil, index: Int? = nil, hint: String? = nil) {
    warnings.append(chart.context.warning(message, key: key, index: index, hint: hint))
  }
}

/// A mark of a layer: draws the points of the layer at their places in a solved frame.
protocol PlotMark: ChartReader, SendableMetatype {
  var layer: ChartLayer { get }
  var frame: ChartFrame { get }
  init(layer: ChartLayer, frame: ChartFrame)
  /// Adds the items of the mark, its labels and warnings.
  func draw(into plot: inout ChartPlot) throws(RasterError)
}

extension PlotMark {
  var chart: ChartLayout { frame.chart }
  var area: Rect { frame.area }

  /// The colour of a series with an opacity.
  func color(_ series: ChartSeries, _ opacity: Double?) -> Color {
    chart.color(series, layer).multiplyingAlpha(by: opacity ?? 1)
  }

  func place(_ point: ChartPoint) -> Point { frame.place(point, layer) }

  /// The interpolation between points.
  var form: ChartInterpolation { layer.mark.interpolate ?? .linear }
}

/// Values outside of a domain that the deck sets.
extension ChartPlot {
  /// Clips marks at the edges of the plot and warns, if values are outside of a domain that the deck sets.
  mutating func clipMarks() {
    let count = model.layers.reduce(0) { $0 + outsideCount($1) }
    // A bar at the end of a domain is wider than the plot, although its value is inside.
    let hasOverhang = hasOverhang
    for index in [ZIndex.areas, .bars, .rules, .lines, .points]
    where count > 0 || (hasOverhang && index == .bars) { clip(index) }
    if count > 0 {
      warn(
        "\(count == 1 ? "1 value is" : "\(count) values are") outside the domain of an axis and \(count == 1 ? "is" : "are") clipped",
        hint: "widen 'domain', or draw them at its ends with 'clamp'")
    } else if hasOverhang {
      warn("a bar at an end of the domain of an axis is cut", hint: "widen 'domain' by the width of a bar")
    }
  }

  private mutating func clip(_ index: ZIndex) {
    guard !content[index.rawValue].isEmpty else { return }
    var inner = LayoutBox(size: Size(width: max(frame.partWidth, area.maxX), height: area.maxY))
    inner.content = content[index.rawValue]
    var window = LayoutBox(size: area.size)
    window.isClipped = true
    window.add(inner, at: Point(x: -area.minX, y: -area.minY))
    content[index.rawValue] = [.box(window, at: area.origin)]
  }

  /// Whether a bar or a cell crosses an edge of the plot.
  private var hasOverhang: Bool {
    guard limits(.x) != nil || limits(.y) != nil else { return false }
    return content[ZIndex.bars.rawValue].contains { content in
      guard case .box(let box, let origin) = content else { return false }
      let bar = Rect(origin: origin, size: box.size)
      return !frame.holds(bar.origin) || !frame.holds(Point(x: bar.maxX, y: bar.maxY))
    }
  }

  /// The number of points of a layer outside a domain.
  private func outsideCount(_ layer: ChartLayer) -> Int {
    let ends = [(ChartAxis.x, limits(.x)), (.y, limits(layer.verticalAxis))].compactMap { axis, limits in
      limits.map { (axis, $0) }
    }
    guard !ends.isEmpty else { return 0 }
    return layer.points.count { point in
      let isOutside = ends.contains { axis, limits in
        layer.fixed[axis] == nil
          && [point[axis], point[end: axis] ?? .nan].contains { $0.isFinite && !limits.contains($0) }
      }
      return isOutside && layer.draws(point)
    }
  }

  /// The ends that a deck sets for an axis of numbers or dates; nil if no value can be outside.
  private func limits(_ axis: ChartAxis) -> ClosedRange<Double>? {
    let dimension = model[axis]
    guard !dimension.isDiscrete, !dimension.scale.clamp else { return nil }
    let ends = dimension.domain
    return ends.count == 2 && ends[0] < ends[1] ? ends[0]...ends[1] : nil
  }
}
