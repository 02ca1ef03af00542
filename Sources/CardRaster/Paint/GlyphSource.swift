/// Where painters get the pictures and outlines of glyphs from.
public protocol GlyphSource: ~Copyable {
  /// The coverage of a glyph at one of sixteen places within a pixel, or nil when it shows nothing.
  ///
  /// `pixelSize` is the size of an em in pixels; the phases are quarters of a pixel, 0…3, to the right and downwards.
  ///
  /// - Throws: `RasterError.library` when the face cannot be read.
  borrowing func mask(
    of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int
  ) throws(RasterError) -> GlyphMask?

  /// The outline of a glyph; an em is 1, the pen at the origin, y down.
  ///
  /// - Throws: `RasterError.library` when the face cannot be read.
  borrowing func outline(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Path

  /// The picture of a coloured glyph, or nil when it has none.
  ///
  /// - Throws: `RasterError.library` when the face cannot be read.
  borrowing func picture(of glyph: UInt32, in face: FontFace) throws(RasterError) -> GlyphPicture?

  /// How far the pen moves to the right behind a glyph, in em; documents tell it of each glyph.
  ///
  /// - Throws: `RasterError.library` when the face cannot be read.
  borrowing func advance(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Double
}

extension GlyphSource where Self: ~Copyable {
  /// The right edge of the glyph's outline, for sources that know of no advances.
  public borrowing func advance(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Double {
    try outline(of: glyph, in: face).bounds(under: .identity)?.maxX ?? 0
  }
}
