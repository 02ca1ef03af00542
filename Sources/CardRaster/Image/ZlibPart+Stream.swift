extension ZlibPart {
  /// The zlib stream (RFC 1950) of some parts behind `prefix`.
  static func stream(_ parts: [ZlibPart], header: [UInt8], after prefix: [UInt8]) -> [UInt8] {
    var out = prefix + header
    // What follows in a file of one chunk fits too.
    out.reserveCapacity(parts.reduce(out.count + 64) { $0 + $1.bytes.count })
    for part in parts { out += part.bytes }
    PNGChunks.append(checksum(of: parts), to: &out)
    return out
  }

  /// The same part of a stream that goes on: its last block is no longer the last, and it ends on a whole byte; nil for what
  /// is no whole stream.
  ///
  /// Behind the last block stands an empty one of bytes as they are (RFC 1951, section 3.2.4), which begins on a whole byte.
  func opened() -> ZlibPart? {
    var open = bytes + [UInt8](repeating: 0, count: DeflateBlocks.slack)
    let ends = open.withUnsafeBufferPointer { buffer -> (lastBlock: Int, end: Int)? in
      guard let start = buffer.baseAddress, let blocks = DeflateBlocks(start, count: bytes.count) else {
        return nil
      }
      return (blocks.lastBlock, blocks.end)
    }
    guard let (lastBlock, end) = ends, (end + 7) / 8 == bytes.count else { return nil }
    open[lastBlock / 8] &= ~(1 << UInt8(lastBlock % 8))
    // The bits behind the end are zero, which stand for such a block and fill its byte.
    open.removeSubrange((end + 3 + 7) / 8..<open.count)
    open += [0, 0, 0xFF, 0xFF]
    return ZlibPart(bytes: open, checksum: checksum, length: length)
  }
}
