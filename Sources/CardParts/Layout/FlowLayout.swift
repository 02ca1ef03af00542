import CardRaster

/// Places items one after the other in lines, by UICollectionViewFlowLayout's rules.
///
/// All sizes and places are along a line (`width`, `x`) and across the lines (`height`, `y`). A line takes as many items
/// as fit, at least one. What is left over in a line is shared between its gaps, except for the last line: its gaps are
/// those of the line before when all items are equally long, otherwise the least ones. Items lower than their line stand
/// in its middle.
struct FlowLayout {
  /// The least space between items of a line.
  var spacing: Double
  /// The space between lines.
  var lineSpacing: Double
  /// Whether a single line is spread too, and items that have a line for themselves stand in its middle.
  var fillsLines = false

  /// The places of items in lines of a length, and how far the lines reach across.
  func place(_ sizes: [Size], room: Double) -> (places: [Point], thickness: Double) {
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
      // What sums of many small numbers lose must not cost a line its last item.
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
