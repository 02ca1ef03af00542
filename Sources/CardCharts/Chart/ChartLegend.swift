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
    case heading, more

    /// The diameter of a circle that shows a number by its area.
    var diameter: Double? { if case .circle(let size) = self { size } else { nil } }
    var isSize: Bool { diameter != nil }

    /// Whether the symbol belongs to a series.
    var isOfSeries: Bool { !isSize && hasSymbol }
    var hasSymbol: Bool { self != .heading && self != .more }
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
    !entry.symbol.hasSymbol ? 0 : (entry.symbol.diameter ?? swatch) + wordGap
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

  /// An entry with its distance from the left edge.
  private typealias Placed = (entry: Int, x: Double)

  /// The entries in as few rows as possible, with smaller gaps if these save a row.
  private func rows(_ width: Double, isColumn: Bool) -> [[Placed]] {
    if isColumn { return entries.indices.map { [($0, 0)] } }
    var best = rows(width, gap: entryGap)
    for gap in [0.75 * entryGap, tightGap] where best.count > 1 && columns == nil {
      let rows = rows(width, gap: gap)
      if rows.count < best.count { best = rows }
    }
    return best
  }

  /// Groups of entries after each other; each group begins with its heading.
  private func rows(_ width: Double, gap: Double) -> [[Placed]] {
    var rows: [[Placed]] = []
    var isOpen = false
    let starts = entries.indices.filter { $0 == 0 || entries[$0].symbol == .heading }
    for (start, end) in zip(starts, starts.dropFirst() + [entries.count]) {
      let group = Array(start..<end)
      if isOpen, let last = rows.last {
        let line = line(group, from: self.end(last) + 1.5 * gap, gap)
        if self.end(line) <= width {
          rows[rows.count - 1] += line
          continue
        }
      }
      let block = block(group, width, gap)
      isOpen = block.count == 1 && columns == nil
      rows += block
    }
    return rows
  }

  private func line(_ group: [Int], from left: Double = 0, _ gap: Double) -> [Placed] {
    var x = left
    return group.map { entry in
      defer { x += width(entries[entry]) + gap }
      return (entry, x)
    }
  }

  private func end(_ row: [Placed]) -> Double { row.last.map { $0.x + width(entries[$0.entry]) } ?? 0 }

  /// A group in one row, or in columns next to or below its heading.
  private func block(_ group: [Int], _ width: Double, _ gap: Double) -> [[Placed]] {
    let line = line(group, gap)
    if columns == nil, end(line) <= width || group.count < 2 { return [line] }
    guard entries[group[0]].symbol == .heading else { return grid(group, width, gap) }
    let items = Array(group.dropFirst())
    let below = grid(items, width, gap)
    let indent = columns == nil ? self.width(entries[group[0]]) + gap : .infinity
    let beside = indent < width ? grid(items, width - indent, gap) : []
    guard !beside.isEmpty, beside.count <= below.count + 1, beside.allSatisfy({ end($0) <= width - indent })
    else { return [[(group[0], 0)]] + below }
    return beside.enumerated().map { number, row in
      (number == 0 ? [(group[0], 0)] : []) + row.map { ($0.entry, $0.x + indent) }
    }
  }

  /// Entries in columns if these need no more rows than entries without alignment.
  private func grid(_ group: [Int], _ width: Double, _ gap: Double) -> [[Placed]] {
    var flow: [[Placed]] = []
    for entry in group {
      let x = flow.last.map { end($0) + gap } ?? 0
      if flow.isEmpty || x + self.width(entries[entry]) > width {
        flow.append([(entry, 0)])
      } else {
        flow[flow.count - 1].append((entry, x))
      }
    }
    guard flow.count > 1 || columns != nil else { return flow }
    let least = (group.count + flow.count - 1) / flow.count
    let most = (group.count - 1) / max(1, flow.count - 1)
    let counts = columns.map { $0...$0 } ?? least...max(least, most)
    // Columns may be a little nearer to each other.
    for (count, gap) in [gap, min(gap, tightGap)].flatMap({ gap in counts.map { ($0, gap) } }) {
      let widths = (0..<count).map { column in
        stride(from: column, to: group.count, by: count).map { self.width(entries[group[$0]]) }.max() ?? 0
      }
      guard columns != nil || widths.reduce(gap * Double(count - 1), +) <= width else { continue }
      return stride(from: 0, to: group.count, by: count).map { first in
        var x = 0.0
        return zip(group[first...], widths).map { entry, width in
          defer { x += width + gap }
          return (entry, x)
        }
      }
    }
    return flow
  }

  /// The size of the legend in a width; one column if it is next to the plot.
  func size(width: Double, isColumn: Bool) -> Size {
    let rows = rows(width, isColumn: isColumn)
    return Size(
      width: rows.map(end).max() ?? 0,
      height: rows.reduce(Double(max(0, rows.count - 1)) * rowGap) {
        $0 + height($1.map(\.entry), isColumn: isColumn)
      })
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
        symbol: .more)
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
    for row in rows(frame.width, isColumn: isColumn) {
      let height = height(row.map(\.entry), isColumn: isColumn)
      for (number, x) in row {
        let entry = entries[number]
        draw(entry, into: &box, at: Point(x: frame.minX + x, y: top + (height - entry.label.height) / 2))
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
    case .heading, .more: break
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
