/// The kinds of files that a display list can become.
public enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// Portable Network Graphics: pixels, lossless.
  case png
  /// Scalable Vector Graphics: shapes.
  case svg

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

    /// Makes settings.
    public init(compression: PNGCompression = .balanced, keepsSVGText: Bool = false) {
      self.compression = compression
      self.keepsSVGText = keepsSVGText
    }
  }

  /// One sentence for manuals.
  public var summary: String {
    switch self {
    case .png: "Pixels, lossless; without alpha where the picture is opaque."
    case .svg: "Shapes; text as outlines, or as text with `--svg-text`."
    }
  }

  /// The format of a file name's ending, without regard to case.
  public init?(pathExtension: String) {
    self.init(rawValue: pathExtension.lowercased())
  }

  /// Paints a display list and packs it as a file.
  ///
  /// - Throws: `RasterError.limit` when the picture is too large; `.library` when a library fails; `.image` when an SVG
  ///   picture inside it cannot be drawn.
  public func encode(_ list: DisplayList, settings: Settings, fonts: borrowing FontLibrary)
    throws(RasterError)
    -> [UInt8]
  {
    switch self {
    case .png:
      let picture = try BitmapPainter.paint(list, glyphs: fonts)
      return try picture.png(settings.compression)
    case .svg:
      return try SVGPainter.paint(
        list,
        options: SVGPainter.Options(keepsText: settings.keepsSVGText) { (bitmap) throws(RasterError) in
          try PNGEncoder.encode(bitmap, scale: 1, compression: .balanced)
        }, glyphs: fonts)
    }
  }
}

extension PaintedPicture {
  /// The picture as a PNG file; the rows are filtered where they lie.
  func png(_ compression: PNGCompression) throws(RasterError) -> [UInt8] {
    let (width, height, scale) = (width, height, scale)
    let opaque = isOpaque ? true : nil
    return try withPixels { (bytes, stride) throws(RasterError) in
      try PNGEncoder.encode(
        premultiplied: bytes, width: width, height: height, stride: stride, isOpaque: opaque, scale: scale,
        compression: compression)
    }
  }
}
