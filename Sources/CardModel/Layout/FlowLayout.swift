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

  /// The items of each line.
  func lines(of sizes: [Size], room: Double) -> [Range<Int>] {
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

/// The lines of a row that wraps, like `flex-wrap` in CSS.
package struct LineWrapping: Hashable, Sendable {
  /// The position of a line in the width of the stack.
  package enum Alignment: String, Sendable, CaseIterable {
    case leading, center, trailing

    fileprivate var share: Double { self == .leading ? 0 : self == .center ? 0.5 : 1 }
  }

  /// The space between lines, in points.
  package var spacing: Double
  package var alignment: Alignment

  package init(spacing: Double, alignment: Alignment) {
    self.spacing = spacing
    self.alignment = alignment
  }
}

extension StackLayout {
  /// Lays out a row that wraps: parts that do not fit continue on the next line.
  ///
  /// Each line is a row of its own. With `fillEqually` all parts have the same width, in as many columns as
  /// the widest part allows, and lines have about the same number of parts. Distributions that stretch the gaps
  /// leave the last line as it is, like justified text.
  package func layoutLines(
    _ offer: SizeProposal, _ wrapping: LineWrapping, _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    let room = offer.width.bound
    var row = self
    row.isLine = true
    var sizes: [Size] = []
    for child in children {
      let length = try row.naturalLength(child, offer.width, .fit(.infinity), context)
      sizes.append(Size(width: min(length + margins(child).horizontal, room), height: 0))
    }
    var column: Double?
    if distribution == .fillEqually, room.isFinite, let widest = sizes.map(\.width).max() {
      let most = max(1, min(children.count, Int((room + spacing + 1e-6) / max(1, widest + spacing))))
      let lines = (children.count + most - 1) / most
      let columns = (children.count + lines - 1) / lines
      let share = (room - spacing * Double(columns - 1)) / Double(columns)
      let width = offer.width.exact == nil ? min(widest, share) : share
      sizes = sizes.map { Size(width: width, height: $0.height) }
      column = width
    }
    let ranges = FlowLayout(spacing: spacing, lineSpacing: wrapping.spacing).lines(of: sizes, room: room)
    var lines: [LayoutBox] = []
    for (number, range) in ranges.enumerated() {
      let parts = Array(children[range])
      var line = StackLayout(
        axis: .horizontal, distribution: distribution, alignment: alignment, spacing: spacing, children: parts
      )
      (line.firstNumber, line.isLine) = (range.lowerBound + 1, true)
      let isStretched =
        switch distribution {
        case .fill: parts.contains { $0.common.weight != nil || takesAnything($0) }
        case .fillEqually: false
        case .fillProportionally: true
        case .equalSpacing, .equalCentering: number < ranges.count - 1 || number == 0
        }
      var width = offer.width.exact != nil && isStretched ? offer.width : .fit(room)
      if let column { width = .exact(Double(range.count) * (column + spacing) - spacing) }
      lines.append(
        try line.layoutStack(
          SizeProposal(width: width, height: ranges.count == 1 ? offer.height : .fit(.infinity)), context))
    }
    return placed(lines, offer, wrapping, context)
  }

  /// Puts the parts of all lines into one box.
  private func placed(
    _ lines: [LayoutBox], _ offer: SizeProposal, _ wrapping: LineWrapping, _ context: LayoutContext
  ) -> LayoutBox {
    let gaps = wrapping.spacing * Double(max(0, lines.count - 1))
    let needed = lines.reduce(gaps) { $0 + $1.size.height }
    let widest = lines.map(\.size.width).max() ?? 0
    var box = LayoutBox(
      size: Size(width: offer.width.resolve(widest), height: offer.height.resolve(needed)))
    let spare = max(0, box.size.height - needed)
    var y =
      switch alignment {
      case .center: spare / 2
      case .bottom, .trailing: spare
      case .fill, .leading, .top, .firstBaseline, .lastBaseline: 0.0
      }
    for line in lines {
      let x = max(0, box.size.width - line.size.width) * wrapping.alignment.share
      for case .box(let child, let point) in line.content { box.add(child, at: point + Point(x: x, y: y)) }
      box.warnings += line.warnings
      y += line.size.height + wrapping.spacing
    }
    if lines.count > 1, needed > box.size.height + 0.5 {
      box.warnings.append(
        context.warning(
          "the lines of the stack are \(NumberText.format(needed - box.size.height, digits: 1)) points too tall for it",
          code: .overflow))
    }
    return box
  }
}
