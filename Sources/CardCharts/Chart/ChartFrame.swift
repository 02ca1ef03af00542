import CardModel
import CardRaster

/// The plot area and the scales that map values to it: the result of the axis solver, which marks read.
struct ChartFrame: PerAxis, ChartReader {
  let chart: ChartLayout
  /// The colours of numbers.
  let colors: ChartColorScale?
  /// The area of the marks.
  var area = Rect(x: 0, y: 0, width: 0, height: 0)
  var x: any ChartScale = NumberScale()
  var y: any ChartScale = NumberScale()
  var second: (any ChartScale)?
  /// The width of the part.
  var partWidth = 0.0
  /// The diameter of the point with the largest size.
  var largestPoint = 0.0
  /// Whether lines are named at their ends, and the width of these names.
  var hasDirectLabels = false
  var directWidth = 0.0
  /// The space for labels of rules on the right of the plot and above it.
  var ruleRoom = (right: 0.0, top: 0.0)
  /// The indices of the rules whose labels are on the right of the plot, because they would cover bars.
  var rulesBeside: Set<Int> = []
  /// The height of names above bars; 0 if names are beside them.
  var nameRoom = 0.0
  /// Whether rows are high because of names with several lines.
  var hasTallNames = false

  init(_ chart: ChartLayout) {
    self.chart = chart
    colors = ChartColorScale(chart)
  }

  /// The position of a point of a layer.
  func place(_ point: ChartPoint, _ layer: ChartLayer) -> Point {
    var place = Point(x: x.position(point.x), y: self[layer.verticalAxis].position(point.y))
    // Looking up a key takes longer than all of the rest, also in an empty dictionary.
    if !layer.fixed.isEmpty {
      if let fixed = layer.fixed[.x] { place.x = min(area.maxX, area.minX + fixed.start) }
      if let fixed = layer.fixed[.y] { place.y = min(area.maxY, area.minY + fixed.start) }
    }
    if layer.isGrouped, let slot = point.slot {
      let width = width(of: layer, in: self[layer.placeAxis])
      let shift = (Double(slot) + 0.5) * width - width * Double(max(1, model.series.count)) / 2
      if layer.isHorizontal { place.y += shift } else { place.x += shift }
    }
    return place
  }

  /// The width of a bar of a layer in a category, beside those of other series.
  func width(of layer: ChartLayer, in scale: any ChartScale) -> Double {
    let isSplit = layer.isGrouped && layer.points.contains { $0.slot != nil }
    let slots = isSplit ? Double(max(1, model.series.count)) : 1
    guard layer.role == .median || isSplit else { return scale.bandwidth / slots }
    let most = widestBar(layer, in: scale) * slots
    return min(scale.bandwidth, most) / slots
  }

  /// The maximum width of a bar; horizontal bars fill half of their rows in a high chart, and a few columns of a large
  /// one up to 0.6 of theirs.
  func widestBar(_ layer: ChartLayer, in scale: any ChartScale) -> Double {
    let step =
      scale.isDiscrete ? scale.step : scale.pitch(at: scale.low, gap: model[layer.placeAxis].gap ?? 0)
    let share =
      layer.isHorizontal ? 0.7 * scale.bandwidth : min(96 * chart.growth, 0.6 * step, 0.5 * area.height)
    return spec.bars.mostWidth(
      besideTallNames: layer.isHorizontal && hasTallNames,
      room: chart.isModern && !(layer.isHorizontal && hasTallNames) ? share : 0)
  }

  /// The opacity of a point: that of its value, or that of all marks.
  func opacity(_ point: ChartPoint?, _ layer: ChartLayer) -> Double? {
    guard let value = point?.opacity, let dimension = model.opacity else { return layer.mark.opacity }
    return dimension.opacity(value)
  }

  /// The zero of a scale, or the end of its range nearest to 0.
  func zero(_ axis: ChartAxis) -> Double {
    let scale = self[axis]
    return scale.position(max(scale.low, min(scale.high, 0)))
  }

  /// A line or band across the plot at a position on an axis.
  func line(_ axis: ChartAxis, from start: Double, _ width: Double) -> Rect {
    Rect(along: axis, start, width, across: area.low(axis.crossing), area.length(axis.crossing))
  }

  /// Whether a position on an axis is in the plot.
  func holds(_ place: Double, _ axis: ChartAxis) -> Bool { overlaps(place, place, axis) }

  /// Whether a range of positions on an axis overlaps the plot.
  func overlaps(_ first: Double, _ last: Double, _ axis: ChartAxis) -> Bool {
    last >= area.low(axis) - 0.5 && first <= area.high(axis) + 0.5
  }

  /// Whether a point is in the plot.
  func holds(_ place: Point) -> Bool { holds(place.x, .x) && holds(place.y, .y) }

  /// The right end of the space for texts.
  var limit: Double { min(partWidth, area.maxX + chart.axisGap) }

  /// The diameter of the point with the largest size.
  ///
  /// If names or hours form rows and columns, points barely cover their neighbours.
  func widestPoint(_ room: Rect) -> Double {
    // The largest area of Vega-Lite, 19 × 19; twice the diameter for bubbles.
    let widest = (model.mark == .bubble ? 42 : 21.4) * chart.growth
    let most = max(14, min(widest, min(room.width, room.height) / 6))
    guard model.x.isDiscrete, model.y.isDiscrete else { return most }
    func step(_ dimension: ChartDimension, _ length: Double) -> Double {
      length / Double(max(1, dimension.categories.count))
    }
    return min(
      most,
      max(5 * chart.growth, 1.1 * min(step(model.x, 0.85 * room.width), step(model.y, 0.85 * room.height))))
  }

  /// The diameter of a point.
  func diameter(_ point: ChartPoint, _ layer: ChartLayer) -> Double {
    if let size = point.size, let dimension = model.size, dimension.high > 0 {
      return diameter(of: size, dimension)
    }
    if let area = layer.mark.size { return 2 * (area / Double.pi).squareRoot() }
    return spec.pointSize + (model.layers.count == 1 ? 1 : 0)
  }

  /// The diameter of a point whose area shows a number.
  func diameter(of size: Double, _ dimension: ChartDimension) -> Double {
    max(5 * chart.growth, largestPoint * (max(0, size) / dimension.high).squareRoot())
  }

  /// The shape index of a layer's points; series beyond the end of the palette have other shapes.
  func shape(_ series: ChartSeries, _ layer: ChartLayer) -> Int {
    if let shape = layer.mark.shape ?? series.shape { return shape }
    if !spec.channels(\.shape).isEmpty { return series.number }
    return style.ramp.isEmpty && !model.isLegendRedundant ? series.number / style.colorCount : 0
  }

  /// Half of the width of lines and points.
  var edge: Double {
    model.layers.reduce(chart.isSparkline && !chart.isBareArea ? 4 : 0) { edge, layer in
      let mark = layer.mark
      guard mark.type == .line || mark.type == .point else { return edge }
      return max(edge, (mark.type == .line && !mark.point ? spec.lineWidth ?? 2 : spec.pointSize) / 2)
    }
  }

  // MARK: The sides of the axes, before a right-to-left deck is mirrored

  /// The side of the plot at which an axis is.
  func side(_ axis: ChartAxis) -> ChartAxisSpec.Side {
    switch axis {
    case .x: model.x.axis.orient == .top ? .top : .bottom
    case .y: yIsOnRight ? .right : .left
    case .second: yIsOnRight ? .left : .right
    }
  }

  var xIsOnTop: Bool { side(.x) == .top }

  /// Whether an axis is at the side with the lower coordinates.
  func isLow(_ axis: ChartAxis) -> Bool { [.top, .left].contains(side(axis)) }

  private var yIsOnRight: Bool {
    // Left and right are sides of the final picture.
    func isOnRight(_ side: ChartAxisSpec.Side) -> Bool { (side == .right) != chart.isMirrored }
    if let side = model.y.axis.orient { return isOnRight(side) }
    return model.second?.axis.orient.map { !isOnRight($0) } ?? false
  }

  /// Whether an axis is on the right of the plot.
  var hasAxisOnRight: Bool { yIsOnRight ? hasAxis(.y) : hasAxis(.second) }

  /// Whether values on the horizontal axis ascend to the left.
  ///
  /// Numbers and dates run from left to right in every script.
  var runsBackwards: Bool {
    let turns = chart.isMirrored && model.x.isCounted && !model.isHorizontal
    return model.x.scale.reverse != turns
  }
}

extension Rect {
  /// A rectangle with its position and length along an axis, and across it.
  init(along axis: ChartAxis, _ start: Double, _ length: Double, across: Double, _ thickness: Double) {
    self =
      axis == .x
      ? Rect(x: start, y: across, width: length, height: thickness)
      : Rect(x: across, y: start, width: thickness, height: length)
  }

  /// A square around a point.
  init(around center: Point, reach: Double) {
    self.init(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
  }

  /// Removes a strip at the top or at the bottom.
  mutating func cut(_ height: Double, atBottom: Bool) {
    size.height -= height
    if !atBottom { origin.y += height }
  }

  func low(_ axis: ChartAxis) -> Double { axis == .x ? minX : minY }
  func high(_ axis: ChartAxis) -> Double { axis == .x ? maxX : maxY }
  func middle(_ axis: ChartAxis) -> Double { axis == .x ? midX : midY }
  func length(_ axis: ChartAxis) -> Double { axis == .x ? width : height }
}

extension Point {
  /// A point with its positions along an axis and across it.
  init(along axis: ChartAxis, _ place: Double, across: Double) {
    self = axis == .x ? Point(x: place, y: across) : Point(x: across, y: place)
  }
}

extension Path {
  /// A straight line.
  init(from start: Point, to end: Point) {
    self.init()
    move(to: start)
    line(to: end)
  }
}

extension DisplayItem {
  /// A filled ellipse.
  static func ellipse(in frame: Rect, _ color: Color) -> DisplayItem {
    .fill(.path(Path.ellipse(in: frame)), .solid(color), bounds: frame)
  }
}

extension LayoutBox {
  /// A box for a mark: a region with its data.
  init(mark: ChartMarkType, size: Size) {
    self.init(size: size)
    source = LayoutBox.Source(type: ChartLayout.markType)
    region = ChartLayout.markType
    attributes = [LayoutBox.Attribute("mark", mark.rawValue)]
  }

  /// Adds a filled shape, with a pattern if there is one.
  mutating func fill(
    _ shape: DisplayItem.Shape, _ frame: Rect, _ color: Color, _ pattern: ChartPattern?
  ) {
    let items = pattern?.items(shape, frame, color) ?? [.fill(shape, .solid(color), bounds: frame)]
    content += items.map { .item($0) }
  }

  mutating func warn(_ chart: ChartLayout, _ message: String, key: String? = nil, hint: String? = nil) {
    warnings.append(chart.context.warning(message, key: key, hint: hint))
  }

  /// Adds a label at its top left corner.
  mutating func write(_ label: ChartLabel, _ x: Double, _ y: Double) {
    content.append(.text(label.text, at: Point(x: x, y: y)))
  }
}
