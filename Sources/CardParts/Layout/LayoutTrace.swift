/// Remembers what happened while the pages of a deck were laid out: where the error came from that stopped it, and the work.
final class LayoutTrace {
  /// Where the error came from.
  private(set) var path: JSONPath?
  /// How many parts were laid out, those left out whose box was known for the same offer.
  private(set) var layouts = 0

  /// Counts layouts.
  func count(_ number: Int) { layouts += number }

  /// Names the place of an error; the first, innermost one stays.
  func blame(_ path: JSONPath) {
    if self.path == nil { self.path = path }
  }
}
