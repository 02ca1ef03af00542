import CardRaster

/// Texts that are marks of a layer: each at its place, or beside the point that stands there, and never on another one.
extension ChartPlot {
  /// A text that wants a place.
  private struct Wish {
    var words: String
    var font: Font
    /// Where its point is.
    var center: Point
    /// Where the middle of its letters is wanted.
    var place: Point
    /// The point that stands there, if one does.
    var disc: Disc?
    var order: Int
  }

  /// A point as texts see it.
  private struct Disc {
    var center: Point
    var radius: Double
    var color: Color

    var frame: Rect {
      Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }

    /// Whether so much is seen of it around a text that it is not hidden.
    var isLarge: Bool { radius >= 8 }
  }

  mutating func drawTexts(_ layer: ChartLayer) throws(RasterError) {
    let discs = discs()
    let wishes = wishes(layer, discs)
    var room = LabelCollisionGrid()
    for label in labels { room.take(label.frame) }
    for disc in discs { room.take(disc.frame, as: disc.isLarge ? .large : .small) }
    for wish in wishes {
      guard let placed = try placed(wish, layer, room) else {
        hiddenTexts += 1
        continue
      }
      warnings += chart.doubts(placed.label, key: spec.layer.isEmpty ? "mark" : "layer")
      room.take(ink(placed.frame))
      labels.append(placed)
    }
  }

  /// The texts of a layer, those of large points first.
  private func wishes(_ layer: ChartLayer, _ discs: [Disc]) -> [Wish] {
    let vertical = vertical(layer)
    let format = textFormat(layer)
    let known = Dictionary(discs.map { ($0.center, $0) }) { first, _ in first }
    var font = style.labelFont
    if let size = layer.mark.size { font.size = min(60, max(6, size)) }
    var wishes: [Wish] = []
    for point in layer.points where layer.draws(point) {
      let given = point.text.map { layer.texts[$0] }
      guard let words = given ?? (point.value.isFinite ? format.text(point.value) : nil) else { continue }
      let center = Point(
        x: point.x.isFinite ? x.position(point.x) : frame.midX,
        y: point.y.isFinite ? vertical.position(point.y) : frame.midY)
      // A text at a place outside the domain would stand at the edge.
      guard holds(center) else { continue }
      let right = layer.mark.dx * (chart.isMirrored ? -1 : 1)
      wishes.append(
        Wish(
          words: given.flatMap { written($0, layer, format) } ?? words, font: font,
          center: center, place: Point(x: center.x + right, y: center.y + layer.mark.dy),
          disc: known[center], order: wishes.count))
    }
    guard model.size != nil else { return wishes }
    return wishes.sorted { (-($0.disc?.radius ?? 0), $0.order) < (-($1.disc?.radius ?? 0), $1.order) }
  }

  /// A text that is a number or a moment, as it is written; nil for other ones.
  private func written(_ text: String, _ layer: ChartLayer, _ format: ChartFormat) -> String? {
    // A number that is a name stays as it is.
    guard ![.nominal, .ordinal].contains(layer.textType) || layer.textUnit != nil || layer.textFormat != nil,
      let number = CSVTable.number(text)?.value
    else { return nil }
    guard let unit = layer.textUnit, unit.isCyclic else { return format.text(number) }
    let moment = Int(exactly: number).flatMap { unit.moment(of: $0, chart.locale.weeks) }.map {
      Double($0.seconds)
    }
    return moment.flatMap { ChartTimeFormat(layer.textFormat, chart.locale).given($0) }
      ?? ChartTicks.cyclic(number, unit, chart.locale, isShort: false)
  }

  private func textFormat(_ layer: ChartLayer) -> ChartFormat {
    var dimension = layer.isOnSecondAxis ? model.second ?? model.y : model.y
    // Texts of one kind stand beside an axis of another one.
    let numbers = layer.points.map(\.value).filter(\.isFinite)
    if let type = layer.textType, let title = layer.textTitle {
      dimension = ChartDimension(title: title, type: type)
      for number in numbers { dimension.add(number) }
      dimension.noteYears()
    }
    if layer.textType == .temporal { (dimension.format, dimension.timeUnit) = (nil, layer.textUnit) }
    if let format = layer.textFormat { dimension.format = format }
    return ChartFormat.values(numbers, dimension, chart.locale)
  }

  /// The points of all layers.
  private func discs() -> [Disc] {
    let colors = ChartColorScale(chart)
    var discs: [Disc] = []
    for layer in model.layers where layer.mark.type == .point {
      let vertical = vertical(layer)
      let opacity = layer.mark.opacity ?? (model.size != nil ? 0.72 : 1)
      for series in layer.series {
        for point in series.points where !point.isMissing {
          let color = pointColor(point, series, layer, colors)
          discs.append(
            Disc(
              center: Point(x: x.position(point.x), y: vertical.position(point.y)),
              radius: diameter(point, layer) / 2, color: style.tint(color, opacity)))
        }
      }
    }
    return discs
  }

  /// A text at the first place that is free; nil where none is.
  private func placed(
    _ wish: Wish, _ layer: ChartLayer, _ room: LabelCollisionGrid
  ) throws(RasterError) -> PlacedLabel? {
    var label = try chart.texts.label(wish.words, wish.font, layer.mark.color ?? style.labelColor)
    if label.width > self.frame.width {
      label = try chart.texts.label(
        wish.words, wish.font, layer.mark.color ?? style.labelColor, width: self.frame.width)
    }
    let cap = wish.font.size * chartCapHeight
    func frame(_ middle: Point) -> Rect {
      let left = max(self.frame.minX, min(self.frame.maxX - label.width, middle.x - label.width / 2))
      let top = max(0, middle.y + cap / 2 - label.baseline)
      return Rect(x: left, y: top, width: label.width, height: label.height)
    }
    func written(_ words: ChartLabel, at frame: Rect, _ backing: PlacedLabel.Backing) -> PlacedLabel {
      PlacedLabel(label: words, frame: frame, weight: .infinity, backing: backing)
    }
    let first = frame(wish.place)
    // Who gives a place without a point has chosen what lies below it.
    guard let disc = wish.disc else {
      return room.isFree(ink(first), from: [.text]) ? written(label, at: first, .halo) : nil
    }
    let isMoved = wish.place != wish.center
    if !isMoved, label.width + 6 <= 2 * disc.radius, cap + 6 <= 2 * disc.radius,
      room.isFree(ink(first), from: [.text, .small])
    {
      let inside = try chart.texts.label(
        wish.words, wish.font, layer.mark.color ?? ChartContrast.ink(on: disc.color))
      return written(inside, at: first, .none)
    }
    let around = beside(disc, width: label.width, cap: cap).map { frame($0) }
    let places = (isMoved ? [first] : []) + around.filter { isInPlot($0) }
    let free = places.first { room.isFree(ink($0), from: [.text, .small, .large]) }
    return free.map { written(label, at: $0, .halo) }
  }

  /// Where the middle of a text may be that stands beside a point: over it, at its sides, below it, at its corners.
  private func beside(_ disc: Disc, width: Double, cap: Double) -> [Point] {
    let (across, up) = (disc.radius + 4 + width / 2, disc.radius + 4 + cap / 2)
    let (corner, high) = (disc.radius * 0.7 + 4 + width / 2, disc.radius * 0.7 + 4 + cap / 2)
    let offsets = [
      (0, -up), (across, 0), (-across, 0), (0, up), (corner, -high), (-corner, -high), (corner, high),
      (-corner, high),
    ]
    return offsets.map { Point(x: disc.center.x + $0.0, y: disc.center.y + $0.1) }
  }

  private func isInPlot(_ frame: Rect) -> Bool {
    frame.minX >= self.frame.minX - 0.5 && frame.maxX <= self.frame.maxX + 0.5
      && frame.minY >= self.frame.minY - 6 && frame.maxY <= self.frame.maxY + 2
  }

  /// Says how many texts found no place.
  mutating func noteHiddenTexts() {
    guard hiddenTexts > 0 else { return }
    let count = hiddenTexts == 1 ? "1 text" : "\(hiddenTexts) texts"
    warnings.append(
      chart.context.warning(
        "there is no room for \(count) of a layer; what would lie on others is not written",
        key: spec.layer.isEmpty ? "mark" : "layer",
        hint: "make the chart larger, or give the layer fewer rows"))
  }
}

/// Vertical axes: their ticks, labels and scales.
extension ChartPlot {
  func ticksUp(_ dimension: ChartDimension, _ height: Double) -> ChartTicks {
    guard !dimension.isDiscrete else { return ChartTicks(low: 0, high: Double(dimension.categories.count)) }
    let given = dimension.axis.tickCount.map(Double.init)
    let count = given ?? min(8, max(height < 60 ? 2 : 3, (height / 40).rounded(.down)))
    let most = given ?? max(count, min(8, (height / 26).rounded(.down)))
    if dimension.isTime { return momentsUp(dimension, height, count: count) }
    return ChartTicks.numbers(
      dimension, count: count, most: most, zero: dimension.needsZero ? true : chart.isSparkline ? false : nil,
      chart.locale)
  }

  /// The moments of a vertical axis: those of its bars where each has room for a label, otherwise those of the calendar.
  private func momentsUp(_ dimension: ChartDimension, _ height: Double, count: Double) -> ChartTicks {
    var step = TimeStep.fitting(span: dimension.high - dimension.low, count: count)
    var ticks = ChartTicks.times(dimension, step: step, chart.locale)
    let span = dimension.high - dimension.low + (dimension.gap ?? 0)
    let isFree = dimension.axis.values.isEmpty && dimension.axis.tickCount == nil
    if model.isHorizontal, isFree, let gap = dimension.gap, height * gap / max(1, span) >= labelHeight {
      let bars = model.layers.filter { $0.mark.type == .bar }.flatMap(\.series).flatMap(\.points)
      let places = Set(bars.map(\.y).filter(\.isFinite)).sorted()
      ticks = ChartTicks.times(dimension, step: TimeStep(holding: places), at: places, chart.locale)
    }
    // Labels that would lie on each other are thinned by a coarser step, which keeps round ones.
    for _ in 0..<20 where isFree && ticks.pitch * height / max(1, span) < labelHeight {
      step = step.coarser
      ticks = ChartTicks.times(dimension, step: step, chart.locale)
    }
    return ticks.inOneLine
  }

  /// Puts the zeros of two axes at one height: each is stretched to the larger share of negatives.
  func alignZeros(_ first: inout ChartTicks, second: ChartTicks) {
    guard first.low < 0 || second.low < 0, first.low <= 0, second.low <= 0, first.high > 0, second.high > 0
    else { return }
    let share = max(-first.low / (first.high - first.low), -second.low / (second.high - second.low))
    guard share < 1 else { return }
    first.low = min(first.low, -first.high * share / (1 - share))
  }

  /// The room of the labels of a vertical axis beside a plot of a height.
  func widthOfLabels(_ ticks: ChartTicks, _ dimension: ChartDimension, _ height: Double)
    throws(RasterError) -> Double
  {
    guard dimension.axis.labels else { return dimension.axis.ticks ? ChartPlot.axisGap : edge }
    var widest = 0.0
    for label in try yLabels(ticks, dimension, height) { widest = max(widest, label.width) }
    return widest + ChartPlot.axisGap
  }

  /// The labels of a vertical axis, in the order of its ticks.
  private func yLabels(_ ticks: ChartTicks, _ dimension: ChartDimension, _ height: Double) throws(RasterError)
    -> [ChartLabel]
  {
    let most = dimension.axis.labelLimit ?? 0.4 * partWidth
    var result: [ChartLabel] = []
    guard dimension.isDiscrete else {
      for tick in ticks.ticks {
        let label = try chart.texts.label(tick.text, style.labelFont, style.labelColor)
        let isWide = label.width > most
        result.append(
          isWide ? try chart.texts.label(tick.text, style.labelFont, style.labelColor, width: most) : label)
      }
      return result
    }
    let rows = height / Double(max(1, dimension.categories.count))
    let lines = max(2, min(ChartLayout.nameLines, Int(clamping: rows / labelHeight)))
    for tick in chart.forms(\.y).first ?? [] {
      result.append(try chart.rowLabel(tick.text, width: most, lines: lines))
    }
    return result
  }

  mutating func setY(_ ticks: inout ChartTicks, _ values: Insets) {
    if model.y.isDiscrete {
      y = ChartScale(
        kind: discreteKind(\.y), low: 0, high: Double(max(1, model.y.categories.count)), start: frame.minY,
        end: frame.maxY)
      if model.y.scale.reverse { (y.start, y.end) = (y.end, y.start) }
      return
    }
    let room = slack(values, ticks, model.y, frame.height)
    y = continuous(
      model.y, ticks, from: frame.maxY - room.low, to: frame.minY + room.high, grown: model.isHorizontal)
    // Bars that lie are read from the top down, as names are.
    if model.y.scale.reverse != (model.isHorizontal && model.y.isTime) { (y.start, y.end) = (y.end, y.start) }
    y = withRoomForPoints(y, \.y)
  }

  mutating func setSecond(_ ticks: ChartTicks, _ values: Insets) {
    guard let dimension = model.second else { return }
    var ticks = ticks
    let first = ChartTicks(low: y.low, high: y.high)
    alignZeros(&ticks, second: first)
    let room = slack(values, ticks, dimension, frame.height)
    var scale = continuous(
      dimension, ticks, from: frame.maxY - room.low, to: frame.minY + room.high, grown: false)
    if dimension.scale.reverse { (scale.start, scale.end) = (scale.end, scale.start) }
    second = scale
  }

  mutating func drawYLabels(
    _ ticks: ChartTicks, _ dimension: ChartDimension, _ scale: ChartScale, isOnRight: Bool
  ) throws(RasterError) {
    guard dimension.axis.labels else { return }
    let labels = try yLabels(ticks, dimension, frame.height)
    let gap = ChartPlot.axisGap + (isOnRight ? directWidth : 0)
    let every = dimension.isDiscrete ? everyName(labels, dimension, scale) : 1
    if every > 1 { noteHiddenRows(labels, every) }
    for (number, label) in labels.enumerated() where !label.string.isEmpty && number % every == 0 {
      let place = scale.position(dimension.isDiscrete ? Double(number) : ticks.ticks[number].value)
      guard place >= frame.minY - 0.5, place <= frame.maxY + 0.5 else { continue }
      let top = top(label, at: place)
      if label.text.lines.count > 2 { hasTallNames = true }
      if label.text.isTruncated {
        warnings += chart.context.warnings(label.text, key: "y")
      } else if label.isShortened {
        noteShortened(number)
      }
      let width = label.text.lines.count > 1 ? label.text.size.width : label.width
      let left = isOnRight ? frame.maxX + gap : frame.minX - gap - width
      floors[ZIndex.labels.rawValue].append(.text(label.text, at: Point(x: left, y: top)))
    }
  }

  /// The upper edge of a label: the middle of the capital letters of all lines stands at the tick.
  private func top(_ label: ChartLabel, at place: Double) -> Double {
    place + style.labelFont.size * chartCapHeight / 2 - (label.baseline + label.lastBaseline) / 2
  }

  /// Whether each, every second or every third name of rows is written, so that none lies on another one.
  private mutating func everyName(
    _ labels: [ChartLabel], _ dimension: ChartDimension, _ scale: ChartScale
  ) -> Int {
    func touches(_ every: Int) -> Bool {
      let shown = labels.indices.filter { $0 % every == 0 && !labels[$0].string.isEmpty }
        .map { (label: labels[$0], top: top(labels[$0], at: scale.position(Double($0)))) }
        .sorted { $0.top < $1.top }
      // Between two lines there is room that no letter takes.
      return zip(shown, shown.dropFirst()).contains { $1.top < $0.top + $0.label.height - 3 }
    }
    guard touches(1) else { return 1 }
    if dimension.axis.labelOverlap == .none {
      noteCrowdedRows()
      return 1
    }
    return (2..<max(3, labels.count)).first { !touches($0) } ?? max(1, labels.count)
  }

  private mutating func noteHiddenRows(_ labels: [ChartLabel], _ every: Int) {
    let hidden = labels.indices.filter { $0 % every != 0 && !labels[$0].string.isEmpty }.count
    warnings.append(
      chart.context.warning(
        "there is no room for \(hidden) of \(labels.count) names of the y axis", key: "y",
        hint: "make the chart taller"))
  }

  /// Says that a word of a row's name ends in an ellipsis.
  private mutating func noteShortened(_ number: Int) {
    guard let names = chart.forms(\.y).first, names.indices.contains(number) else { return }
    warnings.append(
      chart.context.warning(
        "a word of \(DeckIssue.quoted(names[number].text)) is wider than the names of the y axis may be; it ends in an ellipsis",
        key: "y", hint: "make the chart wider, or give 'axis' of the channel a 'labelLimit'"))
  }

  private mutating func noteCrowdedRows() {
    let message = "the names of the y axis touch each other"
    guard !warnings.contains(where: { $0.message == message }) else { return }
    warnings.append(chart.context.warning(message, key: "height", hint: "make the chart taller"))
  }
}

/// What is taken of a plot, in squares so that looking is quick where there is much.
struct LabelCollisionGrid {
  /// What lies there: words, points that words would hide, points that are seen around words.
  enum Kind { case text, small, large }

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  /// Something that lies there: words as they are, points as the circle in their frame.
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
  /// The things in each square, by their numbers.
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

  /// Notes that something lies at a place.
  mutating func take(_ frame: Rect, as kind: Kind = .text) {
    let number = Int32(clamping: things.count)
    things.append(Thing(frame: frame, kind: kind))
    for cell in cells(of: frame) { cells[cell, default: []].append(number) }
  }

  /// Whether nothing of some kinds touches a place.
  func isFree(_ frame: Rect, from kinds: Set<Kind>) -> Bool {
    !cells(of: frame).contains { cell in
      cells[cell]?.contains { number in
        let thing = things[Int(number)]
        return kinds.contains(thing.kind) && thing.touches(frame)
      } ?? false
    }
  }
}
