/// The kinds of files that a display list can become.
public enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// Portable Network Graphics: pixels, lossless.
  case png
  /// JPEG: pixels, a little lossy, without transparency.
  case jpeg
  /// WebP: pixels, lossless or lossy.
  case webp
  /// GIF: pixels of 256 colours, without half transparency.
  case gif
  /// Scalable Vector Graphics: shapes.
  case svg
  /// Portable Document Format: shapes and text, a page for each picture.
  case pdf
  /// MPEG-4: video, of moving pictures only.
  case mp4
  /// WebM: video, of moving pictures only.
  case webm

  /// Those that a still picture can become.
  public static var stills: [OutputFormat] { allCases.filter(\.isStill) }

  /// Whether a still picture can become such a file.
  public var isStill: Bool { self != .mp4 && self != .webm }

  /// What can be chosen for a file.
  public struct Settings: Hashable, Sendable {
    /// How much time a PNG file may take to become small.
    ///
    /// Default: balanced.
    public var compression: PNGCompression
    /// Whether text in an SVG file stays text instead of outlines.
    ///
    /// Default: false.
    public var keepsSVGText: Bool
    /// How much of the picture a JPEG, a lossy WebP file or a video keeps, 1…100.
    ///
    /// Default: nil, which is 90 for JPEG, no loss at all for WebP and 65 for videos, whose scale is another one.
    public var quality: Int?
    /// The palette of a GIF file.
    public var gif: GIFEncoder.Settings

    /// Makes settings; a quality outside 1…100 becomes the nearest in it.
    public init(
      compression: PNGCompression = .balanced, keepsSVGText: Bool = false, quality: Int? = nil,
      gif: GIFEncoder.Settings = GIFEncoder.Settings()
    ) {
      self.gif = gif
      self.compression = compression
      self.keepsSVGText = keepsSVGText
      self.quality = quality.map { max(1, min(100, $0)) }
    }
  }

  /// One sentence for manuals.
  public var summary: String {
    switch self {
    case .png: "Pixels, lossless; without alpha where the picture is opaque."
    case .jpeg: "Pixels, slightly lossy: `--quality`, 90 when absent; the background must be opaque."
    case .webp: "Pixels, lossless, or lossy with `--quality`."
    case .gif: "Pixels of 256 colours; the background must be opaque."
    case .svg: "Shapes; text as outlines, or as text with `--svg-text`."
    case .pdf: "Shapes and text with its fonts, links that work; a page for each card with `--pages`."
    case .mp4:
      "Video that everything plays (H.264), of moving pictures, where ffmpeg is installed; the background must be opaque."
    case .webm:
      "Video for browsers (VP9), of moving pictures, where ffmpeg is installed; the background must be opaque."
    }
  }

  /// The endings of file names, the usual one first.
  public var pathExtensions: [String] { self == .jpeg ? ["jpg", "jpeg"] : [rawValue] }

  /// Whether `Settings.quality` says something to it.
  public var heedsQuality: Bool { [.jpeg, .webp, .mp4, .webm].contains(self) }

  /// Whether files are made of pixels.
  package var hasPixels: Bool { self != .svg && self != .pdf }

  /// Whether `Settings.compression` says something to it.
  package var heedsCompression: Bool { self == .png }

  /// Whether `Settings.keepsSVGText` says something to it.
  package var heedsSVGText: Bool { self == .svg }

  /// Whether it can hold pixels that are not opaque.
  public var hasTransparency: Bool { [.png, .webp, .svg, .pdf].contains(self) }

  /// The longest side in pixels that a file may have; nil when `Limits` alone decides.
  public var longestSide: Int? {
    switch self {
    case .jpeg: TurboJPEGWriter.longestSide
    case .webp: LibWebPWriter.longestSide
    case .gif: GIFWriter.longestSide
    case .mp4, .webm: VideoEncoder.longestSide
    case .png, .svg, .pdf: nil
    }
  }

  /// The most pixels that a file may have; nil when `Limits.canvasPixels` alone decides.
  public var mostPixels: Int? { self == .webp ? Limits.webpPixels : nil }

  /// The format of a file name's ending, without regard to case.
  public init?(pathExtension: String) {
    let ending = pathExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.pathExtensions.contains(ending) }) else { return nil }
    self = format
  }

  /// Paints a display list and packs it as a file.
  ///
  /// - Throws: `RasterError.limit` when the picture is too large; `.library` when a library fails; `.picture` when a
  ///   picture inside it cannot be drawn; `.image` when the format has no transparency and the background lets something
  ///   through, or when it is one of moving pictures only (`MovingFormat`).
  public func encode(_ list: DisplayList, settings: Settings, fonts: borrowing FontLibrary)
    throws(RasterError)
    -> [UInt8]
  {
    try encode(list, settings: settings, fonts: fonts, threads: .one)
  }

  /// The same by several threads, which give the same bytes.
  package func encode(
    _ list: DisplayList, settings: Settings, fonts: borrowing FontLibrary, threads: PictureThreads
  ) throws(RasterError) -> [UInt8] {
    switch self {
    case .png, .jpeg, .webp, .gif:
      let picture = try BitmapPainter.paint(list, fonts: fonts, threads: threads)
      return try pack(picture, settings: settings, threads)
    case .svg:
      return try SVGPainter.paint(
        list, options: SVGPainter.Options(keepsText: settings.keepsSVGText), glyphs: fonts)
    case .pdf: return try PDFPainter.paint([list], glyphs: fonts)
    case .mp4, .webm: throw Self.moves(self)
    }
  }

  /// Packs a painted picture as a file of a format that is made of pixels.
  func pack(
    _ picture: borrowing PaintedPicture, settings: Settings, _ threads: PictureThreads = .one
  ) throws(RasterError) -> [UInt8] {
    switch self {
    case .png: return try picture.png(settings.compression, threads)
    case .jpeg: return try JPEGEncoder.encode(picture, quality: settings.quality ?? 90)
    case .webp: return try LibWebPWriter.encode(try picture.bitmap(), quality: settings.quality)
    case .gif: return try GIFEncoder.still(try picture.bitmap(), settings: settings.gif)
    case .svg, .pdf: throw .library(operation: "writing a \(rawValue) file", reason: "it has no pixels")
    case .mp4, .webm: throw Self.moves(self)
    }
  }

  private static func moves(_ format: OutputFormat) -> RasterError {
    .image(reason: "\(format.rawValue) is a format of moving pictures, and a still one was asked for")
  }

  /// Whether several pictures can be the pages of one file.
  public var hasPages: Bool { self == .pdf }

  /// Packs display lists as the pages of one file.
  ///
  /// - Throws: what `encode` throws, and `RasterError.library` when the format has no pages and there are several lists.
  public func encode(
    pages: [DisplayList], settings: Settings, fonts: borrowing FontLibrary
  ) throws(RasterError) -> [UInt8] {
    if hasPages { return try PDFPainter.paint(pages, glyphs: fonts) }
    guard let only = pages.first, pages.count == 1 else {
      throw .library(operation: "writing a \(rawValue) file", reason: "it has no pages")
    }
    return try encode(only, settings: settings, fonts: fonts)
  }
}
