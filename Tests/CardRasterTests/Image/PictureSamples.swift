import TestSupport

@testable import CardRaster

/// The contents of a sample picture.
enum PictureSample: String, CaseIterable {
  case noise, opaqueNoise, grey, greyGradient, gradient, twoColors, sixteenColors, manyColors, clear,
    transparentPalette

  func bitmap(_ width: Int, _ height: Int, seed: UInt64 = 1) -> Bitmap? {
    var random = SampleNumbers(state: seed)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let noise = random.next()
        func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: noise >> shift) }
        switch self {
        case .noise:
          let alpha = byte(24)
          pixels += alpha == 0 ? [0, 0, 0, 0] : [byte(0), byte(8), byte(16), alpha]
        case .opaqueNoise: pixels += [byte(0), byte(8), byte(16), 255]
        case .grey: pixels += [byte(0), byte(0), byte(0), 255]
        case .greyGradient:
          let value = UInt8(truncatingIfNeeded: x + y)
          pixels += [value, value, value, 255]
        case .gradient:
          pixels += [
            UInt8(truncatingIfNeeded: x * 3 + y), UInt8(truncatingIfNeeded: y * 2),
            UInt8(truncatingIfNeeded: x), 255,
          ]
        case .twoColors: pixels += byte(0) < 128 ? [200, 10, 20, 255] : [255, 255, 255, 255]
        case .sixteenColors: pixels += [byte(0) & 3, 80, byte(8) & 3, 255]
        case .manyColors: pixels += [byte(0) & 7, byte(8) & 7, 3 * (byte(16) & 3), 255]
        case .clear: pixels += [0, 0, 0, 0]
        case .transparentPalette: pixels += [byte(0) & 3, 80, 9, 200 | byte(8) & 3]
        }
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }
}

/// The pixels of a decoded picture.
func pixels(_ source: ImageSource) -> Bitmap? {
  if case .bitmap(let bitmap) = source.content { bitmap } else { nil }
}

/// The chunks of a PNG file with their checksums; nil if their lengths are inconsistent.
func chunks(_ file: [UInt8]) -> [(name: String, data: [UInt8], checksum: UInt32)]? {
  func number(_ offset: Int) -> UInt32 { file[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
  var found: [(name: String, data: [UInt8], checksum: UInt32)] = []
  var offset = 8
  while offset + 12 <= file.count {
    let length = Int(number(offset))
    guard offset + 12 + length <= file.count else { return nil }
    let name = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
    found.append((name, Array(file[offset + 8..<offset + 8 + length]), number(offset + 8 + length)))
    offset += 12 + length
  }
  return offset == file.count ? found : nil
}

/// The CRC-32 of PNG, bit by bit: slow, and independent of the library.
func plainCRC(_ bytes: [UInt8]) -> UInt32 {
  var crc = UInt32.max
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
  }
  return ~crc
}
