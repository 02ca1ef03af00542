/// The only frame of a moving PNG file.
extension PNGChunks {
  /// The frame as a file of its own, and where it goes; nil where the picture itself is the frame, or there is none.
  ///
  /// A file may have a picture for viewers that show no motion, which is no frame (Portable Network Graphics, third
  /// edition, section 4.9): the frames come behind it in `fdAT` chunks.
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
        // The size of the frame takes the place of that of the canvas.
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
