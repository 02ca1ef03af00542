/// The storage of the pixels of a PNG file (Portable Network Graphics, third edition, section 6.1).
enum PNGLayout {
  /// One byte of grey.
  case grey
  /// Red, green, blue.
  case rgb
  /// Red, green, blue, alpha, straight.
  case rgba
  /// Palette indices of 1, 2, 4 or 8 bits.
  case palette(PixelPalette, bits: Int)

  /// Bytes from a pixel to its left neighbour, as used by filters; at least 1.
  var pixelBytes: Int {
    switch self {
    case .grey, .palette: 1
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// Bits per sample.
  var bits: Int {
    if case .palette(_, let bits) = self { bits } else { 8 }
  }

  /// The colour type of the header.
  var colorType: UInt8 {
    switch self {
    case .grey: 0
    case .rgb: 2
    case .palette: 3
    case .rgba: 6
    }
  }

  /// Bytes of a row of `width` pixels.
  func rowBytes(width: Int) -> Int {
    switch self {
    case .palette(_, let bits): (width * bits + 7) / 8
    default: width * pixelBytes
    }
  }

  /// Writes one row into `line`; up to five bytes after it may be overwritten.
  func pack(
    _ bytes: UnsafeRawBufferPointer, _ rows: PixelRows, row: Int, into line: UnsafeMutablePointer<UInt8>
  ) {
    let start = row &* rows.stride
    precondition(row >= 0 && start &+ 4 &* rows.width <= bytes.count)
    guard let base = bytes.baseAddress else { return }
    let source = base + start
    switch self {
    case .grey: for x in 0..<rows.width { line[x] = source.load(fromByteOffset: 4 &* x, as: UInt8.self) }
    case .rgb: packOpaque(source, rows, line)
    case .rgba: packClear(source, rows, line)
    case .palette(let palette, let bits): pack(source, rows.width, palette, bits, line)
    }
  }

  @inline(__always) private func word(_ source: UnsafeRawPointer, _ x: Int) -> UInt32 {
    source.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self).littleEndian
  }

  /// Writes two pixels at a time as eight bytes; the next two overwrite the last two bytes.
  private func packOpaque(_ source: UnsafeRawPointer, _ rows: PixelRows, _ line: UnsafeMutablePointer<UInt8>)
  {
    // An opaque pixel is equal in straight and premultiplied form.
    switch rows.order {
    case .straightRGBA:
      packOpaque(source, rows.width, line) { $0 &<< 8 }
    case .premultipliedBGRA:
      // Swaps the two words, and then all bytes: blue, green, red, alpha becomes alpha, red, green, blue.
      packOpaque(source, rows.width, line) { ($0 &<< 32 | $0 &>> 32).byteSwapped }
    }
  }

  /// `ordered`: puts the colours of two pixels into the bytes 1 to 3 and 5 to 7.
  @inline(__always) private func packOpaque(
    _ source: UnsafeRawPointer, _ width: Int, _ line: UnsafeMutablePointer<UInt8>,
    _ ordered: (UInt64) -> UInt64
  ) {
    let target = UnsafeMutableRawPointer(line)
    @inline(__always) func packed(_ pair: UInt64) -> UInt64 {
      let pair = ordered(pair)
      return (pair &>> 8) & 0xFF_FFFF | (pair &>> 16) & 0xFFFF_FF00_0000
    }
    @inline(__always) func pack(pairAt x: Int) {
      let pair = source.loadUnaligned(fromByteOffset: 4 &* x, as: UInt64.self)
      target.storeBytes(of: packed(pair), toByteOffset: 3 &* x, as: UInt64.self)
    }
    var x = 0
    // Eight at once: the speed of a loop of two depends on its alignment in memory.
    while x &+ 8 <= width {
      pack(pairAt: x)
      pack(pairAt: x &+ 2)
      pack(pairAt: x &+ 4)
      pack(pairAt: x &+ 6)
      x &+= 8
    }
    while x &+ 2 <= width {
      pack(pairAt: x)
      x &+= 2
    }
    if x < width {
      target.storeBytes(of: packed(UInt64(word(source, x))), toByteOffset: 3 &* x, as: UInt64.self)
    }
  }

  private func packClear(_ source: UnsafeRawPointer, _ rows: PixelRows, _ line: UnsafeMutablePointer<UInt8>) {
    let target = UnsafeMutableRawPointer(line)
    if case .straightRGBA = rows.order {
      target.copyMemory(from: source, byteCount: 4 &* rows.width)
      return
    }
    Premultiplication.withStraight { straight in
      for x in 0..<rows.width {
        let value = straight(word(source, x))
        target.storeBytes(of: value.littleEndian, toByteOffset: 4 &* x, as: UInt32.self)
      }
    }
  }

  private func pack(
    _ source: UnsafeRawPointer, _ width: Int, _ palette: PixelPalette, _ bits: Int,
    _ line: UnsafeMutablePointer<UInt8>
  ) {
    var last: UInt32?
    var index = 0
    var held = 0
    var count = 0
    var out = 0
    for x in 0..<width {
      let word = word(source, x)
      if word != last {
        index = palette.index(of: word)
        last = word
      }
      held = held << bits | index
      count += bits
      if count == 8 {
        line[out] = UInt8(truncatingIfNeeded: held)
        out += 1
        count = 0
      }
    }
    if count > 0 { line[out] = UInt8(truncatingIfNeeded: held << (8 - count)) }
  }
}
