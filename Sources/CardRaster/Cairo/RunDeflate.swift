internal import CCairo

/// Zlib streams by zlib that hold runs of one byte and single bytes, and no other matches.
///
/// In the filtered rows of a photograph the matches that a deflater finds are chance and cost more than the bytes they
/// stand for; without them the file is smaller, and is made in a fifth of the time.
enum RunDeflate {
  /// Compresses bytes into a zlib stream (RFC 1950) behind `prefix`.
  ///
  /// The corresponding C functions are `deflateInit2`, with the strategy `Z_RLE`, and `deflate`.
  static func zlib(_ input: [UInt8], after prefix: [UInt8] = []) throws(RasterError) -> [UInt8] {
    guard let length = UInt32(exactly: input.count) else {
      throw .limit(
        what: "the size of a picture in bytes", value: Double(input.count), limit: Double(UInt32.max))
    }
    var stream = z_stream()
    let version = ZLIB_VERSION
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, 15, 9, Z_RLE, version, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .library(operation: "compression", reason: "zlib has no memory") }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, uLong(length)))
    guard let room = UInt32(exactly: bound) else {
      throw .limit(what: "the size of a picture in bytes", value: Double(bound), limit: Double(UInt32.max))
    }
    var status = Z_OK
    let out = [UInt8](unsafeUninitializedCapacity: prefix.count + bound) { target, count in
      _ = target.update(fromContentsOf: prefix)
      stream.next_out = target.baseAddress.map { $0 + prefix.count }
      stream.avail_out = room
      status = input.withUnsafeBufferPointer { bytes in
        // zlib only reads through this pointer, its type merely does not say so.
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.avail_in = length
        return deflate(&stream, Z_FINISH)
      }
      count = prefix.count + Int(stream.total_out)
    }
    guard status == Z_STREAM_END else {
      throw .library(operation: "compression", reason: "zlib answered \(status)")
    }
    return out
  }
}
