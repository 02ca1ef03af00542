import CardModel
import CardRaster

/// Text marks: at their position or next to the point there, without overlapping other texts.
struct TextMark: PlotMark {
  let layer: ChartLayer
  let frame: ChartFrame

  /// A text to place.
  private struct Request {
    var words: String
    /// The middle of the point.
    var center: Point
    /// The wanted middle of the letters.
    var place: Point
    /// The point at this position, if there is one.
    var disc: Disc?
    var order: Int
    var opacity: Double
  }

  /// A point that texts avoid.
  private struct Disc {
    var center: Point
    var radius: Double
    var color: Color

    func overlaps(_ frame: Rect) -> Bool { gap(to: frame) < 0 }

    /// The distance of a rectangle to the edge of the point.
    func gap(to frame: Rect) -> Double {
      let x = max(frame.minX, min(frame.maxX, center.x)) - center.x
      let y = max(frame.minY, min(frame.maxY, center.y)) - center.y
      return (x * x + y * y).squareRoot() - radius
    }
  }

  /// The minimum distance of a text to a point.
  private static let clearance = 1.0
  /// The number of points up to which texts are nearest to their own.
  private static let fewPoints = 300
  /// The number of points, the largest first, whose names may be farther away, at the end of a line.
  private static let mostLeaders = 16

  func draw(into plot: inout ChartPlot) throws(RasterError) {
    let discs = discs
    let requests = requests(discs)
    var room = LabelCollisionGrid()
    for label in plot.labels { room.take(label.frame) }
    // Enough of a large point remains visible around a text.
    for disc in discs {
      room.take(
        Rect(around: disc.center, reach: disc.radius + TextMark.clearance),
        as: disc.radius >= 8 ? .large : .small)
    }
    for (number, request) in requests.enumerated() {
      var found = try placed(request, discs, room)
      if found == nil, number < TextMark.mostLeaders { found = try apart(request, &room, &plot) }
      guard let placed = found else {
        plot.hiddenTexts += 1
        continue
      }
      plot.warnings += chart.warnings(placed.label, key: spec.textKey)
      room.take(placed.ink)
      plot.labels.append(placed)
    }
  }

  private var font: Font {
    var font = style.labelFont
    if let size = layer.mark.size { font.size = min(60, max(6, size)) }
    return font
  }

  /// The texts of a layer, those of large points first.
  private func requests(_ discs: [Disc]) -> [Request] {
    let format = textFormat
    let known = Dictionary(discs.map { ($0.center, $0) }) { first, _ in first }
    var requests: [Request] = []
    for point in layer.points where layer.draws(point) {
      let given = point.text.map { layer.texts[$0] }
      guard let words = given ?? (point.value.isFinite ? format.format(point.value) : nil) else { continue }
      var center = place(point)
      if !center.x.isFinite { center.x = area.midX }
      if !center.y.isFinite { center.y = area.midY }
      // A text outside of the domain would be at the edge.
      guard frame.holds(center) else { continue }
      let right = layer.mark.dx * (chart.isMirrored ? -1 : 1)
      requests.append(
        Request(
          words: given.flatMap { written($0, format) } ?? words, center: center,
          place: Point(x: center.x + right, y: center.y + layer.mark.dy), disc: known[center],
          order: requests.count, opacity: frame.opacity(point, layer) ?? 1))
    }
    guard model.size != nil else { return requests }
    return requests.sorted { (-($0.disc?.radius ?? 0), $0.order) < (-($1.disc?.radius ?? 0), $1.order) }
  }

  /// A number or a date in its format; nil for other texts.
  private func written(_ text: String, _ format: ChartFormat) -> String? {
    // A number that is a name keeps its digits.
    guard layer.textType?.isName != true || layer.textUnit != nil || layer.textFormat != nil,
      let number = CSVTable.number(text)?.value
    else { return nil }
    guard let unit = layer.textUnit, unit.isCyclic else { return format.format(number) }
    return ChartTimeFormat(layer.textFormat, chart.locale).given(number, of: unit)
      ?? ChartTicks.cyclic(number, unit, chart.locale, isShort: false)
  }

  private var textFormat: ChartFormat {
    var dimension = model[layer.verticalAxis]
    // The type of the texts may differ from that of the axis.
    let numbers = layer.points.map(\.value).filter(\.isFinite)
    if let type = layer.textType, let title = layer.textTitle {
      dimension = ChartDimension(title: title, type: type)
      for number in numbers { dimension.include(number) }
      dimension.noteYears()
    }
    if layer.textType == .temporal { (dimension.format, dimension.timeUnit) = (nil, layer.textUnit) }
    if let format = layer.textFormat { dimension.format = format }
    return ChartFormat.values(numbers, dimension, chart.locale)
  }

  /// The points of all layers.
  private var discs: [Disc] {
    model.layers.filter { $0.mark.type == .point }.flatMap { layer in
      let points = PointMark(layer: layer, frame: frame)
      return layer.series.flatMap { series in
        series.known.map { point in
          Disc(
            center: points.place(point), radius: frame.diameter(point, layer) / 2,
            color: style.tint(points.color(point, series), points.opacity))
        }
      }
    }
  }

  /// A text at the first free position, in two lines if one has no room; nil if there is none.
  private func placed(
    _ request: Request, _ discs: [Disc], _ room: LabelCollisionGrid
  ) throws(RasterError) -> ChartPlot.PlacedLabel? {
    let color = (layer.mark.color ?? style.labelColor).multiplyingAlpha(by: request.opacity)
    var label = try chart.texts.label(request.words, font, color)
    if label.width > area.width {
      label = try chart.texts.label(request.words, font, color, width: area.width)
    }
    if let placed = try placed(label, request, discs, room) { return placed }
    guard chart.isModern, request.disc != nil, request.words.contains(" ") else { return nil }
    func lines(_ width: Double) throws(RasterError) -> ChartLabel {
      try chart.texts.label(
        request.words, font, color, width: width, lines: 2, alignment: .center, isBalanced: true)
    }
    let wrapped = try lines(lines(0.66 * label.width).width + 0.5)
    guard !wrapped.text.isTruncated, !wrapped.text.hasBrokenWord else { return nil }
    return try placed(wrapped, request, discs, room)
  }

  private func placed(
    _ label: ChartLabel, _ request: Request, _ discs: [Disc], _ room: LabelCollisionGrid
  ) throws(RasterError) -> ChartPlot.PlacedLabel? {
    let (opacity, cap) = (request.opacity, font.size * chartCapHeight)
    func placed(_ given: Point, isAligned: Bool = false) -> ChartPlot.PlacedLabel {
      var middle = given
      if isAligned {
        switch layer.mark.align {
        case .left: middle.x += label.width / 2
        case .right: middle.x -= label.width / 2
        case .center, nil: break
        }
        switch layer.mark.baseline {
        case .top: middle.y += cap / 2
        case .bottom, .alphabetic: middle.y -= cap / 2
        case .middle, nil: break
        }
      }
      let left = max(area.minX, min(area.maxX - label.width, middle.x - label.width / 2))
      return ChartPlot.PlacedLabel(label, left, max(0, label.middleTop(middle.y, cap)), .halo)
    }
    func isFree(_ placed: ChartPlot.PlacedLabel, from kinds: Set<LabelCollisionGrid.Kind>) -> Bool {
      room.isFree(placed.ink, from: kinds)
    }
    /// Whether a text is in its bubble and clear of other ones.
    func isInside(_ placed: ChartPlot.PlacedLabel, _ disc: Disc) -> Bool {
      isFree(placed, from: [.text, .small])
        && !discs.contains { $0.center != disc.center && $0.overlaps(placed.ink) }
    }
    let first = placed(request.place, isAligned: true)
    // A text without a point may cover marks, because the deck determines its position.
    guard let disc = request.disc else { return isFree(first, from: [.text]) ? first : nil }
    let isMoved = request.place != request.center || layer.mark.align != nil || layer.mark.baseline != nil
    if !isMoved, label.width + 6 <= 2 * disc.radius, cap + 6 <= 2 * disc.radius, isInside(first, disc) {
      var inside = first
      inside.label = try chart.texts.label(
        request.words, font,
        (layer.mark.color ?? ChartContrast.ink(on: disc.color)).multiplyingAlpha(by: opacity))
      inside.backing = .none
      return inside
    }
    let around = beside(disc, width: label.width, cap: cap + label.block).map { placed($0) }
    let places = (isMoved ? [first] : []) + around.filter { isInPlot($0.frame) }
    let free = places.lazy.filter { isFree($0, from: [.text, .small, .large]) }
    // A text that is nearer to another point would seem to be its name.
    func isNearest(_ placed: ChartPlot.PlacedLabel) -> Bool {
      let own = disc.gap(to: placed.cap)
      return !discs.contains { $0.center != disc.center && $0.gap(to: placed.cap) < own + 2 }
    }
    return discs.count <= TextMark.fewPoints ? free.first(where: isNearest) : free.first
  }

  /// A text at the end of a line from its point, if no place is free next to it.
  private func apart(
    _ request: Request, _ room: inout LabelCollisionGrid, _ plot: inout ChartPlot
  ) throws(RasterError) -> ChartPlot.PlacedLabel? {
    guard chart.isModern, let disc = request.disc else { return nil }
    let color = (layer.mark.color ?? style.labelColor).multiplyingAlpha(by: request.opacity)
    let label = try chart.texts.label(request.words, font, color)
    let cap = font.size * chartCapHeight
    for distance in [10.0, 18, 28, 40, 54] {
      for turn in 0..<12 {
        let (sine, cosine) = Angle.sineAndCosine(degrees: Double(turn) * 30)
        let reach = disc.radius + distance * chart.growth
        let end = Point(x: disc.center.x + cosine * reach, y: disc.center.y + sine * reach)
        let middle = Point(x: end.x + cosine * (label.width / 2 + 3), y: end.y + sine * (cap / 2 + 3))
        let placed = ChartPlot.PlacedLabel(
          label, middle.x - label.width / 2, label.middleTop(middle.y, cap), .halo)
        let line = stride(from: disc.radius + 3, to: reach, by: 3).map { length in
          Rect(around: Point(x: disc.center.x + cosine * length, y: disc.center.y + sine * length), reach: 1)
        }
        guard isInPlot(placed.frame),
          room.isFree(placed.ink.inset(by: Insets(-3)), from: [.text, .small, .large]),
          line.allSatisfy({ room.isFree($0, from: [.text, .small, .large]) })
        else { continue }
        for part in line { room.take(part) }
        let start = Point(x: disc.center.x + cosine * disc.radius, y: disc.center.y + sine * disc.radius)
        plot.put(
          [.stroke(Path(from: start, to: end), Stroke(width: chart.growth), style.labelColor)], .labels)
        return placed
      }
    }
    return nil
  }

  /// The possible middles of a text next to a point: above, at the sides, below, at the corners.
  private func beside(_ disc: Disc, width: Double, cap: Double) -> [Point] {
    let (across, up) = (disc.radius + 4 + width / 2, disc.radius + 4 + cap / 2)
    let (corner, high) = (disc.radius * 0.7 + 4 + width / 2, disc.radius * 0.7 + 4 + cap / 2)
    let aside = width * 0.3
    let offsets = [
      (0, -up), (across, 0), (-across, 0), (0, up), (corner, -high), (-corner, -high), (corner, high),
      (-corner, high), (aside, -up), (-aside, -up), (aside, up), (-aside, up),
    ]
    return offsets.map { Point(x: disc.center.x + $0.0, y: disc.center.y + $0.1) }
  }

  private func isInPlot(_ frame: Rect) -> Bool {
    frame.minX >= area.minX - 0.5 && frame.maxX <= area.maxX + 0.5
      && frame.minY >= area.minY - 6 && frame.maxY <= area.maxY + 2
  }
}

extension ChartSpec {
  /// The key of the texts of layers, for warnings.
  fileprivate var textKey: String { layer.isEmpty ? "mark" : "layer" }
}

extension ChartPlot {
  /// Warns about texts that do not fit.
  mutating func noteHiddenTexts() {
    guard hiddenTexts > 0 else { return }
    warn(
      "there is no room for \(DeckIssue.counted(hiddenTexts, "text")) of a layer; overlapping ones are not written",
      key: spec.textKey, hint: "make the chart larger, or give the layer fewer rows")
  }
}
