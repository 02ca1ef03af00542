/// The filtered rows of a PNG file of `fast`, kept for a picture that differs from it in some rows.
final class FilteredRows {
  private var bytes: UnsafeMutableBufferPointer<UInt8>?
  private var pixelBytes = 0

  deinit { bytes?.deallocate() }

  /// Filters the rows that changed, and those below them, since a filter looks at the row above.
  ///
  /// - Parameter changed: which rows differ from those of the last time; nil when all may.
  /// - Returns: all rows, each with its filter's number in front; they stay there until the next time.
  func refresh(
    _ source: inout PNGRows, height: Int, pixelBytes: Int, changed: [Bool]?
  ) -> UnsafeRawBufferPointer {
    let length = 1 + source.rowBytes
    var known = changed
    if bytes?.count != height * length || self.pixelBytes != pixelBytes || known?.count != height {
      known = nil
    }
    let target = space(height * length)
    self.pixelBytes = pixelBytes
    guard let start = target.baseAddress else { return UnsafeRawBufferPointer(target) }
    // Behind a row something is written that means nothing, which the next row must not see.
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: length + PNGFilter.slack)
    defer { line.deallocate() }
    for y in 0..<height {
      if let known, !known[y], y == 0 || !known[y - 1] { continue }
      source.skip(to: y)
      source.write(to: line)
      (start + y * length).update(from: line, count: length)
    }
    return UnsafeRawBufferPointer(target)
  }

  /// Room for so many bytes: the same as the last time where it fits.
  private func space(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    if let bytes, bytes.count == count { return bytes }
    bytes?.deallocate()
    let made = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    made.initialize(repeating: 0)
    bytes = made
    return made
  }
}
