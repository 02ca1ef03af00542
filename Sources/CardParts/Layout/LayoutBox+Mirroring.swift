import CardRaster

extension LayoutBox {
  /// The box as it is read from the other side: everything inside stands on the other side of its own box.
  ///
  /// Parts place what they hold as if rows began at the left, so this one step is all that a deck from right to left needs.
  /// What pictures and maps show, and the glyphs of a line, are not turned.
  func mirrored() -> LayoutBox {
    guard !keepsDirection else { return self }
    var box = self
    box.radii = CornerRadii(
      topLeft: radii.topRight, topRight: radii.topLeft, bottomRight: radii.bottomLeft,
      bottomLeft: radii.bottomRight)
    (box.clipOutset.left, box.clipOutset.right) = (clipOutset.right, clipOutset.left)
    (box.fade.left, box.fade.right) = (fade.right, fade.left)
    box.motion?.offset.x *= -1
    if let notches = decoration?.notches { box.decoration?.notches = notches.mirrored(in: size) }
    if let border = decoration?.border { box.decoration?.border = border.mirrored }
    box.poses = poses?.mirrored
    box.sweep = sweep?.mirrored(in: size.width)
    box.content = content.map { entry in
      switch entry {
      case .item(let item): .item(item.mirrored(in: size.width))
      case .text(let text, let point):
        .text(text.mirrored(), at: Point(x: size.width - point.x - text.size.width, y: point.y))
      case .box(let inner, let point):
        .box(inner.mirrored(), at: Point(x: size.width - point.x - inner.size.width, y: point.y))
      case .confetti: entry
      }
    }
    return box
  }
}
