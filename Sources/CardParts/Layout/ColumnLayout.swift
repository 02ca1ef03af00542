import CardRaster

/// Places parts below each other as a card does: margins add up and never collapse, every part is as wide as the column.
struct ColumnLayout {
  /// What the column stands in, which decides about margins that a deck does not give.
  enum Surroundings {
    /// A card with so much space above and below its parts: the theme's margins hold.
    case card(top: Double, bottom: Double)
    /// A row, an item, a page: it lies inside the theme's margins already, so that parts keep a given distance from its
    /// sides. To the edges of an item and of a page parts may bleed.
    case box(side: Double, hasEdges: Bool = false)
    /// A group of parts: the theme's margins make only the gaps between them.
    case group
  }

  let parts: [AnyPart]
  var surroundings = Surroundings.card(top: 0, bottom: 0)

  /// Lays out the parts in a width; the height is what they need, or the one that is asked for.
  ///
  /// Where a height is asked for and parts have none of their own, these share what is left over, and give way where it
  /// is too little. Else parts that bleed at an end reach the edge there, and of what is left over a share lies above the
  /// others: 0…1.
  func layout(
    width: Double, height: Proposal.Length = .fit(.infinity), shareAbove: Double = 0,
    _ context: LayoutContext
  ) throws(RasterError) -> LayoutBox {
    let shown = parts.filter { !$0.common.isHidden }
    var boxes: [LayoutBox] = []
    let margins = margins(of: shown, context.theme)
    for (part, margins) in zip(shown, margins) {
      boxes.append(try context.layout(part, offer(part, margins, width, .fit(.infinity))))
    }
    let natural = ColumnLayout.height(of: boxes, margins)
    if let exact = height.exact, exact != natural {
      let open = shown.indices.filter { shown[$0].takesAnyHeight }
      let own = open.reduce(0) { $0 + boxes[$1].size.height }
      for index in open {
        let before = boxes[index].size.height
        let part = exact > natural ? 1 / Double(open.count) : own > 0 ? before / own : 0
        let share = max(0, before + (exact - natural) * part)
        boxes[index] = try context.layout(
          shown[index], offer(shown[index], margins[index], width, .exact(share)))
      }
    }
    var result = LayoutBox(size: Size(width: width, height: 0))
    let needed = ColumnLayout.height(of: boxes, margins)
    let spare = max(0, (height.exact ?? needed) - needed)
    let isHeld = ends(of: shown)
    var y = 0.0
    for (index, part) in shown.enumerated() {
      if index == (isHeld.above ? 1 : 0) { y += spare * shareAbove }
      if index > 0, index == shown.count - 1, isHeld.below { y += spare * (1 - shareAbove) }
      y += margins[index].top
      var box = boxes[index]
      if part.part.reachesCardEdges {
        box.clipOutset = Insets(top: 0, left: margins[index].left, bottom: 0, right: margins[index].right)
      }
      let room = width - margins[index].horizontal
      if part.common.bleed, edges == nil {
        box.warnings.append(
          try context.inside(part.path) { () throws(RasterError) in
            context.warning(
              "the part stands where there are no edges to go to: they are those of a card, an item, a page",
              key: "bleed")
          })
      }
      if box.size.width > room + 0.5, part.common.width != nil {
        let excess = NumberText.text(box.size.width - room, digits: 1)
        box.warnings.append(
          try context.inside(part.path) { () throws(RasterError) in
            context.warning("the part is \(excess) points wider than the room for it", key: "width")
          })
      }
      let share = part.common.sizing?.alignSelf?.share ?? 0
      result.add(box, at: Point(x: margins[index].left + max(0, room - box.size.width) * share, y: y))
      y += box.size.height + margins[index].bottom
    }
    if let exact = height.exact, y > exact + 0.5 {
      result.warnings.append(
        context.warning(
          "the content is \(NumberText.text(y - exact, digits: 1)) points taller than the height of \(NumberText.text(exact))"
        ))
    }
    result.flow = BoxFlow(.children)
    result.size.height = height.exact ?? y
    return result
  }

  /// The space around each of the parts.
  func margins(of shown: [AnyPart], _ theme: ResolvedTheme) -> [Insets] {
    shown.enumerated().map { index, part in
      let (isFirst, isLast) = (index == 0, index == shown.count - 1)
      var margins = part.margins(theme)
      let isGiven = part.common.margins != nil
      switch surroundings {
      case _ where isGiven: break
      case .card: break
      case .box(let side, _):
        (margins.left, margins.right) = (min(side, margins.left), min(side, margins.right))
      case .group:
        (margins.left, margins.right) = (0, 0)
        if isFirst { margins.top = 0 }
        if isLast { margins.bottom = 0 }
      }
      guard part.common.bleed, let edges else { return margins }
      if !isGiven {
        (margins.left, margins.right) = (0, 0)
        // What stands next to it keeps as far from it as from the edge in whose place it is.
        if isFirst { (margins.top, margins.bottom) = (0, max(margins.bottom, edges.top)) }
        if isLast { (margins.top, margins.bottom) = (isFirst ? 0 : max(margins.top, edges.bottom), 0) }
      }
      if isFirst { margins.top -= edges.top }
      if isLast { margins.bottom -= edges.bottom }
      return margins
    }
  }

  /// How far the upper and the lower edge, to which a part may bleed, lie outside of the column; nil where there are none.
  private var edges: (top: Double, bottom: Double)? {
    switch surroundings {
    case .card(let top, let bottom): (top, bottom)
    case .box(_, let hasEdges): hasEdges ? (0, 0) : nil
    case .group: nil
    }
  }

  /// Whether a part at an end of the column is to reach an edge that lies further away than the others need.
  var isHeldAtEnds: Bool {
    let isHeld = ends(of: parts.filter { !$0.common.isHidden })
    return isHeld.above || isHeld.below
  }

  /// Whether the first and the last of the parts that are shown are to reach the edge there.
  private func ends(of shown: [AnyPart]) -> (above: Bool, below: Bool) {
    guard edges != nil else { return (false, false) }
    return (shown.first?.common.bleed == true, shown.last?.common.bleed == true)
  }

  /// The height that boxes need below each other, with their margins.
  private static func height(of boxes: [LayoutBox], _ margins: [Insets]) -> Double {
    zip(boxes, margins).reduce(0) { $0 + $1.0.size.height + $1.1.vertical }
  }

  /// The width that the parts need: that of the widest, at most a bound.
  ///
  /// Parts that take any width do not count.
  func naturalWidth(within bound: Double, _ context: LayoutContext) throws(RasterError) -> Double {
    let shown = parts.filter { !$0.common.isHidden }
    var widest = 0.0
    for (part, margins) in zip(shown, margins(of: shown, context.theme)) {
      let sides = margins.horizontal
      if part.part.hasNoWidth, part.common.width == nil {
        widest = max(widest, sides)
      } else {
        let offer = Proposal(width: .fit(max(0, bound - sides)))
        widest = max(widest, try context.layout(part, offer).size.width + sides)
      }
    }
    return min(widest, bound)
  }

  private func offer(_ part: AnyPart, _ margins: Insets, _ width: Double, _ height: Proposal.Length)
    -> Proposal
  {
    let room = max(0, width - margins.horizontal)
    if let sizing = part.common.sizing {
      if let share = sizing.widthShare { return Proposal(width: .exact(room * share), height: height) }
      if let own = sizing.alignSelf {
        return Proposal(width: own == .fill ? .exact(room) : .fit(room), height: height)
      }
    }
    let fills = part.part.fillsWidth || part.common.bleed && edges != nil
    return Proposal(width: fills ? .exact(room) : .fit(room), height: height)
  }
}

extension AnyPart {
  /// Whether nothing says how tall it is: what it holds, a height, or a width with an `aspectRatio`.
  fileprivate var takesAnyHeight: Bool {
    part.hasNoHeight && common.height == nil && common.sizing?.aspectRatio == nil
  }
}
