/// The only conversion from cairo's premultiplied colours to straight ones.
///
/// `PremultipliedPixel` has the opposite one. Converting a premultiplied colour to straight and back gives
/// the same value.
enum Premultiplication {
  /// The straight value of a premultiplied channel: `(c × 255 + a / 2) / a`, at most 255; 0 if alpha is 0.
  @inline(__always)
  static func straight(_ channel: UInt8, alpha: UInt8) -> UInt8 {
    if alpha == 255 { return channel }
    if alpha == 0 { return 0 }
    let whole = UInt32(alpha)
    return UInt8(min(255, (UInt32(channel) &* 255 &+ whole / 2) / whole))
  }

  /// 2²⁴ ÷ alpha, rounded up: multiplying by it and shifting gives the exact quotient for all values in use.
  private static let reciprocals: [UInt32] = [0] + (1...255).map { ((1 << 24) + $0 - 1) / $0 }

  /// Passes a function that converts a premultiplied pixel to a straight one.
  ///
  /// It follows the same rule as `straight(_:alpha:)` and is faster for many pixels. The input has alpha in
  /// its highest byte and blue in its lowest; the output has red in its lowest.
  @inline(__always)
  static func withStraight<R>(_ body: ((UInt32) -> UInt32) -> R) -> R {
    reciprocals.withUnsafeBufferPointer { reciprocals in
      body { word in
        let alpha = word >> 24
        if alpha == 255 { return (word &<< 8).byteSwapped | 0xFF00_0000 }
        if alpha == 0 { return 0 }
        let (reciprocal, half) = (reciprocals[Int(alpha)], alpha / 2)
        func channel(_ value: UInt32) -> UInt32 {
          min(255, UInt32(truncatingIfNeeded: (UInt64(value &* 255 &+ half) &* UInt64(reciprocal)) &>> 24))
        }
        return channel(word >> 16 & 255) | channel(word >> 8 & 255) << 8 | channel(word & 255) << 16
          | alpha << 24
      }
    }
  }

  /// Converts many pixels as `withStraight` does; sixteen opaque pixels are byte-swapped at once.
  ///
  /// - Parameters:
  ///   - source: pixels in the format of `withStraight`.
  ///   - count: the number of pixels.
  ///   - target: memory for the same number of pixels, four bytes each: red, green, blue, alpha.
  static func unpremultiply(_ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer) {
    withStraight { straight in
      func writeEach(_ range: Range<Int>) {
        for number in range {
          let word = source.loadUnaligned(fromByteOffset: 4 * number, as: UInt32.self)
          target.storeBytes(of: straight(word).littleEndian, toByteOffset: 4 * number, as: UInt32.self)
        }
      }
      var start = 0
      while start + Words.scalarCount <= count {
        let words = source.loadUnaligned(fromByteOffset: 4 * start, as: Words.self)
        if isOpaque(words) {
          let swapped = words & 0xFF00_FF00 | (words &>> 16) & 0xFF | (words & 0xFF) &<< 16
          target.storeBytes(of: swapped, toByteOffset: 4 * start, as: Words.self)
        } else {
          writeEach(start..<start + Words.scalarCount)
        }
        start += Words.scalarCount
      }
      writeEach(start..<count)
    }
  }

  /// Converts many pixels to the format of a caller; parameters as in `unpremultiply`.
  static func convert(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, _ format: PixelFormat
  ) {
    guard format.isPremultiplied else { return unpremultiply(source, count: count, to: target) }
    for place in stride(from: 0, to: 4 * count, by: 4) {
      let word = source.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      let bytes = format.isBGRA ? word : word & 0xFF00_FF00 | (word &>> 16) & 0xFF | (word & 0xFF) &<< 16
      target.storeBytes(of: bytes.littleEndian, toByteOffset: place, as: UInt32.self)
    }
  }

  private typealias Words = SIMD16<UInt32>

  /// Whether the alpha of all pixels is 255.
  @inline(__always) private static func isOpaque(_ words: Words) -> Bool {
    let eight = words.lowHalf & words.highHalf
    let four = eight.lowHalf & eight.highHalf
    let two = four.lowHalf & four.highHalf
    return two.x & two.y >= 0xFF00_0000
  }
}
