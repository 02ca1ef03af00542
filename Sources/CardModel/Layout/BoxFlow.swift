package import CardRaster

/// How a box is split across the pages of a report; most boxes are never split.
package struct BoxFlow: Hashable, Sendable {
  /// Where a box may be split.
  package enum Division: Hashable, Sendable {
    /// Nowhere.
    case none
    /// Between and inside its child boxes, which are below each other.
    case children
    /// Between its lines of text.
    case lines
  }

  /// Where the box may be split.
  package var division = Division.none
  /// The number of leading content items that are repeated at the top of each further page.
  package var headCount = 0
  /// The total height of the repeated items, in points.
  package var headHeight = 0.0
  /// Whether each piece keeps the padding of the whole box.
  ///
  /// The space between two items is then dropped at a page break, as with `box-decoration-break: clone` in
  /// CSS.
  package var keepsEdges = false
  /// Whether the box continues from the page before.
  package var isContinued = false
  /// Whether the box is also on the page before and is repeated here.
  package var isRepeated = false
  /// The deck's settings for breaks around and inside the box.
  package var breaking = Breaking()

  /// Creates the flow of a box; by default it is never split.
  package init(_ division: Division = .none, keepsEdges: Bool = false) {
    self.division = division
    self.keepsEdges = keepsEdges
  }
}

/// A position at which a page may end.
package struct BreakPlace: Hashable {
  /// The distance from the top edge of the box, in points.
  package var y: Double
  /// Whether a page break is forced, allowed or avoided here.
  package var rule: PageBreak
  /// The empty space above the position, in points.
  package var gap = 0.0
  /// How much taller than `y` the upper piece becomes.
  ///
  /// The cause is the bottom padding of inner boxes that are split.
  package var growth = 0.0
}

extension LayoutBox {
  /// The possible page breaks in a box, from top to bottom.
  package var breakPlaces: [BreakPlace] {
    guard let flow, flow.division != .none, isDivisible else { return [] }
    var places = flow.division == .lines ? linePlaces : childPlaces(after: flow.headCount)
    if flow.breaking.inside == .avoid {
      for index in places.indices where places[index].rule == .auto { places[index].rule = .avoid }
    }
    return places.filter { $0.y > 0 && $0.y < size.height }
  }

  private func childPlaces(after head: Int) -> [BreakPlace] {
    var result: [BreakPlace] = []
    var last: (end: Double, after: PageBreak)?
    let edge = flow?.keepsEdges == true ? contentEdges.bottom : 0
    for (child, y) in children(after: head) {
      if let last, y >= last.end - Self.tiny {
        let edges = [last.after, child.breakBefore]
        let rule: PageBreak = edges.contains(.page) ? .page : edges.contains(.avoid) ? .avoid : .auto
        let gap = (y - last.end) / 2
        result.append(
          flow?.keepsEdges == true
            ? BreakPlace(y: last.end + gap, rule: rule, growth: edge - gap)
            : BreakPlace(y: last.end + gap, rule: rule, gap: gap))
      }
      for place in child.breakPlaces {
        result.append(BreakPlace(y: y + place.y, rule: place.rule, growth: place.growth + edge))
      }
      last = (max(last?.end ?? 0, y + child.size.height), child.breakAfter)
    }
    return result
  }

  /// The child boxes between which a page may end, with their top edges, from top to bottom.
  ///
  /// Boxes side by side are in any order.
  private func children(after head: Int) -> [(box: LayoutBox, y: Double)] {
    var result: [(box: LayoutBox, y: Double)] = []
    for case .box(let child, let point) in content.dropFirst(head) where !child.holdsItems {
      result.append((child, point.y))
    }
    if zip(result, result.dropFirst()).contains(where: { $0.y > $1.y }) { result.sort { $0.y < $1.y } }
    return result
  }

  /// The break before the box: its own, or else that of its first child, as in CSS.
  package var breakBefore: PageBreak {
    guard let flow else { return .auto }
    if flow.breaking.before != .auto || flow.division != .children { return flow.breaking.before }
    return dividedBoxes.first?.breakBefore ?? .auto
  }

  /// The break after the box: its own, or else that of its last child.
  package var breakAfter: PageBreak {
    guard let flow else { return .auto }
    if let own = flow.breaking.after { return own }
    return flow.division == .children ? dividedBoxes.last?.breakAfter ?? .auto : .auto
  }

  /// The child boxes between which a page may end.
  private var dividedBoxes: [LayoutBox] {
    content.compactMap { if case .box(let child, _) = $0, !child.holdsItems { child } else { nil } }
  }

  /// Whether the box exists only to offset its content after a split.
  fileprivate var holdsItems: Bool { size == .zero && source == nil && flow == nil }

  /// The keys of parts in the box whose page break has no effect, because an ancestor cannot be split.
  ///
  /// - Parameter isWhole: Whether this box cannot be split itself.
  package func idleBreaks(isWhole: Bool) -> [JSONPath] {
    var result: [JSONPath] = []
    if isWhole, let breaking = flow?.breaking, let path = source?.path {
      if breaking.before == .page { result.append(path.key("breakBefore")) }
      if breaking.after == .page { result.append(path.key("breakAfter")) }
    }
    let keepsWhole = isWhole || !isDivisible || flow?.division != .children
    for child in dividedBoxes { result += child.idleBreaks(isWhole: keepsWhole) }
    return result
  }

  /// Whether the box's decoration allows splitting.
  private var isDivisible: Bool {
    decoration.map { $0.notches == nil && $0.mask == nil && !$0.isTurned } ?? true
  }

  /// The breaks between lines.
  ///
  /// At least two lines stay together before and after a break (CSS's `orphans` and `widows`).
  private var linePlaces: [BreakPlace] {
    var lines: [ClosedRange<Double>] = []
    for case .text(let text, let point) in content {
      lines += text.lines.map { $0.frame.minY + point.y...max($0.frame.minY, $0.frame.maxY) + point.y }
    }
    lines.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var rows: [ClosedRange<Double>] = []
    for line in lines {
      // A list marker, or the parts of a line at both sides of a shape.
      if let row = rows.last, line.lowerBound < (row.lowerBound + row.upperBound) / 2 {
        rows[rows.count - 1] = row.lowerBound...max(row.upperBound, line.upperBound)
      } else {
        rows.append(line)
      }
    }
    guard rows.count >= 4 else { return [] }
    return (2...rows.count - 2).map { number in
      BreakPlace(y: (rows[number - 1].upperBound + rows[number].lowerBound) / 2, rule: .auto)
    }
  }

  /// The box split at a height; the lower piece starts with the repeated items.
  package func divided(at y: Double) -> (LayoutBox, LayoutBox) {
    var (top, bottom) = (self, self)
    (top.content, bottom.content) = ([], [])
    let headHeight = flow?.headHeight ?? 0
    let shift = Point(x: 0, y: headHeight - y)
    // The items repeated inside an inner box push the following items down.
    var growth = 0.0
    var upperGrowth = 0.0
    for (number, entry) in content.enumerated() {
      if number < flow?.headCount ?? 0 {
        top.content.append(entry)
        bottom.content.append(entry.repeated)
        continue
      }
      let (upper, lower) = entry.divided(at: y)
      if let upper { top.content.append(upper) }
      guard let lower else { continue }
      bottom.content.append(lower.moved(by: shift + Point(x: 0, y: growth)))
      if case .box(let piece, _)? = upper, case .box(let whole, let origin) = entry,
        case .box(let rest, _) = lower
      {
        growth += rest.size.height - (origin.y + whole.size.height - y)
        upperGrowth = max(upperGrowth, origin.y + piece.size.height - y)
      }
    }
    top.size.height = y + upperGrowth
    bottom.size.height = size.height - y + headHeight + growth
    if flow?.keepsEdges == true {
      let edges = contentEdges
      top = top.withEdges(edges)
      bottom = bottom.withEdges(edges)
    }
    if let picture = decoration?.picture {
      let pieces = [picture.fitted(to: top.size), picture.fitted(to: bottom.size)]
      top.decoration?.picture = pieces[0]
      bottom.decoration?.picture = pieces[1]
    }
    // Each warning is reported once.
    bottom.warnings = []
    bottom.flow?.isContinued = true
    return (top, bottom)
  }

  /// The distances from the top edge to the first child, and from the last child to the bottom edge.
  package var contentEdges: (top: Double, bottom: Double) {
    var (top, end) = (size.height, 0.0)
    for case .box(let child, let point) in content where !child.holdsItems {
      (top, end) = (min(top, point.y), max(end, point.y + child.size.height))
    }
    return end > 0 ? (max(0, top), max(0, size.height - end)) : (0, 0)
  }

  /// The box with the given top and bottom padding.
  fileprivate func withEdges(_ edges: (top: Double, bottom: Double)) -> LayoutBox {
    let own = contentEdges
    return grown(top: edges.top - own.top, bottom: edges.bottom - own.bottom)
  }

  /// The box with more padding above and below its content.
  package func grown(top: Double, bottom: Double) -> LayoutBox {
    var box = self
    box.size.height += top + bottom
    if top != 0 { box.content = content.map { $0.moved(by: Point(x: 0, y: top)) } }
    return box
  }

  /// The tolerance for rounding errors in sums, in points.
  fileprivate static let tiny = 0.01
}

extension LayoutBox.Content {
  /// The pieces above and below a height; nil for an empty piece.
  fileprivate func divided(at y: Double) -> (upper: Self?, lower: Self?) {
    switch self {
    case .box(let box, let point) where box.holdsItems:
      let isAbove = box.content.allSatisfy { $0.divided(at: y - point.y).lower == nil }
      return isAbove ? (self, nil) : (nil, self)
    case .box(let box, let point):
      if point.y + box.size.height <= y + LayoutBox.tiny { return (self, nil) }
      if point.y >= y - LayoutBox.tiny { return (nil, self) }
      let (upper, lower) = box.divided(at: y - point.y)
      return (.box(upper, at: point), .box(lower, at: Point(x: point.x, y: y)))
    case .text(let text, let point):
      let count = text.lines.count { ($0.frame.minY + $0.frame.maxY) / 2 + point.y <= y }
      let (upper, lower) = text.divided(after: count)
      return (
        upper.lines.isEmpty ? nil : .text(upper, at: point),
        lower.lines.isEmpty ? nil : .text(lower, at: point)
      )
    case .item(.fill(.roundedRect(let outline), .solid(let color), _))
    where outline.rect.minY < y - 1 && outline.rect.maxY > y + 1:
      let (upper, lower) = outline.divided(at: y)
      return (.item(.roundedRect(upper, .solid(color))), .item(.roundedRect(lower, .solid(color))))
    case .item(let item):
      guard let bounds = item.outline, (bounds.minY + bounds.maxY) / 2 > y else { return (self, nil) }
      return (nil, self)
    case .confetti(_, let point): return point.y <= y ? (self, nil) : (nil, self)
    }
  }

  /// The same content, marked as repeated on a further page.
  fileprivate var repeated: Self {
    guard case .box(var box, let point) = self else { return self }
    if box.flow == nil { box.flow = BoxFlow() }
    box.flow?.isRepeated = true
    box.content = box.content.map(\.repeated)
    return .box(box, at: point)
  }

  package func moved(by way: Point) -> Self {
    switch self {
    case .box(let box, let point): return .box(box, at: point + way)
    case .text(let text, let point): return .text(text, at: point + way)
    case .confetti(let emitter, let point): return .confetti(emitter, at: point + way)
    case .item:
      var box = LayoutBox(size: .zero)
      box.content = [self]
      return .box(box, at: way)
    }
  }
}

extension RoundedRect {
  /// The rectangle split at a height; the edges at the split have square corners.
  fileprivate func divided(at y: Double) -> (upper: RoundedRect, lower: RoundedRect) {
    let top = CornerRadii(topLeft: radii.topLeft, topRight: radii.topRight, bottomRight: 0, bottomLeft: 0)
    let bottom = CornerRadii(
      topLeft: 0, topRight: 0, bottomRight: radii.bottomRight, bottomLeft: radii.bottomLeft)
    return (
      RoundedRect(
        rect: Rect(x: rect.minX, y: rect.minY, width: rect.width, height: y - rect.minY), radii: top,
        curve: curve),
      RoundedRect(
        rect: Rect(x: rect.minX, y: y, width: rect.width, height: rect.maxY - y), radii: bottom, curve: curve)
    )
  }
}
