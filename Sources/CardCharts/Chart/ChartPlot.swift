import CardModel
import CardRaster

/// Draws a plot with two axes: solves the layout from the measured labels, then draws the marks.
struct ChartPlot {
  let chart: ChartLayout
  var frame: ChartFrame
  /// The content, by z-index.
  var content = Array(repeating: [LayoutBox.Content](), count: ZIndex.allCases.count)
  /// Labels that may be left out if they overlap.
  var labels: [PlacedLabel] = []
  var warnings: [DeckIssue] = []
  /// The lines of the grid, until labels have cut gaps into them.
  var gridLines: [Rect] = []
  /// The lines of rules.
  var ruleLines: [Rect] = []
  /// The labels on the right of the plot, and the positions of their rules.
  var besideLabels: [(label: ChartLabel, y: Double)] = []
  /// The number of values, and of texts of layers, that do not fit.
  var hidden = 0
  var hiddenTexts = 0

  /// The order of drawing.
  enum ZIndex: Int, CaseIterable { case bands, grid, areas, bars, axis, rules, lines, points, labels }

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
      frame = Rect(x: x, y: y, width: label.width, height: label.height)
    }

    /// The height of its letters, without the line's leading.
    var cap: Rect {
      let height = frame.height * 0.8
      return Rect(x: frame.minX, y: frame.midY - height / 2, width: frame.width, height: height)
    }
  }

  init(_ chart: ChartLayout, partWidth: Double, room: Rect) {
    self.chart = chart
    frame = ChartFrame(chart)
    frame.partWidth = partWidth
    frame.largestPoint = frame.widestPoint(room)
  }

  var model: ChartModel { chart.model }
  var spec: ChartSpec { chart.spec }
  var style: ChartStyle { chart.style }
  var area: Rect { frame.area }
  var isAnimated: Bool { chart.growing.animated }

  /// Draws the plot with its axes and legend.
  static func draw(_ chart: ChartLayout, into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    var plot = ChartPlot(chart, partWidth: box.size.width, room: room)
    var inner = room
    for legend in try plot.legends(room) { try plot.place(legend, &inner, into: &box) }
    try plot.solveAxes(&box, inner)
    let (width, height) = (plot.area.width, plot.area.height)
    if !chart.isSparkline, !(width >= ChartLayout.leastPlot && height >= ChartLayout.leastPlot) {
      let size = "\(NumberText.text(width, digits: 0)) × \(NumberText.text(height, digits: 0))"
      box.warn(
        chart, "the plot has only \(size) points",
        hint: "a plot needs 48 × 48; make the chart wider or taller")
      guard width > 1, height > 1 else { return }
    }
    do throws(RasterError) {
      for layer in plot.model.layers { try plot.draw(layer) }
      plot.clipMarks()
      try plot.drawRules()
      plot.settleLabels()
      plot.noteHiddenTexts()
      plot.put(plot.gridLines.map { .rect($0, plot.style.gridColor) }, .grid)
      for items in plot.content { box.content += items }
      box.warnings += plot.warnings
    } catch { box.warn(chart, error.message) }
  }

  private mutating func draw(_ layer: ChartLayer) throws(RasterError) {
    switch layer.mark.type {
    case .bar: try drawBars(layer)
    case .line: try drawLines(layer)
    case .area: try drawAreas(layer)
    case .point: try drawPoints(layer)
    case .rect: try drawCells(layer)
    case .rule: drawRuleMarks(layer)
    case .text: try drawTexts(layer)
    default: break
    }
  }

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
    let edge = area.inset(by: -0.5)
    return content[ZIndex.bars.rawValue].contains { content in
      guard case .box(let box, let origin) = content else { return false }
      let area = Rect(origin: origin, size: box.size)
      return area.minX < edge.minX || area.maxX > edge.maxX || area.minY < edge.minY || area.maxY > edge.maxY
    }
  }

  /// The number of points of a layer outside a domain.
  private func outsideCount(_ layer: ChartLayer) -> Int {
    let ends = [(ChartAxis.x, limits(.x)), (.y, limits(layer.verticalAxis))].compactMap { axis, limits in
      limits.map { (axis, $0) }
    }
    guard !ends.isEmpty else { return 0 }
    return layer.points.reduce(0) { count, point in
      let isOutside = ends.contains { axis, limits in
        [point[axis], point[end: axis] ?? .nan].contains { $0.isFinite && !limits.contains($0) }
      }
      return isOutside && layer.draws(point) ? count + 1 : count
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
