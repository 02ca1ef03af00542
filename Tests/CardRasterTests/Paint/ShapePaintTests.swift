import Testing

@testable import CardRaster

@Suite struct ShapePaintTests {
  private let red = Color(rgb: 0xFF0000)

  @Test func aHairlineIsExactlyOnePixel() throws {
    let picture = try painted(
      [.rect(Rect(x: 0, y: 5, width: 20, height: 1), .black)], background: .solid(.white))
    for y in 0..<20 { #expect(picture[7, y] == (y == 5 ? .black : .white)) }
  }

  @Test func aLineOnTheMiddleOfPixelsIsExactlyOnePixel() throws {
    var path = Path()
    path.move(to: Point(x: 2, y: 5.5))
    path.line(to: Point(x: 18, y: 5.5))
    let picture = try painted([.stroke(path, Stroke(width: 1), .black)])
    #expect(picture[10, 4].isClear && picture[10, 5] == .black && picture[10, 6].isClear)
    #expect(
      picture[1, 5].isClear && picture[2, 5] == .black && picture[17, 5] == .black && picture[18, 5].isClear)
  }

  @Test func dashesLeaveGapsAndRoundEndsReachFurther() throws {
    var path = Path()
    path.move(to: Point(x: 0, y: 10))
    path.line(to: Point(x: 16, y: 10))
    let dashed = try painted([.stroke(path, Stroke(width: 2, dashes: [4, 4]), .black)])
    #expect((0..<16).map { dashed[$0, 10].alpha } == [255, 255, 255, 255, 0, 0, 0, 0].repeated(2))
    let round = try painted([.stroke(path, Stroke(width: 4, cap: .round), .black)])
    #expect(round[16, 10].alpha > 200)
    let solid = try painted([.stroke(path, Stroke(width: 2, dashes: [0, 0]), .black)])
    #expect(solid[5, 10] == .black)
  }

  @Test func aRingLeavesItsInsideUntouched() throws {
    let outer = RoundedRect(rect: Rect(x: 2, y: 2, width: 16, height: 16), radii: CornerRadii(4))
    let ring = DisplayItem.fill(
      .ring(outer: outer, inner: outer.inset(by: 1)), .solid(red), bounds: outer.rect)
    let picture = try painted([ring], background: .solid(.white))
    for y in 6..<14 { #expect(picture[3, y] == .white && picture[2, y] == red && picture[1, y] == .white) }
    #expect(picture[10, 10] == .white && picture[2, 2].green > 200)
  }

  @Test func anEdgeBetweenPixelsCoversInProportion() throws {
    let picture = try painted([.rect(Rect(x: 2.5, y: 2, width: 4, height: 4), .black)])
    #expect(abs(Int(picture[2, 3].alpha) - 128) <= 1 && picture[3, 3].alpha == 255)
    #expect(abs(Int(picture[6, 3].alpha) - 128) <= 1 && picture[7, 3].alpha == 0)
  }

  @Test func aPathIsFilledByWindingAtAnyScale() throws {
    let triangle = Path.polygon([Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 0, y: 10)])
    let item = DisplayItem.fill(.path(triangle), .solid(red), bounds: Rect(x: 0, y: 0, width: 10, height: 10))
    let picture = try painted([item], scale: 2)
    #expect(picture.width == 40)
    #expect(picture[2, 2] == red && picture[17, 17].isClear && picture[39, 0].isClear)
  }

  @Test func theBackgroundCoversAllPixelsOfAFractionalSize() throws {
    let picture = try painted([], width: 10.4, height: 3.3, background: .solid(red))
    #expect(picture.width == 11 && picture.height == 4)
    #expect(picture.pixels == [255, 0, 0, 255].repeated(44))
  }

  @Test func anOpaqueBackgroundMakesThePictureOpaque() throws {
    func isOpaque(_ paint: Paint?) throws -> Bool {
      let list = DisplayList(size: Size(width: 2, height: 2), scale: 3, background: paint, items: [])
      let picture = try BitmapPainter.paint(list, glyphs: SquareGlyphs())
      #expect(picture.scale == 3 && picture.width == 6 && picture.height == 6)
      return picture.isOpaque
    }
    #expect(try isOpaque(.solid(red)))
    #expect(try !isOpaque(.solid(red.multiplyingAlpha(by: 0.5))))
    #expect(try !isOpaque(nil))
  }

  @Test func distantShapesAreSkippedAndGiantOnesAreClipped() throws {
    let far = Rect(x: 9e5, y: 9e5, width: 1e5, height: 1e5)
    let giant = RoundedRect(rect: Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6), radii: CornerRadii(8))
    let half = RoundedRect(rect: Rect(x: 4, y: -1e6, width: 1e6, height: 2e6), radii: CornerRadii(8))
    let picture = try painted(
      [.rect(far, .black), .roundedRect(giant, .solid(.white)), .roundedRect(half, .solid(red))], scale: 8)
    #expect(picture[0, 0] == .white && picture[31, 80] == .white && picture[32, 80] == red)
  }

  @Test func whatCairoCannotCountWithIsRefused() throws {
    let wild = Path.polygon([Point(x: 0, y: 0), Point(x: 1e6, y: 0), Point(x: 0, y: 1e6)])
    let bounds = Rect(x: 0, y: 0, width: 1, height: 1)
    #expect(throws: RasterError.limit(what: "a coordinate in pixels", value: 8e6, limit: 4e6)) {
      _ = try painted([.fill(.path(wild), .solid(.black), bounds: bounds)], scale: 8)
    }
    let long = Path.polygon((0...10_000).map { Point(x: Double($0 % 20), y: 0) })
    #expect(throws: RasterError.limit(what: "the number of points of a path", value: 10_002, limit: 10_000)) {
      _ = try painted([.stroke(long, Stroke(width: 1), .black)])
    }
    var line = Path()
    line.move(to: .zero)
    line.line(to: Point(x: 1e5, y: 0))
    #expect(throws: RasterError.limit(what: "the number of dashes", value: 200_000, limit: 10_000)) {
      _ = try painted([.stroke(line, Stroke(width: 1, dashes: [0.5, 0.5]), .black)])
    }
    for number in [Double.nan, .infinity, 1e300] {
      #expect(throws: RasterError.self) {
        let bad = Path.polygon([.zero, Point(x: number, y: 0), Point(x: 0, y: 5)])
        _ = try painted([.fill(.path(bad), .solid(.black), bounds: bounds)])
      }
      #expect(throws: RasterError.self) { _ = try painted([], width: number) }
    }
  }
}
