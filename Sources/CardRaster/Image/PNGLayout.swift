/// How the pixels of a PNG file are stored (Portable Network Graphics, third edition, section 6.1).
enum PNGLayout {
  /// One byte of grey.
  case grey
  /// Red, green, blue.
  case rgb
  /// Red, green, blue, alpha, straight.
  case rgba
  /// Numbers of colours, in 1, 2, 4 or 8 bits.
  case palette(PixelPalette, bits: Int)

  /// Bytes from a pixel to the one at its left, as filters count them; at least 1.
  var pixelBytes: Int {
    switch self {
    case .grey, .palette: 1
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// Bits of one sample.
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

  /// Writes one row into `line`, after the first `pixelBytes` bytes, which stay zero for the filters.
  func pack(
    _ bytes: borrowing RawSpan, _ rows: PixelRows, row: Int, into line: inout MutableSpan<UInt8>
  ) {
    let start = row &* rows.stride
    switch self {
    case .grey:
      for x in 0..<rows.width {
        line[unchecked: x &+ 1] = bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: start &+ 4 &* x, as: UInt8.self)
      }
    case .rgb:
      // An opaque pixel is its own straight value.
      let shift: (UInt32, UInt32) = if case .straightRGBA = rows.order { (0, 16) } else { (16, 0) }
      var out = 3
      for x in 0..<rows.width {
        let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 4 &* x, as: UInt32.self)
        line[unchecked: out] = UInt8(truncatingIfNeeded: word &>> shift.0)
        line[unchecked: out &+ 1] = UInt8(truncatingIfNeeded: word &>> 8)
        line[unchecked: out &+ 2] = UInt8(truncatingIfNeeded: word &>> shift.1)
        out &+= 3
      }
    case .rgba:
      var out = 4
      for x in 0..<rows.width {
        let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 4 &* x, as: UInt32.self)
        let color = rows.straight(word)
        line[unchecked: out] = color.red
        line[unchecked: out &+ 1] = color.green
        line[unchecked: out &+ 2] = color.blue
        line[unchecked: out &+ 3] = color.alpha
        out &+= 4
      }
    case .palette(let palette, let bits):
      var last: UInt32?
      var index = 0
      var held = 0
      var count = 0
      var out = 1
      for x in 0..<rows.width {
        let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 4 &* x, as: UInt32.self)
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
}
