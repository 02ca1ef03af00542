/// The filtered rows of a PNG file, kept for a picture that differs from it in some rows.
final class FilteredRows {
  /// What has to be the same for rows to be of use again.
  struct Form: Hashable {
    /// The bytes of a pixel.
    var pixelBytes: Int
    /// How the filters are chosen.
    var compression: PNGCompression
  }

  /// All rows, each with its filter's number in front.
  private(set) var bytes: [UInt8] = []
  /// Of each row whether it is of a photograph.
  private var isPhotograph: [Bool] = []
  private var form: Form?

  /// How many rows are of photographs.
  var photographRows: Int { isPhotograph.count { $0 } }

  /// Keeps nothing: the next picture is not like the one that was kept.
  func forget() { form = nil }

  /// Filters the rows that changed, and those below them, since a filter looks at the row above.
  ///
  /// - Parameter changed: which rows differ from those of the last time; nil when all may.
  func refresh(_ source: inout PNGRows, height: Int, form: Form, changed: [Bool]?) {
    let length = 1 + source.rowBytes
    var known = changed
    if bytes.count != height * length || self.form != form || known?.count != height { known = nil }
    if bytes.count != height * length { bytes = [UInt8](repeating: 0, count: height * length) }
    if isPhotograph.count != height { isPhotograph = [Bool](repeating: false, count: height) }
    self.form = form
    // Behind a row something is written that means nothing, which the next row must not see.
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: length + PNGFilter.slack)
    defer { line.deallocate() }
    bytes.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        if let known, !known[y], y == 0 || !known[y - 1] { continue }
        source.skip(to: y)
        let before = source.photographRows
        source.write(to: line)
        isPhotograph[y] = source.photographRows > before
        UnsafeMutableRawBufferPointer(rebasing: bytes[y * length..<(y + 1) * length])
          .copyMemory(from: UnsafeRawBufferPointer(start: line, count: length))
      }
    }
  }
}
