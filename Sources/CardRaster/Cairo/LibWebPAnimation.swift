internal import CCairo

/// Writing moving WebP files by libwebp's multiplexer.
struct LibWebPAnimation: ~Copyable {
  private let encoder: OpaquePointer
  private var config: WebPConfig
  private var time: Int32

  /// Starts a file.
  ///
  /// The corresponding C function is `WebPAnimEncoderNew`.
  ///
  /// - Parameters:
  ///   - loops: how often it is played; 0 for ever.
  ///   - quality: 0…100 for lossy frames; nil for frames without loss.
  init(width: Int, height: Int, loops: Int, quality: Int?) throws(RasterError) {
    try LibWebPWriter.check(width: width, height: height)
    let (w, h) = (Int32(clamping: width), Int32(clamping: height))
    var options = WebPAnimEncoderOptions()
    guard WebPAnimEncoderOptionsInit(&options) != 0 else { throw Self.failed("its versions do not fit") }
    options.anim_params.loop_count = Int32(clamping: loops)
    options.anim_params.bgcolor = 0
    // A frame that can be shown without the ones before it costs bytes and is of no use to a card.
    options.kmin = Int32.max - 1
    options.kmax = Int32.max
    options.allow_mixed = 0
    options.minimize_size = 0
    let config = try LibWebPWriter.config(quality: quality)
    guard let encoder = WebPAnimEncoderNew(w, h, &options) else { throw Self.failed("there is no memory") }
    self.encoder = encoder
    self.config = config
    time = 0
  }

  deinit { WebPAnimEncoderDelete(encoder) }

  /// Adds a frame that is shown for some milliseconds.
  ///
  /// The corresponding C function is `WebPAnimEncoderAdd`.
  mutating func add(_ frame: Bitmap, delay: Int) throws(RasterError) {
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw Self.failed("its versions do not fit") }
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
    // The packed frames go before the file is copied, which is as large.
    WebPAnimEncoderDelete(encoder)
    discard self
    return Array(UnsafeBufferPointer(start: bytes, count: data.size))
  }

  private var reason: String {
    WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "unknown reason"
  }

  private static func failed(_ reason: String) -> RasterError {
    .library(operation: "writing a moving WebP picture", reason: reason)
  }
}
