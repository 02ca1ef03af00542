import Testing

@testable import CardRaster

@Suite struct ShadowPaintTests {
  /// The blur by its definition, over a mask with rows of `width` pixels.
  ///
  /// It is a Gaussian sampled at whole pixels to 3.5 σ, row by row and column by column.
  static func blurred(_ mask: [UInt8], width: Int, sigma: Double) -> [Double] {
    guard sigma > 0 else { return mask.map(Double.init) }
    let reach = Int((3.5 * sigma).rounded(.up))
    let half = (0...reach).map { GaussianKernel.exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = 2 * half.reduce(0, +) - 1
    let height = mask.count / width
    func along(_ source: [Double], _ count: Int, _ lines: Int, _ step: Int, _ lineStep: Int) -> [Double] {
      var result = source
      for line in 0..<lines {
        guard (0..<count).contains(where: { source[line * lineStep + $0 * step] != 0 }) else { continue }
        for place in 0..<count {
          var value = 0.0
          for other in max(0, place - reach)...min(count - 1, place + reach) {
            value += source[line * lineStep + other * step] * half[abs(other - place)]
          }
          result[line * lineStep + place * step] = value / sum
        }
      }
      return result
    }
    let rows = along(mask.map(Double.init), width, height, 1, width)
    return along(rows, height, width, width, 1)
  }

  private static let shapes = [
    RoundedRect(rect: Rect(x: 40, y: 40, width: 110, height: 70)),
    RoundedRect(rect: Rect(x: 40, y: 40, width: 110, height: 70), radii: CornerRadii(12)),
    RoundedRect(rect: Rect(x: 40.3, y: 39.6, width: 100.5, height: 70.2), radii: CornerRadii(35)),
    RoundedRect(
      rect: Rect(x: 50, y: 45, width: 80, height: 60),
      radii: CornerRadii(topLeft: 30, topRight: 0, bottomRight: 8, bottomLeft: 20)),
    RoundedRect(rect: Rect(x: 90, y: 70, width: 5, height: 3), radii: CornerRadii(1.5)),
    RoundedRect(
      rect: Rect(x: 40.3, y: 39.6, width: 100.5, height: 70.2), radii: CornerRadii(21), curve: .continuous),
    RoundedRect(
      rect: Rect(x: 50, y: 45, width: 80, height: 60),
      radii: CornerRadii(topLeft: 30, topRight: 0, bottomRight: 8, bottomLeft: 20), curve: .continuous),
  ]

  @Test(arguments: shapes, [0, 0.1, 0.4, 0.8, 1, 1.3, 6, 11.9, 13, 20]) func aShadowIsTheBlurOfTheWholeMask(
    shape: RoundedRect, sigma: Double
  ) throws {
    let (width, height, margin) = (190, 150, 72)
    let wide = (width + 2 * margin, height + 2 * margin)
    let moved = shape.moved(by: Point(x: Double(margin), y: Double(margin)))
    let mask = try painted(
      [.roundedRect(moved, .solid(.black))], width: Double(wide.0), height: Double(wide.1))
    let alpha = stride(from: 3, to: mask.pixels.count, by: 4).map { mask.pixels[$0] }
    let exact = Self.blurred(alpha, width: wide.0, sigma: sigma)
    let shadow = Shadow(color: .black, radius: sigma, offset: .zero)
    let item = DisplayItem.shadow(shape, shadow, hole: nil)
    let found = try painted([item], width: Double(width), height: Double(height))
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let here = exact[(y + margin) * wide.0 + x + margin]
        worst = max(worst, abs(here.rounded() - Double(found[x, y].alpha)))
      }
    }
    #expect(worst <= 1)
  }

  @Test func aSmallBlurHasNoSeamsInATallShape() throws {
    let shape = RoundedRect(
      rect: Rect(x: 8, y: -20, width: 24, height: 600), radii: CornerRadii(9), curve: .continuous)
    let item = DisplayItem.shadow(shape, Shadow(color: .black, radius: 0.6, offset: .zero), hole: nil)
    let found = try painted([item], width: 40, height: 560)
    let mask = try painted([.roundedRect(shape, .solid(.black))], width: 40, height: 560)
    let exact = Self.blurred(
      stride(from: 3, to: mask.pixels.count, by: 4).map { mask.pixels[$0] }, width: 40, sigma: 0.6)
    for y in 10..<550 {
      for x in 0..<40 { #expect(abs(exact[y * 40 + x].rounded() - Double(found[x, y].alpha)) <= 1) }
    }
  }

  @Test func theShadowOfAGroupIsTheBlurOfItsAlpha() throws {
    let shapes: [DisplayItem] = [
      .rect(Rect(x: 60, y: 60, width: 30, height: 4), .black),
      .rect(Rect(x: 70, y: 80, width: 50, height: 20), Color.white.multiplyingAlpha(by: 0.6)),
    ]
    for sigma in [1.5, 5, 14] {
      let mask = try painted(shapes, width: 180, height: 160)
      let alpha = stride(from: 3, to: mask.pixels.count, by: 4).map { mask.pixels[$0] }
      let exact = Self.blurred(alpha, width: 180, sigma: sigma)
      let shadow = Shadow(color: Color(rgb: 0x0000FF), radius: sigma, offset: Point(x: -3, y: 5))
      let found = try painted(
        [.group(DisplayItem.Group(shapes, shadows: [shadow]))], width: 180, height: 160)
      for y in 10..<150 {
        for x in 10..<170 where mask[x, y].isClear {
          #expect(abs(exact[(y - 5) * 180 + x + 3] - Double(found[x, y].alpha)) <= 1)
        }
      }
      #expect(found[75, 62] == .black)
    }
  }

  @Test func aShadowWithoutBlurIsTheMovedShape() throws {
    let shape = RoundedRect(rect: Rect(x: 2, y: 2, width: 10, height: 10), radii: CornerRadii(3))
    let shadow = Shadow(color: .black, radius: 0, offset: Point(x: 4, y: 5))
    let found = try painted([.shadow(shape, shadow, hole: nil)])
    let moved = try painted([.roundedRect(shape.moved(by: shadow.offset), .solid(.black))])
    #expect(found.difference(from: moved) <= 1)
  }

  @Test func nothingIsDrawnUnderTheHoleAndThereIsNoSeamAroundIt() throws {
    let card = RoundedRect(rect: Rect(x: 10, y: 10, width: 40, height: 30), radii: CornerRadii(9))
    let shadow = Shadow(color: .black, radius: 4, offset: Point(x: 0, y: 2))
    let cut = try painted([.shadow(card, shadow, hole: card)], width: 60, height: 50)
    #expect(cut[30, 25].isClear && cut[10, 25].isClear && cut[9, 25].alpha > 60)
    let panel = DisplayItem.roundedRect(card, .solid(.white))
    let with = try painted(
      [.shadow(card, shadow, hole: card), panel], width: 60, height: 50, background: .solid(.white))
    let without = try painted(
      [.shadow(card, shadow, hole: nil), panel], width: 60, height: 50, background: .solid(.white))
    #expect(with == without)
  }

  @Test func theShadowsAlphaIsThatOfItsColour() throws {
    let shape = RoundedRect(rect: Rect(x: -50, y: -50, width: 120, height: 120))
    let shadow = Shadow(color: Color(red: 255, green: 0, blue: 0, alpha: 77), radius: 3, offset: .zero)
    #expect(try painted([.shadow(shape, shadow, hole: nil)])[10, 10] == shadow.color)
  }

  @Test func aShadowInARoundedOrTurnedGroupIsTheSameShadow() throws {
    let shape = RoundedRect(rect: Rect(x: 15, y: 15, width: 30, height: 30), radii: CornerRadii(6))
    let item = DisplayItem.shadow(
      shape, Shadow(color: .black, radius: 4, offset: .zero),
      hole: RoundedRect(rect: Rect(x: 20, y: 20, width: 20, height: 20)))
    let plain = try painted([item], width: 60, height: 60)
    let clip = DisplayItem.Shape.roundedRect(
      RoundedRect(rect: Rect(x: 0, y: 0, width: 60, height: 60), radii: CornerRadii(30)))
    let clipped = try painted([.group(DisplayItem.Group([item], clip: clip))], width: 60, height: 60)
    #expect(clipped[0, 0].isClear)
    for x in 5..<55 { #expect(abs(Int(clipped[x, 30].alpha) - Int(plain[x, 30].alpha)) <= 1) }
    let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 60, ty: 0)
    let turned = try painted([.group(DisplayItem.Group([item], transform: turn))], width: 60, height: 60)
    #expect(turned.difference(from: plain) <= 1)
  }

  @Test func aBlurOverTheLimitIsAnErrorAndTheLargestIsDrawn() throws {
    let shape = RoundedRect(rect: Rect(x: 5, y: 5, width: 10, height: 10), radii: CornerRadii(5))
    func item(_ radius: Double) -> DisplayItem {
      .shadow(shape, Shadow(color: .black, radius: radius, offset: .zero), hole: nil)
    }
    #expect(throws: RasterError.limit(what: "a blur radius in pixels", value: 514, limit: 512)) {
      _ = try painted([item(257)], scale: 2)
    }
    #expect(throws: RasterError.limit(what: "a blur radius in pixels", value: 514, limit: 512)) {
      let shadow = Shadow(color: .black, radius: 257, offset: .zero)
      _ = try painted([.group(DisplayItem.Group([.rect(shape.rect, .black)], shadows: [shadow]))], scale: 2)
    }
    _ = try painted([item(256)], scale: 2)
  }
}
