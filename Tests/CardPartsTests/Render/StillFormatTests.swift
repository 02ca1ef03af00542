import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// JPEG and WebP files, read back by the decoders.
@Suite struct StillFormatTests {
  private static let deck =
    ##"{"theme":"turbo","canvas":{"width":120,"scale":2},"cards":[{"traits":{"gradient":{"colors":["#1ED3D4","#B598EB"]}},"parts":[{"type":"text","style":"title","text":"Red letters","textColor":"#E4534B"}]}]}"##
  private static let clear =
    ##"{"theme":"turbo","canvas":{"width":120,"background":"transparent"},"cards":[{"traits":{"rounded":{}},"parts":[{"type":"text","text":"Round"}]}]}"##

  private func encode(_ deck: String, _ format: OutputFormat, _ quality: Int? = nil) throws -> [UInt8] {
    let laidOut = try LaidOut(deck: deck)
    return try format.encode(
      laidOut.deck.pages[0].display, settings: OutputFormat.Settings(quality: quality),
      fonts: try FontLibrary(laidOut.deck.fonts))
  }

  private func pixels(_ file: [UInt8]) throws -> Bitmap { try Goldens.pixels(file, "file") }

  /// The mean difference of two pictures' channels, of 255.
  private func difference(_ a: Bitmap, _ b: Bitmap) throws -> Double {
    try #require((a.width, a.height) == (b.width, b.height))
    let sum = zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.pixels.count)
  }

  @Test(arguments: [deck, clear]) func losslessWebPHasThePixelsOfPNG(deck: String) throws {
    #expect(try pixels(encode(deck, .webp)) == pixels(encode(deck, .png)))
  }

  @Test(arguments: [OutputFormat.jpeg, .webp]) func lossIsSmallAndFollowsTheQuality(format: OutputFormat)
    throws
  {
    let original = try pixels(encode(Self.deck, .png))
    let files = try [20, 60, 95].map { try encode(Self.deck, format, $0) }
    #expect(files[0].count < files[1].count && files[1].count < files[2].count)
    let losses = try files.map { try difference(original, pixels($0)) }
    #expect(losses[0] > losses[1] && losses[1] > losses[2] && losses[2] > 0)
    #expect(losses[2] < 2)
  }

  @Test func webPTakesAtMostWhatItsMemoryAllows() throws {
    func issues(_ height: Int, _ format: OutputFormat) throws -> [String] {
      let deck = try LaidOut(
        deck:
          #"{"theme":"turbo","canvas":{"width":6144,"height":\#(height),"scale":1},"cards":[{"parts":[]}]}"#)
      return deck.deck.summary.unsupportedReasons(for: format).map(\.text)
    }
    #expect(try issues(4096, .webp) == [])
    #expect(
      try issues(4097, .webp) == [
        "d.json:1:63: error: the picture has 25171968 pixels, more than the limit of 25165824 of webp at canvas.scale; choose a smaller scale, or png"
      ])
    #expect(try issues(4097, .png) == [])
  }

  @Test func jpegIsProgressiveWithFullColoursAndADensity() throws {
    let file = try encode(Self.deck, .jpeg)
    #expect(Array(file[6..<10]) == Array("JFIF".utf8))
    #expect(Array(file[13..<18]) == [1, 0, 144, 0, 144])
    // SOF2 is a progressive frame: its length, 8 bits, height, width, three channels, each sampled 1 × 1.
    let frame = try #require(file.indices.dropLast(18).first { file[$0] == 0xFF && file[$0 + 1] == 0xC2 })
    #expect(file[frame + 9] == 3)
    #expect([11, 14, 17].map { file[frame + $0] } == [0x11, 0x11, 0x11])
  }

  @Test func qualityIsClampedToItsRange() {
    #expect(OutputFormat.Settings(quality: 900).quality == 100)
    #expect(OutputFormat.Settings(quality: -1).quality == 1)
  }

  @Test func transparencyInAJPEGIsAnErrorAtItsPlace() throws {
    let laidOut = try LaidOut(deck: Self.clear)
    let issues = laidOut.deck.unsupportedReasons(for: .jpeg)
    #expect(issues.map(\.path.text) == ["canvas.background"])
    #expect(issues.first?.place?.line == 1)
    #expect(laidOut.deck.unsupportedReasons(for: .webp).isEmpty)
    #expect(throws: RasterError.self) { try encode(Self.clear, .jpeg) }
  }

  @Test func aPictureLongerThanAFormatAllowsIsAnError() throws {
    let tall =
      #"{"theme":"turbo","canvas":{"width":2},"cards":[{"height":17000,"parts":[{"type":"spacer","height":1}]}]}"#
    let laidOut = try LaidOut(deck: tall)
    #expect(laidOut.deck.unsupportedReasons(for: .webp).count == 1)
    #expect(laidOut.deck.unsupportedReasons(for: .jpeg).isEmpty)
    #expect(throws: RasterError.self) { try encode(tall, .webp) }
  }

  @Test func endingsNameTheFormats() {
    #expect(OutputFormat(pathExtension: "JPG") == .jpeg)
    #expect(OutputFormat(pathExtension: "jpeg") == .jpeg)
    #expect(OutputFormat(pathExtension: "webp") == .webp)
    #expect(OutputFormat(pathExtension: "gif2") == nil)
  }
}
