/// Paints display lists to pixels.
public enum BitmapPainter {
  /// Paints a picture: its pixels with straight alpha.
  ///
  /// - Throws: `RasterError.limit` when the picture or something in it is larger than `Limits` allows; `.library` when
  ///   cairo or a font fails; `.image` when an SVG picture cannot be drawn.
  public static func bitmap(_ list: DisplayList, fonts: borrowing FontLibrary) throws(RasterError) -> Bitmap {
    try paint(list, fonts: fonts).bitmap()
  }

  /// Paints a picture with what the fonts' worker has painted before.
  ///
  /// - Throws: what `bitmap` throws.
  static func paint(_ list: DisplayList, fonts: borrowing FontLibrary) throws(RasterError) -> PaintedPicture {
    let cache = fonts.loaded.paints
    return try paint(list, glyphs: fonts, cache: cache)
  }

  /// Paints a picture whose pixels stay as the painter left them, ready to be encoded.
  ///
  /// - Throws: what `bitmap` throws.
  public static func picture(
    _ list: DisplayList, fonts: borrowing FontLibrary
  ) throws(RasterError) -> PaintedPicture {
    try paint(list, glyphs: fonts)
  }

  /// Paints a picture: the background over all of it, then the items.
  ///
  /// - Throws: `RasterError.limit` when the picture or something in it is larger than `Limits` allows; `.library` when
  ///   cairo or a font fails; `.image` when an SVG picture cannot be drawn.
  static func paint<Glyphs: GlyphSource & ~Copyable>(
    _ list: DisplayList, glyphs: borrowing Glyphs, cache: PaintCache? = nil
  ) throws(RasterError) -> PaintedPicture {
    let (width, height) = try pixelSize(of: list)
    try DisplayItem.Group.checkNesting(of: list.items)
    let painter = try SurfacePainter(width: width, height: height, cache: cache)
    guard let all = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) else {
      throw .library(operation: "painting a picture", reason: "it is empty")
    }
    let state = PaintState(map: .scale(list.scale, list.scale), clip: PaintClip(bounds: all))
    if let background = list.background {
      // In pixels, since the last row and column may reach beyond the size in points.
      let square = PaintState(map: .identity, clip: state.clip)
      try painter.fill(
        .roundedRect(RoundedRect(rect: all.rect)), background, bounds: all.rect, square,
        hidden: DisplayItem.cover(of: list.items, state))
    }
    try painter.paint(list.items, state, glyphs)
    return PaintedPicture(
      surface: try painter.finished(), scale: list.scale, isOpaque: list.background?.isOpaque ?? false)
  }

  private static func pixelSize(of list: DisplayList) throws(RasterError) -> (Int, Int) {
    let sides = [list.size.width * list.scale, list.size.height * list.scale]
    for side in sides where !(side <= Double(Limits.canvasSide)) {
      throw .limit(what: "the longest side in pixels", value: side, limit: Double(Limits.canvasSide))
    }
    return (list.pixelWidth, list.pixelHeight)
  }
}
