public import CardRaster

/// What a deck becomes: pixels, a PNG file, an SVG file.
///
/// Use one of the values: ``bitmap``, ``png``, ``jpeg``, ``webp``, ``gif``, ``svg``, ``pdf``.
public struct DeckTarget<Output: Sendable>: Sendable {
  let paint: @Sendable (DisplayList, borrowing FontLibrary) throws(RasterError) -> Output
}

extension DeckTarget<Bitmap> {
  /// Pixels: red, green, blue and alpha, straight.
  public static var bitmap: DeckTarget {
    DeckTarget { (list, fonts) throws(RasterError) in try BitmapPainter.bitmap(list, fonts: fonts) }
  }
}

extension DeckTarget<[UInt8]> {
  /// A PNG file.
  public static var png: DeckTarget { png(.balanced) }

  /// A PNG file that may take more or less time to become small.
  public static func png(_ compression: PNGCompression) -> DeckTarget {
    file(.png, OutputFormat.Settings(compression: compression))
  }

  /// A JPEG file; the background must be opaque.
  public static var jpeg: DeckTarget { file(.jpeg) }

  /// A JPEG file that keeps more or less of the picture: 1…100.
  public static func jpeg(quality: Int) -> DeckTarget {
    file(.jpeg, OutputFormat.Settings(quality: quality))
  }

  /// A WebP file without loss.
  public static var webp: DeckTarget { file(.webp) }

  /// A WebP file that keeps more or less of the picture: 1…100.
  public static func webp(quality: Int) -> DeckTarget {
    file(.webp, OutputFormat.Settings(quality: quality))
  }

  /// A GIF file that does not move; the background must be opaque.
  public static var gif: DeckTarget { file(.gif) }

  /// A PDF document of one page.
  public static var pdf: DeckTarget { file(.pdf) }

  /// A file of any format.
  public static func file(
    _ format: OutputFormat, _ settings: OutputFormat.Settings = OutputFormat.Settings()
  ) -> DeckTarget {
    DeckTarget { (list, fonts) throws(RasterError) in
      try format.encode(list, settings: settings, fonts: fonts)
    }
  }
}

extension DeckTarget<String> {
  /// An SVG document whose text is outlines.
  public static var svg: DeckTarget { svg(keepsText: false) }

  /// An SVG document.
  ///
  /// - Parameter keepsText: whether text stays text instead of outlines.
  public static func svg(keepsText: Bool) -> DeckTarget {
    let settings = OutputFormat.Settings(keepsSVGText: keepsText)
    return DeckTarget { (list, fonts) throws(RasterError) in
      String(decoding: try OutputFormat.svg.encode(list, settings: settings, fonts: fonts), as: UTF8.self)
    }
  }
}
