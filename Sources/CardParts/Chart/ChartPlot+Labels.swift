import CardRaster

/// The words in a plot: values at marks, names at the ends of lines, rules.
extension ChartPlot {
  private static let valueGap = 4.0

  private func axis(_ layer: ChartLayer) -> ChartDimension {
    layer.isHorizontal ? model.x : layer.isOnSecondAxis ? model.second ?? model.y : model.y
  }

  func valueFormat(_ layer: ChartLayer) -> ChartFormat {
    var dimension = axis(layer)
    if let format = spec.valueLabels?.format { dimension.format = format }
    // A share is written of its sum, the value as it is.
    let values = layer.points.map(\.value).filter(\.isFinite)
    if layer.isStacked { dimension.isShare = false }
    return ChartFormat.values(values, dimension, chart.locale)
  }

  /// The font of values.
  ///
  /// Its figures are not of one width, as values at marks stand in no column, and a 1 would gape.
  private var valueFont: Font {
    var font = style.labelFont
    font.hasTabularFigures = false
    return spec.valueLabels?.font?.over(font) ?? font
  }

  private var showsValues: Bool {
    if let labels = spec.valueLabels { return labels.show != .none }
    return model.mark == .waterfall
  }

  /// Whether values of a layer stand beyond the ends of its marks.
  private func isOutside(_ layer: ChartLayer) -> Bool {
    guard !layer.isStacked else { return false }
    return ![.inside, .center].contains(spec.valueLabels?.position ?? .auto)
  }

  /// What values beyond the ends of marks need of the range.
  func roomForValues() throws(RasterError) -> Insets {
    var room = Insets.zero
    guard showsValues else { return room }
    for layer in model.layers
    where [.bar, .line, .area, .point].contains(layer.mark.type) && layer.role != .candle {
      guard isOutside(layer) || layer.mark.type != .bar else { continue }
      let format = valueFormat(layer)
      let points = layer.points.filter { !$0.isMissing }
      if layer.isHorizontal {
        for point in points.prefix(200) {
          let width =
            try chart.texts.label(format.text(point.value), valueFont, style.labelColor).width
            + ChartPlot.valueGap + 2
          if point.value < 0, layer.role != .waterfall {
            room.left = max(room.left, width)
          } else {
            room.right = max(room.right, width)
          }
        }
      } else {
        let height = valueFont.size * 1.2 + ChartPlot.valueGap
        let reach = layer.mark.type == .bar ? 0 : spec.pointSize / 2
        room.top = max(room.top, height + reach)
        if hasValuesBelow(layer, points) { room.bottom = max(room.bottom, height + reach) }
      }
    }
    return room
  }

  /// Whether values of a layer stand below its marks: those of bars below zero, and those of valleys.
  private func hasValuesBelow(_ layer: ChartLayer, _ points: [ChartPoint]) -> Bool {
    switch layer.mark.type {
    case .line, .area: [.all, .extremes].contains(spec.valueLabels?.show) || points.contains { $0.value < 0 }
    default: layer.role != .waterfall && points.contains { $0.value < 0 }
    }
  }

  /// Writes the values at bars.
  mutating func labelBars(_ bars: [(ChartSeries, ChartPoint, Rect)], _ layer: ChartLayer) throws(RasterError)
  {
    guard showsValues, layer.role != .candle else { return }
    let format = valueFormat(layer)
    let font = valueFont
    let isOutside = isOutside(layer)
    let isCenter = layer.isStacked || spec.valueLabels?.position == .center
    let cap = font.size * chartCapHeight
    let wanted = chosenBars(bars)
    for (series, point, bar) in wanted {
      let text = format.text(point.value)
      let color = chart.color(series, layer)
      if isOutside {
        let label = try chart.texts.label(text, font, spec.valueLabels?.color ?? style.labelColor)
        let isNegative = layer.role != .waterfall && point.value < 0
        let left: Double
        let top: Double
        if layer.isHorizontal {
          let atLeft = isNegative != (x.end < x.start)
          left = atLeft ? bar.minX - ChartPlot.valueGap - label.width : bar.maxX + ChartPlot.valueGap
          top = bar.midY + cap / 2 - label.baseline
        } else {
          left = max(frame.minX - 2, min(limit - label.width, bar.midX - label.width / 2))
          top =
            isNegative
            ? bar.maxY + ChartPlot.valueGap + cap - label.baseline
            : bar.minY - ChartPlot.valueGap - label.baseline
        }
        let words = place(label, left, top, abs(point.value), backing: .gapInGrid)
        guard fits(words) else {
          hidden += 1
          continue
        }
        // A value that would lie on another bar is not written.
        let ink = ink(words.frame)
        let isOnBar = bars.count <= 600 && bars.contains { $0.2 != bar && $0.2.intersection(ink) != nil }
        if isOnBar { hidden += 1 } else { labels.append(words) }
        continue
      }
      let isPatterned =
        chart.pattern(series.number) != nil && (model.series.count > 1 || spec.patterns)
      let ink = isPatterned ? style.titleColor : ChartContrast.ink(on: color)
      let label = try chart.texts.label(text, font, spec.valueLabels?.color ?? ink)
      let needed = layer.isHorizontal ? label.width + 6 : cap + 6
      let length = layer.isHorizontal ? bar.width : bar.height
      let across = layer.isHorizontal ? bar.height >= cap + 2 : bar.width >= label.width
      guard length >= needed, across else {
        if point.value != 0 { hidden += 1 }
        continue
      }
      var left = bar.midX - label.width / 2
      var top = bar.midY + cap / 2 - label.baseline
      if !isCenter {
        if layer.isHorizontal {
          left = (point.value < 0) != (x.end < x.start) ? bar.minX + 4 : bar.maxX - label.width - 4
        } else {
          top = point.value < 0 ? bar.maxY - 4 - label.baseline : bar.minY + 4 + cap - label.baseline
        }
      }
      labels.append(place(label, left, top, .infinity, backing: isPatterned ? .halo : .none))
    }
  }

  private func place(
    _ label: ChartLabel, _ left: Double, _ top: Double, _ weight: Double,
    backing: PlacedLabel.Backing = .none
  ) -> PlacedLabel {
    PlacedLabel(
      label: label, frame: Rect(x: left, y: top, width: label.width, height: label.height), weight: weight,
      backing: backing)
  }

  /// Whether words stand within the width of the part.
  private func fits(_ words: PlacedLabel) -> Bool {
    words.frame.minX >= -1 && words.frame.maxX <= partWidth + 1
  }

  private func chosenBars(_ bars: [(ChartSeries, ChartPoint, Rect)]) -> [(ChartSeries, ChartPoint, Rect)] {
    switch spec.valueLabels?.show ?? .all {
    case .none: []
    case .all: bars
    case .last: Array(bars.suffix(1))
    case .ends: bars.count > 1 ? [bars[0], bars[bars.count - 1]] : bars
    case .extremes:
      [bars.max { $0.1.value < $1.1.value }, bars.min { $0.1.value < $1.1.value }].compactMap { $0 }
    }
  }

  /// Writes the value over a point, or below it where a line comes down to it.
  mutating func labelPoint(
    _ point: ChartPoint, _ series: ChartSeries, _ layer: ChartLayer, _ format: ChartFormat, center: Point,
    reach: Double
  ) throws(RasterError) {
    guard holds(center) else { return }
    let label = try chart.texts.label(
      format.text(point.value), valueFont, spec.valueLabels?.color ?? style.labelColor)
    let cap = valueFont.size * chartCapHeight
    let (over, under) = (center.y - reach - ChartPlot.valueGap, center.y + reach + ChartPlot.valueGap + cap)
    let left = max(frame.minX, min(limit - label.width, center.x - label.width / 2))
    func placed(_ baseline: Double) -> PlacedLabel {
      PlacedLabel(
        label: label,
        frame: Rect(x: left, y: baseline - label.baseline, width: label.width, height: label.height),
        weight: abs(point.value), backing: .halo)
    }
    guard fits(placed(over)) else {
      hidden += 1
      return
    }
    let most = spec.valueLabels?.show == .all ? ChartPlot.fewValues : 5_000
    guard layer.mark.type != .point, series.points.count <= most else {
      return labels.append(placed(over))
    }
    let isBelow = isValley(point, series)
    // Of the places over and under a point, the first at which the word does not lie on the line.
    let line = series.points.map {
      $0.isMissing ? nil : Point(x: x.position($0.x), y: vertical(layer).position($0.y))
    }
    let choices = (isBelow ? [under, over] : [over, under]) + [over - label.height, under + label.height]
    let isFree = choices.map { placed($0) }.first {
      $0.cap.minY >= 0 && $0.cap.maxY <= frame.maxY && !ChartPlot.crosses($0.cap, line)
    }
    labels.append(isFree ?? placed(isBelow ? under : over))
  }

  /// Of how many points of a line each value looks for a place of its own; those of longer lines stand over their points.
  static let fewValues = 500

  /// Writes the values over the points of a long line as far as they leave each other room, the largest first.
  ///
  /// What has no room is not even measured, as measuring takes longest.
  mutating func labelCrowd(
    _ points: [(point: ChartPoint, center: Point)], _ format: ChartFormat, color: Color
  ) throws(RasterError) {
    var room = LabelCollisionGrid()
    let above = spec.pointSize / 2 + ChartPlot.valueGap
    let seen = points.filter { holds($0.center) }
    for number in seen.indices.sorted(by: {
      (abs(seen[$0].point.value), $1) > (abs(seen[$1].point.value), $0)
    }) {
      let (point, center) = seen[number]
      // However short a value is, its letters are over its point.
      let least = Rect(x: center.x, y: center.y - above - 1, width: 0.1, height: 0.1)
      guard room.isFree(least, from: [.text]) else {
        hidden += 1
        continue
      }
      let label = try chart.texts.label(format.text(point.value), valueFont, color)
      let left = max(frame.minX, min(limit - label.width, center.x - label.width / 2))
      let placed = place(
        label, left, center.y - above - label.baseline, abs(point.value), backing: .halo)
      guard fits(placed), room.isFree(ink(placed.frame), from: [.text]) else {
        hidden += 1
        continue
      }
      room.take(ink(placed.frame))
      labels.append(placed)
    }
  }

  /// What a label covers of others: its letters, without the line's leading.
  func ink(_ frame: Rect) -> Rect { frame.inset(by: Insets(top: 2, left: -1, bottom: 2, right: -1)) }

  /// Whether a line rises from a point at both sides, so that over it there is no room for its value; at an end of a
  /// line there may be.
  private func isValley(_ point: ChartPoint, _ series: ChartSeries) -> Bool {
    let seen = series.points.filter { !$0.isMissing }
    if spec.valueLabels?.show == .extremes { return point.value == seen.map(\.value).min() }
    guard let number = seen.firstIndex(of: point), number > 0, number + 1 < seen.count else { return false }
    return min(seen[number - 1].value, seen[number + 1].value) > point.value
  }

  /// Whether a line runs through a rectangle.
  static func crosses(_ area: Rect, _ line: [Point?]) -> Bool {
    for (a, b) in zip(line, line.dropFirst()) {
      guard let a, let b, max(a.x, b.x) >= area.minX, min(a.x, b.x) <= area.maxX else { continue }
      // The part of the stretch over the rectangle, and how high and low it is there.
      func height(_ place: Double) -> Double {
        a.x == b.x
          ? a.y : a.y + (b.y - a.y) * (min(max(place, min(a.x, b.x)), max(a.x, b.x)) - a.x) / (b.x - a.x)
      }
      let (left, right) = (height(area.minX), height(area.maxX))
      if max(left, right) >= area.minY, min(left, right) <= area.maxY { return true }
    }
    return false
  }

  /// The right end of the room for words.
  private var limit: Double { min(partWidth, frame.maxX + ChartPlot.axisGap) }

  /// Leaves out the lighter of two labels that touch, and draws the others.
  mutating func settleLabels() {
    let order = labels.indices.sorted { (labels[$0].weight, $1) > (labels[$1].weight, $0) }
    var kept: [Int] = []
    var room = LabelCollisionGrid()
    for number in order {
      let area = ink(labels[number].frame)
      guard labels[number].weight == .infinity || room.isFree(area, from: [.text]) else {
        hidden += 1
        continue
      }
      room.take(area)
      kept.append(number)
    }
    for number in kept.sorted() {
      var placed = labels[number]
      // A rule that would strike a value through goes on behind it.
      if placed.backing == .gapInGrid, ruleLines.contains(where: { $0.intersection(placed.cap) != nil }) {
        placed.backing = .halo
      }
      switch placed.backing {
      case .none: break
      case .gapInGrid: openGrid(at: placed.cap.inset(by: Insets(top: -1, left: -2, bottom: -1, right: -2)))
      case .halo:
        floors[ZIndex.labels.rawValue].append(
          .item(
            .roundedRect(
              RoundedRect(
                rect: placed.cap.inset(by: Insets(top: 0, left: -2, bottom: 0, right: -2)),
                radii: CornerRadii(2)),
              .solid(style.surface.multiplyingAlpha(by: 0.8)))))
      }
      floors[ZIndex.labels.rawValue].append(.text(placed.label.text, at: placed.frame.origin))
    }
    if hidden > 0 {
      warnings.append(
        chart.context.warning(
          "there is no room for \(DeckIssue.counted(hidden, "value")); \(hidden == 1 ? "it is" : "they are") not written",
          key: "valueLabels",
          hint: "make the chart larger, or write fewer with 'extremes' or 'last'"))
    }
  }
}

/// Scales with the room that marks and their values need at the ends.
extension ChartPlot {
  /// Whether an axis has bars in its places.
  private func hasBands(_ keyPath: KeyPath<ChartModel, ChartDimension>) -> Bool {
    switch model[keyPath: keyPath].scale.type {
    case .point: false
    case .band: true
    default: model.layers.contains { [.bar, .rect, .rule].contains($0.mark.type) }
    }
  }

  func discreteKind(_ keyPath: KeyPath<ChartModel, ChartDimension>) -> ChartScale.Kind {
    guard hasBands(keyPath) else { return .point(padding: chart.isSparkline ? 0 : 0.5) }
    let isGrid = model.layers.contains { $0.mark.type == .rect }
    let inner =
      spec.bars.paddingInner ?? (isGrid ? 0.06 : chart.isSparkline ? 0.2 : model.isSideBySide ? 0.22 : 0.3)
    return .band(inner: inner, outer: spec.bars.paddingOuter ?? (isGrid || chart.isSparkline ? 0 : 0.15))
  }

  /// What must be left free at the ends of a range for values, beyond what the range leaves free anyhow.
  func slack(
    _ values: Insets, _ ticks: ChartTicks, _ dimension: ChartDimension, _ length: Double,
    isAcross: Bool = false
  ) -> (low: Double, high: Double) {
    let (low, high) = isAcross ? (values.left, values.right) : (values.bottom, values.top)
    guard ticks.high > ticks.low, !dimension.isEmpty, ChartScale.kind(dimension.scale) == .linear else {
      return (low, high)
    }
    let unit = length / (ticks.high - ticks.low)
    return (
      max(0, low - max(0, dimension.low - ticks.low) * unit),
      max(0, high - max(0, ticks.high - dimension.high) * unit)
    )
  }

  func continuous(
    _ dimension: ChartDimension, _ ticks: ChartTicks, from start: Double, to end: Double, grown: Bool
  ) -> ChartScale {
    var (low, high) = (ticks.low, ticks.high)
    if grown, let gap = dimension.gap, dimension.scale.domain.isEmpty {
      low -= gap / 2
      high += gap / 2
    }
    return ChartScale(
      kind: ChartScale.kind(dimension.scale), low: low, high: high, start: start, end: end,
      isClamped: dimension.scale.clamp)
  }

  /// A scale whose ends move inwards until no point that has a size of its own is cut.
  func withRoomForPoints(_ scale: ChartScale, _ place: KeyPath<ChartPoint, Double>) -> ChartScale {
    guard model.size != nil else { return scale }
    let sign: Double = scale.end < scale.start ? -1 : 1
    let length = abs(scale.end - scale.start)
    var (low, high) = (0.0, 0.0)
    for layer in model.layers where layer.mark.type == .point {
      for point in layer.points where !point.isMissing {
        let reach = diameter(point, layer) / 2 + 1
        let way = (scale.position(point[keyPath: place]) - scale.start) * sign
        low = max(low, reach - way)
        high = max(high, reach - (length - way))
      }
    }
    guard low + high < length / 2 else { return scale }
    var result = scale
    result.start += sign * low * 1.1
    result.end -= sign * high * 1.1
    return result
  }
}
