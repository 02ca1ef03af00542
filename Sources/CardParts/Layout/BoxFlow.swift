/// How a box goes on over the pages of a report; most boxes never do.
package struct BoxFlow: Hashable, Sendable {
  /// Where a page may end in a box.
  package enum Division: Hashable, Sendable {
    /// Nowhere.
    case none
    /// Between the boxes in it, which stand below each other, and in them.
    case children
    /// Between its lines of text.
    case lines
  }

  /// Where a page may end in it.
  package var division = Division.none
  /// How many of the first things in it are repeated at the top of each further page.
  package var headCount = 0
  /// How high these are together.
  package var headHeight = 0.0
  /// Whether the content of each piece stands as far from the edges of the piece as that of the whole box, and the space
  /// between two things is dropped where they are parted: CSS's `box-decoration-break: clone`.
  package var keepsEdges = false
  /// Whether it goes on from the page before.
  package var isContinued = false
  /// Whether it stands on the page before as well, and is repeated.
  package var isRepeated = false
  /// What the deck says of breaks around and in it.
  package var breaking = Breaking()

  /// Makes one that is never divided.
  package init(_ division: Division = .none, keepsEdges: Bool = false) {
    self.division = division
    self.keepsEdges = keepsEdges
  }
}

/// A place at which a page may end.
struct BreakPlace: Hashable {
  /// How far it lies below the upper edge of the box.
  var y: Double
  /// Whether a page must end there, may, or should not.
  var rule: PageBreak
  /// How much of the space above it is empty.
  var gap = 0.0
  /// How much taller than `y` the upper piece is, by the edges of boxes inside that end there.
  var growth = 0.0
}

extension LayoutBox {
  /// The places in a box at which pages may end, from the top.
  var breakPlaces: [BreakPlace] {
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

  /// The boxes between which a page may end and where they start, from the top; things beside each other in any order.
  private func children(after head: Int) -> [(box: LayoutBox, y: Double)] {
    var result: [(box: LayoutBox, y: Double)] = []
    for case .box(let child, let point) in content.dropFirst(head) where !child.holdsItems {
      result.append((child, point.y))
    }
    if zip(result, result.dropFirst()).contains(where: { $0.y > $1.y }) { result.sort { $0.y < $1.y } }
    return result
  }

  /// What holds above the box: what is said of it, or else of the first thing in it, as in CSS.
  var breakBefore: PageBreak {
    guard let flow else { return .auto }
    if flow.breaking.before != .auto || flow.division != .children { return flow.breaking.before }
    return dividedBoxes.first?.breakBefore ?? .auto
  }

  /// What holds below the box: what is said of it, or else of the last thing in it.
  var breakAfter: PageBreak {
    guard let flow else { return .auto }
    if let own = flow.breaking.after { return own }
    return flow.division == .children ? dividedBoxes.last?.breakAfter ?? .auto : .auto
  }

  /// The boxes between which a page may end.
  private var dividedBoxes: [LayoutBox] {
    content.compactMap { if case .box(let child, _) = $0, !child.holdsItems { child } else { nil } }
  }

  /// Whether it only carries something that a cut has moved.
  fileprivate var holdsItems: Bool { size == .zero && source == nil && flow == nil }

  /// The keys of parts in the box that ask for a page to end where none can, as something around them stays whole.
  ///
  /// - Parameter isWhole: whether that is so for the box itself.
  func idleBreaks(isWhole: Bool) -> [JSONPath] {
    var result: [JSONPath] = []
    if isWhole, let breaking = flow?.breaking, let path = source?.path {
      if breaking.before == .page { result.append(path.key("breakBefore")) }
      if breaking.after == .page { result.append(path.key("breakAfter")) }
    }
    let keepsWhole = isWhole || !isDivisible || flow?.division != .children
    for child in dividedBoxes { result += child.idleBreaks(isWhole: keepsWhole) }
    return result
  }

  /// Whether its look is that of several pieces too.
  private var isDivisible: Bool {
    decoration?.notches == nil && (decoration?.rotation ?? 0) == 0
  }

  /// Between lines, at least two of which stay together at the foot and at the top of a page.
  private var linePlaces: [BreakPlace] {
    var lines: [ClosedRange<Double>] = []
    for case .text(let text, let point) in content {
      lines += text.lines.map { $0.frame.minY + point.y...max($0.frame.minY, $0.frame.maxY) + point.y }
    }
    lines.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var rows: [ClosedRange<Double>] = []
    for line in lines {
      // A marker of a list, or pieces of a line beside a shape.
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

  /// The part of a box above a height and the one below it, which begins with what is repeated.
  func divided(at y: Double) -> (LayoutBox, LayoutBox) {
    var (top, bottom) = (self, self)
    (top.content, bottom.content) = ([], [])
    let headHeight = flow?.headHeight ?? 0
    let shift = Point(x: 0, y: headHeight - y)
    // What is repeated in a box inside pushes down all that follows it.
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
    // What is doubtful is said once.
    bottom.warnings = []
    bottom.flow?.isContinued = true
    return (top, bottom)
  }

  /// How far the first thing in the box stands below its upper edge, and the last one over its lower edge.
  var contentEdges: (top: Double, bottom: Double) {
    var (top, end) = (size.height, 0.0)
    for case .box(let child, let point) in content where !child.holdsItems {
      (top, end) = (min(top, point.y), max(end, point.y + child.size.height))
    }
    return end > 0 ? (max(0, top), max(0, size.height - end)) : (0, 0)
  }

  /// The box with as much room above and below what is in it.
  fileprivate func withEdges(_ edges: (top: Double, bottom: Double)) -> LayoutBox {
    let own = contentEdges
    return grown(top: edges.top - own.top, bottom: edges.bottom - own.bottom)
  }

  /// The box with more room above and below what is in it.
  func grown(top: Double, bottom: Double) -> LayoutBox {
    var box = self
    box.size.height += top + bottom
    if top != 0 { box.content = content.map { $0.moved(by: Point(x: 0, y: top)) } }
    return box
  }

  /// What sums of many small numbers lose.
  fileprivate static let tiny = 0.01
}

extension LayoutBox.Content {
  /// What of it lies above a height, and what below.
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

  /// The same on a further page.
  fileprivate var repeated: Self {
    guard case .box(var box, let point) = self else { return self }
    if box.flow == nil { box.flow = BoxFlow() }
    box.flow?.isRepeated = true
    box.content = box.content.map(\.repeated)
    return .box(box, at: point)
  }

  fileprivate func moved(by way: Point) -> Self {
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
  /// What of it lies above a height within it, and what below: the edges between both are straight.
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
