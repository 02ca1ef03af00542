/// The chunks that PNG files, still and moving, are made of (Portable Network Graphics, third edition, section 11).
package enum PNGChunks {
  /// The head of an IDAT chunk whose length is still zero.
  static let openData: [UInt8] = [0, 0, 0, 0] + Array("IDAT".utf8)

  /// Everything before the pixels: the signature, IHDR, sRGB, pHYs and at need PLTE and tRNS.
  static func start(_ rows: PixelRows, _ layout: PNGLayout, scale: Double) -> [UInt8] {
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    append(UInt32(rows.width), to: &header)
    append(UInt32(rows.height), to: &header)
    header += [UInt8(layout.bits), layout.colorType, 0, 0, 0]
    append("IHDR", header, to: &out)
    // Intent 0, perceptual: what the colours of a card are made for.
    append("sRGB", [0], to: &out)
    var density: [UInt8] = []
    let perMetre = (72 * scale / 0.0254).rounded()
    let pixels = perMetre.isFinite ? UInt32(min(Double(Int32.max), max(1, perMetre))) : 1
    append(pixels, to: &density)
    append(pixels, to: &density)
    density.append(1)
    append("pHYs", density, to: &out)
    if case .palette(let palette, _) = layout {
      let colors = palette.words.map { rows.straight($0) }
      append("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] }, to: &out)
      let alphas = colors.map(\.alpha).prefix { $0 < 255 }
      if !alphas.isEmpty { append("tRNS", Array(alphas), to: &out) }
    }
    return out
  }

  /// Fills in the length of the IDAT chunk whose data begin at `dataStart`, and adds its checksum and the end.
  static func finish(_ file: consuming [UInt8], from dataStart: Int) -> [UInt8] {
    var out = file
    let length = UInt32(out.count - dataStart)
    for (index, shift) in [UInt32(24), 16, 8, 0].enumerated() {
      out[dataStart - 8 + index] = UInt8(truncatingIfNeeded: length >> shift)
    }
    append(Deflate.crc32(out, dataStart - 4..<out.count), to: &out)
    append("IEND", [], to: &out)
    return out
  }

  /// Whether the chunks of a file go on to a whole IEND; what is in the others is not looked at.
  static func hasEnd(_ bytes: [UInt8]) -> Bool {
    let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    var offset = 8
    while offset + 12 <= bytes.count {
      if bytes[offset..<offset + 12].elementsEqual(end) { return true }
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      offset += 12 + length
    }
    return false
  }

  /// Whether the first bytes of a file are those of `start`, whatever its pixels: other programs begin otherwise.
  package static func isStart(_ bytes: [UInt8]) -> Bool {
    // IHDR has 13 bytes, sRGB one and pHYs nine, and each chunk twelve besides.
    [("IHDR", 12), ("sRGB", 37), ("pHYs", 50)].allSatisfy { name, offset in
      bytes.dropFirst(offset).starts(with: name.utf8)
    }
  }

  /// Adds a chunk with its length and checksum.
  static func append(_ name: String, _ data: [UInt8], to out: inout [UInt8]) {
    append(UInt32(data.count), to: &out)
    let start = out.count
    out += Array(name.utf8)
    out += data
    append(Deflate.crc32(out, start..<out.count), to: &out)
  }

  /// Adds a number, the highest byte first.
  static func append(_ value: UInt32, to out: inout [UInt8]) {
    for shift in [UInt32(24), 16, 8, 0] { out.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
