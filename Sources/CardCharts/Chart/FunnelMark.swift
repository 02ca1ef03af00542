import CardModel
import CardRaster

/// Bars that become shorter from stage to stage, each with its value and its shares of the first and the previous
/// stage.
struct FunnelMark: WholeMark {
  let chart: ChartLayout

  /// A bar with its texts.
  private struct Stage {
    var series: ChartSeries
    var point: ChartPoint
    /// The length of the bar, as a share of the longest one.
    var length: Double

    var name: ChartLabel
    /// The width that the name takes from the bar.
    var nameWidth: Double
    var value: ChartLabel
    /// The value next to its bar.
    var outside: ChartLabel
    /// The shares of the first and of the previous stage.
    var shares: [ChartLabel]
  }

  /// The positions of the texts and bars.
  private struct Arrangement {
    /// The left edge of the longest bar.
    var left: Double
    /// The width of the longest bar.
    var width: Double
    /// The widths of the columns of shares; those of the previous stages may be left out.
    var columns: [Double]
    /// Whether values are above the shares, not in the bars or next to them.
    var isStacked = false

    /// The width of all shares.
    var sharesWidth: Double { columns.reduce(0) { $0 + ($0 > 0 ? FunnelMark.wordGap : 0) + $1 } }

    /// The length of a bar.
    func length(_ stage: Stage, _ hairline: Double) -> Double {
      stage.point.y < 0 ? 0 : max(hairline, width * stage.length)
    }
  }

  private static let wordGap = 12.0
  /// The minimum gap between a bar, the value next to it, and the share after that.
  private static let valueGap = 6.0
  /// The minimum share of the width for bars, below which their values move above the shares.
  private static let leastShare = 0.2
  /// The minimum width of the longest bar.
  private static let leastWidth = 20.0
  /// The maximum share of the width for a value, if full values leave no space for bars.
  private static let widestValue = 0.35

  func naturalHeight(_ width: Double) throws(RasterError) -> Double {
    let row = 40 * chart.growth + (try nameRoom(width))
    return Double(max(1, model.x.categories.count)) * row + 18 * chart.growth
  }

  /// The height of names above bars, where names beside them would leave no room for all numbers; otherwise 0.
  private func nameRoom(_ width: Double) throws(RasterError) -> Double {
    guard chart.isModern, let layer = model.layers.first else { return 0 }
    let room = Rect(x: 0, y: 0, width: width, height: 0)
    let stages = try stages(layer, room)
    guard stages.count > 1, arrangement(stages, try heads(width), room, 0).columns.count == 1 else {
      return 0
    }
    return style.labelFont.size * 1.3 + 2 * chart.growth
  }

  /// The words above the shares.
  private func heads(_ width: Double) throws(RasterError) -> [ChartLabel] {
    let words = ChartTerms(chart.locale) ?? .english
    let (least, most) = chart.isModern ? (0.34, 0.4) : (0.18, 0.3)
    return try [words[.ofFirst], words[.ofPrevious]].map { word throws(RasterError) in
      try chart.rowLabel(
        word, width: try chart.widthOfWords([word], from: least * width, to: most * width),
        lines: 2)
    }
  }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    guard let layer = model.layers.first else { return }
    var room = room
    let heads = try heads(room.width)
    let head = (heads.map(\.height).max() ?? 0) + 4 * chart.growth
    room.cut(head, atBottom: false)
    var nameRoom = try nameRoom(room.width)
    if room.height < (nameRoom + 20 * chart.growth) * Double(model.x.categories.count) { nameRoom = 0 }
    var stages = try stages(layer, room, hasNamesAbove: nameRoom > 0)
    guard !stages.isEmpty else {
      box.warn(
        chart, "the first value is not above 0, so no bar can be compared with it", key: "y",
        hint: "begin with the stage that contains the others")
      return
    }
    let negative = stages.filter { $0.point.y < 0 }.count
    if negative > 0 {
      box.warn(
        chart, "\(negative == 1 ? "1 value below 0 has" : "\(negative) values below 0 have") no bar",
        key: "y", hint: "show them as bars of a chart with an axis")
    }
    let row = room.height / Double(stages.count)
    var arrangement = arrangement(stages, heads, room, row - nameRoom)
    if arrangement.width <= FunnelMark.leastWidth {
      // Values that leave no space for the bars are truncated.
      stages = try self.stages(
        layer, room, hasNamesAbove: nameRoom > 0, mostOfValue: FunnelMark.widestValue * room.width)
      arrangement = self.arrangement(stages, heads, room, row - nameRoom)
    }
    for (label, right) in zip(heads, ends(arrangement, room.maxX)) {
      let top = room.minY - 4 * chart.growth - label.height
      box.write(label, right - label.blockWidth, top)
    }
    for (number, stage) in stages.enumerated() {
      let length = arrangement.length(stage, chart.hairline)
      // In a high chart the bars grow with their rows.
      let free = row - nameRoom
      let height = max(1, min(free - (nameRoom > 0 ? 10 : 4), max(44 * chart.growth, 0.6 * free)))
      let top = room.minY + row * Double(number) + nameRoom
      let isAbove = nameRoom > 0
      let frame = Rect(
        x: arrangement.left + (isAbove ? 0 : (arrangement.width - length) / 2), y: top + (free - height) / 2,
        width: length, height: height)
      drawBar(stage, layer, frame, into: &box)
      box.write(
        stage.name, room.minX,
        stage.name.middleTop(isAbove ? frame.minY - nameRoom / 2 : frame.midY, chart.cap))
      box.warnings += chart.warnings(stage.name, key: "x")
      drawNumbers(stage, arrangement, frame, to: room.maxX, into: &box)
    }
    if arrangement.columns.count == 1, stages.count > 2 {
      box.warn(
        chart,
        "there is no room for the shares of the previous stage; only the shares of the first stage are written",
        hint: "make the chart wider")
    }
  }

  // MARK: Words

  private func stages(
    _ layer: ChartLayer, _ room: Rect, hasNamesAbove: Bool = false, mostOfValue: Double = .infinity
  ) throws(RasterError) -> [Stage] {
    let points = layer.known
    let most = points.map { max(0, $0.point.y) }.max() ?? 0
    guard most > 0, let first = points.first?.point.y, first > 0 else { return [] }
    let words = ChartDescription(chart)
    let names = chart.forms(.x).first ?? []
    let format = ChartFormat.values(points.map(\.point.y), model.y, chart.locale)
    let before = [0] + points.dropLast().map(\.point.y)
    let shares = [points.map { _ in first }, before].map { wholes in
      words.shareColumn(zip(points, wholes).map { $0.point.y < 0 || $1 <= 0 ? nil : $0.point.y / $1 })
    }
    return try points.enumerated().map { number, known throws(RasterError) in
      let (series, point) = known
      let name = names[at: point.x]?.text ?? ""
      // A name is a little wider if a word would be broken otherwise.
      let beside = try chart.widthOfWords([name], from: 0.32 * room.width, to: 0.4 * room.width)
      let label = try chart.rowLabel(
        name, width: hasNamesAbove ? room.width : beside, lines: hasNamesAbove ? 1 : 2, alignment: .left)
      return Stage(
        series: series, point: point, length: max(0, point.y) / most, name: label,
        nameWidth: hasNamesAbove ? 0 : label.width + FunnelMark.wordGap,
        value: try chart.texts.label(
          format.format(point.y), style.strongFont, chart.ink(on: color(layer)), width: mostOfValue),
        outside: try chart.texts.label(
          format.format(point.y), style.strongFont, style.titleColor, width: mostOfValue),
        shares: try shares.map { column throws(RasterError) in try chart.label(column[number]) })
    }
  }

  // MARK: Room

  /// The first arrangement that leaves enough width for the bars.
  private func arrangement(
    _ stages: [Stage], _ heads: [ChartLabel], _ room: Rect, _ row: Double
  ) -> Arrangement {
    let least = FunnelMark.leastShare * room.width
    let lines = stages.map { $0.value.height + $0.shares[0].height }.max() ?? 0
    let columns = heads.indices.map { number in
      stages.reduce(heads[number].blockWidth) { max($0, $1.shares[number].width) }
    }
    // A value next to its bar is clearer than the shares of the previous stage.
    let choices = (row >= lines ? [false, true] : [false]).flatMap { isStacked in
      [columns, [columns[0]]].map { arrangement(stages, room, $0, isStacked: isStacked) }
    }
    return choices.first { $0.width >= least } ?? choices[choices.count - 1]
  }

  /// Values in the bars, or next to bars that are too short; or above the shares.
  private func arrangement(
    _ stages: [Stage], _ room: Rect, _ columns: [Double], isStacked: Bool
  ) -> Arrangement {
    let left = room.minX + (stages.map(\.nameWidth).max() ?? 0)
    var result = Arrangement(left: left, width: 0, columns: columns, isStacked: isStacked)
    let share = result.sharesWidth
    let words = isStacked ? stages.reduce(share) { max($0, $1.value.width) } : share
    result.width = max(FunnelMark.leastWidth, room.maxX - result.left - words - FunnelMark.wordGap)
    if isStacked { return result }
    // Shorter bars can contain fewer values, so that more values are next to bars; each iteration only
    // shortens bars.
    for _ in stages {
      var fitting = result.width
      for stage in stages where !holdsValue(stage, result) {
        let end = room.maxX - share - stage.value.width - 2 * FunnelMark.valueGap
        let isCentered = stage.nameWidth > 0
        fitting = min(
          fitting, (end - result.left) * (isCentered ? 2 / (1 + stage.length) : 1 / max(0.01, stage.length)))
      }
      guard fitting < result.width - 0.01 else { break }
      result.width = max(FunnelMark.leastWidth, fitting)
    }
    return result
  }

  private func holdsValue(_ stage: Stage, _ arrangement: Arrangement) -> Bool {
    stage.value.width + 10 <= arrangement.length(stage, chart.hairline)
  }

  // MARK: Drawing

  private func drawBar(_ stage: Stage, _ layer: ChartLayer, _ frame: Rect, into box: inout LayoutBox) {
    var mark = chart.markBox(frame, layer, stage.series, stage.point)
    mark.attributes.append(LayoutBox.Attribute("share", stage.shares[0].string))
    let shape = RoundedRect(
      rect: Rect(origin: .zero, size: frame.size), radii: CornerRadii(spec.bars.cornerRadius))
    mark.add(.roundedRect(shape, .solid(color(layer))))
    box.add(mark, at: frame.origin)
  }

  /// Draws the value of a stage and its shares.
  private func drawNumbers(
    _ stage: Stage, _ arrangement: Arrangement, _ frame: Rect, to right: Double, into box: inout LayoutBox
  ) {
    func write(_ label: ChartLabel, at left: Double, middle: Double) {
      if !label.string.isEmpty { box.write(label, left, label.top(middle, chart.cap)) }
    }
    let outside = stage.outside
    box.warnings += chart.warnings(outside, key: "y")
    if arrangement.isStacked {
      let half = outside.height / 2
      write(outside, at: right - outside.width, middle: frame.midY - half)
    } else if holdsValue(stage, arrangement) {
      write(stage.value, at: frame.midX - stage.value.width / 2, middle: frame.midY)
    } else {
      write(outside, at: frame.maxX + FunnelMark.valueGap, middle: frame.midY)
    }
    let middle = frame.midY + (arrangement.isStacked ? outside.height / 2 : 0)
    for (label, end) in zip(stage.shares, ends(arrangement, right)) {
      write(label, at: end - label.width, middle: middle)
    }
  }

  /// The right edges of the columns of shares.
  private func ends(_ arrangement: Arrangement, _ right: Double) -> [Double] {
    let last = arrangement.columns.count > 1 ? arrangement.columns[1] + FunnelMark.wordGap : 0
    return Array([right - last, right].prefix(arrangement.columns.count))
  }

  private func color(_ layer: ChartLayer) -> Color { layer.mark.color ?? style.color(0, "") }
}
