/// The chunks of a WebP file (RFC 9649, section 2).
struct WebPFile {
  /// Name and data of each chunk.
  private let chunks: [(name: String, body: Range<Int>)]
  private let bytes: [UInt8]

  /// Looks through the chunks; those beyond the end of the file are left out.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    chunks = Self.chunks(bytes, 12..<bytes.count)
  }

  private static func chunks(_ bytes: [UInt8], _ range: Range<Int>) -> [(name: String, body: Range<Int>)] {
    var found: [(name: String, body: Range<Int>)] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      let size = number(bytes, offset + 4, 4)
      guard offset + 8 + size <= range.upperBound else { break }
      found.append(
        (String(decoding: bytes[offset..<offset + 4], as: UTF8.self), offset + 8..<offset + 8 + size))
      offset += 8 + size + size % 2
    }
    return found
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func first(_ name: String) -> [UInt8]? {
    chunks.first { $0.name == name }.map { Array(bytes[$0.body]) }
  }

  /// How the camera was held.
  var orientation: ImageOrientation { first("EXIF").map { ImageOrientation(exif: $0) } ?? .upright }

  /// The colours of the pixels.
  var colors: PictureColors { first("ICCP").map { PictureColors(profile: $0) } ?? .sRGB }

  /// The only frame of a moving picture, as a file of its own, and where it is on the canvas; nil for more frames.
  var onlyFrame: (file: [UInt8], x: Int, y: Int)? {
    let frames = chunks.filter { $0.name == "ANMF" }
    guard frames.count == 1, case let body = frames[0].body, body.count >= 16 else { return nil }
    let inner = body.lowerBound + 16..<body.upperBound
    guard let hasAlpha = Self.chunks(bytes, inner).first.map({ $0.name == "ALPH" }) else { return nil }
    var out: [UInt8] = []
    if hasAlpha {
      // Opacity in a chunk of its own needs a head that says so, with the size of the frame.
      out += Array("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0]
      out += bytes[body.lowerBound + 6..<body.lowerBound + 12]
    }
    out += bytes[inner]
    let size = out.count + 4
    let head = Array("RIFF".utf8) + (0..<4).map { UInt8(size >> (8 * $0) & 255) } + Array("WEBP".utf8)
    let (x, y) = (Self.number(bytes, body.lowerBound, 3), Self.number(bytes, body.lowerBound + 3, 3))
    return (head + out, 2 * x, 2 * y)
  }
}
