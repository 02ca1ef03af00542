internal import CCairo

/// Compresses independent parts of a zlib stream with ISA-L at level 1: many times faster than zlib, and
/// somewhat larger.
///
/// A part ends on a whole byte and does not refer to earlier bytes, so parts may be compressed in any order
/// and cached.
struct ISALDeflate: ~Copyable {
  /// The zlib header: deflate, a window of 32 kB, the fastest level.
  static let header: [UInt8] = [0x78, 0x01]

  /// The size of ISA-L's buffer for a block: a smaller one adapts the codes better to their block.
  private static let tokens = 84 << 10

  /// The number of bytes at the start of a part that are compressed before the others.
  ///
  /// On processors with AVX2, ISA-L 2.30 looks up the third byte of a stream by the address of its state
  /// instead of by its bytes (`shr rcx, 16` before `rcx` contains them). One file in some thousands would
  /// therefore differ from run to run. A very short input is compressed in another way, and the bytes after
  /// it are compressed correctly; this costs eight bytes.
  private static let start: UInt32 = 16

  // The stream's state contains 80 kB of tables, so it must not be a Swift variable, and no type with a property of
  // this type must exist: its description alone would be 200 kB of code.
  private let state = UnsafeMutableRawPointer.allocate(
    byteCount: MemoryLayout<isal_zstream>.size, alignment: MemoryLayout<isal_zstream>.alignment)
  private var stream: UnsafeMutablePointer<isal_zstream> { state.assumingMemoryBound(to: isal_zstream.self) }
  private let buffer: UnsafeMutablePointer<UInt8>
  private var room = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  /// Allocates the memory for compression.
  init() {
    buffer = .allocate(capacity: Self.tokens)
    // Any memory that ISA-L might read uninitialised is always the same.
    state.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<isal_zstream>.size)
    buffer.initialize(repeating: 0, count: Self.tokens)
  }

  deinit {
    state.deallocate()
    buffer.deallocate()
    room.deallocate()
  }

  /// Compresses the bytes of a part; the last one ends the stream.
  ///
  /// The corresponding C functions are `isal_deflate` and, for the checksum, `libdeflate_adler32`.
  ///
  /// - Throws: `RasterError.library` if ISA-L fails.
  mutating func part(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(RasterError) -> ZlibPart {
    // Stored blocks take five bytes for each 64 kB; the end of a part takes twice five more.
    let most = bytes.count + bytes.count >> 8 + 1024
    guard let length = UInt32(exactly: bytes.count), let bound = UInt32(exactly: most) else {
      throw .limit(
        what: "the size of a picture in bytes", value: Double(bytes.count), limit: Double(UInt32.max))
    }
    if room.count < most {
      room.deallocate()
      room = .allocate(capacity: most)
    }
    isal_deflate_init(stream)
    stream.pointee.level = 1
    stream.pointee.level_buf = buffer
    stream.pointee.level_buf_size = UInt32(Self.tokens)
    stream.pointee.gzip_flag = UInt16(IGZIP_DEFLATE)
    // ISA-L only reads through this pointer, although its type is mutable.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.next_out = room.baseAddress
    stream.pointee.avail_out = bound
    let start = min(length, Self.start)
    if start < length { try pack(start, flush: SYNC_FLUSH) }
    try pack(start < length ? length - start : length, flush: isLast ? NO_FLUSH : FULL_FLUSH, isLast: isLast)
    return ZlibPart(
      bytes: [UInt8](room.prefix(Int(stream.pointee.total_out))),
      checksum: libdeflate_adler32(1, bytes.baseAddress, bytes.count), length: bytes.count)
  }

  private func pack(_ count: UInt32, flush: Int32, isLast: Bool = false) throws(RasterError) {
    stream.pointee.avail_in = count
    stream.pointee.flush = UInt16(flush)
    stream.pointee.end_of_stream = isLast ? 1 : 0
    let status = isal_deflate(stream)
    let isWhole =
      stream.pointee.avail_in == 0 && (stream.pointee.internal_state.state == ZSTATE_END) == isLast
    guard status == COMP_OK, isWhole else {
      throw .library(operation: "compression", reason: "ISA-L answered \(status)")
    }
  }
}

/// A compressed part of a zlib stream.
struct ZlibPart {
  /// The compressed bytes.
  let bytes: [UInt8]
  /// The Adler-32 of the uncompressed bytes.
  let checksum: UInt32
  /// The number of uncompressed bytes.
  let length: Int

  /// The Adler-32 of some consecutive parts.
  ///
  /// The corresponding C function is `adler32_combine`.
  static func checksum(of parts: [ZlibPart]) -> UInt32 {
    parts.reduce(1) { sum, part in
      UInt32(truncatingIfNeeded: adler32_combine(uLong(sum), uLong(part.checksum), part.length))
    }
  }
}
