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
    var room = ChartRoom()
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
    guard plan.size != nil else { return wishes }
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
    var dimension = layer.isOnSecondAxis ? plan.second ?? plan.y : plan.y
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
    for layer in plan.layers where layer.mark.type == .point {
      let vertical = vertical(layer)
      let opacity = layer.mark.opacity ?? (plan.size != nil ? 0.72 : 1)
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
    _ wish: Wish, _ layer: ChartLayer, _ room: ChartRoom
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
