import TestSupport
import Testing

@testable import CardRaster

/// Reading two files together gives the same pictures and the same comparison as reading each alone.
@Suite struct PicturePairTests {
  /// The result for two files: all values of the comparison, or the error message.
  private struct Outcome: Equatable {
    var error: String?
    var pictures: [Bitmap] = []
    var summary = ""
    var marks: DifferenceMarks?
    var regions: [Comparison.Region] = []
    var numbers: [Double] = []

    init(_ compare: () throws(RasterError) -> Comparison) {
      do throws(RasterError) {
        let found = try compare()
        pictures = [found.expected, found.actual]
        summary = "\(found.verdict): \(found.summary)"
        marks = found.marks
        regions = found.regions
        numbers = [
          found.maxDelta, Double(found.maxChannelDelta), found.wholeShift, Double(found.differingPixels),
          Double(found.antialiasedPixels), Double(found.ignoredPixels), Double(found.comparedPixels),
          Double(found.omittedRegions),
        ]
      } catch {
        self.error = error.message
      }
    }
  }

  private static func bitmap(_ file: [UInt8]) throws(RasterError) -> Bitmap {
    guard case .bitmap(let bitmap) = try ImageDecoding.decode(file, name: "").content else {
      throw .image(reason: "no pixels")
    }
    return bitmap
  }

  /// Reads each file alone, the first one first.
  private static func alone(_ a: [UInt8], _ b: [UInt8], _ settings: Comparison.Settings) -> Outcome {
    Outcome { () throws(RasterError) in
      try Comparison(expected: try bitmap(a), actual: try bitmap(b), settings: settings)
    }
  }

  /// Reads both together; nil if that is not possible.
  private static func together(
    _ a: [UInt8], _ b: [UInt8], _ settings: Comparison.Settings
  ) -> (outcome: Outcome, equalRows: [Bool])? {
    guard let one = try? ComparedFile(a), let two = try? ComparedFile(b), let pair = PicturePair(one, two)
    else { return nil }
    return (Outcome { () throws(RasterError) in try Comparison(pair, settings: settings) }, pair.equalRows)
  }

  private static let settings: [Comparison.Settings] = [
    .exact, .perceptual, Comparison.Settings(metric: .yiq, tolerance: Tolerance(threshold: 0.2, window: 3)),
    Comparison.Settings(
      metric: .oklab, background: .white,
      ignored: [PixelRect(minX: 1, minY: 0, maxX: 3, maxY: 2)].compactMap(\.self)),
  ]

  /// A file, and a copy with some bytes of its rows changed.
  private static func pair(_ seed: Int, colorType: UInt8, _ filter: UInt8?) throws -> ([UInt8], [UInt8]) {
    var numbers = SeededNumbers(seed)
    var sample = SamplePNG(
      colorType: colorType, bits: 8, width: 4 + numbers.below(30), height: 3 + numbers.below(12),
      filter: filter,
      hasTransparency: seed % 3 == 0, parts: 1 + seed % 3)
    let values: ClosedRange<UInt8> = seed % 2 == 0 ? 0...255 : 0...3
    let file = try sample.file(seed: UInt64(seed), values: values)
    let changes = numbers.below(4)
    sample.change = { rows in
      for _ in 0..<changes {
        let place = numbers.below(rows.count)
        // A filter number is replaced by another valid one.
        let length = rows.count / sample.height
        rows[place] = place % length == 0 ? UInt8(numbers.below(5)) : rows[place] ^ numbers.byte()
      }
    }
    return (file, try sample.file(seed: UInt64(seed), values: values))
  }

  @Test(
    "Reading together or alone gives the same pictures and the same verdict", arguments: [2, 6] as [UInt8])
  func agrees(_ colorType: UInt8) throws {
    var (equal, unequal) = (0, 0)
    for seed in 0..<240 {
      let filter: UInt8? = seed % 6 == 5 ? nil : UInt8(seed % 6)
      let (a, b) = try Self.pair(seed, colorType: colorType, filter)
      let settings = Self.settings[seed / 6 % Self.settings.count]
      let found = try #require(Self.together(a, b, settings), "seed \(seed)")
      #expect(found.outcome == Self.alone(a, b, settings), "seed \(seed)")
      for isEqual in found.equalRows { if isEqual { equal += 1 } else { unequal += 1 } }
    }
    // The samples are useful: many rows are equal.
    #expect(equal > 500)
    #expect(unequal > 200)
  }

  @Test("Rows with different filters but equal pixels are detected as equal")
  func findsEqualRowsAgain() throws {
    var sample = SamplePNG(colorType: 2, bits: 8, width: 5, height: 6, filter: 0)
    let file = try sample.file(seed: 1)
    sample.change = { rows in rows[1] ^= 255 }
    let other = try sample.file(seed: 1)
    let found = try #require(Self.together(file, other, .exact))
    #expect(found.equalRows == [false, true, true, true, true, true])
    #expect(found.outcome.numbers[3] == 1)
  }

  @Test("Files of two different formats are read alone")
  func otherShapes() throws {
    let file = try SamplePNG(colorType: 2, bits: 8, width: 6, height: 4).file(seed: 1)
    let others = [
      try SamplePNG(colorType: 2, bits: 8, width: 7, height: 4).file(seed: 1),
      try SamplePNG(colorType: 6, bits: 8, width: 6, height: 4).file(seed: 1),
      try SamplePNG(colorType: 2, bits: 8, width: 6, height: 4, hasTransparency: true).file(seed: 1),
      try SamplePNG(colorType: 2, bits: 8, width: 6, height: 4, isInterlaced: true).file(seed: 1),
      try SamplePNG(colorType: 2, bits: 16, width: 6, height: 4).file(seed: 1),
      try SamplePNG(colorType: 3, bits: 8, width: 6, height: 4).file(seed: 1),
    ]
    for other in others {
      #expect(Self.together(file, other, .exact) == nil)
      // Each file of the pair can still be read alone.
      let (one, two) = (try ComparedFile(file), try ComparedFile(other))
      #expect(PicturePair(one, two) == nil)
      #expect(try one.picture() == Self.bitmap(file))
      #expect(try two.picture() == Self.bitmap(other))
    }
  }

  @Test("A damaged file is never accepted, whichever of the two it is")
  func damage() throws {
    for seed in 0..<40 {
      var (a, b) = try Self.pair(seed, colorType: seed % 2 == 0 ? 2 : 6, nil)
      var numbers = SeededNumbers(seed + 1000)
      switch seed % 4 {
      case 0: b.removeLast(1 + numbers.below(b.count - 1))
      case 1: b[numbers.below(b.count)] ^= UInt8(1 + numbers.below(255))
      // The same byte in both files: if the result is damaged, the files must not count as equal.
      case 2:
        let place = 8 + numbers.below(min(a.count, b.count) - 8)
        a[place] ^= 16
        b[place] ^= 16
      default: a.removeLast(12)
      }
      for (one, two) in [(a, b), (b, a), (a, a), (b, b)] {
        let alone = Self.alone(one, two, .exact)
        if let found = Self.together(one, two, .exact) {
          #expect(found.outcome == alone, "seed \(seed)")
        } else {
          #expect(Self.oneAfterTheOther(one, two) == alone, "seed \(seed)")
        }
      }
    }
  }

  /// The fallback if two files cannot be read together.
  private static func oneAfterTheOther(_ a: [UInt8], _ b: [UInt8]) -> Outcome {
    func picture(_ file: [UInt8]) throws(RasterError) -> Bitmap {
      guard let bitmap = try ComparedFile(file).picture() else { throw .image(reason: "no pixels") }
      return bitmap
    }
    return Outcome { () throws(RasterError) in
      try Comparison(expected: try picture(a), actual: try picture(b), settings: .exact)
    }
  }

  @Test("A row with an invalid filter makes a file damaged")
  func noSuchFilter() throws {
    var sample = SamplePNG(colorType: 2, bits: 8, width: 5, height: 4, filter: 1)
    let file = try sample.file(seed: 1)
    sample.change = { rows in rows[16] = 9 }
    let damaged = try sample.file(seed: 1)
    for (one, two) in [(file, damaged), (damaged, file), (damaged, damaged)] {
      #expect(Self.together(one, two, .exact) == nil)
    }
    let (read, other) = (try ComparedFile(damaged), try ComparedFile(file))
    #expect(PicturePair(read, other) == nil)
    #expect(throws: RasterError.self) { try read.picture() }
    #expect(try other.picture() == Self.bitmap(file))
  }

  @Test("Comparing a picture with itself is like comparing two equal pictures")
  func twice() throws {
    for seed in 0..<12 {
      let (file, _) = try Self.pair(seed, colorType: 6, nil)
      for settings in Self.settings {
        let twice = Outcome { () throws(RasterError) in
          try Comparison(PicturePair(twice: try Self.bitmap(file)), settings: settings)
        }
        #expect(twice == Self.alone(file, file, settings))
      }
    }
  }

  @Test("Equal means every byte")
  func equality() throws {
    let (file, other) = try Self.pair(7, colorType: 6, nil)
    let (a, b) = (try Self.bitmap(file), try Self.bitmap(other))
    #expect(a.isEqual(to: try Self.bitmap(file)))
    #expect(a.isEqual(to: a))
    for place in [0, a.pixels.count / 2, a.pixels.count - 1] {
      var pixels = a.pixels
      pixels[place] ^= 1
      #expect(!a.isEqual(to: try #require(Bitmap(width: a.width, height: a.height, pixels: pixels))))
    }
    #expect(!a.isEqual(to: try #require(Bitmap(width: a.height, height: a.width, pixels: a.pixels))))
    #expect(a.isEqual(to: b) == (a == b))
    #expect(!PicturePair.areEqual(file, Array(file.dropLast())))
    #expect(PicturePair.areEqual([], []))
  }
}
