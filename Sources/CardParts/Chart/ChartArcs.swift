import CardRaster

/// Slices of a circle, with their names and shares beside them.
struct ChartArcs {
  let chart: ChartLayout

  init(_ chart: ChartLayout) { self.chart = chart }

  private struct Slice {
    var series: ChartSeries
    var point: ChartPoint
    var name: String
    var color: Color
    var start: Double
    var end: Double
    var share: Double

    var middle: Double { (start + end) / 2 }
  }

  private var spec: ChartSpec { chart.spec }
  private var style: ChartStyle { chart.style }

  private func slices() -> (slices: [Slice], total: Double, negative: Int) {
    guard let layer = chart.plan.layers.first else { return ([], 0, 0) }
    let points = layer.series.flatMap { series in series.points.map { (series, $0) } }
      .filter { !$0.1.isMissing }.sorted { $0.1.x < $1.1.x }
    let total = points.reduce(0) { $0 + max(0, $1.1.y) }
    let negative = points.filter { $0.1.y < 0 }.count
    let start = spec.startAngle ?? 0
    let span = (spec.endAngle ?? start + 360) - start
    var angle = start
    var slices: [Slice] = []
    for (series, point) in points where total > 0 && point.y > 0 {
      let share = point.y / total
      let category =
        chart.plan.x.categories.indices.contains(Int(point.x)) ? chart.plan.x.categories[Int(point.x)] : ""
      slices.append(
        Slice(
          series: series, point: point, name: chart.name(category),
          color: style.color(Int(point.x), category),
          start: angle, end: angle + span * share, share: share))
      angle += span * share
    }
    return (slices, total, negative)
  }

  /// Draws the slices in a part.
  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    let (slices, total, negative) = slices()
    guard !slices.isEmpty else { return }
    if negative > 0 {
      box.warnings.append(
        chart.context.warning("\(negative) values below 0 have no slice", key: "y", hint: "show them as bars")
      )
    }
    if slices.count > 7, spec.maxCategories == nil {
      box.warnings.append(
        chart.context.warning(
          "\(slices.count) slices are hard to tell apart", hint: "sum up the smallest with 'maxCategories'"))
    }
    let layout = try placement(slices, room)
    let center = layout.center
    let radius = layout.radius
    let hole =
      (chart.plan.layers.first?.mark.innerRadius ?? spec.innerRadius
        ?? (chart.plan.mark == .donut ? 0.62 : 0))
    let inner = hole > 1 ? min(radius - 2, hole) : hole * radius
    for (number, slice) in slices.enumerated() {
      let outer = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      guard let layer = chart.plan.layers.first else { continue }
      var mark = chart.markBox(outer, layer, slice.series, slice.point)
      mark.attributes.append(LayoutBox.Attribute("share", ChartWords(chart).share(slice.share)))
      let path = ChartArc.path(
        center: Point(x: radius, y: radius), inner: inner, outer: radius, from: slice.start, to: slice.end,
        gap: slices.count > 1 ? spec.padAngle : 0)
      if let pattern = chart.pattern(number) {
        mark.content += pattern.items(.path(path), Rect(origin: .zero, size: outer.size), slice.color).map {
          .item($0)
        }
      } else {
        mark.add(.fill(.path(path), .solid(slice.color), bounds: Rect(origin: .zero, size: outer.size)))
      }
      box.add(mark, at: outer.origin)
    }
    if chart.growing.animated { sweep(&box, center: center, radius: radius) }
    try layout.draw(into: &box, chart)
    try drawCenter(into: &box, center, inner, total)
  }

  /// Lets the slices appear one degree after the other in a moving picture.
  private func sweep(_ box: inout LayoutBox, center: Point, radius: Double) {
    let start = spec.startAngle ?? 0
    let marks = box.content.filter {
      if case .box(let inner, _) = $0 { inner.source?.type == ChartLayout.markType } else { false }
    }
    let others = box.content.filter {
      if case .box(let inner, _) = $0 { inner.source?.type != ChartLayout.markType } else { true }
    }
    var window = LayoutBox(size: box.size)
    window.sweep = Sweep(
      center: center, radius: radius + 2, start: start, end: spec.endAngle ?? start + 360,
      duration: chart.growing.duration, easing: chart.growing.easing)
    window.content = marks
    box.content = others + [.box(window, at: .zero)]
  }

  private func drawCenter(into box: inout LayoutBox, _ center: Point, _ inner: Double, _ total: Double)
    throws(RasterError)
  {
    guard !spec.centerText.isEmpty, inner > 12 else { return }
    var lines = spec.centerText
    if lines[0] == "total" {
      var dimension = chart.plan.y
      dimension.isShare = false
      lines[0] = ChartFormat.values([total], dimension, chart.locale).text(total)
    }
    var fonts: [Font] = []
    for number in lines.indices {
      var font = number == 0 ? style.strongFont : style.labelFont
      if number == 0 { font.size = min(inner * 0.5, style.labelFont.size * 2.2) }
      fonts.append(font)
    }
    // The words shrink to 0.8 of the hole.
    let room = 2 * inner * 0.8
    var labels: [ChartLabel] = []
    for (line, font) in zip(lines, fonts) {
      var font = font
      var label = try chart.texts.label(line, font, font == fonts[0] ? style.titleColor : style.labelColor)
      if label.width > room {
        font.size = max(4, font.size * room / label.width)
        label = try chart.texts.label(line, font, font.weight > 500 ? style.titleColor : style.labelColor)
      }
      labels.append(label)
    }
    let heights = labels.map { ($0.text.lines.first?.runs.first?.font.size ?? 11) * chartCapHeight }
    let gap = 7.0
    var y = center.y - (heights.reduce(0, +) + gap * Double(labels.count - 1)) / 2
    for (label, height) in zip(labels, heights) {
      box.content.append(
        .text(label.text, at: Point(x: center.x - label.width / 2, y: y + height - label.baseline)))
      y += height + gap
    }
  }

  // MARK: Names

  /// Where the circle and the words beside it stand.
  private struct Placement {
    var center: Point
    var radius: Double
    var words: [(label: ChartLabel, at: Point, leader: [Point])] = []
    var legend: (ChartLegend, Rect)?

    func draw(into box: inout LayoutBox, _ chart: ChartLayout) throws(RasterError) {
      for (label, point, leader) in words {
        if leader.count > 1 {
          var path = Path()
          path.move(to: leader[0])
          for next in leader.dropFirst() { path.line(to: next) }
          box.add(.stroke(path, Stroke(width: 1), chart.style.axisColor))
        }
        box.content.append(.text(label.text, at: point))
      }
      if let (legend, frame) = legend {
        legend.draw(into: &box, in: frame, isColumn: true, isRightToLeft: chart.isRightToLeft)
      }
    }
  }

  /// The height of the circle with what stands beside it.
  func naturalHeight(_ width: Double) throws(RasterError) -> Double {
    let most = min(width, 220)
    let slices = slices().slices
    let placement = try placement(slices, Rect(x: 0, y: 0, width: width, height: most))
    guard let (_, frame) = placement.legend else { return most }
    return min(
      most,
      max(2 * placement.radius, frame.height)
        + (frame.minY >= placement.center.y + placement.radius ? 14 + frame.height : 0))
  }

  private func placement(_ slices: [Slice], _ room: Rect) throws(RasterError) -> Placement {
    let isOutside = spec.legend == .auto || spec.legend == .direct
    if isOutside, slices.count <= 12, let outside = try outside(slices, room) { return outside }
    if spec.legend == .none {
      let radius = min(room.width, room.height) / 2 - 1
      return Placement(center: Point(x: room.midX, y: room.midY), radius: radius)
    }
    return try beside(slices, room)
  }

  private func words(_ slice: Slice) -> String { "\(slice.name) \(ChartWords(chart).share(slice.share))" }

  /// Names around the circle, joined to it by leaders; nil where they leave too little of it.
  private func outside(_ slices: [Slice], _ room: Rect) throws(RasterError) -> Placement? {
    var labels: [ChartLabel] = []
    for slice in slices {
      labels.append(try chart.texts.label(words(slice), style.labelFont, style.labelColor))
    }
    var isRight: [Bool] = []
    for slice in slices { isRight.append(Angle.sineAndCosine(degrees: slice.middle).sine >= -1e-9) }
    func widest(_ side: Bool) -> Double {
      zip(labels, isRight).filter { $0.1 == side }.map { $0.0.width }.max() ?? 0
    }
    let (left, right) = (widest(false), widest(true))
    let reach = 22.0
    let radius = min(
      (room.height - 2 * style.labelFont.size) / 2, (room.width - left - right - 2 * reach) / 2)
    guard radius >= 0.28 * min(room.width, room.height), radius >= 30 else { return nil }
    let center = Point(x: room.minX + (room.width + left - right) / 2, y: room.midY)
    var placement = Placement(center: center, radius: radius)
    for side in [false, true] {
      let members = slices.indices.filter { isRight[$0] == side }
      let wanted = members.map {
        center.y - Angle.sineAndCosine(degrees: slices[$0].middle).cosine * (radius + 8)
      }
      let heights = members.map { labels[$0].height }
      guard heights.reduce(0, +) <= room.height else { return nil }
      let centers = ChartSpread.centers(wanted, heights: heights, from: room.minY, to: room.maxY)
      for (place, number) in members.enumerated() {
        let (sine, cosine) = Angle.sineAndCosine(degrees: slices[number].middle)
        let from = Point(x: center.x + sine * (radius + 2), y: center.y - cosine * (radius + 2))
        let elbow = Point(x: center.x + sine * (radius + 8), y: centers[place])
        let edge =
          side ? max(elbow.x, center.x + radius * 0.5) + 6 : min(elbow.x, center.x - radius * 0.5) - 6
        let end = Point(x: side ? max(edge, elbow.x + 4) : min(edge, elbow.x - 4), y: centers[place])
        let label = labels[number]
        let cap = style.labelFont.size * chartCapHeight
        let x = side ? end.x + 4 : end.x - 4 - label.width
        placement.words.append(
          (label, Point(x: x, y: centers[place] + cap / 2 - label.baseline), [from, elbow, end]))
      }
    }
    return placement
  }

  /// A legend beside or below the circle.
  private func beside(_ slices: [Slice], _ room: Rect) throws(RasterError) -> Placement {
    var entries: [ChartLegend.Entry] = []
    for (number, slice) in slices.enumerated() {
      entries.append(
        ChartLegend.Entry(
          label: try chart.texts.label(
            slice.name, style.labelFont, style.labelColor, width: max(60, room.width * 0.4)),
          color: slice.color, symbol: .swatch, pattern: chart.pattern(number),
          value: try chart.texts.label(
            ChartWords(chart).share(slice.share), style.strongFont, style.labelColor)))
    }
    let legend = ChartLegend(entries: entries)
    let column = legend.size(width: room.width, isColumn: true)
    let isBelow = spec.legend == .bottom || spec.legend == .top || room.width - column.width - 24 < 84
    if isBelow {
      let size = ChartLegend(entries: entries).size(width: room.width, isColumn: true)
      let radius = max(10, min(room.width, room.height - size.height - 14) / 2)
      let top = spec.legend == .top ? room.minY + size.height + 14 : room.minY
      let y = spec.legend == .top ? room.minY : room.maxY - size.height
      return Placement(
        center: Point(x: room.midX, y: top + radius), radius: radius,
        legend: (legend, Rect(x: room.minX, y: y, width: room.width, height: size.height)))
    }
    let radius = max(10, min(room.height, room.width - column.width - 24) / 2)
    let isLeft = (spec.legend == .left) != chart.isRightToLeft
    let whole = 2 * radius + 24 + column.width
    let start = room.minX + (room.width - whole) / 2
    let center = Point(x: isLeft ? start + whole - radius : start + radius, y: room.midY)
    let x = isLeft ? start : start + 2 * radius + 24
    return Placement(
      center: center, radius: radius,
      legend: (
        legend, Rect(x: x, y: room.midY - column.height / 2, width: column.width, height: column.height)
      ))
  }
}

/// The outline of a piece of a ring.
enum ChartArc {
  /// A piece of a ring between two angles, in degrees clockwise from 12 o'clock.
  ///
  /// - Parameter gap: what is left free between neighbours, in degrees at the outer edge; the gap is equally wide at
  ///   the inner one.
  static func path(
    center: Point, inner: Double, outer: Double, from start: Double, to end: Double, gap: Double = 0
  ) -> Path {
    var path = Path()
    guard outer > 0, end > start else { return path }
    let isWhole = end - start >= 359.999
    let half = isWhole ? 0 : min(gap / 2, (end - start) / 2.5)
    let innerHalf = inner > 0 ? min(half * outer / inner, (end - start) / 2.2) : 0
    arc(center, outer, start + half, end - half, moves: true, to: &path)
    if inner > 0 {
      if isWhole {
        path.close()
        arc(center, inner, end, start, moves: true, to: &path)
      } else {
        arc(center, inner, end - innerHalf, start + innerHalf, moves: false, to: &path)
      }
    } else if !isWhole {
      path.line(to: center)
    }
    path.close()
    return path
  }

  static func point(_ center: Point, _ radius: Double, _ degrees: Double) -> Point {
    let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
    return Point(x: center.x + radius * sine, y: center.y - radius * cosine)
  }

  /// Adds an arc in pieces of at most 45 degrees, which a cubic curve meets to a millionth of the radius.
  private static func arc(
    _ center: Point, _ radius: Double, _ start: Double, _ end: Double, moves: Bool, to path: inout Path
  ) {
    let pieces = max(1, Int((abs(end - start) / 45).rounded(.up)))
    let first = point(center, radius, start)
    if moves { path.move(to: first) } else { path.line(to: first) }
    let step = (end - start) / Double(pieces)
    let half = Angle.sineAndCosine(degrees: step / 2)
    // 4/3 tan(step / 4), by way of tan(a) = sin(2a) / (1 + cos(2a)).
    let handle = 4.0 / 3 * half.sine / (1 + half.cosine) * radius
    for piece in 0..<pieces {
      let (a, b) = (start + step * Double(piece), start + step * Double(piece + 1))
      let (p, q) = (point(center, radius, a), point(center, radius, b))
      let (sa, ca) = Angle.sineAndCosine(degrees: a)
      let (sb, cb) = Angle.sineAndCosine(degrees: b)
      path.curve(
        Point(x: p.x + handle * ca, y: p.y + handle * sa), Point(x: q.x - handle * cb, y: q.y - handle * sb),
        to: q)
    }
  }
}
