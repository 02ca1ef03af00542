/// The dark and light squares or bars of a code.
package struct BarcodeModules: Hashable, Sendable {
  /// How many modules a row has.
  package var width: Int
  /// Which modules of each row are dark, the upper row first.
  package var rows: [[Bool]] = []
  /// The height of each row in modules; 0 where it is not fixed.
  package var heights: [Double] = []
  /// What stands below a code for people; empty for a code that has no such line.
  package var text = ""

  /// Makes a code without rows.
  init(width: Int) { self.width = width }

  /// The dark modules of some rows as an outline, in modules; each row as high as `heights` or `rowHeight` say.
  ///
  /// - Parameters:
  ///   - range: the rows; the first one begins at 0.
  ///   - rowHeight: the height of a row that has none.
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

  /// How many pieces of dark modules a row has.
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
