extension FontLibrary {
  /// The outline of a glyph: 1 em is 1 unit, y down, the pen at the origin.
  ///
  /// A glyph without an outline, such as a space or a coloured picture, gives an empty path.
  ///
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read.
  public borrowing func outline(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Path {
    let key = GlyphCache.Key(face: face, glyph: glyph)
    if let path = loaded.glyphs.outlines[key] { return path }
    let path = try loaded.faces.open(face).outline(of: glyph)
    loaded.glyphs.outlines[key] = path
    return path
  }
}
