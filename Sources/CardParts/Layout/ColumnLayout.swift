import CardRaster

/// Places parts below each other as a card does: margins add up and never collapse, every part is as wide as the column.
struct ColumnLayout {
  let parts: [AnyPart]

  /// Lays out the parts in a width; the height is what they need, or the one that is asked for.
  ///
  /// Where a height is asked for and parts have none of their own, these share what is left over, and give way where it
  /// is too little.
  func layout(width: Double, height: Length = .fit(.infinity), _ context: LayoutContext) throws(RasterError)
    -> LayoutBox
  {
    let shown = parts.filter { !$0.common.isHidden }
    var boxes: [LayoutBox] = []
    for part in shown { boxes.append(try context.layout(part, offer(part, width, .fit(.infinity), context))) }
    let margins = shown.map { $0.margins(context.theme) }
    let natural = zip(boxes, margins).reduce(0) { $0 + $1.0.size.height + $1.1.vertical }
    if let exact = height.exact, exact != natural {
      let open = shown.indices.filter { shown[$0].part.hasNoHeight && shown[$0].common.height == nil }
      let own = open.reduce(0) { $0 + boxes[$1].size.height }
      for index in open {
        let before = boxes[index].size.height
        let part = exact > natural ? 1 / Double(open.count) : own > 0 ? before / own : 0
        let share = max(0, before + (exact - natural) * part)
        boxes[index] = try context.layout(shown[index], offer(shown[index], width, .exact(share), context))
      }
    }
    var result = LayoutBox(size: Size(width: width, height: 0))
    var y = 0.0
    for (index, part) in shown.enumerated() {
      y += margins[index].top
      var box = boxes[index]
      if part.part.reachesCardEdges {
        box.clipOutset = Insets(top: 0, left: margins[index].left, bottom: 0, right: margins[index].right)
      }
      let room = width - margins[index].horizontal
      if box.size.width > room + 0.5, part.common.width != nil {
        let excess = NumberText.text(box.size.width - room, digits: 1)
        box.warnings.append(
          try context.inside(part.path) { () throws(RasterError) in
            context.warning("the part is \(excess) points wider than the room for it", key: "width")
          })
      }
      result.add(box, at: Point(x: margins[index].left, y: y))
      y += box.size.height + margins[index].bottom
    }
    if let exact = height.exact, y > exact + 0.5 {
      result.warnings.append(
        context.warning(
          "the content is \(NumberText.text(y - exact, digits: 1)) points taller than the height of \(NumberText.text(exact))"
        ))
    }
    result.size.height = height.exact ?? y
    return result
  }

  private func offer(_ part: AnyPart, _ width: Double, _ height: Length, _ context: LayoutContext) -> Proposal
  {
    let room = max(0, width - part.margins(context.theme).horizontal)
    return Proposal(width: part.part.fillsWidth ? .exact(room) : .fit(room), height: height)
  }
}
