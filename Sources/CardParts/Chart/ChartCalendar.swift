import CardRaster

/// A cell for each day: a column for each week, a row for each weekday, coloured by its value.
struct ChartCalendar {
  let chart: ChartLayout

  init(_ chart: ChartLayout) { self.chart = chart }

  private static let gap = 2.0

  /// The height that cells as large as fit the width make.
  func naturalHeight(width: Double, line: Double) -> Double {
    let days = chart.plan.x.isEmpty ? 7 : (chart.plan.x.high - chart.plan.x.low) / 86_400
    let weeks = Int(min(600, days / 7).rounded(.up)) + 1
    return 7 * (ChartCalendar.cell(width - 30, weeks: weeks) + ChartCalendar.gap) + 2 * line + 18
  }

  private static func cell(_ width: Double, weeks: Int) -> Double {
    max(3, min(18, (width / Double(max(1, weeks))).rounded(.down) - gap))
  }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    guard let layer = chart.plan.layers.first, let series = layer.series.first,
      let colors = ChartColorScale(chart), !chart.plan.x.isEmpty
    else { return }
    let style = chart.style
    let day = 86_400.0
    let first = (chart.plan.x.low / day).rounded(.down)
    let last = (chart.plan.x.high / day).rounded(.down)
    guard last - first < 3_700 else {
      box.warnings.append(
        chart.context.warning(
          "the days span more than ten years", key: "x", hint: "show a year in each chart"))
      return
    }
    let weekStart = chart.locale.firstWeekday
    func weekday(_ number: Double) -> Int {
      ((CalendarMoment(seconds: number * day)?.weekday ?? 0) - weekStart + 7) % 7
    }
    let origin = first - Double(weekday(first))
    let weeks = Int((last - origin) / 7) + 1
    let names = try weekdayLabels(weekStart)
    let left = (names.map(\.1.width).max() ?? 0) + 8
    let line = style.labelFont.size * 1.3
    let side = ChartCalendar.cell(room.width - left, weeks: weeks)
    let pitch = side + ChartCalendar.gap
    let top = room.minY + line + 4
    func place(_ number: Double) -> Point {
      let week = ((number - origin) / 7).rounded(.down)
      let x = room.minX + left + week * pitch
      return Point(x: x, y: top + Double(weekday(number)) * pitch)
    }
    for (row, label) in names {
      let cap = style.labelFont.size * chartCapHeight
      let y = top + Double(row) * pitch + side / 2 + cap / 2 - label.baseline
      box.content.append(.text(label.text, at: Point(x: room.minX, y: y)))
    }
    var values: [Double: ChartPoint] = [:]
    for point in series.points where point.x.isFinite {
      let number = (point.x / day).rounded(.down)
      if var known = values[number], let color = point.color {
        known.color = (known.color ?? 0) + color
        values[number] = known
      } else {
        values[number] = point
      }
    }
    for number in stride(from: first, through: last, by: 1) {
      let point = values[number]
      let frame = Rect(origin: place(number), size: Size(width: side, height: side))
      let shape = RoundedRect(
        rect: Rect(origin: .zero, size: frame.size), radii: CornerRadii(min(2, side / 4)))
      var mark = chart.markBox(frame, layer, series, point ?? ChartPoint(x: number * day))
      if let value = point?.color {
        mark.add(.roundedRect(shape, .solid(colors.color(value))))
      } else {
        mark.add(
          .fill(
            .ring(outer: shape, inner: shape.inset(by: chart.hairline)), .solid(style.gridColor),
            bounds: shape.rect))
      }
      box.add(mark, at: frame.origin)
    }
    try drawMonths(into: &box, first, last, room) { place($0) }
    try drawRamp(into: &box, colors, Point(x: room.minX + left, y: top + 7 * pitch + 6), room)
  }

  private func weekdayLabels(_ start: Int) throws(RasterError) -> [(Int, ChartLabel)] {
    var result: [(Int, ChartLabel)] = []
    for row in [0, 2, 4] {
      let name = chart.locale.words.shortWeekdays[(row + start) % 7]
      result.append((row, try chart.texts.label(name, chart.style.labelFont, chart.style.labelColor)))
    }
    return result
  }

  /// The names of months over the week of their first day.
  private func drawMonths(
    into box: inout LayoutBox, _ first: Double, _ last: Double, _ room: Rect, place: (Double) -> Point
  ) throws(RasterError) {
    var reach = -Double.infinity
    for number in stride(from: first, through: last, by: 1) {
      guard let moment = CalendarMoment(seconds: number * 86_400), moment.day == 1 || number == first else {
        continue
      }
      let name = chart.locale.words.shortMonths[moment.month - 1]
      let label = try chart.texts.label(name, chart.style.labelFont, chart.style.labelColor)
      // The first days of a year that begins within a week stand above the column of that week.
      let x = place(number).x
      guard x >= reach + 4, x + label.width <= room.maxX + 0.5 else { continue }
      // A month of a few days gives way to the next one.
      if number == first, moment.day > 20 { continue }
      box.content.append(.text(label.text, at: Point(x: x, y: room.minY)))
      reach = x + label.width
    }
  }

  private func drawRamp(into box: inout LayoutBox, _ colors: ChartColorScale, _ origin: Point, _ room: Rect)
    throws(RasterError)
  {
    guard chart.spec.legend != .none, let dimension = chart.plan.color else { return }
    let words = ChartWords(chart)
    let low = try chart.texts.label(
      words.value(colors.low, dimension), chart.style.labelFont, chart.style.labelColor)
    let high = try chart.texts.label(
      words.value(colors.high, dimension), chart.style.labelFont, chart.style.labelColor)
    guard origin.y + low.height <= room.maxY + 1 else { return }
    box.content.append(.text(low.text, at: origin))
    let cap = chart.style.labelFont.size * chartCapHeight
    let middle = origin.y + low.baseline - cap / 2
    var x = origin.x + low.width + 6
    for step in 0..<5 {
      let cell = Rect(x: x, y: middle - 5, width: 10, height: 10)
      let value = colors.low + (colors.high - colors.low) * Double(step) / 4
      box.add(.roundedRect(RoundedRect(rect: cell, radii: CornerRadii(2)), .solid(colors.color(value))))
      x += 12
    }
    box.content.append(.text(high.text, at: Point(x: x + 4, y: origin.y)))
  }
}
