import Testing

@testable import CardRaster

/// Groups masked by the alpha of a gradient, in PNG and in SVG.
@Suite struct MaskPaintTests {
  private let red = Color(rgb: 0xFF0000)
  private let all = DisplayItem.rect(Rect(x: 0, y: 0, width: 20, height: 20), Color(rgb: 0xFF0000))

  private func fading(_ edges: Insets, _ rect: Rect = Rect(x: 0, y: 0, width: 20, height: 20)) throws -> Mask
  {
    try #require(Mask.fading(at: edges, of: rect).first)
  }

  @Test func aFadeIsLinearUpToTheEdge() throws {
    let mask = try fading(Insets(top: 0, left: 0, bottom: 0, right: 10))
    let picture = try painted([.group(DisplayItem.Group([all], mask: mask))])
    #expect(picture[3, 10] == red && picture[9, 0] == red)
    for x in 10..<20 {
      let expected = 255 * (19.5 - Double(x)) / 10
      #expect((Double(picture[x, 4].alpha) - expected).magnitude <= 2, "\(x)")
    }
    #expect(picture[15, 4].red == 255 && picture[15, 4].green == 0)
  }

  @Test func nothingIsVisibleOutsideTheMask() throws {
    let mask = try fading(
      Insets(top: 4, left: 0, bottom: 4, right: 0), Rect(x: 5, y: 4, width: 10, height: 12))
    let picture = try painted([.group(DisplayItem.Group([all], mask: mask))])
    #expect(picture[4, 10].isClear && picture[15, 10].isClear && picture[10, 3].isClear)
    #expect(picture[5, 10] == red && picture[14, 9] == red)
    #expect(picture[10, 4].alpha < 40 && picture[10, 6].alpha > picture[10, 5].alpha)
    #expect(picture[10, 15].alpha < 40)
  }

  @Test func aMaskWorksOnOpacityShadowAndTransformToo() throws {
    let mask = try fading(Insets(top: 0, left: 10, bottom: 0, right: 0))
    let shadow = Shadow(color: .black, radius: 0, offset: Point(x: 0, y: 8))
    let group = DisplayItem.Group(
      [.rect(Rect(x: 0, y: 0, width: 20, height: 8), red)], transform: .translation(Point(x: 4, y: 2)),
      opacity: 0.5, shadows: [shadow], mask: mask)
    let picture = try painted([.group(group)], width: 30)
    #expect(abs(Int(picture[20, 5].alpha) - 128) <= 1, "where the mask is full")
    #expect(abs(Int(picture[9, 5].alpha) - 70) <= 3, "the fade moves with the group")
    #expect(picture[9, 5].red == 255)
    #expect(abs(Int(picture[9, 13].alpha) - 70) <= 3 && picture[9, 13].red == 0, "the shadow fades too")
    #expect(picture[3, 5].isClear)
  }

  @Test func fadesOnBothAxesAreTwoMasksAndMeetingFadesShareTheLength() throws {
    let rect = Rect(x: 0, y: 0, width: 20, height: 10)
    #expect(Mask.fading(at: .zero, of: rect).isEmpty)
    #expect(Mask.fading(at: Insets(3), of: rect).count == 2)
    #expect(Mask.fading(at: Insets(3), of: Rect(x: 0, y: 0, width: 0, height: 0)).isEmpty)
    let meeting = try #require(
      Mask.fading(at: Insets(top: 0, left: 30, bottom: 0, right: 10), of: rect).first)
    guard case .gradient(let gradient) = meeting.content else {
      Issue.record("a fade is a gradient")
      return
    }
    #expect(gradient.stops.map(\.offset) == [0, 0.75, 0.75, 1])
  }

  @Test func onlyTheAlphaOfTheGradientCounts() throws {
    let kind = Gradient.Kind.linear(start: .zero, end: Point(x: 1, y: 0))
    let rect = Rect(x: 0, y: 0, width: 20, height: 20)
    let opaqueToClear = try #require(Gradient(kind: kind, colors: [.black, .clear]))
    let redToClear = try #require(Gradient(kind: kind, colors: [red, red.multiplyingAlpha(by: 0)]))
    #expect(Mask(opaqueToClear, over: rect) == Mask(redToClear, over: rect))
  }

  @Test func aPictureHidesWhatIsBehindItsTransparentPixels() throws {
    let half = try makeBitmap(20, 20) { x, _ in x < 10 ? Color(rgb: 0x00FF00) : .clear }
    let image = ImageSource(
      name: "half", size: Size(width: 20, height: 20), content: .bitmap(half), file: nil)
    let frame = Rect(x: -4, y: 0, width: 20, height: 20)
    let mask = Mask(
      DisplayItem.ImageItem(image: image, frame: frame), in: Rect(x: 2, y: 0, width: 9, height: 9))
    let picture = try painted([.group(DisplayItem.Group([all], mask: mask))])
    #expect(picture[3, 3] == red && picture[9, 3].isClear, "the alpha counts, and not the colour")
    #expect(picture[1, 3].isClear && picture[3, 9].isClear, "outside of the bounds")
    let moved = mask.placed { $0.moved(by: Point(x: 1, y: 0)) }
    #expect(moved.bounds.minX == 3)
  }

  @Test(arguments: [1.0, 2.0]) func anSVGViewerShowsRotatedMasksAndShapes(scale: Double) throws {
    let bounds = Rect(x: 4, y: 2, width: 30, height: 20)
    let spot = try makeBitmap(30, 20) { x, y in x > 8 && y < 15 ? Color(rgb: 0x00FF00) : .clear }
    let disc = DisplayItem.ImageItem(
      image: ImageSource(
        name: "spot", size: Size(width: 30, height: 20), content: .bitmap(spot), file: nil), frame: bounds)
    let conic = try #require(
      Gradient(kind: .conic(center: Point(x: 0.5, y: 0.5), angle: 20), colors: [.black, .clear]))
    let radial = try #require(
      Gradient(kind: .radial(center: Point(x: 0.5, y: 0.5), radius: 0.5), colors: [.black, .clear]))
    let (sine, cosine) = Angle.sineAndCosine(degrees: 20)
    func group(_ mask: Mask, at x: Double) -> DisplayItem {
      .group(
        DisplayItem.Group(
          [.rect(bounds, red)],
          transform: Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: x, ty: 2), mask: mask))
    }
    let items = [
      group(Mask(disc, in: bounds), at: 6), group(Mask(conic, over: bounds), at: 44),
      group(Mask(radial, over: bounds), at: 82),
    ]
    let size = Size(width: 130, height: 40)
    let list = DisplayList(size: size, scale: scale, background: .solid(.white), items: items)
    let svg = String(
      decoding: try SVGPainter.paint(list, options: SVGPainter.Options(), glyphs: SquareGlyphs()),
      as: UTF8.self)
    let own = try painted(items, width: 130, height: 40, scale: scale, background: .solid(.white))
    let viewer = try painted(
      [.svg(svg, size: size, Rect(origin: .zero, size: size))], width: 130, height: 40, scale: scale)
    let far = zip(own.pixels, viewer.pixels).count { abs(Int($0) - Int($1)) > 48 }
    #expect(far < own.pixels.count / 400, "\(far)")
  }

  @Test func theDumpNamesTheMask() throws {
    let mask = try fading(Insets(top: 0, left: 5, bottom: 0, right: 0))
    let list = DisplayList(
      size: Size(width: 20, height: 20), scale: 1, background: nil,
      items: [.group(DisplayItem.Group([all], mask: mask))])
    #expect(
      list.dump.contains(
        "group mask linear 0 0 to 1 0 [#FFFFFF00 0, #FFFFFF 0.25] over 0 0 20 20"))
  }

  @Test(arguments: [1.0, 3.0]) func anSVGViewerShowsTheSamePixels(scale: Double) throws {
    let radial = try #require(
      Gradient(
        kind: .radial(center: Point(x: 0.5, y: 0.5), radius: 0.5), colors: [.white, .black, .clear]))
    let bounds = Rect(x: 2, y: 3, width: 30, height: 20)
    let faded = DisplayItem.Group(
      [
        .rect(Rect(x: 0, y: 0, width: 40, height: 26), red),
        .rect(Rect(x: 10, y: 6, width: 20, height: 30), Color(rgb: 0x0033CC)),
      ], transform: .translation(Point(x: 1, y: 1)),
      clip: .roundedRect(RoundedRect(rect: bounds, radii: CornerRadii(5))), opacity: 0.8,
      mask: try fading(Insets(top: 0, left: 8, bottom: 0, right: 12), bounds))
    let spot = DisplayItem.Group(
      [.rect(Rect(x: 0, y: 20, width: 60, height: 20), .black)],
      mask: Mask(radial, over: Rect(x: 34, y: 18, width: 24, height: 20)))
    let nested = DisplayItem.Group([
      .group(
        DisplayItem.Group(
          [.group(spot)],
          mask: try fading(
            Insets(top: 0, left: 0, bottom: 9, right: 0), Rect(x: 0, y: 0, width: 60, height: 40))))
    ])
    let items: [DisplayItem] = [.group(faded), .group(nested)]
    let size = Size(width: 60, height: 40)
    let list = DisplayList(size: size, scale: scale, background: .solid(.white), items: items)
    let options = SVGPainter.Options()
    let svg = try SVGPainter.paint(list, options: options, glyphs: SquareGlyphs())
    let text = String(decoding: svg, as: UTF8.self)
    let plain = text.withoutIDPrefix
    #expect(plain.contains(#"<mask id="m1" maskUnits="userSpaceOnUse" x="2" y="3" width="30" height="20">"#))
    #expect(plain.contains(#"mask="url(#m1)""#))
    let own = try painted(items, width: 60, height: 40, scale: scale, background: .solid(.white))
    let viewer = try painted(
      [.svg(text, size: size, Rect(origin: .zero, size: size))], width: 60, height: 40, scale: scale)
    #expect(own.difference(from: viewer) <= 6)
    #expect(own[Int(20 * scale), Int(12 * scale)] != .white)
  }
}
