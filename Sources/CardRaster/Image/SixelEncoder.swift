/// Writes pictures as sixels, for terminals that support them (DEC's VT340 and its successors).
///
/// How it works: a band of six rows has one line for each of its colours; a letter encodes which of the six
/// pixels of a column have that colour. The picture is reduced to at most 256 colours; channels are written
/// in percent, the precision of the format.
///
/// A fully transparent pixel is not painted. Other translucent pixels are composited on white.
package enum SixelEncoder {
  /// Encodes a bitmap as one control sequence, from `ESC P` to `ESC \`.
  package static func encode(_ bitmap: Bitmap) -> [UInt8] {
    let flat = onWhite(bitmap)
    let (indices, palette) = indices(of: flat, transparency: bitmap)
    var out = Array("\u{1B}P0;1q\"1;1;\(bitmap.width);\(bitmap.height)".utf8)
    for (number, color) in palette.enumerated() {
      let channels = [color & 255, color >> 8 & 255, color >> 16 & 255]
      let levels = channels.map { ($0 * 100 + 127) / 255 }
      out += "#\(number);2;\(levels[0]);\(levels[1]);\(levels[2])".utf8
    }
    var masks = [UInt8](repeating: 0, count: palette.count * bitmap.width)
    for top in stride(from: 0, to: bitmap.height, by: 6) {
      if top > 0 { out.append(UInt8(ascii: "-")) }
      append(band: top, bitmap, indices, &masks, to: &out)
    }
    return out + "\u{1B}\\".utf8
  }

  /// The picture composited on white; fully transparent pixels may have any colour.
  private static func onWhite(_ bitmap: Bitmap) -> Bitmap {
    guard !bitmap.isOpaque else { return bitmap }
    var pixels = bitmap.pixels
    for place in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[place + 3])
      for channel in place..<place + 3 {
        pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
      }
      pixels[place + 3] = 255
    }
    return Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels) ?? bitmap
  }

  /// The palette index of each pixel, nil if it is not painted, and the palette.
  private static func indices(of flat: Bitmap, transparency bitmap: Bitmap) -> ([UInt8?], [UInt32]) {
    let count = flat.width * flat.height
    let isPainted = (0..<count).map { bitmap.pixels[4 * $0 + 3] > 0 }
    var quantizer = ColorQuantizer()
    quantizer.countPixels(
      (0..<count).lazy.filter { isPainted[$0] }.map { place in
        UInt32(flat.pixels[4 * place]) | UInt32(flat.pixels[4 * place + 1]) << 8
          | UInt32(flat.pixels[4 * place + 2]) << 16
      })
    let palette = quantizer.palette(most: 256)
    guard !palette.isEmpty else { return ([UInt8?](repeating: nil, count: count), []) }
    guard let whole = PixelRect(minX: 0, minY: 0, maxX: flat.width, maxY: flat.height) else {
      return ([UInt8?](repeating: nil, count: count), palette)
    }
    var mapping = PaletteMapping(palette)
    let found = mapping.indices(
      of: flat, in: whole, transparent: 0, isKept: { !isPainted[$0] }, .diffusion)
    return (zip(found, isPainted).map { $1 ? $0 : nil }, palette)
  }

  private static func append(
    band top: Int, _ bitmap: Bitmap, _ indices: [UInt8?], _ masks: inout [UInt8], to out: inout [UInt8]
  ) {
    let width = bitmap.width
    var used: Set<UInt8> = []
    for row in 0..<min(6, bitmap.height - top) {
      for x in 0..<width {
        guard let color = indices[(top + row) * width + x] else { continue }
        used.insert(color)
        masks[Int(color) * width + x] |= 1 << UInt8(row)
      }
    }
    for (number, color) in used.sorted().enumerated() {
      if number > 0 { out.append(UInt8(ascii: "$")) }
      out += "#\(color)".utf8
      let range = Int(color) * width..<(Int(color) + 1) * width
      append(masks[range], to: &out)
      for place in range { masks[place] = 0 }
    }
  }

  /// Columns as letters with run-length encoding; trailing empty ones are left out.
  private static func append(_ columns: ArraySlice<UInt8>, to out: inout [UInt8]) {
    var place = columns.startIndex
    while place < columns.endIndex {
      let mask = columns[place]
      let end = columns[place...].firstIndex { $0 != mask } ?? columns.endIndex
      if mask == 0, end == columns.endIndex { return }
      let letter = 0x3F + mask
      if end - place > 3 {
        out += "!\(end - place)".utf8
        out.append(letter)
      } else {
        out += repeatElement(letter, count: end - place)
      }
      place = end
    }
  }
}
