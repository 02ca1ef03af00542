/// What Pango has to know for breaking lines.
struct LineRequest {
  /// In points; nil for no end.
  var width: Double?
  /// Whether lines break between any two characters.
  var breaksAnywhere = false
  /// The direction of all paragraphs; nil to see by the text of each.
  var isRightToLeft: Bool?
  /// For each span how wide the sign for a missing character is, in em.
  var missingAdvances: [Double] = []
}
