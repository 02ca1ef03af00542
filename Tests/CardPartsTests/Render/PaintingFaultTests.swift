import CardRaster
import TestSupport
import Testing

@testable import CardParts

/// A painting error is reported at the part that caused it.
@Suite struct PaintingFaultTests {
  /// The issues of drawing a deck in a format.
  private func issues(_ deck: String, as format: OutputFormat, folder: String = ".") async throws -> [String]
  {
    let pipeline = try DeckPipeline()
    let loaded = try pipeline.load(Array(deck.utf8), file: "d.json", folder: folder)
    do {
      try await pipeline.draw(loaded, onePageEach: false, as: format)
      return []
    } catch let error as DeckError {
      return error.issues.map(\.text)
    }
  }

  private static func glass(_ count: Int) -> String {
    let glass = [String](repeating: #"{"type":"spacer","backdropBlur":3}"#, count: count).joined(
      separator: ",")
    return #"{"type":"layers","height":6,"layers":[\#(glass)]}"#
  }

  @Test func glassCountsForItsPart() async throws {
    let few = Self.glass(2)
    let many = Self.glass(Limits.backdrops + 1)
    let deck =
      #"{"canvas":{"width":100},"cards":[{"parts":[{"type":"text","text":"a"},\#(few)]},{"parts":[{"type":"stack","arrangedSubviews":[\#(few),\#(many)]}]}]}"#
    let path = "cards[1].parts[0].arrangedSubviews[1]"
    for format in [OutputFormat.svg, .pdf] {
      let told = try await issues(deck, as: format)
      #expect(told.count == 1)
      #expect(told.first?.contains("the number of blurred backdrops is ") == true, "\(told)")
      #expect(told.first?.hasSuffix("at \(path)") == true, "\(told)")
    }
  }

  /// A limit that several parts exceed together is reported at their container.
  @Test func sumsAreReportedAtTheirContainer() async throws {
    let half = Self.glass(Limits.backdrops / 2 + 1)
    let stack = #"{"type":"stack","axis":"vertical","arrangedSubviews":[\#(half),\#(half)]}"#
    let told = try await issues(
      #"{"canvas":{"width":100},"cards":[{"parts":[{"type":"spacer"},\#(stack)]}]}"#, as: .svg)
    #expect(told.map { $0.hasSuffix("at cards[0].parts[1]") } == [true], "\(told)")
  }

  /// A glyph whose outline ends early.
  @Test(arguments: [OutputFormat.png, .svg, .pdf]) func anUnreadableGlyphIsReportedAtItsPart(
    format: OutputFormat
  )
    async throws
  {
    let folder = try TemporaryFolder()
    let broken = [UInt8]([0, 1, 0, 0, 0, 0, 3, 0, 3, 0, 0x7F, 0xFF])
    try FileWriting.write(SampleFont(outlines: [broken]).bytes, to: folder.path + "/s.ttf")
    let told = try await issues(
      #"{"fonts":["s.ttf"],"cards":[{"parts":[{"type":"text","text":"b"},{"type":"text","font":"Sample 20","text":"a"}]}]}"#,
      as: format, folder: folder.path)
    #expect(told.count == 1)
    #expect(
      told.allSatisfy { $0.contains("load glyph 1 failed") && $0.hasSuffix("at cards[0].parts[1]") },
      "\(told)")
  }

  /// The shadow of a card longer than any picture has fewer pixels per point.
  @Test(arguments: [11_000, 31_000]) func longPagesOfDocumentsCanBePainted(height: Int) async throws {
    let deck =
      #"{"canvas":{"width":40},"cards":[{"parts":[{"type":"spacer","height":\#(height)}]}]}"#
    #expect(try await issues(deck, as: .pdf).isEmpty)
  }

  @Test func theShadowOfManyPagesIsPaintedOnce() throws {
    let pipeline = try DeckPipeline()
    let card = #"{"parts":[{"type":"text","text":"a"}]}"#
    func bytes(_ count: Int) throws -> Int {
      let deck =
        #"{"canvas":{"width":40},"cards":[\#([String](repeating: card, count: count).joined(separator: ","))]}"#
      let loaded = try pipeline.load(Array(deck.utf8), file: "d.json", folder: ".")
      let laidOut = try pipeline.laidOut(loaded, onePageEach: true)
      return try pipeline.encode(pages: laidOut.pages.map(\.display), fonts: laidOut.fonts, as: .pdf).count
    }
    let (one, ten) = (try bytes(1), try bytes(10))
    #expect(ten < 3 * one)
  }
}
