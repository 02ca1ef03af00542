/// A painted picture, ready to be encoded.
public struct PaintedPicture: ~Copyable {
  let surface: CairoSurface
  /// Pixels per point.
  public let scale: Double
  /// Whether every pixel is known to be opaque.
  public let isOpaque: Bool

  /// The width in pixels.
  public var width: Int { surface.width }
  /// The height in pixels.
  public var height: Int { surface.height }

  /// A copy of the pixels with straight alpha: `round(255 × channel ÷ alpha)`, halves rounded up.
  ///
  /// - Throws: `RasterError.limit` if the picture has more pixels than a bitmap may.
  public func bitmap() throws(RasterError) -> Bitmap { try surface.bitmap() }

  /// Writes the pixels into memory of the caller, the top row first.
  ///
  /// - Parameters:
  ///   - memory: at least `bytesPerRow` bytes for each row; bytes after the pixels of a row stay as they are.
  ///   - bytesPerRow: the bytes from one row to the next, at least four for each pixel.
  ///   - format: the bytes of a pixel.
  /// - Throws: `RasterError.image` if the memory or its rows are too small.
  package func write(
    to memory: inout MutableRawSpan, bytesPerRow: Int, _ format: PixelFormat
  ) throws(RasterError) {
    if let reason = Self.misfit(
      width: width, height: height, byteCount: memory.byteCount, bytesPerRow: bytesPerRow)
    {
      throw .image(reason: reason)
    }
    let (width, height) = (width, height)
    withPixels { bytes, stride in
      guard let source = bytes.baseAddress else { return }
      memory.withUnsafeMutableBytes { memory in
        guard let target = memory.baseAddress else { return }
        for y in 0..<height {
          Premultiplication.convert(
            source + y * stride, count: width, to: target + y * bytesPerRow, format)
        }
      }
    }
  }

  /// Why memory cannot hold a picture; nil if it can.
  package static func misfit(width: Int, height: Int, byteCount: Int, bytesPerRow: Int) -> String? {
    let least = 4 * width
    guard bytesPerRow >= least, bytesPerRow <= Int.max / 2 / height else {
      return "a row of \(width) pixels needs \(least) bytes, but rows have \(bytesPerRow)"
    }
    let needed = (height - 1) * bytesPerRow + least
    return byteCount >= needed
      ? nil : "the picture of \(width) × \(height) pixels needs \(needed) bytes of memory, found \(byteCount)"
  }

  /// Passes the rows, the top one first, `stride` bytes each.
  ///
  /// They are premultiplied pixels in the machine's byte order (`PremultipliedPixel`).
  func withPixels<R, E: Error>(
    _ body: (_ bytes: UnsafeRawBufferPointer, _ stride: Int) throws(E) -> R
  ) throws(E) -> R {
    let stride = surface.stride
    return try surface.withPixels { (bytes) throws(E) in try body(bytes, stride) }
  }
}

extension PaintedPicture {
  /// The picture as a PNG file; the rows are filtered in place.
  ///
  /// - Throws: `RasterError.library` if a library fails.
  public func png(_ compression: PNGCompression) throws(RasterError) -> [UInt8] {
    try png(compression, .one)
  }

  /// The same, compressed by several threads.
  package func png(_ compression: PNGCompression, _ threads: RowParallelism) throws(RasterError) -> [UInt8] {
    let (width, height, scale) = (width, height, scale)
    let opaque = isOpaque ? true : nil
    return try withPixels { (bytes, stride) throws(RasterError) in
      try PNGEncoder.encode(
        premultiplied: bytes, width: width, height: height, stride: stride, isOpaque: opaque, scale: scale,
        compression: compression, threads: threads)
    }
  }

  /// The picture as a PNG file with `fast` compression, for a series of pictures.
  ///
  /// - Parameters:
  ///   - rows: the filtered rows of the last picture.
  ///   - changed: for each row, whether it differs from the last one; nil if all may differ.
  /// - Throws: `RasterError.library` if a library fails.
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
