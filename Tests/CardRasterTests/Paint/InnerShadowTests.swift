import Testing

@testable import CardRaster

/// Inner shadows, and several shadows of one group.
@Suite struct InnerShadowTests {
  private static let shapes = [
    RoundedRect(rect: Rect(x: 30, y: 25, width: 80, height: 50)),
    RoundedRect(rect: Rect(x: 30, y: 25, width: 80, height: 50), radii: CornerRadii(14)),
    RoundedRect(rect: Rect(x: 30, y: 25, width: 80, height: 50), radii: CornerRadii(14), curve: .continuous),
    RoundedRect(
      rect: Rect(x: 30.4, y: 25.2, width: 80.3, height: 50),
      radii: CornerRadii(topLeft: 0, topRight: 30, bottomRight: 5, bottomLeft: 20)),
  ]

  private static func alpha(_ items: [DisplayItem]) throws -> [UInt8] {
    let mask = try painted(items, width: 140, height: 100)
    return stride(from: 3, to: mask.pixels.count, by: 4).map { mask.pixels[$0] }
  }

  @Test(arguments: shapes, [0, 0.5, 2, 7]) func anInnerShadowIsTheInverseOfTheBlurredShape(
    shape: RoundedRect, sigma: Double
  ) throws {
    for offset in [Point.zero, Point(x: 4, y: -3), Point(x: 0, y: 8)] {
      let moved = try Self.alpha([.roundedRect(shape.moved(by: offset), .solid(.black))])
      let covered = try Self.alpha([.roundedRect(shape, .solid(.black))])
      let blurred = ShadowPaintTests.blurred(moved, width: 140, sigma: sigma)
      let shadow = Shadow(color: .black, radius: sigma, offset: offset)
      let found = try Self.alpha([.innerShadow(shape, shadow)])
      var worst = 0.0
      for index in found.indices {
        let exact = (255 - blurred[index]) * Double(covered[index]) / 255
        worst = max(worst, abs(exact - Double(found[index])))
      }
      #expect(worst <= 1.5, "\(offset)")
    }
  }

  @Test func anInnerShadowIsDrawnInItsColourAndNowhereOutside() throws {
    let shape = RoundedRect(rect: Rect(x: 4, y: 4, width: 12, height: 12))
    let red = Color(red: 255, green: 0, blue: 0, alpha: 128)
    let picture = try painted([.innerShadow(shape, Shadow(color: red, radius: 0, offset: Point(x: 0, y: 3)))])
    #expect(picture[8, 5] == red && picture[8, 8].isClear && picture[8, 2].isClear && picture[2, 8].isClear)
    let far = try painted([.innerShadow(shape, Shadow(color: red, radius: 1, offset: Point(x: 90, y: 0)))])
    #expect(far[8, 8] == red && far[17, 8].isClear)
  }

  @Test func anInnerShadowRotatesWithItsGroup() throws {
    let shape = RoundedRect(rect: Rect(x: 10, y: 12, width: 40, height: 30), radii: CornerRadii(6))
    let item = DisplayItem.innerShadow(shape, Shadow(color: .black, radius: 3, offset: Point(x: 0, y: 2)))
    let plain = try painted([item], width: 60, height: 60)
    let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 60, ty: 0)
    let turned = try painted([.group(DisplayItem.Group([item], transform: turn))], width: 60, height: 60)
    for y in 0..<60 {
      for x in 0..<60 { #expect(abs(Int(turned[59 - y, x].alpha) - Int(plain[x, y].alpha)) <= 2) }
    }
  }

  @Test func severalShadowsOfAGroupAreBelowItOnly() throws {
    let text: [DisplayItem] = [
      .squares([40, 60.3, 85], baseline: 60, size: 16, color: Color(rgb: 0x204080)),
      .rect(Rect(x: 40, y: 64, width: 50, height: 2), Color(rgb: 0x204080).multiplyingAlpha(by: 0.5)),
    ]
    let upper = Shadow(
      color: Color(red: 255, green: 0, blue: 0, alpha: 160), radius: 2, offset: Point(x: 5, y: 4))
    let lower = Shadow(
      color: Color(red: 0, green: 200, blue: 0, alpha: 255), radius: 4, offset: Point(x: -9, y: 6))
    let mask = try Self.alpha(text)
    let plain = try painted(text, width: 140, height: 100)
    func layer(_ shadow: Shadow) -> [Double] {
      let blurred = ShadowPaintTests.blurred(mask, width: 140, sigma: shadow.radius)
      let (dx, dy) = (Int(shadow.offset.x), Int(shadow.offset.y))
      return (0..<14_000).map { index in
        let (x, y) = (index % 140 - dx, index / 140 - dy)
        guard (0..<140).contains(x), (0..<100).contains(y) else { return 0 }
        return blurred[y * 140 + x] / 255 * Double(shadow.color.alpha) / 255
      }
    }
    let (first, second) = (layer(upper), layer(lower))
    let found = try painted(
      [.group(DisplayItem.Group(text, shadows: [upper, lower]))], width: 140, height: 100,
      background: .solid(.white))
    var worst = 0.0
    for index in 0..<14_000 {
      let top = plain[index % 140, index / 140]
      let here = found[index % 140, index / 140]
      func exact(_ channel: (Color) -> UInt8) -> Double {
        var value = 255.0
        value = value * (1 - second[index]) + Double(channel(lower.color)) * second[index]
        value = value * (1 - first[index]) + Double(channel(upper.color)) * first[index]
        let share = Double(top.alpha) / 255
        return value * (1 - share) + Double(channel(top)) * share
      }
      for channel in [{ (c: Color) in c.red }, { $0.green }, { $0.blue }] {
        worst = max(worst, abs(exact(channel) - Double(channel(here))))
      }
    }
    #expect(worst <= 2)
    let nested = try painted(
      [.group(DisplayItem.Group([.group(DisplayItem.Group(text, shadows: [upper]))], shadows: [lower]))],
      width: 140, height: 100, background: .solid(.white))
    #expect(nested.difference(from: found) > 20, "a shadow around a shadow would differ")
  }

  @Test func aClearShadowOfAListChangesNothing() throws {
    let shadow = Shadow(color: .black, radius: 2, offset: Point(x: 1, y: 1))
    let clear = Shadow(color: .clear, radius: 9, offset: .zero)
    let items: [DisplayItem] = [.rect(Rect(x: 5, y: 5, width: 6, height: 6), .black)]
    func picture(_ shadows: [Shadow]) throws -> Bitmap {
      try painted([.group(DisplayItem.Group(items, shadows: shadows))])
    }
    #expect(try picture([clear, shadow, clear]) == picture([shadow]))
    #expect(try picture([clear]) == painted(items))
  }

  @Test func blursOfAListAreBoundedOneByOne() throws {
    let shadow = Shadow(color: .black, radius: 257, offset: .zero)
    let fine = Shadow(color: .black, radius: 250, offset: .zero)
    let items: [DisplayItem] = [.rect(Rect(x: 5, y: 5, width: 6, height: 6), .black)]
    _ = try painted([.group(DisplayItem.Group(items, shadows: [fine, fine, fine]))], scale: 2)
    #expect(throws: RasterError.limit(what: "a blur radius in pixels", value: 514, limit: 512)) {
      _ = try painted([.group(DisplayItem.Group(items, shadows: [fine, shadow]))], scale: 2)
    }
    #expect(throws: RasterError.limit(what: "a blur radius in pixels", value: 514, limit: 512)) {
      _ = try painted(
        [.innerShadow(RoundedRect(rect: Rect(x: 0, y: 0, width: 9, height: 9)), shadow)], scale: 2)
    }
  }
}
