/// The limits that a text is held to before anything is shaped.
enum TextChecks {
  static func check(_ spans: [TextSpan]) throws(RasterError) {
    let bytes = spans.reduce(0) { $0 + $1.text.utf8.count }
    guard bytes <= Limits.textBytes else {
      throw .limit(
        what: "the length of a text in bytes", value: Double(bytes), limit: Double(Limits.textBytes))
    }
    for span in spans {
      guard span.font.size.isFinite, span.font.size > 0 else {
        throw .library(
          operation: "shape text", reason: "a font of size \(NumberText.text(span.font.size)) cannot be had")
      }
      guard span.font.size <= Limits.fontSize else {
        throw .limit(what: "a font's size", value: span.font.size, limit: Limits.fontSize)
      }
      for value in [span.letterSpacing, span.baselineOffset] {
        guard abs(value) <= Limits.fontSize else {
          throw .limit(what: "letter spacing or baseline offset", value: value, limit: Limits.fontSize)
        }
      }
    }
  }
}
