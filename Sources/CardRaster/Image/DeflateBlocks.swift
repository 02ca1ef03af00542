/// Walks over the blocks of a deflate stream (RFC 1951) without decompressing it.
///
/// libdeflate always ends a stream, and further blocks may follow only if the last block is not marked as the
/// last. Finding this mark requires decoding all codes before it, which takes a fiftieth of the compression
/// time.
struct DeflateBlocks: ~Copyable {
  /// The position of the last block's final bit, in bits from the start.
  private(set) var lastBlock = 0
  /// The end of the stream, in bits from the start.
  private(set) var end = 0

  /// The number of readable bytes required after the stream.
  static let slack = 8

  private let bytes: UnsafePointer<UInt8>
  private let limit: Int
  private var place = 0
  /// A lookup table for the next bits: the length of the code and its extra bits.
  ///
  /// The bits above hold the kind (`Kind`).
  private let codes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 15)
  private let distances = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 15)

  /// The kind of a code, stored above the five bits of its length.
  private enum Kind {
    static let byte: UInt8 = 0
    static let match: UInt8 = 1 << 5
    static let endOfBlock: UInt8 = 2 << 5
    static let none: UInt8 = 3 << 5
    static let bits: UInt8 = 31
  }

  /// Walks to the end of the last block.
  ///
  /// - Parameters:
  ///   - bytes: the stream, with `slack` bytes after it.
  ///   - count: the length of the stream in bytes.
  /// - Returns: nil if it is not a complete stream.
  init?(_ bytes: UnsafePointer<UInt8>, count: Int) {
    self.bytes = bytes
    limit = 8 * count
    var isLast = false
    while !isLast {
      lastBlock = place
      isLast = take(1) == 1
      let isRead =
        switch take(2) {
        case 0: skipStored()
        case 1: skipFixed()
        case 2: skipDynamic()
        default: false
        }
      guard isRead, place <= limit else { return nil }
    }
    end = place
  }

  deinit {
    codes.deallocate()
    distances.deallocate()
  }

  /// The next 57 bits or more; zero after the end.
  private var window: UInt64 {
    guard place < limit else { return 0 }
    let word = UnsafeRawPointer(bytes + place >> 3).loadUnaligned(as: UInt64.self)
    return UInt64(littleEndian: word) &>> UInt64(place & 7)
  }

  private mutating func take(_ count: Int) -> Int {
    defer { place += count }
    return Int(window & (1 << UInt64(count) - 1))
  }

  private mutating func skipStored() -> Bool {
    place = (place + 7) & ~7
    place += 32 + 8 * take(16) - 16
    return true
  }

  private mutating func skipFixed() -> Bool {
    let lengths = (0..<288).map { $0 < 144 ? UInt8(8) : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    return skipCodes(lengths[...], [UInt8](repeating: 5, count: 30)[...])
  }

  private mutating func skipDynamic() -> Bool {
    let (literals, offsets, known) = (take(5) + 257, take(5) + 1, take(4) + 4)
    var lengths = [UInt8](repeating: 0, count: 19)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(known) {
      lengths[symbol] = UInt8(take(3))
    }
    // Code lengths have codes themselves; the entry of such a code is its symbol.
    let most = fill(codes, lengths) { UInt8($0) << 3 }
    guard most > 0 else { return false }
    var all: [UInt8] = []
    while all.count < literals + offsets {
      let entry = codes[Int(window & (1 << UInt64(most) - 1))]
      guard entry & 7 > 0 else { return false }
      place += Int(entry & 7)
      switch entry >> 3 {
      case 16:
        guard let last = all.last else { return false }
        all += repeatElement(last, count: 3 + take(2))
      case 17: all += repeatElement(0, count: 3 + take(3))
      case 18: all += repeatElement(0, count: 11 + take(7))
      case let length: all.append(length)
      }
      guard place <= limit else { return false }
    }
    return all.count == literals + offsets && skipCodes(all[..<literals], all[literals...])
  }

  /// Reads codes up to the end of the block.
  private mutating func skipCodes(_ literals: ArraySlice<UInt8>, _ offsets: ArraySlice<UInt8>) -> Bool {
    let most = fill(codes, Array(literals)) { symbol in
      switch symbol {
      case ..<256: Kind.byte
      case 256: Kind.endOfBlock
      // Two more symbols for each extra length bit, except for the first eight and the last.
      case 257..<285: Kind.match + UInt8(max(0, (symbol - 261) / 4))
      case 285: Kind.match
      default: Kind.none
      }
    }
    let farthest = fill(distances, Array(offsets)) { symbol in
      symbol < 30 ? UInt8(max(0, (symbol - 2) / 2)) : Kind.none
    }
    let (mask, offsetMask) = (UInt64(1) << UInt64(most) - 1, UInt64(1) << UInt64(farthest) - 1)
    while place < limit {
      var window = window
      let entry = codes[Int(window & mask)]
      let length = entry & Kind.bits
      guard length > 0 else { return false }
      place += Int(length)
      switch entry & ~Kind.bits {
      case Kind.byte: break
      case Kind.match:
        // A code with its extra bits takes 20 bits at most, its distance 28: one window contains both.
        window &>>= UInt64(length)
        let offset = distances[Int(window & offsetMask)]
        guard offset < Kind.none, offset > 0 else { return false }
        place += Int(offset)
      case Kind.endOfBlock: return true
      default: return false
      }
    }
    return false
  }

  /// Fills the lookup table of a canonical code (section 3.2.2); the first bit of a code is the lowest.
  ///
  /// - Parameter entry: the kind of a symbol; the length of its code is added.
  /// - Returns: the number of bits of an index, which is the length of the longest code; zero without codes.
  private func fill(
    _ table: UnsafeMutablePointer<UInt8>, _ lengths: [UInt8], _ entry: (_ symbol: Int) -> UInt8
  ) -> Int {
    let most = Int(min(15, lengths.max() ?? 0))
    table.update(repeating: Kind.none, count: 1 << most)
    var code = 0
    for length in 1...max(1, most) {
      code <<= 1
      for (symbol, bits) in lengths.enumerated() where Int(bits) == length {
        // Lengths that need more codes than their bits allow are invalid.
        guard code < 1 << length else { return 0 }
        let value = entry(symbol) &+ UInt8(length)
        for start in stride(from: reversed(code, length), to: 1 << most, by: 1 << length) {
          table[start] = value
        }
        code += 1
      }
    }
    return most
  }

  /// The lowest `count` bits in reverse order.
  private func reversed(_ code: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 << 1 | code >> $1 & 1 }
  }
}

extension ZlibPart {
  /// The zlib stream (RFC 1950) of some parts after `prefix`.
  static func stream(_ parts: [ZlibPart], header: [UInt8], after prefix: [UInt8]) -> [UInt8] {
    var out = prefix + header
    // Reserves room for the rest of a file with one chunk.
    out.reserveCapacity(parts.reduce(out.count + 64) { $0 + $1.bytes.count })
    for part in parts { out += part.bytes }
    PNGChunks.append(checksum(of: parts), to: &out)
    return out
  }

  /// The same part for a stream that continues; nil if it is not a complete stream.
  ///
  /// Its last block is no longer marked as the last, and it ends on a whole byte. After the last block comes
  /// an empty stored block (RFC 1951, section 3.2.4), which starts on a whole byte.
  func opened() -> ZlibPart? {
    var open = bytes + [UInt8](repeating: 0, count: DeflateBlocks.slack)
    let ends = open.withUnsafeBufferPointer { buffer -> (lastBlock: Int, end: Int)? in
      guard let start = buffer.baseAddress, let blocks = DeflateBlocks(start, count: bytes.count) else {
        return nil
      }
      return (blocks.lastBlock, blocks.end)
    }
    guard let (lastBlock, end) = ends, (end + 7) / 8 == bytes.count else { return nil }
    open[lastBlock / 8] &= ~(1 << UInt8(lastBlock % 8))
    // The bits after the end are zero, which encode such a block and fill its byte.
    open.removeSubrange((end + 3 + 7) / 8..<open.count)
    open += [0, 0, 0xFF, 0xFF]
    return ZlibPart(bytes: open, checksum: checksum, length: length)
  }
}
