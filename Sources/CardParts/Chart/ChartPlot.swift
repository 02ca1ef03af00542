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
  /// The lines of the grid, until labels have opened them.
  var gridLines: [Rect] = []

  /// The order of drawing.
  enum Floor: Int, CaseIterable { case bands, grid, areas, bars, axis, rules, lines, points, labels }

  /// A label with the weight that it has among others.
  struct PlacedLabel {
    var label: ChartLabel
    var frame: Rect
    var weight: Double
    var backing = Backing.none

    /// What keeps its letters apart from what lies below them: a patch of the surface's colour for lines of data, which
    /// goes on below it, and a gap for those of the grid, which needs no surface of one colour.
    enum Backing { case none, halo, gapInGrid }

    /// The height of its letters, without the line's leading.
    var cap: Rect {
      let height = frame.height * 0.8
      return Rect(x: frame.minX, y: frame.midY - height / 2, width: frame.width, height: height)
    }
  }

  init(_ chart: ChartLayout) { self.chart = chart }

  var plan: ChartPlan { chart.plan }
  var spec: ChartSpec { chart.spec }
  var style: ChartStyle { chart.style }

  static let axisGap = 8.0

  /// How wide the point of the largest size is in a part: where names or hours make rows and columns, points hardly cover
  /// those beside them.
  func widestPoint(_ room: Rect) -> Double {
    var most = min(36, min(room.width, room.height) / 6)
    func step(_ dimension: ChartDimension, _ length: Double) -> Double {
      dimension.isDiscrete ? length / Double(max(1, dimension.categories.count)) : .infinity
    }
    most = max(14, most)
    if plan.x.isDiscrete, plan.y.isDiscrete {
      most = min(most, max(5, 1.1 * min(step(plan.x, 0.85 * room.width), step(plan.y, 0.85 * room.height))))
    }
    return most
  }

  /// Draws the plot with its axes and legend.
  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    var plot = self
    plot.largestPoint = plot.widestPoint(room)
    plot.partWidth = box.size.width
    var inner = room
    for legend in try plot.legends(room) { try plot.place(legend, &inner, into: &box) }
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
      plot.clipMarks()
      try plot.drawRules()
      plot.settleLabels()
      plot.noteHiddenTexts()
      plot.floors[Floor.grid.rawValue] += plot.gridLines.map { .item(.rect($0, style.gridColor)) }
      for floor in plot.floors { box.content += floor }
      box.warnings += plot.warnings
    } catch {
      box.warnings.append(chart.context.warning(error.message))
    }
  }

  /// Whether rows are high for names of many lines, and not for their bars.
  var hasTallNames = false
  /// The labels of rules that would lie on bars, and stand right of the plot; by the rules' numbers.
  var rulesBeside: Set<Int> = []
  /// These labels, and how high their rules are.
  var besideLabels: [(label: ChartLabel, y: Double)] = []
  /// What labels of rules take right of the plot and over it.
  var ruleRoom = (right: 0.0, top: 0.0)
  /// The lines of rules.
  var ruleLines: [Rect] = []
  /// How wide the part is.
  var partWidth = 0.0
  /// How many labels found no room.
  var hidden = 0
  /// How many texts of layers found no room.
  var hiddenTexts = 0
  /// Whether series are named at the ends of their lines.
  var hasDirectLabels = false
  /// How much room they take at the right.
  var directWidth = 0.0
  /// How wide the point of the largest size is.
  var largestPoint = 0.0
}
