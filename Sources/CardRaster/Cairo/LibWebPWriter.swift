internal import CCairo

/// Writing WebP files by libwebp, which is part of the program.
///
/// Its releases pack the same pixels into other bytes, so that a program that took the system's would not write the same
/// files everywhere.
enum LibWebPWriter {
  /// The longest side that the format can hold.
  static let longestSide = Int(WEBP_MAX_DIMENSION)

  /// Encodes straight RGBA8, without loss when `quality` is nil.
  ///
  /// Guarantees: one thread, so the bytes are the same everywhere; without loss every pixel comes back, invisible ones
  /// too. The corresponding C function is `WebPEncode`.
  ///
  /// - Parameter quality: 0…100 for a lossy file.
  static func encode(_ bitmap: Bitmap, quality: Int?) throws(RasterError) -> [UInt8] {
    try check(width: bitmap.width, height: bitmap.height)
    var config = try config(quality: quality)
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw failed("its versions do not fit") }
    defer { WebPPictureFree(&picture) }
    try fill(&picture, with: bitmap)
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    let status = withUnsafeMutablePointer(to: &writer) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      return WebPEncode(&config, &picture)
    }
    guard status != 0, let bytes = writer.mem else {
      throw failed("error \(picture.error_code.rawValue) of libwebp")
    }
    return Array(UnsafeBufferPointer(start: bytes, count: writer.size))
  }

  /// Refuses a size that the format or `Limits.webpPixels` does not allow.
  static func check(width: Int, height: Int) throws(RasterError) {
    let longest = max(width, height)
    guard longest <= longestSide else {
      throw .limit(
        what: "the longest side of a WebP picture in pixels", value: Double(longest),
        limit: Double(longestSide))
    }
    guard width * height <= Limits.webpPixels else {
      throw .limit(
        what: "the number of pixels of a WebP picture", value: Double(width * height),
        limit: Double(Limits.webpPixels))
    }
  }

  /// The settings of a file: lossy of a quality, or without loss.
  ///
  /// The corresponding C functions are `WebPConfigPreset` and `WebPConfigLosslessPreset`.
  static func config(quality: Int?) throws(RasterError) -> WebPConfig {
    var config = WebPConfig()
    // 75 is what libwebp starts from; without loss it says nothing.
    guard WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, Float(quality ?? 75)) != 0 else {
      throw failed("its versions do not fit")
    }
    if quality != nil {
      // Sharp chroma keeps coloured letters clean on coloured ground.
      config.use_sharp_yuv = 1
      config.method = 5
    } else {
      guard WebPConfigLosslessPreset(&config, 6) != 0 else { throw failed("its lossless mode is missing") }
      config.exact = 1
    }
    return config
  }

  /// Puts straight RGBA8 into libwebp's picture.
  ///
  /// The corresponding C function is `WebPPictureImportRGBA`.
  static func fill(_ picture: inout WebPPicture, with bitmap: Bitmap) throws(RasterError) {
    picture.use_argb = 1
    picture.width = Int32(clamping: bitmap.width)
    picture.height = Int32(clamping: bitmap.height)
    let imported = bitmap.pixels.withUnsafeBufferPointer {
      WebPPictureImportRGBA(&picture, $0.baseAddress, 4 * picture.width)
    }
    guard imported != 0 else { throw failed("there is no memory") }
  }

  private static func failed(_ reason: String) -> RasterError {
    .library(operation: "writing a WebP picture", reason: reason)
  }
}
