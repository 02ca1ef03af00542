import CardModel
import CardRaster

extension ChartReader {
  /// The format of the values of a layer.
  func valueFormat(_ layer: ChartLayer) -> ChartFormat {
    // In stacks, values are written as they are, not as shares of the sum, unless they are shares themselves.
    let areShares = layer.points.allSatisfy { $0.value.isNaN || (0...1).contains($0.value) }
    var dimension = layer.isStacked && !areShares ? model[layer.valueAxis].ofAmounts : model[layer.valueAxis]
    if let format = spec.valueLabels?.format { dimension.format = format }
    // A word at each value would repeat the axis.
    if let unit = dimension.unit, unit.at != .all, unit.unit.contains(where: \.isLetter),
      (spec.valueLabels?.show ?? .all) == .all, hasAxis(layer.valueAxis) || !chart.panelName.isEmpty
    {
      dimension.unit = nil
    }
    return ChartFormat.values(layer.points.map(\.value).filter(\.isFinite), dimension, chart.locale)
  }

  /// The value of a point; the gains of a waterfall have a sign, as its losses do.
  fileprivate func written(_ point: ChartPoint, _ format: ChartFormat) -> String {
    let text = format.format(point.value)
    let needsSign = chart.isModern && point.kind == .up && point.value > 0 && !text.contains("+")
    return needsSign ? chart.locale.plus + text : text
  }

  /// The font of values with proportional figures, because values are not aligned in columns.
  fileprivate var valueFont: Font {
    var font = style.labelFont
    font.hasTabularFigures = false
    return spec.valueLabels?.font?.over(font) ?? font
  }

  /// The height of capital letters of values.
  fileprivate var valueCap: Double { valueFont.size * chartCapHeight }

  /// - Parameter fill: The colour of the mark that the value is on; nil beside it.
  fileprivate func valueLabel(
    _ text: String, on fill: Color? = nil, isTotal: Bool = false
  ) throws(RasterError) -> ChartLabel {
    var font = valueFont
    if fill != nil || isTotal, chart.isModern, spec.valueLabels?.font == nil {
      font.weight = style.strongFont.weight
    }
    let color =
      spec.valueLabels?.color ?? fill.map { chart.ink(on: $0) }
      ?? (isTotal && chart.isModern ? style.titleColor : style.labelColor)
    return try chart.texts.label(text, font, color)
  }

  var showsValues: Bool {
    spec.valueLabels.map { $0.show != .none } ?? (model.mark == .waterfall)
  }

  /// Whether values of a layer are written beyond the ends of its marks.
  fileprivate func isOutside(_ layer: ChartLayer) -> Bool {
    !layer.isStacked && ![.inside, .center].contains(spec.valueLabels?.position ?? .auto)
  }
}

extension ChartLayout: ChartReader {
  var chart: ChartLayout { self }

  /// Whether a layer writes the only number of each of its marks.
  func writesAllValues(_ layer: ChartLayer) -> Bool {
    guard showsValues, [.bar, .line, .area, .point].contains(layer.mark.type), !layer.isStacked,
      layer.mark.type != .point || model[layer.placeAxis].isDiscrete
    else { return false }
    if layer.role == .waterfall { return true }
    return layer.role == .plain
      && layer.series.allSatisfy { series in
        let seen = series.known
        return seen.allSatisfy { $0[end: layer.valueAxis] == nil }
          && (spec.valueLabels?.show ?? .all).chosen(of: seen) { $0.value }.count == seen.count
      }
  }
}

/// The space for values at marks.
extension ChartPlot {
  /// The maximum number of points of a line whose values are positioned individually.
  ///
  /// The values of longer lines are above their points.
  static let fewValues = 500

  /// The space for values beyond the ends of marks.
  func roomForValues() throws(RasterError) -> Insets {
    var room = Insets.zero
    guard showsValues else { return room }
    for layer in model.layers
    where [.bar, .line, .area, .point].contains(layer.mark.type) && layer.role != .candle {
      guard isOutside(layer) || layer.mark.type != .bar else { continue }
      guard layer.isHorizontal else {
        let reach = layer.mark.type == .bar ? 0 : spec.pointSize / 2
        let height = valueFont.size * 1.2 + chart.valueGap + reach
        room.top = max(room.top, height)
        if hasValuesBelow(layer) { room.bottom = max(room.bottom, height) }
        continue
      }
      let format = valueFormat(layer)
      for point in layer.points.lazy.filter({ !$0.isMissing }).prefix(200) {
        let text = written(point, format)
        let width = try chart.texts.label(text, valueFont, style.labelColor).width + chart.valueGap + 2
        if point.value < 0, layer.role != .waterfall {
          room.left = max(room.left, width)
        } else {
          room.right = max(room.right, width)
        }
      }
    }
    return room
  }

  /// The highest value with a label if only the ends of lines have one; nil if others may have one.
  ///
  /// The name at the end of a line contains its last value, which then needs no space above the line.
  var labelledHigh: Double? {
    guard let show = spec.valueLabels?.show, show.includesLast,
      model.layers.allSatisfy({ $0.mark.type == .line && !$0.isHorizontal })
    else { return nil }
    let ends = model.layers.flatMap(\.series).flatMap { series in
      let ends = show.chosen(of: series.known) { $0.value }
      return frame.hasDirectLabels ? ends.dropLast() : ends
    }
    return ends.map(\.y).max() ?? -.infinity
  }

  /// Whether values of a layer are below its marks: those of negative bars and of valleys.
  private func hasValuesBelow(_ layer: ChartLayer) -> Bool {
    func hasNegative() -> Bool { layer.points.contains { !$0.isMissing && $0.value < 0 } }
    return switch layer.mark.type {
    case .line, .area: [.all, .extremes].contains(spec.valueLabels?.show) || hasNegative()
    default: layer.role != .waterfall && hasNegative()
    }
  }
}

/// Values of bars.
extension BarMark {
  /// Adds the values to bars.
  func labelBars(_ bars: [Bar], into plot: inout ChartPlot) throws(RasterError) {
    guard showsValues, layer.role != .candle else { return }
    let format = valueFormat(layer)
    for bar in (spec.valueLabels?.show ?? .all).chosen(of: bars, by: { $0.point.value }) {
      let text = written(bar.point, format)
      if isOutside(layer) {
        var words = outside(bar, try valueLabel(text, isTotal: bar.point.kind == .total), plot.ruleLines)
        // A value that would cover another bar is left out.
        func coversBar(_ words: ChartPlot.PlacedLabel) -> Bool {
          bars.count <= 600
            && bars.contains { $0.frame != bar.frame && $0.frame.intersection(words.ink) != nil }
        }
        if layer.role == .waterfall, !layer.isHorizontal,
          plot.labels.contains(where: { $0.ink.intersection(words.ink) != nil })
        {
          // Below its bar, a value may have more space.
          var below = words
          below.frame.origin.y = bar.frame.maxY + chart.valueGap + valueCap - words.label.baseline
          if below.frame.maxY <= area.maxY, !coversBar(below) { words = below }
        }
        if frame.holds(words), !coversBar(words) { plot.labels.append(words) } else { plot.hidden += 1 }
      } else {
        let isPatterned = pattern(bar.series) != nil
        let label =
          isPatterned
          ? try chart.texts.label(text, valueFont, spec.valueLabels?.color ?? style.titleColor)
          : try valueLabel(text, on: chart.color(bar.series, layer))
        if let words = inside(bar, label, isPatterned ? .halo : .none) {
          plot.labels.append(words)
        } else if bar.point.value != 0 {
          plot.hidden += 1
        }
      }
    }
  }

  /// A value beyond the end of its bar.
  private func outside(_ bar: Bar, _ label: ChartLabel, _ lines: [Rect]) -> ChartPlot.PlacedLabel {
    var place = atEnd(of: bar, label, isBeyond: true)
    if !layer.isHorizontal { place.x = max(area.minX - 2, min(frame.limit - label.width, place.x)) }
    func placed() -> ChartPlot.PlacedLabel {
      ChartPlot.PlacedLabel(label, place.x, place.y, weight: abs(bar.point.value), .gapInGrid)
    }
    let first = placed()
    // A value is beyond the line of a goal that would cross it.
    let (isLow, gap) = (bar.point.value < 0, chart.valueGap / 2)
    for _ in lines.prefix(3) {
      let words = placed().ink
      guard let line = lines.first(where: { words.intersection($0.inset(by: -gap)) != nil }) else { break }
      if layer.isHorizontal {
        place.x += isLow ? line.minX - gap - words.maxX : line.maxX + gap - words.minX
      } else {
        place.y += isLow ? line.maxY + gap - words.minY : line.minY - gap - words.maxY
      }
    }
    return frame.holds(placed()) ? placed() : first
  }

  /// A value inside a bar; nil if it does not fit.
  private func inside(
    _ bar: Bar, _ label: ChartLabel, _ backing: ChartPlot.PlacedLabel.Backing
  ) -> ChartPlot.PlacedLabel? {
    let (shape, cap) = (bar.frame, valueCap)
    let needed = layer.isHorizontal ? label.width + 4 : cap + 6
    let isWide = layer.isHorizontal ? shape.height >= cap + 2 : shape.width >= label.width
    guard shape.length(layer.valueAxis) >= needed, isWide else { return nil }
    let isCentered = layer.isStacked || spec.valueLabels?.position == .center
    let place = isCentered ? middle(of: bar, label) : atEnd(of: bar, label, isBeyond: false)
    return ChartPlot.PlacedLabel(label, place.x, place.y, backing)
  }

  /// The position of a label in the middle of a bar.
  private func middle(of bar: Bar, _ label: ChartLabel) -> Point {
    Point(x: bar.frame.midX - label.width / 2, y: label.top(bar.frame.midY, valueCap))
  }

  /// The position of a label at the outer end of a bar: beyond it, or inside.
  private func atEnd(of bar: Bar, _ label: ChartLabel, isBeyond: Bool) -> Point {
    let (shape, gap) = (bar.frame, chart.valueGap)
    let isNegative = bar.point.value < 0 && !(isBeyond && layer.role == .waterfall)
    var place = middle(of: bar, label)
    if layer.isHorizontal {
      let isAtLeft = isNegative != frame.x.isReversed
      let edge = isAtLeft == isBeyond ? -gap : gap
      place.x = (isAtLeft ? shape.minX : shape.maxX) + edge - (isAtLeft == isBeyond ? label.width : 0)
    } else {
      let edge = isNegative == isBeyond ? gap : -gap
      let cap = isNegative == isBeyond ? valueCap : 0
      place.y = (isNegative ? shape.maxY : shape.minY) + edge + cap - label.baseline
    }
    return place
  }
}

/// Values of points.
extension PlotMark {
  /// Adds the value above a point, or below it if the line comes from above.
  func labelPoint(
    _ point: ChartPoint, _ series: ChartSeries, _ format: ChartFormat, center: Point, reach: Double,
    into plot: inout ChartPlot
  ) throws(RasterError) {
    guard frame.holds(center) else { return }
    let label = try valueLabel(format.format(point.value))
    let (over, under) = (
      center.y - reach - chart.valueGap, center.y + reach + chart.valueGap + valueCap
    )
    let (isPoint, isAll) = (layer.mark.type == .point, spec.valueLabels?.show == .all)
    let count = layer.series.reduce(0) { $0 + $1.points.count }
    let standard = placed(label, center.x, over, point)
    guard frame.holds(standard) else {
      plot.hidden += 1
      return
    }
    guard !isAll || count <= ChartPlot.fewValues else { return plot.labels.append(standard) }
    // Uses the first position around the point at which the text covers no line or point.
    let isBelow = !isPoint && isValley(point, series)
    let near = isBelow ? [under, over] : [over, under]
    let side = label.width / 2 + reach + chart.valueGap
    let level = center.y + valueCap / 2
    let beside = [(side, level), (-side, level)]
    let high = label.height
    let far = [over - high, under + high, over - 2 * high, under + 2 * high]
    var choices: [(Double, Double)] = near.map { (0, $0) }
    if isPoint {
      choices += beside
    } else {
      choices += far.map { (0, $0) }
      for level in near + far { choices += [(side, level), (-side, level)] }
    }
    let curves = isPoint ? [] : count <= 4 * ChartPlot.fewValues ? layer.series : [series]
    let sections = curves.flatMap { other in
      let corners = ChartCurve.corners(other.points.map { $0.isMissing ? nil : place($0) }, form)
      let reach = side + label.width
      return ChartPlot.sections(of: corners, from: center.x - reach, to: center.x + reach)
    }
    let dots = isPoint ? layer.known.map { place($0.point) }.filter { $0 != center } : []
    let others = plot.labels.suffix(100)
    let clear = choices.lazy.map { placed(label, center.x + $0.0, $0.1, point) }.filter { placed in
      let wide = placed.cap.inset(by: Insets(top: -reach, left: -reach, bottom: -reach, right: -reach))
      return placed.cap.minY >= 0 && placed.cap.maxY <= area.maxY && frame.holds(placed)
        && !sections.contains { ChartPlot.crosses(placed.cap, $0.start, $0.end) }
        && !dots.contains { $0.x > wide.minX && $0.x < wide.maxX && $0.y > wide.minY && $0.y < wide.maxY }
    }
    // Among overlapping values the larger one is kept.
    let free = clear.first { placed in !others.contains { $0.ink.intersection(placed.ink) != nil } }
    if let free = free ?? clear.first { plot.labels.append(free) } else { plot.hidden += 1 }
  }

  /// A value above a point, with its baseline.
  private func placed(
    _ label: ChartLabel, _ middle: Double, _ baseline: Double, _ point: ChartPoint
  ) -> ChartPlot.PlacedLabel {
    let left = max(area.minX, min(frame.limit - label.width, middle - label.width / 2))
    // On the pale fill of an area, a plate would look like a patch.
    let isOnFill = layer.mark.type == .area && !layer.isStacked
    return ChartPlot.PlacedLabel(
      label, left, baseline - label.baseline, weight: abs(point.value), isOnFill ? .gapInGrid : .halo)
  }

  /// Adds the values above the points of a long line, the largest first, as long as there is space.
  ///
  /// Values without space are skipped before they are measured, because measuring is the slowest step.
  func labelCrowd(
    _ points: [(point: ChartPoint, center: Point)], _ format: ChartFormat, color: Color,
    into plot: inout ChartPlot
  ) throws(RasterError) {
    var room = LabelCollisionGrid()
    let above = spec.pointSize / 2 + chart.valueGap
    let seen = points.filter { frame.holds($0.center) }
    let known = plot.labels.count
    for number in seen.indices.sorted(by: {
      (abs(seen[$0].point.value), $1) > (abs(seen[$1].point.value), $0)
    }) {
      let (point, center) = seen[number]
      // Even a short value has letters above its point.
      let least = Rect(x: center.x, y: center.y - above - 1, width: 0.1, height: 0.1)
      guard room.isFree(least, from: [.text]) else { continue }
      let label = try chart.texts.label(format.format(point.value), valueFont, color)
      let placed = placed(label, center.x, center.y - above, point)
      guard frame.holds(placed), room.isFree(placed.ink, from: [.text]) else { continue }
      room.take(placed.ink)
      plot.labels.append(placed)
    }
    plot.hidden += seen.count - (plot.labels.count - known)
  }

  /// Whether the line rises on both sides of a point, which leaves no space above it.
  private func isValley(_ point: ChartPoint, _ series: ChartSeries) -> Bool {
    let seen = series.known
    if spec.valueLabels?.show == .extremes { return point.value == seen.lazy.map(\.value).min() }
    guard let number = seen.firstIndex(of: point), number > 0, number + 1 < seen.count else { return false }
    return min(seen[number - 1].value, seen[number + 1].value) > point.value
  }
}

extension ChartFrame {
  /// Whether a text is within the width of the part.
  fileprivate func holds(_ words: ChartPlot.PlacedLabel) -> Bool {
    words.frame.minX >= -1 && words.frame.maxX <= partWidth + 1
  }
}

extension ChartValueLabels.Choice {
  /// Whether the last value is written alone or with the first.
  var includesLast: Bool { self == .last || self == .ends }

  /// The marks whose values are written.
  func chosen<Mark>(of marks: [Mark], by value: (Mark) -> Double) -> [Mark] {
    switch self {
    case .none: return []
    case .all: return marks
    case .last: return marks.suffix(1)
    case .ends: return marks.count > 1 ? [marks[0], marks[marks.count - 1]] : marks
    case .extremes:
      guard let most = marks.indices.max(by: { value(marks[$0]) < value(marks[$1]) }),
        let least = marks.indices.min(by: { value(marks[$0]) < value(marks[$1]) })
      else { return [] }
      // One mark can be both.
      return (most == least ? [most] : [most, least]).map { marks[$0] }
    }
  }
}

extension ChartPlot {
  /// Whether a line crosses a rectangle.
  static func crosses(_ area: Rect, _ line: [Point?]) -> Bool {
    sections(of: line, from: area.minX, to: area.maxX).contains { crosses(area, $0.start, $0.end) }
  }

  /// Whether a section of a line crosses a rectangle.
  static func crosses(_ area: Rect, _ a: Point, _ b: Point) -> Bool {
    guard max(a.x, b.x) >= area.minX, min(a.x, b.x) <= area.maxX else { return false }
    // The height of the line at both ends of its section above the rectangle.
    func height(_ place: Double, ofVertical end: Point) -> Double {
      a.x == b.x
        ? end.y : a.y + (b.y - a.y) * (min(max(place, min(a.x, b.x)), max(a.x, b.x)) - a.x) / (b.x - a.x)
    }
    let (left, right) = (height(area.minX, ofVertical: a), height(area.maxX, ofVertical: b))
    return max(left, right) >= area.minY && min(left, right) <= area.maxY
  }

  /// The sections of a line with gaps that are between two positions, or reach between them.
  static func sections(
    of line: [Point?], from left: Double, to right: Double
  ) -> [(start: Point, end: Point)] {
    zip(line, line.dropFirst()).compactMap { start, end in
      guard let start, let end, max(start.x, end.x) >= left, min(start.x, end.x) <= right else { return nil }
      return (start, end)
    }
  }

  /// Removes the label with the lower priority if two overlap, and draws the others.
  mutating func settleLabels() {
    let order = labels.indices.sorted { (labels[$0].weight, $1) > (labels[$1].weight, $0) }
    var kept: [Int] = []
    var room = LabelCollisionGrid()
    for number in order {
      guard labels[number].weight == .infinity || room.isFree(labels[number].ink, from: [.text]) else {
        hidden += 1
        continue
      }
      room.take(labels[number].ink)
      kept.append(number)
    }
    for number in kept.sorted() {
      let placed = labels[number]
      let wide = placed.cap.inset(by: Insets(top: 0, left: -2, bottom: 0, right: -2))
      // A rule that would cross a value continues behind it.
      let isCrossed = ruleLines.contains { $0.intersection(placed.cap) != nil }
      if placed.backing == .gapInGrid, !isCrossed {
        openGrid(at: wide.inset(by: Insets(top: -1, left: 0, bottom: -1, right: 0)))
      } else if placed.backing != .none {
        let halo = RoundedRect(rect: wide, radii: CornerRadii(2))
        put([.roundedRect(halo, .solid(style.plate))], .labels)
      }
      write(placed.label, placed.frame.minX, placed.frame.minY)
    }
    if hidden > 0 {
      warn(
        "there is no room for \(DeckIssue.counted(hidden, "value")); \(hidden == 1 ? "it is" : "they are") not written",
        key: "valueLabels", hint: "make the chart larger, or write fewer with 'extremes' or 'last'")
    }
  }
}

extension Rect {
  /// The letters in the frame of a label, without the line's leading.
  var ink: Rect { inset(by: Insets(top: 2, left: -1, bottom: 2, right: -1)) }
}

/// The occupied areas of a plot, in a grid of squares for fast lookups.
struct LabelCollisionGrid {
  /// Texts, points that a text would hide, and points that remain visible around a text.
  enum Kind { case text, small, large }

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  /// An occupied area: the frame of a text, or the circle of a point in its frame.
  private struct Thing {
    let frame: Rect
    let kind: Kind

    func touches(_ other: Rect) -> Bool {
      guard kind != .text else { return frame.intersection(other) != nil }
      let x = max(other.minX, min(other.maxX, frame.midX)) - frame.midX
      let y = max(other.minY, min(other.maxY, frame.midY)) - frame.midY
      let radius = frame.width / 2
      return x * x + y * y < radius * radius
    }
  }

  private var things: [Thing] = []
  /// The indices of the things in each square.
  private var cells: [Cell: [Int32]] = [:]
  private static let side = 32.0

  private func cells(of frame: Rect) -> [Cell] {
    func number(_ place: Double) -> Int {
      Int(clamping: max(-1e6, min(1e6, (place / LabelCollisionGrid.side).rounded(.down))))
    }
    let (left, right) = (number(frame.minX), number(frame.maxX))
    let (top, bottom) = (number(frame.minY), number(frame.maxY))
    guard left <= right, top <= bottom else { return [] }
    return (left...right).flatMap { column in (top...bottom).map { Cell(column: column, row: $0) } }
  }

  /// Marks an area as occupied.
  mutating func take(_ frame: Rect, as kind: Kind = .text) {
    let number = Int32(clamping: things.count)
    things.append(Thing(frame: frame, kind: kind))
    for cell in cells(of: frame) { cells[cell, default: []].append(number) }
  }

  /// Whether nothing of the given kinds overlaps an area.
  func isFree(_ frame: Rect, from kinds: Set<Kind>) -> Bool {
    !cells(of: frame).contains { cell in
      cells[cell]?.contains { number in
        let thing = things[Int(number)]
        return kinds.contains(thing.kind) && thing.touches(frame)
      } ?? false
    }
  }
}
