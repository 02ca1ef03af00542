import CardRaster

/// The names of series with their colours, in rows.
struct ChartLegend {
  /// What stands before a name.
  enum Symbol: Hashable { case swatch, line, point(Int) }

  struct Entry {
    var label: ChartLabel
    var color: Color
    var symbol: Symbol
    var pattern: ChartPattern?
    var dashes: [Double] = []
    /// What stands behind the name, such as a share.
    var value: ChartLabel?
  }

  var entries: [Entry]
  /// How many columns there must be; nil for as many as fit.
  var columns: Int?

  private static let swatch = 10.0
  private static let wordGap = 6.0
  private static let entryGap = 16.0
  private static let rowGap = 4.0

  private func width(_ entry: Entry) -> Double {
    ChartLegend.swatch + ChartLegend.wordGap + entry.label.width + (entry.value.map { 8 + $0.width } ?? 0)
  }

  private var rowHeight: Double { (entries.map(\.label.height).max() ?? 0) }

  /// The entries in rows of a width.
  private func rows(_ width: Double) -> [[Int]] {
    if let columns {
      return stride(from: 0, to: entries.count, by: columns).map {
        Array($0..<min(entries.count, $0 + columns))
      }
    }
    var rows: [[Int]] = [[]]
    var used = 0.0
    for (number, entry) in entries.enumerated() {
      let needed = self.width(entry) + (rows[rows.count - 1].isEmpty ? 0 : ChartLegend.entryGap)
      if used + needed > width, !rows[rows.count - 1].isEmpty {
        rows.append([])
        used = 0
      }
      used += self.width(entry) + (rows[rows.count - 1].isEmpty ? 0 : ChartLegend.entryGap)
      rows[rows.count - 1].append(number)
    }
    return rows
  }

  /// The size of the legend within a width; in one column where it stands beside the plot.
  func size(width: Double, isColumn: Bool) -> Size {
    let rows = isColumn ? entries.indices.map { [$0] } : self.rows(width)
    let height = Double(rows.count) * rowHeight + Double(max(0, rows.count - 1)) * ChartLegend.rowGap
    let widest =
      rows.map { row in
        row.reduce(0.0) { $0 + self.width(entries[$1]) } + ChartLegend.entryGap
          * Double(max(0, row.count - 1))
      }.max() ?? 0
    return Size(width: widest, height: height)
  }

  /// Draws the legend.
  func draw(into box: inout LayoutBox, in frame: Rect, isColumn: Bool, isRightToLeft: Bool) {
    let rows = isColumn ? entries.indices.map { [$0] } : self.rows(frame.width)
    let columnWidth = columns != nil ? (entries.map { width($0) }.max() ?? 0) + ChartLegend.entryGap : nil
    for (line, row) in rows.enumerated() {
      var x = 0.0
      let top = frame.minY + Double(line) * (rowHeight + ChartLegend.rowGap)
      for number in row {
        let entry = entries[number]
        let length = width(entry)
        let left = isRightToLeft ? frame.maxX - x - length : frame.minX + x
        draw(entry, into: &box, at: Point(x: left, y: top), length, isRightToLeft)
        x += columnWidth ?? length + ChartLegend.entryGap
      }
    }
  }

  private func draw(
    _ entry: Entry, into box: inout LayoutBox, at origin: Point, _ length: Double, _ isRightToLeft: Bool
  ) {
    let size = ChartLegend.swatch
    let cap = (entry.label.text.lines.first?.runs.first?.font.size ?? 11) * chartCapHeight
    let middle = origin.y + entry.label.baseline - cap / 2
    let left = isRightToLeft ? origin.x + length - size : origin.x
    let frame = Rect(x: left, y: middle - size / 2, width: size, height: size)
    switch entry.symbol {
    case .swatch:
      let shape = RoundedRect(rect: frame, radii: CornerRadii(2))
      if let pattern = entry.pattern {
        box.content += pattern.items(.roundedRect(shape), frame, entry.color).map { .item($0) }
      } else {
        box.add(.roundedRect(shape, .solid(entry.color)))
      }
    case .line:
      var path = Path()
      path.move(to: Point(x: frame.minX - 1, y: middle))
      path.line(to: Point(x: frame.maxX + 1, y: middle))
      box.add(
        .stroke(
          path, Stroke(width: 2.5, dashes: entry.dashes, cap: entry.dashes.isEmpty ? .round : .butt),
          entry.color))
    case .point(let number):
      box.add(
        .fill(
          .path(ChartShape.path(number, at: Point(x: frame.midX, y: middle), size: 8)), .solid(entry.color),
          bounds: frame))
    }
    let word =
      isRightToLeft ? left - ChartLegend.wordGap - entry.label.width : left + size + ChartLegend.wordGap
    box.content.append(.text(entry.label.text, at: Point(x: word, y: origin.y)))
    if let value = entry.value {
      let place = isRightToLeft ? word - 8 - value.width : word + entry.label.width + 8
      box.content.append(
        .text(value.text, at: Point(x: place, y: origin.y + entry.label.baseline - value.baseline)))
    }
  }
}

/// The shapes of points, in the order in which series take them.
enum ChartShape {
  /// A shape around a point; its area is that of a circle of the size.
  static func path(_ number: Int, at center: Point, size: Double) -> Path {
    let r = size / 2
    func corners(_ points: [(Double, Double)]) -> Path {
      Path.polygon(points.map { Point(x: center.x + $0.0 * r, y: center.y + $0.1 * r) })
    }
    switch number % 8 {
    case 1: return corners([(-0.886, -0.886), (0.886, -0.886), (0.886, 0.886), (-0.886, 0.886)])
    case 2: return corners([(0, -1.3), (1.2, 0.78), (-1.2, 0.78)])
    case 3:
      let a = 0.4
      let b = 1.18
      return corners([
        (-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a),
        (-a, -a),
      ])
    case 4: return corners([(0, -1.3), (1.2, 0), (0, 1.3), (-1.2, 0)])
    case 5: return corners([(1.3, 0), (-0.78, 1.2), (-0.78, -1.2)])
    case 6: return corners([(0, 1.3), (-1.2, -0.78), (1.2, -0.78)])
    case 7: return corners([(-1.3, 0), (0.78, -1.2), (0.78, 1.2)])
    default: return Path.ellipse(in: Rect(x: center.x - r, y: center.y - r, width: size, height: size))
    }
  }
}

/// A pattern for areas in print: ink on a tint of itself.
struct ChartPattern: Hashable {
  /// Which one; 0 is solid.
  var number: Int
  var surface: Color

  /// The items that fill a shape.
  func items(_ shape: DisplayItem.Shape, _ frame: Rect, _ ink: Color) -> [DisplayItem] {
    let kind = number % 6
    guard kind > 0, frame.width > 0, frame.height > 0 else {
      return [.fill(shape, .solid(ink), bounds: frame)]
    }
    let tint = OklabColor(surface).mixed(with: OklabColor(ink), share: 0.2).color
    var items: [DisplayItem] = [.fill(shape, .solid(tint), bounds: frame)]
    let pitch = 6.0
    // Lines begin outside of the frame, so that its corners are full too.
    let (x0, y0) = ((frame.minX / pitch).rounded(.down) * pitch, (frame.minY / pitch).rounded(.down) * pitch)
    var path = Path()
    if kind == 2 {
      var y = y0
      while y <= frame.maxY {
        var x = x0
        while x <= frame.maxX {
          let dot = Rect(x: x + 1.8, y: y + 1.8, width: 2.4, height: 2.4)
          items.append(.fill(.path(Path.ellipse(in: dot)), .solid(ink), bounds: dot))
          x += pitch
        }
        y += pitch
      }
      return [.group(DisplayItem.Group(items, clip: shape))]
    }
    func lines(_ rise: Double) {
      let diagonal = pitch * 2.0.squareRoot()
      var x = x0 - frame.height - diagonal
      while x <= frame.maxX + frame.height + diagonal {
        path.move(to: Point(x: x, y: rise > 0 ? frame.maxY : frame.minY))
        path.line(to: Point(x: x + frame.height, y: rise > 0 ? frame.minY : frame.maxY))
        x += diagonal
      }
    }
    if kind == 1 || kind == 4 { lines(1) }
    if kind == 3 || kind == 4 { lines(-1) }
    if kind == 5 {
      var y = y0
      while y <= frame.maxY + pitch {
        path.move(to: Point(x: frame.minX, y: y))
        path.line(to: Point(x: frame.maxX, y: y))
        y += pitch
      }
    }
    items.append(.stroke(path, Stroke(width: 2), ink))
    return [.group(DisplayItem.Group(items, clip: shape))]
  }
}
