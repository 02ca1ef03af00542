extension Bitmap {
  /// The SHA-256 sum of width, height and pixels as 64 hexadecimal digits: equal for equal pictures, however their files
  /// were compressed.
  public var fingerprint: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + pixels.count)
    for side in [width, height] {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: side >> shift)) }
    }
    return SHA256.hex(bytes + pixels)
  }
}
