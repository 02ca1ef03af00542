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
