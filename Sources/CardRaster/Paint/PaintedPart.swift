/// Some pixels of a picture, painted alone.
package struct PaintedPart: Sendable {
  /// The pixels.
  package let bitmap: Bitmap
  /// The position of the pixels in the picture.
  let area: PixelRect
  /// The pixel bounds of the whole picture.
  let whole: PixelRect
  /// The size of the whole picture, in points.
  let size: Size

  /// The colour of the pixel at a point of the picture; nil outside the painted part.
  package func color(at place: Point) -> Color? {
    guard !size.isEmpty else { return nil }
    let x = min(whole.width - 1, max(0, Int(place.x / size.width * Double(whole.width)))) - area.minX
    let y = min(whole.height - 1, max(0, Int(place.y / size.height * Double(whole.height)))) - area.minY
    guard (0..<area.width).contains(x), (0..<area.height).contains(y) else { return nil }
    let at = 4 * (y * area.width + x)
    return Color(
      red: bitmap.pixels[at], green: bitmap.pixels[at + 1], blue: bitmap.pixels[at + 2],
      alpha: bitmap.pixels[at + 3])
  }
}

extension BitmapPainter {
  /// Paints the pixels of a picture around a rectangle, identical to those of the whole picture.
  ///
  /// A backdrop blur reads other pixels: with one, all pixels are painted.
  ///
  /// - Throws: the errors of `bitmap`.
  package static func part(
    of list: DisplayList, around rect: Rect, fonts: borrowing FontLibrary
  ) throws(RasterError) -> PaintedPart {
    try part(of: list, around: rect, glyphs: fonts, cache: fonts.loaded.paints)
  }

  static func part(
    of list: DisplayList, around rect: Rect, glyphs: borrowing some Glyphs,
    cache: PaintCache? = nil
  ) throws(RasterError) -> PaintedPart {
    let state = try state(of: list)
    let whole = state.clip.bounds
    var area = whole
    if list.items.allSatisfy({ $0.backdrops == 0 }) {
      // One more pixel on each side, for points on an edge, and for lines, which have no height.
      let around = state.map.bounds(of: rect).inset(by: Insets(-1))
      area = PixelRect(covering: around)?.intersection(whole) ?? whole
    }
    try DisplayItem.Group.checkNesting(of: list.items)
    let painter = try BitmapPainter(width: area.width, height: area.height, cache: cache, SVGBudget())
    if let background = list.background {
      let square = PaintState(map: .identity, clip: state.clip)
      try painter.fill(
        .roundedRect(RoundedRect(rect: whole.rect)), background, bounds: whole.rect, square.onLayer(area))
    }
    try painter.paint(list.items, state.onLayer(area), glyphs)
    return PaintedPart(
      bitmap: try painter.picture(of: list).bitmap(), area: area, whole: whole, size: list.size)
  }
}
