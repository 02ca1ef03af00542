import CardModel
import CardRaster

/// The names of series with their colours, in rows.
struct ChartLegend {
  /// The symbol before a name.
  enum Symbol: Hashable {
    case swatch, line
    case point(Int, isFilled: Bool = true)
    /// A circle with a diameter, for numbers shown by area.
    case circle(Double)
    /// No symbol: the entry is a heading, or the number of omitted names.
    case heading

    /// The diameter of a circle that shows a number by its area.
    var diameter: Double? { if case .circle(let size) = self { size } else { nil } }
    var isSize: Bool { diameter != nil }

    /// Whether the symbol belongs to a series.
    var isOfSeries: Bool { !isSize && self != .heading }
  }

  struct Entry {
    var label: ChartLabel
    var color: Color
    var symbol: Symbol
    var pattern: ChartPattern?
    var dashes: [Double] = []
    /// The text after the name, such as a share.
    var value: ChartLabel?
  }

  var entries: [Entry]
  /// The number of columns; nil for as many as fit.
  var columns: Int?

  /// The widths of the names and of the values if the values form a column.
  private(set) var valueColumn: (names: Double, values: Double)?

  /// The scale of symbols and gaps.
  var growth = 1.0

  private var swatch: Double { 10 * growth }
  private var wordGap: Double { 6 * growth }
  var entryGap: Double { 16 * growth }
  private var tightGap: Double { 9 * growth }
  private var rowGap: Double { 4 * growth }
  private var valueGap: Double { 8 * growth }

  /// The width of the symbol before a name, with its gap.
  private func symbolWidth(_ entry: Entry) -> Double {
    entry.symbol == .heading ? 0 : (entry.symbol.diameter ?? swatch) + wordGap
  }

  private func width(_ entry: Entry) -> Double {
    guard let value = entry.value else { return symbolWidth(entry) + entry.label.blockWidth }
    let (name, width) = valueColumn ?? (entry.label.blockWidth, value.width)
    return symbolWidth(entry) + name + valueGap + width
  }

  /// Aligns the ends of the values after the names.
  mutating func alignValues() {
    valueColumn = (
      entries.map { $0.value == nil ? 0 : $0.label.blockWidth }.max() ?? 0,
      entries.compactMap(\.value?.width).max() ?? 0
    )
  }

  private func height(_ entry: Entry) -> Double { max(entry.label.height, entry.symbol.diameter ?? 0) }

  /// The height of a row: in columns that of its entry, otherwise equal for all rows without larger symbols.
  private func height(_ row: [Int], isColumn: Bool) -> Double {
    max(
      isColumn ? 0 : entries.map(\.label.height).max() ?? 0, row.map { height(entries[$0]) }.max() ?? 0)
  }

  /// The entries arranged in rows.
  private func rows(_ width: Double, isColumn: Bool) -> [[Int]] {
    if isColumn { return entries.indices.map { [$0] } }
    if let columns { return grid(columns) }
    let gap = gap(width)
    var rows: [[Int]] = [[]]
    var used = 0.0
    for (number, entry) in entries.enumerated() {
      let isFirst = rows[rows.count - 1].isEmpty
      let needed = self.width(entry) + (isFirst ? 0 : gap)
      // The sizes of points follow their name, in a separate row if they do not all fit.
      let sizes = isFirst ? 0 : widthOfSizes(from: number, gap)
      if !isFirst, used + needed > width || (sizes <= width && used + gap + sizes > width) {
        rows.append([])
        used = 0
      }
      used += self.width(entry) + (rows[rows.count - 1].isEmpty ? 0 : gap)
      rows[rows.count - 1].append(number)
    }
    return rows
  }

  /// The width of a name with the sizes of points after it; 0 without any.
  private func widthOfSizes(from number: Int, _ gap: Double) -> Double {
    let isNamed = entries[number].symbol == .heading
    let sizes = entries[(number + (isNamed ? 1 : 0))...].prefix { $0.symbol.isSize }
    let isMiddle = !isNamed && number > 0 && entries[number - 1].symbol.isSize
    guard !sizes.isEmpty, !isMiddle else { return 0 }
    let all = sizes + (isNamed ? [entries[number]] : [])
    return all.reduce(0) { $0 + self.width($1) } + gap * Double(all.count - 1)
  }

  /// The gap between entries, which is reduced if sizes of points would need a second row otherwise.
  private func gap(_ width: Double) -> Double {
    guard columns == nil, entries.contains(where: \.symbol.isSize) else { return entryGap }
    let words = entries.reduce(0) { $0 + self.width($1) }
    let gaps = Double(max(1, entries.count - 1))
    let fitting = (width - words) / gaps
    return fitting >= tightGap ? min(entryGap, fitting) : entryGap
  }

  /// Rows with a fixed number of entries; a heading has a separate row.
  private func grid(_ columns: Int) -> [[Int]] {
    var rows: [[Int]] = []
    for number in entries.indices {
      let follows = number > 0 && entries[number - 1].symbol != .heading
      if entries[number].symbol == .heading || !follows || rows[rows.count - 1].count == columns {
        rows.append([number])
      } else {
        rows[rows.count - 1].append(number)
      }
    }
    return rows
  }

  /// The distance of the entries of a grid.
  private var pitch: Double? {
    columns.map { _ in
      (entries.filter { $0.symbol != .heading }.map { width($0) }.max() ?? 0) + entryGap
    }
  }

  /// The size of the legend in a width; one column if it is next to the plot.
  func size(width: Double, isColumn: Bool) -> Size {
    let rows = rows(width, isColumn: isColumn)
    let gap = isColumn ? entryGap : gap(width)
    var (widest, height) = (0.0, 0.0)
    for row in rows {
      let names = row.reduce(0.0) { $0 + self.width(entries[$1]) }
      widest = max(widest, names + gap * Double(max(0, row.count - 1)))
      height += self.height(row, isColumn: isColumn)
    }
    return Size(width: widest, height: height + Double(max(0, rows.count - 1)) * rowGap)
  }

  /// The legend without the last names if they do not fit, and the number of omitted names.
  func fitting(
    _ chart: ChartLayout, width: Double, height: Double, isColumn: Bool
  ) throws(RasterError) -> (legend: ChartLegend, hidden: Int) {
    let names = entries.indices.filter { entries[$0].symbol.isOfSeries }
    func without(_ hidden: Int) throws(RasterError) -> ChartLegend {
      var legend = self
      guard hidden > 0 else { return legend }
      let first = names[names.count - hidden]
      let more = Entry(
        label: try chart.label(ChartDescription(chart).andMore(hidden)), color: chart.style.labelColor,
        symbol: .heading)
      legend.entries.replaceSubrange(first...names[names.count - 1], with: [more])
      return legend
    }
    var (least, most) = (0, max(0, names.count - 1))
    while least < most {
      // The whole legend is tried first, because most fit.
      let middle = least == 0 && most == names.count - 1 ? 0 : (least + most) / 2
      let isLow = try without(middle).size(width: width, isColumn: isColumn).height <= height + 0.01
      if isLow { most = middle } else { least = middle + 1 }
    }
    return (try without(least), least)
  }

  /// Draws the legend.
  func draw(into box: inout LayoutBox, in frame: Rect, isColumn: Bool) {
    var top = frame.minY
    let gap = gap(frame.width)
    for row in rows(frame.width, isColumn: isColumn) {
      var x = frame.minX
      let height = height(row, isColumn: isColumn)
      for number in row {
        let entry = entries[number]
        let down = (height - entry.label.height) / 2
        draw(entry, into: &box, at: Point(x: x, y: top + down))
        x += (isColumn ? nil : pitch) ?? width(entry) + gap
      }
      top += height + rowGap
    }
  }

  private func draw(_ entry: Entry, into box: inout LayoutBox, at origin: Point) {
    let baseline = origin.y + entry.label.baseline
    drawSymbol(entry, into: &box, at: origin.x, middle: baseline - entry.label.capHeight / 2)
    let word = origin.x + symbolWidth(entry)
    box.write(entry.label, word, origin.y)
    if let value = entry.value {
      let (name, width) = valueColumn ?? (entry.label.blockWidth, value.width)
      box.write(value, word + name + valueGap + width - value.width, baseline - value.baseline)
    }
  }

  private func drawSymbol(_ entry: Entry, into box: inout LayoutBox, at left: Double, middle: Double) {
    let size = swatch
    let frame = Rect(x: left, y: middle - size / 2, width: size, height: size)
    switch entry.symbol {
    case .heading: break
    case .swatch:
      let shape = RoundedRect(rect: frame, radii: CornerRadii(2 * growth))
      box.fill(.roundedRect(shape), frame, entry.color, entry.pattern)
    case .line:
      let path = Path(
        from: Point(x: frame.minX - growth, y: middle), to: Point(x: frame.maxX + growth, y: middle))
      let cap: Stroke.Cap = entry.dashes.isEmpty ? .round : .butt
      let stroke = Stroke(width: 2.5 * growth, dashes: entry.dashes, cap: cap).fitting(path)
      box.add(.stroke(path, stroke, entry.color))
    case .point(let number, let isFilled):
      let path = ChartShape.path(
        number, at: Point(x: frame.midX, y: middle), size: (isFilled ? 8 : 7) * growth)
      box.add(
        isFilled
          ? .fill(.path(path), .solid(entry.color), bounds: frame)
          : .stroke(path, Stroke(width: 1.5 * growth), entry.color))
    case .circle(let size):
      let circle = Rect(x: left, y: middle - size / 2, width: size, height: size)
      box.add(.stroke(Path.ellipse(in: circle.inset(by: 0.5)), Stroke(width: 1), entry.color))
    }
  }
}

/// A pattern for areas in print: a colour on a tint of it.
struct ChartPattern: Hashable {
  /// The index of the pattern; 0 is solid.
  var number: Int
  var surface: Color

  /// The items that fill a shape.
  func items(_ shape: DisplayItem.Shape, _ frame: Rect, _ ink: Color) -> [DisplayItem] {
    let kind = number % 6
    guard kind > 0, frame.width > 0, frame.height > 0 else {
      return [.fill(shape, .solid(ink), bounds: frame)]
    }
    let tint = ChartScheme.mixed(surface, ink, share: 0.2)
    let items = kind == 2 ? dots(in: frame, ink) : [.stroke(lines(kind, in: frame), Stroke(width: 2), ink)]
    return [.group(DisplayItem.Group([.fill(shape, .solid(tint), bounds: frame)] + items, clip: shape))]
  }

  /// The distance of lines and dots.
  private static let pitch = 6.0

  /// The multiple of the pitch below a position.
  ///
  /// Lines start outside of the frame to fill its corners.
  private static func start(_ place: Double) -> Double { (place / pitch).rounded(.down) * pitch }

  /// Lines that rise, fall, cross or are level.
  private func lines(_ kind: Int, in frame: Rect) -> Path {
    var path = Path()
    func addLines(from start: Double, to end: Double, by step: Double, _ line: (Double) -> (Point, Point)) {
      // Added up, since multiples of the step are rounded differently.
      var place = start
      while place <= end {
        let (from, to) = line(place)
        path.move(to: from)
        path.line(to: to)
        place += step
      }
    }
    guard kind != 5 else {
      addLines(from: Self.start(frame.minY), to: frame.maxY + Self.pitch, by: Self.pitch) {
        (Point(x: frame.minX, y: $0), Point(x: frame.maxX, y: $0))
      }
      return path
    }
    let diagonal = Self.pitch * 2.0.squareRoot()
    let (rise, fall) = ((frame.maxY, frame.minY), (frame.minY, frame.maxY))
    for (from, to) in kind == 1 ? [rise] : kind == 3 ? [fall] : [rise, fall] {
      let start = Self.start(frame.minX) - frame.height - diagonal
      addLines(from: start, to: frame.maxX + frame.height + diagonal, by: diagonal) {
        (Point(x: $0, y: from), Point(x: $0 + frame.height, y: to))
      }
    }
    return path
  }

  private func dots(in frame: Rect, _ ink: Color) -> [DisplayItem] {
    let (pitch, start) = (Self.pitch, Point(x: Self.start(frame.minX), y: Self.start(frame.minY)))
    guard frame.width * frame.height <= ChartPattern.fewDots * pitch * pitch else {
      return rows(of: frame, from: start, pitch, ink)
    }
    return stride(from: start.y, through: frame.maxY, by: pitch).flatMap { y in
      stride(from: start.x, through: frame.maxX, by: pitch).map { x in
        .ellipse(in: Rect(x: x + 1.8, y: y + 1.8, width: 2.4, height: 2.4), ink)
      }
    }
  }

  /// The maximum number of dots that are drawn as separate items.
  private static let fewDots = 1_500.0

  /// The dots of a large frame as dashed lines with zero-length dashes and round caps.
  private func rows(of frame: Rect, from start: Point, _ pitch: Double, _ ink: Color) -> [DisplayItem] {
    var items: [DisplayItem] = []
    var path = Path()
    func end() {
      if path.stepCount > 0 {
        items.append(.stroke(path, Stroke(width: 2.4, dashes: [0, pitch], cap: .round).fitting(path), ink))
      }
      path = Path()
    }
    for y in stride(from: start.y, through: frame.maxY, by: pitch) {
      // Painters count two lengths for each dot.
      if Double(path.stepCount) * (frame.width / pitch + 2) > Double(Limits.pathPoints / 2) { end() }
      path.move(to: Point(x: start.x + pitch / 2, y: y + pitch / 2))
      path.line(to: Point(x: frame.maxX + pitch, y: y + pitch / 2))
    }
    end()
    return items
  }
}

/// The symbols in a legend, with Vega-Lite's names.
enum ChartSymbol: String, Hashable, Sendable, CaseIterable {
  case circle, square
  case triangleUp = "triangle-up"
  case cross, diamond
  case triangleRight = "triangle-right"
  case triangleDown = "triangle-down"
  case triangleLeft = "triangle-left"
  case stroke

  /// The index of the shape; nil for a line segment.
  var shape: Int? { self == .stroke ? nil : ChartSymbol.allCases.firstIndex(of: self) }
}

/// The shapes of points, in the order in which series use them.
enum ChartShape {
  /// The names of the shapes.
  static var names: [String] { ChartSymbol.allCases.filter { $0.shape != nil }.map(\.rawValue) }

  /// The index of a shape by its name.
  static func number(_ name: String) -> Int? {
    ChartSymbol(rawValue: name == "triangle" ? "triangle-up" : name)?.shape
  }

  /// The corners of the shapes after the circle, for a circle with a radius of 1.
  private static let corners: [[(x: Double, y: Double)]] = [
    [(-0.886, -0.886), (0.886, -0.886), (0.886, 0.886), (-0.886, 0.886)],
    [(0, -1.3), (1.2, 0.78), (-1.2, 0.78)],
    [
      (-0.4, -1.18), (0.4, -1.18), (0.4, -0.4), (1.18, -0.4), (1.18, 0.4), (0.4, 0.4), (0.4, 1.18),
      (-0.4, 1.18), (-0.4, 0.4), (-1.18, 0.4), (-1.18, -0.4), (-0.4, -0.4),
    ],
    [(0, -1.3), (1.2, 0), (0, 1.3), (-1.2, 0)], [(1.3, 0), (-0.78, 1.2), (-0.78, -1.2)],
    [(0, 1.3), (-1.2, -0.78), (1.2, -0.78)], [(-1.3, 0), (0.78, -1.2), (0.78, 1.2)],
  ]

  /// The outline of a circle with a width of 1.5 as a filled ring; nil for other shapes.
  static func ring(_ number: Int, at center: Point, size: Double) -> Path? {
    guard number % (corners.count + 1) == 0, size > 1.5 else { return nil }
    // Four curves without the lines between them, because painters only remember simple outlines.
    func circle(_ r: Double) -> Path {
      let handle = 0.552_284_749_830_793 * r
      func point(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x, y: center.y + y) }
      var circle = Path()
      circle.move(to: point(r, 0))
      circle.curve(point(r, handle), point(handle, r), to: point(0, r))
      circle.curve(point(-handle, r), point(-r, handle), to: point(-r, 0))
      circle.curve(point(-r, -handle), point(-handle, -r), to: point(0, -r))
      circle.curve(point(handle, -r), point(r, -handle), to: point(r, 0))
      circle.close()
      return circle
    }
    var ring = circle(size / 2 + 0.75)
    ring.append(circle(size / 2 - 0.75).reversed)
    return ring
  }

  /// A shape around a point, with the same area as a circle of that size.
  static func path(_ number: Int, at center: Point, size: Double) -> Path {
    let (shape, r) = (number % (corners.count + 1), size / 2)
    guard shape > 0 else {
      return Path.ellipse(in: Rect(x: center.x - r, y: center.y - r, width: size, height: size))
    }
    return Path.polygon(corners[shape - 1].map { Point(x: center.x + $0.x * r, y: center.y + $0.y * r) })
  }
}
