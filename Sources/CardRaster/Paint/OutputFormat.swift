/// The file formats that a display list can be written in.
public enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// Portable Network Graphics: lossless pixels.
  case png
  /// JPEG: lossy pixels without transparency.
  case jpeg
  /// WebP: pixels, lossless or lossy.
  case webp
  /// GIF: pixels of 256 colours without partial transparency.
  case gif
  /// Scalable Vector Graphics: shapes.
  case svg
  /// Portable Document Format: shapes and text, one page per picture.
  case pdf
  /// MPEG-4 video, only for animations.
  case mp4
  /// WebM video, only for animations.
  case webm

  /// The formats for still pictures.
  public static var stills: [OutputFormat] { allCases.filter(\.isStill) }

  /// Whether the format supports still pictures.
  public var isStill: Bool { self != .mp4 && self != .webm }

  /// The settings of a file.
  public struct Settings: Hashable, Sendable {
    /// The trade-off between time and size of a PNG file.
    ///
    /// Default: balanced.
    public var compression: PNGCompression
    /// Whether text in an SVG file stays text instead of outlines.
    ///
    /// Default: false.
    public var keepsSVGText: Bool
    /// The quality of a JPEG, a lossy WebP file or a video, 1…100.
    ///
    /// Default: nil, which is 90 for JPEG, lossless for WebP and 65 for videos, whose scale differs.
    public var quality: Int?
    /// The palette of a GIF file.
    public var gif: GIFEncoder.Settings

    /// Makes settings; the quality is clamped to 1…100.
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
    case .png: "Pixels, lossless; without an alpha channel if the picture is opaque."
    case .jpeg: "Pixels, slightly lossy: `--quality`, 90 when absent; the background must be opaque."
    case .webp: "Pixels, lossless, or lossy with `--quality`."
    case .gif: "Pixels of 256 colours; the background must be opaque."
    case .svg: "Shapes; text as outlines, or as text with `--svg-text`."
    case .pdf: "Shapes, text with embedded fonts, and links; one page for each card with `--pages`."
    case .mp4:
      "Video that every player supports (H.264), for animations; needs ffmpeg; the background must be opaque."
    case .webm:
      "Video for browsers (VP9), for animations; needs ffmpeg; the background must be opaque."
    }
  }

  /// The file name extensions, the usual one first.
  public var pathExtensions: [String] { self == .jpeg ? ["jpg", "jpeg"] : [rawValue] }

  /// Whether `Settings.quality` applies to it.
  public var supportsQuality: Bool { [.jpeg, .webp, .mp4, .webm].contains(self) }

  /// Whether files contain pixels.
  package var hasPixels: Bool { self != .svg && self != .pdf }

  /// Whether `Settings.compression` applies to it.
  package var heedsCompression: Bool { self == .png }

  /// Whether `Settings.keepsSVGText` applies to it.
  package var heedsSVGText: Bool { self == .svg }

  /// Whether it supports partial transparency.
  public var hasTransparency: Bool { [.png, .webp, .svg, .pdf].contains(self) }

  /// The longest side of a file in pixels; nil if only `Limits` applies.
  public var longestSide: Int? {
    switch self {
    case .jpeg: TurboJPEGWriter.longestSide
    case .webp: LibWebPWriter.longestSide
    case .gif: GIFWriter.longestSide
    case .mp4, .webm: VideoEncoder.longestSide
    case .png, .svg, .pdf: nil
    }
  }

  /// The maximum number of pixels of a file; nil if only `Limits.canvasPixels` applies.
  public var mostPixels: Int? { self == .webp ? Limits.webpPixels : nil }

  /// The format for a file name extension, ignoring case.
  public init?(pathExtension: String) {
    let ending = pathExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.pathExtensions.contains(ending) }) else { return nil }
    self = format
  }

  /// Paints a display list and encodes it as a file.
  ///
  /// - Throws: `RasterError.limit` if the picture is too large; `.library` if a library fails; `.picture` if
  ///   a picture inside it cannot be drawn; `.image` if the format has no transparency and the background is
  ///   not opaque, or if it is only for animations (`MovingFormat`).
  public func encode(_ list: DisplayList, settings: Settings, fonts: borrowing FontLibrary)
    throws(RasterError)
    -> [UInt8]
  {
    try encode(list, settings: settings, fonts: fonts, threads: .one)
  }

  /// The same with several threads, which give the same bytes.
  package func encode(
    _ list: DisplayList, settings: Settings, fonts: borrowing FontLibrary, threads: RowParallelism
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

  /// Encodes a painted picture in a pixel format.
  func pack(
    _ picture: borrowing PaintedPicture, settings: Settings, _ threads: RowParallelism = .one
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
    .image(reason: "\(format.rawValue) is a format for animations, but a still picture was requested")
  }

  /// Whether a file can have several pages.
  public var hasPages: Bool { self == .pdf }

  /// Encodes display lists as the pages of one file.
  ///
  /// - Parameters:
  ///   - pages: The display list of each page.
  ///   - settings: The settings of the format.
  ///   - fonts: The fonts that shaped the texts.
  ///   - onPage: Called with the number of finished pages after each of them.
  /// - Throws: the errors of `encode`, and `RasterError.library` if the format has no pages and there are
  ///   several lists.
  public func encode(
    pages: [DisplayList], settings: Settings, fonts: borrowing FontLibrary,
    onPage: (Int) -> Void = { _ in }
  ) throws(RasterError) -> [UInt8] {
    if hasPages { return try PDFPainter.paint(pages, glyphs: fonts, onPage: onPage) }
    guard let only = pages.first, pages.count == 1 else {
      throw .library(operation: "writing a \(rawValue) file", reason: "it has no pages")
    }
    return try encode(only, settings: settings, fonts: fonts)
  }
}
