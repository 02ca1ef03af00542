/// Writes WebP files, still and moving.
public enum WebPEncoder {
  /// Encodes a moving picture, without loss when `quality` is nil.
  ///
  /// - Parameters:
  ///   - animation: the frames.
  ///   - quality: 1…100 for lossy frames.
  /// - Throws: `RasterError.limit` for a side that is too long; `.library` when libwebp fails.
  public static func encode(_ animation: Animation, quality: Int?) throws(RasterError) -> [UInt8] {
    var writer = try LibWebPAnimation(
      width: animation.width, height: animation.height, loops: animation.loops, quality: quality)
    for (frame, delay) in zip(animation.frames, animation.delays) { try writer.add(frame, delay: delay) }
    return try writer.finish()
  }
}
