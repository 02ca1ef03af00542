import CardModel
import CardRaster

/// A ring that is filled up to a value, with the number in its middle.
struct GaugeMark: WholeMark {
  let chart: ChartLayout

  func naturalHeight(_ width: Double) -> Double {
    min(160 * chart.growth, width * 0.62) + (hasEnds ? 8 * chart.growth : 0)
  }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    let (low, high) = (spec.gauge.domain[0], spec.gauge.domain[1])
    let value = chart.gaugeValue ?? low
    if value < low || value > high {
      box.warn(
        chart,
        "\(JSONNumber.format(value)) is outside \(JSONNumber.format(low))…\(JSONNumber.format(high)); the ring ends there",
        key: "value")
    }
    if value > 0, value < 1, low == 0, high == 100 {
      box.warn(
        chart, "\(JSONNumber.format(value)) of 100 is less than 1 %", key: "value",
        hint: "for a share of 1, write \"domain\": [0, 1], or multiply it by 100")
    }
    let (start, end) = angles
    let (radius, center) = circle(start, end, room)
    guard radius > 8 else { return }
    let inner = radius * (1 - (spec.arcs.innerRadius.map { $0 > 1 ? 1 - $0 / radius : 1 - $0 } ?? 0.18))
    func angle(_ value: Double) -> Double {
      start + (end - start) * min(1, max(0, (value - low) / (high - low)))
    }
    let bands = bands(below: high)
    let color = spec.mark?.color ?? style.color(0, "")
    // Ends next to segments stay straight, as theirs are.
    let corners = spec.mark?.cornerRadius ?? (chart.isModern && bands.isEmpty ? radius : 0)
    func ring(_ from: Double, _ to: Double, _ color: Color, gap: Double = 0, into box: inout LayoutBox) {
      guard to > from else { return }
      let path = ChartArc.path(
        center: center, inner: inner, outer: radius, from: from, to: to, gap: gap,
        radius: gap > 0 ? 0 : corners)
      box.add(.fill(.path(path), .solid(color), bounds: Rect(around: center, reach: radius)))
    }
    if bands.isEmpty { ring(start, end, style.tint(style.labelColor, 0.18), into: &box) }
    let gap = 1.5
    for (from, band) in zip([start] + bands.map { angle($0.to) }, bands) {
      // The whole ring has no gaps at its ends, so that both are equally high.
      let to = angle(band.to)
      ring(
        from == start ? start - gap / 2 : from, to == end ? end + gap / 2 : to, band.rest,
        gap: gap, into: &box)
    }
    var mark = LayoutBox(mark: .gauge, size: box.size)
    if !chart.panelName.isEmpty { mark.attributes.append(LayoutBox.Attribute("panel", chart.panelName)) }
    mark.attributes.append(LayoutBox.Attribute("y", ChartDescription(chart).gaugeNumber))
    if bands.isEmpty { ring(start, angle(value), color, into: &mark) }
    for (from, band) in zip([start] + bands.map { angle($0.to) }, bands) where from < angle(value) {
      let isLast = angle(value) <= angle(band.to)
      ring(
        from == start ? start - gap / 2 : from, isLast ? angle(value) + gap / 2 : angle(band.to), band.color,
        gap: gap, into: &mark)
    }
    if chart.growing.animated {
      mark.sweep = Sweep(
        center: center, radius: radius + 2, start: start, end: end, duration: chart.growing.duration,
        easing: chart.growing.easing)
    }
    box.add(mark, at: .zero)
    try drawWords(into: &box, center, inner, isHalf: end - start <= 200)
    guard hasEnds else { return }
    for (text, angle) in zip(ChartDescription(chart).gaugeEnds, [start, end]) {
      let (label, place) = (try chart.label(text), ChartArc.point(center, (inner + radius) / 2, angle))
      let left = max(room.minX, min(room.maxX - label.width, place.x - label.width / 2))
      box.write(label, left, place.y + endGap + chart.cap - label.baseline)
    }
  }

  /// The angles of the ends of the ring.
  private var angles: (start: Double, end: Double) {
    let start = spec.arcs.startAngle ?? -90
    return (start, spec.arcs.endAngle ?? (spec.arcs.startAngle == nil ? 90 : start + 180))
  }

  /// Whether the ends of the scale are below the ends of the ring.
  private var hasEnds: Bool { chart.isModern && angles == (-90, 90) && spec.axes != ChartAxes.none }

  /// The gap between the ends of the ring and the numbers below them.
  private var endGap: Double { 6 * chart.growth }

  private func circle(_ start: Double, _ end: Double, _ room: Rect) -> (Double, Point) {
    let whole = ChartArc.extent(from: start, to: end)
    let words = hasEnds ? chart.cap + endGap : style.labelFont.size * 0.6
    let radius = min((room.width - 2) / max(whole.width, 1), (room.height - words) / max(whole.height, 0.5))
    let left = room.midX - whole.midX * radius
    let top = room.minY + (room.height - words - whole.height * radius) / 2
    return (radius, Point(x: left, y: top - whole.minY * radius))
  }

  /// The sections, with their colours up to the value and after it: by default shades of one colour.
  private func bands(below high: Double) -> [(to: Double, color: Color, rest: Color)] {
    var bands = spec.gauge.thresholds
    if let last = bands.last, last.to < high { bands.append(ChartThreshold(to: high)) }
    let first = spec.mark?.color ?? style.color(0, "")
    return bands.enumerated().map { number, band in
      let shade = 0.4 + 0.6 * Double(number + 1) / Double(bands.count)
      guard let color = band.color ?? (style.hasOwnColors ? style.color(number, "") : nil) else {
        return (band.to, style.tint(first, shade), style.tint(style.labelColor, 0.18))
      }
      return (band.to, color, style.tint(color, 0.28))
    }
  }

  private func drawWords(into box: inout LayoutBox, _ center: Point, _ inner: Double, isHalf: Bool)
    throws(RasterError)
  {
    var font = style.strongFont
    font.hasTabularFigures = false
    font.size = max(12, min(inner * 0.52, 64 * chart.growth))
    let number = ChartDescription(chart).gaugeNumber
    var label = try chart.texts.label(number, font, style.titleColor)
    let room = 2 * inner * 0.78
    if label.width > room {
      font.size = max(9, font.size * room / label.width)
      label = try chart.texts.label(number, font, style.titleColor, width: room)
      box.warnings += chart.warnings(label, key: "value")
    }
    let cap = font.size * chartCapHeight
    let under = try spec.gauge.label.map { text throws(RasterError) in
      let width = max(40, 2 * inner * 0.8)
      let line = try chart.label(text, width: width)
      // A second line if the number above it leaves enough space.
      guard line.text.isTruncated, inner > cap + 3.5 * style.labelFont.size else { return line }
      return try chart.label(text, width: width, lines: 2, alignment: .center)
    }
    if let under { box.warnings += chart.warnings(under, key: "label") }
    let gap = 8 * chart.growth
    let below = under.map { chart.cap + gap + $0.lastBaseline - $0.baseline } ?? 0
    let bottom = isHalf ? center.y : center.y + (cap + below) / 2
    box.write(label, center.x - label.width / 2, bottom - below - label.baseline)
    if let under { box.write(under, center.x - under.blockWidth / 2, bottom - under.lastBaseline) }
  }
}

extension ChartLayout {
  /// The value of a gauge in the deck, or in the data of a panel; nil without one.
  var gaugeValue: Double? {
    spec.gauge.value ?? model.layers.first?.points.first { _ in true }.flatMap { $0.y.isFinite ? $0.y : nil }
  }
}

/// Rings around each other, each filled by the share of a goal that its value reaches.
struct RingsMark: WholeMark {
  let chart: ChartLayout

  /// The goal of a ring without `y2`.
  static let goal = 100.0
  private static let gap = 0.02

  func naturalHeight(_ width: Double) throws(RasterError) -> Double {
    let most = min(160, width)
    let placement = try placement(Rect(x: 0, y: 0, width: width, height: most), isMeasured: true)
    guard let (_, frame) = placement.legend else { return most }
    return placement.isLegendApart ? most + 14 + frame.height : max(most, frame.height)
  }

  /// The rings, their shares of the goals and their colours.
  private var rings: [(series: ChartSeries, point: ChartPoint, share: Double, color: Color)] {
    (model.layers.first?.known ?? []).enumerated().map { number, ring in
      let goal = ring.point.y2 ?? RingsMark.goal
      return (
        ring.series, ring.point, goal > 0 ? max(0, ring.point.y / goal) : 1,
        style.color(
          chart.panelName.isEmpty ? number : Int(clamping: ring.point.x),
          model.x.categories[at: ring.point.x] ?? "")
      )
    }
  }

  /// The rings next to a legend with the shares.
  private func placement(_ room: Rect, isMeasured: Bool = false) throws(RasterError) -> PieMark.Placement {
    let (rings, names) = (rings, chart.forms(.x).first ?? [])
    guard rings.count > 1, spec.legend != .none else {
      let radius = min(room.width, room.height) / 2
      return PieMark.Placement(center: Point(x: room.midX, y: room.midY), radius: radius)
    }
    let entries = rings.map {
      (
        names[at: $0.point.x]?.text ?? "", $0.color, nil as ChartPattern?,
        chart.locale.shareText(JSONNumber($0.share), digits: 0)
      )
    }
    return try PieMark(chart: chart).withLegend(entries, room, isMeasured: isMeasured)
  }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    guard let layer = model.layers.first else { return }
    let (rings, layout) = (rings, try placement(room))
    let radius = layout.radius
    let hole = spec.arcs.innerRadius.map { $0 > 1 ? min($0, radius - 1) : $0 * radius } ?? 0.3 * radius
    let pitch = (radius - hole + RingsMark.gap * radius) / Double(max(1, rings.count))
    let thickness = pitch - RingsMark.gap * radius
    guard thickness >= 1 else {
      return box.warn(
        chart, "there is no room for \(rings.count) rings", key: "y", hint: "make the chart larger")
    }
    let center = Point(x: radius, y: radius)
    let frame = Rect(around: layout.center, reach: radius)
    for (number, (series, point, share, color)) in rings.enumerated() {
      let outer = radius - Double(number) * pitch
      var mark = chart.markBox(frame, layer, series, point)
      for (share, color) in [(1, style.tint(color, 0.18)), (min(1, share), color)] where share > 0 {
        let path = ChartArc.path(
          center: center, inner: outer - thickness, outer: outer, from: 0, to: 360 * share,
          radius: layer.mark.cornerRadius ?? thickness)
        mark.add(.fill(.path(path), .solid(color), bounds: Rect(around: center, reach: radius)))
      }
      box.add(mark, at: frame.origin)
    }
    try layout.draw(into: &box, chart)
  }
}

/// The outline of a segment of a ring.
enum ChartArc {
  /// A segment of a ring between two angles, in degrees clockwise from 12 o'clock.
  ///
  /// - Parameters:
  ///   - gap: the gap between neighbours, in degrees at the outer edge; its width is the same at the inner
  ///     edge.
  ///   - radius: the radius of the corners, at most half of the ring's thickness, and less in a narrow
  ///     segment. With at least the thickness, a ring that is too short becomes a disc at its start.
  static func path(
    center: Point, inner: Double, outer: Double, from start: Double, to end: Double, gap: Double = 0,
    radius: Double = 0
  ) -> Path {
    var path = Path()
    guard outer > 0, end > start else { return path }
    let isWhole = end - start >= 359.999
    let half = isWhole ? 0 : min(gap / 2, (end - start) / 2.5)
    let innerHalf = inner > 0 ? min(half * outer / inner, (end - start) / 2.2) : 0
    var corner = min(radius, (outer - inner) / 2)
    if radius < outer - inner {
      let sine = Angle.sineAndCosine(degrees: min(90, (end - start) / 2 - max(half, innerHalf))).sine
      corner = min(corner, outer * sine / (1 + sine))
      if sine < 1, inner > 0 { corner = min(corner, inner * sine / (1 - sine)) }
    }
    if corner > 0, !isWhole {
      addRounded(
        center, inner, outer, (start + half, end - half), (start + innerHalf, end - innerHalf), corner,
        to: &path)
      return path
    }
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

  /// Adds a segment with round corners, between two angles at its outer and two at its inner edge.
  private static func addRounded(
    _ center: Point, _ inner: Double, _ outer: Double, _ outside: (start: Double, end: Double),
    _ inside: (start: Double, end: Double), _ radius: Double, to path: inout Path
  ) {
    // The angle between a straight edge and the middle of the circle in its corner.
    func turn(_ distance: Double) -> Double {
      let wanted = min(1, radius / max(distance, radius))
      var angle = wanted
      for _ in 0..<5 {
        let (sine, cosine) = Angle.sineAndCosine(degrees: angle * 180 / .pi)
        angle -= (sine - wanted) / max(0.1, cosine)
      }
      return angle * 180 / .pi
    }
    let (far, near) = (turn(outer - radius), turn(inner + radius))
    let (start, end) = (outside.start + far, max(outside.end - far, outside.start + far))
    /// Adds a corner; its circle is at a distance and an angle from the centre.
    func add(_ distance: Double, _ angle: Double, _ from: Double, _ to: Double) {
      arc(point(center, distance, angle), radius, from, to, moves: false, to: &path)
    }
    arc(center, outer, start, end, moves: true, to: &path)
    add(outer - radius, end, end, outside.end + 90 + max(0, end + far - outside.end))
    if inner > 0 {
      let (first, last) = (inside.start + near, max(inside.end - near, inside.start + near))
      add(inner + radius, last, inside.end + 90 + max(0, last + near - inside.end), last + 180)
      arc(center, inner, last, first, moves: false, to: &path)
      add(inner + radius, first, first + 180, inside.start + 270)
    } else {
      path.line(to: center)
    }
    add(outer - radius, start, outside.start + 270, start + 360)
    path.close()
  }

  /// The extent of a segment of a ring and its centre, in radii.
  static func extent(from start: Double, to end: Double) -> Rect {
    guard end - start < 359.999 else { return Rect(x: -1, y: -1, width: 2, height: 2) }
    var angles = [start, end]
    for turn in -8...8 where Double(turn) * 90 > start && Double(turn) * 90 < end {
      angles.append(Double(turn) * 90)
    }
    let points = angles.map { point(.zero, 1, $0) } + [.zero]
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }

  static func point(_ center: Point, _ radius: Double, _ degrees: Double) -> Point {
    let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
    return Point(x: center.x + radius * sine, y: center.y - radius * cosine)
  }

  /// Adds an arc as cubic curves of at most 45 degrees, with an error of about a millionth of the radius.
  private static func arc(
    _ center: Point, _ radius: Double, _ start: Double, _ end: Double, moves: Bool, to path: inout Path
  ) {
    let pieces = max(1, Int(clamping: (abs(end - start) / 45).rounded(.up)))
    let first = point(center, radius, start)
    if moves { path.move(to: first) } else { path.line(to: first) }
    let step = (end - start) / Double(pieces)
    let half = Angle.sineAndCosine(degrees: step / 2)
    // 4/3 tan(step / 4), by tan(a) = sin(2a) / (1 + cos(2a)).
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
