import TestSupport
import Testing

@testable import CardRaster

@Suite struct PNGEncoderTests {
  @Test(arguments: PictureSample.allCases, PNGCompression.allCases)
  func readingGivesBackThePixels(sample: PictureSample, compression: PNGCompression) throws {
    for (width, height) in [(1, 1), (2, 3), (7, 5), (33, 17), (300, 2), (64, 40)] {
      let bitmap = try #require(sample.bitmap(width, height))
      let file = try PNGEncoder.encode(bitmap, scale: 1, compression: compression)
      #expect(pixels(try ImageDecoding.decode(file, name: "sample.png")) == bitmap, "\(width) × \(height)")
    }
  }

  @Test(arguments: PNGCompression.allCases)
  func chunksAreInOrderAndTheirChecksumsHold(compression: PNGCompression) throws {
    let bitmap = try #require(PictureSample.transparentPalette.bitmap(40, 30))
    let file = try PNGEncoder.encode(bitmap, scale: 3, compression: compression)
    let found = try #require(chunks(file))
    let names = found.map(\.name)
    let palette = names.contains("PLTE") ? ["PLTE", "tRNS"] : []
    #expect(names == ["IHDR", "sRGB", "pHYs"] + palette + ["IDAT", "IEND"])
    for chunk in found {
      #expect(chunk.checksum == plainCRC(Array(chunk.name.utf8) + chunk.data), "\(chunk.name)")
    }
    #expect(found[1].data == [0])
    // 72 × 3 / 0.0254 = 8503.9 pixels per metre.
    #expect(found[2].data == [0, 0, 0x21, 0x38, 0, 0, 0x21, 0x38, 1])
  }

  @Test(arguments: [
    (PictureSample.opaqueNoise, UInt8(2), UInt8(8)), (.noise, 6, 8), (.greyGradient, 0, 8),
    (.twoColors, 3, 1),
    (.sixteenColors, 3, 4), (.manyColors, 3, 8), (.clear, 3, 1), (.gradient, 2, 8),
  ]) func aFileContainsOnlyTheChannelsOfThePicture(sample: PictureSample, colorType: UInt8, bits: UInt8)
    throws
  {
    let file = try PNGEncoder.encode(try #require(sample.bitmap(128, 128)), scale: 1, compression: .balanced)
    #expect(file[25] == colorType)
    #expect(file[24] == bits)
  }

  @Test func fastWritesNoAlphaForAnOpaquePicture() throws {
    let opaque = try PNGEncoder.encode(
      try #require(PictureSample.gradient.bitmap(40, 40)), scale: 1, compression: .fast)
    let clear = try PNGEncoder.encode(
      try #require(PictureSample.noise.bitmap(40, 40)), scale: 1, compression: .fast)
    #expect(opaque[25] == 2)
    #expect(clear[25] == 6)
  }

  @Test(arguments: [PictureSample.gradient, .greyGradient, .manyColors, .twoColors])
  func smallestIsNeverLargerThanTheOthers(sample: PictureSample) throws {
    let bitmap = try #require(sample.bitmap(120, 90))
    let sizes = try PNGCompression.allCases.map {
      try PNGEncoder.encode(bitmap, scale: 1, compression: $0).count
    }
    #expect(sizes[2] <= sizes[1] && sizes[2] <= sizes[0])
  }

  @Test(arguments: PNGCompression.allCases)
  func theSamePictureGivesTheSameBytes(compression: PNGCompression) throws {
    let bitmap = try #require(PictureSample.noise.bitmap(50, 50))
    let first = try PNGEncoder.encode(bitmap, scale: 2, compression: compression)
    #expect(try PNGEncoder.encode(bitmap, scale: 2, compression: compression) == first)
  }

  @Test(arguments: PNGCompression.allCases)
  func aSurfaceIsWrittenWithItsStraightPixels(compression: PNGCompression) throws {
    // Blue, green, red, alpha; the last two pixels of each row are padding that must not be read.
    let surface: [UInt8] = [
      10, 20, 30, 255, 64, 0, 128, 128, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9,
      1, 1, 1, 3, 100, 0, 0, 100, 255, 255, 255, 255, 9, 9, 9, 9, 9, 9, 9, 9,
    ]
    let file = try surface.withUnsafeBytes {
      try PNGEncoder.encode(
        premultiplied: $0, width: 3, height: 2, stride: 20, isOpaque: nil, scale: 1, compression: compression)
    }
    let bitmap = pixels(try ImageDecoding.decode(file, name: "surface"))
    #expect(
      bitmap?.pixels == [
        30, 20, 10, 255, 255, 0, 128, 128, 0, 0, 0, 0,
        85, 85, 85, 3, 0, 0, 255, 100, 255, 255, 255, 255,
      ])
  }

  @Test func aSurfaceTooSmallForItsSizeIsAnError() {
    let surface = [UInt8](repeating: 0, count: 4 * 4 * 4 - 1)
    #expect(throws: RasterError.self) {
      try surface.withUnsafeBytes {
        try PNGEncoder.encode(
          premultiplied: $0, width: 4, height: 4, stride: 16, isOpaque: nil, scale: 1, compression: .fast)
      }
    }
    #expect(throws: RasterError.self) {
      try surface.withUnsafeBytes {
        try PNGEncoder.encode(
          premultiplied: $0, width: 1 << 40, height: 1 << 40, stride: 16, isOpaque: nil, scale: 1,
          compression: .fast)
      }
    }
  }
}

@Suite struct PremultiplicationTests {
  @Test func opaqueValuesSurvivePremultiplication() {
    for value in UInt8.min...UInt8.max {
      #expect(Premultiplication.straight(value, alpha: 255) == value)
      #expect(PremultipliedPixel.multiply(UInt32(value), 255) == value)
      #expect(Premultiplication.straight(value, alpha: 0) == 0)
    }
  }

  @Test func premultipliedValuesSurviveTheRoundTrip() {
    for alpha in UInt8(1)...255 {
      for value in 0...alpha {
        let straight = Premultiplication.straight(value, alpha: alpha)
        #expect(PremultipliedPixel.multiply(UInt32(straight), UInt32(alpha)) == value)
      }
    }
  }

  @Test func manyAtOnceAreTheSameAsOneAtATime() {
    Premultiplication.withStraight { straight in
      for alpha in UInt8.min...UInt8.max {
        for value in UInt8.min...UInt8.max {
          let one = UInt32(Premultiplication.straight(value, alpha: alpha))
          let word = UInt32(alpha) << 24 | UInt32(value) * 0x01_01_01
          #expect(straight(word) == UInt32(alpha) << 24 | one * 0x01_01_01)
        }
      }
      #expect(straight(0xFF03_0201) == 0xFF01_0203)
    }
  }

  /// Opaque pixels, with one translucent pixel at any position.
  @Test(arguments: [UInt32(0), 1, 128, 254]) func rowsAreTheSameAsOnePixelAfterTheOther(alpha: UInt32) {
    var random = SampleNumbers(state: 9)
    for count in 0...37 {
      for other in 0...count {
        var words = (0..<count).map { _ in UInt32.random(in: 0xFF00_0000...UInt32.max, using: &random) }
        if other < count { words[other] = alpha << 24 | alpha / 2 * 0x01_01_01 }
        var row = [UInt8](repeating: 7, count: 4 * count + 1)
        words.withUnsafeBytes { source in
          row.withUnsafeMutableBytes { target in
            if let source = source.baseAddress, let target = target.baseAddress {
              Premultiplication.unpremultiply(source, count: count, to: target)
            }
          }
        }
        let expected = Premultiplication.withStraight { straight in
          words.flatMap { word in
            let pixel = straight(word)
            return (0..<4).map { UInt8(truncatingIfNeeded: pixel >> (8 * $0)) }
          }
        }
        #expect(row == expected + [7])
      }
    }
  }

  @Test func premultiplyingRoundsToTheNearest() {
    for alpha in UInt8.min...UInt8.max {
      for value in UInt8.min...UInt8.max {
        let exact = (Double(value) * Double(alpha) / 255).rounded()
        #expect(PremultipliedPixel.multiply(UInt32(value), UInt32(alpha)) == UInt32(exact))
      }
    }
  }
}
