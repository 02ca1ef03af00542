/// From the samples of a PNG file, of 1 to 16 bits, to words of a `Bitmap`.
///
/// Samples of fewer bits are repeated to fill a byte; those of 16 become the nearest of 8, which is v ÷ 257 rounded.
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
