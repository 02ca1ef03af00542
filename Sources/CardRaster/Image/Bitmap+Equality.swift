extension Bitmap {
  /// Whether another picture has the same size and the same bytes.
  ///
  /// The result is that of `==`, in a fraction of the time.
  package func isEqual(to other: Bitmap) -> Bool {
    width == other.width && height == other.height && MemoryEquality.holds(pixels, other.pixels)
  }
}

extension Bitmap {
  /// The SHA-256 hash of width, height and pixels as 64 hexadecimal digits.
  ///
  /// Equal pictures have the same hash, even if their files are compressed differently.
  public var fingerprint: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + pixels.count)
    for side in [width, height] {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: side >> shift)) }
    }
    return SHA256.hex(bytes + pixels)
  }
}
