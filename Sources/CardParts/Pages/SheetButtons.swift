import CardRaster
import CardScreens

/// The groups of buttons over the map.
struct SheetButtons {
  let sheet: MapSheet
  @CopyOnWriteBox private(set) var theme: ResolvedTheme
  let context: LayoutContext

  private var compatibility: SheetCompatibility { sheet.compatibility }
  private var colors: SheetColors { SheetColors(theme) }
  /// The accent colour of the deck's brand; nil without a brand.
  let accent: Color?
  private var tint: Color { sheet.buttonTintColor ?? accent ?? colors.blue }

  /// Both groups; nil for an empty group.
  ///
  /// - Parameter hasHeader: Whether a header replaces the upper group. Its buttons then move to the lower
  ///   group.
  func groups(hasHeader: Bool) throws(RasterError) -> (top: LayoutBox?, bottom: LayoutBox?) {
    var above = try cells(sheet.topMapToolBarItems, "topMapToolBarItems")
    var below = try cells(sheet.bottomMapToolBarItems, "bottomMapToolBarItems")
    if sheet.showDefaultButtons {
      // The compass is only visible on a rotated map. Its separator is always visible.
      let standard = [tracking(), compass()] + (sheet.showZoomButtons ? [zoom("+"), zoom("-")] : [])
      if sheet.locationButtonPosition == .top { above = standard + above } else { below = standard + below }
    }
    if hasHeader { (above, below) = ([], below + above) }
    return (group(above, isVertical: true), group(below, isVertical: false))
  }

  private func cells(_ parts: [AnyPart], _ key: String) throws(RasterError) -> [LayoutBox] {
    var result: [LayoutBox] = []
    for part in parts where !part.common.isHidden {
      let path = JSONPath.root.key("layout").key(key)
      let inner = try context.inside(path) { () throws(RasterError) in
        try context.layoutChild(part, SizeProposal(width: .fit(200), height: .fit(200)))
      }
      var cell = LayoutBox(
        size: Size(width: max(44, inner.size.width), height: max(44, inner.size.height)))
      cell.add(
        inner,
        at: Point(
          x: (cell.size.width - inner.size.width) / 2, y: (cell.size.height - inner.size.height) / 2))
      cell.region = "button"
      cell.label = inner.label
      result.append(cell)
    }
    return result
  }

  /// The arrow of the location button.
  private func tracking() -> LayoutBox {
    var box = LayoutBox(size: Size(width: 44, height: 44))
    box.region = "button"
    box.label = "Tracking"
    var path = Path()
    let corners = [(30.0, 14.0), (23, 30), (21, 23), (14, 21), (30, 14), (23, 30)]
    for (index, corner) in corners.enumerated() {
      let point = Point(x: corner.0, y: corner.1)
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    box.add(.stroke(path, Stroke(width: 1.5, cap: .round), tint))
    return box
  }

  /// A compass: a needle in a circle that points north; empty on a map that is not rotated.
  private func compass() -> LayoutBox {
    guard sheet.compassHeading.truncatingRemainder(dividingBy: 360) != 0 else {
      return LayoutBox(size: .zero)
    }
    var box = LayoutBox(size: Size(width: 44, height: 44))
    box.region = "button"
    box.label = "Compass"
    let middle = Point(x: 22, y: 22)
    let outer = RoundedRect(
      rect: Rect(x: 8, y: 8, width: 28, height: 28), radii: CornerRadii(14))
    box.add(
      .fill(
        .ring(outer: outer, inner: outer.inset(by: 1.5)), .solid(colors.secondaryLabel), bounds: outer.rect))
    let (sine, cosine) = Angle.sineAndCosine(degrees: -sheet.compassHeading)
    func turned(_ x: Double, _ y: Double) -> Point {
      middle + Point(x: x * cosine - y * sine, y: x * sine + y * cosine)
    }
    for (tip, color) in [(-10.0, colors.red), (10, colors.secondaryLabel)] {
      let half = Path.polygon([turned(-3.5, 0), turned(0, tip), turned(3.5, 0)])
      box.add(.fill(.path(half), .solid(color), bounds: outer.rect))
    }
    return box
  }

  private func zoom(_ sign: String) -> LayoutBox {
    var box = LayoutBox(size: Size(width: 44, height: 44))
    box.region = "button"
    box.label = sign == "+" ? "Zoom in" : "Zoom out"
    let ends = [(Point(x: 15, y: 22), Point(x: 29, y: 22)), (Point(x: 22, y: 15), Point(x: 22, y: 29))]
    for (start, end) in sign == "+" ? ends : [ends[0]] {
      var path = Path()
      path.move(to: start)
      path.line(to: end)
      box.add(.stroke(path, Stroke(width: 2, cap: .round), tint))
    }
    return box
  }

  /// Cells side by side or below each other, with separators between them.
  ///
  /// The last visible cell has no separator, because it would be at the group's edge.
  private func group(_ all: [LayoutBox], isVertical: Bool) -> LayoutBox? {
    guard let last = all.lastIndex(where: { !$0.size.isEmpty }) else { return nil }
    let cells = all[...last]
    let across = cells.map { isVertical ? $0.size.width : $0.size.height }.max() ?? 44
    let along = cells.reduce(Double(cells.count - 1)) { $0 + (isVertical ? $1.size.height : $1.size.width) }
    let size = Size(width: isVertical ? across : along, height: isVertical ? along : across)
    var panel = LayoutBox(size: size)
    panel.source = LayoutBox.Source(type: "mapButtons")
    let isGlass = sheet.areButtonsTranslucent && compatibility.isTranslucent
    let material =
      isGlass ? SheetMaterial.button(colors) : sheet.areButtonsTranslucent ? .regular(colors) : .thick(colors)
    material.fill(&panel)
    panel.radii = radii(size, isVertical: isVertical)
    panel.isClipped = true
    // The white separator of the first version, and that of a hidden button, are only visible on light
    // panels.
    let isLight = theme.appearance == .light
    let line = (isLight ? compatibility.buttonSeparatorColor : nil) ?? colors.separator
    var offset = 0.0
    for (index, cell) in cells.enumerated() {
      if index > 0, isLight || !cell.size.isEmpty {
        let rule =
          isVertical
          ? Rect(x: 0, y: offset, width: across, height: 1) : Rect(x: offset, y: 0, width: 1, height: across)
        panel.add(.rect(rule, line))
        offset += 1
      }
      panel.add(
        cell,
        at: isVertical
          ? Point(x: (across - cell.size.width) / 2, y: offset)
          : Point(x: offset, y: (across - cell.size.height) / 2))
      offset += isVertical ? cell.size.height : cell.size.width
    }
    if isGlass || !sheet.areButtonsTranslucent { panel.decoration?.shadows = [SheetMaterial.buttonShadow] }
    if !sheet.areButtonsTranslucent {
      panel.decoration?.border = Border(width: 0.5, color: Color.black.multiplyingAlpha(by: 0.05))
    }
    return panel
  }

  private func radii(_ size: Size, isVertical: Bool) -> CornerRadii {
    switch sheet.buttonShape {
    case .roundedRect: CornerRadii(8)
    case .circle:
      CornerRadii((compatibility.roundsRowsByHeight && !isVertical ? size.height : size.width) / 2)
    case .none: .zero
    }
  }
}
