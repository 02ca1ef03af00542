extension ZlibPart {
  /// The zlib stream (RFC 1950) of some parts behind `prefix`.
  static func stream(_ parts: [ZlibPart], after prefix: [UInt8]) -> [UInt8] {
    var out = prefix + ISALDeflate.header
    out.reserveCapacity(parts.reduce(out.count + 64) { $0 + $1.bytes.count })
    for part in parts { out += part.bytes }
    PNGChunks.append(checksum(of: parts), to: &out)
    return out
  }
}
