internal import CCairo

/// Compression to zlib streams with only runs and literals, by zlib.
///
/// In the filtered rows of a photograph matches are accidental and cost more than the bytes they replace.
/// Without them the file is smaller, and is made in a fifth of the time.
enum RunDeflate {
  /// Compresses a part of some bytes; the last one ends the stream.
  ///
  /// The corresponding C functions are `deflateInit2`, with the strategy `Z_RLE`, `deflate` and, for the
  /// checksum, `libdeflate_adler32`.
  ///
  /// - Throws: `RasterError.library` if zlib fails, `RasterError.limit` for 4 GiB.
  static func part(_ input: UnsafeRawBufferPointer, isLast: Bool) throws(RasterError) -> ZlibPart {
    guard let length = UInt32(exactly: input.count) else {
      throw .limit(
        what: "the size of a picture in bytes", value: Double(input.count), limit: Double(UInt32.max))
    }
    var stream = z_stream()
    let version = ZLIB_VERSION
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, -15, 9, Z_RLE, version, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .library(operation: "compression", reason: "zlib is out of memory") }
    defer { deflateEnd(&stream) }
    // An empty block follows each part except the last.
    let bound = Int(deflateBound(&stream, uLong(length))) + 16
    guard let room = UInt32(exactly: bound) else {
      throw .limit(what: "the size of a picture in bytes", value: Double(bound), limit: Double(UInt32.max))
    }
    var status = Z_OK
    let out = [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      stream.next_out = target.baseAddress
      stream.avail_out = room
      // zlib only reads through this pointer, although its type is mutable.
      stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = length
      status = deflate(&stream, isLast ? Z_FINISH : Z_FULL_FLUSH)
      count = Int(stream.total_out)
    }
    guard status == (isLast ? Z_STREAM_END : Z_OK), stream.avail_in == 0 else {
      throw .library(operation: "compression", reason: "zlib returned \(status)")
    }
    return ZlibPart(
      bytes: out, checksum: libdeflate_adler32(1, input.baseAddress, input.count), length: input.count)
  }
}
