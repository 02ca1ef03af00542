/// A source of glyph masks, bitmaps and outlines for painters.
package protocol GlyphSource: ~Copyable {
  /// The coverage mask of a glyph at one of sixteen subpixel positions, or nil if it draws nothing.
  ///
  /// `pixelSize` is the size of an em in pixels; the phases are quarters of a pixel, 0…3, to the right and
  /// downwards.
  ///
  /// - Throws: `RasterError.library` if the face cannot be read.
  borrowing func mask(
    of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int
  ) throws(RasterError) -> GlyphMask?

  /// The outline of a glyph; an em is 1, the pen is at the origin, y down.
  ///
  /// - Throws: `RasterError.library` if the face cannot be read.
  borrowing func outline(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Path

  /// The bitmap of a colour glyph, or nil if it has none.
  ///
  /// - Throws: `RasterError.library` if the face cannot be read.
  borrowing func picture(of glyph: UInt32, in face: FontFace) throws(RasterError) -> GlyphPicture?

  /// The advance of a glyph, in em; PDF documents store it for each glyph.
  ///
  /// - Throws: `RasterError.library` if the face cannot be read.
  borrowing func advance(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Double
}

extension GlyphSource where Self: ~Copyable {
  /// The right edge of the glyph's outline, for sources without advances.
  package borrowing func advance(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Double {
    try outline(of: glyph, in: face).bounds(under: .identity)?.maxX ?? 0
  }
}

/// Any source, also one that cannot be copied, such as ``FontLibrary``.
typealias Glyphs = GlyphSource & ~Copyable

/// A source without glyphs, for patterns.
struct NoGlyphs: GlyphSource {
  func mask(
    of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int
  ) -> GlyphMask? { nil }
  func outline(of glyph: UInt32, in face: FontFace) -> Path { Path() }
  func picture(of glyph: UInt32, in face: FontFace) -> GlyphPicture? { nil }
}

extension FontLibrary: GlyphSource {}
