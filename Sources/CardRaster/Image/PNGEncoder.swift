/// Writes PNG files (Portable Network Graphics, third edition).
///
/// How it works: a first pass over the pixels finds out what the file need not contain (alpha, colour, more
/// than 256 colours). Then each row is packed, filtered, and compressed after the header.
///
/// Guarantees: the chunks are IHDR, sRGB, pHYs, PLTE and tRNS if needed, one IDAT, IEND; no time, no text.
/// Decoding the file gives back exactly the pixels.
public enum PNGEncoder {
  /// Encodes a bitmap.
  ///
  /// `scale` is the number of pixels per point; it sets the physical size (72 points are an inch).
  ///
  /// - Throws: `RasterError.limit` for a bitmap of more than `Limits.canvasPixels` pixels,
  ///   `RasterError.library` if a library fails.
  public static func encode(
    _ bitmap: Bitmap, scale: Double, compression: PNGCompression = .balanced
  ) throws(RasterError) -> [UInt8] {
    let rows = try PixelRows(
      width: bitmap.width, height: bitmap.height, stride: 4 * bitmap.width, order: .straightRGBA,
      byteCount: bitmap.pixels.count)
    return try bitmap.pixels.span.bytes.withUnsafeBytes { (bytes) throws(RasterError) in
      try encode(bytes, rows, isOpaque: nil, scale: scale, compression: compression)
    }
  }

  /// Encodes rows of pixels in memory; `isOpaque` is nil if unknown.
  static func encode(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, isOpaque: Bool?, scale: Double,
    compression: PNGCompression, threads: RowParallelism = .one
  ) throws(RasterError) -> [UInt8] {
    switch compression {
    case .fast: return try fast(bytes, rows, isOpaque: isOpaque, scale: scale, threads: threads)
    case .balanced:
      let layout = layouts(PixelSurvey(bytes, rows, isOpaque: isOpaque))[0]
      let head = PNGChunks.start(rows, layout, scale: scale) + PNGChunks.openData
      return PNGChunks.finish(
        try balancedData(bytes, rows, layout, after: head, threads), from: head.count)
    case .smallest where rows.width * rows.height > 4 * Limits.exhaustivePixels:
      return try smaller(bytes, rows, isOpaque: isOpaque, scale: scale, threads)
    case .smallest:
      return try smallest(bytes, rows, isOpaque: isOpaque, scale: scale, threads)
    }
  }

  /// The pixels of a bitmap as in a PNG file with `balanced` compression.
  ///
  /// PDF documents use the same encoding.
  struct Pixels {
    /// The pixel format.
    let layout: PNGLayout
    /// The colours of a palette; empty for other layouts.
    let palette: [Color]
    /// Filtered rows as a zlib stream.
    let data: [UInt8]
  }

  /// The pixels of a bitmap, without the chunks of a file.
  ///
  /// Returns nil if they take fewer than `least` bytes before compression in each layout.
  ///
  /// - Parameter isGrey: whether an opaque grey picture must have one grey byte per pixel, even if a palette
  ///   would be smaller.
  /// - Throws: the errors of `encode`.
  static func pixels(_ bitmap: Bitmap, isGrey: Bool, least: Int) throws(RasterError) -> Pixels? {
    let rows = try PixelRows(
      width: bitmap.width, height: bitmap.height, stride: 4 * bitmap.width, order: .straightRGBA,
      byteCount: bitmap.pixels.count)
    return try bitmap.pixels.span.bytes.withUnsafeBytes { (bytes) throws(RasterError) in
      let all = isGrey ? [.grey] : layouts(PixelSurvey(bytes, rows, isOpaque: nil))
      guard let layout = all.first(where: { rows.height * (1 + $0.rowBytes(width: rows.width)) >= least })
      else {
        return nil
      }
      var colors: [Color] = []
      if case .palette(let palette, _) = layout {
        colors = palette.words.map { word in
          let (red, green, blue, alpha) = rows.straight(word)
          return Color(red: red, green: green, blue: blue, alpha: alpha)
        }
      }
      return Pixels(layout: layout, palette: colors, data: try balancedData(bytes, rows, layout))
    }
  }

  /// The filtered rows of the previous picture.
  struct Kept {
    let rows: FilteredRows
    /// For each row, whether it differs from that picture; nil if all may differ.
    let changed: [Bool]?
  }

  /// The file with `fast` compression.
  static func fast(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, isOpaque: Bool?, scale: Double, kept: Kept? = nil,
    threads: RowParallelism = .one
  ) throws(RasterError) -> [UInt8] {
    let survey = PixelSurvey(opacityOf: bytes, rows, known: isOpaque)
    let layout: PNGLayout = survey.isOpaque ? .rgb : .rgba
    let head = PNGChunks.start(rows, layout, scale: scale) + PNGChunks.openData
    return PNGChunks.finish(try fastData(bytes, rows, layout, after: head, kept, threads), from: head.count)
  }

  /// The zlib stream for `fast`.
  ///
  /// Rows are filtered in parts and compressed while they are in the CPU cache; a card usually has several
  /// parts. The bytes depend on the number of rows per part, which is therefore the same if rows are reused.
  static func fastData(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, _ layout: PNGLayout, after head: [UInt8] = [],
    _ kept: Kept? = nil, _ threads: RowParallelism = .one
  ) throws(RasterError) -> [UInt8] {
    func source() -> PNGRows {
      PNGRows(
        bytes, rows, layout, .content(photograph: [.up, .sub]),
        sampling: PNGRows.Sampling(content: 2, skew: 16, filters: 4))
    }
    let length = 1 + layout.rowBytes(width: rows.width)
    let partRows = min(rows.height, PNGRows.groupRows(length))
    let form = FilteredRows.Form(height: rows.height, pixelBytes: layout.pixelBytes, partRows: partRows)
    if let kept {
      var source = source()
      let parts = try kept.rows.parts(&source, form, changed: kept.changed)
      return ZlibPart.stream(parts, header: ISALDeflate.header, after: head)
    }
    let parts = try threads.map(form.parts, make: { PartPacker(source(), form) }) {
      (number, packer) throws(RasterError) in try packer.part(number)
    }
    return ZlibPart.stream(parts, header: ISALDeflate.header, after: head)
  }

  /// The zlib stream for `balanced`.
  static func balancedData(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, _ layout: PNGLayout, after head: [UInt8] = [],
    _ threads: RowParallelism = .one
  ) throws(RasterError) -> [UInt8] {
    let (filtered, photographRows) = PNGRows.all(rows, layout, threads) {
      PNGRows(bytes, rows, layout, carefulStrategy(layout), sampling: PNGRows.Sampling(filters: 2))
    }
    if 2 * photographRows > rows.height, try prefersRuns(filtered, rows.height) {
      return try Packing.runs.stream(filtered, after: head, threads)
    }
    return try Packing.level(6).stream(filtered, after: head, threads)
  }

  /// Whether some bands of a photograph's rows are smaller without matches.
  private static func prefersRuns(_ filtered: [UInt8], _ height: Int) throws(RasterError) -> Bool {
    let length = filtered.count / height
    let band = max(1, height / 128)
    var sample: [UInt8] = []
    for number in 0..<8 {
      let start = min(height - band, (2 * number + 1) * height / 16)
      sample += filtered[start * length..<(start + band) * length]
    }
    return try Packing.runs.stream(sample).count < Packing.level(6).stream(sample).count
  }

  /// `smallest` for a picture that is too large for all trials.
  ///
  /// It is the smaller of two files: that of `balanced`, and one at level 9 with more carefully chosen
  /// filters.
  private static func smaller(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, isOpaque: Bool?, scale: Double,
    _ threads: RowParallelism
  ) throws(RasterError) -> [UInt8] {
    let layout = layouts(PixelSurvey(bytes, rows, isOpaque: isOpaque))[0]
    let head = PNGChunks.start(rows, layout, scale: scale) + PNGChunks.openData
    let balanced = try balancedData(bytes, rows, layout, after: head, threads)
    let careful = try smallestData(
      bytes, rows, layout, [carefulStrategy(layout)], level: 9, after: head, threads)
    return PNGChunks.finish(balanced.count <= careful.count ? balanced : careful, from: head.count)
  }

  /// A variant of a file and its size at level 6.
  private struct Trial {
    let layout: PNGLayout
    let strategy: PNGFilter.Strategy
    let head: [UInt8]
    var size = 0

    func filtered(
      _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, _ threads: RowParallelism = .one
    ) -> [UInt8] {
      PNGRows.all(rows, layout, threads) { PNGRows(bytes, rows, layout, strategy) }.bytes
    }
  }

  /// Tries many encodings and keeps the smallest file.
  ///
  /// All filters and layouts are tried at level 6, then the best at level 12 and without matches. The order
  /// at level 6 is a good prediction for level 12, and costs a thirtieth; for small pictures the three best
  /// are tried.
  private static func smallest(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, isOpaque: Bool?, scale: Double,
    _ threads: RowParallelism
  ) throws(RasterError) -> [UInt8] {
    let ways = layouts(PixelSurvey(bytes, rows, isOpaque: isOpaque)).flatMap { layout in
      let head = PNGChunks.start(rows, layout, scale: scale) + PNGChunks.openData
      return strategies(layout).map { Trial(layout: layout, strategy: $0, head: head) }
    }
    let trials = try threads.map(ways.count, make: {}) { (number, _) throws(RasterError) -> Trial in
      var trial = ways[number]
      trial.size = try Packing.level(6).stream(trial.filtered(bytes, rows)).count + trial.head.count
      return trial
    }.sorted { $0.size < $1.size }
    guard let best = trials.first else { return [] }
    func file(_ filtered: [UInt8], _ head: [UInt8], _ packing: Packing) throws(RasterError) -> [UInt8] {
      PNGChunks.finish(try packing.stream(filtered, after: head, threads), from: head.count)
    }
    let filtered = best.filtered(bytes, rows, threads)
    var files = [try file(filtered, best.head, .runs)]
    if Packing.parts(filtered.count) > 1 {
      files.append(try file(filtered, best.head, .level(12)))
    } else {
      // Two threads cannot compress one part, but they can compress two variants.
      files += try threads.map(min(3, trials.count), make: {}) { (number, _) throws(RasterError) in
        let trial = trials[number]
        let data = try Packing.level(12).stream(trial.filtered(bytes, rows), after: trial.head)
        return PNGChunks.finish(data, from: trial.head.count)
      }
    }
    return files.min { $0.count < $1.count } ?? []
  }

  /// The zlib stream of a frame for `smallest`: level 12 with the strategy that is best at level 6.
  static func smallestData(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, _ layout: PNGLayout
  ) throws(RasterError) -> [UInt8] {
    var best: (data: [UInt8], strategy: PNGFilter.Strategy)?
    for strategy in strategies(layout) {
      let data = try Packing.level(6).stream(PNGRows.all(bytes, rows, layout, strategy))
      if data.count < best?.data.count ?? .max { best = (data, strategy) }
    }
    guard let best else { return [] }
    let small = try Packing.level(12).stream(PNGRows.all(bytes, rows, layout, best.strategy))
    return small.count < best.data.count ? small : best.data
  }

  /// The smallest zlib stream of some strategies, at one level.
  static func smallestData(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, _ layout: PNGLayout,
    _ strategies: [PNGFilter.Strategy], level: Int32, after head: [UInt8] = [],
    _ threads: RowParallelism = .one
  ) throws(RasterError) -> [UInt8] {
    var best: [UInt8] = []
    for strategy in strategies {
      let filtered = PNGRows.all(rows, layout, threads) { PNGRows(bytes, rows, layout, strategy) }.bytes
      let data = try Packing.level(level).stream(filtered, after: head, threads)
      if best.isEmpty || data.count < best.count { best = data }
    }
    return best
  }

  /// The lossless layouts for the picture, the most promising first.
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

  /// The strategy that is best for most pictures.
  private static func carefulStrategy(_ layout: PNGLayout) -> PNGFilter.Strategy {
    if case .palette = layout { .fixed(.none) } else { .content(photograph: PNGFilter.allCases) }
  }

  static func strategies(_ layout: PNGLayout) -> [PNGFilter.Strategy] {
    switch layout {
    case .palette(_, let bits) where bits < 8: [.fixed(.none), .fixed(.up)]
    default:
      // The slowest strategies come first, so that no thread waits for them at the end.
      [
        .fewestPairs, .leastEntropy, .smallestSum(PNGFilter.allCases),
        .content(photograph: PNGFilter.allCases),
      ] + PNGFilter.allCases.map { .fixed($0) }
    }
  }
}

extension PNGEncoder {
  /// Encodes the pixels of an ARGB32 surface in place: blue, green, red, alpha, premultiplied.
  ///
  /// `stride` is in bytes; `isOpaque` may be given if all alpha values are known to be 255, or known not to
  /// be.
  ///
  /// - Parameter threads: the threads that compress it.
  /// - Throws: `RasterError.limit` for more than `Limits.canvasPixels` pixels, `RasterError.library` if a
  ///   library fails.
  static func encode(
    premultiplied rows: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, isOpaque: Bool?,
    scale: Double, compression: PNGCompression, threads: RowParallelism = .one
  ) throws(RasterError) -> [UInt8] {
    let layout = try PixelRows(
      width: width, height: height, stride: stride, order: .premultipliedBGRA, byteCount: rows.count)
    return try encode(
      rows, layout, isOpaque: isOpaque, scale: scale, compression: compression, threads: threads)
  }
}

/// The compression of filtered rows to a zlib stream: in parts, which several threads compress in parallel.
///
/// Guarantees: the parts depend only on the number of bytes, so that the bytes do not depend on the number of
/// threads.
enum Packing {
  /// libdeflate, from 1 (fast) to 12 (small).
  case level(Int32)
  /// zlib with only runs and literals: for the rows of a photograph, in which matches are accidental.
  case runs

  /// The number of parts for a number of bytes.
  ///
  /// A part cannot refer to earlier ones, which costs about a hundred bytes. There are therefore few parts,
  /// and an even number, so that two threads end at the same time.
  static func parts(_ count: Int) -> Int { count < 512 << 10 ? 1 : count < 4 << 20 ? 2 : 4 }

  /// The zlib stream (RFC 1950) of some bytes after `prefix`.
  ///
  /// - Throws: `RasterError.library` if a library fails, `RasterError.limit` for 4 GiB.
  func stream(
    _ bytes: [UInt8], after prefix: [UInt8] = [], _ threads: RowParallelism = .one
  ) throws(RasterError) -> [UInt8] {
    let count = Self.parts(bytes.count)
    let parts = try threads.map(count, make: {}) { (number, _) throws(RasterError) -> ZlibPart in
      let range = bytes.count * number / count..<bytes.count * (number + 1) / count
      return try bytes.span.bytes.withUnsafeBytes { (bytes) throws(RasterError) -> ZlibPart in
        try part(UnsafeRawBufferPointer(rebasing: bytes[range]), isLast: number == count - 1)
      }
    }
    return ZlibPart.stream(parts, header: header, after: prefix)
  }

  private func part(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(RasterError) -> ZlibPart {
    switch self {
    case .runs: return try RunDeflate.part(bytes, isLast: isLast)
    case .level(let level):
      let part = try Deflate.part(bytes, level: level)
      guard !isLast else { return part }
      guard let open = part.opened() else {
        throw .library(operation: "compression", reason: "libdeflate wrote an incomplete stream")
      }
      return open
    }
  }

  /// The zlib header: deflate, a window of 32 kB, and the compression level.
  private var header: [UInt8] {
    switch self {
    case .runs, .level(...1): [0x78, 0x01]
    case .level(...5): [0x78, 0x5E]
    case .level(...7): [0x78, 0x9C]
    case .level: [0x78, 0xDA]
    }
  }
}

/// Filters the rows of some parts of a PNG file with `fast` compression, and compresses them.
///
/// It compresses rows while they are in the CPU cache. Several packers may share the parts of a picture: a
/// part depends only on its rows and the one above.
struct PartPacker: ~Copyable {
  private var source: PNGRows
  private let form: FilteredRows.Form
  private let buffer: UnsafeMutablePointer<UInt8>
  private var packer = ISALDeflate()

  /// - Parameter source: the rows of the picture, from the first on.
  init(_ source: consuming PNGRows, _ form: FilteredRows.Form) {
    buffer = .allocate(capacity: form.partRows * (1 + source.rowBytes) + PNGFilter.slack)
    self.source = source
    self.form = form
  }

  deinit { buffer.deallocate() }

  /// Compresses a part; parts must be requested in ascending order.
  ///
  /// - Throws: `RasterError.library` if ISA-L fails.
  mutating func part(_ number: Int) throws(RasterError) -> ZlibPart {
    let (rows, length) = (form.rows(of: number), 1 + source.rowBytes)
    source.skip(to: rows.lowerBound)
    for index in 0..<rows.count { source.write(to: buffer + index * length) }
    let part = UnsafeRawBufferPointer(start: buffer, count: rows.count * length)
    return try packer.part(part, isLast: rows.upperBound == form.height)
  }
}

/// The memory layout of a picture's pixels.
///
/// A pixel is four bytes and is loaded as one little-endian word; alpha is its highest byte in both orders.
struct PixelRows {
  /// The order of the channels, and whether they are premultiplied.
  enum Order {
    /// Cairo's ARGB32: blue, green, red, alpha in memory, premultiplied.
    case premultipliedBGRA
    /// `Bitmap`: red, green, blue, alpha in memory, straight.
    case straightRGBA
  }

  var width: Int
  var height: Int
  /// Bytes from one row to the next.
  var stride: Int
  var order: Order

  /// Checks the size against the limits and the number of bytes.
  init(width: Int, height: Int, stride: Int, order: Order, byteCount: Int) throws(RasterError) {
    guard width > 0, height > 0 else { throw .image(reason: "a picture without pixels cannot be encoded") }
    guard width <= Limits.canvasPixels, height <= Limits.canvasPixels / width else {
      throw .limit(
        what: "the number of pixels of a picture", value: Double(width) * Double(height),
        limit: Double(Limits.canvasPixels))
    }
    guard stride >= 4 * width, byteCount / height >= stride || byteCount >= stride * (height - 1) + 4 * width
    else { throw .image(reason: "a picture has fewer bytes than its size requires") }
    self.width = width
    self.height = height
    self.stride = stride
    self.order = order
  }

  /// Straight red, green, blue and alpha of a loaded word.
  @inline(__always)
  func straight(_ word: UInt32) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let low = UInt8(truncatingIfNeeded: word)
    let middle = UInt8(truncatingIfNeeded: word >> 8)
    let high = UInt8(truncatingIfNeeded: word >> 16)
    let alpha = UInt8(truncatingIfNeeded: word >> 24)
    switch order {
    case .straightRGBA: return (low, middle, high, alpha)
    case .premultipliedBGRA:
      return (
        Premultiplication.straight(high, alpha: alpha), Premultiplication.straight(middle, alpha: alpha),
        Premultiplication.straight(low, alpha: alpha), alpha
      )
    }
  }
}

/// The trade-off between time and size of a PNG file.
///
/// All three contain the same pixels. The bytes of `balanced` and `smallest` are the same on every machine.
/// Those of `fast` may differ between processors, because ISA-L uses the widest instructions available.
public enum PNGCompression: String, CaseIterable, Hashable, Sendable {
  /// As fast as the disk: ISA-L at level 1.
  case fast
  /// A small file in little time: libdeflate at level 6. This is the default.
  case balanced
  /// The smallest file: several filters and layouts are tried with libdeflate at level 12.
  ///
  /// Fewer are tried for more pixels than `Limits.exhaustivePixels`.
  case smallest
}
