import CardRaster

/// A cell for each day: a column for each week, a row for each weekday, coloured by its value.
struct ChartCalendar {
  let chart: ChartLayout

  init(_ chart: ChartLayout) { self.chart = chart }

  private static let gap = 2.0
  /// The least side of a cell; weeks go on below rather than getting smaller ones.
  private static let leastCell = 9.0
  private static let day = 86_400.0

  /// The height that cells as large as fit the width make.
  func naturalHeight(width: Double) throws(RasterError) -> Double {
    height(try grid(width: width, height: .infinity))
  }

  /// Weeks in columns, as many beside each other as fit.
  private struct Grid {
    /// The number of the day on which the first week begins.
    var origin: Double
    var weeks: Int
    var rows = 1
    var side = 3.0
    /// The width of the names of weekdays.
    var left: Double

    var columns: Int { (weeks + rows - 1) / rows }
    var pitch: Double { side + ChartCalendar.gap }
  }

  private var line: Double { chart.style.labelFont.size * 1.3 }

  private func height(_ grid: Grid) -> Double {
    let rows = Double(grid.rows)
    return rows * 7 * grid.pitch + (rows - 1) * (line + 12) + 2 * line + 18
  }

  private func grid(width: Double, height most: Double) throws(RasterError) -> Grid {
    let (first, last) = days
    let origin = first - Double(weekday(first))
    let left = (try weekdayLabels(Int.max).map(\.1.width).max() ?? 0) + 8
    var grid = Grid(origin: origin, weeks: Int((last - origin) / 7) + 1, left: left)
    func fit() {
      let side = ((width - left) / Double(max(1, grid.columns))).rounded(.down) - ChartCalendar.gap
      grid.side = max(3, min(18, side))
    }
    fit()
    while grid.side < ChartCalendar.leastCell, grid.rows < min(40, grid.weeks) {
      let narrow = grid
      grid.rows += 1
      fit()
      guard height(grid) > most else { continue }
      grid = narrow
      break
    }
    return grid
  }

  /// The numbers of the first and the last day.
  private var days: (first: Double, last: Double) {
    guard !chart.plan.x.isEmpty else { return (0, 6) }
    let day = ChartCalendar.day
    return ((chart.plan.x.low / day).rounded(.down), (chart.plan.x.high / day).rounded(.down))
  }

  /// The row of a day in its week.
  private func weekday(_ number: Double) -> Int {
    let moment = CalendarMoment(seconds: number * ChartCalendar.day)
    return ((moment?.weekday ?? 0) - chart.locale.firstWeekday + 7) % 7
  }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    guard let layer = chart.plan.layers.first, let series = layer.series.first,
      let colors = ChartColorScale(chart), !chart.plan.x.isEmpty
    else { return }
    let (style, day) = (chart.style, ChartCalendar.day)
    let (first, last) = days
    guard last - first < 3_700 else {
      box.warnings.append(
        chart.context.warning(
          "the days span more than ten years", key: "x", hint: "show a year in each chart"))
      return
    }
    let grid = try grid(width: room.width, height: room.height)
    let side = grid.side
    let rowPitch = 7 * grid.pitch + line + 12
    let top = room.minY + line + 4
    func place(_ number: Double) -> Point {
      let week = Int(((number - grid.origin) / 7).rounded(.down))
      let (row, column) = (week / grid.columns, week % grid.columns)
      return Point(
        x: room.minX + grid.left + Double(column) * grid.pitch,
        y: top + Double(row) * rowPitch + Double(weekday(number)) * grid.pitch)
    }
    let cap = style.labelFont.size * chartCapHeight
    for row in 0..<grid.rows {
      for (weekday, label) in try weekdayLabels(Int(2 * grid.pitch / line)) {
        let middle = top + Double(row) * rowPitch + Double(weekday) * grid.pitch + side / 2
        box.content.append(
          .text(label.text, at: Point(x: room.minX, y: middle + cap / 2 - label.baseline)))
      }
    }
    var values: [Double: ChartPoint] = [:]
    for point in series.points where point.x.isFinite {
      values[(point.x / day).rounded(.down)] = point
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
    try drawMonths(into: &box, first, last, room) { number in
      let place = place(number)
      return Point(x: place.x, y: place.y - Double(weekday(number)) * grid.pitch - line - 4)
    }
    let bottom = top + Double(grid.rows - 1) * rowPitch + 7 * grid.pitch + 6
    try drawRamp(into: &box, colors, Point(x: room.minX + grid.left, y: bottom), room)
  }

  /// The names of every second day, or of the first one alone where lines are higher than two cells.
  private func weekdayLabels(_ fitting: Int) throws(RasterError) -> [(Int, ChartLabel)] {
    var result: [(Int, ChartLabel)] = []
    for row in fitting > 0 ? [0, 2, 4] : [0] {
      let name = chart.locale.words.shortWeekdays[(row + chart.locale.firstWeekday) % 7]
      result.append((row, try chart.texts.label(name, chart.style.labelFont, chart.style.labelColor)))
    }
    return result
  }

  /// The names of months over the week of their first day.
  private func drawMonths(
    into box: inout LayoutBox, _ first: Double, _ last: Double, _ room: Rect, place: (Double) -> Point
  ) throws(RasterError) {
    var (reach, row) = (-Double.infinity, -Double.infinity)
    for number in stride(from: first, through: last, by: 1) {
      guard let moment = CalendarMoment(seconds: number * 86_400), moment.day == 1 || number == first else {
        continue
      }
      let name = chart.locale.words.shortMonths[moment.month - 1]
      let label = try chart.texts.label(name, chart.style.labelFont, chart.style.labelColor)
      // The first days of a year that begins within a week stand above the column of that week.
      let place = place(number)
      let x = min(place.x, room.maxX - label.width)
      if place.y != row { (reach, row) = (-Double.infinity, place.y) }
      guard x >= reach + 4 else { continue }
      // A month of a few days gives way to the next one.
      if number == first, moment.day > 20 { continue }
      box.content.append(.text(label.text, at: Point(x: x, y: place.y)))
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
