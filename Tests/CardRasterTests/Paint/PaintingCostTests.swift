import TestSupport
import Testing

@testable import CardRaster

/// The estimated cost of painting.
@Suite struct PaintingCostTests {
  private let red = Color(red: 255, green: 0, blue: 0, alpha: 128)

  private func list(_ side: Double, _ items: [DisplayItem]) -> DisplayList {
    DisplayList(size: Size(width: side, height: side), scale: 1, background: .solid(.white), items: items)
  }

  private func square(_ side: Double) -> DisplayItem {
    .rect(Rect(x: 0, y: 0, width: side, height: side), red)
  }

  private func state(_ side: Int) throws -> PaintState {
    let all = try #require(PixelRect(minX: 0, minY: 0, maxX: side, maxY: side))
    return PaintState(map: .identity, clip: PaintClip(bounds: all))
  }

  private func cost(_ items: [DisplayItem], side: Int = 100) throws -> PaintingCost {
    PaintingCost(of: items, try state(side))
  }

  @Test func theCostOfASquareIsItsVisiblePixels() throws {
    #expect(try cost([square(10)]) == PaintingCost(work: 100))
    #expect(try cost([square(1_000)]) == PaintingCost(work: 10_000))
    let clip = DisplayItem.Shape.roundedRect(RoundedRect(rect: Rect(x: 0, y: 0, width: 20, height: 20)))
    #expect(try cost([.group(DisplayItem.Group([square(1_000)], clip: clip))]) == PaintingCost(work: 400))
    let away = DisplayItem.Group([square(10)], transform: .translation(Point(x: 200, y: 0)), opacity: 0.5)
    #expect(try cost([.group(away)]) == PaintingCost())
  }

  @Test func nestedLayersNeedMemoryAtTheSameTimeAndSiblingsDoNot() throws {
    let layer = DisplayItem.group(DisplayItem.Group([square(10)], opacity: 0.5))
    #expect(try cost([layer]).memory == 400)
    #expect(try cost([layer, layer]).memory == 400)
    let outer = DisplayItem.group(DisplayItem.Group([layer], opacity: 0.5))
    #expect(try cost([outer]).memory == 800)
    #expect(try cost([layer, layer]).work == 2 * cost([layer]).work)
  }

  @Test func blendsShadowsAndBlursCountMoreThanAFade() throws {
    let fade = try cost([.group(DisplayItem.Group([square(50)], opacity: 0.5))]).work
    let blend = try cost([.group(DisplayItem.Group([square(50)], blendMode: .multiply))]).work
    let shadow = Shadow(color: .black, radius: 3, offset: .zero)
    let shadowed = try cost([.group(DisplayItem.Group([square(50)], shadows: [shadow]))])
    let shape = DisplayItem.Shape.roundedRect(RoundedRect(rect: Rect(x: 0, y: 0, width: 50, height: 50)))
    let blur = try cost([.backdrop(shape, BackdropBlur(radius: 1))])
    #expect(fade < blend)
    #expect(fade < shadowed.work)
    #expect(blend < blur.work)
    #expect(shadowed.memory > 4 * 2_500)
    #expect(try cost([.backdrop(shape, BackdropBlur(radius: 0))]) == PaintingCost())
  }

  @Test func slowPicturesCountAsOftenAsTheyAreVisible() throws {
    func picture(_ seconds: Double, x: Double = 0) -> DisplayItem {
      var vector = SVGPicture([])
      vector.note(seconds: seconds)
      let source = ImageSource(
        name: "a.svg", size: Size(width: 9, height: 9), content: .vector(vector), file: nil)
      return .image(DisplayItem.ImageItem(image: source, frame: Rect(x: x, y: 0, width: 9, height: 9)))
    }
    let slow = picture(1.5)
    #expect(
      message { try PaintingCost.checkLimits(of: list(100, [slow, slow, picture(1.5, x: 200)])) }
        == "no error")
    #expect(
      message { try PaintingCost.checkLimits(of: list(100, [slow, slow, slow])) }
        == "all SVG pictures together take more processor time than 4 s")
    // A picture that is drawn quickly, such as an icon, does not count.
    #expect(try cost([picture(0.04)]).vectors == 0)
    #expect(SVGPicture([1]) == SVGPicture([1]))
  }

  @Test func aDeckOfManyLayersIsRefusedBeforeAnythingIsPainted() throws {
    let layer = DisplayItem.group(DisplayItem.Group([square(8_000)], blendMode: .multiply))
    func many(_ count: Int) -> DisplayList { list(8_000, [DisplayItem](repeating: layer, count: count)) }
    #expect(throws: Never.self) { try PaintingCost.checkLimits(of: many(3)) }
    let error = #expect(throws: RasterError.self) { try PaintingCost.checkLimits(of: many(100)) }
    #expect(error?.message.hasPrefix("the number of pixels to paint") == true)
    #expect(throws: RasterError.self) { _ = try BitmapPainter.paint(many(100), glyphs: SquareGlyphs()) }
    // Many layers of a small picture are far below the limit.
    #expect(throws: Never.self) {
      try PaintingCost.checkLimits(of: list(100, [DisplayItem](repeating: layer, count: 10_000)))
    }
  }

  @Test func layersThatNeedTooMuchMemoryAreRefused() throws {
    func nested(_ depth: Int) -> DisplayItem {
      depth == 0 ? square(8_000) : .group(DisplayItem.Group([nested(depth - 1)], opacity: 0.5))
    }
    #expect(throws: Never.self) { try PaintingCost.checkLimits(of: list(8_000, [nested(2)])) }
    let error = #expect(throws: RasterError.self) {
      try PaintingCost.checkLimits(of: list(8_000, [nested(3)]))
    }
    #expect(error?.message.hasPrefix("the memory of the picture's layers") == true)
  }

  @Test func aSeriesHasTheSameErrorsAsASinglePicture() throws {
    let plain = list(1_400, [square(1_400)])
    let layer = DisplayItem.group(DisplayItem.Group([square(1_400)], blendMode: .multiply))
    let heavy = list(1_400, [square(1_400)] + [DisplayItem](repeating: layer, count: 400))
    let series = IncrementalPainter()
    _ = try series.bitmap(plain, glyphs: SquareGlyphs())
    #expect(throws: RasterError.self) { try series.bitmap(heavy, glyphs: SquareGlyphs()) }
    #expect(throws: RasterError.self) { _ = try BitmapPainter.paint(heavy, glyphs: SquareGlyphs()) }
    #expect(throws: Never.self) { try series.bitmap(plain, glyphs: SquareGlyphs()) }
  }

  @Test func aPatternOfTooManyFiguresIsRefused() throws {
    func list(_ spacing: Double) -> DisplayList {
      let shape = RoundedRect(rect: Rect(x: 0, y: 0, width: 8_000, height: 8_000))
      let dots = Pattern(figure: .dots, size: 1, spacing: spacing)
      return self.list(8_000, [.roundedRect(shape, .pattern(dots))])
    }
    #expect(throws: Never.self) { try PaintingCost.checkLimits(of: list(16)) }
    #expect(throws: RasterError.self) { try PaintingCost.checkLimits(of: list(2)) }
  }
}
