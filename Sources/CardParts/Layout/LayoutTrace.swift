/// Remembers what happened while the pages of a deck were laid out: where the error came from that stopped it, and the work.
final class LayoutTrace {
  /// Where the error came from.
  private(set) var path: JSONPath?
  /// How many parts were laid out, those left out whose box was known for the same offer.
  private(set) var layouts = 0

  /// How much text was shaped for the present page, in bytes of Latin letters.
  private(set) var shapedText = 0

  /// Tells that a page begins.
  func beginPage() { shapedText = 0 }

  /// Counts text.
  ///
  /// - Throws: `RasterError.limit` when it is too much for one page.
  func count(text: Int) throws(RasterError) {
    shapedText += text
    guard shapedText <= Limits.shapedText else {
      throw .limit(
        what: "the text of a picture in bytes, with letters of other scripts than Latin twice",
        value: Double(shapedText), limit: Double(Limits.shapedText))
    }
  }

  /// Counts layouts.
  func count(_ number: Int) { layouts += number }

  /// Names the place of an error; the first, innermost one stays.
  func blame(_ path: JSONPath) {
    if self.path == nil { self.path = path }
  }
}
