import Testing

@testable import CardRaster

/// Painting only a part gives the same pixels as painting the whole picture.
@Suite struct PaintedPartTests {
  private func list(glass: Bool) throws -> DisplayList {
    let gradient = try #require(
      Gradient(
        kind: .linear(start: Point(x: 0, y: 0), end: Point(x: 1, y: 1)),
        stops: [
          Gradient.Stop(offset: 0, color: .white), Gradient.Stop(offset: 1, color: Color(rgb: 0x2040A0)),
        ]
      ))
    let shape = RoundedRect(rect: Rect(x: 12, y: 8, width: 50, height: 40), radii: CornerRadii(9))
    var items: [DisplayItem] = [
      .shadow(shape, Shadow(color: .black, radius: 5, offset: Point(x: 2, y: 3)), hole: nil),
      .roundedRect(shape, .solid(Color(rgb: 0xE2574C))),
      .group(.init([.rect(Rect(x: 0, y: 20, width: 90, height: 6), .white)], opacity: 0.5)),
    ]
    if glass { items.append(.backdrop(.roundedRect(shape), BackdropBlur(radius: 3))) }
    return DisplayList(
      size: Size(width: 80, height: 60), scale: 1.5, background: .gradient(gradient), items: items)
  }

  @Test(arguments: [
    Rect(x: 5, y: 20, width: 60, height: 0), Rect(x: 50.3, y: 41.7, width: 20, height: 9),
    Rect(x: -20, y: 55, width: 200, height: 40),
  ]) func aPartIsEqualToThatOfTheWhole(rect: Rect) throws {
    let list = try list(glass: false)
    let whole = try BitmapPainter.paint(list, glyphs: SquareGlyphs()).bitmap()
    let part = try BitmapPainter.part(of: list, around: rect, glyphs: SquareGlyphs())
    #expect(part.area.width * part.area.height < whole.width * whole.height / 2)
    for y in 0..<part.bitmap.height {
      for x in 0..<part.bitmap.width {
        #expect(part.bitmap[x, y] == whole[x + part.area.minX, y + part.area.minY])
      }
    }
    let place = Point(x: max(0, rect.minX) + 0.2, y: rect.minY + 0.2)
    #expect(part.color(at: place) == whole[Int(place.x * 1.5), Int(place.y * 1.5)])
    #expect(part.color(at: Point(x: 79, y: 1)) == nil)
  }

  @Test func everythingBehindGlassIsPainted() throws {
    let list = try list(glass: true)
    let whole = try BitmapPainter.paint(list, glyphs: SquareGlyphs()).bitmap()
    let part = try BitmapPainter.part(
      of: list, around: Rect(x: 30, y: 30, width: 4, height: 4), glyphs: SquareGlyphs())
    #expect(part.bitmap.pixels == whole.pixels)
  }
}
