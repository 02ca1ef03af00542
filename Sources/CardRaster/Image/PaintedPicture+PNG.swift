extension PaintedPicture {
  /// The picture as a PNG file; the rows are filtered where they lie.
  ///
  /// - Throws: `RasterError.library` when a library fails.
  public func png(_ compression: PNGCompression) throws(RasterError) -> [UInt8] {
    let (width, height, scale) = (width, height, scale)
    let opaque = isOpaque ? true : nil
    return try withPixels { (bytes, stride) throws(RasterError) in
      try PNGEncoder.encode(
        premultiplied: bytes, width: width, height: height, stride: stride, isOpaque: opaque, scale: scale,
        compression: compression)
    }
  }

  /// The picture as a PNG file for a series of pictures, the same as by itself; rows are kept of `fast` and `balanced`.
  ///
  /// - Parameters:
  ///   - rows: what was kept of the last one.
  ///   - changed: which rows differ from it; nil when all may.
  /// - Throws: `RasterError.library` when a library fails.
  func png(
    _ compression: PNGCompression, keeping rows: FilteredRows, changed: [Bool]?
  ) throws(RasterError) -> [UInt8] {
    let (width, height, scale) = (width, height, scale)
    let opaque = isOpaque ? true : nil
    return try withPixels { (bytes, stride) throws(RasterError) in
      let source = try PixelRows(
        width: width, height: height, stride: stride, order: .premultipliedBGRA, byteCount: bytes.count)
      let kept = PNGEncoder.Kept(rows: rows, changed: changed)
      switch compression {
      case .fast:
        return try PNGEncoder.fast(bytes, source, isOpaque: opaque, scale: scale, kept: kept)
      case .balanced:
        return try PNGEncoder.balanced(bytes, source, isOpaque: opaque, scale: scale, kept: kept)
      case .smallest:
        rows.forget()
        return try PNGEncoder.encode(
          bytes, source, isOpaque: opaque, scale: scale, compression: compression)
      }
    }
  }
}
