/// The orientation of a camera, from EXIF's tag 0x0112 (CIPA DC-008, section 4.6.4).
enum ImageOrientation: Int, CaseIterable {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, turnedLeft, transversed, turnedRight

  /// Finds the tag in EXIF data; upright if the tag is missing or invalid.
  ///
  /// The data may start with the prefix that JPEG puts before it.
  init(exif bytes: [UInt8]) {
    let head = Self.head
    self = Self.tag(in: bytes.starts(with: head) ? Array(bytes.dropFirst(head.count)) : bytes) ?? .upright
  }

  /// The first bytes of EXIF data in a JPEG file: `Exif` and two zeros.
  static let head: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// Reads the first directory of a TIFF block.
  private static func tag(in tiff: [UInt8]) -> ImageOrientation? {
    guard tiff.count >= 8 else { return nil }
    let isLittle = tiff[0] == 0x49 && tiff[1] == 0x49
    guard isLittle || (tiff[0] == 0x4D && tiff[1] == 0x4D) else { return nil }
    func number(_ offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - size else { return nil }
      let part = tiff[offset..<offset + size]
      return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else {
      return nil
    }
    for entry in 0..<count {
      let place = directory + 2 + 12 * entry
      guard let tag = number(place, 2) else { return nil }
      guard tag == 0x0112 else { continue }
      guard number(place + 2, 2) == 3, let value = number(place + 8, 2) else { return nil }
      return ImageOrientation(rawValue: value)
    }
    return nil
  }

  /// The picture rotated and mirrored to be upright.
  func upright(_ bitmap: Bitmap) -> Bitmap {
    if self == .upright { return bitmap }
    let (w, h) = (bitmap.width, bitmap.height)
    let isTurned = rawValue >= 5
    let (width, height) = isTurned ? (h, w) : (w, h)
    var pixels = [UInt8](repeating: 0, count: bitmap.pixels.count)
    let source = bitmap.pixels.span.bytes
    var span = pixels.mutableSpan
    var target = span.mutableBytes
    for y in 0..<height {
      for x in 0..<width {
        let (fromX, fromY) =
          switch self {
          case .upright: (x, y)
          case .mirrored: (w - 1 - x, y)
          case .upsideDown: (w - 1 - x, h - 1 - y)
          case .flipped: (x, h - 1 - y)
          case .transposed: (y, x)
          case .turnedLeft: (y, h - 1 - x)
          case .transversed: (w - 1 - y, h - 1 - x)
          case .turnedRight: (w - 1 - y, x)
          }
        let word = source.unsafeLoadUnaligned(fromByteOffset: 4 * (fromY * w + fromX), as: UInt32.self)
        target.storeBytes(of: word, toByteOffset: 4 * (y * width + x), as: UInt32.self)
      }
    }
    return Bitmap(width: width, height: height, pixels: pixels) ?? bitmap
  }
}
