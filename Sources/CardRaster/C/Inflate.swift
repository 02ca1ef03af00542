internal import CCairo

/// Decompresses zlib streams with libdeflate.
enum Inflate {
  /// Decompresses a zlib stream (RFC 1950) that must fill `target` exactly and end with `stream`.
  ///
  /// False for a stream that is damaged, longer or shorter. The corresponding C function is
  /// `libdeflate_zlib_decompress_ex`.
  static func zlib(_ stream: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Bool {
    guard let decompressor = libdeflate_alloc_decompressor() else { return false }
    defer { libdeflate_free_decompressor(decompressor) }
    var (read, written) = (0, 0)
    let result = libdeflate_zlib_decompress_ex(
      decompressor, stream.baseAddress, stream.count, target.baseAddress, target.count, &read, &written)
    return result == LIBDEFLATE_SUCCESS && read == stream.count && written == target.count
  }

  /// Decompresses a zlib stream; nil if it is damaged or decompresses to more than `most` bytes.
  ///
  /// The corresponding C function is `libdeflate_zlib_decompress`.
  static func zlib(_ stream: [UInt8], most: Int) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    // The maximum expansion of a stream (RFC 1951).
    let most = min(most, stream.count * 1032 + 64)
    var room = min(most, stream.count * 8 + 1024)
    while true {
      var result = LIBDEFLATE_BAD_DATA
      let out = [UInt8](unsafeUninitializedCapacity: room) { target, count in
        stream.withUnsafeBytes { bytes in
          result = libdeflate_zlib_decompress(
            decompressor, bytes.baseAddress, bytes.count, target.baseAddress, target.count, &count)
        }
        if result != LIBDEFLATE_SUCCESS { count = 0 }
      }
      if result == LIBDEFLATE_SUCCESS { return out }
      guard result == LIBDEFLATE_INSUFFICIENT_SPACE, room < most else { return nil }
      room = min(most, room * 4)
    }
  }
}
