/// The filtered rows of a PNG file with `fast` compression, and their compressed parts.
///
/// They are reused for a picture that differs only in some rows.
final class FilteredRows {
  private var bytes: UnsafeMutableBufferPointer<UInt8>?
  private var pixelBytes = 0
  /// The compressed parts of the stream; nil for a part whose rows changed.
  private var parts: [ZlibPart?] = []
  /// For each part, whether its rows are shifted copies of each other, which determines their filters.
  private var isDiagonalGradient: [Bool] = []
  private var packer = ISALDeflate()

  deinit { bytes?.deallocate() }

  /// Filters the rows that changed and compresses the parts that contain them.
  ///
  /// The rows below changed ones are filtered too, as a filter uses the row above.
  ///
  /// - Parameters:
  ///   - source: the rows of the picture.
  ///   - form: the layout of the file.
  ///   - changed: for each row, whether it differs from the last picture; nil if all may differ.
  /// - Throws: `RasterError.library` if ISA-L fails.
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

  /// The layout of the rows of a file.
  struct Form {
    let height: Int
    /// Bytes per pixel.
    let pixelBytes: Int
    /// The number of rows that are compressed together.
    let partRows: Int

    var parts: Int { (height + partRows - 1) / partRows }

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
      isDiagonalGradient = Array(repeating: false, count: form.parts)
    }
    let target = space(height * length)
    pixelBytes = form.pixelBytes
    guard let start = target.baseAddress else { return UnsafeRawBufferPointer(target) }
    // Some unused bytes are written after a row, which must not overwrite the next row.
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: length + PNGFilter.slack)
    defer { line.deallocate() }
    for number in 0..<form.parts {
      let rows = form.rows(of: number)
      // A filter uses the row above.
      func differs(_ y: Int) -> Bool { known.map { $0[y] || (y > 0 && $0[y - 1]) } ?? true }
      guard let first = rows.first(where: differs) else { continue }
      parts[number] = nil
      // A part is a group of rows.
      let isSkewed = source.isDiagonalGradient(at: first)
      let isAsBefore = isDiagonalGradient[number] == isSkewed
      isDiagonalGradient[number] = isSkewed
      for y in isAsBefore ? first..<rows.upperBound : rows where !isAsBefore || differs(y) {
        source.skip(to: y)
        source.write(to: line)
        (start + y * length).update(from: line, count: length)
      }
    }
    return UnsafeRawBufferPointer(target)
  }

  /// A buffer of a number of bytes: the one used before if it is large enough.
  private func space(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    if let bytes, bytes.count == count { return bytes }
    bytes?.deallocate()
    let made = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    made.initialize(repeating: 0)
    bytes = made
    return made
  }
}
