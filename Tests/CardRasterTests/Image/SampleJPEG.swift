import Testing

@testable import CardRaster

/// JPEG files for tests: a file of 16 × 8 pixels with four different corners, and EXIF for it.
enum SampleJPEG {
  /// An APP1 segment with an orientation, in either byte order.
  static func exif(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    let tiff: [UInt8] =
      isLittle
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    let body = Array("Exif".utf8) + [0, 0] + tiff
    return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
  }

  /// The file with a segment inserted after its start.
  static func with(_ segment: [UInt8], in file: [UInt8]) -> [UInt8] {
    Array(file[..<2]) + segment + file[2...]
  }
}

/// Changes to PNG files.
enum ChangedPNG {
  /// The file with chunks inserted before the first chunk with a name.
  static func with(_ chunks: [(String, [UInt8])], in file: [UInt8], before name: String = "IDAT") -> [UInt8] {
    guard let place = file.firstRange(of: Array(name.utf8)) else { return file }
    var out = Array(file[..<(place.lowerBound - 4)])
    for (name, data) in chunks { PNGChunks.append(name, data, to: &out) }
    return out + file[(place.lowerBound - 4)...]
  }

  /// The file without a chunk of one byte.
  static func without(_ name: String, in file: [UInt8]) -> [UInt8] {
    guard let place = file.firstRange(of: Array(name.utf8)) else { return file }
    return Array(file[..<(place.lowerBound - 4)]) + file[(place.lowerBound + 9)...]
  }

  /// The file with another window size in its zlib stream: 0 for 256 bytes, 7 for 32 kB.
  static func with(window: UInt8, in file: [UInt8]) -> [UInt8] {
    guard let place = file.firstRange(of: Array("IDAT".utf8)) else { return file }
    let start = place.lowerBound
    let length = file[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
    var data = Array(file[start + 4..<start + 4 + length])
    data[0] = window << 4 | 8
    data[1] = UInt8((31 - Int(data[0]) * 256 % 31) % 31)
    var out = Array(file[..<(start - 4)])
    PNGChunks.append("IDAT", data, to: &out)
    return out + file[(start + 8 + length)...]
  }
}

/// WebP files made of chunks.
enum SampleWebP {
  /// A file with the given chunks.
  static func file(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { (byte: Int) -> UInt8 in UInt8(value >> (8 * byte) & 255) }
    }
    var body = Array("WEBP".utf8)
    for (name, data) in chunks {
      body += Array(name.utf8)
      body += number(data.count)
      body += data
      if data.count % 2 == 1 { body.append(0) }
    }
    return Array("RIFF".utf8) + number(body.count) + body
  }

  /// A still file of 16 × 8 pixels with further chunks.
  static func with(_ chunks: [(String, [UInt8])], in file: [UInt8]) -> [UInt8] {
    let pixels = ("VP8L", Array(file[20...]))
    let flags: UInt8 = chunks.reduce(0) { $0 | ($1.0 == "EXIF" ? 0x08 : 0x20) }
    let before = chunks.filter { $0.0 != "EXIF" }
    return self.file(
      [("VP8X", [flags, 0, 0, 0, 15, 0, 0, 7, 0, 0])] + before + [pixels] + chunks.filter { $0.0 == "EXIF" })
  }
}

/// Colour profiles (ICC.1).
enum SampleProfile {
  /// A profile with a curve, and with red, green and blue in XYZ; without these, a grey profile.
  static func make(_ colors: [[Double]], gamma: Double) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    func point(_ xyz: [Double]) -> [UInt8] { xyz.flatMap { number(Int(($0 * 65536).rounded())) } }
    let white = [0.9642, 1, 0.8249]
    let curve =
      Array("curv".utf8) + number(0) + number(1) + [
        UInt8(gamma), UInt8(truncatingIfNeeded: Int(gamma * 256)), 0, 0,
      ]
    var tags = [("wtpt", Array("XYZ ".utf8) + number(0) + point(white))]
    for (name, xyz) in zip(["rXYZ", "gXYZ", "bXYZ"], colors) {
      tags.append((name, Array("XYZ ".utf8) + number(0) + point(xyz)))
    }
    tags += (colors.isEmpty ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]).map { ($0, curve) }
    var (table, data) = (number(tags.count), [UInt8]())
    let start = 132 + 12 * tags.count
    for (name, body) in tags {
      table += Array(name.utf8) + number(start + data.count) + number(body.count)
      data += body
    }
    var head = number(start + data.count) + [0, 0, 0, 0, 2, 0x40, 0, 0] + Array("mntr".utf8)
    head += Array((colors.isEmpty ? "GRAY" : "RGB ").utf8) + Array("XYZ ".utf8)
    head +=
      [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + point(white)
    return head + [UInt8](repeating: 0, count: 128 - head.count) + table + data
  }

  /// The primaries of sRGB with red and green exchanged.
  static let swapped = make(
    [[0.3851, 0.7169, 0.0971], [0.4361, 0.2225, 0.0139], [0.1431, 0.0606, 0.7141]], gamma: 2.2)
  /// Grey with linear values.
  static let linearGrey = make([], gamma: 1)
}
