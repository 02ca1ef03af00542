import Testing

@testable import CardRaster

@Suite struct GlyphPaintTests {
  private let red = Color(rgb: 0xFF0000)

  @Test func glyphsAreOnQuartersOfAPixel() throws {
    let picture = try painted([.squares([2, 9.27], baseline: 12, size: 4)])
    #expect(
      (0..<20).map { picture[$0, 9].alpha } == [
        0, 0, 255, 255, 255, 255, 0, 0, 0, 191, 255, 255, 255, 64, 0, 0, 0, 0, 0, 0,
      ])
    #expect(
      picture[3, 7].isClear && picture[3, 8] == .black && picture[3, 11] == .black && picture[3, 12].isClear)
  }

  @Test func glyphsLeftOfThePictureKeepTheirPhases() throws {
    let picture = try painted([.squares([-2.75], baseline: 12, size: 4)])
    #expect((0..<4).map { picture[$0, 9].alpha } == [255, 64, 0, 0])
  }

  @Test func glyphsAreCutByClipsOfAnyForm() throws {
    let run = DisplayItem.squares([0], baseline: 20, size: 20, color: red)
    func clipped(_ clip: DisplayItem.Shape) throws -> Bitmap {
      try painted([.group(DisplayItem.Group([run], clip: clip))])
    }
    let rect = Rect(x: 4, y: 4, width: 12, height: 12)
    let square = try clipped(.roundedRect(RoundedRect(rect: rect)))
    #expect(square[4, 4] == red && square[3, 4].isClear && square[15, 15] == red && square[16, 15].isClear)
    let round = RoundedRect(rect: rect, radii: CornerRadii(6))
    let filled = try painted([.roundedRect(round, .solid(red))])
    #expect(try clipped(.roundedRect(round)).difference(from: filled) <= 1)
    #expect(try clipped(.path(round.path)).difference(from: filled) <= 1)
  }

  @Test func translucentGlyphsAreMixedWithWhatIsBelow() throws {
    let picture = try painted(
      [.squares([0], baseline: 20, size: 20, color: red.multiplyingAlpha(by: 0.5))],
      background: .solid(.white))
    #expect(
      picture[5, 5].red == 255 && abs(Int(picture[5, 5].green) - 127) <= 1 && picture[5, 5].alpha == 255)
  }

  @Test func largeAndRotatedGlyphsAreFilledOutlines() throws {
    let large = try painted([.squares([0.5], baseline: 300, size: 300)], width: 310, height: 310)
    #expect(abs(Int(large[0, 100].alpha) - 128) <= 1 && large[1, 0] == .black && large[299, 299] == .black)
    let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 20, ty: 0)
    let turned = try painted(
      [.group(DisplayItem.Group([.squares([2], baseline: 12, size: 4)], transform: turn))])
    #expect(
      turned[8, 2] == .black && turned[11, 5] == .black && turned[12, 2].isClear && turned[8, 6].isClear)
  }

  @Test func colouredGlyphsKeepTheirColoursAndUseOnlyTheAlpha() throws {
    let color = Color(red: 0, green: 0, blue: 0, alpha: 128)
    let picture = try painted([.squares([4], baseline: 14, size: 8, color: color, isColor: true)])
    #expect(picture[4, 6].red == 255 && abs(Int(picture[11, 13].alpha) - 128) <= 1 && picture[12, 13].isClear)
    let opaque = try painted([.squares([4], baseline: 14, size: 8, isColor: true)])
    #expect(opaque[4, 6] == red && opaque[11, 13] == red)
  }
}
