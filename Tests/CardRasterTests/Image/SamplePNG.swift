import TestSupport

@testable import CardRaster

/// Random PNG files of every kind: any bytes are valid rows.
struct SamplePNG {
  var colorType: UInt8
  var bits: Int
  var width: Int
  var height: Int
  /// The filter of all rows; nil for a random filter per row.
  var filter: UInt8?
  var hasTransparency = false
  var isInterlaced = false
  /// Chunks before the palette.
  var extra: [(name: String, data: [UInt8])] = []
  /// The number of IDAT chunks.
  var parts = 1
  /// Changes the filtered rows, including the filter bytes, before they are packed.
  var change: (inout [UInt8]) -> Void = { _ in }

  /// All colour types, each with all of its valid depths.
  static let kinds: [(colorType: UInt8, bits: Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16),
    (6, 8), (6, 16),
  ]

  private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colorType)] ?? 1 }

  /// The filtered rows; an interlaced picture has seven passes (section 8).
  private func rows(_ random: inout SampleNumbers, values: ClosedRange<UInt8>) -> [UInt8] {
    let passes: [(x: Int, y: Int, dx: Int, dy: Int)] =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    var out: [UInt8] = []
    for pass in passes {
      let columns = max(0, (width - pass.x + pass.dx - 1) / pass.dx)
      let lines = columns == 0 ? 0 : max(0, (height - pass.y + pass.dy - 1) / pass.dy)
      for _ in 0..<lines {
        out.append(filter ?? UInt8.random(in: 0...4, using: &random))
        for _ in 0..<(columns * channels * bits + 7) / 8 {
          out.append(UInt8.random(in: values, using: &random))
        }
      }
    }
    return out
  }

  /// The bytes of the file.
  ///
  /// With small values transparent colours are likely.
  func file(seed: UInt64, values: ClosedRange<UInt8> = 0...255) throws -> [UInt8] {
    var random = SampleNumbers(state: seed)
    func some(_ count: Int, _ values: ClosedRange<UInt8> = 0...255) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: values, using: &random) }
    }
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    PNGChunks.append(UInt32(width), to: &header)
    PNGChunks.append(UInt32(height), to: &header)
    PNGChunks.append("IHDR", header + [UInt8(bits), colorType, 0, 0, isInterlaced ? 1 : 0], to: &out)
    for chunk in extra { PNGChunks.append(chunk.name, chunk.data, to: &out) }
    if colorType == 3 {
      let colors = Int.random(in: 1...(1 << bits), using: &random)
      PNGChunks.append("PLTE", some(3 * colors), to: &out)
      if hasTransparency {
        PNGChunks.append("tRNS", some(Int.random(in: 1...colors, using: &random)), to: &out)
      }
    } else if hasTransparency, colorType < 4 {
      PNGChunks.append("tRNS", some(2 * channels, values), to: &out)
    }
    var rows = rows(&random, values: values)
    change(&rows)
    let data = try Deflate.zlib(rows, level: 6)
    for part in 0..<parts {
      PNGChunks.append(
        "IDAT", Array(data[part * data.count / parts..<(part + 1) * data.count / parts]), to: &out)
    }
    PNGChunks.append("IEND", [], to: &out)
    return out
  }
}
