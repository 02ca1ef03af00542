/// The kinds of files that hold a moving picture.
public enum MovingFormat: String, CaseIterable, Hashable, Sendable {
  /// Frames of 256 colours, for mail.
  case gif
  /// Moving PNG: lossless.
  case png
  /// Moving WebP: lossless or lossy.
  case webp
  /// Video that everything plays: H.264, by ffmpeg where that is installed; opaque.
  case mp4
  /// Video for browsers: VP9, by ffmpeg where that is installed; opaque.
  case webm

  /// The kind of video; nil for pictures that move.
  package var video: VideoEncoder.Format? { VideoEncoder.Format(rawValue: rawValue) }

  /// Packs a moving picture; a poster goes in front where the format has no other place for it.
  ///
  /// The frames of a video are all shown for the same time, the mean of theirs.
  ///
  /// - Parameters:
  ///   - animation: the frames.
  ///   - scale: pixels in a point.
  ///   - settings: how they are packed.
  ///   - workers: how many frames are packed at once; at least 1.
  /// - Throws: `RasterError.library` when a library fails, or ffmpeg is needed and not there; `.limit` for a side that is
  ///   too long; `.image` when a GIF file would need half transparency or a video any, or when a video is to be played a
  ///   number of times or has a poster.
  public func encode(
    _ animation: Animation, scale: Double, settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1
  ) async throws -> [UInt8] {
    try check(loops: animation.loops, hasPoster: animation.poster != nil)
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
  }

  /// Refuses what a video has no place for.
  package func check(loops: Int, hasPoster: Bool) throws(RasterError) {
    guard let video else { return }
    if loops != 0 {
      throw .image(reason: "how often \(video.file) is played is for its player to decide")
    }
    if hasPoster { throw .image(reason: "\(video.file) has no place for a poster") }
  }

  /// What makes a video of so many frames a second; nil for pictures that move.
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
    for frame in animation.frames { try encoder.add(frame) }
    return try encoder.finish()
  }

  /// Frames in a second: the whole number whose frames end at these milliseconds, or the mean.
  private static func rate(of delays: [Int]) -> Double {
    var end = 0
    let ends = delays.map { delay in
      end += delay
      return end
    }
    let whole = (1...100).first { rate in
      ends.enumerated().allSatisfy {
        Int((Double($0.offset + 1) * 1000 / Double(rate)).rounded()) == $0.element
      }
    }
    return whole.map(Double.init) ?? Double(delays.count) * 1000 / Double(max(1, end))
  }
}
