/// The part of a surface that may be drawn on.
struct PaintClip {
  /// The visible pixels.
  var bounds: PixelRect
  /// Further upright clip rectangles, rounded or not on whole pixels, in pixels.
  var shapes: [RoundedRect] = []
  /// Whether there are clips of any other form.
  var hasOther = false

  /// Whether every pixel of a rectangle inside `bounds` may be drawn on fully.
  ///
  /// If so, pixels may be written directly; otherwise cairo must clip.
  func isOpen(in area: PixelRect) -> Bool {
    !hasOther && shapes.allSatisfy { $0.covers(area) }
  }
}

extension RoundedRect {
  /// Whether all of a rectangle of pixels is inside; false also if that is not certain.
  fileprivate func covers(_ area: PixelRect) -> Bool {
    // Cairo's own grid of coordinates.
    let near = 1.0 / 256
    let (left, top) = (Double(area.minX) - rect.minX, Double(area.minY) - rect.minY)
    let (right, bottom) = (rect.maxX - Double(area.maxX), rect.maxY - Double(area.maxY))
    guard left >= -near, top >= -near, right >= -near, bottom >= -near else { return false }
    func clears(_ corner: Double, _ x: Double, _ y: Double) -> Bool {
      // A circle that begins where a continuous corner does is inside of it everywhere.
      let radius = corner * reachPerRadius
      guard x < radius, y < radius else { return true }
      let (dx, dy) = (radius - x, radius - y)
      // The curve approximates a circle with an error of 0.03 %.
      let inner = radius * 0.999 - 0.1
      return inner > 0 && dx * dx + dy * dy <= inner * inner
    }
    return clears(radii.topLeft, left, top) && clears(radii.topRight, right, top)
      && clears(radii.bottomRight, right, bottom) && clears(radii.bottomLeft, left, bottom)
  }
}
