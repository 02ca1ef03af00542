import CardRaster

/// Bars at the edges of the screen.
extension SheetLayout {
  /// A row of buttons at the lower edge of the screen.
  func toolBar(_ card: SheetCardLayout, _ scene: Scene) throws(RasterError) -> (
    box: LayoutBox, at: Point
  )? {
    let own = card.own
    guard !own.floatingToolBar.isEmpty else { return nil }
    let room = max(1, scene.geometry.cardWidth - 32)
    let cells = try own.floatingToolBar.filter { !$0.common.isHidden }.map { part throws(RasterError) in
      try card.context.layout(part, Proposal(width: .fit(room), height: .fit(200)))
    }
    let height = cells.map(\.size.height).max() ?? 0
    let natural = cells.reduce(0) { $0 + $1.size.width } + 17 * Double(max(0, cells.count - 1))
    let spare = own.floatingToolBarAlignment == .fill ? max(0, room - natural) : 0
    var box = LayoutBox(size: Size(width: natural + spare, height: height))
    var x = 0.0
    for (index, cell) in cells.enumerated() {
      if index > 0 {
        let gap = spare / Double(max(1, cells.count - 1)) / 2
        x += 8 + gap
        box.add(.rect(Rect(x: x, y: 0, width: 1, height: height), colors.separator))
        x += 9 + gap
      }
      box.add(cell, at: Point(x: x, y: (height - cell.size.height) / 2))
      x += cell.size.width
    }
    let left = scene.geometry.card(0).minX + 16
    let share =
      switch own.floatingToolBarAlignment {
      case .leading, .fill: 0.0
      case .center: 0.5
      case .trailing: 1.0
      }
    return (
      box,
      Point(
        x: left + (room - box.size.width) * share,
        y: scene.size.height - scene.geometry.safeArea.bottom - 16 - height)
    )
  }

  /// A bar over everything, below which all the rest begins.
  func stickyBar() throws(RasterError) -> LayoutBox? {
    guard !parts.stickyBar.isEmpty else { return nil }
    let path = JSONPath.root.key("layout").key("stickyBar")
    let height: Proposal.Length = sheet.stickyBarHeight.map { .exact($0) } ?? .fit(.infinity)
    var box = try context.inside(path) { () throws(RasterError) in
      try LayersPart(layers: parts.stickyBar).layout(
        Proposal(width: .exact(screen.width), height: height), context)
    }
    if box.size.height == 0 { box.size.height = 50 }
    // The status bar covers the upper edge of the bar: words there could not be read.
    let top = sheet.safeAreaInsets.top
    if box.hasWords(above: top) {
      if sheet.stickyBarHeight == nil {
        var lowered = LayoutBox(size: Size(width: box.size.width, height: top + box.size.height))
        lowered.add(box, at: Point(x: 0, y: top))
        box = lowered
      } else {
        box.warnings.append(
          context.warning(
            "text of the sticky bar is hidden behind the status bar",
            at: JSONPath.root.key("layout").key("stickyBarHeight"),
            hint: "leave \(NumberText.text(top)) points above the text"))
      }
    }
    try context.check(box.size.height, "the height of the sticky bar in pixels")
    box.size.height = min(box.size.height, screen.height)
    box.background = .solid(theme.cardBackgroundColor)
    box.source = LayoutBox.Source(type: "stickyBar", path: path)
    return box
  }
}

extension LayoutBox {
  /// Whether the middle of a line of text is above a place.
  fileprivate func hasWords(above y: Double) -> Bool {
    content.contains { entry in
      switch entry {
      case .item, .confetti: false
      case .text(let text, let point): text.lines.contains { point.y + $0.frame.midY < y }
      case .box(let box, let point): box.hasWords(above: y - point.y)
      }
    }
  }
}
