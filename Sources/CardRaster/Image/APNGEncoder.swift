#if Moving
/// Writes animated PNG files (Portable Network Graphics, third edition, section 4.9).
///
/// How it works: each frame stores the rectangle that changed. If all changed pixels are opaque, the
/// unchanged pixels of the rectangle may be left transparent. Both variants are tried for the whole file, as
/// all frames have the same pixel format. A frame depends only on the one before it, so frames are compressed
/// on several workers.
///
/// Guarantees: decoding a frame gives back exactly its pixels; the bytes do not depend on the number of
/// workers.
package enum APNGEncoder {
  /// Encodes an animation.
  ///
  /// - Throws: `RasterError.library` if a library fails.
  package static func encode(
    _ animation: Animation, scale: Double, compression: PNGCompression = .balanced, workers: Int = 1
  ) async throws -> [UInt8] {
    // The trials of `smallest` for every frame take too long for many pixels.
    let pixels = animation.frames.count * animation.width * animation.height
    let compression =
      compression == .smallest && pixels > Limits.exhaustivePixels ? .balanced : compression
    let isOpaque = (animation.frames + [animation.poster].compactMap { $0 }).allSatisfy(\.isOpaque)
    var best: [UInt8] = []
    for mode in modes(isOpaque: isOpaque, compression) {
      let pieces = try await WorkerPool.with(min(workers, animation.frames.count), make: {}) { pool in
        try await pool.map(animation.frames.count) { number, _ in
          try piece(number, of: animation, mode, compression)
        }
      }
      let file = try assemble(animation, pieces, mode, scale: scale, compression)
      if best.isEmpty || file.count < best.count { best = file }
    }
    return best
  }

  /// The storage of the pixels of all frames.
  private enum Mode: Sendable {
    /// Changed rectangles, without alpha.
    case opaque
    /// Changed rectangles with alpha.
    case alpha
    /// Changed rectangles with alpha, in which unchanged pixels are transparent.
    case seeThrough

    var layout: PNGLayout {
      if case .opaque = self { .rgb } else { .rgba }
    }
  }

  private static func modes(isOpaque: Bool, _ compression: PNGCompression) -> [Mode] {
    guard isOpaque else { return [.alpha] }
    return compression == .fast ? [.opaque] : [.opaque, .seeThrough]
  }

  /// A compressed frame.
  private struct Piece: Sendable {
    var rect: PixelRect
    var isBlended: Bool
    var data: [UInt8]
  }

  private static func piece(
    _ number: Int, of animation: Animation, _ mode: Mode, _ compression: PNGCompression
  ) throws(RasterError) -> Piece {
    let frame = animation.frames[number]
    // A frame must contain a pixel, even if nothing changed.
    let rect = animation.change(at: number) ?? PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    guard let rect, var part = frame.part(rect) else {
      throw .image(reason: "a frame of an animation is empty")
    }
    var isBlended = false
    if case .seeThrough = mode, number > 0, let before = animation.frames[number - 1].part(rect) {
      part = part.clearing(whatIsIn: before)
      isBlended = true
    }
    return Piece(rect: rect, isBlended: isBlended, data: try pack(part, mode.layout, compression))
  }

  /// Filters and compresses pixels.
  private static func pack(
    _ bitmap: Bitmap, _ layout: PNGLayout, _ compression: PNGCompression
  ) throws(RasterError) -> [UInt8] {
    let rows = try PixelRows(
      width: bitmap.width, height: bitmap.height, stride: 4 * bitmap.width, order: .straightRGBA,
      byteCount: bitmap.pixels.count)
    return try bitmap.pixels.span.bytes.withUnsafeBytes { (bytes) throws(RasterError) in
      switch compression {
      case .fast: try PNGEncoder.fastData(bytes, rows, layout)
      case .balanced: try PNGEncoder.smallestData(bytes, rows, layout, Self.quickStrategies, level: 6)
      case .smallest: try PNGEncoder.smallestData(bytes, rows, layout)
      }
    }
  }

  private static let quickStrategies: [PNGFilter.Strategy] = [
    .content(photograph: PNGFilter.allCases), .smallestSum(PNGFilter.allCases),
  ]

  private static func assemble(
    _ animation: Animation, _ pieces: [Piece], _ mode: Mode, scale: Double, _ compression: PNGCompression
  ) throws(RasterError) -> [UInt8] {
    let rows = try PixelRows(
      width: animation.width, height: animation.height, stride: 4 * animation.width, order: .straightRGBA,
      byteCount: animation.frames[0].pixels.count)
    var out = PNGChunks.start(rows, mode.layout, scale: scale)
    var control: [UInt8] = []
    PNGChunks.append(UInt32(pieces.count), to: &control)
    PNGChunks.append(UInt32(animation.loops), to: &control)
    PNGChunks.append("acTL", control, to: &out)
    if let poster = animation.poster {
      // An image before the first frame control chunk is not part of the animation.
      PNGChunks.append("IDAT", try pack(poster, mode.layout, compression), to: &out)
    }
    var sequence: UInt32 = 0
    for (number, piece) in pieces.enumerated() {
      PNGChunks.append("fcTL", frameControl(piece, delay: animation.delays[number], &sequence), to: &out)
      if number == 0, animation.poster == nil {
        PNGChunks.append("IDAT", piece.data, to: &out)
      } else {
        var data: [UInt8] = []
        PNGChunks.append(sequence, to: &data)
        sequence += 1
        PNGChunks.append("fdAT", data + piece.data, to: &out)
      }
    }
    PNGChunks.append("IEND", [], to: &out)
    return out
  }

  private static func frameControl(_ piece: Piece, delay: Int, _ sequence: inout UInt32) -> [UInt8] {
    var data: [UInt8] = []
    PNGChunks.append(sequence, to: &data)
    sequence += 1
    for value in [piece.rect.width, piece.rect.height, piece.rect.minX, piece.rect.minY] {
      PNGChunks.append(UInt32(value), to: &data)
    }
    // A fraction of a second with 16-bit numerator and denominator: milliseconds; above 65,535, hundredths.
    let (numerator, denominator) = delay <= 65_535 ? (delay, 1000) : (delay / 10, 100)
    for value in [numerator, denominator] {
      data.append(UInt8(truncatingIfNeeded: value >> 8))
      data.append(UInt8(truncatingIfNeeded: value))
    }
    // The frame stays for the next one; 1 blends it over the canvas, 0 replaces the canvas.
    return data + [0, piece.isBlended ? 1 : 0]
  }
}

extension Bitmap {
  /// The picture with every pixel cleared that is equal in another picture of the same size.
  func clearing(whatIsIn other: Bitmap) -> Bitmap {
    var result = pixels
    for start in stride(from: 0, to: result.count, by: 4)
    where pixels[start] == other.pixels[start] && pixels[start + 1] == other.pixels[start + 1]
      && pixels[start + 2] == other.pixels[start + 2] && pixels[start + 3] == other.pixels[start + 3]
    {
      for channel in start..<start + 4 { result[channel] = 0 }
    }
    return Bitmap(width: width, height: height, pixels: result) ?? self
  }
}
#endif
