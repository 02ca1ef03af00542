extension FontLibrary {
  /// The outline of a glyph: 1 em is 1 unit, y down, the pen at the origin.
  ///
  /// A glyph without an outline, such as a space or a coloured picture, gives an empty path.
  ///
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read.
  public borrowing func outline(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Path {
    let faces = loaded.faces
    return try loaded.glyphs.outline(.init(face: face, glyph: glyph)) { () throws(RasterError) in
      try faces.open(face).outline(of: glyph)
    }
  }

  /// The advance of a glyph in em.
  ///
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read.
  public borrowing func advance(of glyph: UInt32, in face: FontFace) throws(RasterError) -> Double {
    try loaded.faces.open(face).advance(of: glyph)
  }

  /// The coverage of a glyph, unhinted, with the pen at a quarter of a pixel; nil when there is nothing to be seen.
  ///
  /// - Parameters:
  ///   - glyph: its number in the face.
  ///   - face: the face that it is in.
  ///   - pixelSize: pixels per em, rounded to 1/64; meant for up to 256, above which outlines are better.
  ///   - phaseX: how many quarters of a pixel the pen stands right of its whole pixel, 0…3.
  ///   - phaseY: how many quarters of a pixel the pen stands below its whole pixel, 0…3.
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read, `.limit` when it is too large.
  public borrowing func mask(
    of glyph: UInt32, in face: FontFace, pixelSize: Double, phaseX: Int, phaseY: Int
  ) throws(RasterError) -> GlyphMask? {
    guard pixelSize.isFinite, pixelSize >= 1.0 / 64 else { return nil }
    let most = Limits.fontSize * Limits.scale
    guard pixelSize <= most else {
      throw .limit(what: "a font's size in pixels", value: pixelSize, limit: most)
    }
    let (x, y) = (phaseX & 3, phaseY & 3)
    let (faces, cache) = (loaded.faces, loaded.glyphs)
    let key = GlyphCache.MaskKey(
      face: cache.number(of: face), glyph: glyph, size: Int((pixelSize * 64).rounded()), phase: x + 4 * y)
    return try cache.mask(key) { () throws(RasterError) in
      try faces.open(face).mask(of: glyph, pixelSize: pixelSize, phaseX: x, phaseY: y)
    }
  }

  /// The picture of a glyph of a coloured face; nil when it has none.
  ///
  /// - Throws: `RasterError.library` when the face or the glyph cannot be read.
  public borrowing func picture(of glyph: UInt32, in face: FontFace) throws(RasterError) -> GlyphPicture? {
    let faces = loaded.faces
    return try loaded.glyphs.picture(.init(face: face, glyph: glyph)) { () throws(RasterError) in
      try faces.open(face).picture(of: glyph)
    }
  }
}
