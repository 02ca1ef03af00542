import TestSupport
import Testing

@testable import CardRaster

/// Colours that are not sRGB are converted to sRGB, or a warning says that they cannot be converted.
@Suite struct PictureColorsTests {
  private static let orange: [UInt8] = [200, 100, 50, 255]

  private static func flat(_ pixel: [UInt8] = orange) throws -> [UInt8] {
    // After the tested colour, too many colours for a palette.
    var pixels = pixel
    for number in 1..<64 * 8 {
      pixels += [
        UInt8(truncatingIfNeeded: number), UInt8(number / 2), UInt8(truncatingIfNeeded: 7 * number), 255,
      ]
    }
    return ChangedPNG.without(
      "sRGB", in: try PNGEncoder.encode(try #require(Bitmap(width: 64, height: 8, pixels: pixels)), scale: 1))
  }

  private static func packed(_ profile: [UInt8]) throws -> [UInt8] {
    Array("p".utf8) + [0, 0] + (try Deflate.zlib(profile, level: 6))
  }

  private func first(_ source: ImageSource) -> [UInt8]? { pixels(source).map { Array($0.pixels.prefix(4)) } }

  private func isNear(_ a: [UInt8]?, _ b: [UInt8], by most: Int = 1) -> Bool {
    a.map { zip($0, b).allSatisfy { abs(Int($0) - Int($1)) <= most } } ?? false
  }

  private static func numbers(_ values: [UInt32]) -> [UInt8] {
    values.flatMap { value in [UInt32(24), 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  }

  private static let displayP3 = numbers([31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000])

  /// The expected colours are those that browsers show for the same files.
  @Test(
    "Colour chunks take precedence in the order of the standard",
    arguments: [
      ([("cHRM", displayP3)], orange, false),
      ([("gAMA", numbers([100_000]))], [229, 168, 122, 255], false),
      ([("gAMA", numbers([45_455])), ("cHRM", displayP3)], [216, 93, 24, 255], false),
      ([("gAMA", numbers([100_000])), ("cHRM", displayP3)], [240, 165, 114, 255], false),
      ([("sRGB", [0]), ("gAMA", numbers([100_000])), ("cHRM", displayP3)], orange, true),
      ([("cICP", [12, 13, 0, 1])], [215, 93, 31, 255], false),
      ([("cICP", [1, 13, 0, 1]), ("gAMA", numbers([100_000]))], orange, true),
      ([("gAMA", numbers([0])), ("cHRM", numbers([0, 0, 0, 0, 0, 0, 0, 0]))], orange, false),
    ]) func chunks(chunks: [(String, [UInt8])], expected: [UInt8], isKept: Bool) throws
  {
    let source = try ImageDecoding.decode(ChangedPNG.with(chunks, in: try Self.flat()), name: "a")
    #expect(isNear(first(source), expected, by: 2), "\(first(source) ?? [])")
    #expect(source.warning == nil)
    // A viewer may show other colours for a file that is not plainly sRGB.
    #expect((source.file != nil) == isKept)
  }

  /// The expected values are those of Chromium.
  @Test("gAMA alone applies to palettes too", arguments: [(100_000, 193), (45_455, 136), (30_000, 98)])
  func gammaOfPalettes(gamma: UInt32, expected: Int) throws {
    var file = Array([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8])
    PNGChunks.append("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 3, 0, 0, 0], to: &file)
    PNGChunks.append("gAMA", Self.numbers([gamma]), to: &file)
    PNGChunks.append("PLTE", [136, 136, 136], to: &file)
    PNGChunks.append("IDAT", try Deflate.zlib([0, 0], level: 6), to: &file)
    PNGChunks.append("IEND", [], to: &file)
    let found = first(try ImageDecoding.decode(file, name: "a"))
    let grey = UInt8(expected)
    #expect(isNear(found, [grey, grey, grey, 255]), "\(found ?? [])")
  }

  @Test("PNG, JPEG and WebP pictures are converted from their profiles") func profiles() throws {
    let png = ChangedPNG.with([("iCCP", try Self.packed(SampleProfile.swapped))], in: try Self.flat())
    let found = try ImageDecoding.decode(png, name: "a")
    #expect(isNear(first(found), [100, 200, 50, 255], by: 4), "\(first(found) ?? [])")
    #expect(found.file == nil && found.warning == nil)

    // A JPEG file may split a profile into parts, in any order.
    let profile = SampleProfile.swapped
    func part(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
      let body = Array("ICC_PROFILE\0".utf8) + [number, 2] + bytes
      return [0xFF, 0xE2, 0, UInt8(body.count + 2)] + body
    }
    let (one, two) = (part(1, Array(profile[..<200])), part(2, Array(profile[200...])))
    let corners = try SampleFile.corners.bytes
    let plain = try #require(pixels(try ImageDecoding.decode(corners, name: "a")))
    let whole = try ImageDecoding.decode(SampleJPEG.with(two + one, in: corners), name: "a")
    // Red has become green.
    #expect(plain.pixels[0] > 200 && plain.pixels[1] < 60)
    #expect(pixels(whole).map { $0.pixels[0] < 90 && $0.pixels[1] > 200 } == true)
    #expect(whole.file == nil && whole.warning == nil)
    let half = try ImageDecoding.decode(SampleJPEG.with(one, in: corners), name: "a")
    #expect(pixels(half) == plain)
    #expect(half.warning?.contains("its parts are not all there") == true)

    let webp = SampleWebP.with([("ICCP", profile)], in: try SampleFile.webp.bytes)
    let turned = try ImageDecoding.decode(webp, name: "a")
    #expect(pixels(turned).map { $0.pixels[0] < 90 && $0.pixels[1] > 200 } == true)
  }

  @Test("A grey picture is converted from its grey profile and keeps its opacity") func grey() throws {
    let grey = ChangedPNG.with(
      [("iCCP", try Self.packed(SampleProfile.linearGrey))], in: try SampleFile.grey16.bytes)
    let found = try ImageDecoding.decode(grey, name: "a")
    // 128 is 55 % of the light in between.
    #expect(isNear(first(found), [188, 188, 188, 255]))
    #expect(found.warning == nil)
  }

  @Test("An unusable profile causes a warning, and an sRGB profile does not") func doubts() throws {
    let flat = try Self.flat()
    for profile in [[1, 2, 3], SampleProfile.linearGrey, Array(SampleProfile.swapped.prefix(200))] {
      let source = try ImageDecoding.decode(
        ChangedPNG.with([("iCCP", try Self.packed(profile))], in: flat), name: "a")
      #expect(first(source) == Self.orange)
      #expect(source.warning?.hasPrefix("the colour profile of the picture cannot be used: it is") == true)
      #expect(source.file == nil)
    }
    let unpacked = ChangedPNG.with([("iCCP", Array("p".utf8) + [0, 0, 1, 2, 3])], in: flat)
    #expect(try ImageDecoding.decode(unpacked, name: "a").warning?.contains("cannot be decompressed") == true)
    let bright = ChangedPNG.with([("cICP", [9, 16, 0, 1])], in: flat)
    #expect(try ImageDecoding.decode(bright, name: "a").warning?.contains("HDR") == true)
  }

  @Test("A damaged profile never causes a crash") func damagedProfiles() throws {
    let flat = try Self.flat()
    var random = SampleNumbers(state: 11)
    for _ in 0..<400 {
      var profile = SampleProfile.swapped
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        let place = Int.random(in: 0..<profile.count, using: &random)
        profile[place] = UInt8.random(in: 0...255, using: &random)
      }
      let source = try ImageDecoding.decode(
        ChangedPNG.with([("iCCP", try Self.packed(profile))], in: flat), name: "a")
      #expect(source.warning != nil || pixels(source) != nil)
    }
  }
}
