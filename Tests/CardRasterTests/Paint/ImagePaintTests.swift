import Testing

@testable import CardRaster

@Suite struct ImagePaintTests {
  private let red = Color(rgb: 0xFF0000)
  private let all = Rect(x: 0, y: 0, width: 20, height: 20)

  @Test func aPictureAtItsOwnSizeKeepsItsPixels() throws {
    let bitmap = try makeBitmap(20, 20) { x, y in
      Color(red: UInt8(x * 12), green: UInt8(y * 12), blue: UInt8((x * y) & 255))
    }
    #expect(try painted([.bitmap(bitmap, all)]) == bitmap)
  }

  @Test(arguments: [40, 64, 100, 130, 400]) func aReducedCheckerboardIsGreyAndOpaqueUpToTheEdges(side: Int)
    throws
  {
    let bitmap = try makeBitmap(side, side) { x, y in (x + y) % 2 == 0 ? .black : .white }
    let picture = try painted([.bitmap(bitmap, all)])
    for y in 0..<20 {
      for x in 0..<20 {
        let color = picture[x, y]
        #expect(color.alpha == 255)
        let isEdge = x == 0 || y == 0 || x == 19 || y == 19
        #expect(abs(Int(color.red) - 128) <= (isEdge ? 24 : 8))
      }
    }
  }

  @Test func anEnlargedPictureIsSmoothInsideAndOpaqueToTheEdges() throws {
    let bitmap = try makeBitmap(2, 1) { x, _ in x == 0 ? .black : .white }
    let picture = try painted([.bitmap(bitmap, all)])
    #expect(picture[0, 0].alpha == 255 && picture[19, 19].alpha == 255 && picture[0, 10].red < 30)
    for x in 1..<20 { #expect(picture[x, 10].red >= picture[x - 1, 10].red) }
    #expect(abs(Int(picture[9, 10].red) + Int(picture[10, 10].red) - 255) <= 2)
  }

  @Test func clearPixelsDoNotDarkenTheirNeighbours() throws {
    let bitmap = try makeBitmap(40, 40) { x, _ in x < 21 ? self.red : .clear }
    let picture = try painted([.bitmap(bitmap, all)])
    for x in 0..<20 where picture[x, 10].alpha > 8 { #expect(picture[x, 10].red >= 253) }
    #expect(picture[18, 10].isClear)
  }

  @Test func aPictureIsClippedAndDrawnPartially() throws {
    let bitmap = try makeBitmap(100, 100) { x, _ in x < 50 ? .black : .white }
    let frame = Rect(x: -40, y: -40, width: 100, height: 100)
    let clip = DisplayItem.Shape.roundedRect(RoundedRect(rect: Rect(x: 5, y: 5, width: 10, height: 10)))
    let picture = try painted([.group(DisplayItem.Group([.bitmap(bitmap, frame)], clip: clip))])
    #expect(
      picture[4, 10].isClear && picture[9, 10] == .black && picture[10, 10] == .white
        && picture[15, 10].isClear)
  }

  @Test func aTintReplacesTheColoursAndKeepsTheAlpha() throws {
    let bitmap = try makeBitmap(20, 20) { x, _ in
      Color(red: 9, green: 90, blue: 200, alpha: x < 10 ? 255 : 100)
    }
    let picture = try painted([.bitmap(bitmap, all, tint: red)])
    #expect(picture[3, 3] == red && picture[15, 3] == Color(red: 255, green: 0, blue: 0, alpha: 100))
  }

  @Test func aPictureCanBeRotatedAndKeepsItsEdges() throws {
    let bitmap = try makeBitmap(40, 40) { x, _ in x < 20 ? .black : .white }
    let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 20, ty: 0)
    let picture = try painted([.group(DisplayItem.Group([.bitmap(bitmap, all)], transform: turn))])
    #expect(picture[3, 0] == .black && picture[3, 19] == .white && picture[0, 0].alpha == 255)
    let mirror = Transform(a: -1, b: 0, c: 0, d: 1, tx: 20, ty: 0)
    let mirrored = try painted([
      .group(DisplayItem.Group([.bitmap(bitmap, all, tint: nil)], transform: mirror))
    ])
    #expect(mirrored[0, 5] == .white && mirrored[19, 5] == .black)
    let tinted = try painted([.group(DisplayItem.Group([.bitmap(bitmap, all, tint: red)], transform: mirror))]
    )
    #expect(tinted.pixels == [255, 0, 0, 255].repeated(400))
  }

  private let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">\
    <rect x="0" y="0" width="5" height="10" fill="#0000ff"/><rect x="5" width="90" height="5" fill="#00ff00"/></svg>
    """

  @Test func anSvgPictureIsStretchedOverItsFrame() throws {
    let frame = Rect(x: 2, y: 4, width: 16, height: 8)
    let picture = try painted([.svg(svg, size: Size(width: 10, height: 10), frame)])
    let (blue, green) = (Color(rgb: 0x0000FF), Color(rgb: 0x00FF00))
    #expect(
      picture[2, 4] == blue && picture[9, 11] == blue && picture[10, 4] == green && picture[17, 7] == green)
    #expect(
      picture[10, 8].isClear && picture[18, 5].isClear && picture[1, 5].isClear && picture[5, 12].isClear)
  }

  @Test func anSvgPictureIsTinted() throws {
    let picture = try painted([.svg(svg, size: Size(width: 10, height: 10), all, tint: red)])
    #expect(picture[3, 15] == red && picture[15, 3] == red && picture[15, 15].isClear)
  }
}
