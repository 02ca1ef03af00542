extension PaintedPicture {
  /// The picture as a PNG file; the rows are filtered where they lie.
  ///
  /// - Throws: `RasterError.library` when a library fails.
  public func png(_ compression: PNGCompression) throws(RasterError) -> [UInt8] {
    try png(compression, .one)
  }

  /// The same, packed by several threads.
  package func png(_ compression: PNGCompression, _ threads: PictureThreads) throws(RasterError) -> [UInt8] {
    let (width, height, scale) = (width, height, scale)
    let opaque = isOpaque ? true : nil
    return try withPixels { (bytes, stride) throws(RasterError) in
      try PNGEncoder.encode(
        premultiplied: bytes, width: width, height: height, stride: stride, isOpaque: opaque, scale: scale,
        compression: compression, threads: threads)
    }
  }

  /// The picture as a PNG file of `fast`, for a series of pictures.
  ///
  /// - Parameters:
  ///   - rows: what was kept of the last one.
  ///   - changed: which rows differ from it; nil when all may.
  /// - Throws: `RasterError.library` when a library fails.
  func fastPNG(keeping rows: FilteredRows, changed: [Bool]?) throws(RasterError) -> [UInt8] {
    let (width, height, scale) = (width, height, scale)
    let opaque = isOpaque ? true : nil
    return try withPixels { (bytes, stride) throws(RasterError) in
      let source = try PixelRows(
        width: width, height: height, stride: stride, order: .premultipliedBGRA, byteCount: bytes.count)
      return try PNGEncoder.fast(
        bytes, source, isOpaque: opaque, scale: scale, kept: PNGEncoder.Kept(rows: rows, changed: changed))
    }
  }
}
