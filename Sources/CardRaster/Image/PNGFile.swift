/// The properties of a plain PNG file, without its pixels.
///
/// A plain file is not interlaced, has no gamma other than sRGB's and no errors: every chunk is complete, in
/// order, with a correct checksum. Other files are left to libpng.
///
/// Guarantees: `dataRanges` and `palette` are what libpng would read.
struct PNGFile {
  /// The colour type of the pixels (Portable Network Graphics, third edition, section 11.2.1).
  enum Kind: UInt8 {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    /// Samples per pixel.
    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// Whether a bit depth is allowed.
    func allows(bits: Int) -> Bool {
      switch self {
      case .grey: [1, 2, 4, 8, 16].contains(bits)
      case .palette: [1, 2, 4, 8].contains(bits)
      case .rgb, .greyAlpha, .rgba: bits == 8 || bits == 16
      }
    }
  }

  /// The width in pixels.
  private(set) var width: Int
  /// The height in pixels.
  private(set) var height: Int
  /// The colour type.
  private(set) var kind: Kind
  /// Bits per sample.
  private(set) var bits: Int
  /// `Bitmap` words for each index, black beyond the last; empty without a palette.
  private(set) var palette: [UInt32] = []
  /// The grey, or the red, green and blue, that is transparent.
  private(set) var key: [Int] = []
  /// The ranges of the zlib stream in the file.
  private(set) var dataRanges: [Range<Int>] = []
  /// The number of palette colours in the file.
  private var colorCount = 0
  private var hasAlphas = false

  /// Bytes of a row without its filter byte.
  var rowBytes: Int { (width * kind.channels * bits + 7) / 8 }
  /// Bytes of all rows with their filter bytes.
  var filteredBytes: Int { height * (rowBytes + 1) }
  /// Bytes of the zlib stream.
  var dataBytes: Int { dataRanges.reduce(0) { $0 + $1.count } }

  /// The longest side that libpng accepts by default.
  private static let longestSide = 1_000_000
  /// The longest chunk that libpng accepts by default, except for pixels.
  private static let chunkBytes = 8_000_000

  /// Reads the chunks up to the last IDAT; nil if the file is not plain.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 33, Self.number(bytes, 8) == 13, Self.name(bytes, 12) == Name.header,
      let kind = Kind(rawValue: bytes[25]), kind.allows(bits: Int(bytes[24])),
      // Deflate, the five filters, no interlacing.
      bytes[26] == 0, bytes[27] == 0, bytes[28] == 0, Self.isWhole(bytes, 8, length: 13)
    else { return nil }
    self.kind = kind
    width = Self.number(bytes, 16)
    height = Self.number(bytes, 20)
    bits = Int(bytes[24])
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else { return nil }
    var offset = 33
    while offset + 12 <= bytes.count {
      let length = Self.number(bytes, offset)
      let name = Self.name(bytes, offset + 4)
      if name != Name.data, !dataRanges.isEmpty { break }
      guard length <= bytes.count - offset - 12, length <= max(Self.chunkBytes, filteredBytes),
        bytes[offset + 4..<offset + 8].allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }),
        Self.isWhole(bytes, offset, length: length)
      else { return nil }
      let data = offset + 8..<offset + 8 + length
      switch name {
      case Name.data: dataRanges.append(data)
      case Name.palette: guard readPalette(bytes[data]) else { return nil }
      case Name.transparency: guard readTransparency(bytes[data]) else { return nil }
      case Name.gamma:
        // 1/2.2 within libpng's tolerance; other values change the pixels.
        guard length == 4, (45_000...46_000).contains(Self.number(bytes, offset + 8)) else { return nil }
      default:
        // A lower-case first letter: the chunk may be skipped.
        guard bytes[offset + 4] & 0x20 != 0 else { return nil }
      }
      offset += 12 + length
    }
    guard !dataRanges.isEmpty, kind != .palette || !palette.isEmpty else { return nil }
  }

  private mutating func readPalette(_ data: ArraySlice<UInt8>) -> Bool {
    guard kind == .palette, palette.isEmpty, dataRanges.isEmpty, !data.isEmpty, data.count % 3 == 0,
      data.count / 3 <= 1 << bits
    else { return false }
    palette = [UInt32](repeating: 0xFF00_0000, count: 256)
    for (index, value) in data.enumerated() { palette[index / 3] |= UInt32(value) << UInt32(8 * (index % 3)) }
    colorCount = data.count / 3
    return true
  }

  private mutating func readTransparency(_ data: ArraySlice<UInt8>) -> Bool {
    guard key.isEmpty, !hasAlphas, dataRanges.isEmpty else { return false }
    switch kind {
    case .palette:
      guard !data.isEmpty, data.count <= colorCount else { return false }
      for (index, alpha) in data.enumerated() {
        palette[index] = palette[index] & 0x00FF_FFFF | UInt32(alpha) << 24
      }
      hasAlphas = true
      return true
    case .grey, .rgb:
      guard data.count == 2 * kind.channels else { return false }
      let mask = (1 << bits) - 1
      key = stride(from: data.startIndex, to: data.endIndex, by: 2).map {
        (Int(data[$0]) << 8 | Int(data[$0 + 1])) & mask
      }
      return true
    case .greyAlpha, .rgba: return false
    }
  }
}

extension PNGFile {
  /// Names of chunks as numbers, the first letter in the highest byte.
  private enum Name {
    static let header = 0x4948_4452
    static let palette = 0x504C_5445
    static let transparency = 0x7452_4E53
    static let gamma = 0x6741_4D41
    static let data = 0x4944_4154
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    Int(bytes[offset]) << 24 | Int(bytes[offset + 1]) << 16 | Int(bytes[offset + 2]) << 8
      | Int(bytes[offset + 3])
  }

  private static func name(_ bytes: [UInt8], _ offset: Int) -> Int { number(bytes, offset) }

  /// Whether the checksum of the chunk at an offset is correct; the chunk must be within the file.
  private static func isWhole(_ bytes: [UInt8], _ offset: Int, length: Int) -> Bool {
    Deflate.crc32(bytes, offset + 4..<offset + 8 + length) == UInt32(number(bytes, offset + 8 + length))
  }
}
