extension PNGEncoder {
  /// Encodes the pixels of an ARGB32 surface where they lie: blue, green, red, alpha, premultiplied.
  ///
  /// `stride` is in bytes; `isOpaque` may be given when every alpha is known to be 255, or known not to be.
  ///
  /// - Parameter threads: who packs it.
  /// - Throws: `RasterError.limit` for more than `Limits.canvasPixels` pixels, `RasterError.library` when a library
  ///   fails.
  static func encode(
    premultiplied rows: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, isOpaque: Bool?,
    scale: Double, compression: PNGCompression, threads: PictureThreads = .one
  ) throws(RasterError) -> [UInt8] {
    let layout = try PixelRows(
      width: width, height: height, stride: stride, order: .premultipliedBGRA, byteCount: rows.count)
    return try encode(
      rows, layout, isOpaque: isOpaque, scale: scale, compression: compression, threads: threads)
  }
}
