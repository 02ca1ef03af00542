/// Writes PNG files (Portable Network Graphics, third edition).
///
/// How it works: one look over the pixels tells what the file need not hold (alpha, colour, more than 256 colours);
/// each row is packed, filtered and put into one buffer, which is deflated in one call behind the header.
///
/// Guarantees: the chunks are IHDR, sRGB, pHYs, at need PLTE and tRNS, one IDAT, IEND; no time, no text. Reading the
/// file gives back exactly the pixels.
public enum PNGEncoder {
  /// Encodes a bitmap.
  ///
  /// `scale` is the number of pixels in a point; it sets the physical size (72 points are an inch).
  ///
  /// - Throws: `RasterError.limit` for a bitmap of more than `Limits.canvasPixels` pixels, `RasterError.library` when a
  ///   library fails.
  public static func encode(
    _ bitmap: Bitmap, scale: Double, compression: PNGCompression = .balanced
  ) throws(RasterError) -> [UInt8] {
    let bytes = bitmap.pixels.span.bytes
    let rows = try PixelRows(
      width: bitmap.width, height: bitmap.height, stride: 4 * bitmap.width, order: .straightRGBA,
      byteCount: bytes.byteCount)
    return try encode(bytes, rows, isOpaque: nil, scale: scale, compression: compression)
  }

  /// Encodes rows of pixels in memory; `isOpaque` is nil when the caller does not know.
  static func encode(
    _ bytes: borrowing RawSpan, _ rows: PixelRows, isOpaque: Bool?, scale: Double, compression: PNGCompression
  ) throws(RasterError) -> [UInt8] {
    switch compression {
    case .fast:
      let survey = PixelSurvey(opacityOf: bytes, rows, known: isOpaque)
      let layout: PNGLayout = survey.isOpaque ? .rgb : .rgba
      let filtered = PNGFilter.filter(bytes, rows, layout, .smallestSum([.up, .sub]))
      let head = PNGChunks.start(rows, layout, scale: scale) + PNGChunks.openData
      return PNGChunks.finish(try ISALDeflate.zlib(filtered, after: head), from: head.count)
    case .balanced:
      let survey = PixelSurvey(bytes, rows, isOpaque: isOpaque)
      let layout = layouts(survey)[0]
      let strategy = quickStrategy(layout, survey)
      let filtered = PNGFilter.filter(bytes, rows, layout, strategy)
      let head = PNGChunks.start(rows, layout, scale: scale) + PNGChunks.openData
      return PNGChunks.finish(try Deflate.zlib(filtered, level: 6, after: head), from: head.count)
    case .smallest:
      return try smallest(bytes, rows, isOpaque: isOpaque, scale: scale)
    }
  }

  /// Tries every filter and layout at level 6, then the two best at level 12, and keeps the smallest file.
  ///
  /// The order at level 6 foretells that at level 12 well enough, and costs a thirtieth.
  private static func smallest(
    _ bytes: borrowing RawSpan, _ rows: PixelRows, isOpaque: Bool?, scale: Double
  ) throws(RasterError) -> [UInt8] {
    let survey = PixelSurvey(bytes, rows, isOpaque: isOpaque)
    var trials: [(size: Int, layout: PNGLayout, strategy: PNGFilter.Strategy)] = []
    for layout in layouts(survey) {
      for strategy in strategies(layout) {
        let filtered = PNGFilter.filter(bytes, rows, layout, strategy)
        let size =
          try Deflate.zlib(filtered, level: 6).count + PNGChunks.start(rows, layout, scale: scale).count
        trials.append((size, layout, strategy))
      }
    }
    var best: [UInt8] = []
    for trial in trials.sorted(by: { $0.size < $1.size }).prefix(2) {
      let filtered = PNGFilter.filter(bytes, rows, trial.layout, trial.strategy)
      let head = PNGChunks.start(rows, trial.layout, scale: scale) + PNGChunks.openData
      let file = PNGChunks.finish(try Deflate.zlib(filtered, level: 12, after: head), from: head.count)
      if best.isEmpty || file.count < best.count { best = file }
    }
    return best
  }

  /// The layouts that hold the picture without loss, the most promising first.
  private static func layouts(_ survey: PixelSurvey) -> [PNGLayout] {
    var found: [PNGLayout] = []
    if var palette = survey.palette {
      palette.moveTransparentFirst()
      let count = palette.words.count
      let bits = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8
      if survey.isOpaque && survey.isGrey && bits == 8 { found.append(.grey) }
      found.append(.palette(palette, bits: bits))
      if bits < 8 { found.append(.palette(palette, bits: 8)) }
    } else if survey.isOpaque && survey.isGrey {
      found.append(.grey)
    }
    found.append(survey.isOpaque ? .rgb : .rgba)
    return found
  }

  /// Filters for `balanced`, by what the picture is made of.
  ///
  /// Drawn cards repeat themselves, and a deflater finds more of that in plain bytes than in filtered ones; in
  /// photographs and slanted gradients nothing repeats. Sums over filtered rows do not tell the two apart.
  private static func quickStrategy(_ layout: PNGLayout, _ survey: PixelSurvey) -> PNGFilter.Strategy {
    if case .palette = layout { return .fixed(.none) }
    if survey.novelty < 0.1 { return .fixed(.none) }
    return .smallestSum(survey.novelty < 0.5 ? [.up, .sub, .paeth] : PNGFilter.allCases)
  }

  private static func strategies(_ layout: PNGLayout) -> [PNGFilter.Strategy] {
    switch layout {
    case .palette(_, let bits) where bits < 8: [.fixed(.none), .fixed(.up)]
    default: PNGFilter.allCases.map { .fixed($0) } + [.smallestSum(PNGFilter.allCases), .leastEntropy]
    }
  }
}
