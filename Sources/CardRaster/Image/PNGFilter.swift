/// The five filters of PNG (third edition, section 9).
///
/// How it works: a line of packed pixels has zeros before it, so that "left" and "above left" need no special
/// case. It has room after it, so that sixteen bytes are filtered at a time regardless of its end. Masks
/// replace comparisons, so that the code stays vectorised.
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// The choice of the filter of each row.
  enum Strategy: Hashable {
    /// The same filter for all rows.
    case fixed(PNGFilter)
    /// The filter with the smallest sum of absolute values of its bytes as signed numbers.
    ///
    /// It usually compresses well.
    case smallestSum([PNGFilter])
    /// Chooses by the content of the row (`RowContent`).
    ///
    /// Drawn shapes get no filter, gradients the smallest sum of two filters, photographs that of these
    /// filters.
    case content(photograph: [PNGFilter])
    /// Of all five, the one whose bytes have the lowest entropy.
    case leastEntropy
    /// Of all five, the one with the fewest distinct pairs of bytes.
    case fewestPairs
  }

  private typealias Bytes = SIMD16<UInt8>
  private typealias Words = SIMD8<Int16>

  /// Bytes that may be read and written after a line.
  static let slack = 32

  /// Writes a filtered line of `count` bytes, and up to fifteen bytes more.
  func apply(
    _ line: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, step: Int,
    to out: UnsafeMutablePointer<UInt8>
  ) {
    let target = UnsafeMutableRawPointer(out)
    switch self {
    case .none: out.update(from: line, count: count)
    case .sub:
      Self.each(count) { target.storeBytes(of: Self.sub(line, $0, step), toByteOffset: $0, as: Bytes.self) }
    case .up:
      Self.each(count) { target.storeBytes(of: Self.up(line, above, $0), toByteOffset: $0, as: Bytes.self) }
    case .average:
      Self.each(count) {
        target.storeBytes(of: Self.average(line, above, $0, step), toByteOffset: $0, as: Bytes.self)
      }
    case .paeth:
      Self.each(count) {
        target.storeBytes(of: Self.paeth(line, above, $0, step), toByteOffset: $0, as: Bytes.self)
      }
    }
  }

  /// The sum of the absolute values of the filtered bytes, where 255 counts as 1; nothing is written.
  ///
  /// `rate`: one of this many groups of sixteen bytes is sampled.
  func sum(_ line: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, step: Int, rate: Int) -> Int
  {
    switch self {
    case .none: Self.sum(count, rate) { Self.load(line, $0) }
    case .sub: Self.sum(count, rate) { Self.sub(line, $0, step) }
    case .up: Self.sum(count, rate) { Self.up(line, above, $0) }
    case .average: Self.sum(count, rate) { Self.average(line, above, $0, step) }
    case .paeth: Self.sum(count, rate) { Self.paeth(line, above, $0, step) }
    }
  }

  @inline(__always) private static func each(_ count: Int, _ body: (Int) -> Void) {
    var index = 0
    while index < count {
      body(index)
      index &+= 16
    }
  }

  @inline(__always) private static func sum(_ count: Int, _ rate: Int, _ bytes: (Int) -> Bytes) -> Int {
    var total = 0
    var index = 0
    let whole = count & ~15
    while index < whole {
      // Sixteen bits can store 255 sums of two distances of at most 128.
      var sums = SIMD8<UInt16>.zero
      let end = min(whole, index &+ 16 &* 255 &* rate)
      while index < end {
        sums = sums &+ distances(bytes(index))
        index &+= 16 &* rate
      }
      total &+= Int(SIMD8<UInt32>(truncatingIfNeeded: sums).wrappedSum())
    }
    if whole < count {
      // Bytes after the line do not count.
      let rest = bytes(whole).replacing(with: 0, where: places .>= UInt8(count &- whole))
      total &+= Int(distances(rest).wrappedSum())
    }
    return total
  }

  private static let places = Bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

  /// The absolute values, added in pairs.
  @inline(__always) private static func distances(_ bytes: Bytes) -> SIMD8<UInt16> {
    let signed = unsafeBitCast(bytes, to: SIMD16<Int8>.self)
    let sign = signed &>> 7
    let distances = unsafeBitCast((signed ^ sign) &- sign, to: SIMD8<UInt16>.self)
    return (distances & 255) &+ (distances &>> 8)
  }

  @inline(__always) private static func load(_ line: UnsafePointer<UInt8>, _ index: Int) -> Bytes {
    UnsafeRawPointer(line).loadUnaligned(fromByteOffset: index, as: Bytes.self)
  }

  @inline(__always) private static func sub(_ line: UnsafePointer<UInt8>, _ index: Int, _ step: Int) -> Bytes
  {
    load(line, index) &- load(line, index &- step)
  }

  @inline(__always)
  private static func up(_ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ index: Int) -> Bytes {
    load(line, index) &- load(above, index)
  }

  @inline(__always)
  private static func average(
    _ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ index: Int, _ step: Int
  ) -> Bytes {
    let (a, b) = (load(line, index &- step), load(above, index))
    return load(line, index) &- ((a & b) &+ ((a ^ b) &>> 1))
  }

  @inline(__always)
  private static func paeth(
    _ line: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ index: Int, _ step: Int
  ) -> Bytes {
    let (a, b, c) = (load(line, index &- step), load(above, index), load(above, index &- step))
    let low = nearest(words(a.lowHalf), words(b.lowHalf), words(c.lowHalf))
    let high = nearest(words(a.highHalf), words(b.highHalf), words(c.highHalf))
    let guess = Bytes(lowHalf: bytes(low), highHalf: bytes(high))
    return load(line, index) &- guess
  }

  /// The one of a, b and c that is nearest to a + b - c; in a tie, the first.
  @inline(__always) private static func nearest(_ a: Words, _ b: Words, _ c: Words) -> Words {
    let (fromA, fromB) = (b &- c, a &- c)
    let (da, db, dc) = (magnitude(fromA), magnitude(fromB), magnitude(fromA &+ fromB))
    let isB = (db &- da) &>> 15
    let nearer = a ^ ((a ^ b) & isB)
    let isC = (dc &- (da ^ ((da ^ db) & isB))) &>> 15
    return nearer ^ ((nearer ^ c) & isC)
  }

  @inline(__always) private static func magnitude(_ words: Words) -> Words {
    let sign = words &>> 15
    return (words ^ sign) &- sign
  }

  @inline(__always) private static func words(_ v: SIMD8<UInt8>) -> Words {
    unsafeBitCast(
      Bytes(v[0], 0, v[1], 0, v[2], 0, v[3], 0, v[4], 0, v[5], 0, v[6], 0, v[7], 0), to: Words.self)
  }

  @inline(__always) private static func bytes(_ words: Words) -> SIMD8<UInt8> {
    let v = unsafeBitCast(words, to: Bytes.self)
    return SIMD8(v[0], v[2], v[4], v[6], v[8], v[10], v[12], v[14])
  }
}

/// Other measures of a filtered line.
extension PNGFilter {
  /// Σ n·log₂ n of the counts of the byte values, subtracted from its maximum: lower is better.
  static func entropy(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var counts = [UInt32](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    var order = 0
    for count in counts where count > 1 { order += Int(count) * logarithm(count) }
    return bytes.count * logarithm(UInt32(max(1, bytes.count))) - order
  }

  /// The number of distinct pairs of neighbouring bytes; `seen` has 65,536 bits, and is cleared.
  static func pairs(_ bytes: UnsafeBufferPointer<UInt8>, _ seen: inout [UInt64]) -> Int {
    for index in seen.indices { seen[index] = 0 }
    var last = 0
    for byte in bytes {
      let pair = last << 8 | Int(byte)
      seen[pair >> 6] |= 1 << UInt64(pair & 63)
      last = Int(byte)
    }
    return seen.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// log₂ in 1/256, from the highest bit and linear interpolation: independent of any library.
  private static func logarithm(_ value: UInt32) -> Int {
    let bit = 31 - value.leadingZeroBitCount
    let rest = ((Int(value) << 8) >> bit) - 256
    return bit << 8 + rest
  }
}
