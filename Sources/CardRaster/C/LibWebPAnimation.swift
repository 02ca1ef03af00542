internal import CCairo

#if Moving
/// Writes animated WebP files with libwebp's multiplexer.
struct LibWebPAnimation: ~Copyable {
  private let encoder: OpaquePointer
  private var config: WebPConfig
  private var time: Int32

  /// Starts a file.
  ///
  /// The corresponding C function is `WebPAnimEncoderNew`.
  ///
  /// - Parameters:
  ///   - loops: the number of times it is played; 0 for an endless loop.
  ///   - quality: 0…100 for lossy frames; nil for lossless frames.
  init(width: Int, height: Int, loops: Int, quality: Int?) throws(RasterError) {
    try LibWebPWriter.checkSize(width: width, height: height)
    let (w, h) = (Int32(clamping: width), Int32(clamping: height))
    var options = WebPAnimEncoderOptions()
    guard WebPAnimEncoderOptionsInit(&options) != 0 else { throw Self.failed("its versions do not match") }
    options.anim_params.loop_count = Int32(clamping: loops)
    options.anim_params.bgcolor = 0
    // A key frame costs bytes and is of no use to a card.
    options.kmin = Int32.max - 1
    options.kmax = Int32.max
    options.allow_mixed = 0
    options.minimize_size = 0
    let config = try LibWebPWriter.config(quality: quality)
    guard let encoder = WebPAnimEncoderNew(w, h, &options) else { throw Self.failed("out of memory") }
    self.encoder = encoder
    self.config = config
    time = 0
  }

  deinit { WebPAnimEncoderDelete(encoder) }

  /// Adds a frame with a duration in milliseconds.
  ///
  /// The corresponding C function is `WebPAnimEncoderAdd`.
  mutating func appendFrame(_ frame: Bitmap, delay: Int) throws(RasterError) {
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw Self.failed("its versions do not match") }
    defer { WebPPictureFree(&picture) }
    try LibWebPWriter.fill(&picture, with: frame)
    guard WebPAnimEncoderAdd(encoder, &picture, time, &config) != 0 else { throw Self.failed(reason) }
    time += Int32(clamping: delay)
  }

  /// Ends the file.
  ///
  /// The corresponding C function is `WebPAnimEncoderAssemble`.
  consuming func finish() throws(RasterError) -> [UInt8] {
    var data = WebPData()
    defer { WebPDataClear(&data) }
    guard WebPAnimEncoderAdd(encoder, nil, time, nil) != 0, WebPAnimEncoderAssemble(encoder, &data) != 0,
      let bytes = data.bytes
    else {
      let failure = Self.failed(reason)
      _ = consume self
      throw failure
    }
    // Releases the encoded frames before the file is copied, which is as large.
    WebPAnimEncoderDelete(encoder)
    discard self
    return Array(UnsafeBufferPointer(start: bytes, count: data.size))
  }

  private var reason: String {
    WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "unknown reason"
  }

  private static func failed(_ reason: String) -> RasterError {
    .library(operation: "writing an animated WebP picture", reason: reason)
  }
}
#endif

/// Writes WebP files with the libwebp that is part of the program.
///
/// Its releases compress the same pixels to different bytes, so a program with the system's library would not
/// write the same files everywhere.
enum LibWebPWriter {
  /// The longest side that the format supports.
  static let longestSide = Int(WEBP_MAX_DIMENSION)

  /// Encodes straight RGBA8, lossless if `quality` is nil.
  ///
  /// Guarantees: one thread, so the bytes are the same everywhere; lossless encoding keeps every pixel,
  /// including invisible ones. The corresponding C function is `WebPEncode`.
  ///
  /// - Parameter quality: 0…100 for a lossy file.
  static func encode(_ bitmap: Bitmap, quality: Int?) throws(RasterError) -> [UInt8] {
    try checkSize(width: bitmap.width, height: bitmap.height)
    var config = try config(quality: quality)
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw failed("its versions do not match") }
    defer { WebPPictureFree(&picture) }
    try fill(&picture, with: bitmap)
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    let status = withUnsafeMutablePointer(to: &writer) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      picture.progress_hook = { _, _ in RenderLimits.isOver ? 0 : 1 }
      return WebPEncode(&config, &picture)
    }
    try RenderLimits.check()
    guard status != 0, let bytes = writer.mem else {
      throw failed("error \(picture.error_code.rawValue) of libwebp")
    }
    return Array(UnsafeBufferPointer(start: bytes, count: writer.size))
  }

  /// Throws for a size that the format or `Limits.webpPixels` does not allow.
  static func checkSize(width: Int, height: Int) throws(RasterError) {
    let longest = max(width, height)
    try RasterError.checkLimit("the longest side of a WebP picture in pixels", longest, most: longestSide)
    try RasterError.checkLimit(
      "the number of pixels of a WebP picture", width * height, most: Limits.webpPixels)
  }

  /// The settings of a file: lossy with a quality, or lossless.
  ///
  /// The corresponding C functions are `WebPConfigPreset` and `WebPConfigLosslessPreset`.
  static func config(quality: Int?) throws(RasterError) -> WebPConfig {
    var config = WebPConfig()
    // 75 is libwebp's default; lossless encoding ignores it.
    guard WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, Float(quality ?? 75)) != 0 else {
      throw failed("its versions do not match")
    }
    if quality != nil {
      // Sharp chroma keeps coloured letters clean on a coloured background.
      config.use_sharp_yuv = 1
      config.method = 5
    } else {
      guard WebPConfigLosslessPreset(&config, 6) != 0 else { throw failed("its lossless mode is missing") }
      config.exact = 1
    }
    return config
  }

  /// Copies straight RGBA8 into libwebp's picture.
  ///
  /// The corresponding C function is `WebPPictureImportRGBA`.
  static func fill(_ picture: inout WebPPicture, with bitmap: Bitmap) throws(RasterError) {
    picture.use_argb = 1
    picture.width = Int32(clamping: bitmap.width)
    picture.height = Int32(clamping: bitmap.height)
    let imported = bitmap.pixels.withUnsafeBufferPointer {
      WebPPictureImportRGBA(&picture, $0.baseAddress, 4 * picture.width)
    }
    guard imported != 0 else { throw failed("out of memory") }
  }

  private static func failed(_ reason: String) -> RasterError {
    .library(operation: "writing a WebP picture", reason: reason)
  }
}
