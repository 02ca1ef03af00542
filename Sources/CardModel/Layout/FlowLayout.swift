package import CardRaster

/// Places items in lines, like UICollectionViewFlowLayout.
///
/// All sizes and positions are along a line (`width`, `x`) and across the lines (`height`, `y`). A line takes
/// as many items as fit, at least one. The remaining space of a line is shared between its gaps, except in
/// the last line: if all items are equally long it has the gaps of the line before, otherwise the minimum
/// gaps. Items lower than their line are centred in it.
package struct FlowLayout {
  /// The minimum space between items of a line, in points.
  package var spacing: Double
  /// The space between lines, in points.
  package var lineSpacing: Double
  /// Whether a single line is justified too, and an item alone on its line is centred.
  package var fillsLines = false

  package init(spacing: Double, lineSpacing: Double, fillsLines: Bool = false) {
    self.spacing = spacing
    self.lineSpacing = lineSpacing
    self.fillsLines = fillsLines
  }

  /// The positions of items in lines of a length, and the total thickness of the lines.
  package func place(_ sizes: [Size], room: Double) -> (places: [Point], thickness: Double) {
    let lines = lines(of: sizes, room: room)
    let isEven = sizes.allSatisfy { $0.width == sizes[0].width }
    let isSingle = lines.allSatisfy { $0.count == 1 }
    var places: [Point] = []
    var y = 0.0
    var gap = spacing
    for (number, line) in lines.enumerated() {
      let taken = sizes[line].reduce(0) { $0 + $1.width }
      let thickness = sizes[line].map(\.height).max() ?? 0
      let isLast = number == lines.count - 1
      if !isLast || (fillsLines && number == 0) {
        gap = line.count > 1 ? max(spacing, (room - taken) / Double(line.count - 1)) : spacing
      } else if !isEven {
        gap = spacing
      }
      var x = fillsLines && isSingle ? max(0, (room - taken) / 2) : 0
      for index in line {
        places.append(Point(x: x, y: y + (thickness - sizes[index].height) / 2))
        x += sizes[index].width + gap
      }
      y += thickness + (isLast ? 0 : lineSpacing)
    }
    return (places, y)
  }

  private func lines(of sizes: [Size], room: Double) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var taken = 0.0
    for (index, size) in sizes.enumerated() {
      // Rounding errors in the sum must not push the last item to the next line.
      if index > start, taken + spacing + size.width > room + 1e-6 {
        result.append(start..<index)
        start = index
        taken = size.width
      } else {
        taken += size.width + (index > start ? spacing : 0)
      }
    }
    if start < sizes.count { result.append(start..<sizes.count) }
    return result
  }
}
