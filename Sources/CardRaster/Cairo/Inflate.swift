internal import CCairo

/// Reading zlib streams by libdeflate.
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
}
