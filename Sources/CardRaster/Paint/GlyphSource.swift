/// Where painters get the pictures and outlines of glyphs from.
protocol GlyphSource: ~Copyable {
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
}

/// The coverage of a glyph: one byte a pixel, row-major, `width` bytes a row.
struct GlyphMask: Hashable, Sendable {
  /// How far the first column lies to the right of the pen's whole pixel.
  var left: Int
  /// How far the first row lies below the pen's whole pixel; mostly negative.
  var top: Int
  /// Pixels in a row.
  var width: Int
  /// Rows.
  var height: Int
  /// 0 outside the glyph … 255 inside.
  var coverage: [UInt8]
}

/// A glyph that is a coloured picture.
struct GlyphPicture: Hashable, Sendable {
  /// The picture as the font holds it.
  var bitmap: Bitmap
  /// Where it lies relative to the pen; an em is 1, y down.
  var frame: Rect
}
