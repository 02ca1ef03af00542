extension ZlibPart {
  /// The zlib stream (RFC 1950) of some parts after `prefix`.
  static func stream(_ parts: [ZlibPart], header: [UInt8], after prefix: [UInt8]) -> [UInt8] {
    var out = prefix + header
    // Reserves room for the rest of a file with one chunk.
    out.reserveCapacity(parts.reduce(out.count + 64) { $0 + $1.bytes.count })
    for part in parts { out += part.bytes }
    PNGChunks.append(checksum(of: parts), to: &out)
    return out
  }

  /// The same part for a stream that continues; nil if it is not a complete stream.
  ///
  /// Its last block is no longer marked as the last, and it ends on a whole byte. After the last block comes
  /// an empty stored block (RFC 1951, section 3.2.4), which starts on a whole byte.
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
    // The bits after the end are zero, which encode such a block and fill its byte.
    open.removeSubrange((end + 3 + 7) / 8..<open.count)
    open += [0, 0, 0xFF, 0xFF]
    return ZlibPart(bytes: open, checksum: checksum, length: length)
  }
}
