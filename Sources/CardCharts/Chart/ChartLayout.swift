import CardModel
import CardRaster

/// A mark that fills a chart without axes.
protocol WholeMark: ChartReader {
  func naturalHeight(_ width: Double) throws(RasterError) -> Double
  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError)
}

/// Lays out a chart: measures the texts, gives the remaining space to the plot, then draws the marks.
///
/// It is a class because many marks refer to it, and a copy of its model is large.
package final class ChartLayout {
  let model: ChartModel
  let spec: ChartSpec
  let style: ChartStyle
  let texts: ChartTexts
  let context: LayoutContext
  let growing: GrowAnimation
  /// Whether the theme is one of the modern ones.
  let isModern: Bool
  /// The scale of distances and symbols on a canvas that is viewed from a distance.
  let growth: Double
  /// The name of the panel; empty for a whole chart.
  var panelName = ""
  /// The largest point of all panels; nil to use the one of the plot.
  var largestPoint: Double?
  /// The room for the values of all panels, and the layers with the points of all panels, if scales are shared.
  var valueRoom: Insets?
  var pointLayers: [ChartLayer]?

  /// The share of their colour that bars beneath a line have, and the colours that the line differs from.
  private var barShare = 1.0
  private var lineGrounds: [Color] = []

  /// Whether the numbers of the value axis are written at the axis, not only at the marks.
  private(set) var hasValueAxis = true

  /// The minimum side length of a plot.
  static let leastPlot = 48.0
  static let naturalWidth = 320.0

  init(_ model: ChartModel, _ spec: ChartSpec, _ growing: GrowAnimation, _ context: LayoutContext) {
    (self.growing, self.context) = (growing, context)
    isModern = context.theme.compatibility.name == .none
    growth = isModern ? context.theme.base.growth : 1
    var (model, spec) = (model, spec)
    if isModern {
      ChartLayout.applyModernDefaults(&model, &spec)
      spec.grow(by: growth)
    }
    // Names at the ends of lines would be repeated in each panel.
    if model.facets != nil, spec.legend == .auto { spec.legend = .top }
    for axis in [ChartAxis.x, .y, .second] where axis != .second || model.second != nil {
      // The title of the chart needs no repetition.
      if isModern, model[axis].title == spec.title { model[axis].hasTitle = false }
      model[axis].makeAxisTitle(isModern: isModern)
    }
    (self.model, self.spec) = (model, spec)
    var style = ChartStyle(spec, model.color == nil ? spec.colorChannel?.scale : nil, context)
    let isLong = model.hasOrderedSeries && model.series.count > style.colorCount
    let isInTime = model.x.type == .temporal || ChartLayout.isCycle(model.x, context.locale)
    let later = isInTime ? model.layers.first?.later : nil
    // The latest of several periods has the strongest colour, and a forecast a paler one than the data before it.
    let ranks =
      isModern && !isLong
      ? ChartLayout.ranksInTime(model.series, context.locale) ?? later.map { $0 == 0 ? [0, 1] : [1, 0] } : nil
    if !style.hasOwnColors {
      if isLong || model.isOrdinal || ranks != nil {
        style.grade(
          ranks ?? Array(model.series.indices), spec.colorChannel?.scale.scheme ?? spec.scheme,
          isOrdinal: !isLong, isInTime: ranks != nil,
          isThin: model.layers.contains { [.line, .point].contains($0.mark.type) })
      } else if isModern, let (negative, positive) = ChartLayout.sidesOfAnswers(model) {
        style.diverge(negative, positive)
      } else if isModern, model.form == .arcs {
        style.separateNeighbors(model.x.categories.count)
      } else if isModern, let layer = model.layers.first, let (negative, positive) = layer.sides {
        style.diverge(negative.map { layer.series[$0].number }, positive.map { layer.series[$0].number })
      }
    }
    self.style = style
    texts = ChartTexts(context)
    calmBarsBeneathLines()
  }

  /// The series on both sides of a scale of answers, such as "Strongly disagree" to "Strongly agree"; nil for other
  /// names.
  ///
  /// At both ends of such a scale, a name has the words of its neighbour and one more.
  private static func sidesOfAnswers(_ model: ChartModel) -> (negative: [Int], positive: [Int])? {
    let names = model.form == .arcs ? model.x.categories : model.series
    guard (4...7).contains(names.count),
      model.form == .arcs || model.layers.contains(where: { $0.mark.type == .bar && $0.isStacked })
    else { return nil }
    let words = names.map { Set($0.lowercased().split { !$0.isLetter }) }
    let (half, last) = (names.count / 2, names.count - 1)
    guard words[0].isStrictSuperset(of: words[1]), words[last].isStrictSuperset(of: words[last - 1]) else {
      return nil
    }
    return (Array(0..<half), Array(names.count - half...last))
  }

  /// A chart or panel with the same look.
  init(
    _ model: ChartModel, _ spec: ChartSpec, _ name: String = "", of whole: ChartLayout, _ texts: ChartTexts
  ) {
    (self.model, self.spec, panelName, self.texts) = (model, spec, name, texts)
    style = whole.style
    (context, growing, isModern, growth) = (whole.context, whole.growing, whole.isModern, whole.growth)
    (hasValueAxis, barShare, lineGrounds) = (whole.hasValueAxis, whole.barShare, whole.lineGrounds)
  }

  /// Curves instead of straight lines, the last value of a single line, and sparklines of the data's range.
  private static func applyModernDefaults(_ model: inout ChartModel, _ spec: inout ChartSpec) {
    for number in model.layers.indices where model.layers[number].mark.interpolate == nil {
      let layer = model.layers[number]
      // A line that runs back has no slope, and between few points, a curve would be an invention. A curve through
      // noise suggests a trend.
      guard layer.series.reduce(0, { $0 + $1.points.count }) <= 500,
        layer.series.contains(where: { $0.points.count >= ChartCurve.leastPoints }),
        !layer.series.contains(where: { ChartCurve.isNoisy($0.known.map(\.value)) }),
        !layer.points.contains(where: { $0.order != nil })
      else { continue }
      model.layers[number].mark.interpolate = .monotone
    }
    for axis in [ChartAxis.x, .y, .second] where axis != .second || model.second != nil {
      model[axis].unit?.isPlacedByLocale = true
      let isShown = (spec.axes ?? .both).has(.y) && model[axis].hasAxis != false && model[axis].axis.labels
      if axis != .x, isShown { model[axis].ends.mostEmpty = model.has(.text) ? 0.25 : 0.2 }
      // Texts above the highest mark need the space up to the next tick.
      model[axis].ends.mayBeAtData = axis != .x && isShown && !model.has(.text)
      // Two numbers are compared by their differences; a bar's length is not involved.
      if model.has(.point), !model.x.isDiscrete, !model.y.isDiscrete, !model.x.isTime {
        model[axis].ends.zeroShare = 0.3
      }
    }
    guard model.form == .cartesian, model.layers.count == 1, let layer = model.layers.first,
      layer.series.count == 1, !layer.isGrouped, [.line, .area].contains(layer.mark.type)
    else { return }
    if model.mark == .sparkline {
      model.y.scale.nice = model.y.scale.nice ?? false
      if layer.mark.type == .area { model.y.needsZero = false }
    } else if spec.valueLabels == nil, !layer.points.contains(where: { $0.order != nil }) {
      spec.valueLabels = ChartValueLabels(show: .last)
    }
  }

  /// The chart without labels and grid of the value axis; nil if marks lack their values, or the deck sets the axis.
  var withoutValueAxis: ChartLayout? {
    let axis = model.valueAxis
    guard model.facets == nil, panelName.isEmpty, !isSparkline, spec.axes == nil, spec.grid == nil,
      spec.style.gridColor == nil,
      model.second == nil, !model[axis].isDiscrete, model[axis].axis == ChartAxisSpec(),
      model[axis].hasAxis == nil, model.layers.allSatisfy({ writesAllValues($0) })
    else { return nil }
    var model = model
    (model[axis].axis.labels, model[axis].axis.grid) = (false, false)
    model[axis].ends = changing(ChartDimension.Ends()) { $0.zeroShare = model[axis].ends.zeroShare }
    // A word or an abbreviation at each value would be noise; a sign is part of its number.
    if let unit = model[axis].unit, unit.at == nil, unit.unit.contains(where: \.isLetter) {
      model[axis].unit?.at = .title
    }
    // Without labels, a chart with a title has only the unit at its axis.
    if spec.title != nil, model[axis].axis.title == nil { model[axis].hasTitle = false }
    model[axis].makeAxisTitle(isModern: isModern)
    let result = ChartLayout(model, spec, of: self, texts)
    result.hasValueAxis = false
    return result
  }

  /// The chart with values in a smaller font; nil if there are none, the deck sets their font, or it is small already.
  func withValues(points: Double) -> ChartLayout? {
    let size = points * growth
    guard isModern, showsValues, model.pointCount <= ChartPlot.fewValues, style.labelFont.size > size,
      spec.valueLabels?.font == nil, spec.style.font?.size == nil
    else { return nil }
    var (spec, labels) = (spec, spec.valueLabels ?? ChartValueLabels())
    labels.font = FontSpec(changing(style.labelFont) { $0.size = size })
    spec.valueLabels = labels
    return ChartLayout(model, spec, of: self, texts)
  }

  /// The chart with the names of points next to them instead of in a legend; nil unless each series is one point.
  var withNamesAtPoints: ChartLayout? {
    let color = spec.channels(\.color).first
    guard isModern, model.facets == nil, panelName.isEmpty, spec.legend == .auto, color?.hasLegend != false,
      color?.legend == ChartLegendSpec(), let points = model.layers.first, model.layers.count == 1,
      points.mark.type == .point, points.hasSeriesColors, (2...40).contains(points.series.count),
      points.series.allSatisfy({ $0.known.count == 1 && !$0.name.isEmpty }), !model.x.isDiscrete,
      !model.y.isDiscrete, model.shapeNames.isEmpty, !model.isLegendRedundant
    else { return nil }
    var (model, names) = (model, points)
    names.mark = ChartMark(type: .text)
    names.texts = points.series.map { seriesName($0.name) }
    for number in names.series.indices { names.series[number].updatePoints { $0.text = number } }
    model.layers.append(names)
    model.isLegendRedundant = true
    return ChartLayout(model, spec, of: self, texts)
  }

  /// The waterfall with its steps below each other, if their names do not fit below the bars; nil for other charts.
  private func withRows(_ width: Double) throws(RasterError) -> ChartLayout? {
    guard isModern, model.mark == .waterfall, model.layers.count == 1, !model.isHorizontal,
      model.facets == nil,
      spec.rules.isEmpty, spec.axes == nil, spec.grid == nil, spec.plotHeight == nil,
      [model.x.axis, model.y.axis].allSatisfy({ $0.labelAngle == nil && $0.orient == nil }),
      let names = try namesBelow(width)
    else { return nil }
    let (layer, step) = (model.layers[0], width / Double(model.x.categories.count))
    let format = valueFormat(layer)
    let widest =
      try layer.points.lazy.filter { !$0.isMissing }.map { point throws(RasterError) in
        try label(locale.plus + format.format(point.value.magnitude)).width
      }.max() ?? 0
    // Values are written in 9 points at least.
    let valuesFit = !showsValues || widest * 9 * growth / style.labelFont.size <= step
    guard names.angle != 0 || !valuesFit else { return nil }
    var model = model
    (model.x, model.y) = (model.y, model.x)
    model.layers[0].isHorizontal = true
    model.layers[0].updatePoints { point in
      (point.x, point.y, point.x2, point.y2) = (point.y, point.x, point.y2, point.x2)
    }
    return ChartLayout(model, spec, of: self, ChartTexts(context))
  }

  var locale: DeckLocale { context.locale }
  /// Whether the sparkline is an area, which reaches the edges of its part.
  var isBareArea: Bool {
    isModern && isSparkline && model.layers.count == 1
      && model.layers.allSatisfy { $0.mark.type == .area && !$0.isStacked }
  }
  var isSparkline: Bool { model.mark == .sparkline }
  /// Whether the chart is mirrored after layout, like everything in a right-to-left deck.
  var isMirrored: Bool { context.isMirrored }
  /// The height of capital letters in labels.
  var cap: Double { style.labelFont.size * chartCapHeight }
  /// The gap between the plot and the labels of its axes.
  var axisGap: Double { 8 * growth }
  /// The gap between a mark and the value written at it.
  var valueGap: Double { 4 * growth }
  /// One pixel, in points.
  var hairline: Double { 1 / context.scale }

  /// Lays out the chart for a size proposal.
  func layoutChart(_ proposal: SizeProposal) throws(RasterError) -> LayoutBox {
    let bound = proposal.width.bound
    let width = bound.isFinite ? bound : ChartLayout.naturalWidth
    try context.checkLength(width, "the chart's width in pixels")
    if let rows = try withRows(width), proposal.height.bound >= 0.7 * (try rows.naturalHeight(width)) {
      return try rows.layoutChart(proposal)
    }
    let natural = try naturalHeight(width)
    let size = Size(width: width, height: proposal.height.resolve(natural))
    try context.checkLength(size.height, "the chart's height in pixels")
    var box = LayoutBox(size: size)
    guard size.width >= 1, size.height >= 1 else { return box }
    let top = try addHeader(to: &box)
    let room = Rect(x: 0, y: top, width: size.width, height: max(0, size.height - top))
    if model.facets != nil {
      try drawPanels(into: &box, in: room)
    } else if let whole = wholeMark {
      try whole.draw(into: &box, in: room)
    } else {
      try ChartPlot.draw(self, into: &box, in: room)
    }
    box.title = spec.title ?? ""
    box.label = spec.description ?? ChartDescription(self).alternativeText(spec.textAlternative)
    box.attributes += attributes
    box.markColors = ownColors
    box.warnings += texts.missing
    box.warnings += model.warnings.map { context.warning($0.message, key: $0.key, hint: $0.hint) }
    if model.form == .cartesian, model.series.count > style.colorCount, !style.hasOwnColors,
      model.color == nil, style.ramp.isEmpty
    {
      box.warn(
        self,
        "the chart has \(model.series.count) series but \(style.colorCount) colours; the others differ by shapes, dashes and \(isModern ? "tints" : "patterns")",
        hint: "show fewer series, or give 'colors'")
    }
    return box
  }

  /// The mark of a chart without axes.
  var wholeMark: (any WholeMark)? {
    switch model.form {
    case .arcs: PieMark(chart: self)
    case .gauge: GaugeMark(chart: self)
    case .funnel: FunnelMark(chart: self)
    case .rings: RingsMark(chart: self)
    case .calendar: CalendarMark(chart: self)
    case .cartesian: nil
    }
  }

  /// The colours of marks from the deck; empty if all values are written at the marks.
  private var ownColors: [LayoutBox.MarkColor] {
    // The rest of a ring is pale on purpose, as are bars in a chart without axes and legend.
    guard model.form == .cartesian, spec.axes != ChartAxes.none, !isSparkline, spec.valueLabels?.show != .all,
      model.color == nil
    else { return [] }
    var result: [LayoutBox.MarkColor] = []
    func appendColor(_ name: String, _ color: Color) {
      let mark = LayoutBox.MarkColor(name: name, color: color)
      if !result.contains(mark), result.count < Limits.chartSeries { result.append(mark) }
    }
    for layer in model.layers where layer.mark.type != .text && layer.role == .plain {
      for series in layer.series where layer.mark.color != nil || style.hasOwnColors {
        appendColor(
          series.name.isEmpty ? "" : seriesName(series.name),
          color(series, layer).multiplyingAlpha(by: layer.mark.opacity ?? 1))
      }
    }
    return result
  }

  private var attributes: [LayoutBox.Attribute] {
    [
      LayoutBox.Attribute("mark", model.mark.rawValue),
      LayoutBox.Attribute("rows", number: Double(model.rows)),
    ]
      + model.found.map { found in
        let field = found.field.isEmpty ? "" : found.field + " "
        return LayoutBox.Attribute("channels", "\(found.channel): \(field)(\(found.type.rawValue))")
      } + growing.attributes
  }

  /// Whether a legend's side is left of the plot, before the picture is mirrored.
  func isAtLeft(_ side: ChartLegendPlace) -> Bool { side == (isMirrored ? .right : .left) }

  // MARK: The height

  private func naturalHeight(_ width: Double) throws(RasterError) -> Double {
    let header = try headerHeight(width)
    let line = style.labelFont.size * 1.3
    if model.facets != nil { return header + (try panelsHeight(width)) }
    if let height = spec.plotHeight, wholeMark != nil { return header + height }
    if let whole = wholeMark { return header + (try whole.naturalHeight(width)) }
    if isSparkline { return (spec.plotHeight ?? 32) + header }
    let plain = plainHeight(width)
    if model.hasRows || (model.y.isDiscrete && model.has(.point)) {
      let slots = model.isSideBySide ? Double(max(1, model.layers.first?.series.count ?? 1)) : 1
      let above = try nameRoom(width)
      let row =
        above > 0
        ? above + 10 * growth + 18 * slots * growth
        : max(28 * growth, (16 * slots + 10) * growth, try rowHeight(width))
      let (legend, _) = try legendHeights(width, line)
      let axis: Double = withoutValueAxis == nil ? 34 : 6
      let rows = spec.plotHeight ?? Double(max(1, model.y.rowCount)) * row
      return header + rows + axis + titleHeight(line) + legend
    }
    if model.y.isDiscrete, model.has(.rect) {
      let rows = spec.plotHeight ?? Double(max(1, model.y.categories.count)) * 30
      return header + rows + 34 + (try legendHeights(width, line).across)
    }
    let ((legend, beside), extra) = (try legendHeights(width, line), try extraHeight(width, line))
    // A legend with many names leaves more than half of the chart to the plot, up to a readable height.
    let wanted = max(plain + legend + extra, (legend - legendGap) / ChartPlot.legendShare, beside)
    return header + min(wanted, plain + extra + 360)
  }

  /// The height of the plot with the labels below it, and half of a label at its top.
  private func plainHeight(_ width: Double) -> Double {
    spec.plotHeight.map { $0 + style.labelFont.size * 1.9 + axisGap }
      ?? min(max(360, 240 * growth), max(120, width * (isScatter ? 0.75 : 9 / 16)))
  }

  /// Whether the chart compares two numbers at each point, which takes as much height as width.
  private var isScatter: Bool {
    isModern && model.form == .cartesian && !model.x.isDiscrete && !model.x.isTime && !model.y.isDiscrete
      && model.has(.point) && model.layers.allSatisfy { [.point, .text, .rule].contains($0.mark.type) }
  }

  /// The additional height for titles of axes and long names, so that the plot keeps its height.
  private func extraHeight(_ width: Double, _ line: Double) throws(RasterError) -> Double {
    let extra = titleHeight(line)
    guard let labels = try namesBelow(width) else { return extra }
    // A plot is at least as high as the names below it.
    let plot = plainHeight(width) - line - axisGap
    return extra + max(0, labels.height - line) + min(60, max(0, labels.height - plot))
  }

  /// The names below the plot; nil for another axis.
  private func namesBelow(_ width: Double) throws(RasterError) -> ChartAxisLabels? {
    let x = model.x
    guard x.isDiscrete, x.type == .nominal, (spec.axes ?? .both).has(.x), x.hasAxis != false,
      !x.categories.isEmpty
    else { return nil }
    let left = 30.0
    let step = (width - left) / Double(x.categories.count)
    var setting = ChartAxisLabels.Setting(self, x.axis, width: width, origin: left)
    setting.most = max(130, min(300, 0.95 * width))
    setting.step = step
    setting.isNames = true
    setting.isCycle = isCycle(x)
    let places = x.categories.indices.map { (Double($0) + 0.5) * step }
    return try setting.arrange(forms(.x), places: places)
  }

  /// The height of the titles of axes.
  private func titleHeight(_ line: Double) -> Double {
    let axes = spec.axes ?? .both
    var height = 0.0
    if !model.y.axisTitle.isEmpty || model.second?.axisTitle.isEmpty == false, axes.has(.y) {
      height += line + 8 * growth
    }
    if !model.x.axisTitle.isEmpty, axes.has(.x) { height += line + 6 * growth }
    return height
  }

  /// The heights of the legends above or below the plot, and of the one next to it.
  private func legendHeights(
    _ width: Double, _ line: Double
  ) throws(RasterError) -> (across: Double, beside: Double) {
    let room = Rect(x: 0, y: 0, width: width, height: plainHeight(width))
    var (across, beside) = (0.0, 0.0)
    let plot = ChartPlot(self, partWidth: width, room: room)
    for form in try plot.legends(room) {
      switch form {
      case .direct: break
      case .ramp(_, let title): across += max(8 * growth, title?.height ?? 0) + growth + line + legendGap
      case .rows(let legend, let place) where place.isBeside:
        beside = max(beside, legend.size(width: width, isColumn: true).height)
      case .rows(let legend, _): across += legend.size(width: width, isColumn: false).height + legendGap
      }
    }
    // Names at the ends of lines also reserve a row, so that similar charts have equal heights.
    let hasNames =
      spec.plotHeight == nil && model.series.count > 1 && !model.isLegendRedundant
      && [.auto, .top, .bottom].contains(spec.legend)
    if hasNames { across = max(line + legendGap, across) }
    return (across, beside)
  }

  /// The gap between a legend and the plot below or above it.
  var legendGap: Double { 10 * growth }

  /// The maximum number of lines of a name at a vertical axis.
  static let nameLines = 4

  /// A text in the font of labels.
  func label(
    _ text: String, _ color: Color? = nil, width: Double = .infinity, lines: Int = 1,
    alignment: ParagraphStyle.Alignment = .left
  ) throws(RasterError) -> ChartLabel {
    try texts.label(
      text, style.labelFont, color ?? style.labelColor, width: width, lines: lines, alignment: alignment)
  }

  /// A width for names: the minimum, or more if a word would be broken otherwise.
  func widthOfWords(_ names: [String], from least: Double, to most: Double) throws(RasterError) -> Double {
    var width = least
    for word in names.flatMap({ $0.split(separator: " ") }) {
      let label = try label(String(word))
      if label.width <= most { width = max(width, label.width + 0.5) }
    }
    return width
  }

  /// A name on a vertical axis or before a mark, in as many lines as necessary.
  func rowLabel(
    _ name: String, width: Double, lines: Int, alignment: ParagraphStyle.Alignment = .right
  ) throws(RasterError) -> ChartLabel {
    let single = try label(name)
    if single.width <= width { return single }
    func wrapped(_ name: String) throws(RasterError) -> ChartLabel {
      try texts.label(
        name, style.labelFont, style.labelColor, width: width, lines: lines, alignment: alignment,
        isBalanced: isModern)
    }
    // A line may break after a slash, as after a hyphen.
    let name = name.replacing("/", with: "/\u{200B}")
    let whole = try wrapped(name)
    guard ChartAxisLabels.Setting.hasBrokenWord(whole) else { return whole }
    var words = ""
    for word in ChartLayout.words(name) { words += try shortened(word, width: width) }
    var result = try wrapped(words)
    result.isShortened = words != name
    return result
  }

  /// The parts of a name between possible line breaks.
  private static func words(_ name: String) -> [String] {
    var words = [""]
    for character in name {
      words[words.count - 1].append(character)
      if " -–\u{200B}\u{AD}".contains(character) { words.append("") }
    }
    return words.filter { !$0.isEmpty }
  }

  /// A word that is too long for a line, with an ellipsis.
  private func shortened(_ word: String, width: Double) throws(RasterError) -> String {
    let end = word.last.map { " \u{200B}".contains($0) ? String($0) : "" } ?? ""
    let letters = Array(word.dropLast(end.count))
    if try label(String(letters)).width <= width { return word }
    var (least, most) = (1, letters.count)
    while least < most - 1 {
      let middle = (least + most) / 2
      if try label(String(letters[..<middle]) + "…").width <= width { least = middle } else { most = middle }
    }
    return String(letters[..<least]) + "…" + end
  }

  /// Warnings about a truncated name.
  func warnings(_ label: ChartLabel, key: String) -> [DeckIssue] {
    if label.text.isTruncated { return context.warnings(label.text, key: key) }
    guard label.isShortened else { return [] }
    let words = label.string.replacing("\u{200B}", with: "")
    return [
      context.warning(
        "there is no room for a whole word: \(DeckIssue.quoted(words))", key: key,
        hint: "make the chart wider")
    ]
  }

  /// The names of rows; dates are shortened if they take more than a quarter of the width.
  func rowForm(_ width: Double) throws(RasterError) -> [ChartTick] {
    let forms = forms(.y).filter { form in form.allSatisfy { $0.second == nil } }
    for form in forms.dropLast() where isModern {
      let widths = try form.map { tick throws(RasterError) in try label(tick.text).width }
      if widths.allSatisfy({ $0 <= 0.25 * width }) { return form }
    }
    return (isModern ? forms.last : nil) ?? self.forms(.y).first ?? []
  }

  /// The height of rows if names need more than two lines, or two next to another name with two.
  private func rowHeight(_ width: Double) throws(RasterError) -> Double {
    guard model.y.isDiscrete else { return 0 }
    var (most, last) = (0.0, 0.0)
    for tick in try rowForm(width) {
      let label = try rowLabel(
        tick.text, width: model.y.axis.labelLimit ?? 0.4 * width, lines: ChartLayout.nameLines)
      let isTall = label.text.lines.count > 1
      if label.text.lines.count > 2 { most = max(most, label.height + 6) }
      if isTall, last > 0 { most = max(most, (label.height + last) / 2 + 6) }
      last = isTall ? label.height : 0
    }
    return most
  }

  /// The height of names above horizontal bars, in narrow charts whose names would be broken beside them; 0 if
  /// names are beside bars.
  func nameRoom(_ width: Double) throws(RasterError) -> Double {
    guard isModern, width <= 420 * growth, model.hasRows, model.has(.bar), model.y.isDiscrete, hasAxis(.y),
      model.y.axis == ChartAxisSpec(), model.second == nil, model.facets == nil, panelName.isEmpty,
      spec.bars.paddingInner == nil, let names = forms(.y).first
    else { return 0 }
    let beside = try names.map { tick throws(RasterError) in
      try rowLabel(tick.text, width: 0.4 * width, lines: ChartLayout.nameLines)
    }
    let isTall = beside.contains { $0.text.lines.count > 2 || $0.text.isTruncated || $0.isShortened }
    guard isTall || 2 * beside.count(where: { $0.text.lines.count > 1 }) > beside.count else { return 0 }
    return try names.map { tick throws(RasterError) in
      try rowLabel(tick.text, width: width, lines: 2, alignment: .left).height
    }.reduce(3 * growth, { max($0, $1 + 3 * growth) })
  }

  // MARK: The header

  private func headerTexts(_ width: Double) throws(RasterError) -> [ChartLabel] {
    var labels: [ChartLabel] = []
    for (text, font, color) in [
      (spec.title, style.titleFont, style.titleColor), (spec.subtitle, style.labelFont, style.labelColor),
    ] {
      guard let text, !text.isEmpty else { continue }
      labels.append(try texts.label(text, font, color, width: width, lines: 3, alignment: .natural))
    }
    return labels
  }

  private func headerHeight(_ width: Double) throws(RasterError) -> Double {
    let labels = try headerTexts(width)
    guard !labels.isEmpty else { return 0 }
    return labels.reduce(0) { $0 + $1.height } + Double(labels.count - 1) * 2 * growth + 12 * growth
  }

  private func addHeader(to box: inout LayoutBox) throws(RasterError) -> Double {
    var y = 0.0
    for label in try headerTexts(box.size.width) {
      box.add(label.text, at: Point(x: 0, y: y))
      if label.text.isTruncated {
        box.warnings += context.warnings(label.text, key: y == 0 ? "title" : "subtitle")
      }
      y += label.height + 2 * growth
    }
    return y == 0 ? 0 : y + 10 * growth
  }

  // MARK: Series

  /// Makes bars paler, and lines above them stronger, until they have a contrast of 3:1.
  private func calmBarsBeneathLines() {
    let bars = model.layers.filter { $0.mark.type == .bar && $0.role == .plain && !$0.hasColorRamp }
    let lines = model.layers.filter { $0.mark.type == .line }
    guard isModern, model.form == .cartesian, !model.isHorizontal, !bars.isEmpty, !lines.isEmpty else {
      return
    }
    func colors(_ layers: [ChartLayer]) -> [Color] {
      layers.flatMap { layer in layer.series.map { ownColor($0, layer) } }
    }
    let (ofBars, ofLines) = (colors(bars), colors(lines))
    func grounds(_ share: Double) -> [Color] { ofBars.map { style.tint($0, share) } }
    let areGiven = style.hasOwnColors || bars.contains { $0.mark.color != nil }
    let shares =
      areGiven ? [1] : Array(stride(from: 1, through: style.surface.luminance < 0.18 ? 0.5 : 0.35, by: -0.05))
    func least(_ share: Double) -> Double {
      grounds(share).flatMap { bar in ofLines.map { $0.contrast(with: bar) } }.min() ?? 1
    }
    // Of a line in a given colour, the contrast is as high as possible.
    let isFixed = lines.contains { $0.mark.color != nil } || style.hasOwnColors
    let palest = isFixed ? shares.max { least($0) < least($1) } : shares.last
    barShare = shares.first { least($0) >= Accents.shapes } ?? palest ?? 1
    lineGrounds = grounds(barShare) + [style.surface]
  }

  /// The colour of a series in a layer.
  func color(_ series: ChartSeries, _ layer: ChartLayer) -> Color {
    let color = ownColor(series, layer)
    guard !lineGrounds.isEmpty, layer.mark.color == nil, !style.hasOwnColors else { return color }
    switch layer.mark.type {
    case .bar: return style.tint(color, barShare)
    case .line: return color.standingOut(from: lineGrounds, by: Accents.shapes)
    default: return color
    }
  }

  /// The colour of a series regardless of other layers.
  func ownColor(_ series: ChartSeries, _ layer: ChartLayer) -> Color {
    if let color = layer.mark.color { return color }
    // Series that only differ in their dashes share a colour.
    let first = layer.series.first
    if series.dash != nil, !layer.hasSeriesColors, let first { return style.color(first.number, first.name) }
    let color = style.color(series.number, series.name)
    return hasTints(series.number) && [.area, .bar].contains(layer.mark.type)
      ? style.tint(color, RealMath.power(0.5, Double(series.number / style.colorCount))) : color
  }

  /// The colour of a bold value on a mark.
  func ink(on mark: Color) -> Color {
    isModern ? Accents.title(on: mark) : ChartContrast.ink(on: mark)
  }

  /// The gradient of a mark with its opacity; nil for a colour.
  func gradient(_ mark: ChartMark) -> Gradient? {
    guard case .gradient(let gradient)? = mark.paint, case .linear(var start, var end) = gradient.kind else {
      return nil
    }
    // Shapes are mirrored afterwards, but their paint is not.
    if isMirrored { (start.x, end.x) = (1 - start.x, 1 - end.x) }
    let stops = gradient.stops.map {
      Gradient.Stop(offset: $0.offset, color: $0.color.multiplyingAlpha(by: mark.opacity ?? 1))
    }
    return Gradient(kind: .linear(start: start, end: end), stops: stops)
  }

  /// Whether a series is beyond the end of the palette, so that it repeats a colour.
  private func repeatsColor(_ number: Int) -> Bool {
    number >= style.colorCount && !style.hasOwnColors && style.ramp.isEmpty
  }

  /// Whether areas of a series have a tint of the colour that it repeats, instead of a pattern.
  private func hasTints(_ number: Int) -> Bool {
    isModern && model.form == .cartesian && !spec.patterns && repeatsColor(number)
  }

  /// The pattern of a series; nil for a plain area.
  func pattern(_ number: Int) -> ChartPattern? {
    guard spec.patterns || (repeatsColor(number) && !hasTints(number)) else { return nil }
    return ChartPattern(number: spec.patterns ? number : number / style.colorCount, surface: style.surface)
  }

  /// The share of a point in a normalised stack; nil in other layers.
  func share(_ point: ChartPoint, _ layer: ChartLayer) -> Double? {
    guard layer.isStacked, model[layer.valueAxis].isShare else { return nil }
    return point[layer.valueAxis] - (point[end: layer.valueAxis] ?? 0)
  }

  /// A box for a mark: a region with its data.
  func markBox(_ frame: Rect, _ layer: ChartLayer, _ series: ChartSeries, _ point: ChartPoint) -> LayoutBox {
    var box = LayoutBox(mark: layer.mark.type, size: frame.size)
    if model.series.count > 1 || layer.hasSeriesColors {
      box.attributes.append(LayoutBox.Attribute("series", seriesName(series.name)))
    }
    if !panelName.isEmpty { box.attributes.append(LayoutBox.Attribute("panel", panelName)) }
    let words = ChartDescription(self)
    let x = words.place(point, layer.placeAxis)
    if !x.isEmpty { box.attributes.append(LayoutBox.Attribute("x", x)) }
    let series = model.series.count > 1 ? seriesName(series.name) : ""
    box.source?.id = [panelName, x, series].filter { !$0.isEmpty }.joined(separator: ", ")
    func appendAttribute(_ name: String, _ value: Double?, _ dimension: ChartDimension?) {
      guard let value, let dimension else { return }
      box.attributes.append(LayoutBox.Attribute(name, words.value(value, dimension)))
    }
    if model[layer.valueAxis].isDiscrete {
      let name = words.place(point[layer.valueAxis], layer.valueAxis)
      if !name.isEmpty { box.attributes.append(LayoutBox.Attribute("y", name)) }
    } else {
      appendAttribute("y", point.value.isFinite ? point.value : nil, model[layer.valueAxis].ofAmounts)
    }
    appendAttribute("share", share(point, layer), model[layer.valueAxis])
    appendAttribute("color", point.color, model.color)
    appendAttribute("size", point.size, model.size)
    if model.opacity?.isDiscrete == false { appendAttribute("opacity", point.opacity, model.opacity) }
    return box
  }

  /// The type of marks in `inspect` and in snapshots.
  package static let markType = "mark"
}

/// The displayed names of series and of the positions on an axis.
extension ChartLayout {
  /// The displayed name.
  func name(_ name: String) -> String {
    // Rows without a name form a series too.
    if name.isEmpty, model.series.count > 1 { return "–" }
    if model.columnNames.contains(name) { return ChartChannel.words(name) }
    return name == ChartCompiler.other ? spec.otherTitle ?? ChartDescription.other(locale) : name
  }

  /// The name of a category; "–" for rows without one.
  private func categoryName(_ name: String) -> String { name.isEmpty ? "–" : self.name(name) }

  /// The displayed name of a series: the name of a month instead of its number.
  func seriesName(_ name: String) -> String {
    guard let unit = model.seriesUnit, let number = ChartDimension.number(in: name) else {
      return self.name(name)
    }
    return ChartTicks.cyclic(number, unit, locale, isShort: false)
  }

  /// The names of the categories of an axis, the longest form first.
  func forms(_ axis: ChartAxis) -> [[ChartTick]] { texts.names(of: axis) { makeForms(model[axis]) } }

  /// Whether the names are those of months, weekdays or periods of years, so that a few of them are enough.
  func isCycle(_ dimension: ChartDimension) -> Bool { ChartLayout.isCycle(dimension, locale) }

  private static func isCycle(_ dimension: ChartDimension, _ locale: DeckLocale) -> Bool {
    let (words, names) = (locale.words, dimension.categories)
    guard dimension.type == .nominal, !names.isEmpty else { return false }
    let known = Set(
      words.monthsAlone + words.months + words.shortMonthsAlone + words.shortMonths + words.weekdays
        + words.shortWeekdays)
    return known.isSuperset(of: names) || ChartLayout.periods(names) != nil
  }

  static func isYear(_ word: String) -> Bool {
    word.utf8.count == 4 && (1900...2100).contains(Int(word) ?? 0)
  }

  /// Names such as `Q1 2026`, as periods and their years; nil for other names.
  private static func periods(_ names: [String]) -> [(period: String, year: String)]? {
    let parts = names.compactMap { name -> (period: String, year: String)? in
      let words = name.split(separator: " ").map(String.init)
      let years = words.filter(isYear)
      guard words.count > 1, years.count == 1, [words.first, words.last].contains(years[0]) else {
        return nil
      }
      return (words.filter { $0 != years[0] }.joined(separator: " "), years[0])
    }
    let changes = zip(parts, parts.dropFirst()).count { $0.year != $1.year }
    // Each year has several periods, one after the other.
    let count = Set(parts.map(\.year)).count
    return parts.count == names.count && changes + 1 == count && 2 * count <= names.count ? parts : nil
  }

  /// The ranks in time of names that only differ in their years, months, quarters or days, such as `FY 2026`,
  /// `2026-03`, `Mar 2026` and `Q1 2026`; nil for other names.
  private static func ranksInTime(_ names: [String], _ locale: DeckLocale) -> [Int]? {
    let times = names.compactMap { time(of: $0, locale.words) }
    guard times.count > 1, times.count == names.count, Set(times.map(\.words)).count == 1,
      Set(times.map(\.numbers)).count == times.count, Set(times.map(\.numbers.count)).count == 1
    else { return nil }
    return times.map { time in
      times.count { $0.numbers.lexicographicallyPrecedes(time.numbers) }
    }
  }

  /// The numbers in a name, beginning with a year and a month, and its other words; nil for a name without a year.
  private static func time(
    of name: String, _ words: DeckLocale.Words
  ) -> (numbers: [Int], words: [String])? {
    var runs = [""]
    for character in name.lowercased() {
      let isWord = character.isLetter || character.isNumber
      if !isWord || runs[runs.count - 1].last.map({ $0.isNumber != character.isNumber }) == true {
        runs.append("")
      }
      if isWord { runs[runs.count - 1].append(character) }
    }
    runs.removeAll(where: \.isEmpty)
    guard let year = runs.firstIndex(where: isYear) else { return nil }
    let months = [words.months, words.shortMonths, words.monthsAlone, words.shortMonthsAlone].map { list in
      list.map { $0.lowercased().filter(\.isLetter) }
    }
    func month(_ run: String) -> Int? { months.lazy.compactMap { $0.firstIndex(of: run) }.first }
    let others = runs.indices.filter { $0 != year }.map { runs[$0] }
    let numbers = others.compactMap { month($0) } + others.compactMap { Int($0) }
    // Days before a month without a name are not in the order of time.
    guard year == 0 || numbers.count < 2 || others.contains(where: { month($0) != nil }) else { return nil }
    return ([Int(runs[year]) ?? 0] + numbers, others.filter { Int($0) == nil && month($0) == nil })
  }

  func makeForms(_ dimension: ChartDimension) -> [[ChartTick]] {
    func ticks(_ text: (String) -> String?) -> [ChartTick] {
      dimension.categories.enumerated().map { number, name in
        ChartTick(value: Double(number), text: text(name) ?? categoryName(name))
      }
    }
    let dates = ChartTimeFormat(dimension.format, locale)
    if let unit = dimension.timeUnit, unit.isCyclic {
      guard dates.form == nil else {
        return [ticks { ChartDimension.number(in: $0).flatMap { dates.given($0, of: unit) } }]
      }
      return [false, true].map { isShort in
        ticks { name in
          ChartDimension.number(in: name).map { ChartTicks.cyclic($0, unit, locale, isShort: isShort) }
        }
      }
    }
    if dimension.type == .temporal {
      let seconds = dimension.categories.map { CalendarMoment.seconds(data: $0) }
      return dates.forms(of: seconds.compactMap { $0 }, dimension.timeUnit).map { form in
        zip(ticks { _ in nil }, seconds).map { tick, seconds in
          var date = seconds.map(form) ?? tick
          date.value = tick.value
          return date
        }
      }
    }
    if dimension.type == .ordinal, dates.form != nil {
      return [ticks { CalendarMoment.seconds(data: $0).flatMap { dates.given($0) } }]
    }
    guard dimension.type != .nominal, dimension.format != nil else {
      let words = locale.words
      let long = words.monthsAlone + words.months + words.weekdays
      let short = Dictionary(
        zip(long, words.shortMonthsAlone + words.shortMonths + words.shortWeekdays)
      ) { first, _ in first }
      let areDates = dimension.categories.allSatisfy { short[$0] != nil }
      var forms = [ticks { _ in nil }] + (areDates ? [ticks { short[$0] }] : [])
      if let periods = ChartLayout.periods(dimension.categories) {
        forms.append(
          zip(forms[0], periods).map { whole, part in
            ChartTick(value: whole.value, text: part.period, second: part.year, whole: whole.text)
          })
      }
      return forms
    }
    let numbers = dimension.categories.compactMap { ChartDimension.number(in: $0) }
    let texts = ChartFormat.texts(numbers, numbers.map { _ in ChartFormat.values([], dimension, locale) })
      .texts
    let known = Dictionary(zip(numbers, texts)) { first, _ in first }
    return [ticks { ChartDimension.number(in: $0).flatMap { known[$0] } }]
  }
}
