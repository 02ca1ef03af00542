/// Writes JPEG files: progressive, colours at full resolution.
///
/// JPEG has no transparency, so all pixels must be opaque.
enum JPEGEncoder {
  /// Encodes a painted picture.
  ///
  /// - Parameter quality: 1…100.
  /// - Throws: `RasterError.image` if the picture is not opaque; `.library` if libjpeg-turbo fails.
  static func encode(_ picture: borrowing PaintedPicture, quality: Int) throws(RasterError) -> [UInt8] {
    guard picture.isOpaque else {
      throw .image(reason: "JPEG has no transparency, but the background of the picture is not opaque")
    }
    let (width, height, scale) = (picture.width, picture.height, picture.scale)
    let writer = try TurboJPEGWriter()
    var file = try picture.withPixels { (bytes, stride) throws(RasterError) in
      try writer.encode(bytes, width: width, height: height, stride: stride, quality: quality)
    }
    setDensity(72 * scale, of: &file)
    return file
  }

  /// Sets the resolution in the JFIF header, which libjpeg-turbo leaves at "unknown".
  ///
  /// The header is right after the start of the file: APP0, its length, `JFIF` and a zero, two bytes of
  /// version, the unit (1: dots per inch), and two densities of two bytes each (ISO/IEC 10918-5).
  private static func setDensity(_ dotsPerInch: Double, of file: inout [UInt8]) {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0]
    guard file.count > 18, file.starts(with: start) else { return }
    let density = UInt16(max(1, min(65_535, dotsPerInch.rounded())))
    file[13] = 1
    for place in [14, 16] {
      file[place] = UInt8(density >> 8)
      file[place + 1] = UInt8(density & 0xFF)
    }
  }
}
