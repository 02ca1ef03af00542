import Testing

@testable import CardRaster

@Suite struct BoundsTests {
  private let box = Rect(x: 10, y: 20, width: 30, height: 40)
  private let quarterTurn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 100, ty: 0)

  @Test func aTransformedRectangleIsInsideItsBounds() {
    #expect(Transform.identity.bounds(of: box) == box)
    #expect(quarterTurn.bounds(of: box) == Rect(x: 40, y: 10, width: 40, height: 30))
    #expect(Transform.scale(-2, 0.5).bounds(of: box) == Rect(x: -80, y: 10, width: 60, height: 20))
  }

  @Test func pointsThatAreNotNumbersHaveInfiniteBounds() {
    #expect(Rect(around: [.zero, Point(x: .nan, y: 0)]).width == 2e9)
    #expect(Rect(around: [Point(x: .infinity, y: 0)]).height == 2e9)
    #expect(Rect(around: []) == Rect(x: 0, y: 0, width: 0, height: 0))
  }

  @Test func aPathIsInsideTheBoundsOfItsPoints() {
    var path = Path()
    #expect(path.bounds(under: .identity) == nil)
    path.move(to: Point(x: 1, y: 2))
    path.curve(Point(x: 9, y: -5), Point(x: 3, y: 3), to: Point(x: 2, y: 8))
    path.close()
    #expect(path.bounds(under: .identity) == Rect(x: 1, y: -5, width: 8, height: 13))
    #expect(path.bounds(under: quarterTurn) == Rect(x: 92, y: 1, width: 13, height: 8))
  }

  @Test func aLineIsAsWideAsItsMitresMayBe() {
    let line = Path.polygon([box.origin, Point(x: box.maxX, y: box.maxY)])
    let item = DisplayItem.stroke(line, Stroke(width: 2), .black)
    #expect(item.bounds(under: .identity, .filter) == box.inset(by: -10))
    #expect(item.bounds(under: .identity, .touch) == box.inset(by: -1))
    #expect(
      item.bounds(under: .scale(2, 3), .touch) == Rect(x: 18, y: 57, width: 64, height: 126))
    #expect(
      DisplayItem.stroke(line, Stroke(width: 2, cap: .round), .black).bounds(under: .identity, .filter)
        == box.inset(by: -1))
  }

  @Test func glyphsHaveMargins() {
    let run = GlyphRun(
      face: FontFace(path: "a.otf"), font: Font("Inter", size: 10), isColor: false, color: .black,
      origin: Point(x: 100, y: 50), glyphs: [.init(id: 1, x: 0, y: 0), .init(id: 2, x: 5, y: -30)], width: 20,
      text: "ab", isRightToLeft: false)
    let item = DisplayItem.glyphs(run)
    #expect(item.bounds(under: .identity, .touch) == Rect(x: 100, y: 40.5, width: 20, height: 12))
    #expect(item.bounds(under: .identity, .filter) == Rect(x: 80, y: 0, width: 60, height: 70))
    #expect(item.bounds(under: .identity, .pixels) == Rect(x: 70, y: -30, width: 80, height: 130))
  }

  @Test func aGroupIsClippedAndCastsShadows() {
    let shadow = Shadow(color: .black, radius: 1, offset: Point(x: 0, y: 10))
    let group = DisplayItem.Group(
      [.rect(box, .black), .rect(box.moved(by: Point(x: 500, y: 0)), .black)],
      transform: .translation(Point(x: 1, y: 1)),
      clip: .roundedRect(RoundedRect(rect: Rect(x: 0, y: 0, width: 100, height: 100))), shadows: [shadow])
    let inside = box.moved(by: Point(x: 1, y: 1)).union(Rect(x: 101, y: 21, width: 0, height: 0))
    #expect(group.bounds(under: .identity, .touch) == inside)
    #expect(
      group.bounds(under: .identity, .filter)
        == inside.union(inside.moved(by: Point(x: 0, y: 10)).inset(by: -4)))
    #expect(
      DisplayItem.Group([.shadow(RoundedRect(rect: box), shadow, hole: nil)]).bounds(under: .identity, .touch)
        == nil)
    #expect(DisplayItem.Group([]).bounds(under: .identity, .pixels) == nil)
  }
}
