/// Pango's settings for shaping a text.
struct LineRequest: Equatable {
  /// The direction of all paragraphs; nil to detect it for each from its text.
  var isRightToLeft: Bool?
  /// The language for the glyph forms of ideographs; see `ParagraphStyle.language`.
  var language = "zh-hans"
  /// For each span, the width of the missing-glyph box, in em.
  var missingAdvances: [Double] = []
}

/// The end of a line inside a paragraph.
struct LineEnd: Equatable {
  /// The first cluster of the next line.
  var place: Int
  /// Whether the line ends inside a word that is wider than the line.
  var isInsideWord = false
  /// The hyphen after the last character; nil for none.
  var hyphen: String?
}
