/// Unfilters the rows of a plain PNG file and widens its pixels to RGBA8 (section 9.2).
///
/// Most files are 8-bit RGB or RGBA. Their rows are summed as RGBA words, four pixels at a time if the filter
/// allows it, with the row above read from the picture. Others use two line buffers.
enum PNGUnfilter {
  /// Converts filtered rows to words of a `Bitmap`; false if a filter byte is invalid.
  ///
  /// `source` is followed by at least four readable bytes. `target` may be the same memory, if no row of the
  /// target ends after the start of the next row of the source.
  static func run(
    _ file: PNGFile, from source: UnsafeMutableRawPointer, into target: UnsafeMutableRawPointer
  ) -> Bool {
    switch (file.kind, file.bits) {
    case (.rgb, 8): words(file, source, target, bytes: 3, alpha: 0xFF00_0000)
    case (.rgba, 8): words(file, source, target, bytes: 4, alpha: 0)
    default: lines(file, source, target)
    }
  }

  // MARK: Words

  @inline(__always)
  private static func words(
    _ file: PNGFile, _ source: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer, bytes: Int,
    alpha: UInt32
  ) -> Bool {
    let width = file.width
    let zeros = UnsafeMutableRawPointer.allocate(byteCount: 4 * width, alignment: 16)
    defer { zeros.deallocate() }
    zeros.initializeMemory(as: UInt8.self, repeating: 0, count: 4 * width)
    var above = zeros
    var row = source
    var out = target
    for _ in 0..<file.height {
      guard words(of: row, file, above, out, bytes: bytes, alpha: alpha) else { return false }
      above = out
      out += 4 * width
      row += 1 + bytes * width
    }
    return true
  }

  /// The pixels of one row, which starts with its filter byte; false if that is invalid.
  @inline(__always)
  static func words(
    of row: UnsafeMutableRawPointer, _ file: PNGFile, _ above: UnsafeMutableRawPointer,
    _ out: UnsafeMutableRawPointer, bytes: Int, alpha: UInt32
  ) -> Bool {
    let (pixels, width) = (row + 1, file.width)
    switch row.load(as: UInt8.self) {
    case 0: none(pixels, out, width, bytes, alpha)
    case 1: sub(pixels, out, width, bytes, alpha)
    case 2: up(pixels, above, out, width, bytes, alpha)
    case 3: average(pixels, above, out, width, bytes, alpha)
    case 4: paeth(pixels, above, out, width, bytes, alpha)
    default: return false
    }
    if !file.key.isEmpty { clear(file.key, out, width) }
    return true
  }

  /// One pixel; for pixels of three bytes, the highest byte belongs to the next one.
  @inline(__always) private static func word(_ pixels: UnsafeMutableRawPointer, _ offset: Int) -> UInt32 {
    pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  /// Four pixels in a row, starting at column `x`; `bytes` is the number of bytes per pixel, 3 or 4.
  @inline(__always)
  private static func four(_ pixels: UnsafeMutableRawPointer, _ x: Int, _ bytes: Int) -> SIMD4<UInt32> {
    if bytes == 4 { return pixels.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD4<UInt32>.self) }
    let place = 3 &* x
    return SIMD4(
      word(pixels, place), word(pixels, place &+ 3), word(pixels, place &+ 6), word(pixels, place &+ 9))
  }

  @inline(__always) private static func sum(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let bytes = unsafeBitCast(a, to: SIMD16<UInt8>.self) &+ unsafeBitCast(b, to: SIMD16<UInt8>.self)
    return unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
  }

  /// The sums of four bytes, each without a carry to the next.
  @inline(__always) private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a & 0x7F7F_7F7F) &+ (b & 0x7F7F_7F7F)) ^ ((a ^ b) & 0x8080_8080)
  }

  @inline(__always)
  private static func none(
    _ pixels: UnsafeMutableRawPointer, _ out: UnsafeMutableRawPointer, _ width: Int, _ bytes: Int,
    _ alpha: UInt32
  ) {
    if bytes == 4 {
      out.copyMemory(from: pixels, byteCount: 4 &* width)
      return
    }
    var x = 0
    while x &+ 4 <= width {
      // Two pixels in each of two long words.
      let first = pixels.loadUnaligned(fromByteOffset: 3 &* x, as: UInt64.self)
      let second = pixels.loadUnaligned(fromByteOffset: 3 &* x &+ 6, as: UInt64.self)
      out.storeBytes(of: spread(first), toByteOffset: 4 &* x, as: UInt64.self)
      out.storeBytes(of: spread(second), toByteOffset: 4 &* x &+ 8, as: UInt64.self)
      x &+= 4
    }
    while x < width {
      out.storeBytes(of: word(pixels, 3 &* x) | alpha, toByteOffset: 4 &* x, as: UInt32.self)
      x &+= 1
    }
  }

  /// Six bytes as two opaque pixels.
  @inline(__always) private static func spread(_ pixels: UInt64) -> UInt64 {
    (pixels & 0xFF_FFFF) | ((pixels &<< 8) & 0x00FF_FFFF_0000_0000) | 0xFF00_0000_FF00_0000
  }

  @inline(__always)
  private static func sub(
    _ pixels: UnsafeMutableRawPointer, _ out: UnsafeMutableRawPointer, _ width: Int, _ bytes: Int,
    _ alpha: UInt32
  ) {
    var left: UInt32 = 0
    var x = 0
    while x &+ 4 <= width {
      var sums = four(pixels, x, bytes)
      // The sums of 1, 2, 3 and 4 of them, plus all before.
      sums = sum(sums, SIMD4(0, sums[0], sums[1], sums[2]))
      sums = sum(sums, SIMD4(0, 0, sums[0], sums[1]))
      sums = sum(sums, SIMD4(repeating: left)) | SIMD4(repeating: alpha)
      left = sums[3]
      out.storeBytes(of: sums, toByteOffset: 4 &* x, as: SIMD4<UInt32>.self)
      x &+= 4
    }
    while x < width {
      left = sum(word(pixels, bytes &* x), left) | alpha
      out.storeBytes(of: left, toByteOffset: 4 &* x, as: UInt32.self)
      x &+= 1
    }
  }

  @inline(__always)
  private static func up(
    _ pixels: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer, _ out: UnsafeMutableRawPointer,
    _ width: Int, _ bytes: Int, _ alpha: UInt32
  ) {
    var x = 0
    while x &+ 4 <= width {
      let higher = above.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD4<UInt32>.self)
      let sums = sum(four(pixels, x, bytes), higher) | SIMD4(repeating: alpha)
      out.storeBytes(of: sums, toByteOffset: 4 &* x, as: SIMD4<UInt32>.self)
      x &+= 4
    }
    while x < width {
      let value = sum(word(pixels, bytes &* x), word(above, 4 &* x)) | alpha
      out.storeBytes(of: value, toByteOffset: 4 &* x, as: UInt32.self)
      x &+= 1
    }
  }

  @inline(__always)
  private static func average(
    _ pixels: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer, _ out: UnsafeMutableRawPointer,
    _ width: Int, _ bytes: Int, _ alpha: UInt32
  ) {
    var left: UInt32 = 0
    for x in 0..<width {
      let higher = word(above, 4 &* x)
      // The mean of each two bytes, rounded down.
      let mean = (left & higher) &+ (((left ^ higher) & 0xFEFE_FEFE) &>> 1)
      left = sum(word(pixels, bytes &* x), mean) | alpha
      out.storeBytes(of: left, toByteOffset: 4 &* x, as: UInt32.self)
    }
  }

  @inline(__always)
  private static func paeth(
    _ pixels: UnsafeMutableRawPointer, _ above: UnsafeMutableRawPointer, _ out: UnsafeMutableRawPointer,
    _ width: Int, _ bytes: Int, _ alpha: UInt32
  ) {
    var a = SIMD8<Int16>.zero
    var c = SIMD8<Int16>.zero
    for x in 0..<width {
      let b = lanes(word(above, 4 &* x))
      // The distance of the prediction a + b - c from each; masks instead of comparisons, so that it stays
      // vectorised.
      let (fromA, fromB) = (b &- c, a &- c)
      let (da, db, dc) = (magnitude(fromA), magnitude(fromB), magnitude(fromA &+ fromB))
      // The nearest; in a tie, the first. All ones where a later one is nearer.
      let isB = (db &- da) &>> 15
      let nearest = a ^ ((a ^ b) & isB)
      let isC = (dc &- (da ^ ((da ^ db) & isB))) &>> 15
      a = (lanes(word(pixels, bytes &* x)) &+ (nearest ^ ((nearest ^ c) & isC))) & 255
      c = b
      out.storeBytes(of: packed(a) | alpha, toByteOffset: 4 &* x, as: UInt32.self)
    }
  }

  /// The four bytes of a pixel as numbers; the upper half stays zero.
  @inline(__always) private static func lanes(_ word: UInt32) -> SIMD8<Int16> {
    let v = unsafeBitCast(SIMD4<UInt32>(word, 0, 0, 0), to: SIMD16<UInt8>.self)
    return unsafeBitCast(
      SIMD16<UInt8>(v[0], 0, v[1], 0, v[2], 0, v[3], 0, 0, 0, 0, 0, 0, 0, 0, 0), to: SIMD8<Int16>.self)
  }

  @inline(__always) private static func packed(_ lanes: SIMD8<Int16>) -> UInt32 {
    let v = unsafeBitCast(lanes, to: SIMD16<UInt8>.self)
    return unsafeBitCast(SIMD4<UInt8>(v[0], v[2], v[4], v[6]), to: UInt32.self)
  }

  @inline(__always) private static func magnitude(_ lanes: SIMD8<Int16>) -> SIMD8<Int16> {
    let sign = lanes &>> 15
    return (lanes ^ sign) &- sign
  }

  /// Makes the pixels of one colour transparent.
  private static func clear(_ key: [Int], _ out: UnsafeMutableRawPointer, _ width: Int) {
    let color = UInt32(key[0] | key[1] << 8 | key[2] << 16) | 0xFF00_0000
    for x in 0..<width where word(out, 4 &* x) == color {
      out.storeBytes(of: color & 0x00FF_FFFF, toByteOffset: 4 &* x, as: UInt32.self)
    }
  }

  // MARK: Lines

  private static func lines(
    _ file: PNGFile, _ source: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer
  ) -> Bool {
    let step = max(1, file.kind.channels * file.bits / 8)
    let length = file.rowBytes
    // Before each line there is a pixel of zeros, so that "left" needs no special case.
    let space = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * (step + length))
    defer { space.deallocate() }
    space.initialize(repeating: 0, count: 2 * (step + length))
    var (above, line) = (space + step, space + 2 * step + length)
    let widening = PNGWidening(file)
    for y in 0..<file.height {
      let row = (source + y * (1 + length)).assumingMemoryBound(to: UInt8.self)
      guard undo(row[0], row + 1, above, line, length, step) else { return false }
      widening.widen(line, into: target + 4 * file.width * y)
      swap(&line, &above)
    }
    return true
  }

  private static func undo(
    _ filter: UInt8, _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>,
    _ line: UnsafeMutablePointer<UInt8>, _ length: Int, _ step: Int
  ) -> Bool {
    switch filter {
    case 0: line.update(from: row, count: length)
    case 1: for i in 0..<length { line[i] = row[i] &+ line[i &- step] }
    case 2: for i in 0..<length { line[i] = row[i] &+ above[i] }
    case 3:
      for i in 0..<length {
        line[i] = row[i] &+ UInt8(truncatingIfNeeded: (UInt32(line[i &- step]) &+ UInt32(above[i])) &>> 1)
      }
    case 4:
      for i in 0..<length {
        let (a, b, c) = (Int(line[i &- step]), Int(above[i]), Int(above[i &- step]))
        let (da, db, dc) = (abs(b &- c), abs(a &- c), abs(a &+ b &- c &- c))
        let nearest = da <= db && da <= dc ? a : db <= dc ? b : c
        line[i] = row[i] &+ UInt8(truncatingIfNeeded: nearest)
      }
    default: return false
    }
    return true
  }
}

/// Converts samples of 1 to 16 bits of a PNG file to words of a `Bitmap`.
///
/// Samples of fewer than 8 bits are repeated to fill a byte; 16-bit samples are rounded to 8 bits, which is v
/// ÷ 257.
struct PNGWidening {
  private let kind: PNGFile.Kind
  private let bits: Int
  private let width: Int
  private let key: [Int]
  /// The word of each grey or palette sample of at most 8 bits.
  private let words: [UInt32]

  init(_ file: PNGFile) {
    kind = file.kind
    bits = file.bits
    width = file.width
    key = file.key
    if file.kind == .palette {
      words = file.palette
    } else if file.kind == .grey, file.bits <= 8 {
      let (bits, key) = (file.bits, file.key)
      words = (0..<1 << bits).map { sample in
        let value = sample * (255 / ((1 << bits) - 1))
        return Self.word(value, value, value, key == [sample] ? 0 : 255)
      }
    } else {
      words = []
    }
  }

  /// Widens a row.
  func widen(_ line: UnsafePointer<UInt8>, into out: UnsafeMutableRawPointer) {
    switch (kind, bits) {
    case (.grey, ...8), (.palette, _): numbers(line, out)
    case (_, 16): deep(line, out)
    default:
      // Grey with alpha, 8 bits each; the others were widened as words.
      for x in 0..<width {
        let grey = Int(line[2 &* x])
        store(Self.word(grey, grey, grey, Int(line[2 &* x &+ 1])), out, x)
      }
    }
  }

  private func numbers(_ line: UnsafePointer<UInt8>, _ out: UnsafeMutableRawPointer) {
    words.withUnsafeBufferPointer { words in
      if bits == 8 {
        for x in 0..<width { store(words[Int(line[x])], out, x) }
        return
      }
      let (mask, perByte) = ((1 << bits) - 1, 8 / bits)
      for x in 0..<width {
        let shift = 8 &- bits &* (x % perByte &+ 1)
        store(words[Int(line[x / perByte]) &>> shift & mask], out, x)
      }
    }
  }

  private func deep(_ line: UnsafePointer<UInt8>, _ out: UnsafeMutableRawPointer) {
    let channels = kind.channels
    func sample(_ x: Int, _ channel: Int) -> Int {
      let place = 2 &* (x &* channels &+ channel)
      return Int(line[place]) &<< 8 | Int(line[place &+ 1])
    }
    func byte(_ value: Int) -> Int { (value &* 255 &+ 32_895) &>> 16 }
    for x in 0..<width {
      let first = sample(x, 0)
      switch kind {
      case .grey, .palette:
        store(Self.word(byte(first), byte(first), byte(first), key == [first] ? 0 : 255), out, x)
      case .greyAlpha:
        store(Self.word(byte(first), byte(first), byte(first), byte(sample(x, 1))), out, x)
      case .rgb, .rgba:
        let (green, blue) = (sample(x, 1), sample(x, 2))
        let isKey = !key.isEmpty && key[0] == first && key[1] == green && key[2] == blue
        let alpha = kind == .rgba ? byte(sample(x, 3)) : isKey ? 0 : 255
        store(Self.word(byte(first), byte(green), byte(blue), alpha), out, x)
      }
    }
  }

  @inline(__always) private func store(_ word: UInt32, _ out: UnsafeMutableRawPointer, _ x: Int) {
    out.storeBytes(of: word, toByteOffset: 4 &* x, as: UInt32.self)
  }

  @inline(__always)
  private static func word(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: red | green &<< 8 | blue &<< 16 | alpha &<< 24)
  }
}
