import TestSupport
import Testing

@testable import CardRaster

@Suite struct PNGFilterTests {
  /// A row with zeros before it and padding after it.
  private struct Line {
    var bytes: [UInt8]
    let count: Int

    init(_ count: Int, _ random: inout SampleNumbers) {
      self.count = count
      bytes = [UInt8](repeating: 0, count: 16)
      for _ in 0..<count { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      bytes += (0..<PNGFilter.slack).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    func value(_ index: Int) -> Int { index < 0 ? 0 : Int(bytes[16 + index]) }
  }

  /// The formulas of section 9.2, byte by byte.
  private func plain(_ filter: PNGFilter, _ line: Line, _ above: Line, step: Int) -> [UInt8] {
    (0..<line.count).map { i in
      let (a, b, c) = (line.value(i - step), above.value(i), above.value(i - step))
      let guess: Int
      switch filter {
      case .none: guess = 0
      case .sub: guess = a
      case .up: guess = b
      case .average: guess = (a + b) / 2
      case .paeth:
        let p = a + b - c
        let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
        guess = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
      }
      return UInt8(truncatingIfNeeded: line.value(i) - guess)
    }
  }

  @Test(arguments: PNGFilter.allCases, [1, 3, 4]) func linesAreFilteredByTheFormula(
    filter: PNGFilter, step: Int
  ) {
    var random = SampleNumbers(state: 3)
    for count in [1, 2, 3, 4, 15, 16, 17, 31, 48, 100, 9_001] {
      let (line, above) = (Line(count, &random), Line(count, &random))
      let expected = plain(filter, line, above, step: step)
      var out = [UInt8](repeating: 0, count: count + PNGFilter.slack)
      var sum = 0
      line.bytes.withUnsafeBufferPointer { line in
        above.bytes.withUnsafeBufferPointer { above in
          out.withUnsafeMutableBufferPointer { out in
            guard let line = line.baseAddress, let above = above.baseAddress, let out = out.baseAddress else {
              return
            }
            filter.apply(line + 16, above: above + 16, count: count, step: step, to: out)
            sum = filter.sum(line + 16, above: above + 16, count: count, step: step, rate: 1)
          }
        }
      }
      #expect(Array(out[..<count]) == expected, "\(count)")
      #expect(sum == expected.reduce(0) { $0 + Int(min($1, 0 &- $1)) }, "\(count)")
    }
  }

  /// The filters chosen for a picture of 4-byte pixels.
  private func filters(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let word = pixel(x, y) | 0xFF00_0000
        for shift in [UInt32(0), 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
      }
    }
    let rows = try PixelRows(
      width: width, height: height, stride: 4 * width, order: .straightRGBA, byteCount: bytes.count)
    let all = bytes.withUnsafeBytes {
      PNGRows.all($0, rows, .rgb, .content(photograph: PNGFilter.allCases))
    }
    return stride(from: 0, to: all.count, by: 1 + 3 * width).map { all[$0] }
  }

  @Test func drawnShapesAreNotFilteredAndGradientsAre() throws {
    // Like letters: random black and white.
    var random = SampleNumbers(state: 9)
    let letters = (0..<64 * 64).map { _ in random.next() % 24 == 0 ? UInt32(0) : 0xFF_FFFF }
    #expect(Set(try filters(64, 64) { x, y in letters[64 * y + x] }) == [PNGFilter.none.rawValue])
    // A diagonal gradient: every pixel differs slightly from its neighbours.
    let gradient = try filters(64, 64) { x, y in UInt32(x + 2 * y) &* 0x01_01_01 }
    #expect(gradient[0] == PNGFilter.none.rawValue)
    #expect(!gradient.dropFirst().contains(PNGFilter.none.rawValue))
    // The same row repeated.
    #expect(Set(try filters(64, 64) { x, _ in UInt32(x) }) == [PNGFilter.none.rawValue])
  }
}

@Suite struct ZlibStreamTests {
  private func inflated(_ stream: [UInt8], _ count: Int) -> [UInt8]? {
    var out = [UInt8](repeating: 0, count: count)
    let isWhole = out.withUnsafeMutableBytes { target in
      stream.withUnsafeBytes { Inflate.zlib($0, into: target) }
    }
    return isWhole ? out : nil
  }

  private func samples() -> [[UInt8]] {
    var random = SampleNumbers(state: 4)
    return [1, 2, 300, 70_000, 400_000].flatMap { count in
      [
        [UInt8](repeating: 7, count: count),
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) },
        (0..<count).map { UInt8(truncatingIfNeeded: $0 / 5 % 9) },
      ]
    }
  }

  /// Each packing method, with one part and with several, on one thread and on two.
  @Test(arguments: [Packing.runs, .level(1), .level(6), .level(9), .level(12)])
  func packedBytesAreInflatedUnchanged(packing: Packing) throws {
    var random = SampleNumbers(state: 5)
    let large = (0..<2_300_000).map { number in
      number % 3 == 0 ? UInt8.random(in: 0...3, using: &random) : UInt8(truncatingIfNeeded: number / 700)
    }
    for sample in samples() + [large] {
      let stream = try packing.stream(sample, after: [1, 2, 3])
      #expect(stream.starts(with: [1, 2, 3, 0x78]))
      #expect(inflated(Array(stream.dropFirst(3)), sample.count) == sample)
      #expect(try packing.stream(sample, after: [1, 2, 3], RowParallelism(2)) == stream)
    }
  }

  /// The data are packed at once or in two parts, at every level.
  ///
  /// The samples use all kinds of codes and stored blocks.
  @Test(arguments: Int32(1)...12) func anOpenedPartCanBeFollowed(level: Int32) throws {
    for sample in samples() {
      let middle = sample.count / 2
      let parts = try sample.withUnsafeBytes { bytes in
        (
          try Deflate.part(UnsafeRawBufferPointer(rebasing: bytes[..<middle]), level: level),
          try Deflate.part(UnsafeRawBufferPointer(rebasing: bytes[middle...]), level: level)
        )
      }
      let open = try #require(parts.0.opened())
      #expect(open.bytes.suffix(4) == [0, 0, 0xFF, 0xFF])
      #expect(open.bytes.count <= parts.0.bytes.count + 5)
      let stream = ZlibPart.stream([open, parts.1], header: [0x78, 0x01], after: [])
      #expect(inflated(stream, sample.count) == sample)
    }
  }

  /// The fixed codes of RFC 1951, section 3.2.6, which libdeflate uses if dynamic codes would be larger.
  @Test func aBlockOfFixedCodesIsRead() throws {
    let text = [UInt8](String(repeating: "cards, ", count: 40).utf8)
    let part = try text.withUnsafeBytes { try Deflate.part($0, level: 6) }
    #expect(part.bytes[0] & 7 == 0b011)
    let open = try #require(part.opened())
    #expect(open.bytes[0] & 7 == 0b010)
  }

  /// A truncated or changed stream is not opened, and no byte after the stream is read.
  @Test func incompleteStreamsAreNotOpened() throws {
    for sample in samples() where sample.count > 200 {
      let part = try sample.withUnsafeBytes { try Deflate.part($0, level: 6) }
      for count in stride(from: 0, to: part.bytes.count, by: 1 + part.bytes.count / 97) {
        let cut = ZlibPart(
          bytes: Array(part.bytes.prefix(count)), checksum: part.checksum, length: part.length)
        #expect(cut.opened() == nil)
        var changed = part.bytes
        changed[count] ^= 0x55
        _ = ZlibPart(bytes: changed, checksum: part.checksum, length: part.length).opened()
      }
      #expect(ZlibPart(bytes: part.bytes + [0], checksum: 1, length: 1).opened() == nil)
    }
  }

  @Test(arguments: [1, 1_000, 100_000, 1_000_000]) func partsAreInflatedToWhatTheyWere(size: Int) throws {
    for sample in samples() where sample.count / size < 1_000 {
      let parts = try parts(of: sample, size: size)
      let stream = ZlibPart.stream(parts, header: ISALDeflate.header, after: [9])
      #expect(inflated(Array(stream.dropFirst()), sample.count) == sample)
    }
  }

  /// A part does not depend on its position or on earlier parts, so it can be cached.
  @Test func aPartDependsOnItsOwnBytesAlone() throws {
    for sample in samples() {
      let parts = try parts(of: sample, size: 50_000)
      for (number, part) in parts.enumerated() {
        var packer = ISALDeflate()
        let start = 50_000 * number
        let piece = Array(sample[start..<min(sample.count, start + 50_000)])
        let alone = try piece.withUnsafeBytes { try packer.part($0, isLast: number == parts.count - 1) }
        #expect(alone.bytes == part.bytes)
        #expect(alone.checksum == part.checksum)
      }
    }
  }

  /// ISA-L 2.30 looks up the third byte of a stream by the address of its state.
  ///
  /// This is visible if the start of a stream is repeated, for about one start in some thousands.
  @Test func theAddressOfTheStateHasNoInfluence() throws {
    var random = SampleNumbers(state: 9)
    var one = ISALDeflate()
    var other = ISALDeflate()
    var differing = 0
    for _ in 0..<30_000 {
      let start = (0..<4).map { _ in UInt8.random(in: 1...255, using: &random) }
      let sample = start + [UInt8](repeating: 0, count: 100) + start + [UInt8](repeating: 0, count: 300)
      let found = try sample.withUnsafeBytes {
        (try one.part($0, isLast: true).bytes, try other.part($0, isLast: true).bytes)
      }
      if found.0 != found.1 { differing += 1 }
    }
    #expect(differing == 0)
  }

  private func parts(of sample: [UInt8], size: Int) throws -> [ZlibPart] {
    var packer = ISALDeflate()
    return try stride(from: 0, to: sample.count, by: size).map { start in
      let piece = Array(sample[start..<min(sample.count, start + size)])
      return try piece.withUnsafeBytes { try packer.part($0, isLast: start + size >= sample.count) }
    }
  }

  @Test func aStreamMustFillItsPlaceAndEnd() throws {
    let sample: [UInt8] = [1, 2, 3, 4, 5]
    let stream = try Deflate.zlib(sample, level: 6)
    #expect(inflated(stream, 5) == sample)
    #expect(inflated(stream, 4) == nil)
    #expect(inflated(stream, 6) == nil)
    #expect(inflated(stream + [0], 5) == nil)
    #expect(inflated(Array(stream.dropLast()), 5) == nil)
    #expect(inflated([], 5) == nil)
  }
}
