/// What Pango has to know for shaping a text.
struct LineRequest: Equatable {
  /// The direction of all paragraphs; nil to see by the text of each.
  var isRightToLeft: Bool?
  /// The language that the forms of ideographs follow; see `ParagraphStyle.language`.
  var language = "zh-hans"
  /// For each span how wide the sign for a missing character is, in em.
  var missingAdvances: [Double] = []
}

/// Where a line ends inside a paragraph.
struct LineEnd: Equatable {
  /// The first cluster of the next line.
  var place: Int
  /// Whether a word goes on in the next line, since it is wider than the line.
  var isInsideWord = false
  /// What is shown behind the last character; nil for nothing.
  var hyphen: String?
}
