import CardRaster

/// What lies around and behind a box.
extension Flattening {
  func outline(_ box: LayoutBox, _ frame: Rect) -> RoundedRect {
    snapped(RoundedRect(rect: frame, radii: box.radii, curve: box.cornerCurve))
  }

  /// The shadows of a box's outline, the lowest first; none below what hides them.
  func below(_ box: LayoutBox, _ decoration: BoxDecoration, _ frame: Rect) -> [DisplayItem] {
    guard !decoration.shadows.isEmpty else { return [] }
    let shape = outline(box, frame)
    // Below glass a shadow would be blurred and seen as dirt in it.
    let isOpaque =
      box.background?.isOpaque == true || decoration.picture?.isOpaque == true || decoration.backdropBlur > 0
    return decoration.shadows.reversed().map { .shadow(shape, $0, hole: isOpaque ? shape : nil) }
  }

  /// The picture and the shadows that fall into a box, over its background.
  func behind(_ box: LayoutBox, _ decoration: BoxDecoration, _ frame: Rect) -> [DisplayItem] {
    let shape = inside(decoration.border, of: outline(box, frame))
    let picture = decoration.picture?.items(in: shape, of: frame) { grid.snap($0) } ?? []
    // As in CSS, shadows fall inwards from the inner edge of the border.
    let edge = decoration.border?.innerEdge(of: outline(box, frame), whole: whole) ?? outline(box, frame)
    return picture + decoration.innerShadows.reversed().map { .innerShadow(edge, $0) }
  }

  /// The background of a box.
  ///
  /// Below an opaque line it ends where a picture does, though its colours stand as in the whole.
  func background(_ paint: Paint, of box: LayoutBox, _ frame: Rect) -> DisplayItem {
    let shape = outline(box, frame)
    let seen = box.radii.isZero ? shape : inside(box.decoration?.border, of: shape)
    return .fill(.roundedRect(seen), paint, bounds: shape.rect)
  }

  /// The outline of what an opaque line covers, which ends below the middle of the line: at a round corner nothing of it
  /// is seen beyond the line.
  func inside(_ border: Border?, of shape: RoundedRect) -> RoundedRect {
    guard let line = border?.uniform, line.isSeen, line.style == .solid, line.color.isOpaque else {
      return shape
    }
    return shape.inset(by: whole(line.width) / 2)
  }

  /// The frosted glass of a box, as visible as the box; nil where it has none.
  func glass(_ decoration: BoxDecoration, of box: LayoutBox, _ frame: Rect, opacity: Double) -> DisplayItem? {
    guard decoration.backdropBlur > 0, opacity > 0, !frame.size.isEmpty else { return nil }
    let shape = outline(box, frame)
    return .backdrop(
      decoration.notches.map { .path($0.outline(of: shape)) } ?? .roundedRect(shape),
      BackdropBlur(
        radius: decoration.backdropBlur, opacity: opacity, saturation: decoration.backdropSaturation))
  }

  /// What a box draws, with notches cut out and the line between them.
  func cut(_ notches: Notches.Placed, into items: [DisplayItem], of box: LayoutBox, _ frame: Rect)
    -> DisplayItem
  {
    let shape = outline(box, frame)
    let path = notches.outline(of: shape)
    var items = items
    // The outer half of the line is cut off.
    if let line = box.decoration?.border?.uniform, line.isSeen {
      items.append(.stroke(path, Stroke(width: whole(line.width) * 2), line.color))
    }
    if let line = notches.line(in: shape.rect) { items.append(line) }
    return .group(DisplayItem.Group(items, clip: .path(path)))
  }

  /// The border of a box.
  func border(_ border: Border, of box: LayoutBox, _ frame: Rect) -> [DisplayItem] {
    border.items(along: outline(box, frame), whole: whole)
  }
}
