/// The pixels that are left out of a comparison.
struct IgnoredPixels {
  private let regions: [PixelRect]
  private let mask: Bitmap?
  /// Whether the mask marks by what is painted; otherwise by what is white.
  private let marksByAlpha: Bool

  /// Whether nothing is left out.
  var isEmpty: Bool { regions.isEmpty && mask == nil }

  init(_ settings: Comparison.Settings, expected: Bitmap, actual: Bitmap) throws(RasterError) {
    let (width, height) = (max(expected.width, actual.width), max(expected.height, actual.height))
    var regions: [PixelRect] = []
    for region in settings.ignored {
      guard let all = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height),
        let seen = region.intersection(all)
      else {
        throw .image(
          reason: "the ignored part \(region.minX),\(region.minY),\(region.width),\(region.height) lies"
            + " outside of the pictures, which are \(width) × \(height)")
      }
      regions.append(seen)
    }
    self.regions = regions
    mask = settings.mask
    marksByAlpha = settings.mask.map { !$0.isOpaque } ?? false
    if let mask, mask.width != expected.width || mask.height != expected.height {
      throw .image(
        reason: "the mask is \(mask.width) × \(mask.height), and the expected picture"
          + " \(expected.width) × \(expected.height)")
    }
  }

  /// Writes a row: all bits set where a pixel is left out, none where it is compared; says how many are left out.
  func fill(_ row: inout [UInt32], y: Int) -> Int {
    for x in row.indices { row[x] = 0 }
    for region in regions where region.minY <= y && y < region.maxY {
      for x in region.minX..<region.maxX { row[x] = .max }
    }
    if let mask, y < mask.height {
      let bytes = mask.pixels.span.bytes
      for x in 0..<mask.width {
        let word = bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: 4 &* (y &* mask.width &+ x), as: UInt32.self)
        if marks(word) { row[x] = .max }
      }
    }
    var count = 0
    for value in row where value != 0 { count += 1 }
    return count
  }

  private func marks(_ word: UInt32) -> Bool {
    if marksByAlpha { return word >= 0x0100_0000 }
    return Double(Luma.units(of: word)) >= 128 * Luma.unitsInOne
  }
}
