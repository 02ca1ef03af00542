/// How the filtered rows of a picture become a zlib stream: cut into parts, which several threads pack at once.
///
/// Guarantees: where the cuts are depends on the number of bytes alone, so that the bytes do not depend on the threads.
enum Packing {
  /// By libdeflate, from 1 (quick) to 12 (small).
  case level(Int32)
  /// Runs of one byte and single bytes, by zlib: for the rows of a photograph, in which matches are chance.
  case runs

  /// How many parts so many bytes are cut into: a part knows nothing of what lies before it, which costs some hundred bytes,
  /// so there are few, and an even number for two threads to end at once.
  static func parts(_ count: Int) -> Int { count < 512 << 10 ? 1 : count < 4 << 20 ? 2 : 4 }

  /// The zlib stream (RFC 1950) of some bytes behind `prefix`.
  ///
  /// - Throws: `RasterError.library` when a library fails, `RasterError.limit` for 4 GiB.
  func stream(
    _ bytes: [UInt8], after prefix: [UInt8] = [], _ threads: PictureThreads = .one
  ) throws(RasterError) -> [UInt8] {
    let count = Self.parts(bytes.count)
    let parts = try threads.map(count, make: {}) { (number, _) throws(RasterError) -> ZlibPart in
      let range = bytes.count * number / count..<bytes.count * (number + 1) / count
      return try bytes.span.bytes.withUnsafeBytes { (bytes) throws(RasterError) -> ZlibPart in
        try part(UnsafeRawBufferPointer(rebasing: bytes[range]), isLast: number == count - 1)
      }
    }
    return ZlibPart.stream(parts, header: header, after: prefix)
  }

  private func part(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(RasterError) -> ZlibPart {
    switch self {
    case .runs: return try RunDeflate.part(bytes, isLast: isLast)
    case .level(let level):
      let part = try Deflate.part(bytes, level: level)
      guard !isLast else { return part }
      guard let open = part.opened() else {
        throw .library(operation: "compression", reason: "libdeflate wrote no whole stream")
      }
      return open
    }
  }

  /// What the stream begins with: deflate, a window of 32 kB, and how much was done to make it small.
  private var header: [UInt8] {
    switch self {
    case .runs, .level(...1): [0x78, 0x01]
    case .level(...5): [0x78, 0x5E]
    case .level(...7): [0x78, 0x9C]
    case .level: [0x78, 0xDA]
    }
  }
}
