/// A line as Pango breaks it: glyphs in visual order, before anything is placed on a page.
struct RawLine {
  /// One glyph.
  struct Glyph {
    /// Its number in the face.
    var id: UInt32
    /// The number of its face in `RawText.faces`.
    var face: Int
    /// The byte that its cluster starts with.
    var byte: Int
    /// How far the pen moves, in points.
    var advance: Double
    /// Where it is drawn, relative to the pen.
    var x: Double
    /// Where it is drawn, relative to the baseline; y down.
    var y: Double
    /// Whether its text runs from right to left.
    var isRightToLeft: Bool
  }

  /// The bytes of the line.
  var bytes: Range<Int>
  /// Its glyphs.
  var glyphs: [Glyph]
  /// The sum of the advances.
  var width: Double
  /// Whether its paragraph runs from right to left.
  var isRightToLeft: Bool
  /// Whether it starts inside a word, since the word is wider than the line.
  var startsInsideWord: Bool
}
