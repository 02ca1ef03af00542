/// Remembers where the error came from that stopped the layout of a page.
final class LayoutTrace {
  private(set) var path: JSONPath?

  /// Names the place of an error; the first, innermost one stays.
  func blame(_ path: JSONPath) {
    if self.path == nil { self.path = path }
  }
}
