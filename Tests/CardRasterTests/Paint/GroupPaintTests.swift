import Testing

@testable import CardRaster

@Suite struct GroupPaintTests {
  private let red = Color(rgb: 0xFF0000)

  @Test func aFadedGroupFadesItsOverlappingItemsAsOne() throws {
    let group = DisplayItem.Group(
      [
        .rect(Rect(x: 0, y: 0, width: 12, height: 20), .black),
        .rect(Rect(x: 8, y: 0, width: 12, height: 20), red),
      ], opacity: 0.5)
    let picture = try painted([.group(group)])
    #expect(abs(Int(picture[10, 10].alpha) - 128) <= 1 && picture[10, 10].red == 255)
    #expect(abs(Int(picture[4, 10].alpha) - 128) <= 1 && picture[4, 10].red == 0)
  }

  @Test func aGroupWithoutOpacityShowsNothing() throws {
    let group = DisplayItem.Group([.rect(Rect(x: 0, y: 0, width: 20, height: 20), red)], opacity: 0)
    #expect(try painted([.group(group)]).pixels.allSatisfy { $0 == 0 })
  }

  @Test func aRoundedClipHasTheCoverageOfAFill() throws {
    let shape = RoundedRect(rect: Rect(x: 2, y: 2, width: 16, height: 16), radii: CornerRadii(6))
    let all = DisplayItem.rect(Rect(x: 0, y: 0, width: 20, height: 20), red)
    let clipped = try painted([.group(DisplayItem.Group([all], clip: .roundedRect(shape)))])
    let filled = try painted([.roundedRect(shape, .solid(red))])
    #expect(clipped.difference(from: filled) <= 1)
    #expect(clipped[0, 10].isClear && clipped[2, 2].isClear && clipped[10, 10] == red)
  }

  @Test func clipsOfNestedGroupsAreCombined() throws {
    let all = DisplayItem.rect(Rect(x: 0, y: 0, width: 20, height: 20), red)
    let inner = DisplayItem.Group(
      [all], clip: .roundedRect(RoundedRect(rect: Rect(x: 5, y: 0, width: 15, height: 20))))
    let outer = DisplayItem.Group(
      [.group(inner), .rect(Rect(x: 0, y: 0, width: 1, height: 20), .black)],
      clip: .path(.polygon([Point(x: 0, y: 0), Point(x: 20, y: 0), Point(x: 0, y: 20)])))
    let picture = try painted([.group(outer)])
    #expect(
      picture[4, 2].isClear && picture[5, 2] == red && picture[18, 18].isClear && picture[0, 5] == .black)
  }

  @Test func aGroupIsMovedScaledAndRotated() throws {
    let item = DisplayItem.rect(Rect(x: 0, y: 0, width: 4, height: 2), red)
    let moved = try painted([.group(DisplayItem.Group([item], transform: .translation(Point(x: 3, y: 5))))])
    #expect(moved[3, 5] == red && moved[6, 6] == red && moved[2, 5].isClear && moved[7, 5].isClear)
    let scaled = try painted([.group(DisplayItem.Group([item], transform: .scale(2, 3)))])
    #expect(scaled[7, 5] == red && scaled[8, 5].isClear && scaled[7, 6].isClear)
    let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 10, ty: 0)
    let turned = try painted([.group(DisplayItem.Group([item], transform: turn))])
    #expect(turned[8, 0] == red && turned[9, 3] == red && turned[7, 0].isClear && turned[9, 4].isClear)
  }

  @Test func aFadedShadowFadesWithItsGroup() throws {
    let shadow = Shadow(color: .black, radius: 0, offset: Point(x: 5, y: 0))
    let group = DisplayItem.Group(
      [.rect(Rect(x: 2, y: 2, width: 10, height: 10), red)], opacity: 0.5, shadows: [shadow])
    let picture = try painted([.group(group)])
    #expect(picture[10, 5].red == 255 && abs(Int(picture[10, 5].alpha) - 128) <= 1)
    #expect(picture[14, 5].red == 0 && abs(Int(picture[14, 5].alpha) - 128) <= 1)
  }

  @Test func theShadowOfAClippedGroupIsThatOfItsVisiblePart() throws {
    let shadow = Shadow(color: .black, radius: 0, offset: Point(x: 0, y: 6))
    let group = DisplayItem.Group(
      [.rect(Rect(x: 0, y: 0, width: 20, height: 20), red)],
      clip: .roundedRect(RoundedRect(rect: Rect(x: 4, y: 2, width: 6, height: 6))), shadows: [shadow])
    let picture = try painted([.group(group)])
    #expect(
      picture[5, 3] == red && picture[5, 10] == .black && picture[5, 15].isClear && picture[12, 10].isClear)
  }

  @Test func groupsAreNestedAsDeepAsTheLimitAndNoDeeper() throws {
    func nested(_ depth: Int, opacity: Double) -> DisplayItem {
      (0..<depth).reduce(.rect(Rect(x: 0, y: 0, width: 20, height: 20), red)) { item, _ in
        .group(DisplayItem.Group([item], opacity: opacity))
      }
    }
    #expect(try painted([nested(Limits.groups, opacity: 1)])[5, 5] == red)
    #expect(try painted([nested(Limits.groups, opacity: 0.999)])[5, 5].alpha > 100)
    let (depth, limit) = (Double(Limits.groups + 1), Double(Limits.groups))
    let tooDeep = RasterError.limit(what: "the nesting of groups", value: depth, limit: limit)
    for opacity in [1, 0.999] {
      #expect(throws: tooDeep) { _ = try painted([nested(Limits.groups + 1, opacity: opacity)]) }
    }
    let list = DisplayList(
      size: Size(width: 20, height: 20), scale: 1, background: nil,
      items: [nested(Limits.groups + 1, opacity: 1)])
    #expect(throws: tooDeep) {
      _ = try SVGPainter.paint(list, options: SVGPainter.Options(), glyphs: SquareGlyphs())
    }
  }

  @Test func theSameListGivesTheSamePixels() throws {
    let kind = Gradient.Kind.radial(center: Point(x: 0.5, y: 0.5), radius: 0.6)
    let gradient = try #require(Gradient(kind: kind, colors: [red, .white, .black]))
    let shape = RoundedRect(rect: Rect(x: 20, y: 20, width: 60, height: 50), radii: CornerRadii(13))
    let shadow = Shadow(color: .black, radius: 7, offset: Point(x: 1, y: 3))
    let items: [DisplayItem] = [
      .shadow(shape, shadow, hole: shape), .roundedRect(shape, .gradient(gradient)),
      .group(
        DisplayItem.Group([.squares([30, 41.3], baseline: 50, size: 9)], opacity: 0.7, shadows: [shadow])),
    ]
    let first = try painted(items, width: 100, height: 90, scale: 1.5, background: .gradient(gradient))
    #expect(try first == painted(items, width: 100, height: 90, scale: 1.5, background: .gradient(gradient)))
  }
}
