internal import CCairo

/// Zlib streams by ISA-L: many times faster than zlib, some larger.
enum ISALDeflate {
  /// Compresses bytes at level 1 into a zlib stream (RFC 1950) behind `prefix`, in one call.
  ///
  /// The corresponding C function is `isal_deflate_stateless`, which writes the header and the Adler-32 itself.
  static func zlib(_ input: [UInt8], after prefix: [UInt8] = []) throws(RasterError) -> [UInt8] {
    guard let length = UInt32(exactly: input.count), length < 1 << 30 else {
      throw .limit(what: "the size of a picture in bytes", value: Double(input.count), limit: 1_073_741_824)
    }
    // The stream's state holds 80 kB of tables, so it must not live in a Swift variable.
    let stream = UnsafeMutablePointer<isal_zstream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    let tokens = 4 * 1024 + 2 * 8 * 1024 + 4 * 64 * 1024
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: tokens)
    defer { buffer.deallocate() }
    isal_deflate_stateless_init(stream)
    stream.pointee.level = 1
    stream.pointee.level_buf = buffer
    stream.pointee.level_buf_size = UInt32(tokens)
    stream.pointee.gzip_flag = UInt16(IGZIP_ZLIB)
    stream.pointee.end_of_stream = 1
    stream.pointee.flush = UInt16(NO_FLUSH)
    // Stored blocks are the worst case: five bytes in 65,535. The rest is slack for the last block.
    let bound = input.count + input.count / 4 + 4096
    var status: Int32 = 0
    let out = [UInt8](unsafeUninitializedCapacity: prefix.count + bound) { target, count in
      _ = target.update(fromContentsOf: prefix)
      status = input.withUnsafeBufferPointer { bytes in
        // ISA-L only reads through this pointer, its type merely does not say so.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = length
        stream.pointee.next_out = target.baseAddress.map { $0 + prefix.count }
        stream.pointee.avail_out = UInt32(bound)
        return isal_deflate_stateless(stream)
      }
      count = prefix.count + Int(stream.pointee.total_out)
    }
    guard status == COMP_OK else {
      throw .library(operation: "compression", reason: "ISA-L answered \(status)")
    }
    return out
  }
}
