/// A picture as it was painted, ready to be encoded.
public struct PaintedPicture: ~Copyable {
  let surface: CairoSurface
  /// Pixels in a point.
  public let scale: Double
  /// Whether every pixel is certainly opaque.
  public let isOpaque: Bool

  /// Pixels in a row.
  public var width: Int { surface.width }
  /// Rows.
  public var height: Int { surface.height }

  /// A copy of the pixels with straight alpha: `round(255 × channel ÷ alpha)`, a half upwards.
  ///
  /// - Throws: `RasterError.limit` when the picture has more pixels than a bitmap may.
  public func bitmap() throws(RasterError) -> Bitmap { try surface.bitmap() }

  /// Reads the rows, the top one first, `stride` bytes each: premultiplied pixels in the machine's own order of bytes
  /// (`PremultipliedPixel`).
  func withPixels<R, E: Error>(
    _ body: (_ bytes: UnsafeRawBufferPointer, _ stride: Int) throws(E) -> R
  ) throws(E) -> R {
    let stride = surface.stride
    return try surface.withPixels { (bytes) throws(E) in try body(bytes, stride) }
  }
}

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
