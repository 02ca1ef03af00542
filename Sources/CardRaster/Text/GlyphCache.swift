/// Glyphs that were read or drawn already.
final class GlyphCache {
  /// Names a glyph.
  struct Key: Hashable {
    let face: FontFace
    let glyph: UInt32
  }

  var outlines: [Key: Path] = [:]
}
