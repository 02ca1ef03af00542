import Testing

@testable import CardRaster

/// Caching, skipping and vectorising do not change any pixel.
@Suite struct PaintCacheTests {
  private static func card(_ bitmap: Bitmap, at frame: Rect, blur: Double = 6, shift: Double = 3)
    -> [DisplayItem]
  {
    let shape = RoundedRect(
      rect: Rect(x: 20, y: 20, width: 160, height: 100),
      radii: CornerRadii(topLeft: 9, topRight: 9, bottomRight: 9, bottomLeft: 9))
    let size = Size(width: Double(bitmap.width), height: Double(bitmap.height))
    let shadow = Shadow(color: Color(rgb: 0x203040), radius: blur, offset: Point(x: 0, y: shift))
    return [
      .group(
        DisplayItem.Group(
          [
            .shadow(shape, shadow, hole: shape), .roundedRect(shape, .solid(.white)),
            .image(
              DisplayItem.ImageItem(
                image: ImageSource(name: "a.png", size: size, content: .bitmap(bitmap), file: nil),
                frame: frame)),
          ], link: "https://example.com"))
    ]
  }

  private static func gradient(
    _ kind: Gradient.Kind = .linear(start: Point(x: 0.1, y: 0.2), end: Point(x: 0.9, y: 0.8))
  ) throws -> Gradient {
    try #require(
      Gradient(
        kind: kind,
        stops: [
          Gradient.Stop(offset: 0, color: Color(rgb: 0x4F46E5)),
          Gradient.Stop(offset: 1, color: Color(rgb: 0xE879B9)),
        ]))
  }

  private func picture(_ items: [DisplayItem], _ background: Gradient, cache: PaintCache?) throws -> Bitmap {
    let list = DisplayList(
      size: Size(width: 200, height: 150), scale: 1, background: .gradient(background), items: items)
    return try BitmapPainter.paint(list, glyphs: SquareGlyphs(), cache: cache).bitmap()
  }

  @Test func aCacheChangesNoPixel() throws {
    let (cache, gradient) = (PaintCache(), try Self.gradient())
    let bitmaps = try [0, 90].map { shade in
      try makeBitmap(40, 30) { x, y in
        Color(
          red: UInt8(6 * x), green: UInt8(8 * y), blue: UInt8(shade), alpha: UInt8(255 - 3 * x))
      }
    }
    // Each variant twice: other pixels, another place, another blur, another offset.
    for _ in 0..<2 {
      for bitmap in bitmaps {
        for frame in [Rect(x: 30, y: 30, width: 17, height: 11), Rect(x: 30.5, y: 31, width: 80, height: 60)]
        {
          for (blur, shift) in [(6.0, 3.0), (14, 3), (6, 9)] {
            let items = Self.card(bitmap, at: frame, blur: blur, shift: shift)
            #expect(
              try picture(items, gradient, cache: cache) == picture(items, gradient, cache: nil))
          }
        }
      }
    }
  }

  @Test func moreThanACacheHoldsChangesNoPixel() throws {
    let (cache, gradient) = (PaintCache(), try Self.gradient())
    for shade in 0..<24 {
      let bitmap = try makeBitmap(500, 500) { x, y in
        Color(red: UInt8(x / 2), green: UInt8(y / 2), blue: UInt8(shade), alpha: 255)
      }
      let items = Self.card(bitmap, at: Rect(x: 30, y: 30, width: 50, height: 50))
      guard shade % 8 == 0 else {
        _ = try picture(items, gradient, cache: cache)
        continue
      }
      #expect(try picture(items, gradient, cache: cache) == picture(items, gradient, cache: nil))
    }
  }

  @Test(arguments: [
    Gradient.Kind.linear(start: Point(x: 0, y: 0), end: Point(x: 1, y: 1)),
    .linear(start: Point(x: 0.4, y: 0), end: Point(x: 0.6, y: 0)),
    .linear(start: Point(x: 0, y: 1), end: Point(x: 0, y: 0.2)),
    .linear(start: Point(x: 0.8, y: 0.7), end: Point(x: 0.3, y: 0.1)),
    .radial(center: Point(x: 0.3, y: 0.6), radius: 0.7), .conic(center: Point(x: 0.5, y: 0.4), angle: 30),
  ]) func theBackgroundBelowACardNeedNotBePainted(_ kind: Gradient.Kind) throws {
    let bitmap = try makeBitmap(8, 8) { _, _ in .black }
    let card = Self.card(bitmap, at: Rect(x: 30, y: 30, width: 8, height: 8))
    let gradient = try Self.gradient(kind)
    let all = Rect(x: 0, y: 0, width: 200, height: 150)
    let state = PaintState(
      map: .identity, clip: PaintClip(bounds: try #require(PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 150)))
    )
    #expect(DisplayItem.cover(of: card, state) == PixelRect(minX: 20, minY: 29, maxX: 180, maxY: 111))
    // As an item instead of the background it is painted completely.
    let whole = [DisplayItem.fill(.roundedRect(RoundedRect(rect: all)), .gradient(gradient), bounds: all)]
    #expect(try picture(card, gradient, cache: nil) == picture(whole + card, Self.gradient(), cache: nil))
  }

  @Test func onlyAnItemThatHidesEverythingIsACover() throws {
    let bounds = try #require(PixelRect(minX: 0, minY: 0, maxX: 200, maxY: 150))
    let state = PaintState(map: .identity, clip: PaintClip(bounds: bounds))
    let rect = Rect(x: 10, y: 10, width: 150, height: 100)
    let opaque = DisplayItem.rect(rect, .white)
    let pixels = PixelRect(minX: 10, minY: 10, maxX: 160, maxY: 110)
    #expect(DisplayItem.cover(of: [opaque], state) == pixels)
    #expect(DisplayItem.cover(of: [.group(DisplayItem.Group([opaque]))], state) == pixels)
    let half = Rect(x: 10.5, y: 10, width: 150, height: 100)
    let small = Rect(x: 10, y: 10, width: 50, height: 50)
    for item in [
      DisplayItem.rect(rect, Color(red: 255, green: 255, blue: 255, alpha: 254)), .rect(half, .white),
      .rect(small, .white), .group(DisplayItem.Group([opaque], opacity: 0.5)),
      .group(DisplayItem.Group([opaque], clip: .roundedRect(RoundedRect(rect: small)))),
      .group(DisplayItem.Group([opaque], shadows: [Shadow(color: .black, radius: 1, offset: .zero)])),
      .group(DisplayItem.Group([opaque], transform: Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))),
    ] {
      #expect(DisplayItem.cover(of: [item], state) == nil)
    }
  }

  @Test func fourPixelsAtOnceGiveTheSameAsOneAtATime() {
    var number: UInt32 = 1
    for factor in UInt32(0)...255 {
      var pixels = SIMD4<UInt32>()
      for lane in 0..<4 {
        number = number &* 1_664_525 &+ 1_013_904_223
        pixels[lane] = number
      }
      let factors = SIMD4(factor, 255 - factor, 128, factor / 2)
      let all = PremultipliedPixel.scaled(pixels, by: factors)
      for lane in 0..<4 {
        #expect(all[lane] == PremultipliedPixel(rawValue: pixels[lane]).scaled(by: factors[lane]).rawValue)
      }
    }
  }
}
