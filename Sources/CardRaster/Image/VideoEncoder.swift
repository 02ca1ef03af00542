/// Writes video files with [ffmpeg](https://ffmpeg.org), frame by frame.
///
/// Frames are passed on at once and not kept, so that memory does not grow with their number. The same
/// version of ffmpeg with the same libraries makes the same file on every machine: it runs with one thread,
/// exact arithmetic, and no date.
///
/// Colours: sRGB becomes the Y′CbCr of BT.709 with a quarter of the colour samples (4:2:0), the only format
/// that all players support, and the file declares it. Coloured details of one pixel become paler.
package final class VideoEncoder {
  /// The format of a video file.
  package enum Format: String, CaseIterable, Sendable {
    /// H.264 in MPEG-4, which plays everywhere.
    case mp4
    /// VP9 in WebM, which browsers play: smaller, slower to encode.
    case webm

    /// The name of the format in messages.
    var file: String {
      switch self {
      case .mp4: "an mp4 file"
      case .webm: "a webm file"
      }
    }
  }

  /// The executable.
  package static let program = "ffmpeg"

  private let format: Format
  private let width: Int
  private let height: Int
  private let program: SeccompFilter

  /// The default quality, of 100, at which the loss is not visible.
  package static let quality = 65

  /// The longest side in pixels that the encoders support.
  static let longestSide = 16_384

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - format: the format of the file.
  ///   - width: the width of each frame in pixels.
  ///   - height: the height of each frame in pixels.
  ///   - rate: frames per second.
  ///   - quality: 1…100; nil for 65.
  /// - Throws: `RasterError.library` if ffmpeg is not installed; `.limit` for a side that is too long.
  package init(
    _ format: Format, width: Int, height: Int, rate: Double, quality: Int? = nil
  ) throws(RasterError) {
    for side in [width, height] where side > Self.longestSide {
      throw .limit(
        what: "the side of a video in pixels", value: Double(side), limit: Double(Self.longestSide))
    }
    (self.format, self.width, self.height) = (format, width, height)
    let rows = Self.even(height, format)
    let size = "\(Self.even(width, format))x\(rows)"
    program = try SeccompFilter(
      Self.program,
      ["-hide_banner", "-nostats", "-loglevel", "error"]
        + ["-f", "rawvideo", "-pixel_format", "rgb0", "-video_size", size]
        + ["-framerate", NumberText.format(rate), "-i", "pipe:0"]
        + ["-vf", Self.conversion] + Self.codec(format, quality: quality ?? Self.quality)
        + ["-threads", "1", "-colorspace", "bt709", "-color_primaries", "bt709"]
        + ["-color_trc", "iec61966-2-1", "-color_range", "tv"]
        + ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"]
        + ["-f", format.rawValue, "-y", SeccompFilter.outputPath],
      operation: "writing \(format.file) with ffmpeg")
  }

  /// Adds a frame.
  ///
  /// - Throws: `RasterError.image` if it is not opaque or has another size; `.library` if ffmpeg fails.
  package func appendFrame(_ frame: Bitmap) throws(RasterError) {
    guard (frame.width, frame.height) == (width, height) else {
      throw .image(reason: "the frames of an animation have different sizes")
    }
    guard frame.isOpaque else {
      throw .image(
        reason: "a video has no transparency, but the background of the picture is not opaque")
    }
    try program.write(Self.isEven(width, height, format) ? frame.pixels : evened(frame))
  }

  /// Ends the file.
  ///
  /// - Throws: `RasterError.library` if ffmpeg fails.
  package func finish() throws(RasterError) -> [UInt8] { try program.finish() }

  /// Exact arithmetic on every processor; each colour sample is the mean of its square of pixels.
  private static let conversion =
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+bitexact+full_chroma_inp+area,format=yuv420p"

  private static func codec(_ format: Format, quality: Int) -> [String] {
    // The scales of the two encoders, where lower is better: 0…51 and 0…63. 0 of the first selects another
    // profile, which few players support.
    switch format {
    case .mp4:
      return ["-c:v", "libx264", "-preset", "medium", "-profile:v", "high", "-movflags", "+faststart"]
        + ["-crf", String(max(1, (100 - quality) * 51 / 100))]
    case .webm:
      return ["-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "2", "-row-mt", "0", "-b:v", "0"]
        + ["-crf", String((100 - quality) * 63 / 100)]
    }
  }

  /// The side rounded up to an even number for H.264, whose colour samples cover 2 × 2 pixels.
  private static func even(_ side: Int, _ format: Format) -> Int {
    format == .mp4 ? side + side % 2 : side
  }

  private static func isEven(_ width: Int, _ height: Int, _ format: Format) -> Bool {
    (even(width, format), even(height, format)) == (width, height)
  }

  /// The frame with its last column and row repeated if necessary.
  private func evened(_ frame: Bitmap) -> [UInt8] {
    var pixels: [UInt8] = []
    for row in 0..<Self.even(height, format) {
      let start = 4 * width * min(row, height - 1)
      let line = frame.pixels[start..<start + 4 * width]
      pixels += line
      if Self.even(width, format) > width { pixels += line.suffix(4) }
    }
    return pixels
  }
}
