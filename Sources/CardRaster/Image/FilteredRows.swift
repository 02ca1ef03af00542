/// The filtered rows of a PNG file of `fast`, kept for a picture that differs from it in some rows, with the parts of the
/// file that they were packed in.
final class FilteredRows {
  private var bytes: UnsafeMutableBufferPointer<UInt8>?
  private var pixelBytes = 0
  /// The parts of the stream, each of so many rows; nil where rows changed.
  private var parts: [ZlibPart?] = []
  /// Whether the rows of a part were moved against each other, which decides on the filters of all of them.
  private var areSkewed: [Bool] = []
  private var packer = ISALDeflate()

  deinit { bytes?.deallocate() }

  /// Filters the rows that changed, and those below them, since a filter looks at the row above, and packs the parts that
  /// they are in.
  ///
  /// - Parameters:
  ///   - source: the rows of the picture.
  ///   - form: how the file is laid out.
  ///   - changed: which rows differ from those of the last time; nil when all may.
  /// - Throws: `RasterError.library` when ISA-L fails.
  func parts(_ source: inout PNGRows, _ form: Form, changed: [Bool]?) throws(RasterError) -> [ZlibPart] {
    let target = refresh(&source, form, changed: changed)
    let length = 1 + source.rowBytes
    var result: [ZlibPart] = []
    for number in parts.indices {
      if let kept = parts[number] {
        result.append(kept)
        continue
      }
      let rows = form.rows(of: number)
      let all = UnsafeRawBufferPointer(
        rebasing: target[rows.lowerBound * length..<rows.upperBound * length])
      let part = try packer.part(all, isLast: rows.upperBound == form.height)
      parts[number] = part
      result.append(part)
    }
    return result
  }

  /// How the rows of a file are laid out.
  struct Form {
    let height: Int
    /// Bytes of a pixel.
    let pixelBytes: Int
    /// So many rows are packed together.
    let partRows: Int

    /// How many parts there are.
    var parts: Int { (height + partRows - 1) / partRows }

    /// The rows of a part.
    func rows(of part: Int) -> Range<Int> { part * partRows..<min(height, (part + 1) * partRows) }
  }

  private func refresh(_ source: inout PNGRows, _ form: Form, changed: [Bool]?) -> UnsafeRawBufferPointer {
    let (height, length) = (form.height, 1 + source.rowBytes)
    var known = changed
    if bytes?.count != height * length || pixelBytes != form.pixelBytes || known?.count != height {
      known = nil
    }
    if known == nil {
      parts = Array(repeating: nil, count: form.parts)
      areSkewed = Array(repeating: false, count: form.parts)
    }
    let target = space(height * length)
    pixelBytes = form.pixelBytes
    guard let start = target.baseAddress else { return UnsafeRawBufferPointer(target) }
    // Behind a row something is written that means nothing, which the next row must not see.
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: length + PNGFilter.slack)
    defer { line.deallocate() }
    for number in 0..<form.parts {
      let rows = form.rows(of: number)
      // A filter looks at the row above.
      func differs(_ y: Int) -> Bool { known.map { $0[y] || (y > 0 && $0[y - 1]) } ?? true }
      guard let first = rows.first(where: differs) else { continue }
      parts[number] = nil
      // A part is a group of them.
      let isSkewed = source.areSkewed(at: first)
      let isAsBefore = areSkewed[number] == isSkewed
      areSkewed[number] = isSkewed
      for y in isAsBefore ? first..<rows.upperBound : rows where !isAsBefore || differs(y) {
        source.skip(to: y)
        source.write(to: line)
        (start + y * length).update(from: line, count: length)
      }
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
