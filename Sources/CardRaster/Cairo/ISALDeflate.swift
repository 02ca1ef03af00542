internal import CCairo

/// A zlib stream by ISA-L at level 1, written while its bytes come: many times faster than zlib, some larger.
///
/// What comes piece by piece stays in the processor's cache from being made to being packed.
struct ISALDeflate: ~Copyable {
  /// The size of the memory that ISA-L gathers a block in: the smaller, the better codes fit what they are for.
  private static let tokens = 84 << 10

  // The stream's state holds 80 kB of tables, so it must not live in a Swift variable.
  private let stream: UnsafeMutablePointer<isal_zstream>
  private let buffer: UnsafeMutablePointer<UInt8>
  private var out: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count: Int

  /// Starts a stream (RFC 1950) behind `prefix`.
  ///
  /// The corresponding C function is `isal_deflate_init`.
  init(after prefix: [UInt8]) {
    stream = .allocate(capacity: 1)
    buffer = .allocate(capacity: Self.tokens)
    capacity = prefix.count + (256 << 10)
    out = .allocate(capacity: capacity)
    for (index, byte) in prefix.enumerated() { out[index] = byte }
    count = prefix.count
    // ISA-L does not set all that it reads: what was in this memory before would be seen in the bytes of the file.
    UnsafeMutableRawPointer(stream).initializeMemory(
      as: UInt8.self, repeating: 0, count: MemoryLayout<isal_zstream>.size)
    buffer.initialize(repeating: 0, count: Self.tokens)
    isal_deflate_init(stream)
    stream.pointee.level = 1
    stream.pointee.level_buf = buffer
    stream.pointee.level_buf_size = UInt32(Self.tokens)
    stream.pointee.gzip_flag = UInt16(IGZIP_ZLIB)
    stream.pointee.flush = UInt16(NO_FLUSH)
  }

  deinit {
    stream.deallocate()
    buffer.deallocate()
    out.deallocate()
  }

  /// Packs some bytes, which may be changed afterwards; the last ones end the stream.
  ///
  /// The corresponding C function is `isal_deflate`, which writes the header and the Adler-32 itself.
  ///
  /// - Throws: `RasterError.library` when ISA-L fails.
  mutating func add(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(RasterError) {
    guard let length = UInt32(exactly: bytes.count), length < 1 << 30 else {
      throw .limit(what: "the size of a picture in bytes", value: Double(bytes.count), limit: 1_073_741_824)
    }
    // ISA-L only reads through this pointer, its type merely does not say so.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = length
    stream.pointee.end_of_stream = isLast ? 1 : 0
    repeat {
      if capacity - count < 64 << 10 { grow() }
      let room = UInt32(min(capacity - count, 1 << 30))
      stream.pointee.next_out = out + count
      stream.pointee.avail_out = room
      let status = isal_deflate(stream)
      guard status == COMP_OK else {
        throw .library(operation: "compression", reason: "ISA-L answered \(status)")
      }
      count += Int(room - stream.pointee.avail_out)
    } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
    larger.update(from: out, count: count)
    out.deallocate()
    out = larger
    capacity *= 2
  }

  /// What was packed, behind what stands before it.
  ///
  /// - Throws: `RasterError.library` when the stream did not end.
  consuming func finish() throws(RasterError) -> [UInt8] {
    guard stream.pointee.internal_state.state == ZSTATE_END else {
      throw .library(operation: "compression", reason: "ISA-L did not finish")
    }
    return [UInt8](UnsafeBufferPointer(start: out, count: count))
  }
}
