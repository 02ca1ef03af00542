/// The kinds of files that hold a moving picture.
public enum MovingFormat: String, CaseIterable, Hashable, Sendable {
  /// Frames of 256 colours, for mail.
  case gif
  /// Moving PNG: lossless.
  case png
  /// Moving WebP: lossless or lossy.
  case webp

  /// Packs a moving picture; a poster goes in front where the format has no other place for it.
  ///
  /// - Parameters:
  ///   - animation: the frames.
  ///   - scale: pixels in a point.
  ///   - settings: how they are packed.
  ///   - workers: how many frames are packed at once; at least 1.
  /// - Throws: `RasterError.library` when a library fails; `.limit` for a side that is too long; `.image` when a GIF file
  ///   would need half transparency.
  public func encode(
    _ animation: Animation, scale: Double, settings: OutputFormat.Settings = OutputFormat.Settings(),
    workers: Int = 1
  ) async throws -> [UInt8] {
    switch self {
    case .gif:
      return try await GIFEncoder.encode(
        animation.withPosterInFront, settings: settings.gif, workers: workers)
    case .png:
      return try await APNGEncoder.encode(
        animation, scale: scale, compression: settings.compression, workers: workers)
    case .webp: return try WebPEncoder.encode(animation.withPosterInFront, quality: settings.quality)
    }
  }
}

extension Animation {
  /// The poster as a frame in front, shown as briefly as players allow; mail readers that play nothing show it.
  fileprivate var withPosterInFront: Animation {
    guard let poster, poster != frames[0] else { return self }
    return Animation(frames: [poster] + frames, delays: [20] + delays, loops: loops) ?? self
  }
}
