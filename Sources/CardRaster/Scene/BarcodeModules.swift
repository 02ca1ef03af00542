/// The dark and light modules (squares or bars) of a barcode or QR code.
package struct BarcodeModules: Hashable, Sendable {
  /// The number of modules in a row.
  package var width: Int
  /// For each row from the top, which modules are dark.
  package var rows: [[Bool]] = []
  /// The height of each row in modules; 0 if the height is not fixed.
  package var heights: [Double] = []
  /// The human-readable text below the code; empty if the code has no such line.
  package var text = ""

  /// Makes a code without rows.
  init(width: Int) { self.width = width }

  /// The dark modules of some rows as an outline, in modules.
  ///
  /// The height of a row comes from `heights`, or from `rowHeight` if the row has no fixed height.
  ///
  /// - Parameters:
  ///   - range: the rows to outline; the top edge of the first one is at y = 0.
  ///   - rowHeight: the height of a row without a fixed height.
  package func outline(rows range: Range<Int>, rowHeight: Double) -> Path {
    let pieces = range.reduce(0) { $0 + self.pieces(in: $1) }
    var path = Path(steps: 5 * pieces, points: 4 * pieces)
    var top = 0.0
    for row in range {
      let bottom = top + height(of: row, rowHeight)
      for run in runs(in: rows[row]) {
        let (left, right) = (Double(run.lowerBound), Double(run.upperBound))
        path.move(to: Point(x: left, y: top))
        path.line(to: Point(x: right, y: top))
        path.line(to: Point(x: right, y: bottom))
        path.line(to: Point(x: left, y: bottom))
        path.close()
      }
      top = bottom
    }
    return path
  }

  /// The height of a row in modules.
  package func height(of row: Int, _ rowHeight: Double) -> Double {
    heights[row] > 0 ? heights[row] : rowHeight
  }

  /// The number of runs of dark modules in a row.
  package func pieces(in row: Int) -> Int { runs(in: rows[row]).count }

  private func runs(in row: [Bool]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start: Int?
    for (index, isDark) in (row + [false]).enumerated() {
      if isDark, start == nil { start = index }
      if !isDark, let first = start {
        result.append(first..<index)
        start = nil
      }
    }
    return result
  }
}
