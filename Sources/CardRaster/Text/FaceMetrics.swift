/// The heights of a face, in em; what lies below the baseline counts as positive.
struct FaceMetrics: Hashable, Sendable {
  /// Design units of one em.
  var unitsPerEm: Double
  /// From the baseline up to the top of the line.
  var ascent: Double
  /// From the baseline down to the bottom of the line.
  var descent: Double
  /// The top edge of an underline, below the baseline.
  var underlineTop: Double
  /// How thick an underline is.
  var underlineThickness: Double
  /// The top edge of a strikethrough; negative, as it lies above the baseline.
  var strikethroughTop: Double
  /// How thick a strikethrough is.
  var strikethroughThickness: Double
}

extension FaceMetrics {
  /// The same with a line that is no taller, which keeps its shares above and below the baseline.
  func capped(at most: Double) -> FaceMetrics {
    guard ascent + descent > most else { return self }
    var result = self
    result.ascent = ascent * most / (ascent + descent)
    result.descent = descent * most / (ascent + descent)
    return result
  }
}
