import CardModel
import CardRaster

/// A cell for each day: a column for each week, a row for each weekday, coloured by its value.
struct CalendarMark: WholeMark {
  let chart: ChartLayout

  private static let gap = 2.0
  /// The minimum cell size before weeks continue in another line, and the size that causes a warning.
  ///
  /// Cells become smaller than the first size only if another line of weeks does not fit.
  private static let smallestCell = 4.0
  private var leastCell: Double { 9 * chart.growth }
  private static let day = 86_400.0

  /// The height if the cells are as large as the width allows.
  func naturalHeight(_ width: Double) throws(RasterError) -> Double {
    height(try grid(width: width, height: .infinity))
  }

  /// The weeks as columns in one or more lines.
  private struct Grid {
    /// The number of the first day of the first week.
    var origin: Double
    var weeks: Int
    var rows = 1
    var pitch = 1.0
    /// The distance of two weeks, which fill the width if no other limit applies.
    var across = 1.0
    /// The width of the weekday names.
    var left: Double

    var columns: Int { (weeks + rows - 1) / rows }
    /// The side length of a cell; smaller cells have smaller gaps.
    var side: Double { pitch - min(CalendarMark.gap, 0.2 * pitch) }
  }

  private var line: Double { style.labelFont.size * 1.3 }

  private func height(_ grid: Grid) -> Double {
    let rows = Double(grid.rows)
    return rows * 7 * grid.pitch + (rows - 1) * (line + 12) + 2 * line + 18
  }

  private func grid(width: Double, height most: Double) throws(RasterError) -> Grid {
    let (first, last) = days
    let origin = first - Double(weekday(first))
    let left = (try weekdayLabels(Int.max).map(\.1.width).max() ?? 0) + 8
    var grid = Grid(origin: origin, weeks: Int(clamping: (last - origin) / 7) + 1, left: left)
    /// Sets the cell size from the available width and height.
    func fitted(_ rows: Int) -> Grid {
      var result = grid
      result.rows = rows
      result.pitch = 0
      let columns = Double(max(1, result.columns))
      let wide = (width - left) / columns
      let free = min(wide, (most - height(result)) / Double(7 * rows))
      let most = (chart.isModern ? 30 * chart.growth : 18) + CalendarMark.gap
      // Cells of whole points look even; small cells need fractions.
      let even = free >= leastCell ? (free + 1e-6).rounded(.down) : free
      result.pitch = max(0.5, min(most, even))
      let isFilled = chart.isModern && columns > 1 && result.pitch < most && result.pitch > wide - 1
      result.across = isFilled ? (width - left - result.side) / max(1, columns - 1) : result.pitch
      return result
    }
    grid = fitted(1)
    // Uses the fewest lines of weeks with large enough cells, or else the lines with the largest cells.
    var rows = 1
    while grid.side < leastCell, rows < min(40, grid.weeks) {
      rows += 1
      let next = fitted(rows)
      if next.side > 1.15 * grid.side { grid = next }
    }
    return grid
  }

  /// The numbers of the first and the last day.
  private var days: (first: Double, last: Double) {
    guard !model.x.isEmpty else { return (0, 6) }
    let day = CalendarMark.day
    return ((model.x.low / day).rounded(.down), (model.x.high / day).rounded(.down))
  }

  /// The row of a day in its week.
  private func weekday(_ number: Double) -> Int {
    let moment = CalendarMoment(seconds: number * CalendarMark.day)
    return ((moment?.weekday ?? 0) - chart.locale.weeks.firstWeekday + 7) % 7
  }

  func draw(into box: inout LayoutBox, in room: Rect) throws(RasterError) {
    guard let layer = model.layers.first, let series = layer.series.first,
      let colors = ChartColorScale(chart), !model.x.isEmpty
    else { return }
    let day = CalendarMark.day
    let (first, last) = days
    guard last - first < 3_700 else {
      box.warn(chart, "the days span more than ten years", key: "x", hint: "show a year in each chart")
      return
    }
    let grid = try grid(width: room.width, height: room.height)
    let side = grid.side
    if side < CalendarMark.smallestCell - 0.05 {
      box.warn(
        chart, "the cells of the calendar are only \(NumberText.format(side, digits: 1)) points wide",
        hint: "make the chart wider or taller, or show fewer weeks")
    }
    let rowPitch = 7 * grid.pitch + line + 12
    let top = room.minY + line + 4
    func place(_ number: Double) -> Point {
      let week = Int(clamping: ((number - grid.origin) / 7).rounded(.down))
      let (row, column) = (week / grid.columns, week % grid.columns)
      var x = room.minX + grid.left + Double(column) * grid.across
      // Cells at fractions of a pixel would have blurred edges.
      if grid.across > grid.pitch { x = (x / chart.hairline).rounded() * chart.hairline }
      return Point(
        x: x, y: top + Double(row) * rowPitch + Double(weekday(number)) * grid.pitch)
    }
    for row in 0..<grid.rows {
      for (weekday, label) in try weekdayLabels(Int(clamping: 2 * grid.pitch / line)) {
        let middle = top + Double(row) * rowPitch + Double(weekday) * grid.pitch + side / 2
        box.write(label, room.minX, label.top(middle, chart.cap))
      }
    }
    var values: [Double: ChartPoint] = [:]
    for point in series.points where point.x.isFinite { values[(point.x / day).rounded(.down)] = point }
    for number in stride(from: first, through: last, by: 1) {
      let point = values[number]
      let frame = Rect(origin: place(number), size: Size(width: side, height: side))
      let shape = RoundedRect(
        rect: Rect(origin: .zero, size: frame.size), radii: CornerRadii(min(2 * chart.growth, side / 4)))
      var mark = chart.markBox(frame, layer, series, point ?? ChartPoint(x: number * day))
      if let value = point?.color {
        mark.add(.roundedRect(shape, .solid(value == 0 && hasZero ? zeroColor : colors.color(value))))
      } else {
        mark.add(chart.outline(shape, by: chart.hairline))
      }
      box.add(mark, at: frame.origin)
    }
    let months = (Int(clamping: first)...Int(clamping: last)).compactMap { number -> Month? in
      guard let moment = CalendarMoment(seconds: Double(number) * day) else { return nil }
      guard moment.day == 1 || Double(number) == first else { return nil }
      let row = Int(clamping: ((Double(number) - grid.origin) / 7).rounded(.down)) / grid.columns
      return Month(moment: moment, row: row, x: place(Double(number)).x)
    }
    for (label, month, left) in try labels(months, room) {
      box.write(label, left, room.minY + Double(month.row) * rowPitch)
    }
    let bottom = top + Double(grid.rows - 1) * rowPitch + 7 * grid.pitch + 6
    try drawRamp(into: &box, colors, Point(x: room.minX + grid.left, y: bottom), room)
  }

  /// The names of every second weekday, or only of the first one if a text line is higher than two cells.
  private func weekdayLabels(_ fitting: Int) throws(RasterError) -> [(Int, ChartLabel)] {
    try (fitting > 0 ? [0, 2, 4] : [0]).map { row throws(RasterError) in
      let name = chart.locale.words.shortWeekdays[(row + chart.locale.weeks.firstWeekday) % 7]
      return (row, try chart.label(name))
    }
  }

  /// The first week of a month in a line of weeks.
  private struct Month {
    let moment: CalendarMoment
    let row: Int
    /// The left edge of the week of its first day.
    let x: Double
  }

  /// The month names above the weeks of their first days, with the year at the first one and at each January.
  ///
  /// Names that would overlap are left out, except those with a year.
  private func labels(
    _ months: [Month], _ room: Rect
  ) throws(RasterError) -> [(label: ChartLabel, month: Month, left: Double)] {
    let locale = chart.locale
    let format = ChartTimeFormat(nil, locale)
    func label(_ month: Month, _ pattern: String) throws(RasterError) -> ChartLabel {
      try chart.label(format.format(Double(month.moment.seconds), pattern), width: room.width)
    }
    var result: [(label: ChartLabel, month: Month, left: Double)] = []
    var year = 0
    for (number, month) in months.enumerated() {
      // A month with only a few days is skipped in favour of the next one.
      if number == 0, month.moment.day > 20, months.count > 1 { continue }
      let isNewYear = month.moment.year != year
      var name = try label(month, isNewYear ? locale.parts.yearMonth : "LLL")
      let next = months.dropFirst(number + 1).first { $0.row == month.row }
      if isNewYear, month.x + name.width + 4 > next?.x ?? room.maxX {
        name = try label(month, locale.parts.year)
      }
      let left = max(room.minX, min(month.x, room.maxX - name.width))
      if let last = result.last, last.month.row == month.row, left < last.left + last.label.width + 4 {
        guard isNewYear, result.count > 1 || last.month.moment.year != month.moment.year else { continue }
        result.removeLast()
      }
      year = month.moment.year
      result.append((name, month, left))
    }
    return result
  }

  /// Whether days with 0 differ from those with the least value: in counts, with colours of the theme.
  private var hasZero: Bool {
    guard let dimension = model.color else { return false }
    return dimension.low == 0 && dimension.isWhole && dimension.scale == ChartScaleSpec()
  }

  private var zeroColor: Color { style.tint(style.labelColor, 0.12) }

  private func drawRamp(
    into box: inout LayoutBox, _ colors: ChartColorScale, _ origin: Point, _ room: Rect
  ) throws(RasterError) {
    guard spec.legend != .none, let dimension = model.color else { return }
    // Round numbers near the ends, as on an axis.
    let step = dimension.isWhole ? nil : TickStep(from: colors.low, to: colors.high, count: 20)
    let ends = ChartDescription(chart).values(
      [colors.low, colors.high].map { end in step.map { $0.floor(end + $0.length / 2) } ?? end }, dimension)
    let (low, high) = (try chart.label(ends[0]), try chart.label(ends[1]))
    guard origin.y + low.height <= room.maxY + 1 else {
      box.warn(chart, "there is no room for the legend", key: "legend", hint: "make the chart taller")
      return
    }
    let ramp = colors.steps ?? (0..<5).map { colors.color(at: Double($0) / 4) }
    let steps = (hasZero ? [zeroColor] : []) + ramp
    let (swatch, gap) = (10 * chart.growth, 2 * chart.growth)
    let length = low.width + Double(steps.count) * (swatch + gap) + 5 * gap + high.width
    let origin = Point(x: max(room.minX, min(origin.x, room.maxX - length)), y: origin.y)
    box.write(low, origin.x, origin.y)
    let middle = origin.y + low.baseline - chart.cap / 2
    var x = origin.x + low.width + 3 * gap
    for color in steps {
      let cell = Rect(x: x, y: middle - swatch / 2, width: swatch, height: swatch)
      box.add(.roundedRect(RoundedRect(rect: cell, radii: CornerRadii(gap)), .solid(color)))
      x += swatch + gap
    }
    box.write(high, x + 2 * gap, origin.y)
  }
}
