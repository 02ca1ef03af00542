import TestSupport
import Testing

@testable import CardRaster

@Suite struct ImageDecodingTests {
  private func reason(_ bytes: [UInt8], _ name: String = "a") -> String {
    message { _ = try ImageDecoding.decode(bytes, name: name) }
  }

  @Test func pngOfEveryKindIsReadAsRGBA() throws {
    let grey = pixels(try ImageDecoding.decode(try SampleFile.grey16.bytes, name: "a"))
    #expect(grey?.pixels == [128, 128, 128, 255, 255, 255, 255, 255])
    let interlaced = pixels(try ImageDecoding.decode(try SampleFile.interlaced.bytes, name: "a"))
    #expect(interlaced?.pixels == [10, 20, 30, 255, 40, 50, 60, 128, 70, 80, 90, 255, 1, 2, 3, 255])
  }

  @Test func webPIsReadWithoutLoss() throws {
    let source = try ImageDecoding.decode(try SampleFile.webp.bytes, name: "a.webp")
    #expect(source.size == Size(width: 16, height: 8))
    #expect(source.file == nil)
    #expect(pixels(source)?.pixels.prefix(4) == [255, 0, 0, 255])
  }

  @Test(arguments: [SampleFile.moving, .movingWebP]) func movingPicturesAreRefused(file: SampleFile) throws {
    #expect(reason(try file.bytes) == "animated pictures are not supported here")
  }

  @Test func inksAreRefused() throws {
    #expect(reason(try SampleFile.cmyk.bytes).hasPrefix("CMYK pictures are not supported"))
  }

  @Test(arguments: [
    ("GIF89a", "GIF"), ("II*\0", "TIFF"), ("\0\0\0\u{20}ftypavif", "AVIF"), ("\0\0\0\u{20}ftypheic", "HEIC"),
    ("%PDF-1.7", "PDF"),
  ]) func otherFormatsAreNamed(start: String, format: String) {
    #expect(reason(Array(start.utf8)) == "\(format) pictures are not supported; use PNG, JPEG, WebP or SVG")
  }

  @Test func whatIsNoPictureIsSaid() {
    #expect(reason([]) == "the picture is empty")
    #expect(reason(Array("hello".utf8)).hasPrefix("this is no picture"))
    #expect(reason(Array("<html><body/></html>".utf8)).hasSuffix("begins with <html>"))
  }

  @Test func theNameTellsTheDensityOfPixels() throws {
    let file = try PNGEncoder.encode(try #require(PictureSample.gradient.bitmap(12, 6)), scale: 1)
    for (name, width) in [
      ("a.png", 12.0), ("d/a@2x.png", 6), ("a@3x.png", 4), ("a@3x", 4), ("a@2x.d/b.png", 12),
    ] {
      #expect(try ImageDecoding.decode(file, name: name).size.width == width, "\(name)")
    }
  }

  @Test func theSizeIsCheckedBeforeThePixels() throws {
    var file = try PNGEncoder.encode(try #require(PictureSample.gradient.bitmap(2, 2)), scale: 1)
    file.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
    let expected = RasterError.limit(
      what: "the number of pixels of a picture", value: 1e10, limit: Double(Limits.imagePixels))
    #expect(throws: expected) { try ImageDecoding.decode(file, name: "bomb.png") }
    var jpeg = try SampleFile.corners.bytes
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(reason(jpeg).hasPrefix("the number of pixels of a picture is 4"))
  }

  @Test(arguments: [SampleFile.corners, .webp, .interlaced, .grey16])
  func aFileThatIsCutShortIsDamaged(file: SampleFile) throws {
    let bytes = try file.bytes
    // The last bytes of a PNG are its end chunk and of a JPEG its end mark: pixels are whole without them.
    for count in 13..<(bytes.count - 20) {
      let text = reason(Array(bytes[..<count]))
      #expect(text.contains("damaged"), "\(count) of \(bytes.count): \(text)")
    }
  }

  @Test(arguments: SampleFile.allCases) func noChangeOfBytesCrashes(file: SampleFile) throws {
    let bytes = try file.bytes
    var random = SampleNumbers(state: 7)
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      // A header that asks for many pixels is fine; it only takes long.
      _ = try? ImageDecoding.decode(changed, name: "a")
    }
  }

  @Test func aWrongChecksumIsDamaged() throws {
    var file = try PNGEncoder.encode(try #require(PictureSample.opaqueNoise.bitmap(20, 20)), scale: 1)
    file[file.count - 40] ^= 1
    #expect(reason(file).hasPrefix("the PNG picture is damaged"))
  }
}

@Suite struct ImageOrientationTests {
  /// The colours of the corners, from the upper left in reading order, as letters.
  private func corners(_ bitmap: Bitmap?) -> String {
    guard let bitmap else { return "" }
    return [(1, 1), (bitmap.width - 2, 1), (1, bitmap.height - 2), (bitmap.width - 2, bitmap.height - 2)].map
    {
      let at = 4 * ($0.1 * bitmap.width + $0.0)
      return switch bitmap.pixels[at..<at + 3].map({ $0 > 127 }) {
      case [true, false, false]: "r"
      case [false, true, false]: "g"
      case [false, false, true]: "b"
      default: "w"
      }
    }.joined()
  }

  @Test(arguments: [
    (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"), (7, "wgbr"), (8, "gwrb"),
  ]) func isApplied(orientation: Int, expected: String) throws {
    for isLittle in [true, false] {
      let file = SampleJPEG.with(
        SampleJPEG.exif(UInt8(orientation), isLittle: isLittle), in: try SampleFile.corners.bytes)
      let source = try ImageDecoding.decode(file, name: "a.jpg")
      #expect(corners(pixels(source)) == expected)
      #expect(source.size == (orientation < 5 ? Size(width: 16, height: 8) : Size(width: 8, height: 16)))
      #expect((source.file == nil) == (orientation != 1))
    }
  }

  @Test func nonsenseIsUpright() throws {
    let plain = try SampleFile.corners.bytes
    #expect(ImageOrientation(jpeg: plain) == .upright)
    #expect(
      ImageOrientation(jpeg: SampleJPEG.with(SampleJPEG.exif(9, isLittle: true), in: plain)) == .upright)
    #expect(ImageOrientation(jpeg: [0xFF, 0xD8, 0xFF]) == .upright)
    let whole = SampleJPEG.exif(6, isLittle: true)
    for count in 0..<(whole.count - 8) {
      var cut = Array(whole[..<count])
      if count > 3 { cut[3] = UInt8(count - 2) }
      #expect(ImageOrientation(jpeg: SampleJPEG.with(cut, in: plain)) == .upright, "\(count)")
    }
  }
}
