/// Lines and the faces that their glyphs belong to.
struct RawText {
  /// The lines, from top to bottom.
  var lines: [RawLine]
  /// The faces.
  var faces: [FontFace]
  /// The characters that the chosen face turned out not to have.
  var unknown: [Unicode.Scalar] = []
}
