import TestSupport
import Testing

@testable import CardRaster

/// libpng is the reference: our own decoder must give the same result.
@Suite struct PNGDecoderTests {
  /// The result for a file: its pixels, or the error message.
  private enum Outcome: Equatable {
    case pixels(Bitmap)
    case failure(String)

    init(_ decode: () throws -> Bitmap) {
      do { self = .pixels(try decode()) } catch let error as RasterError {
        self = .failure(error.message)
      } catch { self = .failure("\(error)") }
    }
  }

  private func ours(_ file: [UInt8], _ width: Int, _ height: Int) -> Outcome {
    Outcome { try PNGDecoder.decode(file, width: width, height: height) }
  }

  private func libpng(_ file: [UInt8], _ width: Int, _ height: Int) -> Outcome {
    Outcome { try LibPNG.decode(file, width: width, height: height) }
  }

  private func plain(_ file: [UInt8]) -> Bitmap? { PNGFile(file).flatMap { PNGDecoder.plain($0, file) } }

  @Test(arguments: SamplePNG.kinds.indices, [nil, 0, 1, 2, 3, 4] as [UInt8?])
  func everyKindAndFilterIsReadAsLibpngReadsIt(kind: Int, filter: UInt8?) throws {
    let (colorType, bits) = SamplePNG.kinds[kind]
    var seed: UInt64 = 0
    for (width, height) in [(1, 1), (1, 9), (2, 3), (3, 2), (5, 7), (16, 4), (31, 5), (40, 12)] {
      for (hasTransparency, values) in [(false, 0...255), (true, 0...255), (true, 0...2)]
        as [(Bool, ClosedRange<UInt8>)]
      {
        seed += 1
        let sample = SamplePNG(
          colorType: colorType, bits: bits, width: width, height: height, filter: filter,
          hasTransparency: hasTransparency, parts: 1 + Int(seed % 3))
        let file = try sample.file(seed: seed, values: values)
        let found = try #require(plain(file), "\(width) × \(height) is not plain")
        #expect(.pixels(found) == libpng(file, width, height), "\(width) × \(height), seed \(seed)")
      }
    }
  }

  @Test(arguments: SamplePNG.kinds.indices) func interlacedFilesAreLeftToLibpng(kind: Int) throws {
    let (colorType, bits) = SamplePNG.kinds[kind]
    let file = try SamplePNG(colorType: colorType, bits: bits, width: 11, height: 9, isInterlaced: true)
      .file(seed: 3)
    #expect(PNGFile(file) == nil)
    let outcome = ours(file, 11, 9)
    #expect(outcome == libpng(file, 11, 9))
    guard case .pixels = outcome else { return #expect(Bool(false), "\(outcome)") }
  }

  @Test func chunksWithoutEffectAreSkipped() throws {
    let gamma: [UInt8] = [0, 0, 0xB1, 0x8F]
    let sample = SamplePNG(
      colorType: 6, bits: 8, width: 9, height: 4,
      extra: [
        ("gAMA", gamma), ("sRGB", [0]), ("pHYs", [0, 0, 1, 0, 0, 0, 1, 0, 1]), ("tEXt", Array("a\0b".utf8)),
        ("sBIT", [5, 5, 5, 5]), ("prIv", [1, 2, 3]),
      ])
    let file = try sample.file(seed: 1)
    #expect(plain(file).map(Outcome.pixels) == libpng(file, 9, 4))
  }

  @Test(
    arguments: [
      ("gAMA", [0, 1, 0x86, 0xA0]), ("gAMA", [0, 0, 0x27, 0x10]), ("gAMA", [0, 0]), ("CRIT", []),
      ("a1bc", []),
      ("PLTE", [1, 2, 3]),
    ] as [(String, [UInt8])]) func chunksThatMayChangeSomethingAreLeftToLibpng(name: String, data: [UInt8])
    throws
  {
    let sample = SamplePNG(colorType: 2, bits: 8, width: 9, height: 4, extra: [(name, data)])
    let file = try sample.file(seed: 1)
    #expect(PNGFile(file) == nil)
    #expect(ours(file, 9, 4) == libpng(file, 9, 4))
  }

  @Test func aWindowTooSmallForItsStreamIsNotAnError() throws {
    var file = try SamplePNG(colorType: 2, bits: 8, width: 60, height: 40).file(seed: 1)
    let whole = ours(file, 60, 40)
    let data = try #require(chunks(file)?.first { $0.name == "IDAT" }).data
    let start = try #require(file.indices.first { file[$0...].starts(with: data) })
    // A window of 256 bytes, with matching check bits.
    file.replaceSubrange(start..<start + 2, with: [0x08, 0x1D])
    let sum = Deflate.crc32(file, start - 4..<start + data.count)
    for (index, shift) in [UInt32(24), 16, 8, 0].enumerated() {
      file[start + data.count + index] = UInt8(truncatingIfNeeded: sum >> shift)
    }
    #expect(plain(file) != nil)
    #expect(ours(file, 60, 40) == whole)
  }

  @Test func damagedFilesGiveTheSameResultAsWithLibpng() throws {
    var random = SampleNumbers(state: 11)
    var failures = 0
    for (number, kind) in (SamplePNG.kinds + SamplePNG.kinds).enumerated() {
      let file = try SamplePNG(
        colorType: kind.colorType, bits: kind.bits, width: 13, height: 6, hasTransparency: true, parts: 2
      )
      .file(seed: UInt64(number))
      for _ in 0..<60 {
        var changed = file
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed.removeLast(Int.random(in: 1..<file.count - 33, using: &random))
        case 1: changed.remove(at: Int.random(in: 33..<file.count, using: &random))
        case 2: changed.insert(UInt8.random(in: 0...255, using: &random), at: 40)
        default:
          // Not in the header: the caller has checked its size.
          let place = Int.random(in: 33..<file.count, using: &random)
          changed[place] = UInt8.random(in: 0...255, using: &random)
          if Bool.random(using: &random) { repairChecksums(&changed) }
        }
        let outcome = ours(changed, 13, 6)
        let judged = libpng(changed, 13, 6)
        if case .pixels = judged, !PNGChunks.hasEnd(changed) {
          // libpng stops after the pixels and does not notice a missing end.
          #expect(outcome == .failure("the PNG picture is damaged: its end is missing"))
        } else {
          #expect(outcome == judged)
        }
        if case .failure = outcome { failures += 1 }
      }
    }
    #expect(failures > 300)
  }

  /// Corrects the checksums, so that the decoder looks at the contents of the chunks.
  private func repairChecksums(_ file: inout [UInt8]) {
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - offset - 12 else { return }
      let sum = Deflate.crc32(file, offset + 4..<offset + 8 + length)
      for (index, shift) in [UInt32(24), 16, 8, 0].enumerated() {
        file[offset + 8 + length + index] = UInt8(truncatingIfNeeded: sum >> shift)
      }
      offset += 12 + length
    }
  }

  @Test func aStreamOfTheWrongLengthGivesTheSameResultAsWithLibpng() throws {
    // The height in the header differs from the number of rows in the stream.
    let file = try SamplePNG(colorType: 6, bits: 8, width: 8, height: 8).file(seed: 2)
    for height in [1, 7, 9, 4_000] {
      var other = file
      other[22] = UInt8(height >> 8)
      other[23] = UInt8(height & 255)
      repairChecksums(&other)
      #expect(plain(other) == nil)
      #expect(ours(other, 8, height) == libpng(other, 8, height))
    }
  }
}
