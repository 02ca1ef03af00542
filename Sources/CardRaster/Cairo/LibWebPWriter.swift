internal import CCairo

/// Writing WebP files by libwebp.
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
    let longest = max(bitmap.width, bitmap.height)
    guard longest <= longestSide, let width = Int32(exactly: bitmap.width),
      let height = Int32(exactly: bitmap.height)
    else {
      throw .limit(
        what: "the longest side of a WebP picture in pixels", value: Double(longest),
        limit: Double(longestSide))
    }
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else { throw failed("its versions do not fit") }
    if let quality {
      config.quality = Float(quality)
      // Sharp chroma keeps coloured letters clean on coloured ground.
      config.use_sharp_yuv = 1
      config.method = 5
    } else {
      guard WebPConfigLosslessPreset(&config, 6) != 0 else { throw failed("its lossless mode is missing") }
      config.exact = 1
    }
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw failed("its versions do not fit") }
    defer { WebPPictureFree(&picture) }
    picture.use_argb = 1
    picture.width = width
    picture.height = height
    let imported = bitmap.pixels.withUnsafeBufferPointer {
      WebPPictureImportRGBA(&picture, $0.baseAddress, 4 * width)
    }
    guard imported != 0 else { throw failed("there is no memory") }
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

  private static func failed(_ reason: String) -> RasterError {
    .library(operation: "writing a WebP picture", reason: reason)
  }
}
