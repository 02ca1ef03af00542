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
}
