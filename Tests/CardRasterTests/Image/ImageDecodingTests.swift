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

  @Test(arguments: [SampleFile.moving, .movingWebP]) func animationsAreErrors(file: SampleFile) throws {
    #expect(reason(try file.bytes) == "animated pictures are not supported here")
  }

  @Test func picturesInCMYKAreErrors() throws {
    #expect(reason(try SampleFile.cmyk.bytes).hasPrefix("CMYK pictures are not supported"))
  }

  @Test(arguments: [
    ("GIF89a", "GIF"), ("II*\0", "TIFF"), ("\0\0\0\u{20}ftypavif", "AVIF"), ("\0\0\0\u{20}ftypheic", "HEIC"),
    ("%PDF-1.7", "PDF"),
  ]) func otherFormatsAreNamed(start: String, format: String) {
    #expect(reason(Array(start.utf8)) == "\(format) pictures are not supported; use PNG, JPEG, WebP or SVG")
  }

  @Test func filesThatAreNotPicturesAreErrors() {
    #expect(reason([]) == "the picture is empty")
    #expect(reason(Array("hello".utf8)).hasPrefix("it is not a picture"))
    #expect(reason(Array("<html><body/></html>".utf8)).hasSuffix("begins with <html>"))
  }

  @Test func theNameSetsThePixelDensity() throws {
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
    // A PNG ends with its end chunk and a JPEG with its end marker: without them the pixels are complete.
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
      // A header with many pixels is valid, but decoding takes a long time.
      _ = try? ImageDecoding.decode(changed, name: "a")
    }
  }

  @Test("A PNG file whose zlib stream states too small a window can be read", arguments: [0, 4])
  func smallWindow(window: UInt8) throws {
    let picture = try #require(PictureSample.gradient.bitmap(60, 40))
    let file = try PNGEncoder.encode(picture, scale: 1)
    #expect(pixels(try ImageDecoding.decode(ChangedPNG.with(window: window, in: file), name: "a")) == picture)
    // A file with its own gamma is read by libpng.
    let gamma = ChangedPNG.with([("gAMA", [0, 1, 0x86, 0xA0])], in: ChangedPNG.without("sRGB", in: file))
    let found = pixels(try ImageDecoding.decode(ChangedPNG.with(window: window, in: gamma), name: "a"))
    #expect(found == pixels(try ImageDecoding.decode(gamma, name: "a")))
    #expect(found != picture)
  }

  @Test("An APNG with one frame or none is a still, and painters get only its pixels", arguments: [0, 1])
  func stillAPNG(frames: UInt8) throws {
    let picture = try #require(PictureSample.gradient.bitmap(6, 4))
    let control: [UInt8] = [0, 0, 0, frames, 0, 0, 0, 0]
    let file = ChangedPNG.with([("acTL", control)], in: try PNGEncoder.encode(picture, scale: 1))
    let source = try ImageDecoding.decode(file, name: "a")
    #expect(pixels(source) == picture)
    #expect(source.file == nil)
  }

  @Test("The only frame of an APNG may follow the default image and cover a part of the canvas")
  func frameApart() throws {
    var picture = Array([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8])
    PNGChunks.append("IHDR", [0, 0, 0, 6, 0, 0, 0, 4, 8, 2, 0, 0, 0], to: &picture)
    let black = [UInt8](repeating: 0, count: 4 * 19)
    PNGChunks.append("IDAT", try Deflate.zlib(black, level: 6), to: &picture)
    PNGChunks.append("IEND", [], to: &picture)
    let frame = try #require(PictureSample.gradient.bitmap(3, 2))
    var rows: [UInt8] = []
    for y in 0..<2 {
      rows.append(0)
      for x in 0..<3 {
        let offset = 4 * (3 * y + x)
        rows += frame.pixels[offset..<offset + 3]
      }
    }
    let place: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 1, 0, 10, 0, 0]
    let control = ChangedPNG.with([("acTL", [0, 0, 0, 1, 0, 0, 0, 0])], in: picture)
    let file = ChangedPNG.with(
      [("fcTL", place), ("fdAT", [0, 0, 0, 1] + (try Deflate.zlib(rows, level: 6)))], in: control,
      before: "IEND")
    let source = try ImageDecoding.decode(file, name: "a")
    let found = try #require(pixels(source))
    #expect((found.width, found.height) == (6, 4))
    #expect(found.pixels[..<4] == [0, 0, 0, 0])
    let first = 4 * (1 * 6 + 2)
    #expect(found.pixels[first..<first + 12] == frame.pixels[..<12])
    #expect(source.file == nil)
  }

  @Test("An animated WebP with one frame is a still: the frame on its canvas") func stillWebP() throws {
    let still = try SampleFile.webp.bytes
    let pixel = Array(still[12...])
    let frame = [1, 0, 0, 1, 0, 0, 15, 0, 0, 7, 0, 0, 100, 0, 0, 0] + pixel
    let file = SampleWebP.file([
      ("VP8X", [0x02, 0, 0, 0, 19, 0, 0, 11, 0, 0]), ("ANIM", [0, 0, 0, 0, 0, 0]), ("ANMF", frame),
    ])
    let found = try #require(pixels(try ImageDecoding.decode(file, name: "a")))
    #expect((found.width, found.height) == (20, 12))
    #expect(found.pixels[..<4] == [0, 0, 0, 0])
    let first = 4 * (2 * 20 + 2)
    #expect(found.pixels[first..<first + 4] == [255, 0, 0, 255])
  }

  @Test func aWrongChecksumIsDamaged() throws {
    var file = try PNGEncoder.encode(try #require(PictureSample.opaqueNoise.bitmap(20, 20)), scale: 1)
    file[file.count - 40] ^= 1
    #expect(reason(file).hasPrefix("the PNG picture is damaged"))
  }
}

extension [UInt8] {
  /// The file with its restart markers renumbered from 0 by a function.
  fileprivate func withRestarts(from scan: Int, _ number: (Int) -> Int) -> [UInt8] {
    var (file, count) = (self, 0)
    for place in scan..<file.count - 1 where file[place] == 0xFF && (0xD0...0xD7).contains(file[place + 1]) {
      file[place + 1] = 0xD0 + UInt8(number(count) & 7)
      count += 1
    }
    return file
  }
}

/// JPEG files that browsers show and a strict decoder warns about: only missing pixels are errors.
@Suite struct TolerantJPEGTests {
  /// A picture with restart markers, and its pixels.
  private static func sample() throws -> (file: [UInt8], pixels: Bitmap?) {
    let file = try SampleFile.restarts.bytes
    return (file, pixels(try ImageDecoding.decode(file, name: "a")))
  }

  private static func scan(_ file: [UInt8]) throws -> Int {
    try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
  }

  private static let changes: [(String, @Sendable ([UInt8], Int) -> [UInt8])] = [
    (
      "parameters of the scan",
      { file, scan in
        let end = scan + 2 + Int(file[scan + 3])
        return file[..<(end - 3)] + [0, 0, 0] + file[end...]
      }
    ),
    (
      "JFIF revision",
      { file, _ in
        var file = file
        if let place = file.firstRange(of: Array("JFIF".utf8)) { file[place.upperBound + 1] = 7 }
        return file
      }
    ),
    (
      "Adobe transform",
      { file, _ in
        SampleJPEG.with([0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 7], in: file)
      }
    ),
    ("bytes between segments", { file, scan in file[..<scan] + [1, 2, 3] + file[scan...] }),
    ("bytes before the end", { file, _ in file.dropLast(2) + [0x12, 0x34, 0x56, 0xFF, 0xD9] }),
    ("no end", { file, _ in file.dropLast(2) }),
    ("restart markers all alike", { file, scan in file.withRestarts(from: scan) { _ in 0 } }),
    ("restart markers from 1 on", { file, scan in file.withRestarts(from: scan) { $0 + 1 } }),
    ("bytes behind the end", { file, _ in file + [0xFF, 0xD8, 0xFF, 1, 2] }),
  ]

  @Test("A harmless fault keeps all pixels", arguments: changes.indices) func wholePicture(number: Int) throws
  {
    let (file, expected) = try Self.sample()
    let (name, change) = Self.changes[number]
    let source = try ImageDecoding.decode(change(file, try Self.scan(file)), name: "a")
    #expect(pixels(source) == expected, "\(name)")
  }

  @Test("A harmless fault does not hide missing pixels", arguments: changes.indices)
  func missingPixels(number: Int) throws {
    let (file, _) = try Self.sample()
    let (name, change) = Self.changes[number]
    let cut = Array(file[..<(file.count * 3 / 4)]) + [0xFF, 0xD9]
    let text = message {
      _ = try ImageDecoding.decode(change(cut, try Self.scan(cut)), name: "a")
    }
    #expect(text.contains("damaged"), "\(name): \(text)")
  }

  @Test("A missing restart marker means missing pixels") func missingMarker() throws {
    var (file, _) = try Self.sample()
    let place = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xD2 })
    file.removeSubrange(place..<place + 2)
    #expect(message { _ = try ImageDecoding.decode(file, name: "a") }.contains("damaged"))
  }

  @Test("A progressive picture without its last scans and without an end is damaged") func missingScans()
    throws
  {
    let picture = try #require(PictureSample.opaqueNoise.bitmap(32, 16))
    let file = try picture.pixels.withUnsafeBytes {
      try TurboJPEGWriter().encode($0, width: 32, height: 16, stride: 128, quality: 80)
    }
    let scans = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    #expect(scans.count > 2)
    let whole = pixels(try ImageDecoding.decode(file, name: "a"))
    #expect(pixels(try ImageDecoding.decode(Array(file.dropLast(2)), name: "a")) == whole)
    for scan in scans {
      #expect(message { _ = try ImageDecoding.decode(Array(file[..<scan]), name: "a") }.contains("damaged"))
    }
  }

  @Test("The error for an unsupported kind of JPEG file names the kind") func otherKinds() throws {
    let (file, _) = try Self.sample()
    let frame = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    var deep = file
    deep[frame + 4] = 12
    #expect(message { _ = try ImageDecoding.decode(deep, name: "a") }.contains("of 12 bits"))
    var lossless = file
    lossless[frame + 1] = 0xC3
    #expect(message { _ = try ImageDecoding.decode(lossless, name: "a") }.contains("lossless"))
  }
}

@Suite struct ImageOrientationTests {
  /// The colours of the corners as letters, from the upper left in reading order.
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
  ]) func orientationIsApplied(orientation: Int, expected: String) throws {
    for isLittle in [true, false] {
      let file = SampleJPEG.with(
        SampleJPEG.exif(UInt8(orientation), isLittle: isLittle), in: try SampleFile.corners.bytes)
      let source = try ImageDecoding.decode(file, name: "a.jpg")
      #expect(corners(pixels(source)) == expected)
      #expect(source.size == (orientation < 5 ? Size(width: 16, height: 8) : Size(width: 8, height: 16)))
      #expect((source.file == nil) == (orientation != 1))
    }
  }

  @Test(
    "PNG and WebP files are rotated by EXIF data before and after the pixels",
    arguments: [
      (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"), (7, "wgbr"), (8, "gwrb"),
    ]) func otherFormats(orientation: Int, expected: String) throws
  {
    let picture = try #require(pixels(try ImageDecoding.decode(try SampleFile.corners.bytes, name: "a")))
    let png = try PNGEncoder.encode(picture, scale: 1)
    let exif = Array(SampleJPEG.exif(UInt8(orientation), isLittle: false).dropFirst(10))
    let webp = SampleWebP.with([("EXIF", exif)], in: try SampleFile.webp.bytes)
    for (file, isPNG) in [
      (ChangedPNG.with([("eXIf", exif)], in: png), true),
      (ChangedPNG.with([("eXIf", exif)], in: png, before: "IEND"), true), (webp, false),
    ] {
      let source = try ImageDecoding.decode(file, name: "a")
      #expect(corners(pixels(source)) == expected, "\(isPNG)")
      #expect(source.size == (orientation < 5 ? Size(width: 16, height: 8) : Size(width: 8, height: 16)))
      #expect((source.file == nil) == (orientation != 1 || !isPNG))
    }
  }

  @Test func anInvalidOrientationIsUpright() throws {
    let plain = try SampleFile.corners.bytes
    #expect(JPEGFile(plain).orientation == .upright)
    #expect(
      JPEGFile(SampleJPEG.with(SampleJPEG.exif(9, isLittle: true), in: plain)).orientation == .upright)
    #expect(JPEGFile([0xFF, 0xD8, 0xFF]).orientation == .upright)
    let whole = SampleJPEG.exif(6, isLittle: true)
    for count in 0..<(whole.count - 8) {
      var cut = Array(whole[..<count])
      if count > 3 { cut[3] = UInt8(count - 2) }
      #expect(JPEGFile(SampleJPEG.with(cut, in: plain)).orientation == .upright, "\(count)")
    }
  }
}
