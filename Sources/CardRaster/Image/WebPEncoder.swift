#if Moving
/// Writes still and animated WebP files.
public enum WebPEncoder {
  /// Encodes an animation, lossless if `quality` is nil.
  ///
  /// - Parameters:
  ///   - animation: the frames.
  ///   - quality: 1…100 for lossy frames.
  /// - Throws: `RasterError.limit` for a side that is too long; `.library` if libwebp fails.
  public static func encode(_ animation: Animation, quality: Int?) throws(RasterError) -> [UInt8] {
    let file = try MovingWebP(
      width: animation.width, height: animation.height, delays: animation.delays, loops: animation.loops,
      quality: quality)
    for frame in animation.frames { try file.appendFrame(frame) }
    return try file.finish()
  }
}

/// An animated WebP that is written frame by frame, so that its frames need not be kept.
package final class MovingWebP {
  private var file: LibWebPAnimation?
  private let delays: [Int]
  /// The number of delays in use.
  private var count = 0
  /// The poster, kept until the first frame shows whether it differs.
  private var poster: Bitmap?

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - delays: the duration of each frame, in milliseconds, 1…655,350.
  ///   - loops: the number of times it is played, 0…65,535; 0 for an endless loop.
  ///   - hasPoster: whether a poster comes before the first frame, for viewers that cannot play animations.
  ///   - quality: 1…100 for lossy frames; nil for lossless frames.
  /// - Throws: `RasterError.limit` for a side that is too long, or frames that need too much memory; `.image`
  ///   for other numbers that are not allowed; `.library` if libwebp fails.
  package init(
    width: Int, height: Int, delays: [Int], loops: Int, hasPoster: Bool = false, quality: Int?
  ) throws(RasterError) {
    try LibWebPWriter.checkSize(width: width, height: height)
    guard
      Animation.isAllowed(width: width, height: height, delays: delays, loops: loops, hasPoster: hasPoster)
    else { throw .image(reason: "the frames of an animation have different sizes") }
    let before = delays.count - (hasPoster ? 0 : 1)
    let bytes = width * height * (Self.bytesOfPixel + Self.bytesOfPackedPixel * before)
    try RasterError.checkLimit(
      "the memory of an animated WebP picture in bytes", bytes, most: Limits.movingWebPBytes)
    self.delays = delays
    file = try LibWebPAnimation(width: width, height: height, loops: loops, quality: quality)
  }

  /// libwebp's memory per pixel of the current frame, and per pixel of noise in an encoded one, in bytes.
  private static let (bytesOfPixel, bytesOfPackedPixel) = (36, 4)

  /// Sets the poster for viewers that cannot play animations; call it before adding the first frame.
  package func setPoster(_ poster: Bitmap) throws(RasterError) { self.poster = poster }

  /// Adds the next frame.
  ///
  /// - Throws: `RasterError.image` if there are more frames than delays; `.library` if libwebp fails.
  package func appendFrame(_ frame: Bitmap) throws(RasterError) {
    guard delays.indices.contains(count) else {
      throw .image(reason: "the frames of an animation have different sizes")
    }
    if let poster, poster != frame { try file?.appendFrame(poster, delay: Animation.posterDelay) }
    poster = nil
    try file?.appendFrame(frame, delay: delays[count])
    count += 1
  }

  /// Ends the file; no frame can be added afterwards.
  ///
  /// - Throws: `RasterError.library` if libwebp fails.
  package func finish() throws(RasterError) -> [UInt8] {
    guard let file = file.take() else { return [] }
    return try file.finish()
  }
}
#endif
