/// The part of a surface that may be drawn on.
struct PaintClip {
  /// Nothing outside is to be seen.
  var bounds: PixelRect
  /// Upright rectangles, rounded or between pixels, that cut further, in pixels.
  var shapes: [RoundedRect] = []
  /// Whether there are cuts of any other form.
  var hasOther = false

  /// Whether within a rectangle, which lies in `bounds`, every pixel may be drawn on in full.
  ///
  /// Then our own loops may write pixels; otherwise cairo has to cut.
  func isOpen(in area: PixelRect) -> Bool {
    !hasOther && shapes.allSatisfy { $0.covers(area) }
  }
}

extension RoundedRect {
  /// Whether all of a rectangle of pixels is inside; false also where that is not certain.
  fileprivate func covers(_ area: PixelRect) -> Bool {
    // Cairo's own grid of coordinates.
    let near = 1.0 / 256
    let (left, top) = (Double(area.minX) - rect.minX, Double(area.minY) - rect.minY)
    let (right, bottom) = (rect.maxX - Double(area.maxX), rect.maxY - Double(area.maxY))
    guard left >= -near, top >= -near, right >= -near, bottom >= -near else { return false }
    func clears(_ corner: Double, _ x: Double, _ y: Double) -> Bool {
      // A circle that begins where a continuous corner does lies inside of it everywhere.
      let radius = corner * reachPerRadius
      guard x < radius, y < radius else { return true }
      let (dx, dy) = (radius - x, radius - y)
      // The curve stands for a circle with an error of 0.03 %.
      let inner = radius * 0.999 - 0.1
      return inner > 0 && dx * dx + dy * dy <= inner * inner
    }
    return clears(radii.topLeft, left, top) && clears(radii.topRight, right, top)
      && clears(radii.bottomRight, right, bottom) && clears(radii.bottomLeft, left, bottom)
  }
}
