internal import CCairo

/// Compression to zlib streams by libdeflate, and the checksum of PNG chunks.
///
/// The bytes depend only on the input and the level, not on the processor.
package enum Deflate {
  /// Compresses bytes into a zlib stream (RFC 1950) after `prefix`.
  ///
  /// Level: 1 (fast) to 12 (small). The corresponding C function is `libdeflate_zlib_compress`.
  static func zlib(_ input: [UInt8], level: Int32, after prefix: [UInt8] = []) throws(RasterError) -> [UInt8]
  {
    guard let compressor = libdeflate_alloc_compressor(level) else {
      throw .library(operation: "compression", reason: "libdeflate has no level \(level) or no memory")
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, input.count)
    let out = [UInt8](unsafeUninitializedCapacity: prefix.count + bound) { buffer, count in
      _ = buffer.update(fromContentsOf: prefix)
      let rest = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[prefix.count...])
      let written = input.withUnsafeBytes { bytes in
        libdeflate_zlib_compress(compressor, bytes.baseAddress, bytes.count, rest.baseAddress, rest.count)
      }
      count = written == 0 ? 0 : prefix.count + written
    }
    guard !out.isEmpty else { throw .library(operation: "compression", reason: "its buffer was too small") }
    return out
  }

  /// Compresses bytes into a complete deflate stream (RFC 1951).
  ///
  /// Level: 1 (fast) to 12 (small). The corresponding C functions are `libdeflate_deflate_compress` and, for
  /// the checksum, `libdeflate_adler32`.
  static func part(_ input: UnsafeRawBufferPointer, level: Int32) throws(RasterError) -> ZlibPart {
    guard let compressor = libdeflate_alloc_compressor(level) else {
      throw .library(operation: "compression", reason: "libdeflate has no level \(level) or no memory")
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_deflate_compress_bound(compressor, input.count)
    let out = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_deflate_compress(
        compressor, input.baseAddress, input.count, buffer.baseAddress, buffer.count)
    }
    guard !out.isEmpty else { throw .library(operation: "compression", reason: "its buffer was too small") }
    return ZlibPart(
      bytes: out, checksum: libdeflate_adler32(1, input.baseAddress, input.count), length: input.count)
  }

  /// The CRC-32 of bytes as 8 hexadecimal digits, used to notice changed files.
  ///
  /// The corresponding C function is `libdeflate_crc32`.
  package static func crc32(_ bytes: [UInt8]) -> String {
    String(crc32(bytes, bytes.indices), radix: 16).leftPadded(to: 8)
  }

  /// The CRC-32 of a range of bytes.
  ///
  /// The corresponding C function is `libdeflate_crc32`.
  static func crc32(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    bytes[range].withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
