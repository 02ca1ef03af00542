/// The chunks of still and animated PNG files (Portable Network Graphics, third edition, section 11).
package enum PNGChunks {
  /// The header of an IDAT chunk whose length is still zero.
  static let openData: [UInt8] = [0, 0, 0, 0] + Array("IDAT".utf8)

  /// Everything before the pixels: the signature, IHDR, sRGB, pHYs, and PLTE and tRNS if needed.
  static func start(_ rows: PixelRows, _ layout: PNGLayout, scale: Double) -> [UInt8] {
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    append(UInt32(rows.width), to: &header)
    append(UInt32(rows.height), to: &header)
    header += [UInt8(layout.bits), layout.colorType, 0, 0, 0]
    append("IHDR", header, to: &out)
    // Intent 0, perceptual: suitable for the colours of a card.
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

  /// Fills in the length of the IDAT chunk whose data start at `dataStart`, and adds its checksum and IEND.
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

  /// Whether a file is complete up to IEND; the content of the other chunks is not checked.
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

  /// The file with the maximum window size in its zlib header.
  ///
  /// Some programs declare a smaller window than they use. zlib rejects such a stream; browsers and
  /// libdeflate ignore the field.
  static func withLargestWindow(_ bytes: [UInt8]) -> [UInt8] {
    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    var offset = 8
    while offset + 12 <= bytes.count, !bytes[offset + 4..<offset + 8].elementsEqual("IDAT".utf8) {
      offset += 12 + number(offset)
    }
    guard offset + 14 <= bytes.count, case let length = number(offset),
      (2...bytes.count - offset - 12).contains(length),
      case let (head, flags) = (bytes[offset + 8], bytes[offset + 9]), head & 15 == 8, head >> 4 < 7,
      (Int(head) << 8 | Int(flags)) % 31 == 0,
      case let data = offset + 4..<offset + 8 + length,
      Deflate.crc32(bytes, data) == UInt32(number(data.upperBound))
    else { return bytes }
    var out = bytes
    out[offset + 8] = 0x78
    let kept = 0x7800 | Int(flags & 0xE0)
    out[offset + 9] = UInt8((kept + (31 - kept % 31) % 31) & 255)
    var sum: [UInt8] = []
    append(Deflate.crc32(out, data), to: &sum)
    out.replaceSubrange(data.upperBound..<data.upperBound + 4, with: sum)
    return out
  }

  /// Whether the first bytes of a file are those that `start` writes for any picture.
  ///
  /// Files of other programs start differently.
  package static func isStart(_ bytes: [UInt8]) -> Bool {
    // IHDR has 13 bytes, sRGB one and pHYs nine, and each chunk has twelve more.
    [("IHDR", 12), ("sRGB", 37), ("pHYs", 50)].allSatisfy { name, offset in
      bytes.dropFirst(offset).starts(with: name.utf8)
    }
  }

  /// Appends a chunk with its length and checksum.
  static func append(_ name: String, _ data: [UInt8], to out: inout [UInt8]) {
    append(UInt32(data.count), to: &out)
    let start = out.count
    out += Array(name.utf8)
    out += data
    append(Deflate.crc32(out, start..<out.count), to: &out)
  }

  /// Appends a number, the highest byte first.
  static func append(_ value: UInt32, to out: inout [UInt8]) {
    for shift in [UInt32(24), 16, 8, 0] { out.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}

/// The only frame of an animated PNG file.
extension PNGChunks {
  /// The frame as a separate file with its position; or nil.
  ///
  /// It is nil if the default image is the frame, or if there is none. A file may have a default image for
  /// viewers without animation support, which is not a frame (Portable Network Graphics, third edition,
  /// section 4.9). The frames follow it in `fdAT` chunks.
  static func onlyFrame(of bytes: [UInt8]) -> (file: [UInt8], x: Int, y: Int)? {
    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count >= 33 else { return nil }
    var file = Array(bytes[..<8])
    var data: [UInt8] = []
    var origin: (x: Int, y: Int)?
    var isBeforePixels = true
    var offset = 8
    while offset + 12 <= bytes.count {
      let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      let (start, end) = (offset, offset + 12 + number(offset))
      guard end <= bytes.count else { break }
      offset = end
      switch name {
      case "fcTL" where isBeforePixels: return nil
      case "fcTL" where origin == nil && end - start == 38:
        origin = (number(start + 20), number(start + 24))
        // The size of the frame replaces that of the canvas.
        let header = Array(bytes[start + 12..<start + 20] + bytes[24..<29])
        file.removeSubrange(8..<33)
        var first: [UInt8] = []
        append("IHDR", header, to: &first)
        file.insert(contentsOf: first, at: 8)
      case "fdAT" where origin != nil && end - start >= 16: data += bytes[start + 12..<end - 4]
      case "IDAT": isBeforePixels = false
      case "acTL": break
      default: if isBeforePixels { file += bytes[start..<end] }
      }
    }
    guard let origin, !data.isEmpty else { return nil }
    append("IDAT", data, to: &file)
    append("IEND", [], to: &file)
    return (file, origin.x, origin.y)
  }
}
