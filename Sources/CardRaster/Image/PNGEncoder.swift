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
      let head = start(rows, layout, scale: scale)
      return finish(try ISALDeflate.zlib(filtered, after: head), from: head.count)
    case .balanced:
      let survey = PixelSurvey(bytes, rows, isOpaque: isOpaque)
      let layout = layouts(survey)[0]
      let strategy = quickStrategy(layout, survey)
      let filtered = PNGFilter.filter(bytes, rows, layout, strategy)
      let head = start(rows, layout, scale: scale)
      return finish(try Deflate.zlib(filtered, level: 6, after: head), from: head.count)
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
        let size = try Deflate.zlib(filtered, level: 6).count + start(rows, layout, scale: scale).count
        trials.append((size, layout, strategy))
      }
    }
    var best: [UInt8] = []
    for trial in trials.sorted(by: { $0.size < $1.size }).prefix(2) {
      let filtered = PNGFilter.filter(bytes, rows, trial.layout, trial.strategy)
      let head = start(rows, trial.layout, scale: scale)
      let file = finish(try Deflate.zlib(filtered, level: 12, after: head), from: head.count)
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

extension PNGEncoder {
  /// Everything before the deflated pixels, with the head of an IDAT chunk whose length is still zero.
  private static func start(_ rows: PixelRows, _ layout: PNGLayout, scale: Double) -> [UInt8] {
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    append(UInt32(rows.width), to: &header)
    append(UInt32(rows.height), to: &header)
    header += [UInt8(layout.bits), layout.colorType, 0, 0, 0]
    appendChunk("IHDR", header, to: &out)
    // Intent 0, perceptual: what the colours of a card are made for.
    appendChunk("sRGB", [0], to: &out)
    var density: [UInt8] = []
    let perMetre = (72 * scale / 0.0254).rounded()
    let pixels = perMetre.isFinite ? UInt32(min(Double(Int32.max), max(1, perMetre))) : 1
    append(pixels, to: &density)
    append(pixels, to: &density)
    density.append(1)
    appendChunk("pHYs", density, to: &out)
    if case .palette(let palette, _) = layout {
      let colors = palette.words.map { rows.straight($0) }
      appendChunk("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] }, to: &out)
      let alphas = colors.map(\.alpha).prefix { $0 < 255 }
      if !alphas.isEmpty { appendChunk("tRNS", Array(alphas), to: &out) }
    }
    return out + [0, 0, 0, 0] + Array("IDAT".utf8)
  }

  /// Fills in the length of the IDAT chunk whose data begin at `dataStart`, and adds its checksum and the end.
  private static func finish(_ file: [UInt8], from dataStart: Int) -> [UInt8] {
    var out = file
    let length = UInt32(out.count - dataStart)
    for (index, shift) in [UInt32(24), 16, 8, 0].enumerated() {
      out[dataStart - 8 + index] = UInt8(truncatingIfNeeded: length >> shift)
    }
    append(Deflate.crc32(out, dataStart - 4..<out.count), to: &out)
    appendChunk("IEND", [], to: &out)
    return out
  }

  private static func appendChunk(_ name: String, _ data: [UInt8], to out: inout [UInt8]) {
    append(UInt32(data.count), to: &out)
    let start = out.count
    out += Array(name.utf8)
    out += data
    append(Deflate.crc32(out, start..<out.count), to: &out)
  }

  private static func append(_ value: UInt32, to out: inout [UInt8]) {
    for shift in [UInt32(24), 16, 8, 0] { out.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
