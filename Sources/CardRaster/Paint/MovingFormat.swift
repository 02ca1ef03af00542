/// The file formats of animations.
public enum MovingFormat: String, CaseIterable, Hashable, Sendable {
  /// GIF: frames of 256 colours, for email.
  case gif
  /// Animated PNG: lossless.
  case png
  /// Animated WebP: lossless or lossy.
  case webp
  /// MP4 video, which plays everywhere: H.264, encoded by ffmpeg if it is installed; opaque.
  case mp4
  /// WebM video for browsers: VP9, encoded by ffmpeg if it is installed; opaque.
  case webm

  /// The video format; nil for animated images.
  package var video: VideoEncoder.Format? { VideoEncoder.Format(rawValue: rawValue) }

  /// Encodes an animation; the poster is the first frame if the format has no other place for it.
  ///
  /// All frames of a video have the same duration, the mean of their durations.
  ///
  /// - Parameters:
  ///   - animation: the frames.
  ///   - scale: pixels per point.
  ///   - settings: the encoding settings.
  ///   - workers: the number of frames encoded at once; at least 1.
  /// - Throws: `RasterError.library` if a library fails, or if ffmpeg is needed and not installed; `.limit`
  ///   for a side that is too long; `.image` if a GIF would need partial transparency or a video any, or if a
  ///   video has a loop count or a poster.
  public func encode(
    _ animation: Animation, scale: Double, settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1
  ) async throws -> [UInt8] {
    #if Moving
    try checkOptions(loops: animation.loops, hasPoster: animation.poster != nil)
    switch self {
    case .mp4: return try Self.video(of: animation, as: .mp4, settings)
    case .webm: return try Self.video(of: animation, as: .webm, settings)
    case .gif:
      return try await GIFEncoder.encode(
        animation.withPosterInFront, settings: settings.gif, workers: workers)
    case .png:
      return try await APNGEncoder.encode(
        animation, scale: scale, compression: settings.compression, workers: workers)
    case .webp: return try WebPEncoder.encode(animation.withPosterInFront, quality: settings.quality)
    }
    #else
    throw Self.leftOut
    #endif
  }

  /// The error of a build without animations.
  package static let leftOut = RasterError.leftOut("the encoder of animations", trait: "Moving")

  /// Throws for options that a video does not support.
  package func checkOptions(loops: Int, hasPoster: Bool) throws(RasterError) {
    guard let video else { return }
    if loops != 0 {
      throw .image(reason: "the player decides how often \(video.file) is played")
    }
    if hasPoster { throw .image(reason: "\(video.file) does not support a poster frame") }
  }

  /// The encoder for a video; nil for animated images.
  package func videoEncoder(
    width: Int, height: Int, rate: Double, settings: OutputFormat.Settings
  ) throws(RasterError) -> VideoEncoder? {
    guard let video else { return nil }
    return try VideoEncoder(video, width: width, height: height, rate: rate, quality: settings.quality)
  }

  private static func video(
    of animation: Animation, as format: VideoEncoder.Format, _ settings: OutputFormat.Settings
  ) throws(RasterError) -> [UInt8] {
    let encoder = try VideoEncoder(
      format, width: animation.width, height: animation.height, rate: rate(of: animation.delays),
      quality: settings.quality)
    for frame in animation.frames { try encoder.appendFrame(frame) }
    return try encoder.finish()
  }

  /// Frames per second: the whole number whose frames end at these milliseconds, or the mean.
  private static func rate(of delays: [Int]) -> Double {
    var end = 0
    let ends = delays.map { delay in
      end += delay
      return end
    }
    let whole = (1...100).first { rate in
      ends.enumerated().allSatisfy { (number: Int, end: Int) -> Bool in
        Int((Double(number + 1) * 1000 / Double(rate)).rounded()) == end
      }
    }
    return whole.map(Double.init) ?? Double(delays.count) * 1000 / Double(max(1, end))
  }
}
