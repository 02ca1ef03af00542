/// Writes WebP files, still and moving.
public enum WebPEncoder {
  /// Encodes a moving picture, without loss when `quality` is nil.
  ///
  /// - Parameters:
  ///   - animation: the frames.
  ///   - quality: 1…100 for lossy frames.
  /// - Throws: `RasterError.limit` for a side that is too long; `.library` when libwebp fails.
  public static func encode(_ animation: Animation, quality: Int?) throws(RasterError) -> [UInt8] {
    let file = try MovingWebP(
      width: animation.width, height: animation.height, delays: animation.delays, loops: animation.loops,
      quality: quality)
    for frame in animation.frames { try file.add(frame) }
    return try file.finish()
  }
}

/// A moving WebP picture that is written frame by frame, so that its frames need not be kept.
package final class MovingWebP {
  private var file: LibWebPAnimation?
  private let delays: [Int]
  /// How many of the delays are used.
  private var count = 0
  /// What is shown in front, until the first frame says whether it differs.
  private var poster: Bitmap?

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - delays: how long each frame is shown, in milliseconds, 1…655,350.
  ///   - loops: how often it is played, 0…65,535; 0 for ever.
  ///   - hasPoster: whether a frame stands in front for viewers that play nothing.
  ///   - quality: 1…100 for lossy frames; nil for frames without loss.
  /// - Throws: `RasterError.limit` for a side that is too long, or frames that take too much memory; `.image` for other
  ///   numbers that are not allowed; `.library` when libwebp fails.
  package init(
    width: Int, height: Int, delays: [Int], loops: Int, hasPoster: Bool = false, quality: Int?
  ) throws(RasterError) {
    try LibWebPWriter.check(width: width, height: height)
    guard
      Animation.isAllowed(width: width, height: height, delays: delays, loops: loops, hasPoster: hasPoster)
    else { throw .image(reason: "the frames of a moving picture do not fit together") }
    let before = delays.count - (hasPoster ? 0 : 1)
    let bytes = width * height * (Self.bytesOfPixel + Self.bytesOfPackedPixel * before)
    guard bytes <= Limits.movingWebPBytes else {
      throw .limit(
        what: "the memory of a moving WebP picture in bytes", value: Double(bytes),
        limit: Double(Limits.movingWebPBytes))
    }
    self.delays = delays
    file = try LibWebPAnimation(width: width, height: height, loops: loops, quality: quality)
  }

  /// What libwebp takes for a pixel of the frame that is packed, and for one of noise that was.
  private static let (bytesOfPixel, bytesOfPackedPixel) = (36, 4)

  /// Sets what viewers show that do not play the picture; comes before the first frame.
  package func add(poster: Bitmap) throws(RasterError) { self.poster = poster }

  /// Adds the next frame.
  ///
  /// - Throws: `RasterError.image` when there are more frames than delays; `.library` when libwebp fails.
  package func add(_ frame: Bitmap) throws(RasterError) {
    guard delays.indices.contains(count) else {
      throw .image(reason: "the frames of a moving picture do not fit together")
    }
    if let poster, poster != frame { try file?.add(poster, delay: Animation.posterDelay) }
    poster = nil
    try file?.add(frame, delay: delays[count])
    count += 1
  }

  /// Ends the file; nothing can be added then.
  ///
  /// - Throws: `RasterError.library` when libwebp fails.
  package func finish() throws(RasterError) -> [UInt8] {
    guard let file = file.take() else { return [] }
    return try file.finish()
  }
}
