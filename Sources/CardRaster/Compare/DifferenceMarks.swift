/// A mark for each pixel of two pictures that are aligned at their upper left corner.
struct DifferenceMarks: Hashable, Sendable {
  /// The result for a pixel; values that count as different are odd.
  enum Mark: UInt8 {
    case same = 0
    /// Different, and not darker in the second picture.
    case different = 1
    /// An anti-aliased edge.
    case antialiased = 2
    /// Different, and darker in the second picture.
    case darker = 3
    case ignored = 4
    /// Only one picture has it.
    case extra = 5
  }

  /// The larger of both widths.
  let width: Int
  /// The larger of both heights.
  let height: Int
  /// One byte per pixel for each row; empty for a row without marks, as most rows are.
  ///
  /// The outer array is empty at first.
  private var values: [[UInt8]] = []
  /// The range of rows with different pixels.
  private var rows: Range<Int>?
  /// For each row, whether it has different pixels; empty if `values` is.
  private var isCounted: [Bool] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  subscript(x: Int, y: Int) -> Mark {
    values.isEmpty || values[y].isEmpty ? .same : Mark(rawValue: values[y][x]) ?? .same
  }

  mutating func set(_ x: Int, _ y: Int, _ mark: Mark) {
    addMarks(UInt64(mark.rawValue), 0, x, y)
  }

  /// Adds the marks of sixteen pixels from a position on, one byte each; 0 keeps the existing mark.
  mutating func addMarks(_ low: UInt64, _ high: UInt64, _ x: Int, _ y: Int) {
    if values.isEmpty {
      values = [[UInt8]](repeating: [], count: height)
      isCounted = [Bool](repeating: false, count: height)
    }
    // Sixteen bytes more than there are pixels, so that the last block fits too.
    if values[y].isEmpty { values[y] = [UInt8](repeating: 0, count: width + 16) }
    values[y].withUnsafeMutableBytes { bytes in
      let old = (
        bytes.loadUnaligned(fromByteOffset: x, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: x &+ 8, as: UInt64.self)
      )
      bytes.storeBytes(of: old.0 | low, toByteOffset: x, as: UInt64.self)
      bytes.storeBytes(of: old.1 | high, toByteOffset: x &+ 8, as: UInt64.self)
    }
    if (low | high) & DifferenceMarks.counted != 0, !isCounted[y] {
      isCounted[y] = true
      rows = min(rows?.lowerBound ?? y, y)..<max(rows?.upperBound ?? 0, y + 1)
    }
  }

  /// The bits of eight marks that make them count.
  private static let counted: UInt64 = 0x0101_0101_0101_0101
}

extension DifferenceMarks {
  /// The side of the squares in which pixels are grouped: touching squares are one region.
  ///
  /// Eight, since eight marks are one word.
  private static let cell = 8

  /// The pixels of one square, in small integers, as there are many squares.
  private struct Cell {
    var minX = Int32.max
    var minY = Int32.max
    var maxX: Int32 = -1
    var maxY: Int32 = -1
    var pixels: Int32 = 0

    mutating func merge(_ other: Cell) {
      minX = min(minX, other.minX)
      minY = min(minY, other.minY)
      maxX = max(maxX, other.maxX)
      maxY = max(maxY, other.maxY)
      pixels += other.pixels
    }

    func overlaps(_ other: Cell) -> Bool {
      minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    var region: Comparison.Region? {
      PixelRect(minX: Int(minX), minY: Int(minY), maxX: Int(maxX) + 1, maxY: Int(maxY) + 1).map {
        Comparison.Region(frame: $0, pixels: Int(pixels))
      }
    }
  }

  /// The rectangles around the different pixels, from top to bottom, and the number of omitted ones.
  ///
  /// Pixels less than a letter apart are one region, as are regions whose rectangles overlap. Those with the
  /// most pixels are kept.
  func regions(limit: Int) -> (kept: [Comparison.Region], omitted: Int) {
    guard let rows else { return ([], 0) }
    let components = components(gather(rows))
    // Merging compares all pairs; regions this far down the list would be omitted anyway.
    let sorted = components.sorted { ($1.pixels, $0.minY, $0.minX) < ($0.pixels, $1.minY, $1.minX) }
    var merged = Self.merged(Array(sorted.prefix(4 * limit)))
    merged.sort { ($1.pixels, $0.minY, $0.minX) < ($0.pixels, $1.minY, $1.minX) }
    let kept = merged.prefix(limit).sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }.compactMap(\.region)
    return (kept, max(0, components.count - 4 * limit) + merged.count - kept.count)
  }

  private var columns: Int { (width + Self.cell - 1) / Self.cell }

  /// The squares of the rows with different pixels, from the first to the last of them.
  private func gather(_ rows: Range<Int>) -> [Cell] {
    let first = rows.lowerBound / Self.cell
    let lines = (rows.upperBound - 1) / Self.cell - first + 1
    var cells = [Cell](repeating: Cell(), count: columns * lines)
    for y in rows where isCounted[y] {
      let (marks, row) = (values[y], (y / Self.cell - first) * columns)
      let bytes = marks.span.bytes
      for column in 0..<columns {
        let x = column &* Self.cell
        var bits =
          bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: UInt64.self) & Self.counted
        // The last square may extend beyond the edge, where a block of marks may have been written too.
        if width &- x < Self.cell { bits &= (1 &<< UInt64(8 &* (width &- x))) &- 1 }
        guard bits != 0 else { continue }
        cells[row &+ column].merge(
          Cell(
            minX: Int32(x &+ bits.trailingZeroBitCount / 8), minY: Int32(y),
            maxX: Int32(x &+ 7 &- bits.leadingZeroBitCount / 8), maxY: Int32(y),
            pixels: Int32(bits.nonzeroBitCount)))
      }
    }
    return cells
  }

  /// Joins squares that touch, including at corners.
  private func components(_ cells: [Cell]) -> [Cell] {
    var isDone = [Bool](repeating: false, count: cells.count)
    var found: [Cell] = []
    var open: [Int] = []
    for start in cells.indices where cells[start].pixels > 0 && !isDone[start] {
      var component = Cell()
      open.append(start)
      isDone[start] = true
      while let index = open.popLast() {
        component.merge(cells[index])
        let (row, column) = (index / columns, index % columns)
        for nextRow in max(0, row - 1)...min(cells.count / columns - 1, row + 1) {
          for nextColumn in max(0, column - 1)...min(columns - 1, column + 1) {
            let next = nextRow * columns + nextColumn
            guard cells[next].pixels > 0, !isDone[next] else { continue }
            isDone[next] = true
            open.append(next)
          }
        }
      }
      found.append(component)
    }
    return found
  }

  /// Joins rectangles until none overlap.
  private static func merged(_ cells: [Cell]) -> [Cell] {
    var result: [Cell] = []
    for cell in cells {
      var cell = cell
      // A larger rectangle may overlap others that the smaller one did not.
      while let index = result.firstIndex(where: cell.overlaps) { cell.merge(result.remove(at: index)) }
      result.append(cell)
    }
    return result
  }

  /// The window with the most different pixels; nil if no pixel differs.
  ///
  /// Of equal windows it is the first from the top, then from the left. A window has the given side, clamped
  /// to the size of the picture.
  func densestWindow(side: Int) -> Comparison.Region? {
    guard let rows else { return nil }
    let (columns, lines) = (min(side, width), min(side, height))
    var sums = [Int](repeating: 0, count: width)
    var best: (pixels: Int, x: Int, y: Int) = (0, 0, 0)
    // Windows entirely above the first or below the last different row contain no different pixels.
    for y in rows.lowerBound..<min(height, rows.upperBound + lines - 1) {
      // The row that enters the band of windows, and the one that leaves it.
      addRow(y, 1, to: &sums)
      if y - lines >= rows.lowerBound { addRow(y - lines, -1, to: &sums) }
      let inBand = sums.reduce(0, +)
      guard y >= lines - 1, inBand > best.pixels else { continue }
      var sum = 0
      for x in 0..<width {
        sum += sums[x]
        if x >= columns { sum -= sums[x - columns] }
        if x >= columns - 1, sum > best.pixels { best = (sum, x - columns + 1, y - lines + 1) }
      }
    }
    return PixelRect(minX: best.x, minY: best.y, maxX: best.x + columns, maxY: best.y + lines).map {
      Comparison.Region(frame: $0, pixels: best.pixels)
    }
  }

  /// Adds or subtracts the different pixels of a row.
  private func addRow(_ y: Int, _ factor: Int, to sums: inout [Int]) {
    guard !values[y].isEmpty else { return }
    let row = values[y]
    for x in 0..<width { sums[x] += factor * Int(row[x] & 1) }
  }
}
